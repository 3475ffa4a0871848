"""Cards that cannot be read: the first that a new author gets wrong, and what ``check`` says of it."""

import logging

import pytest
from support import outside
from support.outside import card
from support.strangers import Fault

import helm_creativity.scenarios as scenarios
from helm_creativity.checking import problems_of
from helm_creativity.checking.running import verdicts
from helm_creativity.cli import main
from helm_creativity.errors import BadArguments
from helm_creativity.rooms import find_room, find_rooms, rooms_to_check
from helm_creativity.rooms.find import unusable

QUOTES = "line of .*strangers/{0}/card.yaml, or the one before it; a text with a colon and a space .* quotes"
READS_THE_CARD = (
    "from pathlib import Path\nfrom helm_creativity.rooms import load_card\nCARD = load_card(Path(__file__).parent)"
)
PUT = "put that right in .*strangers/{0}/card.yaml; docs/adding-a-benchmark.md shows a whole card"


def edited(name, old, new, what, change=PUT):
    """A card with an edit."""
    return Fault({"card.yaml": (old, new)}, what, change.format(name))


FAULTS = {
    "no_yaml": edited("no_yaml", "title: ", "title: see: ", "no_yaml/card.yaml, line 3, is no YAML: mapping", QUOTES),
    "twice": edited("twice", "domain:", "version: 2-A\ndomain:", "line 5, is no YAML: the key version stands", QUOTES),
    "unknown": edited(
        "unknown",
        "domain:",
        "domian:",
        r"unknown/card.yaml: unknown keys \['domian'\], missing keys \['domain'\]; known are \['claims'",
        "in .*strangers/unknown/card.yaml, spell unknown keys as known ones or take them out, and add what is missing",
    ),
    "read": Fault(
        {"card.yaml": ("domain:", "domian:"), "oracle.py": ("\nTOP", f"\n{READS_THE_CARD}\nTOP")},
        r"unknown keys \['domian'\]",
        "in .*strangers/read/card.yaml, spell",
    ),
    "kind": edited("kind", "version: 1-A", "version: 1", r"version must be a text, got 1 \(put it in quotes\)"),
    "no_list": edited("no_list", "facets:", "facets: 7\nothers:", "no_list/card.yaml: facets must be a list, got 7"),
    "no_text": edited(
        "no_text",
        "deviations:",
        "deviations:\n  - Here: there",
        r"no_text/card.yaml: deviations\[0\] must be a text, got {'Here': 'there'}",
    ),
    "blank": Fault({"card.yaml": ""}, "blank/card.yaml must be a mapping, got NoneType", PUT.format("blank")),
    "other": Fault(
        {"card.yaml": ("name: NAME", "name: another")},
        "the card's name is another, its",
        "name both alike: name: other",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_a_card_is_told(name, site):
    """By the check of cards, with the file and what was expected, though nobody else can use the benchmark."""
    assert FAULTS[name].is_told("card", found := problems_of(name, only=["card"])), found
    assert name not in {room.name for room in find_rooms()}


@pytest.mark.parametrize("name", ["unknown", "no_yaml", "read"])
def test_a_card_is_one_problem_whatever_else_needs_it(name, site):
    """The other checks wait for it, those of prompts aside, which have none here."""
    found = list(verdicts(rooms_to_check(name), pilot=False))
    assert [problem.check for one in found for problem in one.problems] == ["card"]
    assert {one.skipped for one in found[1:]} <= {"", "cannot be told before card is mended"}
    assert [one.check for one in found if not one.skipped] == ["card"]


def test_the_command_says_so(site, capsys):
    """With exit status 1, and no list of other names."""
    assert main(["check", "unknown", "--no-pilot", "--only", "card"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "unknown, card: unknown/card.yaml: unknown keys ['domian'], missing keys ['domain']" in out
    assert "change: in " in out


def test_all_are_also_those_with_a_bad_card(site):
    """Each once, in alphabetical order."""
    names = [room.name for room in rooms_to_check()]
    assert names == sorted({room.name for room in find_rooms()} | FAULTS.keys())
    assert {one.room.name for one in unusable()} == FAULTS.keys()


def test_other_commands_say_so_too(site):
    """Instead of that there is no such benchmark."""
    with pytest.raises(
        BadArguments, match=r"strangers.unknown cannot be used: unknown/card.yaml: unknown keys .*; mend"
    ):
        find_room("unknown")


@pytest.mark.parametrize("name", ["points", "empty"])
def test_an_entry_point_without_a_card_is_told(tmp_path, name):
    """By its own name and by that of its package."""
    outside.install(tmp_path, "points", {"empty/__init__.py": ""}, "empty")
    with (
        outside.installed(tmp_path),
        pytest.raises(
            BadArguments,
            match=r"entry point 'points' cannot be used: neither 'empty' nor a folder .* a card.yaml.*; mend that, or",
        ),
    ):
        rooms_to_check(name)


def test_of_two_of_one_name_the_good_one_is_checked(tmp_path, caplog):
    """The other one costs a warning."""
    outside.install(tmp_path, "a", {"of_a/mine/card.yaml": "[]"}, "of_a")
    outside.install(tmp_path, "b", {"of_b/mine/card.yaml": card("mine")}, "of_b")
    with outside.installed(tmp_path):
        assert [room.package for room in rooms_to_check("mine")] == ["of_b.mine"]
    told = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert "of_a.mine cannot be used: mine/card.yaml must be a mapping, got list" in told


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder beside our rooms."""
    monkeypatch.setattr(scenarios, "__path__", [*scenarios.__path__, str(tmp_path)])
    outside.forget()
    yield tmp_path
    outside.forget()


def test_ours_with_a_bad_card_is_told(checkout):
    """As those of other packages are."""
    (checkout / "mine").mkdir()
    (checkout / "mine" / "card.yaml").write_text("titel: Mine\n")
    outside.forget()
    (found,) = problems_of("mine", only=["card"])
    assert found.what.startswith("mine/card.yaml: unknown keys ['titel'], missing keys ['claims', ")


def test_ours_without_a_card_is_told(checkout):
    """A folder with modules and no card, which no command finds."""
    (checkout / "mine").mkdir()
    with pytest.raises(BadArguments, match="there is no benchmark 'mine'; there are: aut"):
        rooms_to_check("mine")
    (checkout / "mine" / "scorer.py").touch()
    (found,) = problems_of("mine", only=["card"])
    assert "mine/card.yaml is not there" in found.what
    assert found.change.startswith(f"write {checkout / 'mine' / 'card.yaml'}; docs/adding-a-benchmark.md shows a whole")
