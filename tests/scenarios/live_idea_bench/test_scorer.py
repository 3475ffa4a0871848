"""From ideas and the judges' ratings of them to the score of a run, by hand."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.given import arrived, scores_of, stats_of
from support.given import given as replies_given
from support.judges import REFUSAL
from support.replies import read_rows

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.follow_ups import AskJudges, Trial
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response, Sample

BENCHMARK = get_benchmark("live_idea_bench")
LiveIdeaSettings = BENCHMARK.settings_type
_, FLUENCY = BENCHMARK.rubrics(LiveIdeaSettings(protocol="ruan2024"))

IDEA = "Feed bees by drone."
LONG = " ".join(f"word{number}" for number in range(201))
GOT = {"originality": (7, 5), "feasibility": (4, 6)}  # means 6 and 5


def reading(value):
    """A number, or a reason why there is none."""
    return ParsedRating(None, value) if isinstance(value, MissingReason) else ParsedRating(float(value))


def note(ratings=None, pairs=None, fallback=REFUSAL):
    """By dimension the ratings of the judges, their letters by pair, and the response to the fallback."""
    found = [
        JudgeReply(f"j/{n}", "critic", "", dict(zip(ratings, map(reading, values), strict=True)), characters=40)
        for n, values in enumerate(zip(*(ratings or {}).values(), strict=True))
    ] + [
        JudgeReply(f"j/{n}", "fluency", about, {"fluency": reading(FLUENCY.letters.get(letter, letter))}, characters=8)
        for about, letters in (pairs or {}).items()
        for n, letter in enumerate(letters)
    ]
    return replies_given(*found, turns=[fallback])


def row(keyword="bees", trial=0, text=IDEA, annotation=None, category="Biology", **answer):
    note = {} if annotation is None else {"guard": {"mended": ""}, **annotation}
    fields = {"keyword": keyword, "category": category, "trial": trial, "annotations": note}
    return Sample(Response(text, answer.pop("finish", "stop"), **answer), fields)


def settings_of(protocol="ruan2024", form="plain"):
    return LiveIdeaSettings(protocol=protocol, form=form, prompts="own", judges="j/0+j/1", design="all")


def scores(rows, protocol="ruan2024", form="plain"):
    return scores_of(BENCHMARK, settings_of(protocol, form), rows)


def stats(rows, protocol="ruan2024", form="plain"):
    return stats_of(BENCHMARK, settings_of(protocol, form), rows)


def rated(originality, feasibility, **pairs):
    return note(
        {"originality": originality, "feasibility": feasibility}, {k[1] + "+" + k[2]: v for k, v in pairs.items()}
    )


def two_keywords():
    """Two ideas each, by two judges; one rating and one letter are missing."""
    return [
        row("bees", 0, annotation=rated((8, 6), (4, 4))),
        row("bees", 1, annotation=rated((5, MissingReason.EMPTY), (6, 7), p01="AB")),
        row("tides", 0, annotation=rated((3, 3), (9, 9))),
        row("tides", 1, annotation=rated((1, 2), (10, 10), p01=("D", MissingReason.OUT_OF_RANGE))),
    ]


def test_a_run_by_hand():
    """Each submetric is a mean over answers of the judges' mean; flexibility is the 30th percentile over keywords."""
    # originality: bees 7 and 5, tides 3 and 1.5; feasibility: bees 4 and 6.5, tides 9 and 10;
    # fluency: bees (10 + 20/3)/2 = 25/3, tides 0.
    originality, feasibility, fluency = (7 + 5 + 3 + 1.5) / 4, (4 + 6.5 + 9 + 10) / 4, (25 / 3 + 0) / 2
    bees, tides = (6 + 5.25 + 25 / 3) / 3, (2.25 + 9.5 + 0) / 3
    flexibility = tides + 0.3 * (bees - tides)  # of two values, linear
    score = (originality + feasibility + fluency + flexibility) / 4
    # 16 ratings of ideas and 4 letters were planned, one of each is missing; 12 questions.
    expected = {"originality": originality, "feasibility": feasibility, "fluency": fluency, "flexibility": flexibility}
    expected |= {"score": score, "score_failures_as_zero": score, "category_biology": (bees + tides) / 2}
    expected |= {"compared_pairs": 2, "flexible_keywords": 2, "num_answers": 4, "num_instances": 2, "valid_rate": 1}
    expected |= {"judge_coverage": 18 / 20, "judge_calls": 12, "judge_failures": 2, "unjudged_rate": 0}
    expected |= {"judge_tokens": (8 * 40 + 4 * 8) / 4}
    got, rows = stats(two_keywords()), two_keywords()
    assert {name: got[name] for name in expected} == pytest.approx(expected)
    assert got["score_se"] > 0
    rows[2:] = [Sample(row.response, {**row.fields, "category": "Mathematics and Logic"}) for row in rows[2:]]
    got = [stats(rows)[f"category_{name}"] for name in ("biology", "mathematics_and_logic")]
    assert got == pytest.approx([bees, tides])


