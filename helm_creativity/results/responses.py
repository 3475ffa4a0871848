"""Responses to read: those of runs to one item, and those of a run with the best, a median and the worst score.

Each comes with all that its run and its benchmark's scorer say of it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from helm_creativity.core.benchmark import comparable_key, settings_in_run
from helm_creativity.core.loading import load_benchmark
from helm_creativity.core.names import PREFIX, SCORE, did_you_mean, find_name
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.protocols import GroupScorer
from helm_creativity.core.transcripts import Transcript, transcript_in
from helm_creativity.core.types import FailureReason, SampleScore, rate_name
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.scoring import score_found
from helm_creativity.results.comparable import find_benchmark
from helm_creativity.results.runs import SPLIT, Run
from helm_creativity.results.samples import (
    PER_INSTANCE,
    STATES,
    SavedSample,
    all_scores,
    item_scores,
    saved_samples,
)
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.results.suite import Suite

EXAMPLES = 5
BEST, MEDIAN, WORST, ONLY, UNSCORED = "best", "median", "worst", "the only score", "no score"
Warn = Callable[[str], None]
Key = tuple[str, int]
"""Item and trial."""


@dataclass(frozen=True)
class ShownResponse:
    """One response of a run: as its files have it, and what the benchmark's scorer, or else the files, say of it.

    ``trials`` are numbers of all responses to its item; ``labels`` say why it was chosen, by ``saved_score``.
    """

    run: Run
    saved: SavedSample
    trials: tuple[int, ...]
    score: float | None = None
    failure_reason: str = ""
    submetrics: Mapping[str, float | None] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    unscored_because: str = ""
    labels: tuple[str, ...] = ()
    saved_score: float | None = None

    @property
    def transcript(self) -> Transcript | None:
        """What was asked further; None for nothing, or where another package's annotator has that name."""
        try:
            return transcript_in(self.saved.row.fields["annotations"])
        except ValueError:
            return None


def benchmark_runs(runs: Sequence[Run], benchmark: str, models: Sequence[str] = ()) -> list[Run]:
    """The runs of one benchmark, of some models or all."""
    names = sorted({run.group.removeprefix(PREFIX) for run in runs})
    if not benchmark and len(names) > 1:
        raise BadArguments(f"expected the name of a benchmark, since there are several: {', '.join(names)}")
    wanted = find_name(benchmark, names)
    named = [run for run in runs if not benchmark or run.group.removeprefix(PREFIX) == wanted]
    if not named:
        raise BadArguments(f"no run of the benchmark {quoted(benchmark)}{did_you_mean(benchmark, names, EXAMPLES)}")
    known = sorted({run.model for run in named}, key=natural_key)
    for model in models:
        if not any(model in (name, name.rpartition("/")[2]) for name in known):
            raise BadArguments(f"no run of the model {quoted(model)}{did_you_mean(model, known, EXAMPLES)}")
    return [run for run in named if not models or {run.model, run.model.rpartition("/")[2]} & {*models}]


class ListedItem(NamedTuple):
    """An item of a benchmark, with its score in each run."""

    item: str
    prompt: str
    scores: tuple[float | None, ...]


def listed_items(runs: Sequence[Run], trial: int | None, warn: Warn) -> list[ListedItem]:
    """The items of runs of one benchmark, in the order in which they were asked."""
    prompts: dict[str, str] = {}
    found = _samples(runs, warn)
    for run in runs:
        for saved in found.get(run.name, ()):
            prompts.setdefault(saved.item, saved.parts[1] if run.instruction else saved.prompt)
    scores = [_item_means(run, trial, warn) for run in runs]
    return [ListedItem(item, prompt, tuple(means.get(item) for means in scores)) for item, prompt in prompts.items()]


def _item_means(run: Run, trial: int | None, warn: Warn) -> dict[str, float]:
    values: dict[str, list[float]] = defaultdict(list)
    try:
        for (item, number), value in _scores(run, SCORE):
            if math.isfinite(value) and trial in (None, number):
                values[item].append(value)
    except FileProblem as problem:
        warn(str(problem))
    return {item: math.fsum(some) / len(some) for item, some in values.items()}


def _scores(run: Run, stat: str) -> list[tuple[Key, float]]:
    items, trials, values = item_scores(run, stat, SPLIT)
    return list(zip(zip(items, trials.tolist(), strict=True), values.tolist(), strict=True))


