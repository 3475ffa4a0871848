"""Ratings of people and models that authors released, as a table with the models of a suite."""

from __future__ import annotations

from collections.abc import Sequence

from helm_creativity.results.common_scale import CommonScale
from helm_creativity.results.human_responses import AGC_HUMAN, JUDGE, BesideRow
from helm_creativity.results.numbers import count, fixed
from helm_creativity.results.table import Column, Table, or_undefined

COLUMNS = (
    Column("benchmark", "benchmark", left=True),
    Column("who", "who", left=True),
    Column("n", "n", count),
    Column("responses", "responses", count),
    Column("mean", "mean", fixed(2)),
    Column("sd", "sd", fixed(2)),
    Column("judges", "judges", left=True),
    Column("prompts", "prompts", left=True),
)


def beside_table(rows: Sequence[BesideRow]) -> Table:
    """The table of ``helm-creativity people norms``."""
    return Table(
        "norms",
        COLUMNS,
        [
            row._replace(
                n=or_undefined(row.n, "a model of a suite counts as one"),
                sd=or_undefined(row.sd, "there is one author"),
            )
            for row in rows
        ],
        title=f"Ratings from 10 to 50: {AGC_HUMAN}, rated by {JUDGE}, and runs of suites",
        notes=(
            f"mean and sd of {AGC_HUMAN} are over the authors' mean ratings.",
            f"A run is on the scale of {AGC_HUMAN} only if {JUDGE} is its judge and prompts=authors.",
            "The instruction that people read is not public, and the released responses are cut off.",
        ),
    )


_RATING_NOTES = (
    f"Scores are {JUDGE}'s ratings without length, as z within task and item, people and models together.",
    "The paper's score has novelty and diversity by embeddings instead, which the released file lacks; --measure panel "
    "computes them.",
)


def _panel_notes(found: CommonScale, embedding: str) -> tuple[str, ...]:
    without_dsi, without_diversity = found.missing
    return (
        f"Scores are the mean of novelty (DSI) and diversity under {embedding}, each without length, as z within task "
        "and item, people and models together.",
        "The paper names no embedding, and leaves out responses that a judge finds off task, so its numbers differ.",
        f"{without_dsi:,} responses have no novelty and {without_diversity:,} no diversity; a response that lacks one "
        "has the other as its score.",
    )


def common_scale_tables(found: CommonScale, embedding: str = "") -> list[Table]:
    """The tables of ``helm-creativity people norms --common-scale``."""
    none = "fewer than two have all tasks, or a task does not vary"
    test = found.difference
    return [
        Table(
            "alphas",
            (
                Column("who", "who", left=True),
                Column("n", "n", count),
                Column("tasks", "tasks", count),
                Column("alpha", "alpha", fixed(3)),
            ),
            [row._replace(alpha=or_undefined(row.alpha, none)) for row in found.alphas],
            title="Cronbach's alpha over tasks, of those who have all",
            notes=[
                "No test: it needs six people and six models with all tasks."
                if test is None
                else f"Models against people: W = {test.w:.3f}, F({test.df1:.1f}, {test.df2:.1f}), p = {test.p:.3f}, "
                "two-sided (Feldt 1969)."
            ],
        ),
        Table(
            "common_scale",
            (
                Column("who", "who", left=True),
                Column("author", "author", left=True),
                Column("tasks", "tasks", count),
                Column("score", "score", fixed(3)),
                Column("percentile", "percentile", fixed(1)),
            ),
            [row._replace(percentile=or_undefined(row.percentile, "there are no people")) for row in found.authors],
            title=f"People and models of {AGC_HUMAN} on one scale",
            notes=(
                *(_panel_notes(found, embedding) if embedding else _RATING_NOTES),
                "Length is that of the released text, which is cut off.",
                "percentile: the share of people who score lower.",
            ),
        ),
    ]
