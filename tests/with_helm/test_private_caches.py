"""HELM's cache holds prompts and replies: a new file of it belongs to its owner alone."""

from __future__ import annotations

import os

import pytest
from helm.benchmark import model_deployment_registry as registry
from helm.common.cache import Cache, SqliteCacheConfig
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from support import helm
from support.server import ChatServer, reply

from helm_creativity.commands.forgetting import CachedReply, drop, look_up
from helm_creativity.helm.clients.deployments import make_caches_private


def mode(path):
    return path.stat().st_mode & 0o777


@pytest.fixture(autouse=True)
def deployment(monkeypatch):
    """A deployment whose tokenizer is of another organization."""
    spec = registry.ClientSpec("x.Y")
    made = registry.ModelDeployment("fake/m", spec, model_name="fake/m", tokenizer_name="words/w")
    monkeypatch.setitem(registry.DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "fake/m", made)


def test_new_caches_are_their_owners_alone(tmp_path):
    """Of replies and of the tokenizer; HELM goes on with them, and ``forget`` copies them as they are."""
    make_caches_private(SqliteCacheBackendConfig(str(tmp_path)), "fake/m")
    files = sorted(tmp_path.iterdir())
    assert [(path.name, mode(path)) for path in files] == [("fake.sqlite", 0o600), ("words.sqlite", 0o600)]
    reply = CachedReply(files[0], '{"a": 1}')
    assert look_up(reply) is None
    Cache(SqliteCacheConfig(str(files[0]))).get({"a": 1}, lambda: {"text": "secret"})
    assert look_up(reply) is not None
    assert [mode(copy) for copy in drop([reply]).values()] == [0o600]
    assert mode(files[0]) == 0o600


@pytest.mark.commands
def test_a_run_makes_private_caches(tmp_path):
    """Of the model, of its follow-ups and of its judges, whatever the umask is."""
    umask = os.umask(0)
    try:
        with ChatServer({"candidate": lambda call: reply("lamp")}) as server:
            helm.deployments(tmp_path, server.url, ["candidate"])
            helm.run(tmp_path, ["creativity_pace:embedding=builtin,num_trials=1,model=fake/candidate"])
    finally:
        os.umask(umask)
    caches = list((tmp_path / "prod_env" / "cache").rglob("*.sqlite"))
    assert "fake.sqlite" in [path.name for path in caches]
    assert {mode(path) for path in caches} == {0o600}
