"""What a model wrote itself: its reasoning goes, marked answers stay, and nobody sees what is invisible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.differences import differences
from support.replies import older

from helm_creativity.parsing.turns import as_written, own_turn, strip_thoughts, thoughts, whole_turn

READ = {"turn": whole_turn, "answer": strip_thoughts, "own": own_turn, "thoughts": thoughts}
FAMILIES = {
    **{tag: (f"<{tag}>", f"</{tag}>") for tag in ("think", "thinking", "thought", "thoughts", "reasoning", "Thinking")},
    "Gemma 4": ("<|channel>thought\n", "<channel|>"),
    "Command A": ("<|START_THINKING|>", "<|END_THINKING|>"),
    "Apertus": ("<|inner_prefix|>", "<|inner_suffix|>"),
    "OpenThinker": ("<|begin_of_thought|>", "<|end_of_thought|>"),
    "LongCat": ("<longcat_think>", "</longcat_think>"),
    "Kimi": ("◁think▷", "◁/think▷"),
}
INVISIBLE = ["\u200b", "\u200d", "\u200e", "\u202e", "\u2066", "\u00ad", "\u061c", "\ufeff", "\x00"]


@pytest.mark.parametrize("part", READ)
def test_what_the_model_wrote(part):
    """Its turn with tags, its answer, its turn without any, its thoughts; never control tokens or the other side's."""
    cases = [case for case in older("turns") if part in case]
    assert len(cases) >= 8
    assert differences([READ[part](case["text"]) for case in cases], [case[part] for case in cases]) == []
    if part == "own":
        assert [case["text"] for case in cases if as_written(case["text"]) != case["own"]] == []


@pytest.mark.parametrize("mark", INVISIBLE)
def test_what_nobody_sees_is_no_part_of_a_turn(mark):
    """Within words, tags and control tokens, in every spelling of the turn."""
    text = "<think>hm</think>\n**Ten** cells: 10⁶ — né.<|im_end|>\nuser: more"
    sprinkled = mark.join(text)
    for read in (own_turn, as_written, whole_turn):
        assert read(sprinkled) == read(text)
    assert as_written(mark.join("10⁶ né")) == "10⁶ né"


@pytest.mark.parametrize("family", FAMILIES)
def test_control_tokens_around_thoughts(family):
    """Those of a family's chat template, where the server leaves them in the text; thoughts may be empty or open."""
    opening, closing = FAMILIES[family]
    assert own_turn(f"{opening}cat{closing}dog") == as_written(f"{opening}cat{closing}\ndog") == "dog"
    assert own_turn(f"cat{closing}dog") == own_turn(f"{opening}{closing}dog") == "dog"
    assert own_turn(f"{opening}cat, dog") == ""
    assert thoughts(f"{opening}cat{closing}dog") == "cat"


@given(st.text("ab\n ", max_size=9), st.text("ab\n ", max_size=9))
def test_thoughts_and_response_part_a_text(before, response):
    """Nothing is in both, and nothing is lost but white space."""
    text = f"<think>{before}</think>{response}"
    assert (thoughts(text), strip_thoughts(text)) == (before.strip(), response.strip())
    assert thoughts(response) == ""


def test_all_of_many_thoughts_are_kept():
    """And nothing looks at all of them for each: 300,000 parts."""
    assert thoughts("a</think>" * 300_000).count("a") == 300_000
