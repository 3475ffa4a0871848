"""Norms of the normed problems, from the authors' spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recipe, Recomputed, claims_about
from helm_creativity.core.registry import find_source
from helm_creativity.results.recomputing import POOL, ROUNDING, PrintedValidity, mean_or_sd, validity_claims
from helm_creativity.scenarios.rat.items import BOWDEN_PROBLEMS, read_bowden

IN_TEXT = {"2": ("7.84", "9.21"), "7": ("22.86", "18.88")}
"""Mean and standard deviation over problems of the percentage of people who solve one, by seconds; no norms' own."""


def rates(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> list[float]:
    """Over the problems, the percentage of people who solve one in as many ``seconds``."""
    problems, _ = read_bowden(paths[0])
    return [100 * problem.solve_rates[int(arguments["seconds"])] for problem in problems if problem.solve_rates]


def solved(seconds: str, paths: Sequence[Path], what: str) -> Recomputed:
    """Mean or standard deviation of these percentages."""
    return mean_or_sd(rates(paths, "score", {"seconds": seconds}), what)


PAPER = "Bowden and Jung-Beeman 2003"
RECIPES: Mapping[str, Recipe] = {"solve_rates": Recipe(PAPER, (find_source("rat-norms"),), rates)}
CLAIMS: tuple[Claim, ...] = (
    *(
        claim
        for seconds, (mean, sd) in IN_TEXT.items()
        for claim in claims_about(
            [find_source("rat-norms")],
            PAPER,
            "card, source of a norm",
            partial(solved, seconds),
            [(f"mean % of people who solve a problem in {seconds} s", mean), (f"sd of that % in {seconds} s", sd)],
            BOWDEN_PROBLEMS,
        )
    ),
    *validity_claims(
        "Table 1",
        "rat_accuracy_percent",
        "RAT",
        [
            PrintedValidity("arena_creative_writing", 40, 36, (".76", ".78", POOL), ("-.02", "-.00", POOL)),
            PrintedValidity("eq_bench_creative_writing", 27, 25, (".57", ".58", ROUNDING), ("-.04",)),
            PrintedValidity("mazur_creative_writing", 18, 17, (".50", ".49", ROUNDING), (".07",)),
            PrintedValidity("hivemind_diversity", 21, 20, ("-.55", "-.53", ROUNDING), (".05", ".04", ROUNDING)),
            PrintedValidity("novelty_bench_utility", 10, 8, ("-.30",), ("-.05", "-.03", ROUNDING)),
            PrintedValidity("live_idea_bench", 21, 15, (".20", ".11", POOL), (".10", "-.04", POOL)),
        ],
    ),
)
