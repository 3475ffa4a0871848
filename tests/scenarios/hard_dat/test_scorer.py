"""From answers to HardDAT scores, counts and reasons."""

import pytest
from support.benchmarks import settings_of
from support.hard_dat import BENCHMARK, scorer_under

from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.types import FailureReason
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.hard_dat.benchmark import first_letter
from helm_creativity.scenarios.hard_dat.measure import hard_dat

WITH_B = [word for word in builtin().nouns if word.startswith("b")][::100]


def test_a_reference_answer_scores_100(one, b_words):
    """25 words at right angles to each other and to the given ones."""
    sample_score = one("\n".join(b_words))
    assert (sample_score.score, sample_score.failure_reason) == (pytest.approx(100), None)
    assert (sample_score.submetrics["novelty_within"], sample_score.submetrics["distance_to_given"]) == pytest.approx(
        (100, 100)
    )
    assert (
        sample_score.submetrics["n_valid"],
        sample_score.submetrics["letter_violations"],
        sample_score.submetrics["repeats"],
    ) == (25, 0, 0)
    assert sample_score.submetrics["wrong_count_rate"] == 0


def test_the_score_is_the_formula_on_the_tables_rows(item):
    """The slow way: look new and given words up, average over their pairs."""
    words, given_words = WITH_B[:12], ("water", "definition", "flight")
    expected = hard_dat(builtin().embed(words).vectors, builtin().embed(given_words).vectors)
    sample_score = item(scorer_under(), given=given_words)(words=words)
    found = (
        sample_score.score,
        sample_score.submetrics["novelty_within"],
        sample_score.submetrics["distance_to_given"],
    )
    assert found == pytest.approx(tuple(expected), abs=1e-4)
    assert len({round(value, 1) for value in found}) == 3


def test_all_valid_words_are_scored_up_to_25(one, b_words):
    """Not only the first seven or twelve; a 26th is not."""
    sample_score = one(words=[*b_words, "b-side"])
    assert sample_score.details["scored_words"] == b_words
    assert sample_score.submetrics["n_valid"] == 26
    assert sample_score.submetrics["wrong_count_rate"] == 1
    assert one(words=b_words[:13]).details["scored_words"] == b_words[:13]


def test_seven_valid_words_are_enough(one, b_words):
    """Six are not."""
    assert one(words=b_words[:7]).score == pytest.approx(100)
    sample_score = one(words=[*b_words[:6], b_words[0], "cat", "water"])
    assert (sample_score.score, sample_score.failure_reason) == (None, FailureReason.TOO_FEW_VALID)
    assert (sample_score.submetrics["letter_violations"], sample_score.submetrics["repeats"]) == (2, 2)
    assert (sample_score.submetrics["novelty_within"], sample_score.submetrics["distance_to_given"]) == (None, None)


def test_words_with_another_initial_are_counted_and_not_scored(one, b_words):
    """Known or not: cat, cat again, an unknown word, and an article that comes first."""
    sample_score = one(words=["cat", *b_words[:8], "Cat", "zzz", "the bat", "bzzz", "42"])
    assert sample_score.details["scored_words"] == b_words[:8]
    assert sample_score.details["letter_entries"] == ["cat", "Cat"]
    assert sample_score.details["unknown_entries"] == ["zzz", "the bat", "bzzz", "42"]
    assert sample_score.submetrics["letter_violations"] == 4
    assert sample_score.submetrics["repeats"] == 1
    assert sample_score.submetrics["unknown_rate"] == pytest.approx(4 / 14)


def test_spellings_of_one_word_are_one_word(one, b_words):
    """With another initial too: what is counted is the word, not how it is written."""
    sample_score = one(words=[*b_words[:7], "cul de sac", "culdesac"])
    assert (sample_score.submetrics["letter_violations"], sample_score.submetrics["repeats"]) == (2, 1)


def test_repeats_are_counted_and_not_scored(one, b_words):
    """Of a valid word, of an unknown one, and words that were given."""
    sample_score = one(words=[*b_words[:8], b_words[0].title(), b_words[1], "bzzz", "bzzz!", "Town"])
    assert sample_score.details["scored_words"] == b_words[:8]
    assert sample_score.details["repeated_entries"] == [b_words[0].title(), b_words[1]]
    assert sample_score.details["given_entries"] == ["Town"]
    assert sample_score.submetrics["repeats"] == 4
    assert sample_score.submetrics["letter_violations"] == 1


