"""A turn as the model wrote it, for a conversation that goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.parsing.turns import own_turn, whole_turn


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
