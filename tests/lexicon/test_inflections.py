"""Forms of one word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.lexicon.inflections import inflected_forms, is_inflection
from helm_creativity.lexicon.word_files import CUE_WORDS


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("rock", "rocks rocked rocking"),
        ("fire", "fires fired firing"),
        ("eye", "eyes eyed eyeing eying"),
        ("anger", "angers angered angering"),
        ("butterfly", "butterflies"),
        ("dry", "dries dried drying"),
        ("decay", "decays decayed decaying"),
        ("joy", "joys joyed joying"),
        ("skin", "skins skinned skinning"),
        ("dam", "dams dammed damming"),
        ("box", "boxes boxed boxing"),
        ("rain", "rains rained raining"),
        ("crown", "crowns crowned crowning"),
    ],
)
def test_regular_forms(word, forms):
    """By the rules of spelling: endings, silent e, y, doubled consonants."""
    assert {word, *forms.split()} <= inflected_forms(word)
    for form in forms.split():
        assert is_inflection(form, word)
        assert is_inflection(word, form)


@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        ("joy", "joies"),
        ("dam", "dames"),
        ("decay", "decaied"),
        ("rain", "rainned"),
        ("crown", "crownned"),
        ("box", "boxxed"),
        ("dry", "dryying"),
    ],
)
def test_rules_have_their_limits(word, wrong):
    """A vowel before the y keeps it; two vowels, and w, x or y at the end, double nothing."""
    assert wrong not in inflected_forms(word)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        *[("rocky", "rock"), ("bedrock", "rock"), ("firefly", "fire"), ("heartbeat", "heart"), ("salty", "salt")],
        *[("dreamer", "dream"), ("hopeful", "hope"), ("rock", "stone"), ("ant", "antenna"), ("cell", "cellar")],
    ],
)
def test_derivations_and_compounds_are_other_words(word, other):
    """They may stand beside the word."""
    assert not is_inflection(word, other)
    assert not is_inflection(other, word)


@pytest.mark.parametrize(
    ("plural", "singular"), [("wolves", "wolf"), ("feet", "foot"), ("leaves", "leaf"), ("mice", "mouse")]
)
def test_irregular_plurals_are_wordnets(plural, singular):
    """Whichever of the two is asked about."""
    assert is_inflection(plural, singular)
    assert is_inflection(singular, plural)


def test_capitals_do_not_matter():
    """A cue may come as it was typed."""
    assert is_inflection("rocks", "Rock")
    assert is_inflection("Rocks", "rock")
    assert is_inflection("Wolves", "WOLF")


def test_the_cue_words_are_different_words():
    """No cue is a form of another."""
    assert [
        (word, other) for word in CUE_WORDS for other in CUE_WORDS if word != other and is_inflection(word, other)
    ] == []


words = st.text("abcdeinrsty", min_size=1, max_size=8)


@given(words)
def test_a_word_is_a_form_of_itself(word):
    """Whatever it is."""
    assert word in inflected_forms(word)
    assert is_inflection(word, word)


@given(words, words)
def test_forms_are_forms_both_ways(one, other):
    """No word is the other's form without the other being its."""
    assert is_inflection(one, other) == is_inflection(other, one)
