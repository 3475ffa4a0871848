"""The problems: those of this package, and the normed ones of Bowden and Jung-Beeman (2003) from their spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.rows.cells import Cell
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import module_logger

logger = module_logger(__name__)

OWN = Path(__file__).with_name("items") / "remote_associates.csv"
EASY, HARD = 0.64, 0.32
SLIPS = {
    frozenset(wrong.split()): (read, right)
    for wrong, read, right in (
        ("sandwich house gold club", "gold", "golf"),
        ("right car carbon copy", "car", "cat"),
        ("car number phone call", "car", "cat"),
        ("french car show horn", "show", "shoe"),
        ("palm show house tree", "show", "shoe"),
        ("cast slide jump broad", "slide", "side"),
        ("high district house school", "school", "school|court"),
        ("high district house court", "court", "school|court"),
    )
}
"""Stems and answer as copies of the list have them: the word that is wrong there, and what is used in its place."""
SECONDS = (2, 7, 15, 30)
"""Times after which the norms count who has solved an item."""
_COLUMNS: Mapping[str | int, str] = {
    "stems": r"(?:remote associate )?items?",
    "answer": r"solutions?",
    **{seconds: rf"{seconds} sec\b.*% of participants solving.*" for seconds in SECONDS},
}


class RatProblem(NamedTuple):
    """Three stems, the words that go with each, joined by |, and the share of people who solve it, by seconds."""

    id: str
    stems: tuple[str, ...]
    answer: str
    solve_rates: Mapping[int, float] = {}


def band(problem: RatProblem) -> str | None:
    """Difficulty by the share of people who solve it within 15 seconds; None without norms."""
    rate = problem.solve_rates.get(15)
    return None if rate is None else "easy" if rate > EASY else "hard" if rate < HARD else "medium"


def read_problems(items: str) -> tuple[RatProblem, ...]:
    """The problems of that name: ``own`` or ``bowden2003``."""
    return own_problems() if items == "own" else bowden_problems(_norms())


def checksum_of_file(items: str) -> str:
    """Name and checksum of the file that the problems are read from."""
    return f"{items}@sha256:{file_sha256(OWN if items == 'own' else _norms())[:12]}"


def _norms() -> Path:
    return require_source("rat-norms", "the items 'bowden2003'", "the items own")


@lru_cache(maxsize=1)
def own_problems() -> tuple[RatProblem, ...]:
    """The items that were written for this package; without norms."""
    return tuple(
        RatProblem(str(row["id"]), tuple(str(row[f"stem{i}"]) for i in (1, 2, 3)), str(row["answer"]))
        for row in read_sheet(OWN)
    )


def bowden_problems(path: Path) -> tuple[RatProblem, ...]:
    """The 144 normed items; known typing errors of copies are corrected, and a warning names each."""
    rows = read_sheet(path)
    columns = {
        what: name
        for name in (rows[0] if rows else ())
        for what, pattern in _COLUMNS.items()
        if re.fullmatch(pattern, name, re.IGNORECASE)
    }
    if missing := [str(what) for what in _COLUMNS if what not in columns]:
        raise FileProblem(
            f"{path} is not the sheet of Bowden and Jung-Beeman: found no column for {', '.join(missing)}; expected "
            "Items, Solutions, and for 2, 7, 15 and 30 sec the % of participants solving the item"
        )
    problems: list[RatProblem] = []
    for row in rows:
        if row[columns["answer"]] is not None:  # means and counts stand below the items
            stems, answers = _words(row[columns["stems"]]), _words(row[columns["answer"]])
            if slip := SLIPS.get(frozenset((*stems, *answers))):
                before = _shown(stems, answers)
                stems, answers = (
                    [slip[1] if word == slip[0] else word for word in words] for words in (stems, answers)
                )
                after = _shown(stems, answers)
                logger.warning("%s: read %r, a known error of copies; uses %r", path, before, after)
            rates = {seconds: float(row[columns[seconds]] or 0) / 100 for seconds in SECONDS}
            problems.append(RatProblem(f"bowden{len(problems) + 1:03d}", tuple(stems), "|".join(answers), rates))
    return tuple(problems)


def _words(cell: Cell) -> list[str]:
    return [word.strip().lower() for word in re.split("[/,;|]", str(cell))]


def _shown(stems: Sequence[str], answers: Sequence[str]) -> str:
    return f"{'/'.join(stems)} {'/'.join(answers)}".replace("|", "/")
