"""Ratings of a suite as a table, those of any table, and the agreement of judges with people."""

import json
import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from support.given import annotation_with
from support.judged import GROUP, judge_reply, row, state, write_run

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix
from helm_creativity.results.agreement import agreement_tables
from helm_creativity.results.rating_tables import ratings_of_table
from helm_creativity.results.ratings import NOT_RATED, RatingRow, ratings_of_all
from helm_creativity.results.runs import read_suite

pytestmark = pytest.mark.usefixtures("few_draws")


def runs_in(suite):
    runs, problems = read_suite(suite)
    assert problems == []
    return runs


@pytest.fixture
def suite(tmp_path):
    """Two runs: two answers to one item with a comparison of them, and an answer of another model."""
    folder = tmp_path / "runs" / "s"
    first = [
        state("fog", judge_reply("x/one", originality=7.0, feasibility="refused")),
        state(
            "fog",
            judge_reply("x/two", originality=3.5, feasibility=10.0),
            judge_reply("x/one", "fluency", "0+1", fluency="truncated"),
            trial=1,
        ),
        state("dew"),
    ]
    write_run(folder, "a/m", first)
    write_run(folder, "b/Zoë", [state("fog", judge_reply("x/one", originality="failed", feasibility=1.0))])
    return folder


def test_every_rating_asked_is_a_row_whether_it_came_or_not(suite):
    """In the order of the answers; two answers that are compared are a trial of their own; no judges, no row."""
    bare, empty = state("fog"), state("fog")
    del bare["annotations"]  # HELM drops what is null
    empty["annotations"] = {"guard": {"mended": ""}}
    write_run(suite, "a/none", [bare, empty], group="creativity_dat")
    rows = list(ratings_of_all(runs_in(suite), []))
    run = f"{GROUP}:protocol=ruan2024,model="
    mine = {"model": "a/m", "item": "fog", "run": f"{run}a_m"}
    other = {"model": "b/Zoë", "item": "fog", "run": f"{run}b_Zoë"}
    assert rows == [
        row("x/one", 7, **mine),
        row("x/one", "refused", **mine, dimension="feasibility"),
        row("x/two", 3.5, **mine, trial="1"),
        row("x/two", 10, **mine, trial="1", dimension="feasibility"),
        row("x/one", "truncated", **mine, trial="0+1", dimension="fluency", rubric="fluency"),
        row("x/one", "failed", **other),
        row("x/one", 1, **other, dimension="feasibility"),
    ]


JUDGED = {temp: f"idea|temp:1|judges:x/one|judge_temp:{temp}|rubric:1@sha256:abc|card:1" for temp in (0, 1)}


def test_one_of_several_comparable_runs_of_a_model_stands_for_them(tmp_path):
    """That with the most responses, as in a study; what may not be compared stands for nothing else."""

    def written(arguments, n, temp=0, model="a/m", **more):
        one = [state(f"i{i}", judge_reply("x/one", originality=float(i))) for i in range(n)]
        stats = {"num_answers": float(n)}
        return write_run(tmp_path, model, one, arguments=arguments, comparable=JUDGED[temp], stats=stats, **more).name

    few, many, as_many = written("max_tokens=64", 1), written("max_tokens=128", 3), written("judge_max_tokens=100", 3)
    apart = [written("judge_temp=1", 2, temp=1), written("max_tokens=64", 1, model="b/m")]
    apart.append(written("model_deployment=c_m", 1, adapter={"model_deployment": "c/m"}))
    runs = runs_in(tmp_path)
    kept = list(ratings_of_all(runs, problems := []))
    assert {row.run.replace("/", "_") for row in kept} == {many, *apart}
    why = "is of the same model and comparable settings and has as many responses or more"
    assert sorted(problems) == sorted(f"{run}: {many} {why}" for run in (few, as_many))
    assert {row.judging for row in kept} == {f"judge_temp:{temp}|rubric:1@sha256:abc|card:1" for temp in (0, 1)}
    assert len(list(ratings_of_all(runs, [], every=True))) == 1 + 3 + 3 + 2 + 1 + 1


