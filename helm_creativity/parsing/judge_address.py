"""Responses that address a judge: they ask for a rating, forge one, or override what the judge was asked.

Such a text is flagged and counted, and its score is what it would be. Words that stories have too, such as judge, score
and grade, are never enough by themselves: a request, a rating in numbers, or the response that is to be rated must
stand beside them.
"""

from __future__ import annotations

import re
from functools import cache

from helm_creativity.parsing.grammar import plain_apostrophes, read_patterns
from helm_creativity.parsing.turns import own_turn


def addresses_judge(text: str) -> bool:
    """Whether a response speaks to whoever rates it, in English; thoughts before the response do not count."""
    return _address().search(plain_apostrophes(own_turn(text).lower())) is not None


@cache
def _address() -> re.Pattern[str]:
    return read_patterns("judge_address")[0]["address"]
