"""What to do about a failure that every request to a server meets, in front of the server's words."""

from __future__ import annotations

from collections.abc import Collection

from helm_creativity.clients.failures import http_status
from helm_creativity.clients.refused_parameters import how_to_omit, refused_parameter

_NO_SUCH_ADDRESS = frozenset({404, 405})


def with_advice(error: str, deployment: str, omitted: Collection[str] | None) -> str:
    """The text of an error, behind what to do where that is known.

    Args:
        error: in the server's words.
        deployment: that was asked.
        omitted: parameters that its requests leave out already; None where its client cannot leave any out.
    """
    if omitted is not None and (name := refused_parameter(error)):
        return f"{how_to_omit(deployment, name, omitted)} ({error})"
    if http_status(error) in _NO_SUCH_ADDRESS and "model" not in error.lower():
        return (
            f"{deployment}: the server has nothing at this address: correct base_url in model_deployments.yaml, which "
            f"mostly ends in /v1; if the server has completions but no chat, name VLLMClient as client ({error})"
        )
    return error
