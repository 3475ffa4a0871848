"""From uses, vectors and the judges' ratings to the score of an answer and of a run, by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.given import given as replies_given
from support.judges import REFUSAL

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, place_name
from helm_creativity.benchmark.types import FailureReason, Response, Sample

ANSWER = "Doorstop; novel; paper weight; grandmother"
COLOURS = ["red", "blue", "green", "white", "black", "grey", "pink", "gold"]
WORDS = ["reading", "doorstop", "weight", "paper", "novel", "grandmother", "book", "door-bell"]


def reading(value):
    """A number, or a reason why there is none."""
    return ParsedRating(None, value) if isinstance(value, MissingReason) else ParsedRating(float(value))


def note(ratings=(), groups=(), whole=()):
    """What judges reply: the ratings of each judge for each use, numbers of categories, and ratings of the answer."""
    judge_replies = [
        JudgeReply(f"j/{j}", "originality", place_name(i), {"originality": reading(value)}, place=i)
        for j, given in enumerate(ratings)
        for i, value in enumerate(given, start=1)
    ]
    judge_replies += [
        JudgeReply(f"j/{j}", "categories", "", {"flexibility": reading(group)}, counts=True)
        for j, group in enumerate(groups)
    ]
    judge_replies += [
        JudgeReply(f"j/{j}", "creativity", "", {"creativity": reading(value)}) for j, value in enumerate(whole)
    ]
    return replies_given(*judge_replies)


def row(text=ANSWER, thing="book", annotation=None, trial=0, **answer):
    annotations = {"guard": {"mended": ""}, **(annotation or {})}
    fields = {"object": thing, "number": 0, "trial": trial, "annotations": annotations}
    return Sample(Response(text, answer.pop("finish", "stop"), **answer), fields)


def one(scorer, *arguments, **named):
    (sample_score,) = scorer.score([row(*arguments, **named)])
    return sample_score


@pytest.fixture
def wenger(scorer_of, toy_uses):
    return scorer_of("wenger2025", toy_uses)


def test_an_answer_by_hand(wenger):
    """Distances to book: doorstop 1, novel 1 - .6 = .4, paper weight 1; grandmother has no vector and still counts."""
    found = one(wenger)
    assert found.score == found.submetrics["semantic_originality"] == pytest.approx((1 + 0.4 + 1) / 3)
    assert found.submetrics["fluency"] == 4
    # doorstop (0,0,1,0), novel (.6,0,.8,0), paper weight (0,0,√½,√½): the first two are .2 apart; the third is
    # 1 - √½ = .293 from doorstop and 1 - .8·√½ = .434 from novel, .364 in the mean, so that all are one cluster.
    assert found.submetrics["semantic_flexibility"] == 1
    assert found.submetrics["elaboration"] == (1 + 1 + 2 + 1) / 4
    assert (found.submetrics["uses_without_vector"], found.submetrics["surplus_uses"]) == (1, 0)
    assert found.details["use_distances"] == pytest.approx([1, 0.4, 1, None])
    assert found.details["words_without_vector"] == ["grandmother"]
    assert found.details["scored_uses"] == ["Doorstop", "novel", "paper weight", "grandmother"]
    assert (found.submetrics["judged_originality"], found.submetrics["flexibility"]) == (None, None)


def test_an_object_without_a_vector_says_nothing_of_its_uses(scorer_of, toy_uses, other_uses):
    """They have vectors, and clusters; only their distances are from nothing."""
    found = one(scorer_of("mctb2025", toy_uses), "reading; doorstop; grandmother", thing="zither")
    assert (found.submetrics["semantic_originality"], found.submetrics["semantic_flexibility"]) == (None, 2)
    assert found.submetrics["uses_without_vector"] == 1
    assert found.details["use_distances"] == [None, None, None]
    # weight is unknown to the second of two; there are two clusters under the first, and under it the two are opposite.
    both = one(scorer_of("mctb2025", f"{toy_uses}+{other_uses}"), "reading; doorstop", thing="weight")
    assert (both.submetrics["semantic_originality"], both.submetrics["semantic_flexibility"]) == (None, 2)


def test_only_ten_uses_are_scored(scorer_of, wenger):
    """The prompt of wenger2025 asks for no more; those behind are reported."""
    extra = "; ".join(f"doorstop number {word}" for word in COLOURS)
    found = one(wenger, f"reading; novel; {extra}; weight; paper")
    assert (found.submetrics["fluency"], found.submetrics["surplus_uses"]) == (10, 2)
    assert found.score == pytest.approx((0 + 0.4 + 8 * 1) / 10)
    judged = scorer_of("mctb2025", "builtin")
    assert one(judged, f"reading; novel; {extra}; weight; paper").submetrics["fluency"] == 12


def test_an_ensemble_is_the_mean_of_its_members(scorer_of, toy_uses, other_uses):
    """Over the uses that all of them know: weight is unknown to one; doorstop (1 + 2)/2, novel (.4 + 2)/2."""
    found = one(scorer_of("wenger2025", f"{toy_uses}+{other_uses}"), "doorstop; novel; weight; reading")
    # reading: (0 + 0)/2
    assert found.score == pytest.approx((1.5 + 1.2 + 0) / 3)
    assert found.details["use_distances"] == pytest.approx([1.5, 1.2, None, 0])
    assert found.details["words_without_vector"] == ["weight"]
    # The first: doorstop with novel, reading at (1 + .4)/2 = .7 from them; the second: the two and their opposite.
    assert found.submetrics["semantic_flexibility"] == 2


def test_a_use_no_vector_knows_leaves_no_score(scorer_of, wenger):
    """Which is too few valid uses, not 0; the other numbers are reported."""
    found = one(wenger, "grandmother; mother in law")
    assert (found.score, found.failure_reason) == (None, FailureReason.TOO_FEW_VALID)
    assert (
        found.submetrics["fluency"],
        found.submetrics["semantic_originality"],
        found.submetrics["semantic_flexibility"],
    ) == (
        2,
        None,
        None,
    )
    judged = one(scorer_of("mctb2025", "builtin"), "xyzzy; zzyx", annotation=note([(2, 3)]))
    assert (judged.score, judged.submetrics["semantic_originality"]) == (2.5, None)


def test_judges_by_hand(scorer_of):
    """Two judges, four uses; a rating is missing, one use has none: ((4 + 2)/2 + 3 + 5) / 3."""
    lost = MissingReason.UNPARSABLE
    annotation = note([(4, 3, lost, 5), (2, lost, lost, 5)], [3, 2], [30, 41])
    found = one(scorer_of("mctb2025", "builtin"), annotation=annotation)
    assert found.score == found.submetrics["judged_originality"] == pytest.approx((3 + 3 + 5) / 3)
    assert found.submetrics["flexibility"] == 2.5
    assert found.details["use_ratings"] == [[4, 2], [3], [], [5, 5]]
    whole = one(scorer_of("agc2026", "builtin"), annotation=annotation)
    assert whole.score == whole.submetrics["creativity"] == 35.5
    assert whole.submetrics["judged_originality"] == found.score


@pytest.mark.parametrize(
    ("protocol", "annotation"),
    [
        ("mctb2025", None),
        ("mctb2025", note([(MissingReason.FAILED,) * 4], [2], [30])),
        ("agc2026", note([(20, 20, 20, 20)], [2], [MissingReason.OUT_OF_RANGE])),
    ],
)
def test_what_no_judge_rated_is_unjudged(scorer_of, protocol, annotation):
    """Not 0, and its other numbers are reported."""
    found = one(scorer_of(protocol, "builtin"), annotation=annotation)
    assert (found.score, found.failure_reason, found.submetrics["fluency"]) == (None, FailureReason.UNJUDGED, 4)


def test_a_run_by_hand(wenger):
    """Mean over answers; failures are left out of it, and count 0 where failures do."""
    rows = [row(), row(trial=1, text="weight"), row(trial=2, text=REFUSAL), row("reading", "brick")]
    stats = wenger.stats(rows)
    assert stats["score"] == pytest.approx((0.8 + 1 + 1) / 3)
    assert stats["score_failures_as_zero"] == pytest.approx((0.8 + 1 + 1) / 4)
    assert (stats["fluency"], stats["valid_rate"], stats["refusal_rate"]) == (2, 3 / 4, 1 / 4)
    assert stats["score_se"] > 0
    assert (stats["judge_coverage"], stats["judge_calls"]) == (None, 0)


texts = st.lists(st.sampled_from(WORDS), max_size=6)


@given(texts, st.randoms())
def test_laws_of_any_answer(scorer_of, toy_uses, listed, random):
    """Numbers are in range, and the order of the uses means nothing."""
    scorer = scorer_of("wenger2025", toy_uses)
    shuffled = random.sample(listed, len(listed))
    found, again = (one(scorer, "; ".join(some)) for some in (listed, shuffled))
    assert (found.failure_reason, found.submetrics) == (again.failure_reason, pytest.approx(again.submetrics))
    assert found.score is None or 0 <= found.score <= 2
    if found.score is not None:
        assert 1 <= found.submetrics["semantic_flexibility"] <= found.submetrics["fluency"] <= len(set(listed))


def test_what_is_scored_comes_of_the_same_uses_that_judges_saw(scorer_of, toy_uses):
    """Ratings stand by the number in the question, so that invalid and repeated uses shift none of them."""
    annotation = note([(1, 2, 3)])
    found = one(scorer_of("mctb2025", toy_uses), "book; doorstop; a doorstop; novel; weight", annotation=annotation)
    assert found.details["scored_uses"] == ["doorstop", "novel", "weight"]
    assert found.details["use_ratings"] == [[1], [2], [3]]