def test_an_idea_by_hand():
    """Its own score is the mean of its submetrics, clarity among them where five are asked for."""
    (one,) = scores([row(annotation=note(GOT))])
    names = ("originality", "feasibility", "clarity", "idea_words", "fallback_rate", "unmarked_rate")
    assert (one.score, [one.submetrics[name] for name in names]) == (5.5, [6, 5, None, 4, 0, None])
    (five,) = scores([row(annotation=note({**GOT, "clarity": (9, 10)}))], "ruan2026")
    assert (five.score, five.submetrics["clarity"]) == (pytest.approx((6 + 5 + 9.5) / 3), 9.5)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        *[({"text": ""}, "empty"), ({"text": LONG}, "too_long"), ({"finish": "length"}, "truncated")],
        *[({"text": REFUSAL}, "refused"), ({"text": "", "failed": True}, "failed")],
    ],
)
def test_what_the_model_is_to_blame_for_counts_0_where_failures_do(answer, reason):
    """In its own submetrics and in the pair that it would be part of; the score leaves it out."""
    good = row("bees", 0, annotation=rated((6,), (8,)))
    pair = [row("tides", 0, annotation=rated((4,), (5,))), row("tides", 1, annotation=rated((4,), (7,), p01="A"))]
    got = stats([good, row("bees", 1, annotation=note(), **answer), *pair])
    # bees: originality 6, feasibility 8, no fluency; tides: 4, 6, 10.
    assert (got["originality"], got["feasibility"], got["fluency"]) == pytest.approx((14 / 3, 20 / 3, 10))
    assert (got["flexible_keywords"], got["compared_pairs"], got["valid_rate"]) == (1, 1, 3 / 4)
    assert got["score"] == pytest.approx((14 / 3 + 20 / 3 + 10 + 20 / 3) / 4)
    # With zeros: bees (6 + 0)/2, (8 + 0)/2 and 0 for the pair; tides as before.
    bees, tides = (3 + 4 + 0) / 3, (4 + 6 + 10) / 3
    zeros = [(6 + 0 + 4 + 4) / 4, (8 + 0 + 5 + 7) / 4, (0 + 10) / 2, bees + 0.3 * (tides - bees)]
    assert got["score_failures_as_zero"] == pytest.approx(sum(zeros) / 4)
    assert got["judge_coverage"] == 1
    (one,) = scores([row(annotation=note(), **answer)])
    assert (one.score, one.failure_reason) == (None, reason)


def test_what_judges_fail_to_do_counts_nowhere_as_0():
    """Not even where failures do: the idea is unjudged."""
    why = MissingReason.UNPARSABLE
    lost = [
        row("lost", 0, annotation=rated((why, why), (why, why))),
        row("lost", 1, annotation=rated((why, why), (why, why), p01=(why, why))),
    ]
    before, after = stats(two_keywords()), stats([*two_keywords(), *lost])
    for name in ("score", "score_failures_as_zero", "originality", "fluency", "flexibility"):
        assert after[name] == pytest.approx(before[name])
    assert (after["unjudged_rate"], after["valid_rate"]) == (pytest.approx(2 / 6), pytest.approx(4 / 6))
    assert after["judge_coverage"] == pytest.approx(18 / 30)


def test_pairs_are_of_consecutive_ideas_that_there_are():
    """A letter on any other pair, or on one with a refused idea, first or second, is none of this benchmark's."""
    rows = [
        row(trial=0, annotation=rated((5,), (5,))),
        row(trial=1, annotation=rated((5,), (5,), p01="A")),
        row(trial=2, annotation=rated((5,), (5,), p12="D", p02="A")),
    ]
    assert (stats(rows)["compared_pairs"], stats(rows)["fluency"]) == (2, 5)
    for place, fluency in ((0, 0), (2, 10)):
        some = list(rows)
        some[place] = row(trial=place, text=REFUSAL, annotation=rows[place].fields["annotations"])
        got = stats(some)
        assert (got["compared_pairs"], got["fluency"], got["valid_rate"]) == (1, fluency, pytest.approx(2 / 3))


