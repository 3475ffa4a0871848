"""The fit of a use: how probable it is that a text is a use of an object."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.trained_judges import list_trained_judges, weights_checksum
from helm_creativity.commands import main
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.aut.fit import (
    CLASSES,
    WEIGHTS,
    TextFeatures,
    class_pairs,
    fit_of_uses,
    load_fit,
    thing_features,
    word_class,
)
from helm_creativity.scenarios.aut.judge import UNFIT, UNRATED, rate_uses, why_unrated
from helm_creativity.scenarios.aut.weights import Weights

USES = {
    "brick": ("build a wall", "use it as a doorstop", "throw it through a window", "hold down papers on a desk"),
    "umbrella": ("keep dry in the rain", "use as a walking stick", "shade from the sun", "fend off a dog"),
    "bucket": ("carry water", "turn it over and sit on it", "plant flowers in it", "use it as a drum"),
    "newspaper": ("wrap fish in it", "light a fire", "make a paper hat", "swat flies"),
    "candle": ("light a dark room", "seal a letter with its wax", "tell the time by how far it burns", "a gift"),
}
ORIGINAL = {
    "brick": ("grind it into red pigment", "carve a chess set out of it", "heat it and warm a bed with it"),
    "umbrella": ("turn it over and collect rain water", "a parachute for a doll", "strain noodles through its cloth"),
    "bucket": ("a helmet for a game of knights", "echo chamber for a phone", "mix paint from berries in it"),
    "newspaper": ("cut out letters for a secret note", "weave a basket from strips", "insulate a wall with it"),
    "candle": ("smooth a squeaking drawer with it", "waterproof a pair of shoes", "carve a small statue"),
}
NOUNS = (
    "spaghetti", "parliament", "giraffe", "theology", "molecule", "saxophone", "monarchy", "lettuce", "algebra",
    "vaccine", "violin cathedral", "opera mustard", "hold a senator", "measure a diphthong", "repair a nostalgia",
)  # fmt: skip


def test_two_features_by_hand():
    # z is ((3 - 1) / 2, (1 - 1) / 1) = (1, 0): 0.5 + 1·0.25 + 0·9 = 0.75. Without hidden units nothing is added.
    none = np.zeros(0, np.float32)
    weights = Weights(
        mean=np.array([1, 1], np.float32),
        sd=np.array([2, 1], np.float32),
        linear=np.array([0.25, 9], np.float32),
        hidden=np.zeros((2, 0), np.float32),
        hidden_bias=none,
        out=none,
        bias=np.array(0.5, np.float32),
    )
    assert weights.value(np.array([[3, 1]], np.float32)).tolist() == [0.75]


def test_word_pairs_by_hand():
    """The beginning, "to" of itself, a noun, and the end; a pair that comes twice is there once."""
    edge, to, noun = CLASSES - 1, word_class("to"), word_class("wall")
    assert class_pairs("To wall") == [edge * CLASSES + to, to * CLASSES + noun, noun * CLASSES + edge]
    assert class_pairs("") == [edge * CLASSES + edge]
    assert class_pairs("wall brick roof") == class_pairs("wall brick")
    assert len({word_class(word) for word in ("walking", "walked", "slowly", "walls", "wall", "qwrtp", "12")}) == 7


def test_it_is_what_its_definition_says():
    """The product of two logistic functions, and the features of the object one by one, in plain Python."""
    weights, table, thing = load_fit(), builtin(), "brick"
    texts = TextFeatures(USES[thing])
    rows = texts.phrase(weights.pairs), thing_features([thing] * 4, texts, weights)
    found = []
    for phrase, of_thing in zip(*rows, strict=True):
        product = 1.0
        for part, row in ((weights.phrase, phrase), (weights.thing, of_thing)):
            z = [min(max((x - m) / s, -5), 5) for x, m, s in zip(row.tolist(), part.mean, part.sd, strict=True)]
            total = float(part.bias) + sum(a * b for a, b in zip(z, part.linear.tolist(), strict=True))
            for unit in range(len(part.out)):
                terms = (a * b for a, b in zip(z, part.hidden[:, unit].tolist(), strict=True))
                total += max(float(part.hidden_bias[unit]) + sum(terms), 0) * float(part.out[unit])
            product /= 1 + math.exp(-total)
        found.append(product)
    assert fit_of_uses(thing, USES[thing]) == pytest.approx(found, abs=1e-4)

    def unit(vector):
        return vector / np.linalg.norm(vector)

    vector, goal = unit(table.embed(["wall"]).vectors[0]), unit(table.embed([thing]).vectors[0])
    mapped, aim = unit(vector @ weights.uses), unit(goal @ weights.things)
    met, others = weights.scale * mapped @ aim, weights.scale * weights.others @ mapped
    usual, near = math.log(np.exp(others).mean()), vector @ goal
    wanted = [near, met, met - usual, usual, others.max(), (others < met).mean(), near, near, near]
    row = thing_features([thing], TextFeatures(["wall"]), weights)[0]
    assert row == pytest.approx([*wanted, met, met, met - usual, met - usual], abs=1e-3)


@given(st.permutations(range(4)), st.sampled_from([*USES, "xqzt"]))
def test_order_repetition_and_company_change_no_fit(order, thing):
    uses = USES["brick"]
    alone = [fit_of_uses(thing, [use])[0] for use in uses]
    assert all(0 <= fit <= 1 for fit in alone)
    together = fit_of_uses(thing, [*(uses[place] for place in order), uses[order[0]]])
    assert together == pytest.approx([*(alone[place] for place in order), alone[order[0]]], abs=1e-5)


def test_nothing_fits_nothing():
    assert fit_of_uses("brick", []) == []
    assert all(0 <= fit <= 1 for fit in fit_of_uses("brick", ["", "!!!", "x" * 10_000, "paint it " * 20_000, "砖头"]))


@pytest.mark.parametrize("thing", USES)
def test_usual_uses_pass_and_fit_better_than_nouns(thing):
    uses, nouns = fit_of_uses(thing, USES[thing]), fit_of_uses(thing, NOUNS)
    assert np.mean(uses) > 2 * np.mean(nouns)
    assert min(uses) >= load_fit().threshold
    assert why_unrated(thing, USES[thing]) == [""] * 4


@pytest.mark.parametrize("thing", USES)
def test_nouns_are_rated_below_peoples_uses_or_not_at_all(thing):
    """Of a hundred of WordNet's nouns at random few are rated, and these lower than uses, usual and original."""
    (judge,) = (judge for judge in list_trained_judges() if judge.embedding == "builtin")
    nouns = np.random.default_rng(0).choice(builtin().nouns, 100).tolist()
    of_uses, of_nouns = (
        [rating for rating in rate_uses(judge.name, judge.embedding, thing, texts) if rating is not None]
        for texts in ([*USES[thing], *ORIGINAL[thing]], nouns)
    )
    assert len(of_uses) == 7
    assert len(of_nouns) <= 20
    assert np.mean(of_nouns or [1]) < np.mean(of_uses)


