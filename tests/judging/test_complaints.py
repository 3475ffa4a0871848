"""What the one who runs judges is told of them."""

from helm_creativity.judging import Judgement, Missing, Reading, Verdict, complaints


def verdict(judge, error="", **readings):
    """One reply: numbers, and reasons why there are none."""
    found = {name: Reading(None, one) if isinstance(one, Missing) else Reading(one) for name, one in readings.items()}
    return Verdict(judge, "critic", "", found, error=error)


def test_a_panel_that_rates_everything_is_not_spoken_of():
    """Nor one that had nothing to rate."""
    assert complaints([Judgement([verdict("a/x", originality=7.0, feasibility=1.0)], 2), Judgement()]) == []
    assert complaints([]) == []


def test_each_judge_has_one_line_with_its_reasons_and_its_first_error():
    """Over all answers, by name."""
    silent = {"originality": Missing.FAILED, "feasibility": Missing.FAILED}
    judgements = [
        Judgement([verdict("b/y", "401: no key", **silent), verdict("a/x", originality=7.0, feasibility=1.0)], 4),
        Judgement(
            [verdict("b/y", "401: other", **silent), verdict("a/x", originality=Missing.OFF_SCALE, feasibility=1.0)]
        ),
        Judgement([verdict("b/y", originality=3.0, feasibility=Missing.UNPARSABLE)]),
    ]
    assert complaints(judgements) == [
        "a/x: 1 of 4 ratings are missing (off_scale 1)",
        "b/y: 5 of 6 ratings are missing (failed 4, unparsable 1); 401: no key",
    ]


def test_a_judging_that_broke_off_is_told_last():
    """Its ratings are planned and missing, and no judge is to blame."""
    judgements = [Judgement((), 2, "KeyError: 'keyword'"), Judgement((), 2, "KeyError: 'other'")]
    assert complaints(judgements) == ["judging broke off: KeyError: 'keyword'"]
