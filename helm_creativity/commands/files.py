"""Commands for files: fetch embeddings and what the benchmarks' authors released, and draw new items."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.commands.options import BenchmarkGroup, NewPath, say
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry


@click.command()
@click.argument("name")
@click.option(
    "--from",
    "origin",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="Your own copy of the file or of its authors' whole repository; or word vectors to keep under a new name.",
)
@click.option("--member", metavar="FILE", help="Of a zip archive with several files, the word vectors.")
@click.option("--duplicates", type=click.Choice(("error", "first")), help="What to do with duplicate words.")
@click.option("--unreadable", type=click.Choice(("error", "skip")), help="What to do with words that are not UTF-8.")
def fetch(name: str, origin: Path | None, **reading: str | None) -> None:
    """Download and verify an embedding, a file of a benchmark's authors, or all files of a bundle.

    NAME is from `helm-creativity list files` or `list embeddings`; with --from also a new name for your own word
    vectors, a folder with a sentence encoder, or a model of the Hugging Face Hub, pinned to a commit.
    """
    from helm_creativity.benchmark.files.source_files import checksum_known, copy_in
    from helm_creativity.benchmark.files.source_files import fetch as fetch_file
    from helm_creativity.benchmark.sources import find_bundle, find_sources
    from helm_creativity.embeddings.registry import fetch_embedding, is_embedding
    from helm_creativity.embeddings.store import read_meta, stores

    known = find_sources()
    bundles = sorted({bundle for source in known.values() for bundle in source.bundles})
    given = {option: value for option, value in reading.items() if value is not None}
    if name not in (*known, *bundles):
        if origin is None and not is_embedding(name):
            raise BadArguments(
                f"there is no embedding, file or bundle {quoted(name)}; for all of them: helm-creativity list files, "
                "helm-creativity list embeddings"
            )
        for signature in fetch_embedding(name, origin, progress=True, **given):
            say(f"ready: {signature}")
        if meta := read_meta(stores() / name):
            say(f"{meta.words} words; left out: {meta.left_out}")
        return
    sources = find_bundle(name)
    if given:
        raise BadArguments(f"--{next(iter(given))} is for word vectors, and {name} is a file of authors: leave it out")
    if origin is not None and not origin.is_dir() and len(sources) > 1:
        raise BadArguments(
            f"{name} is {len(sources)} files, {', '.join(source.name for source in sources)}: give --from a folder "
            "with all of them, or fetch them one by one, each by its name"
        )
    for source in sources:
        path = fetch_file(source, copy_in(origin, source) if origin is not None else None, progress=True)
        say(f"{path}\nlicence: {source.licence}\nplease cite: {source.citation}")
        if not source.sha256:
            say(f"sha256 {checksum_known(source)}, which is not published: only the commit is pinned")


class DrawGroup(BenchmarkGroup):
    """One command for each benchmark that draws items, by its module ``draw``.

    The module has ``settings_type``, a frozen dataclass that subclasses ``DeclaredOptions`` and whose fields are
    options of the command, and ``draw_items(settings)``, which returns ``records``, the rows of a file of items, and
    ``notes``, lines that the command prints. The first paragraph of its docstring is the help of the command.
    """

    def entries(self) -> Sequence[BenchmarkEntry]:
        """Those that draw items."""
        return [entry for entry in super().entries() if entry.has("draw")]

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The benchmark's command."""
        from helm_creativity.benchmark.registry import find_entry
        from helm_creativity.benchmark.rows.records import write_records, writing
        from helm_creativity.commands.analyse import declared_options

        entry = find_entry(name)
        if not entry.has("draw"):
            raise BadArguments(f"{entry.name} draws no items; benchmarks that do: {', '.join(self.list_commands(ctx))}")
        try:
            part = entry.module("draw")
        except Exception as error:
            raise BadArguments(f"{entry.package} cannot be used: {type(error).__name__}: {error}") from error

        def run(out: Path, **values: Any) -> None:  # noqa: ANN401
            drawn = part.draw_items(part.settings_type(**values))
            with writing(out) as file:
                write_records(drawn.records, file, as_csv=False)
            run_entry = ",".join(filter(None, [f"{entry.name}:items={out}", drawn.arguments]))
            for note in (*drawn.notes, f"written to {out}; run it as {run_entry}"):
                say(note)

        file = click.Option(
            ["--out"], type=NewPath(".jsonl"), required=True, metavar="FILE", help="File to write: .jsonl."
        )
        about = f"{entry.card.title}. {' '.join((getdoc(part) or '').partition(chr(10) * 2)[0].split())}"
        return click.Command(entry.name, params=[*declared_options(part.settings_type), file], callback=run, help=about)


draw = DrawGroup(
    "draw",
    help="Draw new items by a seed: items that are in no published set.",
    subcommand_metavar="BENCHMARK",
)
