"""Finds benchmarks by name, so that nothing outside a benchmark's folder needs to import it.

Ours are the folders of ``helm_creativity.scenarios``; those of other packages are named by entry points. Nothing of one
is imported before it is used, and one that cannot be read or imported costs a warning and itself, never another one.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from helm_creativity.benchmark.card import EXTENDS, Card, card_of_class, class_name, extended_card, load_card, read_card
from helm_creativity.benchmark.names import PREFIX, SPELLED, SPELLING, did_you_mean, find_name, plain_name
from helm_creativity.errors import BadArguments, BadCard, CreativityError
from helm_creativity.safe_text import module_logger, quoted

logger = module_logger(__name__)

OURS = "helm_creativity.scenarios"
ENTRY_POINTS = "helm_creativity.benchmarks"
"""Entry points of this group name packages that are a benchmark or hold some, or a module with a benchmark's class."""


@dataclass(frozen=True)
class BenchmarkEntry:
    """Where a benchmark is, and what it extends; ``kind`` is its class where it has no card."""

    name: str
    package: str
    folder: Path
    parent: BenchmarkEntry | None = None
    has_card: bool = True
    kind: type | None = None

    @property
    def ours(self) -> bool:
        """Whether this package ships it."""
        return self.package.startswith(f"{OURS}.")

    @property
    def group(self) -> str:
        """Name of the run entry, of HELM's scenario and of its run group."""
        return f"{PREFIX}{self.name}"

    @property
    def card(self) -> Card:
        """What the benchmark says about itself; where it is silent, what its parent says."""
        if self.parent is None:
            return load_card(self.folder)
        own = card_of_class(self.kind) if self.kind else read_card(self.folder)
        where = class_name(self.kind) if self.kind else f"card of {self.name}"
        return extended_card(self.parent.card, {"name": self.name, **own}, where)

    @property
    def is_file(self) -> bool:
        """Whether it is one file, beside which nothing belongs to it."""
        return self.kind is not None and not hasattr(import_own(self.package), "__path__")

    def file(self, name: str) -> Path:
        """A file of its folder, such as ``items/own.yaml``; its parent's where it has none."""
        path = self.folder / name
        return path if self.parent is None or (path.is_file() and not self.is_file) else self.parent.file(name)

    def owns(self, part: str) -> bool:
        """Whether its own folder has the module ``part``."""
        return not self.is_file and (self.folder / f"{part}.py").is_file()

    def has(self, part: str) -> bool:
        """Whether it, or what it extends, has the module ``part``."""
        return self.owns(part) or (self.parent is not None and self.parent.has(part))

    def module(self, part: str) -> ModuleType:
        """The module ``part``, imported; its parent's where it has none."""
        if self.parent is None or self.owns(part):
            return import_own(f"{self.package}.{part}")
        return self.parent.module(part)


class Unusable(NamedTuple):
    """A benchmark, or what an entry point names, that cannot be used: by what names it is asked for, and why."""

    names: Set[str]
    message: str
    entry: BenchmarkEntry | None = None
    is_taken: bool = False  # its name is another one's


@contextmanager
def importing(name: str) -> Iterator[None]:
    """Inside, a module that is imported cannot end the program, as one that calls ``sys.exit`` for a script would."""
    try:
        yield
    except SystemExit as error:
        raise ImportError(
            f"importing {name} ends the program (status {error.code}): "
            'let what ends it run in a script only, behind `if __name__ == "__main__":`'
        ) from error


def import_own(name: str) -> ModuleType:
    """A module of a benchmark, imported; see ``importing``."""
    with importing(name):
        return importlib.import_module(name)


def class_in(module: str, expected: str) -> Any:  # noqa: ANN401 - a class of benchmarks, which imports this module
    """The class of a benchmark that a module defines; where it is not one, ``BadCard`` says what is ``expected``."""
    contract = ("helm_creativity.benchmark.base", "Benchmark")
    kinds = [
        kind
        for kind in vars(import_own(module)).values()
        if issubclass(type(kind), type)  # Python 3.10 takes ``tuple[str, ...]`` for a class
        and kind.__module__ == module
        and any((base.__module__, base.__name__) == contract for base in kind.__mro__)
    ]
    if len(kinds) != 1:
        raise BadCard(f"{expected}, found {', '.join(kind.__name__ for kind in kinds) or 'none'}")
    return kinds[0]


