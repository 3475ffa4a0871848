"""Responses of people and models that authors released with ratings: what scores of a suite can stand beside.

AGC-Human (Beaty et al. 2026) is 7,647 responses of people and of models to five tasks, each rated by AGC-Judge from 10
to 50. It is fetched, not shipped: ``helm-creativity fetch agc-human-ratings``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage
from helm_creativity.benchmark.names import PREFIX
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.rows.tables import records_in_file
from helm_creativity.benchmark.sources import require_source
from helm_creativity.errors import FileProblem
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.numbers import count, fixed
from helm_creativity.results.runs import Run
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, or_undefined
from helm_creativity.safe_text import quoted

AGC_HUMAN, JUDGE = "agc-human", "AGC-Judge"
RATINGS_FILE = "agc-human-ratings"
"""By which a card names the authors' file of responses."""
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
_NOTE = f"A run is on the scale of {AGC_HUMAN} only if {JUDGE} is its judge and prompts=authors."


class ReleasedResponse(NamedTuple):
    """One response."""

    who: str
    author: str
    benchmark: str
    number: int
    text: str
    rating: float | None


def ratings_beside(responses: Sequence[ReleasedResponse], runs: Sequence[Run] = ()) -> Table:
    """Ratings of people and models by benchmark, and runs of the same protocol: mean and SD of authors' means."""
    import polars as pl

    rated = pl.DataFrame(responses, ReleasedResponse._fields, orient="row").drop_nulls("rating")
    authors = rated.group_by("benchmark", "who", "author").agg(pl.len(), pl.mean("rating"))
    norms = authors.group_by("benchmark", "who").agg(
        n=pl.len(), responses=pl.sum("len"), mean=pl.mean("rating"), sd=pl.std("rating")
    )
    rows: list[dict[str, Any]] = [
        {**row, "who": f"{row['who']} ({AGC_HUMAN})", "judges": JUDGE, "prompts": ""}
        for row in norms.sort("benchmark", "who", descending=[False, True]).iter_rows(named=True)
    ]
    for run in sorted(runs, key=lambda run: run.model):
        benchmark, parts, stats = run.group.removeprefix(PREFIX), run.comparable_parts, run.stats
        if benchmark in rated_tasks().values() and parts.get("protocol") == "agc2026" and "creativity" in stats:
            scored = round(stats.get("valid_rate", 1.0) * stats.get("num_answers", 0))
            row = {"benchmark": benchmark, "who": run.model, "n": None, "responses": scored, "sd": None}
            row |= {name: parts.get(name, "") for name in ("judges", "prompts")}
            rows.append({**row, "mean": stats["creativity"]})
    rows = [
        {name: or_undefined(value, "there is one author") for name, value in row.items()}
        for row in sorted(rows, key=lambda row: row["benchmark"])
    ]
    title = f"Ratings from 10 to 50: {AGC_HUMAN}, rated by {JUDGE}, and runs of suites"
    return Table("norms", _COLUMNS, rows, title, notes=[_NOTE])


@analysis("released_ratings", title="Ratings of people and models that authors released, beside runs", in_report=False)
def released_ratings(suite: Suite, options: NoOptions) -> Iterator[Table]:
    """Mean ratings of people and models of AGC-Human, by benchmark, and the runs of the suite under its protocol."""
    yield ratings_beside(load_human_responses(), suite.runs)


def rated_tasks() -> dict[str, str]:
    """Names of the benchmarks whose items people responded to, by the authors' names of the tasks."""
    tasks = ((entry.card.human_responses.get(RATINGS_FILE), entry.name) for entry in list_entries())
    return {task: benchmark for task, benchmark in tasks if task is not None}


def load_human_responses(path: Path | None = None) -> list[ReleasedResponse]:
    """Responses of people and models that authors released: the fetched file, or a copy of one's own."""
    path = path or require_source(RATINGS_FILE, "the responses of AGC-Human", "a copy of your own with --from")
    tasks, found = rated_tasks(), []
    for line, record in records_in_file(path):
        try:
            kind, author, task, number, text, rating = (record[name] for name in FIELDS)
            value = float(rating) if rating.strip() else None
            if kind not in KINDS or task not in tasks:
                raise ValueError(f"expected who wrote it and a known task, got {quoted(kind)} and {quoted(task)}")
            if value is not None and not 10 <= value <= 50:
                raise ValueError(f"expected a rating from 10 to 50, got {value:g}")
            found.append(ReleasedResponse(KINDS[kind], author, tasks[task], int(number), text, value))
        except UNREADABLE as error:
            why = f"line {line}: {damage(error)}"
            raise FileProblem(f"{path.name} is not the authors' file of responses: {why}") from error
    return found
