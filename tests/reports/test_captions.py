"""Captions say in words what plots show."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from support.drawn import axes, curve, texts

from helm_creativity.reports import plots
from helm_creativity.reports.plots import captions

BOARD = (["a", "b", "c", "d"], [60.0, None, 80.0, 79.5], [58, None, 79, 78], [62, None, 81, 81], [0, 0, 0, 1], "DAT")
CASES = {
    "leaderboard": BOARD,
    "severity": (["j", "k"], [0.25, -0.1], [0.1, None], ["novelty", "novelty"]),
    "radar": (["x", "y", "z"], {"m": [0.5, 1.25, None]}),
    "heatmap": (["a", "b"], ["c", "d"], [[1.26, -0.5], [None, 0.75]]),
    "pareto": ([1.5, 3.25], [2.0, 1.125], ["a", "b"], [True, True], "novelty", "use"),
    "frontier": (0.6, [("DAT", 0.41, 0.32), ("RAT", 0.5, 0.3)]),
    "scree": ([3.01, 1.0, 0.9], [1.21, 1.0, 0.7], [1.41, 1.1, 0.8]),
    "rank_stability": ({"DAT": curve((2, 10), (0.6, 0.97), 10), "RAT": curve((2, 10), (0.3, 0.9), None)},),
    "failures": (["a", "b", "c"], {"refusal": [0.126, 0.0, 0.0], "empty": [0.0, 0.001, math.nan]}),
}


@pytest.mark.parametrize("name", CASES)
def test_no_number_is_named_that_the_plot_does_not_show(name):
    """Every number with decimals or a per cent sign stands somewhere on the axes; the others count what is there."""
    ax = getattr(plots, name)(axes(polar=name == "radar"), *CASES[name])
    numbers = re.findall(r"[−<>]*\d+(?:\.\d+|%)", " ".join(getattr(captions, name)(*CASES[name])).replace("95 %", ""))
    everywhere = " ".join(texts(ax))
    assert [number for number in numbers if number not in everywhere] == []
    assert numbers or name in ("severity", "radar", "pareto")


def test_a_leaderboard_says_its_ends_and_whose_intervals_meet_the_first():
    """79 to 81 and 78 to 81 meet, 58 to 62 does not; the baseline is no model."""
    assert captions.leaderboard(*BOARD) == (
        "Leaderboard: DAT",
        "2 models and 1 baseline; first is c with 80.0, last a with 60.0. No other interval overlaps that of the first."
        " No score: b.",
    )
    less = captions.leaderboard(*BOARD, lower_is_better=True).text
    assert "first is a with 60.0, last c with 80.0. No other interval overlaps that of the first." in less


def test_a_leaderboard_gives_means_of_people_as_the_plot_does():
    """With its decimals, in the caption and in the key of the plot."""
    assert captions.leaderboard(*BOARD, people=[78.19, 81.04]).text.endswith("People: 78.2, 81.0. No score: b.")
    drawn = plots.leaderboard(axes(), *BOARD, people=[78.19, 81.04])
    assert "lines: 95 % intervals · ◇ baseline · dashed: people, 78.2, 81.0" in texts(drawn)


def test_a_leaderboard_without_intervals_says_nothing_of_them():
    """Nor does one of a single model; one without scores names who lacks them."""
    none = [None] * 2
    assert captions.leaderboard(["a", "b"], [1.0, 2.0], none, none, [0, 0], "s").text == (
        "2 models; first is b with 2.00, last a with 1.00."
    )
    one_of_two = captions.leaderboard(["a", "b", "c"], [1.0, 2.0, 3.0], [0, None, 2], [2, None, 4], [0, 0, 0], "s")
    assert one_of_two.text == "3 models; first is c with 3.00, last a with 1.00."
    assert captions.leaderboard(["a"], [1.0], [0], [2], [0], "s").text == "1 model; first is a with 1.00."
    assert captions.leaderboard(["a"], [None], [None], [None], [0], "s").text == "No score: a."
    assert captions.leaderboard([], [], [], [], [], "s").text == "There are no models."


def test_severity_names_the_ends_of_each_dimension():
    """A dimension with one judge has none."""
    text = captions.severity(["j", "k", "j"], [0.2, 0.5, 1.0], [None] * 3, ["novelty", "novelty", "use"]).text
    assert text == "2 judges on 2 dimensions. novelty: strictest k, most lenient j."


def test_profiles_name_their_highest_and_lowest_submetrics():
    """And what they lack."""
    text = captions.radar(["x", "y", "z"], {"m": [0.5, 1.25, None], "k": [1, 1, 1], "n": [None] * 3}).text
    assert text == (
        "3 profiles over 3 axes. m is highest in y and lowest in x (no value: z). k has the same value on all axes."
        " n has no values."
    )


def test_a_heatmap_names_its_extreme_cells():
    """And how many are empty."""
    assert captions.heatmap(*CASES["heatmap"], label="z") == (
        "z of 2 models on 2 benchmarks",
        "Highest: a on c with 1.3; lowest: a on d with −0.5. 1 cell without a value.",
    )
    assert captions.heatmap(["a"], ["c"], [[None]]).text == "No cell has a value."


def test_a_trade_off_names_the_front():
    """The first few, from the best in the second submetric on."""
    n = 7
    text = captions.pareto(range(n), range(n, 0, -1), list("abcdefg"), [True] * n, "novelty", "use").text
    assert text == "7 models. On the front, from the best on use to the best on novelty: a, b, c, d, e, 2 more."
    beside = captions.pareto([1, 2, 3], [1, 2, 3], ["a", "b", "creativity/greedy"], [False, True, False], "x", "y")
    assert beside.text.startswith("2 models and 1 baseline. On the front, from the best on y to the best on x: b")
    assert captions.pareto([1], [1], ["a"], [False], "x", "y").text == "1 model."


def test_the_lens_says_what_is_possible_and_who_comes_closest():
    """0.73 for DAT, 0.80 for RAT; √((1 + 0.8)/2) = 0.95."""
    assert captions.frontier(*CASES["frontier"]).text == (
        "With R = 0.60, the sum of validity and specificity is greatest at v* = s* = 0.95."
        " Of 2 tests, RAT has the greatest sum."
    )
    assert captions.frontier(0.6, [("DAT", 0.5, 0.2)]).text.endswith(" The test is DAT.")


@pytest.mark.parametrize(
    ("limits", "exceeding"),
    [([1.4, 1.1, 0.8], "1 of them exceeds"), ([4] * 3, "none of them exceeds"), ([0.1] * 3, "3 of them exceed")],
)
def test_the_scree_counts_what_stands_out(limits, exceeding):
    """From the first eigenvalue on."""
    text = captions.scree([3.01, 1.0, 0.9], [1.2, 1.0, 0.7], limits).text
    assert text == f"The first of 3 eigenvalues is 3.01; {exceeding} the 95th percentile of random data."


def test_stability_names_the_fewest_items_first():
    """And where only all of them order models alike."""
    curves = {"DAT": curve((2,), (1,), 10), "RAT": curve((2,), (0.3,), None), "AUT": curve((2,), (1,), 4)}
    assert captions.rank_stability(curves).text == (
        "Fewest items with a mean rank correlation of 0.95: 4 in AUT, 10 in DAT. Only with all items: RAT."
    )
    assert captions.rank_stability({}).text == "There are no benchmarks."


def test_failures_name_the_worst_model_and_the_highest_rate():
    """They need not be the same model: b has 0.5 in all, a 0.3 at once."""
    rates = {"refusal": [0.3, 0.25, 0.0], "empty": [0.0, 0.25, math.nan]}
    assert captions.failures(["a", "b", "c"], rates).text == (
        "Most failures: b. Highest rate: a, refusal, 30%. 1 more model without known failures."
    )
    assert captions.failures(["a"], {"refusal": [0.0]}).text == "No known failures of 1 model."


def test_arrays_are_as_good_as_lists():
    """Statistics come as arrays."""
    curves = {"DAT": curve(np.array([2, 10]), np.array([0.6, 0.97]), 10)}
    assert "10 in DAT" in captions.rank_stability(curves).text
    assert "3.01" in captions.scree(*map(np.array, CASES["scree"])).text
    assert "On the front" in captions.pareto(*map(np.array, CASES["pareto"][:2]), *CASES["pareto"][2:]).text
