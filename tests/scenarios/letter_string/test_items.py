"""The items: all of them sound, none twice, and the same everywhere."""

import hashlib
import json
from collections import Counter

import pytest
from support.process import python

from helm_creativity.scenarios.letter_string import items
from helm_creativity.scenarios.letter_string.items import (
    ALPHABETS,
    KINDS,
    LAST_SEED,
    SYMBOLS,
    USUAL,
    Draws,
    as_in_the_example,
    changed,
    draw_analogies,
    is_sound,
)

SEEDS = (0, 1, LAST_SEED)
# A regression fact: other items would be another test.
FIRST = "0-001 standard successor k l m n -> k l m o after s t u v -> s t u w"
CHECKSUM = "0bc5622acf55"
MOVED = {"standard": 0, "permuted2": 2, "permuted5": 5, "permuted10": 10, "permuted20": 20}


def chars(text):
    return tuple(text.split())


def strings(item):
    """Alphabet, example, target and answer."""
    return tuple(chars(getattr(item, name)) for name in ("alphabet", "before", "after", "target", "answer"))


def checksum(some):
    return hashlib.sha256(json.dumps(some).encode()).hexdigest()[:12]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_design_is_balanced(seed):
    """500 items; cells of kind and alphabet differ by one at most."""
    made = draw_analogies(seed)
    cells = Counter((item.alphabets, item.kind) for item in made)
    assert len(made) == 500
    assert set(cells) == {(alphabet, kind) for alphabet in ALPHABETS for kind in KINDS}
    # 500 = 36 · 13 + 32: all cells have 14 but the last four.
    assert sorted(cells.values()) == [13] * 4 + [14] * 32
    assert {cell for cell, n in cells.items() if n == 13} == {("symbols", kind) for kind in KINDS[2:]}
    assert [item.id for item in made] == [f"{seed}-{number:03d}" for number in range(1, 501)]


@pytest.mark.parametrize("seed", SEEDS)
def test_alphabets_are_what_they_are_called(seed):
    """So many letters in others' places, all others where they belong; symbols are always the same ten."""
    for item in draw_analogies(seed):
        alphabet = chars(item.alphabet)
        if item.alphabets == "symbols":
            assert sorted(alphabet) == sorted(SYMBOLS)
        else:
            assert sorted(alphabet) == list(USUAL)
            assert sum(map(str.__ne__, alphabet, USUAL)) == MOVED[item.alphabets]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_item_has_one_answer(seed):
    """Of all six kinds, under the item's alphabet and the usual one, only its own explains the example."""
    for item in draw_analogies(seed):
        alphabet, before, after, target, answer = strings(item)
        explain = {kind for kind in KINDS for order in (alphabet, USUAL) if changed(kind, before, order) == after}
        assert explain == {item.kind}
        assert changed(item.kind, before, alphabet) == after
        assert changed(item.kind, target, alphabet) == answer


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_else_gives_the_answer(seed):
    """Neither repeating strings of the question, nor copying the example, nor the usual alphabet."""
    for item in draw_analogies(seed):
        _, before, after, target, answer = strings(item)
        assert len({before, after, target, answer}) == 4
        assert as_in_the_example(before, after, target) not in (answer, target)
        if item.alphabets.startswith("permuted") and item.kind != "remove":
            assert changed(item.kind, target, USUAL) != answer


@pytest.mark.parametrize("seed", SEEDS)
def test_strings_are_runs_of_the_alphabet(seed):
    """Example and target are made from different runs of five characters, as long as Lewis and Mitchell's are."""
    lengths = {"successor": (4, 4), "predecessor": (4, 4), "extend": (4, 5), "remove": (6, 5)}
    for item in draw_analogies(seed):
        alphabet, before, after, target, answer = strings(item)
        assert (len(before), len(after)) == (len(target), len(answer)) == lengths.get(item.kind, (5, 5))
        runs = [alphabet[i : i + 5] for i in range(len(alphabet) - 4)]
        if item.kind not in ("successor", "predecessor"):
            whole = (after, answer)
        else:  # what the string was and what has become of it, together
            first = item.kind == "predecessor"
            whole = tuple((y[0], *x) if first else (*x, y[-1]) for x, y in ((before, after), (target, answer)))
        assert set(whole) <= set(runs)
        assert whole[0] != whole[1]


