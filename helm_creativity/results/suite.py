"""A suite: the scores of models in columns, where a column holds only scores that may be compared.

Everything that leaderboard, report and analyses say of runs is computed from a ``Suite``, and each thing once.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.card import Card
from helm_creativity.core.names import PREFIX, SCORE, did_you_mean, find_name
from helm_creativity.core.pooling import is_baseline, pooled_models
from helm_creativity.core.registry import find_entry
from helm_creativity.defaults import OUTPUT_PATH, RAW, SCORES
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.psychometrics.composites import LEAST_SCORED, VALID, score_caution
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.comparable import (
    CellRuns,
    ComparableGroup,
    MainMetrics,
    ModelRows,
    cards,
    check_main_stats,
    column_groups,
    column_titles,
    representative_order,
    runs_by_cell,
)
from helm_creativity.results.counting import uncounted_scores
from helm_creativity.results.estimates import (
    ENOUGH_SCORED,
    AllItems,
    ItemTable,
    ScoreDraws,
    TrialScores,
    all_items,
    degrees_of_freedom,
    draw_scores,
)
from helm_creativity.results.runs import (
    SPLIT,
    Run,
    SuiteFolder,
    SuiteRuns,
    find_suites,
    read_suites,
    split_comparable_key,
)
from helm_creativity.results.samples import item_scores, read_each
from helm_creativity.safe_text import counted, listed, module_logger, quoted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from helm_creativity.exams.card import JudgeCard
    from helm_creativity.people.sample import PeopleSample
    from helm_creativity.results.people import PeopleScores
    from helm_creativity.results.table import Tables

logger = module_logger(__name__)
SE = "{}_se"
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

    ``hc.load_suite`` makes it.

    Attributes:
        names: of the suites, or their folders.
        output_path: where they are.
        runs: every run that could be read.
        run_suites: name of the suite of each run.
        models: n names, in the order of rows; our baselines last.
        columns: m columns.
        scores: shape (n, m), in each column's own units and direction, NaN where a model has none.
        errors: shape (n, m), standard errors, NaN where unknown.
        stats: other stats of the runs by name, shape (n, m) each: submetrics, rates of failure, coverage by judges.
        run_names: name of the run behind a cell, by (row, column).
        read_responses: reads one column's responses; None where none are saved.
        remade: makes the suite anew from its runs as a function changes them, without those for which it gives None;
            None where the suite was not read from runs.
        problems: what was left out, a line each.
        notes: what must be known of how runs were put into columns, a line each.
        people: samples of people, to stand beside the models.
        card_folders: where cards of judges are; () for where ``judges exam`` keeps them.
        least_scored: share of scored responses from which a score counts.
        draws: number of draws of a bootstrap.
        seed: of all random numbers.
        norms: whether scores of people that hold for the settings of a table stand below it.
    """

    names: tuple[str, ...]
    output_path: Path
    runs: tuple[Run, ...]
    run_suites: tuple[str, ...]
    models: tuple[str, ...]
    columns: tuple[ScoreColumn, ...]
    scores: Numbers
    errors: Numbers
    stats: Mapping[str, Numbers] = field(default_factory=dict)
    run_names: Mapping[tuple[int, int], str] = field(default_factory=dict)
    read_responses: Callable[[int], TrialScores | None] = lambda _: None
    remade: Callable[[Callable[[Run], Run | None]], Suite] | None = None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    people: tuple[PeopleSample, ...] = ()
    card_folders: tuple[Path, ...] = ()
    least_scored: float = LEAST_SCORED
    draws: int = 1000
    seed: int = 0
    norms: bool = False

    def __repr__(self) -> str:
        counts = (
            counted(len(self.models), "model"),
            counted(len(self.columns), "column"),
            counted(len(self.runs), "run"),
            *([f"{len(self.problems)} left out"] if self.problems else []),
        )
        return f"Suite({', '.join(self.names)}: {', '.join(counts)})"

    def _repr_html_(self) -> str:
        return self.leaderboards()._repr_html_()

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
        from helm_creativity.exams.card import read_cards

        return read_cards(self.card_folders)

    @cached_property
    def people_in_columns(self) -> Mapping[int, list[PeopleScores]]:
        """The samples of people whose settings are those of a column, by its place."""
        from helm_creativity.results.people import people_in_columns

        return people_in_columns(self) if self.people else {}

    def generator(self, *purpose: int) -> np.random.Generator:
        """Random numbers for one purpose, the same whatever else is computed."""
        return np.random.default_rng([self.seed, *purpose])

    def responses(self, place: int) -> TrialScores | None:
        """The responses of a column; None where none of its files can be read."""
        if place not in self._responses:
            self._responses[place] = self.read_responses(place)
        return self._responses[place]

    @cached_property
    def _responses(self) -> dict[int, TrialScores | None]:
        return {}

    def item_table(self, place: int, responses: TrialScores) -> ItemTable:
        """Scores of a column by item."""
        column = self.columns[place]
        return ItemTable(self.scores[:, place], responses, column.items, self.pool, column.lower_is_better)

    @cached_property
    def uncounted(self) -> dict[tuple[int, int], str]:
        """Why a score counts in nothing that compares models, by (row, column); it is shown, without a rank."""
        reasons = {}
        for place, column in enumerate(self.columns):
            stats = {name: values[:, place] for name, values in self.stats.items()}
            for row, why in enumerate(uncounted_scores(column.group, stats, self.baselines, self.least_scored)):
                if why and np.isfinite(self.scores[row, place]):
                    reasons[row, place] = why
        return reasons

    def uncounted_lines(self) -> Iterator[str]:
        """A line for each score of a language model that does not count."""
        for (row, place), why in self.uncounted.items():
            if self.pool[row]:
                yield f"left out: {self.columns[place].title} of {self.models[row]}: {why}"

    @cached_property
    def _over_all(self) -> dict[int, tuple[dict[int, AllItems], Numbers]]:
        """By column whose models lack scores on more than 5 % of the items: by row, and scores by item, completed."""
        found = {}
        rates = self.stats.get(VALID, np.full(self.scores.shape, np.nan))
        for place, column in enumerate(self.columns):
            whole = (rates[:, place] >= ENOUGH_SCORED) | np.isnan(self.scores[:, place])
            if whole.all() or (column.items or 0) == 1:
                continue
            responses = self.responses(place)
            if responses is not None:
                cells, completed = all_items(self.item_table(place, responses), self.generator(ALL_ITEMS))
                if cells:
                    found[place] = cells, completed
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
            if found.score is not None:
                scores[cell] = found.score
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

    @cached_property
    def _draws(self) -> dict[tuple[int, bool], ScoreDraws]:
        return {}

    def drawn(self, place: int, *, ranking: bool = False) -> ScoreDraws:
        """Intervals and draws of the scores of a column; ``ranking`` of those by which models are ranked."""
        ranking = ranking and any(cell.score is not None for cell in self._over_all.get(place, ({}, 0))[0].values())
        if (place, ranking) not in self._draws:
            scores, errors, responses = self.scores[:, place], self.errors[:, place].copy(), self.responses(place)
            if ranking and responses is not None:
                cells, completed = self._over_all[place]
                scores = self.over_all_items[:, place]
                for row, cell in cells.items():
                    if cell.score is not None:
                        errors[row] = np.nan if cell.error is None else cell.error
                responses = TrialScores(responses.items, completed[:, :, None])
            stats = {name: values[:, place] for name, values in self.stats.items()}
            degrees, rng = degrees_of_freedom(stats, len(self.models)), self.generator(INTERVALS, place)
            bounds = self.columns[place].bounds
            self._draws[place, ranking] = draw_scores(scores, errors, degrees, responses, bounds, self.draws, rng)
        return self._draws[place, ranking]

    def cautions(self, place: int) -> list[str]:
        """What must be known of each model's score in a column, beside whether it counts; "" where nothing must."""
        from helm_creativity.results.norms import BELOW_RANDOM_NOUNS, below_random_nouns

        column, scores = self.columns[place], self.over_all_items[:, place].tolist()
        own = {
            model: None if (row, place) in self.uncounted else scores[row]
            for row, model in enumerate(self.models)
            if math.isfinite(scores[row])
        }
        lower = column.lower_is_better
        below = below_random_nouns(column.group, column.comparable, column.items, own, lower_is_better=lower)
        texts = []
        for row, model in enumerate(self.models):
            stats = {name: float(values[row, place]) for name, values in self.stats.items()}
            known = self.all_items.get((row, place))
            score = own.get(model)
            is_below = column.stat == SCORE and score is not None and not is_baseline(model) and below(score)
            parts = (score_caution(stats), known.caution if known else "", BELOW_RANDOM_NOUNS * is_below)
            texts.append("; ".join(filter(None, parts)))
        return texts

    def find_model(self, name: str) -> str:
        """The model that a name means: the whole name, or how just one of them ends.

        Raises:
            BadArguments: where none or several do.
        """
        ends = [model for model in self.models if model == name or model.endswith(f"/{name}")]
        if name in self.models or len(ends) == 1:
            return name if name in self.models else ends[0]
        if ends:
            raise BadArguments(f"{quoted(name)} may be {listed(ends)}; write the full name")
        raise BadArguments(f"the suite has no model {quoted(name)}{did_you_mean(name, self.models)}")

    def find_columns(self, benchmark: str) -> list[int]:
        """Places of the columns of a benchmark, by its name or a title; of all for ""."""
        names = [column.benchmark for column in self.columns]
        name = find_name(benchmark, dict.fromkeys(names)) or benchmark
        found = [
            place
            for place, column in enumerate(self.columns)
            if not benchmark or column.benchmark == name or column.title == benchmark
        ]
        if not found:
            raise BadArguments(
                f"the suite has no benchmark {quoted(benchmark)}{did_you_mean(benchmark, sorted(set(names)))}"
            )
        return found

    def runs_of(self, benchmark: str) -> list[Run]:
        """The runs of a benchmark, by its name, in whatever column or none they are.

        Raises:
            BadArguments: where there is no such benchmark.
            NothingToSay: where the suite has no run of it.
        """
        group = find_entry(benchmark).group
        found = [run for run in self.runs if run.group == group]
        if not found:
            raise NothingToSay(f"no run of these suites that can be read is one of {group}")
        return found

    def records(self) -> list[dict[str, Any]]:
        """One record per model and column that has a score, with its standard error and comparable key."""
        return [
            {
                "benchmark": column.benchmark,
                "title": column.title,
                "model": model,
                "score": finite_or_none(self.scores[row, place]),
                "score_se": finite_or_none(self.errors[row, place]),
                "comparable": column.comparable,
            }
            for place, column in enumerate(self.columns)
            for row, model in enumerate(self.models)
            if (row, place) in self.run_names or math.isfinite(self.scores[row, place])
        ]

    def to_polars(self) -> pl.DataFrame:
        """The records as a polars data frame."""
        from helm_creativity.results.table import frame_of

        numbers = {"score": float, "score_se": float}
        kinds = {**dict.fromkeys(("benchmark", "title", "model"), str), **numbers, "comparable": str}
        return frame_of(self.records(), kinds)

    def to_pandas(self) -> pd.DataFrame:
        """The records as a pandas data frame."""
        import pandas as pd

        return pd.DataFrame(self.records())

    def run_stats(self) -> pl.DataFrame:
        """A row per run and stat, with all that is known of the run: the tables runs and stats of docs/tables.md."""
        from helm_creativity.results.tidy import stats_frame

        return stats_frame(self)

    def response_scores(self) -> pl.LazyFrame:
        """A row per response and stat, those of people among them; files are read when the frame is collected.

        What cannot be read is logged and left out.
        """
        from helm_creativity.results.tidy import scores_frame

        return scores_frame(self, lambda line: logger.warning("left out: %s", line))

    def leaderboards(self, benchmark: str = "") -> Tables:
        """A table per column: models with ranks, intervals, what does not count and why; people and baselines below.

        Args:
            benchmark: name or title; "" for all.
        """
        from helm_creativity.results.leaderboard import leaderboard_tables

        return leaderboard_tables(self, self.find_columns(benchmark))

    def leaderboard(self, benchmark: str = "") -> pl.DataFrame:
        """``leaderboards`` as one data frame, the best model of each column first."""
        return self.leaderboards(benchmark).to_polars("leaderboard")

    def analyse(self, name: str, **options: Any) -> Tables:  # noqa: ANN401 - of the analysis
        """What an analysis says of the suite, as ``helm-creativity analyse`` prints it.

        Args:
            name: of the analysis; ``helm-creativity analyse SUITE`` lists them.
            options: as the command has them, such as ``by="temp"``.

        Raises:
            BadArguments: for an unknown analysis or option.
            NothingToSay: where these data say nothing; the message says why.
        """
        from helm_creativity.results.analyses import analyse

        return analyse(self, name, options)


