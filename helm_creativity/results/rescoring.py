"""Scores from corrected ratings: what judges' severity, or the length of responses, added to them is taken out.

Every rating of a run is replaced by its corrected value, and the benchmark's own scorer makes scores of them as it did
of the raw ones. So a corrected score is on the scale of the raw score, whatever a benchmark makes of ratings.

``calibrated`` is the correction of AGC-Bench (Beaty et al. 2026, appendix H): a graded response model over all ratings
of a dimension gives each rated thing its θ, and all ratings of the thing become the one that the reference judge of
the panel gives at that θ. ``length_free`` takes from each rating the slope of all judges times log2 of the words beyond
the usual length of responses to the item (``psychometrics.rating_bias.length_adjusted``).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.core.benchmark import asked_rubrics
from helm_creativity.core.common_stats import card_reasons
from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.ratings import ParsedRating
from helm_creativity.core.transcripts import transcript_in
from helm_creativity.defaults import CALIBRATED, LENGTH_FREE, RAW
from helm_creativity.errors import CreativityError, FileProblem
from helm_creativity.judges.drivers import WEIGHTED
from helm_creativity.judges.scoring import score_trials
from helm_creativity.psychometrics.rating_bias import length_adjusted, length_slopes
from helm_creativity.results.calibration import (
    JUDGED,
    Calibration,
    CellKey,
    RatedUnit,
    RatingCell,
    calibrate_panels,
    rating_cells,
)
from helm_creativity.results.corrections import CORRECTION, RAW_SCORE, REFERENCE
from helm_creativity.results.rated_texts import (
    LENGTH_PROBLEMS,
    RatedText,
    benchmark_of_run,
    rated_texts,
)
from helm_creativity.results.ratings import judging_of_run, ratings_of_all, unit_name
from helm_creativity.results.run_stats import OWN_SCORE, run_stats
from helm_creativity.results.runs import COMPARABLE, PROVENANCE, ItemScores, Run, SuiteRuns
from helm_creativity.results.samples import saved_samples
from helm_creativity.safe_text import listed


class CorrectedRating(NamedTuple):
    """What stands in the place of the ratings of one thing."""

    value: float
    added: float = 0.0
    theta: float = math.nan
    theta_se: float = math.nan

    def correct(self, rating: float) -> float:
        """The corrected value of a judge's rating."""
        return rating + self.added if math.isnan(self.value) else self.value


CellRatings = Mapping[RatedUnit, CorrectedRating]


class Corrections(NamedTuple):
    """The corrected ratings of a suite, or why there are none, and the reference judges; by cell."""

    cells: Mapping[CellKey, CellRatings | str]
    references: Mapping[CellKey, str]


def corrected_ratings(runs: Sequence[Run], scores: str, problems: list[str]) -> Corrections:
    """Corrected ratings of all that judges rated."""
    cells = rating_cells(ratings_of_all(runs, problems))
    if scores == LENGTH_FREE:
        words = {rated.unit: rated.words for rated in _rated_texts(runs, cells, problems)}
        return Corrections({cell.key: _length_free(cell, words) for cell in cells}, {})
    found = calibrate_panels(cells)
    references = {each.cell.key: each.reference for each in found if each.reference}
    return Corrections({each.cell.key: _calibrated(each) for each in found}, references)


def _rated_texts(runs: Iterable[Run], cells: Iterable[RatingCell], problems: list[str]) -> Iterator[RatedText]:
    used = {name for cell in cells for name in cell.runs}
    for run in runs:
        try:
            yield from rated_texts(run) if run.name in used else ()
        except (FileProblem, ValueError) as problem:
            problems.append(f"{run.name}: the rated texts and their lengths are unknown: {problem}")


def _calibrated(found: Calibration) -> CellRatings | str:
    if found.units is None or found.on_scale is None:
        return found.problem
    theta, error = found.units.theta.tolist(), found.units.standard_error.tolist()
    corrected = zip(found.cell.units(), found.on_scale.tolist(), theta, error, strict=True)
    return {unit: CorrectedRating(value, 0.0, *at) for unit, value, *at in corrected if not math.isnan(value)}


