"""Which model is which."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.results.published_scores import match_models, read_published_scores

PAPER = read_published_scores("schapiro2026")


@pytest.mark.parametrize(
    ("name", "model", "why"),
    [
        ("openai/gpt-4o-2024-08-06", "gpt-4o", "without its date"),
        ("anthropic/claude-3-5-haiku-20241022", "claude-3-5-haiku", "without its date"),
        ("openai/gpt-4.1-2025-04-14", "gpt-4-1", "without its date"),
        ("google/gemini-2.0-flash-001", "gemini-2-0-flash-001", ""),
        ("mistralai/mistral-large-2407", "mistral-large-2407", ""),
        ("deepseek-ai/deepseek-chat-v3-0324", "deepseek-chat-v3-0324", ""),
        ("meta/llama-3.1-8b-instruct-turbo", "llama-3-1-8b-instruct", "quantised by the host"),
        ("mistralai/open-mistral-nemo-2407", "mistral-nemo", "full name"),
        ("anthropic/claude-3.7-sonnet:thinking", "claude-3-7-sonnet_thinking", ""),
        ("openai/gpt-4o-2024-11-20", "gpt-4o", "without its date"),
        ("qwen/qwen2.5-coder-32b-instruct", "qwen-2-5-coder-32b-instruct", "another spelling"),
    ],
)
def test_names_that_stand_for_a_model(name, model, why):
    found = match_models([name], PAPER)
    assert found.models == {name: model}
    assert found.taken_as == ((f"{name} as {model} ({why})",) if why else ())


@pytest.mark.parametrize(
    "name",
    [
        "openai/o3-2025-04-16-high-reasoning-effort",
        "google/gemini-2.5-flash-preview-04-17",
        "mistralai/mistral-large-2402",
        "deepseek-ai/deepseek-r1-0528",
        "openai/gpt-4o-2024-13-06",
        "openai/gpt-4o-audio-preview-2024-10-01",
        "meta/llama-3.1-8b",
        "anthropic/claude-3-7-sonnet-20250219-dspy-zs-cot",
        "openai/gpt",
        "",
    ],
)
def test_names_that_stand_for_none(name):
    assert match_models([name], PAPER) == ({}, (), (name,), (), ())


def test_two_names_of_one_model_are_both_left_out():
    """It is unknown which of them the paper tested; every name of the paper is its own, behind a host's name too."""
    names = ["openai/gpt-4o-2024-05-13", "openai/gpt-4o-2024-08-06", "openai/gpt-5-2025-08-07"]
    found = match_models(names, PAPER)
    assert (found.models, found.unmatched) == ({names[2]: "gpt-5"}, ())
    assert found.ambiguous == (f"gpt-4o: {names[0]}, {names[1]}",)
    assert match_models(["a/gpt-5", "b/gpt-5"], PAPER).ambiguous == ("gpt-5: a/gpt-5, b/gpt-5",)
    hosted = {f"host/{model}": model for model in PAPER.models}
    assert match_models(list(hosted), PAPER) == (hosted, (), (), (), ())


def test_the_plain_name_counts_before_others():
    """And the others give way, which is reported: they are no strangers to the paper."""
    found = match_models(["meta/llama-3.1-8b-instruct-turbo", "meta/llama-3.1-8b-instruct"], PAPER)
    assert found.models == {"meta/llama-3.1-8b-instruct": "llama-3-1-8b-instruct"}
    assert found.taken_as == ()
    assert found.unmatched == ()
    assert found.gave_way == (
        "meta/llama-3.1-8b-instruct-turbo to meta/llama-3.1-8b-instruct as llama-3-1-8b-instruct",
    )


@given(st.lists(st.sampled_from([*PAPER.models, *PAPER.also_called, "x/other", "gpt-4o-2024-05-13"]), unique=True))
def test_every_name_is_accounted_for(names):
    """Matched, unmatched, ambiguous or given way, and no model twice."""
    found = match_models(names, PAPER)
    ambiguous = [name for line in found.ambiguous for name in line.partition(": ")[2].split(", ")]
    gave_way = [line.partition(" to ")[0] for line in found.gave_way]
    assert sorted([*found.models, *found.unmatched, *ambiguous, *gave_way]) == sorted(names)
    assert len(set(found.models.values())) == len(found.models)
    assert set(found.models.values()) <= set(PAPER.models)
