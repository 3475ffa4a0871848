"""Cards: complete, true and strict, and what editors mark as wrong by their schema is what is refused."""

import copy
import datetime
import json
import re
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import yaml
from support.replies import read_rows

from helm_creativity.benchmark.card import (
    Card,
    ItemSet,
    Norm,
    Paper,
    Submetric,
    card_schema,
    domain_assignments,
    extended_card,
    load_card,
    parse_card,
)
from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.settings import options
from helm_creativity.errors import BadCard, EmbeddingNotFound, FileProblem

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "helm_creativity/benchmark/card.schema.json"
STRANGERS = sorted((ROOT / "tests" / "support" / "strangers_benchmarks").glob("*/card.yaml"))
OURS = [entry for entry in list_entries() if entry.ours]
of_each = pytest.mark.parametrize("entry", OURS, ids=lambda entry: entry.name)


def read(folder):
    return yaml.safe_load((folder / "card.yaml").read_text("utf-8"))


DAT = read(ROOT / "scenarios" / "dat")


def changed(**values):
    return {**copy.deepcopy(DAT), **values}


def wrong_cards():
    """Cards of others with one fault each: the card, the message, and whether an editor marks it by the schema, too."""
    for row in read_rows(Path(__file__).parent / "wrong_cards.jsonl"):
        changes = row.get("changed", {})
        if key := row.get("within"):
            changes = {key: [{**DAT[key][0], **changes}]}
        yield row.get("card") or changed(**changes), row["message"], row["marked"]
    yield {key: value for key, value in DAT.items() if key != "measures"}, "dat/card.yaml: measures is missing", True
    yield changed(version=datetime.date(2024, 1, 1)), "version must be a text of the pattern", True
    yield [DAT], "must be a mapping, got a list", True


@pytest.fixture(scope="module")
def wrong_in():
    """What the schema finds wrong in a card, as an editor would."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(card_schema())
    jsonschema.Draft7Validator.check_schema(schema)
    return lambda card: [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(card)]


@pytest.mark.parametrize(("card", "message", "marked"), list(wrong_cards()))
def test_a_wrong_card_is_refused_by_key(card, message, marked, wrong_in):
    """Before anything is run; an editor marks it where one value alone is wrong."""
    parse = partial(extended_card, find_entry("dat").card) if "extends" in card else parse_card
    with pytest.raises(BadCard, match=message) as caught:
        parse(card, "dat/card.yaml")
    assert str(caught.value).startswith("dat/card.yaml")
    assert bool(wrong_in(card)) == marked


def test_all_that_is_wrong_is_named_at_once():
    """Each with its place, and in no words of a library's; then what does not fit together."""
    card = changed(norms=[*DAT["norms"][:2], {**DAT["norms"][2], "mean": "x", "n": 1e5}], titel="DAT", version="1.0")
    del card["measures"]
    card["submetrics"] = [{"name": "a", "title": 7, "short_title": "b", "of": "run"}]
    with pytest.raises(BadCard, match="titel") as caught:
        parse_card(card, "dat/card.yaml")
    assert set(str(caught.value).split("; ")) >= {
        "dat/card.yaml: measures is missing",
        "dat/card.yaml, submetrics[0]: description is missing",
        "dat/card.yaml: version must be a text of the pattern ^[1-9][0-9]*-[A-Z]$, got '1.0'",
        "dat/card.yaml, norms[2]: n must be a whole number, got 100000.0",
        "dat/card.yaml, norms[2]: mean must be a number, got 'x'",
        "dat/card.yaml, submetrics[0]: title must be a text, got 7 (put it in quotes)",
    }
    card = changed(default_protocol="mine", columns=["fluency"], norms=[{**DAT["norms"][0], "stat": "fluency"}])
    with pytest.raises(BadCard, match=r"columns must be .*; .*default_protocol must be .*; .*norms\[0\]: stat"):
        parse_card(card, "dat/card.yaml")


@pytest.mark.parametrize("value", [None, 7, 1.5, True, [[]], [None], {"a": {}}, {"\x1b\n": 7}])
def test_whatever_a_value_is_it_is_refused_in_our_words(value):
    """And on one line that steers no terminal."""
    for key in DAT.keys() - {"task"}:  # which the task type reads
        with pytest.raises(BadCard, match=r"\Adat/card\.yaml[^\x1b\n]*\Z") as caught:
            parse_card(changed(**{key: value}), "dat/card.yaml")
        assert not re.search("pydantic|Input should|Value error|another value", str(caught.value)), key


def test_a_norm_holds_for_the_settings_that_it_names_and_no_instruction():
    """They are patterns, as of file names; other settings do not matter."""
    norm = Norm("students", 9, 1.0, 0.5, "a table", {"items": "bowden2003*", "judges": "*agc-judge"})
    holding = {"items": "bowden2003/144@sha256:0", "judges": "lab/AGC-Judge", "temp": "1"}
    assert norm.holds_for(holding)
    assert norm.holds_for({**holding, "instruction": "none"})
    assert not norm.holds_for({**holding, "instruction": "creative@sha256:0"})
    assert not norm.holds_for({**holding, "items": "own/120@sha256:0"})
    assert not norm.holds_for({"items": "bowden2003/144@sha256:0"})


