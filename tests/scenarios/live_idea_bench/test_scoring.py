"""LiveIdeaBench's submetrics: by hand, by law, against the slow definition, against the paper's table."""

import csv
import math
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

LETTERS = {"A": 10.0, "B": 20 / 3, "C": 10 / 3, "D": 0.0}
FOUR = ("originality", "feasibility")
FIVE = (*FOUR, "clarity")

approx = pytest.approx
with (Path(__file__).parent / "table2.csv").open(encoding="utf-8", newline="") as file:
    TABLE2 = list(csv.DictReader(file))
PRINTED = ("fluency", "feasibility", "originality", "flexibility")


def answers(*rows):
    """A table from rows (keyword, originality, feasibility[, clarity]) and pairs of neighbours of one keyword."""
    keywords, *ratings = zip(*rows, strict=True)
    return keywords, dict(zip(FIVE, ratings, strict=False))


def table_of(keywords, ratings, pairs, fluency, failed=None):
    """From responses, and pairs of them by position; failed responses count 0."""
    bad = failed or [False] * len(keywords)
    values = {
        name: [(key, 0.0 if at_fault else value) for key, value, at_fault in zip(keywords, its, bad, strict=True)]
        for name, its in ratings.items()
    }
    values["fluency"] = [
        (keywords[i], 0.0 if bad[i] or bad[j] else value) for (i, j), value in zip(pairs, fluency, strict=True)
    ]
    return tabulate(values)


# Three keywords with two ideas each.
KEYWORDS, RATINGS = answers(
    ("ice", 8, 4), ("ice", 6, 6), ("moss", 9, 3), ("moss", 7, 5), ("sand", 3, 9), ("sand", 3, 6)
)
PAIRS = [(0, 1), (2, 3), (4, 5)]
LETTERED = [LETTERS["A"], LETTERS["C"], LETTERS["B"]]
TABLE = table_of(KEYWORDS, RATINGS, PAIRS, LETTERED)


def test_three_keywords_worked_by_hand():
    """Submetrics over ideas and pairs, the percentile over keywords, the score over submetrics."""
    # Originality (8+6+9+7+3+3)/6 = 6, feasibility (4+6+3+5+9+6)/6 = 5.5, fluency (10 + 10/3 + 20/3)/3 = 20/3.
    # ice: (7 + 5 + 10)/3 = 22/3; moss: (8 + 4 + 10/3)/3 = 46/9; sand: (3 + 7.5 + 20/3)/3 = 103/18.
    # In order 92/18, 103/18, 132/18; the 30th percentile is at 0.3 · 2 = 0.6 of the way from the first to the second:
    # 92/18 + 0.6 · 11/18 = 98.6/18. Score (6 + 5.5 + 20/3 + 98.6/18)/4.
    assert live_idea_scores(TABLE) == {
        "originality": approx(6),
        "feasibility": approx(5.5),
        "fluency": approx(20 / 3),
        "flexibility": approx(98.6 / 18),
        "score": approx((11.5 + 20 / 3 + 98.6 / 18) / 4),
    }
    assert TABLE.counts.sum(axis=1).tolist() == [6, 6, 3]


def test_clarity_is_a_part_of_every_mean():
    """Of the keyword's, and of the score's."""
    # One keyword: its mean is the percentile, (8 + 4 + 6 + 10)/4 = 7, and the score (8 + 4 + 6 + 10 + 7)/5 = 7.
    table = table_of(*answers(("ice", 9, 5, 6), ("ice", 7, 3, 6)), [(0, 1)], [10])
    scores = live_idea_scores(table)
    assert list(scores.items()) == [
        ("originality", 8),
        ("feasibility", 4),
        ("clarity", 6),
        ("fluency", 10),
        ("flexibility", 7),
        ("score", approx(7)),
    ]


