"""A plan as tables."""

import pytest

from helm_creativity.commands.planning.amounts import Load, Plan, PlannedRun
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
