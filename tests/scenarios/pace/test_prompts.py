"""The two prompts are asked as they are printed."""

import json
from pathlib import Path

import pytest

import helm_creativity.scenarios.pace
from helm_creativity.benchmark.prompts import render

PACE = Path(helm_creativity.scenarios.pace.__file__).parent


@pytest.mark.parametrize("reason", ['A "rock" is one', "back\\slash", "two\nlines", "It's <b>&amp;", "– é …", ""])
def test_a_reason_is_inserted_as_json(reason):
    """Whatever it holds, the first entry can be decoded, and is not written for a web page."""
    text = render(PACE, "stage2", seed="rock", associate="stone", reason=reason).text
    line = text.rpartition("\n")[2]
    entry, _ = json.JSONDecoder().raw_decode(line, line.index('{"word"'))
    assert entry == {"word": "stone", "reason": reason}
    assert "&lt;" not in text