def finite_or_none(value: float) -> float | None:
    """A number that was computed; None for NaN, which stands for none, and for an infinity."""
    return float(value) if math.isfinite(value) else None


def read_suite(
    names: Sequence[str],
    output_path: Path = Path(OUTPUT_PATH),
    *,
    scores: str = RAW,
    length_free: bool = False,
    metrics: Mapping[str, str] | None = None,
    warn: Callable[[str], None] = logger.warning,
    **settings: Any,  # noqa: ANN401 - people, card_folders, least_scored, draws and seed of a ``Suite``
) -> Suite:
    """Reads suites or releases of ``helm-run``. Scores of single responses are read only when they are asked for.

    Args:
        names: of suites or releases, or their folders.
        output_path: ``helm-run``'s.
        scores: raw, calibrated or length_free; see ``results.rescoring``.
        length_free: whether raw scores of judged benchmarks have the score at equal length beside them.
        metrics: main stats by run group, for benchmarks of other packages.
        warn: takes a line for a file that cannot be read later.
        settings: of the suite: ``people``, ``card_folders``, ``least_scored``, ``draws``, ``seed``.

    Raises:
        BadArguments: for settings that cannot be.
        FileProblem: when a suite is not there, or holds no run that can be read.
    """
    least, draws = settings.get("least_scored", LEAST_SCORED), settings.get("draws", 1000)
    if not 0 <= least <= 1:
        raise BadArguments(f"expected a share of scored responses from 0 to 1, such as 0.5, got {least:g}")
    if draws < 100:
        raise BadArguments(f"expected at least 100 draws for an interval of 95%, got {draws}")
    if scores not in SCORES:
        raise BadArguments(
            f"scores must be one of {listed(SCORES)}, got {quoted(scores)}{did_you_mean(scores, SCORES)}"
        )
    folders = find_suites(names, output_path)
    found = read_suites(folders)
    if scores != RAW:
        from helm_creativity.results.rescoring import corrected_suites

        found = corrected_suites(found, scores)
    elif length_free:
        from helm_creativity.results.rescoring import with_length_free_scores

        found = with_length_free_scores(found)
    check_main_stats(metrics or {}, found.runs)
    return _suite_of(found, folders, tuple(names), output_path, metrics or {}, warn, settings)


