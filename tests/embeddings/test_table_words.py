"""Which texts the built-in table holds, from small files in the formats of WordNet and SCOWL."""

import pytest
from table_words import read_exceptions, read_nouns, scowl_digest, texts_of_table


@pytest.fixture
def wordnet(tmp_path):
    """Four senses of nouns, and words of other parts of speech."""
    folder = tmp_path / "wordnet"
    folder.mkdir()
    senses = ["cat 0", "wolf 0 brother-in-law 0", "china 0 China 0", "DNA 0 Paris 0 swimming_pool 0 nether_region 0"]
    lines = [
        "  1 a notice",
        *(f"0000000{i} 05 n 0{len(sense.split()) // 2} {sense} 000 | x" for i, sense in enumerate(senses)),
    ]
    (folder / "data.noun").write_text("".join(f"{line}\n" for line in lines))
    (folder / "noun.exc").write_text("wolves wolf\nfeet foot\n")
    lemmas = {
        "noun": "cat wolf brother-in-law china dna paris swimming_pool nether_region",
        "verb": "gallivant yodel give_up",
        "adj": "self-made ill-starred",
        "adv": "",
    }
    for part, words in lemmas.items():
        (folder / f"index.{part}").write_text("  1 a notice\n" + "".join(f"{word} x 1\n" for word in words.split()))
    (folder / "cntlist.rev").write_text("swimming_pool%1:06:00:: 1 2\nyodel%2:32:00:: 1 1\nself-made%3:00:00:: 1 4\n")
    return folder


@pytest.fixture
def scowl(tmp_path):
    """Frequent, other and rare words, and files that are not read."""
    folder = tmp_path / "scowl"
    folder.mkdir()
    files = {
        "english-words.35": "run\nruns\ncats\nit's\n",
        "american-words.60": "smartphone\nsmartphones\nwolves\ncaf\xe9\n",
        "english-words.70": "zyzzyva\n",
        "english-abbreviations.40": "DNA\nMr\n",
        "english-proper-names.35": "Paris\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, "latin-1")
    return folder


def test_the_texts_are_those_of_the_rules(wordnet, scowl):
    texts = texts_of_table(wordnet, scowl, read_nouns(wordnet))
    assert texts == sorted(set(texts))
    assert {"cat", "china", "wolf", "brother-in-law", "swimming-pool", "yodel", "self-made"} <= set(texts)
    assert {"run", "runs", "cats", "smartphone", "wolves", "dna", "ant colony"} <= set(texts)
    assert not {"smartphones", "it's", "café", "zyzzyva", "mr", "paris"} & set(texts)
    assert not {"gallivant", "give-up", "ill-starred", "nether-region", "swimming_pool"} & set(texts)


def test_nouns_are_common_where_a_sense_is_in_small_letters(wordnet):
    nouns = read_nouns(wordnet)
    assert nouns.common == ["cat", "china", "wolf"]
    assert nouns.proper == ["dna", "paris"]
    assert nouns.capitals == ["dna"]
    assert read_exceptions(wordnet, set(nouns.common)) == [("wolves", "wolf")]


def test_the_digest_is_that_of_the_files_that_are_read(scowl):
    """A word of size 70 does not matter, one of size 60 does."""
    before = scowl_digest(scowl)
    (scowl / "english-words.70").write_text("others\n")
    assert scowl_digest(scowl) == before
    (scowl / "american-words.60").write_text("smartphone\n")
    assert scowl_digest(scowl) != before
