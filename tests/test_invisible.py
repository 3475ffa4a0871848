"""What nobody sees moves no score, in any benchmark: characters of no width, a NUL, a terminal's escape sequences."""

from __future__ import annotations

from itertools import cycle

import pytest
from support.rows import ROWS, row_of

import helm_creativity as hc

MARKS = (*"\u200b\u200d\u202e\u2066\u00ad\u200e\ufeff\u061c\0", "\x1b[1m", "\x1b[38;5;9m", "\x1b]0;title\x07")


def sprinkled(value):
    """The same with something invisible behind every second character of its texts."""
    if isinstance(value, str):
        marks = cycle(MARKS)
        return "".join(character + next(marks) * (i % 2) for i, character in enumerate(value))
    if isinstance(value, list):
        return [sprinkled(part) for part in value]
    return value


@pytest.mark.parametrize("name", ROWS)
def test_what_nobody_sees_moves_no_score(name):
    """In the response alone, and in all that a record says of its item."""
    record, settings = row_of(name)
    records = [record, {**record, "response": "another, thing"}] if name in ("hivemind", "novelty") else [record]
    plain = hc.score(name, records, **settings).samples
    assert plain[0].score is not None
    responses = [
        {**record, **({"response": sprinkled(record["response"])} if "response" in record else {})}
        for record in records
    ]
    everything = [{key: sprinkled(record[key]) for key in record} for record in records]
    for some in (responses, everything):
        assert hc.score(name, some, **settings).samples == plain
