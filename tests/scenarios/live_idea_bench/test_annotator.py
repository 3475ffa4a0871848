"""What the model and its judges are asked because of a response, and what is kept of it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import chat
from support.given import abouts, arrived, n_readings, noted
from support.judges import JUDGES, REFUSAL, answered, is_pair
from support.server import ChatServer, reply

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, Trial, transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.helm.annotator import CreativityAnnotator

BENCHMARK = get_benchmark("live_idea_bench")
IDEA = "Feed bees by drone."


@pytest.fixture
def server(monkeypatch):
    """Judges, one of whom misbehaves, and a model that yields, in the same process."""
    with ChatServer(dict(JUDGES)) as one:
        monkeypatch.setattr(time, "sleep", lambda seconds: None)
        chat.deploy(monkeypatch, one.url, [*JUDGES, "yields"])
        yield one


def test_what_is_asked_in_words(server, tmp_path, monkeypatch):
    """A refused keyword once more; each idea, that of the fallback too; and ideas one after the other, once a pair."""
    monkeypatch.setitem(server.behaviours, "yields", lambda call: reply(texts[0]))
    settings = {"prompts": "own", "judges": "chat/good+chat/mild+chat/half", "protocol": "ruan2024", "form": "plain"}
    one = CreativityAnnotator(chat.auto_client(tmp_path), "live_idea_bench", design="all", **settings)
    texts = [f"The {which} idea about enzymes." for which in ("first", "second", "third")]
    found = {}
    for trial, text in ((2, texts[2]), (0, REFUSAL), (1, texts[1])):
        found[trial] = {FOLLOW_UPS: one.annotate(answered(text, model="chat/yields", trial=trial))}
    notes = {trial: noted(annotations) for trial, annotations in found.items()}
    turns = {trial: [turn["reply"] for turn in transcript_in(each).turns] for trial, each in found.items()}
    assert turns == {0: texts[:1], 1: [], 2: []}

    def asked(name):
        return [[m["content"] for m in body["messages"]] for body in server.bodies if body["model"] == name]

    assert asked("yields") == [[render(BENCHMARK.place, "fallback_own", keyword="enzymes").text]]
    ideas = [render(BENCHMARK.place, "critic_user", idea=text).text for text in texts]
    assert sorted(parts[-1] for parts in asked("good") if not is_pair(parts[-1])) == sorted(ideas)
    pairs = [{"idea_a": texts[i], "idea_b": texts[i + 1]} for i in (0, 1)]
    expected = [render(BENCHMARK.place, "fluency", keyword="enzymes", **pair).text for pair in pairs]
    assert [parts[0] for parts in asked("good") if is_pair(parts[-1])] == expected
    assert {trial: abouts(note) for trial, note in notes.items()} == {0: [], 1: ["0+1"], 2: ["1+2"]}
    assert sum(map(n_readings, notes.values())) == 3 * 6 + 2 * 3
    # Of the three judges one breaks off: behind its originality, and before its letter.
    assert [notes[trial].values("fluency", f"{trial - 1}+{trial}") for trial in (1, 2)] == [
        pytest.approx([20 / 3, 10])
    ] * 2
    assert notes[0].values("originality") == [7, 6, 9]


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
