"""Table 1 from the scores that the paper prints."""

from collections import Counter

import numpy as np
import pytest
from published_validity import paper_tables, pool_and_coupling, read_printed, validity_cells

from helm_creativity.reports.tables import WIDTH, render


def report(paper):
    return render(paper_tables(paper))


@pytest.fixture(scope="module")
def paper():
    return read_printed()


@pytest.fixture(scope="module")
def cells(paper):
    return {(cell.test.title, cell.benchmark.title, cell.source): cell for cell in validity_cells(paper)}


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


def test_a_cell_worked_out_apart(paper, cells):
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


def test_pools_of_the_benchmarks(paper):
    """40, 27, 18, 21 and 10 models as Table 1 says, and 20 where it says 21."""
    found = {benchmark.title: pool_and_coupling(paper, benchmark) for benchmark in paper.of_kind("benchmark")}
    assert [n for n, _ in found.values()] == [40, 27, 18, 21, 10, 20]
    assert found["Arena CW"][1] == pytest.approx(0.985, abs=5e-4)
    assert found["LiveIdeaBench"][1] == pytest.approx(0.629, abs=5e-4)


def test_the_page(paper):
    text = report(paper)
    assert max(map(len, text.splitlines())) <= WIDTH + 1
    lines = text.splitlines()
    sentences = " ".join(text.split())
    row = next(line for line in lines if line.startswith("RAT"))
    assert " ".join(row.split()) == "RAT 36 .78 .60 .88 <.001 .76*** .016 n .00 -.34 .34 .995 -.02 .019 n .75"
    assert "Arena CW: 40 models with it and the capability. R = .99 (printed .98). v* = s* = .76." in sentences
    assert "Table 1: of 72 numbers 11 come out (=), 15 may (~), 46 do not (38 n, 8 x);" in sentences
    assert "furthest off is the validity of DAT for NoveltyBench, by -.350" in sentences
    assert (
        "Table 1, specificity of DAT Overall for Mazur CW: .49* needs 19 models or more, and there are 18" in sentences
    )
    assert "R² of LiveIdeaBench from DAT + RAT: .013 over 15 models (printed .011 over 17)" in sentences
    assert "134 numbers of CDAT (GloVe, FastText)" in sentences
