"""A walk is short: how many of our modules a newcomer has to step through; see ``perf/walk.py``."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SPEC = importlib.util.spec_from_file_location("walk", Path(__file__).parents[1] / "perf" / "walk.py")
assert SPEC is not None
assert SPEC.loader is not None
walk = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(walk)

MOST = {
    "scoring one DAT response": 36,
    "building one run spec": 17,
    "reading one judge's reply": 5,
    "helm-creativity --help (imports)": 20,
}
"""Modules of ours, at most."""


@pytest.mark.parametrize("name", walk.WALKS)
def test_a_walk_enters_few_modules(name):
    entered = walk.WALKS[name][0]()
    assert entered, "nothing of ours was entered: the walk does not measure what it should"
    assert len(entered) <= MOST[name], "\n".join(entered)


def test_reading_a_reply_seldom_leads_back_into_a_file_that_was_left():
    """None can be fewer than the files behind the first, as each call ends in a return."""
    files = len(walk.reading_a_judge())
    assert files - 1 <= walk.returns(walk.reply_to_read()) <= 10


def test_the_entry_point_is_cheap():
    """Every ``helm-run`` on the machine loads it: at most a quarter of the time of HELM's own import."""
    assert walk.entry_point_share(times=3) <= 0.25
