"""The answers of a run as its metric got them, read from the run's folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from helm_creativity.errors import FileProblem
from helm_creativity.responses import Answer
from helm_creativity.responses.finish import answered, failed
from helm_creativity.results.runs import Run
from helm_creativity.rooms import Row

STATES = "scenario_state.json"


class SavedAnswer(NamedTuple):
    """One answer.

    Attributes:
        item: id of what was asked.
        trial: which answer to it, from 0.
        row: what the run's scorer got: the answer, the item's fields, ``trial`` and ``annotations``.
        model: whose answer it is.
    """

    item: str
    trial: int
    row: Row
    model: str


def answers_of(run: Run) -> list[SavedAnswer]:
    """The answers of a run in the order of its requests, as ``hosting.answers`` gives them to metrics.

    A request that was never made, as in a dry run, has none; one that brought no completion is one empty answer.

    Raises:
        FileProblem: when the file is missing, cut off or not what HELM writes; the message names it.
    """
    path = run.folder / STATES
    try:
        with path.open(encoding="utf-8") as file:
            states = json.load(file)["request_states"]
        return [one for state in states if state.get("result") is not None for one in _answers(state, run.model)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FileProblem(
            f"{run.name}: cannot read its answers from {path}: {type(error).__name__}: {error}; run it again"
        ) from error


def _answers(state: Mapping[str, Any], model: str) -> list[SavedAnswer]:
    instance, result = state["instance"], state["result"]
    trial = int(state["request"].get("random") or 0)
    fields = {**(instance.get("extra_data") or {}), "trial": trial, "annotations": dict(state.get("annotations") or {})}
    completions = result["completions"] or [{}]
    return [
        SavedAnswer(str(instance["id"]), trial, Row(_answer(result, completion), fields), model)
        for completion in completions
    ]


def _answer(result: Mapping[str, Any], completion: Mapping[str, Any]) -> Answer:
    """One completion; HELM leaves out what is null."""
    text = completion.get("text") or ""
    if not isinstance(text, str):
        raise TypeError(f"expected a completion's text, got {text!r}")
    if not result["success"]:
        return failed(text, result.get("error"))
    return answered(text, (completion.get("finish_reason") or {}).get("reason"))
