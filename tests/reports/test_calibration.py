"""Calibrations as tables."""

import csv
import io
import re
from itertools import combinations

import numpy as np
import pytest
from support.judged import panel_ratings, row, rows_of_table

from helm_creativity.reports import calibration as tables
from helm_creativity.reports.calibration import LEGEND, RESAMPLED, STARRED
from helm_creativity.reports.tables import render
from helm_creativity.results.calibration import calibrate, rating_cells

JUDGES = ["google/gemini-3-flash-preview", "openai/gpt-4.1-mini-2025-04-14", "xai/grok-4-1-fast-non-reasoning"]


def calibrations(rows):
    return render(tables.calibrations(rows))


def block(one):
    return render(list(tables.calibration_tables(one)))


def text_of(rows):
    """The tables of one cell; a blank line stands between the head and the judges."""
    (cell,) = rating_cells(rows)
    return block(calibrate(cell))


def parts_of(rows):
    """The head, and the tables behind each other."""
    first, *others = text_of(rows).split("\n\n")
    lines = first.splitlines()
    return "\n".join(lines[:2]), "\n".join(lines[2:]), *others


def simulated(judges=JUDGES, models=("a/1", "b/2"), n_items=40, seats=None):
    """Rows of a panel of three."""
    worth = np.linspace(0.3, -0.3, len(models))
    ratings, _ = panel_ratings(np.random.default_rng(4), worth, [1.5, 2.0, 1.0], [-0.5, 0.0, 0.5], n_items, seats=seats)
    return rows_of_table(ratings, judges, list(models))


def split(line):
    """Cells of a line: columns are two spaces or more apart."""
    return re.split(r"  +", line.strip())


def test_one_judge_printed_in_full():
    """The whole block: no agreement, nothing calibrated, singular where there is one."""
    rows = [row("x/one", 1), row("x/one", 3, "j"), row("x/one", "empty", "k"), row("x/one", 3, model="b/other")]
    expected = """\
creativity_live_idea_bench: originality, asked as critic
4 units of 2 models, 1 judge, 2 categories in use: 1 to 3
judge  asked  missing  mean  mean of all  severity  ± se  discrimination  ± se
-----  -----  -------  ----  -----------  --------  ----  --------------  ----
x/one      4    25.0%  2.33            -         -     -               -     -
no severity of x/one: not calibrated: x/one alone gave ratings; with one judge, severity cannot be separated from
  response quality
missing from x/one: empty 1

model    units  rated  raw mean  ± se  calibrated  ± se
-------  -----  -----  --------  ----  ----------  ----
b/other      1      1      3.00     -           -     -
a/m          3      2      2.00  1.00           -     -"""
    assert text_of(rows) == expected


def test_agreement_worked_by_hand():
    """Of two judges on four units, one of which only the first has rated."""
    # x 1 2 3 4, y 2 3 5 -: differences -1 -1 -2, mean -4/3, s² = 1/3, limits -4/3 ± 1.96·0.577 = -2.46, -0.20;
    # both rank the three units alike, so that Spearman's and Kendall's are 1.
    # Krippendorff, interval: n = 6 ratings 1 2 2 3 3 5, mean 16/6; pairs within units 1 + 1 + 4 = 6;
    # D_o = 2·6/6 = 2; Σ (v - mean)² = 52 - 256/6 = 9.333, D_e = 2·6·9.333/30 = 3.733; alpha = 1 - 2/3.733 = 0.464.
    given = {"x": [1, 2, 3, 4], "y": [2, 3, 5, "refused"]}
    rows = [row(judge, value, f"i{i}") for judge, values in given.items() for i, value in enumerate(values)]
    _, judges, agreement, pairs, models = parts_of(rows)
    assert judges.splitlines()[-1] == "missing from y: refused 1"
    # Mean squares of the three units: of units 19/6, of judges 8/3, of error 1/6; ICC(2,1) = 3/(20/6 + 2·2.5/3) = 3/5,
    # ICC(2,k) = 3/(19/6 + 2.5/3) = 3/4. Cronbach: variances 5/3 (of four) and 7/3, covariance 3/2: 2·(1 - 4/7) = 0.857.
    head, _, _, interval, one, mean, concordance, sum_of_two = map(split, agreement.splitlines())
    assert head == ["agreement", "value", "95 % interval", "units"]
    assert interval[:2] + interval[3:] == ["Krippendorff's alpha, interval", "0.46", "3"]
    assert re.fullmatch(r"-?\d\.\d\d to \d\.\d\d", interval[2])
    assert (one[:2], one[3]) == (["ICC(2,1), one judge", "0.60"], "3")
    assert (mean[:2], mean[3]) == (["ICC(2,k), mean of judges", "0.75"], "3")
    assert re.fullmatch(r"-?\d\.\d\d to 0\.\d\d", one[2])
    assert re.fullmatch(r"-?\d\.\d\d to 0\.\d\d", mean[2])
    assert sum_of_two == ["Cronbach's alpha", "0.86", "-", "3"]
    assert concordance == ["Kendall's W", "1.00", "1.00 to 1.00", "3"]
    assert split(pairs.splitlines()[2]) == ["x", "y", "3", "1.00", "-1.33", "-2.46 to -0.20"]
    assert models.splitlines()[-1].split()[1:3] == ["4", "4"]