def test_the_idea_of_the_fallback_is_the_one_that_counts():
    """Distinguished in a rate; a refusal stays one without it, and a fallback that failed has its own reason."""
    came, again = note(GOT, fallback=IDEA), note()
    lost, cut = note(fallback=Response("", failed=True)), note(fallback=Response(IDEA, "length"))
    rows = [row(trial=i, text=REFUSAL, annotation=annotation) for i, annotation in enumerate((came, again, lost, cut))]
    found = scores([*rows, row(trial=4, text=REFUSAL)])
    assert [row.failure_reason for row in found] == [None, "refused", "failed", "truncated", "refused"]
    assert [row.submetrics["fallback_rate"] for row in found] == [1, 1, 1, 1, 0]
    assert (found[0].score, found[0].details["idea"], stats(rows)["fallback_rate"]) == (5.5, IDEA, 1)


def test_the_reasoning_form_takes_what_stands_behind_the_mark():
    """And counts the answers without one, whose complete text was judged."""
    rows = [
        row(trial=0, text=f"Let me think. {LONG}\n**Final Idea:** {IDEA}", annotation=note(GOT)),
        row(trial=1, text=LONG, annotation=note(GOT)),
        row(trial=2, text=f"**Final Idea:** {LONG}", annotation=note()),
        row(trial=3, text=REFUSAL, annotation=note(GOT, fallback=f"Hm.\n**Final Idea:** {IDEA}")),
    ]
    found = scores(rows, form="reasoning")
    assert [row.failure_reason for row in found] == [None, None, "too_long", None]
    assert [row.submetrics["unmarked_rate"] for row in found] == [0, 1, 0, 0]
    assert [row.submetrics["idea_words"] for row in found] == [4, 201, 201, 4]
    assert scores(rows[:1])[0].failure_reason == "too_long"


@pytest.mark.parametrize("case", read_rows(Path(__file__).with_name("rated_rows.jsonl")))
def test_rows_of_a_file_with_ratings(case):
    """Means of means; a response is held to the protocol, but whoever rated it took it for no refusal."""
    settings = LiveIdeaSettings(protocol=case["protocol"])
    (one,) = scores_of(BENCHMARK, settings, [sample_in_row(BENCHMARK, case["row"], settings)])
    assert (one.score, one.failure_reason) == (case["score"] and pytest.approx(case["score"]), case["reason"])


pools = st.lists(
    st.sampled_from([IDEA, "Tax salt by weight.", "Sow flax in winter.", "", REFUSAL]), min_size=1, max_size=5
)


@given(pools, pools, st.sampled_from(["all", "draw=1", "planned_missing=2"]), st.booleans(), st.data())
def test_any_order_of_arrival_gives_every_response_its_own_transcript(texts, others, design, at_once, data):
    """Two keywords at once, one idea after the other or all in threads; a refused one is asked for again."""
    settings = BENCHMARK.settings_type(protocol="ruan2024", judges="j/0+j/1+j/2", design=design, prompts="own")
    trials = [
        Trial(Sample(Response(text, "stop"), {"keyword": item, "number": place}), "?", item, number)
        for place, (item, its) in enumerate({"bees": texts, "tides": others}.items())
        for number, text in enumerate(its)
    ]
    places = range(len(trials))
    expected, there = arrived(BENCHMARK, settings, trials, places, turn="Well then: an idea.")
    assert all(there)
    order = data.draw(st.permutations(places))
    found, _ = arrived(BENCHMARK, settings, trials, order, turn="Well then: an idea.", at_once=at_once)
    assert found == expected
    for trial, annotation in zip(trials, found, strict=True):
        text, before = trial.sample.response.text, [*texts] if trial.item == "bees" else [*others]
        turns = [entry for entry in annotation["steps"] if "turn" in entry]
        asked = [entry for entry in annotation["steps"] if "turn" not in entry]
        assert len(turns) == (text == REFUSAL)
        idea = "Well then: an idea." if turns else text
        assert [entry["id"] for entry in asked[:1]] == [
            AskJudges(BENCHMARK.rubrics(settings)[0], {"idea": idea}).id
        ] * bool(text)
        pair = f"{trial.number - 1}+{trial.number}"
        compared = bool(text and trial.number and before[trial.number - 1])
        assert [entry["about"] for entry in asked[1:]] == [pair] * compared
