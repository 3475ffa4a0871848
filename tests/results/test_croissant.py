"""Item sets in Croissant: what is written, that it is what the card says, and that others can read it."""

import hashlib
import json
from dataclasses import replace

import pytest
from support import command

from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.loading import get_benchmark, load_benchmark
from helm_creativity.core.prompts import Prompt
from helm_creativity.core.registry import list_entries
from helm_creativity.results.exporting import croissant
from helm_creativity.results.exporting.croissant import CONFORMS_TO, Described, write_item_sets

OURS = [entry for entry in list_entries() if entry.ours]
SHIPPED = sum(bool(item_set.checksum) for entry in OURS for item_set in entry.card.items)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """All item sets: the folder, and by name what was written or why not."""
    folder = tmp_path_factory.mktemp("sets")
    found = {}
    for entry in OURS:
        names = [f"{entry.name}-{item_set.name}" for item_set in entry.card.items]
        found |= dict(zip(names, write_item_sets(load_benchmark(entry), folder), strict=True))
    return folder, found


def description(folder, name):
    return json.loads((folder / name / "croissant.json").read_text("utf-8"))


def test_every_set_that_is_shipped_is_written_with_the_prompts_of_its_card(written):
    folder, found = written
    n = 0
    for entry in OURS:
        for item_set in entry.card.items:
            if item_set.checksum:
                name = f"{entry.name}-{item_set.name}"
                assert found[name] == Described(folder / name, item_set.count)
                rows = [json.loads(line) for line in (folder / name / "items.jsonl").read_text("utf-8").splitlines()]
                prompts = (Prompt("", row["prompt"]) for row in rows)
                assert checksum_prompts(prompts).rpartition(":")[2] == item_set.checksum
                assert len({row["id"] for row in rows}) == item_set.count
                n += 1
    assert n == SHIPPED > 20


def test_a_description_says_what_its_file_is(written):
    folder, found = written
    for name in (name for name, made in found.items() if isinstance(made, Described) and made.items):
        about = description(folder, name)
        (file,) = about["distribution"]
        data = (folder / name / "items.jsonl").read_bytes()
        assert (file["sha256"], file["contentSize"]) == (hashlib.sha256(data).hexdigest(), f"{len(data)} B")
        assert (about["@type"], about["conformsTo"], about["name"]) == ("sc:Dataset", CONFORMS_TO, name)
        (records,) = about["recordSet"]
        rows = [json.loads(line) for line in data.decode().splitlines()]
        columns = {field["source"]["extract"]["column"] for field in records["field"]}
        assert columns == {column for row in rows for column, value in row.items() if value is not None}
        assert {field["source"]["fileObject"]["@id"] for field in records["field"]} == {file["@id"]}


def test_fields_have_the_types_of_their_values(written):
    fields = {field["name"]: field for field in description(written[0], "macgyver-own")["recordSet"][0]["field"]}
    assert fields["solvable"]["dataType"] == "sc:Boolean"
    assert fields["number"]["dataType"] == "sc:Integer"
    assert (fields["tools"]["dataType"], fields["tools"]["repeated"]) == ("sc:Text", True)
    assert "repeated" not in fields["problem"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2.5, 3], "sc:Float"),
        ([2.5], "sc:Float"),
        ([1, 2], "sc:Integer"),
        ([True, False], "sc:Boolean"),
        ([True, 2], "sc:Text"),
        ([1, "2"], "sc:Text"),
    ],
)
def test_a_column_has_the_type_of_all_its_values(values, kind):
    (field,) = croissant._record_set([{"x": value} for value in [*values, None]])["field"]
    assert field["dataType"] == kind


def test_a_set_has_the_year_of_its_source(written):
    """On whatever day it is written; what was written here has been published nowhere else."""
    years = {name: description(written[0], name).get("datePublished") for name in ("drat-scientific", "create-own")}
    assert years == {"drat-scientific": "2026", "create-own": None}
    assert description(written[0], "dat-olson2021")["datePublished"] == "2021"


