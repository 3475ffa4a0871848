"""Responses of people and models that authors released with ratings: what scores of a suite can stand beside.

AGC-Human (Beaty et al. 2026) is 7,647 responses of people and of models to five tasks, each rated by AGC-Judge from 10
to 50. It is fetched, not shipped: ``helm-creativity fetch agc-human-ratings``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import PREFIX, did_you_mean, find_name
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.rows.tables import records_in_file
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.sources import require_source
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.numbers import count, fixed
from helm_creativity.results.runs import Run
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, or_undefined
from helm_creativity.safe_text import quoted
from helm_creativity.task_types.rated.rubric import ITEM, authors_questions

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
FIELDS = ("entity_type", "entity_id", "task", "prompt_id", "response", "agc_judge_score")
_COLUMNS = (
    *(Column(name, name, left=True) for name in ("benchmark", "who")),
    *(Column(name, name, count) for name in ("n", "responses")),
    *(Column(name, name, fixed(2)) for name in ("mean", "sd")),
    *(Column(name, name, left=True) for name in ("judges", "prompts")),
)
ONE_AUTHOR = "there is one author"
_NOTE = f"A run is on the scale of {AGC_HUMAN} only if {JUDGE} is its judge and prompts=authors."


class ReleasedResponse(NamedTuple):
    """One response."""

    who: str
    author: str
    benchmark: str
    number: int
    text: str
    rating: float | None


@dataclass(frozen=True)
class HumanResponses:
    """Responses of people and models that authors released."""

    responses: tuple[ReleasedResponse, ...]

    def norms(self) -> list[dict[str, Any]]:
        """Ratings of people and of models by benchmark: how many, their responses, mean and SD of authors' means."""
        import polars as pl

        rated = pl.DataFrame(self.responses, ReleasedResponse._fields, orient="row").drop_nulls("rating")
        authors = rated.group_by("benchmark", "who", "author").agg(pl.len(), pl.mean("rating"))
        found = authors.group_by("benchmark", "who").agg(
            n=pl.len(), responses=pl.sum("len"), mean=pl.mean("rating"), sd=pl.std("rating")
        )
        rows = found.sort("benchmark", "who", descending=[False, True]).iter_rows(named=True)
        return [{**row, "sd": or_undefined(row["sd"], ONE_AUTHOR)} for row in rows]

    def records(self, benchmark: str, who: str = PEOPLE) -> list[dict[str, Any]]:
        """Responses to a benchmark's items as ``helm-creativity score`` takes them."""
        known = list(rated_tasks().values())
        name = find_name(benchmark, known)
        if name is None:
            raise BadArguments(f"{AGC_HUMAN} has no responses to {quoted(benchmark)}{did_you_mean(benchmark, known)}")
        found = get_benchmark(name)
        items = list(found.items(parse_settings(found, {"protocol": PROTOCOL}, require=False)))
        numbers = sorted({response.number for response in self.responses if response.benchmark == name})
        if len(numbers) != len(items):
            raise FileProblem(
                f"{AGC_HUMAN}: expected responses to the {len(items)} items of {name}, found the numbers {numbers}"
            )
        fields = {
            number: {"id": item.id, **{name: value for name, value in item.fields.items() if name != "number"}}
            for number, item in zip(numbers, items, strict=True)
        }
        return [
            {**fields[response.number], "author": response.author, "response": response.text, STAT: response.rating}
            for response in self.responses
            if (response.benchmark, response.who) == (name, who)
        ]

    def beside(self, runs: Sequence[Run] = ()) -> Table:
        """People and models by benchmark, with the runs of a suite that asked the same protocol."""
        rows = [
            {**norm, "who": f"{norm['who']} ({AGC_HUMAN})", "judges": JUDGE, "prompts": ""} for norm in self.norms()
        ]
        alone = or_undefined(None, ONE_AUTHOR)
        for run in sorted(runs, key=lambda run: run.model):
            benchmark, parts = run.group.removeprefix(PREFIX), run.comparable_parts
            if benchmark in rated_tasks().values() and parts.get("protocol") == PROTOCOL and STAT in run.stats:
                scored = round(run.stats.get("valid_rate", 1.0) * run.stats.get("num_answers", 0))
                how = {name: parts.get(name, "") for name in ("judges", "prompts")}
                row = {"benchmark": benchmark, "who": run.model, "n": alone, "responses": scored, **how}
                rows.append({**row, "mean": run.stats[STAT], "sd": alone})
        title = f"Ratings from 10 to 50: {AGC_HUMAN}, rated by {JUDGE}, and runs of suites"
        return Table("norms", _COLUMNS, sorted(rows, key=lambda row: row["benchmark"]), title, notes=[_NOTE])


@analysis("released_ratings", title="Ratings of people and models that authors released, beside runs", in_report=False)
def released_ratings(suite: Suite, options: NoOptions) -> Iterator[Table]:
    """Mean ratings of people and models of AGC-Human, by benchmark, and the runs of the suite under its protocol."""
    yield load_human_responses().beside(suite.runs)


def questions_about(benchmark: str, records: Sequence[Mapping[str, Any]]) -> tuple[Rubric, list[Question]]:
    """What a judge is asked about each record: how creative the response is, in the authors' words."""
    _, rubric = authors_questions(find_entry(benchmark).folder)

    def task(record: Mapping[str, Any]) -> str:
        return ", ".join(record["cues"]) if "cues" in record else str(record.get(ITEM) or record["object"].upper())

    return rubric, [rubric.question(task=task(record), response=record["response"]) for record in records]


def rated_tasks() -> dict[str, str]:
    """Names of the benchmarks whose items people responded to, by the authors' names of the tasks."""
    tasks = ((entry.card.human_responses.get(RATINGS_FILE), entry.name) for entry in list_entries())
    return {task: benchmark for task, benchmark in tasks if task is not None}


def load_human_responses(path: Path | None = None) -> HumanResponses:
    """Responses of people and models that authors released: the fetched file, or a copy of one's own."""
    path = path or require_source(RATINGS_FILE, "the responses of AGC-Human", "a copy of your own with --from")
    return HumanResponses(tuple(_read(path)))


def _read(path: Path) -> Iterator[ReleasedResponse]:
    tasks = rated_tasks()
    for line, record in records_in_file(path):
        try:
            kind, author, task, number, text, rating = (record[name] for name in FIELDS)
            value = float(rating) if rating.strip() else None
            if kind not in KINDS or task not in tasks:
                raise ValueError(f"expected who wrote it and a known task, got {quoted(kind)} and {quoted(task)}")
            if value is not None and not 10 <= value <= 50:
                raise ValueError(f"expected a rating from 10 to 50, got {value:g}")
            response = ReleasedResponse(KINDS[kind], author, tasks[task], int(number), text, value)
        except UNREADABLE as error:
            raise FileProblem(
                f"{path.name} is not the authors' file of responses: line {line}: {damage(error)}"
            ) from error
        yield response
