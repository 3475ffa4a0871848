"""``helm-creativity list``: all that there is, and one benchmark; cards and classes are the only source."""

import json

from support import command
from support.process import python

import helm_creativity as hc
from helm_creativity.baselines.models import baselines
from helm_creativity.commands.running.sets import SETS


def tables(*arguments):
    """The tables of ``list`` by name."""
    return {table["name"]: table for table in json.loads(command.run("list", *arguments, "--format", "json").text)}


def test_everything_is_listed():
    found = tables()
    assert [row["name"] for row in found["benchmarks"]["rows"]] == list(hc.list_benchmarks())
    assert [row["set"] for row in found["sets"]["rows"]] == [known.name for known in SETS]
    assert [row["name"] for row in found["baselines"]["rows"]] == [model.name for model in baselines()]
    assert {row["state"] for row in found["embeddings"]["rows"]} == {"here"}
    rows = {row["name"]: row for row in found["benchmarks"]["rows"]}
    shown = {"title": "Letter-String Analogies", "domain": "fluid reasoning", "items": 500, "requests": 500}
    assert rows["letter_string"] == {"name": "letter_string", **shown, "judges": "none", "files": "here"}
    assert (rows["novelty"]["requests"], rows["novelty"]["judges"]) == (1200, "needed")
    assert (rows["aut"]["judges"], rows["dat"]["files"]) == ("optional", "fetch first")


def test_a_set_is_listed_by_its_run_entries():
    (table,) = tables("core").values()
    assert {"run entry": "letter_string:max_eval_instances=50"} in table["rows"]


def test_items_are_as_many_as_are_asked():
    """Where the files are here."""
    rows = [row for row in tables()["benchmarks"]["rows"] if row["files"] == "here"]
    assert rows
    for row in rows:
        benchmark = hc.get_benchmark(row["name"])
        judges = {"judges": "creativity/lexical-judge"} if row["judges"] == "needed" else {}
        assert row["items"] == len(list(benchmark.items(benchmark.settings(**judges))))


def test_nothing_is_asked_of_helm():
    loaded = python(
        "import contextlib, io, json, sys\nfrom helm_creativity.commands import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n    main(['list'])\n"
        "print(json.dumps([name for name in ('helm', 'torch', 'gensim') if name in sys.modules]))"
    )
    assert loaded == []
