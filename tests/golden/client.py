"""Models that reply from a file: judges, and the model that is asked further because of a response."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
)
from helm.benchmark.model_metadata_registry import MODEL_NAME_TO_MODEL_METADATA, ModelMetadata
from helm.clients.client import Client
from helm.common.request import GeneratedOutput, Request, RequestResult

MODEL = "golden/model"
JUDGES = ("golden/mild", "golden/severe", "golden/erratic")
REPLIES: dict[str, str] = {}
"""Replies by what was asked, as ``key`` has it."""
MAKE: list[Callable[[Request], str]] = []
"""What makes a reply that is not there yet, while golden files are made; empty in tests."""


def key(request: Request) -> str:
    """Of a request: who is asked, which repeat it is, and a checksum of the text."""
    text = json.dumps([request.prompt, request.messages], ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return f"{request.model_deployment} {request.random or ''} {digest}"


class RecordedClient(Client):
    """Replies what is recorded. A request that nobody recorded is an error: what is asked has changed."""

    def __init__(self, cache_config: Any = None, **_: Any) -> None:
        self.cache_config = cache_config

    def make_request(self, request: Request) -> RequestResult:
        """The recorded reply."""
        asked = key(request)
        if asked not in REPLIES and MAKE:
            REPLIES[asked] = MAKE[0](request)
        if asked not in REPLIES:
            error = f"no recorded reply to {request.prompt or request.messages!r}"
            return RequestResult(success=False, cached=False, error=error, completions=[], embedding=[])
        output = GeneratedOutput(text=REPLIES[asked], logprob=0, tokens=[], finish_reason={"reason": "stop"})
        return RequestResult(success=True, cached=False, completions=[output], embedding=[], request_time=0)


def deploy(patch: Any) -> None:
    """Registers the model and the judges for as long as the patch lasts."""
    for name in (MODEL, *JUDGES):
        spec = ClientSpec(class_name=f"{__name__}.RecordedClient", args={})
        made = ModelDeployment(name=name, model_name=name, client_spec=spec)
        patch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, name, made)
        metadata = ModelMetadata(
            name=name,
            creator_organization_name="golden",
            display_name=name,
            description="",
            access="open",
            release_date=None,
            tags=["TEXT_MODEL_TAG", "INSTRUCTION_FOLLOWING_MODEL_TAG"],
        )
        patch.setitem(MODEL_NAME_TO_MODEL_METADATA, name, metadata)
