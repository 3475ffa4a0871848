"""What is asked: the printed prompt and cue words, and how baselines answer it."""

import pytest

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.card import load_card
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.prompts import id_of_words, render
from helm_creativity.core.types import Response
from helm_creativity.families.rated.rubric import CREATIVITY
from helm_creativity.families.semantic_integration import sentences
from helm_creativity.judges.readings import read_one
from helm_creativity.scenarios.story.benchmark import HERE, PROTOCOLS, cue_sets
from helm_creativity.scenarios.story.parse import count_sentences, cue_coverage, read_story
from helm_creativity.scenarios.story.reference import baseline_response


def prompt_of(protocol, cues):
    return render(HERE, id_of_words(HERE, protocol, "own"), words=cues.text)


def test_the_printed_prompt_is_asked():
    """To the letter, the misprint included."""
    assert prompt_of("mctb2025", cue_sets("low")[0]).text == (
        "Please write a five-sentence creative story with the following three-word prompt: stamp, letter, send. Please "
        "include all three words, be creative and imaginative when writing the sort story. Do not write anything else, "
        "but the story."
    )


def test_the_printed_cue_words_are_used():
    """Four sets of low and three of high distance; a missing comma of the print joins no two of them."""
    low = ["stamp, letter, send", "belief, faith, sing", "petrol, diesel, pump", "year, week, embark"]
    high = ["gloom, payment, exist", "organ, empire, comply", "statement, stealth, detect"]
    assert [cue_set.text for cue_set in cue_sets("low")] == low
    assert [cue_set.text for cue_set in cue_sets("high")] == high
    assert [cue_set.text for cue_set in cue_sets("both")] == low + high
    assert [cue_set.name for cue_set in cue_sets("both")] == ["low"] * 4 + ["high"] * 3
    as_python_reads_it = low[2] + low[3]
    assert len(as_python_reads_it.split(", ")) == 5
    assert any(
        "five words" in deviation and as_python_reads_it in deviation for deviation in load_card(HERE).deviations
    )


def test_our_prompt_asks_neither_for_creative_nor_for_effective_stories():
    """The instruction does."""
    text = prompt_of("agc2026", cue_sets("high")[0]).text.lower()
    assert "gloom, payment, exist" in text
    assert "five sentences" in text
    assert not {"creative", "imaginative", "effective", "original"} & set(text.replace(",", "").split())


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_baselines_tell_five_sentences_with_all_cues(strategy, protocol):
    """About other nouns than these, the same for the same seed."""
    for cues in cue_sets("both"):
        prompt = prompt_of(protocol, cues).text
        reply, again, other = (baseline_response(prompt, CHOOSERS[strategy]("builtin", seed)) for seed in (1, 1, 2))
        assert reply == again != other
        story = read_story(Response(reply, "stop"))
        assert (story.text, story.failure_reason) == (reply, None)
        assert len(sentences(reply)) == count_sentences(sentences(reply)) == 5
        assert cue_coverage(reply, cues.words) == 1


def test_baselines_leave_other_prompts_to_others():
    """And the lexical judge rates what the rated benchmarks ask."""
    chooser = CHOOSERS["random"]("builtin", 1)
    assert baseline_response("Tell me a story.", chooser) is None
    assert baseline_response(render(HERE, "mctb2025", words="a, b, c").text[:-9], chooser) is None
    question = CREATIVITY.question(task="Write a story.", response="The stamp was lost.").user
    (reading,) = read_one(CREATIVITY, Response(lexical_rating(get_benchmark("story"), question), "stop"), ()).values()
    assert reading.missing is None
    assert lexical_rating(get_benchmark("story"), prompt_of("agc2026", cue_sets("low")[0]).text) is None
