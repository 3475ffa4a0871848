"""What is asked: the printed prompt and cue words, and how baselines answer it."""

import pytest

from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.card import load_card
from helm_creativity.benchmark.prompts import id_of_words, render
from helm_creativity.benchmark.types import Response
from helm_creativity.scenarios.story.baseline import baseline_response
from helm_creativity.scenarios.story.benchmark import HERE, SCORES, cue_sets
from helm_creativity.scenarios.story.parse import count_sentences, cue_coverage, read_story
from helm_creativity.task_types.semantic_integration import sentences


def prompt_of(protocol, cues):
    return render(HERE, id_of_words(HERE, protocol, "own"), words=", ".join(cues))


def test_the_printed_cue_words_are_used():
    """Four sets of low and three of high distance; a missing comma of the print joins no two of them."""
    low = ["stamp, letter, send", "belief, faith, sing", "petrol, diesel, pump", "year, week, embark"]
    high = ["gloom, payment, exist", "organ, empire, comply", "statement, stealth, detect"]
    for name, expected in (("low", low), ("high", high), ("both", low + high)):
        assert [", ".join(words) for _, words in cue_sets(name)] == expected
    assert [distance for distance, _ in cue_sets("both")] == ["low"] * 4 + ["high"] * 3
    as_python_reads_it = low[2] + low[3]
    assert len(as_python_reads_it.split(", ")) == 5
    assert any(
        "five words" in deviation and as_python_reads_it in deviation for deviation in load_card(HERE).deviations
    )


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("protocol", SCORES)
def test_baselines_tell_five_sentences_with_all_cues(strategy, protocol):
    """About other nouns than these, the same for the same seed."""
    for _, cues in cue_sets("both"):
        prompt = prompt_of(protocol, cues).text
        reply, again, other = (baseline_response(prompt, CHOOSERS[strategy]("builtin", seed)) for seed in (1, 1, 2))
        assert reply == again != other
        story = read_story(Response(reply, "stop"))
        assert (story.text, story.failure_reason) == (reply, None)
        assert len(sentences(reply)) == count_sentences(sentences(reply)) == 5
        assert cue_coverage(reply, cues) == 1
