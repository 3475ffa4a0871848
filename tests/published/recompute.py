"""What papers print and this package recomputes: rows of the tables beside this module, and how each comes out.

A table is about a benchmark, a set of human ratings (``exam_*.csv``) or a paper (``study_*.csv``). Its columns are:

* ``paper``, ``where``, ``what``: which number is meant;
* ``measure``: the function that recomputes it, as ``module.function`` of this folder; ``settings``: its arguments;
* ``files``: of which it is recomputed: names in ``files.csv`` or in a card, ``*`` for all names that begin so;
* ``printed``, ``tolerance``: the number, and how far the recomputed value may be from it; where a paper's number is
  known not to come out, ``found`` has the one that does, from which the tolerance is then, and ``note`` says why;
* ``n``: of how many it must be; empty where no source says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.card import QUANTILES, Norm
from helm_creativity.benchmark.files.source_files import RAW, SourceFile, file_sha256, using_copies
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.sources import find_sources
from helm_creativity.commands.norms import Summary, find_file, recipes_for, summarise, summary, where_text
from helm_creativity.errors import EmbeddingNotFound, MissingExtra
from helm_creativity.results.people_scores import MadeOf, read_rows

FOLDER = Path(__file__).parent
FILES = "files"
STATES = ("equal", "differs", "absent", "wrong")
ROUNDING = 1e-9
"""How far a float may lie beyond the tolerance, as a share of the number."""
EQUAL = "quantiles"

Number = tuple[float, int]
"""A value, and of how many it is."""


@dataclass(frozen=True)
class Row:
    """A printed number and how it is recomputed; see above."""

    subject: str
    paper: str
    where: str
    what: str
    printed: str
    tolerance: float
    files: tuple[SourceFile, ...]
    measure: Callable[[Sequence[Path]], Number]
    found: str = ""
    n: int | None = None
    note: str = ""


@dataclass(frozen=True)
class Checked:
    """A row and what came of it: one of ``STATES``, the recomputed number if there is one, and why it is not equal."""

    row: Row
    state: str
    number: Number | None = None
    why: str = ""


def as_number(printed: str) -> float:
    """``1,767`` is 1767."""
    return float(printed.replace(",", ""))


def arguments(settings: str) -> dict[str, str]:
    """``model=gpt4 | prompt=minimal``."""
    return dict(part.split("=", 1) for part in settings.split(" | ") if part)


@cache
def known_files() -> Mapping[str, SourceFile]:
    """Those of ``files.csv`` and of the cards, and ``dat-words`` of the DAT's recipe ``words``, by name."""
    own = {row["name"]: _source(**row) for row in read_rows(FOLDER / f"{FILES}.csv")}
    recipes = ((entry.name, *pair) for entry in list_entries() for pair in recipes_for(entry).items())
    return {**find_sources(), **own, **{f"{name}-{recipe}": found.file for name, recipe, found in recipes}}


def _source(name: str, repository: str, commit: str, path: str, sha256: str, licence: str) -> SourceFile:
    url = f"{RAW}{repository}/{commit}/{path}"
    return SourceFile(path.rpartition("/")[2], url, None, sha256, licence, repository)


def all_rows() -> list[Row]:
    """Those of every table and of the norms that the cards' recipes make; benchmarks first."""
    tables = [path.stem for path in FOLDER.glob("*.csv") if path.stem != FILES]
    rows = [*norm_rows(), *(_row(name, cells) for name in tables for cells in read_rows(FOLDER / f"{name}.csv"))]
    return sorted(rows, key=lambda row: (row.subject.startswith(("exam", "study")), row.subject))


def _row(name: str, cells: Mapping[str, str]) -> Row:
    module, function = cells["measure"].split(".")
    known = known_files()
    names = [name for text in cells["files"].split() for name in known if fnmatchcase(name, text)]
    return Row(
        name.replace("_", " ", 1) if name.startswith(("exam", "study")) else name,
        *(cells[key] for key in ("paper", "where", "what", "printed")),
        float(cells["tolerance"]),
        tuple(known[name] for name in names),
        partial(_measured, name, getattr(import_module(f"published.{module}"), function), cells["settings"]),
        cells["found"],
        int(cells["n"]) if cells["n"] else None,
        cells["note"],
    )


