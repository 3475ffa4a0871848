"""Finds benchmarks by name, so that nothing outside a benchmark's folder needs to import it.

Ours are the folders of ``helm_creativity.scenarios``; those of other packages are named by entry points. One that
cannot be read or imported costs a warning and itself, never another one.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from helm_creativity.benchmark.card import EXTENDS, class_name, read_card
from helm_creativity.benchmark.entries import OURS, BenchmarkEntry, classes_in, import_own, importing
from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.names import SPELLED, SPELLING, did_you_mean, find_name, plain_name
from helm_creativity.errors import BadArguments, BadCard, CreativityError
from helm_creativity.safe_text import module_logger, quoted

logger = module_logger(__name__)

ENTRY_POINTS = "helm_creativity.benchmarks"
"""Entry points of this group name packages that are a benchmark or hold some, or a module with a benchmark's class."""


@dataclass(frozen=True)
class Unusable:
    """A benchmark, or what an entry point of another package names, that cannot be used."""

    names: tuple[str, ...]
    what: str
    why: str
    benchmark: BenchmarkEntry | None = None
    other: BenchmarkEntry | None = None

    def __str__(self) -> str:
        return f"{self.what} cannot be used: {self.why}"


@lru_cache(maxsize=1)
def list_entries() -> tuple[BenchmarkEntry, ...]:
    """All benchmarks, in alphabetical order: ours, and those of other packages that entry points name.

    One that cannot be used costs a warning and itself, never another one.
    """
    benchmarks: dict[str, BenchmarkEntry] = {}
    for benchmark in _found():
        if isinstance(benchmark, Unusable):
            logger.warning("%s", benchmark)
        else:
            benchmarks[benchmark.name] = benchmark
    return tuple(benchmarks[name] for name in sorted(benchmarks))


def _found() -> Iterator[BenchmarkEntry | Unusable]:
    """A name belongs to the first that can be used; it is looked up before a card is read, which may extend it."""
    known = {place.name: place for place in list_places()}
    used: dict[str, BenchmarkEntry] = {}
    for place in _places():
        if isinstance(place, Unusable):
            yield place
        elif other := used.get(place.name):
            if other.package != place.package:  # the same package may be named by the entry points of two projects
                yield _taken(place, other)
        else:
            read = _read(place, known)
            if isinstance(read, BenchmarkEntry):
                used[read.name] = read
            yield read


def _places() -> Iterator[BenchmarkEntry | Unusable]:
    for folder in _folders(importlib.import_module(OURS).__path__):
        yield from _inside(folder, OURS)
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value)):
        try:
            module, colon, inside = point.value.partition(":")
            if colon:
                raise BadArguments(
                    f"name the module only, {point.name} = {module.strip()}, without {quoted(':' + inside)}"
                )
            with importing(point.value):  # finding what is in a package imports it
                spec = find_spec(point.value)
            folders = _folders((spec and spec.submodule_search_locations) or ())
            if spec is None or not (folders or spec.origin):
                raise ModuleNotFoundError(f"there is no package {point.value!r}")
            benchmarks = [benchmark for folder in folders for benchmark in _in_or_inside(folder, point.value)]
            yield from benchmarks or [
                BenchmarkEntry(point.name, point.value, Path(spec.origin or "").parent, has_card=False)
            ]
        except Exception as error:
            yield Unusable(_point_names(point.name, point.value), _what(point.name), str(error))


def list_places() -> tuple[BenchmarkEntry, ...]:
    """Where benchmarks are, by names that ``find_entry`` knows or says why not: nothing of them is read or imported."""
    places: dict[str, BenchmarkEntry] = {}
    for place in _places():
        if isinstance(place, BenchmarkEntry):
            places.setdefault(place.name, place)
    return tuple(places.values())


def _with_class(entry: BenchmarkEntry) -> BenchmarkEntry:
    if entry.has_card:
        return entry
    module = entry.package
    kinds = classes_in(import_own(module))
    if len(kinds) != 1:
        found = ", ".join(kind.__name__ for kind in kinds) or "none"
        raise BadCard(
            f"neither {quoted(module)} nor a folder in it has a card.yaml; is it in the package's data? "
            "Without a card it "
            f"must define one class that extends a benchmark, found {found}"
        )
    return replace(entry, kind=kinds[0])


