"""The graded response model as an estimator: settings, fit, scores, warnings; whether it finds what made ratings."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from support.graded import category_probabilities, prior_draw, simulate, unit_posterior

from helm_creativity.psychometrics.graded_posterior import PatternTable, derivatives, evaluate, make_grid
from helm_creativity.psychometrics.graded_response import (
    ConvergenceWarning,
    GradedResponseModel,
    JudgeWarning,
    reference_order,
)
from helm_creativity.psychometrics.rating_categories import MISSING, count_patterns
from helm_creativity.psychometrics.tables import linked_columns

NAN = float("nan")
ALPHA = [1.4, 0.8, 1.1]
THRESHOLDS = [[-1.5, -0.4, 0.6, 1.4], [-1.0, 0.2, 1.0, 2.2], [-2.0, -1.0, 0.0, 0.8]]


def ratings(n_units=400, seed=0, draw=2):
    """Ratings 1 to 5 by three judges."""
    codes, _ = simulate(np.random.default_rng(seed), n_units, ALPHA, THRESHOLDS, draw=draw)
    return codes + 1


@pytest.fixture(scope="module")
def table():
    return ratings()


@pytest.fixture(scope="module")
def model(table):
    return GradedResponseModel().fit(table)


def same(first, second, **tolerance):
    """Whether two fits agree in all that they learned about judges."""
    names = ("discrimination_", "thresholds_", "severity_", "discrimination_se_", "thresholds_se_", "severity_se_")
    for name in names:
        assert getattr(first, name) == pytest.approx(getattr(second, name), **tolerance), name
    assert first.loglik_ == pytest.approx(second.loglik_, **tolerance)
    assert first.log_posterior_ == pytest.approx(second.log_posterior_, **tolerance)


def test_the_mode_is_where_a_general_optimiser_finds_it():
    """The same posterior, climbed without derivatives of ours in the coordinates in which the parameters are free."""
    table = ratings(60, draw=3)[:, :2]
    codes = (table - 1).astype(int)
    design, grid = PatternTable.of(count_patterns(codes, 5), 5), make_grid(41)

    def loss(free):
        free = free.reshape(2, 5)
        beta = np.cumsum(np.column_stack([free[:, 1], np.exp(free[:, 2:])]), axis=1)
        return -evaluate(design, grid, np.column_stack([free[:, 0], beta])).log_posterior

    found = minimize(loss, np.tile([0.0, -1.5, 0, 0, 0], 2), method="BFGS", options={"gtol": 1e-4}).x.reshape(2, 5)
    model = GradedResponseModel().fit(table)
    assert model.discrimination_ == pytest.approx(np.exp(found[:, 0]), abs=1e-4)
    assert model.thresholds_[:, 0] == pytest.approx(found[:, 1], abs=1e-4)
    assert np.diff(model.thresholds_) == pytest.approx(np.exp(found[:, 2:]), abs=1e-4)
    assert model.log_posterior_ == pytest.approx(-loss(found), abs=1e-6)


def test_standard_errors_are_of_the_curvature_at_the_mode(model, table):
    """Of log discrimination times discrimination; of severity with the covariances of a judge's thresholds."""
    codes = np.where(np.isnan(table), MISSING, table - 1).astype(np.int64)
    parameters = np.column_stack([np.log(model.discrimination_), model.thresholds_])
    point = evaluate(PatternTable.of(count_patterns(codes, 5), 5), make_grid(41), parameters)
    slope = derivatives(PatternTable.of(count_patterns(codes, 5), 5), point)
    assert np.abs(slope.gradient).max() < 1e-4
    covariance = np.linalg.inv(slope.observed)
    for judge in range(3):
        own = covariance[5 * judge :, 5 * judge :][:5, :5]
        assert model.discrimination_se_[judge] == pytest.approx(
            model.discrimination_[judge] * own[0, 0] ** 0.5, rel=1e-4
        )
        assert model.thresholds_se_[judge] == pytest.approx(np.sqrt(np.diag(own)[1:]), rel=1e-4)
        assert model.severity_se_[judge] == pytest.approx((own[1:, 1:].sum() / 16) ** 0.5, rel=1e-4)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=settings().max_examples // 10)
