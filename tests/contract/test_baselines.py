"""Baselines of any benchmark know its prompts and leave all others to others."""

from helm_creativity.testing.loading import pilot_settings
from helm_creativity.testing.responses import ask_lexical_judge, others, pilot_prompts, respond, response_to

SHOWN = 4
# Their prompts are whole requests without a template, such as "Write a poem": with words behind it, it is another.
WHOLE = {"hivemind", "novelty"}
NONSENSE = ("", "What is 2 + 2?", "What single word can be combined with fly?")


def questions(benchmark):
    """What its judges are asked."""
    return respond(benchmark, pilot_settings(benchmark), "random").questions


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
    """Nor are other benchmarks' prompts, nonsense, or halves of questions."""
    prompts = [prompt for other in [benchmark, *others(benchmark)] for prompt in pilot_prompts(other)[:SHOWN]]
    halves = [question[: len(question) // 2] for question in questions(benchmark)[:SHOWN]]
    shown = [*NONSENSE, *prompts, *halves]
    assert [text for text in shown if ask_lexical_judge(benchmark, text) is not None] == []


def test_a_prompt_is_known_among_other_text(benchmark):
    """As where a user's instructions stand around it."""
    around = ["Hello.\n\n{}", *([] if benchmark.name in WHOLE else ["Hello.\n{}\nBye."])]
    for prompt in pilot_prompts(benchmark)[:SHOWN]:
        bare = response_to(benchmark, prompt)
        assert bare
        assert {response_to(benchmark, text.format(prompt)) for text in around} == {bare}
