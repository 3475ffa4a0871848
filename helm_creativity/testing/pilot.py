"""Checks through HELM: ``helm-run`` with both baselines leaves a score, and the pages of ``helm-summarize`` show it."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.types import rate_name
from helm_creativity.operations.running.launch import SUMMARIZER
from helm_creativity.results.runs import Run, read_suite
from helm_creativity.testing.imports import environment
from helm_creativity.testing.loading import load_items, pilot_settings, run_entry
from helm_creativity.testing.problem import Broken, Finding, NotApplicable, Problem
from helm_creativity.testing.scoring import references, require_coverage

MODELS = ("creativity/random-nouns", "creativity/greedy")
ITEMS = 5
RUN, SUMMARIZE = "helm.benchmark.run", "helm.benchmark.presentation.summarize"
SUITE = "pilot"
THREADS = 4
COLUMN = "Score"
"""Title of the main score's column on HELM's pages."""

Table = Mapping[str, Any]


class Pilot:
    """A small run of some benchmarks through HELM. It has a folder of its own, which goes with it."""

    def __init__(self, benchmarks: Sequence[Benchmark[Any]]) -> None:
        self._benchmarks = [benchmark for benchmark in benchmarks if _is_taken(benchmark)]
        self._folder = TemporaryDirectory(prefix="helm-creativity-check-", ignore_cleanup_errors=True)
        self.suite = Path(self._folder.name) / "runs" / SUITE
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts ``helm-run``, so that it runs while other checks are made."""
        entries = [f"{entry}{',' if ':' in entry else ':'}model=text" for entry in map(run_entry, self._benchmarks)]
        options = ["--suite", SUITE, "--max-eval-instances", ITEMS, "--num-threads", THREADS, "--output-path", "."]
        if entries:
            self._running = self._begin(RUN, "--run-entries", *entries, "--models-to-run", *MODELS, *options)

    def stop(self) -> None:
        """Ends what still runs, and takes the folder away."""
        if self._running is not None and self._running.poll() is None:
            self._running.kill()
            self._running.wait()
        self._folder.cleanup()

    @cached_property
    def log(self) -> str:
        """What ``helm-run`` printed, at its end."""
        if self._running is None:
            self.start()
        return self._printed(RUN, self._running)

    @cached_property
    def runs(self) -> list[Run]:
        """The runs that have stats."""
        assert self.log
        return read_suite(self.suite)[0] if self.suite.is_dir() else []

    def find_run(self, benchmark: Benchmark[Any], model: str) -> Run | None:
        """The run of a benchmark by a model; None where HELM left no stats of it."""
        return next((run for run in self.runs if run.name == _run_name(benchmark, model)), None)

    def why(self, benchmark: Benchmark[Any], model: str) -> str:
        """HELM's last words about a run that left no stats."""
        _, _, behind = self.log.partition(f"Error when running {_run_name(benchmark, model)}:\n")
        trace = re.split(r"^\d{4}-\d\d-\d\d ", behind, maxsplit=1, flags=re.MULTILINE)[0]
        return " ".join((trace or self.log).strip().splitlines()[-1].split())

    @cached_property
    def pages(self) -> str:
        """What ``helm-summarize`` printed; the pages are then in the suite's folder."""
        from helm_creativity.operations.helm_schema import schema_yaml

        groups = {run.group for run in self.runs}
        cards = [benchmark.card for benchmark in self._benchmarks if benchmark.card.group in groups]
        stats = {group: {name for run in self.runs if run.group == group for name in run.stats} for group in groups}
        schema = Path(self._folder.name) / "schema.yaml"
        schema.write_text(schema_yaml(cards, stats), "utf-8")
        options = ["--schema-path", schema.name, "--output-path", ".", "--suite", SUITE]
        return self._printed(SUMMARIZE, self._begin(SUMMARIZE, *options, "--summarizer-class-name", SUMMARIZER))

    def _begin(self, program: str, *arguments: object) -> subprocess.Popen[bytes]:
        with self._log(program).open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", program, *map(str, arguments)],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._folder.name,
                env={**environment(), "HF_HUB_OFFLINE": "1"},
            )

    def _printed(self, program: str, running: subprocess.Popen[bytes] | None) -> str:
        """What a program printed, at its end. Its failures show in what it left behind."""
        if running is None:
            return "there is no run entry to run"
        status = running.wait()
        return f"{self._log(program).read_text('utf-8', 'replace').rstrip()}\nexit status {status}"

    def _log(self, program: str) -> Path:
        return Path(self._folder.name) / f"{program}.log"


