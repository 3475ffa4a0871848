"""Benchmarks of ours as simulated runs name them, with arguments and comparable settings from real runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from helm_creativity.benchmark.registry import find_entry
from helm_creativity.embeddings.builtin import estimates_signature, signature

TABLE = f"embedding:{signature()}"


@dataclass(frozen=True)
class BenchmarkEntry:
    """One of ours, under one set of settings; ``comparable`` has fields for table, instruction and judges."""

    name: str
    trials: int  # where a run entry does not say
    comparable: str
    mean: float  # of answers, in units of the score
    sd: float  # of models' true scores
    named: Mapping[str, object]  # arguments before judges, instruction and temperature
    card: str  # its version
    temperature: float = 1.0
    judged: bool = False  # whether judges rate answers as a whole

    @property
    def may_judge(self) -> bool:
        """Whether it takes judges, though it may do without."""
        return self.judged or self.name in ("aut", "story")

    @property
    def domain(self) -> str:
        """What it measures."""
        return find_entry(self.name).card.domain

    @property
    def group(self) -> str:
        return f"creativity_{self.name}"

    def comparable_under(self, instruction: str, judges: str) -> str:
        """The comparable settings of a run."""
        estimating = f"{TABLE}/{estimates_signature()}"
        return self.comparable.format(table=TABLE, estimating=estimating, instruction=instruction, judges=judges)


BENCHMARKS = {
    name: BenchmarkEntry(name, **values)
    for name, values in yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8")).items()
}
