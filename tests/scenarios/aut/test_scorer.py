"""From uses, vectors and what judges said to the score of an answer and of a run, by hand."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cdat import Counting
from support.judges import REFUSAL

from helm_creativity.errors import BadArguments
from helm_creativity.hosting.aggregate import run_stats
from helm_creativity.judging import Judgement, JudgeSettings, Missing, Panel, Reading, Verdict, parse_design
from helm_creativity.judging.ratings import ANNOTATOR, flat, place_name
from helm_creativity.judging.weighting import require_weightable
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import Row
from helm_creativity.scenarios.aut import scorer as module
from helm_creativity.scenarios.aut.protocols import ONE_TO_FIVE, PROTOCOLS, TENTHS, instruments_of
from helm_creativity.scenarios.aut.scorer import (
    CARD,
    AutScorer,
    given_signature,
    prompts_of,
    require_vectors,
    run_signature,
)

ANSWER = "Doorstop; novel; paper weight; grandmother"
HALF = 0.5**0.5
COLOURS = ["red", "blue", "green", "white", "black", "grey", "pink", "gold"]
WORDS = ["reading", "doorstop", "weight", "paper", "novel", "grandmother", "book", "door-bell"]


def reading(value):
    """A number, or a reason why there is none."""
    return Reading(None, value) if isinstance(value, Missing) else Reading(float(value))


def note(ratings=(), groups=(), whole=()):
    """An annotation: the ratings of each judge for each use, numbers of categories, and ratings of the answer."""
    verdicts = [
        Verdict(f"j/{j}", "originality", place_name(i), {"originality": reading(value)}, place=i)
        for j, given in enumerate(ratings)
        for i, value in enumerate(given, start=1)
    ]
    verdicts += [
        Verdict(f"j/{j}", "categories", "", {"flexibility": reading(one)}, counts=True) for j, one in enumerate(groups)
    ]
    verdicts += [Verdict(f"j/{j}", "creativity", "", {"creativity": reading(one)}) for j, one in enumerate(whole)]
    return flat(Judgement(verdicts, len(verdicts)))


def row(text=ANSWER, thing="book", annotation=None, trial=0, **answer):
    fields = {"object": thing, "number": 0, "trial": trial, "annotations": {}}
    if annotation is not None:
        fields["annotations"] = {"guard": {"mended": ""}, ANNOTATOR: annotation}
    return Row(Answer(text, answer.pop("finish", "stop"), **answer), fields)


def one(scorer, *arguments, **named):
    (outcome,) = scorer.score([row(*arguments, **named)])
    return outcome


@pytest.fixture
def wenger(toy_uses):
    return AutScorer("wenger2025", toy_uses)


def test_an_answer_by_hand(wenger):
    """Distances to book: doorstop 1, novel 1 - .6 = .4, paper weight 1; grandmother has no vector and still counts."""
    found = one(wenger)
    assert found.score == found.facets["semantic_originality"] == pytest.approx((1 + 0.4 + 1) / 3)
    assert found.facets["fluency"] == 4
    # doorstop (0,0,1,0), novel (.6,0,.8,0), paper weight (0,0,√½,√½): the first two are .2 apart; the third is
    # 1 - √½ = .293 from doorstop and 1 - .8·√½ = .434 from novel, .364 in the mean, so that all are one cluster.
    assert found.facets["semantic_flexibility"] == 1
    assert found.facets["elaboration"] == (1 + 1 + 2 + 1) / 4
    assert (found.facets["uses_without_vector"], found.facets["surplus_uses"]) == (1, 0)
    assert found.details["use_distances"] == pytest.approx([1, 0.4, 1, None])
    assert found.details["words_without_vector"] == ["grandmother"]
    assert found.details["scored_uses"] == ["Doorstop", "novel", "paper weight", "grandmother"]
    assert (found.facets["judged_originality"], found.facets["flexibility"]) == (None, None)


def test_an_object_without_a_vector_says_nothing_of_its_uses(toy_uses, other_uses):
    """They have vectors, and clusters; only their distances are from nothing."""
    found = one(AutScorer("mctb2025", toy_uses), "reading; doorstop; grandmother", thing="zither")
    assert (found.facets["semantic_originality"], found.facets["semantic_flexibility"]) == (None, 2)
    assert found.facets["uses_without_vector"] == 1
    assert found.details["use_distances"] == [None, None, None]
    # weight is unknown to the second of two; there are two clusters under the first, and under it the two are opposite.
    both = one(AutScorer("mctb2025", f"{toy_uses}+{other_uses}"), "reading; doorstop", thing="weight")
    assert (both.facets["semantic_originality"], both.facets["semantic_flexibility"]) == (None, 2)


def test_far_uses_are_clusters_of_their_own(wenger):
    """Reading, doorstop and weight are at right angles: a distance of 1, above the threshold of .6."""
    found = one(wenger, "reading; doorstop; weight; paper")
    assert found.facets["semantic_flexibility"] == 3
    assert found.score == pytest.approx((0 + 1 + 1 + 1) / 4)


def test_the_object_counts_like_any_word(wenger):
    """A book as a door-bell lies between both."""
    found = one(wenger, "a doorstop book; weight")
    assert found.details["use_distances"] == pytest.approx([1 - HALF, 1])


def test_only_ten_uses_are_scored(wenger):
    """The prompt of wenger2025 asks for no more; those behind are told."""
    extra = "; ".join(f"doorstop number {word}" for word in COLOURS)
    found = one(wenger, f"reading; novel; {extra}; weight; paper")
    assert (found.facets["fluency"], found.facets["surplus_uses"]) == (10, 2)
    assert found.score == pytest.approx((0 + 0.4 + 8 * 1) / 10)
    judged = AutScorer("mctb2025", "builtin")
    assert one(judged, f"reading; novel; {extra}; weight; paper").facets["fluency"] == 12


def test_an_ensemble_is_the_mean_of_its_members(toy_uses, other_uses):
    """Over the uses that all of them know: weight is unknown to one; doorstop (1 + 2)/2, novel (.4 + 2)/2."""
    found = one(AutScorer("wenger2025", f"{toy_uses}+{other_uses}"), "doorstop; novel; weight; reading")
    # reading: (0 + 0)/2
    assert found.score == pytest.approx((1.5 + 1.2 + 0) / 3)
    assert found.details["use_distances"] == pytest.approx([1.5, 1.2, None, 0])
    assert found.details["words_without_vector"] == ["weight"]
    # The first: doorstop with novel, reading at (1 + .4)/2 = .7 from them; the second: the two and their opposite.
    assert found.facets["semantic_flexibility"] == 2


def test_a_use_no_vector_knows_leaves_no_score(wenger):
    """Which is too few valid uses, not 0; what else can be said is said."""
    found = one(wenger, "grandmother; mother in law")
    assert (found.score, found.unscored) == (None, Unscored.TOO_FEW_VALID)
    assert (found.facets["fluency"], found.facets["semantic_originality"], found.facets["semantic_flexibility"]) == (
        2,
        None,
        None,
    )
    judged = one(AutScorer("mctb2025", "builtin"), "xyzzy; zzyx", annotation=note([(2, 3)]))
    assert (judged.score, judged.facets["semantic_originality"]) == (2.5, None)


BLAMED = [
    ({"text": ""}, Unscored.EMPTY),
    ({"text": REFUSAL}, Unscored.REFUSED),
    ({"finish": "length"}, Unscored.TRUNCATED),
    ({"text": "", "failed": True}, Unscored.FAILED),
    ({"text": "book; a book"}, Unscored.TOO_FEW_VALID),
    ({"text": "; ".join(f"doorstop w{i}" for i in range(101))}, Unscored.TOO_LONG),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("answer", "reason"), BLAMED)
def test_what_is_no_answer_has_no_numbers(toy_uses, protocol, answer, reason):
    """Whatever judges are made to say of it."""
    found = one(AutScorer(protocol, toy_uses), annotation=note([(3,)], [1], [30]), **answer)
    assert (found.score, found.unscored) == (None, reason)
    assert set(found.facets.values()) == {None}


def test_judges_by_hand():
    """Two judges, four uses; a rating is missing, one use has none: ((4 + 2)/2 + 3 + 5) / 3."""
    lost = Missing.UNPARSABLE
    said = note([(4, 3, lost, 5), (2, lost, lost, 5)], [3, 2], [30, 41])
    found = one(AutScorer("mctb2025", "builtin"), annotation=said)
    assert found.score == found.facets["judged_originality"] == pytest.approx((3 + 3 + 5) / 3)
    assert found.facets["flexibility"] == 2.5
    assert found.details["use_ratings"] == [[4, 2], [3], [], [5, 5]]
    whole = one(AutScorer("agc2026", "builtin"), annotation=said)
    assert whole.score == whole.facets["creativity"] == 35.5
    assert whole.facets["judged_originality"] == found.score


def test_wenger_scores_by_vectors_whatever_judges_say(wenger):
    """They are never mixed."""
    found = one(wenger, annotation=note([(5, 5, 5, 5)], [4]))
    assert found.score == one(wenger).score
    assert (found.facets["judged_originality"], found.facets["flexibility"]) == (5, 4)


@pytest.mark.parametrize(
    ("protocol", "said"),
    [
        ("mctb2025", None),
        ("mctb2025", note([(Missing.FAILED,) * 4], [2], [30])),
        ("agc2026", note([(20, 20, 20, 20)], [2], [Missing.OUT_OF_RANGE])),
    ],
)
def test_what_nobody_rated_is_unjudged(protocol, said):
    """Not 0, and its other numbers are told."""
    found = one(AutScorer(protocol, "builtin"), annotation=said)
    assert (found.score, found.unscored, found.facets["fluency"]) == (None, Unscored.UNJUDGED, 4)


def test_a_run_by_hand(wenger):
    """Mean over answers; failures are left out of it, and count 0 where failures do."""
    rows = [row(), row(trial=1, text="weight"), row(trial=2, text=REFUSAL), row("reading", "brick")]
    outcomes = wenger.score(rows)
    stats = run_stats(outcomes, ["book", "book", "book", "brick"], wenger.of_run(rows, outcomes))
    assert stats["score"] == pytest.approx((0.8 + 1 + 1) / 3)
    assert stats["score_failures_as_zero"] == pytest.approx((0.8 + 1 + 1) / 4)
    assert (stats["fluency"], stats["valid_rate"], stats["refusal_rate"]) == (2, 3 / 4, 1 / 4)
    assert stats["score_se"] > 0
    assert (stats["judge_coverage"], stats["judge_calls"]) == (None, 0)


def test_the_judges_of_a_run_are_told(caplog):
    """How many ratings came, and which judge's did not."""
    said = note([(4, 3, Missing.EMPTY, 5)], [3])
    scorer = AutScorer("mctb2025", "builtin")
    rows = [row(annotation=said)]
    stats = scorer.of_run(rows, scorer.score(rows))
    assert stats["judge_coverage"] == 4 / 5
    assert "creativity_aut: j/0: 1 of 5 ratings are missing (empty 1)" in caplog.text


