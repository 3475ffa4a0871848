"""HELM's cache holds every prompt and reply, so that a new file of it may be read by its owner alone."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from helm.benchmark.model_deployment_registry import get_model_deployment
from helm.common.cache_backend_config import SqliteCacheBackendConfig


def make_caches_private(backend: object, name: str) -> None:
    """Creates the files in which HELM will cache the replies of a deployment and of its tokenizer.

    HELM itself would create them readable by everybody. Existing files keep their mode. A file that cannot be created
    raises nothing: HELM meets the same obstacle and reports it.
    """
    if not isinstance(backend, SqliteCacheBackendConfig):
        return
    deployment = get_model_deployment(name)
    tokenizers = [deployment.tokenizer_name.split("/")[0]] if deployment.tokenizer_name else []
    for shard in dict.fromkeys((deployment.host_organization, *tokenizers)):
        with contextlib.suppress(OSError):
            make_private(Path(backend.path, f"{shard}.sqlite"))


def make_private(path: Path) -> None:
    """Makes an empty cache, with the table that a reader expects."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    from sqlitedict import SqliteDict

    SqliteDict(str(path)).close()
