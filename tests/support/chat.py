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


def deploy(patch: Any, url: str, names: list[str], host: str = "chat") -> None:
    """Registers one chat deployment a behaviour of the server, ``<host>/<name>``, for as long as the patch lasts."""
    for name in names:
        arguments = {"base_url": url, "vllm_model_name": name, "max_retries": 0}
        spec = ClientSpec(class_name="helm.clients.vllm_client.VLLMChatClient", args=arguments)
        one = ModelDeployment(name=f"{host}/{name}", model_name=f"{host}/{name}", client_spec=spec)
        patch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, one.name, one)


def write_deployment(folder: Path, url: str, name: str) -> Path:
    """Writes the deployment ``chat/<name>`` of a behaviour of the server for HELM in another process."""
    arguments = {"base_url": url, "vllm_model_name": name, "max_retries": 0}
    spec = {"class_name": "helm.clients.vllm_client.VLLMChatClient", "args": arguments}
    deployment = {"name": f"chat/{name}", "model_name": f"chat/{name}", "client_spec": spec}
    folder.mkdir()
    (folder / "model_deployments.yaml").write_text(yaml.safe_dump({"model_deployments": [deployment]}))
    return folder


def auto_client(folder: Path) -> AutoClient:
    """With HELM's cache in ``folder``."""
    return AutoClient({}, str(folder), SqliteCacheBackendConfig(str(folder)))


def request(name: str, **settings: Any) -> Request:
    """A request as an adapter makes it."""
    return Request(model=f"chat/{name}", model_deployment=f"chat/{name}", **{"prompt": "Name a word.", **settings})
