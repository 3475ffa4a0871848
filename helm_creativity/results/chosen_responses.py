"""Which responses of a run are worth reading: the best, a median and the worst by score, and one without a score."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helm_creativity.core.natural_order import natural_key
from helm_creativity.errors import FileProblem
from helm_creativity.results.main_metrics import find_benchmark
from helm_creativity.results.options import Absent
from helm_creativity.results.runs import SPLIT, Run
from helm_creativity.results.samples import PER_INSTANCE, STATES, SavedSample, item_scores, saved_samples
from helm_creativity.results.shown_sample import ShownResponse, describe_responses

BEST, MEDIAN, WORST, ONLY, UNSCORED = "best", "median", "worst", "the only score", "no score"

Key = tuple[str, int]
"""Item and trial."""


class ChosenResponse(NamedTuple):
    """A response to read."""

    labels: tuple[str, ...]
    score: float | None
    shown: ShownResponse


class RunResponses(NamedTuple):
    """The responses of a run."""

    total: int
    items: int
    different: int
    scored: int
    chosen: tuple[ChosenResponse, ...]


def read_responses(run: Run, stat: str, lower_is_better: bool, every: bool = False) -> RunResponses | Absent:
    """The responses of a run that are worth reading, or why they cannot be had."""
    if not (run.folder / STATES).is_file():
        return Absent(f"there is no {STATES} in the run's folder")
    try:
        samples = saved_samples(run)
    except FileProblem:
        return Absent(f"{STATES} is damaged, or of another version of HELM")
    if not samples:
        return Absent("there is no response: a dry run, or one that stopped early")
    try:
        found = item_scores(run, stat, SPLIT)
    except FileProblem:
        return Absent(f"{PER_INSTANCE}, which has the scores, is missing, damaged or of another version of HELM")
    values = dict(zip(zip(found.items, found.trials.tolist(), strict=True), found.values.tolist(), strict=True))
    matched = _matched(samples, list(zip(found.items, found.trials.tolist(), strict=True)))
    if not matched:
        return Absent(f"{PER_INSTANCE} does not say which score belongs to which response")
    scores = {key: values[key] for key in matched if math.isfinite(values[key])}
    labels = choose_responses(scores, lower_is_better)
    ours = find_benchmark(run.group) is not None
    if not ours and not scores:
        return Absent(f"no response has {stat}")
    # What lacks the stat in another package's run may be of another split.
    unscored = sorted((key for key in matched if key not in scores), key=_order) if ours else []
    order = sorted(scores, key=lambda key: (scores[key] if lower_is_better else -scores[key], _order(key)))
    kept = [*order, *unscored] if every else [*(key for key in order if key in labels), *unscored[:1]]
    shown = describe_responses(run, samples, [matched[key] for key in kept], stat)
    chosen = [
        ChosenResponse(labels.get(key, () if key in scores else (UNSCORED,)), scores.get(key), response)
        for key, response in zip(kept, shown, strict=True)
    ]
    texts = {saved.row.response.text.strip() if saved.row.response else "" for saved in samples}
    items = len({saved.item for saved in samples})
    return RunResponses(len(samples), items, len(texts), len(scores), tuple(chosen if every else _distinct(chosen)))


def _matched(samples: Sequence[SavedSample], scored: Sequence[Key]) -> dict[Key, SavedSample]:
    """Responses by item and trial, only of items whose trials are exactly those that have scores."""
    responses, places = defaultdict(list), defaultdict(list)
    for saved in samples:
        responses[saved.item].append(saved.trial)
    for item, trial in scored:
        places[item].append(trial)
    exact = {
        item
        for item, trials in responses.items()
        if len(set(trials)) == len(trials) and sorted(trials) == sorted(places[item])
    }
    return {(saved.item, saved.trial): saved for saved in samples if saved.item in exact}


def choose_responses(scores: Mapping[Key, float], lower_is_better: bool) -> dict[Key, tuple[str, ...]]:
    """The best response, the lower one of the medians, and the worst; of equal ones the first by item and trial."""
    if len(scores) < 2:
        return dict.fromkeys(scores, (ONLY,))
    order = sorted(scores, key=lambda key: (scores[key], _order(key)))
    middle = scores[order[(len(order) - 1) // 2]]
    low, high = scores[order[0]], scores[order[-1]]
    best, worst = (low, high) if lower_is_better else (high, low)
    chosen: dict[Key, tuple[str, ...]] = {}
    for label, value in ((BEST, best), (MEDIAN, middle), (WORST, worst)):
        first = next(key for key in order if scores[key] == value)
        chosen[first] = (*chosen.get(first, ()), label)
    return chosen


def _order(key: Key) -> tuple[object, int]:
    return natural_key(key[0]), key[1]


def _distinct(chosen: Sequence[ChosenResponse]) -> list[ChosenResponse]:
    kept: dict[object, ChosenResponse] = {}
    for response in chosen:
        saved = response.shown.saved
        text = saved.row.response.text if saved.row.response else ""
        key = saved.item, text, response.score
        kept[key] = response._replace(labels=(*kept[key].labels, *response.labels)) if key in kept else response
    return list(kept.values())
