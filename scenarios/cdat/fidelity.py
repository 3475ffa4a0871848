"""People's scores: the means that the authors' notebook prints."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from helm_creativity.core.claims import Claim, Recipe, Recomputed, github_file
from helm_creativity.core.registry import find_source
from helm_creativity.core.types import SampleScore
from helm_creativity.results.recomputing import (
    BLANK,
    POOL,
    ROUNDING,
    PrintedValidity,
    mean,
    numbers,
    read_rows,
    score_records,
    stat_scores,
    validity_claims,
)

PEOPLE = github_file(
    "knakajima1225/beyond_divergent_creativity",
    "904f7a1cf559ceaef66df814250eee7ef601165f",
    "cdat/data/csv_data/results_with_bert_layers_human.csv",
    "0e6dcda40c1e4ea920dfd7f81cc48bb3ae9d57b16b56db94b1d0c959a7222a9d",
    "none stated",
)
RANDOM, COMMON = (
    github_file(
        "knakajima1225/beyond_divergent_creativity",
        "904f7a1cf559ceaef66df814250eee7ef601165f",
        f"cdat/data/baseline/{name}_results550.json",
        sha256,
        "none stated",
    )
    for name, sha256 in (
        ("random", "87d87446bd7e3736604f88630d6ce254f4a1bb07eb306b978276e18ecf74d65e"),
        ("common", "3f35762ba291339f3f22706083fbae7726dbf0fe6f2be06f24806cf05d921bd8"),
    )
)
TAGGER = find_source("nltk-tagger")
LISTS = (PEOPLE, RANDOM, COMMON)
CLOSE = 2.5e-5
"""How near a score is to the published one, in the units of the score."""


def published_mean(column: str, paths: Sequence[Path]) -> Recomputed:
    """Of a column of the scores that the authors published, on their scale."""
    return mean(numbers(read_rows(paths[0]), column))


def published(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> list[float]:
    """The authors' scores, on our scale, of which the appropriateness is 100 less than theirs."""
    rows = read_rows(paths[0])
    if stat == "appropriateness":
        return [value - 100 for value in numbers(rows, "sbert_appropriateness")]
    return numbers(rows, "sbert_novelty")


