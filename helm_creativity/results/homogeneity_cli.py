"""How like different models' answers to the same prompts are: ``helm-creativity homogeneity``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity import __version__
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.tables_cli import add_suites
from helm_creativity.rooms import Prompt, checksum_of, find_room

if TYPE_CHECKING:
    from types import ModuleType

    from helm_creativity.results.homogeneity_runs import Asked
    from helm_creativity.results.homogeneity_text import Found
    from helm_creativity.results.runs import Run

ROOM = "hivemind"
DRAWS, SEED, LEAST_DRAWS = 1000, 0, 100
Tell = Callable[[str], None]


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command; ``run`` prints what ``report`` gives."""
    parser = commands.add_parser(
        "homogeneity", help="print how like the answers of different models to the same prompts are"
    )
    add_suites(parser)
    parser.add_argument("--benchmark", default=ROOM, metavar="NAME", help=f"whose answers (default: {ROOM})")
    parser.add_argument(
        "--embedding", metavar="NAME", help=f"of the answers (default: that of the runs of {ROOM}, else sbert-mpnet)"
    )
    parser.add_argument("--baselines", action="store_true", help="count the baselines in means over models too")
    parser.add_argument("--draws", type=int, default=DRAWS, help=f"of the bootstrap over prompts (default: {DRAWS:,})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the bootstrap (default: {SEED})")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write a row a pair of runs, .parquet, .csv or .jsonl")
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    parser.set_defaults(run=run)


def report(arguments: argparse.Namespace, tell: Tell) -> str:
    """Compares the runs of suites and returns what there is to say; writes the table of pairs where it was asked for.

    Args:
        arguments: of the command.
        tell: takes a line for all that is left out or must be known.

    Raises:
        BadArguments: for a setting that cannot be, or suites in which there is nothing to compare.
        FileProblem: when a suite is not there, or a file cannot be read or written.
        CreativityError: when the embedding is not here.
    """
    from helm_creativity.results.homogeneity_text import COLUMNS, as_data, page, pairs
    from helm_creativity.results.tables import check_ending, write_table

    if arguments.draws < LEAST_DRAWS:
        raise BadArguments(f"--draws must be {LEAST_DRAWS} or more, got {arguments.draws}")
    if arguments.seed < 0:
        raise BadArguments(f"--seed must be 0 or more, got {arguments.seed}")
    if arguments.out is not None:
        check_ending(arguments.out)
    found = _measured(arguments, tell)
    if arguments.out is not None:
        write_table(pairs(found), COLUMNS, arguments.out)
    return json.dumps(as_data(found), indent=2, ensure_ascii=False) if arguments.json else page(found)


def _measured(arguments: argparse.Namespace, tell: Tell) -> Found:
    import numpy as np

    from helm_creativity.results.gathered import Gathered
    from helm_creativity.results.homogeneity import homogeneity
    from helm_creativity.results.homogeneity_runs import Similarities, comparable, read_answers
    from helm_creativity.results.homogeneity_text import Found
    from helm_creativity.rooms.standing import pool_of

    group = find_room(arguments.benchmark).card.group
    runs = _runs_of(group, arguments, tell)
    room = find_room(ROOM).module("texts")
    embedding = _embedding(arguments, runs, room)
    vectors = room.text_vectors(embedding)
    with Gathered() as gathered:
        chosen = comparable(read_answers(runs, gathered, tell), tell)
        if len(chosen) < 2:
            raise BadArguments(
                f"expected two runs of {group} or more with answers to the same prompts in {_names(arguments)}, got "
                f"{len(chosen)}; run other models with the same arguments"
            )
        models = [one.run.model for one in chosen]
        counted = np.ones(len(models), dtype=bool) if arguments.baselines else pool_of(models)
        similarities = Similarities(vectors)
        rng = np.random.default_rng(arguments.seed)
        measured = homogeneity(similarities.cells(gathered, chosen), models, counted, arguments.draws, rng)
    if similarities.unknown:
        tell(f"left out: {similarities.unknown:,} answers without any word that {embedding} knows")
    about = {"benchmark": group, "prompts": len(chosen[0].prompts), "embedding": vectors.signature}
    return Found(chosen, counted.tolist(), measured, about, _signature(group, vectors.signed, chosen, arguments))


def _names(arguments: argparse.Namespace) -> str:
    return ", ".join(arguments.suites)


def _runs_of(group: str, arguments: argparse.Namespace, tell: Tell) -> list[Run]:
    from helm_creativity.results.suites import find_suites, read_suites

    collected = read_suites(find_suites(arguments.suites, arguments.output_path))
    for problem in collected.problems:
        tell(f"left out: {problem}")
    for note in collected.notes:
        tell(f"note: {note}")
    runs = [run for run in collected.runs if run.group == group]
    if not runs:
        raise FileProblem(f"no run of {_names(arguments)} that can be read is one of {group}")
    return runs


def _embedding(arguments: argparse.Namespace, runs: Sequence[Run], room: ModuleType) -> str:
    """The one that was named, or that of the room's own runs.

    Raises:
        BadArguments: where these have several.
    """
    if arguments.embedding is not None:
        return str(arguments.embedding)
    names = sorted({str(run.settings["embedding"]) for run in runs if run.settings.get("embedding")})
    if arguments.benchmark != ROOM or not names:
        return str(room.EMBEDDING)
    if len(names) > 1:
        raise BadArguments(
            f"the runs were scored under several embeddings ({', '.join(names)}), and similarities need one: name it "
            "with --embedding"
        )
    return names[0]


def _signature(group: str, vectors: dict[str, str], chosen: Sequence[Asked], arguments: argparse.Namespace) -> str:
    """Everything that moves the numbers, in one line."""
    parts = {
        "benchmark": group,
        "prompts": checksum_of(Prompt("", sha) for sha in sorted(chosen[0].prompts)),
        "runs": checksum_of(Prompt("", one.run.name) for one in chosen),
        **vectors,
        "baselines": "counted" if arguments.baselines else "not counted",
        "draws": arguments.draws,
        "seed": arguments.seed,
        "helm-creativity": __version__,
    }
    return "|".join(["homogeneity", *(f"{key}:{value}" for key, value in parts.items())])
