"""Which keys HELM knows: those of its credentials, and those that deployments of the user's name."""

from __future__ import annotations

from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT
from helm.clients.auto_client import AutoClient

from helm_creativity.masking import keep_secret


def keep_keys_secret(auto_client: AutoClient) -> None:
    """Masks them in everything that this process writes of a provider's errors; see ``masking``."""
    keep_secret(auto_client.credentials)
    for deployment in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT.values():
        keep_secret(deployment.client_spec.args)