def test_every_text_of_a_run_is_embedded_once(toy_uses, monkeypatch):
    """However many answers have it, and in one batch."""
    (real,) = module.load_embeddings(toy_uses)
    counting = Counting(real)
    monkeypatch.setattr(module, "load_embeddings", lambda name: (counting,))
    AutScorer("wenger2025", toy_uses).score([row(), row("novel; a Doorstop"), row(), row("weight", "brick")])
    assert sorted(counting.embedded) == ["book", "brick", "doorstop", "novel", "paper", "weight"]


def test_an_object_without_a_vector_is_an_error(toy_uses):
    """Where the score needs it: before a run, and in a file by its name."""
    with pytest.raises(BadArguments, match="uses has no vector for the object 'box', 'paperclip', 'bottle'"):
        require_vectors("mctb2025", toy_uses)
    assert require_vectors("wenger2025", toy_uses)
    with pytest.raises(BadArguments, match="uses has no vector for the object 'sofa'"):
        AutScorer("wenger2025", toy_uses).score([row(thing="sofa")])
    found = one(AutScorer("mctb2025", toy_uses), thing="sofa", annotation=note([(1, 1, 1, 1)]))
    assert (found.score, found.facets["semantic_originality"], found.facets["semantic_flexibility"]) == (1, None, 1)


