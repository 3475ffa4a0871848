"""What a plan counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import add
from typing import NamedTuple, TypeAlias

from helm_creativity.commands.planning.entries import Refused

TESTED, JUDGE = "model", "judge"
"""What a deployment is asked as."""
Times: TypeAlias = tuple[int, int, int]
"""How often something happens: at least, typically and at most."""


class Load(NamedTuple):
    """What one deployment is sent and sends back: numbers of requests, and tokens."""

    least: int = 0
    typical: int = 0
    most: int = 0
    prompt: float = 0.0
    prompt_most: float = 0.0
    completion: float = 0.0
    completion_most: float = 0.0

    @classmethod
    def of(cls, times: Times, prompt: float, completion: float, limit: int) -> Load:
        """Requests of ``prompt`` tokens each, whose responses have ``completion`` tokens and at most ``limit``."""
        _, typical, most = times
        written = typical * min(completion, limit), float(most * limit)
        return cls(*times, typical * prompt, most * prompt, *written)

    def __add__(self, other: Load) -> Load:  # type: ignore[override]
        return Load(*map(add, self, other))

    @property
    def times(self) -> Times:
        """Requests at least, typically and at most."""
        return self.least, self.typical, self.most


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
    def asked(self) -> dict[tuple[str, str], Load]:
        """What each deployment is sent in each role, models under test first, in the order of the runs."""
        loads: defaultdict[tuple[str, str], Load] = defaultdict(Load)
        counted = [run for run in self.runs if run.items is not None]
        for run in counted:
            loads[run.model, TESTED] += run.tested
        for judge, load in (judge for run in counted for judge in run.judges):
            loads[judge, JUDGE] += load
        return dict(loads)
