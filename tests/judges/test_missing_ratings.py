"""What is reported of judges to those who run them."""

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.judges.drivers import Replayed
from helm_creativity.judges.missing_ratings import missing_ratings


def judged(*replies, error=""):
    """What is known of one response."""
    return Replayed(None, replies, error)


def judge_reply(judge, error="", **readings):
    """One reply: numbers, and reasons why there are none."""
    found = {
        name: ParsedRating(None, reading) if isinstance(reading, MissingReason) else ParsedRating(reading)
        for name, reading in readings.items()
    }
    return JudgeReply(judge, "critic", "", found, error=error)


def test_a_panel_that_rates_everything_is_not_spoken_of():
    """Nor one that had nothing to rate."""
    assert missing_ratings([judged(judge_reply("a/x", originality=7.0, feasibility=1.0)), judged()]) == []
    assert missing_ratings([]) == []


def test_each_judge_has_one_line_with_its_reasons_and_its_first_error():
    """Over all responses, by name."""
    silent = {"originality": MissingReason.FAILED, "feasibility": MissingReason.FAILED}
    responses = [
        judged(judge_reply("b/y", "401: no key", **silent), judge_reply("a/x", originality=7.0, feasibility=1.0)),
        judged(
            judge_reply("b/y", "401: other", **silent),
            judge_reply("a/x", originality=MissingReason.OFF_SCALE, feasibility=1.0),
        ),
        judged(judge_reply("b/y", originality=3.0, feasibility=MissingReason.UNPARSABLE)),
    ]
    assert missing_ratings(responses) == [
        "a/x: 1 of 4 ratings are missing (off_scale 1)",
        "b/y: 5 of 6 ratings are missing (failed 4, unparsable 1); 401: no key",
        "4 ratings lack a reply: start the same command again; it asks only for these. Leave out "
        "--skip-completed-runs, which would skip this run",
    ]


def test_empty_replies_are_in_the_cache():
    """The same command would find them there."""
    (_, advice) = missing_ratings([judged(judge_reply("a/x", originality=MissingReason.EMPTY))])
    assert advice.startswith("1 rating has an empty reply: ")
    assert "helm-creativity forget" in advice


def test_a_judging_that_broke_off_is_reported_last():
    """Its ratings are planned and missing, and no judge is to blame."""
    responses = [judged(error="KeyError: 'keyword'"), judged(error="KeyError: 'other'")]
    assert missing_ratings(responses) == ["judging broke off: KeyError: 'keyword'"]
