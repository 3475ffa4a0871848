"""A cache that is damaged or locked ends ``helm-run`` with what to do, and costs no response and no rating."""

from __future__ import annotations

import os
import shutil
from collections import Counter

import pytest
import yaml
from support import helm
from support.faults import Honest
from support.locking import locked
from support.seeded_client import TOLERANT
from support.server import ChatServer, reply

pytestmark = pytest.mark.commands

MODELS = {"candidate": "fake", "judge": "bench"}
"""Names and hosts: HELM keeps the replies of each host in a file of its own."""
USUAL, SHORT = "timeout: 60", "timeout: 1.9"
"""Seconds for a request; the second are fewer than a locked file is waited for."""
ENTRY = "creativity_metaphor:prompts=own,num_trials=1,max_eval_instances=2,judges=bench/judge,model=fake/candidate"


@pytest.fixture(scope="module")
def server():
    honest = Honest()
    with ChatServer({name: lambda call: reply(honest(call)) for name in MODELS}) as one:
        yield one


def deploy(folder, url):
    """Both models, tolerant."""
    found = {"model_deployments": [], "models": []}
    for name, host in MODELS.items():
        helm.deployments(folder, url, [name], host, TOLERANT, timeout=60)
        for path in (folder / "prod_env").glob("*.yaml"):
            for key, several in yaml.safe_load(path.read_text()).items():
                found[key] += several
    files = {"model_deployments": "model_deployments.yaml", "models": "model_metadata.yaml"}
    for key, name in files.items():
        (folder / "prod_env" / name).write_text(yaml.safe_dump({key: found[key]}))


@pytest.fixture(scope="module")
def completed(server, tmp_path_factory):
    """The folder of a run that asked everything."""
    folder = tmp_path_factory.mktemp("completed")
    deploy(folder, server.url)
    helm.run(folder, [ENTRY])
    return folder


@pytest.fixture
def folder(completed, tmp_path):
    """With its caches, and without its run."""
    shutil.copytree(completed / "prod_env", tmp_path / "prod_env")
    return tmp_path


def cache(folder, name):
    return folder / "prod_env" / "cache" / f"{MODELS[name]}.sqlite"


def run(folder, expected, limit=USUAL):
    path = folder / "prod_env" / "model_deployments.yaml"
    path.write_text(path.read_text().replace(USUAL, limit).replace(SHORT, limit))
    return helm.run(folder, [ENTRY], impatient=True, expected=expected)


def half(file):
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def garbage(file):
    file.write_bytes(os.urandom(file.stat().st_size))


def problems(output):
    """The lines that say what is wrong with caches."""
    return [line for line in output.splitlines() if "HELM's cache " in line]


def check_nothing_counted(folder, output):
    """No stats, and no word of failed responses or ratings."""
    assert not list(folder.rglob("runs/s/**/*stats.json"))
    assert "failed_rate" not in output
    assert "Runs of this command whose scores need attention" not in output


def check_complete(folder):
    stats = helm.stats(folder, "fake/candidate")
    assert (stats["valid_rate"], stats["judge_coverage"]) == (1, 1)
    assert not [name for name in stats if name.endswith("failed_rate") and stats[name]]


@pytest.mark.parametrize("damages", [{"candidate": half, "judge": garbage}, {"candidate": garbage, "judge": half}])
def test_damaged_caches_are_named_before_anything_is_asked(folder, server, damages):
    """Both at once. After they are moved away as the line says, the same command asks for what was in them."""
    for name, damage in damages.items():
        damage(cache(folder, name))
    server.calls.clear()
    output = run(folder, 1)
    (line,) = problems(output)
    for name in damages:
        file = cache(folder, name)
        assert f"HELM's cache {file} is damaged, " in line
        assert f"move it away (mv {file.name} {file.name}.damaged in {file.parent})" in line
    assert server.calls == {}
    check_nothing_counted(folder, output)
    for name in damages:
        cache(folder, name).rename(cache(folder, name).with_suffix(".sqlite.damaged"))
    run(folder, 0)
    check_complete(folder)
    assert Counter(server.calls) == {"candidate": 2, "judge": 2}


@pytest.mark.parametrize("name", MODELS)
def test_a_cache_that_stays_locked_ends_the_run(folder, server, name):
    """After the patience. What was kept is still there, so that the same command asks nothing."""
    server.calls.clear()
    with locked(cache(folder, name)):
        output = run(folder, 1, SHORT)
    words = f"HELM's cache {cache(folder, name)} is locked by another program: end that program, then start the same"
    lines = problems(output)
    assert lines
    assert all(words in line for line in lines), lines
    check_nothing_counted(folder, output)
    run(folder, 0)
    check_complete(folder)
    assert server.calls == {}