def test_a_text_is_not_rated_for_one_of_two_reasons():
    assert why_unrated("brick", ["build a wall", "asdf qwer zxcv", "parliament"]) == ["", UNRATED, UNFIT]


def test_the_file_is_small_and_named_in_signatures():
    assert WEIGHTS.stat().st_size < 700_000
    for judge in list_trained_judges():
        wanted = f"{file_sha256(judge.path)[:12]}/{file_sha256(WEIGHTS)[:12]}"
        assert weights_checksum([judge.deployment]) == f"{judge.name}@sha256:{wanted}"


@pytest.mark.parametrize(
    ("uses", "reason"), [(["build a wall", "doorstop"], None), (["parliament", "theology", "algebra"], "off_task")]
)
def test_a_response_without_any_use_is_off_task(uses, reason, tmp_path, monkeypatch):
    """For a judge that is trained to tell; the submetric needs no judge."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uses.jsonl").write_text(json.dumps({"object": "brick", "uses": uses}))
    usual = ["score", "aut", "uses.jsonl", "--protocol", "mctb2025", "--prompts", "own", "--embedding", "builtin"]
    assert main([*usual, "--judges", "creativity/aut-originality", "--out", "out.jsonl"]) == bool(reason)
    record = json.loads((tmp_path / "out.jsonl").read_text())
    assert record["failure_reason"] == reason
    assert record["fit"] == pytest.approx(np.mean(fit_of_uses("brick", uses)))
