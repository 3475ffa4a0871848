"""What scores predict, with planted shares; users' own tables of models; and published scores."""

import json
import math
import re
import statistics
from collections import Counter
from functools import partial

import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from published_validity import pool_and_coupling, read_printed, validity_cells
from scipy import stats
from support.studies import column, study

from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.psychometrics.validity import frontier, multiple_r, pearson, specificity, williams
from helm_creativity.results.criteria import read_groups, read_model_table
from helm_creativity.results.published_scores import match_models, read_published_scores

RNG = np.random.default_rng(8)
N = 30
# Uncorrelated in this very sample, with mean 0 and one variance: shares of variance are exactly what is planted.
CAPABILITY, OWN, NOISE, OTHER = np.linalg.qr(np.column_stack([np.ones(N), RNG.standard_normal((N, 4))]))[0].T[1:]
SCORES = np.column_stack([OWN + 0.5 * CAPABILITY, OTHER + CAPABILITY])
RATING = math.sqrt(0.3) * OWN + math.sqrt(0.3) * CAPABILITY + math.sqrt(0.4) * NOISE
MODELS = [f"lab/m{row}" for row in range(N)]
ARENA = column("writing", group="arena_cw", title="Arena CW", domain="", ours=False)
COLUMNS = [column("a"), column("b"), ARENA]
PAPER = read_published_scores("schapiro2026")


OF_MODELS = partial(read_model_table, models=MODELS)


def rows(**columns):
    return [dict(zip(["model", *columns], cells, strict=True)) for cells in zip(MODELS, *columns.values(), strict=True)]


def cell(found, name="A", outcome="rating", table="validity"):
    (row,) = [row for row in found.records(table) if (row["column"], row.get("outcome")) == (name, outcome)]
    return row


def of_criteria(table, scores=SCORES, **options):
    return study(scores).analyse("validity", criteria=table, **options)


def test_validity_specificity_and_the_frontier():
    """As scipy has them, over models with all values; an outcome is no part of the composite that predicts it."""
    suite = study(np.column_stack([SCORES, RATING]), COLUMNS)
    table = rows(g=[*CAPABILITY[:-2], None, None])
    found = suite.analyse("validity", covariates=table, capability="g")
    row = cell(found, outcome="Arena CW")
    x, y, g = SCORES[:-2, 0], RATING[:-2], CAPABILITY[:-2]
    line = stats.linregress(g, y)
    assert (row["n"], row["pearson"]) == (N - 2, pytest.approx(np.corrcoef(x, y)[0, 1]))
    assert (row["spearman"], row["spearman_p"]) == pytest.approx(tuple(stats.spearmanr(x, y)))
    assert row["specificity"] == pytest.approx(np.corrcoef(x, y - line.intercept - line.slope * g)[0, 1])
    assert row["capability_r"] == pytest.approx(abs(line.rvalue))
    assert row["ceiling"] == pytest.approx(frontier(row["pearson"], row["capability_r"])[1])
    z = stats.zscore(SCORES, axis=0).mean(axis=1)[:-2]
    assert cell(found, "Composite of creativity", "Arena CW")["pearson"] == pytest.approx(np.corrcoef(z, y)[0, 1])
    assert [table.facts["capability"] for table in found.named("validity")] == ["g"]
    assert found["validity"].plot.kind == "scatter"


