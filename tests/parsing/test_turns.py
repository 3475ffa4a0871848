"""What a model wrote itself: its reasoning goes, marked answers stay, and nobody sees what is invisible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.parsing.turns import as_written, own_turn, strip_thoughts, thoughts, whole_turn


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ('Here.\n<answer>{"1": []}</answer>\nThat is all.', 'Here.\n<answer>{"1": []}</answer>\nThat is all.'),
        ("<think>hm</think>\n<answer>10⁶</answer>", "<answer>10⁶</answer>"),
        ("hm</think> <answer>x</answer>", "<answer>x</answer>"),
        ("<answer>a</answer> <answer>b</answer>", "<answer>a</answer> <answer>b</answer>"),
        ("<|im_start|>assistant\nyes<|im_end|>\n<|im_start|>user\nno", "yes"),
        ("<think>still at it", ""),
        ("\ud83d \x00x", "\ufffd x"),
        (" \n ", ""),
    ],
)
def test_what_the_model_wrote(text, turn):
    """With its answer tags and its spelling; without thoughts, control tokens and the other side's turn."""
    assert whole_turn(text) == turn


@given(st.text("<>/ab \n\x00|", max_size=30) | st.text(max_size=30))
def test_laws_of_a_turn(text):
    """It can be encoded, says nothing twice, and is silent where there was no turn."""
    turn = whole_turn(text)
    assert turn.encode().decode() == turn == turn.strip()
    assert "\x00" not in turn
    assert turn or not own_turn(text)


@pytest.mark.parametrize(
    "mark", ["\u200b", "\u200d", "\u200e", "\u202e", "\u2066", "\u00ad", "\u061c", "\ufeff", "\x00"]
)
def test_what_nobody_sees_is_no_part_of_a_turn(mark):
    """Within words, tags and control tokens, in every spelling of the turn."""
    text = "<think>hm</think>\n**Ten** cells: 10⁶ — né.<|im_end|>\nuser: more"
    sprinkled = mark.join(text)
    for read in (own_turn, as_written, whole_turn):
        assert read(sprinkled) == read(text)
    assert as_written(mark.join("10⁶ né")) == "10⁶ né"


FAMILIES = {
    **{tag: (f"<{tag}>", f"</{tag}>") for tag in ("think", "thinking", "thought", "thoughts", "reasoning", "Thinking")},
    "Gemma 4": ("<|channel>thought\n", "<channel|>"),
    "Command A": ("<|START_THINKING|>", "<|END_THINKING|>"),
    "Apertus": ("<|inner_prefix|>", "<|inner_suffix|>"),
    "OpenThinker": ("<|begin_of_thought|>", "<|end_of_thought|>"),
    "LongCat": ("<longcat_think>", "</longcat_think>"),
    "Kimi": ("◁think▷", "◁/think▷"),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_control_tokens_around_thoughts(family):
    """Those of a family's chat template, where the server leaves them in the text; thoughts may be empty or open."""
    opening, closing = FAMILIES[family]
    assert own_turn(f"{opening}cat{closing}dog") == as_written(f"{opening}cat{closing}\ndog") == "dog"
    assert own_turn(f"cat{closing}dog") == own_turn(f"{opening}{closing}dog") == "dog"
    assert own_turn(f"{opening}cat, dog") == ""
    assert thoughts(f"{opening}cat{closing}dog") == "cat"


@pytest.mark.parametrize(
    "text",
    [
        "<|turn>model\n<|channel>thought\nhm<channel|>dog<turn|>\n<|turn>user\nMore",
        "<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>dog<|END_RESPONSE|>",
        "<|begin_of_thought|>hm<|end_of_thought|>\n\n<|begin_of_solution|>dog<|end_of_solution|>",
        "Here are my reasoning steps:\nhm\n[BEGIN FINAL RESPONSE]\ndog\n[END FINAL RESPONSE]\n<|end|>",
    ],
)
def test_control_tokens_around_a_response(text):
    """Those that mark where it begins and ends."""
    assert own_turn(text) == as_written(text) == "dog"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("cat, dog", "cat, dog"),
        ("  cat\n", "cat"),
        ("<think>\n\n</think>\n\ncat", "cat"),
        ("<think>a</think>cat<think>b</think>dog", "cat\ndog"),
        ("<think><think>a</think>cat", "cat"),  # opened by the prompt and by the model
        ("<think>a<think>b</think>c</think>cat", "cat"),
        ("cat<think>a</think>b</think>dog", "dog"),
        ("the tag </think> is explained</think>cat", "cat"),
        ("cat, dog<think>is that all?", ""),
        ("cat, dog</think>", ""),
        ("[THINK]a[/THINK]cat", "cat"),
        ("[think]", "[think]"),  # a word in brackets
        ("<thinker>cat", "<thinker>cat"),
        ("a thought, a reasoning, an answer", "a thought, a reasoning, an answer"),
        ("so <answer>cat</answer>.", "cat"),
        ("<ANSWER>cat</Answer>", "cat"),
        ("<answer>dog</answer> or <answer>cat</answer>", "cat"),
        ("<answer>cat", "cat"),  # the closing tag is the stop sequence
        ("cat</answer>", "cat"),  # the opening tag is part of the prompt
        ("dog</answer>cat</answer>", "cat"),
        ("<think><answer>dog</answer></think><answer>cat</answer>", "cat"),
        ("<think>is it <answer>dog</answer>?", ""),
        ("<answer>dog</answer><answer></answer>", ""),
        ("<th<think>a</think>ink>cat", "<th\nink>cat"),  # no tag arises from two halves
    ],
)
def test_what_remains_of_a_reply(text, answer):
    """The reasoning goes and the marked answer stays."""
    assert strip_thoughts(text) == answer


