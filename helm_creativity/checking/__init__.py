"""Checks of benchmarks: what every one must hold, each with what to change where it does not.

For tests of a benchmark's own::

    from helm_creativity.checking import problems_of

    def test_my_benchmark():
        assert problems_of("my_benchmark") == []
"""

from __future__ import annotations

from collections.abc import Collection

from helm_creativity.checking.problem import Problem

__all__ = ["Problem", "problems_of"]


def problems_of(name: str, pilot: bool = True, only: Collection[str] = ()) -> list[Problem]:
    """Everything that is wrong with a benchmark.

    Args:
        name: of the benchmark.
        pilot: whether HELM runs it, too, which takes about ten seconds.
        only: names of the checks that are made; all if empty.

    Raises:
        BadArguments: when there is no benchmark of that name.
    """
    from helm_creativity.checking.running import verdicts
    from helm_creativity.rooms import rooms_to_check

    return [problem for one in verdicts(rooms_to_check(name), only, pilot) for problem in one.problems]