def test_entries_without_letters_are_neither(one, b_words):
    """Two different numbers are unknown words, no more."""
    sample_score = one(words=[*b_words[:7], "42", "43"])
    assert (sample_score.submetrics["letter_violations"], sample_score.submetrics["repeats"]) == (0, 0)


def test_a_given_word_with_the_right_initial_is_no_new_word(item, squares, b_words):
    """Where the user's own items have one."""
    sample_score = item(scorer_under(squares), given=(b_words[0], "water"))(words=b_words[:9])
    assert sample_score.details["scored_words"] == b_words[1:9]
    assert sample_score.details["given_entries"] == [b_words[0]]
    assert (sample_score.submetrics["repeats"], sample_score.submetrics["letter_violations"]) == (1, 0)


@pytest.mark.parametrize(
    ("word", "initial"), [("bat", "b"), ("-bat", "b"), ("b-side", "b"), ("", ""), ("-", ""), ("4b", "")]
)
def test_initials(word, initial):
    """The first letter, behind a hyphen too."""
    assert first_letter(word) == initial


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("\n".join(["bad", "bag"] * 13), {"finish_reason": "length"}, FailureReason.TRUNCATED),
        ('["bad", "bag", "ba', {}, FailureReason.UNPARSABLE),
        ("bad\nbag\nban", {}, FailureReason.TOO_FEW_VALID),
        ("\n".join(f"word{'abcdefghij'[i % 10]}" for i in range(10_000)), {}, FailureReason.TOO_LONG),
    ],
)
def test_every_failure_has_its_reason_and_no_score(one, text, answer, reason):
    """Unscored, not 0; and every submetric of the card is there."""
    sample_score = one(text, **answer)
    assert (sample_score.score, sample_score.failure_reason) == (None, reason)
    assert set(sample_score.submetrics) == {submetric.name for submetric in BENCHMARK.card.submetrics}


@pytest.mark.parametrize("form", ["plain", "commas", "numbered", "apology", "fenced"])
def test_a_chatty_answer_equals_the_bare_one(one, b_words, form):
    """What stands around the words does not move the score."""
    text = {
        "plain": "\n".join(b_words),
        "commas": ", ".join(b_words),
        "numbered": "Sure! Here are 25 words:\n\n"
        + "\n".join(f"{i}. **{word.title()}** - a word" for i, word in enumerate(b_words, 1)),
        "apology": "I'm sorry, I cannot think of rarer ones, but here are 25:\n" + "\n".join(b_words),
        "fenced": '```json\n["' + '", "'.join(b_words) + '"]\n```\nI hope this helps!',
    }[form]
    sample_score = one(text)
    assert sample_score.details["scored_words"] == b_words
    assert (sample_score.submetrics["letter_violations"], sample_score.submetrics["repeats"]) == (0, 0)


def test_ensemble_is_the_mean_of_the_scores(item, squares):
    """Of every number, never of the vectors: half way between the built-in table and right angles."""
    words = ["bed", "bag", "bat", "bit", "bin", "box", "bun", "bud"]

    def numbers(embedding):
        sample_score = item(scorer_under(embedding))(words=words)
        assert sample_score.submetrics["n_valid"] == 8
        return (
            sample_score.score,
            sample_score.submetrics["novelty_within"],
            sample_score.submetrics["distance_to_given"],
        )

    expected = tuple((value + 100) / 2 for value in numbers("builtin"))
    assert numbers(f"builtin+{squares}") == pytest.approx(expected, abs=1e-4)


def test_dictionary_restricts_the_new_words_only(item, squares, b_words, tmp_path):
    """Given words need no dictionary: they are the task's."""
    (tmp_path / "d.txt").write_text("\n".join(b_words[:8]))
    sample_score = item(scorer_under(squares, tmp_path / "d.txt"))(words=b_words)
    assert sample_score.submetrics["n_valid"] == 8
    assert sample_score.submetrics["letter_violations"] == 0
    assert sample_score.score == pytest.approx(100)


