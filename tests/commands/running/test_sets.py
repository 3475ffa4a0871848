"""Named sets: what they stand for, what they cost, and how long responses may be."""

import pytest

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.settings import MAX_TOKENS
from helm_creativity.commands.planning.counting import make_plan, total
from helm_creativity.commands.running.sets import SETS, entries_of, limited, offline_entry, usual_limit
from helm_creativity.errors import BadArguments

BY_NAME = {known.name: known for known in SETS}
SLOW = [pytest.param(name, marks=pytest.mark.commands) for name in ("offline", "full")]


@pytest.mark.parametrize("name", ["core", "vocabulary", *SLOW])
def test_a_set_costs_what_the_list_says(name):
    """A baseline asks as much as any model."""
    known = BY_NAME[name]
    entries = limited(entries_of([name], "creativity/lexical-judge" if known.needs_judges else ""), None, False)
    plan = make_plan([entry.of_model("creativity/random-nouns") for entry in entries])
    assert plan.complete, plan.refused
    requests, judge_calls = total(run.tested for run in plan.runs), total(run.judging for run in plan.runs)
    assert (requests.typical, judge_calls.typical) == (known.requests, known.judge_calls)
    for run in plan.runs:
        usual = max(load.completion / load.typical for load in (run.requests, run.further) if load.typical)
        assert run.max_tokens >= min(5 * usual, MAX_TOKENS), run.name


def test_the_first_look_is_short_and_the_full_set_asks_every_item_and_real_judges():
    """No response of the first is longer than ten usual ones, and no judge is asked."""
    entries = list(limited(entries_of(["core"]), None, reasoning=False))
    assert [entry.arguments["max_tokens"] for entry in entries] == [str(usual_limit(e.benchmark)) for e in entries]
    assert {entry.arguments.get("judges") for entry in entries} == {None}
    with pytest.raises(BadArguments, match="the set full needs judges: add --judges"):
        entries_of(["full"])
    entries = entries_of(["full"], "openai/a+openai/b")
    assert all("max_eval_instances" not in entry.arguments for entry in entries)
    judges = [entry.arguments.get("judges") for entry in entries]
    assert judges == ["openai/a+openai/b" if entry.may_judge else None for entry in entries]


def test_every_benchmark_of_ours_has_an_entry_that_needs_no_download():
    """As a user writes it; one of another package has none."""
    assert offline_entry("dat", {"num_trials"}) == "dat:embedding=builtin"
    assert offline_entry("somebodys") == ""
    names = [entry.name for entry in list_entries() if entry.ours]
    assert [[entry.benchmark for entry in entries_of([offline_entry(name)])] for name in names] == [[n] for n in names]
