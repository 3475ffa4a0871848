"""A room's items played by a baseline: its answers with what judges say of them, and what these are asked."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.annotation.annotator import Annotator
from helm.benchmark.scenarios.scenario import Instance
from helm.common.object_spec import get_class_by_name
from helm.common.request import Request

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.checking.problem import Broken, told
from helm_creativity.checking.questions import MODEL, Ear, answered
from helm_creativity.checking.scales import Heard, hearing
from helm_creativity.hosting.answers import rows_of
from helm_creativity.rooms import Row

if TYPE_CHECKING:
    from helm_creativity.checking.subject import Subject

ITEMS, TRIALS = 4, 3
"""Items, and answers to each, about which judges' questions are kept."""
ANSWERS = 12
"""Answers that are played at least, where there are so many items."""


class Played(NamedTuple):
    """What a player did.

    Attributes:
        items: ids of the items, one an answer.
        rows: the answers, all trials of an item together.
        questions: to judges about the first of the answers, each once; [] where nobody judges.
        heard: what judges read, by instrument.
    """

    items: list[str]
    rows: list[Row]
    questions: list[str]
    heard: Heard


def play(subject: Subject, player: str) -> Played:
    """Some items, the first of each prompt among them, answered by a player and judged by the lexical judge.

    Raises:
        Broken: when the baseline fails, an annotator cannot be made, or lets an error out.
    """
    ear = Ear(subject, player)
    annotators = [one for one in (_made(one, ear) for one in subject.spec.annotators or ()) if one is not None]
    trials = max(subject.spec.adapter_spec.num_trials, 1)
    asked, further = _some(subject, trials)
    first = [(one, trial) for one in asked for trial in range(min(trials, TRIALS))]
    later = [(one, trial) for one in asked for trial in range(TRIALS, trials)]
    later += [(one, trial) for one in further for trial in range(trials)]
    heard: Heard = {}
    with hearing(heard):
        states = _judged([_state(subject, player, *one) for one in first], annotators)
        questions = list(dict.fromkeys(ear.heard))
        states += _judged([_state(subject, player, *one) for one in later], annotators)
    rows = [(str(state.instance.id), row) for state in states for row in rows_of(state)]
    return Played([item for item, _ in rows], [row for _, row in rows], questions, heard)


def _some(subject: Subject, trials: int) -> tuple[list[Instance], list[Instance]]:
    """The first item of each prompt, and others: those about which questions are kept, and further ones."""
    by_prompt = {(one.extra_data or {}).get("prompt_id"): one for one in reversed(subject.instances)}
    some = list({str(one.id): one for one in (*by_prompt.values(), *subject.instances[:ANSWERS])}.values())
    n = max(ITEMS, len(by_prompt))
    return some[:n], some[n : max(n, ANSWERS // trials)]


def _made(spec: Any, ear: Ear) -> Annotator | None:  # noqa: ANN401 - HELM's
    """An annotator that asks anybody anything; None for another."""
    kind = get_class_by_name(spec.class_name)
    if "auto_client" not in inspect.signature(kind).parameters:
        return None
    try:
        annotator: Annotator = kind(auto_client=ear, **spec.args)
    except Exception as error:
        what = f"the annotator {kind.__name__} cannot be made of {spec.args}: {told(error)}"
        raise Broken("baselines", what, "give it the arguments that its constructor takes") from error
    return annotator


def _state(subject: Subject, player: str, instance: Instance, trial: int) -> RequestState:
    """An answered request, as HELM's executor leaves it."""
    adapter, prompt = subject.spec.adapter_spec, str(instance.input.text)
    request = Request(
        model=MODEL,
        model_deployment=MODEL,
        prompt=prompt,
        random=str(trial) if trial else None,
        temperature=adapter.temperature,
        max_tokens=adapter.max_tokens,
    )
    try:
        reply = answered(subject.module("baseline").answer(prompt, PLAYERS[player]("builtin", trial)))
    except Broken:
        raise
    except Exception as error:
        what = f"{subject.room.package}.baseline.answer ends in {told(error)} for the item {instance.id}"
        raise Broken("baselines", what, "mend answer(prompt, player)") from error
    return RequestState(instance, None, None, 0, None, request, reply, 0, False)


def _judged(states: Sequence[RequestState], annotators: Sequence[Annotator]) -> list[RequestState]:
    """The same with what the annotators say, one after another: some compare an answer with those before it."""
    found = []
    for state in states:
        said = {}
        for annotator in annotators:
            try:
                said[annotator.name] = annotator.annotate(state)
            except Exception as error:
                what = f"{type(annotator).__name__}.annotate lets {told(error)} out"
                raise Broken("baselines", what, "return what went wrong: HELM empties the run's folder") from error
        found.append(replace(state, annotations=said))
    return found
