"""What a report is about: models by columns, where a column holds only scores that may be compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.rooms.standing import is_baseline, pool_of

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Column:
    """A benchmark under one signature.

    Attributes:
        key: unique in a study: the run group, and a number where the group has several columns.
        group: run group in HELM.
        title: for people, with what sets it apart from other columns of its group.
        domain: of creativity; "" for a benchmark that is not ours.
        signature: everything that moves the score.
        items: how many items were asked, None where runs do not say.
        stat: name of the main stat.
        lower_is_better: the direction of that stat.
        ours: whether a card of this package describes it.
        primary: whether it stands for its group in composites, which take one column a group, and none of a probe.
        instruction: name of what models were told before every prompt, "" for nothing.
        probe: whether it measures something that creativity must be told apart from.
    """

    key: str
    group: str
    title: str
    domain: str
    signature: str
    items: int | None
    stat: str = "score"
    lower_is_better: bool = False
    ours: bool = True
    primary: bool = True
    instruction: str = ""
    probe: bool = False

    @property
    def creative(self) -> bool:
        """Whether it is one of our measures of creativity."""
        return self.ours and not self.probe


class Answers(NamedTuple):
    """The scores of one column, answer by answer.

    Attributes:
        items: k ids.
        scores: shape (n, k, t): models of the study by items by trials, in the benchmark's units; NaN where a model has
            no such answer or it has no score. t is 1 where answers were kept as means over the trials of an item.
    """

    items: tuple[str, ...]
    scores: Numbers

    @property
    def by_item(self) -> Numbers:
        """Shape (n, k): means over the trials that have a score, NaN where none has."""
        counts = np.isfinite(self.scores).sum(axis=2)
        sums = np.nansum(self.scores, axis=2)
        means: Numbers = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
        return means


@dataclass(frozen=True)
class Study:
    """Scores of n models in m columns.

    Attributes:
        models: n names, in the order of rows.
        columns: m columns.
        scores: shape (n, m), in each column's own units and direction, NaN where a model has none.
        errors: shape (n, m), standard errors, NaN where unknown.
        stats: other stats of the runs by name, shape (n, m) each: facets, rates of failure, coverage by judges.
        runs: name of the run behind a cell, by (row, column).
        answers_of: reads one column's answers when it is asked for; None where none are saved.
        problems: what was left out of the suites, a line each.
        notes: what a reader must know of how rows were put into columns, a line each.
    """

    models: tuple[str, ...]
    columns: tuple[Column, ...]
    scores: Numbers
    errors: Numbers
    stats: Mapping[str, Numbers] = field(default_factory=dict)
    runs: Mapping[tuple[int, int], str] = field(default_factory=dict)
    answers_of: Callable[[int], Answers | None] = lambda _: None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def baselines(self) -> NDArray[np.bool_]:
        """Shape (n,): which models are baselines of ours."""
        return np.array([is_baseline(model) for model in self.models], dtype=bool)

    @property
    def pool(self) -> NDArray[np.bool_]:
        """Shape (n,): whose scores set the scale: the language models, or all where there is none."""
        return pool_of(self.models)

    @property
    def primary(self) -> list[int]:
        """Places of the columns that enter composites."""
        return [place for place, column in enumerate(self.columns) if column.primary]

    @property
    def signs(self) -> Numbers:
        """Shape (m,): -1 where less is better, otherwise 1."""
        return np.array([-1.0 if column.lower_is_better else 1.0 for column in self.columns])

    @property
    def oriented(self) -> Numbers:
        """Shape (n, m): ``scores`` with the sign turned where less is better."""
        return np.asarray(self.scores * self.signs)
