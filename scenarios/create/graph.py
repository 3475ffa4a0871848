"""Files of triples: facts from which queries are drawn, and in which the triples of a response are looked up.

A file is read row by row. A row that is no triple costs itself and is counted; a triple that stands there again counts
once. Names are compared as ``paths`` compares them, qualifiers included: ``Michael Jordan (basketball)`` and ``Michael
Jordan`` are two names here, since a look-up that is wrong would make a fact of what is none.

Order of rows, kind of file and spelling of names do not matter to what is drawn, looked up or compared.
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from helm_creativity.benchmark.rows.records import LONGEST_CELL, BadRow
from helm_creativity.benchmark.rows.tables import read_lines, rows_in_file
from helm_creativity.benchmark.types import visible
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import listed, quoted
from helm_creativity.scenarios.create.paths import Triple, TripleKey, triple_key

_T = TypeVar("_T")
NONE, OWN, DRAWING = "none", "own", "own+drawing"
OWN_FILE = Path(__file__).with_name("items") / "graph.tsv"
DRAWING_FILE = OWN_FILE.with_name("facts_for_drawing.tsv")
ENDINGS = (".tsv", ".csv", ".jsonl")
LONGEST_NAME = 300
"""Characters of a part of a triple; what is longer is a text and no name."""

# Of head, relation and tail. One with the ending Label is Wikidata's, whose column without it holds addresses.
_COLUMNS = (
    ("headlabel", "head", "subject", "source", "item"),
    ("relationlabel", "relation", "predicate", "property"),
    ("taillabel", "tail", "object", "target", "value"),
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
    """The graph of that name; own+drawing are the facts of both of the package's files."""
    allowed = f"{setting} must be {also}own, or a file of triples"
    path = {OWN: OWN_FILE, DRAWING: DRAWING_FILE}.get(name) or users_file(name, allowed, ENDINGS)
    return read_once(read_file, path)


def graph_label(name: str) -> str:
    """What stands for a graph in names of runs and in comparable keys: a name, ``@`` and its checksum; or ``none``."""
    if name == NONE:
        return NONE
    return f"{name if name in (OWN, DRAWING) else users_name(name, OWN, NONE)}@{read_graph(name).checksum}"


def read_once(read: Callable[[Path], _T], path: Path) -> _T:
    """What is read from a file, which is read again when it has changed."""
    status = path.stat()
    found: _T = _read(read, path.absolute(), status.st_mtime_ns, status.st_size)
    return found


@lru_cache(maxsize=8)
def _read(read: Callable[[Path], Any], path: Path, changed: int, size: int) -> Any:  # noqa: ANN401 - what it reads
    return read(path)


def users_file(name: object, allowed: str, endings: Iterable[str]) -> Path:
    """A file that a setting names."""
    allowed = f"{allowed} that ends in {', '.join(endings)}"
    path = Path(os.path.expanduser(str(name)))  # an unknown user is no error
    if path.suffix.lower() not in endings:
        raise BadArguments(f"{allowed}, got {quoted(name)}")
    if not os.path.isfile(path):  # a name that no file can have: no error
        raise BadArguments(f"{allowed}, got {quoted(name)}, but there is no such file")
    return path


def users_name(name: object, *taken: str) -> str:
    """What a user's file is called in names of runs, never as something else is."""
    stem = re.sub(r"[^\w.-]+", "_", Path(str(name)).stem)[:40]
    return f"{stem}_file" if stem in taken else stem


def read_file(path: Path) -> KnowledgeGraph:
    """The triples of a file; with those for drawing come those of ``graph.tsv``."""
    triples, problems = dict[TripleKey, Triple](), []
    paths = (OWN_FILE, path) if path == DRAWING_FILE else (path,)
    for number, parts in (row for file in paths for row in _rows(file)):
        found = _triple(parts) if not isinstance(parts, str) else parts
        if isinstance(found, str):
            problems.append(f"line {number}: {found}")
            continue
        # Of two spellings of one triple the first in the alphabet is kept, so that the order of rows does not matter.
        key = triple_key(found)
        triples[key] = min(found, triples.get(key, found))
    if not triples:
        first = f"; {problems[0]}" if problems else ""
        raise FileProblem(f"{path}: expected triples in columns head, relation and tail, found none{first}")
    return KnowledgeGraph(tuple(triples[key] for key in sorted(triples)), tuple(problems))


def _triple(parts: Sequence[object]) -> Triple | str:
    names = [" ".join(visible(part).split()) for part in parts if isinstance(part, str)]
    if len(parts) != 3 or len(names) != 3 or not all(names):
        return f"expected three texts (head, relation, tail), got {quoted(list(parts))}"
    if longest := [name for name in names if len(name) > LONGEST_NAME]:
        return f"expected names of at most {LONGEST_NAME} characters, got {quoted(longest[0])}"
    if unlabelled := [name for name in names if _UNLABELLED.fullmatch(name)]:
        return f"expected names that people read, got {quoted(unlabelled[0])}"
    found = Triple(*names)
    head, _, tail = triple_key(found)
    return f"expected two entities, got {quoted(found.head)} as both" if head == tail else found


def _rows(path: Path) -> Iterator[tuple[int, Sequence[object] | str]]:
    """Number of each line and its three cells, or what is wrong with it.

    Quotes mean nothing in TSV. Lines that begin with # are remarks. Without a header a line has three cells.
    """
    ending = path.suffix.lower()
    if ending == ".jsonl":
        for number, row in rows_in_file(path):
            if isinstance(row, BadRow):
                yield number, row.problem
            else:
                places, values = _places(list(row)), list(row.values())
                missing = f"expected head, relation and tail, got {listed(row)}"
                yield number, [values[place] for place in places] if places else missing
        return
    csv.field_size_limit(LONGEST_CELL)
    lines = (line if not line.startswith("#") else "\n" for line in read_lines(path))
    tabs: dict[str, Any] = {"delimiter": "\t", "quoting": csv.QUOTE_NONE} if ending == ".tsv" else {}
    reader, header = csv.reader(lines, **tabs), None
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if header is None and (header := _places(cells)):
                continue
            missing = f"expected at least {max(header, default=0) + 1} cells, got {len(cells)}"
            short = len(cells) <= max(header, default=0)
            yield reader.line_num, missing if short else [cells[place] for place in header] if header else cells
    except csv.Error as error:
        raise FileProblem(f"{path}, line {reader.line_num}: not CSV: {error}") from error


def _places(names: Sequence[str]) -> list[int]:
    plain = [name.strip().casefold() for name in names]
    found = [next((plain.index(alias) for alias in aliases if alias in plain), -1) for aliases in _COLUMNS]
    return [] if -1 in found else found
