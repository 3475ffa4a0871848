"""How the baselines answer, and how the lexical judge sorts answers: deterministic, without understanding."""

import json

import pytest

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.scenarios.macgyver.baseline import HERE, baseline_response
from helm_creativity.scenarios.macgyver.items import own_problems
from helm_creativity.scenarios.macgyver.labels import question_about
from helm_creativity.scenarios.macgyver.scoring import check_response


def played(strategy, problem, before=""):
    prompt = render(HERE, "agc2026_own", problem=problem).text
    return baseline_response(f"{before}{prompt}", CHOOSERS[strategy]("builtin", 1))


def test_the_greedy_baseline_gives_up_and_the_other_tries_everything():
    """The floor on unsolvable and on solvable problems; neither uses what is not there."""
    for item in own_problems():
        gives_up, tries = (played(name, item.problem) for name in ("greedy", "random"))
        for text, solvable in ((gives_up, False), (tries, True)):
            checks = check_response(text, item.problem, item.tools, item.solvable)
            assert checks.solvability_correct is (item.solvable is solvable)
            assert not checks.foreign_tools
        assert check_response(tries, item.problem, item.tools, True).steps == min(len(item.tools), 4)


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_an_answer_without_a_thought_is_never_correct(strategy):
    """Nor is one of the others' references; the item's own is."""
    items = own_problems()
    for item, other in zip(items, [*items[1:], items[0]], strict=True):
        answer = played(strategy, item.problem)
        for text in (answer, other.reference_response):
            asked = question_about(text, item).user
            assert json.loads(lexical_rating(get_benchmark("macgyver"), asked))["answer"] in "CDE"
        asked = question_about(item.reference_response, item).user
        assert json.loads(lexical_rating(get_benchmark("macgyver"), asked))["answer"] in "AB"
