"""What is asked about an answer, of the model and of its judges, and what is kept of it."""

import json
import time
from ast import literal_eval
from collections import Counter
from dataclasses import replace

import pytest
from helm.common.request import GeneratedOutput
from support import chat
from support.create import FIELDS, QUERY, TARGET, judged_response, replayed_response, scorer, stated, via
from support.given import abouts, n_readings, noted
from support.judges import REFUSAL, answered
from support.server import ChatServer, failure, reply

from helm_creativity.clients.request_states import samples_in
from helm_creativity.core.prompts import render
from helm_creativity.core.ratings import MissingReason
from helm_creativity.core.transcripts import FOLLOW_UPS, transcript_in
from helm_creativity.core.types import FailureReason, Response, Sample
from helm_creativity.helm_plugin.annotator import CreativityAnnotator
from helm_creativity.scenarios.create.benchmark import HERE, ITERATIVE, first_prompt
from helm_creativity.scenarios.create.parse import text_for_judges

FIRST = first_prompt("original", TARGET, QUERY).text
THREE = [via("alder"), via("birch"), via("cedar")]
ANSWER = stated(*THREE)
SIZES = {"alder": 5, "birch": 50, "cedar": 200}


def asked_about(prompt):
    """The triples of the path in a question to judges, and whether their classes are asked."""
    return literal_eval(prompt.rpartition("Path: ")[2]), prompt.startswith("Goal:")


def good(call):
    """All are facts; the first triple's class has the size of its stop."""
    triples, sizes = asked_about(call.prompt)
    if sizes:
        of_each = [SIZES.get(triples[0][2], 1000), *[1] * (len(triples) - 1)]
        return reply(json.dumps([{"explanation": "so", "judgment": size} for size in of_each]))
    return reply(json.dumps({"explanation": "so", "judgments": ["not hallucinated"] * len(triples)}))


def short(call):
    """One judgement too few."""
    triples, sizes = asked_about(call.prompt)
    judgements = [1] * (len(triples) - 1) if sizes else ["not hallucinated"] * (len(triples) - 1)
    return reply(
        json.dumps([{"judgment": judgement} for judgement in judgements] if sizes else {"judgments": judgements})
    )


def again(call):
    """The candidate, asked once more: other paths each time, and one that was there before."""
    stop = ["dogwood", "elder", "rowan", "hazel"][call.number % 4]
    return reply(stated(via(stop), via("alder")))


BEHAVIOURS = {
    "good": good,
    "short": short,
    "garbage": lambda call: reply("Bananas are yellow."),
    "silent": lambda call: reply(None),
    "down": lambda call: failure(500),
    "candidate": again,
    "broken": lambda call: failure(400),
    "refuses": lambda call: reply(REFUSAL),
}


@pytest.fixture(scope="module")
def _server():
    with ChatServer(dict(BEHAVIOURS)) as one:
        yield one


@pytest.fixture
def server(_server, monkeypatch):
    """As new, without waiting, and its behaviours are deployments ``chat/<name>``."""
    _server.calls.clear()
    _server.bodies.clear()
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    chat.deploy(monkeypatch, _server.url, list(BEHAVIOURS))
    return _server


@pytest.fixture
def annotator(server, tmp_path):
    """One of a panel that asks everything, under the paper's protocol by default."""

    def make(*judges, **settings):
        panel = {"judges": "+".join(f"chat/{judge}" for judge in judges or ["good"]), "judge_max_tokens": 99}
        return CreativityAnnotator(chat.auto_client(tmp_path), benchmark="create", **panel, **settings)

    return make


def state(text=ANSWER, model="candidate", prompt=FIRST, **more):
    """One answer to the query, by a model with settings of its own."""
    one = answered(text, model=f"chat/{model}", item="ada", fields=dict(FIELDS), **more)
    return replace(one, request=replace(one.request, prompt=prompt, temperature=0.7, max_tokens=321))