def test_without_capability_there_is_no_specificity():
    """Outcomes of which less is better are turned; a benchmark may be the capability, by its group's name."""
    scores = np.column_stack([SCORES, RATING])
    plain, turned = (
        study(scores, [*COLUMNS[:2], last]).analyse("validity")
        for last in (ARENA, column("w", title="Arena CW", ours=False, lower_is_better=True))
    )
    row = cell(plain, outcome="Arena CW")
    assert "capability" in row["undefined"]["specificity"]
    assert plain["validity"].plot is None
    assert cell(turned, outcome="Arena CW")["pearson"] == pytest.approx(-row["pearson"])
    named = study(scores, COLUMNS).analyse("validity", covariates=rows(x=NOISE), capability="arena_cw")
    assert {row["outcome"] for row in named.records()} == {"x"}
    with pytest.raises(BadArguments, match=r"capability: .* got 'mmlu'; there are: Arena CW"):
        study(scores, COLUMNS).analyse("validity", capability="mmlu")
    probe = column("letters", group="creativity_letter_string", title="Letters", probe=True, primary=False)
    found = study(scores, [*COLUMNS[:2], probe]).analyse("validity")  # which is predicted, and predicts nothing
    assert [(row["column"], row["outcome"]) for row in found.records()] == [
        (name, "Letters") for name in ("Composite", "A", "B")
    ]
    few = np.column_stack([SCORES, np.where(np.arange(N) < 2, RATING, np.nan)])
    for suite, why in ((study(SCORES), "no other benchmark"), (study(few, COLUMNS), "fewer than three models")):
        with pytest.raises(NothingToSay, match=why):
            suite.analyse("validity")


def test_published_scores_are_those_of_the_paper():
    """Which model is which is said, with what is not comparable; a column of the file goes before the paper's."""
    y, g = PAPER.values("eq_bench_creative_writing"), PAPER.capability
    rows_of = np.flatnonzero(np.isfinite(y + g.sum(axis=1)) & (np.array(PAPER.models) != "gpt-4o"))[:24]
    y, g, x = y[rows_of], g[rows_of], y[rows_of] + 100 * RNG.standard_normal(24)
    models = [f"host/{PAPER.models[place]}" for place in rows_of]
    models += ["openai/gpt-4o-2024-05-13", "openai/gpt-4o-2024-08-06", "lab/unknown", "creativity/greedy"]
    suite = study(np.concatenate([x, [7, 8, 9, 1e6]])[:, None], [column("dat")], models)
    found = suite.analyse("validity", published="schapiro2026")
    row = cell(found, "DAT", "EQ-Bench CW")
    plain, special = pearson(x, y), specificity(x, y, g)
    assert (row["n"], row["pearson"], row["specificity"]) == (24, pytest.approx(plain.r), pytest.approx(special.r))
    assert row["capability_r"] == pytest.approx(multiple_r(y, g))
    text = "\n".join(found.notes)
    for expected in (
        "24 models of the suite are in schapiro2026",
        "gpt-4o: openai/gpt-4o-2024-05-13, openai/gpt-4o-2024-08-06",
        "not in schapiro2026: lab/unknown",
        "comparable settings of DAT: dat|temperature:1",
    ):
        assert expected in text
    table = [{"model": name, "Mazur CW": at % 7, "mmlu_pro": at**2} for at, name in enumerate(models[:24])]
    own = suite.analyse("validity", published="schapiro2026", covariates=table, capability="mmlu_pro")
    assert {part.facts["capability"] for part in own.named("validity")} == {"mmlu_pro"}
    assert cell(own, "DAT", "Mazur CW")["n"] == 24
    with pytest.raises(BadArguments, match="no model of the suite 'made' is one of schapiro2026"):
        study(SCORES).analyse("validity", published="schapiro2026")


