"""The six kinds of change, and the items: all of them sound, none twice, and the same everywhere."""

import hashlib
import json
from collections import Counter
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.letter_string.items import (
    ALPHABETS,
    KINDS,
    LAST_SEED,
    SYMBOLS,
    USUAL,
    as_in_the_example,
    changed,
    draw_analogies,
    is_sound,
)

NAMES = ("alphabet", "before", "after", "target", "answer")
MOVED = {"standard": 0, "permuted2": 2, "permuted5": 5, "permuted10": 10, "permuted20": 20}


def chars(text):
    return tuple(text.split())


@pytest.mark.parametrize("seed", [0, 1, LAST_SEED])
def test_every_item_is_sound(seed):
    """500 of them; cells of kind and alphabet differ by one at most, and each has one answer."""
    made = draw_analogies(seed)
    cells = Counter((item.alphabets, item.kind) for item in made)
    # 500 = 36 · 13 + 32: all cells have 14 but the last four.
    last = {("symbols", kind) for kind in KINDS[2:]}
    assert cells == {cell: 13 if cell in last else 14 for cell in product(ALPHABETS, KINDS)}
    assert [item.id for item in made] == [f"{seed}-{number:03d}" for number in range(1, 501)]
    for item in made:
        alphabet, before, after, target, answer = strings = tuple(chars(getattr(item, name)) for name in NAMES)
        # So many letters in others' places, all others where they belong; symbols are always the same ten.
        usual = sorted(SYMBOLS) if item.alphabets == "symbols" else list(USUAL)
        assert sorted(alphabet) == usual
        moved = sum(map(str.__ne__, alphabet, usual))
        assert moved == MOVED.get(item.alphabets, moved)
        # Of all six kinds, under the item's alphabet and the usual one, only its own explains the example.
        explain = {kind for kind in KINDS for order in (alphabet, USUAL) if changed(kind, before, order) == after}
        assert explain == {item.kind}
        assert changed(item.kind, before, alphabet) == after
        assert changed(item.kind, target, alphabet) == answer
        # Neither strings of the question, nor copying the example, nor the usual alphabet give the answer.
        assert len(set(strings[1:])) == 4
        assert as_in_the_example(before, after, target) not in (answer, target)
        if item.alphabets.startswith("permuted") and item.kind != "remove":
            assert changed(item.kind, target, USUAL) != answer
        # Made from different runs of five characters, as long as Lewis and Mitchell's are.
        lengths = {"successor": (4, 4), "predecessor": (4, 4), "extend": (4, 5), "remove": (6, 5)}
        assert (len(before), len(after)) == (len(target), len(answer)) == lengths.get(item.kind, (5, 5))
        # What the string was and what has become of it, together.
        whole = {
            "successor": ((*before, after[-1]), (*target, answer[-1])),
            "predecessor": ((after[0], *before), (answer[0], *target)),
        }.get(item.kind, (after, answer))
        assert set(whole) <= {alphabet[i : i + 5] for i in range(len(alphabet) - 4)}
        assert whole[0] != whole[1]


@pytest.mark.parametrize(("answer", "sound"), [("ijkm", True), ("ijkn", False)])
def test_an_answer_that_its_change_does_not_make_is_left_out(answer, sound):
    pairs = (tuple("abcd"), tuple("abce")), (tuple("ijkl"), tuple(answer))
    assert is_sound("standard", "successor", tuple(USUAL), *pairs) is sound


def test_items_are_what_they_always_were():
    """In any process, whatever its hash seed: other items would be another test."""
    assert hashlib.sha256(json.dumps(draw_analogies(0)).encode()).hexdigest()[:12] == "0bc5622acf55"


SIGNS = "& > $ ! + ) < @ = *"
M_FOR_E = "a b c d m f g h i j k l e n o p q r s t u v w x y z"
SHUFFLED = "x y l k w b f z t n j r q a h v g m u o p d i c s e"
ABC = " ".join(USUAL)


@pytest.mark.parametrize(
    ("kind", "order", "before", "after", "target", "answer", "copied"),
    [
        # Webb, Holyoak and Lu 2023 for each kind, as Lewis and Mitchell's program repeats them.
        ("successor", ABC, "a b c d", "a b c e", "i j k l", "i j k m", "i j k e"),
        ("predecessor", ABC, "b c d e", "a c d e", "j k l m", "i k l m", "a k l m"),
        ("extend", ABC, "a b c d", "a b c d e", "i j k l", "i j k l m", "i j k l e"),
        # The first of two equal characters stands for both: a0 b1 b2 c3 becomes places 0, 1, 3.
        ("remove", ABC, "a b b c d e", "a b c d e", "i j k l l m", "i j k l m", "i j l l m"),
        ("fix", ABC, "a w c d e", "a b c d e", "i j k p m", "i j k l m", "i b k p m"),
        ("sort", ABC, "a b e d c", "a b c d e", "i k j l m", "i j k l m", "i k m l j"),
        # Mitchell's account of Lewis and Mitchell 2024 (two alphabets), and Webb, Holyoak and Lu 2025 (the last).
        ("successor", M_FOR_E, "b c d m", "b c d f", "p q r s", "p q r t", "p q r f"),
        ("predecessor", SIGNS, "< @ = *", ") @ = *", "$ ! + )", "> ! + )", ") ! + )"),
        ("successor", SHUFFLED, "x y l k", "x y l w", "j r q a", "j r q h", "j r q w"),
    ],
)
def test_printed_analogies(kind, order, before, after, target, answer, copied):
    """Only its kind makes the printed pairs, under the alphabet that is given; copying makes another string.

    In a copy what stayed stays, what moved moves, what is new is new.
    """
    alphabet = chars(order)
    assert [kind for kind in KINDS if changed(kind, chars(before), alphabet) == chars(after)] == [kind]
    assert [kind for kind in KINDS if changed(kind, chars(target), alphabet) == chars(answer)] == [kind]
    assert as_in_the_example(chars(before), chars(after), chars(target)) == chars(copied)


TEXTS = st.lists(st.sampled_from("abcdefgh"), min_size=3, max_size=7).map(tuple)


def slowly(kind, text, alphabet):
    """What each kind of change claims to be, by trying every string that could come of it."""
    m, next_to, found = len(text), set(pairwise(alphabet)), []
    if kind in ("successor", "extend"):
        found = [(*text[: m - (kind == "successor")], new) for new in alphabet if (text[-1], new) in next_to]
    elif kind == "predecessor":
        found = [(new, *text[1:]) for new in alphabet if (new, text[0]) in next_to]
    elif kind == "remove":
        doubled = [i for i in range(m - 1) if text[i] == text[i + 1]]
        found = [text[:i] + text[i + 1 :] for i in doubled] if len(doubled) == 1 else []
    elif kind == "fix":
        one_off = {(*text[:i], new, *text[i + 1 :]) for i in range(m) for new in alphabet if new != text[i]}
        found = [candidate for candidate in one_off if all(pair in next_to for pair in pairwise(candidate))]
    elif set(text) <= set(alphabet):
        rising = [x for x in alphabet for y in text if x == y]
        found = [candidate for candidate in set(permutations(text)) if list(candidate) == rising != list(text)]
    return found[0] if found else None


@given(st.sampled_from(KINDS), TEXTS, st.permutations("abcdefgh").map(tuple))
def test_agrees_with_the_definition(kind, text, order):
    """By trying all strings."""
    assert changed(kind, text, order) == slowly(kind, text, order)