def _samples(runs: Sequence[Run], warn: Warn) -> dict[str, list[SavedSample]]:
    found: dict[str, list[SavedSample]] = {}
    problems: list[FileProblem] = []
    for run in runs:
        try:
            found[run.name] = saved_samples(run)
        except FileProblem as problem:
            problems.append(problem)
    if problems and not found:
        raise problems[0]
    for unread in problems:
        warn(str(unread))
    if not any(found.values()):
        names = ", ".join(found)
        raise BadArguments(f"no response in {names}: a dry run, or one that stopped early; run it again")
    return found


def shown_responses(runs: Sequence[Run], item: str, trial: int | None, warn: Warn) -> list[ShownResponse]:
    """The responses of runs to one item, run by run, in the order of their trials."""
    samples = _samples(runs, warn)
    items = list(dict.fromkeys(saved.item for some in samples.values() for saved in some))
    if item not in items:
        raise BadArguments(f"no run has an item {quoted(item)}{did_you_mean(item, items, EXAMPLES)}")
    trials = sorted({saved.trial for some in samples.values() for saved in some if saved.item == item})
    if trial is not None and trial not in trials:
        raise BadArguments(f"the item {quoted(item)} has no trial {trial}; it has {', '.join(map(str, trials))}")
    found: list[ShownResponse] = []
    for run in runs:
        some = samples.get(run.name, ())
        chosen = sorted((saved for saved in some if saved.item == item), key=lambda saved: saved.trial)
        found += _described(run, some, chosen)
    return [shown for shown in found if trial in (None, shown.saved.trial)]


def _described(
    run: Run, samples: Sequence[SavedSample], chosen: Sequence[SavedSample], stat: str = SCORE
) -> list[ShownResponse]:
    """All that a run and its benchmark's scorer say of some of its responses."""
    trials: dict[str, set[int]] = defaultdict(set)
    for saved in samples:
        trials[saved.item].add(saved.trial)
    shown = [ShownResponse(run, saved, tuple(sorted(trials[saved.item]))) for saved in chosen]
    try:
        found = _scored(run, samples, chosen) if chosen else []
    except Exception as error:  # a damaged annotation, a missing embedding, a benchmark of another version
        found = f"{type(error).__name__}: {error}"
    if isinstance(found, str):
        return _with_stats(run, shown, found, stat)
    return [
        replace(
            response,
            score=score.score,
            failure_reason=str(score.failure_reason or ""),
            submetrics=score.submetrics,
            details=score.details,
        )
        for response, score in zip(shown, found, strict=True)
    ]


def _scored(run: Run, samples: Sequence[SavedSample], chosen: Sequence[SavedSample]) -> list[SampleScore] | str:
    """The scorer's results, or why there are none."""
    entry = find_benchmark(run.group)
    if entry is None:
        return "the benchmark is none of this package or one like it"
    benchmark = load_benchmark(entry)
    settings = settings_in_run(benchmark, run.settings, compared=True)
    if (installed := comparable_key(benchmark, settings)) != run.settings.get("comparable", installed):
        return f"what is installed scores by other settings than the run: {installed}"
    scorer = benchmark.scorer(settings)
    together: Sequence[SavedSample] = chosen
    if isinstance(scorer, GroupScorer):
        together = samples
    elif benchmark.compares_trials:
        items = {saved.item for saved in chosen}
        together = [saved for saved in samples if saved.item in items]
    known = replayed(benchmark, settings, [saved.as_trial for saved in together])
    scores = score_found(benchmark, settings, [response.found for response in known], scorer)
    by_sample = {id(saved): score for saved, score in zip(together, scores, strict=True)}
    return [by_sample[id(saved)] for saved in chosen]


def _with_stats(run: Run, shown: Sequence[ShownResponse], why_not: str, stat: str) -> list[ShownResponse]:
    """Responses with what the run's files say of them."""
    stats: defaultdict[str, list[tuple[int | None, str, float | None]]] = defaultdict(list)
    try:
        for row in all_scores(run).iter_rows(named=True):
            if row["split"] == SPLIT:
                stats[row["item"]].append((row["trial"], row["stat"], row["value"]))
    except FileProblem as problem:
        why_not = f"{why_not}; {problem}"
    found = []
    for response in shown:
        saved = response.saved
        values = {name: value for trial, name, value in stats[saved.item] if trial in (None, saved.trial)}
        score = values.pop(stat, None)
        values.pop("valid_rate", None)
        failed = "" if score is not None else next((str(r) for r in FailureReason if values.get(rate_name(r)) == 1), "")
        known = replace(response, score=score, failure_reason=failed, submetrics=values, unscored_because=why_not)
        found.append(known)
    return found


