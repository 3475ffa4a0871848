"""Checks through HELM: ``helm-run`` with both baselines leaves a score, and the pages of ``helm-summarize`` show it.

HELM runs all benchmarks at once, in a process of its own, while other checks are made.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.card import card_reasons
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.types import rate_name
from helm_creativity.operations.running.launch import SUMMARIZER
from helm_creativity.results.runs import Run, read_suite
from helm_creativity.testing.imports import environment
from helm_creativity.testing.loading import load_items, pilot_settings, run_entry
from helm_creativity.testing.problem import Broken, NotApplicable, Problem
from helm_creativity.testing.scoring import references, require_coverage

MODELS = ("creativity/random-nouns", "creativity/greedy")
ITEMS, THREADS, SUITE = 5, 4, "pilot"
RUNS = Path("runs") / SUITE
COLUMN = "Score"
"""Title of the main score's column on HELM's pages."""
PROGRAM = "from helm_creativity.testing.pilot import main; main()"


class Pilot:
    """A small run of some benchmarks through HELM, in a folder of its own. What it left is waited for."""

    def __init__(self, folder: Path, running: subprocess.Popen[bytes]) -> None:
        self._folder, self._running = folder, running

    @cached_property
    def log(self) -> str:
        """What HELM printed, at its end."""
        status = self._running.wait()
        return f"{(self._folder / 'log').read_text('utf-8', 'replace').rstrip()}\nexit status {status}"

    @cached_property
    def runs(self) -> Mapping[str, Run]:
        """The runs of which HELM left stats, by name."""
        self._running.wait()
        return {run.name: run for run in read_suite(self._folder / RUNS)[0]} if (self._folder / RUNS).is_dir() else {}

    def rows(self, page: str) -> list[dict[str, dict[str, Any]]]:
        """Rows of the tables of a page of HELM's: cells by the titles of columns, "" for the first."""
        path = self._folder / RUNS / f"{page}.json"
        tables = json.loads(path.read_text("utf-8")) if path.is_file() else []
        return [
            {"": row[0], **dict(zip((cell.get("value") for cell in table["header"]), row, strict=True))}
            for table in tables
            for row in table["rows"]
        ]


_STARTED: list[Pilot] = []


@contextmanager
def started(benchmarks: Sequence[Benchmark[Any]]) -> Iterator[None]:
    """Inside, HELM runs those of the benchmarks that have items."""
    entries = []
    for benchmark in benchmarks:
        with suppress(Broken):
            load_items(benchmark, pilot_settings(benchmark))
            entries.append(f"{(entry := run_entry(benchmark))}{',' if ':' in entry else ':'}model=text")
    if not entries:
        yield
        return
    with TemporaryDirectory(prefix="helm-creativity-check-", ignore_cleanup_errors=True) as folder:
        with (Path(folder) / "log").open("wb") as log:
            running = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, *entries],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env={**environment(), "HF_HUB_OFFLINE": "1"},
            )
        _STARTED.append(Pilot(Path(folder), running))
        try:
            yield
        finally:
            _STARTED.pop()
            running.kill()
            running.wait()


def main() -> None:
    """Runs the run entries of the command line through HELM and makes the pages, in the folder that is current."""
    from helm.benchmark import run
    from helm.benchmark.presentation import summarize

    from helm_creativity.operations.helm_schema import schema_yaml

    entries, common = sys.argv[1:], ["--suite", SUITE, "--output-path", "."]
    options = ["--models-to-run", *MODELS, "--max-eval-instances", str(ITEMS), "--num-threads", str(THREADS)]
    _call(run.main, "--run-entries", *entries, *options, *common)
    stats: dict[str, set[str]] = {}
    for made in read_suite(RUNS)[0]:
        stats.setdefault(made.group, set()).update(made.stats)
    cards = [find_entry(group.removeprefix("creativity_")).card for group in stats]
    Path("schema.yaml").write_text(schema_yaml(cards, stats), "utf-8")
    _call(summarize.main, "--schema-path", "schema.yaml", "--summarizer-class-name", SUMMARIZER, *common)


