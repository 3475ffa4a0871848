"""Items: letters, and the words that are given with them."""

from collections import Counter

import common_nouns as program
import pytest
from support.process import python

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.hard_dat.benchmark import HardDatSettings
from helm_creativity.scenarios.hard_dat.items import LAST_DRAW, LETTERS, common_nouns, given_words

# A regression fact: another draw would be another test.
GIVEN_WITH_A = (
    "department onset object folklore title injury extent observer concentration base second cloud wind wagon police "
    "colonel wage share future price"
)


def test_the_letters_are_the_reports():
    """21 of 26: j, q, v, x and z are not asked."""
    assert "".join(LETTERS) == "abcdefghiklmnoprstuwy"
    assert list(HardDatSettings(protocol="mctb2025").given) == list(LETTERS)


@pytest.mark.parametrize("draw", [0, 1, LAST_DRAW])
def test_every_item_has_twenty_words_with_other_initials(draw):
    """Each once, all of them common nouns."""
    for letter, words in HardDatSettings(protocol="mctb2025", items=draw).given.items():
        assert len(words) == len(set(words)) == 20
        assert not [word for word in words if word[0] == letter]
        assert set(words) <= set(common_nouns())


def test_the_draw_is_what_it_always_was():
    """In this process and in others, whatever their hash seed."""
    assert " ".join(given_words("a", 0)) == GIVEN_WITH_A
    there = python(
        "import json; from helm_creativity.scenarios.hard_dat.items import given_words\n"
        "print(json.dumps([given_words('a', 0), given_words('y', 7)]))"
    )
    assert there == [GIVEN_WITH_A.split(), list(given_words("y", 7))]


def test_draws_are_even():
    """A noun is given as often as chance would have it, be it frequent or not."""
    counts = Counter(word for draw in range(300) for word in given_words("b", draw))
    pool = [noun for noun in common_nouns() if not noun.startswith("b")]
    # 300 draws of 20 from about 950 nouns: 6.3 times each, Poisson with sd 2.5; a hundred nouns together 630, sd 25.
    assert max(counts.values()) < 6.3 + 6 * 2.5
    for start in (0, 400, 800):
        assert sum(counts[noun] for noun in pool[start : start + 100]) == pytest.approx(6000 / len(pool) * 100, abs=125)


def test_the_list_is_what_its_header_says():
    """A thousand different common nouns that the built-in table knows."""
    nouns = common_nouns()
    assert len(nouns) == len(set(nouns)) == program.SIZE == 1000
    assert all(program.WORD.fullmatch(noun) for noun in nouns)
    assert set(nouns) <= set(builtin().nouns) - program.LEFT_OUT
    assert nouns[:5] == ("person", "group", "man", "location", "time")
    assert program.OUT.read_text("utf-8").startswith(program.HEADER)


@pytest.fixture
def wordnet(tmp_path, monkeypatch):
    """Two files in WordNet's formats under checksums of their own."""
    (tmp_path / "data.noun").write_text(
        "  1 licence\n"
        "00000001 05 n 02 dog 0 domestic_dog 0 000 | a pet\n"
        "00000002 18 n 01 dog 0a 000 | a person\n"
        "00000003 28 n 01 May 0 000 | a month\n"
        "00000004 20 n 01 may 0 000 | a shrub\n"
        "00000005 05 n 02 cat 0 ox 0 000 | two more\n"
        "00000006 18 n 01 bastard 0 000 | an insult\n"
        "00000007 06 n 01 zzz 0 000 | not in the table\n"
    )
    (tmp_path / "cntlist.rev").write_text(
        "bastard%1:18:00:: 1 90\n"
        "cat%1:05:00:: 1 7\n"
        "cat%2:29:00:: 1 99\n"
        "dog%1:05:00:: 1 4\n"
        "dog%1:18:10:: 2 3\n"
        "domestic_dog%1:05:00:: 1 50\n"
        "may%1:20:00:: 2 8\n"
        "may%1:28:00:: 1 60\n"
        "ox%1:05:00:: 1 70\n"
        "zzz%1:06:00:: 1 80\n"
    )
    monkeypatch.setattr(program, "INPUTS", {name: program.file_sha256(tmp_path / name) for name in program.INPUTS})
    return tmp_path


def test_frequencies_are_sums_over_lower_case_noun_senses(wordnet):
    """The month, the verb, phrases, short words, insults and unknown words do not count; ties are alphabetical."""
    # may: 8, without the month's 60. cat: 7, without the verb's 99. dog: 4 + 3, its second sense numbered 0a = 10.
    assert program.common_nouns(wordnet) == ["may", "cat", "dog"]
