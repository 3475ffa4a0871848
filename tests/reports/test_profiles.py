"""Small polygons of models."""

import math
from dataclasses import replace

import numpy as np
import pytest
from support.findings import MODELS, NOT_RUN, UNSCORED, small

from helm_creativity.reports.report.profiles import CENTRE, RADIUS, composite_profiles
from helm_creativity.results.leaderboard import composite_parts

SMALL = small()


def with_values(values, names=("a", "b", "c", "d")):
    """The same models with other domains."""
    return replace(SMALL.composite, domains=names, by_domain=values)


def test_axes_are_domains_or_else_benchmarks():
    """Two domains make no polygon, but their benchmarks do."""
    assert composite_parts(SMALL.composite, SMALL.study).of == "domains"
    submetrics = composite_parts(with_values(SMALL.composite.by_domain[:, :2], ("a", "b")), SMALL.study)
    assert submetrics.of == "benchmarks"
    assert submetrics.names == tuple(column.title for column in SMALL.study.columns)
    few = replace(with_values(np.zeros((12, 2)), ("a", "b")), columns=SMALL.composite.columns[:2], z=np.zeros((12, 2)))
    assert composite_profiles(few, SMALL) is None


def test_the_mean_is_half_way_and_the_reach_at_the_rim():
    """Four axes go up, right, down and left; z of 0, 1.3, -1.3 and none at a reach of 1.5."""
    values = np.full((12, 4), np.nan)
    values[0] = [0.0, 1.5, -1.5, np.nan]
    found = composite_profiles(with_values(values), SMALL)
    assert found.reach == 1.5
    (one,) = found.profiles
    assert one.model == MODELS[0]
    assert one.dots == (("50.0", "29.0"), ("92.0", "50.0"), ("50.0", "50.0"))
    # The fourth value is unknown: two lines between neighbours, no closed shape.
    assert one.path == "M50.0 29.0L92.0 50.0M92.0 50.0L50.0 50.0"
    assert one.text == "a 0.00, b +1.50, c −1.50, d –"


def test_values_beyond_the_rim_are_drawn_on_it_and_noted():
    """An outlier does not make all others a dot."""
    values = np.zeros((12, 4))
    values[0, 1], values[1, 2] = 9.0, -9.0
    found = composite_profiles(with_values(values), SMALL)
    assert (found.reach, found.clipped) == (3.0, True)
    by_model = {profile.model: profile for profile in found.profiles}
    assert by_model[MODELS[0]].dots[1] == ("92.0", "50.0")
    assert by_model[MODELS[1]].dots[2] == ("50.0", "50.0")
    assert [by_model[model].beyond for model in MODELS[:3]] == ["b +9.00", "c −9.00", ""]
    assert not composite_profiles(SMALL.composite, SMALL).clipped


def test_models_come_in_the_order_of_the_composite():
    """Those that lack something too."""
    found = composite_profiles(SMALL.composite, SMALL)
    assert [profile.model for profile in found.profiles] == [row.model for row in SMALL.composite.rows]
    open_ones = {profile.model for profile in found.profiles if not profile.path.endswith("Z")}
    assert open_ones == {MODELS[NOT_RUN[0]], MODELS[UNSCORED[0]]}


@pytest.mark.parametrize("p", [3, 5, 8])
def test_spokes_end_on_the_rim(p):
    """Whatever their number, the first at the top."""
    values = np.ones((12, p))
    found = composite_profiles(with_values(values, tuple("abcdefgh"[:p])), SMALL)
    assert found.ends[0] == ("50.0", "8.0")
    for x, y in found.ends:
        assert math.hypot(float(x) - CENTRE, float(y) - CENTRE) == pytest.approx(RADIUS, abs=0.1)
