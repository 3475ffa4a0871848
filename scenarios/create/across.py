"""How far the paths of a run lie from those of other runs: distinctiveness of Wadhwa et al. 2026, eq. 3.

For a path u of a response to a query and the population P of that query::

    ν(u) = min over v in P of d(u, v)          ν(U) = max over the measured paths u of a response

The population holds what the other runs answered to the same query, all that is structurally valid, factual or not and
however strong, as section 5 and Table 7 show it; the run itself is never part of it. Measured are the run's own valid
and factual paths of a quality above a bound. Two queries are the same if their targets are, whatever their
ids.

Of a run, with standard errors over queries (Table 2):

* average ν: the mean over all measured paths of a query, then over queries;
* largest ν: ν(U), the mean over a query's responses where there are several, then over queries;
* average σ: the quality, as average ν;
* the number of queries with a measured path.

Where the population is other runs, those of one model may share responses: ``iterative`` and ``resample`` begin with
the response of ``original``, which HELM keeps, so that all paths of ``original`` are in the population, at 0. Against
other models that does not happen.

A path whose query has no population has no ν: it is counted and in no mean. So is one that was not judged.

Section 7.2 leaves out qualities of 3 and less. The average σ of Table 2, 3.60 to 3.82, can then not come out where
qualities are whole numbers, as there, since it would be 4 or more; appendix F keeps 3.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.benchmark import settings_in_run
from helm_creativity.core.comparability import checksum_texts
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.population import Candidate, Candidates
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.core.types import Sample
from helm_creativity.embeddings.registry import check_embeddings, load_embeddings, require_embeddings
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.records import check_ending
from helm_creativity.io.untrusted_files import UNREADABLE, damage
from helm_creativity.judges.scoring import found_in
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.results.calibration import run_labels
from helm_creativity.results.numbers import count, fixed, positive
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import SampleStore, StoredSample, saved_samples
from helm_creativity.results.table import Column, Table, Undefined
from helm_creativity.results.tidy import ENDINGS, write_table
from helm_creativity.safe_text import counted
from helm_creativity.scenarios.create.benchmark import EMBEDDING
from helm_creativity.scenarios.create.measure import JudgedResponse, annealed, cosine_distances
from helm_creativity.scenarios.create.parse import path_text, text_for_judges
from helm_creativity.scenarios.create.vectors import PathSpace

NAME = "create"


class NearestText(NamedTuple):
    """The nearest of several texts."""

    place: int
    distance: float


MAY_DIFFER = frozenset({"form", "responses", "prompts", "instruction", "temp", "embedding"})
"""How the paths came about, which is what is compared, and the vectors of each run's own score."""

JUDGING = frozenset({"judges", "design", "rubric", "judge_temp"})
"""Who rates what is factual and how specific: it selects the paths that are measured, and no path of a population."""


def list_candidates(sample: Sample, settings: Mapping[str, Any], threshold: float) -> Candidates:
    """The structurally valid paths of a response, judged or not, with their quality."""
    benchmark = get_benchmark(NAME)
    response: JudgedResponse = found_in(benchmark, settings_in_run(benchmark, settings, compared=True), sample)
    found = (
        Candidate(text_for_judges(judged.path), path_text(judged.path), judged.quality(threshold))
        for judged in response.paths
        if judged.valid
    )
    return Candidates(tuple(response.target), tuple(found))


