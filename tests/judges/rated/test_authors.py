"""Rated benchmarks asked as AGC-Human was: items, prompts, the question whether it is an attempt, and the rubric."""

import pytest
from support import chat
from support.agc_human import ITEMS, agc_human  # noqa: F401 - a fixture
from support.authors_files import use_real_files
from support.given import scores_of
from support.judges import answered
from support.server import reply

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, Trial, transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.planned_requests import planned_requests
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.helm.annotator import CreativityAnnotator

HOW = ("neutral", "creative", "effective")
BENCHMARKS = {"design_problems": "design", "metaphor": "metaphor", "scientific_thinking": "sctt", "story": "story"}
FILES = ("agc2026-instructions", "agc2026-gate")


def settings_of(name, **values):
    benchmark = get_benchmark(name)
    more = {"protocol": "agc2026", "embedding": "builtin"} if name == "story" else {}
    return benchmark, benchmark.settings(judges="creativity/lexical-judge", **more, **values)


@pytest.mark.usefixtures("agc_human")
@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_authors_items_are_asked_in_their_words(name):
    """Five of them, with another whole prompt for each instruction, behind nothing; baselines know them."""
    prompts = {}
    for how in HOW:
        benchmark, settings = settings_of(name, instruction=how)
        items = list(benchmark.items(settings))
        texts = [ITEMS[BENCHMARKS[name]][number] for number in ((0, 1, 3, 6, 8) if name == "metaphor" else range(5))]
        assert all(text in item.prompt.text for text, item in zip(texts, items, strict=True))
        assert [item.fields["number"] for item in items] == list(range(5))
        assert settings.before_prompts.text == ""
        prompts[how] = [item.prompt.text for item in items]
        assert all(baseline_response(benchmark, text, CHOOSERS["random"]("builtin", 1)) for text in prompts[how])
    assert all(f"be {how}: " in text for how in ("creative", "effective") for text in prompts[how])
    assert len({text for texts in prompts.values() for text in texts}) == 15


@pytest.mark.parametrize("name", BENCHMARKS)
def test_without_the_files_the_way_to_them_is_said(name):
    """Before any request; in words of this package it runs all the same."""
    with pytest.raises(BadArguments, match="get it with `helm-creativity fetch agc-human`, or use prompts=own"):
        settings_of(name)
    benchmark, settings = settings_of(name, prompts="own")
    assert all(item.prompt.id.endswith("_own") for item in benchmark.items(settings)) == (name != "scientific_thinking")
    assert [rubric.name for rubric in benchmark.rubrics(settings)] == ["creativity"]


@pytest.mark.usefixtures("agc_human")
@pytest.mark.parametrize(
    ("words", "reason", "asked"),
    [
        *((("VALID", "VALID", "INVALID"), None, 6), (("INVALID", "VALID", "INVALID"), FailureReason.OFF_TASK, 3)),
        *((("INVALID", "?", "VALID"), None, 6), (("INVALID", "?", "INVALID"), FailureReason.OFF_TASK, 3)),
    ],
)
def test_what_most_judges_take_for_no_attempt_is_not_rated(tmp_path, server, serve, words, reason, asked):
    """Judges read the item, not the prompt, and a tie is for the response."""
    judge = lambda word: lambda call: reply(word if "VALID" in call.prompt else "30")  # noqa: E731
    names = ["first", "second", "third"]
    serve(**{name: judge(word) for name, word in zip(names, words, strict=True)})
    fields = {"item": "Hall 3 is", "number": 2}
    judges = "+".join(f"chat/{name}" for name in names)
    annotator = CreativityAnnotator(chat.auto_client(tmp_path), "metaphor", judges=judges)
    annotation = annotator.annotate(answered("a moth in a jazz club", item="agc-human-3", fields=fields))
    questions = [body["messages"][-1]["content"] for body in server.bodies]
    assert len(questions) == asked
    assert all("Hall 3 is" in text and "a moth in a jazz club" in text for text in questions)
    found = transcript_in({FOLLOW_UPS: annotation})
    assert (found.error, len(found.judge_replies)) == ("", asked)
    row = Sample(Response("a moth in a jazz club", "stop"), {**fields, "annotations": {FOLLOW_UPS: annotation}})
    (score,) = scores_of(get_benchmark("metaphor"), annotator.settings, [row])
    assert (score.score, score.failure_reason) == (None if reason else 30, reason)


SHA256 = {
    "design_problems": ["5812227e28fe", "3e2f1f2cf758", "43da82ea030e"],
    "metaphor": ["6eef8ae07e44", "24544cc83ed6", "7165b7682726"],
    "scientific_thinking": ["c2f85c050716", "34d2d2edb577", "9ce8108d3b19"],
    "story": ["7bc28d7a603d", "765398a4b799", "3990a1f11d0d"],
}


@pytest.mark.parametrize(("name", "sha256"), SHA256.items())
def test_the_real_prompts_are_the_authors(monkeypatch, name, sha256):
    """Of the first item, without an instruction, to be creative and to be effective."""
    short = BENCHMARKS[name]
    use_real_files(monkeypatch, *FILES, f"agc-human-items-{short}", f"agc2026-rubric-{short}")
    asked = [settings_of(name, instruction=how) for how in HOW]
    assert [next(iter(benchmark.items(settings))).prompt.sha256[:12] for benchmark, settings in asked] == sha256


@pytest.mark.usefixtures("agc_human")
@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_lexical_judge_knows_the_authors_questions(name):
    """So that a run with them needs no model; a plan asks both questions of a usual response."""
    benchmark, settings = settings_of(name)
    validity, creativity = benchmark.rubrics(settings)
    question = {"task": "a thing", "response": "A moth in a jazz club."}
    assert lexical_rating(benchmark, validity.question(**question).user) == "VALID"
    assert 10 <= int(lexical_rating(benchmark, creativity.question(**question).user)) <= 50
    usual, *others = planned_requests(benchmark, settings, Trial(Sample(None, {"item": "x", "cues": ["x"]}), "a"), 1)
    assert ([asked.step.rubric for asked in usual], others) == ([validity, creativity], [[], []])
