"""Checks of benchmarks: what every one must hold, each with what to change where it does not.

For the tests of a benchmark's own package, ``pytest --helm-creativity-check NAME`` makes each check a test. So does::

    import pytest
    from helm_creativity.testing import CHECKS, check

    @pytest.mark.parametrize("name", CHECKS)
    def test_my_benchmark(name):
        assert [problem for result in check("my_benchmark", only=[name]) for problem in result.problems] == []
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from helm_creativity.safe_text import quoted
from helm_creativity.testing.problem import SAYS, CheckResult, Problem

__all__ = ["ALL", "CHECKS", "CheckResult", "Problem", "check"]

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
    from helm_creativity.core.registry import entries_to_check
    from helm_creativity.errors import BadArguments
    from helm_creativity.testing.running import check_entries

    if unknown := [name for name in only if name not in CHECKS]:
        raise BadArguments(f"there is no check {quoted(unknown[0])}; there are {', '.join(CHECKS)}")
    wanted = [names] if isinstance(names, str) else list(names)
    found = [entry for name in ([""] if ALL in wanted else dict.fromkeys(wanted)) for entry in entries_to_check(name)]
    return list(check_entries(found, only, pilot, progress))