PIECES = st.sampled_from(
    ["<think>", "</think>", "<answer>", "</answer>", "<th", "ink>", "[THINK]", "cat", " ", "\n", "<", ">"]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_stripping_twice_changes_nothing(text):
    """What is left holds no thoughts and no marks."""
    once = strip_thoughts(text)
    assert strip_thoughts(once) == once
    assert "<think>" not in once
    assert "</answer>" not in once


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Assistant: fire", "fire"),
        ("**Assistant:** fire", "fire"),
        ("fire\n\nUser: And now?\nAssistant: ice", "fire"),
        ("fire\n\n**Human:** And now?", "fire"),
        ("<think>User: hm</think>fire", "fire"),
        ("<answer>fire</answer>\n\nUser: More.\nAssistant: <answer>ice</answer>", "fire"),
        ("The User: a novel", "The User: a novel"),
        ("“Stop.”\nHuman: I cannot.", "“Stop.”\nHuman: I cannot."),
    ],
)
def test_turns_marked_by_a_label(text, own):
    """The writer's own label goes, and so does what an invented other side says in a paragraph of its own."""
    assert own_turn(text) == as_written(text) == own


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("<think>a</think>b", "a"),
        ("a</think>b", "a"),
        ("<think>a</think>b</think>c", "a\nb"),
        ("<think>a</think>b<think>c", "a\nc"),
        ("<think>a<think>b</think>c", "a\nb"),
        ("<|channel|>analysis<|message|>a<|end|><|channel|>final<|message|>b", "analysis\na"),
        ("b", ""),
        ("<think></think>b", ""),
    ],
)
def test_what_the_model_thought(text, inside):
    """Without tags; what stands before a closing tag alone, and behind an opening one, is thought."""
    assert thoughts(text) == inside


@given(st.text("ab\n ", max_size=9), st.text("ab\n ", max_size=9))
def test_thoughts_and_response_part_a_text(before, response):
    """Nothing is in both, and nothing is lost but white space."""
    text = f"<think>{before}</think>{response}"
    assert thoughts(text) == before.strip()
    assert strip_thoughts(text) == response.strip()
    assert thoughts(response) == ""


def test_many_closing_tags_take_no_long_time():
    """Linear in the length: 300,000 parts."""
    assert thoughts("a</think>" * 300_000).count("a") == 300_000
