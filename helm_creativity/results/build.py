"""From the folders of suites to a study: which models, which columns, which scores."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from helm_creativity.results.column_titles import titles_of
from helm_creativity.results.columns import Draft, check_given, drafts_of
from helm_creativity.results.main_metrics import MainMetrics, cards
from helm_creativity.results.members import Cells, Rows, cells_of
from helm_creativity.results.reading import AnswerReader
from helm_creativity.results.runs import Run
from helm_creativity.results.study import Column, Numbers, Study
from helm_creativity.results.suites import Collected, Suite, read_suites
from helm_creativity.rooms.standing import Way, ranked

logger = logging.getLogger(__name__)
SE = "{}_se"


@dataclass(frozen=True)
class Placed:
    """A column and its runs.

    Attributes:
        draft: what its runs have alike.
        cells: runs by row and subject.
        column: as the study shows it.
    """

    draft: Draft
    cells: Cells
    column: Column


def study_of(
    suites: Sequence[Suite],
    metrics: Mapping[str, str] | None = None,
    tell: Callable[[str], None] = logger.warning,
    collected: Collected | None = None,
) -> Study:
    """Reads suites into one study. Scores of single answers are read only when ``answers_of`` asks for them.

    Args:
        suites: of a run that is in two of them, that of the later one counts; see ``find_suites``.
        metrics: names of main stats by run group, for groups whose main stat no schema names, or instead of it.
        tell: gets a line for each file of single answers that cannot be read, when it is asked for.
        collected: the suites' runs, where they were read before.

    Returns:
        The study, models by name with our baselines last, our benchmarks first. Without a run that can be read it has
        no columns.

    Raises:
        FileProblem: when a suite is not there or holds no run.
        BadArguments: for a stat in ``metrics`` that no run has.
    """
    collected = collected or read_suites(suites)
    problems, notes = list(collected.problems), list(collected.notes)
    check_given(metrics or {}, collected.runs)
    drafts = drafts_of(collected.runs, MainMetrics(suites, metrics or {}, problems), problems)
    rows = Rows.of(drafts)
    placed = _placed([(draft, cells_of(draft, rows, notes)) for draft in drafts], rows, notes)
    shape = len(rows.names), len(placed)
    return Study(
        models=rows.names,
        columns=tuple(one.column for one in placed),
        scores=_matrix(shape, placed, lambda one: one.metric.stat),
        errors=_matrix(shape, placed, lambda one: SE.format(one.metric.stat), pooled=True),
        stats=_stats(shape, placed),
        runs={(row, place): _name(some) for place, one in enumerate(placed) for row, some in one.cells.items()},
        answers_of=AnswerReader([(one.draft, one.cells) for one in placed], len(rows.names), tell),
        problems=tuple(problems),
        notes=(*rows.notes, *notes),
    )


def _name(cell: Mapping[str, Run]) -> str:
    first, *others = (run.name for run in cell.values())
    return f"{first} and {len(others)} more" if others else first


def _placed(drafts: Sequence[tuple[Draft, Cells]], rows: Rows, notes: list[str]) -> list[Placed]:
    """Columns of each group, the primary one first; where there are several a note says which it is and why."""
    groups: dict[str, list[tuple[Draft, Cells]]] = defaultdict(list)
    for draft, cells in drafts:
        groups[draft.group].append((draft, cells))
    placed: list[Placed] = []
    for group, some in groups.items():
        ordered = [some[place] for place in ranked([_way(draft, cells, rows) for draft, cells in some])]
        titles = titles_of([draft for draft, _ in ordered])
        for number, ((draft, cells), title) in enumerate(zip(ordered, titles, strict=True), start=1):
            placed.append(Placed(draft, cells, _column(draft, title, number)))
        if len(some) > 1:
            notes.append(_note(group, placed[-len(some) :], rows))
    return placed


def _scored(draft: Draft, cells: Cells, rows: Iterable[int]) -> int:
    """How many of the rows have a score."""
    return sum(row in cells and _value(draft, cells[row], draft.metric.stat) is not None for row in rows)


def _way(draft: Draft, cells: Cells, rows: Rows) -> Way:
    scored = _scored(draft, cells, rows.language_models), _scored(draft, cells, range(len(rows.names)))
    return Way(bool(draft.instruction), *scored, draft.items, draft.signature)


def _note(group: str, placed: Sequence[Placed], rows: Rows) -> str:
    counts = [_scored(one.draft, one.cells, rows.language_models) for one in placed]
    first, *others = placed
    parts = [f"{one.column.title!r} ({count})" for one, count in zip(placed, counts, strict=True)]
    if not first.column.instruction and all(one.column.instruction for one in others):
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


def _column(draft: Draft, title: str, number: int) -> Column:
    card = cards().get(draft.group)
    probe = card is not None and card.probe
    return Column(
        key=draft.group if number == 1 else f"{draft.group}#{number}",
        group=draft.group,
        title=title,
        domain=card.domain if card else "",
        signature=draft.signature,
        items=draft.items,
        stat=draft.metric.stat,
        lower_is_better=draft.metric.lower_is_better,
        ours=draft.ours,
        primary=number == 1 and not probe,
        instruction=draft.instruction,
        probe=probe,
    )


def _value(draft: Draft, cell: Mapping[str, Run], stat: str, pooled: bool = False) -> float | None:
    """A stat over the subjects of a column, None unless all are there.

    Args:
        draft: which column.
        cell: runs by subject.
        stat: its name.
        pooled: as the standard error of a mean over subjects, instead of a mean.
    """
    found = [
        value
        for subject in draft.subjects
        if (run := cell.get(subject)) is not None and (value := run.of_split(draft.metric.split).get(stat)) is not None
    ]
    if len(found) < len(draft.subjects):
        return None
    return float(np.sqrt(np.sum(np.square(found))) if pooled else np.sum(found)) / len(found)


def _matrix(
    shape: tuple[int, int], placed: Sequence[Placed], name: Callable[[Draft], str], pooled: bool = False
) -> Numbers:
    values = np.full(shape, np.nan)
    for place, one in enumerate(placed):
        for row, cell in one.cells.items():
            value = _value(one.draft, cell, name(one.draft), pooled)
            values[row, place] = np.nan if value is None else value
    return values


def _stats(shape: tuple[int, int], placed: Sequence[Placed]) -> dict[str, Numbers]:
    """All stats but those of the main score, by name."""
    found: dict[str, Numbers] = {}
    for place, one in enumerate(placed):
        main = one.draft.metric.stat
        for row, cell in one.cells.items():
            first = next(iter(cell.values()))
            for name in first.of_split(one.draft.metric.split).keys() - {main, SE.format(main)}:
                pooled = name.endswith("_se")
                value = _value(one.draft, cell, name, pooled)
                if value is not None:
                    found.setdefault(name, np.full(shape, np.nan))[row, place] = value
    return dict(sorted(found.items()))
