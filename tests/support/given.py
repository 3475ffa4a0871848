"""Replies that are given: samples with them, driven and scored as a run's are."""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from helm_creativity.benchmark.follow_ups import (
    FOLLOW_UPS,
    AskJudges,
    FollowUp,
    Replies,
    Trial,
    to_entry,
    transcript_in,
)
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.judges.drivers import AskingDriver, make_annotation
from helm_creativity.judges.scoring import score_trials
from helm_creativity.results.run_stats import run_stats

GIVEN = "given"


@dataclass(frozen=True)
class Given:
    """What judges, but those ``left_out`` of the panel, and the model reply because of one response.

    Judges' replies are found by their dimensions, and by what they are about; turns are in the order asked.
    """

    judge_replies: Sequence[JudgeReply] = ()
    turns: Sequence[str | Response] = ()
    left_out: tuple[str, ...] = ()


def given(*judge_replies: JudgeReply, turns: Sequence[str | Response] = (), left_out=()) -> dict[str, Given]:
    """Annotations of a sample, from which ``driven`` makes those of a run."""
    return {GIVEN: Given(judge_replies, turns, tuple(left_out))}


class GivenPanel:
    """See ``judges.drivers.PanelOfJudges``; questions to which no reply is given bring none."""

    def __init__(self) -> None:
        self.given = Given()

    def left_out(self, model):
        return self.given.left_out

    def ask_about(self, rubric, question, model, unit, about=""):
        whose = unit.about + about
        return [
            replace(reply, rubric=rubric.name if reply.rubric in ("", rubric.name) else reply.rubric)
            for reply in self.given.judge_replies
            if set(reply.readings) == set(rubric.dimensions)
            and (reply.about == whose or (rubric.rates_each and reply.about.startswith(f"{whose}#")))
        ]


class GivenRespondent:
    """See ``judges.drivers.Respondent``."""

    def __init__(self, turns):
        self._turns = iter(turns)

    def ask(self, prompt):
        found = next(self._turns, Response("", failed=True))
        response = Response(found, "stop") if isinstance(found, str) else found
        return FollowUp(response, "down" if response.failed else "")

    def go_on(self, response, prompt):
        return self.ask(prompt)

    def ask_again(self, number):
        return self.ask("")


def driven(benchmark, settings, samples: Sequence[Sample], items: Sequence[str] = (), prompt: str = "?") -> list[Trial]:
    """The samples with annotations as a run has them, made of what is given. Trials of an item come in any order.

    Samples have ``given(...)`` as their annotations, annotations of a run, or none; ``items`` are the ids of their
    items, or what the fields say.
    """
    panel = GivenPanel()
    driver = AskingDriver(benchmark, settings, panel)
    trials = []
    for place, sample in enumerate(samples):
        item = items[place] if items else _item_of(sample.fields)
        trials.append(Trial(sample, prompt, item, int(sample.fields.get("trial", 0))))
    found: dict[int, Trial] = {}
    for place in sorted(range(len(trials)), key=lambda place: trials[place].number):
        trial = trials[place]
        annotations = dict(trial.sample.fields.get("annotations") or {})
        if GIVEN in annotations:
            panel.given = annotations.pop(GIVEN)
            annotation = driver.annotation(trial, GivenRespondent(panel.given.turns))
            annotations[FOLLOW_UPS] = annotation
        fields = {**trial.sample.fields, "annotations": annotations}
        found[place] = replace(trial, sample=Sample(trial.sample.response, fields))
    return [found[place] for place in range(len(trials))]


def _item_of(fields: Mapping[str, object]) -> str:
    names = ("id", "keyword", "object", "problem", "query", "seed", "prompt", "cues")
    return str(next((fields[name] for name in names if name in fields), "item"))


def scored(benchmark, settings, samples: Sequence[Sample], scorer=None, **more):
    """The scored run of the samples; ``more``: see ``driven``."""
    trials = driven(benchmark, settings, samples, **more)
    return score_trials(benchmark, settings, trials, scorer or benchmark.scorer(settings))


