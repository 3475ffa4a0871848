"""Every benchmark of this package passes every check. HELM runs all of them in ``make check``; here it runs none.

The benchmarks with the most items and judges take long, and are left to ``make test-commands``.
"""

import pytest

from helm_creativity.conformance import check
from helm_creativity.core.registry import list_entries

NAMES = [entry.name for entry in list_entries() if entry.ours]
LONG = {"create", "live_idea_bench", "novelty", "pace", "story"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.commands] if name in LONG else []) for name in NAMES]
)
def test_nothing_is_wrong(name):
    """From the card to the baselines; no check is left out but one for which the benchmark gives a reason."""
    found = check(name, pilot=False)
    assert [str(problem) for one in found for problem in one.problems] == []
    assert {one.check for one in found if one.skipped} <= {"truncated", "imports"}
