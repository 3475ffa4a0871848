"""The judges of originality that are trained on people's ratings, and the fit: whether a text is a use of a thing."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import helm_creativity as hc
from helm_creativity.baselines.responses import trained_reply
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.ratings import MissingReason, ParsedRating
from helm_creativity.benchmark.trained_judges import judges_asked, list_trained_judges, weights_checksum
from helm_creativity.benchmark.types import Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.judges.evaluation.card import card_path, read_card
from helm_creativity.judges.readings import readings
from helm_creativity.scenarios.aut.benchmark import CATEGORIES, ONE_TO_FIVE, TEN_TO_FIFTY, TENTHS
from helm_creativity.scenarios.aut.fit import (
    CLASSES,
    WEIGHTS,
    TextFeatures,
    class_pairs,
    fit_of_uses,
    load_fit,
    probabilities,
    thing_features,
    word_class,
)
from helm_creativity.scenarios.aut.judge import HERE, UNFIT, UNRATED, features, load_weights, rate_uses, ratings
from helm_creativity.scenarios.aut.judge import trained_reply as reply
from helm_creativity.scenarios.aut.weights import Weights

NAME = "aut-originality"
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
NINE = [*USES["brick"], *ORIGINAL["brick"], "a moon for ants", "a pillow for a doll made of lava"]


def rated(*uses, thing="brick"):
    return rate_uses(NAME, "builtin", thing, uses)


def test_two_features_and_two_hidden_units_by_hand():
    # z is ((3 - 1) / 2, (1 - 1) / 1) = (1, 0), the hidden units are max(1·2 + 0·1 - 1, 0) = 1 and
    # max(1·-3 + 0·1 + 1, 0) = 0.
    # The rating is 2.5 + 1·0.25 + 0·9 + 1·0.5 + 0·-1 = 3.25. With z = (5, 0) it is 8.25, and with (-5, 0) -14.75.
    values = {"mean": [1, 1], "sd": [2, 1], "linear": [0.25, 9], "hidden": [[2, -3], [1, 1]], "hidden_bias": [-1, 1]}
    arrays = {name: np.array(value, np.float32) for name, value in (values | {"out": [0.5, -1], "bias": 2.5}).items()}
    rows = np.array([[3, 1], [999, 1], [-999, 1]], np.float32)
    assert Weights(**arrays).value(rows).tolist() == [3.25, 8.25, -14.75]
    assert ratings(Weights(**arrays), rows).tolist() == [3.25, 5, 1]


def slow_value(weights, row):
    """Feature by feature, unit by unit."""
    z = [min(max((x - m) / s, -5), 5) for x, m, s in zip(row.tolist(), weights.mean, weights.sd, strict=True)]
    total = float(weights.bias) + sum(a * b for a, b in zip(z, weights.linear.tolist(), strict=True))
    for unit in range(len(weights.out)):
        terms = (a * b for a, b in zip(z, weights.hidden[:, unit].tolist(), strict=True))
        total += max(float(weights.hidden_bias[unit]) + sum(terms), 0) * float(weights.out[unit])
    return total


def test_rating_and_fit_are_what_their_definitions_say():
    """A rating of what is hardly a use is lower; the fit is the product of two logistic functions."""
    things, fit, texts = ["brick"] * len(NINE), load_fit(), TextFeatures(NINE)
    phrase, of_thing = (
        [1 / (1 + math.exp(-slow_value(part, row))) for row in rows]
        for part, rows in (
            (fit.phrase, texts.phrase(fit.pairs)),
            (fit.thing, thing_features(things, texts, fit)),
        )
    )
    assert probabilities(things, NINE, fit)[0] == pytest.approx(phrase, abs=1e-4)
    assert fit_of_uses("brick", NINE) == pytest.approx(np.multiply(phrase, of_thing), abs=1e-4)
    usual = [min(max(slow_value(load_weights(NAME), row), 1), 5) for row in features(builtin(), things, NINE)]
    expected = [1 + (rating - 1) * min(1, p / 0.6) for rating, p in zip(usual, phrase, strict=True)]
    known = [of >= fit.threshold for of in fit_of_uses("brick", NINE)]
    pairs = zip(expected, known, strict=True)
    assert rated(*NINE) == [pytest.approx(x, abs=1e-4) if there else None for x, there in pairs]


def test_features_of_a_word_and_a_thing():
    """How near they are, as they are and as they are mapped, one by one."""

    def unit(vector):
        return vector / np.linalg.norm(vector)

    weights = load_fit()
    vector, goal = (unit(builtin().embed([text]).vectors[0]) for text in ("wall", "brick"))
    mapped, aim = unit(vector @ weights.uses), unit(goal @ weights.things)
    met, others = weights.scale * mapped @ aim, weights.scale * weights.others @ mapped
    usual, near = math.log(np.exp(others).mean()), vector @ goal
    wanted = [near, met, met - usual, usual, others.max(), (others < met).mean(), near, near, near]
    row = thing_features(["brick"], TextFeatures(["wall"]), weights)[0]
    assert row == pytest.approx([*wanted, met, met, met - usual, met - usual], abs=1e-3)


def test_word_pairs_by_hand():
    """The beginning, "to" of itself, a noun, and the end; a pair that comes twice is there once."""
    edge, to, noun = CLASSES - 1, word_class("to"), word_class("wall")
    assert class_pairs("To wall") == [edge * CLASSES + to, to * CLASSES + noun, noun * CLASSES + edge]
    assert class_pairs("") == [edge * CLASSES + edge]
    assert class_pairs("wall brick roof") == class_pairs("wall brick")
    assert len({word_class(word) for word in ("walking", "walked", "slowly", "walls", "wall", "qwrtp", "12")}) == 7


@given(st.permutations(range(4)), st.sampled_from([*USES, "xqzt"]))
def test_order_repetition_and_company_change_nothing(order, thing):
    """Rating and fit are of one use, on their scales."""
    uses = USES["brick"]
    several = [*(uses[place] for place in order), uses[order[0]]]
    fits, found = fit_of_uses(thing, several), rated(*several, thing=thing)
    assert fits == pytest.approx([fit_of_uses(thing, [use])[0] for use in several], abs=1e-5)
    assert found == [pytest.approx(one, abs=1e-4) if (one := rated(use, thing=thing)[0]) else None for use in several]
    assert all(0 <= fit <= 1 for fit in fits)
    assert all(1 <= rating <= 5 for rating in found if rating is not None)


@pytest.mark.parametrize("thing", USES)
def test_usual_uses_pass_and_nouns_are_rated_below_them_or_not_at_all(thing):
    """Of a hundred of WordNet's nouns at random few are rated, and these lower than uses, usual and original."""
    nouns = np.random.default_rng(0).choice(builtin().nouns, 100).tolist()
    fits, of_nouns = fit_of_uses(thing, USES[thing]), rated(*nouns, thing=thing)
    assert min(fits) >= load_fit().threshold
    assert np.mean(fits) > 2 * np.mean(fit_of_uses(thing, nouns))
    of_uses, of_nouns = rated(*USES[thing], *ORIGINAL[thing], thing=thing), [x for x in of_nouns if x is not None]
    assert None not in of_uses
    assert len(of_nouns) <= 20
    assert np.mean(of_nouns or [1]) < np.mean(of_uses)


