"""``helm-creativity score hard_dat``."""

import pytest
from support.benchmarks import settings_of
from support.hard_dat import BENCHMARK, scorer_under

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.types import Response


def sample_of(record):
    """The sample of one object of a file."""
    return sample_in_row(BENCHMARK, record, settings_of(BENCHMARK))


def test_fields_are_those_of_the_item():
    """Trimmed, in lower case, each given word once."""
    row = sample_of({"letter": " B ", "given": "Water; town,water ,", "response": "bed"})
    assert row.response == Response("bed")
    assert row.fields == {"letter": "b", "given": ["water", "town"]}


@pytest.mark.parametrize(
    "letter", ["v or x or z", "either V or X or Z", "v, x or z", "v, x, or z", "v/x/z", "v + x + z", "v,x,z"]
)
def test_a_letter_may_be_one_of_several(letter):
    """In the words of the programs that ask for it."""
    words = ["vase", "xylophone", "zebra", "valley", "zone", "voice", "zero", "bed"]
    (scored,) = scorer_under().score([sample_of({"letter": letter, "given": "water, town", "words": words})])
    assert scored.details["scored_words"] == words[:-1]
    assert scored.details["letter_entries"] == ["bed"]
    assert scored.submetrics["letter_violations"] == 1
