"""``helm-creativity people norms``: released ratings beside suites, and norms computed of people's responses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.settings import hints
from helm_creativity.commands.options import say
from helm_creativity.commands.score import loaded_benchmark, setting_option
from helm_creativity.safe_text import counted

SHOW = "show"
"""The command that is meant where none is named."""


class NormsGroup(click.Group):
    """``show`` where the first word is no command, so that suites may follow."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """With the name of the command."""
        helps = ctx.help_option_names
        named = bool(args) and (args[0] in self.commands or args[0] in helps)
        return super().parse_args(ctx, args if named else [SHOW, *args])


class ComputeGroup(click.Group):
    """One command per benchmark, made when it is called; its options are the settings that score responses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the benchmarks."""
        return [entry.name for entry in list_entries()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """The benchmark's command."""
        entry = find_entry(name)
        benchmark = loaded_benchmark(entry)
        known = {name: field for name, field in benchmark.options.items() if field.scoring or name == "prompts"}

        def run(folders: tuple[Path, ...], keep: bool, **values: Any) -> None:  # noqa: ANN401
            from helm_creativity.benchmark.norms import keep_norms, norms_yaml
            from helm_creativity.commands.norms import compute_norms

            given = {name: value for name, value in values.items() if value is not None}
            found = compute_norms(entry.name, given, folders)
            if keep:
                say(f"{counted(len(found), 'norm')} in {keep_norms(entry.name, found)}")
            else:
                say(norms_yaml(found).rstrip("\n"))

        return click.Command(
            entry.name,
            params=[
                *(setting_option(name, field, hints(benchmark.settings_type)[name]) for name, field in known.items()),
                click.Option(
                    ["--from", "folders"],
                    multiple=True,
                    type=click.Path(exists=True, file_okay=False, path_type=Path),
                    metavar="FOLDER",
                    help="folder of clones of the authors' repositories, or a clone; repeatable",
                ),
                click.Option(
                    ["--keep"],
                    is_flag=True,
                    help="keep the norms in HELM_CREATIVITY_HOME, where leaderboards and percentiles find them",
                ),
            ],
            callback=run,
            help=f"{entry.card.title}: norms of people whose responses or scores were released, as YAML for a card.",
        )


@click.group(cls=NormsGroup)
def norms() -> None:
    """Print ratings of people and models beside suites, or compute norms.

    Without a command: show, which may be left out before names of suites.
    """


@norms.group(cls=ComputeGroup)
def compute() -> None:
    """Compute norms of people under any settings, from the responses that authors released."""
