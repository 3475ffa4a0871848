"""Analyses: each is one function from a suite to tables, for the command, for Python and for the report.

::

    @analysis("reliability", title="Reliability")
    def reliability(suite: Suite, options: NoOptions) -> Iterable[Table]: ...

Its options are a frozen dataclass, subclass of ``DeclaredOptions``: keywords of ``suite.analyse``, options of
``helm-creativity analyse``. Where a suite says nothing, it raises ``NothingToSay``. A benchmark's own are in its module
``comparison``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_type_hints

from helm_creativity.benchmark.names import did_you_mean
from helm_creativity.benchmark.registry import find_entry, import_part, ours_first, tolerating
from helm_creativity.benchmark.settings import DeclaredOptions, options
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.results.table import Table, Tables
from helm_creativity.safe_text import listed, quoted

if TYPE_CHECKING:
    from helm_creativity.results.suite import Suite

SHIPPED: Mapping[str, str] = {
    "composite": "leaderboard",
    "trade_offs": "submetrics",
    "failures": "submetrics",
    "reliability": "reliability",
    "people": "people",
    "common_scale": "common_scale",
    "released_ratings": "human_responses",
    "field_heatmap": "submetrics",
    "judge_bias": "judge_bias",
    "calibration": "calibration",
    "linking": "linking",
    "effects": "effects",
    "groups": "effects",
    "compare": "effects",
    "rank_shifts": "effects",
    "factors": "factors",
    "validity": "validity",
}
"""In which module of ``results`` an analysis is, by its name, in the order in which the report has them."""
Function = TypeVar("Function", bound=Callable[..., Iterable[Table]])


@dataclass(frozen=True)
class NoOptions(DeclaredOptions):
    """Of an analysis that has none."""


class Analysis(NamedTuple):
    """One analysis; ``benchmark`` is the run group of the one whose it is, "" for one of all."""

    name: str
    title: str
    run: Callable[[Suite, Any], Iterable[Table]]
    options: type[DeclaredOptions]
    in_report: bool = True
    benchmark: str = ""

    @property
    def help(self) -> str:
        """The first paragraph of the docstring, in one line."""
        return " ".join((self.run.__doc__ or "").partition("\n\n")[0].split())

    def __call__(self, suite: Suite, chosen: Mapping[str, Any]) -> Tables:
        """The tables under some options."""
        known = options(self.options)
        if unknown := [name for name in chosen if name not in known]:
            raise BadArguments(f"{self.name} has no option {quoted(unknown[0])}{did_you_mean(unknown[0], known)}")
        found = self.run(suite, self.options(**chosen))
        return Tables([found] if isinstance(found, Table) else found)


class AnalysisOutcome(NamedTuple):
    """What became of one analysis: tables, or why there are none."""

    analysis: Analysis
    tables: Tables
    reason: str = ""


def analysis(name: str, *, title: str, in_report: bool = True) -> Callable[[Function], Function]:
    """Makes an analysis of a function; the type hint of ``options`` is the class of its options.

    The report has it under the usual options, where it can say something, unless ``in_report`` is False.
    """

    def register(function: Function) -> Function:
        kind = get_type_hints(function)["options"]
        function.__dict__["analysis"] = Analysis(name, title, function, kind, in_report)
        return function

    return register


def _analyses_in(module: ModuleType) -> list[Analysis]:
    own = (function for function in vars(module).values() if getattr(function, "__module__", "") == module.__name__)
    return [function.analysis for function in own if hasattr(function, "analysis")]


def list_analyses() -> list[Analysis]:
    """All analyses; those of benchmarks last."""
    found = [find_analysis(name) for name in SHIPPED]
    for entry in ours_first():
        if part := import_part(entry, "comparison"):
            with tolerating(entry):
                own = [each._replace(benchmark=entry.group) for each in _analyses_in(part)]
                if taken := {each.name for each in own} & {each.name for each in found}:
                    raise BadArguments(f"there is an analysis {listed(taken)} already: give yours another name")
                found += own
    return found


def find_analysis(name: str) -> Analysis:
    """The analysis of a name."""
    some = list_analyses() if name not in SHIPPED else _analyses_in(import_module(f"{__package__}.{SHIPPED[name]}"))
    known = {found.name: found for found in some}
    if name not in known:
        raise BadArguments(f"there is no analysis {quoted(name)}{did_you_mean(name, known)}")
    return known[name]


def analyse(suite: Suite, name: str, chosen: Mapping[str, Any]) -> Tables:
    """What an analysis says of a suite; see ``Suite.analyse``."""
    return find_analysis(name)(suite, chosen)


def analyse_all(suite: Suite, chosen: Mapping[str, Mapping[str, Any]] | None = None) -> list[AnalysisOutcome]:
    """Every analysis of the report, under the usual options or those that are named for it."""
    found, groups = [], {"", *(column.group for column in suite.columns)}
    for each in list_analyses():
        if each.in_report and each.benchmark in groups:
            with tolerating(find_entry(each.benchmark)) if each.benchmark else nullcontext():
                try:
                    found.append(AnalysisOutcome(each, each(suite, (chosen or {}).get(each.name, {}))))
                except NothingToSay as reason:
                    found.append(AnalysisOutcome(each, Tables(), str(reason)))
    return found