def _is_taken(benchmark: Benchmark[Any]) -> bool:
    try:
        return bool(load_items(benchmark, pilot_settings(benchmark)))
    except Broken:
        return False


def _run_name(benchmark: Benchmark[Any], model: str) -> str:
    from helm_creativity.helm_plugin.run_spec import run_name

    return f"{run_name(benchmark, pilot_settings(benchmark))},model={model.replace('/', '_')}"


def check_pilot(benchmark: Benchmark[Any], pilot: Pilot) -> Iterator[Finding]:
    """What is wrong with the runs of the benchmark's pilot."""
    assert load_items(benchmark, pilot_settings(benchmark))
    require_coverage(benchmark)
    for model in MODELS:
        run = pilot.find_run(benchmark, model)
        if run is None:
            references(benchmark)  # whose fault, if they have one, is the run's
            yield Problem(
                "pilot",
                f"helm-run left no stats of {run_entry(benchmark)} by {model}: {pilot.why(benchmark, model)}",
                "fix what it reports; HELM empties the folder of a run that fails",
            )
        else:
            yield from check_stats(benchmark, run)


def check_stats(benchmark: Benchmark[Any], run: Run) -> Iterator[Finding]:
    """What the stats of one run lack, or have too many of."""
    from helm_creativity.core.common_stats import card_reasons
    from helm_creativity.helm_plugin.metadata import metric_metadata

    stats, who = run.stats, f"by {run.model}"
    rates = [stats.get(rate_name(reason), 0.0) for reason in card_reasons(benchmark.card)]
    valid = stats.get("valid_rate")
    if valid is None or not math.isclose(valid + math.fsum(rates), 1.0, abs_tol=1e-6):
        yield Problem(
            "pilot",
            f"{who} a share of {valid} is scored, and failure reasons account for {math.fsum(rates):g}: not 1 together",
            "let every SampleScore have a score or one reason; where responses may be unjudged, the card needs the "
            "submetric judge_coverage",
        )
    if "score" not in stats and valid:
        yield Problem(
            "pilot",
            f"{who} {valid:.0%} of the responses are scored, and the run has no score",
            "let score_run give a score wherever responses have one, or the pilot ask for enough responses",
        )
    if run.undefined:
        what = f"{who} {', '.join(run.undefined)} are not finite numbers"
        yield Problem("pilot", what, "return None for undefined values")
    titled = {metric.name for metric in metric_metadata(benchmark.card)}
    if untitled := sorted(set(stats) - titled):
        yield Problem(
            "pilot",
            f"{who} there are stats without a title: {', '.join(untitled)}",
            "describe them as submetrics in card.yaml, or put them into the details of scores",
        )


def check_page(benchmark: Benchmark[Any], pilot: Pilot) -> Iterator[Finding]:
    """What HELM's pages lack."""
    group, title = benchmark.card.group, benchmark.card.title
    runs = [run for model in MODELS if (run := pilot.find_run(benchmark, model))]
    if not runs:
        raise NotApplicable("helm-run left no stats of it: see the check pilot")
    printed = " ".join(pilot.pages.strip().splitlines()[-1].split())
    groups = [cell for table in _tables(pilot.suite / "groups.json") for row in table["rows"] for cell in row]
    if title not in [cell.get("value") for cell in groups if cell.get("href") == f"?group={group}"]:
        yield Problem(
            "page",
            f"HELM's list of benchmarks does not show {title!r} under {group}: {printed}",
            "fix what helm-summarize reports",
        )
        return
    tables = _tables(pilot.suite / "groups" / f"{group}.json")
    for run in runs:
        yield from check_row(run, tables, f"the page of {group}", printed)


def check_row(run: Run, tables: Sequence[Table], page: str, printed: str) -> Iterator[Finding]:
    """Whether a page shows a model, and its score if it has one."""
    from helm.benchmark.model_metadata_registry import get_model_metadata

    import helm_creativity.helm_plugin  # noqa: F401 - registers the models

    name = get_model_metadata(run.model).display_name
    rows = [(table, row) for table in tables for row in table["rows"] if row[0].get("value") == name]
    if not rows:
        yield Problem("page", f"{page} does not show {name}: {printed}", "fix what helm-summarize reports")
        return
    if "score" not in run.stats:
        return
    table, row = rows[0]
    titles = [cell.get("value") for cell in table["header"]]
    if COLUMN not in titles:
        yield Problem("page", f"{page} has no column {COLUMN!r}", "give no stat of a run that title")
    elif row[titles.index(COLUMN)].get("value") is None:
        yield Problem("page", f"{page} has no score of {name}", "give every stat of a run a name of its own")


def _tables(path: Path) -> list[Table]:
    found: list[Table] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return found
