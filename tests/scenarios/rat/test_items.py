"""The items of this package: each is what the test asks for, and WordNet knows one solution."""

import csv
import os
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.parsing.single import parse_word, same_word

RAT = get_benchmark("rat")
OWN = RAT.folder / "items" / "remote_associates.csv"
WORDNET = Path(os.environ.get("WNSEARCHDIR") or "/usr/share/wordnet")
PARTS = ("noun", "verb", "adj", "adv")
NO_NOUNS = {"barnstorm", "browbeat", "deadpan", "noteworthy", "shoplift", "spellbound"}

with OWN.open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
needs_wordnet = pytest.mark.skipif(
    not all((WORDNET / f"index.{part}").is_file() for part in PARTS),
    reason=f"WordNet's index files are not in {WORDNET}: set WNSEARCHDIR to the folder that holds them",
)
each_row = pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])


def stems_of(row):
    return [row[f"stem{i}"] for i in (1, 2, 3)]


def forms_of(row):
    return [row[f"form{i}"] for i in (1, 2, 3)]


def joined(stem, answer):
    """All spellings of a compound of the two."""
    return {f"{first}{by}{other}" for first, other in ((stem, answer), (answer, stem)) for by in ("", "-", " ")}


@pytest.fixture(scope="module")
def entries():
    """WordNet's entries, with spaces."""
    found = set()
    for part in PARTS:
        with (WORDNET / f"index.{part}").open(encoding="ascii") as lines:
            found |= {line.partition(" ")[0].replace("_", " ") for line in lines if not line.startswith(" ")}
    return found


@pytest.fixture(scope="module")
def partners(entries):
    """For every stem of ours: all strings that make an entry with it."""
    stems = {stem for row in ROWS for stem in stems_of(row)}
    found = defaultdict(set)
    for entry in entries:
        for i in range(1, len(entry)):
            left, right = entry[:i], entry[i:].lstrip(" -")
            if left in stems:
                found[left].add(right)
            if right in stems:
                found[right].add(left.rstrip(" -"))
    return found


def test_the_benchmark_reads_the_file():
    """What the benchmark asks is what stands in the file, without norms and so without a band."""
    assert [(item.id, list(item.stems), item.answer) for item in RAT.problems(RAT.settings())] == [
        (row["id"], stems_of(row), row["answer"]) for row in ROWS
    ]
    assert {RAT.band(item) for item in RAT.problems(RAT.settings())} == {None}


def test_there_are_enough_and_none_twice():
    """Ids are numbered; answers and sets of stems are unique; no form stands in two items."""
    assert len(ROWS) >= 60
    assert [row["id"] for row in ROWS] == [f"rat{i:03d}" for i in range(1, len(ROWS) + 1)]
    assert len({row["answer"] for row in ROWS}) == len(ROWS)
    assert len({frozenset(stems_of(row)) for row in ROWS}) == len(ROWS)
    assert [form for form, n in Counter(form for row in ROWS for form in forms_of(row)).items() if n > 1] == []


@each_row
def test_forms_are_made_of_stem_and_answer(row):
    """Each form is its stem and the answer, joined, with hyphen or with space."""
    for stem, form in zip(stems_of(row), forms_of(row), strict=True):
        assert form in joined(stem, row["answer"])


@each_row
def test_words_are_plain_and_do_not_give_the_answer_away(row):
    """Lower case letters, three different stems, and none that holds the answer or is its inflection."""
    words = [*stems_of(row), row["answer"]]
    assert all(re.fullmatch("[a-z]{2,}", word) for word in words)
    assert len(set(words)) == 4
    for stem in stems_of(row):
        assert row["answer"] not in stem
        assert stem not in row["answer"]
        assert not {builtin().lemma(stem), stem} & {builtin().lemma(row["answer"])}


@each_row
def test_the_answer_is_read_from_a_reply(row):
    """Every key can be given: no word that the reader takes for talk is one, on its own, labelled or explained."""
    forms = ", ".join(forms_of(row))
    for reply in (
        "{}",
        "{}.",
        "**{}**",
        "Answer: {}",
        "The word is {}.",
        '{{"answer": "{}"}}',
        "{}\n\nExplanation: it fits.",
    ):
        assert parse_word(reply.format(row["answer"])) == row["answer"]
    assert parse_word(f"{row['answer']} ({forms})") == row["answer"]
    assert same_word(row["answer"], row["answer"])


def test_solid_compounds_are_in_the_built_in_table():
    """Every compound in one word is a noun of the built-in table, but for the verbs and adjectives named here."""
    solid = {form for row in ROWS for form in forms_of(row) if form.isalpha()}
    assert {form for form in solid if builtin().lemma(form) is None} == NO_NOUNS


@needs_wordnet
@each_row
def test_every_form_is_attested(row, entries):
    """Each form is an entry of WordNet."""
    assert set(forms_of(row)) <= entries


@needs_wordnet
@each_row
def test_the_solution_is_unique(row, partners):
    """Of all strings of two letters or more, only the answer makes an entry of WordNet with all three stems."""
    one, two, three = (partners[stem] for stem in stems_of(row))
    assert {word for word in one & two & three if len(word) > 1} == {row["answer"]}