def test_a_planted_increment_comes_back():
    """A adds .3 to the .3 of capability, and B nothing; correlations are numpy's; less is better is turned."""
    found = of_criteria(rows(rating=RATING, capability=CAPABILITY), covariate="capability")
    added, nothing = cell(found), cell(found, "B")
    assert added["delta_r2_low"] < 0.3 < added["delta_r2_high"]
    assert (added["r2_covariates"], added["delta_r2"], added["r2"]) == pytest.approx((0.3, 0.3, 0.6))
    assert (added["f"], added["df"]) == (pytest.approx(0.3 / 0.4 * (N - 3)), N - 3)
    assert (nothing["delta_r2"], nothing["f_p"]) == pytest.approx((0, 1), abs=1e-6)
    assert added["partial"] == pytest.approx(math.sqrt(0.3 / 0.7))
    first, second = found.named("correlations")
    assert (first.plot.kind, first.records()[2]["capability"]) == ("heatmap", pytest.approx(math.sqrt(0.3)))
    assert second.records()[0]["B"] == pytest.approx(stats.spearmanr(*SCORES.T).statistic)
    # A benchmark of the suite may be controlled for, and is no predictor then.
    other = of_criteria(rows(rating=RATING), covariate="b")
    assert ([row["column"] for row in other.records()], other["validity"].facts["covariate"]) == (["A"], "B")
    residuals = [y - np.polyval(np.polyfit(SCORES[:, 1], y, 1), SCORES[:, 1]) for y in (SCORES[:, 0], RATING)]
    assert cell(other)["partial"] == pytest.approx(np.corrcoef(*residuals)[0, 1])
    turned = study(-SCORES, [column("a", lower_is_better=True), column("b")])
    assert cell(turned.analyse("validity", criteria=rows(rating=RATING)))["pearson"] == added["pearson"]


def test_baselines_and_scores_that_do_not_count_are_left_out():
    """One model scored 10 % of its responses only."""
    valid = np.ones((N, 2))
    valid[0, 0] = 0.1
    suite = study(SCORES, models=[*MODELS[:-1], "creativity/greedy"], stats={"valid_rate": valid})
    table = [*rows(rating=RATING)[:-1], {"model": "creativity/greedy", "rating": 3}]
    found = suite.analyse("validity", criteria=table)
    assert (cell(found)["n"], cell(found, "B")["n"]) == (N - 2, N - 1)
    assert any("A of lab/m0" in note for note in found.notes)
    assert any("'creativity/greedy' is no language model" in note for note in found.notes)


def test_what_is_undefined_has_a_reason_and_no_number():
    """Few models, a constant column, more covariates than models, a covariate that is the score."""
    few = [1.0 if row < 3 else None for row in range(N)]
    five = [float(row) if row < 5 else None for row in range(N)]
    table = rows(rating=RATING, few=few, same=[2] * N, five=five, a=SCORES[:, 0])
    for place, row in enumerate(table):
        row |= {f"c{name}": NOISE[(place * name) % N] for name in (1, 7, 11)}
    found = of_criteria(table, covariate="c1+c7+c11")
    for outcome, reason in (
        ("few", "fewer than 4 models"),
        ("same", "all models have one value of same"),
        ("five", "5 models are too few to control for 3: expected at least 6"),
    ):
        assert reason in cell(found, outcome=outcome)["undefined"]["delta_r2"]
    known = of_criteria(rows(rating=RATING, a=SCORES[:, 0]), covariate="a")
    assert "determines the score or the outcome" in cell(known)["undefined"]["partial"]
    short = of_criteria(rows(rating=RATING, g=CAPABILITY)[:4], SCORES[:4], covariate="g")
    assert "most resamples" in cell(short)["undefined"]["delta_r2_interval"]


def test_dates_and_steps_have_trends():
    """Slope per year and per step with scipy's numbers; a step is no criterion."""
    months = [f"20{20 + row // 12}-{1 + row % 12:02d}" for row in range(N)]
    steps = [1000 * row for row in range(N)]
    found = of_criteria(rows(release_date=months, step=steps), curve="step")
    trends = {(row["by"], row["column"]): row for row in found.records("trend")}
    assert list(trends) == [("release_date", "A"), ("release_date", "B"), ("step", "A"), ("step", "B")]
    row, line = trends["step", "A"], stats.linregress(steps, SCORES[:, 0])
    assert (row["slope"], row["pearson_p"]) == pytest.approx((line.slope, line.pvalue))
    assert row["slope_low"] < line.slope < row["slope_high"]
    # A month is a twelfth of a year, within days.
    assert trends["release_date", "A"]["slope"] == pytest.approx(12_000 * line.slope, rel=0.02)


