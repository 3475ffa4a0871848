"""Small tables of scores with gaps, for laws."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

gappy = st.one_of(st.integers(-3, 3).map(float), st.just(math.nan))
"""A score of few values, so that there are ties, or none."""
tables = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(lambda shape: arrays(float, shape, elements=gappy))
"""Models by items."""
seeds = st.integers(0, 2**32 - 1)


def generator(seed=0):
    """A source of random numbers that always gives the same ones."""
    return np.random.default_rng(seed)


@st.composite
def rating_tables(draw, holes=True, min_units=0):
    """Small tables of whole numbers."""
    judges = draw(st.integers(2, 4))
    cell = st.integers(1, 4) | st.just(math.nan) if holes else st.integers(1, 4)
    return draw(st.lists(st.lists(cell, min_size=judges, max_size=judges), min_size=min_units, max_size=9))
