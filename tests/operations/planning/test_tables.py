"""A plan as tables."""

import json
import re

import pytest

from helm_creativity.operations.planning.amounts import Load, Plan, PlannedRun, Times
from helm_creativity.operations.planning.entries import Refused
from helm_creativity.operations.planning.prices import Price
from helm_creativity.operations.planning.tables import plan_tables, times
from helm_creativity.reporting.tables import WIDTH, render

LONG = "benchmark:" + ",".join(f"argument_{n}=value" for n in range(9)) + ",model=m_a"
RUNS = [
    PlannedRun(
        LONG,
        "benchmark",
        "m/a",
        1000,
        3,
        Load.of(Times.exactly(3000), 100, 50, 1000),
        Load.of(Times(0, 0, 3000), 200, 50, 1000),
        (("j/one", Load.of(Times(0, 6000, 6000), 300, 5, 100)), ("j/two", Load.of(Times(0, 3000, 3000), 300, 5, 100))),
        ("Benchmark: every answer is good.",),
    ),
    PlannedRun("other:model=m_b", "other", "m/b", 2, 1, Load.of(Times.exactly(2), 10, 20, 30)),
]
UNKNOWN = PlannedRun("foreign:model=m_b", "foreign", "m/b", None, 4, notes=("its number of items is unknown",))


def page(plan, prices):
    return render(plan_tables(plan, prices))


def cells(line):
    """What stands in a line."""
    return line.split()


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (Times(), "0"),
        (Times.exactly(1234), "1,234"),
        (Times(0, 1234, 1234), "≤1,234"),
        (Times(0, 0, 5), "0 ≤5"),
        (Times(0, 3, 5000), "3 ≤5,000"),
        (Times(2, 5, 5), "2-5"),
        (Times(2, 4, 5), "4 (2-5)"),
    ],
)
def test_a_count_in_a_cell(count, text):
    """One number where it is certain; otherwise the most, and what is expected unless that is the most."""
    assert times((count.least, count.typical, count.most)) == text


def test_every_run_has_its_name_and_its_numbers_below():
    """Names may be as long as they are; numbers stand below their heading."""
    lines = page(Plan(RUNS), {}).splitlines()
    head = lines[0]
    assert head.split() == cells(
        "run items trials requests follow-ups judge calls prompt completion judges' prompt judges' completion"
    )
    place = lines.index(LONG)
    # 3,000 of 100 and 50 tokens; 9,000 questions of 300 and 5.
    assert lines[place + 1].split() == cells("1,000 3 3,000 0 ≤3,000 ≤9,000 300,000 150,000 2,700,000 45,000")
    assert lines[lines.index("other:model=m_b") + 1].split() == cells("2 1 2 0 0 20 40 0 0")
    assert lines[lines.index("2 runs in all") + 1].split() == (
        cells("- - 3,002 0 ≤3,000 ≤9,000 300,020 150,040 2,700,000 45,000")
    )
    for word, cell in (("items", "1,000"), ("requests", "3,000"), ("judge calls", "≤9,000"), ("prompt", "300,000")):
        assert head.index(word) + len(word) == re.search(rf"(?<=\s){cell}(?=\s|$)", lines[place + 1]).end()


def test_deployments_are_listed_with_what_they_cost():
    """A judge apart from a model; the total of what has a price, and how much has none."""
    text = page(Plan(RUNS), {"m/a": Price(1, 2), "j/one": Price(10, 0), "nobody": Price(1, 1)})
    lines = {line.split("  ")[0]: line.split() for line in text.splitlines()}
    # 300,000 at 1 and 150,000 at 2 a million: .60; at most 300,000 + 3,000 * 200 read, 6,000 * 1,000 written: 12.90.
    assert lines["m/a"][-6:] == ["(3,000-6,000)", "300,000", "150,000", "6,000,000", "0.60", "12.90"]
    assert lines["j/one"][2:] == ["≤6,000", "1,800,000", "30,000", "600,000", "18.00", "18.00"]
    assert lines["j/two"][-2:] == ["-", "-"]
    assert lines["total"][-2:] == ["18.60", "30.90"]
    assert "The total cost is without 2 of 4 lines, which have no price." in text
    assert "--price names nobody, to which no request is sent here." in text


