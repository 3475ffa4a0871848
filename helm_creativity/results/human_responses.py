"""Responses of people and models that authors released with ratings: what scores of a suite can stand beside.

AGC-Human (Beaty et al. 2026) is 7,647 responses of people and of models to five tasks, each rated by AGC-Judge from 10
to 50. It is fetched, not shipped: ``helm-creativity items fetch agc-human-ratings``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from helm_creativity.core.benchmark import parse_settings
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.names import PREFIX, find_name, meant
from helm_creativity.core.registry import find_entry, list_entries
from helm_creativity.core.rubrics import Question, Rubric
from helm_creativity.core.sources import require_source
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.families.rated.authors import ITEM
from helm_creativity.families.rated.rubric import authors_questions
from helm_creativity.io.records import read_records
from helm_creativity.results.runs import Run
from helm_creativity.safe_text import quoted

AGC_HUMAN = "agc-human"
RATINGS_FILE = "agc-human-ratings"
"""By which a card names the authors' file of responses."""
JUDGE = "AGC-Judge"
PROTOCOL = "agc2026"
STAT = "creativity"
"""The stat that has the ratings, and the field of records that has one."""

PEOPLE, MODELS = "people", "models"
KINDS = {"human": PEOPLE, "llm": MODELS}
"""Who wrote a response, as the authors' file says it."""
COLUMNS = ("entity_type", "entity_id", "task", "prompt_id", "response", "agc_judge_score")


class ReleasedResponse(NamedTuple):
    """One response."""

    who: str
    author: str
    benchmark: str
    number: int
    text: str
    rating: float | None


class ReleasedNorm(NamedTuple):
    """Ratings of people, or of models, on one task."""

    benchmark: str
    who: str
    n: int
    responses: int
    mean: float
    sd: float | None


@dataclass(frozen=True)
class HumanResponses:
    """Responses of people and models that authors released."""

    responses: tuple[ReleasedResponse, ...]

    def norms(self) -> tuple[ReleasedNorm, ...]:
        """By benchmark in alphabetical order, people before models."""
        ratings: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for response in self.responses:
            if response.rating is not None:
                ratings[response.benchmark, response.who][response.author].append(response.rating)
        return tuple(
            _norm(benchmark, who, ratings[benchmark, who])
            for benchmark in sorted({benchmark for benchmark, _ in ratings})
            for who in (PEOPLE, MODELS)
            if (benchmark, who) in ratings
        )

    def records(self, benchmark: str, who: str = PEOPLE) -> list[dict[str, Any]]:
        """Responses to a benchmark's items as ``helm-creativity score`` takes them."""
        benchmark = find_name(benchmark, rated_tasks().values()) or benchmark
        items = authors_fields(benchmark)
        numbers = sorted({response.number for response in self.responses if response.benchmark == benchmark})
        if len(numbers) != len(items):
            raise FileProblem(
                f"{AGC_HUMAN}: expected responses to the {len(items)} items of {benchmark}, found the numbers {numbers}"
            )
        fields = dict(zip(numbers, items, strict=True))
        return [
            {**fields[response.number], "author": response.author, "response": response.text, STAT: response.rating}
            for response in self.responses
            if (response.benchmark, response.who) == (benchmark, who)
        ]


def questions_about(benchmark: str, records: Sequence[Mapping[str, Any]]) -> tuple[Rubric, list[Question]]:
    """What a judge is asked about each record: how creative the response is, in the authors' words."""
    rubric = authors_questions(find_entry(benchmark).folder).creativity
    return rubric, [rubric.question(task=_task(record), response=record["response"]) for record in records]


def _task(record: Mapping[str, Any]) -> str:
    if "cues" in record:
        return ", ".join(record["cues"])
    return str(record[ITEM]) if ITEM in record else str(record["object"]).upper()


def rated_tasks() -> dict[str, str]:
    """Names of the benchmarks whose items people responded to, by the authors' names of the tasks."""
    tasks = ((entry.card.human_responses.get(RATINGS_FILE), entry.name) for entry in list_entries())
    return {task: benchmark for task, benchmark in tasks if task is not None}