def test_each_distinct_word_is_embedded_once(one, b_words):
    """New and given words of a whole run, and not again in the next batch."""
    seen = []
    table = one.scorer.tables[0]
    real = table.embedding

    class Counting:
        def __getattr__(self, name):
            return getattr(real, name)

        def embed(self, texts):
            seen.extend(texts)
            return real.embed(texts)

    table.embedding = Counting()
    rows = [one.row(words=b_words[i:]) for i in range(12)] * 3
    one.scorer.score(rows)
    one.scorer.score(rows[::-1])
    assert sorted(seen) == sorted([*b_words, *one.given])


def test_what_is_asked_gives_only_words_with_vectors(squares):
    """Before anything is asked."""
    with pytest.raises(BadArguments, match=r"squares has no vector for the given words 'aim', 'anode', .* and 15 more"):
        BENCHMARK.settings(embedding=squares, dictionary="none", letters="m", prompts="own")
    assert BENCHMARK.settings(embedding="builtin", prompts="own").letters == "all"


def test_given_words_of_a_file_without_vectors_are_left_out_and_counted(squares, item, b_words):
    """Of the distances; they are given words all the same."""
    scorer = scorer_under(squares)
    without = item(scorer, given=("water", "town"))(words=b_words)
    some = item(scorer, given=("water", "quux", "town", "bleep"))(words=[*b_words, "bleep"])
    assert some.score == without.score == pytest.approx(100)
    assert (some.submetrics["given_unknown"], without.submetrics["given_unknown"]) == (2, 0)
    assert some.details["unknown_given"] == ["quux", "bleep"]
    assert item(scorer, given=("bleep", "water"))(words=[*b_words[:7], "bleep"]).details["unknown_entries"] == ["bleep"]


def test_without_a_known_given_word_there_is_no_score(squares, item, b_words):
    """No distance to the given words is defined."""
    sample_score = item(scorer_under(squares), given=("quux",))(words=b_words)
    assert (sample_score.score, sample_score.failure_reason) == (None, FailureReason.TOO_FEW_VALID)
    assert sample_score.submetrics["n_valid"] == 25
    assert sample_score.details["unknown_given"] == []


def test_given_words_are_looked_up_like_new_ones(squares, item, b_words, tmp_path):
    """Under the same spellings, but without the dictionary; and none of them is a new word."""
    (tmp_path / "words.txt").write_text("\n".join(b_words))
    scorer = scorer_under(squares, dictionary=tmp_path / "words.txt")
    sample_score = item(scorer, given=("cul de sac", "water"))(words=b_words)
    assert (sample_score.submetrics["given_unknown"], sample_score.submetrics["n_valid"]) == (0, 25)
    side = item(scorer_under(squares), given=("b side", "water"))(words=[*b_words[:7], "B side"])
    assert side.details["given_entries"] == ["B side"]


def test_the_key_names_everything_that_moves_the_score(squares, tmp_path):
    """Two settings, two keys."""
    (tmp_path / "words.txt").write_text("cat")

    def key(asked=False, **settings):
        return comparable_key(BENCHMARK, settings_of(BENCHMARK, asked, **settings), asked=asked)

    keys = [
        key(),
        key(embedding=squares, dictionary="none"),
        key(dictionary=str(tmp_path / "words.txt")),
        key(asked=True, prompts="own"),
        key(asked=True, prompts="own", items=1),
        key(asked=True, prompts="own", letters="b"),
    ]
    assert len(set(keys)) == 6
    assert keys[0].startswith("hard_dat|protocol:mctb2025|prompts:from a file|embedding:")
    with pytest.raises(BadArguments, match="items sets how a model or a judge is asked, but none is asked here"):
        key(items=1)  # the samples of a file bring their own
    assert "|dictionary:words@sha256:" in keys[2]
    assert "|prompts:own/21@sha256:57f3bd4e5b1f|items:0/21@sha256:" in keys[3]
    assert "|items:1/21@sha256:" in keys[4]
    assert "|prompts:own/1@sha256:" in keys[5]
    assert "|letters:b|embedding:" in keys[5]
