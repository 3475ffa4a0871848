"""What the model and its judges are asked because of a response, and what is kept of it."""

from itertools import permutations

import pytest
from helm.common.request import GeneratedOutput
from support import chat
from support.judges import REFUSAL, answered, is_pair
from support.server import reply

from helm_creativity.core.prompts import render
from helm_creativity.helm_plugin.annotator import CreativityAnnotator
from helm_creativity.judges.ratings import Judgement, annotation_of, judgement_from
from helm_creativity.scenarios.live_idea_bench.benchmark import HERE

IDEA = "Feed bees by drone."
LONG = " ".join(f"word{number}" for number in range(201))


@pytest.fixture
def annotator(server, tmp_path):
    """One of a panel in which every judge rates, by default."""

    def make(*names, design="all", protocol="ruan2024", form="plain"):
        judges = "+".join(f"chat/{name}" for name in names)
        settings = {"prompts": "own", "judges": judges, "design": design, "form": form}
        return CreativityAnnotator(chat.auto_client(tmp_path), "live_idea_bench", protocol=protocol, **settings)

    return make


def prompts(server, name):
    """System and user part of what a judge or model was asked."""
    return [tuple(m["content"] for m in body["messages"]) for body in server.bodies if body["model"] == name]


def test_an_idea_is_rated_as_it_is_printed(annotator, server):
    """System and user prompt of the paper, the idea alone between."""
    judgement = judgement_from(annotator("good", "mild").annotate(answered(f"<think>hm</think>\n{IDEA}")))
    expected = (render(HERE, "critic_system").text, render(HERE, "critic_user", idea=IDEA).text)
    assert prompts(server, "good") == prompts(server, "mild") == [expected]
    assert (judgement.planned, judgement.error, judgement.abouts, dict(judgement.extra)) == (4, "", [], {})
    assert (judgement.values("originality"), judgement.values("feasibility")) == ([7, 9], [5, 8.5])


def test_five_dimensions_are_asked_for_clarity(annotator, server):
    """With a question of its own, put twice; the rating that does not come is missing."""
    judgement = judgement_from(annotator("good", protocol="ruan2026").annotate(answered(IDEA)))
    expected = (render(HERE, "critic2026_system_own").text, render(HERE, "critic2026_user_own", idea=IDEA).text)
    assert prompts(server, "good")[0] == expected
    assert server.calls == {"good": 2}
    assert (judgement.planned, judgement.values("originality"), judgement.values("clarity")) == (3, [7], [])


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_consecutive_ideas_are_compared_once_whatever_the_order(annotator, server, order):
    """First and second, second and third; each with its own place, first idea first."""
    one = annotator("good", "mild", "half")
    texts = [f"The {which} idea about enzymes." for which in ("first", "second", "third")]
    notes = {trial: judgement_from(one.annotate(answered(texts[trial], trial=trial))) for trial in order}
    asked = [text for (text,) in (each for each in prompts(server, "good") if is_pair(each[-1]))]
    expected = [render(HERE, "fluency", keyword="enzymes", idea_a=texts[i], idea_b=texts[i + 1]).text for i in (0, 1)]
    assert sorted(asked) == sorted(expected)
    assert sorted(about for note in notes.values() for about in note.abouts) == ["0+1", "1+2"]
    assert sum(note.planned for note in notes.values()) == 3 * 6 + 2 * 3
    for note in notes.values():
        for about in note.abouts:
            assert note.values("fluency", about) == pytest.approx([20 / 3, 10])
            letters = [judge_reply for judge_reply in note.judge_replies if judge_reply.about == about]
            assert [judge_reply.rubric for judge_reply in letters] == ["fluency"] * 3


@pytest.mark.parametrize("design", ["draw=2", "planned_missing=2"])
def test_the_judges_of_a_pair_do_not_depend_on_who_comes_last(annotator, server, design):
    """A rerun would otherwise pay for other judges, and the score would change with the threads."""
    seated = []
    for order in ((0, 1), (1, 0)):
        one = annotator("good", "mild", "garbage", "half", design=design)
        found = {}
        for number in range(10):
            responses = [
                answered(f"Idea number {t} on enzymes.", item=f"k{number}", trial=t, number=number) for t in order
            ]
            notes = [one.annotate(response) for response in responses]
            judge_replies = [v for note in map(judgement_from, notes) for v in note.judge_replies if v.about]
            found[number] = [v.judge for v in judge_replies]
        seated.append(found)
    assert seated[0] == seated[1]
    assert len({tuple(judges) for judges in seated[0].values()}) > 1
    bodies = [str(body) for body in server.bodies]
    assert len(bodies) == len(set(bodies))


