"""Printed scores of people, from the scores and the words that their authors published."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed, claims_about, github_file
from helm_creativity.core.registry import find_source
from helm_creativity.results.program_texts import asked_prompts, count_in_program, program_texts, prompts_claim
from helm_creativity.results.recomputing import (
    BLANK,
    POOL,
    SCORES,
    PrintedValidity,
    mean_or_sd,
    numbers,
    read_rows,
    score_records,
    validity_claims,
)

COMMIT = "2652cf343d5be9d95596e7b17df7518fc30e3ca6"
STUDY_2 = github_file(
    "theGreen-Coder/MCTB",
    COMMIT,
    "data/olson_2021/study2.tsv",
    "e54f80182775fd82c36cfa928958cc90fc8a7e74cb3e33fb449cb2930ec28b97",
    "MIT",
)
STUDY_1A = github_file(
    "theGreen-Coder/MCTB",
    COMMIT,
    "data/olson_2021/study1a.tsv",
    "29f4b1929db8620fabf3dd44eb7bf804c1a68863d45b8a3e8ab62520b0a18f62",
    "MIT",
)
HUNDRED_THOUSAND = github_file(
    "AntoineBellemare/DAT_GPT",
    "f16aca5f79950100792a92c1b119dfef253d1988",
    "human_data_dat/ai-creativity.csv",
    "9c17c825fab740243601e780ac2bc1f77e327498ff9821aa136101fd6f572cf8",
    "GPL-3.0",
)
WORDS = find_source("olson2021-words")
PROGRAM = find_source("mctb2025-dat")


def prompts(paths: Sequence[Path]) -> Recomputed:
    """Of mctb2025."""
    varying = {"str(self.n_words)": "20", "self.addition_specs": ""}
    return count_in_program(asked_prompts("dat", protocol="mctb2025"), program_texts(paths[0], varying))


def published(paths: Sequence[Path], what: str) -> Recomputed:
    """Of the scores that Olson et al. published."""
    return mean_or_sd(numbers(read_rows(paths[0], "\t"), "dat"), what)


def hundred_thousand(paths: Sequence[Path], what: str) -> Recomputed:
    """Of the scores that Bellemare-Pepin et al. published."""
    return mean_or_sd(numbers(read_rows(paths[0]), "score"), what)


@cache
def _scores(path: Path, embedding: str, estimate: bool) -> tuple[float, ...]:
    lists = [[row[f"word.{place}"] for place in range(1, 11)] for row in read_rows(path, "\t")]
    records = [{"words": ["" if word in BLANK else word for word in words]} for words in lists]
    found = score_records("dat", records, embedding=embedding, estimate=estimate)
    return tuple(sample.score for sample in found if sample.score is not None)


def builtin(paths: Sequence[Path], what: str) -> Recomputed:
    """Of the same people's words under the built-in table."""
    return mean_or_sd(_scores(paths[0], "builtin", False), what)


def estimated(paths: Sequence[Path], what: str) -> Recomputed:
    """Likewise, with estimates of the words that it lacks."""
    return mean_or_sd(_scores(paths[0], "builtin", True), what)


def glove(paths: Sequence[Path], what: str) -> Recomputed:
    """Of the same people's words under the authors' vectors and dictionary."""
    return mean_or_sd(_scores(paths[0], "glove-840b", False), what)


OLSON = "Olson et al. 2021"
CLAIMS: tuple[Claim, ...] = (
    *claims_about(
        [STUDY_2],
        OLSON,
        "card, norm of study 2",
        published,
        [("mean of study 2, their scores", "78.19"), ("sd of study 2, their scores", "6.77")],
        8572,
    ),
    *claims_about(
        [STUDY_2, WORDS],
        OLSON,
        "card, norm of study 2",
        glove,
        [("mean of study 2, from their words", "78.19"), ("sd of study 2, from their words", "6.77")],
        8572,
    ),
    *claims_about(
        [STUDY_2],
        OLSON,
        "card, norm under the built-in table",
        builtin,
        [("mean of study 2, built-in table", "73.59"), ("sd of study 2, built-in table", "3.82")],
        8560,
    ),
    *claims_about(
        [STUDY_2],
        OLSON,
        "card, norm under the built-in table with estimates",
        estimated,
        [
            ("mean of study 2, built-in table with estimates", "73.83"),
            ("sd of study 2, built-in table with estimates", "3.87"),
        ],
        8571,
    ),
    *claims_about(
        [STUDY_1A],
        "Schapiro et al. 2026",
        "Figure 11",
        published,
        [("mean of Olson's study 1A, their scores", "78.4"), ("sd of Olson's study 1A, their scores", "6.4")],
        141,
    ),
    *claims_about(
        [HUNDRED_THOUSAND],
        "Bellemare-Pepin et al. 2024",
        "card, norm of 100,000 people",
        hundred_thousand,
        [("mean of 100,000 people, their scores", "81.04"), ("sd of 100,000 people, their scores", "7.06")],
        100000,
    ),
    prompts_claim("Green Code 2025", "prompts in their words", "5", prompts, [PROGRAM]),
    *validity_claims(
        "schapiro2026",
        "Schapiro et al. 2026",
        "Table 1",
        "dat_glove",
        "DAT (GloVe)",
        [
            PrintedValidity("arena_creative_writing", 40, 39, (".44", ".63", POOL), ("-.01", ".05", POOL)),
            PrintedValidity("eq_bench_creative_writing", 27, 27, (".57", ".71", SCORES), (".28", ".16", SCORES)),
            PrintedValidity("mazur_creative_writing", 18, 18, (".55", ".64", SCORES), (".39", ".30", SCORES)),
            PrintedValidity("hivemind_diversity", 21, 21, (".07", "-.07", SCORES), (".04", ".12", SCORES)),
            PrintedValidity("novelty_bench_utility", 10, 9, ("-.37", "-.72", POOL), ("-.46", "-.70", POOL)),
            PrintedValidity("live_idea_bench", 21, 16, (".12", ".05", POOL), (".18", ".22", POOL)),
        ],
    ),
)