def _measured(name: str, function: Callable[..., Any], settings: str, paths: Sequence[Path]) -> Number:
    """What a function returns; of scores what ``of`` names, where quantiles are those of the norm of the same stat."""
    chosen = arguments(settings)
    of, stat = chosen.pop("of", ""), chosen.pop("stat", "score")
    found = function(paths, **chosen)
    if not of:
        return found
    summed = summarise(found)
    norms = [norm for norm in find_entry(name).card.norms if (norm.stat, norm.n) == (stat, summed.n)]
    return _part(summed, of, norms)


def _part(found: Summary, of: str, norms: Sequence[Norm]) -> Number:
    """Mean or sd, and of how many; or how many quantiles are those of a norm."""
    if of != EQUAL:
        return getattr(found, of), found.n
    return max(_equal(found.quantiles, norm.quantiles) for norm in norms if norm.quantiles), QUANTILES


def _equal(found: Sequence[float], known: Sequence[float]) -> int:
    decimals = max(map(_decimals, known))
    return sum(round(value, decimals) == shipped for value, shipped in zip(found, known, strict=True))


def _decimals(value: float) -> int:
    return len(repr(value).partition(".")[2]) if value != int(value) else 0


def norm_rows() -> Iterator[Row]:
    """What cards say of people by a recipe, but for provisional norms: mean, standard deviation, quantiles."""
    for entry in list_entries():
        recipes = recipes_for(entry)
        for norm in entry.card.norms:
            if norm.recipe in recipes and not norm.provisional:
                yield from _rows_of_norm(entry.name, norm, recipes[norm.recipe])


def _rows_of_norm(name: str, norm: Norm, recipe: MadeOf) -> Iterator[Row]:
    how = ", ".join([norm.recipe, *(f"{name}={value}" for name, value in norm.arguments.items())])
    decimals = max(map(_decimals, (norm.mean, norm.sd, *norm.quantiles)))

    @cache
    def found(path: Path) -> Summary:
        return summary(recipe, norm.stat, norm.arguments, path)

    def row(of: str, what: str, printed: str, tolerance: float, n: int | None) -> Row:
        text = f"{what} of {norm.stat}, {norm.unit}: {how}"
        measure = lambda paths: _part(found(*paths), of, [norm])  # noqa: E731
        return Row(name, recipe.paper, "card, norms", text, printed, tolerance, (recipe.file,), measure, n=n)

    for part in ("mean", "sd"):
        yield row(part, part, f"{getattr(norm, part):.{decimals}f}", 0.5 * 10**-decimals, norm.n)
    if norm.quantiles:
        yield row(EQUAL, f"equal {EQUAL}", str(QUANTILES), 0, None)


def check_row(row: Row, folders: Sequence[Path]) -> Checked:
    """A row, recomputed if its files are in the folders of clones, or were fetched, and are the right ones."""
    paths = {}
    for source in row.files:
        path = find_file(source, folders)
        if path is None:
            return Checked(row, "absent", why=f"needs {where_text(source)}")
        if file_sha256(path) != source.sha256:
            return Checked(row, "wrong", why=f"{path} has changed: expected sha256 {source.sha256}")
        paths[str(source.sha256)] = path
    try:
        with using_copies(paths):
            return compared(row, row.measure(list(paths.values())))
    except Exception as error:
        lacking = _lacking(error)
        why = (
            f"needs what is not on this machine: {lacking}"
            if lacking
            else f"cannot be recomputed: {type(error).__name__}: {error}"
        )
        return Checked(row, "absent" if lacking else "wrong", why=why)


def compared(row: Row, number: Number) -> Checked:
    """Whether a number is the one that is expected."""
    value, n = number
    expected = row.found or row.printed
    if row.n not in (None, n):
        return Checked(row, "wrong", number, f"expected n = {row.n}, got {n}")
    if not abs(value - as_number(expected)) <= row.tolerance + ROUNDING * abs(value):
        return Checked(row, "wrong", number, f"expected {expected}, got {value:.6g}")
    return Checked(row, "differs", number, row.note) if row.found else Checked(row, "equal", number)


def _lacking(error: BaseException | None) -> str:
    """What an error says of an embedding or a library that is not here, whatever it was raised from; else ""."""
    while error is not None and not isinstance(error, (EmbeddingNotFound, MissingExtra)):
        error = error.__cause__
    return str(error or "")