@pytest.mark.parametrize(
    "use",
    [
        *["", "!!!", "x", "asdf qwer zxcv", "bouw een muur van stenen", "als deurstopper gebruiken", "qwrtp " * 400],
        *["ein Briefbeschwerer für den Schreibtisch", "écraser des noix avec", "砖头可以当门挡", "paint it " * 100_000],
    ],
)
def test_gibberish_other_languages_and_a_megabyte_are_not_rated(use):
    assert rated(use, "doorstop") == [None, *rated("doorstop")]
    assert 0 <= fit_of_uses("brick", [use])[0] <= 1


def question(rubric, *uses):
    return rubric.question(phrase="a brick", thing="brick", capitals="BRICK", **{rubric.each: list(uses)}).text


@pytest.mark.parametrize(
    ("rubric", "factor", "digits"), [(TENTHS, 1, 1), (ONE_TO_FIVE, 1, None), (TEN_TO_FIFTY, 10, None)]
)
def test_replies_are_on_the_scale_of_the_question(rubric, factor, digits):
    """A tenth of a point of people's scale, a whole number, or ten times as much; else why there is none."""
    uses = ("doorstop", "a moon for ants", "asdf qwer zxcv", "parliament")
    first, second = (round(factor * rating, digits) for rating in rated(*uses)[:2])
    text = trained_reply(NAME, question(rubric, *uses))
    assert json.loads(text) == {"1": first, "2": second, "3": UNRATED, "4": UNFIT}
    found = [read.readings["originality"] for read in readings(rubric, Response(text), uses)]
    assert found == [*map(ParsedRating, (first, second)), *2 * [ParsedRating(None, MissingReason.REFUSED)]]


