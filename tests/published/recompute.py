"""What papers print and this package recomputes: rows of the tables beside this module, and how each comes out.

A table is about a benchmark, a set of human ratings (``exam_*.csv``) or a paper (``study_*.csv``). Its columns are:

* ``paper``, ``where``, ``what``: which number is meant;
* ``measure``: the function that recomputes it, as ``module.function`` of this folder; ``settings``: its arguments;
* ``files``: of which it is recomputed: names in ``files.csv`` or in a card, ``*`` for all names that begin so;
* ``printed``, ``tolerance``: the number, and how far the recomputed value may be from it; where a paper's number is
  known not to come out, ``found`` has the one that does, from which the tolerance is then, and ``note`` says why;
* ``n``: of how many it must be; empty where no source says so.

A function returns a value and of how many it is, or scores of which ``of`` says what is meant.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from helm_creativity.benchmark.card import QUANTILES
from helm_creativity.benchmark.files.source_files import RAW, SourceFile, file_sha256, using_copies
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.sources import find_sources
from helm_creativity.commands.norms import DRAWS, find_file, recipes_for, summarise, where_text
from helm_creativity.errors import EmbeddingNotFound, MissingExtra
from helm_creativity.results.people_scores import read_rows

FOLDER = Path(__file__).parent
FILES = "files"
STATES = ("equal", "differs", "absent", "wrong")
ROUNDING = 1e-9
"""How far a float may lie beyond the tolerance, as a share of the number."""
EQUAL = "quantiles"


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
    measure: Callable[[list[Path]], tuple[float, int]]
    found: str = ""
    n: int | None = None
    note: str = ""


@dataclass(frozen=True)
class Checked:
    """A row and what came of it: one of ``STATES``, the recomputed number if there is one, and why it is not equal."""

    row: Row
    state: str
    number: tuple[float, int] | None = None
    why: str = ""


def as_number(printed):
    """``1,767`` is 1767."""
    return float(printed.replace(",", ""))


def arguments(settings):
    """``model=gpt4 | prompt=minimal``."""
    return dict(part.split("=", 1) for part in settings.split(" | ") if part)


@cache
def known_files():
    """Those of ``files.csv`` and of the cards, and ``dat-words`` of the DAT's recipe ``words``, by name."""
    found = dict(find_sources())
    for row in read_rows(FOLDER / f"{FILES}.csv"):
        url, name = f"{RAW}{row['repository']}/{row['commit']}/{row['path']}", row["path"].rpartition("/")[2]
        found[row["name"]] = SourceFile(name, url, None, row["sha256"], row["licence"], row["repository"])
    recipes = ((entry.name, *pair) for entry in list_entries() for pair in recipes_for(entry).items())
    return found | {f"{name}-{recipe}": made.file for name, recipe, made in recipes}


def all_rows():
    """Those of every table and of the norms that the cards' recipes make; benchmarks first."""
    tables = [path.stem for path in FOLDER.glob("*.csv") if path.stem != FILES]
    rows = [*norm_rows(), *(table_row(name, cells) for name in tables for cells in read_rows(FOLDER / f"{name}.csv"))]
    return sorted(rows, key=lambda row: (row.subject.startswith(("exam", "study")), row.subject))


def table_row(name, cells):
    module, function = cells["measure"].split(".")
    function = getattr(import_module(f"published.{module}"), function)
    files = [known for text in cells["files"].split() for known in known_files() if fnmatchcase(known, text)]
    return Row(
        name.replace("_", " ", 1) if name.startswith(("exam", "study")) else name,
        *(cells[key] for key in ("paper", "where", "what", "printed")),
        float(cells["tolerance"]),
        tuple(known_files()[known] for known in files),
        partial(measured, name, function, cells["settings"]),
        cells["found"],
        int(cells["n"]) if cells["n"] else None,
        cells["note"],
    )


def measured(name, function, settings, paths):
    """What a function returns; of scores what ``of`` names, where quantiles are those of the norm of the same stat."""
    chosen = arguments(settings)
    of, stat = chosen.pop("of", ""), chosen.pop("stat", "score")
    found = function(paths, **chosen)
    if not of:
        return found
    summed = summarise(found)
    return part(summed, of, [norm for norm in find_entry(name).card.norms if (norm.stat, norm.n) == (stat, summed.n)])


def part(found, of, norms):
    """Mean or sd, and of how many; or how many quantiles are those of a norm."""
    if of != EQUAL:
        return getattr(found, of), found.n
    known = [(norm.quantiles, most_decimals(norm.quantiles)) for norm in norms if norm.quantiles]
    return max(
        sum(round(value, n) == shipped for value, shipped in zip(found.quantiles, quantiles, strict=True))
        for quantiles, n in known
    ), QUANTILES


def most_decimals(values):
    return max(len(repr(value).partition(".")[2]) if value != int(value) else 0 for value in values)


def norm_rows():
    """What cards say of people by a recipe, but for provisional norms: mean, standard deviation, quantiles."""
    for entry in list_entries():
        recipes = recipes_for(entry)
        for norm in entry.card.norms:
            if norm.recipe in recipes and not norm.provisional:
                yield from rows_of_norm(entry.name, norm, recipes[norm.recipe])


def rows_of_norm(name, norm, recipe):
    how = ", ".join([norm.recipe, *(f"{name}={value}" for name, value in norm.arguments.items())])
    decimals = most_decimals((norm.mean, norm.sd, *norm.quantiles))
    found = cache(
        lambda path: summarise(recipe.scores(path, norm.stat, norm.arguments), int(norm.arguments.get(DRAWS, 1)))
    )

    def row(of, what, printed, tolerance, n):
        def measure(paths):
            return part(found(*paths), of, [norm])

        text = f"{what} of {norm.stat}, {norm.unit}: {how}"
        return Row(name, recipe.paper, "card, norms", text, printed, tolerance, (recipe.file,), measure, n=n)

    for of in ("mean", "sd"):
        yield row(of, of, f"{getattr(norm, of):.{decimals}f}", 0.5 * 10**-decimals, norm.n)
    if norm.quantiles:
        yield row(EQUAL, f"equal {EQUAL}", str(QUANTILES), 0, None)


def check_row(row, folders):
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
        cause = error
        while cause is not None and not isinstance(cause, (EmbeddingNotFound, MissingExtra)):
            cause = cause.__cause__
        if cause is not None:
            return Checked(row, "absent", why=f"needs what is not on this machine: {cause}")
        return Checked(row, "wrong", why=f"cannot be recomputed: {type(error).__name__}: {error}")


def compared(row, number):
    """Whether a number is the one that is expected."""
    value, n = number
    expected = row.found or row.printed
    if row.n not in (None, n):
        return Checked(row, "wrong", number, f"expected n = {row.n}, got {n}")
    if not abs(value - as_number(expected)) <= row.tolerance + ROUNDING * abs(value):
        return Checked(row, "wrong", number, f"expected {expected}, got {value:.6g}")
    return Checked(row, "differs", number, row.note) if row.found else Checked(row, "equal", number)
