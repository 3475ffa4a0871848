"""Printed scores of people, from the scores and the words that their authors published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from helm_creativity.core.claims import Claim, Difference, Recipe, Recomputed, claims_about, github_file
from helm_creativity.core.registry import find_source
from helm_creativity.psychometrics.validity import pearson
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
    stat_scores,
    validity_claims,
)

COMMIT = "2652cf343d5be9d95596e7b17df7518fc30e3ca6"
STUDY_1A, STUDY_1B, STUDY_2 = (
    github_file("theGreen-Coder/MCTB", COMMIT, f"data/olson_2021/{name}.tsv", sha256, "MIT")
    for name, sha256 in (
        ("study1a", "29f4b1929db8620fabf3dd44eb7bf804c1a68863d45b8a3e8ab62520b0a18f62"),
        ("study1b", "71d6750b2e73b74b5cb9a308a2e25076a15cdbb3db1dd54ed29d49daf195770f"),
        ("study2", "e54f80182775fd82c36cfa928958cc90fc8a7e74cb3e33fb449cb2930ec28b97"),
    )
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


def column(name: str, delimiter: str, paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> list[float]:
    """Scores that authors published."""
    return numbers(read_rows(paths[0], delimiter), name)


def words(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of the words of the people of study 2, of those who have one."""
    return stat_scores("dat", [_record(row) for row in read_rows(paths[0], "\t")], stat, arguments)


def _record(row: Mapping[str, str]) -> dict[str, list[str]]:
    entries = [row[f"word.{place}"] for place in range(1, 11)]
    return {"words": ["" if word in BLANK else word for word in entries]}


def published(paths: Sequence[Path], what: str) -> Recomputed:
    """Of the scores that Olson et al. published."""
    return mean_or_sd(numbers(read_rows(paths[0], "\t"), "dat"), what)


def uses(paths: Sequence[Path], what: str) -> Recomputed:
    """Correlation with ratings of the same people's alternate uses; of the published scores, or of all-MiniLM-L6-v2's.

    MCTB's program (testing/testDATembeddings.ipynb) takes the mean of three columns for a rating: of both raters, and
    their column of both, which for fluency in study 1A is on another scale. Olson et al. take the last one alone.
    """
    column = f"aut.{what.split()[0]}"
    rows = [row for path in paths for row in read_rows(path, "\t")]
    if "Sentence-BERT" not in what:
        scores: list[float | None] = [_number(row["dat"]) for row in rows]
        ratings = [_number(row[column]) for row in rows]
    else:
        settings = {"protocol": "mctb2025", "embedding": "sbert-minilm", "dictionary": "none"}
        scores = [sample.score for sample in score_records("dat", list(map(_record, rows)), **settings)]
        parts = [[_number(row[name]) for name in (column, f"{column}.1", f"{column}.2")] for row in rows]
        ratings = [None if None in three else sum(map(float, filter(None, three))) / 3 for three in parts]
    known = np.array([pair for pair in zip(scores, ratings, strict=True) if None not in pair], dtype=np.float64)
    found = pearson(known[:, 0], known[:, 1])
    if found is None:
        raise ValueError("no correlation")
    return Recomputed(found.r, found.n)


def _number(cell: str) -> float | None:
    return None if cell in BLANK else float(cell)


def glove(paths: Sequence[Path], what: str) -> Recomputed:
    """Of the words of study 2 under the authors' vectors and dictionary."""
    return mean_or_sd(words(paths, "score", {"embedding": "glove-840b"}), what)


OLSON = "Olson et al. 2021"
STUDY_1A_USES = {"flexibility": ".34", "originality": ".32", "fluency": ".22"}
PHRASES = (
    "35 of the 366 lists have an entry of several words, which their program encodes as it is and this one with hyphens"
)
SENTENCE_BERT_USES = {"flexibility": (".3028", ""), "originality": (".2484", ".2490"), "fluency": (".2025", ".2036")}
"""What is printed, and what comes out where that is another number."""
RECIPES: Mapping[str, Recipe] = {
    "published": Recipe(OLSON, (STUDY_2,), partial(column, "dat", "\t")),
    "study_1a": Recipe(OLSON, (STUDY_1A,), partial(column, "dat", "\t")),
    "words": Recipe(OLSON, (STUDY_2,), words, scores_responses=True),
    "hundred_thousand": Recipe("Bellemare-Pepin et al. 2024", (HUNDRED_THOUSAND,), partial(column, "score", ",")),
}
CLAIMS: tuple[Claim, ...] = (
    *claims_about(
        [STUDY_2, WORDS],
        OLSON,
        "card, norm of study 2",
        glove,
        [("mean of study 2, from their words", "78.19"), ("sd of study 2, from their words", "6.77")],
        8572,
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
        [STUDY_1A],
        OLSON,
        "study 1A, as Green Code 2025 quotes them below Table 1",
        uses,
        [(f"{name} of uses with the DAT, their scores", r) for name, r in STUDY_1A_USES.items()],
        141,
    ),
    *(
        Claim(
            what := f"{name} of uses with the DAT under Sentence-BERT",
            "Green Code 2025",
            "Table 1, row Sentence-BERT",
            printed,
            partial(uses, what=what),
            (STUDY_1A, STUDY_1B),
            366,
            Difference(found, PHRASES) if found else None,
        )
        for name, (printed, found) in SENTENCE_BERT_USES.items()
    ),
    prompts_claim("Green Code 2025", "prompts in their words", "5", prompts, [PROGRAM]),
    *validity_claims(
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
