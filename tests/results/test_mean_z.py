"""Mean z-scores of tests that were run under several embeddings."""

import json
import math
import statistics

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import command
from support.folders import write_run
from support.studies import column, study

import helm_creativity as hc
from helm_creativity.psychometrics.validity import pearson, specificity
from helm_creativity.results.criterion_validity import criterion_validity
from helm_creativity.results.mean_z import mean_z, with_mean_z
from helm_creativity.results.published_scores import read_published_scores
from helm_creativity.results.study import with_uncounted

EMBEDDINGS = ("builtin@sha256:1", "sbert-minilm@rev:2", "sbert-mpnet@rev:3")
TITLE = "DAT, mean z over 3 embeddings"
RNG = np.random.default_rng(19)
N = 20
TRAIT = RNG.standard_normal(N)
# Units and origins of their own; the first model lacks one embedding, and the second another.
SCORES = np.column_stack([TRAIT + RNG.standard_normal(N), 9 * TRAIT + 4, 80 - 3 * TRAIT + RNG.standard_normal(N)])
SCORES[0, 1] = SCORES[1, 2] = np.nan


def dat(embedding, **changes):
    """A column of the DAT under an embedding."""
    key = f"dat|protocol:olson2021|embedding:{embedding}|dictionary:none"
    title = f"DAT (embedding {embedding.partition('@')[0]})"
    return column("dat", **{"title": title, "comparable": key, **changes})


def under_embeddings(scores, embeddings=EMBEDDINGS, **changes):
    """A study of the DAT alone."""
    return study(scores, [dat(embedding) for embedding in embeddings], **changes)


def slow_mean_z(scores):
    """Model by model and embedding by embedding, in plain Python."""
    complete = [row for row in range(len(scores)) if not any(math.isnan(x) for x in scores[row])]
    means = [math.nan] * len(scores)
    for row in complete:
        z = []
        for place in range(scores.shape[1]):
            values = [float(scores[other, place]) for other in complete]
            z.append((float(scores[row, place]) - statistics.mean(values)) / statistics.stdev(values))
        means[row] = statistics.mean(z)
    return means


def notes_and_study(given):
    notes = []
    return notes, with_mean_z(given, notes.append)


def test_the_new_column_is_the_mean_z_and_the_others_stay():
    """Models that lack an embedding have no mean, move no scale, and are counted."""
    before = under_embeddings(SCORES)
    notes, found = notes_and_study(before)
    np.testing.assert_allclose(found.oriented[:, 3], slow_mean_z(SCORES))
    np.testing.assert_array_equal(found.scores[:, :3], before.scores)
    assert found.columns[:3] == before.columns
    new = found.columns[3]
    assert (new.title, new.group, new.primary, new.creative) == (TITLE, "creativity_dat", False, True)
    assert new.comparable.endswith(f"|dictionary:none|mean_z:{', '.join(EMBEDDINGS)}")
    assert notes == [
        f"{TITLE} (builtin, sbert-minilm, sbert-mpnet): 18 models have a score under all of them; "
        "2 left out: lab/m0, lab/m1"
    ]


@given(st.lists(st.lists(st.integers(-50, 50), min_size=3, max_size=3), min_size=3, max_size=9))
@settings(max_examples=60)
def test_it_agrees_with_a_slow_definition(rows):
    """Wherever scores vary under every embedding; else it is undefined throughout."""
    scores = np.array(rows, dtype=float)
    found = mean_z(scores)
    if (np.ptp(scores, axis=0) > 0).all():
        np.testing.assert_allclose(found, slow_mean_z(scores), atol=1e-9)
    else:
        assert np.isnan(found).all()


@given(st.permutations(range(3)), st.integers(1, 4))
@settings(max_examples=20)
def test_neither_order_nor_copies_of_embeddings_matter(order, copies):
    """Any order gives the same; equal embeddings give the plain z-scores of one."""
    np.testing.assert_allclose(mean_z(SCORES[:, order]), mean_z(SCORES), atol=1e-12)
    plain = SCORES[:, 0]
    expected = (plain - plain.mean()) / plain.std(ddof=1)
    np.testing.assert_allclose(mean_z(np.column_stack([plain] * copies)), expected, rtol=1e-12)


def test_the_order_of_columns_does_not_matter():
    """The title and the note are the same, too."""
    first_notes, first = notes_and_study(under_embeddings(SCORES))
    notes, found = notes_and_study(under_embeddings(SCORES[:, ::-1], EMBEDDINGS[::-1]))
    np.testing.assert_allclose(found.scores[:, 3], first.scores[:, 3], atol=1e-12)
    assert (notes, found.columns[3]) == (first_notes, first.columns[3])


def test_scores_of_which_less_is_better_are_turned():
    """More is better in the mean."""
    turned = [dat(embedding, lower_is_better=True) for embedding in EMBEDDINGS]
    _, found = notes_and_study(study(-SCORES, turned))
    np.testing.assert_allclose(found.oriented[:, 3], slow_mean_z(SCORES))


def test_only_otherwise_equal_settings_go_together():
    """Another dictionary makes another test; a test without an embedding has no such column."""
    other = dat(EMBEDDINGS[1], comparable=f"dat|protocol:olson2021|embedding:{EMBEDDINGS[1]}|dictionary:olson2021@1")
    notes, found = notes_and_study(study(SCORES, [dat(EMBEDDINGS[0]), other, column("rat")]))
    assert len(found.columns) == 3
    assert notes == ["no mean z: no test was run under several embeddings with otherwise equal settings"]