def test_what_was_not_judged_is_left_out():
    """A missing dimension of one idea takes nothing else with it."""
    keywords, ratings = answers(("ice", 8, None), ("ice", 6, 6), ("moss", None, 2), ("moss", None, None))
    table = table_of(keywords, ratings, [(0, 1), (2, 3)], [10, None])
    # Moss has no originality and no pair: flexibility is ice's (7 + 6 + 10)/3 alone.
    assert live_idea_scores(table) == {
        "originality": 7,
        "feasibility": 4,
        "fluency": 10,
        "flexibility": approx(23 / 3),
        "score": approx((21 + 23 / 3) / 4),
    }
    assert table.counts.sum(axis=1).tolist() == [2, 2, 1]


def test_failed_answers_count_nothing_where_that_is_asked():
    """In every submetric, with every pair they are part of; unjudged ones are left out all the same."""
    keywords, ratings = answers(
        ("ice", 8, 4), ("ice", None, None), ("ice", 6, 6), ("moss", None, None), ("moss", 2, 2), ("moss", None, None)
    )
    pairs, fluency = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5)], [None, None, 10, None, None]
    failed = [False, True, False, False, False, True]  # answer 3 was not judged, which is no fault of the model
    plain = live_idea_scores(table_of(keywords, ratings, pairs, fluency))
    assert (plain["originality"], plain["fluency"]) == (approx(16 / 3), 10)
    # Originality (8 + 0 + 6 + 2 + 0)/5, feasibility (4 + 0 + 6 + 2 + 0)/5, fluency (0 + 0 + 10 + 0)/4.
    # ice: (14/3 + 10/3 + 10/3)/3 = 34/9; moss: (1 + 1 + 0)/3 = 6/9; 6/9 + 0.3 · 28/9 = 14.4/9 = 1.6.
    zeros = live_idea_scores(table_of(keywords, ratings, pairs, fluency, failed))
    assert zeros == {
        "originality": approx(3.2),
        "feasibility": approx(2.4),
        "fluency": approx(2.5),
        "flexibility": approx(1.6),
        "score": approx(9.7 / 4),
    }


def test_category_means_by_hand():
    """Keywords count once each; one without a submetric is in none."""
    # ice 132/18, moss 92/18, sand 103/18, see above.
    assert list(category_means(TABLE, {"sand": "Biology", "ice": "Earth", "moss": "Biology"}).items()) == [
        ("Biology", approx(97.5 / 18)),
        ("Earth", approx(132 / 18)),
    ]
    halved = table_of(KEYWORDS, RATINGS, PAIRS, [10, None, None])
    assert category_means(halved, {"sand": "Earth", "ice": "Earth", "moss": "Biology"}) == {
        "Biology": None,
        "Earth": approx(132 / 18),
    }


# Results of judges: two to four ideas a keyword, all pairs of neighbours, with gaps.
points = st.one_of(st.none(), st.integers(1, 10).map(float))


@st.composite
def runs(draw, submetrics=FOUR, gaps=True):
    """Arguments of ``tabulate``."""
    sizes = draw(st.lists(st.integers(2, 4), min_size=1, max_size=6))
    keywords = [f"k{k}" for k, size in enumerate(sizes) for _ in range(size)]
    value = points if gaps else st.integers(1, 10).map(float)
    ratings = {name: draw(st.lists(value, min_size=len(keywords), max_size=len(keywords))) for name in submetrics}
    pairs = [(i, i + 1) for i in range(len(keywords) - 1) if keywords[i] == keywords[i + 1]]
    letter = st.sampled_from([*LETTERS.values(), *([None] if gaps else [])])
    return keywords, ratings, pairs, draw(st.lists(letter, min_size=len(pairs), max_size=len(pairs)))


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
    if each:
        place = 3 * (len(each) - 1)  # in tenths
        low, part = divmod(place, 10)
        submetrics["flexibility"] = each[low] + (part / 10 * (each[low + 1] - each[low]) if part else 0)
    else:
        submetrics["flexibility"] = None
    score = None if None in submetrics.values() else statistics.fmean(submetrics.values())
    return {**submetrics, "score": score}


