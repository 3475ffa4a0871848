"""``helm-creativity shard`` and ``merge``: a run in parts, on machines that share nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import NEW_FILE, local_path_option, plugins_option, say, suites_argument, tell
from helm_creativity.errors import BadArguments, FileProblem


@click.command()
@click.argument("entries", nargs=-1, metavar="ENTRY...")
@click.option(
    "-c", "--conf-paths", multiple=True, metavar="FILE", help="A file of run entries, as for helm-run; repeatable."
)
@click.option("--of", type=int, required=True, metavar="N", help="How many shards there are.")
@click.option("--index", type=int, required=True, metavar="I", help="Which shard to print: 0 to N-1.")
@click.option("--out", type=NEW_FILE, metavar="FILE", help="Write the entries to a file.")
def shard(entries: Sequence[str], conf_paths: Sequence[str], of: int, index: int, out: Path | None) -> None:
    """Print the run entries of one shard, as a file for helm-run --conf-paths.

    ENTRY is one of helm-run's --run-entries. A hash of an item's id decides which shard has it, with all its trials.
    Run all shards with the same --max-eval-instances. A shard has no scores; `helm-creativity merge` makes the whole
    run.
    """
    import json

    from helm_creativity.core.shards import SHARD, Shard
    from helm_creativity.io.records import writing
    from helm_creativity.operations.planning.entries import HelmRunOptions, read_entries, require_named_models

    part = Shard(index, of)
    lines = []
    found = read_entries(HelmRunOptions(run_entries=entries, conf_paths=conf_paths))
    for entry in found:
        _require_ours(entry.description)
    require_named_models(found)
    for entry in found:
        behind = "," if ":" in entry.description else ":"
        described = {"description": f"{entry.description}{behind}{SHARD}={part}", "priority": entry.priority}
        lines.append(json.dumps({**described, "groups": entry.groups}, ensure_ascii=False))
    with writing(out) as file:
        file.write("entries: [\n" + "".join(f"  {line}\n" for line in lines) + "]\n")


def _require_ours(description: str) -> None:
    """Refuses run entries of other benchmarks, and those that already name a shard."""
    from helm_creativity.core.names import meant
    from helm_creativity.core.registry import list_entries
    from helm_creativity.core.shards import SHARD

    name, _, arguments = description.partition(":")
    if name not in {entry.group for entry in list_entries()}:
        near = meant(name, (entry.name for entry in list_entries()))
        raise BadArguments(f"{description}: only run entries of creativity benchmarks have shards{near}")
    if any(argument.startswith(f"{SHARD}=") for argument in arguments.split(",")):
        raise BadArguments(f"{description}: it is already an entry of a shard")


@click.command()
@suites_argument()
@click.option("--into", required=True, metavar="SUITE", help="Suite to write the whole runs to.")
@local_path_option("As in helm-run: the folder with model registrations.", metavar="FOLDER")
@plugins_option
def merge(suites: Sequence[str], output_path: Path, into: str, local_path: Path, plugins: Sequence[str]) -> None:
    """Merge the shards in suites into whole runs, as helm-run would have written them.

    SUITE is helm-run's --suite or its folder. No model and no judge is asked. The exit status is 1 if a run could not
    be merged.
    """
    from contextlib import redirect_stdout
    from io import StringIO

    from helm_creativity.operations.merging import by_run, merge_shards, shard_run_in
    from helm_creativity.operations.planning.entries import HelmRunOptions, error_text, register
    from helm_creativity.results.suite import find_suites, run_folders

    folders = [folder for suite in find_suites(suites, output_path) for folder in run_folders(suite.folder)]
    runs = by_run(shard for folder in folders if (shard := shard_run_in(folder)) is not None)
    if not runs:
        raise FileProblem(
            f"there is no run of a shard in {', '.join(suites)}; helm-creativity shard makes run entries of shards"
        )
    register(HelmRunOptions(local_path=str(local_path), plugins=plugins))
    status = 0
    for name, shards in runs.items():
        try:
            with redirect_stdout(StringIO()):  # HELM prints where it looks for API keys, which nothing needs
                folder = merge_shards(shards, into, output_path, local_path)
            say(f"{len(shards):,} shards in {folder}")
        except Exception as error:  # of HELM and of scorers
            tell(f"not merged: {name}: {error_text(error)}")
            status = 1
    click.get_current_context().exit(status)
