"""From both stages' answers to PACE scores and reasons."""

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from support.pace import ASSOCIATES, REFUSAL, REST, SEED, STAGE1, note, one, results, row

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.embeddings.protocol import Embedded
from helm_creativity.responses import Unscored
from helm_creativity.rooms import RunScorer
from helm_creativity.scenarios.pace import scorer as module
from helm_creativity.scenarios.pace.measure import pace
from helm_creativity.scenarios.pace.scorer import CARD, PaceScorer

FACETS = {facet.name for facet in CARD.facets if facet.of == "answer"}
WHOLE = results(["dog", *REST])
BUILTIN = PaceScorer("schapiro2026", "builtin", None)
NOUNS = builtin().nouns[::900]


@pytest.fixture
def scorer(toy):
    return PaceScorer("schapiro2026", toy, None)


def alone(scorer, reply, **fields):
    """The outcome of a seed with one chain, from ``dog``."""
    return one(scorer, STAGE1, note([reply], ["dog"], **fields))


def test_words_at_right_angles_score_1(scorer):
    """In all three chains, which begin with the seed and their associates."""
    outcome = one(scorer, STAGE1, note([results([word, *REST]) for word in ASSOCIATES]))
    assert outcome.details["chains"][0] == [SEED, "dog", *REST]
    assert outcome.details["chain_distances"][0] == pytest.approx(1)
    assert [chain[:3] for chain in outcome.details["chains"][1:]] == [
        ["cat", "river", "thimble"],
        ["cat", "lamp", "thimble"],
    ]
    assert outcome.facets["n_chains"] == 3
    assert outcome.facets["chain_failure_rate"] == 0


def test_an_associate_that_stage_2_repeats_counts_once(scorer):
    """Twice, it would be at distance 0 from itself."""
    # The chain has 12 words at right angles: score 1. Counted twice: 1 - (1/2)/12.
    repeated, left_out = alone(scorer, WHOLE), alone(scorer, results(REST))
    assert repeated.score == left_out.score == pytest.approx(1)
    assert repeated.details["chains"] == left_out.details["chains"] == [[SEED, "dog", *REST]]
    assert (repeated.facets["repeats"], repeated.facets["ttr"]) == (0, 1)
    assert alone(scorer, results(["DOG ", *REST])).score == pytest.approx(1)


def test_words_that_come_again_stay_and_are_counted(scorer):
    """At distance 0 from themselves."""
    # 12 words at right angles, then the seed and the associate again. Word 13 is at distance 1 from 11 of 12 words,
    # word 14 from 12 of 13: (11 + 11/12 + 12/13) / 13.
    outcome = alone(scorer, results(["dog", *REST, "Cat", "dog"]))
    assert outcome.score == pytest.approx((11 + 11 / 12 + 12 / 13) / 13)
    assert outcome.facets["repeats"] == 2
    assert outcome.facets["ttr"] == pytest.approx(12 / 14)
    assert outcome.facets["chain_length"] == 14
    assert outcome.details["chains"] == [[SEED, "dog", *REST, "cat", "dog"]]


def test_unknown_words_are_dropped_and_counted(scorer):
    """What follows them moves up; they are told under the answer's spelling."""
    outcome = alone(scorer, results(["dog", "Zzz", *REST, "qqq", "qqq"]))
    assert outcome.score == pytest.approx(1)
    assert outcome.details["unknown_entries"] == ["Zzz", "qqq", "qqq"]
    assert outcome.facets["unknown_rate"] == pytest.approx(3 / 15)
    assert (outcome.facets["chain_length"], outcome.facets["ttr"], outcome.facets["repeats"]) == (12, 1, 0)


@pytest.mark.parametrize("spoilt", ["seed", "associate"])
def test_an_unknown_seed_or_associate_is_an_unknown_word(scorer, spoilt):
    """Dropped from its chains like any other."""
    seed, associate = ("zzz", "dog") if spoilt == "seed" else ("cat", "zzz")
    (outcome,) = scorer.score([row(results([associate]), note([results(REST)], [associate]), seed=seed)])
    assert outcome.details["unknown_entries"] == ["zzz"]
    assert outcome.facets["chain_length"] == 11


def test_a_chain_has_twenty_entries_at_most():
    """Known or not: what stands behind them is not looked at."""
    words = ["zzz", *NOUNS[:30]]
    outcome = one(BUILTIN, STAGE1, note([results(words)], ["dog"]))
    assert outcome.details["chains"] == [["cat", "dog", *NOUNS[:17]]]
    assert outcome.facets["chain_length"] == 19
    assert outcome.facets["unknown_rate"] == pytest.approx(1 / 20)


