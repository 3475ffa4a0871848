"""What may stand before the prompt of any benchmark: be creative, or be effective."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from helm_creativity.core.prompts import render

HERE = Path(__file__).parent
NEUTRAL = "neutral"
INSTRUCTIONS = (NEUTRAL, "creative", "effective")
"""Names of the instructions; the neutral one is none at all."""

BETWEEN = "\n\n"
"""What stands between an instruction and the prompt."""


@dataclass(frozen=True)
class Instruction:
    """What a model reads before the prompt of every item.

    AGC-Bench (Beaty et al. 2026, section 4.5 and appendix I) asks each model twice, once instructed to be creative and
    once to be effective, and takes the difference within a model. It prints no wording; ours are in ``prompts/``.

    Attributes:
        name: one of ``INSTRUCTIONS``.
    """

    name: str = NEUTRAL

    @property
    def text(self) -> str:
        """The words; "" for the neutral instruction."""
        return "" if self.name == NEUTRAL else render(HERE, self.name).text

    @property
    def checksum(self) -> str:
        """Name and checksum, as what is compared shows it; "" for the neutral instruction."""
        return "" if self.name == NEUTRAL else f"{self.name}@sha256:{render(HERE, self.name).sha256[:12]}"
