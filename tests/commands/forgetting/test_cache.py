"""Rows of HELM's cache, and what happens to the file that they are in."""

import sqlite3
from contextlib import closing

import pytest
from helm.common.key_value_store import SqliteKeyValueStore, request_to_key

from helm_creativity.commands import forgetting
from helm_creativity.commands.forgetting import CachedReply, drop, look_up
from helm_creativity.errors import FileProblem

ONE, OTHER = {"prompt": "one", "n": 1}, {"prompt": "other", "n": 1}


@pytest.fixture
def file(tmp_path):
    """As HELM writes it."""
    path = tmp_path / "host.sqlite"
    with SqliteKeyValueStore(str(path)) as store:
        store.put(ONE, {"text": "1"})
        store.put(OTHER, {"text": "2"})
    return path


def reply(file, request):
    return CachedReply(file, request_to_key(request))


def contents(file):
    return [look_up(reply(file, request)) for request in (ONE, OTHER)]


def test_a_reply_is_found_as_it_was_kept(file, tmp_path):
    """None without a row, or without a file, which is not made."""
    assert contents(file) == [{"text": "1"}, {"text": "2"}]
    assert look_up(reply(file, {"prompt": "none"})) is None
    assert look_up(reply(tmp_path / "other.sqlite", ONE)) is None
    assert list(tmp_path.iterdir()) == [file]
    (tmp_path / "text.sqlite").write_text("no database, however long it is")
    with pytest.raises(FileProblem, match=r"cannot read HELM's cache .*text.sqlite: file is not a database"):
        look_up(reply(tmp_path / "text.sqlite", ONE))


def test_a_reply_is_dropped_behind_a_copy(file):
    """The others stay, and HELM reads both files."""
    copies = drop([reply(file, ONE)])
    assert contents(file) == [None, {"text": "2"}]
    assert contents(copies[file]) == [{"text": "1"}, {"text": "2"}]
    with SqliteKeyValueStore(str(file)) as store:
        assert (store.get(ONE), store.get(OTHER)) == (None, {"text": "2"})


def test_nothing_is_dropped_where_one_copy_fails(file, tmp_path):
    """Not even from the file that was copied, whose copy goes."""
    broken = tmp_path / "broken.sqlite"
    broken.write_text("no database, however long it is")
    with pytest.raises(FileProblem, match=r"cannot copy .*broken.sqlite to .*: file is not a database; nothing was"):
        drop([reply(file, ONE), reply(broken, ONE)])
    assert contents(file) == [{"text": "1"}, {"text": "2"}]
    assert sorted(tmp_path.iterdir()) == [broken, file]


def test_a_file_that_is_written_to_stays_as_it_is(file, monkeypatch):
    """After a while."""
    monkeypatch.setattr(forgetting, "WAIT", 0.05)
    with closing(sqlite3.connect(file)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(FileProblem, match=r"database is locked; its copy is .* wait until no run uses the cache"):
            drop([reply(file, ONE)])
    assert contents(file) == [{"text": "1"}, {"text": "2"}]
