"""The replies of seven models that the authors of MCTB publish, where a clone of their repository is at hand."""

import os
import re
from pathlib import Path

import pytest
from support.published import SETS, USES, plain, read, replies

from helm_creativity.parsing.plausibility import ANYTHING, PHRASES, implausible
from helm_creativity.parsing.turns import as_written

MCTB = os.environ.get("MCTB_REPOSITORY", "")

pytestmark = pytest.mark.skipif(
    not (Path(MCTB) / "responses").is_dir() or not MCTB, reason="MCTB_REPOSITORY names no clone of theGreen-Coder/MCTB"
)


@pytest.mark.parametrize("benchmark", SETS)
def test_published_replies_are_read_and_plausible(benchmark):
    """At least 99.5 % as the authors' own program reads them, but for what that is known to leave out or to keep.

    And 99.9 % are what an answer may be.
    """
    published = list(replies(Path(MCTB), benchmark))
    known = [reply for reply in published if reply.entries]
    assert len(known) > 100
    assert sum(_agree(reply, read(reply, benchmark) or [], benchmark) for reply in known) >= 0.995 * len(known)
    form = PHRASES if benchmark == USES else ANYTHING
    found = [implausible(as_written(reply.text), form) for reply in published]
    assert len(found) - found.count(None) <= 0.001 * len(found)


def _agree(one, found, benchmark):
    """Whether a reply is read as theirs.

    Their program leaves out words of twelve letters and more and those that hold other signs, and keeps introductions.
    Beside the words of a reply the lists of one benchmark hold the words that its prompt gives.
    """
    ours, theirs = plain(found), plain(one.entries)
    text = plain([one.text])[0]
    dropped = [word for word in theirs if word not in ours and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
    if not ours or any(word and not word.startswith("here are") for word in dropped):
        return False
    if benchmark == USES:
        return len(ours) == len({*ours})
    return all(len(word) > 11 or not word.isalpha() for word in ours if word not in theirs)
