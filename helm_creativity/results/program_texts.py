"""What an authors' program asks, evaluated from its source: against it claims hold the prompts of this package.

Prompts are read from such a program by the line and the names of their slots (``core.authors_prompts``). Here every
expression of texts in the program is evaluated instead, wherever it stands, so that a line or a slot that was mistaken
shows. The program is never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.core.benchmark import parse_settings
from helm_creativity.core.claims import Claim, Recompute, Recomputed
from helm_creativity.core.loading import get_benchmark
from helm_creativity.io.files import SourceFile


def program_texts(path: Path, values: Mapping[str, str]) -> frozenset[str]:
    """The texts of a program.

    Args:
        path: of the program, in Python.
        values: of what varies, by its source: ``{"str(self.n_words)": "10"}``. A text with anything else that varies
            is left out.
    """
    return frozenset(_texts(ast.parse(path.read_text("utf-8")), values))


def _texts(node: ast.AST, values: Mapping[str, str]) -> Iterator[str]:
    text = _evaluate(node, values) if isinstance(node, ast.expr) else None
    if text is not None:
        yield text
    if text is not None or _is_text(node):
        return
    for child in ast.iter_child_nodes(node):
        yield from _texts(child, values)


def _is_text(node: ast.AST) -> bool:
    """Whether an expression is a text, or a sum that has one: its parts are none of the program's texts."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _evaluate(node: ast.expr, values: Mapping[str, str]) -> str | None:
    """The text that an expression has; None where it has none."""
    source = ast.unparse(node)
    if source in values:
        return values[source]
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.FormattedValue):
        return _evaluate(node.value, values)
    if isinstance(node, ast.JoinedStr):
        return _joined([_evaluate(part, values) for part in node.values])
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined([_evaluate(node.left, values), _evaluate(node.right, values)])
    return None


def _joined(parts: list[str | None]) -> str | None:
    known = [part for part in parts if part is not None]
    return "".join(known) if len(known) == len(parts) else None


def count_in_program(prompts: Iterable[str], texts: Iterable[str]) -> Recomputed:
    """How many prompts are texts of a program, but for white space at the ends, and how many there are."""
    asked, stripped = list(prompts), {text.strip() for text in texts}
    return Recomputed(sum(prompt in stripped for prompt in asked), len(asked))


def asked_prompts(name: str, **settings: object) -> list[str]:
    """The prompts of a benchmark's items.

    Args:
        name: of the benchmark.
        settings: of the benchmark; an embedding need not be on this machine.
    """
    benchmark = get_benchmark(name)
    return [item.prompt.text for item in benchmark.items(parse_settings(benchmark, settings, require=False))]


def prompts_claim(paper: str, what: str, printed: str, recompute: Recompute, files: Sequence[SourceFile]) -> Claim:
    """The claim that so many prompts are texts of a program.

    Args:
        paper: author and year.
        what: is asked, as in "the five prompts".
        printed: how many prompts the program has.
        recompute: how many of ours are its texts, of how many.
        files: the program first.
    """
    place = f"their program, {files[0].place}"
    return Claim(what, paper, place, printed, recompute, tuple(files), int(printed))
