"""What the model and its judges are asked because of a response, and what is kept of it."""

from itertools import permutations

import pytest
from helm.common.request import GeneratedOutput
from hypothesis import given
from hypothesis import strategies as st
from support import chat
from support.given import abouts, arrived, n_readings, noted
from support.judges import REFUSAL, answered, is_pair
from support.server import reply

from helm_creativity.core.follow_ups import AskJudges, Trial
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.prompts import render
from helm_creativity.core.transcripts import FOLLOW_UPS, transcript_in
from helm_creativity.core.types import Response, Sample
from helm_creativity.helm_plugin.annotator import CreativityAnnotator
from helm_creativity.judges.drivers import make_annotation, replayed
from helm_creativity.scenarios.live_idea_bench.benchmark import HERE, PRINTED, LiveIdeaSettings

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


def replies(annotation):
    """The judges'."""
    return noted({FOLLOW_UPS: annotation})


def fallback(annotation):
    """What came of the fallback."""
    (turn,) = transcript_in({FOLLOW_UPS: annotation}).turns
    return turn


def prompts(server, name):
    """System and user part of what a judge or model was asked."""
    return [tuple(m["content"] for m in body["messages"]) for body in server.bodies if body["model"] == name]


def test_an_idea_is_rated_as_it_is_printed(annotator, server):
    """System and user prompt of the paper, the idea alone between."""
    annotation = annotator("good", "mild").annotate(answered(f"<think>hm</think>\n{IDEA}"))
    judgement = replies(annotation)
    expected = (render(HERE, "critic_system").text, render(HERE, "critic_user", idea=IDEA).text)
    assert prompts(server, "good") == prompts(server, "mild") == [expected]
    assert (n_readings(judgement), abouts(judgement), annotation["error"], len(annotation["steps"])) == (4, [], "", 1)
    assert (judgement.values("originality"), judgement.values("feasibility")) == ([7, 9], [5, 8.5])


def test_five_dimensions_are_asked_for_clarity(annotator, server):
    """With a question of its own, put twice; the rating that does not come is missing."""
    judgement = replies(annotator("good", protocol="ruan2026").annotate(answered(IDEA)))
    expected = (render(HERE, "critic2026_system_own").text, render(HERE, "critic2026_user_own", idea=IDEA).text)
    assert prompts(server, "good")[0] == expected
    assert server.calls == {"good": 2}
    assert (n_readings(judgement), judgement.values("originality"), judgement.values("clarity")) == (3, [7], [])


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_consecutive_ideas_are_compared_once_whatever_the_order(annotator, server, order):
    """First and second, second and third; each beside the later of the two."""
    one = annotator("good", "mild", "half")
    texts = [f"The {which} idea about enzymes." for which in ("first", "second", "third")]
    annotations = {trial: one.annotate(answered(texts[trial], trial=trial)) for trial in order}
    notes = {trial: replies(annotation) for trial, annotation in annotations.items()}
    asked = [text for (text,) in (each for each in prompts(server, "good") if is_pair(each[-1]))]
    expected = [render(HERE, "fluency", keyword="enzymes", idea_a=texts[i], idea_b=texts[i + 1]).text for i in (0, 1)]
    assert asked == expected
    assert {trial: abouts(note) for trial, note in notes.items()} == {0: [], 1: ["0+1"], 2: ["1+2"]}
    assert sum(map(n_readings, notes.values())) == 3 * 6 + 2 * 3
    for note in notes.values():
        for about in abouts(note):
            assert note.values("fluency", about) == pytest.approx([20 / 3, 10])
            letters = [judge_reply for judge_reply in note if judge_reply.about == about]
            assert [judge_reply.rubric for judge_reply in letters] == ["fluency"] * 3


BENCHMARK = get_benchmark("live_idea_bench")
pools = st.lists(
    st.sampled_from([IDEA, "Tax salt by weight.", "Sow flax in winter.", "", REFUSAL]), min_size=1, max_size=5
)


