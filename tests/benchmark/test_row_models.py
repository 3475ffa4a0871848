"""Rows of users' files, as benchmarks declare them."""

from __future__ import annotations

import math
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field
from support.replies import read_rows

from helm_creativity.benchmark.base import parse_settings, sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.rows.cells import MISSING
from helm_creativity.benchmark.rows.fields import (
    Also,
    Holds,
    ListedResponse,
    OneOf,
    Ratings,
    RatingsOfEach,
    ResponseText,
    Row,
    Text,
    Texts,
)
from helm_creativity.benchmark.rows.scored import UnusedRow, sample_or_problem, score_usable
from helm_creativity.benchmark.types import Response, Sample, SampleScore
from helm_creativity.errors import BadArguments
from helm_creativity.judges.scoring import found_in


class Riddle(Row):
    """Either of two, a choice and a text."""

    enough = (("words", "response"),)

    words: Texts = Field(default_factory=list)
    response: ResponseText = ""
    tongue: Annotated[str, OneOf(("en", "de"))] = "en"
    hint: Annotated[Text, Also(("clue",))]

    def sample(self, settings):
        return Sample(Response(self.response), {"words": self.words, "tongue": self.tongue, "hint": self.hint})


def read(**record):
    return Riddle.read(record, None).sample(None)


LISTS = ["NA; NA", "-99, -99", "[null, null]", ["NA", ""], [None], "NA\n-99", "['NA', nan]"]


@pytest.mark.parametrize("cell", [*sorted(MISSING), " NA ", "\t", None, math.nan, *LISTS])
def test_missing_cells(cell):
    """What may be missing is, alone or as a list; of what is enough the next is read, or a column of that name."""
    assert read(words=cell, response="x", hint="h") == read(response="x", hint="h")
    assert read(words=cell, hint="h", **{"Words:": "cat, dog"}).fields["words"] == ["cat", "dog"]
    assert read(words=["cat", "NA"], response="x", hint="h").fields["words"] == ["cat", ""]
    if cell in LISTS:
        assert rated(ideas=cell, response="x")["response"] == "x"
        return
    assert read(words=cell, response=cell, hint="h", tongue=cell) == read(response=cell, hint="h")
    with pytest.raises(BadArguments, match=r"^expected a text in the field hint, got "):
        read(response="x", hint=cell)


def test_columns_of_parts_are_the_list():
    """By their numbers, without what is missing; nothing in a part separates. Other columns go before them."""
    parts = {"Word.10": "dog, or cat", "word.2": "-99", "word.1": " cat ", "word.3": None, "word.4": 7}
    assert read(hint="h", **parts).fields["words"] == ["cat", "7", "dog, or cat"]
    judged = get_benchmark("aut").row_type.response_in({"object": "brick", "use_1": "step, or stool", "use_2": "toy"})
    assert judged == ("1. step, or stool\n2. toy", {"uses": ["step, or stool", "toy"]})
    assert read(hint="h", word1="", word2="NA").fields["words"] == []
    assert read(hint="h", words="pen", **parts).fields["words"] == ["pen"]
    for name in ("words[{}]", "Words_0{}", "word ({})", "Word ({}):", "words {}"):
        named = {name.format(place): word for place, word in enumerate(("cat", "dog"), start=1)}
        assert read(hint="h", **named).fields["words"] == ["cat", "dog"]
    assert read(hint="h", output="pen", **parts).fields["words"] == []


def test_other_columns_with_numbers_are_no_parts():
    """One alone is none, and ratings are none."""
    for others in ({"word1": "cat"}, {"age1": "7", "word2": "dog"}):
        with pytest.raises(BadArguments, match=r"got \['(age1', 'hint', 'word2|hint', 'word1)'\]$"):
            read(hint="h", **others)
    with pytest.raises(BadArguments, match=r"got \['hint', 'r1', 'r2'\]"):
        read(hint="h", r1=4, r2="3,5", r3="NA")  # ratings


ODD_NAMES = (
    "Hint\xa0:|\ufeffhint|hint\u200b|\u202fHint\u202f*|hint :\n|* \xa0hint|\u2009clue\u200d:|hint\uff1a|hint;|Hint,"
)


