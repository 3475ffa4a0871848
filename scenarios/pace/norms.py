"""Norms of people's chains of associations, of the chains that Gray et al. 2019 released."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from helm_creativity.benchmark.files.source_files import RAW, SourceFile
from helm_creativity.results.people_scores import MadeOf, stat_scores
from helm_creativity.scenarios.pace.scoring import LONGEST

PEOPLE = {
    "table": ("drama", "9ce9134c0b5b47e81a07b58bf20d8a2d09f1b9c742784c895ad45dccf4e793ba"),
    "toaster": ("field", "05bc60fe3e07142e51b40f435b59de49d8b27d03260c77729934a4f4e211705c"),
}
"""Files of people's chains and their checksums, by the seed."""
_REPOSITORY = "chene5/dynamics"
_FOLDER = f"{RAW}{_REPOSITORY}/e37a804e76d8c3579c42c78d9a8bec0e371d2b03/dataprocessor"


def _scores(seed: str, path: Path, stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of people's chains. A chain stands behind the number of a person, from the seed on."""
    records = []
    with path.open(encoding="latin-1", newline="") as file:
        for row in csv.reader(file):
            cells = [cell.strip() for cell in row]
            start = next((place for place in (1, 2) if cells[place : place + 1] and cells[place].lower() == seed), 0)
            if start and cells[0].isdigit():
                records.append({"seed": seed, "chains": [[cell for cell in cells[start : start + LONGEST] if cell]]})
    return stat_scores("pace", records, stat, arguments)


RECIPES = {
    seed: MadeOf(
        "Gray et al. 2019",
        SourceFile(f"{name}.csv", f"{_FOLDER}/{name}.csv", None, sha256, "none stated", _REPOSITORY),
        partial(_scores, seed),
    )
    for seed, (name, sha256) in PEOPLE.items()
}
