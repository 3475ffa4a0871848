"""Makes the lists of nouns that obey the S-DAT's four constraints, as far as WordNet 3.0 has classes of them.

    python tools/noun_kinds.py --wordnet FOLDER

A noun is edible if one of its first four senses stands in the lexicographer file ``noun.food`` or below *food, solid
food*, and not below *beverage*. It is a tool if one of them stands below *implement*, *instrument* (a device),
*cutlery, eating utensil* or *calculator*, and not below *weapon*. It makes a sound if one of them stands below a class
of sounds (events, speech, music), of instruments and groups that play, of signals and alarms, of guns and explosives,
of engines and what they drive, of electronic equipment, or of storms and what falls from the sky. WordNet knows no
prices: below ten dollars are food, and classes of small things for writing, washing, sewing, fastening and eating.
"Below" follows hypernyms, not instances. Words of several parts are joined with hyphens.

The script refuses inputs whose checksums are not the ones below.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from common_nouns import check_inputs

OUT = Path(__file__).parents[1] / "scenarios/sdat/items"
INPUTS = {
    "data.noun": "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2",
    "index.noun": "a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04",
}
SENSES = 4
FOOD_FILE = "13"
"""The number of ``noun.food`` among WordNet's lexicographer files."""


class Kind(NamedTuple):
    """What nouns belong to a kind.

    Attributes:
        roots: synsets, by offset, below which a sense stands.
        but_not: synsets below which it does not.
        file: number of a lexicographer file all of whose senses belong to it, or "".
        said: what the head of the list says.
    """

    roots: frozenset[str]
    but_not: frozenset[str]
    file: str
    said: str


SOUNDS = {
    "acoustic device": "02676261",
    "aircraft": "02686568",
    "alarm": "02694426",
    "auditory communication": "07109019",
    "electronic equipment": "03278248",
    "explosive device": "03305522",
    "gun": "03467984",
    "mixer": "03775199",
    "motor": "03789946",
    "musical instrument": "03800933",
    "musical organization": "08246613",
    "power tool": "03997484",
    "precipitation": "11494638",
    "self-propelled vehicle": "04170037",
    "signaling device": "04217718",
    "sound": "07371293",
    "storm": "11462526",
    "timepiece": "04437953",
}
CHEAP = {
    "brush": "02908217",
    "candle": "02948072",
    "coin": "13388245",
    "cutlery": "03153375",
    "envelope": "03291819",
    "fastener": "03323703",
    "food": "07555863",
    "foodstuff": "07566340",
    "hosiery": "03540267",
    "lighter": "03666591",
    "needle": "03816136",
    "paper": "14974264",
    "produce": "07705711",
    "soap": "04253437",
    "stationery": "06258852",
    "thread": "04426788",
    "toiletry": "04447443",
    "writing implement": "04608567",
}
"""Synsets of WordNet 3.0 by what they are named, of which the nouns below make a sound or cost little."""

KINDS: Mapping[str, Kind] = {
    "edible": Kind(
        frozenset({"07555863"}), frozenset({"07881800"}), FOOD_FILE, "in noun.food or below food, and not beverages"
    ),
    "tool": Kind(
        frozenset({"03563967", "03574816", "03153375", "02938886"}),
        frozenset({"04565375"}),
        "",
        "below implement, instrument, cutlery or calculator, and not weapons",
    ),
    "sound": Kind(
        frozenset(SOUNDS.values()), frozenset(), "", "below sounds, instruments, signals, guns, engines or the weather"
    ),
    "under_ten_dollars": Kind(
        frozenset(CHEAP.values()),
        frozenset({"07881800"}),
        FOOD_FILE,
        "in noun.food, or below food and small things for writing, washing, sewing, fastening and eating",
    ),
}
HEADER = """\
# Source: nouns of WordNet 3.0 with a sense, of their first {senses}, {said}.
# Made by `python tools/noun_kinds.py`.
# Licence: WordNet 3.0 license, Princeton University; see helm_creativity/embeddings/builtin/LICENSE.wordnet.
"""


class Nouns:
    """The noun senses of WordNet.

    Attributes:
        files: number of the lexicographer file by synset.
        senses: synsets of a noun, the most frequent first.
    """

    def __init__(self, wordnet: Path) -> None:
        self.files: dict[str, str] = {}
        self._hypernyms: dict[str, list[str]] = {}
        for line in (wordnet / "data.noun").read_text("utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.partition(" | ")[0].split(" ")
            synset, pointers = fields[0], 4 + 2 * int(fields[3], 16)
            self.files[synset] = fields[1]
            places = range(pointers + 1, pointers + 1 + 4 * int(fields[pointers]), 4)
            self._hypernyms[synset] = [fields[place + 1] for place in places if fields[place] == "@"]
        self.senses: dict[str, list[str]] = {}
        for line in (wordnet / "index.noun").read_text("utf-8").splitlines():
            if not line.startswith(" "):
                fields = line.split()
                self.senses[fields[0]] = fields[-int(fields[2]) :]
        self.above = cache(self._above)

    def _above(self, synset: str) -> frozenset[str]:
        """The synset and all above it."""
        return frozenset({synset}.union(*map(self.above, self._hypernyms[synset])))

    def of_kind(self, kind: Kind) -> list[str]:
        """The nouns of a kind, in alphabetical order."""
        return sorted(
            noun.replace("_", "-")
            for noun, synsets in self.senses.items()
            if any(self._belongs(synset, kind) for synset in synsets[:SENSES])
        )

    def _belongs(self, synset: str, kind: Kind) -> bool:
        above = self.above(synset)
        return not above & kind.but_not and (self.files[synset] == kind.file or bool(above & kind.roots))


def build(wordnet: Path, out: Path) -> None:
    """Writes a list for each kind into the folder ``out``."""
    check_inputs(wordnet, INPUTS)
    nouns = Nouns(wordnet)
    for name, kind in KINDS.items():
        head = HEADER.format(senses=SENSES, said=kind.said)
        (out / f"{name}.txt").write_text(head + "".join(f"{noun}\n" for noun in nouns.of_kind(kind)), "utf-8")


def main() -> None:
    """Entry point of the module."""
    parser = argparse.ArgumentParser(description="Make the lists of edible things and of tools.")
    parser.add_argument("--wordnet", type=Path, required=True, help="folder with the files of WordNet 3.0")
    parser.add_argument("--out", type=Path, default=OUT, help="folder to write the lists to (default: in place)")
    arguments = parser.parse_args()
    build(arguments.wordnet, arguments.out)


if __name__ == "__main__":
    main()
