"""From an answer to its idea."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import hostile, reads_to_an_end

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.scenarios.live_idea_bench.parse import FORMS, Idea, read_idea

NOUNS = builtin().nouns
IDEA = "Let moss on roofs report metals in rain: its tips are imaged by phone and read by a small model."
forms = pytest.mark.parametrize("form", FORMS)


def words(n):
    return " ".join("the" if i % 2 else NOUNS[37 * i] for i in range(n))


def read(text, form="plain", **answer):
    return read_idea(Response(text, **{"finish_reason": "stop", **answer}), form)


@forms
def test_an_answer_is_the_idea(form):
    """Without what stands around it, in either form, and without a mark."""
    around = ("{}", "Idea: {}", "**Keyword:** moss\n\n{}", "# Roofs\n\n{}\n\n(Word count: 19)", '{{"idea": "{}"}}')
    for text in around:
        assert read(f"\n {text.format(IDEA)}\n", form) == Idea(IDEA, len(IDEA.split()), False, None)
    assert read(f"# {IDEA}", form).text == f"# {IDEA}"


@forms
@pytest.mark.parametrize(
    ("answer", "failure_reason"),
    [
        ({"text": ""}, FailureReason.EMPTY),
        ({"text": " \n<think>moss, moss"}, FailureReason.EMPTY),
        ({"text": "<|im_end|>"}, FailureReason.EMPTY),
        ({"text": "I cannot and will not provide ideas about data fabrication."}, FailureReason.REFUSED),
        ({"text": IDEA, "finish_reason": "content_filter"}, FailureReason.REFUSED),
        ({"text": IDEA, "finish_reason": "length"}, FailureReason.TRUNCATED),
        ({"text": f"**Final Idea:** {IDEA}", "finish_reason": "length"}, FailureReason.TRUNCATED),
        ({"text": words(900), "finish_reason": "length"}, FailureReason.TRUNCATED),
        ({"text": IDEA, "failed": True}, FailureReason.FAILED),
    ],
)
def test_what_cannot_be_judged_has_its_reason(answer, failure_reason, form):
    """In both forms, with what text there is."""
    idea = read(form=form, **answer)
    assert idea.failure_reason is failure_reason
    assert idea.n_words == len(idea.text.split())


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


def test_a_complete_answer_in_place_of_a_marked_idea_has_no_limit():
    """Critics read all of it (Ruan et al. 2024, section 4)."""
    assert read(words(900), "reasoning") == Idea(words(900), 900, False, None)


@pytest.mark.parametrize(
    "mark",
    [
        "**Final Idea:**",
        "**Final Idea**:",
        "Final Idea:",
        "final idea :",
        "FINAL IDEA：",
        "My final idea:",
        "__Final Idea:__",
        "***Final Idea:***",
        "### Final Idea\n",
        "## **Final Idea**\n",
        "**Final Idea**\n\n",
        "Final Idea\n",
        "> ### Final Idea:\n",
        "#### Final Idea ####\n",
        "**Final Idea (97 words):**",
        "**Final Idea** (97 words):",
        '"Final Idea:"\n**Final Idea:**',
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


def test_an_idea_may_be_quoted():
    """Quotes around it go; around mark and idea together they make no quotation of the mark."""
    assert read(f'Hm. "**Final Idea:** {IDEA}"', "reasoning").text == f'{IDEA}"'
    assert read(f'Hm. Final Idea:"{IDEA}"', "reasoning").text == IDEA


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


def test_thoughts_are_no_part_of_an_idea():
    """Nor is a mark within them one."""
    assert read(f"<think>**Final Idea:** ferns</think>{IDEA}", "reasoning") == Idea(
        IDEA, len(IDEA.split()), False, None
    )
    assert read(f"<think>{words(900)}</think>\n{IDEA}").text == IDEA


@pytest.mark.parametrize("text", ["Count 10⁶ cells at 5 µm, H₂O², ½ and ﬁne…", "Zähle Moose – für 3 €", "苔の光"])
def test_an_idea_keeps_its_spelling(text):
    """Superscripts are no figures: 10⁶ is not 106."""
    assert read(text).text == text
    assert read(f"<think>hm</think>\r\nMoss.\r\n\r\n{text}").text == f"Moss.\n\n{text}"


def test_control_tokens_and_what_no_file_can_hold_are_taken_out():
    """What a server leaves of the turns is no idea."""
    assert read(f"<|im_start|>assistant\n{IDEA}<|im_end|>\nuser\nThanks").text == IDEA
    assert read("Moss\x00 at \ud83d night ²").text == "Moss at \ufffd night ²"


def test_another_form_is_refused():
    """With those that exist."""
    with pytest.raises(ValueError, match="form must be one of plain, reasoning, got 'cot'"):
        read(IDEA, "cot")


PIECES = st.sampled_from(
    [
        "final idea",
        "Final Idea:",
        "**",
        "### ",
        "\n",
        " ",
        '"',
        "(",
        ")",
        "<think>",
        "</think>",
        "moss",
        "²",
        "＜think＞",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)), st.sampled_from(FORMS))
def test_every_text_has_an_idea_or_a_reason(text, form):
    """An idea to be judged has words, can be written to a file, and is not longer than the answer."""
    idea = read(text, form)
    assert idea.n_words == len(idea.text.split())
    idea.text.encode()
    if idea.failure_reason is None:
        assert idea.n_words > 0
        assert idea.n_words <= 200 or (form == "reasoning" and not idea.marked)
    assert not (idea.marked and form == "plain")


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters="<[|")), st.sampled_from(FORMS))
def test_plain_text_is_its_own_idea(text, form):
    """Apart from outer white space."""
    idea = read(text, form)
    assert idea.marked or idea.text == text.strip()


@pytest.mark.parametrize(
    "piece", ["final idea ", "Final Idea: ", "** ", "final idea (", '"', "# ", "\n", "fin² ", "<a>"]
)
def test_hostile_text_is_read_to_an_end(piece):
    """Much of what begins like a mark."""
    text = hostile(piece)
    with reads_to_an_end():
        idea = read(text, "reasoning")
    assert idea.text in text
