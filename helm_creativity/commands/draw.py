"""``helm-creativity draw BENCHMARK``: new items, as a benchmark's module ``draw`` makes them.

The module has ``settings_type``, a frozen dataclass that subclasses ``DeclaredOptions`` and whose fields are options of
the command, and ``draw_items(settings)``, which returns ``records``, the rows of a file of items, and ``notes``, lines
that the command prints. The first paragraph of its docstring is the help of the command.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.commands.options import NEW_FILE, BenchmarkGroup, say
from helm_creativity.errors import BadArguments

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry


class DrawGroup(BenchmarkGroup):
    """One command for each benchmark that draws items."""

    def entries(self) -> Sequence[BenchmarkEntry]:
        """Those that draw items."""
        return [entry for entry in super().entries() if entry.has("draw")]

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The benchmark's command."""
        from helm_creativity.benchmark.registry import find_entry
        from helm_creativity.benchmark.rows.records import check_ending, write_records, writing
        from helm_creativity.commands.analyse import declared_options

        entry = find_entry(name)
        if not entry.has("draw"):
            drawing = ", ".join(self.list_commands(ctx))
            raise BadArguments(f"{entry.name} draws no items (draw.py); benchmarks that do: {drawing}")
        try:
            part = entry.module("draw")
        except Exception as error:
            raise BadArguments(f"{entry.package} cannot be used: {type(error).__name__}: {error}") from error

        def run(out: Path, **values: Any) -> None:  # noqa: ANN401
            check_ending(out, (".jsonl",))
            drawn = part.draw_items(part.settings_type(**values))
            with writing(out) as file:
                write_records(drawn.records, file, as_csv=False)
            for note in (*drawn.notes, f"written to {out}; run it with {entry.group}:items={out}"):
                say(note)

        file = click.Option(["--out"], type=NEW_FILE, required=True, metavar="FILE", help="File to write: .jsonl.")
        about = f"{entry.card.title}. {' '.join((getdoc(part) or '').partition(chr(10) * 2)[0].split())}"
        return click.Command(entry.name, params=[*declared_options(part.settings_type), file], callback=run, help=about)


draw = DrawGroup(
    "draw",
    help="Draw new items from facts, by a seed: items that no model has seen.",
    subcommand_metavar="BENCHMARK",
)
