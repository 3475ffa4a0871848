"""What judges are asked about answers, alone and in pairs, and what is kept of it."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.given import abouts, arrived, n_readings, noted
from support.judges import REFUSAL
from support.novelty import novelty_scorer

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, Trial, transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.judges.drivers import AskingDriver
from helm_creativity.scenarios.novelty.benchmark import JUDGES, QUALITY, SAME, NoveltySettings

NOVELTY = get_benchmark("novelty")
TASK = "Name a city in Africa."
TEXTS = ["Lagos", "Cairo", "It is Lagos.", "**Cairo**", "Accra"]


class Judge:
    """Calls two answers the same if one names the other's city, or says nothing of pairs; gives everything a 7."""

    def __init__(self, wise=True):
        self.wise, self.asked = wise, []

    def left_out(self, model):
        return ()

    def ask_about(self, rubric, question, model, unit, about=""):
        self.asked.append(question.user)
        first, second = (question.user.partition(f"Answer {n}:\n")[2].partition("\n")[0] for n in (1, 2))
        says = ParsedRating(float(first in second or second in first) if rubric is SAME else 7.0)
        reading = says if self.wise or rubric is QUALITY else ParsedRating(None, MissingReason.UNPARSABLE)
        name = unit.about + about
        return [JudgeReply("j/0", rubric.name, name, dict.fromkeys(rubric.dimensions, reading), counts=rubric.decides)]


def annotated(judge, texts, order=None, **settings):
    """All answers to one prompt in the order of trials, annotated as they came."""
    settings = NoveltySettings(**{"protocol": "zhang2025", "judges": "j/0", "same": JUDGES, "responses": 5, **settings})
    samples = [Sample(Response(text, "stop"), {"id": TASK, "prompt": TASK, "trial": n}) for n, text in enumerate(texts)]
    driver = AskingDriver(NOVELTY, settings, judge)
    for n in order or range(len(texts)):
        trial = Trial(samples[n], TASK, TASK, n)
        samples[n].fields["annotations"] = {FOLLOW_UPS: driver.annotation(trial, None)}
    return samples


def notes(samples):
    return [noted(sample.fields["annotations"]) for sample in samples]


def question(first, second):
    return SAME.question(task=TASK, first=TEXTS[first], second=TEXTS[second]).user


@pytest.mark.parametrize("order", list(permutations(range(5)))[::29])
def test_answers_are_compared_in_the_order_of_trials_whatever_order_they_come_in(order):
    """With first members only; equal texts, and a class that was found, spare the rest."""
    found = notes(annotated(judge := Judge(), TEXTS, order))
    # 1 with 0; 2 is like 0; 3 is the text of 1, but 0 comes first; 4 with 0 and 1.
    pairs = [question(*pair) for pair in [(0, 1), (0, 2), (0, 3), (0, 4), (1, 4)]]
    assert [asked for asked in judge.asked if "Answer 2" in asked] == pairs
    votes = {about: note.values("same", about) for note in found for about in abouts(note)}
    assert votes == {"0+1": [0], "0+2": [1], "0+3": [0], "0+4": [0], "1+4": [0]}
    assert [note.values("quality") for note in found] == [[7]] * 5
    # Nothing is asked behind a missing comparison; the ratings of answers go on.
    found = notes(annotated(judge := Judge(wise=False), TEXTS, order))
    assert [asked for asked in judge.asked if "Answer 2" in asked] == pairs[:1]
    assert [n_readings(note) for note in found] == [1, 2, 1, 1, 1]
    assert [note.values("quality") for note in found] == [[7]] * 5


@pytest.mark.parametrize(
    ("same", "order"), [("judges", (0, 1, 2, 3)), ("judges", (3, 2, 1, 0)), ("builtin", (1, 3, 0, 2))]
)
def test_a_spare_answer_that_counts_is_rated_whichever_comes_last(order, same):
    """The spare one behind it is not rated."""
    settings = {"same": same, "responses": 2, **({"threshold": 0.6} if same == "builtin" else {})}
    rows = annotated(judge := Judge(), ["Lagos", "", "It is Cairo.", "Accra"], order, **settings)
    assert sum("Answer 2" not in asked for asked in judge.asked) == 2
    scores = novelty_scorer(**settings).score(rows, prompt=TASK)
    assert [score.submetrics["quality"] for score in scores] == [7, None, 7, None]
    assert [score.score for score in scores] == [pytest.approx(7), None, pytest.approx(7), pytest.approx(7)]


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
        asked = AskJudges(QUALITY, {"task": trial.prompt, "response": trial.sample.response.text})
        assert not steps or steps[0]["id"] == asked.id
        assert all(entry["about"].endswith(f"+{trial.number}") for entry in steps[1:])
        earlier = [p for p in places if trials[p].item == trial.item and trials[p].number < trial.number]
        if not at_once:  # it is empty as long as an earlier one is to come
            assert there[place] == all(order.index(other) < order.index(place) for other in earlier)
