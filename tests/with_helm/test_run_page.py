"""HELM's page of a run: every answer's own stats, and annotations for people."""

import json

import pytest
from helm.common.request import GeneratedOutput
from support import states
from support.given import annotation_with

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskModel, FollowUp, to_entry
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response
from helm_creativity.helm.annotator import GuardAnnotator
from helm_creativity.helm.run_page import number_trials, shown_annotations


def write(folder, trials, entries):
    """A run's page as HELM leaves it: answers in the order of ``trials``, each with the means of its item."""
    shown = [{"instance_id": item, "train_trial_index": 0, "stats": {"score": 2.5, "x": 1.0}} for item, _ in trials]
    asked = [{"request": {"random": str(trial)} if trial else {}} for _, trial in trials]
    stats = [
        {
            "instance_id": item,
            "train_trial_index": number,
            "stats": [{"name": {"name": name}, "mean": mean} for name, mean in values.items()],
        }
        for item, number, values in entries
    ]
    for name, content in (("display_predictions", shown), ("display_requests", asked), ("per_instance_stats", stats)):
        (folder / f"{name}.json").write_text(json.dumps(content))


ENTRIES = [
    ("a", 0, {"score": 2.5, "x": 1.0, "hidden": 1}),
    ("a", 1, {"score": 2.0, "x": 1.0, "hidden": 1}),
    ("a", 2, {"score": 3.0, "hidden": 2}),
    ("b", 0, {"score": 2.5, "x": 1.0}),
]


def test_answers_are_numbered_by_their_trials(tmp_path):
    """Stats that the page does not show stay away, undefined ones are left out, a single answer stays as it is."""
    write(tmp_path, [("a", 1), ("b", 0), ("a", 0)], ENTRIES)
    number_trials(tmp_path)
    written = (tmp_path / "display_predictions.json").read_text()
    found = [(entry["instance_id"], entry["train_trial_index"], entry["stats"]) for entry in json.loads(written)]
    assert found == [("a", 2, {"score": 3.0}), ("b", 0, {"score": 2.5, "x": 1.0}), ("a", 1, {"score": 2.0, "x": 1.0})]
    number_trials(tmp_path)
    assert (tmp_path / "display_predictions.json").read_text() == written


@pytest.mark.parametrize("entries", [ENTRIES[:1], ENTRIES[:2], [*ENTRIES[:3], ("a", 3, {"score": 4.0})]])
def test_pages_without_an_entry_an_answer_stay_as_they_are(tmp_path, entries):
    """Runs of older make have only means; where a request brought several completions, the page shows the first."""
    write(tmp_path, [("a", 0), ("a", 1)], entries)
    before = (tmp_path / "display_predictions.json").read_bytes()
    number_trials(tmp_path)
    assert (tmp_path / "display_predictions.json").read_bytes() == before


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


def test_ratings_are_one_line_and_one_field():
    """HELM would give each value of each record a head and a box: ``ratings[0].reply_number``."""
    annotation = annotation_with(*USES, error="ValueError: x", left_out=["a/w", "b/w"])
    useful = to_entry(AskModel("usefulness"), FollowUp(Response("Yes.", "stop")))
    again = to_entry(AskModel("", kind="again", number=1), FollowUp(Response("", failed=True), "503: busy"))
    annotation["steps"] += [useful, again]
    shown = {"summary": annotation["summary"], "details": DETAILS}
    assert shown_annotations({FOLLOW_UPS: annotation}) == {FOLLOW_UPS: shown}


@pytest.mark.parametrize(
    ("result", "is_shown"),
    [({}, False), ({"success": False, "error": "blocked"}, True), ({"completions": []}, True)],
)
def test_a_guard_is_shown_where_it_changed_something(result, is_shown):
    """What it repaired, or the server's words."""
    answered = {"completions": [GeneratedOutput("x", 0.0, [])], **result}
    annotations = {"guard": GuardAnnotator().annotate(states.state(states.instance("a"), "", **answered))}
    assert shown_annotations(annotations) == (annotations if is_shown else {})
