"""What was found while readers were written: each reply is read as a person reads it, or as what it is missing for."""

import pytest
from support.replies import OLDER, older

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.lists import ListParse
from helm_creativity.parsing.pairs import ExplainedEntry
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.uses import UsesParse

REASONS = {str(reason) for reason in MissingReason}
FORMS = {"json", "numbered", "bulleted", "table", "lines", "separated", "spaced"}
LEAST = {"judges": 200, "numbered": 100, "lists": 200, "groups": 10, "pairs": 10, "uses": 70, "words": 10}
"""Replies in a corpus."""


def fits_ratings(found, case):
    """Of a rare form what is not read as expected may be missing, and must not be something else."""
    expected = case["expect"]
    if isinstance(found, list) and not isinstance(expected, list):
        expected = [expected] * len(found)
    pairs = zip(_values(found), _values(expected), strict=True)
    return all(value == other or (case.get("missing") and value in REASONS) for value, other in pairs)


def _values(expect):
    return list(expect.values()) if isinstance(expect, dict) else expect if isinstance(expect, list) else [expect]


def fits_list(found, case):
    """What is known before parsing never hides a list, except behind a refusal."""
    parsed, refused = found
    whole = case["items"] is not None and not case.get("missing")
    reason = unanswered(Response(case["text"]), case["asked"])
    right = [None] if case["items"] is not None else [None, FailureReason.EMPTY]
    right = [FailureReason.REFUSED] if refused else right
    expected = ListParse(tuple(case["items"]), case["form"]) if whole else None
    return (parsed, refused) == (expected, case.get("refused", False)) and reason in right


def fits_groups(found, case):
    expected = case["expect"]
    return found == (tuple(expected) if isinstance(expected, list) else MissingReason(expected))


def fits_pairs(found, case):
    expected = None if case.get("missing") else case["expect"]
    return found == (expected and tuple(ExplainedEntry(word, reason) for word, reason in expected))


def fits_uses(parsed, case):
    """The uses of the case, or as many."""
    if case.get("missing"):
        return parsed == UsesParse((), 0, FailureReason.UNPARSABLE)
    if "count" in case:
        return (len(parsed.uses), parsed.duplicates, parsed.failure_reason) == (case["count"], 0, None)
    reason = FailureReason(case["failure_reason"]) if "failure_reason" in case else None
    return parsed == UsesParse(tuple(case.get("uses", ())), case.get("duplicates", 0), reason)


FITS = {
    "judges": fits_ratings,
    "numbered": fits_ratings,
    "lists": fits_list,
    "groups": fits_groups,
    "pairs": fits_pairs,
    "uses": fits_uses,
    "words": lambda found, case: found == (None if case.get("missing") else case["expect"]),
}


@pytest.mark.parametrize("name", OLDER)
def test_replies_are_read_as_people_read_them(name):
    """Rare forms give nothing, and never another reading; hardly any form is rare."""
    cases = older(name)
    assert [(case, found) for case in cases if not FITS[name](found := OLDER[name](case), case)] == []
    assert len(cases) >= LEAST[name]
    assert sum(bool(case.get("missing")) for case in cases) <= 0.15 * len(cases)


def test_corpora_cover_every_form_and_every_reason():
    assert {case["form"] for case in older("lists")} == FORMS | {None}
    for name in ("judges", "numbered"):
        assert REASONS - {value for case in older(name) for value in _values(case["expect"])} == {
            *("not_asked", "no_probabilities")
        }


def test_a_text_that_is_not_repeated_changes_nothing():
    """What is rated takes nothing from a reply that does not repeat it."""
    rated = ["Bees that find truffles under old oaks.", "A ladder made of ice"]
    cases = [case for case in older("judges") if "rated" not in case]
    assert [case for case in cases if not fits_ratings(OLDER["judges"]({**case, "rated": rated}), case)] == []