def test_a_run_without_a_comparable_key_stands_for_itself(tmp_path):
    """It may be a copy of another run, and it does not say how judges were asked. A 7 in a file equals a 7.0."""
    for arguments in ("max_tokens=64", "max_tokens=128"):
        write_run(tmp_path, "a/m", damaged(7), arguments=arguments)
    rows = list(ratings_of_all(runs_in(tmp_path), problems := []))
    assert ([(row.judging, repr(row.rating)) for row in rows], problems) == ([("", "7.0")] * 2, [])


def damaged(rating=7.0, **changed):
    """An annotation with one rating, or something else in its place; ``changed``: what the judge's reply has."""
    good = annotation_with(judge_reply("x/one", originality=1.0))
    (entry,) = good["steps"]
    (reply,) = entry["replies"]
    replies = [{**reply, "ratings": {"originality": [rating]}, **changed}]
    return json.dumps({"request_states": [state("fog", annotation={**good, "steps": [{**entry, "replies": replies}]})]})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (damaged(None), "a step is not as it was written: it does not hold what it should"),
        (damaged(math.nan), "must be finite"),
        (damaged("bored"), "'bored' is not a valid MissingReason"),
        (damaged(ratings={}), "expected ratings of 'x/one', got none"),
        (damaged().replace('"judge"', '"jury"'), "a step is not as it was written: 'judge' is missing in it"),
        (damaged().replace('"steps"', '"stairs"'), "expected the steps of follow_ups as a list of entries with an id"),
    ],
)
def test_a_damaged_run_is_named_and_left_out_whole(suite, text, why):
    folder = write_run(suite, "a/broken", text)
    rows = list(ratings_of_all(runs_in(suite), problems := []))
    assert {row.model for row in rows} == {"a/m", "b/Zoë"}
    assert [problem.partition(" from ")[0] for problem in problems] == [f"{folder.name}: cannot read its ratings"]
    assert why in problems[0]


def test_judging_that_broke_off_is_reported(suite):
    """Its ratings have no row, since it is not noted which judges they would have come from."""
    good = state("dew", judge_reply("x/one", originality=7.0, feasibility=2.0))
    half = state("fog", judge_reply("x/one", originality=7.0, feasibility=2.0), error="OSError: gone")
    none = state("fog", trial=1, error="KeyError: 'keyword'")
    folder = write_run(suite, "a/broken", [good, half, none])
    problems = []
    rows = [row for row in ratings_of_all(runs_in(suite), problems) if row.model == "a/broken"]
    assert len(rows) == 4
    assert problems == [f"{folder.name}: judging broke off, 2 responses lack ratings: OSError: gone"]


def test_each_text_is_a_unit_of_its_answer(tmp_path):
    """The same place in another answer is another unit; counts have no row, and none is reported as lost."""

    def rated(judge, place, rating):
        reading = ParsedRating(None, MissingReason.UNPARSABLE) if rating is None else ParsedRating(rating)
        said = "so" if place == 1 else ""
        return JudgeReply(judge, "uses", place_name(place), {"originality": reading}, reply=said, place=place)

    counted = JudgeReply("x/one", "kinds", "", {"flexibility": ParsedRating(2.0)}, reply="so", counts=True)
    two = [rated("x/one", 1, 2.0), rated("x/one", 2, None), rated("y/two", 1, 3.0), rated("y/two", 2, 1.0), counted]
    one = [rated("x/one", 1, 4.0), rated("y/two", 1, 5.0)]
    write_run(tmp_path, "a/m", [state("brick", *two), state("brick", *one, trial=1)], group="creativity_aut")
    rows = list(ratings_of_all(runs_in(tmp_path), problems := []))
    units = [(row.judge, row.rating, row.reason, row.trial) for row in rows]
    assert units == [
        ("x/one", 2.0, "", "0#1"),
        ("x/one", None, "unparsable", "0#2"),
        ("y/two", 3.0, "", "0#1"),
        ("y/two", 1.0, "", "0#2"),
        ("x/one", 4.0, "", "1#1"),
        ("y/two", 5.0, "", "1#1"),
    ]
    assert ({(row.rubric, row.dimension) for row in rows}, problems) == ({("uses", "originality")}, [])


