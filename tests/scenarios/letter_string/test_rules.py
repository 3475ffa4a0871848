"""The six kinds of change."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.letter_string.items import KINDS, USUAL, as_in_the_example, changed

# Pairs that Webb, Holyoak and Lu 2023 give for each kind, and that Lewis and Mitchell's program repeats.
PRINTED = [
    ("successor", "a b c d", "a b c e"),
    ("successor", "i j k l", "i j k m"),
    ("predecessor", "b c d e", "a c d e"),
    ("predecessor", "j k l m", "i k l m"),
    ("extend", "a b c d", "a b c d e"),
    ("extend", "i j k l", "i j k l m"),
    ("remove", "a b b c d e", "a b c d e"),
    ("remove", "i j k l l m", "i j k l m"),
    ("fix", "a w c d e", "a b c d e"),
    ("fix", "i j k p m", "i j k l m"),
    ("sort", "a b e d c", "a b c d e"),
    ("sort", "i k j l m", "i j k l m"),
]
SWAPPED = "a b c d m f g h i j k l e n o p q r s t u v w x y z"
SHUFFLED = "x y l k w b f z t n j r q a h v g m u o p d i c s e"
SIGNS = "& > $ ! + ) < @ = *"
# Examples and targets with their intended answers: Mitchell's account of Lewis and Mitchell 2024 (two alphabets), and
# Webb, Holyoak and Lu 2025 (the shuffled one).
PRINTED_COUNTERFACTUAL = [
    ("successor", SWAPPED, "b c d m", "b c d f", "p q r s", "p q r t"),
    ("predecessor", SIGNS, "< @ = *", ") @ = *", "$ ! + )", "> ! + )"),
    ("successor", SHUFFLED, "x y l k", "x y l w", "j r q a", "j r q h"),
]
small = st.integers(3, 7).flatmap(lambda m: st.lists(st.sampled_from("abcdefgh"), min_size=m, max_size=m).map(tuple))
orders = st.permutations("abcdefgh").map(tuple)


def chars(text):
    return tuple(text.split())


def slowly(kind, text, alphabet):
    """What each kind of change claims to be, by trying every string that could come of it."""
    m = len(text)
    next_to = set(pairwise(alphabet))
    found = []
    if kind == "successor":
        found = [(*text[:-1], new) for new in alphabet if (text[-1], new) in next_to]
    elif kind == "predecessor":
        found = [(new, *text[1:]) for new in alphabet if (new, text[0]) in next_to]
    elif kind == "extend":
        found = [(*text, new) for new in alphabet if (text[-1], new) in next_to]
    elif kind == "remove":
        doubled = [i for i in range(m - 1) if text[i] == text[i + 1]]
        found = [text[:i] + text[i + 1 :] for i in doubled] if len(doubled) == 1 else []
    elif kind == "fix":
        one_off = {(*text[:i], new, *text[i + 1 :]) for i in range(m) for new in alphabet if new != text[i]}
        found = [candidate for candidate in one_off if all(pair in next_to for pair in pairwise(candidate))]
    elif set(text) <= set(alphabet):
        rising = (
            permutation
            for permutation in set(permutations(text))
            if list(permutation) == [x for x in alphabet for y in text if x == y]
        )
        found = [candidate for candidate in rising if candidate != text]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize(("kind", "before", "after"), PRINTED)
def test_printed_pairs(kind, before, after):
    """Each kind makes its printed pairs, and no other kind does."""
    made = {other: changed(other, chars(before), USUAL) for other in KINDS}
    assert [other for other in KINDS if made[other] == chars(after)] == [kind]


@pytest.mark.parametrize(("kind", "order", "before", "after", "target", "answer"), PRINTED_COUNTERFACTUAL)
def test_printed_counterfactuals(kind, order, before, after, target, answer):
    """Under the alphabet that is given, the printed answer is what the kind that explains the example makes."""
    alphabet = chars(order)
    assert [kind for kind in KINDS if changed(kind, chars(before), alphabet) == chars(after)] == [kind]
    assert changed(kind, chars(target), alphabet) == chars(answer)


@given(st.sampled_from(KINDS), small, orders)
def test_agrees_with_the_definition(kind, text, order):
    """By trying all strings."""
    assert changed(kind, text, order) == slowly(kind, text, order)


@given(st.sampled_from(KINDS), small, orders, st.permutations("abcdefgh"))
def test_names_of_characters_do_not_count(kind, text, order, other_names):
    """A change commutes with another spelling of all characters: only the order counts."""
    spelt = dict(zip("abcdefgh", other_names, strict=True))

    def respelt(string):
        return None if string is None else tuple(spelt[sign] for sign in string)

    assert changed(kind, respelt(text), respelt(order)) == respelt(changed(kind, text, order))


@pytest.mark.parametrize(
    ("before", "after", "target", "copied"),
    [
        ("a b c d", "a b c e", "i j k l", "i j k e"),
        ("b c d e", "a c d e", "j k l m", "a k l m"),
        ("a b c d", "a b c d e", "i j k l", "i j k l e"),
        # The first of two equal characters stands for both: a0 b1 b2 c3 becomes places 0, 1, 3.
        ("a b b c d e", "a b c d e", "i j k l l m", "i j l l m"),
        ("a w c d e", "a b c d e", "i j k p m", "i b k p m"),
        ("a b e d c", "a b c d e", "i k j l m", "i k m l j"),
    ],
)
def test_copies_of_the_example(before, after, target, copied):
    """What stayed stays, what moved moves, what is new is new."""
    assert as_in_the_example(chars(before), chars(after), chars(target)) == chars(copied)
