"""Prompts that only an authors' program or data file holds: fetched by name and read as data, never run.

A template gives the place of its text and what stands in the slots of it::

    {# Fetched: mctb2025-hard-dat, HardDivergentAssociationTest.set_prompt, line 36. #}
    {{ authors("mctb2025-hard-dat", function="HardDivergentAssociationTest.set_prompt", line=36,
               slots={"{self.n_words}": asked, "{letter}": letter}) }}

What varies in a text is a slot, named as it stands in the source, with the braces of an f-string or of a marked place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, parse_json
from helm_creativity.benchmark.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import kind_of, listed, quoted

FENCED = re.compile(r"^```[^\n`]*\n(.*?)^```\s*$", re.DOTALL | re.MULTILINE)


class Slot(NamedTuple):
    """What varies in a text, as its source writes it."""

    name: str


Text = tuple["str | Slot", ...]
"""A text in pieces."""


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
    path = require_source(name, f"{name}, which holds the authors' words", "prompts=own, the words of this package")
    with _naming(path, name):
        return fill(_text(path, function, line, constant, key, tuple(json_keys), block), slots or {})


def authors_list(name: str, constant: str) -> tuple[str, ...]:
    """The texts of a list that an authors' file of Python assigns to a name."""
    path = require_source(name, f"{name}, which holds the authors' items", "prompts=own, the items of this package")
    with _naming(path, name):
        return _list(path, constant)


@lru_cache(maxsize=32)
def _list(path: Path, constant: str) -> tuple[str, ...]:
    with _parser_errors_as_file_problems():
        found = read_constant(path.read_text("utf-8"), constant)
    if not isinstance(found, (list, tuple)) or not all(isinstance(text, str) for text in found):
        raise FileProblem(f"expected a list of texts in {constant}, got {quoted(found)}")
    return tuple(found)


@contextmanager
def _naming(path: Path, name: str) -> Iterator[None]:
    try:
        yield
    except FileProblem as error:
        raise FileProblem(
            f"{path.name}: {error}; if the file is damaged, delete {path} and download it again with "
            f"`helm-creativity items fetch {name}`"
        ) from error


@contextmanager
def _parser_errors_as_file_problems() -> Iterator[None]:
    try:
        yield
    except (*UNREADABLE, MemoryError) as error:
        raise FileProblem(f"cannot be read: {error}") from error


def fill(text: str | Text, slots: Mapping[str, object]) -> str:
    """The text with its slots filled, each once: what a value holds is never taken for a slot."""
    pieces = _cut(text, list(slots)) if isinstance(text, str) else text
    names = {piece.name for piece in pieces if isinstance(piece, Slot)}
    if names != slots.keys():
        raise FileProblem(
            f"expected a text with the slots {listed(sorted(slots))}, found one with {listed(sorted(names)) or 'none'}"
        )
    return "".join(str(slots[piece.name]) if isinstance(piece, Slot) else piece for piece in pieces)


def text_of_function(source: str, function: str, line: int = 0, key: str = "") -> Text:
    """A text that a function of Python source holds; docstrings are none."""
    body = _definition(_parsed(source), function).body
    nodes = _values_of_key(body, key) if key else _text_expressions(body)
    texts = [
        (node.lineno, text)
        for node in nodes
        if (text := _pieces(node)) is not None and any(isinstance(piece, str) for piece in text)
    ]
    found = [text for begins, text in texts if line in (0, begins)]
    if len(found) != 1:
        which = f"with the key {key!r}" if key else f"on line {line}" if line else "and no other"
        begins = ", ".join(str(number) for number, _ in texts)
        raise FileProblem(f"expected one text of {function} {which}, found {len(found)}; texts begin on lines {begins}")
    return found[0]


def read_constant(source: str, name: str) -> Any:  # noqa: ANN401 - any literal
    """The value of a name that Python source assigns a literal; an f-string in which nothing varies is one."""
    values = [
        node.value
        for node in ast.walk(_parsed(source))
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == name for target in node.targets)
    ]
    if len(values) != 1:
        raise FileProblem(f"expected one assignment of {name}, found {len(values)}")
    if isinstance(values[0], ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in values[0].values):
        return "".join(ast.literal_eval(part) for part in values[0].values)
    try:
        return ast.literal_eval(values[0])
    except ValueError as error:
        raise FileProblem(f"what is assigned to {name} is no literal") from error


def fenced_block(markdown: str, number: int = 0) -> str:
    """A fenced block of Markdown, by its number from 0."""
    blocks = FENCED.findall(markdown)
    if number >= len(blocks):
        raise FileProblem(f"expected a fenced block number {number}, found {len(blocks)} blocks")
    return str(blocks[number])


@lru_cache(maxsize=256)
def _text(
    path: Path, function: str, line: int, constant: str, key: str, json_keys: tuple[str, ...], block: int | None
) -> str | Text:
    """See ``authors_prompt``. A path contains the checksum of its file, so that the cached text stays right."""
    with _parser_errors_as_file_problems():
        source = path.read_text("utf-8")
        if block is not None:
            source = fenced_block(source, block)
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


def _cut(text: str, names: Sequence[str]) -> Text:
    if not names:
        return (text,)
    parts = re.split("(" + "|".join(map(re.escape, sorted(names, key=len, reverse=True))) + ")", text)
    return tuple(Slot(part) if i % 2 else part for i, part in enumerate(parts))


@lru_cache(maxsize=32)
def _parsed(source: str) -> ast.Module:
    """Parsed source. Python 2 took mixed tabs and spaces, and some published programs still have them."""
    try:
        try:
            return ast.parse(source)
        except TabError:
            return ast.parse(source.expandtabs(4))
    except SyntaxError as error:
        raise FileProblem(f"line {error.lineno} is not Python: {error.msg}") from error


def _definition(tree: ast.Module, qualified: str) -> ast.FunctionDef | ast.AsyncFunctionDef:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    body: Sequence[ast.stmt] = tree.body
    found: ast.stmt | None = None
    for name in qualified.split("."):
        found = next((node for node in body if isinstance(node, kinds) and node.name == name), None)
        body = found.body if isinstance(found, kinds) else ()
    if not isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef)):
        raise FileProblem(f"there is no function {qualified}")
    return found


def _values_of_key(body: Sequence[ast.AST], key: str) -> Iterator[ast.expr]:
    for node in body:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Dict):
                for name, value in zip(inner.keys, inner.values, strict=True):
                    if isinstance(name, ast.Constant) and name.value == key:
                        yield value


def _text_expressions(body: Sequence[ast.AST]) -> Iterator[ast.expr]:
    for node in body:
        if isinstance(node, (ast.JoinedStr, ast.BinOp)) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str)
        ):
            yield node
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from _text_expressions(list(ast.iter_child_nodes(node)))


def _pieces(node: ast.expr) -> Text | None:
    """A text in pieces; None for one that formats what it holds, or is put together by other means than ``+``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.JoinedStr):
        return _joined([_pieces(value) for value in node.values])
    if isinstance(node, ast.FormattedValue):
        plain = node.conversion == -1 and node.format_spec is None
        return (Slot(f"{{{ast.unparse(node.value)}}}"),) if plain else None
    if isinstance(node, ast.BinOp):
        return _joined([_pieces(node.left), _pieces(node.right)]) if isinstance(node.op, ast.Add) else None
    return (Slot(ast.unparse(node)),)


def _joined(parts: Sequence[Text | None]) -> Text | None:
    texts = [part for part in parts if part is not None]
    return tuple(piece for text in texts for piece in text) if len(texts) == len(parts) else None
