"""A study: the scores of models in columns, where a column holds only scores that may be compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.pooling import is_baseline, pooled_models
from helm_creativity.psychometrics.tables import Numbers, ratio
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
from helm_creativity.results.options import Absent
from helm_creativity.results.runs import ItemScores, Run, SuiteFolder, SuiteRuns, read_suites
from helm_creativity.results.samples import item_scores, read_each
from helm_creativity.safe_text import module_logger


@dataclass(frozen=True)
class ScoreColumn:
    """A benchmark under one set of comparable settings."""

    key: str
    group: str
    title: str
    domain: str
    comparable: str
    items: int | None
    stat: str = "score"
    lower_is_better: bool = False
    ours: bool = True
    primary: bool = True
    instruction: str = ""
    probe: bool = False
    provenance: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    composite_domain: str = ""

    @property
    def mean_domain(self) -> str:
        """Under which name it enters means by domain: a benchmark that is not ours is a domain of its own."""
        return self.composite_domain or self.domain or self.title

    @property
    def creative(self) -> bool:
        """Whether it is one of our measures of creativity."""
        return self.ours and not self.probe


class TrialScores(NamedTuple):
    """The scores of one column, response by response.

    Attributes:
        items: k ids.
        scores: shape (n, k, t): models of the study by items by trials, in the benchmark's units; NaN where a model has
            no such response or it has no score. t is 1 where responses were kept as means over the trials of an item.
    """

    items: tuple[str, ...]
    scores: Numbers

    @property
    def by_item(self) -> Numbers:
        """Shape (n, k): means over the trials that have a score, NaN where none has."""
        return ratio(np.nansum(self.scores, axis=2), np.isfinite(self.scores).sum(axis=2))


class AllItems(NamedTuple):
    """A model's score over all items of a column, where it has a score on fewer than 95 % of them."""

    scored: float
    score: float | None
    error: float | None
    low: float
    high: float
    caution: str


@dataclass(frozen=True)
class ScoreMatrix:
    """Scores of n models in m columns.

    Attributes:
        models: n names, in the order of rows.
        columns: m columns.
        scores: shape (n, m), in each column's own units and direction, NaN where a model has none.
        errors: shape (n, m), standard errors, NaN where unknown.
        stats: other stats of the runs by name, shape (n, m) each: submetrics, rates of failure, coverage by judges.
        runs: name of the run behind a cell, by (row, column).
        answers_of: reads one column's responses when it is asked for; None where none are saved.
        problems: what was left out of the suites, a line each.
        notes: what a reader must know of how rows were put into columns, a line each.
        uncounted: why a score does not count, by (row, column); see ``with_uncounted``.
        all_items: by (row, column), where a model has a score on fewer than 95 % of the items; see
            ``results.all_items``.
    """

    models: tuple[str, ...]
    columns: tuple[ScoreColumn, ...]
    scores: Numbers
    errors: Numbers
    stats: Mapping[str, Numbers] = field(default_factory=dict)
    runs: Mapping[tuple[int, int], str] = field(default_factory=dict)
    answers_of: Callable[[int], TrialScores | None] = lambda _: None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    uncounted: Mapping[tuple[int, int], str] = field(default_factory=dict)
    all_items: Mapping[tuple[int, int], AllItems] = field(default_factory=dict)

    @property
    def baselines(self) -> NDArray[np.bool_]:
        """Shape (n,): which models are baselines of ours."""
        return np.array([is_baseline(model) for model in self.models], dtype=bool)

    @property
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
        return np.array([-1.0 if column.lower_is_better else 1.0 for column in self.columns])

    @property
    def over_all_items(self) -> Numbers:
        """Shape (n, m): the scores that rank models: adjusted ones where there are any."""
        scores = self.scores.copy()
        for cell, found in self.all_items.items():
            if found.score is not None:
                scores[cell] = found.score
        return scores

    @property
    def counted(self) -> Numbers:
        """Shape (n, m): the scores that count, over all items where one is adjusted; NaN for the others."""
        scores = self.over_all_items
        for cell in self.uncounted:
            scores[cell] = np.nan
        return scores

    @property
    def oriented(self) -> Numbers:
        """Shape (n, m): ``counted`` with the sign turned where less is better."""
        return np.asarray(self.counted * self.signs)


def with_uncounted(study: ScoreMatrix, least_scored: float) -> ScoreMatrix:
    """The study with the reasons for which some of its scores count in nothing that compares models."""
    reasons = {}
    for place, column in enumerate(study.columns):
        stats = {name: values[:, place] for name, values in study.stats.items()}
        for row, why in enumerate(uncounted_scores(column.group, stats, study.baselines, least_scored)):
            if why and np.isfinite(study.scores[row, place]):
                reasons[row, place] = why
    return replace(study, uncounted=reasons)


def uncounted_lines(study: ScoreMatrix) -> Iterator[str]:
    """A line for each score of a language model that does not count."""
    for (row, place), why in study.uncounted.items():
        if study.pool[row]:
            yield f"left out: {study.columns[place].title} of {study.models[row]}: {why}"


UNSAVED = Absent("these runs kept no scores of single responses")
logger = module_logger(__name__)
SE = "{}_se"


@dataclass(frozen=True)
class _Placed:
    draft: ComparableGroup
    cells: CellRuns
    column: ScoreColumn


