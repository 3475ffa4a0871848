"""Why an answer ended, as providers say it, in the words of ``Response``."""

from __future__ import annotations

import re

from helm_creativity.core.types import Response

# HELM passes on what each provider says; these are the words for "the token limit was reached".
TOKEN_LIMIT = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})
FILTERED = re.compile(r"content|filter|blocked|policy|safety|moderation|flagged", re.IGNORECASE)
# An error says much else; "all messages must have a role and content" is no filter.
BLOCKED = re.compile(
    r"content[_ -]?(?:filter|block|policy|management|moderat)|blocked|safety|moderation|flagged|violat.{0,40}polic"
    r"|polic(?:y|ies).{0,20}violat",
    re.IGNORECASE,
)


def answered(text: str, reason: object) -> Response:
    """A completion that came.

    Args:
        text: all of it.
        reason: why it ended, in the provider's words; None or "" where it does not say.
    """
    finish = str(reason or "unknown")
    if finish.lower() in TOKEN_LIMIT:
        return Response(text, finish_reason="length")
    return Response(text, finish_reason="content_filter" if FILTERED.search(finish) else finish)


def failed(text: str, error: object) -> Response:
    """A request that ended in an error which ends no run.

    A request that a provider's content filter stopped is a refusal, whether the provider says so in the reason to
    finish or HELM has made an error of it.

    Args:
        text: what came all the same.
        error: in the server's words; None where there are none.
    """
    blocked = BLOCKED.search(str(error or "")) is not None
    return Response(text, finish_reason="content_filter" if blocked else "unknown", failed=True)