texts = st.lists(st.sampled_from(WORDS), max_size=6)


@given(texts, st.randoms())
def test_laws_of_any_answer(toy_uses, listed, random):
    """Numbers are in range, and the order of the uses means nothing."""
    scorer = AutScorer("wenger2025", toy_uses)
    shuffled = random.sample(listed, len(listed))
    found, again = (one(scorer, "; ".join(some)) for some in (listed, shuffled))
    assert (found.unscored, found.facets) == (again.unscored, pytest.approx(again.facets))
    assert found.score is None or 0 <= found.score <= 2
    if found.score is not None:
        assert 1 <= found.facets["semantic_flexibility"] <= found.facets["fluency"] <= len(set(listed))


def settings(judges="a/x+b/y", **more):
    return JudgeSettings(Panel(tuple(judges.split("+")), parse_design("all")), **more)


def test_everything_that_moves_the_score_is_in_its_signature(toy_uses):
    """Each change of it makes another one."""
    usual = {"protocol": "agc2026", "objects": "all", "embedding": "builtin", "judges": settings()}
    nobody = JudgeSettings.of("", "all", 42, 0.0, 4096)
    changes = [
        {},
        {"protocol": "mctb2025"},
        {"objects": "wenger2025"},
        {"embedding": toy_uses},
        {"judges": settings("a/x+c/y")},
        {"judges": settings(temperature=0.5)},
        {"judges": settings(weighted=True)},
        {"judges": nobody},
    ]
    signatures = [run_signature(**{**usual, **change}) for change in changes]
    assert len(set(signatures)) == len(changes)
    assert "|judges:a/x+b/y|design:all|judge_prompts:3@sha256:" in signatures[0]
    assert "|stop_words:sha256:" in signatures[0]
    assert "|threshold:0.6|" in signatures[0]
    assert f"|prompts:{prompts_of('agc2026', 'all')}|" in signatures[0]
    assert prompts_of("wenger2025", "all").startswith("11@")
    assert len({instruments_of(one, on) for one in PROTOCOLS.values() for on in (False, True)}) == 3
    assert AutScorer("mctb2025", "builtin").signature == given_signature("mctb2025", "builtin")
    assert AutScorer("mctb2025", "builtin", "mine").signature == "mine"


