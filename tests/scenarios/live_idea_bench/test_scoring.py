"""The formulas of LiveIdeaBench: by hand, by law, against the slow definition, and what the paper prints."""

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

FOUR = ("originality", "feasibility")
FIVE = (*FOUR, "clarity")
approx = pytest.approx
with (Path(__file__).parent / "table2.csv").open(encoding="utf-8", newline="") as file:
    TABLE2 = list(csv.DictReader(file))


def table_of(keywords, ratings, pairs, fluency):
    """A table from responses by keyword, and pairs of them by position."""
    values = {name: list(zip(keywords, its, strict=True)) for name, its in ratings.items()}
    values["fluency"] = [(keywords[i], value) for (i, _), value in zip(pairs, fluency, strict=True)]
    return tabulate(values)


def expected(values):
    return {name: None if value is None else approx(value, abs=1e-9) for name, value in values.items()}


KEYWORDS = ["ice", "ice", "moss", "moss", "sand", "sand"]
RATINGS = {"originality": [8, 6, 9, 7, 3, 3], "feasibility": [4, 6, 3, 5, 9, 6]}
PAIRS = [(0, 1), (2, 3), (4, 5)]


def test_three_keywords_worked_by_hand():
    """Submetrics over ideas and pairs, the percentile over keywords, the score over submetrics."""
    # Originality (8+6+9+7+3+3)/6 = 6, feasibility (4+6+3+5+9+6)/6 = 5.5, fluency (10 + 10/3 + 20/3)/3 = 20/3.
    # ice: (7 + 5 + 10)/3 = 22/3; moss: (8 + 4 + 10/3)/3 = 46/9; sand: (3 + 7.5 + 20/3)/3 = 103/18.
    # In order 92/18, 103/18, 132/18; the 30th percentile is at 0.3 · 2 = 0.6 of the way from the first to the second:
    # 92/18 + 0.6 · 11/18 = 98.6/18. Score (6 + 5.5 + 20/3 + 98.6/18)/4.
    table = table_of(KEYWORDS, RATINGS, PAIRS, [10, 10 / 3, 20 / 3])
    assert live_idea_scores(table) == {
        "originality": approx(6),
        "feasibility": approx(5.5),
        "fluency": approx(20 / 3),
        "flexibility": approx(98.6 / 18),
        "score": approx((11.5 + 20 / 3 + 98.6 / 18) / 4),
    }
    assert table.counts.sum(axis=1).tolist() == [6, 6, 3]
    # Of a category each keyword counts once; one without a submetric is in none.
    means = category_means(table, {"sand": "Biology", "ice": "Earth", "moss": "Biology"})
    assert list(means.items()) == [("Biology", approx(97.5 / 18)), ("Earth", approx(132 / 18))]
    halved = table_of(KEYWORDS, RATINGS, PAIRS, [10, None, None])
    means = category_means(halved, {"sand": "Earth", "ice": "Earth", "moss": "Biology"})
    assert means == {"Biology": None, "Earth": approx(132 / 18)}


# Results of judges: two to four ideas a keyword, all pairs of neighbours, with gaps.
@st.composite
def runs(draw):
    """Arguments of ``table_of``, with four submetrics or with five."""
    sizes = draw(st.lists(st.integers(2, 4), min_size=1, max_size=6))
    keywords = [f"k{k}" for k, size in enumerate(sizes) for _ in range(size)]
    n, points = len(keywords), st.none() | st.integers(1, 10).map(float)
    ratings = {name: draw(st.lists(points, min_size=n, max_size=n)) for name in draw(st.sampled_from([FOUR, FIVE]))}
    pairs = [(i, i + 1) for i in range(n - 1) if keywords[i] == keywords[i + 1]]
    letters = st.sampled_from([10.0, 20 / 3, 10 / 3, 0.0, None])
    return keywords, ratings, pairs, draw(st.lists(letters, min_size=len(pairs), max_size=len(pairs)))


def slowly(keywords, ratings, pairs, fluency):
    """The definition, keyword by keyword, with a percentile that is looked up in a sorted list."""

    def mean(values):
        known = [value for value in values if value is not None]
        return statistics.fmean(known) if known else None

    submetrics = {name: mean(values) for name, values in ratings.items()} | {"fluency": mean(fluency)}
    each = []
    for keyword in sorted(set(keywords)):
        mine = [mean([v for v, k in zip(values, keywords, strict=True) if k == keyword]) for values in ratings.values()]
        mine.append(mean([v for v, (i, _) in zip(fluency, pairs, strict=True) if keywords[i] == keyword]))
        if None not in mine:
            each.append(statistics.fmean(mine))
    each.sort()
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


def drawn_slowly(run, table, seed, draws):
    """The errors by drawing keywords and making the whole run anew from their answers."""
    keywords, ratings, pairs, fluency = run
    k, results = len(table.keywords), []
    for times in np.random.default_rng(seed).multinomial(k, np.full(k, 1 / k), size=draws):
        new = [], {name: [] for name in ratings}, [], []
        for keyword, copy in ((key, copy) for key, n in zip(table.keywords, times, strict=True) for copy in range(n)):
            mine = [i for i, name in enumerate(keywords) if name == keyword]
            place = {old: len(new[0]) + i for i, old in enumerate(mine)}
            new[0].extend(f"{keyword} {copy}" for _ in mine)
            for name, values in ratings.items():
                new[1][name].extend(values[i] for i in mine)
            its = [(place[i], place[j], value) for (i, j), value in zip(pairs, fluency, strict=True) if i in place]
            new[2].extend((i, j) for i, j, _ in its)
            new[3].extend(value for *_, value in its)
        results.append(slowly(*new))
    known = {name: [result[name] for result in results if result[name] is not None] for name in results[0]}
    return {name: statistics.stdev(values) if len(values) > 1 else None for name, values in known.items()}


@settings(deadline=None)
@given(runs(), st.integers(0, 99))
def test_errors_agree_with_whole_runs_that_are_drawn(run, seed):
    """Percentile and all; None of a submetric that fewer than two keywords have, and then of the score."""
    table = table_of(*run)
    errors = bootstrap_se(table, np.random.default_rng(seed), 12)
    if len(table.keywords) < 2:
        assert set(errors.values()) == {None}
        return
    keywords, ratings, pairs, fluency = run
    valued = [zip(keywords, values, strict=True) for values in ratings.values()]
    valued.append([(keywords[i], value) for (i, _), value in zip(pairs, fluency, strict=True)])
    known = [{key for key, value in its if value is not None} for its in valued]
    known.append({k for k, score in enumerate(table.keyword_scores) if score == score})
    alone = [name for name, keys in zip(errors, known, strict=False) if len(keys) < 2]
    slow = drawn_slowly(run, table, seed, 12) | dict.fromkeys([*alone, "score"] if alone else [])
    assert errors == expected(slow)


def test_table_2_of_the_paper():
    """The average is the mean of the four submetrics; flexibility is of three, whose means in thirds lie on ninths."""

    def far(value, parts):
        return abs(value * parts - round(value * parts)) / parts

    for row in TABLE2:
        # Half a hundredth from rounding the submetrics, half a hundredth from rounding the average.
        numbers = [float(row[name]) for name in ("fluency", "feasibility", "originality", "flexibility")]
        assert average(numbers) == approx(float(row["average"]), abs=0.01 + 1e-9), row["model"]
    printed = [float(row["flexibility"]) for row in TABLE2]
    assert max(far(value, 9) for value in printed) <= 0.005
    assert sum(far(value, 6) > 0.005 for value in printed) > 5
