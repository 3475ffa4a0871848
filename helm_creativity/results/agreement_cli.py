"""The part of the command line that asks a judge about answers which people have labelled."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.errors import BadArguments
from helm_creativity.rooms import apart, checksum_of, find_room, find_rooms

if TYPE_CHECKING:
    from helm_creativity.judging.labelled import LabelledAnswer, LabelledSet
    from helm_creativity.judging.ratings import Verdict

SEED = 42
# ``judging.settings`` has both, and costs more to load than all of the command's help.
JUDGE_TEMPERATURE, JUDGE_TOKENS = 0.0, 4096


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command, with the rooms that have labelled answers; ``run`` prints what ``report`` gives."""
    parser = commands.add_parser("judge-agreement", help="measure how far a judge agrees with people's labels")
    benchmarks = parser.add_subparsers(dest="benchmark", required=True, metavar="BENCHMARK")
    for room in find_rooms():
        if room.has("labels"):
            with apart(room):
                labels = room.module("labels")
                one = benchmarks.add_parser(room.name, help=room.card.title)
                _add_arguments(one)
                labels.add_arguments(one)
                one.set_defaults(run=run)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--judge", required=True, metavar="DEPLOYMENT", help="HELM's name of the judge's deployment")
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", help="labelled answers of your own copy")
    parser.add_argument("--sample", type=int, metavar="N", help="ask about so many, drawn at random (default: all)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the sample (default: {SEED})")
    parser.add_argument(
        "--local-path",
        "--prod-env",
        type=Path,
        default=Path("prod_env"),
        help="helm-run's --local-path, cache included",
    )
    parser.add_argument("--judge-temp", type=float, default=JUDGE_TEMPERATURE, help="temperature of the judge")
    parser.add_argument("--judge-max-tokens", type=int, default=JUDGE_TOKENS, help="limit for a reply")
    parser.add_argument("--threads", type=int, default=4, help="questions under way at once (default: 4)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was said of each answer, .csv or .jsonl")


def report(arguments: argparse.Namespace) -> str:
    """Asks the judge and returns what there is to say; writes the table of answers where one was asked for.

    Raises:
        BadArguments: for a setting or a judge that cannot be.
        FileProblem: when labels or problems are missing or wrong, or the table cannot be written.
    """
    from helm_creativity.judging.outside import ask_judge
    from helm_creativity.results.agreement import agreement_text, sample_of

    _check(arguments)
    answers: LabelledSet = find_room(arguments.benchmark).module("labels").labelled(arguments)
    asked = sample_of(answers.answers, arguments.sample, arguments.seed)
    if not asked:
        raise BadArguments("there is no labelled answer to ask about; give another file with --from")
    verdicts = ask_judge(
        arguments.judge,
        answers.instrument,
        [one.question for one in asked],
        local_path=arguments.local_path,
        temperature=arguments.judge_temp,
        max_tokens=arguments.judge_max_tokens,
        threads=arguments.threads,
    )
    if arguments.out is not None:
        _write(arguments.out, answers, asked, verdicts)
    return agreement_text(answers, asked, verdicts, _header(arguments, asked))


def _check(arguments: argparse.Namespace) -> None:
    """Refuses settings that no server takes, before anything is read."""
    if not 0 <= arguments.judge_temp <= 2:
        raise BadArguments(f"--judge-temp must be a number from 0 to 2, got {arguments.judge_temp:g}")
    if arguments.judge_max_tokens < 1 or arguments.threads < 1:
        raise BadArguments("--judge-max-tokens and --threads must be 1 or more")


def _header(arguments: argparse.Namespace, asked: Sequence[LabelledAnswer]) -> dict[str, str]:
    """Everything that moves the numbers."""
    from helm_creativity.rooms import Prompt

    drawn = "all" if arguments.sample is None else f"{arguments.sample}, seed {arguments.seed}"
    texts = (Prompt("", f"{one.question.system}\n{one.question.user}") for one in asked)
    labels = (Prompt("", f"{one.id}\n{one.rating:g}") for one in asked)
    return {
        "benchmark": f"{arguments.benchmark}, card {find_room(arguments.benchmark).card.version}",
        "judge": f"{arguments.judge}, temperature {arguments.judge_temp:g}, {arguments.judge_max_tokens} tokens",
        "questions": checksum_of(texts),
        "labels": checksum_of(labels),
        "sample": drawn,
    }


def _write(path: Path, answers: LabelledSet, asked: Sequence[LabelledAnswer], verdicts: Sequence[Verdict]) -> None:
    """One record an answer: what people said, and the judge."""
    from helm_creativity.results.agreement import rating_of
    from helm_creativity.rooms.records import is_csv, write_records, writing

    def record(one: LabelledAnswer, verdict: Verdict) -> dict[str, Any]:
        value, missing = rating_of(verdict)
        said = {"people": answers.classes[one.rating], "judge": None if value is None else answers.classes[value]}
        rest = {"missing": missing, "reply": verdict.reply, "error": verdict.error}
        return {"id": one.id, "item": one.cluster, **one.fields, **said, **rest}

    with writing(path) as out:
        write_records((record(*pair) for pair in zip(asked, verdicts, strict=True)), out, is_csv(path))