def test_instruments_of_two_protocols_differ_where_their_questions_do():
    """The whole is rated under agc2026 alone, and whole numbers take the place of tenths where ratings are weighted."""
    assert instruments_of(PROTOCOLS["agc2026"], False).startswith("3@")
    assert instruments_of(PROTOCOLS["agc2026"], True) == instruments_of(PROTOCOLS["agc2026"], False)
    assert instruments_of(PROTOCOLS["mctb2025"], False).startswith("2@")
    assert PROTOCOLS["mctb2025"].of_each_use(weighted=False) is TENTHS
    assert PROTOCOLS["mctb2025"].of_each_use(weighted=True) is ONE_TO_FIVE
    require_weightable(protocol.of_each_use(weighted=True) for protocol in PROTOCOLS.values())


def test_every_stat_is_described(wenger):
    """By the card, and every described one is there."""
    of = {kind: {facet.name for facet in CARD.facets if facet.of == kind} for kind in ("answer", "run")}
    rows = [row(), row(text="")]
    outcomes = wenger.score(rows)
    for outcome in outcomes:
        assert set(outcome.facets) == of["answer"]
    assert set(wenger.of_run(rows, outcomes)) == of["run"]
    assert set(CARD.protocols) == set(PROTOCOLS)
    assert {one.score for one in PROTOCOLS.values()} <= of["answer"]


def test_what_is_scored_comes_of_the_same_uses_that_judges_saw(toy_uses):
    """Ratings stand by the number in the question, so that invalid and repeated uses shift none of them."""
    said = note([(1, 2, 3)])
    found = one(AutScorer("mctb2025", toy_uses), "book; doorstop; a doorstop; novel; weight", annotation=said)
    assert found.details["scored_uses"] == ["doorstop", "novel", "weight"]
    assert found.details["use_ratings"] == [[1], [2], [3]]


def test_names_of_protocols_are_combined_with_any_objects():
    """Prompts of every set under every protocol are different."""
    pairs = list(itertools.product(PROTOCOLS, ("mctb2025", "wenger2025", "all")))
    assert len({prompts_of(*pair) for pair in pairs}) == len(pairs)
