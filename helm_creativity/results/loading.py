"""Suites of HELM as a ``LoadedSuite``: from the folders of runs to columns of comparable scores."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.names import SCORE, did_you_mean, natural_key
from helm_creativity.defaults import OUTPUT_PATH, RAW, SCORES
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.psychometrics.composites import LEAST_SCORED, VALID
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.comparable import (
    CellRuns,
    ComparableGroup,
    MainMetrics,
    cards,
    check_main_stats,
    column_groups,
    column_titles,
    representative_order,
    row_names,
    runs_by_cell,
    served_model,
)
from helm_creativity.results.estimates import AllItems, TrialScores
from helm_creativity.results.runs import SPLIT, Run, SuiteFolder, SuiteRuns, find_suites, read_suites
from helm_creativity.results.samples import item_scores, read_each
from helm_creativity.results.suite import ScoreColumn, Suite
from helm_creativity.safe_text import listed, module_logger, quoted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from helm_creativity.results.table import Tables

logger = module_logger(__name__)
_Placed = tuple[ComparableGroup, Mapping[int, Mapping[str, Run]]]
"""A column, and its runs by row and subject."""


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
        """A table per column, or per column of a benchmark: models with ranks and intervals; people and baselines."""
        from helm_creativity.results.leaderboard import leaderboard_tables

        return leaderboard_tables(self, self.find_columns(benchmark))

    def leaderboard(self, benchmark: str = "") -> pl.DataFrame:
        """``leaderboards`` as one data frame, the best model of each column first."""
        return self.leaderboards(benchmark).to_polars("leaderboard")

    def to_polars(self) -> pl.DataFrame:
        """As ``leaderboard`` of all benchmarks."""
        return self.leaderboard()

    def to_pandas(self) -> pd.DataFrame:
        """The same for pandas."""
        return self.leaderboards().to_pandas("leaderboard")

    def records(self) -> list[dict[str, Any]]:
        """Its rows, as dicts."""
        return self.leaderboards().records("leaderboard")

    def analyse(self, name: str, **options: Any) -> Tables:  # noqa: ANN401 - of the analysis
        """What an analysis says of the suite, as ``helm-creativity analyse`` prints it.

        ``options`` are as the command has them, such as ``by="temp"``. ``NothingToSay`` says why there is none.
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
    **settings: Any,  # noqa: ANN401 - people, card_folders, least_scored, draws, seed and norms of a ``Suite``
) -> LoadedSuite:
    """Reads suites or releases of ``helm-run``. Scores of single responses are read only when they are asked for.

    ``names`` are of suites or releases, or their folders; ``metrics`` main stats of other packages' run groups;
    ``warn`` takes a line for a file that cannot be read later; ``settings`` are fields of the suite.
    """
    least, draws = settings.get("least_scored", LEAST_SCORED), settings.get("draws", 1000)
    if not 0 <= least <= 1:
        raise BadArguments(f"expected a share of scored responses from 0 to 1, such as 0.5, got {least:g}")
    if draws < 100:
        raise BadArguments(f"expected at least 100 draws for an interval of 95 %, got {draws}")
    if scores not in SCORES:
        near = did_you_mean(scores, SCORES)
        raise BadArguments(f"scores must be one of {listed(SCORES)}, got {quoted(scores)}{near}")
    folders = find_suites(names, output_path)
    found = read_suites(folders)
    if scores != RAW:
        from helm_creativity.results.rescoring import corrected_suites

        found = corrected_suites(found, scores)
    check_main_stats(metrics or {}, found.runs)
    return _suite_of(found, folders, metrics or {}, warn, names=tuple(names), output_path=output_path, **settings)


