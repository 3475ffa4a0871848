"""The formulas of LiveIdeaBench: by hand, against the slow definition, and what the paper prints."""

import csv
import statistics
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helm_creativity.scenarios.live_idea_bench.scoring import (
    average,
    bootstrap_se,
    category_means,
    live_idea_scores,
    tabulate,
)

approx = pytest.approx


def table_of(keywords, ratings, pairs, fluency):
    """A table from responses by keyword, and pairs of them by position."""
    values = {name: list(zip(keywords, its, strict=True)) for name, its in ratings.items()}
    values["fluency"] = [(keywords[i], value) for (i, _), value in zip(pairs, fluency, strict=True)]
    return tabulate(values)


def expected(values):
    return {name: None if value is None else approx(value, abs=1e-9) for name, value in values.items()}


def test_three_keywords_worked_by_hand():
    """Submetrics over ideas and pairs, the percentile over keywords, the score over submetrics."""
    # Originality (8+6+9+7+3+3)/6 = 6, feasibility (4+6+3+5+9+6)/6 = 5.5, fluency (10 + 10/3 + 20/3)/3 = 20/3.
    # ice: (7 + 5 + 10)/3 = 22/3; moss: (8 + 4 + 10/3)/3 = 46/9; sand: (3 + 7.5 + 20/3)/3 = 103/18.
    # In order 92/18, 103/18, 132/18; the 30th percentile is at 0.3 · 2 = 0.6 of the way from the first to the second:
    # 92/18 + 0.6 · 11/18 = 98.6/18. Score (6 + 5.5 + 20/3 + 98.6/18)/4.
    keywords, pairs = ["ice", "ice", "moss", "moss", "sand", "sand"], [(0, 1), (2, 3), (4, 5)]
    ratings = {"originality": [8, 6, 9, 7, 3, 3], "feasibility": [4, 6, 3, 5, 9, 6]}
    table = table_of(keywords, ratings, pairs, [10, 10 / 3, 20 / 3])
    scores = {"originality": 6, "feasibility": 5.5, "fluency": 20 / 3, "flexibility": 98.6 / 18}
    assert live_idea_scores(table) == approx({**scores, "score": (11.5 + 20 / 3 + 98.6 / 18) / 4})
    assert table.counts.sum(axis=1).tolist() == [6, 6, 3]
    # Of a category each keyword counts once; one without a submetric is in none.
    means = category_means(table, {"sand": "Biology", "ice": "Earth", "moss": "Biology"})
    assert list(means.items()) == [("Biology", approx(97.5 / 18)), ("Earth", approx(132 / 18))]
    halved = table_of(keywords, ratings, pairs, [10, None, None])
    means = category_means(halved, {"sand": "Earth", "ice": "Earth", "moss": "Biology"})
    assert means == {"Biology": None, "Earth": approx(132 / 18)}


# Results of judges: two to four ideas a keyword, all pairs of neighbours, with gaps.
@st.composite
def runs(draw):
    """Arguments of ``table_of``, with four submetrics or with five."""
    sizes = draw(st.lists(st.integers(2, 4), min_size=1, max_size=6))
    keywords = [f"k{k}" for k, size in enumerate(sizes) for _ in range(size)]
    n, points = len(keywords), st.none() | st.integers(1, 10).map(float)
    names = ["originality", "feasibility", "clarity"][: draw(st.integers(2, 3))]
    ratings = {name: draw(st.lists(points, min_size=n, max_size=n)) for name in names}
    pairs = [(i, i + 1) for i in range(n - 1) if keywords[i] == keywords[i + 1]]
    letters = st.sampled_from([10.0, 20 / 3, 10 / 3, 0.0, None])
    return keywords, ratings, pairs, draw(st.lists(letters, min_size=len(pairs), max_size=len(pairs)))


def mean(values):
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def means_of_keywords(keywords, ratings, pairs, fluency):
    """Of each keyword its mean of each submetric."""
    owners = dict.fromkeys(ratings, keywords) | {"fluency": [keywords[i] for i, _ in pairs]}
    values = {**ratings, "fluency": fluency}
    return {
        keyword: [mean([v for v, k in zip(values[name], owners[name], strict=True) if k == keyword]) for name in values]
        for keyword in sorted(set(keywords))
    }


