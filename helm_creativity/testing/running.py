"""Makes the checks of benchmarks, one after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.operations.planning.offline import offline
from helm_creativity.testing.problem import (
    WITH_HELM,
    Broken,
    CheckResult,
    Finding,
    NotApplicable,
    Problem,
    Remark,
    describe,
)

if TYPE_CHECKING:
    from helm_creativity.testing.pilot import Pilot


Checks = Mapping[str, Callable[..., Iterable[Finding]]]
"""What finds out what is wrong, by the names of the checks; of those that need HELM's runner, with the run."""


def all_checks() -> Checks:
    """The checks, in the order in which they are made."""
    from helm_creativity.testing import baselines, card, imports, pilot, prompts_and_items, scoring, settings

    return {
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
    pilot: bool = True,
    progress: Callable[[str], None] = lambda line: None,
) -> Iterator[CheckResult]:
    """Results of the checks, benchmark by benchmark; see ``testing.check``. Nothing is asked of the network."""
    from helm_creativity.testing.loading import load
    from helm_creativity.testing.pilot import Pilot

    wanted = {
        name: find
        for name, find in all_checks().items()
        if (not only or name in only) and (pilot or name not in WITH_HELM)
    }
    loaded: dict[str, Benchmark[Any] | Broken] = {}
    for entry in entries:
        try:
            with offline():
                loaded[entry.name] = load(entry)
        except Broken as broken:
            loaded[entry.name] = broken
    with ExitStack() as stack:
        run = None
        if wanted.keys() & set(WITH_HELM):
            run = Pilot([benchmark for benchmark in loaded.values() if isinstance(benchmark, Benchmark)])
            stack.callback(run.stop)
            run.start()
        for entry in entries:
            progress(f"checking {entry.name}")
            benchmark = loaded[entry.name]
            if isinstance(benchmark, Broken):
                yield from _not_loaded(entry.name, benchmark.problem, wanted)
            else:
                yield from _make_checks(benchmark, wanted, run)


def _not_loaded(name: str, problem: Problem, checks: Checks) -> Iterator[CheckResult]:
    reports = problem.check if problem.check in checks else next(iter(checks))
    for check in checks:
        if check == reports:
            yield CheckResult(name, check, (problem,))
        else:
            yield CheckResult(name, check, skipped=f"cannot be checked before {problem.check} is fixed")


def _make_checks(benchmark: Benchmark[Any], checks: Checks, pilot: Pilot | None) -> Iterator[CheckResult]:
    left = set(checks)
    reported: set[Problem] = set()
    waiting: list[Problem] = []
    for name, find in checks.items():
        made = partial(find, benchmark, pilot) if name in WITH_HELM else partial(find, benchmark)
        with offline():
            result = _result(benchmark.name, name, made, left, reported, waiting)
        left.remove(name)
        reported.update(result.problems)
        yield result


def _result(
    benchmark: str,
    check: str,
    find: Callable[[], Iterable[Finding]],
    left: Collection[str],
    reported: Collection[Problem],
    waiting: list[Problem],
) -> CheckResult:
    """One check of one benchmark. What is broken is reported once: by the check that is responsible, if that is left.

    Until then it is ``waiting``, so that it is reported even where that check itself does not meet it.
    """
    found: list[Problem] = []
    remarks: list[str] = []
    skipped = ""
    try:
        for finding in find():
            if isinstance(finding, Remark):
                remarks.append(finding.text)
            else:
                found.append(finding)
    except NotApplicable as reason:
        skipped = str(reason)
    except Broken as broken:
        responsible = broken.problem.check
        if broken.problem in reported or (responsible in left and responsible != check):
            skipped = f"cannot be checked before {responsible} is fixed"
            waiting.append(broken.problem)
        else:
            found.append(broken.problem)
    except Exception as error:
        change = "fix what it reports; if the benchmark is not at fault, the check is"
        found.append(Problem(check, f"the check itself raises {describe(error)}", change))
    if not found:
        found = [problem for problem in waiting if problem.check == check and problem not in reported]
    return CheckResult(benchmark, check, tuple(dict.fromkeys(found)), tuple(remarks), skipped)