def test_baselines_and_scores_that_do_not_count_are_left_out():
    """They would move the scale."""
    models = [*(f"lab/m{row}" for row in range(N - 1)), "creativity/greedy"]
    valid = np.ones((N, 3))
    valid[4, 1] = 0.1
    given = with_uncounted(under_embeddings(SCORES, models=models, stats={"valid_rate": valid}), 0.5)
    notes, found = notes_and_study(given)
    counted = SCORES.copy()
    counted[[4, N - 1]] = np.nan
    np.testing.assert_allclose(found.oriented[:, 3], slow_mean_z(counted))
    assert notes[0].endswith("16 models have a score under all of them; 3 left out: lab/m0, lab/m1, lab/m4")


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([[1, 2], [2, 3], [3, np.nan]], "expected at least 3 models with a score under all of them, got 2"),
        ([[1, 2], [2, 2], [3, 2]], "all models have the same score under sbert-minilm"),
    ],
)
def test_a_mean_that_is_undefined_has_a_reason_and_no_column(scores, expected):
    """Two models have z-scores of the same size whatever they are."""
    notes, found = notes_and_study(under_embeddings(scores, EMBEDDINGS[:2]))
    assert len(found.columns) == 2
    assert notes == [f"no DAT, mean z over 2 embeddings (builtin, sbert-minilm): {expected}"]


def test_criteria_have_the_mean_only_where_it_is_asked_for():
    """The correlation is numpy's of the slow definition."""
    table = [{"model": f"lab/m{row}", "rating": float(value)} for row, value in enumerate(TRAIT + SCORES[:, 0])]
    plain, found = (criterion_validity(under_embeddings(SCORES), table, mean_z=asked) for asked in (False, True))
    assert [each.column.title for each in plain.associations] == [
        each.title for each in under_embeddings(SCORES).columns
    ]
    assert found.associations[:3] == plain.associations
    new = found.associations[3]
    expected = slow_mean_z(SCORES)
    assert (new.column.title, new.pair.n) == (TITLE, N - 2)
    r = np.corrcoef(expected[2:], (TRAIT + SCORES[:, 0])[2:])[0, 1]
    assert new.pair.pearson.r == pytest.approx(r)
    assert len(found.notes) == len(plain.notes) + 1


PAPER = read_published_scores("schapiro2026")


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """A suite of 24 of the paper's models, whose DAT under two embeddings is planted, with a table beside it."""
    folder = tmp_path_factory.mktemp("embeddings")
    y = PAPER.values("eq_bench_creative_writing")
    known = np.flatnonzero(np.isfinite(np.column_stack([y, PAPER.capability])).all(axis=1))[:24]
    scores = np.column_stack([y[known] + 100 * RNG.standard_normal(24), 50 * RNG.standard_normal(24)])
    models = [f"host/{PAPER.models[place]}" for place in known]
    for model, row in zip(models, scores.tolist(), strict=True):
        for embedding, score in zip(EMBEDDINGS, row, strict=False):
            key = f"dat|protocol:olson2021|embedding:{embedding}|dictionary:none"
            name = f"creativity_dat:embedding={embedding[:5]},model={model.replace('/', '_')}"
            write_run(folder / "runs/mine", model=model, stats={"score": score}, name=name, comparable=key)
    pl.DataFrame({"model": models, "rating": scores[:, 0]}).write_csv(folder / "models.csv")
    return folder, known, scores


def rows_of(text, name):
    """Rows of tables of validity, by column of the suite."""
    return {row["column"]: row for table in json.loads(text) if table["name"] == name for row in table["rows"]}


def eq_bench(text):
    """Rows of the table of one benchmark."""
    return next(table["rows"] for table in json.loads(text) if table["facts"].get("benchmark") == "EQ-Bench CW")


def test_published_scores_are_held_against_the_mean(suite):
    """Validity and specificity are those of the slow definition; without the option nothing changes."""
    folder, known, scores = suite
    given = ("validity", "mine", "--output-path", folder)
    text = command.run(*given, "--mean-z").text
    title = "DAT, mean z over 2 embeddings"
    assert f"{title} (builtin, sbert-minilm): 24 models have a score under all of them, none is left out" in " ".join(
        text.split()
    )
    assert f"comparable settings of {title}: dat|protocol:olson2021|dictionary:none|mean_z:" in " ".join(text.split())
    rows = eq_bench(command.run(*given, "--mean-z", "--format", "json").text)
    (row,) = (row for row in rows if row["column"] == title)
    x, y = np.array(slow_mean_z(scores)), PAPER.values("eq_bench_creative_writing")[known]
    assert row["n"] == 24
    assert row["validity"] == pytest.approx(pearson(x, y).r)
    assert row["specificity"] == pytest.approx(specificity(x, y, PAPER.capability[known]).r)
    without = eq_bench(command.run(*given, "--format", "json").text)
    assert without == [row for row in rows if row["column"] != title]


def test_the_command_and_python_give_the_same_of_criteria(suite):
    """By name of the option and of the argument."""
    folder, _, scores = suite
    text = command.run(
        "validity", "mine", "--output-path", folder, "--criteria", folder / "models.csv", "--mean-z", "--format", "json"
    ).text
    row = rows_of(text, "validity")["DAT, mean z over 2 embeddings"]
    found = hc.load_suite(folder, "mine").validity(folder / "models.csv", mean_z=True)
    (record,) = (each for each in found.records() if each["column"] == "DAT, mean z over 2 embeddings")
    assert row["pearson"] == record["pearson"]
    assert record["pearson"] == pytest.approx(np.corrcoef(slow_mean_z(scores), scores[:, 0])[0, 1])
    assert repr(found) == "Validity(1 criterion, 0 covariates, 3 columns)"
