"""Every benchmark of this package passes every check. HELM runs all of them in ``make check``; here it runs none."""

import pytest

from helm_creativity.checking.checks import all_checks
from helm_creativity.checking.house import House
from helm_creativity.checking.running import verdicts_of
from helm_creativity.rooms import find_rooms

NAMES = [room.name for room in find_rooms() if room.ours]


@pytest.fixture(scope="module")
def rooms():
    """All of them, each made once."""
    return House([room for room in find_rooms() if room.ours])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong(name, rooms):
    """From the card to the baselines; no check is left out but one that the room's oracle explains."""
    found = list(verdicts_of(rooms.subjects[name], [one for one in all_checks() if not one.runs_helm]))
    assert [str(problem) for one in found for problem in one.problems] == []
    assert {one.check for one in found if one.skipped} <= {"cut"}
