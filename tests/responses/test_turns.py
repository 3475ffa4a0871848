"""A turn as the model said it, for a conversation that goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.responses.turns import as_said, own_turn


@pytest.mark.parametrize(
    ("text", "said"),
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
def test_what_the_model_said(text, said):
    """With its answer tags and its spelling; without thoughts, control tokens and the other side's turn."""
    assert as_said(text) == said


@given(st.text("<>/ab \n\x00|", max_size=30) | st.text(max_size=30))
def test_laws_of_a_turn(text):
    """It can be encoded, says nothing twice, and is silent where there was no turn."""
    said = as_said(text)
    assert said.encode().decode() == said == said.strip()
    assert "\x00" not in said
    assert said or not own_turn(text)