@given(pools, pools, st.sampled_from(["all", "draw=1", "planned_missing=2"]), st.booleans(), st.data())
def test_any_order_of_arrival_gives_every_response_its_own_transcript(texts, others, design, at_once, data):
    """Two keywords at once, one idea after the other or all in threads; a refused one is asked for again."""
    settings = LiveIdeaSettings(protocol="ruan2024", judges="j/0+j/1+j/2", design=design, prompts="own")
    trials = [
        Trial(Sample(Response(text, "stop"), {"keyword": item, "number": place}), "?", item, number)
        for place, (item, its) in enumerate({"bees": texts, "tides": others}.items())
        for number, text in enumerate(its)
    ]
    places = range(len(trials))
    expected, there = arrived(BENCHMARK, settings, trials, places, turn="Well then: an idea.")
    assert all(there)
    order = data.draw(st.permutations(places))
    found, _ = arrived(BENCHMARK, settings, trials, order, turn="Well then: an idea.", at_once=at_once)
    assert found == expected
    for trial, annotation in zip(trials, found, strict=True):
        text, before = trial.sample.response.text, [*texts] if trial.item == "bees" else [*others]
        turns = [entry for entry in annotation["steps"] if "turn" in entry]
        asked = [entry for entry in annotation["steps"] if "turn" not in entry]
        assert len(turns) == (text == REFUSAL)
        idea = "Well then: an idea." if turns else text
        assert [entry["id"] for entry in asked[:1]] == [AskJudges(PRINTED.critic, {"idea": idea}).id] * bool(text)
        pair = f"{trial.number - 1}+{trial.number}"
        compared = bool(text and trial.number and before[trial.number - 1])
        assert [entry["about"] for entry in asked[1:]] == [pair] * compared


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
            judge_replies = [v for note in map(replies, notes) for v in note if v.about]
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
    assert note == make_annotation((), ())
    assert server.calls == {}
    beside = replies(one.annotate(answered(IDEA, trial=1)))
    assert (n_readings(beside), abouts(beside)) == (2, [])


def test_a_refused_keyword_is_asked_once_more(annotator, server, monkeypatch):
    """In other words; the idea that comes is judged and compared like any other."""
    monkeypatch.setitem(server.behaviours, "yields", lambda call: reply("Well then: an idea."))
    one = annotator("good")
    note = one.annotate(answered(REFUSAL, model="chat/yields", trial=0))
    assert prompts(server, "yields") == [(render(HERE, "fallback_own", keyword="enzymes").text,)]
    came = {"turn": "fallback", "reply": "Well then: an idea.", "finish": "stop", "failed": False, "error": ""}
    assert came.items() <= fallback(note).items()
    assert replies(note).values("originality") == [7]
    assert render(HERE, "critic_user", idea="Well then: an idea.").text == prompts(server, "good")[0][1]
    assert abouts(replies(one.annotate(answered(IDEA, model="chat/yields", trial=1)))) == ["0+1"]


def test_the_reasoning_form_has_only_the_marked_idea_judged(annotator, server):
    """However long what stands before it is."""
    note = annotator("good", form="reasoning").annotate(answered(f"{LONG}\n**Final Idea:** {IDEA}"))
    assert replies(note).values("originality") == [7]
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
        ("refuses", {"reply": REFUSAL, "finish": "stop", "failed": False}),
        ("silent", {"reply": "", "finish": "stop", "failed": False}),
        ("down", {"reply": "", "finish": "unknown", "failed": True}),
    ],
)
def test_a_fallback_without_an_idea_is_not_judged(annotator, server, behaviour, fields):
    """It is asked once, and what came of it is kept."""
    note = annotator("good").annotate(answered(REFUSAL, model=f"chat/{behaviour}"))
    assert fields.items() <= fallback(note).items()
    assert replies(note) == ()
    assert ("set to fail" in fallback(note)["error"]) == (behaviour == "down")
    assert set(server.calls) == {behaviour}
    assert len(set(prompts(server, behaviour))) == 1


def test_the_model_does_not_judge_itself(annotator, server):
    """Neither ideas nor pairs."""
    one = annotator("good", "mild")
    responses = [answered(f"Idea number {t} on enzymes.", model="chat/mild", trial=t) for t in (0, 1)]
    annotations = [one.annotate(response) for response in responses]
    notes = list(map(replies, annotations))
    assert {judge_reply.judge for note in notes for judge_reply in note} == {"chat/good"}
    assert [n_readings(note) for note in notes] == [2, 3]
    assert [annotation["left_out"] for annotation in annotations] == [["chat/mild"]] * 2
    assert "mild" not in server.calls


def test_several_answers_in_one_request_are_refused(annotator, server):
    """One annotation cannot hold the ratings of both."""
    both = [GeneratedOutput(IDEA, 0.0, [])] * 2
    assert annotator("good", "mild").annotate(answered(completions=both)) == make_annotation(
        (), (), "expected one answer, got 2: use num_trials= instead of num_outputs="
    )
    assert server.calls == {}


def test_an_answer_without_a_keyword_is_no_exception(annotator):
    """HELM would throw the run away. All that was planned is missing."""
    state = answered(IDEA)
    state.instance.extra_data.clear()
    note = annotator("good", "mild", "half", protocol="ruan2026").annotate(state)
    assert note["steps"] == []
    assert note["error"].startswith("BadArguments: the instance enzymes has no 'keyword' in its extra_data")
    settings = LiveIdeaSettings(protocol="ruan2026", prompts="own", judges="j/0+j/1+j/2", design="all")
    (known,) = replayed(
        BENCHMARK, settings, [Trial(Sample(Response(IDEA, "stop"), {"annotations": {FOLLOW_UPS: note}}))]
    )
    assert (known.found, known.error) == (None, note["error"])
    assert n_readings([reply for reply in known.judge_replies if reply.rubric.startswith("critic")]) == 9