@given(st.permutations(range(12)), st.sampled_from([-3.0, 0.01, 250.0]), st.floats(-100, 100))
@settings(max_examples=15, deadline=None)
def test_neither_order_nor_unit_matters(order, factor, origin):
    """Rows in any order give the same; a criterion in another unit has the same shares of variance."""
    table, scores = rows(rating=RATING, capability=CAPABILITY)[:12], SCORES[:12]
    found = of_criteria(table, scores, covariate="capability").records()
    assert of_criteria([table[place] for place in order], scores, covariate="capability").records() == found
    moved = [{**row, "rating": factor * row["rating"] + origin} for row in table]
    for before, after in zip(found, of_criteria(moved, scores, covariate="capability").records(), strict=True):
        for name in ("r2_covariates", "delta_r2", "f", "delta_r2_low"):
            assert after[name] == pytest.approx(before[name], rel=1e-6, abs=1e-9)


def test_predictors_enter_in_blocks():
    """R² and F by least squares, each step with its own residual: first {A, B}, then C."""
    scores = np.column_stack([SCORES, OWN + NOISE])
    found = of_criteria(rows(rating=RATING), scores, first="a+b", then="C", outcome="rating")
    first, then = found.records("blocks")
    r2 = []
    for k in (2, 3):
        design = np.column_stack([np.ones(N), scores[:, :k]])
        left = RATING - design @ np.linalg.lstsq(design, RATING, rcond=None)[0]
        r2.append(1 - left @ left / (RATING @ RATING))
    assert (first["block"], then["block"]) == ("A + B", "then C")
    assert (first["df1"], first["df2"], then["df1"], then["df2"]) == (2, N - 3, 1, N - 4)
    for row, delta, before in ((first, r2[0], 0), (then, r2[1] - r2[0], r2[0])):
        f = delta / row["df1"] * row["df2"] / (1 - before - delta)
        assert (row["delta_r2"], row["f"]) == pytest.approx((delta, f))
        assert row["p"] == pytest.approx(stats.f.sf(f, row["df1"], row["df2"]))
    # Without a file, of the suite alone; a block that says nothing new has a reason.
    own = study(np.column_stack([scores, 2 * scores[:, 0]])).analyse("validity", first="a", then="d", outcome="c")
    assert "determine each other" in own.records("blocks")[0]["undefined"]["r2"]


def test_two_predictors_of_one_outcome_are_compared():
    """By Williams' t, over the models that have all three."""
    scores = np.vstack([SCORES, [[np.nan, 1.0]]])
    table = [*rows(rating=RATING, other=OTHER), {"model": "lab/m30", "rating": 0.0, "other": 2.0}]
    row = study(scores).analyse("validity", criteria=table).records("compared")[0]
    pairs = ((RATING, SCORES[:, 0]), (RATING, SCORES[:, 1]), SCORES.T)
    expected = williams(*(np.corrcoef(*pair)[0, 1] for pair in pairs), N)
    assert (row["n"], row["df"], row["t"], row["p"]) == pytest.approx((N, N - 3, expected.t, expected.p))
    chosen = study(scores).analyse("validity", criteria=table, compare="a+other").records("compared")
    assert [(row["outcome"], row["first"], row["second"]) for row in chosen] == [("rating", "A", "other")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"covariate": "ratign"}, "covariate: .* got 'ratign'; did you mean 'rating'"),
        ({"covariate": "rating+"}, "covariate: expected benchmarks or columns of numbers, joined by"),
        ({"curve": "place"}, "curve: expected a column of numbers .* got 'place'; there are: rating"),
        ({"covariate": "rating", "curve": "rating"}, "covariate"),
        ({"covariate": "rating"}, "a column of numbers other than covariate, got none; column 'place': 30 of 30"),
        ({"capability": "rating"}, "of other outcomes than criteria"),
        ({"first": "a"}, "need both an outcome, and first, then, or both"),
        ({"first": "a", "then": "a", "outcome": "rating"}, "no variable twice, got A"),
        ({"first": "a", "outcome": "rating+b"}, "expected one outcome"),
        ({"compare": "a"}, "compare: expected two predictors or more"),
        ({"criteria": "", "curve": "step"}, "need criteria"),
    ],
)
def test_what_cannot_be_is_refused(options, message):
    with pytest.raises(BadArguments, match=message):
        study(SCORES).analyse("validity", **{"criteria": rows(rating=RATING, place=["x"] * N), **options})


