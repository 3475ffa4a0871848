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

PROSE = (
    *("captions", "design_briefs", "design_problems", "live_idea_bench", "macgyver", "metaphor", "puns"),
    *("scientific_thinking", "story"),
)
ANYTHING = ("hivemind", "novelty")
PER_KIND = 2


def wrong_texts(name):
    """What is no answer to this benchmark, by kind; of mashed keys syllables may come."""
    kinds = hostile.everywhere() | (hostile.without_words() if name not in ANYTHING else {})
    kinds |= hostile.without_sentences() if name in PROSE else {}
    return [texts[:PER_KIND] for kind, texts in kinds.items() if kind != "mashed keys"]


def first_item(name):
    benchmark = get_benchmark(name)
    return load_items(benchmark, pilot_settings(benchmark))[0]


@pytest.mark.parametrize("name", [*PROSE, "aut", *ANYTHING])
def test_no_text_that_is_no_answer_has_a_score(name):
    benchmark, fields = get_benchmark(name), first_item(name).fields
    texts = [text for of_kind in wrong_texts(name) for text in of_kind]
    samples = [
        Sample(Response(text, "stop"), {**fields, "trial": trial, "annotations": {}})
        for trial, text in enumerate(texts)
    ]
    scores = scores_of(benchmark, pilot_settings(benchmark), samples)
    assert [text[:80] for text, score in zip(texts, scores, strict=True) if score.score is not None] == []
    assert {score.failure_reason for score in scores} == {FailureReason.IMPLAUSIBLE}


@pytest.mark.parametrize("name", [*PROSE, "aut", "novelty"])
def test_no_judge_is_asked_about_it(name, tmp_path, monkeypatch):
    item = first_item(name)
    with ChatServer({"good": JUDGES["good"]}) as server:
        chat.deploy(monkeypatch, server.url, ["good"])
        annotator = CreativityAnnotator(chat.auto_client(tmp_path), name, judges="chat/good", design="all")
        for trial, texts in enumerate(wrong_texts(name)):
            annotator.annotate(answered(texts[0], item=item.id, trial=trial, fields=dict(item.fields)))
        assert server.bodies == []
