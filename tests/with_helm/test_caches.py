"""HELM's cache holds what can be used, is its owner's alone, and its own faults end a run in one line.

A damaged or locked cache costs no response and no rating: ``helm-run`` says what to do, and goes on from there.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from helm.common.cache import Cache, SqliteCacheConfig
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from support import chat, helm
from support.faults import Honest
from support.locking import locked
from support.seeded_client import TOLERANT
from support.server import ChatServer, reply

from helm_creativity.commands.forgetting import CachedReply, drop, look_up
from helm_creativity.errors import CacheProblem
from helm_creativity.helm.clients import reply_cache
from helm_creativity.helm.clients.deployments import make_caches_private
from helm_creativity.helm.clients.provider_replies import MalformedReply, ReportedError
from helm_creativity.helm.clients.reply_cache import file_problem, keep_usable_replies

GOOD = reply("river")[1]
MALFORMED = [
    {**GOOD, "choices": [{"index": 0, "message": {"content": 7}, "finish_reason": "stop"}]},
    {**GOOD, "choices": None, "error": {"message": "overloaded", "code": 503}},
]
REQUEST = {"model": "m", "n": 1, "messages": []}


OpenAIClient = type("OpenAIClient", (SimpleNamespace,), {"__doc__": "By its name a client that reads ``choices``."})


@pytest.fixture
def file(tmp_path):
    return tmp_path / "host.sqlite"


def helms(file):
    """HELM's own cache."""
    return Cache(SqliteCacheConfig(str(file)))


def kept_by(client, patience=0.0, warn=print):
    """The cache that a client has from now on, without a limit of time."""
    keep_usable_replies(client, patience, warn, lambda compute: compute())
    return client.cache


def cache(file, **options):
    return kept_by(OpenAIClient(cache=helms(file)), **options)


def never():
    raise AssertionError("nothing is to be asked")


def mode(path):
    return path.stat().st_mode & 0o777


def test_a_reply_is_asked_for_once_and_kept_in_helms_form(file):
    """HELM's cache reads what this one wrote, and the other way round."""
    assert cache(file).get(REQUEST, lambda: GOOD)[1] is False
    assert cache(file).get(REQUEST, never)[1] is True
    assert helms(file).get(REQUEST, never)[0]["choices"][0]["message"]["content"] == "river"
    other = {**REQUEST, "model": "n"}
    helms(file).get(other, lambda: GOOD)
    response, cached = cache(file).get(other, never)
    assert (response["choices"][0]["message"]["content"], cached) == ("river", True)


@pytest.mark.parametrize("response", MALFORMED)
def test_what_cannot_be_used_is_not_kept(file, response):
    """And what an older cache kept of it is asked for again, and replaced."""
    with pytest.raises((MalformedReply, ReportedError), match=r"malformed reply|Error code: 503"):
        cache(file).get(REQUEST, lambda: response)
    helms(file).get(REQUEST, lambda: response)
    assert cache(file).get(REQUEST, lambda: GOOD)[1] is False
    assert cache(file).get(REQUEST, never)[1] is True


@pytest.mark.parametrize("error", [ValueError("no"), sqlite3.DatabaseError("of the client's own"), OSError("reset")])
def test_a_failed_request_is_no_problem_of_the_cache(file, error):
    """Whatever its error is, it comes out as it is."""

    def fail():
        raise error

    with pytest.raises(type(error), match=str(error)):
        cache(file).get(REQUEST, fail)