def scores_of(benchmark, settings, samples: Sequence[Sample], scorer=None, **more):
    """One score for each sample."""
    return list(scored(benchmark, settings, samples, scorer, **more).scores)


def stats_of(benchmark, settings, samples: Sequence[Sample], scorer=None, **more):
    """The stats of the run, as the metric makes them."""
    trials = driven(benchmark, settings, samples, **more)
    run = score_trials(benchmark, settings, trials, scorer or benchmark.scorer(settings))
    return run_stats(run.scores, [trial.item for trial in trials], run.of_run)


def annotation_with(*judge_replies: JudgeReply, error: str = "", left_out: Sequence[str] = ()) -> dict[str, object]:
    """The annotation of a run with these replies, one step for each; for readers that do not replay it."""
    questions: list[list[JudgeReply]] = []
    for reply in judge_replies:
        before = questions[-1][-1] if questions else None
        if before is not None and reply.place == before.place + 1 > 1 and reply.judge == before.judge:
            questions[-1].append(reply)
        else:
            questions.append([reply])
    entries = []
    for number, (first, *others) in enumerate(questions):
        each = "texts" if first.place else ""
        rubric = Rubric(first.rubric, None, "template", tuple(first.readings), scale=Scale(0, 100), each=each)  # type: ignore[arg-type]
        about = first.about.rpartition("#")[0] if each else first.about
        variables = {"texts": ["text"] * (1 + len(others))} if each else {}
        entry = to_entry(AskJudges(rubric, {**variables, "number": number}, about), Replies([first, *others]))
        entries.append({**entry, "counts": first.counts})
    return make_annotation([Replies(some) for some in questions], entries, error, left_out)


def noted(annotations) -> Replies:
    """The judges' replies among the annotations of a response."""
    transcript = transcript_in(annotations)
    assert transcript is not None
    return Replies(transcript.judge_replies)


def abouts(replies: Sequence[JudgeReply]) -> list[str]:
    """What they are about beside the response as a whole, each once."""
    return list(dict.fromkeys(reply.about for reply in replies if reply.about))


def n_readings(replies: Sequence[JudgeReply]) -> int:
    """How many ratings were planned: those that arrived, and those that are missing."""
    return sum(len(reply.readings) for reply in replies)


class DecidedPanel:
    """See ``judges.drivers.PanelOfJudges``: each rating follows from judge and question; every sixth is missing."""

    def __init__(self, settings) -> None:
        self._panel = settings.panel

    def left_out(self, model):
        return ()

    def ask_about(self, rubric, question, model, unit, about=""):
        time.sleep(0.0001)  # so that other threads come in between
        found = []
        for judge in self._panel.raters(unit):
            readings = {name: self._reading(judge, rubric, question, name) for name in rubric.dimensions}
            found.append(JudgeReply(judge, rubric.name, unit.about + about, readings, counts=rubric.decides))
        return found

    @staticmethod
    def _reading(judge, rubric, question, dimension):
        values = list(rubric.letters.values()) if rubric.letters else list(rubric.scale.values())
        drawn = zlib.crc32(f"{judge} {dimension} {question.user}".encode())
        return (
            ParsedRating(None, MissingReason.UNPARSABLE)
            if drawn % 6 == 0
            else ParsedRating(values[drawn // 6 % len(values)])
        )


def arrived(benchmark, settings, trials: Sequence[Trial], order: Sequence[int], turn="", at_once=False):
    """The annotations of trials, in their order, and whether each was there when its thread had it.

    They arrive in an order, one after the other or each in a thread of its own that begins with the others; ``turn`` is
    the reply to further requests.
    """
    driver = AskingDriver(benchmark, settings, DecidedPanel(settings))
    together = threading.Barrier(len(trials) if at_once else 1)

    def bring(place):
        together.wait()
        annotation = driver.annotation(trials[place], GivenRespondent([turn]))
        return place, annotation, bool(annotation)

    with ThreadPoolExecutor(len(trials) if at_once else 1) as pool:
        found = sorted(pool.map(bring, order), key=lambda brought: brought[0])
    return [annotation for _, annotation, _ in found], [there for _, _, there in found]