@given(st.one_of(runs(), runs(FIVE)))
def test_agrees_with_the_slow_definition(run):
    """With four submetrics and with five, with gaps."""
    assert live_idea_scores(table_of(*run)) == {
        name: None if value is None else approx(value) for name, value in slowly(*run).items()
    }


@given(runs(), st.randoms(use_true_random=False))
def test_the_order_of_answers_and_pairs_does_not_matter(run, random):
    """Nor which idea of a pair comes first; not for the errors either."""
    keywords, ratings, pairs, fluency = run
    order = random.sample(range(len(keywords)), len(keywords))
    place = {old: new for new, old in enumerate(order)}
    shuffled = random.sample(list(zip(pairs, fluency, strict=True)), len(pairs))
    other = table_of(
        [keywords[i] for i in order],
        {name: [values[i] for i in order] for name, values in ratings.items()},
        [(place[j], place[i]) for (i, j), _ in shuffled],
        [value for _, value in shuffled],
    )
    table = table_of(*run)
    assert live_idea_scores(other) == {
        name: None if v is None else approx(v) for name, v in live_idea_scores(table).items()
    }
    errors = [bootstrap_se(results, np.random.default_rng(7), 20) for results in (table, other)]
    assert errors[1] == {name: None if value is None else approx(value) for name, value in errors[0].items()}


@given(runs(gaps=False), st.floats(0, 0.9), st.floats(0.1, 0.9))
def test_a_change_of_scale_is_a_change_of_scale(run, shift, factor):
    """Every value times a, plus b, moves every result alike, and the errors by a alone."""
    keywords, ratings, pairs, fluency = run
    moved = table_of(
        keywords,
        {name: [factor * value + shift for value in values] for name, values in ratings.items()},
        pairs,
        [factor * value + shift for value in fluency],
    )
    table = table_of(*run)
    assert live_idea_scores(moved) == {
        name: approx(factor * value + shift) for name, value in live_idea_scores(table).items()
    }
    before, after = (bootstrap_se(results, np.random.default_rng(3), 20) for results in (table, moved))
    if len(table.keywords) > 1:
        assert after == {name: approx(factor * value, abs=1e-9) for name, value in before.items()}


@given(runs(), st.data())
def test_failures_never_raise_a_submetric(run, data):
    """Zeros are the least there is; what is undefined without them may be defined with them."""
    keywords, ratings, pairs, fluency = run
    failed = data.draw(st.lists(st.booleans(), min_size=len(keywords), max_size=len(keywords)))
    ratings = {
        name: [None if bad else value for value, bad in zip(values, failed, strict=True)]
        for name, values in ratings.items()
    }
    fluency = [None if failed[i] or failed[j] else v for v, (i, j) in zip(fluency, pairs, strict=True)]
    plain = live_idea_scores(table_of(keywords, ratings, pairs, fluency))
    zeros = live_idea_scores(table_of(keywords, ratings, pairs, fluency, failed))
    for name in (*FOUR, "fluency"):
        if plain[name] is not None:
            assert zeros[name] <= plain[name] + 1e-9
        elif any(failed) and name != "fluency":
            assert zeros[name] == 0


def drawn_slowly(run, table, seed, draws):
    """The errors by drawing keywords and making the whole run anew from their answers."""
    keywords, ratings, pairs, fluency = run
    k = len(table.keywords)
    results = []
    for times in np.random.default_rng(seed).multinomial(k, np.full(k, 1 / k), size=draws):
        new = [], {name: [] for name in ratings}, [], []
        for keyword, n in zip(table.keywords, times, strict=True):
            for copy in range(n):
                mine = [i for i, name in enumerate(keywords) if name == keyword]
                place = {old: len(new[0]) + i for i, old in enumerate(mine)}
                new[0].extend(f"{keyword} {copy}" for _ in mine)
                for name, values in ratings.items():
                    new[1][name].extend(values[i] for i in mine)
                for (i, j), value in zip(pairs, fluency, strict=True):
                    if i in place:
                        new[2].append((place[i], place[j]))
                        new[3].append(value)
        results.append(slowly(*new))
    known = {name: [result[name] for result in results if result[name] is not None] for name in results[0]}
    return {name: statistics.stdev(values) if len(values) > 1 else None for name, values in known.items()}


