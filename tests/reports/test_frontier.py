"""The lens of feasible validities and specificities."""

from __future__ import annotations

import pytest
from support.drawn import axes, marks, texts

from helm_creativity.psychometrics.validity import frontier as bounds
from helm_creativity.reports.plots import frontier


@pytest.mark.parametrize("r", [0.0, 0.3, -0.62, 0.9, 1.0])
def test_the_edge_of_the_lens_is_the_bound_of_theorem_1(r):
    """Each point of the drawn line is one end of what is feasible at its validity."""
    ax = frontier(axes(), r, [])
    (edge,) = [line for line in ax.lines if len(line.get_xdata()) > 100]
    for v, s in zip(*edge.get_data(), strict=True):
        low, high = bounds(float(min(1, max(-1, v))), r)
        assert min(abs(s - low), abs(s - high)) < 1e-7


def test_the_best_pair_is_marked_and_written():
    """R = 0.6: beside it √(1 - 0.36) = 0.8, and √((1 + 0.8)/2) = 0.9487."""
    ax = frontier(axes(), 0.6, [("DAT", 0.4, 0.3)])
    ((v, s),) = marks(ax, "*")
    assert (v, s) == pytest.approx((0.9487, 0.9487), abs=1e-4)
    assert "★ greatest sum: v* = s* = 0.95" in texts(ax)
    assert "shaded: feasible, R = 0.60" in texts(ax)


def test_tests_stand_at_their_validity_and_specificity():
    """Validity to the right, specificity up, on axes of one scale."""
    ax = frontier(axes(), 0.6, [("DAT", 0.4, 0.3), ("RAT", -0.1, 0.2)])
    assert marks(ax, "o") == [(0.4, 0.3), (-0.1, 0.2)]
    assert {"DAT", "RAT"} <= set(texts(ax))
    assert ax.get_xlim() == ax.get_ylim() == (-1, 1)
    assert ax.get_aspect() == 1


def test_a_correlation_beyond_one_is_refused():
    """The error says which number was wrong."""
    with pytest.raises(ValueError, match="r_capability"):
        frontier(axes(), 1.2, [])
