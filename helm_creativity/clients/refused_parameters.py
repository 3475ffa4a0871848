"""Parameters of a request that a server refuses, as models that reason refuse the temperature, and requests without.

HELM's client for OpenAI's interface knows such models by their names alone. Behind any other name the deployment says
what to leave out: ``omit: [temperature]`` among the ``args`` of a client in ``tolerant_clients``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from helm_creativity.safe_text import quoted

OMIT = "omit"
"""The argument of a deployment's client that names them."""

PARAMETERS = ("temperature", "top_p", "n", "stop", "max_tokens", "presence_penalty", "frequency_penalty")
"""Those that HELM sends with every request for a chat. ``max_tokens`` is sent under its newer name when left out."""

_NEWER_NAME = {"max_tokens": "max_completion_tokens"}

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


def how_to_omit(deployment: str, name: str, omitted: Collection[str]) -> str:
    """What to do where a server refuses a parameter, beside those that are left out already, in one sentence."""
    names = ", ".join(dict.fromkeys((*omitted, name)))
    return (
        f"{deployment} refuses the parameter {name}: write {OMIT}: [{names}] under the args of its client_spec in "
        "model_deployments.yaml, then start the same command again"
    )


def problem_with_omitted(omitted: object) -> str | None:
    """What is wrong with the argument ``omit`` of a deployment; None if nothing is."""
    names = list(omitted) if isinstance(omitted, (list, tuple)) else None
    if names is None or not all(name in PARAMETERS for name in names):
        return f"{OMIT} must be a list of some of {', '.join(PARAMETERS)}, got {quoted(omitted)}"
    return None


def without_omitted(request: Mapping[str, Any], omitted: Collection[str]) -> dict[str, Any]:
    """A request to a server without the parameters that its deployment leaves out."""
    kept = {name: value for name, value in request.items() if name not in omitted}
    newer = {_NEWER_NAME[name]: request[name] for name in omitted if name in request and name in _NEWER_NAME}
    return {**kept, **newer}