def load_human_responses(path: Path | None = None) -> HumanResponses:
    """Responses of people and models that authors released."""
    path = path or require_source(RATINGS_FILE, "the responses of AGC-Human", "a copy of your own with --from")
    return HumanResponses(tuple(_read(path)))


def authors_fields(benchmark: str) -> list[dict[str, Any]]:
    """What a record says of each item of a benchmark, in the order of the authors' numbers of the items."""
    if benchmark not in (benchmarks := rated_tasks().values()):
        known = ", ".join(benchmarks)
        raise BadArguments(
            f"expected a benchmark of {AGC_HUMAN}, one of {known}, got {quoted(benchmark)}"
            f"{meant(benchmark, benchmarks)}"
        )
    found = get_benchmark(benchmark)
    return [
        {"id": item.id, **{name: value for name, value in item.fields.items() if name != "number"}}
        for item in found.items(parse_settings(found, {"protocol": PROTOCOL}, require=False))
    ]


class BesideRow(NamedTuple):
    """A row of the table of suites beside released responses."""

    benchmark: str
    who: str
    n: int | None
    responses: int
    mean: float
    sd: float | None
    judges: str
    prompts: str


def beside(released: HumanResponses, runs: Sequence[Run]) -> list[BesideRow]:
    """People and models of a release, by benchmark, with the runs of a suite that asked the same protocol."""
    rows = [
        BesideRow(norm.benchmark, f"{norm.who} ({AGC_HUMAN})", *norm[2:], judges=JUDGE, prompts="")
        for norm in released.norms()
    ]
    benchmarks = rated_tasks().values()
    for run in runs:
        benchmark = run.group.removeprefix(PREFIX)
        parts = run.comparable_parts
        if benchmark in benchmarks and parts.get("protocol") == PROTOCOL and STAT in run.stats:
            scored = round(run.stats.get("valid_rate", 1.0) * run.stats.get("num_answers", 0))
            judges, prompts = parts.get("judges", ""), parts.get("prompts", "")
            rows.append(BesideRow(benchmark, run.model, None, scored, run.stats[STAT], None, judges, prompts))
    order = {f"{who} ({AGC_HUMAN})": place for place, who in enumerate((PEOPLE, MODELS))}
    return sorted(rows, key=lambda row: (row.benchmark, order.get(row.who, len(order)), row.who))


def _norm(benchmark: str, who: str, by_author: Mapping[str, Sequence[float]]) -> ReleasedNorm:
    means = [fmean(ratings) for ratings in by_author.values()]
    responses = sum(map(len, by_author.values()))
    sd = stdev(means) if len(means) > 1 else None
    return ReleasedNorm(benchmark, who, len(means), responses, fmean(means), sd)


def _read(path: Path) -> Iterator[ReleasedResponse]:
    tasks = rated_tasks()
    try:
        for line, record in read_records(path, ".csv"):
            if missing := [name for name in COLUMNS if record.get(name) is None]:
                raise BadArguments(
                    f"line {line}: expected the columns {', '.join(COLUMNS)}, without {', '.join(missing)}"
                )
            yield _response(record, tasks, line)
    except BadArguments as error:
        raise FileProblem(f"{path.name} is not the authors' file of responses: {error}") from error


def _response(record: Mapping[str, str], tasks: Mapping[str, str], line: int) -> ReleasedResponse:
    kind, task, rating = record["entity_type"], record["task"], record["agc_judge_score"].strip()
    if kind not in KINDS or task not in tasks:
        raise BadArguments(
            f"line {line}: expected entity_type {' or '.join(KINDS)} and a task of {', '.join(tasks)}, "
            f"got {quoted(kind)} and {quoted(task)}"
        )
    try:
        number, value = int(record["prompt_id"]), float(rating) if rating else None
    except ValueError as error:
        raise BadArguments(f"line {line}: {error}") from error
    if value is not None and not 10 <= value <= 50:
        raise BadArguments(f"line {line}: expected a rating from 10 to 50, got {value:g}")
    return ReleasedResponse(KINDS[kind], record["entity_id"], tasks[task], number, record["response"], value)
