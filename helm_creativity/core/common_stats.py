"""The stats that every benchmark reports under the same names, and what describes any stat of a benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from helm_creativity.core.card import Bounds, Card
from helm_creativity.core.names import SCORE
from helm_creativity.core.types import BY_JUDGES, FailureReason, rate_name

SHARE: Bounds = (0.0, 1.0)
COUNT: Bounds = (0.0, None)

RATES = {
    FailureReason.EMPTY: ("Empty", "Share of responses with no text left after the model's thoughts are removed."),
    FailureReason.REFUSED: (
        "Refused",
        "Share of responses that open with a refusal or were stopped by a content filter.",
    ),
    FailureReason.TRUNCATED: (
        "Truncated",
        "Share of responses truncated at the token limit. They say nothing about creativity.",
    ),
    FailureReason.PROMPT_TRUNCATED: (
        "Prompt truncated",
        "Share of responses to a prompt that HELM cut to fit the model's window. They say nothing about creativity.",
    ),
    FailureReason.UNPARSABLE: ("Unparsable", "Share of responses in which nothing of the asked form was found."),
    FailureReason.TOO_FEW_VALID: (
        "Too few valid",
        "Share of responses with fewer valid entries than the protocol scores.",
    ),
    FailureReason.TOO_LONG: ("Too long", "Share of responses with more than ten times the entries asked for."),
    FailureReason.IMPLAUSIBLE: (
        "Implausible",
        "Share of responses that no writer would give: encoded data, mashed keys, one word over and over, error pages.",
    ),
    FailureReason.ECHO: ("Echo", "Share of responses that repeat their prompt, and say nothing else."),
    FailureReason.FAILED: ("Failed", "Share of requests that ended in an error which HELM tolerated."),
    FailureReason.OFF_TASK: (
        "Off-task",
        "Share of responses that most of their judges take for no attempt at the task.",
    ),
    FailureReason.UNJUDGED: (
        "Unjudged",
        "Share of responses that judges should have rated, but that lack a rating on some dimension.",
    ),
}
ADDRESSES_JUDGE = "addresses_judge_rate"
"""Of judged benchmarks: it flags responses, and moves no score."""
ADDRESSING = (
    "Responses that address a judge",
    "Address a judge",
    "Share of responses that speak to whoever rates them: they ask for a rating, forge one, or override the judge's "
    "instructions. Found by patterns of English. Not in the score.",
)
"""Title, short title and description of ``addresses_judge_rate``."""
CLUSTERED = "Cluster-robust over items; over different responses when there is one item."
SHARED = "shared_rate"
FAILURES_AS_ZERO = "score_failures_as_zero"
MAIN = (
    (SCORE, "Score", "Score", "Mean of the main score over the responses that could be scored.", False),
    ("score_se", "Standard error of the score", "± SE", CLUSTERED, None),
    (
        FAILURES_AS_ZERO,
        "Score, unscored responses counted as 0",
        "Score (failures = 0)",
        "The same mean with 0 for every response that could not be scored; unjudged ones are left out.",
        False,
    ),
    ("valid_rate", "Scored responses", "Scored", "Share of responses that could be scored.", False),
    ("num_instances", "Items", "Items", "Number of items.", None),
    ("num_answers", "Responses", "Responses", "Number of responses.", None),
    (
        "equal_rate",
        "Equal responses",
        "Equal",
        "Share of the responses to an item after its first that repeat an earlier one, at a temperature above 0.",
        None,
    ),
    (
        SHARED,
        "Responses shared by items",
        "Shared",
        "Share of the scored responses whose text, of 40 characters or more, is a response to another item, too.",
        None,
    ),
)


class StatDescription(NamedTuple):
    """What a reader must know of a stat.

    Attributes:
        name: of the stat.
        title: its name for people.
        description: one or two sentences.
        lower_is_better: whether less is better; None for neither.
        bounds: least and greatest possible value, None for an end without bound; empty where nothing says.
    """

    name: str
    title: str
    description: str
    lower_is_better: bool | None
    bounds: Bounds


def card_reasons(card: Card) -> list[FailureReason]:
    """Why a response to this benchmark may have no score."""
    return [reason for reason in FailureReason if card.judged or reason not in BY_JUDGES]


def describe_stats(card: Card, comparable: Mapping[str, str]) -> Iterator[StatDescription]:
    """All stats that a benchmark may report, standard errors left out.

    Args:
        card: of the benchmark.
        comparable: settings, on which the bounds of the score may depend.
    """
    of_score = card.bounds_of_score(comparable)
    bounds = {SCORE: of_score, FAILURES_AS_ZERO: _with_zero(of_score), "num_instances": COUNT, "num_answers": COUNT}
    for name, title, _, description, lower_is_better in MAIN:
        if name != "score_se":
            yield StatDescription(name, title, description, lower_is_better, bounds.get(name, SHARE))
    for reason in card_reasons(card):
        title, description = RATES[reason]
        yield StatDescription(rate_name(reason), f"{title} responses", description, True, SHARE)
    if card.judged:
        title, _, description = ADDRESSING
        yield StatDescription(ADDRESSES_JUDGE, title, description, None, SHARE)
    for submetric in card.submetrics:
        yield StatDescription(*(getattr(submetric, name) for name in StatDescription._fields))


def _with_zero(bounds: Bounds) -> Bounds:
    if not bounds:
        return ()
    low, high = bounds
    return (None if low is None else min(low, 0.0), None if high is None else max(high, 0.0))
