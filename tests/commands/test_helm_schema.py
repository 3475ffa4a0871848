"""Groups of HELM's pages, made from the cards."""

from dataclasses import replace

import pytest

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands.helm_schema import schema
from helm_creativity.helm.classes import metric_metadata

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
    assert sorted(subgroup for group in domains.values() for subgroup in group["subgroups"]) == sorted(
        c.group for c in CARDS
    )
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
    assert [group["name"] for group in GROUPS].count(group["name"]) == 1


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_table_shows_a_few_columns_and_its_details_the_rest(card):
    """Every stat that HELM's tables can show has one place; the columns are those of the card, in its order."""
    made = schema([card])
    metrics = {group["name"]: [metric["name"] for metric in group["metrics"]] for group in made["metric_groups"]}
    shown = [name for group in made["run_groups"][-1]["metric_groups"] for name in metrics[group]]
    judges = ["judge_coverage"] if card.judged else []
    assert shown == ["score", "score_se", "valid_rate", *judges, *card.columns]
    assert 2 <= len(card.columns) <= 5
    details = [name for group, names in metrics.items() if group.endswith("_detailed") for name in names]
    everything = {metric.name for metric in metric_metadata(card)} - {"num_instances", "num_answers"}
    errors = {f"{submetric.name}_se" for submetric in card.submetrics if submetric.of == "answer"}
    assert sorted([*shown, *details]) == sorted(everything - errors)
    assert {group.removesuffix("_detailed") for group in metrics} <= {*made["run_groups"][-1]["metric_groups"]}


def test_without_columns_in_the_card_a_table_shows_the_first_five():
    """But those of judges, which have columns of their own."""
    (card,) = (card for card in CARDS if card.name == "macgyver")
    made = {group["name"]: group["metrics"] for group in schema([replace(card, columns=())])["metric_groups"]}
    assert [submetric["name"] for submetric in made["macgyver_submetrics"]] == [
        submetric.name for submetric in card.submetrics[:5]
    ]
    assert len(made["macgyver_submetrics_detailed"]) == len(card.submetrics) - 5 - 6
