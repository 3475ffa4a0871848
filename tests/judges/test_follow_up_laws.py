"""Laws of ``follow_up``, for every benchmark that asks because of a response, whatever models and judges reply."""

import itertools
import json
import random
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.client import rating_reply
from helm_creativity.benchmark.base import Benchmark, drive_follow_up, parse_settings
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, AskJudges, AskModel, Replies, Trial, replaying, to_entry
from helm_creativity.benchmark.item_responses import trial_fields
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.planned_requests import planned_requests
from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.judges.designs import Design, Panel
from helm_creativity.judges.drivers import AskingDriver, rated_unit, replayed
from helm_creativity.judges.in_order import InOrder
from helm_creativity.judges.lexical import LexicalPanel
from helm_creativity.judges.ratings import panel_stats
from helm_creativity.judges.scoring import score_trials
from helm_creativity.safe_text import quoted
from helm_creativity.testing.loading import usual_values
from helm_creativity.testing.responses import Repeated, response_to

PANEL = {"judges": "a/x+a/y+a/z", "design": "draw2"}
TAGS = {"delimiters": "tags"}
OF = {
    "aut": [{}, {"protocol": "mctb2025"}, {"protocol": "agc2026"}, {"protocol": "agc2026", **TAGS}],
    "create": [{}, {"form": "iterative"}, {"graph": "own"}, {"form": "resample", "responses": 2}, TAGS],
    "live_idea_bench": [{}, {"protocol": "ruan2026"}],
    "novelty": [{"responses": 3, **TAGS}, {"responses": 3, "protocol": "zhang2025_distinct"}],
    "story": [{}, {"protocol": "agc2026"}],
}
for entry in list_entries():
    if type(load_benchmark(entry)).follow_up is not Benchmark.follow_up:
        OF.setdefault(entry.name, [{}])
SETTINGS = [(name, values) for name, some in OF.items() for values in some]
ODD = ["", " \n", "I'm sorry, but I can't help with that.", '{"1": 3', "A", "99", "1: 3\n2: 4", "asdf " * 400]
KINDS = ["as the baselines", "oddly", "nothing"]


