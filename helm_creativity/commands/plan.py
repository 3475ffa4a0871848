"""``helm-creativity plan``: what runs would send to models, and about what it would cost, before any model is asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.commands.options import local_path_option, price_option, print_tables, table_options
from helm_creativity.errors import BadArguments


class _Several(click.Command):
    """Takes several values behind one option, as helm-run does: ``--models-to-run a b``."""

    SEVERAL = ("-c", "--conf-paths", "--models-to-run", "--groups-to-run", "--plugins")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        spread: list[str] = []
        option, taken = "", False
        for place, arg in enumerate(args):
            if arg.startswith("-") and arg != "-":
                option, taken = (arg if arg in self.SEVERAL else ""), False
                if arg == "--":
                    return super().parse_args(ctx, spread + args[place:])
            elif option and taken:
                spread.append(option)
            spread.append(arg)
            taken = bool(option) and not arg.startswith("-")
        return super().parse_args(ctx, spread)


@click.command(cls=_Several)
@click.argument("entries", nargs=-1, metavar="ENTRY...")
@click.option("-c", "--conf-paths", multiple=True, metavar="FILE...", help="As in helm-run: files of run entries.")
@click.option(
    "--models-to-run",
    multiple=True,
    metavar="MODEL...",
    help="As in helm-run: models to use instead of model=text and the like.",
)
@click.option("--groups-to-run", multiple=True, metavar="GROUP...", help="As in helm-run: only runs of these groups.")
@click.option(
    "--priority", type=int, metavar="N", help="As in helm-run: only entries with at most this priority number."
)
@click.option(
    "-m",
    "--max-eval-instances",
    type=int,
    metavar="N",
    help="As in helm-run: at most this many items per run (default: all).",
)
@click.option("-t", "--num-train-trials", type=int, metavar="N", help="As in helm-run: trials with different examples.")
@local_path_option("As in helm-run: the folder with model registrations.", metavar="FOLDER")
@click.option("--plugins", multiple=True, metavar="MODULE...", help="As in helm-run: more modules to load.")
@price_option("Price per million tokens of a deployment; repeatable.")
@click.option(
    "--answer-tokens",
    type=int,
    metavar="N",
    help="Tokens per response, reasoning included (default: what each benchmark asks for, without reasoning).",
)
@click.option("--judge-tokens", type=int, metavar="N", help="Tokens per judge reply (default: as above).")
@click.option(
    "--download",
    is_flag=True,
    help="Download items that are not on this machine; without it, scenarios of other packages are not read.",
)
@click.option(
    "--ping",
    is_flag=True,
    help="Also check whether models and judges have an API key and a server that answers. No request is sent.",
)
@table_options
def plan(
    entries: Sequence[str],
    prices: Sequence[str],
    answer_tokens: int | None,
    judge_tokens: int | None,
    download: bool,
    ping: bool,
    as_: str,
    out: Path | None,
    **helm: object,
) -> None:
    """Print how many requests, judge calls and tokens runs would take, without asking any model.

    ENTRY is one of helm-run's --run-entries. The exit status is 1 if something is not counted or cannot be asked.
    """
    from helm_creativity.commands.planning.counting import Lengths, make_plan
    from helm_creativity.commands.planning.entries import HelmRunOptions
    from helm_creativity.commands.planning.ping import pinged
    from helm_creativity.commands.planning.prices import parse_prices
    from helm_creativity.commands.planning.tables import plan_tables

    numbers = {"answer_tokens": answer_tokens, "judge_tokens": judge_tokens, **helm}
    for name in ("answer_tokens", "judge_tokens", "max_eval_instances", "num_train_trials"):
        value = numbers[name]
        if isinstance(value, int) and value < 1:
            raise BadArguments(f"--{name.replace('_', '-')} must be 1 or more, got {value}")
    priced = parse_prices(prices)
    helm["local_path"] = str(helm["local_path"])
    wanted = HelmRunOptions(run_entries=entries, **helm)  # type: ignore[arg-type]
    found = make_plan(wanted, Lengths(answer_tokens, judge_tokens), download)
    if ping:
        found = pinged(found, wanted.local_path)
    print_tables(plan_tables(found, priced), as_, out)
    click.get_current_context().exit(0 if found.complete else 1)
