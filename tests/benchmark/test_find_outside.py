"""Benchmarks of other packages: found by their entry points, and no trouble of any other."""

import logging
import re

import pytest
from support import outside
from support.outside import card
from support.tools import tool

from helm_creativity import run_specs
from helm_creativity.baselines.client import baseline_reply, rating_reply
from helm_creativity.baselines.word_choosers import RandomChooser
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import entries_to_check, find_entry, list_entries, ours_first, unusable
from helm_creativity.benchmark.sources import find_source
from helm_creativity.commands import main
from helm_creativity.commands.helm_schema import schema
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
    """A folder of installed packages."""
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
    ({"it.py": ""}, "that", "there is no package 'that'"),
    ({"it/__init__.py": ""}, "it", "neither 'it' nor a folder in it has a card.yaml; is it in the package's data"),
    ({"it/__init__.py": "1 / 0", "it/a/card.yaml": card("a")}, "it.a", "division by zero"),
    (
        {"it/__init__.py": "raise SystemExit(3)", "it/a/card.yaml": card("a")},
        "it.a",
        r"importing it.a ends the program \(status 3\): let what ends it run in a script only",
    ),
    ({"it.py": "import sys\nsys.exit()"}, "it", r"importing it ends the program \(status None\)"),
    ({"it.py": "import nowhere"}, "it", "No module named 'nowhere'"),
    ({"it.py": "x = 1"}, "it", "ithout a card it must define one class .* found none"),
    ({"it.py": EXTENDING + '    changes = {"title": 7}\n'}, "it", r"it\.PirateDat: title must be a text, got 7"),
    ({"it.py": EXTENDING + '    adds = {"submetric": []}\n'}, "it", "adds has the key .*did you mean 'submetrics'"),
    ({"it/card.yaml": card("it", colour="red")}, "it", "it cannot be used: it/card.yaml: there is no key 'colour'"),
    ({"it/card.yaml": "name: ["}, "it", "it/card.yaml is not valid YAML: while parsing"),
    ({"it/card.yaml": card("that")}, "it", "card.yaml says name: that, the package is it: use one name"),
    ({"it/card.yaml": "extends: nothing\nname: it\n"}, "it", "extends 'nothing', and there is no such"),
    ({"it/card.yaml": "extends: dat\nname: it\nnoms: []\n"}, "it", "no key 'noms'; did you mean"),
    (
        {"it/card.yaml": "extends: dat\nname: it\nadds: {submetrics: [noun_rate]}\n"},
        "it",
        "there are two submetrics of the name noun_rate",
    ),
    ({"dat/card.yaml": card("dat")}, "dat", "dat in .*/dat cannot be used: there is a benchmark 'dat' already, .* in "),
]
NAMES = {
    "dat": "there is a benchmark 'dat' already, .*in .*/dat: give the entry point another",
    "Parrot-DAT": "'Parrot-DAT' is no name of a benchmark: expected lowercase letters, digits and single _",
}


@pytest.mark.parametrize(
    ("files", "value", "message", "point"),
    [
        *((*row, "it") for row in WRONG),
        *(({"it.py": EXTENDING}, "it", message, name) for name, message in NAMES.items()),
    ],
)
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
        with pytest.raises(
            BadArguments, match=r"^of_z.mine in .* is a benchmark 'mine' already, of_a.mine in .*/of_a/mine"
        ):
            entries_to_check("mine")
    (warning, *_) = warnings_of(caplog)
    assert re.match(r"of_z.mine in .*/of_z/mine cannot be used: there is .* 'mine' already, of_a.mine in ", warning)


def test_an_unknown_name_is_reported_with_the_way_in():
    """So that a forgotten entry point is found there."""
    with pytest.raises(
        BadArguments, match=r"no benchmark 'mine'; .*needs an entry point in the group helm_creativity.benchmarks"
    ):
        find_entry("mine")


@pytest.fixture
def registered(monkeypatch):
    """What HELM knows: nothing yet."""
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
            with pytest.raises(ZeroDivisionError):
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


def test_the_readme_names_ours_alone(site, tmp_path):
    """The list may be made where others are installed."""
    outside.install(site, "it", {"mine/card.yaml": card("mine")}, "mine")
    page = tmp_path / "README.md"
    readme = tool("readme_table")
    page.write_text(f"{readme.BEGIN}\n{readme.END}\n")
    with outside.installed(site):
        readme.main(page)
        groups = [group["name"] for group in schema(benchmark.card for benchmark in list_entries())["run_groups"]]
    assert [name in page.read_text() for name in ("creativity_dat", "creativity_mine")] == [True, False]
    assert "creativity_mine" in groups


@pytest.mark.parametrize(
    ("benchmark", "reference", "reply"),
    [
        *((benchmark, "", None) for benchmark in ("1 / 0", "", "raise SystemExit", BENCHMARK)),
        *(
            (BENCHMARK, reference, None)
            for reference in ("1 / 0", "raise SystemExit", RESPOND + "raise ValueError(prompt)")
        ),
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
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        (
            "raise SystemExit(3)",
            "ImportError: importing aaa.{part} ends the program (status 3): "
            'let what ends it run in a script only, behind `if __name__ == "__main__":`',
        ),
    ],
)
def test_commands_are_there_whatever_a_benchmark_cannot_import(site, capsys, part, command, fault, says):
    """Its own command names the fault, in one line."""
    files = {"aaa/__init__.py": "", "aaa/card.yaml": card("aaa"), f"aaa/{part}.py": fault}
    outside.install(site, "it", files, "aaa")
    with outside.installed(site):
        assert main([*command, "--help"]) == 0
        assert main([*command, "aaa"]) == 2
    assert capsys.readouterr().err == f"helm-creativity: aaa cannot be used: {says.format(part=part)}\n"
