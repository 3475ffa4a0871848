"""The settings of each benchmark for editors: ``python tools/score_types.py helm_creativity/typed.pyi``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.loading import load_benchmark
from helm_creativity.core.registry import list_entries
from helm_creativity.core.settings import Option, hints

HEAD = '''\
"""``helm_creativity.score`` as type checkers and editors see it: one overload per benchmark, with its settings.

Made by ``make generated``. A benchmark of another package is the last overload. ``helm_creativity.api`` says what the
function does.
"""

from typing import Literal, overload

from helm_creativity.api import Answers, Scores

'''
LAST = """\
@overload
def score(
    name: str,
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    **settings: object,
) -> Scores: ...
"""


def score_types(benchmarks: Iterable[Benchmark]) -> str:
    """The module's text."""
    return HEAD + "".join(map(_overload, benchmarks)) + LAST


def _overload(benchmark: Benchmark) -> str:
    kinds = hints(benchmark.settings_type)
    settings = (
        f"    {name}: {_kind(field, kinds[name])} = ...,\n"
        for name, field in benchmark.options.items()
        if field.scoring
    )
    return (
        "@overload\n"
        "def score(\n"
        f'    name: Literal["{benchmark.name}", "{benchmark.card.group}"],\n'
        "    answers: Answers,\n"
        "    *,\n"
        "    separator: str | None = None,\n"
        "    jobs: int = 1,\n"
        "    any_language: bool = False,\n"
        f"{''.join(settings)}"
        ") -> Scores:\n"
        f'    """{benchmark.card.title}."""\n\n'
    )


def _kind(field: Option, kind: type) -> str:
    """A field's type as Python writes it: the values that are allowed, or the type."""
    if field.allowed and not field.several:
        return f"Literal[{', '.join(_literals(field))}]"
    return kind.__name__


def _literals(field: Option) -> Iterator[str]:
    for value in field.allowed:
        yield f'"{value}"' if isinstance(value, str) else repr(value)


def main(path: Path) -> None:
    """Writes the benchmarks of this package, whatever others are installed."""
    path.write_text(score_types(load_benchmark(entry) for entry in list_entries() if entry.ours), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
