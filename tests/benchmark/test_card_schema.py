"""The JSON schema of cards: what editors mark as wrong is what is refused."""

import copy
import datetime
import json
import re
from functools import partial
from pathlib import Path

import pytest
import yaml

from helm_creativity.benchmark.card import Card, ItemSet, Norm, Paper, Submetric, card_schema, extended_card, parse_card
from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.errors import BadCard

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "helm_creativity/benchmark/card.schema.json"
STRANGERS = sorted((ROOT / "tests" / "support" / "strangers_benchmarks").glob("*/card.yaml"))
OURS = [entry for entry in list_entries() if entry.ours]
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


def text_of(folder):
    return (folder / "card.yaml").read_text("utf-8")


DAT = yaml.safe_load(text_of(ROOT / "scenarios" / "dat"))


def within(key, **values):
    """A card of which one of the values under a key is another."""
    return {**copy.deepcopy(DAT), key: [{**DAT[key][0], **values}]}


WRONG = {
    "unknown key": {**DAT, "titel": "DAT"},
    "unknown key of a norm": within("norms", sources="x"),
    "missing key": {key: value for key, value in DAT.items() if key != "measures"},
    "missing key of a paper": {**DAT, "papers": [{"citation": "x", "url": "y"}]},
    "version that is none": {**DAT, "version": "1.0"},
    "version 0": {**DAT, "version": "0-A"},
    "version that YAML takes for a date": {**DAT, "version": datetime.date(2024, 1, 1)},
    "number for a text": {**DAT, "domain": 7},
    "nothing for a text": {**DAT, "title": None},
    "nothing for a list": {**DAT, "norms": None},
    "truth for a text": {**DAT, "language": False},
    "text for a list": {**DAT, "deviations": "none"},
    "mapping for a text in a list": {**DAT, "deviations": [{"here": "there"}]},
    "text for a mapping": {**DAT, "protocols": "all"},
    "number for a protocol": {**DAT, "protocols": {"olson2021": 7}},
    "text for a whole number": within("items", count="12"),
    "fraction for a whole number": within("items", count=1.5),
    "truth for a number": within("norms", mean=True),
    "text for a number": within("norms", mean="78"),
    "unit that is none": within("norms", unit="persons"),
    "six columns": {**DAT, "columns": [f"column {number}" for number in range(6)]},
    "no common submetric": {**DAT, "submetrics": ["n_invalid"]},
    "submetric of a word": within("submetrics", of="word"),
    "a trade-off of one": {**DAT, "trade_offs": [["n_valid"]]},
    "a trade-off of three": {**DAT, "trade_offs": [["n_valid", "noun_rate", "plural_rate"]]},
    "text for the truth": {**DAT, "probe": "no"},
    "text for a size": within("files", bytes="12"),
    "a list": [DAT],
    "a variant that adds to an unknown list": {"extends": "dat", "name": "x", "adds": {"submetric": ["n_words"]}},
    "a variant that adds a text": {"extends": "dat", "name": "x", "adds": {"deviations": "none"}},
    "adds where nothing is extended": {**DAT, "adds": {"deviations": ["none"]}},
    "a variant with an unknown key": {"extends": "dat", "name": "x", "noms": []},
}


@pytest.fixture(scope="module")
def wrong_in():
    """What the schema finds wrong in a card, as an editor would."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(card_schema())
    jsonschema.Draft7Validator.check_schema(schema)
    return lambda card: [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(card)]


def test_the_shipped_schema_is_that_of_the_code():
    """``make generated`` writes it."""
    assert SHIPPED.read_text("utf-8") == card_schema()


def test_editors_explain_every_key():
    """In the words of the docstrings."""
    schema = json.loads(card_schema())
    places = {Card: schema, **{kind: schema["$defs"][kind.__name__] for kind in (Paper, Norm, Submetric, ItemSet)}}
    places[SourceFile] = schema["$defs"]["SourceFile"]
    for kind, place in places.items():
        assert set(place["properties"]) - {"extends", "adds"} == set(kind.__dataclass_fields__)
        assert not [name for name, value in place["properties"].items() if len(value["description"]) < 10], kind


def test_every_card_of_ours_is_right(wrong_in):
    """And one that extends another needs only what it changes."""
    assert len(OURS) == 18
    assert {entry.name: wrong_in(yaml.safe_load(text_of(entry.folder))) for entry in OURS} == {
        entry.name: [] for entry in OURS
    }
    assert wrong_in({"extends": "dat"}) == []
    assert wrong_in({"extends": "dat", "name": "pirate_dat", "version": "2-B", "columns": ["n_valid"]}) == []


@pytest.mark.parametrize("path", STRANGERS, ids=lambda path: path.parent.name)
def test_cards_of_strangers_are_right(wrong_in, path):
    """They were written without a look at the schema."""
    assert wrong_in(yaml.safe_load(text_of(path.parent))) == []


def schema_of(folder):
    """Where a card leads an editor."""
    return (folder / MODELINE.match(text_of(folder))[1]).resolve()


@pytest.mark.parametrize("entry", OURS, ids=lambda entry: entry.name)
def test_our_cards_name_the_schema(entry):
    """By a path that holds in a checkout."""
    assert schema_of(ROOT / "scenarios" / entry.name) == ROOT / "helm_creativity/benchmark/card.schema.json"


@pytest.mark.parametrize("name", WRONG)
def test_an_editor_marks_what_is_refused(wrong_in, name):
    """Each of these cards has one fault."""
    card = WRONG[name]
    assert wrong_in(card)
    read = partial(extended_card, find_entry("dat").card) if "extends" in card else parse_card
    with pytest.raises(BadCard, match=r"\Adat/card\.yaml"):
        read(card, "dat/card.yaml")
