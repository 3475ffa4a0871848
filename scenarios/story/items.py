"""The sets of cue words: those that a report prints, or those that people got, in a file of the authors."""

from __future__ import annotations

import csv
from pathlib import Path

from helm_creativity.families.rated.authors import read_authors_items

HERE = Path(__file__).parent
SETS = ("low", "high")
BOTH, AGC_HUMAN = "both", "agc-human"


def cue_sets(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Sets of three words that a story must contain, low ones first, each with whether their distance is low or high.

    Args:
        name: as in ``items=``: the printed sets of low semantic distance, of high, or both; or those of AGC-Human.
    """
    if name == AGC_HUMAN:
        return [(name, tuple(text.split(", "))) for _, text in read_authors_items(HERE).read()]
    lines = (HERE / "items" / "cues.csv").read_text("utf-8").splitlines()[1:]
    return [(distance, tuple(words)) for distance, *words in csv.reader(lines) if name in (distance, BOTH)]