@of_each
def test_every_norm_stands_beside_a_table_or_was_sought(entry):
    """Under the settings that it names, as far as nothing must be fetched for them."""
    settings_type = get_benchmark(entry.name).settings_type
    for norm in entry.card.norms:
        names = {name: text.partition("@")[0].strip("*") for name, text in norm.settings.items()}
        embedding = norm.settings.get("embedding", "")
        names |= {"embedding": "builtin"} if embedding.startswith("builtin3-") else {}
        if embedding.startswith("builtin3-") and "estimate" in options(settings_type):
            names["estimate"] = str("/ngrams" in embedding).lower()
        with suppress(EmbeddingNotFound, FileProblem):
            settings = settings_type(**{name: yaml.safe_load(text) for name, text in names.items()})
            assert norm.holds_for({**settings.compared(), "instruction": "none"}), norm
    assert entry.card.norms or entry.card.norms_sought


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "is missing: expected a card in the folder of the"),
        ("name: [", "is not valid YAML: while parsing a flow node"),
        ("name: a\nprobe: true\ndomain:\n  probe: x\nprobe: false\n", "the key probe appears twice .*on line 5"),
    ],
)
def test_a_card_that_is_not_there_or_no_yaml_is_reported(tmp_path, text, reason):
    if text:
        (tmp_path / "card.yaml").write_text(text)
    with pytest.raises(BadCard, match=f"{tmp_path.name}/card.yaml .*{reason}"):
        load_card(tmp_path)


@pytest.mark.parametrize(
    ("settings", "bounds"),
    [
        ({"protocol": "mctb2025", "prompts": "own/8@sha256:0"}, (1, 5)),
        ({"protocol": "mctb2025", "prompts": "8@sha256:0"}, (10, 50)),
        ({"protocol": "wenger2025", "prompts": "own/5@sha256:0"}, (0, 2)),
        ({}, ()),
    ],
)
def test_the_scale_of_own_prompts_may_be_another(settings, bounds):
    """The question of this package asks for ratings from 1 to 5, that of the program from 10 to 50."""
    assert find_entry("aut").card.bounds_of_score(settings) == bounds


def test_editors_explain_every_key():
    """In the words of the docstrings; the file that is shipped is that of the code."""
    assert SCHEMA.read_text("utf-8") == card_schema()
    schema = json.loads(card_schema())
    places = {Card: schema, **{kind: schema["$defs"][kind.__name__] for kind in (Paper, Norm, Submetric, ItemSet)}}
    places[SourceFile] = schema["$defs"]["SourceFile"]
    for kind, place in places.items():
        assert set(place["properties"]) - {"extends", "adds"} == set(kind.__dataclass_fields__)
        assert not [name for name, value in place["properties"].items() if len(value["description"]) < 10], kind


def test_good_cards_are_right(wrong_in):
    """Ours, those of strangers, and one that extends another, which needs only what it changes."""
    assert len(OURS) > 20
    for folder in (*(entry.folder for entry in OURS), *(path.parent for path in STRANGERS)):
        assert wrong_in(read(folder)) == [], folder
    assert wrong_in({"extends": "dat", "name": "pirate_dat", "version": "2-B", "columns": ["n_valid"]}) == []
    read_back = parse_card(changed(norms=[{**DAT["norms"][0], "mean": 78}], trade_offs=[["n_valid", "noun_rate"]]), "x")
    assert (read_back.norms[0].mean, read_back.trade_offs) == (78, (("n_valid", "noun_rate"),))


ASSIGNED = domain_assignments()
CARDS = [entry.card for entry in list_entries() if entry.name.isidentifier() and not entry.card.probe]


def test_domains_are_those_of_the_paper():
    """Section 3.3, in its order; every benchmark but probes enters one, and each has some, for a reason."""
    names = "Brainstorming, Problem Solving, STEM, Story, Figurative Language, Humor"
    assert ASSIGNED["domains"] == names.split(", ")
    assert {card.composite_domain for card in CARDS} == set(ASSIGNED["domains"])
    assert {card.domain for card in CARDS} == set(ASSIGNED["by_domain"])
    assert all(assignment["reason"] for assignment in ASSIGNED["by_domain"].values())
    probe = find_entry("letter_string").card
    assert (probe.probe, probe.composite_domain) == (True, "fluid reasoning")


@pytest.mark.parametrize("name", list(ASSIGNED["by_benchmark"]))
def test_the_authors_assignments_are_of_benchmarks_that_exist(name):
    """They differ from what the card's domain gives for two benchmarks."""
    card = find_entry(name).card
    by_domain = ASSIGNED["by_domain"][card.domain]["domain"]
    assert card.composite_domain == ASSIGNED["by_benchmark"][name]["domain"]
    assert (card.composite_domain == by_domain) == (name not in ("creative_math", "design_problems"))


@pytest.mark.parametrize(
    ("domain", "expected"),
    [("Seafaring", "Seafaring"), ("humor", "Humor"), ("STEM", "STEM"), ("Creative writing", "Story")],
)
def test_a_benchmark_of_ones_own_keeps_its_domain(domain, expected):
    """Unless it is one of the six or of ours."""
    assert replace(find_entry("dat").card, name="mine", domain=domain).composite_domain == expected
