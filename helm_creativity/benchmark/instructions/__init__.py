"""What may stand before the prompt of any benchmark: be creative, be effective, or give several responses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.names import NEUTRAL, VERBALIZED
from helm_creativity.benchmark.prompts import Prompt, render

HERE = Path(__file__).parent
CANDIDATES = 5
"""Responses for which the verbalized instruction asks in one reply."""

BETWEEN = "\n\n"
"""What stands between an instruction and the prompt."""


def candidates_in(args: Mapping[str, Any]) -> int:
    """``Instruction.candidates`` of a run, by the arguments of its scenario or metric."""
    return Instruction(str(args.get("instruction") or NEUTRAL)).candidates


@dataclass(frozen=True)
class Instruction:
    """What a model reads before the prompt of every item.

    AGC-Bench (Beaty et al. 2026, section 4.5 and appendix I) asks each model twice, once instructed to be creative and
    once to be effective, and takes the difference within a model. It prints no wording; ours are in ``prompts/``.

    The verbalized instruction is verbalized sampling (Zhang, Yu, Chong, Sicilia, Tomz, Manning and Shi 2025,
    arXiv:2510.01171): the model writes several responses with a probability for each, and one of them is drawn by these
    (see ``text.candidates``). The wording is ours, not the authors'.
    """

    name: str = NEUTRAL

    @property
    def text(self) -> str:
        """The words; "" for the neutral instruction."""
        return "" if self.name == NEUTRAL else self._rendered.text

    @property
    def candidates(self) -> int:
        """Responses that the model is asked for in one reply, of which one counts."""
        return CANDIDATES if self.name == VERBALIZED else 1

    @property
    def checksum(self) -> str:
        """Name and checksum, as what is compared shows it; "" for the neutral instruction."""
        return "" if self.name == NEUTRAL else f"{self.name}@sha256:{self._rendered.sha256[:12]}"

    @property
    def _rendered(self) -> Prompt:
        variables = {"n": self.candidates} if self.candidates > 1 else {}
        return render(HERE, self.name, **variables)
