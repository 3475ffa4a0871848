"""The replies of seven models that the authors of MCTB publish, where a clone of their repository is at hand."""

import os
import re
from pathlib import Path

import pytest
from support.published import SETS, USES, plain, read, replies

MCTB = os.environ.get("MCTB_REPOSITORY", "")

pytestmark = pytest.mark.skipif(
    not (Path(MCTB) / "responses").is_dir() or not MCTB, reason="MCTB_REPOSITORY names no clone of theGreen-Coder/MCTB"
)


@pytest.mark.parametrize("benchmark", SETS)
def test_published_replies_are_read(benchmark):
    """At least 99.5 % as the authors' own program reads them, but for what that is known to leave out or to keep."""
    known = [reply for reply in replies(Path(MCTB), benchmark) if reply.entries]
    assert len(known) > 100
    right = sum(_agree(reply, read(reply, benchmark) or [], benchmark) for reply in known)
    assert right / len(known) >= 0.995


def _agree(one, found, benchmark):
    """Whether a reply is read as theirs.

    Their program leaves out words of twelve letters and more and those that hold other signs, and keeps introductions.
    Beside the words of a reply the lists of one benchmark hold the words that its prompt gives.
    """
    ours, theirs = plain(found), plain(one.entries)
    text = plain([one.text])[0]
    dropped = [word for word in theirs if word not in ours and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
    dropped = [word for word in dropped if word and not word.startswith("here are")]
    if benchmark == USES:
        return bool(ours) and not dropped and len(ours) == len({*ours})
    added = [word for word in ours if word not in theirs]
    return bool(ours) and not dropped and all(len(word) > 11 or not word.isalpha() for word in added)
