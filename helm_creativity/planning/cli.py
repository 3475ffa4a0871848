"""``helm-creativity plan``: what runs would ask, of whom, and about what it would cost, before any model is asked."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from helm_creativity.errors import BadArguments


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command; ``run`` prints what ``report`` gives."""
    parser = commands.add_parser(
        "plan", help="print how many requests, judge calls and tokens runs would take, without asking any model"
    )
    parser.add_argument("entries", nargs="*", metavar="ENTRY", help="helm-run's --run-entries")
    _add_helm(parser)
    parser.add_argument(
        "--price",
        action="append",
        default=[],
        metavar="NAME=PROMPT/COMPLETION",
        help="what a million tokens of a deployment cost; may be given several times",
    )
    parser.add_argument(
        "--answer-tokens",
        type=int,
        metavar="N",
        help="tokens of every answer, thoughts included (default: as each benchmark asks for, without thoughts)",
    )
    parser.add_argument("--judge-tokens", type=int, metavar="N", help="tokens of every judge's reply, likewise")
    parser.add_argument(
        "--download",
        action="store_true",
        help="download items that are not on this machine; without it other packages' scenarios are not read",
    )
    parser.add_argument("--json", action="store_true", help="print the plan as JSON")
    parser.set_defaults(run=run)


def _add_helm(parser: argparse.ArgumentParser) -> None:
    """The options that mean what they mean to ``helm-run``."""
    helm = parser.add_argument_group("as helm-run has them")
    helm.add_argument("-c", "--conf-paths", nargs="+", default=[], metavar="FILE", help="files of run entries")
    helm.add_argument("--models-to-run", nargs="+", metavar="MODEL", help="in place of model=text and the like")
    helm.add_argument("--groups-to-run", nargs="+", metavar="GROUP", help="only runs of these groups")
    helm.add_argument("--priority", type=int, metavar="N", help="only entries of this priority or a lower number")
    helm.add_argument("-m", "--max-eval-instances", type=int, metavar="N", help="items of a run at most (default: all)")
    helm.add_argument("-t", "--num-train-trials", type=int, metavar="N", help="trials with other examples")
    helm.add_argument("--local-path", default="prod_env", metavar="FOLDER", help="where models are registered")
    helm.add_argument("--plugins", nargs="+", default=[], metavar="MODULE", help="further modules to load")


def report(arguments: argparse.Namespace) -> tuple[str, bool]:
    """The plan, and whether everything that was wanted is counted in it.

    Raises:
        BadArguments: for a setting that cannot be, models that are unknown or left open, or nothing to plan.
        FileProblem: when a file cannot be read.
    """
    from helm_creativity.planning.counting import Lengths, plan_of
    from helm_creativity.planning.data import as_data
    from helm_creativity.planning.entries import Wanted
    from helm_creativity.planning.prices import parse_prices
    from helm_creativity.planning.text import page

    for name in ("answer_tokens", "judge_tokens", "max_eval_instances", "num_train_trials"):
        value = getattr(arguments, name)
        if value is not None and value < 1:
            raise BadArguments(f"--{name.replace('_', '-')} must be 1 or more, got {value}")
    prices = parse_prices(arguments.price)
    said = {name: getattr(arguments, name) for name in Wanted.__dataclass_fields__ if name != "run_entries"}
    plan = plan_of(
        Wanted(run_entries=arguments.entries, **said),
        Lengths(arguments.answer_tokens, arguments.judge_tokens),
        arguments.download,
    )
    text = json.dumps(as_data(plan, prices), indent=2, ensure_ascii=False) if arguments.json else page(plan, prices)
    return text, plan.complete
