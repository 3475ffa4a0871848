"""Scores from corrected ratings: the benchmark's own scorer makes them as it did those of the raw ratings.

``calibrated`` is the correction of AGC-Bench (Beaty et al. 2026, appendix H): a graded response model over all ratings
of a dimension gives each rated thing its θ, and all ratings of the thing become the one that the reference judge of
the panel gives at that θ. ``length_free`` takes from each rating the slope of all judges times log2 of the words beyond
the usual length of responses to the item (``psychometrics.rating_bias.length_adjusted``).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from helm_creativity.benchmark.base import asked_rubrics
from helm_creativity.benchmark.card import card_reasons
from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating
from helm_creativity.defaults import LENGTH_FREE
from helm_creativity.errors import CreativityError, FileProblem
from helm_creativity.judges.drivers import WEIGHTED
from helm_creativity.judges.scoring import score_trials
from helm_creativity.psychometrics.rating_bias import length_adjusted, length_slopes
from helm_creativity.results.calibration import JUDGED, CellKey, RatedUnit, RatingCell, calibrate_panels, rating_cells
from helm_creativity.results.rated_texts import LENGTH_PROBLEMS, RatedText, benchmark_of_run, rated_texts
from helm_creativity.results.ratings import judging_of_run, ratings_of_all, unit_name
from helm_creativity.results.run_stats import OWN_SCORE, run_stats
from helm_creativity.results.runs import (
    COMPARABLE,
    CORRECTION,
    PROVENANCE,
    RAW_SCORE,
    REFERENCE,
    ItemScores,
    Run,
    SuiteRuns,
)
from helm_creativity.results.samples import saved_samples

Corrections = Mapping[RatedUnit, float] | str
"""Of a cell: the rating at θ of each thing that was rated, or what its length adds; or why there are none."""
CORRECTED = {
    **dict.fromkeys(("run", "model", "benchmark", "item", "trial", "rubric", "dimension"), "string"),
    "ratings": "int64",
    **dict.fromkeys(("rating", "theta", "theta_se", "calibrated", "length_free"), "double"),
    **dict.fromkeys(("prompt", "text"), "string"),
}
"""Columns of a table of corrected ratings, and Arrow's names of their types."""


def corrected_suites(found: SuiteRuns, scores: str) -> SuiteRuns:
    """Suites whose scores are made of corrected ratings; runs that no judge rated on a scale stay as they are.

    A corrected run keeps its raw score as the stat ``raw_score``, and a calibrated one names its reference judge among
    its provenance. Its standard error takes the correction as known. Why runs are left out is among the problems.
    """
    problems = list(found.problems)
    cells, judged = _cells(found.runs, problems)
    if scores == LENGTH_FREE:
        texts = rated_texts(judged, cells, problems)
        corrections = {cell.key: _length_free(cell, texts) for cell in cells}
    else:
        calibrate_panels(cells)
        corrections = {cell.key: _calibrated(cell) for cell in cells}
    references: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for cell in cells:
        references[cell.benchmark, cell.judging] |= {cell.reference: None} if cell.reference else {}
    kept: list[Run] = []
    for run in found.runs:
        try:
            kept.append(_corrected(run, scores, corrections, references) if JUDGED in run.stats else run)
        except (CreativityError, ValueError) as problem:
            problems.append(f"{run.group}: no {scores.replace('_', '-')} score of {run.model}: {problem}")
    return replace(found, runs=tuple(kept), problems=tuple(dict.fromkeys(problems)))


def corrected_rows(runs: Iterable[Run], problems: list[str]) -> Iterator[tuple[Any, ...]]:
    """What judges rated, a row each, as in ``CORRECTED``: raw and corrected ratings, with the prompt and the text.

    ``rating`` is the mean of the judges' ratings, ``calibrated`` that of the reference judge at θ, ``length_free`` the
    mean at the usual length; None where there is none.
    """
    cells, judged = _cells(runs, problems)
    texts = rated_texts(judged, cells, problems)
    calibrate_panels(cells)
    for cell in cells:
        calibrated, free = _calibrated(cell), _length_free(cell, texts)
        for how, why in (("calibrated", calibrated), ("length-free", free)):
            if isinstance(why, str):
                problems.append(f"{cell.benchmark}: no {how} ratings of {cell.dimension}: {why}")
        for place, (unit, ratings) in enumerate(zip(cell.units, cell.table, strict=True)):
            if np.isnan(ratings).all():
                continue
            mean, text = float(np.nanmean(ratings)), texts.get(unit)
            theta = [float(values[place]) for values in cell.scores[:2]] if cell.scores else [None, None]
            more = None if isinstance(free, str) else free.get(unit)
            yield (
                *(unit.run, cell.runs[unit.run], cell.benchmark, unit.item, unit.trial, cell.rubric, cell.dimension),
                *(int((~np.isnan(ratings)).sum()), mean, *theta),
                None if isinstance(calibrated, str) else calibrated.get(unit),
                None if more is None else mean + more,
                *((text.prompt, text.text) if text else (None, None)),
            )


