"""Components of variance of models by items by levels."""

import numpy as np
import pytest
from support.tables import generator

from helm_creativity.psychometrics.variance_shares import variance_shares

TRUE = {"M": 4.0, "I": 2.0, "F": 1.0, "MI": 1.5, "MF": 0.8, "IF": 0.5, "e": 1.0}


def drawn(rng, shape, variances):
    """Scores with components of known variances, in the order of ``SOURCES``."""
    n, k, l = shape  # noqa: E741 - as in the formulas
    sizes = [(n, 1, 1), (1, k, 1), (1, 1, l), (n, k, 1), (n, 1, l), (1, k, l), (n, k, l)]
    return sum(rng.normal(0, np.sqrt(v), size) for v, size in zip(variances, sizes, strict=True))


def by_projections(y):
    """The slow definition: each source's sum of squares is what its indicators explain beyond those that they hold."""
    sizes = y.shape
    places = np.indices(sizes).reshape(3, -1)

    def explained(axes):
        groups = np.ravel_multi_index([places[a] for a in axes], [sizes[a] for a in axes]) if axes else places[0] * 0
        design = np.eye(groups.max() + 1)[groups]
        return design @ np.linalg.lstsq(design, y.ravel(), rcond=None)[0]

    fitted = {axes: explained(axes) for axes in [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]}
    squares = {}
    for axes, values in fitted.items():
        inner = [other for other in fitted if set(other) < set(axes)]
        own = values - sum((-1) ** (len(axes) - len(other) + 1) * fitted[other] for other in inner)
        squares[axes] = (own @ own) / np.prod([sizes[a] - 1 for a in axes])
    n, k, l = sizes  # noqa: E741 - as in the formulas
    m, i, f, mi, mf, jf, e = (squares[axes] for axes in list(fitted)[1:])
    return [
        (m - mi - mf + e) / (k * l),
        (i - mi - jf + e) / (n * l),
        (f - mf - jf + e) / (n * k),
        (mi - e) / l,
        (mf - e) / k,
        (jf - e) / n,
        e,
    ]


def test_the_slow_definition_gives_the_same():
    for seed in range(5):
        rng = generator(seed)
        y = drawn(rng, rng.integers(2, 6, 3), list(TRUE.values())) + 50
        expected = np.maximum(by_projections(y), 0)
        found = variance_shares(y)
        assert found.components == pytest.approx(tuple(expected), abs=1e-9)
        assert found.shares == pytest.approx(tuple(expected / expected.sum()), abs=1e-9)


def test_an_item_that_lacks_a_score_is_left_out_whole():
    y = drawn(generator(1), (5, 6, 2), list(TRUE.values()))
    holed = y.copy()
    holed[2, 4, 1] = np.nan
    found = variance_shares(holed)
    assert found == variance_shares(np.delete(y, 4, axis=1))._replace(items_left_out=1)


@pytest.mark.parametrize("shape", [(1, 3, 2), (3, 1, 2), (3, 3, 1), (0, 3, 2)])
def test_nothing_is_said_of_too_little(shape):
    assert variance_shares(np.arange(np.prod(shape), dtype=float).reshape(shape)) is None
