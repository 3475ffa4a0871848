"""What judges are asked about answers, alone and in pairs, and what is kept of it."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import chat
from support.given import abouts, arrived, n_readings, noted
from support.judges import answered
from support.novelty import novelty_scorer
from support.server import ChatServer, failure, reply

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, Trial, transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.helm.clients.responses import trials_in
from helm_creativity.scenarios.novelty.benchmark import JUDGES, QUALITY, SAME, NoveltySettings

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
    "down": lambda call: failure(401),
    "mute": lambda call: reply("7") if not is_pair(call.prompt) else reply("Hm."),
}


@pytest.fixture
def server(monkeypatch):
    """Its behaviours are deployments ``chat/<name>``."""
    with ChatServer(BEHAVIOURS) as one:
        chat.deploy(monkeypatch, one.url, [*BEHAVIOURS, "candidate"])
        yield one


@pytest.fixture
def annotator(server, tmp_path):
    def make(*names, design="all", same=JUDGES, responses=5):
        judges = "+".join(f"chat/{name}" for name in names)
        client = chat.auto_client(tmp_path)
        return CreativityAnnotator(
            client, "novelty", protocol="zhang2025", judges=judges, design=design, same=same, responses=responses
        )

    return make


def state(trial, text, item=TASK, **more):
    fields = {"id": item, "prompt": item, "category": "factual_knowledge"}
    return answered(text, item=item, trial=trial, fields=fields, **more)


def annotated(annotator, texts, order=None):
    """The states of all answers to one item, each with its annotation, in the order of trials."""
    states = [state(trial, text) for trial, text in enumerate(texts)]
    for trial in order or range(len(texts)):
        states[trial] = replace(states[trial], annotations={FOLLOW_UPS: annotator.annotate(states[trial])})
    return states


def notes(states):
    return [noted(state.annotations) for state in states]


def pairs(server):
    """What was asked about pairs, in no order."""
    asked = [body["messages"][-1]["content"] for body in server.bodies]
    return sorted(prompt for prompt in asked if is_pair(prompt))


def question(first, second):
    return SAME.question(task=TASK, first=TEXTS[first], second=TEXTS[second]).user


@pytest.mark.parametrize("order", list(permutations(range(5)))[::7])
def test_answers_are_compared_in_the_order_of_trials_whatever_order_they_come_in(annotator, server, order):
    """With first members only; equal texts, and a class that was found, spare the rest."""
    states = annotated(annotator("wise"), TEXTS, order)
    # 1 with 0; 2 is like 0; 3 is the text of 1, but 0 comes first; 4 with 0 and 1.
    asked = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4)]
    assert pairs(server) == sorted(question(*pair) for pair in asked)
    votes = {about: note.values("same", about) for note in notes(states) for about in abouts(note)}
    assert votes == {"0+1": [0], "0+2": [1], "0+3": [0], "0+4": [0], "1+4": [0]}
    assert [note.values("quality") for note in notes(states)] == [[7]] * 5
    assert sum(map(n_readings, notes(states))) == 10


NOVELTY = get_benchmark("novelty")
REFUSAL = "I'm sorry, but I can't help with that."
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
        earlier = [
            other for other in places if trials[other].item == trial.item and trials[other].number < trial.number
        ]
        if not at_once:  # it is empty as long as an earlier one is to come
            assert there[place] == all(order.index(other) < order.index(place) for other in earlier)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_answers_that_do_not_count_may_come_in_any_order(annotator, order):
    """Whichever came last: here a refusal, a spare answer or any other."""
    texts = ["Lagos", "I'm sorry, but I can't help with that.", "It is Lagos.", "Accra"]
    rows = [
        trial.sample for state in annotated(annotator("wise", responses=2), texts, order) for trial in trials_in(state)
    ]
    sample_scores = novelty_scorer("zhang2025_distinct", responses=2, same=JUDGES).score(rows, prompt=TASK)
    assert [(sample_score.score, sample_score.details["member_of"]) for sample_score in sample_scores] == [
        (1, 0),
        (None, None),
        (1, 0),
        (1, None),
    ]


def test_nothing_is_asked_behind_a_missing_comparison(annotator, server):
    """Classes would not be known anyway; the ratings of answers go on."""
    states = annotated(annotator("mute"), TEXTS)
    assert pairs(server) == [question(0, 1)]
    assert [n_readings(note) for note in notes(states)] == [1, 2, 1, 1, 1]
    assert [note.values("quality") for note in notes(states)] == [[7]] * 5


@pytest.mark.parametrize("same", ["judges", "builtin"])
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_a_spare_answer_that_counts_is_rated_whichever_comes_last(annotator, server, order, same):
    """The spare one behind it is not rated."""
    texts = ["Lagos", "", "It is Cairo.", "Accra"]
    states = annotated(annotator("wise", responses=2, same=same), texts, order)
    assert sum(not is_pair(body["messages"][-1]["content"]) for body in server.bodies) == 2
    rows = [trial.sample for state in states for trial in trials_in(state)]
    settings = {"same": same, **({"threshold": 0.6} if same == "builtin" else {})}
    scores = novelty_scorer(responses=2, **settings).score(rows, prompt=TASK)
    assert [score.submetrics["quality"] for score in scores] == [7, None, 7, None]
    assert [score.score for score in scores] == [pytest.approx(7), None, pytest.approx(7), pytest.approx(7)]


@pytest.mark.parametrize("design", ["draw=1", "planned_missing=1"])
def test_the_judges_of_a_comparison_are_those_of_the_later_answer(annotator, server, design):
    """Whichever thread deals with it, so that a rerun asks no judge anew."""
    found = []
    for order in ((0, 1, 2), (2, 1, 0)):
        states = annotated(annotator("blind", "wise", design=design), ["Lagos", "Cairo", "Accra"], order)
        found.append({about: v.judge for note in notes(states) for v in note if (about := v.about)})
        raters = [note[0].judge for note in notes(states)]
        assert found[-1] == {"0+1": raters[1], "0+2": raters[2], "1+2": raters[2]}
    assert found[0] == found[1]
    bodies = [str(body) for body in server.bodies]
    assert len(bodies) == len(set(bodies))
