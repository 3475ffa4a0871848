"""How sure the stats of a run are: the intervals that leaderboards print, and those of means over responses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from helm_creativity.psychometrics.uncertainty import mean_interval
from helm_creativity.results.options import LEVEL, Options
from helm_creativity.results.study import SE, build_score_matrix
from helm_creativity.results.suite import Run, SuiteRuns
from helm_creativity.results.uncertainty import are_close, draw_scores

if TYPE_CHECKING:
    import polars as pl


class StatInterval(NamedTuple):
    """A 95 % interval: its ends, and in words how it was made."""

    low: float
    high: float
    method: str


class Uncertainty(NamedTuple):
    """How sure a stat is.

    Attributes:
        error: its standard error; None where the run reports none.
        interval: None where nothing was seen to vary.
        sd: standard deviation of the values of responses; None for fewer than two.
        n: responses that have a value; None where single responses have none.
    """

    error: float | None = None
    interval: StatInterval | None = None
    sd: float | None = None
    n: int | None = None


def leaderboard_intervals(found: SuiteRuns, warn: Callable[[str], None]) -> dict[tuple[str, str], StatInterval]:
    """The intervals of main stats as leaderboards print them, by run and stat.

    Of several runs of a model under the same settings only the one that stands in leaderboards has one.
    """
    study = build_score_matrix([], None, warn, found)
    intervals = {}
    for place, column in enumerate(study.columns):
        draws = draw_scores(study, place, study.answers_of(place), Options())
        for row in range(len(study.models)):
            low, high = float(draws.low[row]), float(draws.high[row])
            if np.isfinite([low, high]).all():
                intervals[study.runs[row, place], column.stat] = StatInterval(low, high, draws.how)
    return intervals


def find_uncertainty(
    run: Run, split: str, scores: pl.DataFrame | None, known: Mapping[tuple[str, str], StatInterval]
) -> Iterator[tuple[str, Uncertainty]]:
    """How sure each stat of a split is, by its name.

    Args:
        run: whose stats.
        split: of which items.
        scores: of its responses, as ``all_scores`` gives them; None where they cannot be read.
        known: intervals that count before those over the responses, by run and stat.
    """
    stats = run.of_split(split)
    values = {} if scores is None else _values(scores, split)
    for stat, mean in stats.items():
        error = stats.get(SE.format(stat))
        items, numbers = values.get(stat, ((), np.empty(0)))
        interval = known.get((run.name, stat))
        is_mean = len(numbers) > 1 and bool(are_close(mean, numbers.mean()))
        if interval is None and is_mean:
            codes = np.unique(np.asarray(items), return_inverse=True)[1]
            own = mean_interval(numbers, codes, LEVEL)
            interval = None if own is None else StatInterval(own.low, own.high, f"{own.method} over items")
        sd = float(numbers.std(ddof=1)) if len(numbers) > 1 else None
        yield stat, Uncertainty(error, interval, sd, len(numbers) if len(numbers) else None)


def _values(scores: pl.DataFrame, split: str) -> dict[str, tuple[list[str], np.ndarray]]:
    """Items and values of the responses that have one, by stat."""
    known = scores.filter(split=split).drop_nulls("value")
    return {
        str(stat): (rows["item"].to_list(), rows["value"].to_numpy())
        for (stat,), rows in known.partition_by("stat", as_dict=True).items()
    }
