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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.card import card_reasons
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.benchmark.types import rate_name
from helm_creativity.commands.running.launch import SUMMARIZER
from helm_creativity.results.runs import Run, read_suite
from helm_creativity.testing.checks import Findings, environment, require_coverage
from helm_creativity.testing.loading import load_items, pilot_settings, run_entry
from helm_creativity.testing.problem import Broken, NotApplicable
from helm_creativity.testing.responses import references

MODELS = ("creativity/random-nouns", "creativity/greedy")
SUITE = "pilot"
RUNS = Path("runs") / SUITE
OPTIONS = ("--models-to-run", *MODELS, "--max-eval-instances", "5", "--num-threads", "4")
COLUMN = "Score"
"""Title of the main score's column on HELM's pages."""


_STARTED: list[tuple[Path, subprocess.Popen[bytes]]] = []
"""Where HELM runs some benchmarks, and its process."""


@contextmanager
def started(benchmarks: Sequence[Benchmark[Any]]) -> Iterator[None]:
    """Inside, HELM runs those of the benchmarks that have items."""
    entries = []
    for benchmark in benchmarks:
        with suppress(Broken):
            load_items(benchmark, pilot_settings(benchmark))
            entries.append(f"{(entry := run_entry(benchmark))}{',' if ':' in entry else ':'}model=text")
    with TemporaryDirectory(prefix="helm-creativity-check-", ignore_cleanup_errors=True) as folder:
        command, env = [sys.executable, "-m", __name__, *entries], {**environment(), "HF_HUB_OFFLINE": "1"}
        with (Path(folder) / "log").open("wb") as log:
            running = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=folder, env=env)
        _STARTED.append((Path(folder), running))
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

    from helm_creativity.commands.helm_schema import schema_yaml

    def call(program: Callable[[], None], *arguments: str) -> None:
        sys.argv = [program.__module__, *arguments, "--suite", SUITE, "--output-path", "."]
        try:
            program()
        except Exception:
            traceback.print_exc()  # its failures show in what it left behind

    call(run.main, "--run-entries", *sys.argv[1:], *OPTIONS)
    stats: dict[str, set[str]] = {}
    for made in read_suite(RUNS)[0]:
        stats.setdefault(made.group, set()).update(made.stats)
    cards = [find_entry(group.removeprefix("creativity_")).card for group in stats]
    Path("schema.yaml").write_text(schema_yaml(cards, stats), "utf-8")
    call(summarize.main, "--schema-path", "schema.yaml", "--summarizer-class-name", SUMMARIZER)


def _finished(benchmark: Benchmark[Any]) -> tuple[Path, str, dict[str, Run | str]]:
    """Where HELM left its files, what it printed, and a benchmark's run by each model, or the name of one without."""
    from helm_creativity.helm.run_spec import run_name

    folder, running = _STARTED[-1]
    status = running.wait()
    log = f"{(folder / 'log').read_text('utf-8', 'replace').rstrip()}\nexit status {status}"
    runs = {run.name: run for run in read_suite(folder / RUNS)[0]} if (folder / RUNS).is_dir() else {}
    name = run_name(benchmark, pilot_settings(benchmark))
    names = {model: f"{name},model={model.replace('/', '_')}" for model in MODELS}
    return folder / RUNS, log, {model: runs.get(name, name) for model, name in names.items()}


def check_pilot(benchmark: Benchmark[Any]) -> Findings:
    """What is wrong with the runs of the benchmark's pilot."""
    load_items(benchmark, pilot_settings(benchmark))
    require_coverage(benchmark)
    _, log, runs = _finished(benchmark)
    for model, run in runs.items():
        if isinstance(run, Run):
            yield from ((f"by {model} {what}", change) for what, change in wrong_stats(benchmark, run))
            continue
        references(benchmark)  # whose fault, if they have one, is the run's
        behind = log.partition(f"Error when running {run}:\n")[2]
        trace = re.split(r"^\d{4}-\d\d-\d\d ", behind, maxsplit=1, flags=re.MULTILINE)[0] or log
        what = f"helm-run left no stats of {run_entry(benchmark)} by {model}: {trace.strip().splitlines()[-1]}"
        yield what, "fix what it reports; HELM empties the folder of a run that fails"


def wrong_stats(benchmark: Benchmark[Any], run: Run) -> Iterator[tuple[str, str]]:
    """What the stats of one run lack, or have too many of, and what to change."""
    from helm_creativity.helm.classes import metric_metadata

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


def check_page(benchmark: Benchmark[Any]) -> Findings:
    """What HELM's pages lack."""
    from helm.benchmark.model_metadata_registry import get_model_metadata

    import helm_creativity.helm.models  # noqa: F401 - registers the models

    folder, log, runs = _finished(benchmark)
    if not (left := [run for run in runs.values() if isinstance(run, Run)]):
        raise NotApplicable("helm-run left no stats of it: see the check pilot")
    page, change = folder / "groups" / f"{benchmark.card.group}.json", "fix what helm-summarize reports"
    if not page.is_file() or benchmark.card.title not in (folder / "groups.json").read_text("utf-8"):
        yield f"HELM's pages do not show {benchmark.card.title!r}: {log.splitlines()[-2]}", change
        return
    for run in left:
        name, shown = get_model_metadata(run.model).display_name, []
        for table in json.loads(page.read_text("utf-8")):
            titles = [cell.get("value") for cell in table["header"]]
            rows = [dict(zip(titles, row, strict=True)) for row in table["rows"] if row[0].get("value") == name]
            shown += [row.get(COLUMN, {}).get("value") for row in rows]
        if not shown:
            yield f"the page of {benchmark.card.group} does not show {name}", change
        elif "score" in run.stats and shown[0] is None:
            yield (
                f"the page of {benchmark.card.group} has no {COLUMN} of {name}",
                "give no other stat its title or name",
            )


WITH_HELM = {"pilot": check_pilot, "page": check_page}

if __name__ == "__main__":
    main()