def test_a_strangers_benchmark_that_fails_costs_itself(tmp_path, monkeypatch, caplog):
    """Where it is named, the failure is the command's."""
    usual, (first, second, *_) = croissant.write_item_sets, OURS
    benchmarks = {entry.name: load_benchmark(entry) for entry in (first, second)}
    entries = (replace(first, package="stranger.benchmark"), second)
    monkeypatch.setattr("helm_creativity.core.registry.list_entries", lambda: entries)

    def fails(benchmark, folder):
        if benchmark.name == first.name:
            raise RuntimeError("no items")
        return usual(benchmark, folder)

    monkeypatch.setattr(croissant, "write_item_sets", fails)
    monkeypatch.setattr("helm_creativity.core.loading.load_benchmark", lambda entry: benchmarks[entry.name])
    printed = command.run("items", "croissant", "--out", tmp_path)
    assert f"{tmp_path}/{second.name}-" in printed.text
    assert "stranger.benchmark cannot be used: RuntimeError: no items" in caplog.text
    with pytest.raises(RuntimeError, match="no items"):
        command.run("items", "croissant", first.name, "--out", tmp_path)


@pytest.mark.parametrize(
    ("name", "licence"),
    [
        ("rat-own", "https://spdx.org/licenses/Apache-2.0.html"),
        ("drat-scientific", "https://creativecommons.org/licenses/by/4.0/"),
        ("hard_dat-common_nouns", "https://wordnet.princeton.edu/license-and-commercial-use"),
        ("story-low", "none stated"),
    ],
)
def test_licences_are_those_of_the_card(written, name, licence):
    about = description(written[0], name)
    assert about["license"] == licence
    number, _, letter = get_benchmark(name.partition("-")[0]).card.version.partition("-")
    assert about["version"] == f"{number}.{'ABCDEFGHIJ'.index(letter)}.0"


def test_of_a_set_that_is_fetched_nothing_but_the_description_is_written(written):
    folder, found = written
    name = "macgyver-macgyver2024"
    assert found[name] == Described(folder / name, 0)
    assert [path.name for path in (folder / name).iterdir()] == ["croissant.json"]
    about = description(folder, name)
    (source,) = (file for file in get_benchmark("macgyver").card.files if file.name == "macgyver-problems")
    (file,) = about["distribution"]
    assert (file["contentUrl"], file["sha256"]) == (source.url, source.sha256)
    assert (about["recordSet"], about["datePublished"]) == ([], "2024")


def test_what_is_left_out_has_a_reason(tmp_path, monkeypatch):
    printed = command.run("items", "croissant", "metaphor", "create", "--out", tmp_path)
    assert printed.text.splitlines() == [
        f"{tmp_path}/metaphor-own: 18 items",
        f"{tmp_path}/metaphor-authors: description alone",
        f"{tmp_path}/create-own: 99 items",
    ]
    assert printed.stderr == ["left out: create-official: its card names no file that holds it"]
    assert description(tmp_path, "metaphor-authors")["datePublished"] == "2026"
    monkeypatch.setattr(croissant, "checksum_known", lambda source: "")
    assert command.run("items", "croissant", "metaphor", "--out", tmp_path).stderr == [
        "left out: metaphor-authors: no checksum of agc-human-items-metaphor is published; fetch it first: "
        "helm-creativity items fetch agc-human"
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_reference_implementation_reads_all_of_them(written):
    mlcroissant = pytest.importorskip("mlcroissant")
    folder, found = written
    for name, made in found.items():
        if isinstance(made, Described):
            data_set = mlcroissant.Dataset(jsonld=str(folder / name / "croissant.json"))
            assert not data_set.metadata.ctx.issues.errors
            assert all("datePublished" in warning for warning in data_set.metadata.ctx.issues.warnings)
            assert made.items == (len(list(data_set.records("items"))) if made.items else 0)
