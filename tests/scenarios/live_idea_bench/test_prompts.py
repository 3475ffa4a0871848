"""Prompts are asked as they are printed; those of our own say what they must."""

from pathlib import Path

import jinja2
import pytest

import helm_creativity.scenarios.live_idea_bench
from helm_creativity.core.prompt_sources import list_prompt_sources
from helm_creativity.core.prompts import match_prompt, placeholder, render

BENCHMARK = Path(helm_creativity.scenarios.live_idea_bench.__file__).parent

# As printed in Ruan et al. 2024, appendix A, but for two line ends of the page: behind "relate to" and "the best".
IDEA = (
    'I\'ll be submitting your next responses to a "Good Scientific Idea" expert review panel. If they consider your '
    'idea to be a good one, you\'ll receive a reward. Your assigned keyword is: "{{keyword}}". You may provide '
    "background information. The idea MUST be within 100 words (including background information). (Note: good "
    "scientific ideas should be novel, verifiable, practically valuable, and able to advance the field.)."
)
REASONING = "You MUST give your answer after **Final Idea:**"
CRITIC_SYSTEM = """\
You are an extremely demanding scientific reviewer with the highest critical standards, like those at Nature or \
Science. When evaluating scientific ideas, you will assess them on two key dimensions:

1. originality: Novel contribution to unexplored areas

2. feasibility: Technical implementation and practicality

For each dimension, you will provide a score from 1 to 10, no need to explain the reason. Your response MUST ALWAYS \
follow this exact Python dictionary format for consistency and parsing:

SCORES = { "originality": <score_1_to_10>, "feasibility": <score_1_to_10> }"""
CRITIC_USER = "Please evaluate the following scientific idea and give your scores directly: {{idea}}"
FLUENCY = """\
Here are two ideas submitted to "Good Scientific Ideas" Competition, which both relate to "{{keyword}}":
The first idea
{{idea_A}}
The second idea
{{idea_B}}
Question
Are these two ideas, which both relate to {{keyword}}, the same? Please choose the best answer:
A. Different, even though they're both related to the same keyword.
B. Similar but not academically equivalent
C. Very similar academically
D. Academically identical
ONLY ANSWER A/B/C/D, DO NOT EXPLAIN"""


def asked(prompt_id, **variables):
    return render(BENCHMARK, prompt_id, **variables).text


def test_printed_prompts_are_exact():
    """To the letter, with the printed names of the variables in their places."""
    assert asked("idea", keyword="{{keyword}}") == IDEA
    assert asked("critic_system") == CRITIC_SYSTEM
    assert asked("critic_user", idea="{{idea}}") == CRITIC_USER
    assert asked("fluency", keyword="{{keyword}}", idea_a="{{idea_A}}", idea_b="{{idea_B}}") == FLUENCY


def test_the_reasoning_form_is_the_sum_that_is_printed():
    """Nothing stands between the two parts, as in the printed line of Python."""
    assert asked("idea_reasoning", keyword="{{keyword}}") == IDEA + REASONING
    assert asked("fallback_reasoning_own", keyword="moss") == f"{asked('fallback_own', keyword='moss')}\n{REASONING}"


@pytest.mark.parametrize(
    "text", ["{{ 7 * 6 }} {% if x %} {# note #}", "two\n\nlines", "<b>&amp; “x” 10⁶ – …", "$1 \\n"]
)
def test_what_is_filled_in_stays_as_it_is(text):
    """Signs that mean something to templates, to web pages or to patterns are text."""
    assert asked("critic_user", idea=text) == CRITIC_USER.replace("{{idea}}", text)
    expected = FLUENCY.replace("{{keyword}}", "moss").replace("{{idea_A}}", text).replace("{{idea_B}}", "B")
    assert asked("fluency", keyword="moss", idea_a=text, idea_b="B") == expected
    assert text in asked("critic2026_user_own", idea=text)


@pytest.mark.parametrize("prompt_id", ["idea", "idea_reasoning", "fallback_own", "fallback_reasoning_own"])
def test_the_keyword_of_a_prompt_can_be_read_back(prompt_id):
    """It stands between double quotes once."""
    text = f"System: be brief.\n{asked(prompt_id, keyword='small-world networks')}"
    assert match_prompt(BENCHMARK, prompt_id, text, keyword=placeholder("keyword")) == {
        "keyword": "small-world networks"
    }


def test_the_fallback_asks_for_the_same_thing():
    """One idea on the keyword within 100 words, in other words than the first prompt and without its reward."""
    text = asked("fallback_own", keyword="moss")
    assert '"moss"' in text
    assert "MUST be within 100 words" in text
    assert "reward" not in text
    assert "panel" not in text


def test_the_critic_of_five_submetrics_asks_for_three_ratings():
    """As a JSON object: the printed dictionary with clarity behind the two others, without its name."""
    printed, ours = CRITIC_SYSTEM.rpartition("\n")[2], asked("critic2026_system_own").rpartition("\n")[2]
    assert ours == printed.removeprefix("SCORES = ").replace("{ ", "{").replace(" }", ', "clarity": <score_1_to_10>}')
    for submetric in ("originality", "feasibility", "clarity"):
        assert f"{submetric}: " in asked("critic2026_system_own")
    assert "from 1 (lowest) to 10 (highest)" in asked("critic2026_system_own")


def test_every_file_says_where_its_words_are_from():
    """The five printed ones name the paper, those of the program its files, the others say that they are ours."""
    own = {"fallback_own", "fallback_reasoning_own", "critic2026_system_own", "critic2026_user_own"}
    kinds = {
        "Source": {"idea", "idea_reasoning", "critic_system", "critic_user", "fluency"},
        "Written for this package": own,
        "Fetched": {"idea2026", "idea2026_reasoning", "fluency2026", *(name.removesuffix("_own") for name in own)},
    }
    found = {source.id: source.kind for source in list_prompt_sources(BENCHMARK)}
    assert found == {name: kind for kind, names in kinds.items() for name in names}


def test_an_undefined_variable_is_an_error():
    """And not an empty place in the prompt."""
    with pytest.raises(jinja2.UndefinedError, match="'keyword' is undefined"):
        asked("idea_reasoning")
    with pytest.raises(jinja2.UndefinedError, match="'idea_b' is undefined"):
        asked("fluency", keyword="moss", idea_a="A")
