"""HELM's request states as the rows that a scorer takes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from helm.benchmark.adaptation.request_state import RequestState
from helm.common.request import GeneratedOutput, RequestResult

from helm_creativity.responses import Answer
from helm_creativity.rooms import Row

# HELM passes on what each provider says; these are the words for "the token limit was reached".
CUT = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
FILTERED = re.compile(r"content|filter|blocked|policy|safety|moderation|flagged", re.IGNORECASE)
# An error says much else; "all messages must have a role and content" is no filter.
BLOCKED = re.compile(
    r"content[_ -]?(?:filter|block|policy|management|moderat)|blocked|safety|moderation|flagged|violat.{0,40}polic"
    r"|polic(?:y|ies).{0,20}violat",
    re.IGNORECASE,
)


def rows_of(state: RequestState) -> list[Row]:
    """The answers in one request state; a request that brought no completion is one empty answer."""
    assert state.result is not None
    fields = {**(state.instance.extra_data or {}), "trial": trial_of(state), "annotations": state.annotations or {}}
    completions: Sequence[GeneratedOutput | None] = state.result.completions or [None]
    return [Row(answer_of(state.result, completion), fields) for completion in completions]


def row_in(state: RequestState) -> Row:
    """The one answer in a request state, for annotators: one annotation cannot hold what is said of several.

    Raises:
        ValueError: for several, as HELM's own ``num_outputs=`` brings.
    """
    rows = rows_of(state)
    if len(rows) > 1:
        raise ValueError(f"expected one answer, got {len(rows)}: use num_trials= instead of num_outputs=")
    return rows[0]


def trial_of(state: RequestState) -> int:
    """Which answer to its item a request state holds, from 0: HELM numbers trials in ``random``, all but the first."""
    return int(state.request.random or 0)


def answer_of(result: RequestResult, completion: GeneratedOutput | None) -> Answer:
    """One completion, its reason to finish in the words of ``Answer``.

    A request that a provider's content filter stopped is a refusal, whether the provider says so in the reason to
    finish or HELM has made an error of it that ends no run.
    """
    text = (completion.text if completion else None) or ""
    if not result.success:
        blocked = BLOCKED.search(str(result.error or "")) is not None
        return Answer(text, finish_reason="content_filter" if blocked else "unknown", failed=True)
    reason = str(((completion.finish_reason if completion else None) or {}).get("reason") or "unknown")
    if reason.lower() in CUT:
        return Answer(text, finish_reason="length")
    return Answer(text, finish_reason="content_filter" if FILTERED.search(reason) else reason)