def _length_free(cell: RatingCell, words: Mapping[RatedUnit, float]) -> CellRatings | str:
    units, table = cell.units(), cell.table()
    items, models = [unit.item for unit in units], [cell.runs[unit.run] for unit in units]
    lengths = np.array([words.get(unit, math.nan) for unit in units])
    slope = length_slopes(table, lengths, items, models).panel
    if slope.value is None:
        return LENGTH_PROBLEMS.get(slope.problem, slope.problem)
    rated = np.where(np.isnan(table).all(axis=1), math.nan, 0.0)
    added = zip(units, length_adjusted(rated, lengths, items, slope.value).tolist(), strict=True)
    return {unit: CorrectedRating(math.nan, more) for unit, more in added if not math.isnan(more)}


def with_corrected_scores(runs: Sequence[Run], scores: str, problems: list[str]) -> tuple[Run, ...]:
    """Runs whose scores are made of corrected ratings; those that no judge rated on a scale as they are.

    A corrected run keeps its raw score as the stat ``raw_score``, and a calibrated one names its reference judge among
    its provenance. Its standard error takes the correction as known.
    """
    if scores == RAW:
        return tuple(runs)
    corrections = corrected_ratings([run for run in runs if JUDGED in run.stats], scores, problems)
    found: list[Run] = []
    lacking: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for run in runs:
        try:
            found.append(_corrected(run, scores, corrections) if JUDGED in run.stats else run)
        except (CreativityError, ValueError) as problem:
            lacking[run.group, str(problem)].append(run)
    for (group, why), some in lacking.items():
        names = listed(list(dict.fromkeys(run.model for run in some)))
        problems.append(f"{group}: no {scores.replace('_', '-')} score of {names}: {why}")
    return tuple(found)


def corrected_suites(found: SuiteRuns, scores: str) -> SuiteRuns:
    """The runs of suites as ``with_corrected_scores`` gives them; what cannot be corrected is among the problems."""
    problems: list[str] = []
    runs = with_corrected_scores(found.runs, scores, problems)
    suites = {run.name: suite for run, suite in zip(found.runs, found.suites, strict=True)}
    every = (*found.problems, *dict.fromkeys(problem for problem in problems if problem not in found.problems))
    return replace(found, runs=runs, suites=tuple(suites[run.name] for run in runs), problems=every)


