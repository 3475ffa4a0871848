"""From answers to HardDAT scores, counts and reasons."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import Row
from helm_creativity.scenarios.hard_dat.draws import Items
from helm_creativity.scenarios.hard_dat.measure import hard_dat
from helm_creativity.scenarios.hard_dat.scorer import CARD, HardDatScorer, initial_of, require_given, signature_of

WITH_B = [word for word in builtin().nouns if word.startswith("b")][::100]


def test_an_oracle_scores_100(one, b_words):
    """25 words at right angles to each other and to the given ones."""
    outcome = one("\n".join(b_words))
    assert (outcome.score, outcome.unscored) == (pytest.approx(100), None)
    assert (outcome.facets["novelty_within"], outcome.facets["distance_to_given"]) == pytest.approx((100, 100))
    assert (outcome.facets["n_valid"], outcome.facets["letter_violations"], outcome.facets["repeats"]) == (25, 0, 0)
    assert outcome.facets["wrong_count_rate"] == 0


def test_the_score_is_the_formula_on_the_tables_rows(item):
    """The slow way: look new and given words up, average over their pairs."""
    words, given_words = WITH_B[:12], ("water", "definition", "flight")
    expected = hard_dat(builtin().embed(words).vectors, builtin().embed(given_words).vectors)
    outcome = item(HardDatScorer("mctb2025", "builtin", None), given=given_words)(words=words)
    found = (outcome.score, outcome.facets["novelty_within"], outcome.facets["distance_to_given"])
    assert found == pytest.approx(tuple(expected), abs=1e-4)
    assert len({round(value, 1) for value in found}) == 3


def test_all_valid_words_are_scored_up_to_25(one, b_words):
    """Not only the first seven or twelve; a 26th is not."""
    outcome = one(words=[*b_words, "b-side"])
    assert outcome.details["scored_words"] == b_words
    assert outcome.facets["n_valid"] == 26
    assert outcome.facets["wrong_count_rate"] == 1
    assert one(words=b_words[:13]).details["scored_words"] == b_words[:13]


def test_seven_valid_words_are_enough(one, b_words):
    """Six are not."""
    assert one(words=b_words[:7]).score == pytest.approx(100)
    outcome = one(words=[*b_words[:6], b_words[0], "cat", "water"])
    assert (outcome.score, outcome.unscored) == (None, Unscored.TOO_FEW_VALID)
    assert (outcome.facets["letter_violations"], outcome.facets["repeats"]) == (2, 2)
    assert (outcome.facets["novelty_within"], outcome.facets["distance_to_given"]) == (None, None)


def test_words_with_another_initial_are_counted_and_not_scored(one, b_words):
    """Known or not: cat, cat again, an unknown word, and an article that comes first."""
    outcome = one(words=["cat", *b_words[:8], "Cat", "zzz", "the bat", "bzzz", "42"])
    assert outcome.details["scored_words"] == b_words[:8]
    assert outcome.details["letter_entries"] == ["cat", "Cat"]
    assert outcome.details["unknown_entries"] == ["zzz", "the bat", "bzzz", "42"]
    assert outcome.facets["letter_violations"] == 4
    assert outcome.facets["repeats"] == 1
    assert outcome.facets["unknown_rate"] == pytest.approx(4 / 14)


def test_spellings_of_one_word_are_one_word(one, b_words):
    """With another initial too: what is counted is the word, not how it is written."""
    outcome = one(words=[*b_words[:7], "cul de sac", "culdesac"])
    assert (outcome.facets["letter_violations"], outcome.facets["repeats"]) == (2, 1)


def test_repeats_are_counted_and_not_scored(one, b_words):
    """Of a valid word, of an unknown one, and words that were given."""
    outcome = one(words=[*b_words[:8], b_words[0].title(), b_words[1], "bzzz", "bzzz!", "Town"])
    assert outcome.details["scored_words"] == b_words[:8]
    assert outcome.details["repeated_entries"] == [b_words[0].title(), b_words[1]]
    assert outcome.details["given_entries"] == ["Town"]
    assert outcome.facets["repeats"] == 4
    assert outcome.facets["letter_violations"] == 1


def test_entries_without_letters_are_neither(one, b_words):
    """Two different numbers are unknown words, no more."""
    outcome = one(words=[*b_words[:7], "42", "43"])
    assert (outcome.facets["letter_violations"], outcome.facets["repeats"]) == (0, 0)


def test_a_given_word_with_the_right_initial_is_no_new_word(item, squares, b_words):
    """Where the user's own items have one."""
    outcome = item(HardDatScorer("mctb2025", squares, None), given=(b_words[0], "water"))(words=b_words[:9])
    assert outcome.details["scored_words"] == b_words[1:9]
    assert outcome.details["given_entries"] == [b_words[0]]
    assert (outcome.facets["repeats"], outcome.facets["letter_violations"]) == (1, 0)


