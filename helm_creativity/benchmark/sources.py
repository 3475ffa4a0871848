"""Files of the benchmarks' authors that cards name, on this machine or not, and the words that only they have.

A template gives the place of its text in a fetched program or data file, which is read as data, and its slots, which
are named as they stand in the source, with the braces of an f-string or of a marked place::

    {# Fetched: mctb2025-hard-dat, HardDivergentAssociationTest.set_prompt, line 36. #}
    {{ authors("mctb2025-hard-dat", function="HardDivergentAssociationTest.set_prompt", line=36,
               slots={"{self.n_words}": asked, "{letter}": letter}) }}
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.source_files import SourceFile, find
from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, parse_json
from helm_creativity.benchmark.files.yaml_files import build, read_yaml
from helm_creativity.benchmark.names import did_you_mean
from helm_creativity.benchmark.registry import ours_first
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import kind_of, listed, quoted


@lru_cache(maxsize=1)
def find_sources() -> Mapping[str, SourceFile]:
    """Files of the benchmarks' authors that the cards name, by name, and those of the sets that examine judges."""
    named = [file for card in exam_cards().values() for file in card.files]
    named += [file for entry in reversed(ours_first()) for file in entry.card.files]
    return {file.name: file for file in named}


def find_source(name: str) -> SourceFile:
    """The file of that name, whichever card names it."""
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
    raise BadArguments(f"there is no file or bundle {quoted(name)}{near}; `helm-creativity list files` lists all")


def require_source(name: str, what: str, otherwise: str) -> Path:
    """Where a file lies that a card names."""
    source = find_source(name)
    if (path := find(source)) is None:
        get = f"`helm-creativity fetch {source.bundles[0] if source.bundles else name}`"
        raise FileProblem(f"not on this machine: {what}; get it with {get}, or use {otherwise}")
    return path


EXAM_SETS = "helm_creativity.judges.evaluation.sets"
"""The package whose folder holds the cards; nothing of it is imported."""


@dataclass(frozen=True)
class ExamCard:
    """A public set on which judges are examined."""

    name: str
    title: str
    texts: str
    raters: str
    scale: str
    licence: str
    citation: str
    requires: tuple[str, ...]
    files: tuple[SourceFile, ...] = ()
    benchmark: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)


@cache
def exam_cards() -> Mapping[str, ExamCard]:
    """The cards of all sets, by name."""
    spec = find_spec(EXAM_SETS)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    paths = [path for folder in folders for path in sorted(Path(folder).glob("*.yaml"))]
    return {path.stem: build(ExamCard, read_yaml(path), path.name) for path in paths}


_FENCED = re.compile(r"^```[^\n`]*\n(.*?)^```\s*$", re.DOTALL | re.MULTILINE)


class Slot(str):
    """What varies in a text, as its source writes it."""

    __slots__ = ()


def authors_prompt(
    name: str,
    *,
    function: str = "",
    line: int = 0,
    constant: str = "",
    key: str = "",
    json_keys: Sequence[str] = (),
    block: int | None = None,
    slots: Mapping[str, object] | None = None,
) -> str:
    """A text of an authors' file, its slots filled."""
    with _fetched(name, "words") as path:
        return fill(_text(path, function, line, constant, key, tuple(json_keys), block), slots or {})


def authors_list(name: str, constant: str) -> tuple[str, ...]:
    """The texts of a list that an authors' file of Python assigns to a name."""
    with _fetched(name, "items") as path:
        found = read_constant(path.read_text("utf-8"), constant)
        if not isinstance(found, (list, tuple)) or not all(isinstance(text, str) for text in found):
            raise FileProblem(f"expected a list of texts in {constant}, got {quoted(found)}")
        return tuple(found)


@contextmanager
def _fetched(name: str, what: str) -> Iterator[Path]:
    """The path of a file that is on this machine; what cannot be read in it says how to get it again."""
    path = require_source(name, f"{name}, which holds the authors' {what}", f"prompts=own, the {what} of this package")
    try:
        yield path
    except (FileProblem, SyntaxError, *UNREADABLE, MemoryError) as error:
        problem = error if isinstance(error, FileProblem) else f"cannot be read: {error}"
        raise FileProblem(
            f"{path.name}: {problem}; if the file is damaged, delete {path} and download it again with "
            f"`helm-creativity fetch {name}`"
        ) from error


