"""Whether the graded response model finds what made the ratings, and agrees with an independent Bayesian fit."""

import numpy as np
import pytest
from support.graded import prior_draw, simulate

from helm_creativity.psychometrics.graded_response import GradedResponseModel

ALPHA = np.array([1.6, 0.8, 1.1])
THRESHOLDS = np.array([[-1.5, -0.2, 1.0], [-0.8, 0.5, 2.0], [-2.0, -1.0, 0.3]])


def test_estimates_are_unbiased_over_replications():
    """100 panels of the same judges, 2 of 3 for each of 40,000 units; the prior's pull is small by then."""
    rng = np.random.default_rng(1)
    fits = [GradedResponseModel().fit(simulate(rng, 40_000, ALPHA, THRESHOLDS, draw=2)[0]) for _ in range(100)]
    discrimination = np.array([fit.discrimination_ for fit in fits])
    thresholds = np.array([fit.thresholds_ for fit in fits])
    severity = np.array([fit.severity_ for fit in fits])
    assert np.log(discrimination).mean(axis=0) == pytest.approx(np.log(ALPHA), abs=0.03)
    assert thresholds.mean(axis=0) == pytest.approx(THRESHOLDS, abs=0.04)
    assert severity.mean(axis=0) == pytest.approx(THRESHOLDS.mean(axis=1), abs=0.02)
    # Reported errors are the spread over replications: the sd of an sd of 100 is 7 %.
    assert np.mean([fit.thresholds_se_ for fit in fits], axis=0) == pytest.approx(thresholds.std(axis=0), rel=0.25)
    assert np.mean([fit.severity_se_ for fit in fits], axis=0) == pytest.approx(severity.std(axis=0), rel=0.25)
    assert np.mean([fit.discrimination_se_ for fit in fits], axis=0) == pytest.approx(
        discrimination.std(axis=0), rel=0.25
    )


def test_intervals_cover_what_the_prior_draws():
    """Judges are drawn from the prior, 200 times: 95 % intervals hold about 95 % of the true values."""
    rng = np.random.default_rng(2)
    inside: dict[str, list[bool]] = {"discrimination": [], "thresholds": [], "severity": [], "theta": []}
    for _ in range(200):
        alpha, thresholds = prior_draw(rng, 3, 4)
        codes, theta = simulate(rng, 500, alpha, thresholds, draw=2)
        model = GradedResponseModel(categories=range(4)).fit(codes)
        if len(model.categories_) < 4:
            continue
        scores = model.scores(codes)
        errors = {
            "discrimination": np.log(model.discrimination_ / alpha)
            / (model.discrimination_se_ / model.discrimination_),
            "thresholds": (model.thresholds_ - thresholds) / model.thresholds_se_,
            "severity": (model.severity_ - thresholds.mean(axis=1)) / model.severity_se_,
            "theta": (scores.theta - theta) / scores.standard_error,
        }
        for name, error in errors.items():
            inside[name] += (np.abs(error) < 1.96).ravel().tolist()
    coverage = {name: np.mean(hits) for name, hits in inside.items()}
    assert len(inside["severity"]) > 500
    assert all(0.92 < share < 0.975 for share in coverage.values()), coverage


@pytest.mark.nightly
def test_numpyro_samples_the_same_posterior(monkeypatch):
    """Every parameter and score lies within half a posterior sd of the mean of NUTS draws, θ sampled unit by unit."""
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    monkeypatch.setenv("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    pytest.importorskip("numpyro")
    codes, _ = simulate(np.random.default_rng(3), 60, ALPHA, THRESHOLDS, draw=2)
    draws = nuts_draws(codes)
    model = GradedResponseModel().fit(codes)
    scores = model.scores(codes)
    pairs = {
        "log_alpha": (np.log(model.discrimination_), model.discrimination_se_ / model.discrimination_),
        "beta": (model.thresholds_, model.thresholds_se_),
        "severity": (model.severity_, model.severity_se_),
        "theta": (scores.theta, scores.standard_error),
    }
    for name, (value, error) in pairs.items():
        mean, sd = draws[name].mean(axis=0), draws[name].std(axis=0)
        assert (np.abs(value - mean) < 0.5 * sd).all(), name
        assert error == pytest.approx(sd, rel=0.25), name


def nuts_draws(codes):
    """Posterior draws by NumPyro; the normal density of thresholds is confined to ascending ones, as in our model."""
    import jax
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist

    units, judges = np.nonzero(~np.isnan(codes))
    given = codes[units, judges].astype(int)
    n_judges, n_thresholds = codes.shape[1], int(given.max())

    def model():
        alpha = jnp.exp(numpyro.sample("log_alpha", dist.Normal(0, 0.3).expand([n_judges]).to_event(1)))
        ordered = dist.constraints.ordered_vector
        beta = numpyro.sample("beta", dist.ImproperUniform(ordered, (n_judges,), (n_thresholds,)))
        numpyro.factor("normal", dist.Normal(0, 2).log_prob(beta).sum())
        theta = numpyro.sample("theta", dist.Normal(0, 1).expand([len(codes)]).to_event(1))
        slope = alpha[judges]
        likelihood = dist.OrderedLogistic(slope * theta[units], slope[:, None] * beta[judges])
        numpyro.sample("rating", likelihood.to_event(1), obs=given)

    kernel = numpyro.infer.NUTS(model)
    sampler = numpyro.infer.MCMC(kernel, num_warmup=250, num_samples=600, progress_bar=False)
    sampler.run(jax.random.PRNGKey(0))
    draws = {name: np.asarray(values, dtype=float) for name, values in sampler.get_samples().items()}
    return draws | {"severity": draws["beta"].mean(axis=2)}
