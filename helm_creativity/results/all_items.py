"""Scores over all items of a column, where models lack scores of some and the mean over the others may flatter them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.names import SCORE
from helm_creativity.core.pooling import is_baseline, pooled_models
from helm_creativity.psychometrics.missing_scores import adjusted_means, mean_bounds, missing_tests
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.comparable import ComparableGroup, MainMetric
from helm_creativity.results.options import Options
from helm_creativity.results.runs import SPLIT, Run
from helm_creativity.results.study import AllItems, ScoreMatrix, TrialReader, TrialScores
from helm_creativity.results.uncertainty import ScoreDraws, are_close, draw_scores

ENOUGH_SCORED = 0.95
"""Share of the items asked from which a mean over those with a score is taken for the mean over all."""
ALPHA = 0.05
PURPOSE = 5
HOW = (
    "a model's estimated mean if every item had a score, by a two-way model of models and items; with scores on at "
    "least 95 % of the items, the mean over these"
)
CASES = "the mean with the lowest, or the highest, score of any model on any item in place of each missing score"


class ItemTable(NamedTuple):
    """Scores of one column by item.

    Attributes:
        scores: shape (n,), the scores of models; NaN where one has none.
        by_item: shape (n, k), means over trials; NaN where missing.
        by_response: shape (n,), means over all responses.
        asked: how many items were asked, None where unknown.
        pool: shape (n,), whose scores say how hard an item is.
        lower_is_better: the direction.
    """

    scores: Numbers
    by_item: Numbers
    by_response: Numbers
    asked: int | None
    pool: NDArray[np.bool_]
    lower_is_better: bool = False

    @property
    def short(self) -> NDArray[np.bool_]:
        """Shape (n,): whose score is a mean over fewer of the items than ``ENOUGH_SCORED``."""
        counts = np.isfinite(self.by_item).sum(axis=1)
        asked = max(self.asked or self.by_item.shape[1], 1)
        return np.asarray(self.are_means & (counts / asked < ENOUGH_SCORED))

    @property
    def are_means(self) -> NDArray[np.bool_]:
        """Shape (n,): whose score is the mean over its items, or over its responses."""
        counts = np.isfinite(self.by_item).sum(axis=1)
        means = np.nansum(self.by_item, axis=1) / np.maximum(counts, 1)
        near = are_close(self.scores, means) | are_close(self.scores, self.by_response)
        return np.asarray((counts > 0) & np.isfinite(self.scores) & near)


def all_items(table: ItemTable, rng: np.random.Generator) -> tuple[dict[int, AllItems], Numbers]:
    """The scores over all items of models that lack some, and the values of which they are means.

    Args:
        table: one column.
        rng: source of the permutations by which it is tested whether hard items are missing.

    Returns:
        By row; and shape (n, k), ``by_item`` with the rows of adjusted scores replaced as in ``AdjustedMeans.by_item``.
    """
    short, completed = table.short, table.by_item.copy()
    rows = np.flatnonzero(short).tolist()
    if not rows:
        return {}, completed
    pooled = np.where((table.pool & table.are_means)[:, None], table.by_item, np.nan)
    adjusted = adjusted_means(pooled)
    bounds = mean_bounds(table.by_item)
    tests = missing_tests(pooled, rng, [row for row in rows if table.pool[row]])
    found = {}
    for row in rows:
        test, counts = tests[row], int(np.isfinite(table.by_item[row]).sum())
        predicted = adjusted is not None and bool(table.pool[row]) and counts < adjusted.items
        warned = test is not None and test.adjusted_p < ALPHA
        r = -test.r if test is not None and table.lower_is_better else test.r if test is not None else 0.0
        kind = "hard" if r < 0 else "easy"
        found[row] = AllItems(
            scored=counts / max(table.asked or table.by_item.shape[1], 1),
            score=float(adjusted.means[row]) if adjusted is not None and predicted else None,
            error=float(adjusted.errors[row]) if adjusted is not None and predicted else None,
            low=float(bounds.low[row]),
            high=float(bounds.high[row]),
            caution=f"tends to lack scores on items that others find {kind}, r = {r:.2f}" if warned else "",
        )
        if adjusted is not None and predicted:
            completed[row] = adjusted.by_item[row]
    return found, completed


def item_table(
    scores: Numbers,
    responses: TrialScores,
    asked: int | None,
    pool: NDArray[np.bool_],
    *,
    lower_is_better: bool = False,
) -> ItemTable:
    """Scores of one column by item, from its scores and its responses; see ``ItemTable``."""
    counts = np.isfinite(responses.scores).sum(axis=(1, 2))
    by_response = np.nansum(responses.scores, axis=(1, 2)) / np.maximum(counts, 1)
    return ItemTable(scores, responses.by_item, by_response, asked, pool, lower_is_better)


def column_over_all_items(
    study: ScoreMatrix, place: int, responses: TrialScores | None, options: Options
) -> tuple[Mapping[tuple[int, int], AllItems], ScoreDraws | None]:
    """What ``ScoreMatrix.all_items`` has of one column, and draws of the scores by which its models are ranked."""
    if responses is None:
        return {}, None
    cells, completed = _of_column(study, place, responses, options)
    found = {(row, place): cell for row, cell in cells.items()}
    if not cells or all(cell.score is None for cell in cells.values()):
        return found, None
    adjusted, errors = study.scores.copy(), study.errors.copy()
    for row, cell in cells.items():
        if cell.score is not None:
            adjusted[row, place] = cell.score
            errors[row, place] = np.nan if cell.error is None else cell.error
    over_all = replace(study, scores=adjusted, errors=errors)
    return found, draw_scores(over_all, place, TrialScores(responses.items, completed[:, :, None]), options)


def _of_column(
    study: ScoreMatrix, place: int, responses: TrialScores, options: Options
) -> tuple[dict[int, AllItems], Numbers]:
    column, scores = study.columns[place], study.scores[:, place]
    table = item_table(scores, responses, column.items, study.pool, lower_is_better=column.lower_is_better)
    return all_items(table, options.generator(PURPOSE))


def with_all_items(study: ScoreMatrix) -> ScoreMatrix:
    """The study with ``ScoreMatrix.all_items``; responses are read only where a model lacks over 5 %."""
    found: dict[tuple[int, int], AllItems] = {}
    for place, column in enumerate(study.columns):
        rates = study.stats.get("valid_rate")
        if rates is None or not (rates[:, place] < ENOUGH_SCORED).any() or (column.items or 0) <= 1:
            continue
        responses = study.answers_of(place)
        if responses is not None:
            cells, _ = _of_column(study, place, responses, Options())
            found.update({(row, place): cell for row, cell in cells.items()})
    return replace(study, all_items=found)


def runs_over_all_items(runs: Sequence[Run], warn: Callable[[str], None]) -> dict[str, AllItems]:
    """As ``ScoreMatrix.all_items``, of comparable runs that were asked the same number of items.

    Files with scores of items are read only where a run's stats say that more than 5 % of its responses have none.
    """
    ordered = sorted(runs, key=lambda run: (is_baseline(run.model), run.model, run.name))
    if not any(_may_be_short(run) for run in ordered):
        return {}
    asked = ordered[0].items
    metric = MainMetric(SCORE, SPLIT, False, "")
    draft = ComparableGroup(ordered[0].group, metric, ordered[0].comparable, asked, "", ("",), ())
    responses = TrialReader([(draft, {row: {"": run} for row, run in enumerate(ordered)})], len(ordered), warn)(0)
    if responses is None:
        return {}
    scores = np.array([run.stats.get(SCORE, np.nan) for run in ordered])
    pool = pooled_models([run.model for run in ordered])
    found, _ = all_items(item_table(scores, responses, asked, pool), Options().generator(PURPOSE))
    return {ordered[row].name: cell for row, cell in found.items()}


def _may_be_short(run: Run) -> bool:
    """Whether fewer of its items may have a score than is enough; a single item has no others to be compared with."""
    return SCORE in run.stats and (run.items or 0) > 1 and run.stats.get("valid_rate", 1.0) < ENOUGH_SCORED
