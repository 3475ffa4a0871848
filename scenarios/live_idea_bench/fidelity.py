"""The averages of the paper's table of models, and people's ratings of ideas."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Difference, Recipe, Recomputed, github_file
from helm_creativity.results.recomputing import read_rows
from helm_creativity.scenarios.live_idea_bench.measure import average

RESULTS = github_file(
    "x66ccff/liveideabench",
    "6fc8285269c7679ed427b20864d1f1b127b1a228",
    "results/LiveIdeaBench-202412.csv",
    "689b7b0fcd5c9deeeda8be63885ba1ffcaa2dd009d5f337a04ba6999e76d741d",
    "MIT",
)
REVIEWS = github_file(
    "NoviScl/AI-Researcher",
    "e5dd05a90bcadb436c07283c2f429367c6e525d3",
    "reviews_ideation/data_points_all_anonymized.json",
    "b280081014bc9ebf7efe2e1c31c9ac3b1b2b8a9de4b7e11f9ce4648aa13e4428",
    "MIT",
)
PRINTED = {
    "gemini-pro-1.5": "7.67",
    "o1-preview": "7.66",
    "qwq-32b-preview": "7.54",
    "claude-3.5-sonnet": "7.49",
    "gemini-2.0-flash-exp": "7.48",
    "gpt-4o-2024-11-20": "7.33",
    "mistral-large-2411": "7.31",
    "nova-pro-v1": "7.28",
    "llama-3.1-nemotron-70b-instruct": "7.24",
    "qwen-2.5-coder-32b-instruct": "7.19",
    "llama-3.1-405b-instruct": "7.09",
    "o1-mini": "7.00",
    "qwen2.5-dracarys2-72b": "6.99",
    "qwen-2.5-72b-instruct": "6.99",
    "step-2-16k": "6.81",
    "claude-3.5-haiku": "6.80",
    "grok-2-1212": "6.78",
    "gpt-4o-mini": "6.71",
    "deepseek-chat": "6.67",
    "llama-3.3-70b-instruct": "6.60",
}
"""The column Average of Table 2."""
DIMENSIONS = ("Fluency", "Feasibility", "Originality", "Flexibility")
OTHER_FLUENCY = {
    "qwq-32b-preview": Difference("7.53", "the file has a fluency of 9.12 for it, the table 9.15"),
    "llama-3.1-405b-instruct": Difference("7.07", "the file has a fluency of 8.28 for it, the table 8.33"),
    "qwen2.5-dracarys2-72b": Difference("7.02", "the file has a fluency of 7.98 for it, the table 7.88"),
}


def model_average(model: str, paths: Sequence[Path]) -> Recomputed:
    """The mean of a model's four dimensions."""
    (row,) = [row for row in read_rows(paths[0]) if _model(row["Model"]) == model]
    found = average([float(row[name]) for name in DIMENSIONS])
    if found is None:
        raise ValueError(f"no average of {model}")
    return Recomputed(found, len(DIMENSIONS))


def _model(name: str) -> str:
    """A model's name as the table has it: without its host and its variant."""
    return name.rpartition("/")[2].partition(":")[0]


def reviews(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> list[float]:
    """Of reviews of people's ideas."""
    table = json.loads(paths[0].read_text("utf-8"))
    pairs = zip(table["condition"], table[COLUMNS[stat]], strict=True)
    return [_score(value) for condition, value in pairs if condition == "Human"]


def _score(value: object) -> float:
    return float(str(value).split()[0].rstrip("."))


COLUMNS = {"originality": "novelty_score", "feasibility": "feasibility_score"}
RECIPES: Mapping[str, Recipe] = {"reviews": Recipe("Si et al. 2024", (REVIEWS,), reviews)}
CLAIMS: tuple[Claim, ...] = tuple(
    Claim(
        f"average of {model}",
        "Ruan et al. 2025",
        "Table 2",
        printed,
        partial(model_average, model),
        (RESULTS,),
        differs=OTHER_FLUENCY.get(model),
    )
    for model, printed in PRINTED.items()
)
