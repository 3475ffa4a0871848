"""The items: ours, of which WordNet knows one solution each, and the sheet of norms; how baselines respond."""

import csv
import logging
import os
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import FileProblem
from helm_creativity.lexicon.inflections import is_inflection
from helm_creativity.parsing.single import parse_word
from helm_creativity.task_types.answer_key import KeyedProblem, read_problems

RAT = get_benchmark("rat")
ITEMS = RAT.problems(RAT.settings())
WORDNET = Path(os.environ.get("WNSEARCHDIR") or "/usr/share/wordnet")
INDEXES = [WORDNET / f"index.{part}" for part in ("noun", "verb", "adj", "adv")]
NO_NOUNS = {"barnstorm", "browbeat", "deadpan", "noteworthy", "shoplift", "spellbound"}

with (RAT.folder / "items" / "remote_associates.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


def columns(row, name):
    return [row[f"{name}{i}"] for i in (1, 2, 3)]


def test_items_are_numbered_and_none_is_there_twice():
    """What the benchmark asks is what stands in the file, without norms and so without a band."""
    asked = [(item.id, list(item.stems), item.answer, RAT.band(item)) for item in ITEMS]
    assert asked == [(f"rat{i:03d}", columns(row, "stem"), row["answer"], None) for i, row in enumerate(ROWS, 1)]
    assert len(ROWS) == 120
    assert len({row["answer"] for row in ROWS}) == len({frozenset(columns(row, "stem")) for row in ROWS}) == len(ROWS)
    assert max(Counter(form for row in ROWS for form in columns(row, "form")).values()) == 1


def test_forms_are_made_of_stem_and_answer_and_stems_give_it_not_away():
    """Joined, with hyphen or with space; three plain stems, none of which holds the answer or is its inflection."""
    for row in ROWS:
        stems, answer = columns(row, "stem"), row["answer"]
        for stem, form in zip(stems, columns(row, "form"), strict=True):
            assert form in {by.join(pair) for pair in ((stem, answer), (answer, stem)) for by in ("", "-", " ")}
            assert answer not in stem
            assert stem not in answer
            assert not {builtin().lemma(stem), stem} & {builtin().lemma(answer)}
        assert all(re.fullmatch("[a-z]{2,}", word) for word in (*stems, answer))
        assert len({*stems, answer}) == 4
    solid = {form for row in ROWS for form in columns(row, "form") if form.isalpha()}
    assert {form for form in solid if builtin().lemma(form) is None} == NO_NOUNS


@pytest.mark.skipif(not all(path.is_file() for path in INDEXES), reason=f"WordNet's index files are not in {WORDNET}")
def test_every_form_is_attested_and_the_solution_is_unique():
    """Of all strings of two letters or more, only the answer makes an entry of WordNet with all three stems."""
    lines = [line for path in INDEXES for line in path.read_text("ascii").splitlines() if not line.startswith(" ")]
    entries = {line.partition(" ")[0].replace("_", " ") for line in lines}
    stems = {stem for row in ROWS for stem in columns(row, "stem")}
    partners = defaultdict(set)
    for entry in entries:
        for i in range(1, len(entry)):
            left, right = entry[:i], entry[i:].lstrip(" -")
            if left in stems:
                partners[left].add(right)
            if right in stems:
                partners[right].add(left.rstrip(" -"))
    for row in ROWS:
        assert {*columns(row, "form")} <= entries
        one, two, three = (partners[stem] for stem in columns(row, "stem"))
        assert {word for word in one & two & three if len(word) > 1} == {row["answer"]}


def test_items_of_the_sheet_of_norms(sheet):
    """Stems in its order, shares of people by seconds; means below the items are no items."""
    items = read_problems(RAT.task.sets["bowden2003"], sheet([["dew/Comb/bee", "honey ", 30, 66, 80, 100]]))
    assert len(items) == 144
    assert items[0] == KeyedProblem("bowden001", ("dew", "comb", "bee"), "honey", {2: 0.3, 7: 0.66, 15: 0.8, 30: 1.0})
    assert items[-1].id == "bowden144"


def test_bands_by_the_rate_after_15_seconds(sheet):
    """Over 64 % is easy, under 32 % hard, the bounds themselves are medium; other times do not count."""
    rates = [100, 65, 64, 50, 32, 31, 0]
    rows = [[f"dew/comb/bee{n}", "honey", 100 - rate, 100 - rate, rate, 100 - rate] for n, rate in enumerate(rates)]
    items = read_problems(RAT.task.sets["bowden2003"], sheet(rows))
    assert [RAT.band(item) for item in items[:7]] == ["easy"] * 2 + ["medium"] * 3 + ["hard"] * 2


CORRECTED = {
    "sandwich/house/gold club": "sandwich/house/golf club",
    "right/car/carbon copy": "right/cat/carbon copy",
    "car/number/phone call": "cat/number/phone call",
    "french/car/show horn": "french/car/shoe horn",
    "palm/show/house tree": "palm/shoe/house tree",
    "cast/slide/jump broad": "cast/side/jump broad",
    "high/district/house school": "high/district/house school|court",
    "high/district/house court": "high/district/house school|court",
}
# The same words in other items, and the right ones.
RIGHT = ["sandwich/house/golf club", "french/car/shoe horn", "show/life/row boat", "cast/slide/jump ski"]


@pytest.mark.parametrize(("read", "used"), [*CORRECTED.items(), *zip(RIGHT, RIGHT, strict=True)])
def test_known_errors_are_corrected_and_reported(sheet, caplog, read, used):
    """A typing error of copies is mended, and a warning names what it read and what it uses."""
    with caplog.at_level(logging.WARNING):
        item = read_problems(RAT.task.sets["bowden2003"], sheet([[*read.split(" "), 0, 0, 40, 50]]))[0]
    assert ("/".join(item.stems), item.answer) == tuple(used.split(" "))
    said = [] if read == used else [f"read '{read}', a known error of copies; uses '{used.replace('|', '/')}'"]
    assert len(caplog.messages) == len(said)
    assert all(part in message for part, message in zip(said, caplog.messages, strict=True))


def test_another_sheet_is_refused(tmp_path):
    """And the columns that it has are named."""
    (tmp_path / "other.csv").write_text("word,answer\na,b\n")
    with pytest.raises(FileProblem, match=r"other\.csv has no column like .*solutions.*; there are word, answer"):
        read_problems(RAT.task.sets["bowden2003"], tmp_path / "other.csv")


def reply(strategy, stems, seed=1):
    prompt = RAT.render("schapiro2026", stems=stems).text
    return baseline_response(RAT, prompt, CHOOSERS[strategy]("builtin", seed))


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_every_problem_is_answered_by_one_noun_that_is_no_form_of_a_stem(strategy):
    """Which the reader finds as it stands; nearest of all would be spell, dive and shoe."""
    stems = [*(item.stems for item in ITEMS), ("spelling", "line", "queen"), ("diving", "cup", "bulletin")]
    for its in [*stems, ("mate", "shoes", "ox")]:
        word = reply(strategy, its)
        assert word in builtin().nouns
        assert parse_word(word) == word
        assert not any(is_inflection(word, stem) for stem in its)


def test_the_greedy_one_takes_the_nearest_noun():
    """By the sum of similarities to the three stems, whatever the seed."""
    stems = ["cottage", "swiss", "cake"]
    near = builtin().embed(builtin().nouns).vectors @ builtin().embed(stems).vectors.sum(axis=0)
    nouns = (builtin().nouns[i] for i in (-near).argsort(kind="stable"))
    expected = next(noun for noun in nouns if not any(is_inflection(noun, stem) for stem in stems))
    assert {reply("greedy", tuple(stems), seed) for seed in (1, 2)} == {expected}
