"""The ways of scoring: which paths are valid, what judges are asked, and whose arithmetic holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from helm_creativity.core.rubrics import Rubric
from helm_creativity.scenarios.create.paths import Fault, Target, faults_of
from helm_creativity.scenarios.create.program import program_faults
from helm_creativity.scenarios.create.rubrics import FACTUALITY, FACTUALITY_BY_PROGRAM, SPECIFICITY
from helm_creativity.scenarios.create.triples import Path


@dataclass(frozen=True)
class CreateProtocol:
    """One way of scoring.

    Attributes:
        faults: which paths are structurally valid.
        factuality: the judges' question whether triples are facts.
        last_counts: whether the last triple of a path of several, which the query prescribes, counts in its quality.
        by_program: whether distances and utility are those of the authors' program.
    """

    faults: Callable[[Sequence[Path], Target], list[tuple[Fault, ...]]]
    factuality: Rubric
    last_counts: bool
    by_program: bool

    @property
    def rubrics(self) -> tuple[Rubric, Rubric]:
        """What judges are asked about each path, in this order."""
        return SPECIFICITY, self.factuality


PROTOCOLS = {
    "wadhwa2026": CreateProtocol(faults_of, FACTUALITY, last_counts=True, by_program=False),
    "wadhwa2026_code": CreateProtocol(program_faults, FACTUALITY_BY_PROGRAM, last_counts=False, by_program=True),
}
