"""A cache that holds what can be used, and whose own faults end a run in one line."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from helm.common.cache import Cache, SqliteCacheConfig
from support import chat
from support.locking import locked
from support.server import ChatServer, reply

from helm_creativity.errors import CacheProblem
from helm_creativity.helm.clients import reply_cache
from helm_creativity.helm.clients.provider_replies import MalformedReply, ReportedError
from helm_creativity.helm.clients.reply_cache import ReplyCache, file_problem, keep_usable_replies

GOOD = reply("river")[1]
MALFORMED = [
    {**GOOD, "choices": [{"index": 0, "message": {"content": 7}, "finish_reason": "stop"}]},
    {**GOOD, "choices": None},
    {**GOOD, "choices": None, "error": {"message": "overloaded", "code": 503}},
]
REQUEST = {"model": "m", "n": 1, "messages": []}


class OpenAIClient:
    """By its name a client that reads ``choices``."""

    def __init__(self, cache):
        self.cache = cache


@pytest.fixture
def file(tmp_path):
    return tmp_path / "host.sqlite"


def at_once(compute):
    """Without a limit of time."""
    return compute()


def cache(file, patience=0.0, warn=print):
    client = OpenAIClient(Cache(SqliteCacheConfig(str(file))))
    keep_usable_replies(client, patience, warn, at_once)
    assert isinstance(client.cache, ReplyCache)
    return client.cache


def never():
    raise AssertionError("nothing is to be asked")


def test_a_reply_is_asked_for_once_and_kept_in_helms_form(file):
    """HELM's cache reads what this one wrote, and the other way round."""
    assert cache(file).get(REQUEST, lambda: GOOD)[1] is False
    assert cache(file).get(REQUEST, never)[1] is True
    assert Cache(SqliteCacheConfig(str(file))).get(REQUEST, never)[0]["choices"][0]["message"]["content"] == "river"
    other = {**REQUEST, "model": "n"}
    Cache(SqliteCacheConfig(str(file))).get(other, lambda: GOOD)
    response, cached = cache(file).get(other, never)
    assert (response["choices"][0]["message"]["content"], cached) == ("river", True)


@pytest.mark.parametrize("response", MALFORMED)
def test_what_cannot_be_used_is_not_kept(file, response):
    with pytest.raises((MalformedReply, ReportedError), match=r"malformed reply|Error code: 503"):
        cache(file).get(REQUEST, lambda: response)
    assert cache(file).get(REQUEST, lambda: GOOD)[1] is False


@pytest.mark.parametrize("response", MALFORMED)
def test_what_an_older_cache_kept_is_asked_for_again_and_replaced(file, response):
    Cache(SqliteCacheConfig(str(file))).get(REQUEST, lambda: response)
    assert cache(file).get(REQUEST, lambda: GOOD)[1] is False
    assert cache(file).get(REQUEST, never)[1] is True


def test_a_failed_request_is_no_problem_of_the_cache(file):
    """Whatever its error is, it comes out as it is."""
    for error in (ValueError("no"), sqlite3.DatabaseError("of the client's own"), OSError("reset")):
        with pytest.raises(type(error), match=str(error)):
            cache(file).get(REQUEST, lambda error=error: (_ for _ in ()).throw(error))


def damage(file, how):
    """A cache with many replies, then damaged."""
    for number in range(40):
        cache(file).get({**REQUEST, "number": number}, lambda: {**GOOD, "padding": os.urandom(4000).hex()})
    data = file.read_bytes()
    if how == "garbage":
        file.write_bytes(os.urandom(len(data)))
    elif how == "half":
        file.write_bytes(data[: len(data) // 2])
    elif how == "text":
        file.write_text("not a database\n" * 100)
    elif how == "header":
        file.write_bytes(b"\0" * 100 + data[100:])
    else:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE unnamed SET value = ?", (b"no pickle",))


@pytest.mark.parametrize("how", ["garbage", "half", "text", "header"])
def test_a_damaged_file_is_named_with_what_to_do(file, how):
    """Before a run, and where it happens within one."""
    damage(file, how)
    words = rf"HELM's cache {file} is damaged, .*: move it away \(mv host.sqlite host.sqlite.damaged in "
    problem = file_problem(file)
    assert problem is not None
    with pytest.raises(CacheProblem, match=words):
        raise CacheProblem(problem)
    if how != "half":  # some of its pages can still be read
        with pytest.raises(CacheProblem, match=words):
            cache(file).get({**REQUEST, "number": 3}, never)


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
    opened = reply_cache._opened

    @contextmanager
    def full(path):
        with opened(path) as connection:
            connection.execute("PRAGMA max_page_count = 1")
            yield connection

    monkeypatch.setattr(reply_cache, "_opened", full)
    with pytest.raises(CacheProblem, match=r"cannot be written, database or disk is full: make room, then start the"):
        cache(file).get({**REQUEST, "number": 1}, lambda: {**GOOD, "padding": "x" * 100_000})
    assert cache(file).get(REQUEST, never)[1] is True


def test_caches_of_a_client_and_of_clients_inside_it(monkeypatch, tmp_path):
    """HELM's own client, made by HELM."""
    with ChatServer({"good": lambda call: reply("stone")}) as server:
        chat.deploy(monkeypatch, server.url, ["good"])
        client = chat.auto_client(tmp_path)._get_client("chat/good")
        path = Path(client.cache.config.path)
        keep_usable_replies(client, 0, print, at_once)
        first = client.cache
        keep_usable_replies(client, 0, print, at_once)
        assert client.cache is first
        result = client.make_request(chat.request("good", prompt="A word?"))
    assert [completion.text for completion in result.completions] == ["stone"]
    assert path.is_file()
    assert path.stat().st_mode & 0o777 == 0o600
