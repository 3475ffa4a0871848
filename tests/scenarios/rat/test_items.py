"""This package's items, of which WordNet knows one solution each, and how baselines respond to them."""

import csv
import os
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.inflections import is_inflection
from helm_creativity.parsing.single import parse_word

RAT = get_benchmark("rat")
ITEMS = RAT.problems(RAT.settings())
WORDNET = Path(os.environ.get("WNSEARCHDIR") or "/usr/share/wordnet")
INDEXES = [WORDNET / f"index.{part}" for part in ("noun", "verb", "adj", "adv")]
NO_NOUNS = {"barnstorm", "browbeat", "deadpan", "noteworthy", "shoplift", "spellbound"}

with (RAT.folder / "items" / "remote_associates.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
STEMS, MADE = ([tuple(row[f"{name}{i}"] for i in (1, 2, 3)) for row in ROWS] for name in ("stem", "form"))
ANSWERS = [row["answer"] for row in ROWS]


def test_items_are_numbered_and_none_is_there_twice():
    """What the benchmark asks is what stands in the file, without norms and so without a band."""
    asked = [(item.id, tuple(item.stems), item.answer, RAT.band(item)) for item in ITEMS]
    expected = zip(STEMS, ANSWERS, strict=True)
    assert asked == [(f"rat{i:03d}", stems, answer, None) for i, (stems, answer) in enumerate(expected, 1)]
    assert len(ROWS) == len(set(ANSWERS)) == len(set(map(frozenset, STEMS))) == 120
    assert max(Counter(form for forms in MADE for form in forms).values()) == 1


def test_forms_are_made_of_stem_and_answer_and_stems_give_it_not_away():
    """Joined, with hyphen or with space; three plain stems, none of which holds the answer or is its inflection."""
    for stems, forms, answer in zip(STEMS, MADE, ANSWERS, strict=True):
        for stem, form in zip(stems, forms, strict=True):
            assert form in {by.join(pair) for pair in ((stem, answer), (answer, stem)) for by in ("", "-", " ")}
            assert answer not in stem
            assert stem not in answer
            assert not {builtin().lemma(stem), stem} & {builtin().lemma(answer)}
        assert all(re.fullmatch("[a-z]{2,}", word) for word in (*stems, answer))
        assert len({*stems, answer}) == 4
    solid = {form for forms in MADE for form in forms if form.isalpha()}
    assert {form for form in solid if builtin().lemma(form) is None} == NO_NOUNS


@pytest.mark.skipif(not all(path.is_file() for path in INDEXES), reason=f"WordNet's index files are not in {WORDNET}")
def test_every_form_is_attested_and_the_solution_is_unique():
    """Of all strings of two letters or more, only the answer makes an entry of WordNet with all three stems."""
    lines = [line for path in INDEXES for line in path.read_text("ascii").splitlines() if not line.startswith(" ")]
    entries = {line.partition(" ")[0].replace("_", " ") for line in lines}
    stems, partners = {stem for of_row in STEMS for stem in of_row}, defaultdict(set)
    for entry in entries:
        for i in range(1, len(entry)):
            left, right = entry[:i], entry[i:].lstrip(" -")
            if left in stems:
                partners[left].add(right)
            if right in stems:
                partners[right].add(left.rstrip(" -"))
    assert {form for forms in MADE for form in forms} <= entries
    fitting = [set.intersection(*(partners[stem] for stem in of_row)) for of_row in STEMS]
    assert [{word for word in words if len(word) > 1} for words in fitting] == [{answer} for answer in ANSWERS]


def reply(strategy, stems, seed=1):
    return baseline_response(RAT, RAT.render("schapiro2026", stems=stems).text, CHOOSERS[strategy]("builtin", seed))


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_every_problem_is_answered_by_one_noun_that_is_no_form_of_a_stem(strategy):
    """Which the reader finds as it stands; nearest of all would be spell, dive and shoe."""
    for stems in [*STEMS, ("spelling", "line", "queen"), ("diving", "cup", "bulletin"), ("mate", "shoes", "ox")]:
        prompt = RAT.render("schapiro2026", stems=stems).text
        word = baseline_response(RAT, prompt, CHOOSERS[strategy]("builtin", 1))
        assert word in builtin().nouns
        assert parse_word(word) == word
        assert not any(is_inflection(word, stem) for stem in stems)
