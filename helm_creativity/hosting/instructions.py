"""What any benchmark may be told beside its prompt: to be creative, or to be effective."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from helm.benchmark.adaptation.request_state import RequestState

from helm_creativity.errors import BadArguments
from helm_creativity.rooms import render

HERE = Path(__file__).parent
NEUTRAL = "neutral"
INSTRUCTIONS = (NEUTRAL, "creative", "effective")
"""Names of the instructions; the neutral one is none at all."""

BETWEEN = "\n\n"
"""What stands between an instruction and the prompt."""


@dataclass(frozen=True)
class Instruction:
    """What a model reads before the prompt of every item.

    AGC-Bench (Beaty et al. 2026, section 4.5 and appendix I) asks each model twice, once told to be creative and once
    to be effective, and takes the difference within a model. It prints no wording; ours are in ``prompts/``.

    Attributes:
        name: one of ``INSTRUCTIONS``.
    """

    name: str = NEUTRAL

    @property
    def text(self) -> str:
        """The words; "" for the neutral instruction."""
        return "" if self.name == NEUTRAL else render(HERE, self.name).text

    @property
    def signed(self) -> str:
        """Name and checksum, as signatures show it; "" for the neutral instruction."""
        return "" if self.name == NEUTRAL else f"{self.name}@sha256:{render(HERE, self.name).sha256[:12]}"

    @classmethod
    def of(cls, text: str) -> Instruction:
        """The way back from ``text``.

        Raises:
            BadArguments: for other words than ours.
        """
        for name in INSTRUCTIONS:
            if cls(name).text == text:
                return cls(name)
        raise BadArguments(f"use instruction= with one of {', '.join(INSTRUCTIONS)} instead of instructions={text!r}")


def behind_instruction(state: RequestState, prompt: str) -> str:
    """A further question to the model, behind the instruction that stood before the first one."""
    first = state.instance.input.text
    asked = state.request.prompt
    return asked[: -len(first)] + prompt if first and asked.endswith(first) else prompt
