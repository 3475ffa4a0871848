"""People's stories: the scores that their authors published, and the complexity of their characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed, claims_about, github_file
from helm_creativity.io.files import SourceFile
from helm_creativity.results.program_texts import asked_prompts, count_in_program, program_texts, prompts_claim
from helm_creativity.results.recomputing import mean_or_sd, numbers, read_rows
from helm_creativity.scenarios.story.measure import lempel_ziv

COMMIT = "2652cf343d5be9d95596e7b17df7518fc30e3ca6"
STUDY_1 = github_file(
    "theGreen-Coder/MCTB",
    COMMIT,
    "data/johnson_2022/study1_OSF FINAL.csv",
    "85580a3a97f3fa298a02a1686efa1e758944f672f822807ef11098bb63b3980c",
    "MIT",
)
STUDY_2 = github_file(
    "theGreen-Coder/MCTB",
    COMMIT,
    "data/johnson_2022/study2_OSF FINAL.csv",
    "c9dd0bcd51f189408918739a04318c70b526b28a4e333ab7a94551c4048f0ad4",
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
CUES = 3
PAPER = "Johnson et al. 2022"


def prompts(paths: Sequence[Path]) -> Recomputed:
    """For how many sets of cue words, which the program holds as texts, the prompt is its own."""
    cues = [text for text in program_texts(paths[0], {}) if text.count(", ") == CUES - 1]
    texts = [text for words in cues for text in program_texts(paths[0], {"words": words})]
    return count_in_program(asked_prompts("story", protocol="mctb2025"), texts)


def published(sets: str, paths: Sequence[Path], what: str) -> Recomputed:
    """Of the scores that the authors published, over "all" sets of cue words, or the "near" or "distant" ones."""
    rows = read_rows(paths[0])
    kept = [row for row in rows if sets == "all" or (row["prompt"] in NEAR) == (sets == "near")]
    return mean_or_sd(numbers(kept, "DSI_bert"), what)


def complexity(paths: Sequence[Path], what: str) -> Recomputed:
    """Of the stories' Lempel-Ziv complexity."""
    found = [lempel_ziv(row["Story"]) for row in read_rows(paths[0])]
    return mean_or_sd((value for value in found if value is not None), what)


def _claims(
    recompute: Callable[..., Recomputed], what: str, mean: str, sd: str, n: int, source: SourceFile
) -> tuple[Claim, ...]:
    return claims_about([source], PAPER, "card, norms", recompute, [(f"mean {what}", mean), (f"sd of {what}", sd)], n)


CLAIMS: tuple[Claim, ...] = (
    prompts_claim("Green Code 2025", "sets of cue words whose prompt is in their words", "7", prompts, [PROGRAM]),
    *_claims(partial(published, "all"), "DSI of study 2, their scores", "0.8003", "0.0154", 1071, STUDY_2),
    *_claims(partial(published, "near"), "DSI of study 2, near words", "0.7974", "0.0160", 612, STUDY_2),
    *_claims(partial(published, "distant"), "DSI of study 2, distant words", "0.8043", "0.0137", 459, STUDY_2),
    *_claims(partial(published, "all"), "DSI of study 1, their scores", "0.7869", "0.0196", 179, STUDY_1),
    *_claims(complexity, "Lempel-Ziv complexity of study 2", "0.6234", "0.0351", 1071, STUDY_2),
)