@lru_cache(maxsize=256)
def _text(
    path: Path, function: str, line: int, constant: str, key: str, json_keys: tuple[str, ...], block: int | None
) -> str | Sequence[str]:
    """See ``authors_prompt``. A path contains the checksum of its file, so that the cached text stays right."""
    source = path.read_text("utf-8")
    if block is not None:
        blocks = _FENCED.findall(source)
        if block >= len(blocks):
            raise FileProblem(f"expected a fenced block number {block}, found {len(blocks)} blocks")
        source = blocks[block]
    if function:
        return text_of_function(source, function, line, key)
    found: Any = read_constant(source, constant) if constant else parse_json(source) if json_keys else source
    keys = [*json_keys, *([key] if key else [])]
    try:
        for name in keys:
            found = found[name]
    except (KeyError, IndexError, TypeError) as error:
        raise FileProblem(f"there is no text under the keys {', '.join(keys)}") from error
    if not isinstance(found, str):
        raise FileProblem(f"expected a text, found {kind_of(found)}")
    return found


def fill(text: str | Sequence[str], slots: Mapping[str, object]) -> str:
    """A text, or pieces of one, with its slots filled, each once: what a value holds is never taken for a slot."""
    if isinstance(text, str):
        names = "|".join(map(re.escape, sorted(slots, key=len, reverse=True)))
        parts = re.split(f"({names})", text) if slots else [text]
        text = [Slot(part) if i % 2 else part for i, part in enumerate(parts)]
    found = {piece for piece in text if isinstance(piece, Slot)}
    if found != slots.keys():
        raise FileProblem(
            f"expected a text with the slots {listed(sorted(slots))}, found one with {listed(sorted(found)) or 'none'}"
        )
    return "".join(str(slots[piece]) if isinstance(piece, Slot) else piece for piece in text)


def read_constant(source: str, name: str) -> Any:  # noqa: ANN401 - any literal
    """The value of a name that Python source assigns a literal; an f-string in which nothing varies is one."""
    values = [
        node.value
        for node in ast.walk(_parsed(source))
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == name for target in node.targets)
    ]
    if len(values) != 1:
        raise FileProblem(f"expected one assignment of {name}, found {len(values)}")
    try:
        if isinstance(values[0], ast.JoinedStr):
            return "".join(map(ast.literal_eval, values[0].values))
        return ast.literal_eval(values[0])
    except ValueError as error:
        raise FileProblem(f"what is assigned to {name} is no literal") from error


def text_of_function(source: str, function: str, line: int = 0, key: str = "") -> Sequence[str]:
    """A text that a function of Python source holds, in pieces; docstrings are none."""
    found: Any = _parsed(source)
    for name in function.split("."):
        found = next((node for node in getattr(found, "body", ()) if getattr(node, "name", None) == name), None)
    if not isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef)):
        raise FileProblem(f"there is no function {function}")
    nodes = _values_of_key(found, key) if key else _text_expressions(found.body)
    read = [(node.lineno, _pieces(node) or ()) for node in nodes]
    texts = [(begins, pieces) for begins, pieces in read if not all(isinstance(piece, Slot) for piece in pieces)]
    wanted = [pieces for begins, pieces in texts if line in (0, begins)]
    if len(wanted) != 1:
        which = f"with the key {key!r}" if key else f"on line {line}" if line else "and no other"
        begins = ", ".join(str(number) for number, _ in texts)
        raise FileProblem(
            f"expected one text of {function} {which}, found {len(wanted)}; texts begin on lines {begins}"
        )
    return wanted[0]


@lru_cache(maxsize=32)
def _parsed(source: str) -> ast.Module:
    """Parsed source. Python 2 took mixed tabs and spaces, and some published programs still have them."""
    try:
        return ast.parse(source)
    except TabError:
        return ast.parse(source.expandtabs(4))


def _values_of_key(function: ast.AST, key: str) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Dict):
            for name, value in zip(node.keys, node.values, strict=True):
                if isinstance(name, ast.Constant) and name.value == key:
                    yield value


def _text_expressions(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    for node in nodes:
        if isinstance(node, (ast.JoinedStr, ast.BinOp)) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str)
        ):
            yield node
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from _text_expressions(list(ast.iter_child_nodes(node)))


def _pieces(node: ast.expr) -> tuple[str, ...] | None:
    """A text in pieces; None for one that formats what it holds, or is put together by other means than ``+``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.FormattedValue):
        plain = node.conversion == -1 and node.format_spec is None
        return (Slot(f"{{{ast.unparse(node.value)}}}"),) if plain else None
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Add):
        return None
    if not isinstance(node, (ast.JoinedStr, ast.BinOp)):
        return (Slot(ast.unparse(node)),)
    parts = [_pieces(part) for part in (node.values if isinstance(node, ast.JoinedStr) else (node.left, node.right))]
    return None if None in parts else tuple(piece for part in parts for piece in part or ())
