"""Rooms whose items are a file."""

import argparse
import shutil

import pytest
from support.rhymes_room.scorer import ROOM, RhymeScorer, add_arguments, row_of, scorer_of

from helm_creativity import __version__
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.responses import Answer
from helm_creativity.rooms import ItemRoom, Row, checksum_of
from helm_creativity.rooms.signature import checksum_of_items

MOON = {"id": "moon", "word": "moon", "ending": "oon"}


def room_with(folder, items):
    shutil.copytree(ROOM.folder, folder / "rhymes")
    (folder / "rhymes" / "items" / "own.yaml").write_text(items)
    return ItemRoom(folder / "rhymes", "ask")


def test_items_are_those_of_the_file():
    """In its order, asked with all their fields."""
    assert [item["id"] for item in ROOM.items] == ["moon", 7]
    assert ROOM.prompt(ROOM.items[0]).text == 'Name one word that rhymes with "moon".'


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ("", "rhymes/items/own.yaml must be a list of mappings that each have an id, got None"),
        ("moon", "must be a list of mappings"),
        ("[moon]", "must be a list of mappings"),
        ("[{id: a}, {word: moon}]", "each have an id, got {'word': 'moon'}$"),
        ("[{id: a}, {id: b}, {id: a}]", "has items of one id: a$"),
        ("[{id: a]", "rhymes/items/own.yaml is no YAML: "),
        ("[{id: a, word: b, id: c}]", "own.yaml is no YAML: the key id stands twice in one mapping"),
    ],
)
def test_a_wrong_file_is_told(tmp_path, items, message):
    """By the room's folder."""
    with pytest.raises(FileProblem, match=message):
        room_with(tmp_path, items).items  # noqa: B018


def test_a_signature_holds_the_prompts(tmp_path):
    """Another item is another measurement."""
    other = room_with(tmp_path, "[{id: moon, word: moon, ending: oon}]")
    prompts = checksum_of(ROOM.prompt(item) for item in ROOM.items)
    signed = ROOM.signed("plain", more="7")
    fields = checksum_of_items(ROOM.items)
    assert signed == (
        f"rhymes|protocol:plain|prompts:{prompts}|fields:{fields}|more:7|card:1-A|helm-creativity:{__version__}"
    )
    assert other.signed("plain") != ROOM.signed("plain")


def test_a_signature_holds_what_no_prompt_shows(tmp_path):
    """Another key is another measurement, whether the model was asked here or not."""
    text = (ROOM.folder / "items" / "own.yaml").read_text()
    other = room_with(tmp_path, text.replace("ending: oon", "ending: une"))
    assert other.prompts == ROOM.prompts
    assert other.signed("plain") != ROOM.signed("plain")
    arguments = argparse.Namespace(protocol="plain")
    assert other.not_asked(arguments) != ROOM.not_asked(arguments)
    assert checksum_of_items(ROOM.items) == checksum_of_items([dict(reversed(item.items())) for item in ROOM.items])


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ({"response": "spoon", "id": "moon"}, MOON),
        ({"response": "spoon", "id": "7"}, {"id": 7, "word": "seven", "ending": "even"}),
        ({"response": None, "id": "moon", "ending": "star"}, MOON),
        ({"response": "spoon", "word": "June", "ending": "une"}, {"word": "June", "ending": "une"}),
    ],
)
def test_a_row_is_an_item_or_names_one(record, fields):
    """An id goes before fields."""
    assert row_of(record) == Row(Answer(record["response"] or ""), fields)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"id": "moon"}, "expected a text in the field response, got None"),
        ({"response": 7, "id": "moon"}, "expected a text in the field response, got 7"),
        ({"response": "x", "id": "sun"}, "no item has the id 'sun'; without one, the fields ending, word are needed"),
        ({"response": "x", "word": "June"}, "the fields ending are needed"),
    ],
)
def test_a_row_that_is_none_is_told(record, message):
    """With what is missing."""
    with pytest.raises(BadArguments, match=message):
        row_of(record)


def test_the_command_line_makes_the_scorer():
    """Nothing was asked here, so no prompt is signed."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    scorer = scorer_of(parser.parse_args(["--protocol", "twice"]))
    assert isinstance(scorer, RhymeScorer)
    assert scorer.signature.startswith("rhymes|protocol:twice|prompts:not asked here|")
    assert scorer.score([row_of({"response": "spoon", "id": "moon"})])[0].score == 100


def test_a_prompt_leads_back_to_its_item(tmp_path):
    """Behind an instruction too; of two that end alike, to the longer one; another prompt to none."""
    for item in ROOM.items:
        prompt = ROOM.prompt(item).text
        assert ROOM.item_of(prompt) == ROOM.item_of(f"Be brief.\n\n{prompt}") == item
        assert ROOM.item_of(prompt + " Now.") is None
    room = room_with(tmp_path, "[{id: a, word: b, ending: b}, {id: c, word: d, ending: d}]")
    (room.folder / "prompts" / "ask.j2").write_text("{{ 'Name it.' if id == 'a' else 'Please: Name it.' }}")
    assert [room.item_of(text)["id"] for text in ("Name it.", "Please: Name it.", "Now. Name it.")] == ["a", "c", "a"]
