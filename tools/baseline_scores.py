"""Computes the scores of both baselines that ship as ``helm_creativity/results/baseline_scores.csv``.

    python tools/baseline_scores.py

It runs ``helm-run`` over the run entries in ``run_specs`` that need no download and no judge, in a temporary folder,
and reads the suite as a report does. Of two runs with the same comparable settings and number of items, that with the
most responses counts. The lexical judge is left out: its ratings say nothing about creativity.
``tests/results/test_norms.py`` computes the scores again.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from helm.benchmark.presentation.run_entry import read_run_entries

from helm_creativity.benchmark.names import SCORE
from helm_creativity.results.counting import deciding_stats
from helm_creativity.results.loading import read_suite
from helm_creativity.results.norms import ENDS, FILE, ITEMS, KEY, RANDOM_NOUNS, ShippedBaseline
from helm_creativity.results.suite import Suite

RUN_SPECS = Path(__file__).parents[1] / "run_specs"
NEED_DOWNLOADS, JUDGED = ("run_entries_published.conf",), "judges="
BASELINES = ("creativity/greedy", RANDOM_NOUNS)
SUITE = "baselines"
BESIDE = ("score_failures_as_zero", "valid_rate", ITEMS, "num_answers", "unknown_rate", "estimated_rate")
"""Stats that stand beside a score where runs have them."""
HELM_RUN = "from helm.benchmark.run import main\nmain()"
DIGITS = 10
"""Significant digits in the file."""


def run_entries(folder: Path = RUN_SPECS) -> list[str]:
    """The run entries that need no download and no judge, each once."""
    paths = [str(path) for path in sorted(folder.glob("run_entries_*.conf")) if path.name not in NEED_DOWNLOADS]
    entries = [entry.description for entry in read_run_entries(paths).entries]
    return list(dict.fromkeys(entry for entry in entries if JUDGED not in entry))


def computed_scores(folder: Path, entries: Sequence[str]) -> list[ShippedBaseline]:
    """Runs some entries with output in a folder.

    Raises:
        subprocess.CalledProcessError: where ``helm-run`` fails.
    """
    arguments = [
        "--run-entries",
        *entries,
        "--suite",
        SUITE,
        "--output-path",
        folder,
        "--local-path",
        folder / "prod_env",
    ]
    arguments += ["-m", "1000", "-n", "2", "--models-to-run", *BASELINES]
    subprocess.run([sys.executable, "-c", HELM_RUN, *map(str, arguments)], check=True)
    return list(_scores(read_suite([SUITE], folder, draws=100)))


def _scores(suite: Suite) -> Iterator[ShippedBaseline]:
    for place, column in enumerate(suite.columns):
        drawn = suite.drawn(place)
        names = dict.fromkeys((*BESIDE, *deciding_stats(column.group)))
        for row, model in enumerate(suite.models):
            values = {SCORE: suite.scores, f"{SCORE}_se": suite.errors}
            values |= {name: suite.stats[name] for name in names if name in suite.stats}
            stats = {name: float(table[row, place]) for name, table in values.items() if np.isfinite(table[row, place])}
            if SCORE in stats and column.items is not None:
                low, high = (float(end[row]) if np.isfinite(end[row]) else None for end in (drawn.low, drawn.high))
                yield ShippedBaseline(column.group, model, column.comparable, column.items, low, high, stats)


def write(found: Sequence[ShippedBaseline], path: Path) -> None:
    """Writes the file."""
    first = (SCORE, f"{SCORE}_se")
    names = dict.fromkeys(name for shipped in found for name in shipped.stats)
    others = [name for name in names if name not in (*first, ITEMS)]
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow([*KEY, *first, *ENDS, *others])
        for shipped in sorted(found, key=lambda row: (row.benchmark, row.comparable, row.items, row.baseline)):
            own = shipped.benchmark, shipped.baseline, shipped.comparable, shipped.items
            before, after = (map(shipped.stats.get, names) for names in (first, others))
            rows.writerow([*own, *map(_text, (*before, shipped.low, shipped.high, *after))])


def _text(value: float | None) -> str:
    return "" if value is None else f"{value:.{DIGITS}g}"


def main() -> None:
    """Writes the file."""
    with tempfile.TemporaryDirectory() as folder:
        found = computed_scores(Path(folder), run_entries())
    write(found, FILE)
    print(f"{len(found)} scores in {FILE}")


if __name__ == "__main__":
    main()
