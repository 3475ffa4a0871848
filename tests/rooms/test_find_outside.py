"""Benchmarks of other packages: found by their entry points, and nobody's trouble but their own."""

import importlib
import logging
import re

import pytest
from helm.benchmark.run import load_entry_point_plugins
from helm.benchmark.run_spec import get_run_spec_function
from support import outside
from support.outside import card

from helm_creativity.baselines.client import rating_of, reply_of
from helm_creativity.baselines.players import RandomPlayer
from helm_creativity.cli import parser
from helm_creativity.errors import BadArguments
from helm_creativity.results.schema import schema
from helm_creativity.rooms import BadCard, apart, find_room, find_rooms, find_source, ours_first, readme, rooms_to_check
from helm_creativity.scenarios.rat.items import own_items
from helm_creativity.scenarios.rat.scorer import HERE, PROMPT, render

OURS = [room.name for room in find_rooms() if room.ours]
ASKED = render(HERE, PROMPT, stems=own_items()[0].stems).text
HOSTED = """
from helm_creativity.hosting import ItemScenario, ResponseMetric, benchmark

class Scenario(ItemScenario):
    pass

class Metric(ResponseMetric):
    pass

@benchmark(Scenario, Metric)
def made_up(arguments):
    return {}
"""


@pytest.fixture
def site(tmp_path):
    """A folder of installed packages."""
    return tmp_path / "site"