LONG = [
    {"item": "brick", "model": "a/x", "trial": 0, "rater": "one", "rating": 3, "dimension": "originality"},
    {"item": "brick", "model": "a/x", "trial": 0, "rater": "two", "rating": None, "dimension": "originality"},
    {"item": "rope", "model": "a/x", "trial": 1, "rater": "one", "rating": 4.5, "dimension": "originality"},
]


def test_a_row_is_a_rating():
    first, second, third = ratings_of_table(LONG)
    assert first == RatingRow("a/x", "a/x", "ratings", "brick", "0", "one", "originality", 3.0, "", "", "")
    assert (second.rating, second.reason) == (None, NOT_RATED)
    assert (third.instance, third.trial, third.rating) == ("rope", "1", 4.5)
    rows = [{"item": item, "rater": "one", "rating": 3} for item in (1234567.0, 1234568.0, 7, 7.5)]
    assert [row.instance for row in ratings_of_table(rows)] == ["1234567", "1234568", "7", "7.5"]
    assert list(ratings_of_table([])) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_table_that_a_spreadsheet_program_saved_is_read(tmp_path, encoding):
    """With semicolons and decimal commas, and a column of row numbers without a name."""
    path = tmp_path / "ratings.csv"
    path.write_text(";item;rater;rating\n0;Tür;one;3,5\n1;Tür;two;4\n", encoding)
    found = [(row.instance, row.judge, row.rating) for row in ratings_of_table(path)]
    assert found == [("Tür", "one", 3.5), ("Tür", "two", 4.0)]


@pytest.mark.parametrize("none", ["-", "NA", "n/a", "NaN", " "])
def test_cells_that_say_there_is_no_rating_are_missing(none):
    rows = [{"item": cell, "rater": "one", "rating": cell} for cell in (none, "-99", "3")]
    rows[0]["item"] = "brick"
    found = [(row.rating, row.reason) for row in ratings_of_table(rows)]
    assert found == [(None, NOT_RATED), (-99.0, ""), (3.0, "")]


@pytest.mark.parametrize("code", [99, 999.0, "-99", -77])
def test_a_code_among_few_ratings_is_refused(code):
    """With its row and the others' range; among ratings up to 100 it is one, and where nothing is known of others."""
    rows = [{"item": n, "rater": "one", "rating": rating} for n, rating in enumerate([3, 1, code, 5, 99])]
    words = rf"row 3: the rating {float(code):g} is out of the range of all others, 1 to 5; leave"
    with pytest.raises(BadArguments, match=words):
        list(ratings_of_table(rows))
    with pytest.raises(BadArguments, match=words):
        agreement_tables([{"judge": 3, "one": row["rating"]} for row in rows], ["judge"], ["one"])
    for others in ([3, 3, code], [3, 1, code, 50], [-3, 1, code]):
        rated = [{"item": n, "rater": "one", "rating": rating} for n, rating in enumerate(others)]
        assert [row.rating for row in ratings_of_table(rated)] == [float(rating) for rating in others]
    scales = [{"item": "a", "rater": n, "rating": n, "dimension": "worth"} for n in (30, 40, 99)]
    assert len(list(ratings_of_table([*rows[:2], *scales]))) == 5