DAMAGES = {
    "garbage": lambda data: os.urandom(len(data)),
    "half": lambda data: data[: len(data) // 2],
    "text": lambda data: b"not a database\n" * 100,
    "header": lambda data: b"\0" * 100 + data[100:],
}


@pytest.mark.parametrize("how", [*DAMAGES, "values"])
def test_a_damaged_file_is_named_with_what_to_do(file, how):
    """Before a run, and where it happens within one."""
    for number in range(40):
        cache(file).get({**REQUEST, "number": number}, lambda: {**GOOD, "padding": os.urandom(4000).hex()})
    if how in DAMAGES:
        file.write_bytes(DAMAGES[how](file.read_bytes()))
    else:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE unnamed SET value = ?", (b"no pickle",))
    problem = file_problem(file)
    if how != "half":  # some of its pages can still be read
        with pytest.raises(CacheProblem, match="is damaged") as raised:
            cache(file).get({**REQUEST, "number": 3}, never)
        problem = problem or str(raised.value)
    assert problem.startswith(f"HELM's cache {file} is damaged, ")
    assert ": move it away (mv host.sqlite host.sqlite.damaged in " in problem
    assert (file_problem(file) is None) is (how == "values")


def test_threads_share_the_patience_with_a_locked_file(file, monkeypatch):
    """The second need not wait as long as the first did; once the file was free, all begin anew. It is said once."""
    cache(file).get(REQUEST, lambda: GOOD)
    monkeypatch.setattr(reply_cache, "SHORT_WAIT", 0.05)
    warnings, began = [], time.monotonic()
    with locked(file):
        assert file_problem(file) is None
        for _ in range(5):
            with pytest.raises(CacheProblem, match="is locked by another program: end that program, then start"):
                cache(file, patience=1, warn=warnings.append).get(REQUEST, never)
        assert time.monotonic() - began < 3
    assert cache(file, patience=1).get(REQUEST, never)[1] is True
    with locked(file, 0.4):
        assert cache(file, patience=30, warn=warnings.append).get(REQUEST, never)[1] is True
    assert len(warnings) == 2
    assert warnings[1] == f"{file} is locked by another program, waiting up to 30 s"


def test_a_full_disk_is_a_problem(file, monkeypatch):
    """SQLite raises the same for a file that may have no more pages."""
    cache(file).get(REQUEST, lambda: GOOD)

    def full(*arguments, **options):
        connection = sqlite3.connect(*arguments, **options)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr(reply_cache, "sqlite3", SimpleNamespace(**{**vars(sqlite3), "connect": full}))
    with pytest.raises(CacheProblem, match=r"cannot be written, database or disk is full: make room, then start the"):
        cache(file).get({**REQUEST, "number": 1}, lambda: {**GOOD, "padding": "x" * 100_000})
    assert cache(file).get(REQUEST, never)[1] is True


def test_the_cache_of_helms_own_client(monkeypatch, tmp_path):
    """To look after it a second time changes nothing."""
    with ChatServer({"good": lambda call: reply("stone")}) as server:
        chat.deploy(monkeypatch, server.url, ["good"])
        client = chat.auto_client(tmp_path)._get_client("chat/good")
        path = Path(client.cache.config.path)
        assert kept_by(client) is kept_by(client)
        result = client.make_request(chat.request("good", prompt="A word?"))
    assert [completion.text for completion in result.completions] == ["stone"]
    assert mode(path) == 0o600


def test_new_caches_are_their_owners_alone(tmp_path, monkeypatch):
    """Of replies and of the tokenizer; HELM goes on with them, and ``forget`` copies them as they are."""
    made = ModelDeployment("fake/m", ClientSpec("x.Y"), model_name="fake/m", tokenizer_name="words/w")
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "fake/m", made)
    make_caches_private(SqliteCacheBackendConfig(str(tmp_path)), "fake/m")
    files = sorted(tmp_path.iterdir())
    assert [(path.name, mode(path)) for path in files] == [("fake.sqlite", 0o600), ("words.sqlite", 0o600)]
    kept = CachedReply(files[0], '{"a": 1}')
    assert look_up(kept) is None
    helms(files[0]).get({"a": 1}, lambda: {"text": "secret"})
    assert look_up(kept) is not None
    assert [mode(copy) for copy in drop([kept]).values()] == [0o600]
    assert mode(files[0]) == 0o600


MODELS = {"candidate": "fake", "judge": "bench"}
"""Names and hosts: HELM keeps the replies of each host in a file of its own."""
ENTRY = "creativity_metaphor:prompts=own,num_trials=1,max_eval_instances=2,judges=bench/judge,model=fake/candidate"


