"""Texts that are no answer are found, and what people and models write is not taken for them."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import hostile
from support.replies import cases, older

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.parsing.plausibility import ANYTHING, PHRASES, PROSE, implausible, letter_triples
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import as_written

FORMS = {"anything": ANYTHING, "phrases": PHRASES, "prose": PROSE}
WRITTEN = older("plausible")
TIMES_SEEN = 5


@pytest.mark.parametrize("form", FORMS)
def test_what_is_written_passes(form):
    """Whatever its kind, language and script; short answers and JSON where anything can be an answer."""
    texts = [case["text"] for case in WRITTEN if case["form"] in ("prose", form)]
    assert len(texts) >= 22
    assert [text for text in texts if implausible(text, FORMS[form])] == []


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", hostile.everywhere())
def test_texts_that_are_no_answer_are_found(kind, form):
    """All of them; keys that were mashed by chance into syllables, four of five."""
    texts = hostile.everywhere()[kind]
    found = sum(implausible(text, FORMS[form]) is not None for text in texts)
    assert found >= (0.75 if kind == "mashed keys" else 0.99) * len(texts)


@pytest.mark.parametrize("form", ["phrases", "prose"])
@pytest.mark.parametrize("kind", hostile.without_words())
def test_signs_and_figures_are_no_words(kind, form):
    """Where an answer has some."""
    assert all(implausible(text, FORMS[form]) for text in hostile.without_words()[kind])


@pytest.mark.parametrize("kind", hostile.without_sentences())
def test_random_nouns_are_no_prose(kind):
    """But phrases they may be: the baselines' lists are."""
    texts = hostile.without_sentences()[kind]
    found = [implausible(text, PROSE) for text in texts]
    assert found.count("word salad") >= 0.95 * len(texts)
    assert not any(implausible(text, PHRASES) for text in texts if len(text.split()) < PHRASES.most)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("stamp letter send", "too short"),
        ("He sent the stamp.", None),
        ("He did not send the old stamp.", "too long"),
        ("他寄出了一封信", None),
    ],
)
def test_lengths_are_the_forms(text, reason):
    """In words; two letters of a script without spaces count as one."""
    assert implausible(text, replace(PROSE, least=4, most=6)) == reason


def test_it_is_the_last_reason():
    """An answer that is cut off or declines has that reason; without a form the parser decides."""
    blob, story = hostile.everywhere()["base64"][0], WRITTEN[0]["text"]
    assert unanswered(Response(blob, "stop"), form=ANYTHING) is FailureReason.IMPLAUSIBLE
    assert unanswered(Response(f"<think>A story.</think>{blob}"), form=PROSE) is FailureReason.IMPLAUSIBLE
    assert unanswered(Response(f"<think>{blob}</think>{story}"), form=PROSE) is None
    assert unanswered(Response(blob, "length"), form=ANYTHING) is FailureReason.TRUNCATED
    assert unanswered(Response(blob, "stop")) is None


@pytest.mark.parametrize(("shape", "form"), [("stories", PROSE), ("ideas", PROSE), ("uses", PHRASES)])
def test_no_reply_of_the_corpora_is_implausible(shape, form):
    """Real ones of a small model among them, which repeat themselves."""
    texts = [as_written(case["text"]) for case in cases(shape)]
    assert [text for text in texts if text and implausible(text, form)] == []


def test_the_triples_are_those_of_the_nouns():
    """Of the built-in table, five times at least."""
    counts = Counter(noun[i : i + 3] for noun in builtin().nouns for i in range(len(noun) - 2))
    assert letter_triples() == {triple for triple, count in counts.items() if count >= TIMES_SEEN}


@given(st.lists(st.sampled_from(builtin().nouns), min_size=1, max_size=30), st.sampled_from([", ", "\n", "; "]))
def test_nouns_in_a_list_pass_unless_they_are_odd(nouns, separator):
    """As the baselines write them; odd are those of which hardly a triple occurs in others."""
    triples = [noun[i : i + 3] for noun in nouns for i in range(len(noun) - 2)]
    odd = sum(triple in letter_triples() for triple in triples) < 0.5 * len(triples)
    if len(set(nouns)) > len(nouns) / 2 and len("".join(nouns)) > 20:
        assert implausible(separator.join(nouns), PHRASES) in (None, "data" if odd else None)