class PathNeighbours:
    """Distances between the texts of the paths of one query at a time.

    They are those of the paper under every protocol, g of eq. 9, for an ensemble of embeddings the mean over them.
    Memory is that of one query, and of the vectors of the texts that several queries share.
    """

    def __init__(self, embedding: str) -> None:
        require_embeddings(embedding)
        self.signature = "+".join(check_embeddings(embedding))
        self._embeddings = load_embeddings(embedding)
        self._kept: dict[str, tuple[NDArray[np.float32], ...]] = {}
        self._vectors: list[NDArray[np.float64]] = []

    def enter(self, texts: Sequence[str], again: Collection[str]) -> None:
        """Turns to another query."""
        self._vectors = []
        new = [text for text in texts if text not in self._kept]
        arrays = PathSpace(self._embeddings, new).vectors(new)
        # Copies, since a row would keep the array of its whole query.
        self._kept |= {
            text: tuple(array[row].copy() for array in arrays) for row, text in enumerate(new) if text in again
        }
        row_of = {text: row for row, text in enumerate(new)}
        self._vectors = [
            np.array([array[row_of[text]] if text in row_of else self._kept[text][which] for text in texts], np.float64)
            for which, array in enumerate(arrays)
        ]

    def nearest(self, places: Sequence[int], among: NDArray[np.bool_]) -> list[NearestText]:
        """For each of m texts the nearest of others; of several at the least distance that of the nearest vector.

        Args:
            places: m places among the texts of the query.
            among: shape (m, n): which of the n texts count for each, one or more.
        """
        rows = list(places)
        raw = np.stack([cosine_distances(vectors[rows] @ vectors.T) for vectors in self._vectors])
        # The same text is at 0 from itself whatever rounding, or an embedding whose rows are short, makes of it.
        raw[:, np.arange(len(rows)), rows] = 0.0
        distances = np.where(among, annealed(raw).mean(axis=0), np.inf)
        least = distances.min(axis=1)
        nearest = np.where(distances == least[:, None], raw.mean(axis=0), np.inf).argmin(axis=1)
        return [NearestText(int(place), float(distance)) for place, distance in zip(nearest, least, strict=True)]


# Measured paths at a time.
ROWS = 256

MODELS, RUNS = "models", "runs"
"""Whose responses are the population: other models', or other runs', of the same model too."""


class MeasuredPath(NamedTuple):
    """One measured path."""

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
    """What is asked of a suite."""

    population: str
    least: float
    runs: Sequence[Run]

    def measures(self, candidate: Candidate) -> bool:
        """Whether a path is measured."""
        return candidate.quality is not None and candidate.quality > self.least

    def side(self, run: int) -> str | int:
        """What a run has in common with those that are no population for it."""
        return self.runs[run].model if self.population == MODELS else run


class QueryPaths(NamedTuple):
    """What a run answered to one query."""

    run: int
    answers: list[list[MeasuredPath]]


def measure(question: PopulationSetting, gathered: SampleStore, neighbours: PathNeighbours) -> Iterator[QueryPaths]:
    """ν of all measured paths, query by query; every distinct text is embedded once."""
    shared = gathered.shared()
    for _, entries in gathered.tasks():
        if any(question.measures(candidate) for entry in entries for candidate in entry.found):
            crowd = QueryPopulation(question, entries)
            if any(crowd.population(entry.run).any() for entry in entries):
                neighbours.enter(crowd.texts, {text for text in crowd.texts if hash(text) in shared})
            near = crowd.nearest(entries, neighbours)
            for run, own in groupby(entries, key=lambda entry: entry.run):
                yield QueryPaths(run, [crowd.measured(entry, near) for entry in own])


