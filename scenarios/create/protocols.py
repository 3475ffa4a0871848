"""How CREATE is asked and scored: whose arithmetic, which prompt, how many answers are pooled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.rooms import Prompt, checksum_of, render
from helm_creativity.scenarios.create.instruments import FACTUALITY, FACTUALITY_BY_PROGRAM, SPECIFICITY
from helm_creativity.scenarios.create.program import program_faults
from helm_creativity.scenarios.create.structure import Fault, Target, faults_of

if TYPE_CHECKING:
    from helm_creativity.judging import Instrument
    from helm_creativity.responses.triples import Path as Route

HERE = Path(__file__).parent

TEMPERATURE = 0.7
"""Of the answers of models that do not think (Wadhwa et al. 2026, section 6)."""

SAMPLES = 3
"""Answers that resample pools. The paper does not say; in its Table 15 four of seven models then have about three times
as many paths."""

ITERATIVE, RESAMPLE = "iterative", "resample"
PROMPTINGS = ("original", "creative", "verbalized", ITERATIVE, RESAMPLE)
_FORMS = {ITERATIVE: "original", RESAMPLE: "original"}


@dataclass(frozen=True)
class Protocol:
    """One way of scoring.

    Attributes:
        faults: which paths are structurally valid.
        factuality: the judges' question whether triples are facts.
        last_counts: whether the last triple of a path of several, which the query prescribes, counts in its quality.
        by_program: whether distances and utility are those of the authors' program.
    """

    faults: Callable[[Sequence[Route], Target], list[tuple[Fault, ...]]]
    factuality: Instrument
    last_counts: bool
    by_program: bool

    @property
    def instruments(self) -> tuple[Instrument, Instrument]:
        """What judges are asked of each path, in this order."""
        return SPECIFICITY, self.factuality


PROTOCOLS = {
    "wadhwa2026": Protocol(faults_of, FACTUALITY, last_counts=True, by_program=False),
    "wadhwa2026_code": Protocol(program_faults, FACTUALITY_BY_PROGRAM, last_counts=False, by_program=True),
}


def first_prompt(prompting: str, target: Target, query: str) -> Prompt:
    """What the model is asked first."""
    return render(HERE, _FORMS.get(prompting, prompting), query=query, **target._asdict())


def second_prompt(query: str) -> Prompt:
    """What it is asked in the second turn of ``iterative``."""
    return render(HERE, ITERATIVE, query=query)


def instruments_of(protocol: str) -> str:
    """Number and checksum of what judges are asked."""
    about = {"path": "PATH", "triples": ["TRIPLE"]}
    return checksum_of([form for one in PROTOCOLS[protocol].instruments for form in one.forms(**about)])