@pytest.mark.parametrize(
    "name", ["hint", "Hint", " HINT ", "clue", "\tClue", "Hint:", "hint *", "*Clue.*", *ODD_NAMES.split("|")]
)
def test_names_of_columns(name):
    """In any case, with white space or signs around, or another name of the field."""
    assert read(response="x", **{name: "h"}).fields["hint"] == "h"


@pytest.mark.parametrize("name", ["# hint", "Hint #", "hint?", "(hint", "hint (2)", "(hint) (clue)"])
def test_a_column_may_count_or_ask_what_another_holds(name):
    """The number of hints is no hint, and whether there is one neither."""
    with pytest.raises(BadArguments, match=r"^expected a text in the field hint, which is missing"):
        read(response="x", **{name: "2"})


@pytest.mark.parametrize(
    ("record", "field", "value"),
    [
        ({"response": "x", "HINT": "b", "hint": "a", "clue": "c"}, "hint", "a"),
        ({"response": "x", "hint:": "b", "Hint": "a"}, "hint", "a"),
        ({"response": "x", "clue": "c", "HINT": "b", "hint": "NA"}, "hint", "b"),
        ({"words": "a, b", "response": 7, "hint": "h"}, "words", ["a", "b"]),
    ],
)
def test_which_of_several_is_read(record, field, value):
    """A column of the very name goes first, unless there is nothing in it; the others may hold anything."""
    assert read(**record).fields[field] == value


def test_all_reasons_come_at_once():
    with pytest.raises(BadArguments, match=r"^words must be a list of texts, got 7$"):
        read(words=7, response="a", hint="h")
    with pytest.raises(BadArguments, match=r"^expected a field") as raised:
        read(tongue="fr", hint=7)
    assert str(raised.value) == (
        "expected a field response or words, got ['hint', 'tongue']; "
        "tongue must be one of en, de, got 'fr'; expected a text in the field hint, got 7"
    )


class Rated(Row):
    """What judges read, and every kind of rating."""

    ideas: Annotated[Texts, Holds("ideas", blank="", written=True)] = Field(default_factory=list)
    response: ResponseText = ""
    class_: Text = ""
    rating: Annotated[list[float], Ratings(Scale(1, 5))] = Field(default_factory=list)
    each: Annotated[list[list[float]], RatingsOfEach(Scale(1, 5))] = Field(default_factory=list)
    any_each: Annotated[list[list[float]], RatingsOfEach()] = Field(default_factory=list)
    must: Text

    def sample(self, settings):
        return Sample(None, self.model_dump())


def rated(**record):
    return Rated.read({"must": "x", **record}, None).sample(None).fields


CELLS = read_rows(Path(__file__).parent / "ratings.jsonl")
WANTED = {
    "rating": "a rating from 1 to 5, or a list of them, got",
    "each": "a rating from 1 to 5, or a list of them, got",
    "any_each": "a list with a rating, a list of ratings or null for",
}


@pytest.mark.parametrize("case", CELLS, ids=lambda case: f"{case['field']}-{str(case['cell'])[:30]}")
def test_cells_with_ratings(case):
    """A number, several, or those of each text, as spreadsheets and JSON hold them; others are refused by the scale."""
    name, ratings = case["field"], case["ratings"]
    reason = f"^expected {name} as {WANTED[name]}"
    with pytest.raises(BadArguments, match=reason) if ratings is None else nullcontext():
        assert rated(**{name: case["cell"]})[name] == ratings


class Listed(Row):
    """Texts with a rating each."""

    uses: ListedResponse
    each: Annotated[list[list[float]], RatingsOfEach(Scale(1, 5))] = Field(default_factory=list)

    def sample(self, settings):
        return Sample(None, {"each": self.ratings_of_listed("each", "uses")})