def test_no_alpha_above_one_is_printed():
    """A judge that rates only where the other differs most: the covariance exceeds what the variances allow."""
    given = {"x": [1, 5, 3, 3, 3, 3, 3, 3], "y": [1, 5, *["unparsable"] * 6]}
    rows = [row(judge, value, f"i{i}") for judge, values in given.items() for i, value in enumerate(values)]
    agreement = parts_of(rows)[2]
    assert re.search(r"^Cronbach's alpha +- +- +2$", agreement, re.MULTILINE)
    assert "no value of Cronbach's alpha: so many ratings are missing" in agreement


@pytest.mark.parametrize(("most", "asked"), [(10, True), (7, False)])
def test_a_judge_on_another_scale_than_the_others_is_asked_about(most, asked):
    """A rating or two beyond those of the others may be on the same scale."""
    given = {"x": [1, 5, 3, 2], "y": [2, 4, 3, 1], "z": [0, most, 5, 4]}
    rows = [row(judge, value, f"i{i}") for judge, values in given.items() for i, value in enumerate(values)]
    said = f"the ratings of z are from 0 to {most}, the others' from 1 to 5: are they on one scale?"
    assert (said in " ".join(text_of(rows).split())) == asked


def test_a_panel_has_all_its_parts():
    """Head, judges, agreement of all and of every two, models with the rank correlation under them."""
    head, judges, agreement, pairs, models = parts_of(simulated(seats=2))
    assert head.splitlines() == [
        "creativity_live_idea_bench: originality, asked as critic",
        "80 units of 2 models, 3 judges, 2 per unit, 7 categories in use: 1 to 7",
    ]
    columns, _, *rows = judges.splitlines()
    assert split(columns)[:5] == ["judge", "asked", "missing", "mean", "mean of all"]
    assert split(columns)[5:] == ["severity", "± se", "discrimination", "± se"]
    assert [split(line)[0] for line in rows] == JUDGES
    columns, _, *rows = agreement.splitlines()
    assert [split(line)[0] for line in rows] == [
        "Krippendorff's alpha, ordinal",
        "Krippendorff's alpha, interval",
        "ICC(2,1), one judge",
        "ICC(2,k), mean of judges",
        "Kendall's W",
        "Cronbach's alpha",
    ]
    assert split(rows[0])[-1] == "80"
    assert [split(line)[1:] for line in rows[2:5]] == [["-", "-", "0"]] * 3  # no unit has all three ratings
    assert int(split(rows[5])[-1]) == min(int(split(line)[2]) for line in pairs.splitlines()[2:])
    columns, _, *rows = pairs.splitlines()
    assert split(columns) == ["judge", "compared with", "units", "Spearman", "bias", "limits of agreement"]
    assert [tuple(split(line)[:2]) for line in rows] == list(combinations(JUDGES, 2))
    assert sum(int(split(line)[2]) for line in rows) == 80
    columns, _, *rows, ranks = models.splitlines()
    assert split(columns) == ["model", "units", "rated", "raw mean", "± se", "calibrated", "± se"]
    assert [split(line)[:3] for line in rows] == [["a/1", "40", "40"], ["b/2", "40", "40"]]
    order, reference = ranks.split("; ")
    assert order == "Spearman correlation of raw and calibrated means: 1.000 over 2 models"
    assert reference == f"reference judge: {JUDGES[1]}"


