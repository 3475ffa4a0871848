"""A suite: the scores of models in columns, where a column holds only scores that may be compared.

Everything that leaderboard, report and analyses say of runs is computed from a ``Suite``, and each thing once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.comparability import is_baseline, pooled_models
from helm_creativity.benchmark.names import PREFIX, SCORE, did_you_mean, find_name
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.psychometrics.composites import LEAST_SCORED, VALID, score_caution
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.comparable import cards
from helm_creativity.results.counting import uncounted_scores
from helm_creativity.results.estimates import (
    ENOUGH_SCORED,
    AllItems,
    ScoreDraws,
    TrialScores,
    all_items,
    degrees_of_freedom,
    draw_scores,
)
from helm_creativity.results.runs import Run, split_comparable_key
from helm_creativity.safe_text import counted, listed, quoted

if TYPE_CHECKING:
    from helm_creativity.judges.evaluation.card import JudgeCard
    from helm_creativity.people.sample import PeopleSample

INTERVALS, ALL_ITEMS = 1, 5
"""Purposes of random numbers."""


@dataclass(frozen=True)
class ScoreColumn:
    """A benchmark under one set of comparable settings."""

    key: str
    group: str
    title: str
    domain: str
    comparable: str
    items: int | None
    stat: str = SCORE
    lower_is_better: bool = False
    ours: bool = True
    primary: bool = True
    instruction: str = ""
    probe: bool = False
    provenance: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    composite_domain: str = ""

    @property
    def benchmark(self) -> str:
        """Name of the benchmark."""
        return self.group.removeprefix(PREFIX)

    @property
    def card(self) -> Card | None:
        """What describes it, None where it is none of ours."""
        return cards().get(self.group)

    @property
    def mean_domain(self) -> str:
        """Under which name it enters means by domain: a benchmark that is not ours is a domain of its own."""
        return self.composite_domain or self.domain or self.title

    @property
    def creative(self) -> bool:
        """Whether it is one of our measures of creativity."""
        return self.ours and not self.probe

    @property
    def sign(self) -> float:
        """-1 where less is better, otherwise 1."""
        return -1.0 if self.lower_is_better else 1.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest score that are possible."""
        found = self.card.bounds_of_score(split_comparable_key(self.comparable)) if self.card else ()
        if not found or self.stat != SCORE:
            return -np.inf, np.inf
        least, most = found
        return -np.inf if least is None else least, np.inf if most is None else most


