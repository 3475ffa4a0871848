"""How far what a run found lies from what other runs found: distinctiveness of Wadhwa et al. 2026, eq. 3.

For a path u of an answer to a query and the population P of that query::

    ν(u) = min over v in P of d(u, v)          ν(U) = max over the measured paths u of an answer

The population holds what the other runs answered to the same query, all that is structurally valid, factual or not and
however strong, as section 5 and Table 7 show it; the run itself is never part of it. Measured are the run's own valid
and factual paths of a quality above a bound. Two queries are the same if their benchmark's ``task`` of them is,
whatever their ids.

Of a run, with standard errors over queries (Table 2):

* average ν: the mean over all measured paths of a query, then over queries;
* largest ν: ν(U), the mean over a query's answers where there are several, then over queries;
* average σ: the quality, as average ν;
* the number of queries with a measured path.

Where the population is other runs, those of one model may share answers: ``iterative`` and ``resample`` begin with the
answer of ``original``, which HELM keeps, so that all paths of ``original`` are in the population, at 0. Against other
models that does not happen.

A path whose query has no population has no ν: it is counted and in no mean. So is one that was not judged.

Section 7.2 leaves out qualities of 3 and less. The average σ of Table 2, 3.60 to 3.82, can then not come out where
qualities are whole numbers, as there, since it would be 4 or more; appendix F keeps 3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.population import Candidate, NearestText, TextDistances
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.results.sample_store import SampleStore, StoredSample
from helm_creativity.results.suite import Run

# Measured paths at a time.
ROWS = 256

MODELS, RUNS = "models", "runs"
"""Whose answers are the population: other models', or other runs', of the same model too."""


class MeasuredPath(NamedTuple):
    """One measured path.

    Attributes:
        run: the run's name in HELM.
        model: whose path it is.
        item: id of the query in that run.
        trial: which answer to it, from 0.
        path: as people read it.
        quality: σ.
        distinctiveness: ν, 0 to 1; None where the query has no population.
        nearest: the path of the population that is nearest; "" for none.
        nearest_run: the run that it is from, the first one by name.
    """

    run: str
    model: str
    item: str
    trial: int
    path: str
    quality: float
    distinctiveness: float | None
    nearest: str
    nearest_run: str


COLUMNS = {
    **dict.fromkeys(MeasuredPath._fields, "string"),
    "trial": "int64",
    "quality": "double",
    "distinctiveness": "double",
}
"""Arrow's names of the columns' types."""


@dataclass(frozen=True)
class PopulationSetting:
    """What is asked of a suite.

    Attributes:
        population: ``models`` or ``runs``.
        least: only paths of a higher quality are measured.
        runs: n runs; gathered answers know them by number.
    """

    population: str
    least: float
    runs: Sequence[Run]

    def measures(self, one: Candidate) -> bool:
        """Whether a path is measured."""
        return one.quality is not None and one.quality > self.least

    def side(self, run: int) -> str | int:
        """What a run has in common with those that are no population for it."""
        return self.runs[run].model if self.population == MODELS else run


class QueryPaths(NamedTuple):
    """What a run answered to one query.

    Attributes:
        run: the run's number.
        answers: the measured paths of each of its answers.
    """

    run: int
    answers: list[list[MeasuredPath]]


def measure(question: PopulationSetting, gathered: SampleStore, neighbours: TextDistances) -> Iterator[QueryPaths]:
    """ν of all measured paths, query by query; every distinct text is embedded once.

    Args:
        question: what is asked.
        gathered: the answers of its runs, added in the order of the runs' numbers.
        neighbours: where distances are from.
    """
    shared = gathered.shared()
    for _, entries in gathered.tasks():
        if any(question.measures(one) for entry in entries for one in entry.found):
            crowd = QueryPopulation(question, entries)
            if any(crowd.population(entry.run).any() for entry in entries):
                neighbours.enter(crowd.texts, {text for text in crowd.texts if hash(text) in shared})
            near = crowd.nearest(entries, neighbours)
            for run, some in groupby(entries, key=lambda entry: entry.run):
                yield QueryPaths(run, [crowd.measured(entry, near) for entry in some])


class QueryPopulation:
    """All that was answered to one query.

    Attributes:
        texts: n different texts of paths, in alphabetical order.
    """

    def __init__(self, question: PopulationSetting, entries: Sequence[StoredSample]) -> None:
        self._question = question
        self._owners: dict[str, list[tuple[int, str]]] = {}
        for entry in entries:
            for one in entry.found:
                self._owners.setdefault(one.text, []).append((entry.run, one.shown))
        self.texts = sorted(self._owners)
        self._place_of = {text: place for place, text in enumerate(self.texts)}
        sides = {question.side(entry.run): np.zeros(len(self.texts), dtype=bool) for entry in entries}
        for text, owners in self._owners.items():
            for run, _ in owners:
                sides[question.side(run)][self._place_of[text]] = True
        counts = np.sum(list(sides.values()), axis=0)
        self._population: dict[str | int, NDArray[np.bool_]] = {side: counts > has for side, has in sides.items()}

    def population(self, run: int) -> NDArray[np.bool_]:
        """Shape (n,): which texts somebody else than this run, or its model, has."""
        return self._population[self._question.side(run)]

    def nearest(self, entries: Sequence[StoredSample], neighbours: TextDistances) -> Iterator[NearestText | None]:
        """For each measured path of the answers, in order, what is nearest; None where there is no population."""
        measured = [(entry.run, one) for entry in entries for one in entry.found if self._question.measures(one)]
        for start in range(0, len(measured), ROWS):
            block = measured[start : start + ROWS]
            among = np.stack([self.population(run) for run, _ in block])
            some: NDArray[np.bool_] = np.any(among, axis=1)
            places = [self._place_of[one.text] for (_, one), has in zip(block, some, strict=True) if has]
            near = iter(neighbours.nearest(places, among[some]) if places else ())
            yield from (next(near) if has else None for has in some)

    def measured(self, entry: StoredSample, near: Iterator[NearestText | None]) -> list[MeasuredPath]:
        """The measured paths of an answer, each with its nearest, which are the next of ``near``."""
        return [self._row(entry, one, next(near)) for one in entry.found if self._question.measures(one)]

    def _owner(self, text: str, side: str | int) -> tuple[int, str]:
        """The first run on another side that has the text, and what its path looks like."""
        return next(one for one in self._owners[text] if self._question.side(one[0]) != side)

    def _row(self, entry: StoredSample, one: Candidate, near: NearestText | None) -> MeasuredPath:
        run = self._question.runs[entry.run]
        distance, nearest, owner = None, "", ""
        if near is not None:
            number, nearest = self._owner(self.texts[near.place], self._question.side(entry.run))
            distance, owner = near.distance, self._question.runs[number].name
        assert one.quality is not None
        return MeasuredPath(
            run.name, run.model, entry.item, entry.trial, one.shown, one.quality, distance, nearest, owner
        )


class QueryMean(NamedTuple):
    """A mean over queries.

    Attributes:
        value: None for no query.
        se: its standard error; None for fewer than two.
    """

    value: float | None
    se: float | None


def mean_of(values: Sequence[float]) -> QueryMean:
    """The mean over n queries."""
    if not values:
        return QueryMean(None, None)
    return QueryMean(math.fsum(values) / len(values), standard_error(values, range(len(values))))


@dataclass
class RunTally:
    """What comes out for one run.

    Attributes:
        paths: measured paths that have a ν.
        alone: those whose query has no population.
        average: of each query the mean ν.
        largest: of each query the mean of its answers' ν(U).
        quality: of each query the mean σ of the measured paths.
    """

    paths: int = 0
    alone: int = 0
    average: list[float] = field(default_factory=list)
    largest: list[float] = field(default_factory=list)
    quality: list[float] = field(default_factory=list)

    def add(self, answers: Sequence[Sequence[MeasuredPath]]) -> None:
        """Takes the measured paths of a query, answer by answer."""
        placed = [[one.distinctiveness for one in some if one.distinctiveness is not None] for some in answers]
        values = [value for some in placed for value in some]
        n_measured = sum(map(len, answers))
        self.alone += n_measured - len(values)
        if values:
            self.paths += len(values)
            self.average.append(math.fsum(values) / len(values))
            best = [max(some) for some in placed if some]
            self.largest.append(math.fsum(best) / len(best))
            self.quality.append(math.fsum(one.quality for some in answers for one in some) / n_measured)