def words(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of the people's words, of the lists that have one."""
    records = [{"cue": row["Cue"], "words": ast.literal_eval(row["Words"])} for row in read_rows(paths[0])]
    return stat_scores("cdat", records, stat, arguments)


@cache
def _published(people: Path, *baselines: Path) -> tuple[Mapping[str, Any], ...]:
    """The lists of people and of baselines, with their words as a list."""
    lists: list[Mapping[str, Any]] = [{**row, "Words": ast.literal_eval(row["Words"])} for row in read_rows(people)]
    return (*lists, *(entry for path in baselines for entry in json.loads(path.read_text("utf-8"))))


@cache
def _scored(paths: tuple[Path, ...], dictionary: str, embedding: str) -> tuple[SampleScore, ...]:
    records = [{"cue": entry["Cue"], "words": entry["Words"]} for entry in _published(*paths)]
    settings = {"protocol": "nakajima2026", "dictionary": dictionary, "embedding": embedding}
    return tuple(score_records("cdat", records, **settings))


def valid_words(dictionary: str, embedding: str, paths: Sequence[Path]) -> Recomputed:
    """How many lists have the published number of valid words, of how many."""
    lists = paths[: len(LISTS)]
    pairs = list(zip(_published(*lists), _scored(tuple(lists), dictionary, embedding), strict=True))
    equal = sum(sample.submetrics["n_valid"] == float(entry["sbert_valid_count"]) for entry, sample in pairs)
    return Recomputed(equal, len(pairs))


def equal_scores(paths: Sequence[Path]) -> Recomputed:
    """How many lists have the published novelty and appropriateness, of how many."""
    lists = paths[: len(LISTS)]
    pairs = list(zip(_published(*lists), _scored(tuple(lists), "nakajima2026", "sbert-minilm"), strict=True))
    equal = sum(
        _close(sample.score, entry["sbert_novelty"])
        and _close(sample.submetrics["appropriateness_200"], entry["sbert_appropriateness"])
        for entry, sample in pairs
    )
    return Recomputed(equal, len(pairs))


def _close(ours: float | None, published: object) -> bool:
    return ours is not None and published not in (None, *BLANK) and abs(ours - float(str(published))) <= CLOSE


PAPER, NOTEBOOK = "Nakajima et al. 2026", "their repository, cdat/notebook/cdat_analysis.ipynb"
RECIPES: Mapping[str, Recipe] = {
    "published": Recipe(PAPER, (PEOPLE,), published),
    "words": Recipe(PAPER, (PEOPLE,), words, scores_responses=True),
}
_table_1 = partial(validity_claims, "Table 1")
CLAIMS: tuple[Claim, ...] = (
    Claim(
        "mean novelty of people's lists, their scores",
        PAPER,
        NOTEBOOK,
        "68.571365",
        partial(published_mean, "sbert_novelty"),
        (PEOPLE,),
        99,
    ),
    Claim(
        "mean appropriateness of people's lists, their scores",
        PAPER,
        NOTEBOOK,
        "135.775029",
        partial(published_mean, "sbert_appropriateness"),
        (PEOPLE,),
        99,
    ),
    Claim(
        "lists with the published number of valid words, common nouns of WordNet",
        PAPER,
        "card, deviations",
        "1,008",
        partial(valid_words, "wordnet", "builtin"),
        LISTS,
        1204,
    ),
    Claim(
        "lists with the published number of valid words, words as in their program",
        PAPER,
        "card, deviations",
        "1,204",
        partial(valid_words, "nakajima2026", "sbert-minilm"),
        (*LISTS, TAGGER),
        1204,
    ),
    Claim(
        "lists with the published scores",
        PAPER,
        "card, deviations",
        "1,197",
        equal_scores,
        (*LISTS, TAGGER),
        1204,
    ),
    *_table_1(
        "cdat_sbert",
        "CDAT (SBERT)",
        [
            PrintedValidity("arena_creative_writing", 40, 32, (".00", ".18", POOL), (".24", ".23", ROUNDING)),
            PrintedValidity("eq_bench_creative_writing", 27, 22, (".02", ".01", ROUNDING), ("-.00",)),
            PrintedValidity("mazur_creative_writing", 18, 16, (".36",), (".34",)),
            PrintedValidity("hivemind_diversity", 21, 17, (".27", ".17", POOL), (".14", ".13", ROUNDING)),
            PrintedValidity("novelty_bench_utility", 10, 8, (".64", ".56", POOL), (".62", ".59", POOL)),
            PrintedValidity("live_idea_bench", 21, 13, ("-.01", ".08", POOL), (".30", ".26", POOL)),
        ],
    ),
    *_table_1(
        "cdat_novelty_sbert",
        "CDAT-N (SBERT)",
        [
            PrintedValidity("arena_creative_writing", 40, 37, ("-.21", "-.17", POOL), (".13", ".14", ROUNDING)),
            PrintedValidity("eq_bench_creative_writing", 27, 25, ("-.11", "-.08", POOL), (".14", ".08", POOL)),
            PrintedValidity("mazur_creative_writing", 18, 17, (".12", ".16", POOL), (".37", ".38", ROUNDING)),
            PrintedValidity("hivemind_diversity", 21, 21, (".37", ".36", ROUNDING), (".10", ".13", ROUNDING)),
            PrintedValidity("novelty_bench_utility", 10, 9, (".61", ".62", ROUNDING), (".50", ".47", POOL)),
            PrintedValidity("live_idea_bench", 21, 15, ("-.14", "-.15", ROUNDING), ("-.11", "-.01", POOL)),
        ],
    ),
    *_table_1(
        "cdat_appropriateness_sbert",
        "CDAT-A (SBERT)",
        [
            PrintedValidity("arena_creative_writing", 40, 37, (".60", ".59", POOL), ("-.04",)),
            PrintedValidity("eq_bench_creative_writing", 27, 25, (".51",), (".05", ".09", POOL)),
            PrintedValidity("mazur_creative_writing", 18, 17, (".20", ".17", POOL), ("-.25",)),
            PrintedValidity("hivemind_diversity", 21, 21, ("-.50",), ("-.10", "-.13", ROUNDING)),
            PrintedValidity("novelty_bench_utility", 10, 9, ("-.64", "-.66", POOL), ("-.42", "-.44", POOL)),
            PrintedValidity("live_idea_bench", 21, 15, (".21",), (".19", ".08", POOL)),
        ],
    ),
)
