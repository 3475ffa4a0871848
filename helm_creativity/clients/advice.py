"""What to do about a failure that every request to a server meets, in front of the server's words."""

from __future__ import annotations

from collections.abc import Collection

from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT
from helm.common.object_spec import get_class_by_name

from helm_creativity.clients.failures import http_status
from helm_creativity.clients.refused_parameters import OMIT, how_to_omit, refused_parameter

_NO_SUCH_ADDRESS = frozenset({404, 405})


def with_advice(error: str, deployment: str) -> str:
    """The text of an error, in the server's words, behind what to do where that is known."""
    if (name := refused_parameter(error)) and (omitted := omitted_by(deployment)) is not None:
        return f"{how_to_omit(deployment, name, omitted)} ({error})"
    if http_status(error) in _NO_SUCH_ADDRESS and "model" not in error.lower():
        return (
            f"{deployment}: the server has nothing at this address: correct base_url in model_deployments.yaml, which "
            f"mostly ends in /v1; if the server has completions but no chat, name VLLMClient as client ({error})"
        )
    return error


def omitted_by(deployment: str) -> Collection[str] | None:
    """Parameters that requests of a deployment leave out; None where its client cannot leave any out."""
    found = DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.get(deployment)
    if found is None or not hasattr(get_class_by_name(found.client_spec.class_name), OMIT):
        return None
    omitted: Collection[str] = (found.client_spec.args or {}).get(OMIT) or ()
    return omitted
