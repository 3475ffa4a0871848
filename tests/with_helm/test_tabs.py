"""The tabs of a benchmark's page."""

import pytest
from helm.benchmark.presentation.schema import MetricGroup, RunGroup, Schema
from helm.benchmark.presentation.table import HeaderCell, Table
from helm.benchmark.scenarios.scenario import ScenarioSpec

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.helm.run_spec import make_run_spec
from helm_creativity.helm.tables import tab_titles, with_details, with_own_words


def titles(name, *several):
    """Titles of the tabs of runs with these arguments, as their run specs have them after a round through a file."""
    benchmark = get_benchmark(name)
    specs = [make_run_spec(benchmark, benchmark.settings(**values)).scenario_spec for values in several]
    return tab_titles([ScenarioSpec(spec.class_name, dict(spec.args)) for spec in specs])


JUDGE = {"judges": "creativity/lexical-judge", "design": "all"}


@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        ("aut", [{"embedding": "builtin"}], [""]),
        (
            "aut",
            [{"embedding": "builtin"}, {"embedding": "builtin", **JUDGE}],
            ["no judges", "judges lexical-judge"],
        ),
        (
            "dat",
            [{"embedding": "builtin"}, {"embedding": "builtin", "instruction": "creative"}],
            ["instruction neutral", "instruction creative"],
        ),
        # The other settings follow from the protocol.
        (
            "live_idea_bench",
            [{"protocol": protocol, "prompts": "own", **JUDGE} for protocol in ("ruan2024", "ruan2026")],
            ["protocol ruan2024", "protocol ruan2026"],
        ),
        (
            "aut",
            [
                {"protocol": "agc2026", "prompts": "own", **JUDGE},
                {"protocol": "agc2026", "prompts": "own", **JUDGE, "items": "wenger2025"},
                {"protocol": "mctb2025", "prompts": "own", **JUDGE},
            ],
            [
                "protocol agc2026, items all",
                "protocol agc2026, items wenger2025",
                "protocol mctb2025, items mctb2025",
            ],
        ),
    ],
)
def test_a_tab_says_only_what_differs(name, settings, expected):
    """In words, and what is as usual too where another setting is not."""
    assert titles(name, *settings) == expected


def test_the_page_of_a_run_has_the_details_of_its_groups():
    """In their order; a group without any stays as it is."""
    groups = [MetricGroup(name) for name in ("main", "validity", "validity_detailed", "other_detailed")]
    schema = Schema(metric_groups=groups, run_groups=[RunGroup("a", metric_groups=["main", "validity"])])
    (group,) = with_details(schema).run_groups
    assert group.metric_groups == ["main", "validity", "validity_detailed"]


def test_a_column_is_described_as_its_own_benchmark_does():
    """HELM has one description for both benchmarks that have a flexibility."""
    header = [
        HeaderCell("Model"),
        HeaderCell("Score", description="mean"),
        HeaderCell("Flexibility", description="30th"),
    ]
    shown = with_own_words(Table("t", header, []), get_benchmark("aut").card)
    assert [cell.value for cell in shown.header] == ["Model", "Score", "Flexibility"]
    assert shown.header[1].description == "mean"
    assert shown.header[2].description.startswith("Uses of an everyday object")
    assert "\n\nFlexibility: Number of categories into which judges sort" in shown.header[2].description
