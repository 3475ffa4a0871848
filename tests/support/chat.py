"""HELM's own client for an OpenAI-compatible server, made as HELM's annotator factory makes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from helm.clients.auto_client import AutoClient
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from helm.common.request import Request


def _spec(url: str, name: str) -> dict[str, Any]:
    """HELM's own client of a behaviour, without its own attempts."""
    arguments = {"base_url": url, "vllm_model_name": name, "max_retries": 0}
    return {"class_name": "helm.clients.vllm_client.VLLMChatClient", "args": arguments}


def deploy(patch: Any, url: str, names: list[str], host: str = "chat") -> None:
    """Registers one chat deployment a behaviour of the server, ``<host>/<name>``, for as long as the patch lasts."""
    for name in names:
        named = f"{host}/{name}"
        deployment = ModelDeployment(name=named, model_name=named, client_spec=ClientSpec(**_spec(url, name)))
        patch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, named, deployment)


def write_deployment(folder: Path, url: str, name: str) -> Path:
    """Writes the deployment ``chat/<name>`` of a behaviour of the server for HELM in another process."""
    deployment = {"name": f"chat/{name}", "model_name": f"chat/{name}", "client_spec": _spec(url, name)}
    folder.mkdir()
    (folder / "model_deployments.yaml").write_text(yaml.safe_dump({"model_deployments": [deployment]}))
    return folder


def auto_client(folder: Path) -> AutoClient:
    """With HELM's cache in ``folder``."""
    return AutoClient({}, str(folder), SqliteCacheBackendConfig(str(folder)))


def request(name: str, **settings: Any) -> Request:
    """A request as an adapter makes it."""
    return Request(model=f"chat/{name}", model_deployment=f"chat/{name}", **{"prompt": "Name a word.", **settings})