def _corrected(run: Run, scores: str, corrections: Corrections) -> Run:
    benchmark, settings = benchmark_of_run(run)
    on_scale = {rubric.name for rubric in asked_rubrics(benchmark, settings) if rubric.scale is not None}
    if not on_scale:
        return run
    trials = [sample.as_trial for sample in saved_samples(run)]
    judging = judging_of_run(run)
    lacking: dict[str, str] = {}
    found: set[str] = set()

    def correct(trial: Trial, reply: JudgeReply) -> JudgeReply:
        found.update(name for name, reading in reply.readings.items() if reading.value is not None)
        if reply.rubric.removesuffix(WEIGHTED) not in on_scale:
            return reply
        unit = RatedUnit(run.name, trial.item, unit_name(str(trial.number), reply.about))
        readings = dict(reply.readings)
        for dimension, reading in reply.readings.items():
            ratings = corrections.cells.get(CellKey(run.group, reply.rubric, dimension, judging), {})
            if reading.value is None:
                continue
            if isinstance(ratings, str) or unit not in ratings:
                lacking.setdefault(dimension, ratings if isinstance(ratings, str) else "its length is unknown")
            else:
                readings[dimension] = ParsedRating(ratings[unit].correct(reading.value))
        return replace(reply, readings=readings)

    scored = score_trials(benchmark, settings, trials, benchmark.scorer(settings), correct)
    if lacking:
        reasons = dict.fromkeys(lacking.values())
        names = {why: ", ".join(name for name, own in lacking.items() if own == why) for why in reasons}
        raise FileProblem("; ".join(f"{dimensions}: {why}" for why, dimensions in names.items()))
    if not found and any(map(_has_rating, trials)):
        raise FileProblem("its judges were asked other questions than this version of the benchmark asks them")
    items = [trial.item for trial in trials]
    stats = run_stats(scored.scores, items, scored.of_run, card_reasons(benchmark.card))
    kept = {name: value for name, value in run.stats.items() if name not in stats and name not in OWN_SCORE}
    kept |= {name: value for name, value in stats.items() if value is not None}
    kept |= {RAW_SCORE: run.stats["score"]} if "score" in run.stats else {}
    values = [math.nan if score.score is None else score.score for score in scored.scores]
    numbers = np.array([trial.number for trial in trials], dtype=np.int64)
    panel = (run.group, judging)
    judges = {judge: None for key, judge in corrections.references.items() if (key.benchmark, key.judging) == panel}
    provenance = {**(run.settings.get(PROVENANCE) or {}), **({REFERENCE: ", ".join(judges)} if judges else {})}
    key = f"{run.settings.get(COMPARABLE) or run.group}|{CORRECTION}:{scores}"
    settings_of_run = {**run.settings, COMPARABLE: key, PROVENANCE: provenance}
    corrected = {"score": ItemScores(tuple(items), numbers, np.array(values))}
    return replace(run, stats=kept, settings=settings_of_run, corrected=corrected)


def _has_rating(trial: Trial) -> bool:
    transcript = transcript_in(trial.sample.fields.get("annotations") or {})
    replies = transcript.judge_replies if transcript else ()
    return any(reading.value is not None for reply in replies for reading in reply.readings.values())


CORRECTED = {
    **dict.fromkeys(("run", "model", "benchmark", "item", "trial", "rubric", "dimension"), "string"),
    "ratings": "int64",
    **dict.fromkeys(("rating", "theta", "theta_se", "calibrated", "length_free"), "double"),
    **dict.fromkeys(("prompt", "text"), "string"),
}
"""Columns of a table of corrected ratings, and Arrow's names of their types."""


def corrected_rows(runs: Iterable[Run], problems: list[str]) -> Iterator[tuple[Any, ...]]:
    """What judges rated, a row each, as in ``CORRECTED``: raw and corrected ratings, with the prompt and the text.

    ``rating`` is the mean of the judges' ratings, ``calibrated`` that of the reference judge at θ, ``length_free`` the
    mean at the usual length; None where there is none.
    """
    judged = [run for run in runs if JUDGED in run.stats]
    cells = rating_cells(ratings_of_all(judged, problems))
    texts = {rated.unit: rated for rated in _rated_texts(judged, cells, problems)}
    lengths = {unit: text.words for unit, text in texts.items()}
    for cell, calibration in zip(cells, calibrate_panels(cells), strict=True):
        calibrated, free = _calibrated(calibration), _length_free(cell, lengths)
        for how, found in ((CALIBRATED, calibrated), (LENGTH_FREE, free)):
            if isinstance(found, str):
                problems.append(f"{cell.benchmark}: no {how.replace('_', '-')} ratings of {cell.dimension}: {found}")
        for unit, ratings in zip(cell.units(), cell.table(), strict=True):
            given = ratings[~np.isnan(ratings)]
            if len(given):
                mean = float(given.mean())
                at, without = (None if isinstance(found, str) else found.get(unit) for found in (calibrated, free))
                yield (
                    *(unit.run, cell.runs[unit.run], cell.benchmark, unit.item, unit.trial),
                    *(cell.rubric, cell.dimension, len(given), mean),
                    *((at.theta, at.theta_se, at.value) if at else (None, None, None)),
                    without.correct(mean) if without else None,
                    *((texts[unit].prompt, texts[unit].text) if unit in texts else (None, None)),
                )