def test_numbers_are_those_of_the_calibration():
    """With two decimals."""
    (cell,) = rating_cells(simulated())
    one = calibrate(cell)
    judges, _, _, models = block(one).split("\n\n")
    for line, judge in zip(judges.splitlines()[4:], one.judges, strict=True):
        numbers = [judge.mean, judge.mean_of_all, *judge[5:9]]
        assert split(line)[3:] == [f"{number:.2f}" for number in numbers]
    for line, model in zip(models.splitlines()[2:-1], one.models, strict=True):
        numbers = [model.raw, model.raw_se, model.calibrated, model.calibrated_se]
        assert split(line)[3:] == [f"{number:.2f}" for number in numbers]


@pytest.mark.parametrize(
    "judges",
    [JUDGES, ["x/a", "x/b", "x/c"]],
    ids=["real", "short"],
)
def test_columns_stand_below_each_other(judges):
    """Of short names and long ones."""
    found = [part.splitlines() for part in parts_of(simulated(judges))[1:]]
    for head, rule, *rows in found:
        lines = [line for line in rows if not line.startswith("Spearman correlation")]
        ends = [match.end() for match in re.finditer("-+", rule)]
        assert {len(line) for line in (head, rule, *lines)} == {ends[-1]}
        for line in (head, *lines):
            assert all(line[end : end + 2].strip() == "" for end in ends[:-1])
    assert [split(line)[0] for line in found[0][2:]] == judges


def test_a_terminal_of_120_columns_is_wide_enough():
    """For judges and models of real names, and for every sentence."""
    models = ["openai/gpt-4o-2024-11-20", "anthropic/claude-opus-4-5-20251101 (temp=0.5)"]
    rows = simulated(models=models)
    reasons = ["empty", "refused", "truncated", "unparsable", "out_of_range", "off_scale", "ambiguous", "failed"]
    rows += [row(JUDGES[0], reason, f"{i}-{reason}") for reason in [*reasons, "not_asked"] for i in range(1_000)]
    apart = [row(judge, i % 3, f"{judge}{i}", dimension="clarity") for judge in JUDGES for i in range(5)]
    text = calibrations([*rows, *apart])
    assert "no unit was rated by judges of two of these groups" in text
    assert "not_asked 1,000" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 120


def test_a_judge_without_ratings_is_in_no_pair():
    """The others keep their numbers."""
    rows = simulated()
    silent = [row._replace(rating=None, reason="failed") if row.judge == JUDGES[1] else row for row in rows]
    head, judges, agreement, pairs, _ = parts_of(silent)
    assert "3 judges (1 without a rating), 3 per unit" in head
    assert split(judges.splitlines()[3]) == [JUDGES[1], "80", "100.0%", *"------"]
    assert f"no mean of {JUDGES[1]}: it has no rating" in judges.splitlines()
    assert judges.splitlines()[-1] == f"missing from {JUDGES[1]}: failed 80"
    assert split(agreement.splitlines()[4])[-1] == "80"
    assert [split(line)[:2] for line in pairs.splitlines()[2:]] == [[JUDGES[0], JUDGES[2]]]


def test_what_is_undefined_is_a_dash():
    """Ratings that are all alike have neither agreement nor severity; a bias they have."""
    rows = [row(judge, 3, item) for judge in "xy" for item in "ij"]
    text = text_of(rows)
    _, judges, agreement, pairs, models = parts_of(rows)
    assert "1 category in use: 3\n" in text
    assert "no severity of x, y: not calibrated: all ratings are 3" in judges
    assert split(judges.splitlines()[2]) == ["x", "2", "0.0%", "3.00", *"-----"]
    *rows, why = agreement.splitlines()[2:]
    assert [split(line)[1:] for line in rows] == [["-", "-", "2"]] * 6
    assert why == "no value of Cronbach's alpha: the sums of ratings do not vary"
    assert split(pairs.splitlines()[2]) == ["x", "y", "2", "-", "0.00", "0.00 to 0.00"]
    assert split(models.splitlines()[2]) == ["a/m", "2", "2", "3.00", "0.00", "-", "-"]
    assert "Spearman's correlation" not in text


def test_judges_who_share_one_unit_have_no_bias():
    """One difference has no spread."""
    parts = parts_of([row("x", 3), row("y", 4), row("x", 5, "j")])
    assert split(parts[3].splitlines()[2]) == ["x", "y", "1", "-", "-", "-"]


