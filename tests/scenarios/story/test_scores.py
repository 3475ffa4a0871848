"""Outcomes of stories: submetrics, reasons, runs, and vectors in context."""

from itertools import combinations

import numpy as np
import pytest
from support.agc_human import agc_human  # noqa: F401 - a fixture
from support.encoders import mean_over_pairs, plain_vectors, tiny_bert
from support.given import given as replies_given
from support.scoring import Scoring
from support.stories import STORIES

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.story.benchmark import StorySettings
from helm_creativity.scenarios.story.scoring import lempel_ziv
from helm_creativity.task_types import semantic_integration
from helm_creativity.task_types.semantic_integration import (
    IntegrationVectors,
    bare,
    content_words,
    find_vectors,
    sentences,
)


@pytest.fixture(scope="session")
def bert(tmp_path_factory):
    """Name of a BERT of eight layers with random weights, as run entries have it."""
    return f"bert:{tiny_bert(tmp_path_factory.mktemp('models') / 'tiny-bert')}"


CUES, STORY = next(iter(STORIES.items()))


def asked(text=STORY, cues=CUES, cue_set="low", ratings=()):
    """An answer to the prompt with ``cues``, rated by one judge each if at all."""
    replies = [JudgeReply(f"j{i}", "creativity", "", {"creativity": ParsedRating(n)}) for i, n in enumerate(ratings)]
    return Sample(Response(text, "stop"), {"cues": [*cues], "cue_set": cue_set, "annotations": replies_given(*replies)})


def scorer_of(protocol, embedding="builtin", prompts="own"):
    values = {"protocol": protocol, "embedding": embedding, "prompts": prompts, "judges": "j0+j1"}
    return Scoring(get_benchmark("story"), StorySettings(**{"protocol": "mctb2025", **values}))


@pytest.fixture
def scorer():
    return scorer_of("mctb2025")


@pytest.mark.parametrize(("cues", "story"), STORIES.items())
def test_a_story_as_asked_is_best_in_all_that_can_be_checked(scorer, cues, story):
    (found,) = scorer.score([asked(f"**A Title**\n\n{story}", cues)])
    assert (found.submetrics["cue_coverage"], found.submetrics["five_sentences"]) == (1, 1)
    assert found.submetrics["sentence_count"] == 5
    assert found.submetrics["words"] == len(story.split())
    assert found.submetrics["lempel_ziv"] == lempel_ziv(story)
    assert found.score == found.submetrics["dsi"] > 0.5
    assert found.submetrics["creativity"] is None
    assert found.details == {"scored_story": story}
    (longer,) = scorer.score([asked(f"{story} It ended.", cues)])
    assert (longer.submetrics["sentence_count"], longer.submetrics["five_sentences"]) == (6, 0)


def test_judges_score_where_they_are_asked_to():
    row = asked(ratings=[20, 35])
    (found,) = scorer_of("agc2026").score([row])
    (beside,) = scorer_of("mctb2025").score([row])
    assert found.score == found.submetrics["creativity"] == beside.submetrics["creativity"] == 27.5
    assert beside.score == found.submetrics["dsi"]


@pytest.mark.usefixtures("agc_human")
@pytest.mark.parametrize(("words", "reason"), [((0, 0, 1), FailureReason.OFF_TASK), ((0, 1), FailureReason.UNJUDGED)])
def test_what_most_judges_take_for_no_story_is_off_the_task(words, reason):
    ratings = [{"valid": ParsedRating(value)} for value in words]
    replies = [JudgeReply(f"j/{n}", "validity", "", valid, counts=True) for n, valid in enumerate(ratings)]
    row = Sample(asked().response, {"cues": CUES, "annotations": replies_given(*replies)})
    (found,) = scorer_of("agc2026", prompts="authors").score([row])
    assert (found.score, found.failure_reason) == (None, reason)
    assert found.submetrics["dsi"] is not None


