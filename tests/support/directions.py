"""Vectors of length one, for laws of distances."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays


def unit(x):
    """Rows of length one."""
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def directions(n, d):
    """N rows of length one, none of them near zero before scaling."""
    elements = st.floats(-1, 1, width=32)
    return (
        arrays(np.float64, (n, d), elements=elements)
        .filter(lambda x: (np.linalg.norm(x, axis=1) > 0.1).all())
        .map(unit)
    )
