"""Responses to read, with all that their run and its benchmark's scorer say of them.

They are those of runs to one item, or those of a run with the best, a median and the worst score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.base import comparable_key, settings_in_run
from helm_creativity.benchmark.follow_ups import Transcript, transcript_in
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.names import PREFIX, SCORE, did_you_mean, find_name, natural_key
from helm_creativity.benchmark.protocols import GroupScorer
from helm_creativity.benchmark.types import FailureReason, rate_name
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
    read_each,
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
    """A response as a run's files have it, and what the benchmark's scorer, or else the files, say of it.

    ``trials`` are numbers of all responses to its item; ``labels`` say why it was chosen, by ``saved_score``.
    """

    run: Run
    saved: SavedSample
    trials: tuple[int, ...]
    saved_score: float | None = None
    labels: tuple[str, ...] = ()
    score: float | None = None
    failure_reason: str = ""
    submetrics: Mapping[str, float | None] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    unscored_because: str = ""

    @property
    def transcript(self) -> Transcript | None:
        """What was asked further; None for nothing, or where another package's annotator has that name."""
        try:
            return transcript_in(self.saved.row.fields["annotations"])
        except ValueError:
            return None


def _require(what: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        raise BadArguments(f"no run {what} {quoted(name)}{did_you_mean(name, known, EXAMPLES)}")


def benchmark_runs(runs: Sequence[Run], benchmark: str, models: Sequence[str] = ()) -> list[Run]:
    """The runs of one benchmark, of some models or all."""
    names = sorted({run.group.removeprefix(PREFIX) for run in runs})
    if not benchmark and len(names) > 1:
        raise BadArguments(f"expected the name of a benchmark, since there are several: {', '.join(names)}")
    wanted = find_name(benchmark or names[0], names) or benchmark
    _require("of the benchmark", wanted, names)
    found = [run for run in runs if run.group.removeprefix(PREFIX) == wanted]
    known = sorted({name for run in found for name in (run.model, run.model.rpartition("/")[2])}, key=natural_key)
    for model in models:
        _require("of the model", model, known)
    return [run for run in found if not models or {run.model, run.model.rpartition("/")[2]} & {*models}]


def _samples(runs: Sequence[Run], warn: Warn) -> dict[str, list[SavedSample]]:
    problems: list[str] = []
    found = {run.name: samples for run, samples in read_each(saved_samples, runs, problems.append)}
    if problems and not found:
        raise FileProblem(problems[0])
    for problem in problems:
        warn(problem)
    if not any(found.values()):
        raise BadArguments(f"no response in {', '.join(found)}: a dry run, or one that stopped early; run it again")
    return found


class ListedItem(NamedTuple):
    """An item of a benchmark, with its score in each run."""

    item: str
    prompt: str
    scores: tuple[float | None, ...]


def listed_items(runs: Sequence[Run], trial: int | None, warn: Warn) -> list[ListedItem]:
    """The items of runs of one benchmark, in the order in which they were asked."""
    prompts: dict[str, str] = {}
    samples = _samples(runs, warn)
    for run in runs:
        for saved in samples.get(run.name, ()):
            prompts.setdefault(saved.item, saved.parts[1] if run.instruction else saved.prompt)
    means: dict[str, dict[str, float]] = {}
    for run, stats in read_each(all_scores, runs, warn):
        scores = stats.filter(stat=SCORE, split=SPLIT).drop_nulls("value")
        scores = scores if trial is None else scores.filter(trial=trial)
        means[run.name] = dict(scores.select("item", "value").group_by("item").mean().iter_rows())
    each = [means.get(run.name, {}) for run in runs]
    return [ListedItem(item, prompt, tuple(own.get(item) for own in each)) for item, prompt in prompts.items()]


def shown_responses(runs: Sequence[Run], item: str, trial: int | None, warn: Warn) -> list[ShownResponse]:
    """The responses of runs to one item, run by run, in the order of their trials."""
    samples = _samples(runs, warn)
    items = dict.fromkeys(saved.item for some in samples.values() for saved in some)
    _require("has an item", item, list(items))
    trials = sorted({saved.trial for some in samples.values() for saved in some if saved.item == item})
    if trial is not None and trial not in trials:
        raise BadArguments(f"the item {quoted(item)} has no trial {trial}; it has {', '.join(map(str, trials))}")
    found: list[ShownResponse] = []
    for run in runs:
        own = samples.get(run.name, [])
        chosen = sorted((saved for saved in own if saved.item == item), key=lambda saved: saved.trial)
        found += _described(run, own, [_shown(run, own, saved) for saved in chosen])
    return [shown for shown in found if trial in (None, shown.saved.trial)]


def _shown(
    run: Run,
    samples: Sequence[SavedSample],
    saved: SavedSample,
    score: float | None = None,
    labels: tuple[str, ...] = (),
) -> ShownResponse:
    trials = {other.trial for other in samples if other.item == saved.item}
    return ShownResponse(run, saved, tuple(sorted(trials)), score, labels)


def _described(
    run: Run, samples: Sequence[SavedSample], shown: Sequence[ShownResponse], stat: str = SCORE
) -> list[ShownResponse]:
    """Responses of a run with all that its benchmark's scorer says of them, or else the run's files."""
    try:
        values = _of_scorer(run, samples, [response.saved for response in shown]) if shown else []
    except Exception as error:  # a damaged annotation, a missing embedding, a benchmark of another version
        why = str(error) if isinstance(error, NothingToSay) else f"{type(error).__name__}: {error}"
        values = list(_of_files(run, [response.saved for response in shown], why, stat))
    return [replace(response, **own) for response, own in zip(shown, values, strict=True)]


def _of_scorer(run: Run, samples: Sequence[SavedSample], chosen: Sequence[SavedSample]) -> list[dict[str, Any]]:
    entry = find_benchmark(run.group)
    if entry is None:
        raise NothingToSay("the benchmark is none of this package or one like it")
    benchmark = load_benchmark(entry)
    settings = settings_in_run(benchmark, run.settings, compared=True)
    if (installed := comparable_key(benchmark, settings)) != run.settings.get("comparable", installed):
        raise NothingToSay(f"what is installed scores by other settings than the run: {installed}")
    scorer, items = benchmark.scorer(settings), {saved.item for saved in chosen}
    if not isinstance(scorer, GroupScorer):
        samples = [saved for saved in samples if saved.item in items] if benchmark.compares_trials else chosen
    found = [response.found for response in replayed(benchmark, settings, [saved.as_trial for saved in samples])]
    scores = dict(zip(map(id, samples), score_found(benchmark, settings, found, scorer), strict=True))
    return [
        {
            "score": score.score,
            "failure_reason": str(score.failure_reason or ""),
            "submetrics": score.submetrics,
            "details": score.details,
        }
        for score in (scores[id(saved)] for saved in chosen)
    ]


def _of_files(run: Run, chosen: Sequence[SavedSample], why: str, stat: str) -> Iterator[dict[str, Any]]:
    try:
        stats = all_scores(run).filter(split=SPLIT).rows_by_key("item")
    except FileProblem as problem:
        stats, why = {}, f"{why}; {problem}"
    for saved in chosen:
        values = {name: value for _, trial, _, name, value in stats.get(saved.item, ()) if trial in (None, saved.trial)}
        score, _ = values.pop(stat, None), values.pop("valid_rate", None)
        failed = [str(reason) for reason in FailureReason if score is None and values.get(rate_name(reason)) == 1]
        yield {"score": score, "failure_reason": "".join(failed[:1]), "submetrics": values, "unscored_because": why}


class RunResponses(NamedTuple):
    """The responses of a run: how many there are, and those that are worth reading."""

    total: int
    items: int
    different: int
    scored: int
    chosen: list[ShownResponse]


def chosen_responses(run: Run, stat: str = SCORE, lower_is_better: bool = False, every: bool = False) -> RunResponses:
    """The responses of a run with the best, a median and the worst score, and one without; or all of them."""
    samples, matched, scores = _matched(run, stat)
    ours = find_benchmark(run.group) is not None
    if not ours and not scores:
        raise NothingToSay(f"no response has {stat}")
    labels = choose_responses(scores, lower_is_better)
    # What lacks the stat in another package's run may be of another split.
    unscored = sorted(matched.keys() - scores.keys(), key=_order) if ours else []
    order = sorted(scores, key=lambda key: (scores[key] if lower_is_better else -scores[key], _order(key)))
    kept = [*order, *unscored] if every else [*(key for key in order if key in labels), *unscored[:1]]
    labels |= dict.fromkeys(unscored, (UNSCORED,))
    shown = [_shown(run, samples, matched[key], scores.get(key), labels.get(key, ())) for key in kept]
    texts, items = {saved.text.strip() for saved in samples}, {saved.item for saved in samples}
    return RunResponses(len(samples), len(items), len(texts), len(scores), _described(run, samples, shown, stat))


def best_and_worst(suite: Suite, place: int) -> list[ShownResponse]:
    """The response with the best score in a column and the one with the worst, of its models; few files are read."""
    responses, column = suite.responses(place), suite.columns[place]
    if responses is None or not np.isfinite(responses.scores[suite.pool]).any():
        raise NothingToSay("no score of a single response was kept")
    scores = np.where(suite.pool[:, None, None], column.sign * responses.scores, np.nan)
    by_name = {run.name: run for run in suite.runs}
    found: list[ShownResponse] = []
    for label, choose in ((BEST, np.nanargmax), (WORST, np.nanargmin)):
        row = int(choose(scores)) // scores[0].size
        run = by_name.get(suite.run_names.get((row, place), ""))
        if run is None:
            raise NothingToSay("its scores are means over several runs")
        samples, matched, known = _matched(run, column.stat)
        labels = choose_responses(known, column.lower_is_better)
        key = next((key for key, own in labels.items() if label in own or ONLY in own), None)
        if key is None:
            raise NothingToSay(f"no response has {column.stat}")
        found.append(_shown(run, samples, matched[key], known[key], (label,)))
    where = {(shown.run.name, shown.saved.item, shown.saved.trial) for shown in found}
    return found[: len(where)]


def _matched(run: Run, stat: str) -> tuple[list[SavedSample], dict[Key, SavedSample], dict[Key, float]]:
    """All responses; by item and trial those to items whose trials are just those that have entries; their scores."""
    name = STATES
    try:
        samples, name = saved_samples(run), PER_INSTANCE
        items, trials, values = item_scores(run, stat, SPLIT)
    except FileProblem as problem:
        raise NothingToSay(f"{name} is missing, damaged, or of another version of HELM") from problem
    if not samples:
        raise NothingToSay("there is no response: a dry run, or one that stopped early")
    scores = dict(zip(zip(items, trials.tolist(), strict=True), values.tolist(), strict=True))
    asked = Counter((saved.item, saved.trial) for saved in samples)
    odd = {key[0] for key in asked.keys() | scores.keys() if asked[key] != 1 or key not in scores}
    matched = {(saved.item, saved.trial): saved for saved in samples if saved.item not in odd}
    if not matched:
        raise NothingToSay(f"{PER_INSTANCE} does not say which score belongs to which response")
    return samples, matched, {key: scores[key] for key in scores if key in matched and isfinite(scores[key])}


def choose_responses(scores: Mapping[Key, float], lower_is_better: bool) -> dict[Key, tuple[str, ...]]:
    """The best response, the lower one of the medians, and the worst; of equal ones the first by item and trial."""
    if len(scores) < 2:
        return dict.fromkeys(scores, (ONLY,))
    values = sorted(scores.values())
    best, worst = (values[0], values[-1]) if lower_is_better else (values[-1], values[0])
    chosen: dict[Key, tuple[str, ...]] = {}
    for label, value in ((BEST, best), (MEDIAN, values[(len(values) - 1) // 2]), (WORST, worst)):
        first = min((key for key in scores if scores[key] == value), key=_order)
        chosen[first] = (*chosen.get(first, ()), label)
    return chosen


def _order(key: Key) -> tuple[object, int]:
    return natural_key(key[0]), key[1]
