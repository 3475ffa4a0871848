"""The corpus of replies: what is read in each, and which of them are refusals."""

from typing import Any

from support.differences import differences
from support.replies import older

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.lists import parse_list
from helm_creativity.parsing.refusals import is_refusal
from helm_creativity.parsing.response import unanswered

CASES: list[dict[str, Any]] = older("lists")
FORMS = {"json", "numbered", "bulleted", "table", "lines", "separated", "spaced"}


def form_and_items(case):
    """What is read in a reply."""
    parsed = parse_list(case["text"], case["asked"])
    return (None, None) if parsed is None else (parsed.form, list(parsed.items))


def test_the_list_of_a_reply_and_its_form():
    """A reply is read as the list that a person sees in it, or as none; rare forms give nothing, and never another."""
    found = [(case["note"], form_and_items(case)) for case in CASES]
    expected = [
        (case["note"], (None, None) if case.get("missing") else (case["form"], case["items"])) for case in CASES
    ]
    assert differences(found, expected) == []


def test_whether_a_reply_is_a_refusal():
    """Only the replies marked as refusals are refusals, whatever words the others use."""
    refused = [case["note"] for case in CASES if is_refusal(case["text"], case["asked"])]
    assert refused == [case["note"] for case in CASES if case.get("refused", False)]


def test_a_parsed_reply_is_not_given_up_before_parsing():
    """What is known before parsing never hides a list, except behind a refusal."""
    given_up = {}
    for case in CASES:
        reason = unanswered(Response(case["text"]), case["asked"])
        if case.get("refused"):
            right = reason is FailureReason.REFUSED
        elif case["items"] is not None:
            right = reason is None
        else:
            right = reason in (None, FailureReason.EMPTY)
        if not right:
            given_up[case["note"]] = reason
    assert given_up == {}


def test_the_corpus_covers_every_form():
    """Every form that a list can have stands in the corpus, and so do replies without a list; all have their names."""
    assert len({case["note"] for case in CASES}) == len(CASES)
    assert {case["form"] for case in CASES} == FORMS | {None}
    assert len(CASES) >= 200
    assert all(set(case) <= {"note", "text", "asked", "form", "items", "refused", "missing"} for case in CASES)
    assert sum(case.get("missing", False) for case in CASES) <= 0.15 * len(CASES)
