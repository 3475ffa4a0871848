"""Benchmarks of this package that cannot be used, and search paths as installers leave them."""

import logging
from types import SimpleNamespace

import pytest
from support import outside
from support.outside import card, forget

import helm_creativity.scenarios as scenarios
from helm_creativity.benchmark import registry
from helm_creativity.benchmark.registry import entries_to_check, find_entry, import_part, list_entries, unusable
from helm_creativity.errors import BadArguments


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"name: [", "broken/card.yaml is not valid YAML"),
        (b"name: broken\ntitel: x\n", "there is no key 'titel'; did you mean 'title'"),
    ],
)
def test_a_card_of_ours_that_cannot_be_read_costs_a_warning_and_itself(tmp_path, monkeypatch, caplog, content, reason):
    """Every other benchmark is there, with its card."""
    names = [entry.name for entry in list_entries()]
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "card.yaml").write_bytes(content)
    monkeypatch.setattr(scenarios, "__path__", [*scenarios.__path__, str(tmp_path)])
    forget()
    try:
        with caplog.at_level(logging.WARNING):
            assert [entry.name for entry in list_entries()] == names
        assert all(entry.card.title for entry in list_entries())
        (wrong,) = unusable()
        assert "broken cannot be used: " in caplog.text
        assert wrong.names == {"broken"}
        with pytest.raises(BadArguments, match=reason):
            find_entry("broken")
    finally:
        forget()


PLACEHOLDER = "__editable__.mine-0.1.0.finder.__path_hook__"


@pytest.mark.parametrize("package", ["mine", "many"])
def test_a_search_path_may_name_what_is_no_folder_and_a_folder_twice(tmp_path, monkeypatch, caplog, package):
    """As of a package without ``__init__.py`` that setuptools installed as editable."""
    site = tmp_path / "site"
    folder = "mine" if package == "mine" else "many/mine"
    outside.install(site, "project", {f"{folder}/card.yaml": card("mine"), f"{package}/readme": ""}, package)
    link = tmp_path / "link"
    link.symlink_to(site / package)
    path = [PLACEHOLDER, str(site / package), str(tmp_path / "gone"), str(site / package), str(link), PLACEHOLDER]
    find_spec = registry.find_spec
    monkeypatch.setattr(
        registry,
        "find_spec",
        lambda name: (
            SimpleNamespace(submodule_search_locations=path, origin=None) if name == package else find_spec(name)
        ),
    )
    with outside.installed(site), caplog.at_level(logging.WARNING):
        assert find_entry("mine").folder == site / folder
        assert entries_to_check("mine") == (find_entry("mine"),)
        assert unusable() == []
    assert caplog.text == ""


def test_a_search_path_without_a_folder_is_no_package(tmp_path, monkeypatch):
    """Which costs the entry point, and no benchmark of ours."""
    names = [entry.name for entry in list_entries()]
    outside.install(tmp_path, "project", {}, "mine")
    monkeypatch.setattr(
        registry, "find_spec", lambda name: SimpleNamespace(submodule_search_locations=[PLACEHOLDER], origin=None)
    )
    with outside.installed(tmp_path):
        assert [entry.name for entry in list_entries()] == names
        with pytest.raises(BadArguments, match="entry point 'project' cannot be used: there is no package 'mine'"):
            find_entry("mine")


def test_a_part_is_found_by_what_it_brings(monkeypatch, caplog):
    """Or not; one that cannot be imported costs a warning and itself."""
    cdat, dat = find_entry("cdat"), find_entry("dat")
    assert import_part(cdat, "comparison") is not None
    assert import_part(dat, "comparison") is None

    def fails(self, part):
        raise ImportError("no such library")

    monkeypatch.setattr(type(cdat), "module", fails)
    with caplog.at_level(logging.WARNING):
        assert import_part(cdat, "comparison") is None
    assert "helm_creativity.scenarios.cdat cannot be used: ImportError: no such library" in caplog.text
