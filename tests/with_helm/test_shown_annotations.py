"""Annotations as HELM's page of a run shows them."""

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.scenarios.scenario import Input, Instance
from helm.common.request import GeneratedOutput, Request, RequestResult
from support.given import annotation_with

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskModel, FollowUp, to_entry
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response
from helm_creativity.helm.annotator import GuardAnnotator
from helm_creativity.helm.run_page import shown_annotations

USES = [
    JudgeReply("a/x", "originality", "#1", {"originality": ParsedRating(2.5)}, '{"1": 2.5}', place=1),
    JudgeReply("a/x", "originality", "#2", {"originality": ParsedRating(None, MissingReason.UNPARSABLE)}, place=2),
    JudgeReply("b/y", "flexibility", "", {"flexibility": ParsedRating(3.0)}, "Three\nkinds.", other_reply="No."),
    JudgeReply("b/z", "flexibility", "", {"flexibility": ParsedRating(None, MissingReason.FAILED)}, error="503: busy"),
]
DETAILS = """\
2 of 4 planned ratings arrived
judges left out as the model itself: a/w, b/w
error: ValueError: x

a/x on originality
reply: {"1": 2.5}
originality of #1: 2.5
originality of #2: missing (unparsable)

b/y on flexibility
reply: Three
kinds.
reply not taken: No.
flexibility: 3

b/z on flexibility
error: 503: busy
flexibility: missing (failed)

further request: usefulness
reply: Yes.

further request: again
error: 503: busy"""


def guarded(folder, result):
    state = RequestState(Instance(Input(text=""), []), None, None, 0, None, Request(), result, 0, False)
    return {"guard": GuardAnnotator().annotate(state)}


def test_ratings_are_one_line_and_one_field():
    """HELM would give each value of each record a head and a box: ``ratings[0].reply_number``."""
    annotation = annotation_with(*USES, error="ValueError: x", left_out=["a/w", "b/w"])
    useful = to_entry(AskModel("usefulness"), FollowUp(Response("Yes.", "stop")))
    again = to_entry(AskModel("", kind="again", number=1), FollowUp(Response("", failed=True), "503: busy"))
    annotation["steps"] += [useful, again]
    assert shown_annotations({FOLLOW_UPS: annotation}) == {
        FOLLOW_UPS: {"summary": annotation["summary"], "details": DETAILS}
    }


def test_a_guard_is_shown_where_it_changed_something(tmp_path):
    """What it repaired, or the server's words."""
    answered = [GeneratedOutput("x", 0.0, [])]
    good, bad = (RequestResult(ok, [], answered, cached=False, error=None if ok else "blocked") for ok in (True, False))
    assert shown_annotations(guarded(tmp_path, good)) == {}
    for result in (bad, None, RequestResult(True, [], [], cached=False)):
        annotations = guarded(tmp_path, result)
        assert shown_annotations(annotations) == annotations