@pytest.mark.parametrize(
    ("word", "initial"), [("bat", "b"), ("-bat", "b"), ("b-side", "b"), ("", ""), ("-", ""), ("4b", "")]
)
def test_initials(word, initial):
    """The first letter, behind a hyphen too."""
    assert initial_of(word) == initial


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("", {}, Unscored.EMPTY),
        ("<think>bat, bed", {}, Unscored.EMPTY),
        ("I'm sorry, but I can't help with that.", {}, Unscored.REFUSED),
        ("", {"finish_reason": "content_filter", "failed": True}, Unscored.REFUSED),
        ("\n".join(["bad", "bag"] * 13), {"finish_reason": "length"}, Unscored.TRUNCATED),
        ('["bad", "bag", "ba', {}, Unscored.UNPARSABLE),
        ("bad\nbag\nban", {}, Unscored.TOO_FEW_VALID),
        ("\n".join(f"word{'abcdefghij'[i % 10]}" for i in range(10_000)), {}, Unscored.TOO_LONG),
        ("", {"failed": True}, Unscored.FAILED),
    ],
)
def test_every_failure_has_its_reason_and_no_score(one, text, answer, reason):
    """Unscored, not 0; and every facet of the card is there."""
    outcome = one(text, **answer)
    assert (outcome.score, outcome.unscored) == (None, reason)
    assert set(outcome.facets) == {facet.name for facet in CARD.facets}


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
    outcome = one(text)
    assert outcome.details["scored_words"] == b_words
    assert (outcome.facets["letter_violations"], outcome.facets["repeats"]) == (0, 0)


def test_ensemble_is_the_mean_of_the_scores(item, squares):
    """Of every number, never of the vectors: half way between the built-in table and right angles."""
    words = ["bed", "bag", "bat", "bit", "bin", "box", "bun", "bud"]

    def numbers(embedding):
        outcome = item(HardDatScorer("mctb2025", embedding, None))(words=words)
        assert outcome.facets["n_valid"] == 8
        return outcome.score, outcome.facets["novelty_within"], outcome.facets["distance_to_given"]

    expected = tuple((value + 100) / 2 for value in numbers("builtin"))
    assert numbers(f"builtin+{squares}") == pytest.approx(expected, abs=1e-4)


def test_dictionary_restricts_the_new_words_only(item, squares, b_words):
    """Given words need no dictionary: they are the task's."""
    scorer = HardDatScorer("mctb2025", squares, Dictionary("d@sha256:0", frozenset(b_words[:8])))
    outcome = item(scorer)(words=b_words)
    assert outcome.facets["n_valid"] == 8
    assert outcome.facets["letter_violations"] == 0
    assert outcome.score == pytest.approx(100)


WORDS = ["bed", "bat", "bag", "bin", "box", "bud", "bun", "bit", "cat", "zzz", "water", "Bed", ""]


@given(st.lists(st.tuples(st.sampled_from("bcw"), st.lists(st.sampled_from(WORDS), max_size=14)), max_size=8))
def test_batches_do_not_matter(answers):
    """A row's outcome does not depend on the rows beside it."""
    rows = [Row(None, {"letter": letter, "given": ["water", "town"], "words": words}) for letter, words in answers]
    together = HardDatScorer("mctb2025", "builtin", None).score(rows)
    alone = [HardDatScorer("mctb2025", "builtin", None).score([row])[0] for row in rows]
    for a, b in zip(together, alone, strict=True):
        assert a.facets == {name: value if value is None else pytest.approx(value) for name, value in b.facets.items()}
        assert a.score == (None if b.score is None else pytest.approx(b.score))
        assert replace(a, score=0.0, unscored=None, facets={}) == replace(b, score=0.0, unscored=None, facets={})


@given(st.text())
def test_no_text_makes_it_raise(text):
    """Every answer has a score or a reason."""
    row = Row(Answer(text), {"letter": "b", "given": ["water"]})
    (outcome,) = HardDatScorer("mctb2025", "builtin", None).score([row])
    assert (outcome.score is None) != (outcome.unscored is None)
    assert set(outcome.facets) == {facet.name for facet in CARD.facets}


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


def test_a_given_word_without_a_vector_is_an_error_that_names_it(squares, item, b_words):
    """Before anything is asked where the items are known, otherwise with the row."""
    with pytest.raises(BadArguments, match=r"squares has no vector for the given words 'aim', 'anode', .* and 15 more"):
        require_given(squares, Items.of("m", 0))
    assert require_given("builtin", Items.of("all", 0))
    with pytest.raises(BadArguments, match="squares has no vector for the given words 'quux'"):
        item(HardDatScorer("mctb2025", squares, None), given=("water", "quux"))(words=b_words)


def test_signature_names_everything_that_moves_the_score(squares):
    """Two settings, two signatures."""
    words = Dictionary("olson2021@sha256:33adcdd06a03", frozenset({"cat"}))
    signatures = [
        signature_of("mctb2025", "builtin", None),
        signature_of("mctb2025", squares, None),
        signature_of("mctb2025", "builtin", words),
        signature_of("mctb2025", "builtin", None, Items()),
        signature_of("mctb2025", "builtin", None, Items(draw=1)),
        signature_of("mctb2025", "builtin", None, Items.of("b", 0)),
    ]
    assert len(set(signatures)) == 6
    assert "|prompts:not asked here|words:7-25 of 25|given:in the rows|draw:in the rows|" in signatures[0]
    assert "dictionary:olson2021@sha256:33adcdd06a03" in signatures[2]
    assert "|prompts:21@sha256:" in signatures[3]
    assert "|given:common_nouns@sha256:e0078f587bf9|draw:1|" in signatures[4]
    assert "|prompts:1@sha256:" in signatures[5]