FRAMES = {
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "pandas": pd.DataFrame,
    "arrow": pa.Table.from_pylist,
    "records": list,
    "indexed": lambda rows: pd.DataFrame(rows).set_index(["item", "rater"]),
    "with missing values": lambda rows: pd.DataFrame(rows).astype({"rating": "Float64"}),
    "any case": lambda rows: [{"": 1, **{f"{name.title()} ": cell for name, cell in row.items()}} for row in rows],
    "two names": lambda rows: [{"Item": "another", **row} for row in rows],
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_tables_of_any_form_are_read_alike(frame):
    assert list(ratings_of_table(frame(LONG))) == list(ratings_of_table(LONG))


def test_a_row_may_be_a_response_with_a_column_for_each_rater():
    """Two of one item may have the same text, and may be numbered; a blank cell is not rated."""
    rows = [{"Item": "brick", "a": 1, "b": "2.5"}, {"Item": "brick", "a": "", "b": 5}, {"Item": "rope", "a": 3, "b": 3}]
    found = list(ratings_of_table(rows, ["a", "b"]))
    assert [(row.instance, row.trial, row.judge, row.rating) for row in found] == [
        ("brick", "0", "a", 1.0),
        ("brick", "0", "b", 2.5),
        ("brick", "1", "a", None),
        ("brick", "1", "b", 5.0),
        ("rope", "0", "a", 3.0),
        ("rope", "0", "b", 3.0),
    ]
    long = [{"item": "i", "judge": name, "rating": n % 5, "Trial": n} for n in range(9) for name in "ab"]
    wide = [{"item": "i", "Trial": n, "a": n % 5, "b": n % 5} for n in range(9)]
    assert list(ratings_of_table(wide, ["a", "b"])) == list(ratings_of_table(long))


@pytest.mark.parametrize("raters", [[], ["ann"]])
def test_the_column_of_items_may_be_named(raters):
    rows = [{"judge": "ann", "ann": 3, "rating": 3, "Object": name, "item": "x"} for name in ("brick", "rope")]
    assert [row.instance for row in ratings_of_table(rows, raters, "Object")] == ["brick", "rope"]
    for column, cell, why in (("object", "x", "there is no column 'object'"), ("Object", " ", "the first two filled")):
        with pytest.raises(BadArguments, match=f"row 1: .*{why}"):
            list(ratings_of_table([{**rows[0], "Object": cell}], raters, column))


@pytest.mark.parametrize(
    ("rows", "raters", "message"),
    [
        ({"item": "x"}, [], "expected a file, a data frame or a list of mappings"),
        ([{"item": "x", "rating": 3}], [], r"row 1: expected the columns judge \(or rater\), item .* got item"),
        ([{"judge": "a", "item": "x", "rating": "three"}], [], "number as the rating of 'a', got 'three'"),
        ([{"judge": "a", "item": "x", "rating": math.inf}], [], "row 1: expected a number"),
        ([{"judge": "a", "item": "x", "rating": 3}] * 2, [], "row 2: 'a' rates response '0' to 'x' of .* twice"),
        ([{"item": "x", "a": 3}], ["a", "a"], "row 1: 'a' rates response '0' to 'x' of 'all responses' twice"),
        ([{"": 1, "a": 3}], ["a"], r"row 1: expected the columns judge .* got a; name"),
        ([{"item": "x", "a": 3}], ["a", "b"], "row 1: there is no column 'b'; there are item, a"),
    ],
)
def test_a_wrong_row_is_named(rows, raters, message):
    with pytest.raises(BadArguments, match=message):
        list(ratings_of_table(rows, raters))


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
    rows = [{"p": person, "j": judge} for person, judge in [*pairs, ("yes", None)]]
    found, _ = agreement_tables(rows, ["j"], ["p"])
    assert values(found)["accuracy"] == pytest.approx(4 / 6)
    people, judge = ([" ".join(pair[at].lower().split()) for pair in pairs] for at in (0, 1))
    names = sorted({*people, *judge})
    assert values(found)["kappa"] == pytest.approx(cohen_kappa(confusion_matrix(people, judge, names)).value)
    assert found.notes[-2:] == ["scale: classes", "classes that no person names: maybe"]


def test_precision_and_recall_by_class_are_those_that_a_paper_prints():
    """Wadhwa et al. 2026 (CREATE), Table 7, with the counts of relations that give it: 72 wrong and 274 right ones."""
    counts = {("wrong", "wrong"): 68, ("wrong", "right"): 4, ("right", "wrong"): 62, ("right", "right"): 212}
    rows = [{"people": truth, "judge": said} for (truth, said), n in counts.items() for _ in range(n)]
    whole, by_class = agreement_tables(rows, ["judge"], ["people"])
    assert values(whole)["balanced_accuracy"] == pytest.approx(0.859, abs=5e-4)
    found = {row["class"]: [round(row[name], 2) for name in ("precision", "recall", "f1")] for row in by_class.rows}
    assert found == {"wrong": [0.52, 0.94, 0.67], "right": [0.98, 0.77, 0.87]}
    assert {row["class"]: row["n"] for row in by_class.rows} == {"wrong": 72, "right": 274}


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
