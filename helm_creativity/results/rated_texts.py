"""What judges rated in a run: texts, how long they are, and what it means that their length says nothing of ratings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from helm_creativity.benchmark.base import Benchmark, settings_in_run
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.settings import Settings
from helm_creativity.errors import CreativityError, FileProblem
from helm_creativity.judges.drivers import replayed
from helm_creativity.parsing.text import unspaced_letters
from helm_creativity.psychometrics.rating_bias import NO_SPREAD, NOTHING_TO_COMPARE, ONE_CLUSTER
from helm_creativity.results.calibration import RatedUnit, RatingCell
from helm_creativity.results.comparable import find_benchmark
from helm_creativity.results.ratings import unit_name
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import saved_samples
from helm_creativity.safe_text import quoted

LENGTH_PROBLEMS: Mapping[str, str] = {
    NOTHING_TO_COMPARE: "no item has two rated responses",
    NO_SPREAD: "all lengths are equal within items and models",
    ONE_CLUSTER: "without one of the items there is nothing to compare",
}
"""What problems of ``rating_bias.length_slopes`` mean."""


class RatedText(NamedTuple):
    """A text that a judge rated: its trial, its places in the run and in the question; NaN and "" where unknown."""

    trial: int = -1
    order: float = math.nan
    place: float = math.nan
    words: float = math.nan
    prompt: str = ""
    text: str = ""


def rated_texts(runs: Iterable[Run], cells: Iterable[RatingCell], problems: list[str]) -> dict[RatedUnit, RatedText]:
    """What judges rated in the runs of some cells."""
    used = {name for cell in cells for name in cell.runs}
    found: dict[RatedUnit, RatedText] = {}
    for run in (run for run in runs if run.name in used):
        try:
            samples = saved_samples(run)
            known = replayed(*benchmark_of_run(run), [sample.as_trial for sample in samples])
        except (FileProblem, ValueError) as problem:
            problems.append(f"{run.name}: the rated texts and their lengths are unknown: {problem}")
            continue
        for order, (sample, response) in enumerate(zip(samples, known, strict=True)):
            for reply in response.judge_replies:
                unit = RatedUnit(run.name, sample.item, unit_name(str(sample.trial), reply.about))
                text, place = response.rated.get(reply.about, ""), reply.place or math.nan
                found[unit] = RatedText(sample.trial, order, place, count_words(text), sample.task, text)
    return found


def benchmark_of_run(run: Run) -> tuple[Benchmark[Any], Settings]:
    """The benchmark of a run, under the settings of the run."""
    entry = find_benchmark(run.group)
    if entry is None:
        raise FileProblem(f"there is no benchmark {quoted(run.group)} here")
    try:
        benchmark = load_benchmark(entry)
        return benchmark, settings_in_run(benchmark, run.settings, compared=True)
    except (CreativityError, TypeError, ValueError) as error:
        raise FileProblem(str(error)) from error


def count_words(text: str) -> float:
    """How many words a text has; each letter counts in a script without spaces between words; NaN for none."""
    return float(len(text.split()) + unspaced_letters(text)) or math.nan
