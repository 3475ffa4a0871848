"""What scorers share that grade an answer by what judges said of it."""

import logging

import pytest
from support.judged import verdict
from support.rhymes_room.scorer import ROOM

from helm_creativity.judging import Judgement
from helm_creativity.judging.given import mean_or_none
from helm_creativity.judging.ratings import flat
from helm_creativity.judging.scorer import JudgedScorer
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import Graded, Row


class Kind(JudgedScorer[str]):
    """The mean rating of what is not blank; its length is a facet, rated or not."""

    def read(self, text, fields):
        return text

    def rated(self, said, judgement, fields):
        mean = mean_or_none(judgement.values("kindness"))
        facets = {"letters": float(len(said)), "vowels": fields.get("vowels")}
        return Graded(Unscored.UNJUDGED if mean is None else mean, facets, {"said": said})


@pytest.fixture
def scorer():
    return Kind(ROOM.card, "signed")


def row(text, *ratings, **fields):
    """An answer as a run leaves it."""
    verdicts = [verdict(f"judge/{i}", kindness=rating) for i, rating in enumerate(ratings)]
    return Row(Answer(text), {**fields, "annotations": {"judges": flat(Judgement(verdicts, 2))}})


def test_an_answer_is_worth_what_its_judges_say(scorer):
    """(2 + 5) / 2 = 3.5; a missing rating is in no mean."""
    both, one = scorer.score([row("moon", 2, 5, vowels=2.0), row("sun", 4, "unparsable")])
    assert (both.score, both.facets, both.details) == (3.5, {"letters": 4, "vowels": 2}, {"said": "moon"})
    assert (one.score, one.unscored) == (4, None)


@pytest.mark.parametrize("unjudged", [row("moon", "failed", "empty"), row("moon"), Row(Answer("moon"))])
def test_an_answer_that_nobody_rated_is_unjudged(scorer, unjudged):
    """It has the facets and the details that need no judge."""
    (outcome,) = scorer.score([unjudged])
    assert (outcome.score, outcome.unscored) == (None, Unscored.UNJUDGED)
    assert (outcome.facets, outcome.details) == ({"letters": 4, "vowels": None}, {"said": "moon"})


def test_what_is_no_answer_is_not_unjudged(scorer):
    """Whatever a judge may have said of it."""
    (outcome,) = scorer.score([row("", 5)])
    assert outcome.unscored is Unscored.EMPTY


def test_a_run_says_what_its_judges_did(scorer, caplog):
    """Three ratings of four came, and it is told whose is missing."""
    rows = [row("moon", 2, 5), row("sun", 4, "unparsable")]
    with caplog.at_level(logging.WARNING):
        stats = scorer.of_run(rows, scorer.score(rows))
    assert (stats["judge_coverage"], stats["judge_calls"]) == (0.75, 4)
    (message,) = caplog.messages
    assert message.startswith("creativity_rhymes: judge/1")
