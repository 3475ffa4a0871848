"""The stats that every benchmark reports under the same names."""

from __future__ import annotations

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.names import SCORE
from helm_creativity.benchmark.types import BY_JUDGES, FailureReason

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


def card_reasons(card: Card) -> list[FailureReason]:
    """Why a response to this benchmark may have no score."""
    return [reason for reason in FailureReason if card.judged or reason not in BY_JUDGES]