def _suite_of(
    found: SuiteRuns,
    folders: Sequence[SuiteFolder],
    names: tuple[str, ...],
    output_path: Path,
    metrics: Mapping[str, str],
    warn: Callable[[str], None],
    settings: Mapping[str, Any],
) -> Suite:
    def remade(change: Callable[[Run], Run | None]) -> Suite:
        changed = [(change(run), suite) for run, suite in zip(found.runs, found.suites, strict=True)]
        kept = [(run, suite) for run, suite in changed if run is not None]
        runs, suites = tuple(run for run, _ in kept), tuple(suite for _, suite in kept)
        return _suite_of(replace(found, runs=runs, suites=suites), folders, names, output_path, metrics, warn, settings)

    problems, notes = list(found.problems), list(found.notes)
    drafts = column_groups(found.runs, MainMetrics(folders, metrics, problems), problems)
    rows = ModelRows.of(drafts)
    placed = _placed([(draft, runs_by_cell(draft, rows, notes)) for draft in drafts], rows, notes)
    shape = len(rows.names), len(placed)
    suite = Suite(
        names=names,
        output_path=output_path,
        runs=found.runs,
        run_suites=found.suites,
        models=rows.names,
        columns=tuple(column.column for column in placed),
        scores=_matrix(shape, placed, lambda column: column.metric.stat),
        errors=_matrix(shape, placed, lambda column: SE.format(column.metric.stat), pooled=True),
        stats=_stats(shape, placed),
        run_names={(row, at): _run_name(cell) for at, some in enumerate(placed) for row, cell in some.cells.items()},
        read_responses=lambda place: _read_responses(placed[place], len(rows.names), warn),
        remade=remade,
        problems=tuple(problems),
        notes=(*rows.notes, *notes),
        **settings,
    )
    if not suite.columns:
        why = "".join(f"\n  {problem}" for problem in suite.problems)
        raise FileProblem(f"no run of {', '.join(names)} can be read and put into a table{why}")
    return suite


