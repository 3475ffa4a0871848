"""What the model and its judges are asked because of a response, and what is kept of it."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import chat
from support.given import abouts, arrived, n_readings, noted
from support.judges import REFUSAL, answered, is_pair
from support.server import reply

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, Trial, transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.helm.annotator import CreativityAnnotator

BENCHMARK = get_benchmark("live_idea_bench")
IDEA = "Feed bees by drone."


@pytest.fixture
def annotator(server, tmp_path):
    """One of a panel in which every judge rates, by default."""

    def make(*names):
        judges = "+".join(f"chat/{name}" for name in names)
        settings = {"prompts": "own", "judges": judges, "design": "all"}
        return CreativityAnnotator(chat.auto_client(tmp_path), "live_idea_bench", protocol="ruan2024", **settings)

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


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_consecutive_ideas_are_compared_once_whatever_the_order(annotator, server, order):
    """First and second, second and third; each beside the later of the two."""
    one = annotator("good", "mild", "half")
    texts = [f"The {which} idea about enzymes." for which in ("first", "second", "third")]
    annotations = {trial: one.annotate(answered(texts[trial], trial=trial)) for trial in order}
    notes = {trial: replies(annotation) for trial, annotation in annotations.items()}
    asked = [text for (text,) in (each for each in prompts(server, "good") if is_pair(each[-1]))]
    pairs = [{"idea_a": texts[i], "idea_b": texts[i + 1]} for i in (0, 1)]
    expected = [render(BENCHMARK.place, "fluency", keyword="enzymes", **pair).text for pair in pairs]
    assert asked == expected
    assert {trial: abouts(note) for trial, note in notes.items()} == {0: [], 1: ["0+1"], 2: ["1+2"]}
    assert sum(map(n_readings, notes.values())) == 3 * 6 + 2 * 3
    for note in notes.values():
        for about in abouts(note):
            assert note.values("fluency", about) == pytest.approx([20 / 3, 10])
            letters = [judge_reply for judge_reply in note if judge_reply.about == about]
            assert [judge_reply.rubric for judge_reply in letters] == ["fluency"] * 3


pools = st.lists(
    st.sampled_from([IDEA, "Tax salt by weight.", "Sow flax in winter.", "", REFUSAL]), min_size=1, max_size=5
)


@given(pools, pools, st.sampled_from(["all", "draw=1", "planned_missing=2"]), st.booleans(), st.data())
def test_any_order_of_arrival_gives_every_response_its_own_transcript(texts, others, design, at_once, data):
    """Two keywords at once, one idea after the other or all in threads; a refused one is asked for again."""
    settings = BENCHMARK.settings_type(protocol="ruan2024", judges="j/0+j/1+j/2", design=design, prompts="own")
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
        assert [entry["id"] for entry in asked[:1]] == [
            AskJudges(BENCHMARK.rubrics(settings)[0], {"idea": idea}).id
        ] * bool(text)
        pair = f"{trial.number - 1}+{trial.number}"
        compared = bool(text and trial.number and before[trial.number - 1])
        assert [entry["about"] for entry in asked[1:]] == [pair] * compared


def test_a_refused_keyword_is_asked_once_more(annotator, server, monkeypatch):
    """In other words; the idea that comes is judged and compared like any other."""
    monkeypatch.setitem(server.behaviours, "yields", lambda call: reply("Well then: an idea."))
    one = annotator("good")
    note = one.annotate(answered(REFUSAL, model="chat/yields", trial=0))
    assert prompts(server, "yields") == [(render(BENCHMARK.place, "fallback_own", keyword="enzymes").text,)]
    came = {"turn": "fallback", "reply": "Well then: an idea.", "finish": "stop", "failed": False, "error": ""}
    assert came.items() <= fallback(note).items()
    assert replies(note).values("originality") == [7]
    assert render(BENCHMARK.place, "critic_user", idea="Well then: an idea.").text == prompts(server, "good")[0][1]
    assert abouts(replies(one.annotate(answered(IDEA, model="chat/yields", trial=1)))) == ["0+1"]
