"""HELM's clients with nothing behind them but HELM's cache: they find in it what a run asked, and send nothing."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from helm.clients.auto_client import AutoClient
from helm.clients.client import Client
from helm.common.cache import Cache, KeyValueStoreCacheConfig
from helm.common.cache_backend_config import CacheBackendConfig
from helm.common.key_value_store import request_to_key
from helm.common.request import Request, RequestResult
from helm.tokenizers.auto_tokenizer import AutoTokenizer
from helm.tokenizers.tokenizer import Tokenizer

from helm_creativity.commands.forgetting.cache import CachedReply, look_up
from helm_creativity.commands.planning.offline import offline
from helm_creativity.helm.clients.provider_replies import MalformedReply, ReportedError
from helm_creativity.helm.clients.reply_cache import NOT_CACHED, usable_for

CACHE = "cache"
"""Folder of HELM's cache under ``--local-path``."""

FoundReply = tuple[str, CachedReply]
"""A reply that a client found in the cache, behind the deployment whose client it is."""

# Clients that send no request and cache nothing: their replies are computed again.
_OURS = "helm_creativity.baselines."


class ReplyNotCached(Exception):
    """HELM's cache has no reply to a request. Its words must be none for which a request is repeated."""


class ReplayedClients(AutoClient):
    """Makes the clients of deployments as HELM does, each with HELM's cache as the only place to get a reply from.

    A client computes the key of a request itself, and reads the reply that it finds. Clients that keep no replies have
    none, except for this package's baselines, which send no request.
    """

    def __init__(self, local_path: Path) -> None:
        super().__init__(_AnyKey(), str(local_path), _Files(local_path / CACHE))
        self._auto_tokenizer = _ReplayedTokenizers(self.credentials, self.cache_backend_config)
        self._found: list[FoundReply] = []

    @contextmanager
    def looking_up(self) -> Iterator[list[FoundReply]]:
        """What is found inside is in the list."""
        before, self._found = self._found, []
        try:
            yield self._found
        finally:
            self._found = before

    def _get_client(self, model_deployment_name: str) -> Client:
        if model_deployment_name not in self.clients:
            client = super()._get_client(model_deployment_name)
            keeps = _replace_caches(client, lambda reply: self._found.append((model_deployment_name, reply)))
            if not keeps and not type(client).__module__.startswith(_OURS):
                self.clients[model_deployment_name] = _KeepsNothing()
        return self.clients[model_deployment_name]


@contextmanager
def unconnected() -> Iterator[None]:
    """Inside, no connection is opened, whatever a client tries, and HELM logs nothing."""

    def refuse(asking: socket.socket, *_: object) -> NoReturn:
        asking.close()
        raise ReplyNotCached("no connection is opened to look into HELM's cache")

    logger = logging.getLogger("helm")
    changed = [(logger, "disabled", True), *((socket.socket, name, refuse) for name in ("connect", "connect_ex"))]
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changed]
    try:
        for owner, name, value in changed:
            setattr(owner, name, value)
        with offline():
            yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


@dataclass(frozen=True)
class _File(KeyValueStoreCacheConfig):
    """Where replies are kept. HELM's own cache does not know this kind, so that one left in place cannot ask."""

    path: Path


@dataclass(frozen=True)
class _Files(CacheBackendConfig):
    folder: Path

    def get_cache_config(self, shard_name: str) -> _File:
        return _File(Path(os.path.join(self.folder, f"{shard_name}.sqlite")))


class _ReplayedTokenizers(AutoTokenizer):
    """HELM's tokenizers, which find in its cache how they took texts apart: requests were fitted to windows by that."""

    def _get_tokenizer(self, tokenizer_name: str) -> Tokenizer:
        tokenizer = super()._get_tokenizer(tokenizer_name)
        _replace_caches(tokenizer, lambda reply: None)
        return tokenizer


class _AnyKey(dict[str, Any]):
    """Credentials in which every key is present: clients refuse to be made without one, and none is ever used."""

    def __contains__(self, name: object) -> bool:
        return str(name).endswith("ApiKey")

    def __missing__(self, name: str) -> str:
        return "unused"

    def get(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 - as dict has it
        return "unused" if name in self else default


class _KeptReplies:
    """In a client in the place of HELM's cache: what is kept is noted and returned, nothing is asked for."""

    def __init__(self, file: Path, owner: object, note: Callable[[CachedReply], None]) -> None:
        self._file, self._owner, self._note = file, owner, note

    def get(self, request: Mapping[str, Any], compute: Callable[[], object]) -> tuple[Any, bool]:
        reply = CachedReply(self._file, request_to_key(request))
        response = look_up(reply)
        if not response:  # HELM asks again for what is empty, too
            raise ReplyNotCached(NOT_CACHED)
        self._note(reply)
        try:
            return usable_for(self._owner, request, response), True
        except ReportedError as error:  # kept, it is no reason to wait for the server
            raise MalformedReply("an error in place of a reply") from error


class _KeepsNothing(Client):
    """In the place of a client that has no cache, and would ask."""

    def make_request(self, request: Request) -> RequestResult:
        raise ReplyNotCached("this client keeps no replies")


def _replace_caches(owner: object, note: Callable[[CachedReply], None]) -> bool:
    found = False
    for name, value in list(getattr(owner, "__dict__", {}).items()):
        if isinstance(value, Cache) and isinstance(value.config, _File):
            setattr(owner, name, _KeptReplies(value.config.path, owner, note))
            found = True
        elif isinstance(value, Client):
            found |= _replace_caches(value, note)
        elif isinstance(value, Tokenizer):
            _replace_caches(value, lambda reply: None)  # what it keeps are no replies
    return found
