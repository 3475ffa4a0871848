"""Computes the DAT's norms of the 8,572 people of Olson et al. 2021, study 2, as ``scenarios/dat/card.yaml`` has them.

    python tools/dat_norms.py --mctb FOLDER

The folder is a clone of github.com/theGreen-Coder/MCTB. One norm is of the scores that the authors published (column
``dat``), the others of the same people's words (``word.1`` to ``word.10``), scored by this package under the built-in
table, without and with estimates of words that it lacks. People without a score are left out. The program refuses a
file whose checksum is not the one below, and no response is written.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

import helm_creativity as hc
from helm_creativity.errors import FileProblem
from helm_creativity.io.files import file_sha256

FILE = "data/olson_2021/study2.tsv"
SHA256 = "e54f80182775fd82c36cfa928958cc90fc8a7e74cb3e33fb449cb2930ec28b97"
BLANK = ("", "NA")

People = list[dict[str, str]]


def read_people(path: Path) -> People:
    """A row per person.

    Raises:
        FileProblem: when the file is not byte for byte the one that the shipped norms were made from.
    """
    try:
        found = file_sha256(path)
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror}; expected it in a clone of MCTB") from error
    if found != SHA256:
        raise FileProblem(f"{path} has sha256 {found}, expected {SHA256}")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def published_scores(people: People) -> list[float]:
    """The scores that the authors computed."""
    return [float(row["dat"]) for row in people if row["dat"] not in BLANK]


def scores_under(people: People, embedding: str, *, estimate: bool = True) -> list[float]:
    """The scores of the same people's words under an embedding, perhaps with estimates."""
    lists = [[row[f"word.{place}"] for place in range(1, 11)] for row in people]
    answers = [{"words": ["" if word in BLANK else word for word in words]} for words in lists]
    found = hc.score("dat", answers, embedding=embedding, estimate=estimate)
    return [score for score in found.scores if score is not None]


def norm(scores: Iterable[float]) -> dict[str, float | list[float]]:
    """Number, mean, standard deviation (n - 1) and the 0th to the 100th percentile, linear between two scores."""
    values = np.array(list(scores), dtype=np.float64)
    return {
        "n": len(values),
        "mean": round(float(values.mean()), 2),
        "sd": round(float(values.std(ddof=1)), 2),
        "quantiles": [round(float(value), 2) for value in np.percentile(values, range(101))],
    }


def lines(title: str, found: Mapping[str, float | list[float]]) -> Iterator[str]:
    """The norm as the card writes it."""
    yield f"# {title}"
    for name, value in found.items():
        if isinstance(value, list):
            yield f"{name}:"
            yield "  ["
            for start in range(0, len(value), 15):
                yield f"    {' '.join(f'{number:.2f},' for number in value[start : start + 15])}"
            yield "  ]"
        else:
            yield f"{name}: {value}"


def main() -> None:
    """Prints the norms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mctb", type=Path, required=True, metavar="FOLDER", help="a clone of theGreen-Coder/MCTB")
    people = read_people(parser.parse_args().mctb / FILE)
    for title, scores in (
        ("published", published_scores(people)),
        ("embedding=builtin,estimate=False", scores_under(people, "builtin", estimate=False)),
        ("embedding=builtin", scores_under(people, "builtin")),
    ):
        print("\n".join(lines(title, norm(scores))))


if __name__ == "__main__":
    main()