@pytest.mark.parametrize(
    ("uses", "each", "ratings"),
    [
        *((uses, "[4, 2, null]", [[4], [2]]) for uses in ("a; b", ["a", "b"], '["a", "b"]', "['a', 'b']", "a and; b")),
        *((uses, [4, None, None], [[4], []]) for uses in ("a; b", ["a", "b"])),
        ("a; ; c", [4, None, 2, None], [[4], [2]]),
        ("a; b", "4; 2; NA", [[4], [2]]),
        ("a; b", [None, 4, 2], [[], [4], [2]]),
        ("a; b", [4, None, 2], [[4], [], [2]]),
        ("1. 2. b 3. c", [4, 2, None], [[4], [2]]),
        ("1. 2. b 3. c", [None, 4, None], [[], [4], []]),
    ],
)
def test_missing_ratings_behind_the_last_text_are_none(uses, each, ratings):
    """Others of another number stay as many, to be refused; so do those whose places are in doubt."""
    assert Listed.read({"uses": uses, "each": each}, None).sample(None).fields["each"] == ratings


def test_a_column_may_be_called_as_a_word_of_python():
    """The underscore behind the field's name is in no column, no reason and no help."""
    assert rated(CLASS="a")["class_"] == "a"
    with pytest.raises(BadArguments, match=r"^expected a text in the field class, got 7$"):
        rated(**{"class": 7})
    assert "class: a text; may be missing." in Rated.described()


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ({"ideas": ["a", "b"], "response": 7, "each": "x"}, "1. a\n2. b"),
        ({"Ideas": "a; b"}, "1. a\n2. b"),
        ({"ideas": "NA", "Completion": " It is. "}, " It is. "),
        ({"response": None}, ""),
        ({"id": 3}, BadArguments("^expected a text in the field ideas or response, for judges")),
        ({"response": 7}, BadArguments("^expected a text in the field response, got 7$")),
    ],
)
def test_judges_read_what_was_written(record, text):
    """Whatever the other fields hold, or lack; another thing in its place is refused."""
    with pytest.raises(BadArguments, match=str(text)) if isinstance(text, BadArguments) else nullcontext():
        assert Rated.response_in(record)[0] == text


ALIKE = ("design_problems", "scientific_thinking")  # rows of metaphor
PORTED = [entry.name for entry in list_entries() if entry.ours and entry.name not in ALIKE]
TEXTS = st.sampled_from(
    ["b", "de", "rock", "water, town", "0-001", "[", '[["a", "b"]]', "NA", "a b c d", "successor", "30"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def scorers():
    """Benchmark, settings and scorer of each, by what needs no model."""
    found = {}
    for name in PORTED:
        benchmark = get_benchmark(name)
        needs = "embedding" in benchmark.settings_type.__dataclass_fields__
        chosen = parse_settings(benchmark, {"embedding": "builtin"} if needs else {}, asked=False)
        found[name] = (benchmark, chosen, benchmark.scorer(chosen))
    return found


@pytest.mark.parametrize("name", PORTED)
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data())
def test_every_row_is_scored_or_has_a_reason(name, scorers, data):
    """Whatever JSON holds: nothing is raised, and no words are pydantic's."""
    benchmark, chosen, scorer = scorers[name]
    names = st.sampled_from([*benchmark.row_type.model_fields, "response", " Words", "id"])
    rows = st.dictionaries(names | st.text(max_size=4), VALUES, max_size=12)
    records = data.draw(st.lists(rows, max_size=4))

    def found(record):
        return found_in(benchmark, chosen, sample_in_row(benchmark, record, chosen))

    for score in score_usable(scorer, [sample_or_problem(found, record) for record in records]):
        if isinstance(score, UnusedRow):
            assert score.problem
            assert not any(word in score.problem for word in ("pydantic", "Input should", "Value error", "validation"))
        else:
            assert isinstance(score, SampleScore)
            assert score.score is None or math.isfinite(score.score)


@pytest.mark.parametrize("cell", ["1{}x", "{}", "x;{};", "1,{}"])
@pytest.mark.parametrize("unit", [" ", "1", "1,", "\t ", "; ", "NA;", "[", "nan, "])
def test_time_is_linear_in_a_cell_of_ratings(cell, unit):
    """A quadratic pattern would take minutes for a cell of this length."""
    written = cell.format(unit * (256_000 // len(unit)))
    found = sample_or_problem(lambda record: Sample(None, rated(**record)), {"any_each": written})
    assert isinstance(found, UnusedRow) or len(found.fields["any_each"]) > 1000 or unit.strip("\t ,;NAna") == ""