def test_fewer_than_ten_known_words_are_no_chain(scorer):
    """Seed and associate are two of the ten."""
    assert alone(scorer, results(REST[:8])).score == pytest.approx(1)
    outcome = alone(scorer, results([*REST[:7], "zzz", "qqq", "xxx"]))
    assert (outcome.score, outcome.unscored) == (None, Unscored.TOO_FEW_VALID)
    assert outcome.details["chain_reasons"] == ["too_few_valid"]
    assert outcome.details["chain_distances"] == [None]
    assert (outcome.facets["n_chains"], outcome.facets["chain_failure_rate"]) == (0, 1)


def test_repeated_words_are_known_words(scorer):
    """A chain that turns in a circle is a chain, and a near one."""
    outcome = alone(scorer, results(["dog", *["cat", "dog"] * 4]))
    # Of the k words before it, each is at distance 1 from half, rounded up: 1, 1/2, 2/3, 2/4, 3/5, 3/6, 4/7, 4/8, 5/9.
    assert outcome.score == pytest.approx((1 + 4 / 2 + 2 / 3 + 3 / 5 + 4 / 7 + 5 / 9) / 9)
    assert outcome.facets["repeats"] == 8


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("", "empty"),
        (REFUSAL, "refused"),
        ({"text": WHOLE, "finish_reason": "content_filter"}, "refused"),
        ({"text": WHOLE, "finish_reason": "length"}, "truncated"),
        ({"text": "", "failed": True}, "failed"),
        (WHOLE[:-20], "unparsable"),
        (results(REST[:3]), "too_few_valid"),
        (results(["dog"] * 201), "too_long"),
    ],
)
def test_a_broken_chain_leaves_the_mean_of_the_others(scorer, broken, reason):
    """Whatever broke it, and wherever it stands; it is no 0."""
    good, worse = results(REST), results([*REST, "cat"])
    distances = [1, (11 + 11 / 12) / 12]
    for place in range(3):
        replies = [good, worse]
        replies.insert(place, broken)
        outcome = one(scorer, STAGE1, note(replies, ["dog"] * 3))
        assert outcome.score == pytest.approx(np.mean(distances))
        assert outcome.facets["n_chains"] == 2
        assert outcome.facets["chain_failure_rate"] == pytest.approx(1 / 3)
        assert outcome.facets["chain_length"] == 12.5
        assert outcome.facets["repeats"] == 0.5
        assert [one for one in outcome.details["chain_reasons"] if one] == [reason]
        assert outcome.details["chain_reasons"][place] == reason
        assert outcome.details["chain_distances"][place] is None


def test_without_any_chain_the_first_reason_counts(scorer):
    """Unscored, not 0."""
    outcome = one(scorer, STAGE1, note([REFUSAL, "", results(["cat"])]))
    assert (outcome.score, outcome.unscored) == (None, Unscored.REFUSED)
    assert outcome.details["chain_reasons"] == ["refused", "empty", "too_few_valid"]
    assert (outcome.facets["n_chains"], outcome.facets["chain_failure_rate"]) == (0, 1)
    assert outcome.facets["ttr"] is None


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("", {}, Unscored.EMPTY),
        (REFUSAL, {}, Unscored.REFUSED),
        (STAGE1, {"finish_reason": "length"}, Unscored.TRUNCATED),
        (STAGE1[:-20], {}, Unscored.UNPARSABLE),
        (results(["dog"] * 31), {}, Unscored.TOO_LONG),
        ("", {"failed": True}, Unscored.FAILED),
    ],
)
def test_a_broken_stage_1_is_the_reason_and_stage_2_is_not_read(scorer, text, answer, reason):
    """Even where an annotation is there."""
    outcome = one(scorer, text, note([WHOLE] * 3), **answer)
    assert (outcome.score, outcome.unscored) == (None, reason)
    assert set(outcome.facets.values()) == {None}
    assert outcome.details == {"chains": [], "chain_distances": [], "chain_reasons": [], "unknown_entries": []}


@pytest.mark.parametrize(
    "annotation", [None, {}, note([], error="KeyError: 'seed'"), note([WHOLE] * 3, error="RuntimeError: no")]
)
def test_what_the_annotator_did_not_do_is_a_failure(scorer, annotation):
    """Not the model's."""
    assert one(scorer, STAGE1, annotation).unscored is Unscored.FAILED


def test_a_seed_without_associates_is_no_failure_of_the_server(scorer):
    """The model named nothing but the seed."""
    outcome = one(scorer, results(["cat", "Cat"]), note([], []))
    assert outcome.unscored is Unscored.TOO_FEW_VALID


def test_missing_associates_are_missing_chains(scorer):
    """Two of three chains were never asked: the score is the one's, and the rate says so."""
    outcome = alone(scorer, WHOLE)
    assert outcome.score == pytest.approx(1)
    assert outcome.facets["n_chains"] == 1
    assert outcome.facets["chain_failure_rate"] == pytest.approx(2 / 3)