EMBEDDINGS = ("builtin@sha256:1", "sbert-minilm@rev:2", "sbert-mpnet@rev:3")
TITLE = "DAT, mean z over 3 embeddings"
# Units and origins of their own; the first model lacks one embedding, and the second another.
UNDER = np.column_stack([OWN + NOISE, 9 * OWN + 4, 80 - 3 * OWN + OTHER])
UNDER[0, 1] = UNDER[1, 2] = np.nan


def under(*embeddings, **changes):
    keys = {name: f"dat|protocol:olson2021|embedding:{name}|dictionary:none" for name in embeddings}
    return [column("dat", key=key, title=f"DAT {name}", comparable=key, **changes) for name, key in keys.items()]


def slow_mean_z(scores):
    complete = [row for row in scores.tolist() if not any(map(math.isnan, row))]
    of = [(statistics.mean(values), statistics.stdev(values)) for values in zip(*complete, strict=True)]
    return [statistics.mean((x - mean) / sd for x, (mean, sd) in zip(row, of, strict=True)) for row in scores.tolist()]


def test_criteria_have_the_mean_z_only_where_it_is_asked_for():
    """The correlation is numpy's of the slow definition; models that lack an embedding have none, and are named."""
    suite = study(UNDER, under(*EMBEDDINGS))
    plain, found = (suite.analyse("validity", criteria=rows(rating=RATING), mean_z=asked) for asked in (False, True))
    assert found.records()[:3] == plain.records()
    row = cell(found, TITLE)
    assert (row["n"], row["pearson"]) == (N - 2, pytest.approx(np.corrcoef(slow_mean_z(UNDER)[2:], RATING[2:])[0, 1]))
    assert row["comparable"].endswith(f"|dictionary:none|mean_z:{', '.join(EMBEDDINGS)}")
    assert f"{N - 2} models; left out, lacking one: lab/m0, lab/m1" in found.notes[-1]
    turned = study(-UNDER, under(*EMBEDDINGS, lower_is_better=True))
    other = turned.analyse("validity", criteria=rows(rating=RATING), mean_z=True)
    assert cell(other, TITLE)["pearson"] == pytest.approx(row["pearson"])


@pytest.mark.parametrize(
    ("scores", "columns", "expected"),
    [
        ([[1, 2], [2, 3], [3, np.nan]], under(*EMBEDDINGS[:2]), "fewer than 3 models have a score"),
        ([[1, 2], [2, 2], [3, 2]], under(*EMBEDDINGS[:2]), "or all have the same under one"),
        ([[1, 2], [2, 2], [3, 2]], [*under(EMBEDDINGS[0]), column("rat")], "test was run under several embeddings"),
    ],
)
def test_a_mean_that_is_undefined_has_a_reason_and_no_column(scores, columns, expected):
    found = study(scores, columns).analyse("validity", criteria=rows(rating=RATING)[:3], mean_z=True)
    assert len(found.records()) == 2
    assert re.search(f"^no .*{expected}", found.notes[-1])


