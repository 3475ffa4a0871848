"""People's stories: the scores that their authors published, and those that this package gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.core.claims import Claim, Recipe, Recomputed, github_file
from helm_creativity.core.names import SCORE
from helm_creativity.results.program_texts import asked_prompts, count_in_program, program_texts, prompts_claim
from helm_creativity.results.recomputing import STORIES, numbers, read_rows, stat_scores

COMMIT = "2652cf343d5be9d95596e7b17df7518fc30e3ca6"
STUDY_1 = github_file(
    "theGreen-Coder/MCTB",
    COMMIT,
    "data/johnson_2022/study1_OSF FINAL.csv",
    "85580a3a97f3fa298a02a1686efa1e758944f672f822807ef11098bb63b3980c",
    "MIT",
)
PROGRAM = github_file(
    "theGreen-Coder/MCTB",
    COMMIT,
    "creative_tests/DSI.py",
    "8c585a2b24a1e451ba7f7733a8cdd27ef84404efe43af97c4fa06b2677927ce9",
    "MIT",
)
NEAR = ("petrol-diesel-pump", "year-week-embark", "belief-faith-sing", "stamp-letter-send")
"""Sets of cue words of low semantic distance."""
SETS = {"dsi_low": "near", "dsi_high": "distant"}
"""Which sets a stat is of, where it is not of all."""
CUES = 3
PAPER = "Johnson et al. 2022"


def _rows(path: Path, sets: str) -> list[dict[str, str]]:
    """The stories over "all" sets of cue words, or the "near" or "distant" ones."""
    return [row for row in read_rows(path) if sets == "all" or (row["prompt"] in NEAR) == (sets == "near")]


def prompts(paths: Sequence[Path]) -> Recomputed:
    """For how many sets of cue words, which the program holds as texts, the prompt is its own."""
    cues = [text for text in program_texts(paths[0], {}) if text.count(", ") == CUES - 1]
    texts = [text for words in cues for text in program_texts(paths[0], {"words": words})]
    return count_in_program(asked_prompts("story", protocol="mctb2025"), texts)


def published(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> list[float]:
    """The scores that the authors published."""
    return numbers(_rows(paths[0], SETS.get(stat, "all")), "DSI_bert")


def stories(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of the stories, of those that have one."""
    records = [
        {"story": row["Story"], "cues": row["prompt"].split("-")} for row in _rows(paths[0], SETS.get(stat, "all"))
    ]
    return stat_scores("story", records, SCORE if stat in SETS else stat, arguments)


RECIPES: Mapping[str, Recipe] = {
    "study_1": Recipe(PAPER, (STUDY_1,), published),
    "study_2": Recipe(PAPER, (STORIES,), published),
    "stories": Recipe(PAPER, (STORIES,), stories, scores_responses=True),
}
CLAIMS: tuple[Claim, ...] = (
    prompts_claim("Green Code 2025", "sets of cue words whose prompt is in their words", "7", prompts, [PROGRAM]),
)