def test_eap_scores_agree_with_adaptive_integrals(seed):
    """Mean and standard deviation of θ given the ratings."""
    rng = np.random.default_rng(seed)
    alpha, thresholds = prior_draw(rng, 3, 4)
    codes, _ = simulate(rng, 30, alpha, thresholds, draw=2)
    codes[0], codes[1] = [0, 1, 2], [3, 2, NAN]  # every category occurs
    model = GradedResponseModel().fit(codes)
    scores = model.scores(codes[:5])
    slow = [unit_posterior(row, model.discrimination_, model.thresholds_) for row in codes[:5]]
    assert scores.theta == pytest.approx([mean for _, mean, _ in slow], abs=1e-5)
    assert scores.standard_error == pytest.approx([sd for *_, sd in slow], abs=1e-5)


def test_units_without_ratings_have_no_score(model, table):
    """Not the prior's mean; they change nothing else and are counted."""
    holed = np.insert(table, [0, 200, 400], NAN, axis=0)
    again = GradedResponseModel().fit(holed)
    same(again, model, rel=1e-9)
    assert (again.n_unrated_, again.n_patterns_) == (3, model.n_patterns_)
    scores = again.scores(holed)
    unrated = np.isnan(holed).all(axis=1)
    assert np.isnan(scores.theta[unrated]).all()
    assert np.isnan(scores.standard_error[unrated]).all()
    assert scores.n_unrated == 3
    assert scores.theta[~unrated] == pytest.approx(model.transform(table))


def test_a_category_that_a_judge_never_used_stays_and_is_named():
    """Inside, at an end, and two at once; its width is the prior's and stays positive."""
    table = ratings(1000, draw=3)
    table[:, 0][table[:, 0] == 3] = 4
    table[:, 1][table[:, 1] <= 2] = 3
    model = GradedResponseModel().fit(table)
    assert model.unused_ == ((3,), (1, 2), ())
    assert model.categories_.tolist() == [1, 2, 3, 4, 5]
    gaps = np.diff(model.thresholds_, axis=1)
    assert 0 < gaps[0, 1] < 0.02
    assert gaps[1, 0] > 0.05
    assert model.thresholds_[1, 1] < -2.5
    assert np.isfinite(model.thresholds_se_).all()


def test_unused_categories_are_merged_and_reported(model, table):
    """They change nothing, and count as their neighbour afterwards."""
    again = GradedResponseModel(categories=[0, 1, 2, 2.4, 3, 4, 5, 6]).fit(table)
    same(again, model, rel=1e-12)
    assert again.merged_ == {0: 1, 2.4: 2, 6: 5}
    assert again.transform([[0, 2.4, 6]]) == pytest.approx(model.transform([[1, 2, 5]]))


def test_to_scale_is_where_half_of_the_ratings_are_as_high(model):
    """The reference judge's thresholds, from the definition."""
    theta = np.linspace(-4, 4, 41)
    judge = model.reference_judge_
    slow = []
    for value in theta:
        p = category_probabilities(value, model.discrimination_[judge], model.thresholds_[judge])
        slow.append(1 + max(k for k in range(5) if sum(p[k:]) >= 0.5))
    assert model.to_scale(theta).tolist() == slow
    assert set(slow) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(("n_judges", "n_units"), [(2, 1000), (5, 1000), (2, 3000)])
def test_judges_that_always_agree_are_sharp(n_judges, n_units):
    """The grid is refined for them, and every unit of one rating has one score."""
    column = np.random.default_rng(0).integers(1, 6, n_units).astype(float)
    with pytest.warns(JudgeWarning, match=r"discriminations above 10: 0 \(.*copy one another") as caught:
        model = GradedResponseModel().fit(np.tile(column[:, None], n_judges))
    assert (len(caught), caught[0].filename) == (1, __file__)
    assert (model.discrimination_ > 10).all()
    assert model.n_quadrature_ > 41
    assert model.n_patterns_ == 5
    # Shares of 1/5 each: thresholds at the quintiles of the standard normal distribution.
    assert model.thresholds_[0] == pytest.approx([-0.84, -0.25, 0.25, 0.84], abs=0.2)


def test_judges_that_copy_each_other_are_called_so():
    """No grid is fine enough, and the log likelihood has no limit worth naming."""
    column = np.random.default_rng(0).integers(1, 6, 100_000).astype(float)
    message = "nodes are too few for judges of discrimination .* copy each other"
    with pytest.warns(ConvergenceWarning, match=message) as caught:
        model = GradedResponseModel().fit(np.c_[column, column])
    assert len(caught) == 1  # it says what the other warning would
    assert not model.converged_
    assert model.n_quadrature_ == 2561  # 40 spaces, halved six times; once more would be beyond 4,096


