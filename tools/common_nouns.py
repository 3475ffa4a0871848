"""Makes the list of common nouns from WordNet 3.0.

    python tools/common_nouns.py --wordnet FOLDER

WordNet counts how often each sense was met in its tagged texts (``cntlist.rev``; ``index.sense`` repeats the counts). A
noun's frequency is the sum over those of its noun senses that WordNet writes in lower case (``data.noun``), so that
neither the verb ``call`` nor the month of May counts. The list holds the most frequent single words of letters, at
least three of them, that are in the built-in table, most frequent first and ties in alphabetical order.

The script refuses inputs whose checksums are not the ones below.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import FileProblem

OUT = Path(__file__).parents[1] / "scenarios/hard_dat/items/common_nouns.txt"
INPUTS = {
    "cntlist.rev": "a198580b8f705fa02797bba8b13e5cbe4a9f9f40cb1697e774c7fc6a5865b035",
    "data.noun": "fea17d2f9656611334eac790e5d69e47645fa180c4aa481fb4cd9b3520754ca2",
}
SIZE = 1000
WORD = re.compile("[a-z]{3,}")
# Names by which people are insulted.
LEFT_OUT = frozenset({"bastard", "pansy"})
HEADER = f"""\
# Source: the {SIZE:,} most frequent common nouns of WordNet 3.0 by its own counts (cntlist.rev), most frequent first.
# Made by `python tools/common_nouns.py`; left out as insults: {", ".join(sorted(LEFT_OUT))}.
# Licence: WordNet 3.0 license, Princeton University; see helm_creativity/embeddings/builtin/LICENSE.wordnet.
"""


def check_inputs(wordnet: Path, inputs: Mapping[str, str]) -> None:
    """Raises ``FileProblem`` when an input is not byte for byte the one that the shipped list was made from."""
    for name, expected in inputs.items():
        try:
            found = file_sha256(wordnet / name)
        except OSError as error:
            raise FileProblem(f"cannot read {wordnet / name}, a file of WordNet 3.0: {error.strerror}") from error
        if found != expected:
            raise FileProblem(f"{wordnet / name} has sha256 {found}, expected {expected}: that of WordNet 3.0")


def lower_case_senses(wordnet: Path) -> frozenset[str]:
    """Keys of the noun senses that WordNet writes in lower case: ``call%1:10:01::``."""
    keys = set()
    for line in (wordnet / "data.noun").read_text("utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split(" ")
        for i in range(int(fields[3], 16)):
            word, number = fields[4 + 2 * i], int(fields[5 + 2 * i], 16)
            if word == word.lower():
                keys.add(f"{word}%1:{fields[1]}:{number:02d}::")
    return frozenset(keys)


def frequencies(wordnet: Path) -> Counter[str]:
    """How often each noun was met in a lower-case noun sense."""
    senses = lower_case_senses(wordnet)
    counts: Counter[str] = Counter()
    for line in (wordnet / "cntlist.rev").read_text("utf-8").splitlines():
        key, _, count = line.split(" ")
        if key in senses:
            counts[key.partition("%")[0]] += int(count)
    return counts


def common_nouns(wordnet: Path) -> list[str]:
    """The list, most frequent first."""
    nouns = set(builtin().nouns) - LEFT_OUT
    counts = [(-count, word) for word, count in frequencies(wordnet).items() if WORD.fullmatch(word) and word in nouns]
    return [word for _, word in sorted(counts)[:SIZE]]


def build(wordnet: Path, out: Path) -> None:
    """Writes the list into the file ``out``."""
    check_inputs(wordnet, INPUTS)
    out.write_text(HEADER + "".join(f"{word}\n" for word in common_nouns(wordnet)), "utf-8")


def main() -> None:
    """Entry point of the module."""
    parser = argparse.ArgumentParser(description="Make the list of common nouns.")
    parser.add_argument("--wordnet", type=Path, required=True, help="folder with the files of WordNet 3.0")
    parser.add_argument("--out", type=Path, default=OUT, help="where to write the list (default: in place)")
    arguments = parser.parse_args()
    build(arguments.wordnet, arguments.out)


if __name__ == "__main__":
    main()
