"""A perfect answer to each item: as many different ways as are asked for. That they make sense is not measured."""

from __future__ import annotations

import json

from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
<< gap >>from << here >>.measure import ASKED

TOP = float(ASKED)

STOPS = ("paper", "music", "salt", "winter", "glass")


def oracle(fields: Fields) -> Row:
    """Five paths by way of one stop each."""
    start, end = fields["start"], fields["end"]
    paths = {i: [[start, "needs", stop], [stop, "meets", end]] for i, stop in enumerate(STOPS, start=1)}
    return Row(Answer(json.dumps(paths), "stop"), fields)
