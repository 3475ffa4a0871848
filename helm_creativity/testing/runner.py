"""Makes the checks of benchmarks, one after another."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry
from helm_creativity.commands.planning.offline import offline
from helm_creativity.testing.checks import CHECKS, Findings
from helm_creativity.testing.loading import load
from helm_creativity.testing.pilot import WITH_HELM, started
from helm_creativity.testing.problem import Broken, CheckResult, NotApplicable, Problem, describe

Checks = Mapping[str, Callable[[Benchmark[Any]], Findings]]


def check_entries(
    entries: Sequence[BenchmarkEntry],
    only: Collection[str] = (),
    with_pilot: bool = True,
    progress: Callable[[str], None] = lambda line: None,
) -> Iterator[CheckResult]:
    """Results of the checks, benchmark by benchmark; see ``testing.check``. Nothing is asked of the network."""
    checks = {name: find for name, find in CHECKS.items() if not only or name in only}
    of_helm = {name: find for name, find in WITH_HELM.items() if with_pilot and (not only or name in only)}
    loaded: dict[str, Benchmark[Any] | Broken] = {}
    with _undisturbed():
        for entry in entries:
            try:
                loaded[entry.name] = load(entry)
            except Broken as broken:
                loaded[entry.name] = broken
    good = [benchmark for benchmark in loaded.values() if isinstance(benchmark, Benchmark)]
    with started(good) if of_helm else nullcontext():
        for name, benchmark in loaded.items():
            progress(f"checking {name}")
            with _undisturbed():
                results = _results(name, benchmark, {**checks, **of_helm})
            yield from results


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Inside, nothing is asked of the network, and no warning is printed of settings that are only tried."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with offline():
            yield
    finally:
        logging.disable(before)


def _results(name: str, benchmark: Benchmark[Any] | Broken, checks: Checks) -> list[CheckResult]:
    """The results of one benchmark. What is broken is reported once, by the check that is responsible for it.

    Where that one is not made, the first that meets it reports it; the others say that they wait.
    """
    problems: dict[str, dict[Problem, None]] = {check: {} for check in checks}
    remarks: dict[str, list[str]] = {check: [] for check in checks}
    skipped: dict[str, str] = {}
    broken: dict[Problem, str] = {}
    for check, find in checks.items():
        try:
            if isinstance(benchmark, Broken):
                raise benchmark
            for found in find(benchmark):
                if isinstance(found, str):
                    remarks[check].append(found)
                else:
                    problems[check][Problem(check, *found)] = None
        except NotApplicable as reason:
            skipped[check] = str(reason)
        except Broken as met:
            broken.setdefault(met.problem, met.problem.check if met.problem.check in checks else check)
            skipped[check] = f"cannot be checked before {met.problem.check} is fixed"
        except Exception as error:
            what = f"the check itself raises {describe(error)}"
            problems[check][Problem(check, what, "fix what it reports, or the check")] = None
    for problem, check in broken.items():
        if not problems[check]:
            problems[check][problem] = None
            skipped.pop(check, None)
    return [
        CheckResult(name, check, tuple(problems[check]), skipped.get(check, ""), tuple(remarks[check]))
        for check in checks
    ]
