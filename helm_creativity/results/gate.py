"""Gates: which models' scores count, where that depends on the other models of a suite.

A benchmark that has one says so in its module ``across``: ``gates(runs)`` and ``untested(runs)`` of its own runs,
and ``GATED_STAT``, which such runs report even where they cannot be tested. Those that are tested report
``gate_p_value`` and ``gate_difference``, of the model against chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

from helm_creativity.core.registry import import_part, list_entries
from helm_creativity.results.suite import Run


@dataclass(frozen=True)
class Gate:
    """One model under one set of settings.

    Attributes:
        group: the benchmark.
        settings: comparable key without the temperature; where runs asked different numbers of items, with that.
        model: name, with a number where several runs of a temperature have the same.
        adjusted: p-values by temperature, adjusted over the models of that temperature.
        passed: by temperature.
        score: mean over the temperatures that pass, None if none does.
        rule: what the benchmark's gate demands, a sentence for the report.
    """

    group: str
    settings: str
    model: str
    adjusted: Mapping[float, float]
    passed: Mapping[float, bool]
    score: float | None
    rule: str = ""


def gates(runs: Iterable[Run]) -> list[Gate]:
    """The gates of all benchmarks that have one, by benchmark.

    Raises:
        BadArguments: for runs to which a gate cannot be applied.
    """
    return [gate for across, own in _gated(runs) for gate in across.gates(own)]


def untested(runs: Iterable[Run]) -> list[Run]:
    """Runs of gated benchmarks that report nothing by which the gate could judge them."""
    return [run for across, own in _gated(runs) for run in across.untested(own)]


def _gated(runs: Iterable[Run]) -> Iterator[tuple[ModuleType, Sequence[Run]]]:
    """The module with the gate, and the runs, of every benchmark that has one."""
    by_group: dict[str, list[Run]] = {}
    for run in runs:
        by_group.setdefault(run.group, []).append(run)
    for group in sorted(by_group):
        across = _module_with_gate(group)
        if across is not None:
            yield across, by_group[group]


def gate_stat(group: str) -> str:
    """The stat of runs of a group whose scores count only where a model passes a gate, tested or not; "" for none."""
    across = _module_with_gate(group)
    return str(across.GATED_STAT) if across else ""


def _module_with_gate(group: str) -> ModuleType | None:
    entry = next((entry for entry in list_entries() if entry.group == group), None)
    across = import_part(entry, "across") if entry else None
    return across if hasattr(across, "gates") else None
