"""Short forms: the choice of items, and what is held out."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr

from helm_creativity.psychometrics import short_forms
from helm_creativity.psychometrics.short_forms import chosen_in_turn, folds, short_form, short_scores
from helm_creativity.psychometrics.uncertainty import rank_correlations


def names(n, letter):
    return [f"{letter}{number:03d}" for number in range(n)]


def form(scores, target=0.98, seed=0, **changes):
    """Of scores of models by items, or by items by trials."""
    scores = np.asarray(scores, dtype=float)
    scores = scores[:, :, None] if scores.ndim == 2 else scores
    given = {"models": names(len(scores), "m"), "items": names(scores.shape[1], "i"), **changes}
    return short_form(scores, given["models"], given["items"], np.random.default_rng(seed), target, draws=200)


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("seed", range(4))
def test_each_item_is_the_best_of_all_that_are_left(seed, missing):
    """Against correlations by numpy of every candidate; a model without a score has the mean of the others."""
    rng = np.random.default_rng(seed)
    table = rng.standard_normal((9, 1)) + rng.standard_normal((9, 6))
    table[rng.random(table.shape) < missing] = np.nan
    table[:, 0] = np.where(np.isnan(table).all(axis=1), 1.0, table[:, 0])
    whole = np.nanmean(table, axis=1)

    def correlation(chosen):
        short = short_scores(table, chosen)
        return np.corrcoef(np.where(np.isnan(short), np.nanmean(short), short), whole)[0, 1]

    order = list(chosen_in_turn(table))
    assert sorted(order) == list(range(6))
    for size in range(6):
        candidates = [correlation([*order[:size], other]) for other in order[size:]]
        assert candidates[0] == pytest.approx(max(candidates), abs=1e-12)


def test_the_first_two_items_are_near_the_best_pair():
    """Of all pairs, by brute force, in tables with a strong common factor."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        table = 2 * rng.standard_normal((30, 1)) + rng.standard_normal((30, 7))
        whole = table.mean(axis=1)
        pairs = {
            pair: np.corrcoef(table[:, pair].mean(axis=1), whole)[0, 1] for pair in itertools.combinations(range(7), 2)
        }
        first_two = tuple(sorted(itertools.islice(chosen_in_turn(table), 2)))
        assert sorted(pairs, key=pairs.get).index(first_two) >= len(pairs) - 3


def test_three_items_that_carry_the_ranking_are_found():
    """Of 40, of which the others are the same for all models but for noise."""
    rng = np.random.default_rng(1)
    scores = 0.01 * rng.standard_normal((24, 40))
    scores[:, [5, 17, 31]] += 3 * rng.standard_normal((24, 3))
    found = form(scores, 0.99)
    assert set(found.items) == {"i005", "i017", "i031"}
    assert found.reached
    assert found.rho >= 0.99 > found.random + 0.3
    short = scores[:, [5, 17, 31]].mean(axis=1)
    slope, intercept = np.polyfit(short, scores.mean(axis=1), 1)
    assert (found.link.intercept, found.link.slope) == pytest.approx((intercept, slope))
    assert found.fresh is None


def test_rho_is_never_that_of_the_models_that_chose(monkeypatch):
    """Of 300 items of noise, one correlates highly with the mean of 12 models, and not at all with that of others."""
    training, held_out = [], []
    for seed in range(30):
        scores = np.random.default_rng(seed).standard_normal((12, 300))
        best = next(chosen_in_turn(scores))
        training.append(rank_correlations(scores[None, :, best], scores.mean(axis=1)[None])[0])
        with monkeypatch.context() as patch:
            patch.setattr(short_forms, "ROUNDING", 3.0)  # a form of one item, whatever its ρ
            held_out.append(form(scores, 0.98).rho)
    assert np.mean(training) > 0.75
    assert abs(np.mean(held_out)) < 0.2


def test_held_out_models_change_nothing_in_their_own_prediction():
    """A model's scores on items that are not chosen move its full score, and not what is predicted of it."""
    rng = np.random.default_rng(3)
    table = 2 * rng.standard_normal((16, 1)) + rng.standard_normal((16, 10))
    cells = short_forms._Cells(table[:, :, None])
    before = next(short_forms._held_out(cells))[0]
    (fold,) = [group for group in folds(cells.full) if 4 in group]
    first = next(chosen_in_turn(np.delete(table, fold, axis=0)))
    moved = table.copy()
    others = [place for place in range(10) if place != first]
    moved[4, others] += 1e-3 * rng.standard_normal(9)
    after = next(short_forms._held_out(short_forms._Cells(moved[:, :, None])))[0]
    assert after[4] == before[4]
    assert (np.delete(after, fold) != np.delete(before, fold)).any()


