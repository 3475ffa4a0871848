"""What judges are asked about answers, alone and in pairs, and what is kept of it."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import chat
from support.given import abouts, arrived, n_readings, noted
from support.judges import REFUSAL, answered
from support.novelty import novelty_scorer
from support.server import ChatServer, reply

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, Trial, transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.helm.clients.responses import trials_in
from helm_creativity.scenarios.novelty.benchmark import JUDGES, QUALITY, SAME, NoveltySettings

NOVELTY = get_benchmark("novelty")
TASK = "Name a city in Africa."
TEXTS = ["Lagos", "Cairo", "It is Lagos.", "**Cairo**", "Accra"]


def is_pair(prompt):
    return "where <letter> is A or B" in prompt


def sees_through(call):
    """Calls two answers the same if one names the other's city, and gives everything a 7."""
    if not is_pair(call.prompt):
        return reply("7")
    first, second = (call.prompt.partition(f"Answer {n}:\n")[2].partition("\n")[0] for n in (1, 2))
    return reply("A" if first in second or second in first else "B")


BEHAVIOURS = {
    "wise": sees_through,
    "blind": lambda call: reply("B" if is_pair(call.prompt) else "4"),
    "mute": lambda call: reply("Hm." if is_pair(call.prompt) else "7"),
}


@pytest.fixture
def server(monkeypatch):
    """Its behaviours are deployments ``chat/<name>``."""
    with ChatServer(BEHAVIOURS) as one:
        chat.deploy(monkeypatch, one.url, [*BEHAVIOURS, "candidate"])
        yield one


@pytest.fixture
def annotated(server, tmp_path):
    """The states of all answers to one item, each with its annotation, in the order of trials."""

    def make(judges, texts, order=None, **settings):
        names = "+".join(f"chat/{name}" for name in judges.split())
        settings = {"protocol": "zhang2025", "design": "all", "same": JUDGES, "responses": 5, **settings}
        annotator = CreativityAnnotator(chat.auto_client(tmp_path), "novelty", judges=names, **settings)
        fields = {"id": TASK, "prompt": TASK, "category": "factual_knowledge"}
        states = [answered(text, item=TASK, trial=trial, fields=fields) for trial, text in enumerate(texts)]
        for trial in order or range(len(texts)):
            states[trial] = replace(states[trial], annotations={FOLLOW_UPS: annotator.annotate(states[trial])})
        return states

    return make


def notes(states):
    return [noted(state.annotations) for state in states]


def asked(server, pairs):
    """What was asked about pairs or about single answers, in no order."""
    prompts = [body["messages"][-1]["content"] for body in server.bodies]
    return sorted(prompt for prompt in prompts if is_pair(prompt) == pairs)


def question(first, second):
    return SAME.question(task=TASK, first=TEXTS[first], second=TEXTS[second]).user


@pytest.mark.parametrize("order", list(permutations(range(5)))[::29])
def test_answers_are_compared_in_the_order_of_trials_whatever_order_they_come_in(annotated, server, order):
    """With first members only; equal texts, and a class that was found, spare the rest."""
    found = notes(annotated("wise", TEXTS, order))
    # 1 with 0; 2 is like 0; 3 is the text of 1, but 0 comes first; 4 with 0 and 1.
    assert asked(server, pairs=True) == sorted(question(*pair) for pair in [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4)])
    votes = {about: note.values("same", about) for note in found for about in abouts(note)}
    assert votes == {"0+1": [0], "0+2": [1], "0+3": [0], "0+4": [0], "1+4": [0]}
    assert [note.values("quality") for note in found] == [[7]] * 5
    assert sum(map(n_readings, found)) == 10


pools = st.lists(st.sampled_from([*TEXTS, "Rabat", "Tunis", "", REFUSAL]), min_size=1, max_size=7)


@given(
    pools, pools, st.sampled_from(["all", "draw=1", "planned_missing=2"]), st.integers(2, 5), st.booleans(), st.data()
)
def test_any_order_of_arrival_gives_every_response_its_own_transcript(texts, others, design, k, at_once, data):
    """Two prompts at once, one answer after the other or all in threads."""
    settings = NoveltySettings(protocol="zhang2025", judges="j/0+j/1+j/2", design=design, responses=k)
    trials = [
        Trial(Sample(Response(text, "stop"), {"id": item, "prompt": item, "number": place}), item, item, number)
        for place, (item, its) in enumerate({"i": texts, "j": others}.items())
        for number, text in enumerate(its)
    ]
    places = range(len(trials))
    expected, there = arrived(NOVELTY, settings, trials, places)
    assert all(there)
    order = data.draw(st.permutations(places))
    found, there = arrived(NOVELTY, settings, trials, order, at_once=at_once)
    assert found == expected
    for place, (trial, annotation) in enumerate(zip(trials, found, strict=True)):
        steps = transcript_in({FOLLOW_UPS: annotation}).steps
        text = trial.sample.response.text
        assert not steps or steps[0]["id"] == AskJudges(QUALITY, {"task": trial.prompt, "response": text}).id
        assert all(entry["about"].endswith(f"+{trial.number}") for entry in steps[1:])
        earlier = [p for p in places if trials[p].item == trial.item and trials[p].number < trial.number]
        if not at_once:  # it is empty as long as an earlier one is to come
            assert there[place] == all(order.index(other) < order.index(place) for other in earlier)


def test_nothing_is_asked_behind_a_missing_comparison(annotated, server):
    """Classes would not be known anyway; the ratings of answers go on."""
    found = notes(annotated("mute", TEXTS))
    assert asked(server, pairs=True) == [question(0, 1)]
    assert [n_readings(note) for note in found] == [1, 2, 1, 1, 1]
    assert [note.values("quality") for note in found] == [[7]] * 5


@pytest.mark.parametrize(
    ("same", "order"), [("judges", (0, 1, 2, 3)), ("judges", (3, 2, 1, 0)), ("builtin", (1, 3, 0, 2))]
)
def test_a_spare_answer_that_counts_is_rated_whichever_comes_last(annotated, server, order, same):
    """The spare one behind it is not rated."""
    states = annotated("wise", ["Lagos", "", "It is Cairo.", "Accra"], order, responses=2, same=same)
    assert len(asked(server, pairs=False)) == 2
    rows = [trial.sample for state in states for trial in trials_in(state)]
    settings = {"same": same, **({"threshold": 0.6} if same == "builtin" else {})}
    scores = novelty_scorer(responses=2, **settings).score(rows, prompt=TASK)
    assert [score.submetrics["quality"] for score in scores] == [7, None, 7, None]
    assert [score.score for score in scores] == [pytest.approx(7), None, pytest.approx(7), pytest.approx(7)]