def test_words_without_context_are_compared_in_pairs(scorer):
    """The known content words, as often as they occur, a word and its repetition at distance 0."""
    text = "The stamp hid a river; the river, xqzzy, hid the stamp."
    known = [word for word in content_words(text) if builtin().knows([word])[0]]
    assert sorted(known) == ["hid", "hid", "river", "river", "stamp", "stamp"]
    x, lemmas = builtin().embed(known).vectors, list(map(builtin().lemma, known))
    pairs = combinations(range(len(known)), 2)
    slow = np.mean([0 if (lemmas[i] or known[i]) == (lemmas[j] or known[j]) else 1 - x[i] @ x[j] for i, j in pairs])
    assert scorer.score([asked(text)])[0].score == pytest.approx(slow, abs=1e-6)


@pytest.mark.parametrize("step", [1, 100])
def test_words_in_context_are_those_of_the_definition(bert, monkeypatch, step):
    """Sentences by Punkt, punctuation deleted, layers 6 and 7, all pairs; however many are encoded at once."""
    monkeypatch.setattr(semantic_integration, "STEP", step)
    stories = ["The cat, a dog? Mr. Ox sat down. It ended, well-fed!", "A dog. A dog."]
    scores = scorer_of("mctb2025", bert).score([asked(story) for story in stories])
    folder = semantic_integration.find_embedding_spec(bert).model.folder()
    for found, story in zip(scores, stories, strict=True):
        plain = plain_vectors(folder, [bare(sentence) for sentence in sentences(story)], (6, 7))
        assert found.score == pytest.approx(mean_over_pairs(plain), abs=1e-6)


def test_a_text_has_the_mean_of_its_pieces_in_context(bert):
    texts = ["The cat, a dog? Mr. Ox sat down.", "?!", "A dog. A dog."]
    found, known = IntegrationVectors(bert, (6, 7)).embed(texts)
    assert known == [True, False, True]
    assert not found[1].any()
    folder = semantic_integration.find_embedding_spec(bert).model.folder()
    for place in (0, 2):
        plain = plain_vectors(folder, [bare(sentence) for sentence in sentences(texts[place])], (6, 7))
        total = sum(np.asarray(piece, np.float64) / np.linalg.norm(piece) for piece in plain)
        assert found[place] == pytest.approx(total / np.linalg.norm(total), abs=1e-6)


def test_vectors_are_named_by_embedding_and_layers(bert, home):
    """In any order of the layers; those of BERT are its sixth and seventh by default."""
    assert find_vectors() == IntegrationVectors("bert-large-uncased", (6, 7))
    assert find_vectors(bert, "8+1").layers == (1, 8)
    named = StorySettings(protocol="mctb2025", embedding=bert, layers="8+1").name_parts
    assert (named["embedding"], named["layers"]) == ("bert-tiny-bert", "1+8")
    assert find_vectors(bert, 3).layers == (3,)
    with pytest.raises(BadArguments, match="expected layers from 0 to 8, got 9"):
        get_benchmark("story").settings(embedding=bert, layers=9)
    assert "layers" not in StorySettings(protocol="mctb2025", embedding="builtin").name_parts
    assert StorySettings(protocol="mctb2025").vectors == find_vectors()
    assert find_vectors().compared == {
        "embedding": "bert-large-uncased@rev:6da4b6a26a18/1024d/layers6+7/50tokens",
        "sentences": "punkt-untrained",
    }
    assert set(find_vectors("builtin").compared) == {"embedding", "words"}


def test_a_run_tells_near_cues_from_distant_ones(scorer):
    """Means over the stories that have a DSI."""
    stories = list(STORIES.values())
    run = scorer.run([asked(), asked(stories[1]), asked("Stamp."), asked(stories[5], cue_set="high")])
    assert run.of_run["dsi_low"] == pytest.approx((run.scores[0].score + run.scores[1].score) / 2)
    assert run.of_run["dsi_high"] == pytest.approx(run.scores[3].score)
    assert scorer.run([asked()]).of_run["dsi_high"] is None
