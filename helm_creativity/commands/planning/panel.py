"""Who is asked what because of the responses of a run."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN, AskJudges, Trial
from helm_creativity.benchmark.planned_requests import PlannedRequest
from helm_creativity.commands.planning.amounts import Load, Times
from helm_creativity.judges.designs import Panel
from helm_creativity.judges.drivers import rated_unit
from helm_creativity.judges.settings import JudgedSettings

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec

    from helm_creativity.benchmark.settings import Settings
    from helm_creativity.commands.planning.benchmarks import AskingAnnotator

MODEL = ""
"""The model under test, among those who are asked."""


class Asked(NamedTuple):
    """What somebody is asked because of one response, in one kind of words."""

    times: Times
    characters: float
    reply_tokens: float


@dataclass(frozen=True)
class PlannedPanel:
    """The judges of one model's responses."""

    panel: Panel | None
    max_tokens: int

    def raters(self, trial: Trial, asked: PlannedRequest) -> Sequence[str]:
        """The judges of a response to an item, or of the pair that is asked about."""
        assert isinstance(asked.step, AskJudges)
        unit = rated_unit(replace(trial, number=asked.number), asked.step)
        return self.panel.asked(unit, asked.step.rubric) if self.panel else ()


def requests_by_role(
    cases: Sequence[Sequence[PlannedRequest]], raters: Callable[[PlannedRequest], Sequence[str]]
) -> Iterator[tuple[str, Asked]]:
    """What is asked because of the responses to an item, by whom it is asked: ``MODEL``, or a judge."""
    found: defaultdict[tuple[str, int, str], list[list[PlannedRequest]]] = defaultdict(lambda: [[] for _ in cases])
    for place, case in enumerate(cases):
        for asked in case:
            if isinstance(asked.step, AskJudges):
                for judge in raters(asked):
                    found[judge, asked.number, asked.step.rubric.name][place].append(asked)
            else:
                found[MODEL, asked.number, asked.step.prompt][place].append(asked)
    for (who, _, _), by_case in found.items():
        counts = [sum(asked.times for asked in case) for case in by_case]
        usual = next(case for case in by_case if case)
        characters = sum(asked.characters for asked in usual) / len(usual)
        tokens = sum(asked.reply_tokens for asked in usual) / len(usual)
        yield who, Asked(Times(min(counts), counts[0], max(counts)), characters, tokens)


def make_load(deployment: str, asked: Asked, length: int | None, limit: int) -> Load:
    """What a question to a model or a judge takes, the reply to which has ``limit`` tokens or as many as fit."""
    from helm_creativity.helm.clients.windows import find_window, limit_for

    prompt, window = asked.characters / CHARACTERS_PER_TOKEN, find_window(deployment)
    fitting = limit if window is None else max(limit_for(window, limit, math.ceil(prompt)), 0)
    return Load.of(asked.times, prompt, length or asked.reply_tokens, fitting)


def planned_panel(spec: RunSpec, settings: Settings) -> PlannedPanel:
    """The judges that a run asks."""
    from helm_creativity.judges.asking import eligible

    if not (isinstance(settings, JudgedSettings) and settings.judged):
        return PlannedPanel(None, 0)
    model, deployment = spec.adapter_spec.model, spec.adapter_spec.model_deployment
    return PlannedPanel(eligible(settings.panel, model, deployment), settings.judge_max_tokens)


def anchor_requests(asking: AskingAnnotator, rated: set[tuple[str, ...]]) -> Iterator[tuple[str, Asked]]:
    """What judges are asked about anchors, by judge."""
    from helm_creativity.judges.evaluation.anchors import run_anchors
    from helm_creativity.judges.evaluation.taking import question_loads

    settings = asking.settings
    if not (isinstance(settings, JudgedSettings) and settings.judged and settings.anchors):
        return
    found = run_anchors(asking.benchmark, settings)
    for load in question_loads(settings.panel.judges, found.rubric, found.questions):
        key = (asking.benchmark.name, load.judge, found.judging, str(settings.weighted))
        if key not in rated:
            rated.add(key)
            yield load.judge, Asked(Times.exactly(load.questions), load.characters / load.questions, load.reply_tokens)
