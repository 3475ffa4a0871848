"""Items: letters, and the words that are given with them."""

from collections import Counter

import common_nouns as program
import pytest
from support.hard_dat import BENCHMARK, items_by_letter
from support.process import python

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.word_files import read_words_file

given_words = BENCHMARK.given_words
NOUNS = read_words_file(BENCHMARK.folder / "items" / "common_nouns.txt")
# A regression fact: another draw would be another test.
GIVEN_WITH_A = (
    "department onset object folklore title injury extent observer concentration base second cloud wind wagon police "
    "colonel wage share future price"
)


@pytest.mark.parametrize("draw", [0, 1, 999])
def test_every_item_has_twenty_words_with_other_initials(draw):
    """Each once, all of them common nouns; 21 letters of 26, as in the report: j, q, v, x and z are not asked."""
    given = {letter: item.fields["given"] for letter, item in items_by_letter(items=draw).items()}
    assert "".join(given) == "abcdefghiklmnoprstuwy"
    assert (
        {len(set(words) & set(NOUNS)) for words in given.values()} == {len(words) for words in given.values()} == {20}
    )
    assert [letter for letter, words in given.items() if letter in {word[0] for word in words}] == []


def test_the_draw_is_what_it_always_was():
    """In this process and in others, whatever their hash seed."""
    there = python(
        "import json; from helm_creativity.benchmark.loading import get_benchmark\n"
        "given_words = get_benchmark('hard_dat').given_words\n"
        "print(json.dumps([given_words('a', 0), given_words('y', 7)]))"
    )
    assert there == [GIVEN_WITH_A.split(), list(given_words("y", 7))] == [list(given_words("a", 0)), there[1]]


def test_draws_are_even():
    """A noun is given as often as chance would have it, be it frequent or not."""
    counts = Counter(word for draw in range(300) for word in given_words("b", draw))
    pool = [noun for noun in NOUNS if not noun.startswith("b")]
    # 300 draws of 20 from about 950 nouns: 6.3 times each, Poisson with sd 2.5; a hundred nouns together 630, sd 25.
    assert max(counts.values()) < 6.3 + 6 * 2.5
    hundreds = [sum(counts[noun] for noun in pool[start : start + 100]) for start in (0, 400, 800)]
    assert hundreds == pytest.approx([6000 / len(pool) * 100] * 3, abs=125)


def test_the_list_is_what_its_header_says():
    """A thousand different common nouns that the built-in table knows."""
    assert len(NOUNS) == len(set(NOUNS)) == program.SIZE == 1000
    assert all(program.WORD.fullmatch(noun) for noun in NOUNS)
    assert set(NOUNS) <= set(builtin().nouns) - program.LEFT_OUT
    assert NOUNS[:5] == ("person", "group", "man", "location", "time")
    assert program.OUT.read_text("utf-8").startswith(program.HEADER)
