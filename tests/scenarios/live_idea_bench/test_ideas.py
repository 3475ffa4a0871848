"""From an answer to its idea."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import hostile, reads_to_an_end

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.task_types.rated.reply import RatedPassage as Idea
from helm_creativity.task_types.rated.reply import read_reply

TASK = get_benchmark("live_idea_bench").task
FORMS = TASK.forms
NOUNS = builtin().nouns
IDEA = "Let moss on roofs report metals in rain: its tips are imaged by phone and read by a small model."
forms = pytest.mark.parametrize("form", FORMS)


def words(n):
    return " ".join("the" if i % 2 else NOUNS[37 * i] for i in range(n))


def read(text, form="plain", **answer):
    return read_reply(Response(text, **{"finish_reason": "stop", **answer}), TASK.reply, form)


@forms
def test_an_answer_is_the_idea(form):
    """Without what stands around it, in either form, and without a mark."""
    around = ("{}", "Idea: {}", "**Keyword:** moss\n\n{}", "# Roofs\n\n{}\n\n(Word count: 19)", '{{"idea": "{}"}}')
    for text in around:
        assert read(f"\n {text.format(IDEA)}\n", form) == Idea(IDEA, len(IDEA.split()), False, None)
    assert read(f"# {IDEA}", form).text == f"# {IDEA}"


def test_an_idea_of_two_hundred_words_is_the_longest():
    """Words are what white space parts, dashes and no-break spaces included."""
    assert read(words(200)).failure_reason is None
    assert read(words(201)) == Idea(words(201), 201, False, FailureReason.TOO_LONG)
    assert read(words(199) + " well-known").failure_reason is None
    assert read(words(199) + " a\xa0b").failure_reason is FailureReason.TOO_LONG


def test_the_limit_of_a_marked_idea_is_its_own():
    """However long the reasoning before it is."""
    text = f"{words(900)}\n\n**Final Idea:** {words(200)}"
    assert read(text, "reasoning") == Idea(words(200), 200, True, None)
    assert read(text).failure_reason is FailureReason.TOO_LONG
    assert read(text + " more", "reasoning") == Idea(words(200) + " more", 201, True, FailureReason.TOO_LONG)


@pytest.mark.parametrize(
    "mark",
    [
        *("**Final Idea:**", "**Final Idea**:", "Final Idea:", "final idea :", "FINAL IDEA：", "My final idea:"),
        *("__Final Idea:__", "***Final Idea:***", "### Final Idea\n", "## **Final Idea**\n", "**Final Idea**\n\n"),
        *("Final Idea\n", "> ### Final Idea:\n", "#### Final Idea ####\n", "**Final Idea (97 words):**"),
        *("**Final Idea** (97 words):", '"Final Idea:"\n**Final Idea:**'),
    ],
)
def test_the_mark_in_its_forms(mark):
    """In emphasis or not, as a heading or not."""
    assert read(f"Let me think about moss.\n\n{mark} {IDEA}\n", "reasoning") == Idea(
        IDEA, len(IDEA.split()), True, None
    )
    assert not read(f"{mark} {IDEA}").marked


def test_the_last_mark_counts():
    """The reasoning before it names the mark as well."""
    text = (
        f"I must write after **Final Idea:** so here is a draft. **Final Idea:** none yet.\n\n**Final Idea:**\n{IDEA}"
    )
    assert read(text, "reasoning").text == IDEA
    opened = f"**Final Idea: {IDEA}**"
    assert read(opened, "reasoning").text == f"{IDEA}**"


@pytest.mark.parametrize(
    "text",
    [
        'The answer goes after "**Final Idea:**", I am told. Let me see.',
        "The answer goes after `Final Idea:` and I do not know yet.",
        "My semifinal idea: none. My final ideas: none. The final idea is moss.",
        "Final ideation: none so far.",
        "I end with **Final Idea:**",
        "I end with it. **Final Idea:** ...\n",
        "Finally, idea: moss on roofs.",
    ],
)
def test_what_is_no_mark(text):
    """A quoted one, other words, and one with nothing behind it: then the complete answer is the idea."""
    assert read(text, "reasoning") == Idea(text.strip(), len(text.split()), False, None)


def test_a_refusal_is_looked_for_behind_the_mark():
    """Doubts in the reasoning are none, and a refused final idea is one."""
    doubts = f"I cannot think of anything about moss that is new. Wait.\n**Final Idea:** {IDEA}"
    assert read(doubts, "reasoning").failure_reason is None
    refused = read("Moss, moss.\n**Final Idea:** I cannot provide ideas about this topic.", "reasoning")
    assert (refused.marked, refused.failure_reason) == (True, FailureReason.REFUSED)
    assert (
        read("I cannot provide ideas about this topic.\nFinal Idea:", "reasoning").failure_reason
        is FailureReason.REFUSED
    )


PIECES = st.sampled_from(
    [
        *("final idea", "Final Idea:", "**", "### ", "\n", " ", '"', "(", ")", "<think>", "</think>", "moss", "²"),
        *("＜think＞",),
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)), st.sampled_from([*FORMS]))
def test_every_text_has_an_idea_or_a_reason(text, form):
    """An idea to be judged has words, can be written to a file, and is not longer than the answer."""
    idea = read(text, form)
    assert idea.n_words == len(idea.text.split())
    idea.text.encode()
    if idea.failure_reason is None:
        assert idea.n_words > 0
        assert idea.n_words <= 200 or (form == "reasoning" and not idea.marked)
    assert not (idea.marked and form == "plain")


@pytest.mark.parametrize(
    "piece", ["final idea ", "Final Idea: ", "** ", "final idea (", '"', "# ", "\n", "fin² ", "<a>"]
)
def test_hostile_text_is_read_to_an_end(piece):
    """Much of what begins like a mark."""
    text = hostile(piece)
    with reads_to_an_end():
        idea = read(text, "reasoning")
    assert idea.text in text