class QueryPopulation:
    """All that was answered to one query."""

    def __init__(self, question: PopulationSetting, entries: Sequence[StoredSample]) -> None:
        self._question = question
        self._owners: dict[str, list[tuple[int, str]]] = {}
        for entry in entries:
            for candidate in entry.found:
                self._owners.setdefault(candidate.text, []).append((entry.run, candidate.shown))
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

    def nearest(self, entries: Sequence[StoredSample], neighbours: PathNeighbours) -> Iterator[NearestText | None]:
        """For each measured path of the responses, in order, what is nearest; None where there is no population."""
        measured = [(entry.run, candidate.text) for entry in entries for candidate in self._selected(entry)]
        for start in range(0, len(measured), ROWS):
            block = measured[start : start + ROWS]
            among = np.stack([self.population(run) for run, _ in block])
            has_others: NDArray[np.bool_] = np.any(among, axis=1)
            places = [self._place_of[text] for (_, text), has in zip(block, has_others, strict=True) if has]
            near = iter(neighbours.nearest(places, among[has_others]) if places else ())
            yield from (next(near) if has else None for has in has_others)

    def _selected(self, entry: StoredSample) -> list[Candidate]:
        return [candidate for candidate in entry.found if self._question.measures(candidate)]

    def measured(self, entry: StoredSample, near: Iterator[NearestText | None]) -> list[MeasuredPath]:
        """The measured paths of a response, each with its nearest, which are the next of ``near``."""
        return [self._row(entry, candidate, next(near)) for candidate in self._selected(entry)]

    def _row(self, entry: StoredSample, candidate: Candidate, near: NearestText | None) -> MeasuredPath:
        run = self._question.runs[entry.run]
        distance, nearest, owner = None, "", ""
        if near is not None:
            owners, side = self._owners[self.texts[near.place]], self._question.side(entry.run)
            number, nearest = next(first for first in owners if self._question.side(first[0]) != side)
            distance, owner = near.distance, self._question.runs[number].name
        shown, _, quality = candidate
        assert quality is not None
        return MeasuredPath(run.name, run.model, entry.item, entry.trial, shown, quality, distance, nearest, owner)


class QueryMean(NamedTuple):
    """A mean over queries."""

    value: float | None
    se: float | None


def query_mean(values: Sequence[float]) -> QueryMean:
    """The mean over n queries."""
    if not values:
        return QueryMean(None, None)
    return QueryMean(math.fsum(values) / len(values), standard_error(values, range(len(values))))


@dataclass
class RunTally:
    """What comes out for one run."""

    paths: int = 0
    alone: int = 0
    average: list[float] = field(default_factory=list)
    largest: list[float] = field(default_factory=list)
    quality: list[float] = field(default_factory=list)

    def add(self, responses: Sequence[Sequence[MeasuredPath]]) -> None:
        """Takes the measured paths of a query, response by response."""
        placed = [[path.distinctiveness for path in paths if path.distinctiveness is not None] for paths in responses]
        values = [value for distances in placed for value in distances]
        n_measured = sum(map(len, responses))
        self.alone += n_measured - len(values)
        if values:
            self.paths += len(values)
            self.average.append(math.fsum(values) / len(values))
            best = [max(distances) for distances in placed if distances]
            self.largest.append(math.fsum(best) / len(best))
            self.quality.append(math.fsum(path.quality for paths in responses for path in paths) / n_measured)


class StoredRuns(NamedTuple):
    """The runs that could be read, and how many valid paths of each were not judged."""

    runs: list[Run]
    unjudged: list[int]


def store_candidates(
    runs: Sequence[Run], threshold: float, gathered: SampleStore, warn: Callable[[str], None]
) -> StoredRuns:
    """Reads runs one after the other, by name; ``warn`` gets a line for each that cannot be read."""
    read = StoredRuns([], [])
    for run in sorted(runs, key=lambda run: (run.name, run.folder)):
        try:
            responses = _candidates(run, threshold)
        except FileProblem as problem:
            warn(f"left out: {problem}")
            continue
        for item, trial, candidates in responses:
            gathered.add(len(read.runs), item, trial, candidates)
        read.runs.append(run)
        read.unjudged.append(sum(candidate.quality is None for _, _, found in responses for candidate in found.found))
    return read


def _candidates(run: Run, threshold: float) -> list[tuple[str, int, Candidates]]:
    try:
        return [
            (sample.item, sample.trial, list_candidates(sample.row, run.settings, threshold))
            for sample in saved_samples(run)
        ]
    except UNREADABLE as error:
        raise FileProblem(f"{run.name}: cannot read its responses: {damage(error)}") from error


