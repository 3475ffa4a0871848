"""The table of keys agrees with HELM: its extras, its deployments, and where a key is looked for."""

from __future__ import annotations

import re
from importlib.metadata import metadata
from pathlib import Path

import helm.config
import pytest
import yaml

from helm_creativity.helm.clients.reachable import _environment

PAGE = (Path(__file__).parents[2] / "docs/models.md").read_text("utf-8")
LINES = PAGE.split("<!-- keys -->\n")[1].split("<!-- /keys -->")[0].splitlines()[2:]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in LINES]


@pytest.fixture(scope="module")
def clients_by_host():
    """The client classes of the deployments that HELM itself brings."""
    text = (Path(helm.config.__path__[0]) / "model_deployments.yaml").read_text("utf-8")
    found: dict[str, set[str]] = {}
    for deployment in yaml.load(text, yaml.CSafeLoader)["model_deployments"]:
        found.setdefault(deployment["name"].split("/")[0], set()).add(deployment["client_spec"]["class_name"])
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_is_what_helm_does(row, clients_by_host):
    deployments, install, credentials, variables = row
    for extra in re.findall(r"crfm-helm\[(\w+)\]", install):
        assert extra in metadata("crfm-helm").get_all("Provides-Extra")
    host = re.match(r"`(\w+)/", deployments)
    if host is None:
        assert deployments == "an OpenAI-compatible server of your own"
        return
    assert host[1] in clients_by_host
    assert all(
        name in {f"{host[1]}{part}" for part in ("ApiKey", "ProjectId", "Location")}
        for name in re.findall(r"`(\w+)`", credentials)
    )
    keys = {name for name in re.findall(r"`(\w+)`", variables) if name.endswith(("_KEY", "_TOKEN"))}
    assert keys <= set(_environment(host[1]))
