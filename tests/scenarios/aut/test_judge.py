"""The judges of originality that are trained on people's ratings."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.responses import trained_reply
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.ratings import MissingReason, ParsedRating
from helm_creativity.benchmark.trained_judges import judges_asked, list_trained_judges
from helm_creativity.benchmark.types import Response
from helm_creativity.commands import main
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.judges.evaluation.card import card_path, read_card
from helm_creativity.judges.readings import readings
from helm_creativity.scenarios.aut.benchmark import CATEGORIES, ONE_TO_FIVE, TEN_TO_FIFTY, TENTHS
from helm_creativity.scenarios.aut.fit import fit_of_uses, load_fit, probabilities
from helm_creativity.scenarios.aut.judge import HERE, UNFIT, UNRATED, features, load_weights, rate_uses, ratings
from helm_creativity.scenarios.aut.judge import trained_reply as reply
from helm_creativity.scenarios.aut.weights import Weights

NAME = "aut-originality"
USUAL = ("doorstop", "paperweight", "build a wall", "throw it at a window", "hold a door open")
UNUSUAL = (
    "grind it into red pigment",
    "a moon for ants",
    "a pillow for a doll made of lava",
    "carve a chess set out of it",
)


def rated(*uses, thing="brick"):
    return rate_uses(NAME, "builtin", thing, uses)


def test_two_features_and_two_hidden_units_by_hand():
    # z is ((3 - 1) / 2, (1 - 1) / 1) = (1, 0), the hidden units are max(1·2 + 0·1 - 1, 0) = 1 and
    # max(1·-3 + 0·1 + 1, 0) = 0.
    # The rating is 2.5 + 1·0.25 + 0·9 + 1·0.5 + 0·-1 = 3.25. With z = (5, 0) it is 8.25, and with (-5, 0) -14.75.
    weights = Weights(
        mean=np.array([1, 1], np.float32),
        sd=np.array([2, 1], np.float32),
        linear=np.array([0.25, 9], np.float32),
        hidden=np.array([[2, -3], [1, 1]], np.float32),
        hidden_bias=np.array([-1, 1], np.float32),
        out=np.array([0.5, -1], np.float32),
        bias=np.array(2.5, np.float32),
    )
    assert ratings(weights, np.array([[3, 1]], np.float32)).tolist() == [3.25]
    assert ratings(weights, np.array([[999, 1]], np.float32)).tolist() == [5]
    assert ratings(weights, np.array([[-999, 1]], np.float32)).tolist() == [1]


def test_it_is_what_its_definition_says():
    """Use by use, feature by feature, unit by unit, in plain Python."""
    (table,) = load_embeddings("builtin")
    weights = load_weights(NAME)
    uses = [*USUAL, *UNUSUAL]
    found = []
    for row in features(table, ["brick"] * len(uses), uses).tolist():
        z = [min(max((x - m) / s, -5), 5) for x, m, s in zip(row, weights.mean, weights.sd, strict=True)]
        total = float(weights.bias) + sum(a * b for a, b in zip(z, weights.linear.tolist(), strict=True))
        for unit in range(len(weights.out)):
            terms = (a * b for a, b in zip(z, weights.hidden[:, unit].tolist(), strict=True))
            total += max(float(weights.hidden_bias[unit]) + sum(terms), 0) * float(weights.out[unit])
        found.append(min(max(total, 1), 5))
    phrase, fit = probabilities(["brick"] * len(uses), uses, load_fit())[0], fit_of_uses("brick", uses)
    wanted = [1 + (rating - 1) * min(1, p / 0.6) for rating, p in zip(found, phrase.tolist(), strict=True)]
    known = [rating if of >= load_fit().threshold else None for rating, of in zip(wanted, fit, strict=True)]
    assert [rating is None for rating in rated(*uses)] == [rating is None for rating in known]
    assert list(filter(None, rated(*uses))) == pytest.approx(list(filter(None, known)), abs=1e-4)


@given(st.permutations(range(6)), st.sampled_from(["brick", "umbrella", "xqzt"]))
def test_order_repetition_and_company_change_no_rating(order, thing):
    """A rating is of one use."""
    uses = [*USUAL[:3], *UNUSUAL[:3]]
    alone = [rated(use, thing=thing)[0] for use in uses]
    assert all(1 <= rating <= 5 for rating in alone)
    shuffled = rated(*(uses[place] for place in order), uses[order[0]], thing=thing)
    assert shuffled == pytest.approx([*(alone[place] for place in order), alone[order[0]]], abs=1e-4)


@pytest.mark.parametrize(
    "use",
    [
        "", "!!!", "x", "asdf qwer zxcv", "bouw een muur van stenen", "als deurstopper gebruiken",
        "ein Briefbeschwerer für den Schreibtisch", "écraser des noix avec", "砖头可以当门挡", "qwrtp "  * 400,
    ],
)  # fmt: skip
def test_gibberish_and_other_languages_are_not_rated(use):
    assert rated(use, "doorstop")[0] is None


def test_a_megabyte_of_text_is_rated_in_time():
    """It is no use. The features of length are cut as the others are."""
    assert rated("paint it " * 100_000) == [None]
    assert 1 <= rated("paint it with small flowers and give it to a friend " * 3)[0] <= 5


def question(rubric, *uses, **variables):
    names = {"phrase": "a brick", "thing": "brick", "capitals": "BRICK", **variables}
    return rubric.question(**names, **({rubric.each: list(uses)} if rubric.each else {"use": uses[0]})).text


def test_replies_are_on_the_scale_of_the_question():
    """A tenth of a point of people's scale, a whole number, or ten times as much."""
    uses = (USUAL[0], UNUSUAL[0], "asdf qwer zxcv", "parliament")
    usual, unusual, *_ = rated(*uses)
    wanted = {
        TENTHS: (round(usual, 1), round(unusual, 1)),
        ONE_TO_FIVE: (round(usual), round(unusual)),
        TEN_TO_FIFTY: (round(10 * usual), round(10 * unusual)),
    }
    for rubric, (first, second) in wanted.items():
        text = trained_reply(NAME, question(rubric, *uses))
        assert json.loads(text) == {"1": first, "2": second, "3": UNRATED, "4": UNFIT}
        found = [read.readings["originality"] for read in readings(rubric, Response(text), uses)]
        assert found == [*map(ParsedRating, (first, second)), *2 * [ParsedRating(None, MissingReason.REFUSED)]]


