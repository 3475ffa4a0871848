"""From the responses of a run to their scores: transcripts are replayed, and the scorer gets what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.benchmark.protocols import RunScorer, Scorer
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import FailureReason, Sample, SampleScore
from helm_creativity.errors import BadArguments
from helm_creativity.judges.drivers import Correct, Replayed, as_given, replayed
from helm_creativity.judges.ratings import PANEL_STATS, panel_stats


class WrongCount(ValueError):
    """A scorer gives more or fewer scores than there are responses."""


@dataclass(frozen=True)
class ScoredRun:
    """The responses of a run, what is known of each, its score, and the stats of the run as a whole."""

    replayed: Sequence[Replayed]
    scores: Sequence[SampleScore]
    of_run: Mapping[str, float | None]


def score_trials(
    benchmark: Benchmark[Any],
    settings: Settings,
    trials: Sequence[Trial],
    scorer: Scorer,
    correct: Correct = as_given,
) -> ScoredRun:
    """Scores the responses of a run, which have its annotations; ``correct`` says what replies of judges count as."""
    known = replayed(benchmark, settings, trials, correct)
    scores = score_found(benchmark, settings, [response.found for response in known], scorer)
    return ScoredRun(known, scores, score_run(benchmark, settings, known, scores, scorer))


def score_run(
    benchmark: Benchmark[Any],
    settings: Settings,
    known: Sequence[Replayed],
    scores: Sequence[SampleScore],
    scorer: Scorer,
) -> dict[str, float | None]:
    """Stats of the run as a whole: those of the scorer, and what the panel did."""
    of_run: dict[str, float | None] = {}
    if known and isinstance(scorer, RunScorer):
        together = zip(known, scores, strict=True)
        pairs = [(response.found, score) for response, score in together if response.found is not None]
        of_run |= scorer.score_run([found for found, _ in pairs], [score for _, score in pairs])
    if known and benchmark.card.judged:
        of_run |= panel_stats(known) if settings.judged else dict.fromkeys(PANEL_STATS)
    return of_run


def score_found(
    benchmark: Benchmark[Any], settings: Settings, found: Sequence[Any], scorer: Scorer
) -> list[SampleScore]:
    """One score for each of what ``follow_up`` returned.

    None stands for a response where it broke off: that has no score, as unjudged where judges rate, else as failed.
    """
    known = [value for value in found if value is not None]
    scores = list(scorer.score(known))
    if len(scores) != len(known):
        raise WrongCount(f"the scorer gives {len(scores)} scores for {len(known)} responses")
    scored = iter(scores)
    undefined = {submetric.name: None for submetric in benchmark.card.submetrics if submetric.of == "answer"}
    reason = FailureReason.UNJUDGED if settings.judged else FailureReason.FAILED
    return [SampleScore(None, reason, undefined) if value is None else next(scored) for value in found]


@dataclass(frozen=True)
class FoundScorer:
    """A scorer of what ``follow_up`` returned, with a reason for responses of which nothing is known."""

    benchmark: Benchmark[Any]
    settings: Settings
    scorer: Scorer

    def score(self, found: Sequence[Any]) -> list[SampleScore]:
        """See ``Scorer``."""
        return score_found(self.benchmark, self.settings, found, self.scorer)


def found_in(benchmark: Benchmark[Any], settings: Settings, sample: Sample) -> Any:  # noqa: ANN401 - the benchmark's own
    """What ``follow_up`` returns for one response by itself, from a file or of a run; refused where it breaks off."""
    if type(benchmark).follow_up is Benchmark.follow_up:
        return sample
    (response,) = replayed(benchmark, settings, [Trial(sample, number=sample.fields.get("trial", 0))])
    if response.found is None:
        raise BadArguments(response.error)
    return response.found
