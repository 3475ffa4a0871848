"""The six domains of AGC-Bench, and which of them each benchmark enters."""

import dataclasses

import pytest

from helm_creativity.benchmark.card import domain_assignments
from helm_creativity.benchmark.registry import find_entry, list_entries

ASSIGNED = domain_assignments()
CARDS = [entry.card for entry in list_entries() if entry.name.isidentifier()]


def test_the_six_are_those_of_the_paper():
    """Section 3.3, in its order."""
    names = "Brainstorming, Problem Solving, STEM, Story, Figurative Language, Humor"
    assert ASSIGNED["domains"] == names.split(", ")


def test_every_benchmark_but_probes_enters_one_of_them():
    """None of ours is about humor."""
    found = {card.composite_domain for card in CARDS if not card.probe}
    assert found == set(ASSIGNED["domains"]) - {"Humor"}


def test_a_probe_keeps_its_own():
    card = find_entry("letter_string").card
    assert (card.probe, card.composite_domain) == (True, "fluid reasoning")


@pytest.mark.parametrize("name", list(ASSIGNED["by_benchmark"]))
def test_the_authors_assignments_are_of_benchmarks_that_exist(name):
    """They differ from what the card's domain gives for one benchmark."""
    card = find_entry(name).card
    by_domain = ASSIGNED["by_domain"][card.domain]["domain"]
    assert card.composite_domain == ASSIGNED["by_benchmark"][name]["domain"]
    assert (card.composite_domain == by_domain) == (name != "design_problems")


def test_every_domain_of_a_card_has_a_reason():
    """And no reason is left of a domain that no card has."""
    assert {card.domain for card in CARDS if not card.probe} == set(ASSIGNED["by_domain"])
    assert all(assignment["reason"] for assignment in ASSIGNED["by_domain"].values())


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("seafaring", "seafaring"),
        ("Seafaring", "Seafaring"),
        ("humor", "Humor"),
        ("STEM", "STEM"),
        ("Creative writing", "Story"),
    ],
)
def test_a_benchmark_of_ones_own_keeps_its_domain(domain, expected):
    """Unless it is one of the six or of ours."""
    card = dataclasses.replace(find_entry("dat").card, name="mine", domain=domain)
    assert card.composite_domain == expected