def annotated(one, asked):
    """The state with its annotation, through JSON as HELM writes it."""
    return replace(asked, annotations={FOLLOW_UPS: json.loads(json.dumps(one.annotate(asked)))})


def sample_of(asked):
    """Its one response."""
    (sample,) = samples_in(asked)
    return sample


def replies(annotation):
    """The judges'."""
    return noted({FOLLOW_UPS: annotation})


def turns(annotation):
    """What came of the further requests to the model."""
    return transcript_in({FOLLOW_UPS: annotation}).turns


def bodies(server, name):
    return [body for body in server.bodies if body["model"] == name]


def questions(server, name):
    """What a judge was asked, in order."""
    return [body["messages"][-1]["content"] for body in bodies(server, name)]


def test_judges_get_both_questions_about_every_valid_path(annotator, server):
    """D.1 and D.2 as they are printed, with the path in lower case; nothing about an invalid one, or the model."""
    text = stated(via("Alder"), via("birch", end="doctor"), via("birch", "cedar"), via("alder"))
    annotation = annotator("good").annotate(state(text))
    found = replies(annotation)
    expected = [
        render(HERE, form, path=path).text
        for path in (
            "[('ada lovelace', 'knows', 'alder'), ('alder', 'occupation', 'engineer')]",
            "[('ada lovelace', 'knows', 'birch'), ('birch', 'knows', 'cedar'), ('cedar', 'occupation', 'engineer')]",
        )
        for form in ("strength", "factuality")
    ]
    assert questions(server, "good") == expected
    assert server.calls == {"good": 4}
    assert [(judge_reply.judge, judge_reply.rubric, judge_reply.about) for judge_reply in found] == [
        ("chat/good", name, about) for about in ("#1", "#3") for name in ("specificity", "factuality")
    ]
    assert (n_readings(found), annotation["error"], len(annotation["steps"])) == (4, "", 4)
    assert {(body["temperature"], body["max_tokens"]) for body in server.bodies} == {(0.0, 99)}


def test_parts_come_back_through_json(annotator):
    """Sizes and labels of each triple, from which quality is made."""
    answer = judged_response(sample_of(annotated(annotator("good"), state())))
    assert [path.sizes for path in answer.paths] == [((5, 1),), ((50, 1),), ((200, 1),)]
    assert [path.labels for path in answer.paths] == [((1, 1),)] * 3
    assert [path.quality() for path in answer.paths] == [5, 4, 3]


def test_the_program_asks_a_question_of_its_own(annotator, server):
    """In the same words, about every path that it takes for valid, the wrong end and the duplicate among them."""
    text = stated(via("alder"), via("birch", end="doctor"), via("alder"))
    found = replies(annotator("good", protocol="wadhwa2026_code").annotate(state(text)))
    assert [judge_reply.rubric for judge_reply in found] == ["specificity", "factuality_by_program"] * 3
    assert abouts(found) == ["#1", "#2", "#3"]
    assert server.calls == {"good": 4}  # HELM's cache answers about the duplicate


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("", {}),
        (REFUSAL, {}),
        ("<answer>{", {"finish": "length"}),
        ("<answer>{}</answer>", {}),
        (stated(via("alder", end="doctor")), {}),
    ],
)
def test_an_answer_without_valid_paths_is_not_sent(annotator, server, text, more):
    """Nothing was planned, so that nothing is missing."""
    annotation = annotator("good", "short").annotate(state(text, **more))
    assert (annotation["steps"], annotation["error"], server.calls) == ([], "", {})


