"""What the authors' program sums up of one model's responses; groups of people as if each were a model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from helm_creativity.core.claims import Claim, Difference, Recipe, Recomputed, github_file
from helm_creativity.results.recomputing import GROUPING, drawn_groups, group_scores, mean, read_rows
from helm_creativity.scenarios.novelty.measure import distinct, utility

SCORES = github_file(
    "novelty-bench/novelty-bench",
    "5b22b53dedd4ec37e1d30a5dbeb2ea6beaa752ca",
    "evaluation/2025-03-27_gemini-1.5-pro/nb-curated/scores.jsonl",
    "3449323c4a03721ecbf564bfb7255f0058713ca99dd27e94bae20bd56258972e",
    "MIT",
)
PAPER = "Zhang et al. 2025"
PLACE = "their repository, evaluation/2025-03-27_gemini-1.5-pro/nb-curated/summary.json"


def _prompts(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]


def mean_utility(paths: Sequence[Path]) -> Recomputed:
    """From classes and what each response is worth."""
    values = [utility(prompt["partition"], prompt["generation_scores"]) for prompt in _prompts(paths[0])]
    return mean(value for value in values if value is not None)


def mean_distinct(paths: Sequence[Path]) -> Recomputed:
    """From classes."""
    return mean(distinct(prompt["partition"]) for prompt in _prompts(paths[0]))


JOHNSON = github_file(
    "theGreen-Coder/MCTB",
    "2652cf343d5be9d95596e7b17df7518fc30e3ca6",
    "data/johnson_2022/study2_OSF FINAL.csv",
    "c9dd0bcd51f189408918739a04318c70b526b28a4e333ab7a94551c4048f0ad4",
    "MIT",
)


def groups(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of groups of people who wrote a story with the same three words."""
    stories: dict[str, list[str]] = {}
    for row in read_rows(paths[0]):
        stories.setdefault(row["prompt"], []).append(row["Story"])
    settings = {name: value for name, value in arguments.items() if name not in GROUPING}
    return group_scores("novelty", drawn_groups(stories, arguments), stat, settings)


RECIPES: Mapping[str, Recipe] = {"groups": Recipe("Johnson et al. 2022", (JOHNSON,), groups, scores_responses=True)}
CLAIMS: tuple[Claim, ...] = (
    Claim(
        "mean utility of gemini-1.5-pro", PAPER, f"{PLACE}, to three decimals", "2.866", mean_utility, (SCORES,), 100
    ),
    Claim(
        "mean number of distinct responses of gemini-1.5-pro",
        PAPER,
        PLACE,
        "0.83",
        mean_distinct,
        (SCORES,),
        100,
        Difference("1.83", "the program counted classes from 0 and took the largest number, one less than there are"),
    ),
)