def test_another_number_of_entries_is_counted_and_scored(scorer):
    """20 are asked; each chain counts for itself."""
    twenty = results(["dog", *REST, *REST[:9]])
    assert alone(scorer, twenty).facets["wrong_count_rate"] == 0
    # 19 are 20 with the seed, and 21 are cut to as many.
    for words in (["dog", *REST, *REST[:8]], ["dog", *REST, *REST], REST):
        assert alone(scorer, results(words)).facets["wrong_count_rate"] == 1
    assert one(scorer, STAGE1, note([twenty, WHOLE, ""])).facets["wrong_count_rate"] == 0.5


def test_a_chatty_answer_equals_the_bare_one(scorer):
    """What stands around the words does not move the score."""
    numbered = "Here is the chain:\n" + "\n".join(f"{i}. **{word}**: because" for i, word in enumerate(REST, 1))
    for text in (f"Sure!\n```json\n{WHOLE}\n```", numbered):
        assert alone(scorer, text).details["chains"] == [[SEED, "dog", *REST]]


def test_score_is_the_formula_on_the_rows_of_the_words():
    """The slow way, over three chains of different lengths."""
    chains = [NOUNS[:18], NOUNS[18:30], NOUNS[30:45]]
    outcome = one(BUILTIN, STAGE1, note([results(chain) for chain in chains]))
    expected = [
        pace(builtin().embed(["cat", associate, *chain]).vectors)
        for associate, chain in zip(ASSOCIATES, chains, strict=True)
    ]
    assert outcome.details["chain_distances"] == pytest.approx(expected, abs=1e-6)
    assert outcome.score == pytest.approx(np.mean(expected), abs=1e-6)


def test_an_ensemble_is_the_mean_of_the_scores(toy):
    """And a word counts if both know it."""
    words = [*[word for word in REST if word not in ("top-hat", "culdesac", "paris")], "cat"]
    one, other, both = (
        PaceScorer("schapiro2026", name, None).score([row(STAGE1, note([results(words)], ["dog"]))])[0].score
        for name in ("builtin", toy, f"builtin+{toy}")
    )
    assert both == pytest.approx((one + other) / 2)
    assert one != pytest.approx(other, abs=0.01)
    outcome = alone(PaceScorer("schapiro2026", f"builtin+{toy}", None), results([*words, "culdesac"]))
    assert outcome.details["unknown_entries"] == ["culdesac"]


def test_a_dictionary_restricts_the_words(toy):
    """Seed and associate as well."""
    words = Dictionary("d@sha256:0", frozenset([SEED, *REST]))
    outcome = alone(PaceScorer("schapiro2026", toy, words), WHOLE)
    assert outcome.details["unknown_entries"] == ["dog"]
    assert outcome.facets["chain_length"] == 11


def test_every_outcome_has_every_facet_of_the_card(scorer):
    """Scored or not, so that tables line up; and no facet that the card does not describe."""
    rows = [row(STAGE1, note([WHOLE] * 3)), row(STAGE1, note([""] * 3)), row(""), row(STAGE1)]
    outcomes = scorer.score(rows)
    assert [outcome.unscored for outcome in outcomes] == [None, Unscored.EMPTY, Unscored.EMPTY, Unscored.FAILED]
    assert [set(outcome.facets) for outcome in outcomes] == [FACETS] * 4
    assert len({tuple(outcome.details) for outcome in outcomes}) == 1
    assert set(scorer.of_run(rows, outcomes)) == {facet.name for facet in CARD.facets} - FACETS


def test_questions_of_the_run_are_counted(scorer):
    """Over all seeds, whatever came of them; a seed without an annotation asked nothing."""
    rows = [row(STAGE1, note([WHOLE] * 3, failed=2)), row(STAGE1, note([WHOLE], failed=1)), row(""), row("", {})]
    assert isinstance(scorer, RunScorer)
    assert scorer.of_run(rows, scorer.score(rows)) == {"stage2_questions": 4, "stage2_failed": 3}


def test_each_word_is_embedded_once(monkeypatch):
    """Over all chains of all seeds, and of later batches."""
    asked = Counter()

    def embed(texts):
        asked.update(texts)
        return Embedded(np.eye(99, dtype=np.float32)[: len(texts)], np.ones(len(texts), bool))

    fake = SimpleNamespace(name="x", signature="x", dimension=99, knows=lambda t: np.ones(len(t), bool), embed=embed)
    monkeypatch.setattr(module, "load_embeddings", lambda name: (fake,))
    scorer = PaceScorer("schapiro2026", "builtin", None)
    for _ in range(2):
        scorer.score([row(STAGE1, note([results(REST)] * 3)), row(STAGE1, note([results(REST[::-1])] * 3))])
    assert asked == Counter({SEED, *ASSOCIATES, *REST})


def test_no_rows_are_no_outcomes(scorer):
    """And no error."""
    assert scorer.score([]) == []
