"""The sets of cue words: those that a report prints, or those that people got, in a file of the authors."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.families.rated.authors import read_authors_items

HERE = Path(__file__).parent
SETS = ("low", "high")
AGC_HUMAN = "agc-human"
CUES: Mapping[str, tuple[str, ...]] = {"both": SETS, **{name: (name,) for name in (*SETS, AGC_HUMAN)}}
"""Values of ``items=``: the sets of low semantic distance, of high, or both; or those of AGC-Human, fetched."""


class CueSet(NamedTuple):
    """Three words that a story must contain, and whether they are of low or high semantic distance."""

    name: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """As the prompt has them."""
        return ", ".join(self.words)


def cue_sets(name: str) -> tuple[CueSet, ...]:
    """The sets that ``items=`` names, low ones first."""
    if name == AGC_HUMAN:
        return tuple(CueSet(AGC_HUMAN, tuple(text.split(", "))) for _, text in read_authors_items(HERE).read())
    return tuple(cues for cues in _printed_sets() if cues.name in CUES[name])


@cache
def _printed_sets() -> tuple[CueSet, ...]:
    with (HERE / "items" / "cues.csv").open(encoding="utf-8", newline="") as file:
        return tuple(CueSet(row["set"], (row["first"], row["second"], row["third"])) for row in csv.DictReader(file))
