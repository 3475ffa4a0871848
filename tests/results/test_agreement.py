"""Agreement of judges with people, in any table of ratings and on labelled responses."""

import numpy as np
import pytest

from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix
from helm_creativity.results.agreement import agreement_tables

pytestmark = pytest.mark.usefixtures("few_draws")

ROWS = [
    {"item": "brick", "gpt": 3, "small": 1, "ann": 3, "bob": 4},
    {"item": "brick", "gpt": 1, "small": 5, "ann": 2, "bob": 1},
    {"item": "rope", "gpt": 5, "small": 2, "ann": 5, "bob": 5},
    {"item": "rope", "gpt": None, "small": 4, "ann": 1, "bob": None},
    {"item": "tyre", "gpt": 2, "small": 3, "ann": None, "bob": None},
]
CHOSEN = (["gpt"], ["ann", "bob"], "item")


def values(table):
    return {row["statistic"]: row["value"] for row in table.rows}


def test_a_judge_correlates_with_the_mean_of_people():
    """What two people's agreement allows is there; of one alone, and of the wrong scale, it is not."""
    tables = agreement_tables(ROWS, ["gpt", "small"], ["ann", "bob"], "item")
    counts = [(table.title, table.rows[0]["n"], table.rows[0]["missing"]) for table in tables]
    assert counts == [("gpt", 3, 1), ("small", 4, 0)]
    assert tables[0].notes[0].startswith("5 responses, 3 compared, to 2 items; ratings by people per response: 2;")
    found = values(tables[0])
    assert found["r"] == pytest.approx(np.corrcoef([3, 1, 5], [3.5, 1.5, 5])[0, 1])
    assert found["bias"] == pytest.approx(np.mean([-0.5, -0.5, 0]))
    assert {"people_alpha", "two_people", "judge_and_one", "ceiling"} <= found.keys()
    assert "two_people" not in values(agreement_tables(ROWS, ["gpt"], ["ann"])[0])


@pytest.mark.parametrize("none", ["-", "NA", "n/a", ".", "k. A.", "none", "keine Angabe", "#NV"])
def test_cells_that_say_there_is_no_rating_make_no_class(none):
    said = [{name: none if value is None else value for name, value in row.items()} for row in ROWS]
    assert agreement_tables(said, *CHOSEN) == agreement_tables(ROWS, *CHOSEN)


def test_texts_are_classes_without_case_or_white_space():
    """``none`` may be the name of one, beside others; by hand: 4 of 6 alike."""
    pairs = [
        ("yes", "Yes "),
        ("no", "NO"),
        ("none", "yes"),
        ("not sure", "Not  sure"),
        ("yes", "maybe"),
        ("none", "none"),
    ]
    (found,) = agreement_tables([{"p": person, "j": judge} for person, judge in [*pairs, ("yes", None)]], ["j"], ["p"])
    assert values(found)["accuracy"] == pytest.approx(4 / 6)
    people, judge = ([" ".join(pair[at].lower().split()) for pair in pairs] for at in (0, 1))
    names = sorted({*people, *judge})
    assert values(found)["kappa"] == pytest.approx(cohen_kappa(confusion_matrix(people, judge, names)).value)
    assert found.notes[-2:] == ["scale: classes", "classes that no person names: maybe"]


@pytest.mark.parametrize(
    ("judge", "note"),
    [
        ([0, 7.5, 10], "the judge's ratings are from 0 to 10, people's from 1 to 5: are they on one scale?"),
        ([10, 20, 50], "the judge's ratings are from 10 to 50, people's from 1 to 5: are they on one scale?"),
        ([0, 4, 7], "scale: ordinal"),
        ([3, 3, 3], "scale: ordinal"),
    ],
)
def test_a_judge_on_another_scale_than_people_is_named(judge, note):
    rows = [{"p": person, "j": rating} for person, rating in zip([1, 3, 5], judge, strict=True)]
    assert agreement_tables(rows, ["j"], ["p"])[0].notes[-1] == note


@pytest.mark.parametrize(
    ("rows", "chosen", "message"),
    [
        (ROWS, {"judges": ["gtp"]}, "row 1: there is no column 'gtp'; there are item, gpt"),
        (ROWS, {"judges": ["ann"]}, "others of people, got ann, ann, bob"),
        (ROWS, {"scale": "paired"}, "scale must be one of automatic, binary"),
        (ROWS, {"scale": "binary"}, "binary ratings are 0 and 1, got 2"),
        ([{"gpt": "good", "ann": 1, "bob": 1}], {"scale": "interval"}, "row 1: expected a number in gpt"),
        ([*ROWS, {**ROWS[0], "bob": "five"}], {}, "row 6: expected a number in bob .*, got 'five'"),
        ([{"gpt": "", "ann": None, "bob": None}], {}, "has no ratings in these columns"),
        ([*ROWS, {**ROWS[0], "bob": 99}], {}, "row 6: the rating 99 is out of the range of all others"),
        ([*ROWS, {**ROWS[0], "bob": float("inf")}], {}, "row 6: expected a number in bob .*, got inf"),
    ],
)
def test_tables_that_cannot_be_compared_are_refused(rows, chosen, message):
    with pytest.raises(BadArguments, match=message):
        agreement_tables(rows, **{"judges": ["gpt"], "raters": ["ann", "bob"], **chosen})
    if "99" in message:
        assert agreement_tables(rows, ["gpt"], ["ann", "bob"], scale="interval")