def test_a_row_that_cannot_be_used_costs_itself(tmp_path):
    """Each with its line and the reasons; the others are read, also by the end of a model's name."""
    path = tmp_path / "models.csv"
    path.write_text(
        """Model,rating,size,notes,empty,release_date
lab/m0,1,7e9,fine,,2024-03-01
m1,2.5,NA,,,2024-03
lab/m2,good,3,,,spring
lab/m3,4,,,,
lab/m3,5,,,,
lab/mm4,5,,,,
,5,,,,
lab/m5,"1,5",,,,
m7,inf,,,,
lab/m8,8,1,two,,
twin,9,,,,
lab/m9,9,,,,,,extra
lab/m10,1e308,,,,""",
        "utf-8",
    )
    values, released, problems = read_model_table(path, [*MODELS, "x/twin", "y/twin"])
    ratings = {"lab/m0": 1, "lab/m1": 2.5, "lab/m5": 1.5, "lab/m8": 8}
    assert values == {"rating": ratings, "size": {"lab/m0": 7e9, "lab/m8": 1}}
    assert released["lab/m1"] - released["lab/m0"] == pytest.approx(14 / 365.25)
    text = "\n".join(problems)
    for expected in (
        "column 'notes': 2 of 2 cells are none",
        "got 'good'; release_date: expected a date such as 2025-04-14 or",
        "line 5, line 6: lab/m3 has several rows",
        "line 7: 'lab/mm4' is no language model of the suite; did you mean 'lab/m4'",
        "line 8: there is nothing in the column 'model'",
        "line 10: rating: expected a finite number",
        "line 12: 'twin' is no language model of the suite; did you mean 'x/twin' or 'y/twin'?",
        "line 13: 'extra' has no column heading",
    ):
        assert expected in text
    assert len(problems) == 9


def test_a_comma_that_may_be_either_costs_its_row():
    """A programme that rounds to three decimals writes 1,250 as if it parted thousands."""
    cells = ["2,5", "-0,125", "1,234.5", "1,234,567", "1,250"]
    values, _, problems = read_model_table(rows(rating=cells + [""] * (N - 5)), MODELS)
    assert list(values["rating"].values()) == [2.5, -0.125, 1234.5, 1234567]
    assert [problem.partition(" (")[0] for problem in problems] == [
        "row 5: rating: expected a finite number with a point"
    ]


def test_any_table_is_read_alike(tmp_path):
    table = [("lab/m0", 1.5, "2024-03-01"), ("lab/m1", 2.0, "2025-03-01"), ("lab/m2", None, "2025-03-01")]
    frame = pl.DataFrame(table, ["model", "rating", "release_date"], orient="row")
    book = openpyxl.Workbook()
    for row in (frame.columns, *frame.with_columns(pl.col("release_date").str.to_date()).rows()):
        book.active.append(row)
    book.save(tmp_path / "models.xlsx")
    frame.write_csv(tmp_path / "models.tsv", separator="\t")
    expected = read_model_table(frame.to_dicts(), MODELS)
    values, released, _ = expected
    assert values == {"rating": {"lab/m0": 1.5, "lab/m1": 2.0}}
    assert len(released) == 3
    for other in (tmp_path / "models.xlsx", tmp_path / "models.tsv", frame, frame.to_pandas()):
        assert read_model_table(other, MODELS) == expected
    lines = [json.dumps({"model": "lab/m0", "rating": 1.5}), '{"model": "lab/m2", "rating": 3', "[1]"]
    (tmp_path / "criteria.jsonl").write_text("\n".join(lines), "utf-8")
    values, _, problems = read_model_table(tmp_path / "criteria.jsonl", MODELS)
    assert values["rating"] == {"lab/m0": 1.5}
    assert [problem.partition(":")[0] for problem in problems] == ["line 2", "line 3"]


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (OF_MODELS, "model,rating,rating\nlab/m0,1,2\n", "duplicate columns: rating"),
        (OF_MODELS, "name,rating\nlab/m0,1\n", "expected a column 'model' in .*; it has name, rating"),
        (OF_MODELS, "", "is empty"),
        (read_groups, "model,group\na,\n", "line 2: there is nothing in the column 'group'"),
        (read_groups, "model,group\na,x\na,y\n", "line 2, line 3: a has several rows"),
        (read_groups, "modell,group\na,open\n", "expected a column 'model' in .*; it has modell, group"),
        (read_groups, "model,group\na,open,more\n", "line 2: 'more' has no column heading"),
    ],
)
def test_tables_that_cannot_be_read_are_refused(tmp_path, read, text, message):
    """Those of groups are needed whole."""
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises((BadArguments, FileProblem), match=message):
        read(tmp_path / "a.csv")
    with pytest.raises(BadArguments, match="duplicate columns: rating"):
        OF_MODELS(pd.DataFrame([["lab/m0", 1, 2]], columns=["model", "rating", "rating"]))


