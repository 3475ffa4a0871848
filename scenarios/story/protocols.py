"""How stories are asked for, and what scores them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.rooms import Prompt, render

HERE = Path(__file__).parent
SETS = ("low", "high")
CUES: Mapping[str, tuple[str, ...]] = {"both": SETS, **{name: (name,) for name in SETS}}
"""What ``cues=`` may say: the sets of low semantic distance, of high, or both."""


@dataclass(frozen=True)
class Protocol:
    """What scores a story.

    Attributes:
        score: the facet that is the score.
        judged: whether judges are needed.
        trials: answers to each set of cues.
    """

    score: str
    judged: bool
    trials: int = 3


PROTOCOLS = {"mctb2025": Protocol("dsi", judged=False), "agc2026": Protocol("creativity", judged=True)}


class CueSet(NamedTuple):
    """Three words to tell a story with, and whether they are of low or high semantic distance."""

    name: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """As the prompt has them."""
        return ", ".join(self.words)


@cache
def cue_sets(cues: str) -> tuple[CueSet, ...]:
    """The sets that ``cues=`` names, low ones first."""
    with (HERE / "items" / "cues.csv").open(encoding="utf-8", newline="") as file:
        rows = [CueSet(row["set"], (row["first"], row["second"], row["third"])) for row in csv.DictReader(file)]
    return tuple(row for row in rows if row.name in CUES[cues])


def prompt_of(protocol: str, cues: CueSet) -> Prompt:
    """What the model is asked."""
    return render(HERE, protocol, words=cues.text)