def warnings_of(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_package_with_a_card_is_a_room(site):
    """It stands among ours, in alphabetical order."""
    outside.install(site, "a-project", {"mine/card.yaml": card("mine")}, "mine")
    with outside.installed(site):
        room = find_room("mine")
        assert (room.name, room.package, room.folder, room.ours) == ("mine", "mine", site / "mine", False)
        assert room.card.group == "creativity_mine"
        assert [one.name for one in find_rooms()] == sorted([*OURS, "mine"])
        assert [one.name for one in ours_first()] == [*OURS, "mine"]


def test_a_package_may_hold_several_rooms(site):
    """Each of its folders with a card is one, and other folders are not."""
    files = {f"many/rooms/{name}/card.yaml": card(name) for name in ("one", "two")}
    outside.install(site, "many", {**files, "many/rooms/three/readme": ""}, "many.rooms")
    with outside.installed(site):
        assert [room.package for room in find_rooms() if not room.ours] == ["many.rooms.one", "many.rooms.two"]


@pytest.mark.parametrize(
    ("files", "value", "message"),
    [
        ({}, "gone", "entry point 'it' cannot be used: there is no package 'gone'"),
        ({}, "gone.away", "entry point 'it' cannot be used: No module named 'gone'"),
        ({"it.py": ""}, "it", "there is no package 'it'"),
        (
            {"it/__init__.py": ""},
            "it",
            "neither 'it' nor a folder in it has a card.yaml; is it among the package's data",
        ),
        ({"it/__init__.py": "1 / 0", "it/a/card.yaml": card("a")}, "it.a", "division by zero"),
        (
            {"it/card.yaml": card("it", colour="red")},
            "it",
            r"it cannot be used: it/card.yaml: unknown keys \['colour'\]",
        ),
        ({"it/card.yaml": card("it", domain=7)}, "it", "it/card.yaml: domain must be a text, got 7"),
        ({"it/card.yaml": "name: ["}, "it", "it/card.yaml is no YAML: while parsing"),
        ({"it/card.yaml": card("that")}, "it", "card.yaml says name: that, the package is it: use one name"),
        (
            {"dat/card.yaml": card("dat")},
            "dat",
            "dat in .*/dat cannot be used: there is a benchmark 'dat' already, in .*/dat: give card and package",
        ),
    ],
)
def test_a_package_that_is_wrong_costs_a_warning(site, caplog, files, value, message):
    """All others are there, and it is not."""
    outside.install(site, "it", files, value)
    with outside.installed(site):
        assert [room.name for room in find_rooms()] == OURS
    (told,) = warnings_of(caplog)
    assert re.search(message, told)


def test_one_bad_room_of_a_package_costs_no_other(site, caplog):
    """Each is read for itself."""
    files = {"many/bad/card.yaml": "[]", "many/good/card.yaml": card("good")}
    outside.install(site, "many", files, "many")
    with outside.installed(site):
        assert [room.name for room in find_rooms() if not room.ours] == ["good"]
    assert [told.split(":")[0] for told in warnings_of(caplog)] == ["many.bad cannot be used"]


def test_of_two_packages_of_one_name_the_first_counts(site, caplog):
    """By the names of their entry points, whatever the order of installation."""
    for project in ("z", "a"):
        outside.install(site, project, {f"of_{project}/mine/card.yaml": card("mine")}, f"of_{project}")
    with outside.installed(site):
        assert find_room("mine").package == "of_a.mine"
        with pytest.raises(BadArguments, match=r"^of_z.mine in .* is a benchmark 'mine' already, in .*/of_a/mine"):
            rooms_to_check("mine")
    (told, *_) = warnings_of(caplog)
    assert re.match(r"of_z.mine in .*/of_z/mine cannot be used: there is .* 'mine' already, in .*/of_a/mine: ", told)


def test_a_name_that_nobody_has_is_told_with_the_way_in():
    """Whoever forgot the entry point reads it there."""
    with pytest.raises(
        BadArguments, match=r"no benchmark 'mine'; .*by its entry point in the group helm_creativity.rooms"
    ):
        find_room("mine")


def test_a_taken_name_is_not_registered_with_helm(site):
    """HELM would keep whichever came first under the other's name."""
    outside.install(site, "it", {"dat/__init__.py": "", "dat/card.yaml": card("dat"), "dat/run.py": HOSTED}, "dat")
    message = r"dat.run.Scenario cannot be registered as creativity_dat: helm_creativity.scenarios.dat has that name"
    with outside.installed(site), pytest.raises(BadCard, match=message):
        importlib.import_module("dat.run")


@pytest.mark.parametrize(("name", "run"), [("mine", "1 / 0"), ("dat", HOSTED)])
def test_helm_runs_ours_whatever_another_plugin_does(site, name, run):
    """One that cannot be imported, or takes our name, is not there; what it would have replaced is."""
    ours = importlib.import_module("helm_creativity.run_specs.dat").dat
    files = {f"{name}/__init__.py": "", f"{name}/card.yaml": card(name), f"{name}/run.py": run}
    outside.install(site, "aaa", files, name, plugin=f"{name}.run")
    with outside.installed(site):
        load_entry_point_plugins()
        assert get_run_spec_function("creativity_dat") is ours
        assert get_run_spec_function("creativity_mine") is None


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
    """Whoever makes it may have others installed."""
    outside.install(site, "it", {"mine/card.yaml": card("mine")}, "mine")
    page = tmp_path / "README.md"
    page.write_text(f"{readme.BEGIN}\n{readme.END}\n")
    with outside.installed(site):
        readme.main(page)
        groups = [group["name"] for group in schema(room.card for room in find_rooms())["run_groups"]]
    assert [name in page.read_text() for name in ("creativity_dat", "creativity_mine")] == [True, False]
    assert "creativity_mine" in groups


@pytest.mark.parametrize("baseline", ["1 / 0", "", "def answer(prompt, player):\n    raise ValueError(prompt)\n"])
def test_a_broken_baseline_answers_nothing_and_stops_nobody(site, caplog, baseline):
    """Its own prompts fail, with a warning that says why; ours do not reach it."""
    files = {"aaa/__init__.py": "", "aaa/card.yaml": card("aaa"), "aaa/baseline.py": baseline}
    outside.install(site, "it", files, "aaa")
    with outside.installed(site):
        assert reply_of(ASKED, RandomPlayer("builtin", 1))
        assert not warnings_of(caplog)
        assert reply_of("What else?", RandomPlayer("builtin", 1)) is None
    (told,) = warnings_of(caplog)
    assert told.startswith("aaa cannot be used: ")


def test_a_baseline_that_answers_everything_leaves_ours_alone(site):
    """Ours are asked first."""
    baseline = "def answer(prompt, player):\n    return 'mine'\ndef judge(prompt):\n    return '7'\n"
    files = {"aaa/__init__.py": "", "aaa/card.yaml": card("aaa"), "aaa/baseline.py": baseline}
    outside.install(site, "it", files, "aaa")
    with outside.installed(site):
        assert reply_of(ASKED, RandomPlayer("builtin", 1)) != "mine"
        assert reply_of("What else?", RandomPlayer("builtin", 1)) == "mine"
        assert rating_of("How good is it?") == "7"


def test_ours_fail_aloud(caplog):
    """A warning would hide our own mistakes."""
    with pytest.raises(ZeroDivisionError), apart(find_room("dat")):
        1 / 0  # noqa: B018
    assert not warnings_of(caplog)


@pytest.mark.parametrize("part", ["labels", "scorer"])
def test_commands_are_there_whatever_a_room_cannot_import(site, caplog, part):
    """Its own place is empty."""
    files = {"aaa/__init__.py": "", "aaa/card.yaml": card("aaa"), f"aaa/{part}.py": "1 / 0"}
    outside.install(site, "it", files, "aaa")
    with outside.installed(site):
        assert parser().parse_args(["leaderboard", "--suite", "s"]).suite == "s"
    assert warnings_of(caplog) == ["aaa cannot be used: ZeroDivisionError: division by zero"]