def test_one_use_gets_one_number():
    """As the program of mctb2025 asks, whose words are fetched."""
    rubric = ONE_TO_FIVE.__class__("single", HERE, "single", ("originality",), scale=TEN_TO_FIFTY.scale, rated=("use",))
    variables = {"capitals": "BRICK", "use": USUAL[0]}
    assert reply(NAME, "builtin", rubric, variables) == str(round(10 * rated(USUAL[0])[0]))
    assert reply(NAME, "builtin", rubric, {**variables, "use": "asdf qwer"}) == UNRATED


@pytest.mark.parametrize("judge", list_trained_judges(), ids=lambda judge: judge.name)
def test_every_judge_has_weights_and_an_exam(judge):
    """The card is the one that ``judges evaluate`` wrote."""
    weights = load_weights(judge.name)
    assert judge.path == HERE / "judges" / f"{judge.name}.npz"
    assert len(weights.mean) == len(weights.linear) == len(weights.hidden)
    card = read_card(card_path(HERE / "judges", f"creativity/{judge.name}"))
    assert (card.judge, [result.set for result in card.results]) == (f"creativity/{judge.name}", ["injection", "ocsai"])


PANELS = ([f"creativity/{NAME}"], [f"creativity/{NAME}", "creativity/lexical-judge"])


@pytest.mark.parametrize("panel", PANELS, ids=len)
def test_it_is_asked_what_it_rates_and_nothing_else(panel):
    """Neither about categories nor by another benchmark's rubric of the same dimension."""
    elsewhere = replace(TENTHS, folder=HERE.parent / "story")
    assert judges_asked(panel, TENTHS) == tuple(panel)
    for rubric in (CATEGORIES, elsewhere, replace(TENTHS, dimensions=("quality",))):
        assert judges_asked(panel, rubric) == tuple(panel[1:])


@pytest.fixture
def score_doorstop(tmp_path, monkeypatch):
    """The record of a file with one response that some judges rate."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "uses.csv").write_text("object,uses\nbrick,doorstop\n")

    def score(*judges):
        options = ["--protocol", "mctb2025", "--prompts", "own", "--embedding", "builtin", "--judges", "+".join(judges)]
        assert main(["score", "aut", *options, "uses.csv", "--out", "rated.jsonl"]) == 0
        return json.loads((tmp_path / "rated.jsonl").read_text())

    return score


def test_other_weights_make_another_key(score_doorstop):
    """Scores of judges that were trained anew have a table of their own."""
    sha = file_sha256(HERE / "judges" / f"{NAME}.npz")
    assert f"|judge_weights:{NAME}@sha256:{sha[:12]}/" in score_doorstop(PANELS[0][0])["comparable"]
    assert "judge_weights" not in score_doorstop("creativity/lexical-judge")["comparable"]
