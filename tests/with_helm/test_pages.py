"""HELM's pages: schema, titles, paths."""

import json
from pathlib import Path

import pytest
import yaml
from support import helm
from support.server import ChatServer, reply

import helm_creativity.run_specs as ours
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands import main
from helm_creativity.commands.helm_schema import schema_yaml

pytestmark = pytest.mark.commands

SHIPPED = Path(ours.__path__[0]) / "schema_creativity.yaml"


def test_the_shipped_schema_is_the_one_that_is_made_from_the_cards():
    """Otherwise: ``make generated``."""
    assert SHIPPED.read_text("utf-8") == schema_yaml([entry.card for entry in list_entries() if entry.ours])


def tables(folder):
    """The tables of the DAT's page."""
    return json.loads((folder / "runs" / "s" / "groups" / "creativity_dat.json").read_text())


def titles_of(table):
    return [cell["value"] for cell in table["header"]]


def test_columns_and_titles_are_ours(suite):
    """In our order, with our short names; the schema holds the one benchmark that was run."""
    (table,) = tables(suite.folder)
    words = ["Valid words", "Unknown words", "Repeated words"]
    assert titles_of(table) == ["Model", "Score", "± SE", "Scored", "Percentile", *words]
    assert table["title"] == "benchmark: dat, protocol: olson2021, embedding: builtin, dictionary: none"
    groups = [group["name"] for group in yaml.safe_load(suite.schema.read_text())["run_groups"]]
    assert groups == ["creativity", "domain_divergent_thinking", "creativity_dat"]


def test_a_suite_without_any_score_has_pages_too(tmp_path):
    """Every model may refuse."""
    with ChatServer({"refuses": lambda call: reply("I'm sorry, but I can't help with that.")}) as server:
        models = helm.deployments(tmp_path, server.url, ["refuses"])
        helm.run(tmp_path, ["creativity_dat:embedding=builtin,num_trials=2,model=text"], models=models)
    out = tmp_path / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(tmp_path), "--out", str(out)]) == 0
    helm.summarize(tmp_path, out)
    (table,) = tables(tmp_path)
    shown = dict(zip(titles_of(table), table["rows"][0], strict=True))
    assert "Score" not in shown
    assert shown["Scored"]["value"] == 0


def test_no_path_of_this_machine_is_written(suite):
    """HELM would write where the scenario's file lies."""
    root = str(Path(ours.__path__[0]).parent)
    for path in (suite.folder / "runs" / "s").glob("*/scenario.json"):
        written = json.loads(path.read_text())
        assert written["definition_path"] == "helm_creativity.scenarios.dat.scenario.DatScenario"
        assert root not in path.read_text()
