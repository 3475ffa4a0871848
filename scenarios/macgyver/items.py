"""The problems: those of this package, and the 1,683 of Tian et al. (2024) from the authors' workbook.

Their tools are taken from lists in prose, such as "Available tools are a comb, a torn map, and two nails".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.core.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.io.files import file_sha256
from helm_creativity.io.sheets import Cell, numbered_rows
from helm_creativity.io.yaml_files import read_yaml
from helm_creativity.safe_text import quoted

OWN = Path(__file__).with_name("items") / "own.yaml"
HOUSEHOLD = Path(__file__).with_name("items") / "household.txt"
"""Objects of everyday life, one per line."""

OFFICIAL_ITEMS = 1683
COLUMNS = ("ID", "Problem", "Solvable?", "Unconventional?", "Solution", "Label")
TRUSTED = ("efficient", "inefficient", "correct_right_reason")
"""Labels under which the workbook's solution is right: of solvable problems, and of one that is not."""

_SHOWN = 5
_LABELS = {
    "Yes": ("efficient", "inefficient", "infeasible", "none"),
    "No": ("correct_right_reason", "correct_wrong_reason", "wrong_solution", "none"),
}
_BREAK = re.compile(r"[ \t]*(?:<br ?/?>|\r\n?)[ \t]*\n?")

_KIND = r"(?:tools?|items?|objects?|materials?|resources|supplies|equipment|things)"
_INTRODUCED = re.compile(
    rf"(?:\b{_KIND}\b[^.:?!,]{{0,50}}?(?::|\b(?:includes?|including|are|is|consists? of)\b:?)"
    rf"|\bavailable(?: to you)?(?: are| is|:|,)"
    rf"|\b(?:all|what|everything)(?: that)? you(?: do)? (?:have|possess|own)\b[^.:?!,]{{0,40}}?(?:\bis\b|\bare\b|:)"
    rf"|\b(?:at your disposal|on hand|within reach)\b[^.:?!,]{{0,20}}?(?:,|:|\bare\b|\bis\b)"
    rf"|\byou(?:'ve| have| only have| also have| do have| just have| possess| own| find| found| can use)\b"
    rf"(?: only| just| with you| available| on hand| access to| got| at your disposal| the following| to use"
    rf"| {_KIND}|:)*)\s*",
    re.IGNORECASE,
)
_LIST_END = re.compile(r"(?<!\b[A-Z])[.;?!](?=\s|$|[A-Z])|\n")
_PARTED = re.compile(r",\s*(?:and|or|plus)?\s+|\s+and\s+(?=(?:an?|the|some|one|two|three|four|five|several|your)\s)")
_RELATIVE = re.compile(r"\s(?:which|that|that's|whose|with|but|as)\s.*| \(.*?\)", re.IGNORECASE)
_CLAUSE = re.compile(
    r"\b(?:is|are|was|were|cannot|can't|has|have|you|it|they|how|however|isn't|aren't|don't|will|need|needs|must|do|no)\b",
    re.IGNORECASE,
)
_LAST_AND = re.compile(r"\A(?:and|or|plus)\s+", re.IGNORECASE)
_COUNTED = re.compile(r"(?:an?|the|some|one|two|three|four|five|six|ten|several|your|any|\d+)\b", re.IGNORECASE)
_THINGS = re.compile(rf"\b(?:{_KIND}|available)\b", re.IGNORECASE)
_FEWEST, _LONGEST = 3, 16


@dataclass(frozen=True)
class MacGyverProblem:
    """One problem."""

    id: str
    text: str
    solvable: bool
    tools: tuple[str, ...] | None = None
    reference: str | None = None
    setting: str = ""
    unconventional: bool | None = None

    @property
    def reference_response(self) -> str | None:
        """A right response, as a model would write it; None where none is known."""
        if self.reference is None or self.solvable:
            return self.reference
        return f"This is not possible: {self.reference}"


@lru_cache(maxsize=1)
def own_problems() -> tuple[MacGyverProblem, ...]:
    """The problems that were written for this package."""
    entries: list[dict[str, Any]] = read_yaml(OWN)
    return tuple(_own(entry) for entry in entries)


def _own(entry: dict[str, Any]) -> MacGyverProblem:
    steps = "\n".join(f"Step{number}: {step}" for number, step in enumerate(entry["reference"], start=1))
    solvable = bool(entry["solvable"])
    return MacGyverProblem(
        id=str(entry["id"]),
        text=" ".join(str(entry["problem"]).split()),
        solvable=solvable,
        tools=tuple(map(str, entry["tools"])),
        reference=steps if solvable else str(entry["reason"]).strip(),
        setting=str(entry["setting"]),
        unconventional=bool(entry["unconventional"]) if solvable else None,
    )


