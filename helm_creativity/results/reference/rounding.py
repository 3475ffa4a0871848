"""How far the rounding of printed scores can move a correlation that is computed from them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def rounding_error(x: Numbers, y: Numbers, controls: Numbers, steps: Numbers) -> float:
    """Standard deviation of r(X, Y - Ŷ_g) when every number is off by a rounding error of its own, to first order.

    An error is uniform between minus and plus half a step, with the variance step²/12. With M the projection off the
    controls and a constant, e = M·y, unit vectors x̂ (of x centred) and ê, coefficients β of the controls and
    g = M·(x̂ - r·ê)/|e|, the derivatives of r are::

        by x        (ê - r·x̂)/|x|
        by y        g
        by c_ij     -(g_i·β_j + e_i·(C⁺g)_j), with C⁺ the pseudoinverse of the centred controls and g before M

    Args:
        x: n numbers, none missing.
        y: n numbers.
        controls: shape (n, k), k of 0 for a plain correlation.
        steps: units of the last digits of x, y and each control, shape (2 + k,).

    Returns:
        0 for exact numbers. Meaningless where x or e has no spread.
    """
    centred = controls - controls.mean(axis=0)
    inverse = np.linalg.pinv(centred)
    beta = inverse @ (y - y.mean())
    e = y - y.mean() - centred @ beta
    deviations = x - x.mean()
    x_hat, e_hat = deviations / np.linalg.norm(deviations), e / np.linalg.norm(e)
    r = float(x_hat @ e_hat)
    before = (x_hat - r * e_hat) / np.linalg.norm(e)
    after = before - centred @ (inverse @ before)
    by_x = (e_hat - r * x_hat) / np.linalg.norm(deviations)
    by_controls = -(np.outer(after, beta) + np.outer(e, inverse @ before))
    squares = [(by_x**2).sum(), (after**2).sum(), *(by_controls**2).sum(axis=0)]
    return math.sqrt(float(np.dot(squares, steps**2)) / 12)
