"""Baselines of any benchmark know its prompts and leave all others to others."""

from helm_creativity.conformance.baselines import ask_lexical_judge, others, pilot_prompts, respond, response_to
from helm_creativity.conformance.loading import pilot_settings

SHOWN = 4
NONSENSE = ("", "What is 2 + 2?", "What single word can be combined with fly?")


def questions(benchmark):
    """What its judges are asked."""
    return respond(benchmark, pilot_settings(benchmark), "random").asked.questions


def test_other_prompts_are_left_to_others(benchmark):
    """Other benchmarks' prompts, its own cut short, and questions to judges that quote none of them."""
    theirs = [prompt for other in others(benchmark) for prompt in pilot_prompts(other)[:SHOWN]]
    own = pilot_prompts(benchmark)
    cut = [prompt[:end] for prompt in own[:SHOWN] for end in (len(prompt) // 2, -1)]
    asked = [text for other in others(benchmark) for text in questions(other)[:SHOWN]]
    asked += [text for text in questions(benchmark)[:SHOWN] if not any(prompt in text for prompt in own)]
    assert len(theirs) > SHOWN
    assert len(asked) > SHOWN
    shown = [*NONSENSE, *theirs, *cut, *asked]
    assert [text for text in shown if response_to(benchmark, text) is not None] == []


def test_its_own_prompts_are_no_questions_to_judges(benchmark):
    """Nor are other benchmarks' prompts, or nonsense."""
    prompts = [prompt for other in [benchmark, *others(benchmark)] for prompt in pilot_prompts(other)[:SHOWN]]
    assert [text for text in [*NONSENSE, *prompts] if ask_lexical_judge(benchmark, text) is not None] == []
