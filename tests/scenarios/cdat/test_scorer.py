"""From answers to novelty, appropriateness and reasons."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cdat import CountingScorer, one, row
from support.dat import TEN

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.errors import BadArguments
from helm_creativity.responses import Unscored
from helm_creativity.scenarios.cdat.measure import appropriateness, novelty
from helm_creativity.scenarios.cdat.scorer import CARD, CdatScorer
from helm_creativity.vocabulary import find_dictionary

SEVEN = ["quickly", "slowly", "softly", "loudly", "gladly", "sadly", "badly"]
NOUNS = list(builtin().nouns[::4000][:10])


@pytest.fixture
def scorer(toy):
    return CdatScorer("schapiro2026", toy, None)


@pytest.fixture
def strict(forms):
    return CdatScorer("schapiro2026", forms, None)


def test_words_that_belong_to_the_cue(angles):
    """All three numbers, by hand."""
    # Every word has cosine 3/5 to the cue and 9/25 to every other: 100·3/5, 100·(1 - 9/25), 100 + 60.
    outcome = one(CdatScorer("schapiro2026", angles, None), words=SEVEN, cue="rock")
    assert outcome.score == pytest.approx(64, abs=1e-4)
    assert outcome.facets["novelty"] == outcome.score
    assert outcome.facets["appropriateness"] == pytest.approx(60, abs=1e-4)
    assert outcome.facets["appropriateness_200"] == pytest.approx(160, abs=1e-4)


def test_the_same_words_to_another_cue(angles):
    """Novelty stays; appropriateness does not."""
    outcome = one(CdatScorer("schapiro2026", angles, None), words=SEVEN, cue="wolf")
    assert outcome.score == pytest.approx(64, abs=1e-4)
    assert outcome.facets["appropriateness"] == pytest.approx(0, abs=1e-4)
    assert outcome.facets["appropriateness_200"] == pytest.approx(100, abs=1e-4)


def test_the_first_seven_valid_words_are_scored(scorer):
    """Not the first seven entries, and not all valid words."""
    outcome = one(scorer, words=["zzz", "Paris", "cat", "cat", *TEN])
    assert outcome.details["scored_words"] == ["cat", *TEN[1:7]]
    assert outcome.details["unknown_entries"] == ["zzz"]
    assert outcome.details["repeated_entries"] == ["cat", "cat"]
    assert outcome.details["cue_entries"] == ["Paris"]
    assert outcome.facets["n_valid"] == 10
    assert outcome.facets["unknown_rate"] == pytest.approx(1 / 14)
    assert outcome.facets["repeated_rate"] == pytest.approx(2 / 14)
    assert outcome.facets["cue_rate"] == pytest.approx(1 / 14)


def test_words_after_the_seventh_do_not_move_the_numbers():
    """The formulas on the rows of the first seven, whatever follows."""
    cue = builtin().embed(["river"]).vectors[0]
    rows = builtin().embed(NOUNS).vectors
    outcome = one(CdatScorer("schapiro2026", "builtin", None), words=NOUNS, cue="river")
    assert outcome.score == pytest.approx(float(novelty(rows[:7])), abs=1e-4)
    assert outcome.facets["appropriateness"] == pytest.approx(float(appropriateness(rows[:7], cue)), abs=1e-4)
    assert float(novelty(rows)) != pytest.approx(outcome.score, abs=0.1)
    assert float(appropriateness(rows, cue)) != pytest.approx(outcome.facets["appropriateness"], abs=0.1)


@pytest.mark.parametrize(
    ("cue", "word"),
    [
        *[("rock", "rock"), ("rock", "rocks"), ("rock", "rocking"), ("rock", "rocked"), ("rock", "ROCKS")],
        *[("wolf", "wolves"), ("Wolf", "wolves"), ("wolf", "Wolf"), ("rocks", "rock"), ("dry", "dries")],
    ],
)
def test_the_cue_and_its_inflections_are_dropped_and_counted(strict, cue, word):
    """Plurals, irregular ones too, -ing and -ed, whatever the case."""
    outcome = one(strict, words=[word, *SEVEN], cue=cue.lower())
    assert outcome.details["cue_entries"] == [word]
    assert outcome.facets["cue_rate"] == pytest.approx(1 / 8)
    assert outcome.facets["n_valid"] == 7
    assert outcome.details["scored_words"] == SEVEN
    assert strict.refuse(row(cue=cue), word.lower()) == "cue"


@pytest.mark.parametrize(("cue", "word"), [("rock", "rocky"), ("rock", "bedrock"), ("rock", "wolf"), ("wolf", "rocks")])
def test_derivations_compounds_and_other_words_count(strict, cue, word):
    """They are words of their own."""
    outcome = one(strict, words=[word, *SEVEN], cue=cue)
    assert outcome.details["cue_entries"] == []
    assert outcome.facets["cue_rate"] == 0
    assert outcome.details["scored_words"] == [word, *SEVEN[:6]]


def test_a_cue_word_said_twice_is_counted_twice(strict):
    """As the cue, not as a repetition."""
    outcome = one(strict, words=["rocks", "rock", "rocks", *SEVEN], cue="rock")
    assert outcome.details["cue_entries"] == ["rocks", "rock", "rocks"]
    assert outcome.facets["repeated_rate"] == 0


def test_too_few_are_left_without_the_cue(strict):
    """Seven words of which one is the cue."""
    outcome = one(strict, words=["rocks", *SEVEN[:6]], cue="rock")
    assert outcome.unscored is Unscored.TOO_FEW_VALID
    assert outcome.score is None
    assert outcome.facets["n_valid"] == 6
    assert outcome.facets["cue_rate"] == pytest.approx(1 / 7)
    assert {outcome.facets[name] for name in ("novelty", "appropriateness", "appropriateness_200")} == {None}
    assert one(strict, words=["rocks", *SEVEN[:6]], cue="wolf").score == pytest.approx(100)


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("", {}, Unscored.EMPTY),
        ("<think>cat, dog", {}, Unscored.EMPTY),
        ("I'm sorry, but I can't help with that.", {}, Unscored.REFUSED),
        ("", {"finish_reason": "content_filter", "failed": True}, Unscored.REFUSED),
        ("\n".join(TEN), {"finish_reason": "length"}, Unscored.TRUNCATED),
        ('["cat", "dog", "thim', {}, Unscored.UNPARSABLE),
        ("Creativity is a matter of taste. One might say more.", {}, Unscored.UNPARSABLE),
        ("cat\ndog\nriver", {}, Unscored.TOO_FEW_VALID),
        ("\n".join(["paris", *TEN[:6]]), {}, Unscored.TOO_FEW_VALID),
        ("\n".join(f"word{'abcdefghij'[i % 10]}" for i in range(10_000)), {}, Unscored.TOO_LONG),
        ("", {"failed": True}, Unscored.FAILED),
    ],
)
def test_every_failure_has_its_reason_and_no_score(scorer, text, answer, reason):
    """Unscored, not 0."""
    outcome = one(scorer, text, **answer)
    assert outcome.score is None
    assert outcome.unscored is reason
    assert outcome.details["scored_words"] == []


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(TEN),
        ", ".join(TEN),
        str(TEN),
        "Sure! Here are ten words:\n\n"
        + "\n".join(f"{i}. **{word.title()}** - a word" for i, word in enumerate(TEN, 1)),
        "I'm sorry, I cannot think of rarer ones, but here are ten:\n" + "\n".join(TEN),
        '```json\n["' + '", "'.join(TEN) + '"]\n```\nI hope this helps!',
    ],
)
def test_a_chatty_answer_equals_the_bare_one(scorer, text):
    """What stands around the words does not move the score."""
    outcome = one(scorer, text)
    bare = one(scorer, words=TEN)
    assert outcome.details["scored_words"] == bare.details["scored_words"] == TEN[:7]
    assert outcome.score == bare.score == pytest.approx(100)
    assert outcome.facets["n_valid"] == 10


def test_ensemble_is_the_mean_of_the_members(angles, square):
    """Of all three numbers, never of the vectors."""
    # angles: 64 and 60; square: 100 and 0.
    outcome = one(CdatScorer("schapiro2026", f"{angles}+{square}", None), words=SEVEN, cue="rock")
    assert outcome.score == pytest.approx(82, abs=1e-4)
    assert outcome.facets["appropriateness"] == pytest.approx(30, abs=1e-4)
    assert outcome.facets["appropriateness_200"] == pytest.approx(130, abs=1e-4)


def test_an_unknown_cue_is_named(toy, square):
    """A score without it would be a novelty that nothing fits."""
    with pytest.raises(BadArguments, match="toy has no vector for the cue 'grief', 'rock'"):
        CdatScorer("schapiro2026", toy, None).score([row(words=TEN, cue=cue) for cue in ("rock", "paris", "grief")])
    with pytest.raises(BadArguments, match=rf"{square}\+toy has no vector for the cue 'paris'"):
        CdatScorer("schapiro2026", f"{square}+{toy}", None).measure([row(cue="paris")], [TEN])


def test_only_nouns_of_wordnet_count_for_nakajima(angles):
    """Seven of them, plurals included; what else has a vector is unknown."""
    nouns = ["lamp", "golf", "violin", "river", "idea", "wolf"]
    strict = CdatScorer("nakajima2026", angles, find_dictionary("wordnet"))
    outcome = one(strict, words=[*SEVEN[:3], *nouns], cue="rock")
    assert outcome.unscored is Unscored.TOO_FEW_VALID
    assert outcome.details["unknown_entries"] == SEVEN[:3]
    assert outcome.facets["n_valid"] == 6
    assert one(CdatScorer("nakajima2026", angles, None), words=[*SEVEN[:3], *nouns], cue="rock").score is not None
    plurals = ["wolves", "cities", "mice", "lamps", "ideas", "rivers", "violins"]
    loose = CdatScorer("nakajima2026", "builtin", find_dictionary("wordnet"))
    assert one(loose, words=["quickly", *plurals], cue="rock").details["scored_words"] == plurals


def test_dictionary_restricts_the_words(scorer, toy):
    """Dictionary ∩ vectors; the cue need not be in it."""
    narrow = CdatScorer("schapiro2026", toy, Dictionary("d@sha256:0", frozenset(TEN[:8])))
    assert one(narrow, words=TEN).facets["n_valid"] == 8
    assert one(narrow, words=TEN).score == pytest.approx(100)
    assert one(scorer, words=TEN).facets["n_valid"] == 10


@given(st.permutations(NOUNS[:7]))
def test_order_of_words_does_not_matter(words):
    """As long as the same seven are scored."""
    scorer = CdatScorer("schapiro2026", "builtin", None)
    first, second = (one(scorer, words=some, cue="river") for some in (NOUNS[:7], list(words)))
    assert second.score == pytest.approx(first.score, abs=1e-3)
    assert second.facets["appropriateness"] == pytest.approx(first.facets["appropriateness"], abs=1e-3)


@given(
    st.lists(st.sampled_from(builtin().nouns), min_size=7, max_size=7, unique=True), st.sampled_from(["rock", "joy"])
)
def test_the_published_scale_is_200_less_the_mean_distance(words, cue):
    """And 100 more than eq. 3, from 0 to 200."""
    scorer = CdatScorer("schapiro2026", "builtin", None)
    facets = one(scorer, words=[*words, "fjord", "kelp", "apathy"], cue=cue).facets
    scored = one(scorer, words=[*words, "fjord", "kelp", "apathy"], cue=cue).details["scored_words"]
    distances = 1 - builtin().embed(scored).vectors @ builtin().embed([cue]).vectors[0]
    assert facets["appropriateness_200"] == pytest.approx(200 - 100 * np.mean(distances), abs=1e-3)
    assert facets["appropriateness_200"] == facets["appropriateness"] + 100
    assert 0 <= facets["appropriateness_200"] <= 200


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from([*NOUNS, "zzz", "", "rivers", "Rock"]), max_size=14),
            st.sampled_from(["rock", "river"]),
        ),
        max_size=8,
    )
)
def test_batches_do_not_matter(answers):
    """A row's outcome does not depend on the rows beside it."""
    rows = [row(words=words, cue=cue) for words, cue in answers]
    together = CdatScorer("schapiro2026", "builtin", None).score(rows)
    alone = [CdatScorer("schapiro2026", "builtin", None).score([one_row])[0] for one_row in rows]
    bare = {"score": None, "unscored": Unscored.EMPTY, "facets": {}}
    assert [replace(a, **bare) for a in together] == [replace(b, **bare) for b in alone]
    for a, b in zip(together, alone, strict=True):
        assert a.unscored is b.unscored
        assert a.facets == pytest.approx(b.facets, abs=1e-4)


