"""Clients that name the trial to the server, which can then answer alike in whatever order requests arrive."""

from __future__ import annotations

from typing import Any

from helm.clients import vllm_client
from helm.common.request import Request

from helm_creativity.helm.clients import tolerant_clients

TOLERANT = f"{__name__}.SeededChatClient"
HELMS_OWN = f"{__name__}.HelmsSeededChatClient"


class _Seeded:
    """Sends the trial as ``seed``. HELM keeps it to itself."""

    def _make_chat_raw_request(self, request: Request) -> dict[str, Any]:
        return {**super()._make_chat_raw_request(request), "seed": request.random or ""}  # type: ignore[misc]


class SeededChatClient(_Seeded, tolerant_clients.VLLMChatClient):  # type: ignore[misc, valid-type, name-defined]
    """Tolerant."""


class HelmsSeededChatClient(_Seeded, vllm_client.VLLMChatClient):  # type: ignore[misc]
    """As HELM has it."""
