"""What the authors' program sums up of one model's responses; groups of people as if each were a model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from helm_creativity.core.claims import Claim, Difference, Recipe, Recomputed, github_file
from helm_creativity.results.recomputing import mean, story_groups
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


RECIPES: Mapping[str, Recipe] = {"groups": story_groups("novelty")}
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