def _cells(runs: Iterable[Run], problems: list[str]) -> tuple[list[RatingCell], list[Run]]:
    judged = [run for run in runs if JUDGED in run.stats]
    return rating_cells(ratings_of_all(judged, problems)), judged


def _calibrated(cell: RatingCell) -> Corrections:
    if cell.on_scale is None:
        return cell.problem
    values = zip(cell.units, cell.on_scale.tolist(), strict=True)
    return {unit: value for unit, value in values if not math.isnan(value)}


def _length_free(cell: RatingCell, texts: Mapping[RatedUnit, RatedText]) -> Corrections:
    lengths = np.array([texts.get(unit, RatedText()).words for unit in cell.units])
    slope = length_slopes(cell.table, lengths, cell.items, cell.models).panel
    if slope.value is None:
        return LENGTH_PROBLEMS.get(slope.problem, slope.problem)
    rated = np.where(np.isnan(cell.table).all(axis=1), math.nan, 0.0)
    added = zip(cell.units, length_adjusted(rated, lengths, cell.items, slope.value).tolist(), strict=True)
    return {unit: more for unit, more in added if not math.isnan(more)}


def _corrected(
    run: Run,
    scores: str,
    corrections: Mapping[CellKey, Corrections],
    references: Mapping[tuple[str, str], Iterable[str]],
) -> Run:
    benchmark, settings = benchmark_of_run(run)
    on_scale = {rubric.name for rubric in asked_rubrics(benchmark, settings) if rubric.scale is not None}
    if not on_scale:
        return run
    trials = [sample.as_trial for sample in saved_samples(run)]
    judging = judging_of_run(run)
    lacking: dict[str, str] = {}
    found: set[str] = set()

    def correct(trial: Trial, reply: JudgeReply) -> JudgeReply:
        readings = dict(reply.readings)
        unit = RatedUnit(run.name, trial.item, unit_name(str(trial.number), reply.about))
        for dimension, reading in reply.readings.items():
            if reading.value is None:
                continue
            found.add(dimension)
            if reply.rubric.removesuffix(WEIGHTED) in on_scale:
                values = corrections.get((run.group, reply.rubric, dimension, judging), {})
                if isinstance(values, str) or unit not in values:
                    lacking.setdefault(dimension, values if isinstance(values, str) else "its length is unknown")
                else:
                    raw = reading.value if scores == LENGTH_FREE else 0.0
                    readings[dimension] = ParsedRating(raw + values[unit])
        return replace(reply, readings=readings)

    scored = score_trials(benchmark, settings, trials, benchmark.scorer(settings), correct)
    if lacking:
        raise FileProblem("; ".join(f"{dimension}: {why}" for dimension, why in lacking.items()))
    if not found:
        raise FileProblem("its judges were asked other questions than the benchmark asks now, or gave no rating")
    items = tuple(trial.item for trial in trials)
    stats = run_stats(scored.scores, items, scored.of_run, card_reasons(benchmark.card))
    kept = {name: value for name, value in run.stats.items() if name not in stats and name not in OWN_SCORE}
    kept |= {name: value for name, value in stats.items() if value is not None}
    kept |= {RAW_SCORE: run.stats["score"]} if "score" in run.stats else {}
    provenance = dict(run.settings.get(PROVENANCE) or {})
    if judges := ", ".join(references[run.group, judging]):
        provenance[REFERENCE] = judges
    comparable = f"{run.settings.get(COMPARABLE) or run.group}|{CORRECTION}:{scores}"
    values = np.array([math.nan if score.score is None else score.score for score in scored.scores])
    of_items = ItemScores(items, np.array([trial.number for trial in trials], dtype=np.int64), values)
    changed = {**run.settings, COMPARABLE: comparable, PROVENANCE: provenance}
    return replace(run, stats=kept, settings=changed, corrected={"score": of_items})
