"""The option ``pytest --helm-creativity-check NAME``: every check of a benchmark is a test of its own.

An installed plug-in is imported by every pytest on the machine, so nothing else is imported before the option is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from helm_creativity.testing import CheckResult

OPTION = "--helm-creativity-check"
WITHOUT = "--helm-creativity-no-pilot"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("helm-creativity", "creativity benchmarks")
    group.addoption(
        OPTION, action="append", default=[], metavar="NAME", help="run the checks of this benchmark; repeatable"
    )
    group.addoption(WITHOUT, action="store_true", help="skip the checks that start HELM")


class Failed(Exception):
    """Problems of a check, as they are reported."""


class CheckItem(pytest.Item):
    """One check of one benchmark."""

    def __init__(self, *, result: CheckResult, **how: Any) -> None:  # noqa: ANN401 - pytest's own
        super().__init__(**how)
        self.result = result

    def runtest(self) -> None:
        """Fails with the problems; is skipped where the check could not be made."""
        if self.result.problems:
            raise Failed("\n".join(str(problem) for problem in self.result.problems))
        if self.result.skipped:
            pytest.skip(self.result.skipped)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:  # noqa: ANN401
        """The problems without a trace of this package."""
        return str(excinfo.value) if isinstance(excinfo.value, Failed) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, None, str]:
        """Benchmark and check."""
        return "helm-creativity check", None, self.name


class CheckCollector(pytest.Collector):
    """The checks of one benchmark, made when they are collected: one run through HELM serves several of them."""

    def collect(self) -> Iterator[CheckItem]:
        """One test for each check."""
        from helm_creativity.errors import CreativityError
        from helm_creativity.testing import check

        try:
            results = check(self.name, pilot=not self.config.getoption(WITHOUT))
        except CreativityError as error:
            raise pytest.UsageError(str(error)) from error
        for result in results:
            yield CheckItem.from_parent(self, name=f"{result.benchmark}: {result.check}", result=result)


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Adds the checks behind the tests that were collected."""
    for name in config.getoption(OPTION):
        collector = CheckCollector.from_parent(session, name=name, nodeid=f"helm-creativity check {name}")
        items.extend(collector.collect())
