"""What ``helm-creativity run`` says before it asks."""

import re

import pytest

from helm_creativity.commands.planning.counting import make_plan
from helm_creativity.commands.planning.tables import TOKENS_A_SECOND, short_plan
from helm_creativity.reports.tables import render


@pytest.mark.parametrize(
    ("trials", "words"),
    [(1, "less than a minute at"), (120, "about a minute at"), (300, r"about [23] minutes at")],
)
def test_the_time_is_said_in_words_that_hold(trials, words):
    entry = f"creativity_dat:embedding=builtin,num_trials={trials},model=openai/gpt-4o-2024-11-20"
    plan = make_plan([entry])
    seconds = sum(load.completion for load in plan.asked.values()) / TOKENS_A_SECOND
    assert (seconds < 45) == words.startswith("less")
    notes = "\n".join(note for table in short_plan(plan, {}) for note in table.notes)
    assert re.search(words, notes), (seconds, notes)


def test_runs_of_one_benchmark_are_told_apart():
    """By what their settings differ in; nothing is said where each benchmark has one run."""
    entries = [f"creativity_dat:embedding=builtin,temp={temp},model=creativity/greedy" for temp in ("0.5", "1")]
    several = render([short_plan(make_plan(entries), {})[0]])
    assert re.findall(r"creativity_dat +(\S+)", several) == ["temp=0.5", "temp=1"]
    assert "settings" not in render([short_plan(make_plan(entries[:1]), {})[0]])
