"""What scorers of one answer at a time share."""

import pytest
from support.rhymes_room.scorer import ROOM, RhymeScorer

from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import Row

NOTHING = {"letters": None, "vowels": None}
MOON = {"ending": "oon"}


def scored(*answers):
    return RhymeScorer(ROOM.card, "signed").score([Row(answer, MOON) for answer in answers])


def test_an_answer_is_read_and_graded():
    """Facets that the grade does not name are there, as None."""
    right, wrong = scored(Answer("Spoon"), Answer("star"))
    assert (right.score, right.unscored, right.details) == (100, None, {"word": "spoon"})
    assert right.facets == {"letters": 5, "vowels": None}
    assert wrong.score == 0


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(""), Unscored.EMPTY),
        (None, Unscored.EMPTY),
        (Answer("<think>moon, spoon</think>"), Unscored.EMPTY),
        (Answer("spoon", "length"), Unscored.TRUNCATED),
        (Answer("spoon", "content_filter"), Unscored.REFUSED),
        (Answer("I'm sorry, but I can't help with that."), Unscored.REFUSED),
        (Answer("", failed=True), Unscored.FAILED),
        (Answer("I like both of these two words."), Unscored.UNPARSABLE),
    ],
)
def test_what_says_nothing_is_unscored_with_its_reason(answer, reason):
    """It has all facets and the columns of the details."""
    (outcome,) = scored(answer)
    assert (outcome.score, outcome.unscored) == (None, reason)
    assert (outcome.facets, outcome.details) == (NOTHING, {"word": None})


def test_thoughts_are_no_part_of_what_is_read():
    """A word in them is not the answer."""
    (outcome,) = scored(Answer("<think>Perhaps noon.</think>spoon"))
    assert outcome.details == {"word": "spoon"}


def test_a_signature_is_kept():
    """As it was given."""
    assert RhymeScorer(ROOM.card, "signed").signature == "signed"


def test_a_grade_may_be_a_reason():
    """What was read is there all the same; its facets and details are kept."""

    class Longer(RhymeScorer):
        """Refuses short words."""

        def grade(self, said, fields):
            found = super().grade(said, fields)
            return found if len(said) > 4 else found._replace(score=Unscored.TOO_FEW_VALID)

    short, long = Longer(ROOM.card, "signed").score([Row(Answer(word), MOON) for word in ("moon", "spoon")])
    assert (short.score, short.unscored) == (None, Unscored.TOO_FEW_VALID)
    assert (short.facets, short.details) == ({"letters": 4, "vowels": None}, {"word": "moon"})
    assert (long.score, long.unscored) == (100, None)
