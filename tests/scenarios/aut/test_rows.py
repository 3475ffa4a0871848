"""Files of people's uses, rated or not."""

import re

import pytest

import helm_creativity as hc

USES = ["doorstop", "novel", "weight"]
OWN = {"protocol": "mctb2025", "prompts": "own"}


def records(rows, **settings):
    """What ``score`` writes of rows."""
    return hc.score(
        "aut", [{"object": "book", **row} for row in rows], **{"embedding": "builtin", **settings}
    ).records()


def test_given_ratings():
    """One rating of each use, or one of each rater; ((1 + 2)/2 + 3 + 4.5) / 3. One use of three is too few."""
    ratings = [[[1, 2], 3, [4.5]], "[1, 2, 3]", [5, None, 3], [5, None, []]]
    found = records([{"uses": USES, "originality": value} for value in ratings], **OWN)
    assert [row["score"] for row in found] == [3, 2, 4, None]
    assert found[3]["failure_reason"] == "unjudged"
    assert found[0]["use_ratings"] == [[1, 2], [3], [4.5]]
    (whole,) = records([{"uses": USES, "creativity": [20, 31]}], protocol="agc2026")
    assert (whole["score"], whole["creativity"]) == (25.5, 25.5)


PAINT = {"object": "brick", "uses": "doorstop; paint"}
THREE = {"response": "1. doorstop\n2. novel\n3. weight"}
TWO = {"response": "1. doorstop\n2. weight"}
EACH = "a rating for each of {} uses, got {}"


@pytest.mark.parametrize(
    ("row", "ratings"),
    [
        # A use that is missing takes its rating with it; an empty last place may be one, or end the list.
        *[({"uses": "doorstop; ; weight", "originality": own}, [[4], [2]]) for own in ("4; ; 2", "4; 5; 2", "4; 2")],
        *[({"uses": "doorstop; NA; weight", "originality": [4, 5, 2]}, [[4], [2]])],
        ({"uses": ["doorstop", None, "weight"], "originality": "4; 5; 2"}, [[4], [2]]),
        ({"uses": "doorstop; weight;", "originality": "4; 2;"}, [[4], [2]]),
        ({"uses": "doorstop; novel; weight", "originality": "4; 2;"}, [[4], [2], []]),
        ({"uses": "doorstop; novel; weight", "originality": "; 4; 2"}, [[], [4], [2]]),
        *[({**THREE, "originality": "4; 2;"}, [[4], [2], []]), ({**TWO, "originality": "4; 2;"}, [[4], [2]])],
        ({"use_1": "doorstop", "use_2": "", "use_3": "weight", "use_4": "NA", "originality": "4; 5; 2"}, [[4], [2]]),
        ({"use_1": "doorstop", "use_2": "weight", "use_3": "", "originality": "4; 2;"}, [[4], [2]]),
        *[({"uses": "doorstop", "originality": own}, [[4]]) for own in (4, "4")],
        ({"uses": "doorstop; weight", "originality": "NA; NA; NA"}, [[], []]),
        # A column for each rater, unless one column has them all; one with a number alone is not known to be a rater's.
        ({"uses": "doorstop", "originality_r1": "3", "originality_r2": "4"}, [[3, 4]]),
        ({**PAINT, "originality_1": "3,5;1", "originality_2": "4; NA"}, [[3.5, 4], [1]]),
        ({**PAINT, "Originality Rater1": [3, 1], "Originality Rater2": None}, [[3], [1]]),
        ({**PAINT, "originality1": "3;1", "originality2": "2;2", "originality": "5;5"}, [[5], [5]]),
        ({**PAINT, "originality_1": "", "originality_2": "NA"}, [[], []]),
        ({**PAINT, "originality_1": "3;1"}, [[], []]),
        ({**PAINT, "originality_1": "3;1", "originality_2": "4"}, "raters gave different numbers of ratings"),
        ({**PAINT, "originality_1": "3", "originality_2": "4"}, EACH.format(2, 1)),
        # One for each use, on the scale of the protocol.
        ({"uses": USES, "originality": [1, 2]}, EACH.format(3, 2) + "; a list in the place of a rating"),
        *[({"uses": USES, "originality": 4}, EACH.format(3, 1)), ({**PAINT, "originality": "4"}, EACH.format(2, 1))],
        ({"uses": "novel; ; weight", "originality": "1; 2; 3; 4"}, EACH.format(2, 4)),
        ({"uses": "novel; weight;", "originality": "1; 2; 3"}, EACH.format(2, 3)),
        ({"response": "novel; novel", "originality": [1, 2]}, "for the one use, got 2; where a response lists them"),
        *[({"uses": USES, "originality": [1, 2, x]}, f"originality from 1 to 5, got {x}$") for x in (5.5, 0)],
    ],
)
def test_a_rating_belongs_to_the_use_at_its_place(row, ratings):
    (found,) = records([row], **OWN)
    if isinstance(ratings, str):
        assert re.search(ratings, found["problem"])
    else:
        assert found["use_ratings"] == ratings


CELLS = {
    **dict.fromkeys(["grind into red pigment, build a wall", "weapon (thrown, or dropped), doorstop"], 2),
    **dict.fromkeys(["drum / exercise weight at home", "1. hold paper down, in the wind, 2. weapon"], 2),
    **dict.fromkeys(["weapon\tdoorstop", "step; hold paper down, in the wind", "I'm sorry, weight"], 2),
    "doorstop": 1,
    "-99": None,
    "99999": None,
    ";;": None,
}


def test_cells_of_uses_are_split_and_not_read_as_prose():
    """By the separator of each cell; missing codes are empty."""
    found = records([{"uses": cell} for cell in CELLS])
    fluency = [None if row["failure_reason"] == "empty" else row["fluency"] for row in found]
    assert dict(zip(CELLS, fluency, strict=True)) == CELLS
