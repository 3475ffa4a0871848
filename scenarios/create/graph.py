"""Files of triples: facts from which queries are drawn, and in which the triples of a response are looked up.

A file is read row by row. A row that is no triple costs itself and is counted; a triple that stands there again counts
once. Names are compared as ``parse`` compares them, qualifiers included: ``Michael Jordan (basketball)`` and ``Michael
Jordan`` are two names here, since a look-up that is wrong would make a fact of what is none.

Order of rows, kind of file and spelling of names do not matter to what is drawn, looked up or compared.
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
import pathlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType

from helm_creativity.core.visible_text import visible
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.records import LONGEST_CELL, BadRow, read_lines, read_rows
from helm_creativity.safe_text import listed, quoted
from helm_creativity.scenarios.create.parse import Triple, TripleKey, triple_key

NONE, OWN = "none", "own"
OWN_FILE = pathlib.Path(__file__).with_name("items") / "graph.tsv"
ENDINGS = (".tsv", ".csv", ".jsonl")
LONGEST_NAME = 300
"""Characters of a part of a triple; what is longer is a text and no name."""

# A column with the ending Label is Wikidata's, whose column without it holds addresses.
_COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "head": ("headlabel", "head", "subject", "source", "item"),
        "relation": ("relationlabel", "relation", "predicate", "property"),
        "tail": ("taillabel", "tail", "object", "target", "value"),
    }
)
# What Wikidata's label service gives for an entity without a label in the language asked for.
_UNLABELLED = re.compile(r"[QPL]\d+|https?://\S+|t\d{5,}|_:\S+")


@dataclass(frozen=True)
class KnowledgeGraph:
    """Triples, each once."""

    triples: tuple[Triple, ...]
    problems: tuple[str, ...] = ()

    @cached_property
    def keys(self) -> frozenset[TripleKey]:
        """The triples as they are compared."""
        return frozenset(map(triple_key, self.triples))

    def holds(self, triple: Triple) -> bool:
        """Whether the triple stands here, in this direction."""
        return triple_key(triple) in self.keys

    @cached_property
    def checksum(self) -> str:
        """The first 12 hexadecimal digits of the SHA-256 of the triples as they are compared."""
        text = json.dumps(sorted(self.keys), separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]


def read_graph(name: str, setting: str = "triples", also: str = "") -> KnowledgeGraph:
    """The graph of that name."""
    path = OWN_FILE if name == OWN else _graph_file(name, f"{setting} must be {also}")
    status = path.stat()
    return _read_once(path.absolute(), status.st_mtime_ns, status.st_size)


def graph_label(name: str) -> str:
    """What stands for a graph in names of runs and in comparable keys: a name, ``@`` and its checksum; or ``none``."""
    if name == NONE:
        return NONE
    stem = OWN if name == OWN else re.sub(r"[^\w.-]+", "_", pathlib.Path(name).stem)[:40]
    mine = f"{stem}_file" if name != OWN and stem in (OWN, NONE) else stem
    return f"{mine}@{read_graph(name).checksum}"


@lru_cache(maxsize=4)
def _read_once(path: pathlib.Path, changed: int, size: int) -> KnowledgeGraph:
    """Time of the last change and size are there to tell versions of a file apart."""
    return read_file(path)


def _graph_file(name: object, must_be: str) -> pathlib.Path:
    allowed = f"{must_be}own, or a file of triples that ends in {', '.join(ENDINGS)}"
    path = pathlib.Path(os.path.expanduser(str(name)))
    if path.suffix.lower() not in ENDINGS:
        raise BadArguments(f"{allowed}, got {quoted(name)}")
    if not os.path.isfile(path):
        raise BadArguments(f"{allowed}, got {quoted(name)}, but there is no such file")
    return path


def read_file(path: pathlib.Path) -> KnowledgeGraph:
    """The triples of a file."""
    triples, problems = dict[TripleKey, Triple](), []
    for place, parts in _objects(path) if path.suffix.lower() == ".jsonl" else _cells(path):
        found = _triple(parts)
        if isinstance(found, str):
            problems.append(f"{place}: {found}")
            continue
        # Of two spellings of one triple the first in the alphabet is kept, so that the order of rows does not matter.
        key = triple_key(found)
        triples[key] = min(found, triples.get(key, found))
    if not triples:
        first = f"; {problems[0]}" if problems else ""
        raise FileProblem(f"{path}: expected triples in columns head, relation and tail, found none{first}")
    return KnowledgeGraph(tuple(triples[key] for key in sorted(triples)), tuple(problems))


def _triple(parts: Sequence[object] | str) -> Triple | str:
    if isinstance(parts, str):
        return parts
    if len(parts) != len(_COLUMNS) or not all(isinstance(part, str) for part in parts):
        return f"expected three texts (head, relation, tail), got {quoted(list(parts))}"
    names = [" ".join(visible(str(part)).split()) for part in parts]
    if not all(names):
        return f"expected three texts (head, relation, tail), got a blank one in {quoted(names)}"
    if longest := [name for name in names if len(name) > LONGEST_NAME]:
        return f"expected names of at most {LONGEST_NAME} characters, got {quoted(longest[0])}"
    if unlabelled := [name for name in names if _UNLABELLED.fullmatch(name)]:
        return f"expected names that people read, got {quoted(unlabelled[0])}"
    found = Triple(*names)
    head, _, tail = triple_key(found)
    return f"expected two entities, got {quoted(found.head)} as both" if head == tail else found


Row = tuple[str, "Sequence[object] | str"]
"""The place of a row, and its cells or why it has none."""


def _objects(path: pathlib.Path) -> Iterator[Row]:
    for number, row in read_rows(path, ".jsonl"):
        if isinstance(row, BadRow):
            yield f"line {number}", row.problem
            continue
        places = _triple_columns(list(row))
        values = list(row.values())
        missing = f"expected head, relation and tail, got {listed(row)}"
        yield f"line {number}", [values[place] for place in places] if places else missing


def _cells(path: pathlib.Path) -> Iterator[Row]:
    """Rows of cells: below a header the three columns, without one all cells; lines that begin with # are remarks."""
    places: Sequence[int] = ()
    for start, (number, cells) in enumerate(_split(path)):
        if start == 0 and (places := _triple_columns(cells)):
            continue
        if places and len(cells) <= max(places):
            yield f"line {number}", f"expected at least {max(places) + 1} cells, got {len(cells)}"
        else:
            yield f"line {number}", [cells[place] for place in places] if places else cells


def _split(path: pathlib.Path) -> Iterator[tuple[int, list[str]]]:
    """Lines of TSV, in which quotes mean nothing, or rows of CSV, with the numbers of their lines."""
    lines = (line if not line.startswith("#") else "\n" for line in read_lines(path))
    if path.suffix.lower() == ".tsv":
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield number, line.rstrip("\r\n").split("\t")
        return
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(lines)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise FileProblem(f"{path}, line {reader.line_num}: not CSV: {error}") from error


def _triple_columns(names: Sequence[str]) -> list[int]:
    plain = [name.strip().casefold() for name in names]
    found = [next((plain.index(alias) for alias in aliases if alias in plain), -1) for aliases in _COLUMNS.values()]
    return [] if -1 in found else found
