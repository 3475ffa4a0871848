"""Benchmarks that cannot be used, and those of other packages: found by entry points, and no trouble of any other."""

import logging
import re
from types import SimpleNamespace

import pytest
from support import outside
from support.outside import card, forget

from helm_creativity import run_specs, scenarios
from helm_creativity.baselines.client import baseline_reply, rating_reply
from helm_creativity.baselines.word_choosers import RandomChooser
from helm_creativity.benchmark import registry
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import (
    entries_to_check,
    find_entry,
    list_entries,
    ours_first,
    unusable,
)
from helm_creativity.benchmark.sources import find_source
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments

OURS = [benchmark.name for benchmark in list_entries() if benchmark.ours]
ASKED = get_benchmark("rat").render("schapiro2026", stems=("rabbit", "knife", "lumber")).text
BENCHMARK = """
from helm_creativity.task_types.items_in_file import KeyedBenchmark

class Mine(KeyedBenchmark):
    def scorer(self, settings):
        raise LookupError("not here")
"""
RESPOND = "def baseline_response(prompt, baseline):\n    "


@pytest.fixture
def site(tmp_path):
    return tmp_path / "site"


def warnings_of(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_package_with_cards_is_benchmarks(site, caplog):
    """They stand among ours, in alphabetical order; a folder without a card is none, and a bad one costs itself."""
    outside.install(site, "a-project", {"mine/card.yaml": card("mine")}, "mine")
    files = {f"many/benchmarks/{name}/card.yaml": card(name) for name in ("one", "two")}
    others = {"many/benchmarks/three/readme": "", "many/benchmarks/bad/card.yaml": "[]"}
    outside.install(site, "many", {**files, **others}, "many.benchmarks")
    with outside.installed(site):
        mine, *others = (entry for entry in list_entries() if not entry.ours)
        assert (mine.package, mine.folder, mine.card.group) == ("mine", site / "mine", "creativity_mine")
        assert [entry.package for entry in others] == ["many.benchmarks.one", "many.benchmarks.two"]
        assert [entry.name for entry in list_entries()] == sorted([*OURS, "mine", "one", "two"])
        assert [entry.name for entry in ours_first()] == [*OURS, "mine", "one", "two"]
    assert [warning.split(":")[0] for warning in warnings_of(caplog)] == ["many.benchmarks.bad cannot be used"]


EXTENDING = """from helm_creativity.task_types.word_list.benchmark import WordListBenchmark


class PirateDat(WordListBenchmark):
    extends = "dat"
"""
WRONG = [
    ({}, "gone", "entry point 'it' cannot be used: there is no package 'gone'"),
    ({}, "gone.away", "entry point 'it' cannot be used: No module named 'gone'"),
    ({"it/__init__.py": ""}, "it", "neither 'it' nor a folder in it has a card.yaml; is it in the package's data"),
    ({"it/__init__.py": "1 / 0", "it/a/card.yaml": card("a")}, "it.a", "division by zero"),
    ({"it.py": "import sys\nsys.exit()"}, "it", r"importing it ends the program \(status None\): let what"),
    ({"it.py": "x = 1"}, "it", "ithout a card it must define one class .* found none"),
    ({"it.py": EXTENDING + '    changes = {"title": 7}\n'}, "it", r"it\.PirateDat: title must be a text, got 7"),
    ({"it.py": EXTENDING + '    adds = {"submetric": []}\n'}, "it", "adds has the key .*did you mean 'submetrics'"),
    ({"it/card.yaml": "name: ["}, "it", "it/card.yaml is not valid YAML: while parsing"),
    ({"it/card.yaml": card("that")}, "it", "card.yaml says name: that, the package is it: use one name"),
    ({"it/card.yaml": "extends: nothing\nname: it\n"}, "it", "extends 'nothing', and there is no such"),
    ({"it/card.yaml": "extends: dat\nname: it\nadds: {submetrics: [noun_rate]}\n"}, "it", "two submetrics of the name"),
    ({"dat/card.yaml": card("dat")}, "dat", "dat in .*/dat cannot be used: there is a benchmark 'dat' already, .* in "),
]
NAMED = [
    (
        {"it.py": EXTENDING},
        "it",
        "there is a benchmark 'dat' already, .*in .*/dat: give the entry point another",
        "dat",
    ),
    ({"it.py": EXTENDING}, "it", "'Parrot-DAT' is no name of a benchmark: expected lowercase letters", "Parrot-DAT"),
]


@pytest.mark.parametrize(("files", "value", "message", "point"), [*((*row, "it") for row in WRONG), *NAMED])
def test_a_package_that_is_wrong_costs_a_warning(site, caplog, files, value, message, point):
    """All others are there, and it is not; whoever names it is told why."""
    outside.install(site, "project", files, value, point=point)
    with outside.installed(site):
        assert [benchmark.name for benchmark in list_entries()] == OURS
        (wrong,) = unusable()
        assert re.search(message, wrong.message)
        for name in wrong.names:
            with pytest.raises(BadArguments, match=message):
                (entries_to_check if name in OURS else find_entry)(name)
    (warning,) = warnings_of(caplog)
    assert re.search(message, warning)


def test_of_two_packages_of_one_name_the_first_counts(site, caplog):
    """By the names of their entry points, whatever the order of installation."""
    for project in ("z", "a"):
        outside.install(site, project, {f"of_{project}/mine/card.yaml": card("mine")}, f"of_{project}")
    with outside.installed(site):
        assert find_entry("mine").package == "of_a.mine"
        with pytest.raises(BadArguments, match=r"^of_z.mine in .*/of_z/mine .* 'mine' already, of_a.mine in .*/of_a/"):
            entries_to_check("mine")
    assert re.match("of_z.mine in .* 'mine' already, of_a.mine in ", warnings_of(caplog)[0])


@pytest.fixture
def registered(monkeypatch):
    found = {}
    monkeypatch.setattr("helm.benchmark.run_spec._REGISTERED_RUN_SPEC_FUNCTIONS", found)
    return found


@pytest.mark.parametrize("name", ["mine", "dat"])
def test_helm_runs_ours_whatever_another_package_does(site, registered, name):
    """One that cannot be imported costs its own run entry; one that takes our name is not there at all."""
    files = {f"{name}/__init__.py": "", f"{name}/card.yaml": card(name), f"{name}/benchmark.py": "1 / 0"}
    outside.install(site, "aaa", files, name)
    with outside.installed(site):
        run_specs.register_all()
        assert registered["creativity_dat"](embedding="builtin").name.startswith("creativity_dat:protocol=")
        if name == "mine":
            with pytest.raises(ZeroDivisionError, match="division"):
                registered["creativity_mine"]()


def test_a_plug_in_that_takes_our_name_costs_that_benchmark_alone(registered, caplog):
    """HELM refuses a second function of one name; all others are registered."""
    registered["creativity_dat"] = len
    run_specs.register_all()
    assert set(registered) == {f"creativity_{name}" for name in OURS}
    (warning,) = warnings_of(caplog)
    assert warning.startswith("creativity_dat cannot be used: ")


def test_ours_are_the_first_source_of_a_file(site):
    """A checksum of ours is never replaced."""
    entry = {"name": "rat-norms", "url": "", "bytes": 1, "sha256": "0" * 64, "licence": "none", "citation": "nobody"}
    mine = {**entry, "name": "mine.txt"}
    outside.install(site, "it", {"zzz/card.yaml": card("zzz", files=[entry, mine])}, "zzz")
    expected = find_source("rat-norms")
    with outside.installed(site):
        assert find_source("rat-norms") == expected
        assert find_source("mine.txt").citation == "nobody"


@pytest.mark.parametrize(
    ("benchmark", "reference", "reply"),
    [
        *((benchmark, "", None) for benchmark in ("1 / 0", "raise SystemExit", BENCHMARK)),
        *((BENCHMARK, reference, None) for reference in ("raise SystemExit", RESPOND + "raise ValueError(prompt)")),
        (BENCHMARK, RESPOND + "return 'mine'", "mine"),
    ],
)
def test_a_baseline_that_is_broken_or_responds_to_everything_stops_no_other(site, caplog, benchmark, reference, reply):
    """Ours are asked first; its own prompts fail, with a warning that says why."""
    files = {"aaa/__init__.py": "", "aaa/card.yaml": card("aaa"), "aaa/benchmark.py": benchmark}
    outside.install(site, "it", {**files, "aaa/baseline.py": reference}, "aaa")
    with outside.installed(site):
        assert baseline_reply(ASKED, RandomChooser("builtin", 1)) not in (None, "", "mine")
        assert not warnings_of(caplog)
        assert baseline_reply("What else?", RandomChooser("builtin", 1)) == reply
        assert reply is None or rating_reply("How good is it?") is None  # no benchmark declares that question
    assert [warning.partition(" ")[0] for warning in warnings_of(caplog)] == ["aaa"] * (reply is None)


@pytest.mark.parametrize(("part", "command"), [("draw", ["draw"]), ("benchmark", ["score"])])
@pytest.mark.parametrize(
    ("fault", "says"),
    [("1 / 0", "ZeroDivisionError: "), ("raise SystemExit(3)", "ImportError: importing aaa.{} ends .*status 3")],
)
def test_commands_are_there_whatever_a_benchmark_cannot_import(site, capsys, part, command, fault, says):
    """Its own command names the fault, in one line."""
    files = {"aaa/__init__.py": "", "aaa/card.yaml": card("aaa"), f"aaa/{part}.py": fault}
    outside.install(site, "it", files, "aaa")
    with outside.installed(site):
        assert main([*command, "--help"]) == 0
        assert main([*command, "aaa"]) == 2
    said = capsys.readouterr().err
    assert re.match(f"helm-creativity: aaa cannot be used: {says.format(part)}", said)
    assert said.count("\n") == 1


def test_a_card_of_ours_that_cannot_be_read_costs_a_warning_and_itself(tmp_path, monkeypatch, caplog):
    """Every other benchmark is there, with its card."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "card.yaml").write_text("name: [")
    monkeypatch.setattr(scenarios, "__path__", [*scenarios.__path__, str(tmp_path)])
    forget()
    try:
        assert [entry.name for entry in list_entries()] == OURS
        assert all(entry.card.title for entry in list_entries())
        (wrong,) = unusable()
        assert "broken cannot be used: " in caplog.text
        assert wrong.names == {"broken"}
        with pytest.raises(BadArguments, match=r"broken/card\.yaml is not valid YAML"):
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
    found = SimpleNamespace(submodule_search_locations=path, origin=None)
    find_spec = registry.find_spec
    monkeypatch.setattr(registry, "find_spec", lambda name: found if name == package else find_spec(name))
    with outside.installed(site):
        assert find_entry("mine").folder == site / folder
        assert entries_to_check("mine") == (find_entry("mine"),)
        assert unusable() == []
    assert not warnings_of(caplog)


def test_a_search_path_without_a_folder_is_no_package(tmp_path, monkeypatch):
    """Which costs the entry point, and no benchmark of ours."""
    outside.install(tmp_path, "project", {}, "mine")
    found = SimpleNamespace(submodule_search_locations=[PLACEHOLDER], origin=None)
    monkeypatch.setattr(registry, "find_spec", lambda name: found)
    with outside.installed(tmp_path):
        assert [entry.name for entry in list_entries()] == OURS
        with pytest.raises(BadArguments, match="entry point 'project' cannot be used: there is no package 'mine'"):
            find_entry("mine")
