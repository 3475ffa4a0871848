"""What ``check`` says where a card cannot be read."""

import logging
from functools import partial

import pytest
from support import outside
from support.outside import card
from support.strangers import Other

import helm_creativity.scenarios as scenarios
from helm_creativity.benchmark.registry import entries_to_check, find_entry, list_entries, unusable
from helm_creativity.errors import BadArguments
from helm_creativity.testing import check

FAULTS = {
    "no_yaml": Other({"card.yaml": ("title: ", "title: see: ")}),
    "unknown": Other({"card.yaml": ("domain:", "domian:")}),
}


def test_all_are_also_those_with_a_bad_card(site):
    """Each once, in alphabetical order; no other command uses them."""
    assert {broken.entry.name for broken in unusable()} == set(FAULTS)
    names = [entry.name for entry in entries_to_check()]
    assert names == sorted({entry.name for entry in list_entries()} | set(FAULTS))
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
