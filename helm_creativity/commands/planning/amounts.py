"""What a plan counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import NamedTuple

from helm_creativity.commands.planning.entries import Refused

TESTED, JUDGE = "model", "judge"
"""What a deployment is asked as."""


class Times(NamedTuple):
    """How often something happens."""

    least: int = 0
    typical: int = 0
    most: int = 0

    @classmethod
    def exactly(cls, n: int) -> Times:
        """That often, whatever the responses are."""
        return cls(n, n, n)

    def __add__(self, other: Times) -> Times:  # type: ignore[override]
        return Times(*map(add, self, other))


class Load(NamedTuple):
    """What one deployment is sent and sends back, in tokens."""

    calls: Times = Times()
    prompt: float = 0.0
    prompt_most: float = 0.0
    completion: float = 0.0
    completion_most: float = 0.0

    @classmethod
    def of(cls, calls: Times, prompt: float, completion: float, limit: int) -> Load:
        """Requests of ``prompt`` tokens each, whose responses have ``completion`` tokens and at most ``limit``."""
        usual = min(completion, limit)
        return cls(calls, calls.typical * prompt, calls.most * prompt, calls.typical * usual, float(calls.most * limit))

    def __add__(self, other: Load) -> Load:  # type: ignore[override]
        return Load(*map(add, self, other))


def total(loads: Iterable[Load]) -> Load:
    """All loads together."""
    return sum(loads, Load())


@dataclass(frozen=True)
class PlannedRun:
    """What one run asks; ``items`` is None where that is not known, and ``notes`` say why."""

    name: str
    group: str
    model: str
    items: int | None
    trials: int
    requests: Load = field(default_factory=Load)
    further: Load = field(default_factory=Load)
    judges: tuple[tuple[str, Load], ...] = ()
    assumed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    max_tokens: int | None = None
    fitted: str = ""

    @property
    def tested(self) -> Load:
        """All that the model under test is sent."""
        return self.requests + self.further

    @property
    def judging(self) -> Load:
        """All that judges are sent."""
        return total(load for _, load in self.judges)


class DeploymentLoad(NamedTuple):
    """All that one deployment is sent by the runs of a plan, as ``role`` (``TESTED`` or ``JUDGE``)."""

    deployment: str
    role: str
    load: Load


@dataclass(frozen=True)
class Plan:
    """What ``helm-run`` would ask."""

    runs: Sequence[PlannedRun]
    refused: Sequence[Refused] = ()
    unreachable: Sequence[str] = ()

    @property
    def complete(self) -> bool:
        """Whether everything that was wanted is counted, and nothing is known that cannot be asked."""
        return not self.refused and not self.unreachable and not any(run.notes for run in self.runs)

    @property
    def asked(self) -> list[DeploymentLoad]:
        """What each deployment is sent, models under test first, in the order of the runs."""
        counted = [run for run in self.runs if run.items is not None]
        tested = [(TESTED, run.model, run.tested) for run in counted]
        loads: defaultdict[tuple[str, str], Load] = defaultdict(Load)
        for role, name, load in [*tested, *((JUDGE, *judge) for run in counted for judge in run.judges)]:
            loads[name, role] += load
        return [DeploymentLoad(name, role, load) for (name, role), load in loads.items()]
