"""The README's table of benchmarks, made from the cards: ``python tools/readme_table.py README.md``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.errors import FileProblem

BEGIN = "<!-- benchmarks: made from the cards by `make generated` -->"
END = "<!-- /benchmarks -->"


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def between(text: str, begin: str, end: str, middle: str) -> str:
    """``text`` with ``middle`` between its two marks.

    Raises:
        FileProblem: when the marks are not there.
    """
    head, found, rest = text.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise FileProblem(f"expected the marks {begin!r} and {end!r}")
    return f"{head}{begin}\n{middle}\n{end}{tail}"


def table(cards: Iterable[Card]) -> str:
    """A Markdown table with one row per benchmark, whose run entry leads to its page."""
    rows = [
        "| run entry | what is asked and scored | protocols | version |",
        "| --- | --- | --- | --- |",
        *(
            f"| [`{card.group}`](docs/benchmarks/{card.name}.md) | **{card.title}.** {card.summary} "
            f"| {_code(card.protocols)} | {card.version} |"
            for card in cards
        ),
    ]
    return "\n".join(rows)


def with_table(text: str, cards: Iterable[Card]) -> str:
    """``text`` with the table between the two marks.

    Raises:
        FileProblem: when the marks are not there.
    """
    return between(text, BEGIN, END, table(cards))


def main(path: Path) -> None:
    """Rewrites the table in the file: the benchmarks of this package, whatever others are installed."""
    cards = (benchmark.card for benchmark in list_entries() if benchmark.ours)
    path.write_text(with_table(path.read_text("utf-8"), cards), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
