"""Texts that are no answer have no score and cost no rating, in every benchmark of free text."""

import pytest
from support import chat, hostile
from support.given import scores_of
from support.judges import JUDGES, answered
from support.server import ChatServer

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.testing.loading import load_items, pilot_settings

PROSE = ("design_problems", "live_idea_bench", "macgyver", "metaphor", "scientific_thinking", "story")
PHRASES = ("aut",)
ANYTHING = ("hivemind", "novelty")
JUDGED = (*PROSE, *PHRASES, "novelty")
PER_KIND = 2
BY_CHANCE = "mashed keys"


"""Syllables may come of it."""


def kinds_for(name):
    """What is no answer to this benchmark, by kind."""
    kinds = hostile.everywhere()
    if name not in ANYTHING:
        kinds |= hostile.without_words()
    if name in PROSE:
        kinds |= hostile.without_sentences()
    return {kind: texts for kind, texts in kinds.items() if kind != BY_CHANCE}


@pytest.mark.parametrize("name", [*PROSE, *PHRASES, *ANYTHING])
def test_no_text_that_is_no_answer_has_a_score(name):
    benchmark = get_benchmark(name)
    settings = pilot_settings(benchmark)
    item = load_items(benchmark, settings)[0]
    texts = [text for texts in kinds_for(name).values() for text in texts[:PER_KIND]]
    samples = [
        Sample(Response(text, "stop"), {**item.fields, "trial": trial, "annotations": {}})
        for trial, text in enumerate(texts)
    ]
    scores = scores_of(benchmark, settings, samples)
    wrong = [text[:80] for text, score in zip(texts, scores, strict=True) if score.score is not None]
    assert wrong == []
    assert {score.failure_reason for score in scores} == {FailureReason.IMPLAUSIBLE}


@pytest.mark.parametrize("name", JUDGED)
def test_no_judge_is_asked_about_it(name, tmp_path, monkeypatch):
    item = load_items(get_benchmark(name), pilot_settings(get_benchmark(name)))[0]
    with ChatServer({"good": JUDGES["good"]}) as server:
        chat.deploy(monkeypatch, server.url, ["good"])
        annotator = CreativityAnnotator(chat.auto_client(tmp_path), name, judges="chat/good", design="all")
        for trial, texts in enumerate(kinds_for(name).values()):
            annotator.annotate(answered(texts[0], item=item.id, trial=trial, fields=dict(item.fields)))
        assert server.bodies == []