def _with_parent(
    entry: BenchmarkEntry, known: Mapping[str, BenchmarkEntry], below: tuple[str, ...] = ()
) -> BenchmarkEntry:
    entry = _with_class(entry)
    name = _parent_name(entry, known)
    if not name:
        return entry
    if name not in known:
        raise BadCard(f"{entry.name} extends {quoted(name)}, and there is no such benchmark")
    if name in (entry.name, *below):
        raise BadCard(f"{entry.name} extends itself: {' extends '.join((*below, entry.name, name))}")
    return replace(entry, parent=_with_parent(known[name], known, (*below, entry.name)))


def _parent_name(entry: BenchmarkEntry, known: Mapping[str, BenchmarkEntry]) -> str:
    if entry.kind is None:
        return str(read_card(entry.folder).get(EXTENDS, ""))
    if extends := vars(entry.kind).get(EXTENDS):
        return str(extends)
    by_package = {benchmark.package: benchmark.name for benchmark in known.values()}
    for kind in entry.kind.__mro__[1:]:
        for package in (kind.__module__, kind.__module__.rpartition(".")[0]):
            if package in by_package:
                return by_package[package]
    raise BadCard(
        f"{class_name(entry.kind)} has no card.yaml beside it and subclasses that of no benchmark: write extends = NAME"
    )


def _folders(search_path: Iterable[str]) -> list[Path]:
    """Each once, without the names that editable installations add and that are no folders."""
    folders: dict[Path, Path] = {}
    for place in map(Path, search_path):
        if place.is_dir():
            folders.setdefault(place.resolve(), place)
    return list(folders.values())


def _read(benchmark: BenchmarkEntry, known: Mapping[str, BenchmarkEntry]) -> BenchmarkEntry | Unusable:
    """A benchmark whose card can be read, which is tried now, so that no reader of all cards meets a bad one."""
    try:
        if not SPELLED.fullmatch(benchmark.name):
            what = "the package and the card" if benchmark.has_card else "the entry point"
            raise BadCard(f"{quoted(benchmark.name)} is no name of a benchmark: expected {SPELLING}; rename {what}")
        benchmark = _with_parent(benchmark, known)
        if benchmark.card.name != benchmark.name:
            raise BadCard(f"card.yaml says name: {benchmark.card.name}, the package is {benchmark.name}: use one name")
    except Exception as error:
        why = str(error) or type(error).__name__
        if benchmark.has_card:
            return Unusable((benchmark.name,), benchmark.package, why, benchmark)
        return Unusable(_point_names(benchmark.name, benchmark.package), _what(benchmark.name), why)
    return benchmark


def _point_names(point: str, package: str) -> tuple[str, ...]:
    return point, package.rpartition(".")[2]


def _what(point: str) -> str:
    return f"the benchmarks of the entry point {point!r}"


def _taken(benchmark: BenchmarkEntry, other: BenchmarkEntry) -> Unusable:
    change = "rename the card and the package" if benchmark.has_card else "give the entry point another name"
    why = f"there is a benchmark {benchmark.name!r} already, in {_location(other)}: {change}"
    return Unusable((benchmark.name,), f"{benchmark.package} in {benchmark.folder}", why, benchmark, other)


def _location(benchmark: BenchmarkEntry) -> Path:
    spec = None if benchmark.has_card else find_spec(benchmark.package)
    return Path(spec.origin) if spec and spec.origin else benchmark.folder


def unusable() -> list[Unusable]:
    """What no command but ``check`` shows."""
    return [found for found in _found() if isinstance(found, Unusable)]


def entries_to_check(name: str = "") -> tuple[BenchmarkEntry, ...]:
    """The benchmark of that name, or all for "": those too that cannot be used, so that a reason can be given."""
    benchmarks = {entry.name: entry for entry in list_entries()}
    wrong = unusable()
    for entry in wrong:
        if entry.benchmark and entry.benchmark.name not in benchmarks:
            benchmarks[entry.benchmark.name] = entry.benchmark
    name = find_name(name, benchmarks) or name
    if taken := next((entry for entry in wrong if entry.other and entry.other.name == name), None):
        raise BadArguments(str(taken))
    if not name:
        return tuple(benchmarks[benchmark] for benchmark in sorted(benchmarks))
    return (benchmarks.get(name) or _place_without_card(name) or find_entry(name),)


