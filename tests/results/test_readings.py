"""What ``perf/published_validity.md`` says of Table 1 beyond the command, recomputed with numpy from the scores."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from published_validity import read_printed
from scipy.stats import rankdata

PAPER = read_printed()
PAGE = (Path(__file__).parents[2] / "perf" / "published_validity.md").read_text("utf-8")
TESTS = [test for test in PAPER.of_kind("test") if test.title != "DRAT"]
BENCHMARKS = PAPER.of_kind("benchmark")
PRINTED = {(row.test, row.embedding, row.benchmark): row for row in PAPER.printed if row.source.startswith("Table")}
SCORES = {instrument.name: PAPER.values(instrument.name) for instrument in (*TESTS, *BENCHMARKS)}
ARENA, MMLU = PAPER.capability.T
ALL_TESTS = np.isfinite(np.column_stack([SCORES[test.name] for test in TESTS])).all(axis=1)


def place(model):
    return PAPER.models.index(model)


def finite(*columns):
    return np.isfinite(np.column_stack(columns)).all(axis=1)


def residual(y, controls):
    design = np.column_stack([np.ones(len(y)), controls])
    return y - design @ np.linalg.lstsq(design, y, rcond=None)[0]


def correlate(x, y):
    return float(np.corrcoef(x, y)[0, 1])


def plain(x, y, controls=PAPER.capability):
    rows = finite(x, y, controls)
    x, y, controls = x[rows], y[rows], controls[rows]
    return correlate(x, y), correlate(x, residual(y, controls))


def partial(x, y):
    rows = finite(x, y, ARENA, MMLU)
    g = PAPER.capability[rows]
    return plain(x, y)[0], correlate(residual(x[rows], g), residual(y[rows], g))


def transformed(how):
    def reading(x, y):
        rows = finite(x, y, ARENA, MMLU)
        return plain(how(x[rows]), how(y[rows]), np.column_stack([how(ARENA[rows]), how(MMLU[rows])]))

    return reading


def off(reading, scores=SCORES):
    """Differences from print, shape (72,)."""
    found = []
    for test, benchmark in product(TESTS, BENCHMARKS):
        printed = PRINTED[test.title, test.embedding, benchmark.name]
        v, s = reading(scores[test.name], scores[benchmark.name])
        found += [v - printed.validity, s - printed.specificity]
    return np.array(found)


def changed(**columns):
    return lambda: off(plain, {**SCORES, **columns})


def without(*models):
    rows = [place(model) for model in models]
    columns = {test.name: SCORES[test.name].copy() for test in TESTS}
    for column in columns.values():
        column[rows] = np.nan
    return changed(**columns)


def thirtieths():
    return np.rint(SCORES["rat_accuracy_percent"] * 0.3) / 0.3


READINGS = {
    "as the paper defines them": lambda: off(plain),
    "the RAT in exact thirtieths": changed(rat_accuracy_percent=thirtieths()),
    "without `qwen-2-5-72b-instruct`, the best of the 71 models to leave out": without("qwen-2-5-72b-instruct"),
    "logarithms of all scores": lambda: off(transformed(lambda one: np.log(np.maximum(one, 1e-3)))),
    "partial correlation": lambda: off(partial),
    "Spearman: ranks of all scores": lambda: off(transformed(rankdata)),
    "models with all six tests alone": changed(
        **{known.name: np.where(ALL_TESTS, SCORES[known.name], np.nan) for known in TESTS}
    ),
}


def comes_out(differences):
    return int((np.abs(differences) <= 0.005 + 1e-9).sum())


@pytest.mark.parametrize("name", READINGS)
def test_other_readings_of_the_tables(name):
    """The page's table has the number of cells that come out, and the mean distance."""
    differences = READINGS[name]()
    mean = f"{np.abs(differences).mean():.3f}".lstrip("0")
    assert f"| {name} | {comes_out(differences)} | {mean} |\n" in PAGE


def test_no_single_model_is_to_blame():
    """Without any one of them at most twelve numbers come out, and at most one of the DAT's."""
    found = {model: without(model)() for model in PAPER.models}
    counts = {model: comes_out(differences) for model, differences in found.items()}
    assert max(counts.values()) == 12
    assert [model for model, count in counts.items() if count == 12] == ["qwen-2-5-72b-instruct"]
    assert TESTS[0].title == "DAT"
    assert max(comes_out(differences[:12]) for differences in found.values()) == 1