def read_problems(path: Path, expected: int | None = OFFICIAL_ITEMS) -> tuple[MacGyverProblem, ...]:
    """The authors' problems, in the order of the workbook.

    Its solutions were written by a model and labelled by people; one serves as reference only where they found it right
    (``TRUSTED``). Tools are taken from the text where that is possible. Marks of line breaks become line breaks.
    """
    rows = numbered_rows(path, as_csv=path.suffix.lower() == ".csv")
    found = tuple(rows[0][1]) if rows else ()
    if lost := [name for name in COLUMNS if name not in found]:
        raise FileProblem(f"{path} has no column {', '.join(lost)}; expected {', '.join(COLUMNS)}, found {found}")
    problems = [_official(row, f"{path}, row {number}") for number, row in rows]
    _check(problems, [number for number, _ in rows], path)
    if expected not in (None, len(problems)):
        raise FileProblem(f"{path}: expected the {expected:,} problems of the authors, found {len(problems):,}")
    return tuple(problems)


def _official(row: dict[str, Cell], where: str) -> MacGyverProblem:
    cells = {name: str(row[name]).strip() if row[name] is not None else "" for name in COLUMNS}
    if empty := [name for name, text in cells.items() if not text]:
        raise FileProblem(f"{where}: expected a value under {', '.join(empty)}, found none")
    labels = _LABELS.get(cells["Solvable?"])
    if labels is None:
        raise FileProblem(f"{where}: expected Yes or No under Solvable?, got {quoted(cells['Solvable?'])}")
    if cells["Label"] not in labels:
        raise FileProblem(f"{where}: expected one of {', '.join(labels)} under Label, got {quoted(cells['Label'])}")
    use = {"unconventional": True, "conventional": False}.get(cells["Unconventional?"])
    problem = plain_text(cells["Problem"])
    return MacGyverProblem(
        id=cells["ID"],
        text=problem,
        solvable=cells["Solvable?"] == "Yes",
        tools=tools_in(problem),
        reference=plain_text(cells["Solution"]) if cells["Label"] in TRUSTED else None,
        unconventional=use,
    )


def plain_text(text: str) -> str:
    """A text of the authors' files, its marks of line breaks as line breaks."""
    return _BREAK.sub("\n", text).strip()


def _check(problems: Sequence[MacGyverProblem], numbers: Sequence[int], path: Path) -> None:
    first: dict[str, int] = {}
    twice = [
        f"{quoted(problem.id)} of row {first[problem.id]} again in row {number}"
        for problem, number in zip(problems, numbers, strict=True)
        if first.setdefault(problem.id, number) != number
    ]
    if twice:
        more = f" and {len(twice) - _SHOWN} more" if len(twice) > _SHOWN else ""
        raise FileProblem(f"{path}: expected every ID once, found {', '.join(twice[:_SHOWN])}{more}")


def workbook() -> Path:
    """The authors' workbook of problems."""
    return require_source("macgyver-problems", "the items 'macgyver2024'", "the items own")


@cache
def _of_authors(path: Path) -> tuple[MacGyverProblem, ...]:
    return read_problems(path)


PROBLEM_SETS: Mapping[str, Callable[[], tuple[MacGyverProblem, ...]]] = {
    "own": own_problems,
    "macgyver2024": lambda: _of_authors(workbook()),
}


def problems_checksum(name: str) -> str:
    """``sha256:<12 hex digits>`` of the file that a set of problems is read from."""
    return f"sha256:{file_sha256(OWN if name == 'own' else workbook())[:12]}"


def tools_in(problem: str) -> tuple[str, ...] | None:
    """The tools that a problem lists, as it words them; None where no list is found with some certainty.

    A list follows words such as "Tools available:", "The available items are" or "You have", ends with the sentence,
    and has three entries or more, none of which is a clause or over 16 words long. Behind words that do not speak of
    tools or the like, half of the entries must begin with an article or a number. Of several lists the first counts.
    """
    for introduced in _INTRODUCED.finditer(problem):
        rest = problem[introduced.end() :]
        end = _LIST_END.search(rest)
        entries = _entries(rest[: end.start()] if end else rest)
        if _is_list(entries) and (
            _THINGS.search(introduced[0]) or 2 * _with_article_or_number(entries) >= len(entries)
        ):
            return tuple(entries)
    return None


def _entries(text: str) -> list[str]:
    """The parts of a list; one that ends with an adjective ("a long, thin stick") is joined again."""
    entries: list[str] = []
    for part in (_LAST_AND.sub("", part.strip(), count=1) for part in _PARTED.split(text)):
        if (
            entries
            and len(entries[-1].split()) == 2
            and _with_article_or_number(entries[-1:])
            and not _with_article_or_number([part])
        ):
            # Behind a list of bare nouns ("a comb, thread") this would join two things; then both names still stand.
            entries[-1] = f"{entries[-1]}, {part}"
        else:
            entries.append(part)
    return entries


def _with_article_or_number(entries: list[str]) -> int:
    return sum(_COUNTED.match(entry) is not None for entry in entries)


def _is_list(entries: list[str]) -> bool:
    bare = [_RELATIVE.sub("", entry) for entry in entries]
    return len(entries) >= _FEWEST and all(
        name and len(name.split()) <= _LONGEST and not _CLAUSE.search(name) for name in bare
    )