class _Placed(NamedTuple):
    draft: ComparableGroup
    cells: CellRuns
    column: ScoreColumn


def _run_name(cell: Mapping[str, Run]) -> str:
    first, *others = (run.name for run in cell.values())
    return f"{first} and {len(others)} more" if others else first


def _placed(drafts: Sequence[tuple[ComparableGroup, CellRuns]], rows: ModelRows, notes: list[str]) -> list[_Placed]:
    """Columns of each group, the primary one first; where there are several a note says which it is and why."""
    groups: dict[str, list[tuple[ComparableGroup, CellRuns]]] = defaultdict(list)
    for draft, cells in drafts:
        groups[draft.group].append((draft, cells))
    placed: list[_Placed] = []
    for group, some in groups.items():
        ordered = [some[place] for place in representative_order([draft for draft, _ in some], rows.row_of)]
        titles = column_titles([draft for draft, _ in ordered])
        for number, ((draft, cells), title) in enumerate(zip(ordered, titles, strict=True), start=1):
            placed.append(_Placed(draft, cells, _score_column(draft, cells, title, number)))
        if len(some) > 1:
            notes.append(_note(group, placed[-len(some) :], rows))
    return placed


def _note(group: str, placed: Sequence[_Placed], rows: ModelRows) -> str:
    def scored(draft: ComparableGroup, cells: CellRuns) -> int:
        stat = draft.metric.stat
        return sum(row in cells and _value(draft, cells[row], stat) is not None for row in rows.language_models)

    counts = [scored(draft, cells) for draft, cells, _ in placed]
    first, *others = (column for _, _, column in placed)
    parts = [f"{column.title!r} ({count})" for (_, _, column), count in zip(placed, counts, strict=True)]
    if not first.instruction and all(other.instruction for other in others):
        why = "which has no instruction"
    elif counts[0] > counts[1]:
        why = "which most language models have"
    elif (first.items or 0) > (others[0].items or 0):
        why = "which has the most items"
    else:
        why = "the first by name among equals"
    where = "The first is its main one" if first.probe else "The first stands for it in composites"
    return (
        f"{group} has {len(placed)} columns, whose scores may not be compared (language models with a score): "
        f"{'; '.join(parts)}. {where}, {why}"
    )