def _suite_of(
    found: SuiteRuns,
    folders: Sequence[SuiteFolder],
    metrics: Mapping[str, str],
    warn: Callable[[str], None],
    **settings: Any,  # noqa: ANN401 - fields of the suite
) -> LoadedSuite:
    def remade(change: Callable[[Run], Run | None]) -> LoadedSuite:
        runs = tuple(run for before in found.runs if (run := change(before)))
        return _suite_of(replace(found, runs=runs), folders, metrics, warn, **settings)

    problems, notes = list(found.problems), list[str]()
    drafts = column_groups(found.runs, MainMetrics(folders, metrics, problems), problems)
    if not drafts:
        why = "".join(f"\n  {problem}" for problem in problems)
        raise FileProblem(f"no run of {', '.join(settings['names'])} can be read and put into a table{why}")
    rows = row_names(drafts, notes)
    notes += found.notes
    models = sorted(set(rows.values()), key=lambda name: (is_baseline(name), natural_key(name)))
    placed: list[_Placed] = []
    columns: list[ScoreColumn] = []
    for _, some in groupby(drafts, key=lambda draft: draft.group):
        alike = list(some)
        ordered = [alike[place] for place in representative_order(alike, lambda run: rows[served_model(run)])]
        for number, (draft, title) in enumerate(zip(ordered, column_titles(ordered), strict=True), start=1):
            cells = runs_by_cell(draft, rows, notes)
            columns.append(_score_column(draft, cells, title, number))
            placed.append((draft, {row: cells[name] for row, name in enumerate(models) if name in cells}))
    scores, errors, stats = _tables(placed, len(models))
    has = np.isfinite(scores)[[not is_baseline(model) for model in models]].sum(axis=0).tolist()
    for group, pairs in groupby(zip(columns, has, strict=True), key=lambda pair: pair[0].group):
        counts = [f"{column.title!r} ({count})" for column, count in pairs]
        if len(counts) > 1:
            what = "columns, whose scores may not be compared (language models with a score)"
            where = "is its main one" if group in cards() and cards()[group].probe else "stands for it in composites"
            notes.append(f"{group} has {len(counts)} {what}: {'; '.join(counts)}. The first {where}")

    @cache
    def responses(place: int) -> TrialScores | None:
        draft, of_rows = placed[place]
        wanted = [(row, subject, run) for row, cell in of_rows.items() for subject, run in cell.items()]
        return read_trials(wanted, len(models), draft.metric.stat, draft.metric.split, warn)

    return LoadedSuite(
        runs=found.runs,
        models=tuple(models),
        columns=tuple(columns),
        scores=scores,
        errors=errors,
        responses=responses,
        stats=stats,
        run_names={
            (row, place): next(iter(cell.values())).name + (f" and {len(cell) - 1} more" if len(cell) > 1 else "")
            for place, (_, of_rows) in enumerate(placed)
            for row, cell in of_rows.items()
        },
        remade=remade,
        problems=tuple(problems),
        notes=tuple(notes),
        **settings,
    )


def _score_column(draft: ComparableGroup, cells: CellRuns, title: str, number: int) -> ScoreColumn:
    card, made = cards().get(draft.group), defaultdict[str, Counter[str]](Counter)
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
        ours=card is not None,
        primary=number == 1 and not (card and card.probe),
        instruction=draft.instruction,
        probe=bool(card and card.probe),
        provenance={
            name: dict(sorted(some.items(), key=lambda pair: (-pair[1], pair[0]))) for name, some in made.items()
        },
        composite_domain=card.composite_domain if card else "",
    )


def _tables(placed: Sequence[_Placed], models: int) -> tuple[Numbers, Numbers, dict[str, Numbers]]:
    """Scores, their errors, and all other stats by name, shape (n, m) each: means over the subjects of a model.

    A model that lacks a subject has none.
    """
    stats: dict[str, Numbers] = defaultdict(lambda: np.full((models, len(placed)), np.nan))
    scores, errors = np.full((2, models, len(placed)), np.nan)
    for place, (draft, cells) in enumerate(placed):
        own = {draft.metric.stat: scores, f"{draft.metric.stat}_se": errors}
        for row, cell in cells.items():
            found = [run.of_split(draft.metric.split) for run in cell.values()]
            for name in set.intersection(*map(set, found)) if len(cell) == len(draft.subjects) else ():
                values = np.array([each[name] for each in found])
                total = np.sqrt((values**2).sum()) if len(found) > 1 and name.endswith("_se") else values.sum()
                (own[name] if name in own else stats[name])[row, place] = total / len(found)
    return scores, errors, dict(sorted(stats.items()))


def read_trials(
    wanted: Sequence[tuple[int, str, Run]], models: int, stat: str, split: str, warn: Callable[[str], None]
) -> TrialScores | None:
    """One stat of runs, given as row, subject and run, response by response; None where no file can be read."""
    found = list(read_each(lambda want: item_scores(want[2], stat, split), wanted, warn))
    if not found:
        return None
    items: dict[str, int] = {}
    named = ((f"{subject}: " if subject else "", scores.items) for (_, subject, _), scores in found)
    places = [[items.setdefault(f"{before}{item}", len(items)) for item in some] for before, some in named]
    trials = max(int(scores.trials.max(initial=0)) for _, scores in found) + 1
    values = np.full((models, len(items), trials), np.nan)
    for ((row, _, _), scores), at in zip(found, places, strict=True):
        values[row, at, scores.trials] = scores.values
    return TrialScores(tuple(items), values)


def runs_over_all_items(runs: Sequence[Run], warn: Callable[[str], None]) -> dict[str, AllItems]:
    """As ``Suite.all_items``, by name of the run, of comparable runs that were asked the same number of items."""
    ordered = sorted(runs, key=lambda run: (is_baseline(run.model), run.model, run.name))
    if not ordered:
        return {}
    models, wanted = tuple(run.model for run in ordered), [(row, "", run) for row, run in enumerate(ordered)]
    scores, valid = (np.array([[run.stats.get(name, np.nan)] for run in ordered]) for name in (SCORE, VALID))
    suite = Suite(
        names=(),
        output_path=Path(),
        runs=tuple(ordered),
        models=models,
        columns=(ScoreColumn(ordered[0].group, ordered[0].group, "", "", "", ordered[0].items),),
        scores=scores,
        errors=np.full(scores.shape, np.nan),
        responses=lambda _: read_trials(wanted, len(models), SCORE, SPLIT, warn),
        stats={VALID: valid},
    )
    return {ordered[row].name: cell for (row, _), cell in suite.all_items.items()}
