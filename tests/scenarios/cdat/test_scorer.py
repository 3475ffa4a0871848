"""From answers to novelty, appropriateness and reasons."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cdat import BENCHMARK, CountingScorer, cdat, make_vectors, one, row
from support.dat import TEN
from support.tagger import fetched_tagger

from helm_creativity.core.types import FailureReason
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.cdat.measure import appropriateness, novelty

SEVEN = ["quickly", "slowly", "softly", "loudly", "gladly", "sadly", "badly"]
HYPHENS = ["rock", "rocks", "well-being", "x-ray", "paris", "earbud", "idea", "softly", "quickly"]
NOUNS = list(builtin().nouns[::4000][:10])


@pytest.fixture
def scorer(toy):
    return cdat(toy)


@pytest.fixture
def strict(forms):
    return cdat(forms)


def test_words_that_belong_to_the_cue(angles):
    """All three numbers, by hand."""
    # Every word has cosine 3/5 to the cue and 9/25 to every other: 100·3/5, 100·(1 - 9/25), 100 + 60.
    sample_score = one(cdat(angles), words=SEVEN, cue="rock")
    assert sample_score.score == pytest.approx(64, abs=1e-4)
    assert sample_score.submetrics["novelty"] == sample_score.score
    assert sample_score.submetrics["appropriateness"] == pytest.approx(60, abs=1e-4)
    assert sample_score.submetrics["appropriateness_200"] == pytest.approx(160, abs=1e-4)


def test_the_same_words_to_another_cue(angles):
    """Novelty stays; appropriateness does not."""
    sample_score = one(cdat(angles), words=SEVEN, cue="wolf")
    assert sample_score.score == pytest.approx(64, abs=1e-4)
    assert sample_score.submetrics["appropriateness"] == pytest.approx(0, abs=1e-4)
    assert sample_score.submetrics["appropriateness_200"] == pytest.approx(100, abs=1e-4)


def test_the_first_seven_valid_words_are_scored(scorer):
    """Not the first seven entries, and not all valid words."""
    sample_score = one(scorer, words=["zzz", "Paris", "cat", "cat", *TEN])
    assert sample_score.details["scored_words"] == ["cat", *TEN[1:7]]
    assert sample_score.details["unknown_entries"] == ["zzz"]
    assert sample_score.details["repeated_entries"] == ["cat", "cat"]
    assert sample_score.details["cue_entries"] == ["Paris"]
    assert sample_score.submetrics["n_valid"] == 10
    assert sample_score.submetrics["unknown_rate"] == pytest.approx(1 / 14)
    assert sample_score.submetrics["repeated_rate"] == pytest.approx(2 / 14)
    assert sample_score.submetrics["cue_rate"] == pytest.approx(1 / 14)


def test_words_after_the_seventh_do_not_move_the_numbers():
    """The formulas on the rows of the first seven, whatever follows."""
    cue = builtin().embed(["river"]).vectors[0]
    rows = builtin().embed(NOUNS).vectors
    sample_score = one(cdat(), words=NOUNS, cue="river")
    assert sample_score.score == pytest.approx(float(novelty(rows[:7])), abs=1e-4)
    assert sample_score.submetrics["appropriateness"] == pytest.approx(float(appropriateness(rows[:7], cue)), abs=1e-4)
    assert float(novelty(rows)) != pytest.approx(sample_score.score, abs=0.1)
    assert float(appropriateness(rows, cue)) != pytest.approx(sample_score.submetrics["appropriateness"], abs=0.1)


@pytest.mark.parametrize(
    ("cue", "word"),
    [
        *[("rock", "rock"), ("rock", "rocks"), ("rock", "rocking"), ("rock", "rocked"), ("rock", "ROCKS")],
        *[("wolf", "wolves"), ("Wolf", "wolves"), ("wolf", "Wolf"), ("rocks", "rock"), ("dry", "dries")],
    ],
)
def test_the_cue_and_its_inflections_are_dropped_and_counted(strict, cue, word):
    """Plurals, irregular ones too, -ing and -ed, whatever the case."""
    sample_score = one(strict, words=[word, *SEVEN], cue=cue.lower())
    assert sample_score.details["cue_entries"] == [word]
    assert sample_score.submetrics["cue_rate"] == pytest.approx(1 / 8)
    assert sample_score.submetrics["n_valid"] == 7
    assert sample_score.details["scored_words"] == SEVEN
    assert strict.refuse(row(cue=cue), word.lower()) == "cue"


@pytest.mark.parametrize(("cue", "word"), [("rock", "rocky"), ("rock", "bedrock"), ("rock", "wolf"), ("wolf", "rocks")])
def test_derivations_compounds_and_other_words_count(strict, cue, word):
    """They are words of their own."""
    sample_score = one(strict, words=[word, *SEVEN], cue=cue)
    assert sample_score.details["cue_entries"] == []
    assert sample_score.submetrics["cue_rate"] == 0
    assert sample_score.details["scored_words"] == [word, *SEVEN[:6]]


def test_a_cue_word_named_twice_is_counted_twice(strict):
    """As the cue, not as a repetition."""
    sample_score = one(strict, words=["rocks", "rock", "rocks", *SEVEN], cue="rock")
    assert sample_score.details["cue_entries"] == ["rocks", "rock", "rocks"]
    assert sample_score.submetrics["repeated_rate"] == 0


def test_too_few_are_left_without_the_cue(strict):
    """Seven words of which one is the cue."""
    sample_score = one(strict, words=["rocks", *SEVEN[:6]], cue="rock")
    assert sample_score.failure_reason is FailureReason.TOO_FEW_VALID
    assert sample_score.score is None
    assert sample_score.submetrics["n_valid"] == 6
    assert sample_score.submetrics["cue_rate"] == pytest.approx(1 / 7)
    assert {sample_score.submetrics[name] for name in ("novelty", "appropriateness", "appropriateness_200")} == {None}
    assert one(strict, words=["rocks", *SEVEN[:6]], cue="wolf").score == pytest.approx(100)


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("\n".join(TEN), {"finish_reason": "length"}, FailureReason.TRUNCATED),
        ('["cat", "dog", "thim', {}, FailureReason.UNPARSABLE),
        ("Creativity is a matter of taste. One might say more.", {}, FailureReason.UNPARSABLE),
        ("cat\ndog\nriver", {}, FailureReason.TOO_FEW_VALID),
        ("\n".join(["paris", *TEN[:6]]), {}, FailureReason.TOO_FEW_VALID),
        ("\n".join(f"word{'abcdefghij'[i % 10]}" for i in range(10_000)), {}, FailureReason.TOO_LONG),
    ],
)
def test_every_failure_has_its_reason_and_no_score(scorer, text, answer, reason):
    """Unscored, not 0."""
    sample_score = one(scorer, text, **answer)
    assert sample_score.score is None
    assert sample_score.failure_reason is reason
    assert sample_score.details["scored_words"] == []


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
    sample_score = one(scorer, text)
    bare = one(scorer, words=TEN)
    assert sample_score.details["scored_words"] == bare.details["scored_words"] == TEN[:7]
    assert sample_score.score == bare.score == pytest.approx(100)
    assert sample_score.submetrics["n_valid"] == 10


def test_ensemble_is_the_mean_of_the_members(angles, square):
    """Of all three numbers, never of the vectors."""
    # angles: 64 and 60; square: 100 and 0.
    sample_score = one(cdat(f"{angles}+{square}"), words=SEVEN, cue="rock")
    assert sample_score.score == pytest.approx(82, abs=1e-4)
    assert sample_score.submetrics["appropriateness"] == pytest.approx(30, abs=1e-4)
    assert sample_score.submetrics["appropriateness_200"] == pytest.approx(130, abs=1e-4)


def test_an_unknown_cue_is_named(toy, square):
    """A score without it would be a novelty that nothing fits."""
    with pytest.raises(BadArguments, match="toy has no vector for the cue 'grief', 'rock'"):
        cdat(toy).score([row(words=TEN, cue=cue) for cue in ("rock", "paris", "grief")])
    with pytest.raises(BadArguments, match=rf"{square}\+toy has no vector for the cue 'paris'"):
        cdat(f"{square}+{toy}").measure([row(cue="paris")], [TEN])


def test_only_nouns_of_wordnet_count_for_nakajima(angles):
    """Seven of them, plurals included; what else has a vector is unknown."""
    nouns = ["lamp", "golf", "violin", "river", "idea", "wolf"]
    strict = cdat(angles, "wordnet", "nakajima2026")
    sample_score = one(strict, words=[*SEVEN[:3], *nouns], cue="rock")
    assert sample_score.failure_reason is FailureReason.TOO_FEW_VALID
    assert sample_score.details["unknown_entries"] == SEVEN[:3]
    assert sample_score.submetrics["n_valid"] == 6
    assert one(cdat(angles, "none", "nakajima2026"), words=[*SEVEN[:3], *nouns], cue="rock").score is not None
    plurals = ["wolves", "cities", "mice", "lamps", "ideas", "rivers", "violins"]
    loose = cdat("builtin", "wordnet", "nakajima2026")
    assert one(loose, words=["quickly", *plurals], cue="rock").details["scored_words"] == plurals


def test_nakajimas_words_keep_their_spelling_and_the_cue_counts(home, tmp_path):
    """Hyphens and proper nouns stay, the cue is scored and counted, and a word's tag is enough."""
    rows = np.eye(len(HYPHENS)).tolist()
    vectors = make_vectors(tmp_path, "hyphens", dict(zip(HYPHENS, rows, strict=True)))
    words = [
        "Well-being",
        "wellbeing",
        "rock",
        "ROCKS!",
        "rocks",
        "x-ray",
        "Paris",
        "softly",
        "quickly",
        "ear-bud",
        "earbud",
        "idea",
    ]
    with fetched_tagger():
        sample_score = one(cdat(vectors, "nakajima2026", "nakajima2026"), words=words, cue="rock")
    assert sample_score.details["scored_words"] == ["well-being", "rock", "rocks", "x-ray", "paris", "earbud", "idea"]
    assert sample_score.details["unknown_entries"] == ["wellbeing", "softly", "quickly", "ear-bud"]
    assert sample_score.details["repeated_entries"] == ["rocks"]
    assert sample_score.details["cue_entries"] == ["rock", "ROCKS!", "rocks"]
    assert sample_score.submetrics["cue_rate"] == pytest.approx(3 / 12)
    assert sample_score.score == pytest.approx(100)
    # Of seven words at right angles one is the cue: 100·1/7.
    assert sample_score.submetrics["appropriateness"] == pytest.approx(100 / 7)


