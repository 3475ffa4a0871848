"""The corpora of replies, read: rightly or not at all, and hardly ever wrongly.

Those of `tests/corpora/kinds` are hard, and nearly all by people who had not seen the readers: the readers' licence. A
reader changes only with them beside it: no reply may be read wrongly that is not marked `known: wrong`, and a mark goes
as soon as its reply is read rightly. A `right` changes only where a documented convention differs from what its writer
thought, and the first lines of the file say so; no reply is left out because it is read wrongly.
"""

from collections import Counter

import pytest
from support import replies
from support.replies import JUDGES, KINDS, MISSING, OLDER, READERS, TEXTS, WRONG, older, outcomes, shown

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.lists import ListParse
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.uses import UsesParse

REASONS = {str(reason) for reason in MissingReason}
RATED = ["Bees that find truffles under old oaks.", "A ladder made of ice"]
FORMS = {"json", "numbered", "bulleted", "table", "lines", "separated", "spaced"}
LEAST = {"judges": 200, "numbered": 100, "lists": 200, "groups": 10, "pairs": 10, "uses": 70, "words": 10}
"""Replies in a corpus."""


@pytest.mark.parametrize("shape", READERS)
def test_replies_are_rarely_missing_and_hardly_ever_wrong(shape):
    """Of replies with introductions, closing sentences, fences, tables and thoughts at least 98 % are right.

    No rating or letter of a judge is wrong. Of unusual replies at most 15 % are missing, and 1 % of others than judges'
    wrong. Of a text nothing is lost; where a reply holds none, or several, it is taken for one: at most 10 %. Each
    reply has a name of its own.
    """
    found = list(outcomes(shape))
    read = {"wrapped": Counter(), "unusual": Counter()}
    for case, _, how in found:
        read[case["kind"]][how] += 1
    assert min(counts.total() for counts in read.values()) >= 30
    assert len({case["note"].strip() for case, *_ in found} - {""}) == len(found)
    share = {kind: {how: n / counts.total() for how, n in counts.items()} for kind, counts in read.items()}
    assert share["wrapped"]["right"] >= 0.98, [shown(case) for case, _, how in found if how != "right"]
    assert share["unusual"].get(MISSING, 0) <= (0.20 if shape in TEXTS else 0.15)
    kinds = ("wrapped", "unusual") if shape in JUDGES else ("unusual",)
    wrong = [shown(case) for case, _, how in found if case["kind"] in kinds and how == WRONG]
    most = 0 if shape in JUDGES else 0.1 if shape in TEXTS else 0.01
    assert len(wrong) <= most * read["unusual"].total(), wrong


@pytest.mark.parametrize("name", KINDS)
def test_no_reply_is_read_wrongly_but_those_that_are_known(name):
    """What is wrong carries the mark, and what carries the mark is wrong; at most 3.5 % are missing.

    Those are not counted that a careful person is not sure of either.
    """
    read = list(replies.outcomes_of_kinds(name))
    wrong = [(case, found) for case, found, how in read if (how == WRONG) != ("known" in case)]
    assert [shown({**case, "found": found}) for case, found in wrong] == []
    missing = [shown({**case, "found": found}) for case, found, how in read if how == MISSING]
    assert len(read) >= 40
    assert len(missing) <= 0.035 * len(read), missing


def test_few_wrong_readings_are_known():
    """None of a judge, for a wrong rating is worse than none, nor of uses; at most 1 % of lists and refusals.

    The aim is 0.5 % of all: a bound is lowered when readings are mended, and never raised.
    """
    marks = {name: ["known" in case for case in replies.kinds(name)] for name in KINDS}
    lists = ("responses_glued", "responses_refusals", "responses_run_on")
    of_lists = [mark for name in lists for mark in marks.pop(name)]
    assert not any(map(any, marks.values()))
    assert sum(of_lists) <= 0.01 * len(of_lists)


def fits_ratings(found, case):
    """Of a rare form what is not read as expected may be missing, and must not be something else."""
    expected = case["expect"]
    if isinstance(found, list) and not isinstance(expected, list):
        expected = [expected] * len(found)
    pairs = zip(values(found), values(expected), strict=True)
    return all(value == other or (case.get("missing") and value in REASONS) for value, other in pairs)


def values(expect):
    return list(expect.values()) if isinstance(expect, dict) else expect if isinstance(expect, list) else [expect]


def fits_list(found, case):
    """What is known before parsing never hides a list, except behind a refusal."""
    holds, refused = case["items"] is not None, case.get("refused", False)
    reason = unanswered(Response(case["text"]), case["asked"])
    right = [FailureReason.REFUSED] if refused else [None] if holds else [None, FailureReason.EMPTY]
    expected = ListParse(tuple(case["items"]), case["form"]) if holds and not case.get("missing") else None
    return found == (expected, refused) and reason in right


def fits_uses(found, case):
    """The uses of the case, or as many."""
    if case.get("missing"):
        return found == UsesParse((), 0, FailureReason.UNPARSABLE)
    uses = found.uses if len(found.uses) == case.get("count") else tuple(case.get("uses", ()))
    return found == UsesParse(uses, case.get("duplicates", 0), case.get("failure_reason"))


def fits(found, case):
    """A rare form gives nothing; where there are several values, each is that of the case."""
    expected = None if case.get("missing") else case["expect"]
    if isinstance(expected, list):
        expected = tuple(tuple(value) if isinstance(value, list) else value for value in expected)
    return found == expected


FITS = {"judges": fits_ratings, "numbered": fits_ratings, "lists": fits_list, "uses": fits_uses}


@pytest.mark.parametrize("name", OLDER)
def test_replies_are_read_as_people_read_them(name):
    """Rare forms give nothing, and never another reading; hardly any form is rare.

    What is rated takes nothing from a reply that does not repeat it.
    """
    cases = older(name)
    unrepeated = [{**case, "rated": RATED} for case in cases if name == "judges" and "rated" not in case]
    assert [
        (case, found) for case in cases + unrepeated if not FITS.get(name, fits)(found := OLDER[name](case), case)
    ] == []
    assert len(cases) >= LEAST[name]
    assert sum(bool(case.get("missing")) for case in cases) <= 0.15 * len(cases)


def test_corpora_cover_every_form_and_every_reason():
    assert {case["form"] for case in older("lists")} == FORMS | {None}
    for name in ("judges", "numbered"):
        read = {value for case in older(name) for value in values(case["expect"])}
        assert REASONS - read == {"not_asked", "no_probabilities"}
