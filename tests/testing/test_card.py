"""The card: what it lacks, what it has wrong, and what ``check`` says where it cannot be read."""

import logging
from functools import partial

import pytest
from support import outside
from support.outside import card
from support.strangers import Fault

import helm_creativity.scenarios as scenarios
from helm_creativity.benchmark.registry import entries_to_check, find_entry, list_entries, unusable
from helm_creativity.errors import BadArguments
from helm_creativity.testing import check

PAPERS = """papers:
  - citation: "Stranger, Friend and Other 2025, Opposites"
    url: https://example.org
    places: section 2
"""


def edited(old, new, what, **how):
    """A card with an edit."""
    return Fault("card", {"card.yaml": (old, new)}, what, **how)


FAULTS = {
    "no_claim": edited("knowledge of opposites.", '""', 'measures: "" says nothing'),
    "no_deviations": edited("\n  - Words are folded.", " []", "no deviations"),
    "no_papers": edited(PAPERS, "papers: []\n", "has no papers"),
    "no_template": edited("template: ask\n", "", "the card's task type is rated, and it names no", kind="thoughts"),
    "no_class": Fault(
        "card",
        {"benchmark.py": ("class Opposites(Benchmark[OppositesSettings])", "class Opposites(list)")},
        "no_class/benchmark.py must define one subclass of Benchmark, found none",
    ),
    "no_yaml": edited("title: ", "title: see: ", "no_yaml/card.yaml is not valid YAML: mapping .* line 3"),
    "unknown": edited(
        "domain:",
        "domian:",
        "unknown/card.yaml: (domain is missing; .*)?there is no key 'domian'; did you mean 'domain'",
    ),
    "wrong_kind": edited("version: 1-A", "version: 1", r"version must be a text, got 1 \(put it in quotes\)"),
    "other_name": edited("name: NAME\n", "name: another\n", "the card's name is another, its"),
}
UNREADABLE = {"no_yaml", "unknown", "wrong_kind", "other_name"}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_a_card_is_reported(name, report):
    """Each fault once, with what to write."""
    assert FAULTS[name].is_reported(found := report(name)), found


def test_all_are_also_those_with_a_bad_card(site):
    """Each once, in alphabetical order; no other command uses them."""
    assert {broken.entry.name for broken in unusable()} == UNREADABLE
    names = [entry.name for entry in entries_to_check()]
    assert names == sorted({entry.name for entry in list_entries()} | UNREADABLE)
    with pytest.raises(BadArguments, match=r"strangers.unknown cannot be used: unknown/card.yaml: .*no key .*; fix"):
        find_entry("unknown")


def test_of_two_of_one_name_the_good_one_is_checked(tmp_path, caplog):
    """The other one costs a warning."""
    outside.install(tmp_path, "a", {"of_a/mine/card.yaml": "[]"}, "of_a")
    outside.install(tmp_path, "b", {"of_b/mine/card.yaml": card("mine")}, "of_b")
    with outside.installed(tmp_path):
        assert [entry.package for entry in entries_to_check("mine")] == ["of_b.mine"]
    warnings = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert "of_a.mine cannot be used: mine/card.yaml must be a mapping, got a list" in warnings


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A folder beside our benchmarks."""
    monkeypatch.setattr(scenarios, "__path__", [*scenarios.__path__, str(tmp_path)])
    outside.forget()
    yield tmp_path
    outside.forget()


def test_ours_with_a_bad_card_or_none_is_reported(checkout):
    """As those of other packages are; a folder without a card is found by its modules."""
    problems_of = partial(check, "mine", only=["card"])
    (checkout / "mine").mkdir()
    with pytest.raises(BadArguments, match="there is no benchmark 'mine'; there are: aut"):
        entries_to_check("mine")
    (checkout / "mine" / "benchmark.py").touch()
    ((problem,),) = (result.problems for result in problems_of())
    assert "mine/card.yaml is missing" in problem.what
    assert str(checkout / "mine" / "card.yaml") in problem.change
    (checkout / "mine" / "card.yaml").write_text("titel: Mine\n")
    outside.forget()
    ((problem,),) = (result.problems for result in problems_of())
    assert "mine/card.yaml: there is no key 'titel'; did you mean 'title'" in problem.what
