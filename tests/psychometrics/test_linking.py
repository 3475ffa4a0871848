"""Panels linked by anchors: planted severities and drift come back, intervals hold the truth, weak links are named."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "perf"))
import linking as simulation

from helm_creativity.psychometrics.linking import MOST_CATEGORIES, PanelRating, link_panels

RUNS = 25
"""``perf/linking.py`` has four hundred."""


def linked_panels(seed, anchors, severer=1.0, rename=None, n=120, change=None):
    """Two simulated panels, linked, and the truth."""
    rng = np.random.default_rng(seed)
    truth = simulation.draw_judges(rng, severer)
    if change is not None:
        change(truth)
    panels = simulation.simulate(rng, truth, anchors, n)
    if rename:
        panels = {panel: [rename(panel, rating) for rating in rows] for panel, rows in panels.items()}
    return link_panels(panels), truth


def test_planted_severity_comes_back_and_intervals_hold_the_truth():
    """Without a link, models of the panel that is one point more severe are one point off."""
    found = simulation.runs(30, 1.2, RUNS, seed=2)
    second = slice(3, None)
    assert abs(np.mean([run.theta[second] for run in found])) < 0.1
    assert abs(np.mean([run.rating[second] for run in found])) < 0.1
    assert np.mean([run.raw[second] for run in found]) == pytest.approx(-1, abs=0.12)
    assert 0.88 <= np.mean([run.theta_held for run in found]) <= 1
    assert 0.88 <= np.mean([run.rating_held for run in found]) <= 1
    assert np.mean([run.link_held for run in found]) >= 0.84
    assert not any(run.weak for run in found[:1])
    assert np.mean([run.link_se for run in found]) == pytest.approx(0.145, abs=0.02)


def test_a_judge_that_changed_is_found_and_one_that_did_not_is_not():
    """The same three judges at two dates; the second one became more severe by .8 standard deviations."""

    def same_judges(truth):
        truth.alpha[1], truth.beta[1] = truth.alpha[0], truth.beta[0]
        truth.beta[1, 1] += 0.8

    def rename(panel, rating):
        return rating._replace(judge=rating.judge.removeprefix(panel).strip())

    held = []
    changes = []
    for seed in range(8):
        found, _ = linked_panels(seed, simulation.spread_anchors(30, 1.2), 0.0, rename, change=same_judges)
        assert [(drift["judge"], drift["before"], drift["after"]) for drift in found.drifts] == [
            (f"judge {number}", "first", "second") for number in range(3)
        ]
        changes.append([drift["severity"].value for drift in found.drifts])
        held += [
            drift["severity"].low <= planted <= drift["severity"].high
            for drift, planted in zip(found.drifts, (0, 0.8, 0), strict=True)
        ]
        assert found.drifts[1]["mean_rating"].high < 0
    assert np.mean(changes, axis=0) == pytest.approx([0, 0.8, 0], abs=0.15)
    assert sum(held) >= len(held) - 3


@pytest.mark.parametrize(
    ("anchors", "words"),
    [
        (simulation.spread_anchors(6, 1.2), "share 6 anchors, fewer than 10"),
        (simulation.spread_anchors(30, 0.2), "the anchors' spread is 0."),
        (simulation.spread_anchors(12, 0.8), "the standard error of the link of second is 0.2"),
        (simulation.spread_anchors(40, 1.2), None),
    ],
)
def test_a_weak_link_is_named(anchors, words):
    warnings = linked_panels(11, anchors)[0].warnings
    if words is None:
        assert warnings == []
    else:
        assert any(words in warning for warning in warnings), warnings


def test_the_first_panels_own_models_keep_their_raw_means():
    found, _ = linked_panels(4, simulation.spread_anchors(30, 1.2))
    for model in found.models:
        if model["panel"] == "first":
            assert model["rating"].value == pytest.approx(model["raw"], abs=0.06)
            assert model["rating"].low < model["raw"] < model["rating"].high


def ratings_to_fifty(seed):
    """Panels a and b, three judges each, who rate from 10 to 50; b is 6 points more severe, the models are alike."""
    rng, panels = np.random.default_rng(seed), {}
    for panel, shift in (("a", 0), ("b", -6)):
        units = [("", f"anchor {i}", at) for i, at in enumerate(np.linspace(-2, 2, 24))]
        units += [(f"{panel} model", f"{panel} {i}", at) for i, at in enumerate(rng.normal(0, 1, 150))]

        def rating(at, shift=shift):
            return float(np.clip(round(30 + shift + 8 * at + rng.normal(0, 4)), 10, 50))

        panels[panel] = [
            PanelRating(name, f"{panel}{judge}", rating(at), model) for model, name, at in units for judge in range(3)
        ]
    return panels


def test_many_different_ratings_are_put_into_bands():
    """Raw means are of the ratings themselves, and links as good as ever."""
    shifts, models = [], []
    for seed in range(6):
        panels = ratings_to_fifty(seed)
        values = [rating.rating for rating in panels["a"] if rating.model]
        assert len(set(values)) > 2 * MOST_CATEGORIES
        found = link_panels(panels)
        assert found.models[0]["raw"] == pytest.approx(np.mean(values))
        assert found.models[0]["rating"].value == pytest.approx(np.mean(values), abs=0.6)
        shifts.append(found.links[0]["shift"].value)
        models.append(found.models[1]["rating"].value)
    assert np.mean(shifts) == pytest.approx(-6, abs=0.8)
    assert np.mean(models) == pytest.approx(30, abs=1)


def test_what_cannot_be_linked_is_refused():
    rows = [PanelRating(str(i), "ann", i % 3, "m") for i in range(9)]
    with pytest.raises(ValueError, match="2 panels or more to link, got 1"):
        link_panels({"a": rows})
    with pytest.raises(ValueError, match="the panel b has no ratings"):
        link_panels({"a": rows, "b": []})
    with pytest.raises(ValueError, match="the panel b has ratings of anchors alone"):
        link_panels({"a": rows, "b": [PanelRating("x", "ben", 2.0)]})
    with pytest.raises(ValueError, match="at least 2 categories"):
        link_panels({name: [row._replace(rating=1.0) for row in rows] for name in "ab"})
