"""The example of the paper, and what its scores predict."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.types import SampleScore
from helm_creativity.results.recomputing import POOL, PrintedValidity, score_records, validity_claims

ANCHORS = ("heartbeat", "oscillator", "pipeline", "topology")
FIGURE = {
    "first": "river symphony skeleton breath labyrinth garden engine web clockwork fabric",
    "second": "rhythm pulse flow network passage current circuit structure cascade vibration",
}
"""Lists of words of Figure 8 that have a score."""
PAPER = "Schapiro et al. 2026"


@cache
def _scores() -> tuple[SampleScore, ...]:
    records = [{"anchors": list(ANCHORS), "words": words.split()} for words in FIGURE.values()]
    return tuple(score_records("drat", records))


def list_score(place: int, paths: Sequence[Path]) -> Recomputed:
    """Of one list of the figure."""
    sample = _scores()[place]
    if sample.score is None:
        raise ValueError(f"no score: {sample.failure_reason}")
    return Recomputed(sample.score, len(list(FIGURE.values())[place].split()))


def threshold(paths: Sequence[Path]) -> Recomputed:
    """The cosine below which a word is irrelevant."""
    found = _scores()[0].submetrics["tau"]
    if found is None:
        raise ValueError("no threshold")
    return Recomputed(found, len(ANCHORS))


CLAIMS: tuple[Claim, ...] = (
    Claim("score of the first list of the example", PAPER, "Figure 8", "81.99", partial(list_score, 0), ()),
    Claim("score of the second list of the example", PAPER, "Figure 8", "71.31", partial(list_score, 1), ()),
    Claim("threshold of relevance of the example's anchors", PAPER, "Figure 8", ".3605", threshold, ()),
    *validity_claims(
        "Table 5",
        "drat_k4_sbert",
        "DRAT",
        [
            PrintedValidity("arena_creative_writing", 40, 36, (".56", ".50", POOL), (".02", "-.04", POOL)),
            PrintedValidity("eq_bench_creative_writing", 27, 25, (".55", ".53", POOL), (".23", ".39", POOL)),
            PrintedValidity("mazur_creative_writing", 18, 17, ("-.18", "-.00", POOL), ("-.07", ".24", POOL)),
            PrintedValidity("hivemind_diversity", 21, 20, ("-.55", "-.48", POOL), ("-.07", "-.30", POOL)),
            PrintedValidity("novelty_bench_utility", 10, 8, (".11", "-.09", POOL), (".32", ".12", POOL)),
            PrintedValidity("live_idea_bench", 21, 15, (".57", ".42", POOL), (".50", ".37", POOL)),
        ],
    ),
    *validity_claims(
        "Section 4.4",
        "drat_k4_sbert",
        "DRAT",
        [
            PrintedValidity("live_idea_bench", 21, 15, (".57", ".42", POOL), (".52", ".37", POOL)),
        ],
    ),
)