def test_groups_share_all_models_and_the_range():
    """Each model is held out once; no two groups differ much in their mean."""
    full = np.random.default_rng(0).permutation(40).astype(float)
    groups = folds(full)
    assert sorted(np.concatenate(groups)) == list(range(40))
    assert [len(group) for group in groups] == [4] * 10
    assert np.ptp([full[group].mean() for group in groups]) < 1
    assert len(folds(np.arange(9.0))) == 4


def test_a_new_run_has_the_correlation_that_was_expected():
    """``fresh`` against ρ with full scores of the short scores of another run; ρ itself is higher."""
    expected, seen, shared = [], [], []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        true = rng.standard_normal((40, 1, 1)) + 0.5 * rng.standard_normal((40, 12, 1))
        runs = [true + 2 * rng.standard_normal((40, 12, 3)) for _ in range(2)]
        found = form(runs[0], 0.9)
        places = [int(item[1:]) for item in found.items]
        again = runs[1][:, places].mean(axis=(1, 2))
        expected.append(found.fresh)
        shared.append(found.rho)
        seen.append(spearmanr(again, runs[0].mean(axis=(1, 2))).statistic)
    assert np.mean(expected) == pytest.approx(np.mean(seen), abs=0.02)
    assert np.mean(shared) > np.mean(seen) + 0.05


def test_all_items_are_the_form_where_no_fewer_reach_the_target():
    """With the line between equal scores."""
    found = form(np.random.default_rng(0).standard_normal((10, 6)), 1.0)
    assert (len(found.items), found.reached, found.rho, found.low, found.high) == (6, False, 1.0, 1.0, 1.0)
    assert found.link == (0.0, 1.0)
    assert found.random == pytest.approx(1.0)


@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.3]), st.permutations(range(10)), st.permutations(range(6)))
@settings(max_examples=25, deadline=None)
def test_the_order_of_models_and_items_changes_nothing(seed, missing, models, items):
    """Not a digit."""
    rng = np.random.default_rng(seed)
    scores = rng.standard_normal((10, 1, 1)) + rng.standard_normal((10, 6, 2))
    scores[rng.random(scores.shape) < missing] = np.nan
    here = form(scores, 0.9)
    order = {"models": [f"m{row:03d}" for row in models], "items": [f"i{place:03d}" for place in items]}
    assert form(scores[np.ix_(models, items)], 0.9, **order) == here


def test_models_without_any_score_are_left_out():
    """And items that no model has."""
    scores = np.random.default_rng(0).standard_normal((10, 1)) + np.zeros((10, 6))
    scores[3], scores[:, 2] = np.nan, np.nan
    found = form(scores)
    assert found.models == tuple(name for name in names(10, "m") if name != "m003")
    assert (found.n_items, len(found.items), found.rho) == (5, 1, 1.0)


@pytest.mark.parametrize(
    "scores", [np.eye(7, 9), np.eye(9, 3), np.ones((9, 9))], ids=["seven models", "three items", "equal scores"]
)
def test_there_is_none_for_too_few(scores):
    """As callers are told by None."""
    assert form(scores) is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"target": 0.0}, "target must be above 0 and at most 1, such as 0.98, got 0.0"),
        ({"target": 1.1}, "target must be above 0"),
        ({"models": names(9, "m")}, "models must be 10 different names, got 9"),
        ({"items": ["a"] * 6}, "items must be 6 different names, got 6"),
    ],
)
def test_what_cannot_be_shortened_is_refused(changes, message):
    """By name."""
    with pytest.raises(ValueError, match=message):
        form(np.zeros((10, 6)), **changes)


def test_large_units_do_not_overflow():
    """The link is in the units of the scores."""
    scores = np.random.default_rng(0).standard_normal((10, 1)) + 0.3 * np.random.default_rng(1).standard_normal((10, 6))
    small, large = form(scores, 0.9), form(scores * 1e200, 0.9)
    assert large.items == small.items
    assert large.link.intercept == pytest.approx(small.link.intercept * 1e200)
    assert large.link.slope == pytest.approx(small.link.slope)
