"""What a plan counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from helm_creativity.commands.planning.entries import Refused

TESTED, JUDGE = "model", "judge"
"""What a deployment is asked as."""


@dataclass(frozen=True)
class Times:
    """How often something happens."""

    least: int = 0
    typical: int = 0
    most: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.typical <= self.most:
            raise ValueError(f"expected 0 <= least <= typical <= most, got {self}")

    @classmethod
    def exactly(cls, n: int) -> Times:
        """That often, whatever the responses are."""
        return cls(n, n, n)

    def __add__(self, other: Times) -> Times:
        return Times(self.least + other.least, self.typical + other.typical, self.most + other.most)


@dataclass(frozen=True)
class Load:
    """What one deployment is sent and sends back."""

    calls: Times = field(default_factory=Times)
    prompt: float = 0.0
    prompt_most: float = 0.0
    completion: float = 0.0
    completion_most: float = 0.0

    @classmethod
    def of(cls, calls: Times, prompt: float, completion: float, limit: int) -> Load:
        """Requests of ``prompt`` tokens each, whose responses have ``completion`` tokens and at most ``limit``."""
        usual = min(completion, limit)
        return cls(calls, calls.typical * prompt, calls.most * prompt, calls.typical * usual, float(calls.most * limit))

    def __add__(self, other: Load) -> Load:
        return Load(
            self.calls + other.calls,
            self.prompt + other.prompt,
            self.prompt_most + other.prompt_most,
            self.completion + other.completion,
            self.completion_most + other.completion_most,
        )


def total(loads: Iterable[Load]) -> Load:
    """All loads together."""
    return sum(loads, Load())


@dataclass(frozen=True)
class PlannedRun:
    """What one run asks."""

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
class DeploymentLoad:
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
        found: dict[tuple[str, str], DeploymentLoad] = {}
        for role in (TESTED, JUDGE):
            for run in (run for run in self.runs if run.items is not None):
                for name, load in [(run.model, run.tested)] if role == TESTED else run.judges:
                    before = found.get((role, name), DeploymentLoad(name, role, Load()))
                    found[role, name] = replace(before, load=before.load + load)
        return list(found.values())

    @property
    def assumed(self) -> list[str]:
        """What the benchmarks' numbers rest on, each sentence once."""
        return list(dict.fromkeys(assumption for run in self.runs for assumption in run.assumed))
