"""Benchmarks whose items are a file, and scorers of one response at a time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helm_creativity.benchmark.base import comparable_key, sample_in_row
from helm_creativity.benchmark.card import Submetric
from helm_creativity.benchmark.comparability import NOT_ASKED, checksum_of_items, checksum_prompts
from helm_creativity.benchmark.registry import BenchmarkEntry, find_entry
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.task_types.items_in_file import KeyedBenchmark
from helm_creativity.task_types.response_scorer import ResponseGrade, ResponseScorer

ITEMS = "[{id: moon, word: moon, ending: oon}, {id: 7, word: seven, ending: even}]"
MOON = {"id": "moon", "word": "moon", "ending": "oon"}
SUBMETRICS = tuple(Submetric(name, name, name, name) for name in ("letters", "vowels"))
CARD = replace(find_entry("dat").card, name="rhymes", submetrics=SUBMETRICS)


class RhymeScorer(ResponseScorer[str]):
    """100 where the word has the ending of its item."""

    def parse(self, text, fields):
        word = text.strip().lower()
        return word if word.isalpha() else None

    def grade(self, parsed, fields):
        return ResponseGrade(
            100.0 * parsed.endswith(fields["ending"]), {"letters": float(len(parsed))}, {"word": parsed}
        )

    def details(self, fields):
        return {"word": None}


class Rhymes(KeyedBenchmark):
    template = "ask"
    card = CARD

    def scorer(self, settings):
        return RhymeScorer(self.card)


def rhymes(folder, items=ITEMS):
    """The benchmark in a folder with these items."""
    for part in ("items", "prompts"):
        (folder / part).mkdir(parents=True)
    (folder / "items" / "own.yaml").write_text(items)
    (folder / "prompts" / "ask.j2").write_text('Name one word that rhymes with "{{ word }}".')
    return Rhymes(BenchmarkEntry("rhymes", "nowhere", folder))


def rhymes_again(benchmark):
    """It without what it has read."""
    return Rhymes(benchmark.entry)


@pytest.fixture
def benchmark(tmp_path):
    return rhymes(tmp_path / "rhymes")


def test_items_may_be_a_table(benchmark):
    """Texts as they are written, choices with bars between them; an id twice, or none, is named with the file."""
    table = benchmark.entry.folder / "items" / "own.csv"
    table.write_text('id,word,ending,choices\n007,"moon, or sun",1.50,A|B\nx,NA,even,yes|no\n')
    assert rhymes_again(benchmark).entries == (
        {"id": "007", "word": "moon, or sun", "ending": "1.50", "choices": ["A", "B"]},
        {"id": "x", "word": "NA", "ending": "even", "choices": ["yes", "no"]},
    )
    for rows, why in (("a,moon\na,sun\n", "items with the same id: a"), (",moon\n", "must be a list")):
        table.write_text("id,word\n" + rows)
        with pytest.raises(FileProblem, match=f"rhymes/items/own.csv.* {why}"):
            _ = rhymes_again(benchmark).entries


def test_a_comparable_key_holds_prompts_and_items(benchmark, tmp_path):
    """Another item is another measurement, and so is another key, whether the model was asked here or not."""
    settings = benchmark.settings()
    moon, seven = benchmark.items(settings)
    assert (moon.id, moon.fields, moon.prompt.text) == ("moon", MOON, 'Name one word that rhymes with "moon".')
    compared = benchmark.compared(settings)
    assert compared["prompts"] == checksum_prompts([moon.prompt, seven.prompt])
    assert compared["items"] == checksum_of_items([dict(reversed(entry.items())) for entry in benchmark.entries])
    fewer = rhymes(tmp_path / "fewer", "[{id: moon, word: moon, ending: oon}]")
    other = rhymes(tmp_path / "other", ITEMS.replace("ending: oon", "ending: une"))
    assert other.compared(settings)["prompts"] == compared["prompts"]
    assert len({comparable_key(variant, settings) for variant in (benchmark, fewer, other)}) == 3
    assert benchmark.compared(settings, asked=False)["prompts"] == NOT_ASKED


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ({"response": "spoon", "id": "moon"}, MOON),
        ({"response": "spoon", "id": "7"}, {"id": 7, "word": "seven", "ending": "even"}),
        ({"response": None, "id": "moon", "ending": "star"}, MOON),
        ({"response": "spoon", "word": "June", "ending": "une"}, {"word": "June", "ending": "une"}),
    ],
)
def test_a_record_is_an_item_or_names_one(benchmark, record, fields):
    assert sample_in_row(benchmark, record, benchmark.settings()) == Sample(Response(record["response"] or ""), fields)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"id": "moon"}, "expected a text in the field response, which is missing"),
        ({"response": 7, "id": "moon"}, "expected a text in the field response, got 7"),
        ({"response": "x", "id": "sun"}, "no item has the id 'sun'; without one, the fields ending, word are needed"),
        ({"response": "x", "word": "June"}, "the fields ending are needed"),
    ],
)
def test_a_record_that_is_none_is_refused(benchmark, record, message):
    with pytest.raises(BadArguments, match=message):
        sample_in_row(benchmark, record, benchmark.settings())


def test_a_prompt_leads_back_to_its_item(benchmark, tmp_path):
    """Behind an instruction too; of two that end alike, to the longer one; another prompt to none."""
    for entry in benchmark.entries:
        prompt = benchmark.prompt(entry).text
        assert benchmark.entry_in(prompt) == benchmark.entry_in(f"Be brief.\n\n{prompt}") == entry
        assert benchmark.entry_in(prompt + " Now.") is None
    other = rhymes(tmp_path / "other", "[{id: a, word: b, ending: b}, {id: c, word: d, ending: d}]")
    (other.folder / "prompts" / "ask.j2").write_text("{{ 'Name it.' if id == 'a' else 'Please: Name it.' }}")
    found = [other.entry_in(text)["id"] for text in ("Name it.", "Please: Name it.", "Now. Name it.")]
    assert found == ["a", "c", "a"]


class Longer(RhymeScorer):
    """Refuses short words."""

    def grade(self, parsed, fields):
        found = super().grade(parsed, fields)
        return found if len(parsed) > 4 else found._replace(score=FailureReason.TOO_FEW_VALID)


@pytest.mark.parametrize(
    ("scorer", "text", "score", "letters"),
    [
        (RhymeScorer, "Spoon", 100, 5),
        (RhymeScorer, "star", 0, 4),
        (RhymeScorer, "<think>Perhaps noon.</think>spoon", 100, 5),
        (Longer, "spoon", 100, 5),
        (Longer, "moon", FailureReason.TOO_FEW_VALID, 4),
    ],
)
def test_a_response_is_parsed_and_graded(scorer, text, score, letters):
    """A submetric that the grade does not name is None; what was parsed is there where the grade is a reason, too."""
    (found,) = scorer(CARD).score([Sample(Response(text), MOON)])
    assert (found.failure_reason or found.score) == score
    assert (found.score is None) == isinstance(score, FailureReason)
    assert (found.submetrics, found.details["word"]) == ({"letters": letters, "vowels": None}, text.lower()[-letters:])