def slowly(keywords, ratings, pairs, fluency):
    """The definition, keyword by keyword, with a percentile that is looked up in a sorted list."""
    submetrics = {name: mean(values) for name, values in ratings.items()} | {"fluency": mean(fluency)}
    each = means_of_keywords(keywords, ratings, pairs, fluency).values()
    each = sorted(statistics.fmean(mine) for mine in each if None not in mine)
    submetrics["flexibility"] = None
    if each:
        low, part = divmod(3 * (len(each) - 1), 10)  # in tenths
        submetrics["flexibility"] = each[low] + (part / 10 * (each[low + 1] - each[low]) if part else 0)
    score = None if None in submetrics.values() else statistics.fmean(submetrics.values())
    return {**submetrics, "score": score}


@given(runs(), st.randoms(use_true_random=False))
def test_agrees_with_the_slow_definition(run, random):
    """Whatever the order of answers and pairs, and which idea of a pair comes first; that moves no error either."""
    keywords, ratings, pairs, fluency = run
    table, order = table_of(*run), random.sample(range(len(keywords)), len(keywords))
    assert live_idea_scores(table) == expected(slowly(*run))
    place = {old: new for new, old in enumerate(order)}
    shuffled = random.sample(list(zip(pairs, fluency, strict=True)), len(pairs))
    other = table_of(
        [keywords[i] for i in order],
        {name: [values[i] for i in order] for name, values in ratings.items()},
        [(place[j], place[i]) for (i, j), _ in shuffled],
        [value for _, value in shuffled],
    )
    assert live_idea_scores(other) == expected(live_idea_scores(table))
    errors = [bootstrap_se(results, np.random.default_rng(7), 20) for results in (table, other)]
    assert errors[1] == expected(errors[0])


@settings(deadline=None)
@given(runs(), st.integers(0, 99))
def test_errors_agree_with_whole_runs_that_are_drawn(run, seed):
    """Keywords are drawn, percentile and all; None of a submetric that fewer than two have, and then of the score."""
    keywords, ratings, pairs, fluency = run
    table, results = table_of(*run), []
    errors, k = bootstrap_se(table, np.random.default_rng(seed), 12), len(table.keywords)
    for times in np.random.default_rng(seed).multinomial(k, np.full(k, 1 / k), size=12):
        copies = [(key, copy) for key, n in zip(table.keywords, times, strict=True) for copy in range(n)]
        drawn = [(i, f"{key} {copy}") for key, copy in copies for i, name in enumerate(keywords) if name == key]
        places = {(i, name): place for place, (i, name) in enumerate(drawn)}
        compared = {i: value for (i, _), value in zip(pairs, fluency, strict=True)}
        its = [(places[i, name], compared[i]) for i, name in drawn if i in compared]
        new = {name: [values[i] for i, _ in drawn] for name, values in ratings.items()}
        again = [(i, i + 1) for i, _ in its]
        results.append(slowly([name for _, name in drawn], new, again, [value for _, value in its]))
    known = {name: [result[name] for result in results if result[name] is not None] for name in results[0]}
    slow = {name: statistics.stdev(values) if len(values) > 1 else None for name, values in known.items()}
    columns = [*zip(*means_of_keywords(*run).values(), strict=True)]
    columns.append([None if None in mine else 0 for mine in zip(*columns, strict=True)])
    alone = [name for name, its in zip(errors, columns, strict=False) if len(its) - its.count(None) < 2]
    assert errors == expected(slow | dict.fromkeys([*alone, "score"] if alone else []))


def test_table_2_of_the_paper():
    """The average is the mean of the four submetrics; flexibility is of three, whose means in thirds lie on ninths."""
    with Path(__file__).with_name("table2.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = ("fluency", "feasibility", "originality", "flexibility")
    # Half a hundredth from rounding the submetrics, half a hundredth from rounding the average.
    averages = [average([float(row[name]) for name in names]) for row in rows]
    assert averages == approx([float(row["average"]) for row in rows], abs=0.01 + 1e-9)
    printed = np.array([float(row["flexibility"]) for row in rows])
    far = {parts: np.abs(printed * parts - np.round(printed * parts)) / parts for parts in (6, 9)}
    assert far[9].max() <= 0.005
    assert (far[6] > 0.005).sum() > 5
