"""Measures the calibration of judges: a whole leaderboard's cells, one cell against NumPyro, and many units.

    python perf/judge_calibration.py

Ratings are simulated with the sizes of S1, appendix H: 92,080 units in 24 cells, each rated by 2 of 3 judges on 5 to 10
categories. NumPyro (``pip install numpyro``) fits the same model as the paper did: stochastic variational inference,
normal guide, Adam at 0.05, 800 steps, a latent θ for each unit. Times are the best
of several calls.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scoring import best

from helm_creativity.psychometrics.graded_posterior import PatternTable, maximise
from helm_creativity.psychometrics.graded_response import GradedResponseModel
from helm_creativity.psychometrics.rating_categories import check_ratings, count_patterns, encode, learn_scale

Array = NDArray[np.float64]
Action = Callable[[], Any]
UNITS, CELLS, STEPS, RATE = 92_080, 24, 800, 0.05


def simulate(
    rng: np.random.Generator, n_units: int, n_categories: int, n_judges: int = 3, draw: int = 2
) -> tuple[Array, Array]:
    """Ratings 1 to K of units with θ ~ N(0, 1), each by ``draw`` judges of different severity; and θ."""
    alpha = np.exp(rng.normal(0.4, 0.3, n_judges))
    levels = np.linspace(-1.8, 1.8, n_categories - 1)
    beta = levels + rng.normal(0, 0.4, (n_judges, 1)) + rng.normal(0, 0.05, (n_judges, n_categories - 1))
    theta = rng.normal(size=n_units)
    above = 1 / (1 + np.exp(-alpha[:, None] * (theta[:, None, None] - np.sort(beta, axis=1))))
    ratings = 1.0 + (rng.random((n_units, n_judges, 1)) < above).sum(axis=2)
    places = rng.permuted(np.tile(np.arange(n_judges), (n_units, 1)), axis=1)
    ratings[places >= draw] = np.nan
    return ratings, theta


def measure_cells() -> None:
    """All cells of the leaderboard, one after the other."""
    rng = np.random.default_rng(0)
    sizes = [len(part) for part in np.array_split(np.arange(UNITS), CELLS)]
    cells = [simulate(rng, size, 5 + i % 6)[0] for i, size in enumerate(sizes)]
    once = [best(lambda cell=cell: GradedResponseModel().fit(cell), 3) for cell in cells]  # type: ignore[misc]
    whole, models = best(lambda: [GradedResponseModel().fit(cell) for cell in cells], 5)
    assert all(model.converged_ for model in models), "a cell did not converge"
    patterns, steps = [model.n_patterns_ for model in models], [model.n_iter_ for model in models]
    times = [1e3 * seconds for seconds, _ in once]
    print(f"| {UNITS:,} units, 2 of 3 judges, 5 to 10 categories | patterns | steps | time |")
    print("|---|--:|--:|--:|")
    print(
        f"| smallest to largest of {CELLS} cells | {min(patterns)} to {max(patterns)} | {min(steps)} to {max(steps)} |",
        end="",
    )
    print(f" {min(times):.1f} to {max(times):.1f} ms (median {statistics.median(times):.1f}) |")
    print(f"| all {CELLS} fits | {sum(patterns):,} | {sum(steps)} | {1e3 * whole:.0f} ms |")


def measure_large() -> None:
    """Panels and scales at their limits."""
    print("\n| other shapes | patterns | steps | time |")
    print("|---|--:|--:|--:|")
    rng = np.random.default_rng(1)
    for units, judges, draw, categories in ((3837, 3, 2, 51), (10_000, 10, 3, 10), (10_000, 10, 10, 10)):
        ratings = simulate(rng, units, categories, judges, draw)[0]
        seconds, model = best(lambda ratings=ratings: GradedResponseModel().fit(ratings), 2)  # type: ignore[misc]
        assert model.converged_, "a fit did not converge"
        text = f"{units:,} units, {draw} of {judges} judges, {categories} categories"
        print(f"| {text} | {model.n_patterns_:,} | {model.n_iter_} | {1e3 * seconds:.0f} ms |")


def measure_units() -> None:
    """More units with the same patterns."""
    rng = np.random.default_rng(2)
    base, _ = simulate(rng, 1000, 5)
    print("\n| units of the same patterns | patterns | `fit` | of it counting | of it the search |")
    print("|--:|--:|--:|--:|--:|")
    for n in (1000, 10_000, 100_000, 1_000_000):
        ratings = np.tile(base, (n // 1000, 1))
        whole, model = best(lambda ratings=ratings: GradedResponseModel().fit(ratings), 5)  # type: ignore[misc]
        counting, patterns = best(lambda ratings=ratings: count(ratings), 5)  # type: ignore[misc]
        search, _ = best(lambda patterns=patterns: maximise(PatternTable.of(patterns, 5), 41, 100, 1e-3), 5)  # type: ignore[misc]
        cells = [f"{n:,}", str(model.n_patterns_), *(f"{1e3 * t:.1f} ms" for t in (whole, counting, search))]
        print(f"| {' | '.join(cells)} |")


def count(ratings: Array) -> Any:  # noqa: ANN401 - a benchmark's result is not used
    """What depends on the number of units."""
    table = check_ratings(ratings)
    scale = learn_scale(table, None)
    return count_patterns(encode(table, scale), len(scale.categories))


def measure_numpyro() -> None:
    """One cell, both ways."""
    if find_spec("numpyro") is None:
        print("\nNot compared with NumPyro, which is not installed: `pip install numpyro`.")
        return
    ratings, true = simulate(np.random.default_rng(3), UNITS // CELLS, 7)
    fast, model = best(lambda: GradedResponseModel().fit(ratings), 20)
    called, compiled, read = variational(ratings)
    called()
    usual, _ = best(called, 2)
    slow, state = best(compiled, 5)
    alpha, severity, theta = read(state)
    ours = model.transform(ratings)
    print(
        f"\n| one cell: {len(ratings):,} units, {model.n_patterns_} patterns, 7 categories | time | ours is faster by |"
    )
    print("|---|--:|--:|")
    print(
        f"| NumPyro's `SVI.run`, {STEPS} steps, called again after a first run | {usual:.2f} s | {usual / fast:,.0f} |"
    )
    print(f"| its {STEPS} steps as one program, compiled before | {slow:.3f} s | {slow / fast:,.0f} |")
    print(f"| `GradedResponseModel`, {model.n_iter_} steps | {fast:.4f} s | 1 |")
    apart = float(np.abs(model.severity_ - severity).max())
    ratio = ", ".join(f"{value:.2f}" for value in alpha / model.discrimination_)
    agree, mine, theirs = (float(np.corrcoef(*pair)[0, 1]) for pair in ((ours, theta), (ours, true), (theta, true)))
    print(f"\nThe two differ by at most {apart:.2f} in severity; NumPyro's discriminations are {ratio} times ours.")
    print("(A guide that takes θ and the judges for independent shrinks them; NUTS agrees with ours, which is a test.)")
    print(
        f"Scores of units correlate at {agree:.3f}; with the truth, ours at {mine:.3f} and NumPyro's at {theirs:.3f}."
    )
    assert agree > 0.95, "the scores disagree"
    assert apart < 0.15, "the severities disagree"


def variational(ratings: Array) -> tuple[Action, Action, Callable[[Any], tuple[Array, Array, Array]]]:
    """The paper's fit: as it is called, as one program, and what reads medians of α, severity and θ off it."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist
    from numpyro.infer import SVI, Trace_ELBO
    from numpyro.infer.autoguide import AutoNormal

    units, judges = np.nonzero(~np.isnan(ratings))
    given = ratings[units, judges].astype(int) - 1
    n_judges, n_thresholds = ratings.shape[1], int(given.max())

    def model() -> None:
        alpha = jnp.exp(numpyro.sample("log_alpha", dist.Normal(0, 0.3).expand([n_judges]).to_event(1)))
        ordered = dist.constraints.ordered_vector
        beta = numpyro.sample("beta", dist.ImproperUniform(ordered, (n_judges,), (n_thresholds,)))
        numpyro.factor("normal", dist.Normal(0, 2).log_prob(beta).sum())
        theta = numpyro.sample("theta", dist.Normal(0, 1).expand([len(ratings)]).to_event(1))
        slope = alpha[judges]
        likelihood = dist.OrderedLogistic(slope * theta[units], slope[:, None] * beta[judges])
        numpyro.sample("rating", likelihood.to_event(1), obs=given)

    guide = AutoNormal(model)
    svi = SVI(model, guide, numpyro.optim.Adam(RATE), Trace_ELBO())
    key = jax.random.PRNGKey(0)
    start = svi.init(key)
    program = jax.jit(lambda state: jax.lax.fori_loop(0, STEPS, lambda _, now: svi.update(now)[0], state))
    compiled = program.lower(start).compile()

    def read(state: Any) -> tuple[Array, Array, Array]:  # noqa: ANN401 - NumPyro's own
        found = guide.median(svi.get_params(state))
        alpha, beta, theta = (np.asarray(found[name], dtype=float) for name in ("log_alpha", "beta", "theta"))
        return np.exp(alpha), beta.mean(axis=1), theta

    return (
        lambda: svi.run(key, STEPS, progress_bar=False),
        lambda: jax.block_until_ready(compiled(start)),
        read,
    )


def main() -> None:
    """Entry point."""
    measure_cells()
    measure_numpyro()
    measure_units()
    measure_large()


if __name__ == "__main__":
    main()
