"""Reasoning before an answer, and marked answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.parsing import strip_thoughts

TAGS = ["think", "thinking", "thought", "thoughts", "reasoning", "THINK", "Thinking"]


@pytest.mark.parametrize("tag", TAGS)
def test_every_spelling_of_the_tag(tag):
    """Thoughts go under every name, closed, closed only, and never closed."""
    assert strip_thoughts(f"<{tag}>cat</{tag}>dog") == "dog"
    assert strip_thoughts(f"cat</{tag}>dog") == "dog"
    assert strip_thoughts(f"<{tag}>cat, dog") == ""


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


pieces = st.sampled_from(
    ["<think>", "</think>", "<answer>", "</answer>", "<th", "ink>", "[THINK]", "cat", " ", "\n", "<", ">"]
)


@given(st.lists(pieces, max_size=25).map("".join))
def test_stripping_twice_changes_nothing(text):
    """What is left holds no thoughts and no marks."""
    once = strip_thoughts(text)
    assert strip_thoughts(once) == once
    assert "<think>" not in once
    assert "</answer>" not in once


@given(
    st.text(alphabet=st.characters(exclude_characters="<>[]")),
    st.text(alphabet=st.characters(exclude_characters="<>[]")),
)
def test_only_what_follows_the_thoughts_remains(thoughts, answer):
    """The answer does not depend on what was thought."""
    assert strip_thoughts(f"<think>{thoughts}</think>{answer}") == answer.strip()