def ratings_by_keyword(run):
    """For each submetric the keywords that have a value of it."""
    keywords, ratings, pairs, fluency = run
    rated = [
        {keyword for keyword, value in zip(keywords, values, strict=True) if value is not None}
        for values in ratings.values()
    ]
    return [*rated, {keywords[i] for (i, _), value in zip(pairs, fluency, strict=True) if value is not None}]


@settings(deadline=None)
@given(st.one_of(runs(), runs(FIVE)), st.integers(0, 99))
def test_errors_agree_with_whole_runs_that_are_drawn(run, seed):
    """Percentile and all, with keywords that lack a submetric."""
    table = table_of(*run)
    errors = bootstrap_se(table, np.random.default_rng(seed), 12)
    if len(table.keywords) < 2:
        assert set(errors.values()) == {None}
        return
    expected = drawn_slowly(run, table, seed, 12)
    submetrics = [*ratings_by_keyword(run), {k for k, score in enumerate(table.keyword_scores) if score == score}]
    alone = [name for name, known in zip(errors, submetrics, strict=False) if len(known) < 2]
    expected |= dict.fromkeys([*alone, "score"] if alone else [])
    assert errors == {name: None if value is None else approx(value, abs=1e-9) for name, value in expected.items()}


def test_errors_of_means_are_those_of_the_textbook():
    """With one value a keyword, s/√K to within the noise of the draws; reproducible, and of another stream another."""
    rng = np.random.default_rng(0)
    n = 400
    keywords = [f"k{k:03d}" for k in range(n) for _ in range(2)]
    ratings = {name: np.repeat(rng.uniform(1, 10, n), 2).tolist() for name in FOUR}
    fluency = rng.uniform(0, 10, n).tolist()
    table = table_of(keywords, ratings, [(2 * k, 2 * k + 1) for k in range(n)], fluency)
    errors = bootstrap_se(table, np.random.default_rng(1))
    # The standard error of a standard deviation from 1,000 draws is 1/√2000, 2.2 %; four of them are 9 %.
    for name, values in {**ratings, "fluency": fluency}.items():
        assert errors[name] == approx(np.std(values[:: len(values) // n], ddof=1) / math.sqrt(n), rel=0.09)
    assert bootstrap_se(table, np.random.default_rng(1)) == errors
    assert bootstrap_se(table, np.random.default_rng(2)) != errors
    assert bootstrap_se(table, np.random.default_rng(1), 250) != errors


@pytest.mark.parametrize("row", TABLE2, ids=[row["model"] for row in TABLE2])
def test_the_papers_averages_are_means_of_the_four_submetrics(row):
    """Table 2 of Ruan et al. 2024: four submetrics and their mean, each rounded to two decimals."""
    # Half a hundredth from rounding the submetrics, half a hundredth from rounding the average.
    assert average(float(row[name]) for name in PRINTED) == approx(float(row["average"]), abs=0.01 + 1e-9)


def test_the_papers_flexibility_is_of_three_submetrics():
    """Means of three submetrics in thirds lie on ninths: all 20 do, where those of two would lie on sixths."""

    def far(value, parts):
        return abs(value * parts - round(value * parts)) / parts

    printed = [float(row["flexibility"]) for row in TABLE2]
    assert max(far(value, 9) for value in printed) <= 0.005
    assert sum(far(value, 6) > 0.005 for value in printed) > 5
