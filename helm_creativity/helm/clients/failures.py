"""What a failed request says about the next one, and which parameters of it a server refuses.

Models that reason refuse the temperature. HELM's client for OpenAI's interface knows them by their names alone; behind
any other name the deployment says what to leave out: ``omit: [temperature]`` among the
``args`` of a client in ``tolerant_clients``.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Mapping
from typing import Any

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


OMIT = "omit"
"""The argument of a deployment's client that names them."""

PARAMETERS = ("temperature", "top_p", "n", "stop", "max_tokens", "presence_penalty", "frequency_penalty")
"""Those that HELM sends with every request for a chat. ``max_tokens`` is sent under its newer name when left out."""

_NAME = f"(?P<name>{'|'.join(name.replace('_', '_?') for name in PARAMETERS)})"
# "Unsupported parameter: 'temperature'", "'param': 'stop'", "does not support parameters: ['n']", "`top_p` is
# deprecated", and the place that pydantic names: ['body', 'n'].
_NAMED = re.compile(
    rf"(?:param(?:eter)?s?|argument|value)\b['\"]?(?: not supported[^:]{{0,40}})?\s*[:=]?\s*[\[({{]?\s*['\"`]?{_NAME}\b"
    rf"|['\"]body['\"],\s*['\"]{_NAME.replace('name', 'place')}['\"]"
    rf"|[`'\"]{_NAME.replace('name', 'subject')}[`'\"] (?:is|are|and|may|does|must|cannot)\b",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"unsupported|n[o']t support|n[o']t permitted|n[o']t (?:an )?allowed|n[o']t accept|forbidden|deprecated"
    r"|cannot both|un(?:recogni[sz]ed|known|expected)|may only be",
    re.IGNORECASE,
)
# Another number would do.
_TOO_LARGE = re.compile(
    r"too (?:large|high|big|long)|at most|maximum|exceed|context|less than|greater than|in the range|between",
    re.IGNORECASE,
)


def refused_parameter(error: str) -> str | None:
    """The parameter that a server refuses, whatever its value, by the text of an error; None for any other error."""
    if not _REFUSED.search(error) or _TOO_LARGE.search(error):
        return None
    match = _NAMED.search(error)
    if match is None:
        return None
    found = next(filter(None, match.groupdict().values())).lower().replace("_", "")
    name = next(name for name in PARAMETERS if name.replace("_", "") == found)
    # Of two that may not come together HELM sends one without need.
    return "top_p" if name == "temperature" and "both" in error and "top_p" in error else name


def without_omitted(request: Mapping[str, Any], omitted: Collection[str]) -> dict[str, Any]:
    """A request to a server without the parameters that its deployment leaves out."""
    kept = {name: value for name, value in request.items() if name not in omitted}
    if "max_tokens" in omitted and "max_tokens" in request:
        kept["max_completion_tokens"] = request["max_tokens"]
    return kept
