"""The page that a plan is printed as."""

import json
import re

import pytest

from helm_creativity.planning.amounts import Load, Plan, PlannedRun
from helm_creativity.planning.data import as_data
from helm_creativity.planning.entries import Refused
from helm_creativity.planning.prices import Price
from helm_creativity.planning.text import WIDTH, page, times
from helm_creativity.rooms.planned import Times

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
        (("j/one", Load.of(Times.up_to(6000), 300, 5, 100)), ("j/two", Load.of(Times.up_to(3000), 300, 5, 100))),
        ("Benchmark: every answer is good.",),
    ),
    PlannedRun("other:model=m_b", "other", "m/b", 2, 1, Load.of(Times.exactly(2), 10, 20, 30)),
]
UNKNOWN = PlannedRun("foreign:model=m_b", "foreign", "m/b", None, 4, notes=("how many items it has is not known",))


def cells(line):
    """What stands in a line."""
    return line.split()


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (Times(), "-"),
        (Times.exactly(1234), "1,234"),
        (Times.up_to(1234), "≤1,234"),
        (Times(0, 0, 5), "0 ≤5"),
        (Times(0, 3, 5000), "3 ≤5,000"),
        (Times(2, 5, 5), "2-5"),
        (Times(2, 4, 5), "4 (2-5)"),
    ],
)
def test_a_count_in_a_cell(count, text):
    """One number where it is certain; otherwise the most, and what is expected unless that is the most."""
    assert times(count) == text


def test_every_run_has_its_name_and_its_numbers_below():
    """Names may be as long as they are; numbers stand below their heading."""
    lines = page(Plan(RUNS), {}).splitlines()
    head = lines[1]
    assert head.split() == cells("items trials requests follow-ups judge calls prompt completion prompt completion")
    place = lines.index(LONG)
    # 3,000 of 100 and 50 tokens; 9,000 questions of 300 and 5.
    assert lines[place + 1].split() == cells("1,000 3 3,000 0 ≤3,000 ≤9,000 300,000 150,000 2,700,000 45,000")
    assert lines[lines.index("other:model=m_b") + 1].split() == cells("2 1 2 - - 20 40 - -")
    assert lines[lines.index("2 runs in all") + 1].split() == (
        cells("3,002 0 ≤3,000 ≤9,000 300,020 150,040 2,700,000 45,000")
    )
    for word, cell in (("items", "1,000"), ("requests", "3,000"), ("judge calls", "≤9,000"), ("prompt", "300,000")):
        assert head.index(word) + len(word) == re.search(rf"(?<=\s){cell}(?=\s|$)", lines[place + 1]).end()


def test_deployments_are_listed_with_what_they_cost():
    """A judge apart from a model; the total of what has a price, and how much has none."""
    text = page(Plan(RUNS), {"m/a": Price(1, 2), "j/one": Price(10, 0), "nobody": Price(1, 1)})
    lines = {line.split("  ")[0]: line.split() for line in text.splitlines()}
    # 300,000 at 1 and 150,000 at 2 a million: .60; at most 300,000 + 3,000 * 200 read, 6,000 * 1,000 written: 12.90.
    assert lines["m/a"][-6:] == ["(3,000-6,000)", "300,000", "150,000", "6,000,000", "0.60", "12.90"]
    assert lines["j/one (judge)"][2:] == ["≤6,000", "1,800,000", "30,000", "600,000", "18.00", "18.00"]
    assert lines["j/two (judge)"][-2:] == ["-", "-"]
    assert lines["total"][-2:] == ["18.60", "30.90"]
    assert "The total cost is without 2 of 4 lines, of which no price was told." in text
    assert "A price was told of nobody, which nobody asks here." in text


def test_no_cost_is_rounded_away():
    """Only what costs nothing is 0.00."""
    prices = {"fake/a": Price(0.0, 0.0), "fake/b": Price(0.000001, 0.0)}
    runs = [
        PlannedRun(f"r{name}", "g", name, 1, 1, Load.of(Times.exactly(1), 10, 10, 10)) for name in ("fake/a", "fake/b")
    ]
    shown = [line.split()[-2:] for line in page(Plan(runs), prices).splitlines() if line.startswith("fake/")]
    assert shown == [["0.00", "0.00"], ["<0.01", "<0.01"]]


def test_without_prices_nothing_is_said_of_cost():
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
    assert "- foreign:model=m_b: how many items it has is not known" in text
    assert "Refused, as helm-run would refuse it:\n- bad:x=1: there is no argument 'x'" in text
    assert "- Benchmark: every answer is good." in text
    lines = text.splitlines()
    assert lines[lines.index("foreign:model=m_b") + 1].split() == ["?", "4", *"???????"]


def test_nothing_but_refusals():
    """Then there are no tables and nothing was assumed."""
    assert page(Plan([], [Refused("bad", "no")]), {}) == "Refused, as helm-run would refuse it:\n- bad: no"


def test_data_holds_all_numbers():
    """Of each run, each deployment and all of them, and survives JSON."""
    told = as_data(Plan([*RUNS, UNKNOWN], [Refused("bad", "no")]), {"m/b": Price(1e6, 0), "nobody": Price(1, 1)})
    assert json.loads(json.dumps(told)) == told
    first, other, unknown = told["runs"]
    assert (first["run"], first["items"], first["trials"], first["requests"]) == (LONG, 1000, 3, 3000)
    assert first["further"]["calls"] == {"least": 0, "typical": 0, "most": 3000}
    assert first["judges"]["j/two"] == {
        "calls": {"least": 0, "typical": 3000, "most": 3000},
        "prompt": 900_000,
        "prompt_most": 900_000,
        "completion": 15_000,
        "completion_most": 300_000,
    }
    assert (other["judges"], other["tested"]["completion_most"]) == ({}, 60)
    assert (unknown["requests"], unknown["judges"], unknown["notes"]) == (None, None, list(UNKNOWN.notes))
    assert [(one["deployment"], one["role"], one["cost"]) for one in told["asked"]] == [
        ("m/a", "model", None),
        ("m/b", "model", {"typical": 20.0, "most": 20.0}),
        ("j/one", "judge", None),
        ("j/two", "judge", None),
    ]
    assert told["total"]["requests"] == 3002
    assert told["total"]["judging"]["calls"]["most"] == 9000
    assert (told["refused"], told["complete"]) == ([{"name": "bad", "why": "no"}], False)
    assert told["unused_prices"] == ["nobody"]
    assert told["assumed"][-1] == "Benchmark: every answer is good."
