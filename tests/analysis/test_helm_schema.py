"""Groups of HELM's pages, made from the cards."""

import pytest

from helm_creativity.analysis.helm_schema import schema
from helm_creativity.core import list_entries

CARDS = [benchmark.card for benchmark in list_entries()]
GROUPS = schema(CARDS)["run_groups"]


def named(groups, category):
    return {group["name"]: group for group in groups if group["category"] == category}


def test_the_groups_are_all_then_domains_then_benchmarks():
    """In the order of HELM's menu."""
    kinds = [("subgroups" in group, group["category"]) for group in GROUPS]
    n_domains = len({card.domain for card in CARDS})
    assert kinds[0] == (True, "All benchmarks")
    assert kinds[1 : 1 + n_domains] == [(True, "Domains")] * n_domains
    assert [group["name"] for group in GROUPS[1 + n_domains :]] == [card.group for card in CARDS]


def test_every_benchmark_is_in_the_one_group_of_its_domain():
    """And no group holds a benchmark of another."""
    domains = named(GROUPS, "Domains")
    assert sorted(one for group in domains.values() for one in group["subgroups"]) == sorted(c.group for c in CARDS)
    for card in CARDS:
        assert card.group in domains[f"domain_{card.domain.replace(' ', '_')}"]["subgroups"]


def test_a_domain_is_described_by_its_benchmarks():
    """With a title for people and a name for addresses."""
    cards = [card for card in CARDS if card.name in ("dat", "macgyver", "design_problems")]
    (divergent, solving) = named(schema(cards)["run_groups"], "Domains").values()
    assert divergent["subgroups"] == ["creativity_dat"]
    assert solving == {
        "name": "domain_problem_solving",
        "display_name": "Problem solving",
        "description": "Benchmarks of problem solving: Design, MacGyver.",
        "category": "Domains",
        "subgroups": ["creativity_design_problems", "creativity_macgyver"],
        "adapter_keys_shown": ["model"],
    }


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group["name"])
def test_names_are_fit_for_addresses(group):
    """And unique."""
    assert group["name"].replace("_", "").isalnum()
    assert [one["name"] for one in GROUPS].count(group["name"]) == 1