@pytest.mark.parametrize(
    ("alphabets", "kind", "order", "example", "question", "sound"),
    [
        ("standard", "successor", USUAL, ("abcd", "abce"), ("ijkl", "ijkm"), True),
        ("standard", "successor", USUAL, ("abcd", "abce"), ("ijkl", "ijkn"), False),  # not the answer
        ("standard", "predecessor", USUAL, ("abcd", "abce"), ("jklm", "iklm"), False),  # not the example's change
        ("standard", "remove", USUAL, ("abbcde", "abcde"), ("ijklmm", "ijklm"), True),
        ("standard", "remove", USUAL, ("abbcde", "abcde"), ("ijjklm", "ijklm"), False),  # copying gives the answer
        ("standard", "sort", USUAL, ("bacde", "abcde"), ("jiklm", "ijklm"), False),  # and here
        ("standard", "fix", USUAL, ("awcde", "abcde"), ("xjklm", "ijklm"), True),
        ("standard", "fix", USUAL, ("awcde", "abcde"), ("ibklm", "ijklm"), False),  # copying makes no other string
        # Where b and c have changed places, a c follows b in no other way than under the usual alphabet.
        ("permuted2", "successor", "acbdefghijklmnopqrstuvwxyz", ("efgh", "efgi"), ("jklm", "jkln"), False),
        ("permuted2", "successor", "acbdefghijklmnopqrstuvwxyz", ("efgh", "efgi"), ("acb", "acd"), True),
        ("permuted2", "remove", "acbdefghijklmnopqrstuvwxyz", ("acbb", "acb"), ("eefgh", "efgh"), False),
        ("permuted2", "remove", "acbdefghijklmnopqrstuvwxyz", ("efgg", "efg"), ("aacb", "acb"), True),
        # d and e have changed places: going by the alphabet, the last letter of b c e gets its successor; going by the
        # usual one, the sequence b c e is mended.
        ("permuted2", "successor", "abcedfghijklmnopqrstuvwxyz", ("bce", "bcd"), ("hijk", "hijl"), False),
    ],
)
def test_what_is_not_sound_is_left_out(alphabets, kind, order, example, question, sound):
    """Each law by an item that breaks no other."""
    pairs = tuple(tuple(map(tuple, pair)) for pair in (example, question))
    assert is_sound(alphabets, kind, tuple(order), *pairs) is sound


def test_items_are_what_they_always_were():
    """In this process and in others, whatever their hash seed."""
    first = draw_analogies(0)[0]
    assert (
        f"{first.id} {first.alphabets} {first.kind} {first.target} -> {first.answer} "
        f"after {first.before} -> {first.after}"
    ) == FIRST
    there = python(
        "import json; from helm_creativity.scenarios.letter_string.items import draw_analogies\n"
        "print(json.dumps([draw_analogies(0), draw_analogies(7)]))"
    )
    assert there == json.loads(json.dumps([draw_analogies(0), draw_analogies(7)]))
    assert checksum(there[0]) == CHECKSUM


def test_draws_are_even():
    """Every number as often as chance would have it, and every order of three."""
    draws = Draws("even")
    # 6000 draws of six: 1000 each, sd 29; the same of orders.
    numbers = Counter(draws.sample(range(6), 1)[0] for _ in range(6000))
    orders = Counter(tuple(draws.sample("abc", 3)) for _ in range(6000))
    for counts in (numbers, orders):
        assert len(counts) == 6
        assert all(abs(n - 1000) < 5 * 29 for n in counts.values())


def test_letters_move_evenly():
    """Every place of the alphabet is taken by another letter about as often as any other."""
    moved = Counter()
    for i in range(500):
        alphabet = items.draw_alphabet("permuted10", Draws("places", i))
        moved.update(place for place in range(26) if alphabet[place] != USUAL[place])
    # 500 draws of 10 of 26 places: 192 each, sd 11.
    assert len(moved) == 26
    assert all(abs(n - 5000 / 26) < 5 * 11 for n in moved.values())
