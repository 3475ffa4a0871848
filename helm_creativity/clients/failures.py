"""What a failed request says about the next one, from the text of its error."""

from __future__ import annotations

import enum
import re

_CLIENT_MAY_REPEAT = frozenset({408, 409, 425})

# The first status in an error's text is the server's; further figures are the provider's prose about it.
_STATUS = re.compile(
    r"(?:error code|status code|status|http error|http/[\d.]+|http)['\"]?\s*[:=]?\s*\(?(?P<named>[1-5]\d\d)\b"
    r"|\A(?:[\w. ]{0,60}: ){0,3}(?P<leading>[45]\d\d)\b(?-i:(?=\W*(?:[A-Z]|\Z)))"
    r"|\b(?P<kind>[45]\d\d) (?:server|client) error",
    re.IGNORECASE,
)
_NEVER = re.compile(r"insufficient_quota|content[_ ](?:blocked|filter|policy|violates)|safety filter", re.IGNORECASE)
_BUSY = re.compile(
    r"rate.?limit|too.?many.?requests|throttl|resource.?exhausted|per (?:minute|second)|database is locked|\b429\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"connection ?(?:error|refused|reset|aborted|closed)|max retries exceeded|time[d ]? ?out|unreachable|disconnected"
    r"|name resolution|getaddrinfo|remote end closed|peer closed|incomplete.?read|incomplete chunked|eof occurred"
    r"|unexpected eof|sslerror: eof|upstream|bad gateway|service.?unavailable|internal.?server"
    r"|overloaded|model ?not ?ready|connect call failed",
    re.IGNORECASE,
)


class Failure(enum.Enum):
    """What a failed request says about the next one."""

    FINAL = "final"
    """The same request fails again: wrong key, unknown model, refused parameter, content filter."""

    BUSY = "busy"
    """The server lives and asks for patience."""

    DOWN = "down"
    """The server is broken, slow or not there."""


def classify_failure(error: str, is_retriable: bool | None = None) -> Failure:
    """What an error means, from its text, because HELM's clients keep nothing else of it.

    The HTTP status decides where the text names one: 429 is ``BUSY``; 5xx and 408, 409, 425 are ``DOWN``; all others
    are ``FINAL``. Otherwise words decide ("Connection error.", "Request timed out.", "overloaded"), and what is
    unknown is ``FINAL``.
    """
    if is_retriable is False or _NEVER.search(error):
        return Failure.FINAL
    if (status := http_status(error)) is not None:
        if status == 429:
            return Failure.BUSY
        return Failure.DOWN if status >= 500 or status in _CLIENT_MAY_REPEAT else Failure.FINAL
    if _BUSY.search(error):
        return Failure.BUSY
    return Failure.DOWN if is_retriable or _DOWN.search(error) else Failure.FINAL


def http_status(error: str) -> int | None:
    """The HTTP status that the text of an error names; None where it names none."""
    match = _STATUS.search(error)
    return int(match[match.lastgroup or 0]) if match else None
