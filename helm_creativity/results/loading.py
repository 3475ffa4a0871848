"""Suites of HELM as a ``LoadedSuite``: from the folders of runs to columns of comparable scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from helm_creativity.core.names import SCORE, did_you_mean
from helm_creativity.core.pooling import is_baseline, pooled_models
from helm_creativity.defaults import OUTPUT_PATH, RAW, SCORES
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.psychometrics.composites import LEAST_SCORED, VALID
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
from helm_creativity.results.estimates import ENOUGH_SCORED, AllItems, TrialScores, all_items
from helm_creativity.results.runs import SPLIT, Run, SuiteFolder, SuiteRuns, find_suites, read_suites
from helm_creativity.results.samples import item_scores, read_each
from helm_creativity.results.suite import ALL_ITEMS, ScoreColumn, Suite
from helm_creativity.safe_text import listed, module_logger, quoted

if TYPE_CHECKING:
    import polars as pl

    from helm_creativity.results.table import Tables

logger = module_logger(__name__)
SE = "{}_se"


@dataclass(frozen=True, repr=False)
class LoadedSuite(Suite):
    """A suite with all that is made of it: tables and frames. ``hc.load_suite`` returns it."""

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

    def _repr_html_(self) -> str:
        return self.leaderboards()._repr_html_()


def read_suite(
    names: Sequence[str],
    output_path: Path = Path(OUTPUT_PATH),
    *,
    scores: str = RAW,
    metrics: Mapping[str, str] | None = None,
    warn: Callable[[str], None] = logger.warning,
    **settings: Any,  # noqa: ANN401 - people, card_folders, least_scored, draws and seed of a ``Suite``
) -> LoadedSuite:
    """Reads suites or releases of ``helm-run``. Scores of single responses are read only when they are asked for.

    Args:
        names: of suites or releases, or their folders.
        output_path: ``helm-run``'s.
        scores: raw, calibrated or length_free; see ``results.rescoring``.
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
        raise BadArguments(f"expected at least 100 draws for an interval of 95 %, got {draws}")
    if scores not in SCORES:
        raise BadArguments(
            f"scores must be one of {listed(SCORES)}, got {quoted(scores)}{did_you_mean(scores, SCORES)}"
        )
    folders = find_suites(names, output_path)
    found = read_suites(folders)
    if scores != RAW:
        from helm_creativity.results.rescoring import corrected_suites

        found = corrected_suites(found, scores)
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
) -> LoadedSuite:
    def remade(change: Callable[[Run], Run | None]) -> LoadedSuite:
        changed = [(change(run), suite) for run, suite in zip(found.runs, found.suites, strict=True)]
        kept = [(run, suite) for run, suite in changed if run is not None]
        runs, suites = tuple(run for run, _ in kept), tuple(suite for _, suite in kept)
        return _suite_of(replace(found, runs=runs, suites=suites), folders, names, output_path, metrics, warn, settings)

    problems, notes = list(found.problems), list(found.notes)
    drafts = column_groups(found.runs, MainMetrics(folders, metrics, problems), problems)
    rows = ModelRows.of(drafts)
    placed = _placed([(draft, runs_by_cell(draft, rows, notes)) for draft in drafts], rows, notes)
    shape = len(rows.names), len(placed)
    suite = LoadedSuite(
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
    if len(draft.subjects) == 1:
        (only,) = cell.values()
        return only.of_split(draft.metric.split).get(stat)
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
                    if name not in found:
                        found[name] = np.full(shape, np.nan)
                    found[name][row, place] = value
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
    pool, rng = pooled_models([run.model for run in ordered]), np.random.default_rng([0, ALL_ITEMS])
    found, _ = all_items(scores, responses, ordered[0].items, pool, rng)
    return {ordered[row].name: cell for row, cell in found.items()}