@dataclass(frozen=True, repr=False)
class Suite:
    """The scores of n models in m columns, from one or several suites of HELM.

    Attributes:
        names: of the suites or releases, as they were named.
        models: names of rows.
        columns: what is in columns, the primary one of each benchmark before its others.
        scores: shape (n, m), in the benchmarks' own units; NaN where a model has none.
        errors: shape (n, m), standard errors that the metrics report.
        responses: the responses of a column by its place; None where none of its files can be read.
        stats: other stats of the runs by name, shape (n, m) each: submetrics, rates of failure, coverage by judges.
        run_names: name of the run behind a cell, by (row, column).
        remade: makes the suite anew from its runs as a function changes them, without those for which it gives None;
            None where the suite was not read from runs.
        problems: what was left out, a line each.
        notes: what must be known of how runs were put into columns, a line each.
        card_folders: where cards of judges are; () for where ``judges evaluate`` keeps them.
        least_scored: share of scored responses from which a score counts.
        norms: whether scores of people that hold for the settings of a table stand below it.
    """

    names: tuple[str, ...]
    output_path: Path
    runs: tuple[Run, ...]
    models: tuple[str, ...]
    columns: tuple[ScoreColumn, ...]
    scores: Numbers
    errors: Numbers
    responses: Callable[[int], TrialScores | None] = lambda _: None
    stats: Mapping[str, Numbers] = field(default_factory=dict)
    run_names: Mapping[tuple[int, int], str] = field(default_factory=dict)
    remade: Callable[[Callable[[Run], Run | None]], Suite] | None = None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    people: tuple[PeopleSample, ...] = ()
    card_folders: tuple[Path, ...] = ()
    least_scored: float = LEAST_SCORED
    draws: int = 1000
    seed: int = 0
    norms: bool = False
    _kept: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False)

    def __repr__(self) -> str:
        sizes = {"model": self.models, "column": self.columns, "run": self.runs}
        counts = [counted(len(some), name) for name, some in sizes.items()]
        counts += [f"{len(self.problems)} left out"] if self.problems else []
        return f"Suite({', '.join(self.names)}: {', '.join(counts)})"

    @property
    def benchmarks(self) -> list[str]:
        """Titles of the columns."""
        return [column.title for column in self.columns]

    @property
    def title(self) -> str:
        """Of a page about it."""
        return ", ".join(Path(name).name for name in self.names)

    @cached_property
    def baselines(self) -> NDArray[np.bool_]:
        """Shape (n,): which models are baselines of ours."""
        return np.array([is_baseline(model) for model in self.models], dtype=bool)

    @cached_property
    def pool(self) -> NDArray[np.bool_]:
        """Shape (n,): whose scores set the scale: the language models, or all where there is none."""
        return pooled_models(self.models)

    @property
    def primary(self) -> list[int]:
        """Places of the columns that enter composites."""
        return [place for place, column in enumerate(self.columns) if column.primary]

    @property
    def signs(self) -> Numbers:
        """Shape (m,): -1 where less is better, otherwise 1."""
        return np.array([column.sign for column in self.columns])

    @cached_property
    def runs_in_columns(self) -> tuple[Run, ...]:
        """The runs that scores are of: of several runs of a model and settings, the one with the most responses."""
        standing = set(self.run_names.values())
        return tuple(run for run in self.runs if run.name in standing)

    @cached_property
    def cards(self) -> Mapping[str, JudgeCard]:
        """Of the judges that were examined, by name."""
        from helm_creativity.judges.evaluation.card import read_cards

        return read_cards(self.card_folders)

    def once(self, name: Hashable, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever analyses share
        """What several analyses need of the runs, computed by the first of them."""
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]

    def generator(self, *purpose: int) -> np.random.Generator:
        """Random numbers for one purpose, the same whatever else is computed."""
        return np.random.default_rng([self.seed, *purpose])

    def stats_of(self, place: int) -> dict[str, Numbers]:
        """The other stats of a column by name, shape (n,) each."""
        return {name: values[:, place] for name, values in self.stats.items()}

    @cached_property
    def uncounted(self) -> dict[tuple[int, int], str]:
        """Why a score counts in nothing that compares models, by (row, column); it is shown, without a rank."""
        found: dict[tuple[int, int], str] = {}
        for place, column in enumerate(self.columns):
            reasons = uncounted_scores(column.group, self.stats_of(place), self.baselines, self.least_scored)
            has = np.isfinite(self.scores[:, place])
            found |= {(row, place): why for row, why in enumerate(reasons) if why and has[row]}
        return found

    def uncounted_lines(self) -> Iterator[str]:
        """A line for each score of a language model that does not count."""
        for (row, place), why in self.uncounted.items():
            if self.pool[row]:
                yield f"left out: {self.columns[place].title} of {self.models[row]}: {why}"

    @cached_property
    def _over_all(self) -> dict[int, tuple[dict[int, AllItems], Numbers]]:
        """By column whose models lack scores on more than 5 % of the items: by row, and scores by item, completed."""
        found = {}
        for place, column in enumerate(self.columns):
            lacking = VALID in self.stats and (self.stats[VALID][:, place] < ENOUGH_SCORED).any()
            responses = self.responses(place) if lacking and (column.items or 0) > 1 else None
            if responses is not None:
                rng, lower = self.generator(ALL_ITEMS), column.lower_is_better
                found[place] = all_items(self.scores[:, place], responses, column.items, self.pool, rng, lower)
        return found

    @cached_property
    def all_items(self) -> dict[tuple[int, int], AllItems]:
        """By (row, column), where a model has a score on fewer than 95 % of the items."""
        return {(row, place): cell for place, (cells, _) in self._over_all.items() for row, cell in cells.items()}

    @cached_property
    def over_all_items(self) -> Numbers:
        """Shape (n, m): the scores that rank models: adjusted ones where there are any."""
        scores = self.scores.copy()
        for cell, found in self.all_items.items():
            scores[cell] = scores[cell] if found.score is None else found.score
        return scores

    @cached_property
    def counted(self) -> Numbers:
        """Shape (n, m): the scores that count, over all items where one is adjusted; NaN for the others."""
        scores = self.over_all_items.copy()
        for cell in self.uncounted:
            scores[cell] = np.nan
        return scores

    @property
    def oriented(self) -> Numbers:
        """Shape (n, m): ``counted`` with the sign turned where less is better."""
        return np.asarray(self.counted * self.signs)

    def drawn(self, place: int, *, ranking: bool = False) -> ScoreDraws:
        """Intervals and draws of the scores of a column; ``ranking`` of those by which models are ranked."""
        cells, completed = self._over_all.get(place, ({}, None)) if ranking else ({}, None)
        adjusted = {row: cell.error for row, cell in cells.items() if cell.score is not None}

        def draw() -> ScoreDraws:
            scores, errors, responses = self.scores[:, place], self.errors[:, place].copy(), self.responses(place)
            if adjusted and completed is not None and responses is not None:
                scores, responses = self.over_all_items[:, place], TrialScores(responses.items, completed[:, :, None])
                errors[list(adjusted)] = [*adjusted.values()]
            degrees = degrees_of_freedom(self.stats_of(place), len(self.models))
            bounds, rng = self.columns[place].bounds, self.generator(INTERVALS, place)
            return draw_scores(scores, errors, degrees, responses, bounds, self.draws, rng)

        found: ScoreDraws = self.once(("drawn", place, bool(adjusted)), draw)
        return found

    def cautions(self, place: int) -> list[str]:
        """What must be known of each model's score in a column, beside whether it counts; "" where nothing must."""
        from helm_creativity.results.norms import BELOW_RANDOM_NOUNS, below_random_nouns

        column, stats = self.columns[place], self.stats_of(place)
        scores = {
            row: score for row, score in enumerate(self.over_all_items[:, place].tolist()) if math.isfinite(score)
        }
        counts = {row: None if (row, place) in self.uncounted else score for row, score in scores.items()}
        own = {self.models[row]: score for row, score in counts.items()}
        below = below_random_nouns(
            column.group, column.comparable, column.items, own, lower_is_better=column.lower_is_better
        )
        texts = []
        for row, model in enumerate(self.models):
            known, score = self.all_items.get((row, place)), own.get(model)
            is_below = column.stat == SCORE and score is not None and not self.baselines[row] and below(score)
            caution = score_caution({name: float(values[row]) for name, values in stats.items()})
            texts.append("; ".join(filter(None, (caution, known and known.caution, BELOW_RANDOM_NOUNS * is_below))))
        return texts

    def find_model(self, name: str) -> str:
        """The model that a name means: the whole name, or how just one of them ends."""
        if name in self.models:
            return name
        for end in (f"/{name}", name):
            ends = [model for model in self.models if name and model.endswith(end)]
            if len(ends) == 1:
                return ends[0]
            if ends:
                raise BadArguments(f"{quoted(name)} may be {listed(ends)}; write the full name")
        raise BadArguments(f"the suite has no model {quoted(name)}{did_you_mean(name, self.models)}")

    def find_columns(self, benchmark: str) -> list[int]:
        """Places of the columns of a benchmark, by its name or a title; of all for ""."""
        names = [column.benchmark for column in self.columns]
        wanted = {benchmark, find_name(benchmark, dict.fromkeys(names))}
        found = [place for place, column in enumerate(self.columns) if wanted & {column.benchmark, column.title}]
        if benchmark and not found:
            near = did_you_mean(benchmark, sorted(set(names)))
            raise BadArguments(f"the suite has no benchmark {quoted(benchmark)}{near}")
        return found if benchmark else list(range(len(names)))

    def runs_of(self, benchmark: str) -> list[Run]:
        """The runs of a benchmark, by its name, in whatever column or none they are; ``NothingToSay`` without one."""
        group = find_entry(benchmark).group
        found = [run for run in self.runs if run.group == group]
        if not found:
            raise NothingToSay(f"no run of these suites that can be read is one of {group}")
        return found


