"""The corpus of judges' replies: what is read in each of them."""

from collections import Counter
from typing import Any

from support.replies import OLDER, older

from helm_creativity.benchmark.ratings import MissingReason

CASES: list[dict[str, Any]] = older("judges")
REASONS = {str(reason) for reason in MissingReason}
KEYS = {"note", "read", "text", "scale", "label", "labels", "letters", "finish", "failed", "rated", "missing", "expect"}


def fits(found, case):
    """Whether it was read as expected; of a rare form what is not may be missing, and must not be something else."""
    pairs = list(zip(_values(found), _values(case["expect"]), strict=True))
    return all(value == other or (case.get("missing") and value in REASONS) for value, other in pairs)


def test_what_a_reply_says():
    """A reply is read as a person reads it, or is missing for the reason that a person would give."""
    found = [(case, OLDER["judges"](case)) for case in CASES]
    assert [(case, read) for case, read in found if not fits(read, case)] == []


def test_a_text_that_is_not_repeated_changes_nothing():
    """What is rated takes nothing from a reply that does not repeat it."""
    rated = ["Bees that find truffles under old oaks.", "A ladder made of ice"]
    found = [(case, OLDER["judges"]({**case, "rated": rated})) for case in CASES if "rated" not in case]
    assert [(case, read) for case, read in found if not fits(read, case)] == []


def test_the_corpus_is_large_and_covers_every_reason():
    """More than a hundred replies, every way of reading, and every reason that a reply can give."""
    ways = Counter(case["read"] for case in CASES)
    expected = {value for case in CASES for value in _values(case["expect"])}
    assert len(CASES) >= 200
    assert sum("missing" in case for case in CASES) <= 0.15 * len(CASES)
    assert min(ways[way] for way in ("score", "scores", "letter")) >= 40
    assert {str(reason) for reason in MissingReason} - expected == {"not_asked", "no_probabilities"}
    assert all(set(case) <= KEYS for case in CASES)
    assert max(Counter(case["note"] for case in CASES).values()) == 1


def _values(expect):
    return list(expect.values()) if isinstance(expect, dict) else [expect]
