"""One factor or many."""

import numpy as np
import pytest
from support.studies import all_draws, column, study

from helm_creativity.results.factors import estimate_factors
from helm_creativity.results.leaderboard import compute_composite
from helm_creativity.results.options import Absent, Options

OPTIONS = Options(draws=200)


def factors(one, capability=None):
    composite = compute_composite(one, all_draws(one, OPTIONS))
    given = np.empty((len(one.models), 0)) if capability is None else capability
    return estimate_factors(one, composite, given, OPTIONS)


def one_factor_scores(n, loadings, seed=0):
    """Scores of n models that one factor explains up to noise."""
    rng = np.random.default_rng(seed)
    loadings = np.array(loadings)
    factor = rng.standard_normal((n, 1))
    noise = rng.standard_normal((n, len(loadings)))
    return factor, 50 + 10 * (factor * loadings + noise * np.sqrt(1 - loadings**2))


def test_a_known_factor_is_found_over_domains():
    """Six domains of one benchmark each, 400 models: loadings within sampling error, one factor above noise."""
    loadings = [0.9, 0.8, 0.7, 0.9, 0.8, 0.7]
    found = factors(study(one_factor_scores(400, loadings)[1]))
    assert (found.of, found.n_models, len(found.variables)) == ("domains", 400, 6)
    np.testing.assert_allclose(found.solution.loadings, loadings, atol=0.06)
    assert found.noise.n_factors == 1
    # Cronbach's alpha of six standardised variables with mean correlation r: 6r / (1 + 5r).
    pairs = np.outer(loadings, loadings)
    r = (pairs.sum() - np.trace(pairs)) / 30
    assert found.alpha == pytest.approx(6 * r / (1 + 5 * r), abs=0.02)
    np.testing.assert_allclose(found.correlations[0, 1:], pairs[0, 1:], atol=0.06)


def test_with_fewer_than_three_domains_benchmarks_are_the_variables():
    """Three benchmarks of one domain."""
    columns = [column(name, domain="one") for name in "abc"]
    found = factors(study(one_factor_scores(50, [0.8, 0.8, 0.8])[1], columns))
    assert (found.of, found.variables) == ("benchmarks", ("A", "B", "C"))


def test_the_solution_is_tried_under_other_compositions():
    """Without each variable, in subsamples of 60/83 of the models, and without capability."""
    factor, scores = one_factor_scores(83, [0.9] * 6)
    rng = np.random.default_rng(2)
    found = factors(study(scores), capability=factor + 0.1 * rng.standard_normal((83, 1)))
    changes = [variant.change for variant in found.robustness]
    assert changes[:6] == [f"without {name} domain" for name in "abcdef"]
    assert changes[6:] == ["60 of 83 models, 200 draws", "capability taken out"]
    subsample, rest = found.robustness[6:]
    assert subsample.low < subsample.eigenvalue < subsample.high
    # The capability is the factor itself: what is left has hardly anything in common.
    assert rest.eigenvalue < 2
    assert found.solution.eigenvalues[0] > 4


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        ([[1, 5], [2, 6], [4, 7], [3, 9]], "at least 3 benchmarks, and there are 2"),
        ([[1, 2, 3], [2, 3, 1], [3, 1, 2]], "3 models have all 3 domains, and there must be more models than domains"),
        ([[1, 2, 3], [2, 3, 1]], "three language models with scores that count are needed, and there are two"),
    ],
)
def test_why_there_are_no_factors(scores, reason):
    """In a sentence for the report."""
    found = factors(study(scores))
    assert isinstance(found, Absent)
    assert reason in found.reason


def test_baselines_are_no_models_among_factors():
    """Two of them would be outliers in every domain."""
    scores = np.vstack([[[500, 500, 500]], one_factor_scores(30, [0.8] * 3)[1]])
    models = ["creativity/greedy", *(f"lab/m{k}" for k in range(30))]
    assert factors(study(scores, models=models)).n_models == 30


def test_a_variable_that_capability_explains_fully_goes_with_it():
    """As another package's benchmark in the composite that is the capability; the others' factor stands."""
    scores = one_factor_scores(40, [0.8] * 4)[1]
    last = factors(study(scores), capability=scores[:, :1] * 2 + 1).robustness[-1]
    assert last.change == "capability taken out, and with it a domain"
    rest = [np.polyval(np.polyfit(scores[:, 0], y, 1), scores[:, 0]) - y for y in scores[:, 1:].T]
    assert last.eigenvalue == pytest.approx(np.linalg.eigvalsh(np.corrcoef(rest))[-1])
    assert last.share == pytest.approx(last.eigenvalue / 3)


def test_two_variables_that_capability_leaves_have_no_factor():
    """The other extractions stand."""
    scores = one_factor_scores(40, [0.8] * 3)[1]
    found = factors(study(scores), capability=scores[:, :1])
    assert [variant.change for variant in found.robustness] == ["29 of 40 models, 200 draws"]
