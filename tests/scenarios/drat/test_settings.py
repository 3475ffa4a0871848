"""Keys, and objects of users' files."""

import pytest
from support.benchmarks import settings_of
from support.drat import BENCHMARK, GOOD

from helm_creativity.benchmark.base import sample_in_row


def sample_of(record):
    """The sample of one object of a file."""
    return sample_in_row(BENCHMARK, record, settings_of(BENCHMARK))


@pytest.mark.parametrize(
    "anchors",
    [
        ["Heartbeat ", "supply chain"],
        "heartbeat, Supply chain",
        "heartbeat;supply chain",
        '["heartbeat", "supply chain"]',
    ],
)
def test_anchors_of_a_row(anchors):
    """A list, or text as spreadsheets have it; capitals and spaces around do not matter."""
    for answer in ({"words": GOOD}, {"response": "river"}):
        row = sample_of({"anchors": anchors, **answer})
        assert row.fields["anchors"] == ["heartbeat", "supply chain"]
    assert sample_of({"anchors": anchors, "words": "river, lamp"}).fields["words"] == ["river", "lamp"]
