"""How the baselines answer, how the lexical judge rates and compares, and the reference answers."""

import pytest

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.scenarios.novelty.benchmark import SAME

NOVELTY = get_benchmark("novelty")


def answers(prompt, strategy, seeds=range(10)):
    """The answers to a prompt."""
    return [baseline_response(NOVELTY, prompt, CHOOSERS[strategy]("builtin", seed)) for seed in seeds]


def test_the_baselines_are_the_two_ends_of_the_scale():
    """The greedy one always says the same, the random one hardly ever, whatever stands before the prompt."""
    for item in NOVELTY.entries[::20]:
        prompt = NOVELTY.prompt(item).text
        assert len(set(answers(prompt, "greedy"))) == 1
        assert len(set(answers(prompt, "random"))) >= 9
        assert answers(f"Be creative.\n\n{prompt}", "random") == answers(prompt, "random")


@pytest.mark.parametrize(
    ("first", "second", "letter"),
    [
        ("a red hat", "A red hat!", "A"),
        ("a red hat", "a blue shoe", "B"),
        ("a red hat", "a red shoe", "B"),
        ("one", "two", "B"),
    ],
)
def test_the_lexical_judge_compares_words(first, second, letter):
    """The same if more than half of all words are in both."""
    reply = lexical_rating(NOVELTY, SAME.question(task="Name it.", first=first, second=second).user)
    assert reply == f'{{"answer": "{letter}"}}'