def _score_column(draft: ComparableGroup, cells: CellRuns, title: str, number: int) -> ScoreColumn:
    card = cards().get(draft.group)
    probe = card is not None and card.probe
    made: dict[str, Counter[str]] = defaultdict(Counter)
    for run in (run for cell in cells.values() for run in cell.values()):
        for name, text in run.provenance.items():
            made[name][text] += 1
    return ScoreColumn(
        key=draft.group if number == 1 else f"{draft.group}#{number}",
        group=draft.group,
        title=title,
        domain=card.domain if card else "",
        comparable=draft.comparable,
        items=draft.items,
        stat=draft.metric.stat,
        lower_is_better=draft.metric.lower_is_better,
        ours=draft.ours,
        primary=number == 1 and not probe,
        instruction=draft.instruction,
        probe=probe,
        provenance={
            name: dict(sorted(texts.items(), key=lambda item: (-item[1], item[0]))) for name, texts in made.items()
        },
        composite_domain=card.composite_domain if card else "",
    )


def _value(draft: ComparableGroup, cell: Mapping[str, Run], stat: str, pooled: bool = False) -> float | None:
    found = [
        value
        for subject in draft.subjects
        if (run := cell.get(subject)) is not None and (value := run.of_split(draft.metric.split).get(stat)) is not None
    ]
    if len(found) < len(draft.subjects):
        return None
    return float(np.sqrt(np.sum(np.square(found))) if pooled else np.sum(found)) / len(found)


def _matrix(
    shape: tuple[int, int], placed: Sequence[_Placed], name: Callable[[ComparableGroup], str], pooled: bool = False
) -> Numbers:
    values = np.full(shape, np.nan)
    for place, (draft, cells, _) in enumerate(placed):
        for row, cell in cells.items():
            value = _value(draft, cell, name(draft), pooled)
            values[row, place] = np.nan if value is None else value
    return values


