"""The two prompts are asked as they are printed."""

import json
from pathlib import Path

import pytest

import helm_creativity.scenarios.pace
from helm_creativity.core.prompts import render

PACE = Path(helm_creativity.scenarios.pace.__file__).parent

# As printed in Schapiro et al. 2026, appendix E.3 and E.4.
STAGE1 = (
    'Starting with the word "rock", generate three different words that directly associate with this initial word only '
    "(not with each other). Please put down only single words, and do not use proper nouns (such as names, brands, "
    'etc.). For each word, provide a brief explanation of its connection to "rock". Return in JSON format:\n'
    '{"results": [{"word": "", "reason": ""}, {"word": "", "reason": ""}, {"word": "", "reason": ""}]}'
)
STAGE2 = (
    'Starting with the word pair "rock" -> "stone", generate a chain of 20 words where each new word should be '
    'associated with ONLY the word immediately before it. Generate the third word based on "stone", then generate the '
    "fourth word based on your third word, and so on. Please put down only single words, and do not use proper nouns "
    "(such as names, brands, etc.). For each word, provide a brief explanation of its connection to the previous word. "
    "Return in JSON format with exactly 20 entries:\n"
    '{"results": [{"word": "stone", "reason": "<stage-1 reason>"}, {"word": "", "reason": ""}, … ]}'
)


def test_printed_prompts_are_exact():
    """To the letter, the ellipsis included."""
    assert render(PACE, "stage1", seed="rock").text == STAGE1
    assert render(PACE, "stage2", seed="rock", associate="stone", reason="<stage-1 reason>").text == STAGE2


@pytest.mark.parametrize("reason", ['A "rock" is one', "back\\slash", "two\nlines", "It's <b>&amp;", "– é …", ""])
def test_a_reason_is_inserted_as_json(reason):
    """Whatever it holds, the first entry can be decoded, and is not written for a web page."""
    text = render(PACE, "stage2", seed="rock", associate="stone", reason=reason).text
    line = text.rpartition("\n")[2]
    entry, _ = json.JSONDecoder().raw_decode(line, line.index('{"word"'))
    assert entry == {"word": "stone", "reason": reason}
    assert "&lt;" not in text


def test_other_words_take_all_their_places():
    """No trace of the printed example is left."""
    text = render(PACE, "stage2", seed="fire", associate="smoke", reason="").text
    assert text == STAGE2.replace("rock", "fire").replace("stone", "smoke").replace("<stage-1 reason>", "")
    assert render(PACE, "stage1", seed="fire").text == STAGE1.replace("rock", "fire")
