"""The problems: those of this package, and the normed ones of Bowden and Jung-Beeman (2003) from their spreadsheet."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from helm_creativity.core.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.io.files import file_sha256
from helm_creativity.io.sheets import Cell, numbered_rows, read_sheet
from helm_creativity.safe_text import module_logger, quoted

logger = module_logger(__name__)

OWN = Path(__file__).with_name("items") / "remote_associates.csv"
SECONDS = (2, 7, 15, 30)
"""Times after which the norms count who has solved an item."""
NORMED = 15
"""Seconds of the norms that difficulty goes by."""
EASY, HARD = 0.64, 0.32
BOWDEN_PROBLEMS = 144

Stems = tuple[str, str, str]


@dataclass(frozen=True)
class RatProblem:
    """Three stems and the word that goes with each."""

    id: str
    stems: Stems
    answer: str
    solve_rates: Mapping[int, float] | None = field(default=None, hash=False)

    @property
    def solve_rate(self) -> float | None:
        """Share of people, 0 to 1, who solve it within 15 seconds; None without norms."""
        return None if self.solve_rates is None else self.solve_rates[NORMED]


@dataclass(frozen=True)
class Correction:
    """A known typing error in a copy of the norms, and what is used in its place."""

    row: int
    read: str
    used: str


@dataclass(frozen=True)
class _Slip:
    """One word of a problem that copies of the list get wrong."""

    stems: Stems
    answer: str
    right: str
    wrong: str

    @property
    def wrong_stems(self) -> frozenset[str]:
        return frozenset(self.wrong if stem == self.right else stem for stem in self.stems)


# Which words are mistyped is known, but not in which items: so every item that holds one of the right words.
_SLIPS = (
    _Slip(("sandwich", "house", "golf"), "club", "golf", "gold"),
    _Slip(("right", "cat", "carbon"), "copy", "cat", "car"),
    _Slip(("cat", "number", "phone"), "call", "cat", "car"),
    _Slip(("french", "car", "shoe"), "horn", "shoe", "show"),
    _Slip(("palm", "shoe", "house"), "tree", "shoe", "show"),
    _Slip(("cast", "side", "jump"), "broad", "side", "slide"),
)
_TWO_ANSWERS = {frozenset(("high", "district", "house")): "school|court"}

_STEMS_COLUMN = re.compile(r"(?:remote associate )?items?", re.IGNORECASE)
_ANSWER_COLUMN = re.compile(r"solutions?", re.IGNORECASE)
_RATE_COLUMN = re.compile(r"(\d+) sec\b.*% of participants solving.*", re.IGNORECASE)


def band(problem: RatProblem) -> str | None:
    """Difficulty by the share of people who solve it within 15 seconds."""
    if problem.solve_rate is None:
        return None
    return "easy" if problem.solve_rate > EASY else "hard" if problem.solve_rate < HARD else "medium"


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
        RatProblem(str(row["id"]), (str(row["stem1"]), str(row["stem2"]), str(row["stem3"])), str(row["answer"]))
        for row in read_sheet(OWN)
    )


def bowden_problems(path: Path) -> tuple[RatProblem, ...]:
    """The 144 normed items; known typing errors of copies are corrected, and a warning names each."""
    items, corrections = read_bowden(path)
    for correction in corrections:
        logger.warning(
            "%s, row %d: read %r, a known error of copies; uses %r",
            path,
            correction.row,
            correction.read,
            correction.used,
        )
    return items


def read_bowden(path: Path) -> tuple[tuple[RatProblem, ...], tuple[Correction, ...]]:
    """The normed items as ``bowden_problems`` gives them, and what was corrected, in the order of the rows."""
    rows = numbered_rows(path)
    columns = _columns(rows[0][1] if rows else {}, path)
    items: list[RatProblem] = []
    corrections: list[Correction] = []
    seen: dict[frozenset[str], int] = {}
    for number, row in rows:
        if row[columns["stems"]] is None and row[columns["answer"]] is None:
            continue  # means and counts stand below the items
        where = f"{path}, row {number}"
        read = _item(f"bowden{len(items) + 1:03d}", row, columns, where)
        item = _corrected(read)
        if item != read:
            corrections.append(Correction(number, _stems_and_answer(read), _stems_and_answer(item)))
        first = seen.setdefault(frozenset(item.stems), number)
        if first != number:
            raise FileProblem(
                f"{where}: {_stems_and_answer(item)} stands in row {first} already; expected every item once"
            )
        items.append(item)
    _check(items, path)
    return tuple(items), tuple(corrections)


def _columns(row: Mapping[str, Cell], path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in row:
        if _STEMS_COLUMN.fullmatch(name):
            found["stems"] = name
        elif _ANSWER_COLUMN.fullmatch(name):
            found["answer"] = name
        elif match := _RATE_COLUMN.fullmatch(name):
            found[match[1]] = name
    missing = [name for name in ("stems", "answer", *map(str, SECONDS)) if name not in found]
    if missing:
        raise FileProblem(
            f"{path} is not the sheet of Bowden and Jung-Beeman: found no column for {', '.join(missing)}; expected "
            "Items, Solutions, and for 2, 7, 15 and 30 sec the % of participants solving the item"
        )
    return found


def _item(name: str, row: Mapping[str, Cell], columns: Mapping[str, str], where: str) -> RatProblem:
    stems = _words(row[columns["stems"]])
    if len(stems) != 3 or len(set(stems)) != 3:
        raise FileProblem(f"{where}: expected three stems parted by slashes, got {quoted(row[columns['stems']])}")
    answers = _words(row[columns["answer"]])
    if not answers:
        raise FileProblem(f"{where}: expected the solution of {'/'.join(stems)}, got {quoted(row[columns['answer']])}")
    rates = {seconds: _share(row[columns[str(seconds)]], columns[str(seconds)], where) for seconds in SECONDS}
    return RatProblem(name, (stems[0], stems[1], stems[2]), "|".join(answers), rates)


def _words(cell: Cell) -> list[str]:
    """Words in lower case from a cell that separates them by slashes or commas; [] if one of them is no word."""
    words = [word.strip().lower() for word in re.split("[/,;|]", str(cell or ""))]
    return words if all(re.fullmatch("[a-z]+", word) for word in words) else []


def _share(cell: Cell, column: str, where: str) -> float:
    try:
        percent = float(cell if cell is not None else "")
    except ValueError:
        percent = math.nan
    if not 0 <= percent <= 100:
        raise FileProblem(f"{where}: expected a percentage from 0 to 100 under {quoted(column)}, got {quoted(cell)}")
    return percent / 100


def _corrected(item: RatProblem) -> RatProblem:
    for slip in _SLIPS:
        if item.answer == slip.answer and frozenset(item.stems) == slip.wrong_stems:
            first, second, third = (slip.right if stem == slip.wrong else stem for stem in item.stems)
            return replace(item, stems=(first, second, third))
    both = _TWO_ANSWERS.get(frozenset(item.stems), "")
    return replace(item, answer=both) if item.answer in both.split("|") else item


def _stems_and_answer(item: RatProblem) -> str:
    return f"{'/'.join(item.stems)} {item.answer.replace('|', '/')}"


def _check(items: Sequence[RatProblem], path: Path) -> None:
    if len(items) != BOWDEN_PROBLEMS:
        raise FileProblem(f"{path}: expected the {BOWDEN_PROBLEMS} items of the norms, found {len(items)}")
    if max(rate for item in items for rate in (item.solve_rates or {}).values()) <= 0.01:
        raise FileProblem(f"{path}: expected percentages from 0 to 100, found shares from 0 to 1; multiply them by 100")
