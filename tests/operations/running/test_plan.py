"""What ``helm-creativity run`` says before it asks."""

import re

import pytest

from helm_creativity.operations.planning.counting import make_plan
from helm_creativity.operations.planning.entries import HelmRunOptions
from helm_creativity.operations.running.plan import TOKENS_A_SECOND, short_plan


@pytest.mark.parametrize(
    ("trials", "words"),
    [(1, "less than a minute at"), (120, "about a minute at"), (300, r"about [23] minutes at")],
)
def test_the_time_is_said_in_words_that_hold(trials, words):
    entry = f"creativity_dat:embedding=builtin,num_trials={trials},model=openai/gpt-4o-2024-11-20"
    plan = make_plan(HelmRunOptions([entry]))
    seconds = sum(row.load.completion for row in plan.asked) / TOKENS_A_SECOND
    assert (seconds < 45) == words.startswith("less")
    notes = "\n".join(note for table in short_plan(plan, {}) for note in table.notes)
    assert re.search(words, notes), (seconds, notes)