@pytest.fixture(scope="module")
def server():
    honest = Honest()
    with ChatServer({name: lambda call: reply(honest(call)) for name in MODELS}) as one:
        yield one


@pytest.fixture(scope="module")
def completed(server, tmp_path_factory):
    """The folder of a run that asked everything, under any umask."""
    folder = tmp_path_factory.mktemp("completed")
    found = {"model_deployments.yaml": {}, "model_metadata.yaml": {}}
    for name, host in MODELS.items():
        helm.deployments(folder, server.url, [name], host, TOLERANT, timeout=60)
        for file, several in found.items():
            for key, some in yaml.safe_load((folder / "prod_env" / file).read_text()).items():
                several.setdefault(key, []).extend(some)
    for file, several in found.items():
        (folder / "prod_env" / file).write_text(yaml.safe_dump(several))
    umask = os.umask(0)
    try:
        helm.run(folder, [ENTRY])
    finally:
        os.umask(umask)
    return folder


@pytest.fixture
def folder(completed, server, tmp_path):
    """With its caches, and without its run; the server counts from here."""
    shutil.copytree(completed / "prod_env", tmp_path / "prod_env")
    server.calls.clear()
    return tmp_path


def cache_of(folder, name):
    return folder / "prod_env" / "cache" / f"{MODELS[name]}.sqlite"


def refused(folder):
    """The lines about caches of a run that ends with an error: it leaves no stats, and speaks of no failed response."""
    output = helm.run(folder, [ENTRY], impatient=True, expected=1)
    assert not list(folder.rglob("runs/s/**/*stats.json"))
    assert "failed_rate" not in output
    assert "Runs of this command whose scores need attention" not in output
    return [line for line in output.splitlines() if "HELM's cache " in line]


def complete(folder):
    """Runs the same command again, after which nothing is missing."""
    helm.run(folder, [ENTRY], impatient=True)
    stats = helm.stats(folder, "fake/candidate")
    assert (stats["valid_rate"], stats["judge_coverage"]) == (1, 1)
    assert not [name for name in stats if name.endswith("failed_rate") and stats[name]]


@pytest.mark.commands
@pytest.mark.parametrize(
    "damages", [{"candidate": "half", "judge": "garbage"}, {"candidate": "garbage", "judge": "half"}]
)
def test_damaged_caches_are_named_before_anything_is_asked(folder, server, damages):
    """Both at once. After they are moved away as the line says, the same command asks for what was in them.

    They are their owner's alone, whatever the umask of the run was that made them.
    """
    assert {mode(path) for path in (folder / "prod_env" / "cache").rglob("*.sqlite")} == {0o600}
    files = {cache_of(folder, name): DAMAGES[how] for name, how in damages.items()}
    for file, damage in files.items():
        file.write_bytes(damage(file.read_bytes()))
    (line,) = refused(folder)
    assert server.calls == {}
    for file in files:
        assert f"HELM's cache {file} is damaged, " in line
        assert f"move it away (mv {file.name} {file.name}.damaged in {file.parent})" in line
        file.rename(file.with_suffix(".sqlite.damaged"))
    complete(folder)
    assert Counter(server.calls) == {"candidate": 2, "judge": 2}


@pytest.mark.commands
@pytest.mark.parametrize("name", MODELS)
def test_a_cache_that_stays_locked_ends_the_run(folder, server, name):
    """After the patience, longer than a request may take. What was kept is still there: nothing is asked again."""
    deployments = folder / "prod_env" / "model_deployments.yaml"
    usual = deployments.read_text()
    deployments.write_text(usual.replace("timeout: 60", "timeout: 1.9"))
    with locked(cache_of(folder, name)):
        lines = refused(folder)
    words = f"HELM's cache {cache_of(folder, name)} is locked by another program: end that program, then start the same"
    assert {words in line for line in lines} == {True}
    deployments.write_text(usual)
    complete(folder)
    assert server.calls == {}