def test_ending_too_early_is_a_warning(table, model):
    with pytest.warns(
        ConvergenceWarning, match=r"ended after 1 steps, all that max_iter allows, .* long; raise max_iter or tol"
    ) as caught:
        early = GradedResponseModel(max_iter=1).fit(table)
    assert caught[0].filename == __file__
    assert early.converged_ is False
    assert early.n_iter_ == 1
    assert early.log_posterior_ < model.log_posterior_


def test_more_nodes_change_nothing(table, model):
    """The default is fine enough; too few are refined."""
    same(GradedResponseModel(n_quadrature=301).fit(table), model, rel=1e-6)
    coarse = GradedResponseModel(n_quadrature=2).fit(table)
    assert coarse.n_quadrature_ == 33  # 12, 6, 3, 1.5, 0.75, 0.375 apart: at most 0.8 / √(1 + 2 · 1.4² / 3)
    same(coarse, model, rel=1e-5)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([[1.0], [2.0]], "a column for each of at least 2 judges, got 1"),
        ([[1.0, NAN, NAN], [2.0, 1.0, NAN]], "got none in column 2; leave it out"),
        ([[NAN, NAN, 1.0], [NAN, NAN, 2.0]], "got none in column 0, 1; leave it out"),
        ([[2.0, 2.0], [2.0, NAN]], "at least 2 categories, got only 2"),
    ],
)
def test_ratings_that_cannot_be_calibrated_are_refused(table, message):
    with pytest.raises(ValueError, match=message):
        GradedResponseModel().fit(table)


def test_other_judges_and_unknown_ratings_are_refused(model):
    with pytest.raises(ValueError, match="columns of the fit, 0, 1, 2, in this order; got 0, 1"):
        model.transform([[1.0, 2.0]])
    with pytest.raises(ValueError, match=r"ratings\[0, 2\] must be one of 1, 2, 3, 4, 5, got 7"):
        model.scores([[1.0, 2.0, 7.0]])


def test_mean_ratings_are_those_of_all_units():
    """By the categories' probabilities, in uneven values, averaged over θ ~ N(0, 1) by a slow integral."""
    values, nodes = np.array([10.0, 20.0, 25.0, 40.0, 50.0]), np.linspace(-8, 8, 801)
    model, weights = GradedResponseModel().fit(values[ratings(draw=3).astype(int) - 1]), np.exp(-(nodes**2) / 2)
    judges = zip(model.discrimination_, model.thresholds_, strict=True)
    slow = np.array([[values @ category_probabilities(theta, *judge) for theta in nodes] for judge in judges])
    assert model.mean_rating_ == pytest.approx(slow @ weights / weights.sum(), abs=1e-6)


def test_columns_of_other_names_are_refused(table):
    """Or in another order; tables without names, or names that came later, go by place."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(table, columns=list("abc"))
    model = GradedResponseModel().fit(frame)
    assert model.feature_names_in_ == ["a", "b", "c"]
    for other in (frame[["c", "a", "b"]], frame.rename(columns={"c": "d"}), frame[["a", "b"]], table[:, :2]):
        with pytest.raises(ValueError, match="columns of the fit, 'a', 'b', 'c', in this order; got"):
            model.transform(other)
    assert model.transform(frame).tolist() == model.transform(table).tolist()
    assert len(model.fit(table).transform(frame)) == len(table)


@given(st.lists(st.lists(st.sampled_from([NAN, *np.arange(-2, 2, 0.25)]), min_size=4, max_size=4), min_size=1))
@settings(max_examples=50)
def test_the_order_of_references_has_its_laws(severity):
    """By definition, in words of its own; strict and lenient are alike, and dimensions have no order."""
    table = np.array(severity)

    def place(judge):
        known = [abs(value) for value in table[:, judge].tolist() if value == value]
        return -len(known), sum(known) / max(len(known), 1), judge

    order = reference_order(table)
    assert order == sorted(range(4), key=place)
    assert reference_order(-table) == reference_order(table[::-1]) == order


def test_a_judge_that_says_nothing_is_no_reference():
    """Though its severity is the prior's, which is zero."""
    codes, _ = simulate(np.random.default_rng(4), 500, [1.5] * 3, np.array([[-1.5, -0.5, 0.5, 1.5]] * 3) + 0.4)
    codes[:, 0] = 2
    with pytest.warns(UserWarning, match="only one category was ever given by 0: severity and discrimination"):
        model = GradedResponseModel().fit(codes)
    assert np.abs(model.severity_).argmin() == 0
    assert model.reference_judge_ in (1, 2)
    assert set(model.to_scale(np.linspace(-3, 3, 50)).tolist()) == {0, 1, 2, 3, 4}