def test_a_small_error_is_not_printed_as_none_at_all():
    """And nothing is minus zero."""
    # s = 0.05·sqrt(200/199), over sqrt(200): 0.0035; of half as high ratings 0.0018, of twice as high ones 0.0071.
    for height, shown in ((0.1, "<0.01"), (0.05, "<0.01"), (0.2, "0.01"), (0, "0.00")):
        rows = [row(judge, (i % 2) * height, f"i{i:03}") for i in range(200) for judge in "xy"]
        assert split(text_of(rows).split("\n\n")[-1].splitlines()[2])[4] == shown
    assert split(text_of([row("x", -0.001)]).splitlines()[-1])[3] == "0.00"
    # Deviations of ±0.001: the bias of -0.001 is 0.00 to two decimals.
    rows = [row("x", 1, "i"), row("y", 1.001, "i"), row("x", 2, "j"), row("y", 2.001, "j")]
    assert split(parts_of(rows)[3].splitlines()[2])[4:] == ["0.00", "0.00 to 0.00"]


def test_blocks_follow_each_other_and_the_legend_comes_last():
    """Once, and only where something was calibrated."""
    rows = simulated()
    text = calibrations([*rows, *(rating_row._replace(dimension="feasibility") for rating_row in rows)])
    assert text.count("asked as critic") == 2
    assert " ".join(text.split("\n\n")[-1].split()) == f"{LEGEND} {RESAMPLED}"
    assert text.count(LEGEND[:20]) == 1
    alone = calibrations([row("x", 3), row("x", 4, "j")])
    assert "\n*: " not in text
    assert LEGEND[:20] not in alone
    assert calibrations([]) == ""


def test_ways_of_asking_are_tables_of_their_own():
    """Their titles say which where there are several; what is compared stands below in any case."""
    ways = [f"judge_temp:{temp}|rubric:1@sha256:abc|card:1" for temp in (0, 1)]
    rows = [row(judge, value, judging=way) for way in ways for judge, value in (("x", 1), ("y", 2))]
    lines = calibrations(rows).splitlines()
    heads = [line for line in lines if "asked as" in line]
    assert heads == [f"creativity_live_idea_bench: originality, asked as critic (judge temp {temp})" for temp in (0, 1)]
    assert [line for line in lines if line.startswith("judging")] == [f"judging: {way}" for way in ways]
    alone = calibrations(rows[:2]).splitlines()
    assert alone[0] == "creativity_live_idea_bench: originality, asked as critic"
    assert f"judging: {ways[0]}" in alone
    read = csv.DictReader(io.StringIO(render(tables.calibrations(rows), "csv")))
    assert {(row["judge"], row["judging"], row["mean"]) for row in read if row["table"] == "judges"} == {
        (judge, way, mean) for way in ways for judge, mean in (("x", "1.0"), ("y", "2.0"))
    }


def test_models_are_counted_and_not_their_runs():
    """One that was run at two temperatures is one model in two rows."""
    runs = {"0.5": "a/m", "1": "a/m", "2": "b/m"}
    rows = [
        row(judge, i + n, f"i{i}", model, run=f"g:temp={temp},model={model}")
        for n, (temp, model) in enumerate(runs.items())
        for i in range(4)
        for judge in "xy"
    ]
    head, *_, models = parts_of(rows)
    assert head.splitlines()[1].startswith("12 units of 2 models, 2 judges")
    *_, first, second, third, ranks = models.splitlines()
    assert [split(line)[0] for line in (first, second, third)] == ["b/m", "a/m (temp=1)", "a/m (temp=0.5)"]
    assert ranks.endswith("over 3 runs; reference judge: x")


def test_severities_that_are_partly_assumed_are_marked():
    """By a star at the number, and a line at the end that says what it means; the mean of all is there to compare."""
    rows = [row._replace(rating=min(row.rating, 5)) if row.judge == JUDGES[1] else row for row in simulated()]
    assert max(row.rating for row in rows) == 7
    judges = parts_of(rows)[1].splitlines()[2:]
    assert [split(line)[6] == "*" for line in judges] == [False, True, False]
    lines = " ".join(calibrations(rows).split("\n\n")[-1].split())
    assert lines == f"{LEGEND} {STARRED} {RESAMPLED}"
