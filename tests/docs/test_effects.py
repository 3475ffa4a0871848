"""The table of factors in docs/effects.md: it has the factors of the code, and says what each lets differ."""

import re
from pathlib import Path

import pytest

from helm_creativity.results.factor_levels import FACTORS, MODEL_PAIR, ORDER, PAIR_LEVELS

PAGE = (Path(__file__).parents[2] / "docs" / "effects.md").read_text("utf-8")
TABLE = PAGE.partition("\n## Factors\n")[2].partition("\n|---|---|---|")[2].partition("\n\n")[0]
ROWS = {name: cells for name, *cells in re.findall(r"^\| `([\w-]+)` \| (.+?) \| (.+?) \|$", TABLE, re.MULTILINE)}
WORDS = {
    "prompts": "prompts",
    "items": "items",
    "letters": "the choice of letters",
    "sentences": "how it finds sentences",
    "stop_words": "list of words that do not count",
}
"""What the page calls a setting that may differ beside a factor."""


def test_the_table_has_every_factor_once():
    assert sorted(ROWS) == sorted(FACTORS)
    assert TABLE.count("\n|") == len(ROWS)


@pytest.mark.parametrize("name", FACTORS)
def test_a_row_names_what_may_differ_beside_the_factor(name):
    beside = ROWS[name][1]
    settings = {*FACTORS[name].worded, *FACTORS[name].free}
    assert {setting for setting, words in WORDS.items() if words in beside} == settings
    assert (beside == "nothing") == (not settings and name != MODEL_PAIR)


def test_levels_that_have_names_are_those_of_the_code():
    assert ROWS["instruction"][0] == ", ".join(ORDER)
    assert ROWS[MODEL_PAIR][0] == "two models: " + ", ".join(f"`{level}`" for level in PAIR_LEVELS)