def build_score_matrix(
    suites: Sequence[SuiteFolder],
    metrics: Mapping[str, str] | None = None,
    warn: Callable[[str], None] = logger.warning,
    collected: SuiteRuns | None = None,
) -> ScoreMatrix:
    """Reads suites into one study. Scores of single responses are read only when ``answers_of`` asks for them."""
    collected = collected or read_suites(suites)
    problems, notes = list(collected.problems), list(collected.notes)
    check_main_stats(metrics or {}, collected.runs)
    drafts = column_groups(collected.runs, MainMetrics(suites, metrics or {}, problems), problems)
    rows = ModelRows.of(drafts)
    placed = _placed([(draft, runs_by_cell(draft, rows, notes)) for draft in drafts], rows, notes)
    shape = len(rows.names), len(placed)
    return ScoreMatrix(
        models=rows.names,
        columns=tuple(column.column for column in placed),
        scores=_matrix(shape, placed, lambda column: column.metric.stat),
        errors=_matrix(shape, placed, lambda column: SE.format(column.metric.stat), pooled=True),
        stats=_stats(shape, placed),
        runs={(row, place): _name(some) for place, column in enumerate(placed) for row, some in column.cells.items()},
        answers_of=TrialReader([(column.draft, column.cells) for column in placed], len(rows.names), warn),
        problems=tuple(problems),
        notes=(*rows.notes, *notes),
    )


def _name(cell: Mapping[str, Run]) -> str:
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


def _scored(draft: ComparableGroup, cells: CellRuns, rows: Iterable[int]) -> int:
    return sum(row in cells and _value(draft, cells[row], draft.metric.stat) is not None for row in rows)


def _note(group: str, placed: Sequence[_Placed], rows: ModelRows) -> str:
    counts = [_scored(column.draft, column.cells, rows.language_models) for column in placed]
    first, *others = placed
    parts = [f"{column.column.title!r} ({count})" for column, count in zip(placed, counts, strict=True)]
    if not first.column.instruction and all(other.column.instruction for other in others):
        why = "which has no instruction"
    elif counts[0] > counts[1]:
        why = "which most language models have"
    elif (first.column.items or 0) > (others[0].column.items or 0):
        why = "which has the most items"
    else:
        why = "the first by name among equals"
    where = "The first is its main one" if first.column.probe else "The first stands for it in composites"
    return (
        f"{group} has {len(placed)} columns, whose scores may not be compared (language models with a score): "
        f"{'; '.join(parts)}. {where}, {why}"
    )


def _score_column(draft: ComparableGroup, cells: CellRuns, title: str, number: int) -> ScoreColumn:
    card = cards().get(draft.group)
    probe = card is not None and card.probe
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
        provenance=_provenance([run for cell in cells.values() for run in cell.values()]),
        composite_domain=card.composite_domain if card else "",
    )


def _provenance(runs: Sequence[Run]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for run in runs:
        for name, text in run.provenance.items():
            found[name][text] += 1
    return {name: dict(sorted(texts.items(), key=lambda item: (-item[1], item[0]))) for name, texts in found.items()}


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
    for place, column in enumerate(placed):
        for row, cell in column.cells.items():
            value = _value(column.draft, cell, name(column.draft), pooled)
            values[row, place] = np.nan if value is None else value
    return values


def _stats(shape: tuple[int, int], placed: Sequence[_Placed]) -> dict[str, Numbers]:
    found: dict[str, Numbers] = {}
    for place, column in enumerate(placed):
        main = column.draft.metric.stat
        for row, cell in column.cells.items():
            first = next(iter(cell.values()))
            for name in first.of_split(column.draft.metric.split).keys() - {main, SE.format(main)}:
                pooled = name.endswith("_se")
                value = _value(column.draft, cell, name, pooled)
                if value is not None:
                    found.setdefault(name, np.full(shape, np.nan))[row, place] = value
    return dict(sorted(found.items()))


class _Wanted(NamedTuple):
    row: int
    subject: str
    run: Run


class TrialReader:
    """What a study's ``answers_of`` is. The column that was read last is kept."""

    def __init__(
        self, columns: Sequence[tuple[ComparableGroup, CellRuns]], models: int, warn: Callable[[str], None]
    ) -> None:
        """Reads nothing yet."""
        self._columns, self._models, self._warn = columns, models, warn
        self._last: tuple[int, TrialScores | None] | None = None

    def __call__(self, place: int) -> TrialScores | None:
        """The responses of a column, None where none of its files can be read."""
        if self._last is None or self._last[0] != place:
            self._last = place, self._read(*self._columns[place])
        return self._last[1]

    def _read(self, draft: ComparableGroup, cells: CellRuns) -> TrialScores | None:
        wanted = [_Wanted(row, subject, run) for row, cell in cells.items() for subject, run in cell.items()]
        metric = draft.metric
        found = list(read_each(lambda want: item_scores(want.run, metric.stat, metric.split), wanted, self._warn))
        if not found:
            return None
        items: dict[str, int] = {}
        places = [_item_places(want, scores, items) for want, scores in found]
        trials = max(int(scores.trials.max(initial=0)) for _, scores in found) + 1
        scores = np.full((self._models, len(items), trials), np.nan)
        for (want, own), at in zip(found, places, strict=True):
            scores[want.row, at, own.trials] = own.values
        return TrialScores(tuple(items), scores)


def _item_places(want: _Wanted, scores: ItemScores, items: dict[str, int]) -> NDArray[np.int64]:
    """The place of each row's item; new ones are added. Subjects may have items of one id."""
    before = f"{want.subject}: " if want.subject else ""
    return np.fromiter(
        (items.setdefault(f"{before}{item}", len(items)) for item in scores.items), np.int64, len(scores.items)
    )
