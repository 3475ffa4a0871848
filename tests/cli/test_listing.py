"""``helm-creativity list``: all that there is, and one benchmark; cards and classes are the only source."""

import json

import pytest
from support import command
from support.process import python

import helm_creativity as hc
from helm_creativity.baselines.models import baselines
from helm_creativity.core.loading import load_benchmark
from helm_creativity.core.registry import list_entries
from helm_creativity.operations.running.sets import SETS


def tables(*arguments):
    """The tables of ``list`` by name."""
    return {table["name"]: table for table in json.loads(command.run("list", *arguments, "--format", "json").text)}


def test_everything_is_listed():
    found = tables()
    assert [row["name"] for row in found["benchmarks"]["rows"]] == list(hc.list_benchmarks())
    assert [row["set"] for row in found["sets"]["rows"]] == [known.name for known in SETS]
    assert [row["name"] for row in found["baselines"]["rows"]] == [model.name for model in baselines()]
    assert {row["here"] for row in found["embeddings"]["rows"]} == {"yes"}
    rows = {row["name"]: row for row in found["benchmarks"]["rows"]}
    assert rows["letter_string"] == {
        "name": "letter_string",
        "title": "Letter-String Analogies",
        "domain": "fluid reasoning",
        "items": 500,
        "requests": 500,
        "judges": "none",
        "files": "here",
    }
    assert (rows["novelty"]["requests"], rows["novelty"]["judges"]) == (1200, "needed")
    assert (rows["aut"]["judges"], rows["dat"]["files"]) == ("optional", "fetch first")


def test_items_are_as_many_as_are_asked():
    """Where the files are here."""
    rows = {row["name"]: row for row in tables()["benchmarks"]["rows"] if row["files"] == "here"}
    assert rows
    for name, row in rows.items():
        benchmark = hc.get_benchmark(name)
        settings = benchmark.settings(**({"judges": "creativity/lexical-judge"} if row["judges"] == "needed" else {}))
        assert row["items"] == len(list(benchmark.items(settings)))


@pytest.mark.parametrize("entry", [entry for entry in list_entries() if entry.ours], ids=lambda entry: entry.name)
def test_a_benchmark_is_shown_with_all_its_settings(entry):
    found, card = tables(entry.name), entry.card
    assert [row["setting"] for row in found["settings"]["rows"]] == list(load_benchmark(entry).options)
    assert [row["protocol"] for row in found["protocols"]["rows"]] == list(card.protocols)
    assert [row["protocol"] for row in found["protocols"]["rows"] if row["default"]] == [card.default_protocol]
    assert [row["submetric"] for row in found["submetrics"]["rows"]] == [found.name for found in card.submetrics]
    assert [row["citation"] for row in found["papers"]["rows"]] == [paper.citation for paper in card.papers]


def test_the_files_that_are_missing_are_named():
    text = " ".join(command.run("list", "dat").text.split())
    assert "helm-creativity embeddings fetch glove-840b" in text
    assert "helm-creativity items fetch olson2021-words" in text
    assert "instruction neutral neutral | creative | effective | verbalized" in text


def test_long_texts_are_broken_under_their_column():
    lines = command.run("list", "dat").text.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("does not claim"))
    column = lines[start].index("creativity in general")
    assert lines[start + 1][:column].strip() == ""
    assert max(map(len, lines)) <= 120


def test_nothing_is_asked_of_helm():
    loaded = python(
        "import contextlib, io, json, sys\nfrom helm_creativity.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n    main(['list'])\n"
        "print(json.dumps([name for name in ('helm', 'torch', 'gensim') if name in sys.modules]))"
    )
    assert loaded == []