def test_one_use_gets_one_number():
    """As the program of mctb2025 asks, whose words are fetched."""
    rubric = ONE_TO_FIVE.__class__("single", HERE, "single", ("originality",), scale=TEN_TO_FIFTY.scale, rated=("use",))
    of = {use: reply(NAME, "builtin", rubric, {"capitals": "BRICK", "use": use}) for use in ("doorstop", "asdf qwer")}
    assert of == {"doorstop": str(round(10 * rated("doorstop")[0])), "asdf qwer": UNRATED}


@pytest.mark.parametrize("judge", list_trained_judges(), ids=lambda judge: judge.name)
def test_every_judge_has_weights_and_an_exam(judge):
    """Small weights, that are named in signatures; the card is the one that ``judges evaluate`` wrote."""
    weights = load_weights(judge.name)
    assert judge.path == HERE / "judges" / f"{judge.name}.npz"
    assert len(weights.mean) == len(weights.linear) == len(weights.hidden)
    card = read_card(card_path(HERE / "judges", f"creativity/{judge.name}"))
    assert (card.judge, [result.set for result in card.results]) == (f"creativity/{judge.name}", ["injection", "ocsai"])
    assert WEIGHTS.stat().st_size < 700_000
    wanted = f"{file_sha256(judge.path)[:12]}/{file_sha256(WEIGHTS)[:12]}"
    assert weights_checksum([judge.deployment]) == f"{judge.name}@sha256:{wanted}"


@pytest.mark.parametrize("others", [(), ("creativity/lexical-judge",)], ids=len)
def test_it_is_asked_what_it_rates_and_nothing_else(others):
    """Neither about categories nor by another benchmark's rubric of the same dimension."""
    panel = (f"creativity/{NAME}", *others)
    elsewhere = replace(TENTHS, folder=HERE.parent / "story")
    asked = [CATEGORIES, elsewhere, replace(TENTHS, dimensions=("quality",)), TENTHS]
    assert [judges_asked(list(panel), rubric) for rubric in asked] == [others, others, others, panel]


@pytest.mark.parametrize(
    ("judges", "uses", "reason"),
    [
        (NAME, ["build a wall", "doorstop"], None),
        (NAME, ["parliament", "theology", "algebra"], "off_task"),
        ("lexical-judge", ["parliament", "theology", "algebra"], None),
    ],
)
def test_a_response_without_any_use_is_off_task(judges, uses, reason):
    """For a judge that is trained to tell, whose weights make a table of its own; the submetric needs no judge."""
    settings = {"protocol": "mctb2025", "prompts": "own", "embedding": "builtin", "judges": f"creativity/{judges}"}
    (record,) = hc.score("aut", [{"object": "brick", "uses": uses}], **settings).records()
    assert record["failure_reason"] == reason
    assert record["fit"] == pytest.approx(np.mean(fit_of_uses("brick", uses)))
    checksum = f"|judge_weights:{NAME}@sha256:{file_sha256(HERE / 'judges' / f'{NAME}.npz')[:12]}/"
    assert (checksum in record["comparable"]) == ("judge_weights" in record["comparable"]) == (judges == NAME)