NOT_NAMED = "not named"
NOTHING_MEASURED = "no path of it was measured"
ONE_QUERY = "one query was measured"
LEGEND = (
    "ν: distance, 0 to 1, from a path to the nearest that the population has for its query; max: of an answer's paths\n"
    "σ: quality of a path, 1 to 5: its specificity as judged; avg, max: means over queries; se: their standard error"
)
_COLUMNS = (
    Column("model", "model", left=True),
    Column("average", "avg ν", fixed(3)),
    Column("average_se", "± se", positive(3)),
    Column("largest", "max ν", fixed(3)),
    Column("largest_se", "± se", positive(3)),
    Column("quality", "avg σ", fixed(2)),
    Column("quality_se", "± se", positive(2)),
    Column("queries", "queries", count),
    Column("paths", "paths", count),
    Column("alone", "no population", count),
    Column("unjudged", "not judged", count),
)
Tell = Callable[[str], None]


@dataclass(frozen=True)
class DistinctivenessSettings(DeclaredOptions):
    """What is compared with what."""

    population: str = option(
        MODELS, "whose paths: other models', or all other runs', of the same model too", choices=(MODELS, RUNS)
    )
    threshold: float = option(1.0, "share of a path's triples that must be facts", low=0, high=1)
    least_quality: float = option(3.0, "paths whose quality is above it are measured", low=0, high=100)
    embedding: str = option("", "of the paths (default: that of the runs)")
    paths: str = option("", "a file to write, one row per measured path: .parquet, .csv or .jsonl")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.paths:
            check_ending(Path(self.paths), ENDINGS, "paths")


settings_type = DistinctivenessSettings


def compare_runs(runs: Sequence[Run], settings: DistinctivenessSettings, tell: Tell) -> list[Table]:
    """Measures every path of the runs, and puts the means of each run into a table; see ``reports.across``."""
    population, least, threshold = settings.population, settings.least_quality, settings.threshold
    _require_others(runs, population)
    neighbours = PathNeighbours(settings.embedding or _embedding(runs))
    with SampleStore() as gathered:
        read = store_candidates(runs, threshold, gathered, tell)
        _require_others(read.runs, population)
        for line in differences(read.runs):
            tell(line)
        question = PopulationSetting(population, least, read.runs)
        tallies = [RunTally() for _ in read.runs]
        _measure(question, gathered, neighbours, tallies, Path(settings.paths) if settings.paths else None)
    own = {
        "population": population,
        "threshold": f"{threshold:.12g}",
        "quality_above": f"{least:.12g}",
        "embedding": neighbours.signature,
    }
    key = comparable_key(read.runs, own)
    notes = [*nothing_measured(tallies, least, threshold), LEGEND]
    return [distinctiveness_table(read.runs, tallies, read.unjudged, {"comparable_settings": key}, notes)]


def _require_others(runs: Sequence[Run], population: str) -> None:
    models = sorted({run.model for run in runs}, key=natural_key)
    if len(runs) < 2:
        raise BadArguments(
            f"expected two runs of this benchmark or more in these suites, got {len(runs)} that can be read; paths are "
            "held against those of other runs: run another model, or this one with another form"
        )
    if len(models) < 2 and population == MODELS:
        raise BadArguments(
            f"all {len(runs)} runs of these suites are of one model, {models[0]}, and paths are held against those of "
            "other models: run another one, or compare runs of one model with --population runs"
        )


def _embedding(runs: Sequence[Run]) -> str:
    names = sorted({str(run.settings.get("embedding") or EMBEDDING) for run in runs})
    if len(names) > 1:
        raise BadArguments(
            f"the runs were scored under several embeddings ({', '.join(names)}), and distances need one: name it with "
            "--embedding"
        )
    return names[0]


def _measure(
    question: PopulationSetting,
    gathered: SampleStore,
    neighbours: PathNeighbours,
    tallies: Sequence[RunTally],
    out: Path | None,
) -> None:
    def rows() -> Iterator[MeasuredPath]:
        for query in measure(question, gathered, neighbours):
            tallies[query.run].add(query.answers)
            for paths in query.answers:
                yield from paths

    if out is not None:
        write_table(rows(), COLUMNS, out)
    else:
        deque(rows(), maxlen=0)