def finite_or_none(value: float) -> float | None:
    """A number that was computed; None for NaN, which stands for none, and for an infinity."""
    return float(value) if math.isfinite(value) else None


def with_columns(suite: Suite, columns: Sequence[ScoreColumn], scores: Iterable[Numbers]) -> Suite:
    """A suite with more columns, which have no errors, stats or responses."""
    width, lacking = len(suite.columns), np.full((len(suite.models), len(columns)), np.nan)
    return replace(
        suite,
        columns=(*suite.columns, *columns),
        scores=np.column_stack([suite.scores, *scores]),
        errors=np.column_stack([suite.errors, lacking]),
        stats={name: np.column_stack([values, lacking]) for name, values in suite.stats.items()},
        responses=lambda place: suite.responses(place) if place < width else None,
    )


def part_of(suite: Suite, places: Sequence[int]) -> Suite:
    """A suite with some of its columns."""
    new = {place: at for at, place in enumerate(places)}
    return replace(
        suite,
        columns=tuple(suite.columns[place] for place in places),
        scores=suite.scores[:, places],
        errors=suite.errors[:, places],
        stats={name: values[:, places] for name, values in suite.stats.items()},
        run_names={(row, new[place]): run for (row, place), run in suite.run_names.items() if place in new},
        responses=lambda at: suite.responses(places[at]),
    )