def _place_without_card(name: str) -> BenchmarkEntry | None:
    folders = (
        [place / name for place in _folders(importlib.import_module(OURS).__path__)] if name.isidentifier() else []
    )
    return next(
        (BenchmarkEntry(name, f"{OURS}.{name}", folder) for folder in folders if any(folder.glob("*.py"))), None
    )


def _in_or_inside(folder: Path, package: str) -> list[BenchmarkEntry]:
    if (folder / "card.yaml").is_file():
        return [BenchmarkEntry(package.rpartition(".")[2], package, folder)]
    return list(_inside(folder, package))


def _inside(folder: Path, package: str) -> Iterator[BenchmarkEntry]:
    for path in sorted(folder.iterdir()):
        if (path / "card.yaml").is_file():
            yield BenchmarkEntry(path.name, f"{package}.{path.name}", path)


def find_entry(name: str) -> BenchmarkEntry:
    """The benchmark of a name, which may have the prefix or not, in any case, with ``-`` for ``_``."""
    if not isinstance(name, str):
        raise BadArguments(f"expected the name of a benchmark, got {quoted(name)}")
    benchmarks = {benchmark.name: benchmark for benchmark in list_entries()}
    found = name if name in benchmarks else find_name(name, benchmarks)
    if found is None:
        if wrong := next((entry for entry in unusable() if name in entry.names), None):
            raise BadArguments(
                f"{wrong}; fix that, or the entry point in pyproject.toml, and install the project again"
            )
        raise BadArguments(
            f"there is no benchmark {quoted(name)}{did_you_mean(plain_name(name), sorted(benchmarks))}; "
            f"a benchmark of another package needs an entry point in the group {ENTRY_POINTS}"
        )
    return benchmarks[found]


def import_part(entry: BenchmarkEntry, part: str) -> ModuleType | None:
    """The module ``part`` of a benchmark; None where it has none, or, with a warning, where it cannot be imported."""
    if not entry.has(part):
        return None
    try:
        return entry.module(part)
    except Exception as error:
        logger.warning("%s.%s cannot be imported: %s: %s", entry.package, part, type(error).__name__, error)
        return None


def ours_first() -> list[BenchmarkEntry]:
    """All benchmarks; where the first that responds counts, ours come first."""
    return sorted(list_entries(), key=lambda benchmark: not benchmark.ours)


@contextmanager
def tolerating(benchmark: BenchmarkEntry) -> Iterator[None]:
    """Inside, what a benchmark does wrong costs a warning and itself."""
    try:
        yield
    except Exception as error:
        if benchmark.ours and isinstance(error, CreativityError) and not isinstance(error, BadCard):
            raise
        logger.warning("%s cannot be used: %s: %s", benchmark.package, type(error).__name__, error)


@lru_cache(maxsize=1)
def find_sources() -> Mapping[str, SourceFile]:
    """Files of the benchmarks' authors that the cards name, by name, and those of the sets that examine judges."""
    from helm_creativity.benchmark.exam_cards import exam_cards

    of_exams = {file.name: file for card in exam_cards().values() for file in card.files}
    return {**of_exams, **{file.name: file for benchmark in reversed(ours_first()) for file in benchmark.card.files}}


def find_source(name: str) -> SourceFile:
    """The file of that name, whichever card names it; ``BadArguments`` names those that exist."""
    sources = find_sources()
    if name not in sources:
        raise BadArguments(f"there is no file {quoted(name)}{did_you_mean(name, sorted(sources))}")
    return sources[name]


def find_bundle(name: str) -> Sequence[SourceFile]:
    """The files that are fetched under a name: those of a bundle, or one file; see ``find_source``."""
    sources = find_sources()
    found = [source for source in sources.values() if name in source.bundles]
    if found or name in sources:
        return found or [sources[name]]
    bundles = {bundle for source in sources.values() for bundle in source.bundles}
    near = did_you_mean(name, [*sorted(bundles), *sorted(sources.keys() - bundles)], 8)  # of more than a hundred
    raise BadArguments(f"there is no file or bundle {quoted(name)}{near}; `helm-creativity items list` lists all")
