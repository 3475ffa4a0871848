"""What our benchmarks say of other scores."""

import math

import numpy as np
import pytest
from scipy import stats
from support.studies import all_draws, column, study

from helm_creativity.errors import BadArguments
from helm_creativity.results.leaderboard import compute_composite
from helm_creativity.results.options import Absent, Options
from helm_creativity.results.validity import build_outcomes, predict_outcomes

RNG = np.random.default_rng(5)
N = 12
DATA = RNG.standard_normal((N, 3)) + RNG.standard_normal((N, 1))
COLUMNS = [column("a"), column("b"), column("writing", group="arena_cw", title="Arena CW", domain="", ours=False)]


def predictions(one, options):
    composite = compute_composite(one, all_draws(one, options))
    return predict_outcomes(one, composite, build_outcomes(one, options))


def cell(found, predictor, outcome="Arena CW"):
    (one,) = [pair for pair in found if (pair.predictor, pair.outcome) == (predictor, outcome)]
    return one


def test_validity_is_the_plain_correlation_with_another_benchmark():
    """As scipy has it; without a capability there is no specificity, and it says so."""
    found = predictions(study(DATA, COLUMNS), Options(draws=100))
    one = cell(found, "A")
    expected = stats.pearsonr(DATA[:, 0], DATA[:, 2])
    assert (one.validity.r, one.validity.p, one.n) == pytest.approx((expected.statistic, expected.pvalue, N))
    assert one.specificity.reason == "no capability was named (--capability)"
    assert {x.predictor for x in found} == {"Composite of creativity", "A", "B"}


def test_an_outcome_is_no_part_of_the_composite_that_predicts_it():
    """Another package's benchmark stands in the composite, and would correlate with itself there."""
    found = predictions(study(DATA, COLUMNS), Options(draws=100))
    own = stats.zscore(DATA[:, :2], axis=0).mean(axis=1)
    expected = stats.pearsonr(own, DATA[:, 2])
    assert cell(found, "Composite of creativity").validity.r == pytest.approx(expected.statistic)


def test_the_composite_keeps_its_name_where_all_of_it_is_ours():
    """It is the same number as on its leaderboard."""
    options = Options(draws=100, covariates={"size": {f"lab/m{k}": float(value) for k, value in enumerate(DATA[:, 2])}})
    one = study(DATA[:, :2], COLUMNS[:2])
    by_model = {x.model: x.score for x in compute_composite(one, all_draws(one, options)).rows}
    expected = stats.pearsonr([by_model[model] for model in one.models], DATA[:, 2])
    assert cell(predictions(one, options), "Composite", "size").validity.r == pytest.approx(expected.statistic)


def test_a_group_of_several_columns_stands_for_capability_by_its_first():
    """That which stands for it in composites."""
    again = column("more", group="arena_cw", title="Arena CW, other", domain="", ours=False, primary=False)
    one = study(np.column_stack([DATA, DATA[:, 0] ** 2]), [*COLUMNS, again])
    found = build_outcomes(one, Options(draws=100, capability=("arena_cw",)))
    np.testing.assert_array_equal(found.capability[:, 0], DATA[:, 2])


def test_a_probe_is_predicted_and_predicts_nothing():
    """It has a card of ours, but creativity is to be distinguished from it; it may stand for capability."""
    probe = column("letters", group="creativity_letter_string", title="Letters", probe=True, primary=False)
    one = study(DATA, [*COLUMNS[:2], probe])
    found = predictions(one, Options(draws=100))
    expected = stats.pearsonr(DATA[:, 0], DATA[:, 2])
    assert cell(found, "A", "Letters").validity.r == pytest.approx(expected.statistic)
    assert {x.predictor for x in found} == {"Composite", "A", "B"}
    named = build_outcomes(one, Options(draws=100, capability=("creativity_letter_string",)))
    assert not named.outcomes
    np.testing.assert_array_equal(named.capability[:, 0], DATA[:, 2])


def test_specificity_takes_capability_out_of_the_outcome():
    """The correlation with the residual of a regression on it; both speak of the same models."""
    capability = RNG.standard_normal(N - 2)
    options = Options(
        draws=100,
        covariates={"size": {f"lab/m{k}": float(value) for k, value in enumerate(capability)}},
        capability=("size",),
    )
    one = cell(predictions(study(DATA, COLUMNS), options), "A")
    x, y = DATA[: N - 2, 0], DATA[: N - 2, 2]
    slope, intercept, r, *_ = stats.linregress(capability, y)
    assert one.n == N - 2
    assert one.validity.r == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert one.specificity.r == pytest.approx(np.corrcoef(x, y - intercept - slope * capability)[0, 1])
    assert one.capability == pytest.approx(abs(r))


def test_another_benchmark_can_be_the_capability():
    """By its group's name; it is no outcome then."""
    options = Options(
        draws=100, covariates={"x": {f"lab/m{k}": float(k**2) for k in range(N)}}, capability=("arena_cw",)
    )
    found = predictions(study(DATA, COLUMNS), options)
    assert {pair.outcome for pair in found} == {"x"}


def test_outcomes_of_which_less_is_better_are_turned():
    """More is better on both sides."""
    turned = [*COLUMNS[:2], column("w", group="w", title="Arena CW", ours=False, lower_is_better=True)]
    plain, other = (cell(predictions(study(DATA, c), Options(draws=100)), "A").validity.r for c in (COLUMNS, turned))
    assert other == pytest.approx(-plain)


def test_an_unknown_capability_names_what_there_is():
    """Before anything is computed."""
    with pytest.raises(BadArguments, match=r"got mmlu; there are Arena CW, arena_cw"):
        build_outcomes(study(DATA, COLUMNS), Options(capability=("mmlu",)))


def test_nothing_to_predict_is_reported():
    """Only our own benchmarks ran."""
    assert "no other benchmark" in predictions(study(DATA[:, :2]), Options(draws=100)).reason


def test_too_few_models_in_common_are_reported():
    """Two points lie on a line whatever they are."""
    scores = DATA.copy()
    scores[2:, 2] = math.nan
    found = predictions(study(scores, COLUMNS), Options(draws=100))
    assert isinstance(found, Absent)
    assert "fewer than three models" in found.reason