def _call(program: Callable[[], None], *arguments: str) -> None:
    sys.argv = [program.__module__, *arguments]
    try:
        program()
    except Exception:
        traceback.print_exc()  # its failures show in what it left behind


def _run_name(benchmark: Benchmark[Any], model: str) -> str:
    from helm_creativity.helm_plugin.run_spec import run_name

    return f"{run_name(benchmark, pilot_settings(benchmark))},model={model.replace('/', '_')}"


def check_pilot(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What is wrong with the runs of the benchmark's pilot."""
    load_items(benchmark, pilot_settings(benchmark))
    require_coverage(benchmark)
    pilot = _STARTED[-1]
    for model in MODELS:
        name = _run_name(benchmark, model)
        if name in pilot.runs:
            wrong = wrong_stats(benchmark, pilot.runs[name])
            yield from [Problem("pilot", f"by {model} {what}", change) for what, change in wrong]
            continue
        references(benchmark)  # whose fault, if they have one, is the run's
        behind = pilot.log.partition(f"Error when running {name}:\n")[2]
        trace = re.split(r"^\d{4}-\d\d-\d\d ", behind, maxsplit=1, flags=re.MULTILINE)[0] or pilot.log
        what = f"helm-run left no stats of {run_entry(benchmark)} by {model}: {trace.strip().splitlines()[-1]}"
        yield Problem("pilot", what, "fix what it reports; HELM empties the folder of a run that fails")


def wrong_stats(benchmark: Benchmark[Any], run: Run) -> Iterator[tuple[str, str]]:
    """What the stats of one run lack, or have too many of, and what to change."""
    from helm_creativity.helm_plugin.metadata import metric_metadata

    valid = run.stats.get("valid_rate", 0.0)
    rates = math.fsum(run.stats.get(rate_name(reason), 0.0) for reason in card_reasons(benchmark.card))
    if not math.isclose(valid + rates, 1.0, abs_tol=1e-6):
        what = f"a share of {valid} is scored, and failure reasons account for {rates:g}: not 1 together"
        yield what, "let every SampleScore have a score or one reason; unjudged responses need judge_coverage"
    if "score" not in run.stats and valid:
        what = f"{valid:.0%} of the responses are scored, and the run has no score"
        yield what, "let score_run give a score wherever responses have one"
    if untitled := sorted(run.stats.keys() - {metric.name for metric in metric_metadata(benchmark.card)}):
        what = f"there are stats without a title: {', '.join(untitled)}"
        yield what, "describe them as submetrics in card.yaml, or put them into the details of scores"


def check_page(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What HELM's pages lack."""
    from helm.benchmark.model_metadata_registry import get_model_metadata

    import helm_creativity.helm_plugin  # noqa: F401 - registers the models

    group, change = benchmark.card.group, "fix what helm-summarize reports"
    pilot = _STARTED[-1] if _STARTED else None
    runs = [run for model in MODELS if pilot and (run := pilot.runs.get(_run_name(benchmark, model)))]
    if not pilot or not runs:
        raise NotApplicable("helm-run left no stats of it: see the check pilot")
    links = {(cell.get("href"), cell.get("value")) for row in pilot.rows("groups") for cell in row.values()}
    if (f"?group={group}", benchmark.card.title) not in links:
        what = f"HELM's list of benchmarks does not show {benchmark.card.title!r}: {pilot.log.splitlines()[-2]}"
        yield Problem("page", what, change)
        return
    for run in runs:
        name = get_model_metadata(run.model).display_name
        rows = [row for row in pilot.rows(f"groups/{group}") if row[""].get("value") == name]
        if not rows:
            yield Problem("page", f"the page of {group} does not show {name}", change)
        elif "score" in run.stats and rows[0].get(COLUMN, {}).get("value") is None:
            what = f"the page of {group} has no {COLUMN} of {name}"
            yield Problem("page", what, "give no other stat its title or name")