@lru_cache(maxsize=1)
def list_entries() -> tuple[BenchmarkEntry, ...]:
    """All benchmarks that can be used, in alphabetical order; another costs a warning and itself."""
    found = list(_found())
    for wrong in found:
        if isinstance(wrong, Unusable):
            logger.warning("%s", wrong.message)
    return tuple(sorted((entry for entry in found if isinstance(entry, BenchmarkEntry)), key=lambda entry: entry.name))


def list_places() -> tuple[BenchmarkEntry, ...]:
    """Where benchmarks are, by names that ``find_entry`` knows or says why not: nothing of them is read or imported."""
    places: dict[str, BenchmarkEntry] = {}
    for place in _places():
        if isinstance(place, BenchmarkEntry):
            places.setdefault(place.name, place)
    return tuple(places.values())


def unusable() -> list[Unusable]:
    """What no command but ``check`` shows."""
    return [found for found in _found() if isinstance(found, Unusable)]


def _found() -> Iterator[BenchmarkEntry | Unusable]:
    """A name belongs to the first that can be used; it is looked up before a card is read, which may extend it."""
    known = {place.name: place for place in list_places()}
    used: dict[str, BenchmarkEntry] = {}
    for place in _places():
        if isinstance(place, Unusable):
            yield place
        elif place.name not in used:
            found = _read(place, known)
            if isinstance(found, BenchmarkEntry):
                used[found.name] = found
            yield found
        elif (other := used[place.name]).package != place.package:  # two projects' entry points may name one package
            change = "rename the card and the package" if place.has_card else "give the entry point another name"
            why = f"there is a benchmark {place.name!r} already, {other.package} in {other.folder}: {change}"
            yield Unusable({place.name}, f"{place.package} in {place.folder} cannot be used: {why}", place, True)


def _places() -> Iterator[BenchmarkEntry | Unusable]:
    for folder in _folders(importlib.import_module(OURS).__path__):
        yield from _inside(folder, OURS)
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value)):
        try:
            yield from _named_by(point)
        except Exception as error:
            yield _unusable(BenchmarkEntry(point.name, point.value, Path(), has_card=False), error)


def _named_by(point: EntryPoint) -> list[BenchmarkEntry]:
    package, colon, inside = point.value.partition(":")
    if colon:
        raise BadArguments(f"name the module only, {point.name} = {package.strip()}, without {quoted(':' + inside)}")
    with importing(package):  # finding what is in a package imports it
        spec = find_spec(package)
    folders = _folders((spec and spec.submodule_search_locations) or ())
    if spec is None or not (folders or spec.origin):
        raise ModuleNotFoundError(f"there is no package {package!r}")
    found: list[BenchmarkEntry] = []
    for folder in folders:
        is_one = (folder / "card.yaml").is_file()
        name = package.rpartition(".")[2]
        found += [BenchmarkEntry(name, package, folder)] if is_one else _inside(folder, package)
    return found or [BenchmarkEntry(point.name, package, Path(spec.origin or "").parent, has_card=False)]


def _folders(paths: Iterable[str]) -> list[Path]:
    """Those that are there, each once: an editable installation adds names to a search path that are no folders."""
    folders: dict[Path, Path] = {}
    for path in filter(Path.is_dir, map(Path, paths)):
        folders.setdefault(path.resolve(), path)
    return list(folders.values())


def _inside(folder: Path, package: str) -> list[BenchmarkEntry]:
    paths = sorted(path.parent for path in folder.glob("*/card.yaml") if path.is_file())
    return [BenchmarkEntry(path.name, f"{package}.{path.name}", path) for path in paths]


def _unusable(place: BenchmarkEntry, error: Exception) -> Unusable:
    what = place.package if place.has_card else f"the benchmarks of the entry point {place.name!r}"
    names = {place.name, place.package.rpartition(".")[2]}
    message = f"{what} cannot be used: {str(error) or type(error).__name__}"
    return Unusable(names, message, place if place.has_card else None)


def _read(entry: BenchmarkEntry, known: Mapping[str, BenchmarkEntry]) -> BenchmarkEntry | Unusable:
    """A benchmark whose card can be read, which is tried now, so that no reader of all cards meets a bad one."""
    try:
        if not SPELLED.fullmatch(entry.name):
            what = "the package and the card" if entry.has_card else "the entry point"
            raise BadCard(f"{quoted(entry.name)} is no name of a benchmark: expected {SPELLING}; rename {what}")
        entry = _with_parent(entry, known, ())
        if entry.card.name != entry.name:
            raise BadCard(f"card.yaml says name: {entry.card.name}, the package is {entry.name}: use one name")
    except Exception as error:
        return _unusable(entry, error)
    return entry