@pytest.mark.parametrize("before", ["", "Be as creative as you can.\n\n"])
def test_iterative_goes_on_in_the_same_conversation(annotator, server, before):
    """Three messages, with the candidate's own settings, whatever stood before the first prompt."""
    text = f"<think>hm</think>\n{ANSWER}"
    one = annotated(annotator("good", form="iterative"), state(text, prompt=before + FIRST))
    (body,) = bodies(server, "candidate")
    assert body["messages"] == [
        {"role": "user", "content": before + FIRST},
        {"role": "assistant", "content": ANSWER},
        {"role": "user", "content": render(HERE, ITERATIVE, query=QUERY).text},
    ]
    assert (body["temperature"], body["max_tokens"]) == (0.7, 321)
    answer = judged_response(sample_of(one), form="iterative")
    assert [path.path[0].tail for path in answer.paths] == ["alder", "birch", "cedar", "dogwood", "alder"]
    assert [path.quality() for path in answer.paths] == [5, 4, 3, 2, None]
    # The path that both turns have is judged once.
    about = [path for path, _ in map(asked_about, questions(server, "good"))]
    assert Counter(map(str, about)) == {text_for_judges(path): 2 for path in [*THREE, via("dogwood")]}


@pytest.mark.parametrize("text", ["", REFUSAL, "<answer>{}</answer>"])
def test_iterative_tries_again_after_nothing(annotator, server, text):
    """As its prompt says; no judge is sent an empty message."""
    one = annotated(annotator("good", form="iterative"), state(text))
    (body,) = bodies(server, "candidate")
    assert all(message["content"].strip() for message in body["messages"])
    assert body["messages"][-1]["content"].endswith(render(HERE, ITERATIVE, query=QUERY).text)
    answer = judged_response(sample_of(one), form="iterative")
    assert (answer.failure_reason, len(answer.paths)) == (None, 2)


def test_resample_asks_the_same_again(annotator, server, tmp_path):
    """One less than are pooled, each with a place of its own in HELM's cache, so that a rerun asks nothing."""
    one = annotator("good", form="resample", responses=4)
    first = one.annotate(state())
    asked = bodies(server, "candidate")
    assert [body["messages"] for body in asked] == [[{"role": "user", "content": FIRST}]] * 3
    assert {(body["temperature"], body["max_tokens"]) for body in asked} == {(0.7, 321)}
    assert len(turns(first)) == len({turn["reply"] for turn in turns(first)}) == 3
    assert n_readings(replies(first)) == len(replies(first)) == 2 * 6
    before = dict(server.calls)
    assert annotator("good", form="resample", responses=4).annotate(state()) == first
    assert server.calls == before
    annotator("good", form="resample", responses=5).annotate(state())
    assert server.calls["candidate"] == 4


@pytest.mark.parametrize("form", ["iterative", "resample"])
def test_a_further_answer_that_failed_fails_the_pool(annotator, server, stops, form):
    """Fewer answers would be worth less. The first one and the error are kept, and no judge is paid for."""
    one = annotated(annotator("good", form=form, responses=2), state(model="broken"))
    (turn,) = turns(one.annotations[FOLLOW_UPS])
    assert (turn["failed"], turn["reply"]) == (True, "")
    assert "set to fail with 400" in turn["error"]
    by_paper, rows = scorer("wadhwa2026", stops, form=form, responses=2), [sample_of(one)]
    sample_scores = by_paper.score(rows)
    assert (sample_scores[0].score, sample_scores[0].failure_reason) == (None, FailureReason.FAILED)
    assert sample_scores[0].submetrics["valid_paths"] is None
    assert len(sample_scores[0].details["stated"]) == 3
    stats = by_paper.score_run(rows)
    assert (stats["further_answers"], stats["further_failed"], stats["judge_coverage"]) == (1, 1, None)
    assert "good" not in server.calls


def test_how_a_second_turn_was_sent_is_kept(annotator, monkeypatch):
    """As a conversation, or as one text; nothing of the kind where there is none."""
    notes = [annotator("good", form="iterative").annotate(state())]
    monkeypatch.setattr("helm_creativity.clients.follow_ups.takes_messages", lambda name: False)
    notes += [annotator("good", form=form).annotate(state()) for form in ("iterative", "original")]
    assert [[turn["conversation"] for turn in turns(note)] for note in notes] == [[True], [False], []]