@pytest.fixture(scope="module")
def paper():
    return read_printed()


@pytest.fixture(scope="module")
def cells(paper):
    return {(cell.test.title, cell.benchmark.title, cell.source): cell for cell in validity_cells(paper)}


def test_the_scores_are_a_row_a_model(paper):
    assert len(paper.models) == len(set(paper.models)) == 71
    assert paper.scores.shape == (71, 15)
    titles = [column.title for column in paper.columns]
    assert np.isfinite(paper.scores[:, titles.index("Mazur CW")]).sum() == 21
    gpt_4o = paper.models.index("gpt-4o")
    assert paper.scores[gpt_4o].tolist() == [
        82.94, 65.14, 66.26, 144.54, 0.729, 93, 36.41, 1443, 0.75, 1423, 1484, 8.18, 0.12, 3.27, 6.69,
    ]  # fmt: skip
    # A model that passed the gate of appropriateness at no temperature has no CDAT.
    phi = paper.models.index("phi-4")
    assert math.isnan(paper.values("cdat_sbert")[phi])
    assert paper.values("cdat_novelty_sbert")[phi] == 72.71
    scores, steps = np.nan_to_num(paper.scores), np.array([column.step for column in paper.columns])
    np.testing.assert_allclose(scores / steps, np.rint(scores / steps), atol=1e-6)


def test_why_cells_come_out_or_do_not(cells):
    table = [cell for (_, _, source), cell in cells.items() if source == "Table 1"]
    counts = Counter(comparison.reproduced for cell in table for comparison in (cell.validity, cell.specificity))
    assert counts == {"same": 11, "rounding": 15, "pool": 38, "scores": 8}
    assert all(cell.specificity.ours.r <= cell.ceiling + 1e-12 for cell in cells.values())  # theorem 1
    # Every model with EQ-Bench or Mazur CW and the capability has a DAT score, and yet it is not the printed one.
    for benchmark, n in (("EQ-Bench CW", 27), ("Mazur CW", 18)):
        cell = cells["DAT", benchmark, "Table 1"]
        assert (cell.n, cell.n_benchmark, cell.validity.reproduced) == (n, n, "scores")
    # The last digit of Hivemind's diversity is worth .02 of its correlations.
    assert cells["RAT", "Hivemind", "Table 1"].validity.rounding == pytest.approx(0.02, abs=0.002)
    assert cells["RAT", "Hivemind", "Table 1"].validity.reproduced == "rounding"


def test_a_cell_worked_out_apart_and_pools(paper, cells):
    x, y = paper.values("rat_accuracy_percent"), paper.values("eq_bench_creative_writing")
    rows = np.isfinite(np.column_stack([x, y, paper.capability])).all(axis=1)
    design = np.column_stack([np.ones(rows.sum()), paper.capability[rows]])
    residuals = y[rows] - design @ np.linalg.lstsq(design, y[rows], rcond=None)[0]
    cell = cells["RAT", "EQ-Bench CW", "Table 1"]
    assert cell.validity.ours.r == pytest.approx(np.corrcoef(x[rows], y[rows])[0, 1])
    assert cell.specificity.ours.r == pytest.approx(np.corrcoef(x[rows], residuals)[0, 1])
    assert cell.coupling == pytest.approx(np.sqrt(1 - residuals.var() / y[rows].var()))
    assert (cell.n, cell.validity.ours.df, cell.specificity.ours.df) == (25, 23, 21)
    assert cell.validity.difference == pytest.approx(cell.validity.ours.r - 0.57)
    # 40, 27, 18, 21 and 10 models as Table 1 says, and 20 where it says 21.
    found = {benchmark.title: pool_and_coupling(paper, benchmark) for benchmark in paper.of_kind("benchmark")}
    assert [n for n, _ in found.values()] == [40, 27, 18, 21, 10, 20]
    assert found["Arena CW"][1] == pytest.approx(0.985, abs=5e-4)
    assert found["LiveIdeaBench"][1] == pytest.approx(0.629, abs=5e-4)


