"""The corpora of replies, read: rightly or not at all, and hardly ever wrongly."""

import re
from collections import Counter

import pytest
from support.replies import JUDGES, READERS, TEXTS, WRONG, cases, outcomes, shown


def shares(shape):
    """By kind of reply, the shares that are read rightly, missing and wrong."""
    counts = {"wrapped": Counter(), "unusual": Counter()}
    for case, _, how in outcomes(shape):
        counts[case["kind"]][how] += 1
    return {kind: {how: n / count.total() for how, n in count.items()} for kind, count in counts.items()}


@pytest.mark.parametrize("shape", READERS)
def test_replies_as_models_write_them_are_read(shape):
    """Of replies with introductions, closing sentences, fences, emphasis, tables and thoughts at least 98 %."""
    assert shares(shape)["wrapped"]["right"] >= 0.98


@pytest.mark.parametrize("shape", READERS)
def test_unusual_replies_are_rarely_missing_and_hardly_ever_wrong(shape):
    """Missing at most 15 %; wrong at most 1 %, and no rating or letter of a judge.

    Of a text nothing is lost; where a reply holds none, or several, it is taken for one: at most 10 %.
    """
    found = shares(shape)["unusual"]
    assert found.get("missing", 0) <= (0.20 if shape in TEXTS else 0.15)
    assert found.get(WRONG, 0) <= (0 if shape in JUDGES else 0.1 if shape in TEXTS else 0.01), [
        shown(case) for case, _, how in outcomes(shape) if how == WRONG
    ]


@pytest.mark.parametrize("shape", READERS)
def test_the_corpus_is_large_and_its_notes_are_unique(shape):
    """Replies of both kinds, each with a name of its own, and some in which there is nothing to read."""
    found = cases(shape)
    kinds = Counter(case["kind"] for case in found)
    assert set(kinds) == {"wrapped", "unusual"}
    assert min(kinds.values()) >= 30
    assert max(Counter(case["note"] for case in found).values()) == 1
    assert all(re.search(r"\S", case["note"]) for case in found)