def test_ratings_of_other_paths_do_not_count(annotator):
    """As where another version read other paths from the answer: they are not judged then."""
    sample = sample_of(annotated(annotator("good"), state(ANSWER)))
    assert all(path.judged for path in judged_response(sample).paths)
    others = Response(stated(THREE[0], via("elder"), THREE[2]), "stop")
    changed = replayed_response(Sample(others, sample.fields))
    assert [path.judged for path in changed.found.paths] == [True, False, False]
    assert {reading.missing for reply in changed.judge_replies[2:] for reading in reply.readings.values()} == {
        MissingReason.NOT_ASKED
    }
    assert n_readings(changed.judge_replies[2:]) == 2 * 2 * 2


def test_a_second_turn_that_refuses_leaves_the_first(annotator):
    """It brings no paths, and no failure."""
    answer = judged_response(
        sample_of(annotated(annotator(form="iterative"), state(model="refuses"))), form="iterative"
    )
    assert (len(answer.paths), answer.failure_reason, answer.pool.reasons[0]) == (3, None, None)
    assert answer.pool.reasons[1].value == "refused"


@pytest.mark.parametrize(
    ("judge", "reason"),
    [("garbage", "unparsable"), ("short", "unparsable"), ("silent", "empty"), ("down", "failed")],
)
def test_a_judge_that_does_not_judge_is_missing(annotator, stops, judge, reason):
    """Beside a good one, whose judgements count alone."""
    one = annotated(annotator("good", judge), state(ANSWER))
    found = noted(one.annotations)
    lost = [judge_reply for judge_reply in found if judge_reply.judge == f"chat/{judge}"]
    reasons = {reading.missing.value for judge_reply in lost for reading in judge_reply.readings.values()}
    assert len(lost) == 6
    assert reason in reasons <= {reason, "not_asked"}
    assert all(judge_reply.parts == () for judge_reply in lost)
    by_paper, rows = scorer("wadhwa2026", stops), [sample_of(one)]
    sample_scores = by_paper.score(rows)
    assert sample_scores[0].score == pytest.approx(9.32)
    assert by_paper.score_run(rows)["judge_coverage"] == 0.5


@pytest.mark.parametrize("judge", ["garbage", "short", "silent", "down"])
def test_without_a_judgement_an_answer_is_unjudged(annotator, stops, judge):
    """Not 0."""
    (sample_score,) = scorer("wadhwa2026", stops).score([sample_of(annotated(annotator(judge), state()))])
    assert (sample_score.score, sample_score.failure_reason.value, sample_score.submetrics["unjudged_paths"]) == (
        None,
        "unjudged",
        3,
    )


def test_a_model_is_not_its_own_judge(annotator, server):
    """And the annotation names it."""
    annotation = annotator("good", "candidate").annotate(state())
    found = replies(annotation)
    assert {judge_reply.judge for judge_reply in found} == {"chat/good"}
    assert (annotation["left_out"], "candidate" in server.calls) == (["chat/candidate"], False)


def test_several_answers_of_one_request_are_refused(annotator, server):
    """One annotation cannot hold ratings of them all; nothing raises, and no judge is asked."""
    two = [GeneratedOutput(text, 0.0, []) for text in (ANSWER, ANSWER)]
    found = annotator("good", form="iterative").annotate(state("", completions=two))
    assert "use num_trials= instead of num_outputs=" in found["error"]
    assert (found["steps"], server.calls) == ([], {})


def test_what_was_paid_for_stays_when_judging_breaks(annotator, server, monkeypatch):
    """The further answers, beside the error; the ratings that were planned are missing."""
    pooling = {"form": "resample", "responses": 3}
    one = annotator("good", **pooling)
    monkeypatch.setattr(one._driver._judges, "ask_about", lambda *_, **__: 1 / 0)
    asked = annotated(one, state())
    assert asked.annotations[FOLLOW_UPS]["error"] == "ZeroDivisionError: division by zero"
    assert (len(turns(asked.annotations[FOLLOW_UPS])), server.calls) == (2, {"candidate": 2})
    known = replayed_response(sample_of(asked), **pooling)
    assert len(known.found.responses) == 3
    assert n_readings(known.judge_replies) == 2 * 2 * 5