@pytest.mark.parametrize(
    "answer",
    [
        {"text": ""},
        {"text": LONG},
        {"text": IDEA, "finish": "length"},
        {"text": "", "success": False, "error": "set to fail"},
        {"completions": []},
    ],
)
def test_what_cannot_be_judged_is_not_sent_to_judges(annotator, server, answer):
    """Nor compared with the idea beside it, nor planned."""
    one = annotator("good")
    note = one.annotate(answered(**answer))
    assert note == annotation_of(Judgement())
    assert server.calls == {}
    beside = judgement_from(one.annotate(answered(IDEA, trial=1)))
    assert (beside.planned, beside.abouts) == (2, [])


def test_a_refused_keyword_is_asked_once_more(annotator, server, monkeypatch):
    """In other words; the idea that comes is judged and compared like any other."""
    monkeypatch.setitem(server.behaviours, "yields", lambda call: reply("Well then: an idea."))
    one = annotator("good")
    note = one.annotate(answered(REFUSAL, model="chat/yields", trial=0))
    assert prompts(server, "yields") == [(render(HERE, "fallback_own", keyword="enzymes").text,)]
    assert {name: note[name] for name in note if name.startswith("fallback")} == {
        "fallback_reply": "Well then: an idea.",
        "fallback_finish": "stop",
        "fallback_failed": False,
        "fallback_error": "",
    }
    assert judgement_from(note).values("originality") == [7]
    assert render(HERE, "critic_user", idea="Well then: an idea.").text == prompts(server, "good")[0][1]
    assert judgement_from(one.annotate(answered(IDEA, model="chat/yields", trial=1))).abouts == ["0+1"]


def test_the_reasoning_form_has_only_the_marked_idea_judged(annotator, server):
    """However long what stands before it is."""
    note = annotator("good", form="reasoning").annotate(answered(f"{LONG}\n**Final Idea:** {IDEA}"))
    assert judgement_from(note).values("originality") == [7]
    assert prompts(server, "good")[0][1] == render(HERE, "critic_user", idea=IDEA).text


def test_the_fallback_of_the_reasoning_form_asks_for_the_mark(annotator, server, monkeypatch):
    """And only what stands behind it is judged."""
    monkeypatch.setitem(server.behaviours, "yields", lambda call: reply(f"Hm.\n**Final Idea:** {IDEA}"))
    annotator("good", form="reasoning").annotate(answered(REFUSAL, model="chat/yields"))
    assert prompts(server, "yields") == [(render(HERE, "fallback_reasoning_own", keyword="enzymes").text,)]
    assert prompts(server, "good")[0][1] == render(HERE, "critic_user", idea=IDEA).text


@pytest.mark.parametrize(
    ("behaviour", "fields"),
    [
        ("refuses", {"fallback_reply": REFUSAL, "fallback_finish": "stop", "fallback_failed": False}),
        ("silent", {"fallback_reply": "", "fallback_finish": "stop", "fallback_failed": False}),
        ("down", {"fallback_reply": "", "fallback_finish": "unknown", "fallback_failed": True}),
    ],
)
def test_a_fallback_without_an_idea_is_not_judged(annotator, server, behaviour, fields):
    """It is asked once, and what came of it is kept."""
    note = annotator("good").annotate(answered(REFUSAL, model=f"chat/{behaviour}"))
    assert fields.items() <= note.items()
    assert note["planned"] == 0
    assert ("set to fail" in note["fallback_error"]) == (behaviour == "down")
    assert set(server.calls) == {behaviour}
    assert len(set(prompts(server, behaviour))) == 1


def test_the_model_does_not_judge_itself(annotator, server):
    """Neither ideas nor pairs."""
    one = annotator("good", "mild")
    responses = [answered(f"Idea number {t} on enzymes.", model="chat/mild", trial=t) for t in (0, 1)]
    notes = [judgement_from(one.annotate(response)) for response in responses]
    assert {judge_reply.judge for note in notes for judge_reply in note.judge_replies} == {"chat/good"}
    assert [note.planned for note in notes] == [2, 3]
    assert "mild" not in server.calls


def test_several_answers_in_one_request_are_refused(annotator, server):
    """One annotation cannot hold the ratings of both; all that was planned is missing."""
    both = [GeneratedOutput(IDEA, 0.0, [])] * 2
    assert annotator("good", "mild").annotate(answered(completions=both)) == annotation_of(
        Judgement((), 4, "ValueError: expected one answer, got 2: use num_trials= instead of num_outputs=")
    )
    assert server.calls == {}


def test_an_answer_without_a_keyword_is_no_exception(annotator):
    """HELM would throw the run away."""
    state = answered(IDEA)
    state.instance.extra_data.clear()
    note = annotator("good", "mild", "half", protocol="ruan2026").annotate(state)
    assert note == annotation_of(Judgement((), 9, "KeyError: 'keyword'"))
