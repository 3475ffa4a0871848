"""Groups of HELM's pages, made from the cards."""

from dataclasses import replace

import pytest

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands.helm_schema import schema
from helm_creativity.helm.classes import metric_metadata

CARDS = [benchmark.card for benchmark in list_entries()]


def test_the_groups_are_all_then_domains_then_benchmarks():
    """In the order of HELM's menu; each benchmark is in the one group of its domain, under a name fit for addresses."""
    groups = schema(CARDS)["run_groups"]
    domains = {group["name"]: group for group in groups if group["category"] == "Domains"}
    assert [group["name"] for group in groups] == ["creativity", *domains, *(card.group for card in CARDS)]
    assert all(group["name"].replace("_", "").isalnum() for group in groups)
    assert sorted(name for group in domains.values() for name in group["subgroups"]) == sorted(c.group for c in CARDS)
    for card in CARDS:
        own = domains[f"domain_{card.domain.replace(' ', '_')}"]
        assert card.group in own["subgroups"]
        assert own["display_name"] == card.domain.capitalize()
        assert card.short_title in own["description"]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_a_table_shows_a_few_columns_and_its_details_the_rest(card):
    """Every stat that HELM's tables can show has one place; the columns are those of the card, in its order.

    A card without columns shows the first five, but those of judges, which have columns of their own.
    """
    made = schema([card])
    metrics = {group["name"]: [metric["name"] for metric in group["metrics"]] for group in made["metric_groups"]}
    shown = [name for group in made["run_groups"][-1]["metric_groups"] for name in metrics[group]]
    judges = ["judge_coverage"] if card.judged else []
    assert shown == ["score", "score_se", "valid_rate", *judges, *card.columns]
    assert min(2, len(card.submetrics)) <= len(card.columns) <= 5
    details = [name for group, names in metrics.items() if group.endswith("_detailed") for name in names]
    everything = {metric.name for metric in metric_metadata(card)} - {"num_instances", "num_answers"}
    errors = {f"{submetric.name}_se" for submetric in card.submetrics if submetric.of == "answer"}
    assert sorted([*shown, *details]) == sorted(everything - errors)
    assert {group.removesuffix("_detailed") for group in metrics} <= {*made["run_groups"][-1]["metric_groups"]}
    if card.name == "macgyver":
        plain = {group["name"]: group["metrics"] for group in schema([replace(card, columns=())])["metric_groups"]}
        names = [submetric.name for submetric in card.submetrics]
        assert [submetric["name"] for submetric in plain["macgyver_submetrics"]] == names[:5]
        assert len(plain["macgyver_submetrics_detailed"]) == len(names) - 5 - 6