def _stats(shape: tuple[int, int], placed: Sequence[_Placed]) -> dict[str, Numbers]:
    found: dict[str, Numbers] = {}
    for place, (draft, cells, _) in enumerate(placed):
        main = draft.metric.stat
        for row, cell in cells.items():
            first = next(iter(cell.values()))
            for name in first.of_split(draft.metric.split).keys() - {main, SE.format(main)}:
                value = _value(draft, cell, name, pooled=name.endswith("_se"))
                if value is not None:
                    found.setdefault(name, np.full(shape, np.nan))[row, place] = value
    return dict(sorted(found.items()))


def _read_responses(placed: _Placed, models: int, warn: Callable[[str], None]) -> TrialScores | None:
    draft, cells, _ = placed
    return read_trials(
        [(row, subject, run) for row, cell in cells.items() for subject, run in cell.items()],
        models,
        draft.metric.stat,
        draft.metric.split,
        warn,
    )


def read_trials(
    wanted: Sequence[tuple[int, str, Run]], models: int, stat: str, split: str, warn: Callable[[str], None]
) -> TrialScores | None:
    """One stat of runs, response by response; None where none of the files can be read.

    Args:
        wanted: row, subject and run; subjects may have items of one id.
        models: n rows.
        stat: its name.
        split: the part of the data.
        warn: takes a line for a file that cannot be read.
    """
    found = list(read_each(lambda want: item_scores(want[2], stat, split), wanted, warn))
    if not found:
        return None
    items: dict[str, int] = {}
    places = []
    for (_, subject, _), scores in found:
        before = f"{subject}: " if subject else ""
        places.append([items.setdefault(f"{before}{item}", len(items)) for item in scores.items])
    trials = max(int(scores.trials.max(initial=0)) for _, scores in found) + 1
    values = np.full((models, len(items), trials), np.nan)
    for ((row, _, _), own), at in zip(found, places, strict=True):
        values[row, at, own.trials] = own.values
    return TrialScores(tuple(items), values)


def with_columns(suite: Suite, columns: Sequence[ScoreColumn], scores: Iterable[Numbers]) -> Suite:
    """A suite with more columns, which have no errors, stats or responses."""
    if not columns:
        return suite
    width = len(suite.columns)
    lacking = np.full((len(suite.models), len(columns)), np.nan)
    return replace(
        suite,
        columns=(*suite.columns, *columns),
        scores=np.column_stack([suite.scores, *scores]),
        errors=np.column_stack([suite.errors, lacking]),
        stats={name: np.column_stack([values, lacking]) for name, values in suite.stats.items()},
        read_responses=lambda place: suite.responses(place) if place < width else None,
    )


def part_of(suite: Suite, places: Sequence[int]) -> Suite:
    """A suite with some of its columns."""
    if list(places) == list(range(len(suite.columns))):
        return suite
    new = {place: at for at, place in enumerate(places)}
    return replace(
        suite,
        columns=tuple(suite.columns[place] for place in places),
        scores=suite.scores[:, places],
        errors=suite.errors[:, places],
        stats={name: values[:, places] for name, values in suite.stats.items()},
        run_names={(row, new[place]): run for (row, place), run in suite.run_names.items() if place in new},
        read_responses=lambda at: suite.responses(places[at]),
    )


def runs_over_all_items(runs: Sequence[Run], warn: Callable[[str], None]) -> dict[str, AllItems]:
    """As ``Suite.all_items``, by name of the run, of comparable runs that were asked the same number of items.

    Files with scores of items are read only where a run's stats say that more than 5 % of its responses have none.
    """
    ordered = sorted(runs, key=lambda run: (is_baseline(run.model), run.model, run.name))
    short = [SCORE in run.stats and run.stats.get(VALID, 1.0) < ENOUGH_SCORED for run in ordered]
    if not any(short) or (ordered[0].items or 0) <= 1:
        return {}
    responses = read_trials([(row, "", run) for row, run in enumerate(ordered)], len(ordered), SCORE, SPLIT, warn)
    if responses is None:
        return {}
    scores = np.array([run.stats.get(SCORE, np.nan) for run in ordered])
    table = ItemTable(scores, responses, ordered[0].items, pooled_models([run.model for run in ordered]))
    found, _ = all_items(table, np.random.default_rng([0, ALL_ITEMS]))
    return {ordered[row].name: cell for row, cell in found.items()}
