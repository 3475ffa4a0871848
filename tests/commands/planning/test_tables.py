"""What a plan counts, and its tables."""

from dataclasses import replace

import pytest

from helm_creativity.commands.planning.counting import JUDGE, TESTED, Load, Plan, PlannedRun
from helm_creativity.commands.planning.tables import plan_tables, times
from helm_creativity.reports.tables import render


def page(plan, prices):
    return render(plan_tables(plan, prices))


@pytest.mark.parametrize(
    ("count", "text"),
    [
        ((0, 0, 0), "0"),
        (((1234),) * 3, "1,234"),
        ((0, 1234, 1234), "≤1,234"),
        ((0, 0, 5), "0 ≤5"),
        ((0, 3, 5000), "3 ≤5,000"),
        ((2, 5, 5), "2-5"),
        ((2, 4, 5), "4 (2-5)"),
    ],
)
def test_a_count_in_a_cell(count, text):
    """One number where it is certain; otherwise the most, and what is expected unless that is the most."""
    assert times(count) == text


def test_no_cost_is_rounded_away():
    """Only what costs nothing is 0.00."""
    prices = {"fake/a": (0.0, 0.0), "fake/b": (0.000001, 0.0)}
    runs = [PlannedRun(f"r{name}", "g", name, 1, 1, Load.of((1, 1, 1), 10, 10, 10)) for name in ("fake/a", "fake/b")]
    shown = [line.split()[-2:] for line in page(Plan(runs), prices).splitlines() if line.startswith("fake/")]
    assert shown == [["0.00", "0.00"], ["<0.01", "<0.01"]]


def test_tokens_of_a_load():
    """Typical calls of typical length; at most all calls, each up to its limit; no answer is longer than that."""
    # 2 of at most 5 calls: 2*3 and 5*3 tokens read, 2*4 written, 5*100 at most.
    assert Load.of((1, 2, 5), 3, 4, 100) == Load(1, 2, 5, 6, 15, 8, 500)
    assert Load.of((2, 2, 2), 3, 400, 100).completion == 200


def test_what_each_deployment_is_asked():
    """Models first, in the order of the runs; one that is also a judge stands there twice; what is unknown is out."""
    first, further = Load.of((10, 10, 10), 3, 4, 100), Load.of((0, 2, 5), 3, 4, 100)
    rated = Load.of((0, 7, 7), 1, 1, 9)
    run = PlannedRun("x", "x", "m/b", 5, 2, first, further, (("j/x", rated), ("m/a", rated)))
    other = replace(run, model="m/a", judges=(("j/x", rated),))
    assert [*Plan([run, other, replace(run, model="m/c", items=None)]).asked.items()] == [
        (("m/b", TESTED), first + further),
        (("m/a", TESTED), first + further),
        (("j/x", JUDGE), rated + rated),
        (("m/a", JUDGE), rated),
    ]