@pytest.mark.parametrize(
    ("name", "model", "why"),
    [
        ("openai/gpt-4o-2024-08-06", "gpt-4o", "without its date"),
        ("openai/gpt-4.1-2025-04-14", "gpt-4-1", "without its date"),
        ("google/gemini-2.0-flash-001", "gemini-2-0-flash-001", ""),
        ("meta/llama-3.1-8b-instruct-turbo", "llama-3-1-8b-instruct", "quantised by the host"),
        ("mistralai/open-mistral-nemo-2407", "mistral-nemo", "full name"),
        ("anthropic/claude-3.7-sonnet:thinking", "claude-3-7-sonnet_thinking", ""),
        ("qwen/qwen2.5-coder-32b-instruct", "qwen-2-5-coder-32b-instruct", "another spelling"),
    ],
)
def test_names_that_stand_for_a_model(name, model, why):
    found = match_models([name], PAPER)
    assert found.models == {name: model}
    assert found.taken_as == ((f"{name} as {model} ({why})",) if why else ())


@pytest.mark.parametrize(
    "name",
    [
        "openai/o3-2025-04-16-high-reasoning-effort",
        "google/gemini-2.5-flash-preview-04-17",
        "mistralai/mistral-large-2402",
        "openai/gpt-4o-2024-13-06",
        "meta/llama-3.1-8b",
        "anthropic/claude-3-7-sonnet-20250219-dspy-zs-cot",
        "openai/gpt",
        "",
    ],
)
def test_names_that_stand_for_none(name):
    assert match_models([name], PAPER) == ({}, (), (name,), (), ())


def test_two_names_of_one_model_are_both_left_out():
    """It is unknown which of them the paper tested; every name of the paper is its own, behind a host's name too."""
    names = ["openai/gpt-4o-2024-05-13", "openai/gpt-4o-2024-08-06", "openai/gpt-5-2025-08-07"]
    found = match_models(names, PAPER)
    assert (found.models, found.unmatched) == ({names[2]: "gpt-5"}, ())
    assert found.ambiguous == (f"gpt-4o: {names[0]}, {names[1]}",)
    assert match_models(["a/gpt-5", "b/gpt-5"], PAPER).ambiguous == ("gpt-5: a/gpt-5, b/gpt-5",)
    hosted = {f"host/{model}": model for model in PAPER.models}
    assert match_models(list(hosted), PAPER) == (hosted, (), (), (), ())


def test_the_plain_name_counts_before_others():
    """And the others give way, which is reported: they are no strangers to the paper."""
    found = match_models(["meta/llama-3.1-8b-instruct-turbo", "meta/llama-3.1-8b-instruct"], PAPER)
    assert found.models == {"meta/llama-3.1-8b-instruct": "llama-3-1-8b-instruct"}
    assert (found.taken_as, found.unmatched) == ((), ())
    assert found.gave_way == (
        "meta/llama-3.1-8b-instruct-turbo to meta/llama-3.1-8b-instruct as llama-3-1-8b-instruct",
    )


@given(st.lists(st.sampled_from([*PAPER.models, *PAPER.also_called, "x/other", "gpt-4o-2024-05-13"]), unique=True))
def test_every_name_is_accounted_for(names):
    """Matched, unmatched, ambiguous or given way, and no model twice."""
    found = match_models(names, PAPER)
    ambiguous = [name for line in found.ambiguous for name in line.partition(": ")[2].split(", ")]
    gave_way = [line.partition(" to ")[0] for line in found.gave_way]
    assert sorted([*found.models, *found.unmatched, *ambiguous, *gave_way]) == sorted(names)
    assert len(set(found.models.values())) == len(found.models)
    assert set(found.models.values()) <= set(PAPER.models)
