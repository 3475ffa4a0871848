import csv

import numpy as np
import pandas as pd
import pytest

from helm_creativity.cli import main
from helm_creativity.errors import BadArguments
from helm_creativity.exams.types import ScaleKind
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix
from helm_creativity.results.table_agreement import table_agreement

pytestmark = pytest.mark.usefixtures("few_draws")

ROWS = [
    {"item": "brick", "gpt": 3, "small": 1, "ann": 3, "bob": 4},
    {"item": "brick", "gpt": 1, "small": 5, "ann": 2, "bob": 1},
    {"item": "rope", "gpt": 5, "small": 2, "ann": 5, "bob": 5},
    {"item": "rope", "gpt": None, "small": 4, "ann": 1, "bob": None},
    {"item": "tyre", "gpt": 2, "small": 3, "ann": None, "bob": None},
]


def test_a_judge_correlates_with_the_mean_of_people():
    gpt, small = table_agreement(ROWS, ["gpt", "small"], ["ann", "bob"], "item")
    assert (gpt.kind, gpt.rows, gpt.missing, gpt.agreement.n, small.agreement.n) == (ScaleKind.ORDINAL, 5, 1, 3, 4)
    assert gpt.agreement.values["r"].value == pytest.approx(np.corrcoef([3, 1, 5], [3.5, 1.5, 5])[0, 1])
    assert gpt.agreement.values["bias"].value == pytest.approx(np.mean([-0.5, -0.5, 0]))


def test_files_and_data_frames_agree(tmp_path):
    path = tmp_path / "a.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(ROWS[0]))
        writer.writeheader()
        writer.writerows(ROWS)
    chosen = (["gpt"], ["ann", "bob"], "item")
    assert table_agreement(path, *chosen) == table_agreement(ROWS, *chosen)
    assert table_agreement(pd.DataFrame(ROWS), *chosen) == table_agreement(ROWS, *chosen)


@pytest.mark.parametrize("none", ["-", "NA", "n/a", "."])
def test_cells_that_say_there_is_no_rating_make_no_class(none):
    said = [{name: none if value is None else value for name, value in row.items()} for row in ROWS]
    chosen = (["gpt"], ["ann", "bob"], "item")
    assert table_agreement(said, *chosen) == table_agreement(ROWS, *chosen)


@pytest.mark.parametrize("none", ["k. A.", "none", "NaN", "keine Angabe", "na", "#NV"])
def test_beside_numbers_a_text_that_says_there_is_no_rating_makes_no_classes(none):
    said = [{name: none if value is None else value for name, value in row.items()} for row in ROWS]
    chosen = (["gpt"], ["ann", "bob"], "item")
    assert table_agreement(said, *chosen) == table_agreement(ROWS, *chosen)
    assert table_agreement(said, *chosen, scale="ordinal") == table_agreement(ROWS, *chosen, scale="ordinal")


def test_none_may_be_the_name_of_a_class():
    rows = [{"p": "none", "j": "none"}, {"p": "some", "j": "none"}, {"p": "some", "j": "some"}]
    (found,) = table_agreement(rows, ["j"], ["p"])
    assert (found.kind, found.agreement.values["accuracy"].value) == (ScaleKind.CLASSES, pytest.approx(2 / 3))


def test_texts_are_classes():
    people, judge = ["good", "bad", "bad", "odd", "good", "bad"], ["good", "bad", "good", "odd", "bad", "bad"]
    rows = [{"p": rating, "j": other} for rating, other in zip(people, judge, strict=True)]
    (found,) = table_agreement(rows, ["j"], ["p"])
    assert found.kind is ScaleKind.CLASSES
    kappa = cohen_kappa(confusion_matrix(people, judge, ("good", "bad", "odd"))).value
    assert found.agreement.values["kappa"].value == pytest.approx(kappa)


def test_classes_have_no_case_and_no_white_space_around_them():
    rows = [("yes", "Yes "), ("no", "NO"), ("no", "yes"), ("not sure", "Not  sure"), ("yes", "maybe"), ("yes", None)]
    (found,) = table_agreement([{"p": person, "j": judge} for person, judge in rows], ["j"], ["p"])
    assert found.agreement.values["accuracy"].value == pytest.approx(3 / 5)
    assert found.notes == ("classes that no person names: maybe",)


@pytest.mark.parametrize(
    ("judge", "note"),
    [
        ([0, 7.5, 10], "the judge's ratings are from 0 to 10, people's from 1 to 5: are they on one scale?"),
        ([10, 20, 50], "the judge's ratings are from 10 to 50, people's from 1 to 5: are they on one scale?"),
        ([0, 4, 7], ""),
        ([3, 3, 3], ""),
    ],
)
def test_a_judge_on_another_scale_than_people_is_named(judge, note):
    rows = [{"p": person, "j": rating} for person, rating in zip([1, 3, 5], judge, strict=True)]
    (found,) = table_agreement(rows, ["j"], ["p"])
    assert [said.startswith(note) for said in found.notes] == ([True] if note else [])


@pytest.mark.parametrize(
    ("rows", "chosen", "message"),
    [
        (ROWS, {"judges": ["gtp"]}, "row 1: there is no column 'gtp'; there are item, gpt"),
        (ROWS, {"judges": []}, "at least one column of a judge"),
        (ROWS, {"judges": ["ann"]}, "ann was named twice"),
        (ROWS, {"scale": "ratio"}, "scale must be one of automatic, binary"),
        (ROWS, {"scale": "paired"}, "scale must be one of automatic, binary"),
        (ROWS, {"scale": "binary"}, "binary ratings are 0 and 1, got 2"),
        ([{"gpt": "good", "ann": 1, "bob": 1}], {"scale": "interval"}, "row 1: expected a number in gpt, got 'good'"),
        (
            [*ROWS, {**ROWS[0], "bob": "five"}],
            {},
            f"row {len(ROWS) + 1}: expected a number in bob, got 'five'; scale=c",
        ),
        ([{"gpt": "", "ann": None, "bob": None}], {}, "has no ratings in these columns"),
    ],
)
def test_tables_that_cannot_be_compared_are_refused(rows, chosen, message):
    with pytest.raises(BadArguments, match=message):
        table_agreement(rows, **{"judges": ["gpt"], "raters": ["ann", "bob"], **chosen})


def test_the_command_prints_a_table_for_each_judge(tmp_path, capsys):
    path = tmp_path / "a.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    args = ["--judge", "gpt", "--judge", "small", "--rater", "ann", "--rater", "bob", "--item", "item"]
    assert main(["judges", "agreement", "table", str(path), *args]) == 0
    printed = capsys.readouterr().out
    assert "3 of 5 responses compared, to 2 items" in printed
    assert "4 of 5 responses compared, to 2 items" in printed
