"""Published scores: which model is which, the tables of a paper, and its Table 1 from its printed scores."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from published_validity import pool_and_coupling, read_printed, validity_cells

from helm_creativity.results.published_scores import match_models, read_published_scores


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


PAPER = read_published_scores("schapiro2026")


@pytest.mark.parametrize(
    ("name", "model", "why"),
    [
        ("openai/gpt-4o-2024-08-06", "gpt-4o", "without its date"),
        ("anthropic/claude-3-5-haiku-20241022", "claude-3-5-haiku", "without its date"),
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