def test_more_judges_than_at_the_fit_are_scored_as_exactly():
    """The grid of the fit, where two of twenty rated, is too coarse for units that all of them rate."""
    rng = np.random.default_rng(0)
    thresholds = [[-1.5, -0.5, 0.5, 1.5]] * 20
    sparse, _ = simulate(rng, 4000, [1.6] * 20, thresholds, draw=2)
    full, _ = simulate(rng, 9, [1.6] * 20, thresholds)
    model = GradedResponseModel().fit(sparse)
    found = model.scores(full)
    assert model.n_quadrature_ == 41  # on which scores would be wrong by 1e-5 and standard errors by 3e-4 of themselves
    nodes = np.linspace(-8, 8, 4001)
    judges = zip(model.discrimination_, model.thresholds_, strict=True)
    likely = np.array([category_probabilities(nodes, *judge) for judge in judges])
    for row, theta, error in zip(full.astype(int), found.theta, found.standard_error, strict=True):
        weights = np.exp(-(nodes**2) / 2) * np.prod(
            [judge[code] for judge, code in zip(likely, row, strict=True)], axis=0
        )
        mean = np.average(nodes, weights=weights)
        assert theta == pytest.approx(mean, abs=1e-8)
        assert error == pytest.approx(np.average((nodes - mean) ** 2, weights=weights) ** 0.5, rel=1e-7)


def test_connection_is_passed_on():
    """From the first by way of the last to the second."""
    table = np.array([[1, NAN, 1], [NAN, 1, 1]])
    assert linked_columns(~np.isnan(table)) == [[0, 1, 2]]
    table = np.array([[1, NAN, NAN, 1], [NAN, 1, NAN, NAN], [NAN, 1, 1, NAN]])
    assert linked_columns(~np.isnan(table)) == [[0, 3], [1, 2]]
    assert linked_columns(np.eye(2) > 0) == [[0], [1]]


def test_judges_who_never_met_are_a_warning():
    """By the names of their columns; a unit that both rated ends it."""
    pandas = pytest.importorskip("pandas")
    apart = pandas.DataFrame([[1.0, NAN], [2.0, NAN], [NAN, 1.0], [NAN, 2.0]], columns=["x", "y"])
    with pytest.warns(JudgeWarning, match=r"two of these groups: 'x' \| 'y'; they are on one scale only if") as caught:
        GradedResponseModel().fit(apart)
    assert (len(caught), caught[0].filename) == (1, __file__)
    assert GradedResponseModel().fit([*apart.to_numpy().tolist(), [1.0, 2.0]]).converged_


TRUE_ALPHA = np.array([1.6, 0.8, 1.1])
TRUE_THRESHOLDS = np.array([[-1.5, -0.2, 1.0], [-0.8, 0.5, 2.0], [-2.0, -1.0, 0.3]])


def test_estimates_are_unbiased_over_replications():
    """100 panels of the same judges, 2 of 3 for each of 40,000 units; the prior's pull is small by then."""
    rng = np.random.default_rng(1)
    fits = [
        GradedResponseModel().fit(simulate(rng, 40_000, TRUE_ALPHA, TRUE_THRESHOLDS, draw=2)[0]) for _ in range(100)
    ]
    discrimination = np.array([fit.discrimination_ for fit in fits])
    thresholds = np.array([fit.thresholds_ for fit in fits])
    severity = np.array([fit.severity_ for fit in fits])
    assert np.log(discrimination).mean(axis=0) == pytest.approx(np.log(TRUE_ALPHA), abs=0.03)
    assert thresholds.mean(axis=0) == pytest.approx(TRUE_THRESHOLDS, abs=0.04)
    assert severity.mean(axis=0) == pytest.approx(TRUE_THRESHOLDS.mean(axis=1), abs=0.02)
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
    codes, _ = simulate(np.random.default_rng(3), 60, TRUE_ALPHA, TRUE_THRESHOLDS, draw=2)
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
