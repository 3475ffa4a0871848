"""What nobody sees moves no score: characters of no width, joiners and marks of direction, in any benchmark."""

from __future__ import annotations

from itertools import cycle

import pytest
from support.rows import ROWS, row_of

import helm_creativity as hc

MARKS = "\u200b\u200d\u202e\u2066\u00ad\u200e\ufeff\u061c"


def sprinkled(value):
    """The same with something invisible behind every second character of its texts."""
    if isinstance(value, str):
        marks = cycle(MARKS)
        return "".join(one + next(marks) * (i % 2) for i, one in enumerate(value))
    if isinstance(value, list):
        return [sprinkled(one) for one in value]
    return value


@pytest.mark.parametrize("name", ROWS)
def test_what_nobody_sees_moves_no_score(name):
    """In the response alone, and in all that a record says of its item."""
    record, settings = row_of(name)
    records = [record, {**record, "response": "another, thing"}] if name in ("hivemind", "novelty") else [record]
    plain = hc.score(name, records, **settings).samples
    assert plain[0].score is not None
    responses = [{**one, **({"response": sprinkled(one["response"])} if "response" in one else {})} for one in records]
    everything = [{key: sprinkled(one[key]) for key in one} for one in records]
    for some in (responses, everything):
        assert hc.score(name, some, **settings).samples == plain