class RunResponses(NamedTuple):
    """The responses of a run: how many there are, and those that are worth reading."""

    total: int
    items: int
    different: int
    scored: int
    chosen: tuple[ShownResponse, ...]


def chosen_responses(run: Run, stat: str = SCORE, lower_is_better: bool = False, every: bool = False) -> RunResponses:
    """The responses of a run with the best, a median and the worst score, and one without; or all of them.

    Raises:
        NothingToSay: where they cannot be had.
    """
    if not (run.folder / STATES).is_file():
        raise NothingToSay(f"there is no {STATES} in the run's folder")
    why = f"{STATES} is damaged, or of another version of HELM"
    try:
        samples = saved_samples(run)
        if not samples:
            raise NothingToSay("there is no response: a dry run, or one that stopped early")
        why = f"{PER_INSTANCE}, which has the scores, is missing, damaged or of another version of HELM"
        values = _scores(run, stat)
    except FileProblem as problem:
        raise NothingToSay(why) from problem
    matched = _matched(samples, [key for key, _ in values])
    if not matched:
        raise NothingToSay(f"{PER_INSTANCE} does not say which score belongs to which response")
    scores = {key: value for key, value in values if key in matched and math.isfinite(value)}
    ours = find_benchmark(run.group) is not None
    if not ours and not scores:
        raise NothingToSay(f"no response has {stat}")
    labels = choose_responses(scores, lower_is_better)
    # What lacks the stat in another package's run may be of another split.
    unscored = sorted((key for key in matched if key not in scores), key=_order) if ours else []
    order = sorted(scores, key=lambda key: (scores[key] if lower_is_better else -scores[key], _order(key)))
    kept = [*order, *unscored] if every else [*(key for key in order if key in labels), *unscored[:1]]
    chosen = tuple(
        replace(response, saved_score=scores.get(key), labels=labels.get(key, () if key in scores else (UNSCORED,)))
        for key, response in zip(kept, _described(run, samples, [matched[key] for key in kept], stat), strict=True)
    )
    texts = {saved.text.strip() for saved in samples}
    items = {saved.item for saved in samples}
    return RunResponses(len(samples), len(items), len(texts), len(scores), chosen)


def best_and_worst(suite: Suite, place: int) -> list[ShownResponse]:
    """The response with the best score in a column and the one with the worst, of its models; few files are read.

    Raises:
        NothingToSay: where they cannot be had.
    """
    responses, column = suite.responses(place), suite.columns[place]
    if responses is None or not np.isfinite(responses.scores[suite.pool]).any():
        raise NothingToSay("no score of a single response was kept")
    scores = np.where(suite.pool[:, None, None], column.sign * responses.scores, np.nan)
    by_name = {run.name: run for run in suite.runs}
    found: list[ShownResponse] = []
    for label, choose in ((BEST, np.nanargmax), (WORST, np.nanargmin)):
        row, at, trial = (int(part) for part in np.unravel_index(int(choose(scores)), scores.shape))
        run, item = by_name.get(suite.run_names.get((row, place), "")), responses.items[at]
        if run is None:
            raise NothingToSay("its scores are means over several runs")
        try:
            samples = [saved for saved in saved_samples(run) if saved.item == item]
        except FileProblem as problem:
            raise NothingToSay(f"{STATES} is missing, damaged or of another version of HELM") from problem
        single = [saved for saved in samples if saved.trial == trial] if samples[1:] else samples
        means = len(samples) > 1 and not np.isfinite(responses.scores[row, :, 1:]).any()
        if means or not single:
            raise NothingToSay(f"{PER_INSTANCE} does not say which score belongs to which response")
        trials = tuple(sorted({saved.trial for saved in samples}))
        score = float(column.sign * scores[row, at, trial])
        found.append(ShownResponse(run, single[0], trials, score, labels=(label,), saved_score=score))
    return found if found[0].saved is not found[1].saved else found[:1]


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
    low, middle, high = (scores[order[place]] for place in (0, (len(order) - 1) // 2, -1))
    best, worst = (low, high) if lower_is_better else (high, low)
    chosen: dict[Key, tuple[str, ...]] = {}
    for label, value in ((BEST, best), (MEDIAN, middle), (WORST, worst)):
        first = next(key for key in order if scores[key] == value)
        chosen[first] = (*chosen.get(first, ()), label)
    return chosen


def _order(key: Key) -> tuple[object, int]:
    return natural_key(key[0]), key[1]