def _with_parent(entry: BenchmarkEntry, known: Mapping[str, BenchmarkEntry], below: tuple[str, ...]) -> BenchmarkEntry:
    if entry.has_card:
        parent = str(read_card(entry.folder).get(EXTENDS, ""))
    else:
        expected = (
            f"neither {quoted(entry.package)} nor a folder in it has a card.yaml; is it in the package's data? "
            "Without a card it must define one class that extends a benchmark"
        )
        entry = replace(entry, kind=class_in(entry.package, expected))
        parent = _parent_of_class(entry, known)
    if not parent:
        return entry
    if parent not in known:
        raise BadCard(f"{entry.name} extends {quoted(parent)}, and there is no such benchmark")
    if parent in (entry.name, *below):
        raise BadCard(f"{entry.name} extends itself: {' extends '.join((*below, entry.name, parent))}")
    return replace(entry, parent=_with_parent(known[parent], known, (*below, entry.name)))


def _parent_of_class(entry: BenchmarkEntry, known: Mapping[str, BenchmarkEntry]) -> str:
    kind: Any = entry.kind
    if extends := vars(kind).get(EXTENDS):
        return str(extends)
    by_package = {place.package: place.name for place in known.values()}
    for module in (base.__module__ for base in kind.__mro__[1:]):
        for package in (module, module.rpartition(".")[0]):
            if package in by_package:
                return by_package[package]
    raise BadCard(f"{class_name(kind)} has no card.yaml beside it, and extends no benchmark: write extends = NAME")


def find_entry(name: str) -> BenchmarkEntry:
    """The benchmark of a name, which may have the prefix or not, in any case, with ``-`` for ``_``."""
    if not isinstance(name, str):
        raise BadArguments(f"expected the name of a benchmark, got {quoted(name)}")
    entries = {entry.name: entry for entry in list_entries()}
    if found := find_name(name, entries):
        return entries[found]
    if wrong := next((wrong for wrong in unusable() if name in wrong.names), None):
        raise BadArguments(
            f"{wrong.message}; fix that, or the entry point in pyproject.toml, and install the project again"
        )
    raise BadArguments(
        f"there is no benchmark {quoted(name)}{did_you_mean(plain_name(name), sorted(entries))}; "
        f"a benchmark of another package needs an entry point in the group {ENTRY_POINTS}"
    )


def entries_to_check(name: str = "") -> tuple[BenchmarkEntry, ...]:
    """The benchmark of that name, or all for "": those too that cannot be used, so that a reason can be given."""
    wrong = unusable()
    used = {entry.name: entry for entry in list_entries()}
    entries = {**{unused.entry.name: unused.entry for unused in wrong if unused.entry}, **used}
    if not name:
        return tuple(entries[known] for known in sorted(entries))
    name = find_name(name, entries) or name
    if taken := next((unused for unused in wrong if unused.is_taken and name in unused.names), None):
        raise BadArguments(taken.message)
    if name not in entries and name.isidentifier():  # one of ours in the making, whose card is to be written
        for folder in _folders(f"{path}/{name}" for path in importlib.import_module(OURS).__path__):
            if any(folder.glob("*.py")):
                return (BenchmarkEntry(name, f"{OURS}.{name}", folder),)
    return (entries.get(name) or find_entry(name),)


def ours_first() -> list[BenchmarkEntry]:
    """All benchmarks; where the first that responds counts, ours come first."""
    return sorted(list_entries(), key=lambda entry: not entry.ours)


@contextmanager
def tolerating(entry: BenchmarkEntry) -> Iterator[None]:
    """Inside, what a benchmark does wrong costs a warning and itself."""
    try:
        yield
    except Exception as error:
        if entry.ours and isinstance(error, CreativityError) and not isinstance(error, BadCard):
            raise
        logger.warning("%s cannot be used: %s: %s", entry.package, type(error).__name__, error)


def import_part(entry: BenchmarkEntry, part: str) -> ModuleType | None:
    """The module ``part`` of a benchmark; None where it has none, or, with a warning, where it cannot be imported."""
    if entry.has(part):
        with tolerating(entry):
            return entry.module(part)
    return None