@given(st.text())
def test_no_text_makes_it_raise(text):
    """Every answer has a score or a reason."""
    outcome = one(CdatScorer("schapiro2026", "builtin", None), text, cue="rock")
    assert (outcome.score is None) != (outcome.unscored is None)


def test_every_outcome_has_every_facet_of_an_answer(scorer):
    """Scored or not, so that tables line up; no facet that the card does not describe, and none of the run's."""
    for text in ("\n".join(TEN), "cat\ndog\nriver", ""):
        outcome = one(scorer, text)
        assert list(outcome.facets) == [facet.name for facet in CARD.facets if facet.of == "answer"]
        assert list(outcome.details) == ["scored_words", "unknown_entries", "repeated_entries", "cue_entries"]


def test_each_distinct_text_is_embedded_once_a_run(angles):
    """Words, cues and random nouns, however many batches ask for them."""
    scorer = CountingScorer("schapiro2026", angles, None)
    rows = [row(words=SEVEN, cue=cue) for cue in ("rock", "wolf", "rock")]
    outcomes = [*scorer.score(rows), *scorer.score(rows)]
    stats = scorer.of_run([*rows, *rows], outcomes)
    assert scorer.of_run([*rows, *rows], outcomes) == stats
    (counting,) = scorer.counting
    # Seven words, two cues, and of the seven nouns the five that are no cue.
    assert sorted(counting.embedded) == sorted({*SEVEN, "rock", "wolf", "lamp", "golf", "violin", "idea", "river"})
