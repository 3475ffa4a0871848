"""What is learned of features: a linear part and a layer of hidden units."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LARGEST = 5.0
"""Features are cut at so many standard deviations, since responses of models are longer than those of people."""

Floats = NDArray[np.float32]


class Weights(NamedTuple):
    """What was learned of d features with h hidden units: their means and standard deviations, and the weights."""

    mean: Floats
    sd: Floats
    linear: Floats
    hidden: Floats
    hidden_bias: Floats
    out: Floats
    bias: Floats

    def value(self, features: Floats) -> Floats:
        """Shape (n,), of features of shape (n, d): ``b + z·v + max(z·W + c, 0)·u``.

        z are the features less their means, divided by their standard deviations and cut at ``LARGEST``.
        """
        z = np.clip((features - self.mean) / self.sd, -LARGEST, LARGEST)
        units = np.maximum(z @ self.hidden + self.hidden_bias, 0)
        return np.asarray(self.bias + z @ self.linear + units @ self.out)
