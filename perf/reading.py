"""Measures how long suites take to read, and how much memory that needs.

    python perf/reading.py [--models 200] [--benchmarks 20] [--items 1000] [--folder FOLDER]

A suite as HELM writes it is generated (7.5 GB by default) and read in fresh processes: every score of every item as a
report needs it, by this package and by Python's own ``json`` on a part of the runs in proportion, which must agree;
then all tables; then the whole report.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from suite import write_suite
from vectors import peak_mb

from helm_creativity.results.loading import read_suite
from helm_creativity.results.runs import find_suites, read_suites, run_folders

PART = 100


def measure_suite(folder: Path) -> dict[str, Any]:
    """Everything that a report needs."""
    start = time.perf_counter()
    suite = read_suite([str(folder)], folder)
    opened = time.perf_counter()
    means = np.full(suite.scores.shape, np.nan)
    for place in range(len(suite.columns)):
        responses = suite.responses(place)
        assert responses is not None
        means[:, place] = responses.by_item.mean(axis=1)
    end = time.perf_counter()
    np.testing.assert_allclose(means, suite.scores)
    cells = {name: means[cell] for cell, name in suite.run_names.items()}
    return {"runs": opened - start, "items": end - opened, "check": check(cells), "cells": len(cells)}


def check(means: dict[str, float]) -> float:
    """Mean over the first runs by name."""
    return float(np.mean([means[name] for name in sorted(means)[:PART]]))


def measure_json(folder: Path) -> dict[str, Any]:
    """Main scores of the first runs, as one would read them."""
    start, means = time.perf_counter(), {}
    for path in run_folders(folder)[:PART]:
        name = json.loads((path / "run_spec.json").read_text("utf-8"))["name"]
        means[name] = np.mean(list(scores_in(json.loads((path / "per_instance_stats.json").read_text("utf-8")))))
    return {"items": time.perf_counter() - start, "check": check(means), "cells": len(means)}


def scores_in(entries: list[dict[str, Any]]) -> Iterator[float]:
    """The scores of a file."""
    return (stat["mean"] for entry in entries for stat in entry["stats"] if stat["name"]["name"] == "score")


def measure_tables(folder: Path) -> dict[str, Any]:
    """All stats of all items, as tables."""
    from helm_creativity.results.tidy import write_tables

    start = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=folder.parent) as out:
        counts = write_tables(read_suites(find_suites([str(folder)], folder)), Path(out), False, False, print)
        size = sum(path.stat().st_size for path in Path(out).iterdir())
    return {"items": time.perf_counter() - start, "rows": counts["scores"], "size": size}


def measure_report(folder: Path) -> dict[str, Any]:
    """The page itself: reading, every statistic with its draws, plots."""
    from helm_creativity.reports.page import render_report

    start = time.perf_counter()
    page = render_report(read_suite([str(folder)], folder))
    return {"items": time.perf_counter() - start, "size": len(page.encode())}


MEASURES = {"suite": measure_suite, "json": measure_json, "tables": measure_tables, "report": measure_report}


def in_process(kind: str, folder: Path) -> dict[str, Any]:
    """Runs one measure in a fresh process."""
    command = [sys.executable, __file__, "--measure", kind, "--folder", str(folder)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return dict(json.loads(output.splitlines()[-1]))


def report(folder: Path, items: int) -> None:
    """Measures and prints the findings as Markdown."""
    suite, plain, tables, page = (in_process(kind, folder) for kind in MEASURES)
    assert abs(suite["check"] - plain["check"]) < 1e-9, "the ways of reading disagree"
    runs, size = suite["cells"], sum(path.stat().st_size for path in folder.glob("*/*"))
    all_plain = plain["items"] * runs / plain["cells"]
    print(f"{runs:,} runs of {items:,} items, {size / 1e9:.1f} GB of JSON; {os.cpu_count()} cores\n")
    print("| what is read | time | of processors | peak memory |")
    print("|---|--:|--:|--:|")
    print(f"| what was run and what came out | {suite['runs']:.1f} s | | |")
    print(f"| and the score of every item, a column at a time | {suite['items']:.1f} s | {used(suite)} |")
    print(f"| the scores with Python's `json`, in proportion | {all_plain:.1f} s | | |")
    row = f"into {tables['rows']:,} rows of Parquet, {tables['size'] / 1e6:,.0f} MB"
    print(f"| every stat of every item, {row} | {tables['items']:.1f} s | {used(tables)} |")
    print(f"| **the whole report**, a page of {page['size'] / 1e6:.1f} MB | {page['items']:.1f} s | {used(page)} |")
    print("\nNobody judges these answers; ratings of judges, which lie beside the answers, take longer to read.")
    print("\nProcessors' time is that of the whole process and tells less of what else the machine does.")


def used(process: dict[str, Any]) -> str:
    """Processors' time and memory of a process."""
    return f"{process['processors']:.1f} s | {process['peak']:,.0f} MB"


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--benchmarks", type=int, default=20)
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--folder", type=Path, help="a suite that is there already")
    parser.add_argument("--measure", choices=MEASURES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure is not None:
        found = MEASURES[arguments.measure](arguments.folder)
        print(json.dumps(found | {"peak": peak_mb(), "processors": time.process_time()}))
    elif arguments.folder is not None:
        report(arguments.folder, arguments.items)
    else:
        with tempfile.TemporaryDirectory() as folder:
            suite = Path(folder) / "runs" / "generated"
            write_suite(suite, arguments.models, arguments.benchmarks, arguments.items)
            report(suite, arguments.items)


if __name__ == "__main__":
    main()
