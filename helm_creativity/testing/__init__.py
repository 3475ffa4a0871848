"""Checks of benchmarks: what every one must hold, each with what to change where it does not.

In the tests of a benchmark's own package::

    from helm_creativity.testing import parametrize_with_checks

    @parametrize_with_checks("my_benchmark")
    def test_my_benchmark(check):
        check()
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from helm_creativity.safe_text import quoted
from helm_creativity.testing.problem import SAYS, WITH_HELM, CheckResult, Problem

if TYPE_CHECKING:
    import pytest

__all__ = ["ALL", "CHECKS", "CheckResult", "Problem", "check", "parametrize_with_checks"]

CHECKS = tuple(SAYS)
"""Names of all checks, in the order in which they are made."""
ALL = "all"
"""In the place of names: every benchmark that is installed."""


def check(
    names: str | Sequence[str],
    only: Collection[str] = (),
    pilot: bool = True,
    progress: Callable[[str], None] = lambda line: None,
) -> list[CheckResult]:
    """Results of the checks of some benchmarks, benchmark by benchmark."""
    from helm_creativity.benchmark.registry import entries_to_check
    from helm_creativity.errors import BadArguments
    from helm_creativity.testing.runner import check_entries

    if unknown := [name for name in only if name not in CHECKS]:
        raise BadArguments(f"there is no check {quoted(unknown[0])}; there are {', '.join(CHECKS)}")
    wanted = [names] if isinstance(names, str) else list(names)
    found = [entry for name in ([""] if ALL in wanted else dict.fromkeys(wanted)) for entry in entries_to_check(name)]
    return list(check_entries(found, only, pilot, progress))


def parametrize_with_checks(*names: str, pilot: bool = True) -> pytest.MarkDecorator:
    """Makes each check of some benchmarks a test, which calls its argument ``check``; see ``helm_creativity.testing``.

    ``pilot`` says whether HELM runs them, too, which takes most of the time.
    """
    import pytest

    @cache
    def results(name: str) -> dict[str, CheckResult]:
        return {result.check: result for result in check(name, pilot=pilot)}

    def run(name: str, check_name: str) -> None:
        result = results(name)[check_name]
        if result.problems:
            pytest.fail("\n".join(map(str, result.problems)), pytrace=False)
        if result.skipped:
            pytest.skip(result.skipped)

    wanted = [check_name for check_name in CHECKS if pilot or check_name not in WITH_HELM]
    pairs = [(name, check_name) for name in names for check_name in wanted]
    return pytest.mark.parametrize("check", [pytest.param(partial(run, *pair), id="-".join(pair)) for pair in pairs])