def test_dictionary_restricts_the_words(scorer, toy, tmp_path):
    """Dictionary ∩ vectors; the cue need not be in it."""
    (tmp_path / "d.txt").write_text("\n".join(TEN[:8]))
    narrow = cdat(toy, tmp_path / "d.txt")
    assert one(narrow, words=TEN).submetrics["n_valid"] == 8
    assert one(narrow, words=TEN).score == pytest.approx(100)
    assert one(scorer, words=TEN).submetrics["n_valid"] == 10


@given(st.permutations(NOUNS[:7]))
def test_order_of_words_does_not_matter(words):
    """As long as the same seven are scored."""
    scorer = cdat()
    first, second = (one(scorer, words=some, cue="river") for some in (NOUNS[:7], list(words)))
    assert second.score == pytest.approx(first.score, abs=1e-3)
    assert second.submetrics["appropriateness"] == pytest.approx(first.submetrics["appropriateness"], abs=1e-3)


@given(
    st.lists(st.sampled_from(builtin().nouns), min_size=7, max_size=7, unique=True), st.sampled_from(["rock", "joy"])
)
def test_the_published_scale_is_200_less_the_mean_distance(words, cue):
    """And 100 more than eq. 3, from 0 to 200."""
    scorer = cdat()
    submetrics = one(scorer, words=[*words, "fjord", "kelp", "apathy"], cue=cue).submetrics
    scored = one(scorer, words=[*words, "fjord", "kelp", "apathy"], cue=cue).details["scored_words"]
    distances = 1 - builtin().embed(scored).vectors @ builtin().embed([cue]).vectors[0]
    assert submetrics["appropriateness_200"] == pytest.approx(200 - 100 * np.mean(distances), abs=1e-3)
    assert submetrics["appropriateness_200"] == submetrics["appropriateness"] + 100
    assert 0 <= submetrics["appropriateness_200"] <= 200


def test_every_outcome_has_every_submetric_of_an_answer(scorer):
    """Scored or not, so that tables line up; no submetric that the card does not describe, and none of the run's."""
    for text in ("\n".join(TEN), "cat\ndog\nriver", ""):
        sample_score = one(scorer, text)
        assert list(sample_score.submetrics) == [
            submetric.name for submetric in BENCHMARK.card.submetrics if submetric.of == "answer"
        ]
        assert list(sample_score.details) == ["scored_words", "unknown_entries", "repeated_entries", "cue_entries"]


def test_each_distinct_text_is_embedded_once_a_run(angles):
    """Words, cues and random nouns, however many batches ask for them."""
    scorer = CountingScorer(angles)
    rows = [row(words=SEVEN, cue=cue) for cue in ("rock", "wolf", "rock")]
    sample_scores = [*scorer.score(rows), *scorer.score(rows)]
    stats = scorer.score_run([*rows, *rows], sample_scores)
    assert scorer.score_run([*rows, *rows], sample_scores) == stats
    (counting,) = scorer.counting
    # Seven words, two cues, and of the seven nouns the five that are no cue.
    assert sorted(counting.embedded) == sorted({*SEVEN, "rock", "wolf", "lamp", "golf", "violin", "idea", "river"})
