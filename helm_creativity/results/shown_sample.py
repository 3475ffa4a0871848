"""Finds the responses of suites to one item, with all that their runs and their benchmark's scorer say of them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from helm_creativity.core.benchmark import comparable_key, settings_in_run
from helm_creativity.core.loading import load_benchmark
from helm_creativity.core.names import PREFIX, SCORE, did_you_mean, find_name
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.protocols import GroupScorer
from helm_creativity.core.transcripts import Transcript, transcript_in
from helm_creativity.core.types import FailureReason, SampleScore, rate_name
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.scoring import score_found
from helm_creativity.results.main_metrics import find_benchmark
from helm_creativity.results.runs import SPLIT, Run
from helm_creativity.results.samples import SavedSample, all_scores, item_scores, saved_samples
from helm_creativity.safe_text import quoted

EXAMPLES = 5
Warn = Callable[[str], None]


@dataclass(frozen=True)
class ShownResponse:
    """One response of a run."""

    run: Run
    saved: SavedSample
    trials: tuple[int, ...]
    score: float | None = None
    failure_reason: str = ""
    submetrics: Mapping[str, float | None] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    unscored_because: str = ""
    transcript: Transcript | None = None


def benchmark_runs(runs: Sequence[Run], benchmark: str, models: Sequence[str] = ()) -> list[Run]:
    """The runs of one benchmark."""
    names = sorted({_short(run) for run in runs})
    if not benchmark and len(names) > 1:
        raise BadArguments(f"expected the name of a benchmark, since there are several: {', '.join(names)}")
    wanted = find_name(benchmark, names)
    named = [run for run in runs if not benchmark or _short(run) == wanted]
    if not named:
        raise BadArguments(f"no run of the benchmark {quoted(benchmark)}{did_you_mean(benchmark, names, EXAMPLES)}")
    known = sorted({run.model for run in named}, key=natural_key)
    for model in models:
        if not any(_is_model(model, name) for name in known):
            raise BadArguments(f"no run of the model {quoted(model)}{did_you_mean(model, known, EXAMPLES)}")
    return [run for run in named if not models or any(_is_model(model, run.model) for model in models)]


def _short(run: Run) -> str:
    return run.group.removeprefix(PREFIX)


def _is_model(wanted: str, name: str) -> bool:
    return wanted in (name, name.rpartition("/")[2])


class ListedItem(NamedTuple):
    """An item of a benchmark."""

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
    try:
        found = item_scores(run, SCORE, SPLIT)
    except FileProblem as problem:
        warn(str(problem))
        return {}
    values: dict[str, list[float]] = defaultdict(list)
    for item, number, value in zip(found.items, found.trials.tolist(), found.values.tolist(), strict=True):
        if math.isfinite(value) and trial in (None, number):
            values[item].append(value)
    return {item: math.fsum(some) / len(some) for item, some in values.items()}


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
        chosen = sorted(
            (saved for saved in samples.get(run.name, ()) if saved.item == item), key=lambda saved: saved.trial
        )
        found += describe_responses(run, samples.get(run.name, ()), chosen)
    return [shown for shown in found if trial is None or shown.saved.trial == trial]


def describe_responses(
    run: Run, samples: Sequence[SavedSample], chosen: Sequence[SavedSample], stat: str = SCORE
) -> list[ShownResponse]:
    """All that a run and its benchmark's scorer say of some of its responses."""
    if not chosen:
        return []
    trials: dict[str, list[int]] = {saved.item: [] for saved in chosen}
    for saved in samples:
        if saved.item in trials:
            trials[saved.item].append(saved.trial)
    shown = [
        ShownResponse(run, saved, tuple(sorted(set(trials[saved.item]))), transcript=_transcript(saved))
        for saved in chosen
    ]
    scores, why_not = _scored(run, samples, chosen)
    if why_not:
        return list(_with_stats(run, shown, why_not, stat))
    return [
        replace(
            response,
            score=score.score,
            failure_reason=str(score.failure_reason or ""),
            submetrics=score.submetrics,
            details=score.details,
        )
        for response, score in zip(shown, scores, strict=True)
    ]


def _transcript(saved: SavedSample) -> Transcript | None:
    try:
        return transcript_in(saved.row.fields["annotations"])
    except ValueError:
        return None  # of another package's annotator of that name


def _scored(
    run: Run, samples: Sequence[SavedSample], chosen: Sequence[SavedSample]
) -> tuple[Sequence[SampleScore], str]:
    entry = find_benchmark(run.group)
    if entry is None:
        return (), "the benchmark is none of this package or one like it"
    try:
        benchmark = load_benchmark(entry)
        settings = settings_in_run(benchmark, run.settings, compared=True)
        if (installed := comparable_key(benchmark, settings)) != run.settings.get("comparable", installed):
            return (), f"what is installed scores by other settings than the run: {installed}"
        scorer = benchmark.scorer(settings)
        together: Sequence[SavedSample] = samples if isinstance(scorer, GroupScorer) else chosen
        if together is chosen and benchmark.compares_trials:
            items = {saved.item for saved in chosen}
            together = [saved for saved in samples if saved.item in items]
        known = replayed(benchmark, settings, [saved.as_trial for saved in together])
        scores = score_found(benchmark, settings, [response.found for response in known], scorer)
    except Exception as error:  # a damaged annotation, a missing embedding, a benchmark of another version
        return (), f"{type(error).__name__}: {error}"
    by_sample = {id(saved): score for saved, score in zip(together, scores, strict=True)}
    return [by_sample[id(saved)] for saved in chosen], ""


def _with_stats(run: Run, shown: Sequence[ShownResponse], why_not: str, stat: str) -> Iterable[ShownResponse]:
    found: defaultdict[str, list[tuple[int | None, str, float | None]]] = defaultdict(list)
    items = {response.saved.item for response in shown}
    try:
        for row in all_scores(run).iter_rows(named=True):
            if row["split"] == SPLIT and row["item"] in items:
                found[row["item"]].append((row["trial"], row["stat"], row["value"]))
    except FileProblem as problem:
        found.clear()
        why_not = f"{why_not}; {problem}"
    for response in shown:
        saved = response.saved
        values = {name: value for trial, name, value in found[saved.item] if trial in (None, saved.trial)}
        score = values.pop(stat, None)
        values.pop("valid_rate", None)
        failed = "" if score is not None else next((str(r) for r in FailureReason if values.get(rate_name(r)) == 1), "")
        yield replace(response, score=score, failure_reason=failed, submetrics=values, unscored_because=why_not)
