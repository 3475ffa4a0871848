"""Makes the checks of benchmarks, one after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry
from helm_creativity.operations.planning.offline import offline
from helm_creativity.testing import baselines, card, imports, pilot, prompts_and_items, scoring, settings
from helm_creativity.testing.loading import load
from helm_creativity.testing.problem import WITH_HELM, Broken, CheckResult, NotApplicable, Problem, describe

Check = Callable[[Benchmark[Any]], Iterator[Problem | str]]
"""Finds problems, and says what it could not look at."""
ALL_CHECKS: Mapping[str, Check] = {
    "card": card.check_card,
    "items": prompts_and_items.check_items,
    "prompts": prompts_and_items.check_prompts,
    "settings": settings.check_settings,
    "comparable": settings.check_comparable,
    "reference": scoring.check_reference,
    "empty": scoring.check_empty,
    "refused": scoring.check_refused,
    "truncated": scoring.check_truncated,
    "prompt_truncated": scoring.check_prompt_truncated,
    "chatty": scoring.check_chatty,
    "steady": scoring.check_steady,
    "submetrics": scoring.check_submetrics,
    "imports": imports.check_imports,
    "baselines": baselines.check_baselines,
    "pilot": pilot.check_pilot,
    "page": pilot.check_page,
}


def check_entries(
    entries: Sequence[BenchmarkEntry],
    only: Collection[str] = (),
    with_pilot: bool = True,
    progress: Callable[[str], None] = lambda line: None,
) -> Iterator[CheckResult]:
    """Results of the checks, benchmark by benchmark; see ``testing.check``. Nothing is asked of the network."""
    checks = {
        name: find
        for name, find in ALL_CHECKS.items()
        if (not only or name in only) and (with_pilot or name not in WITH_HELM)
    }
    loaded: dict[str, Benchmark[Any] | Broken] = {}
    with offline():
        for entry in entries:
            try:
                loaded[entry.name] = load(entry)
            except Broken as broken:
                loaded[entry.name] = broken
    good = [benchmark for benchmark in loaded.values() if isinstance(benchmark, Benchmark)]
    with pilot.started(good if checks.keys() & set(WITH_HELM) else []):
        for name, benchmark in loaded.items():
            progress(f"checking {name}")
            yield from _results(name, benchmark, checks)


def _results(name: str, benchmark: Benchmark[Any] | Broken, checks: Mapping[str, Check]) -> Iterator[CheckResult]:
    """The results of one benchmark. What is broken is reported once, by the check that is responsible for it.

    Until its turn the others say that they wait; where it has had its turn, or is not wanted, the first that meets it
    reports it.
    """
    left, reported = list(checks), set[Problem]()
    waiting: dict[str, Problem] = {}
    for check, find in checks.items():
        left.remove(check)
        problems: list[Problem] = []
        remarks: list[str] = []
        skipped = ""
        try:
            if isinstance(benchmark, Broken):
                raise benchmark
            with offline():
                for found in find(benchmark):
                    if isinstance(found, Problem):
                        problems.append(found)
                    else:
                        remarks.append(found)
        except NotApplicable as reason:
            skipped = str(reason)
        except Broken as broken:
            problem = broken.problem
            if problem in reported or problem.check in left:
                skipped = f"cannot be checked before {problem.check} is fixed"
                waiting[problem.check] = problem
            else:
                problems.append(problem)
        except Exception as error:
            problems.append(
                Problem(check, f"the check itself raises {describe(error)}", "fix what it reports, or the check")
            )
        if not problems and check in waiting and waiting[check] not in reported:
            problems, skipped = [waiting[check]], ""
        reported.update(problems)
        yield CheckResult(name, check, tuple(dict.fromkeys(problems)), skipped, tuple(remarks))