def run_labels_in_order(runs: Sequence[Run]) -> list[str]:
    """What stands for each run: its model, and what tells it from the model's other runs."""
    labels = run_labels({run.folder.name: run.model for run in runs})
    return [labels[run.folder.name] for run in runs]


def distinctiveness_table(
    runs: Sequence[Run],
    tallies: Sequence[RunTally],
    unjudged: Sequence[int],
    facts: Mapping[str, Any],
    notes: Sequence[str] = (LEGEND,),
) -> Table:
    """One row per run, the largest average ν first; runs without one come last."""
    ranked = sorted(zip(run_labels_in_order(runs), tallies, unjudged, strict=True), key=_rank)
    return Table("distinctiveness", _COLUMNS, [_row(*line) for line in ranked], "", facts, notes)


def nothing_measured(tallies: Sequence[RunTally], least: float, threshold: float) -> list[str]:
    """Why the table is empty, where no run has a path of a quality above ``least``; [] otherwise."""
    if any(tally.paths or tally.alone for tally in tallies):
        return []
    facts = "all triples are facts" if threshold >= 1 else f"a share of {threshold:g} of the triples or more is facts"
    return [f"no judged path of which {facts} has a quality above {least:g} (--least-quality); qualities are 1 to 5"]


def _rank(line: tuple[str, RunTally, int]) -> tuple[float, str]:
    value = query_mean(line[1].average).value
    return (float("inf") if value is None else -value, line[0])


def _row(label: str, tally: RunTally, unjudged: int) -> tuple[Any, ...]:
    means = [query_mean(values) for values in (tally.average, tally.largest, tally.quality)]
    numbers = [
        number
        for mean in means
        for number in (
            Undefined(NOTHING_MEASURED) if mean.value is None else mean.value,
            mean.se if mean.se is not None or mean.value is None else Undefined(ONE_QUERY),
        )
    ]
    return (label, *numbers, len(tally.average), tally.paths, tally.alone, unjudged)


def comparable_key(runs: Sequence[Run], own: Mapping[str, str]) -> str:
    """Everything that moves the numbers, in one line."""
    parts = {**own, "runs": checksum_texts(run.name for run in runs)}
    for key, values in _values(runs).items():
        parts.setdefault(key, next(iter(values)) if len(values) == 1 else "several")
    return "|".join([f"{NAME} distinctiveness", *(f"{key}:{value}" for key, value in parts.items())])


def differences(runs: Sequence[Run]) -> list[str]:
    """One line for each part of a comparable key that makes runs incomparable: who has what."""
    lines = []
    for key, labels in _values(runs).items():
        if len(labels) > 1:
            (common, most), *rest = sorted(labels.items(), key=lambda entry: (-len(entry[1]), entry[0]))
            what = (
                "avg σ is not comparable, and other judges chose which paths are measured"
                if key in JUDGING
                else "not comparable"
            )
            others = "; ".join(f"{value} in {', '.join(sorted(names))}" for value, names in rest)
            lines.append(f"{what}: {key} is {common} in {counted(len(most), 'run')}, but {others}")
    return lines


def _values(runs: Sequence[Run]) -> dict[str, dict[str, list[str]]]:
    """For each part of the comparable keys that may not differ: its values, each with the labels of its runs."""
    parts = [run.comparable_parts for run in runs]
    found: dict[str, dict[str, list[str]]] = {}
    for key in dict.fromkeys(key for of_run in parts for key in of_run if key not in MAY_DIFFER):
        for label, of_run in zip(run_labels_in_order(runs), parts, strict=True):
            found.setdefault(key, {}).setdefault(of_run.get(key, NOT_NAMED), []).append(label)
    return found
