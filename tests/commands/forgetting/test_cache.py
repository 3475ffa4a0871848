"""Rows of HELM's cache, and what happens to the file that they are in."""

import sqlite3
from contextlib import closing

import pytest
from helm.common.key_value_store import SqliteKeyValueStore, request_to_key

from helm_creativity.commands import forgetting
from helm_creativity.commands.forgetting import CachedReply, drop, look_up
from helm_creativity.errors import FileProblem

ONE, OTHER = {"prompt": "one", "n": 1}, {"prompt": "other", "n": 1}
BOTH = [{"text": "1"}, {"text": "2"}]


@pytest.fixture
def file(tmp_path):
    """As HELM writes it, beside one that is no database."""
    path = tmp_path / "host.sqlite"
    with SqliteKeyValueStore(str(path)) as store:
        store.multi_put([(ONE, BOTH[0]), (OTHER, BOTH[1])])
    path.with_name("broken.sqlite").write_text("no database, however long it is")
    return path


def reply(file, request):
    return CachedReply(file, request_to_key(request))


def contents(file):
    return [look_up(reply(file, request)) for request in (ONE, OTHER)]


def test_a_reply_is_found_as_it_was_kept(file):
    """None without a row, or without a file, which is not made."""
    other, broken = file.with_name("other.sqlite"), file.with_name("broken.sqlite")
    assert contents(file) == BOTH
    assert (look_up(reply(file, {"prompt": "none"})), look_up(reply(other, ONE)), other.exists()) == (None, None, False)
    with pytest.raises(FileProblem, match=r"cannot read HELM's cache .*broken.sqlite: file is not a database"):
        look_up(reply(broken, ONE))


def test_a_reply_is_dropped_behind_a_copy(file):
    """The others stay, and HELM reads both files."""
    copies = drop([reply(file, ONE)])
    assert contents(file) == [None, BOTH[1]]
    assert contents(copies[file]) == BOTH
    with SqliteKeyValueStore(str(file)) as store:
        assert (store.get(ONE), store.get(OTHER)) == (None, BOTH[1])


def test_nothing_is_dropped_where_one_copy_fails_or_the_file_is_written_to(file, monkeypatch):
    """Not even from the file that was copied, whose copy goes; a writer is waited for a while."""
    broken, before = file.with_name("broken.sqlite"), sorted(file.parent.iterdir())
    with pytest.raises(FileProblem, match=r"cannot copy .*broken.sqlite to .*: file is not a database; nothing was"):
        drop([reply(file, ONE), reply(broken, ONE)])
    assert (contents(file), sorted(file.parent.iterdir())) == (BOTH, before)
    monkeypatch.setattr(forgetting, "WAIT", 0.05)
    with closing(sqlite3.connect(file)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(FileProblem, match=r"database is locked; its copy is .* wait until no run uses the cache"):
            drop([reply(file, ONE)])
    assert contents(file) == BOTH
