"""From answers to HardDAT scores, counts and reasons."""

import pytest
from support.hard_dat import scorer_under

from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.hard_dat.scoring import hard_dat_of_lists
from helm_creativity.task_types.word_list.scorer import first_letter

WITH_B = [word for word in builtin().nouns if word.startswith("b")][::100]


def test_the_score_is_the_formula_on_the_tables_rows(item):
    """The slow way: look new and given words up, average over their pairs."""
    words, given_words = WITH_B[:12], ("water", "definition", "flight")
    vectors = builtin().embed([*words, *given_words]).vectors
    (expected,) = hard_dat_of_lists([range(12)], [range(12, 15)], vectors)
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


def test_given_words_of_a_file_without_vectors_are_left_out_and_counted(squares, item, b_words):
    """Of the distances; they are given words all the same."""
    scorer = scorer_under(squares)
    without = item(scorer, given=("water", "town"))(words=b_words)
    some = item(scorer, given=("water", "quux", "town", "bleep"))(words=[*b_words, "bleep"])
    assert some.score == without.score == pytest.approx(100)
    assert (some.submetrics["given_unknown"], without.submetrics["given_unknown"]) == (2, 0)
    assert some.details["unknown_given"] == ["quux", "bleep"]
    assert item(scorer, given=("bleep", "water"))(words=[*b_words[:7], "bleep"]).details["unknown_entries"] == ["bleep"]