def test_no_cost_is_rounded_away():
    """Only what costs nothing is 0.00."""
    prices = {"fake/a": Price(0.0, 0.0), "fake/b": Price(0.000001, 0.0)}
    runs = [
        PlannedRun(f"r{name}", "g", name, 1, 1, Load.of(Times.exactly(1), 10, 10, 10)) for name in ("fake/a", "fake/b")
    ]
    shown = [line.split()[-2:] for line in page(Plan(runs), prices).splitlines() if line.startswith("fake/")]
    assert shown == [["0.00", "0.00"], ["<0.01", "<0.01"]]


def test_without_prices_no_cost_is_shown():
    """Neither a column nor a remark."""
    assert "cost" not in page(Plan(RUNS), {})


def test_lines_are_no_wider_than_a_page():
    """But for the names of runs, which are never cut."""
    plan = Plan([*RUNS, UNKNOWN], [Refused("entry " * 40, "why " * 60)])
    names = {run.name for run in plan.runs}
    prices = {"m/a": Price(1, 1), "j/one": Price(1, 1)}
    assert max(len(line) for line in page(plan, prices).splitlines() if line not in names) <= WIDTH


def test_what_is_not_counted_is_named_with_the_reason():
    """Runs of unknown size, and what would fail; a name and a reason of one line stay whole."""
    text = page(Plan([*RUNS, UNKNOWN], [Refused("bad:x=1", "there is no argument 'x'")]), {})
    assert "3 runs in all, 1 not counted" in text
    assert "\nforeign:model=m_b: its number of items is unknown" in text
    assert "Refused, as helm-run would refuse it:\nbad:x=1: there is no argument 'x'" in text
    assert "\nBenchmark: every answer is good." in text
    lines = text.splitlines()
    assert lines[lines.index("foreign:model=m_b") + 1].split() == ["-", "4", *"-------"]


def test_nothing_but_refusals():
    """Then there are no tables and nothing was assumed."""
    assert page(Plan([], [Refused("bad", "no")]), {}) == "Refused, as helm-run would refuse it:\nbad: no"


def test_data_holds_all_numbers():
    """Of each run, each deployment and all of them, as plain values."""
    plan = Plan([*RUNS, UNKNOWN], [Refused("bad", "no")])
    found = {table["name"]: table for table in json.loads(render(plan_tables(plan, {"m/b": Price(1e6, 0)}), "json"))}
    first, other, unknown = found["runs"]["rows"]
    assert (first["run"], first["items"], first["trials"], first["requests"]) == (LONG, 1000, 3, 3000)
    assert [first[f"further_{amount}"] for amount in ("least", "typical", "most")] == [0, 0, 3000]
    assert [first[f"judging_{amount}"] for amount in ("least", "typical", "most")] == [0, 9000, 9000]
    assert (other["judging_most"], other["completion"]) == (0, 40)
    assert (unknown["requests"], unknown["judging_most"], unknown["notes"]) == (None, None, *UNKNOWN.notes)
    asked = found["asked"]["rows"]
    assert [(line["deployment"], line["role"], line["cost"], line["cost_most"]) for line in asked] == [
        ("m/a", "model", None, None),
        ("m/b", "model", 20.0, 20.0),
        ("j/one", "judge", None, None),
        ("j/two", "judge", None, None),
    ]
    two = asked[-1]
    assert [two[name] for name in ("prompt", "completion", "completion_most")] == [900_000, 15_000, 300_000]
    assert found["runs"]["totals"][0]["requests"] == 3002
    assert found["runs"]["totals"][0]["judging_most"] == 9000
    assert found["refused"]["notes"] == ["bad: no"]
    assert found["assumed"]["notes"][-1] == "Benchmark: every answer is good."
