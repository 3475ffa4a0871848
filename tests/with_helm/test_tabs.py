"""The tabs of a benchmark's page."""

import pytest
from helm.benchmark.presentation.schema import MetricGroup, RunGroup, Schema
from helm.benchmark.presentation.table import Cell, HeaderCell, Table
from helm.benchmark.scenarios.scenario import ScenarioSpec

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.helm.classes import metric_metadata
from helm_creativity.helm.run_spec import make_run_spec
from helm_creativity.helm.tables import tab_titles, with_details, with_own_words, without_empty_columns


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


def test_judges_of_one_name_are_told_apart_by_their_checksums():
    """Short names of two panels may be equal but for that."""
    args = {"benchmark": "aut", "protocol": "agc2026", "design": "all"}
    specs = [ScenarioSpec("x", {**args, "judges": f"gpt-{digest}"}) for digest in ("6c2f57be", "0a1b2c3d")]
    assert tab_titles(specs) == ["judges gpt-6c2f57be", "judges gpt-0a1b2c3d"]


def test_an_argument_that_is_no_setting_is_named_too():
    """Such as one that a subclass of the scenario takes."""
    args = {"benchmark": "rat", "protocol": "schapiro2026", "items": "own"}
    specs = [ScenarioSpec("x", args), ScenarioSpec("x", {**args, "part": "first"})]
    assert tab_titles(specs) == ["no part", "part first"]


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


def test_columns_without_any_value_are_left_out():
    """But for that of the models; a 0 is a value."""
    header = [HeaderCell(title) for title in ("Model", "Score", "Empty", "Refused")]
    table = Table(
        "t", header, [[Cell("a"), Cell(None), Cell(None), Cell(0.0)], [Cell("b"), Cell(1.0), Cell(None), Cell(0.0)]]
    )
    shown = without_empty_columns(table)
    assert [cell.value for cell in shown.header] == ["Model", "Score", "Refused"]
    assert [[cell.value for cell in row] for row in shown.rows] == [["a", None, 0.0], ["b", 1.0, 0.0]]
    empty = Table("t", header[:2], [[Cell(None), Cell(None)]])
    assert [cell.value for cell in without_empty_columns(empty).header] == ["Model"]


@pytest.mark.parametrize("card", [entry.card for entry in list_entries()], ids=lambda card: card.name)
def test_no_two_columns_of_a_benchmark_have_one_title(card):
    """A column's description is found by its title."""
    found = [metric.short_display_name for metric in metric_metadata(card)]
    assert len(set(found)) == len(found)