class World:
    """A run's settings and responses, and whoever replies: the same reply to the same request, however often."""

    def __init__(self, name: str, values: dict, kind: str, trials: int = 3):
        self.benchmark = load_benchmark(next(entry for entry in list_entries() if entry.name == name))
        known = self.benchmark.settings_type.__dataclass_fields__
        panel = PANEL if "judges" in known else {}
        usual = usual_values(self.benchmark, values.get("protocol", ""))
        self.settings = parse_settings(self.benchmark, {**usual, **panel, **values})
        self.kind = kind
        self.trials = [
            Trial(Sample(self.respond(text := item.prompt.text, n), trial_fields(item, n)), text, item.id, n)
            for item in itertools.islice(self.benchmark.items(self.settings), 2)
            for n in range(trials)
        ]
        judged = getattr(self.settings, "judging", None) if panel else None
        # By default the scores of these two are measured, and judges add submetrics.
        measured = name in ("aut", "story") and "protocol" not in values
        self.needs_judges = self.settings.judged and not measured
        self.panel = LexicalPanel(self.rate, judged.panel if judged else Panel(("a/x",), Design()), lambda *_: None)

    def odd(self, *parts) -> str | None:
        """What is replied oddly; None where it is not."""
        number = crc32(repr(parts).encode())
        return ODD[number // 3 % len(ODD)] if self.kind == "oddly" and number % 3 else None

    def respond(self, prompt: str, number: int = 0) -> Response:
        text = self.odd(prompt, number)
        return Response(response_to(self.benchmark, prompt, seed=number) or "moth" if text is None else text, "stop")

    def rate(self, question: str) -> str | None:
        if self.kind == "nothing":
            return None
        text = self.odd(question)
        return rating_reply(question) if text is None else text

    def respondent(self, trial: Trial) -> Repeated:
        """See ``judges.drivers.Respondent``."""
        lost = self.kind == "nothing"
        return Repeated(trial, lambda prompt, n: Response("", failed=True) if lost else self.respond(prompt, n))

    def annotations(self, order: Sequence[int]) -> list[dict]:
        """Of all responses, which arrive in this order."""
        driver = AskingDriver(self.benchmark, self.settings, self.panel if self.settings.judged else None)
        found = {place: driver.annotation(self.trials[place], self.respondent(self.trials[place])) for place in order}
        return [found[place] for place in range(len(self.trials))]


@pytest.fixture(params=itertools.product(SETTINGS, KINDS), ids=str)
def world(request):
    (name, values), kind = request.param
    return World(name, values, kind)


def with_annotations(world: World, annotations: list[dict]) -> list[Trial]:
    return [
        replace(trial, sample=Sample(trial.sample.response, {**trial.sample.fields, "annotations": {FOLLOW_UPS: note}}))
        for trial, note in zip(world.trials, annotations, strict=True)
    ]


def test_the_order_of_arrival_changes_nothing(world):
    """Of which HELM's threads make any; who is asked about a response is known before any other one arrives."""
    assert len({rated_unit(trial) for trial in world.trials}) == len(world.trials)
    places = list(range(len(world.trials)))
    in_order = world.annotations(places)
    assert all(note["error"] == "" for note in in_order)
    assert world.annotations(places[::-1]) == in_order
    assert world.annotations(random.Random(0).sample(places, len(places))) == in_order


def test_a_replay_finds_what_was_found(world):
    """And asks what was declared; scores of both are equal, and none comes out of nothing."""
    asked, live, notes = [], [], []
    driver = AskingDriver(world.benchmark, world.settings, world.panel)
    earlier: dict[str, list] = {}
    for trial in world.trials:
        entries = []

        def answer(step, trial=trial, entries=entries):
            reply = driver.answer(step, trial, world.respondent(trial), ("", ""))
            asked.append(step)
            entries.append(to_entry(step, reply))
            return reply

        before = earlier.setdefault(trial.item, [])
        due = replace(trial, earlier=tuple(before) if world.benchmark.compares_trials else ())
        live.append(drive_follow_up(world.benchmark, due, world.settings, answer))
        before.append(live[-1])
        notes.append({"summary": "", "steps": entries, "error": "", "left_out": []})
    trials = with_annotations(world, notes)
    found = replayed(world.benchmark, world.settings, trials)
    assert [_plain(replay.found) for replay in found] == [_plain(original) for original in live]
    declared = {rubric.name for rubric in world.benchmark.rubrics(world.settings)}
    turns = {*world.benchmark.turns(world.settings), ""}
    for step in asked:
        assert (step.rubric.name in declared) if isinstance(step, AskJudges) else (step.prompt in turns)
    scorer = world.benchmark.scorer(world.settings)
    scores = score_trials(world.benchmark, world.settings, trials, scorer).scores
    assert [score.score for score in scores] == [sample_score.score for sample_score in scorer.score(live)]
    if world.kind == "nothing" and world.needs_judges and any(isinstance(step, AskJudges) for step in asked):
        unjudged = [score for score in scores if score.failure_reason == "unjudged"]
        assert unjudged
        assert all(score.score is None for score in unjudged)


def _plain(found):
    """What was found without the annotations from which it was replayed."""
    if isinstance(found, Mapping):
        return {name: _plain(value) for name, value in found.items() if name != "annotations"}
    if isinstance(found, tuple):
        return type(found).__name__, *map(_plain, found)
    fields = getattr(found, "__dataclass_fields__", None)
    return {name: _plain(getattr(found, name)) for name in fields} if fields else found


def test_a_transcript_that_is_cut_off_is_missing_from_there(world):
    """What was answered before stays as it was; where nothing was answered it does not ask without end."""
    notes = world.annotations(range(len(world.trials)))
    cuts = [(place, 0) for place in range(1, len(notes))] + [(0, n) for n in range(len(notes[0]["steps"]) or 1)]
    for place, n in cuts:
        steps = notes[place]["steps"][:n]
        answer, answered = replaying(steps, lambda step: ["a/x"]), []

        def noting(step, answer=answer, answered=answered):
            answered.append((step, answer(step)))
            assert len(answered) < 300
            return answered[-1][1]

        drive_follow_up(world.benchmark, world.trials[place], world.settings, noting)
        assert [to_entry(*pair) for pair in answered[:n]] == [{**step} for step in steps]
        for _, late in answered[n:]:
            readings = [its for reply in late for its in reply.readings.values()] if isinstance(late, Replies) else []
            assert {reading.missing for reading in readings} <= {MissingReason.NOT_ASKED}
            assert isinstance(late, Replies) or late.response.failed


@pytest.mark.parametrize("error", [KeyError("y"), RecursionError("z")])
@pytest.mark.parametrize(("name", "values"), SETTINGS[::3])
def test_no_exception_leaves_a_driver(name, values, error):
    """Neither a judge's nor a respondent's: it is noted, and the ratings that were planned are missing."""

    class Broken:
        def left_out(self, model):
            return ()

        def _raise(self, *_, **__):
            raise error

        ask_about = ask = go_on = ask_again = _raise

    world = World(name, values, "as the baselines", trials=2)
    driver = AskingDriver(world.benchmark, world.settings, Broken())
    notes = [driver.annotation(trial, Broken()) for trial in world.trials]
    assert {note["error"] for note in notes if note["error"]} == {f"{type(error).__name__}: {error}"}
    trials, scorer = with_annotations(world, notes), world.benchmark.scorer(world.settings)
    scores = score_trials(world.benchmark, world.settings, trials, scorer).scores
    if world.needs_judges or name == "pace":
        assert all(score.score is None for score, note in zip(scores, notes, strict=True) if note["error"])


STRANGE = {value: f"TypeError: follow_up yielded {quoted(value)}, which is not a step" for value in (None, 7, ("a",))}
STRANGE |= {...: "TypeError: follow_up returned None", KeyError("keyword"): "KeyError: 'keyword'"}


@pytest.mark.parametrize(("strange", "error"), STRANGE.items())
def test_what_a_benchmark_of_ones_own_does_by_mistake_is_said(monkeypatch, strange, error):
    """The ratings that were planned are missing, of those judges that are not the model."""
    world = World("metaphor", {}, "as the baselines", trials=1)

    def follow_up(self, trial, settings):
        if isinstance(strange, Exception):
            raise strange
        yield from () if strange is ... else (strange,)

    monkeypatch.setattr(type(world.benchmark), "follow_up", follow_up)
    monkeypatch.setattr(LexicalPanel, "left_out", lambda self, model: ("a/y",))
    notes = json.loads(json.dumps(world.annotations(range(len(world.trials)))))
    assert [(note["summary"], note["steps"]) for note in notes] == [("no ratings", [])] * len(notes)
    assert all(note["error"].startswith(error) for note in notes)
    found = replayed(world.benchmark, world.settings, with_annotations(world, notes))
    assert [[its.judge for its in replay.judge_replies] for replay in found] == [["a/x", "a/z"]] * len(notes)
    assert panel_stats(found)["judge_coverage"] == 0


def test_a_plan_has_room_for_what_is_asked(world):
    """Least and most hold for odd responses and replies, too; usual responses, of the usual length, bring up all."""
    of_items = {trial.item: trial for trial in world.trials}
    n = len(world.trials) // len(of_items)
    plan = partial(planned_requests, world.benchmark, world.settings)
    cases = {item: list(plan(trial, n)) for item, trial in of_items.items()}
    for trial, note in zip(world.trials, world.annotations(range(len(world.trials))), strict=True):
        asked = Counter(entry.get("rubric", entry.get("turn")) for entry in note["steps"])
        counts = [_counted(case, trial.number) for case in cases[trial.item]]
        for words in {*asked, *itertools.chain(*counts)}:
            among = [count[words] for count in counts]
            assert min(among) <= asked[words] <= max(among), words
    first = [asked.step for case in cases[world.trials[0].item] for asked in case]
    usual = {asked.step.rubric.name for asked in cases[world.trials[0].item][0] if isinstance(asked.step, AskJudges)}
    assert {rubric.name for rubric in world.benchmark.rubrics(world.settings)} <= usual
    assert {*world.benchmark.turns(world.settings)} <= {step.prompt for step in first if isinstance(step, AskModel)}
    typical, *_ = world.benchmark.typical_responses(world.trials[0], world.settings, 3)
    assert len(typical.text) / 4 == pytest.approx(world.benchmark.response_tokens, rel=0.35)


def _counted(case, number):
    """How often each question is asked because of one response."""
    found = Counter()
    for step, times in ((asked.step, asked.times) for asked in case if asked.number == number):
        found[step.rubric.name if isinstance(step, AskJudges) else step.prompt or step.kind] += times
    return found


@given(st.permutations([(item, trial) for item in "ab" for trial in range(4)]))
def test_answers_come_out_in_the_order_of_their_trials(order):
    """Each once, as soon as all before it are there; items do not wait for each other."""
    arriving, out = InOrder(), {"a": [], "b": []}
    for place, (item, trial) in enumerate(order):
        out[item] += arriving.arrive(item, trial, f"answer {trial}")
        there = {other for name, other in order[: place + 1] if name == item}
        due = next(n for n in range(5) if n not in there)
        assert out[item] == [(n, f"answer {n}") for n in range(due)]


def test_threads_deal_with_an_item_one_at_a_time():
    """Who is busy with one gets what arrives meanwhile, and no other; all come out in order though eight bring them."""
    arriving, out, busy = InOrder(), [], {item: threading.Lock() for item in "abc"}

    def bring(trial):
        for item, alone in busy.items():
            for due, _ in arriving.arrive(item, trial, None):
                assert alone.acquire(blocking=False)
                out.append((item, due))
                alone.release()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(bring, reversed(range(200))))
    assert [[trial for name, trial in out if name == item] for item in busy] == [list(range(200))] * 3
    first = arriving.arrive("item", 0, "first")
    assert next(first) == (0, "first")
    assert list(arriving.arrive("item", 1, "second")) == []
    first.close()  # after a break the next one goes on
    assert list(arriving.arrive("item", 2, "third")) == [(1, "second"), (2, "third")]
