"""Suites that different panels of judges rated, put on one scale by the judges' ratings of anchor responses."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from helm_creativity.core.names import PREFIX
from helm_creativity.exams.anchors import AnchorRating, read_anchors_of_runs
from helm_creativity.judges.drivers import WEIGHTED
from helm_creativity.psychometrics.linking import LinkedPanels, PanelRating, link_panels
from helm_creativity.results.calibration import RatingCell, rating_cells, run_labels
from helm_creativity.results.ratings import RatingRow, ratings_of_all
from helm_creativity.results.runs import Run
from helm_creativity.safe_text import listed


class RatedPanel(NamedTuple):
    """What one panel rated."""

    name: str
    ratings: Iterable[RatingRow]
    anchors: Sequence[AnchorRating]


@dataclass(frozen=True)
class LinkedDimension:
    """One dimension of one rubric, rated by several panels."""

    benchmark: str
    rubric: str
    dimension: str
    missing: Mapping[tuple[str, str], int]
    linked: LinkedPanels
    warnings: tuple[str, ...]


class _Key(NamedTuple):
    benchmark: str
    rubric: str
    dimension: str


def rated_panel(name: str, runs: Sequence[Run], problems: list[str]) -> RatedPanel:
    """The panel of a suite, of which ``problems`` takes a line for what is left out."""
    anchors = read_anchors_of_runs([run.folder for run in runs], problems)
    return RatedPanel(name, ratings_of_all(runs, problems), anchors)


def link_rated_panels(panels: Sequence[RatedPanel], problems: list[str]) -> list[LinkedDimension]:
    """Every dimension that all panels rated, linked."""
    cells: dict[_Key, dict[str, list[RatingCell]]] = defaultdict(dict)
    for panel in panels:
        for cell in rating_cells(panel.ratings):
            cells[_Key(*cell.key[:3])].setdefault(panel.name, []).append(cell)
    found = []
    for key, by_panel in cells.items():
        name = f"{key.benchmark}, {key.dimension}"
        if lacking := [panel.name for panel in panels if panel.name not in by_panel]:
            asked = _asked(key, cells)
            why = f"there are no ratings in {listed(lacking)}" if len(asked) < len(panels) else _apart(asked)
            line = f"{name}: not linked: {why}"
            problems += [line] if line not in problems else []
            continue
        try:
            found.append(_link(key, panels, by_panel))
        except ValueError as problem:
            problems.append(f"{name}: not linked: {problem}")
    return found


def _asked(key: _Key, cells: Mapping[_Key, Mapping[str, object]]) -> dict[str, list[str]]:
    asked: dict[str, list[str]] = defaultdict(list)
    for other, by_panel in cells.items():
        if (other.benchmark, other.dimension) == (key.benchmark, key.dimension):
            for panel in by_panel:
                asked[panel].append(other.rubric)
    return asked


def _apart(asked: Mapping[str, Sequence[str]]) -> str:
    parts = [f"{name} has {listed(rubrics)}" for name, rubrics in asked.items()]
    weighted = {rubric.endswith(WEIGHTED) for rubrics in asked.values() for rubric in rubrics}
    hint = "; weighted ratings are on another scale than unweighted ones, so use the same weighted= in all suites"
    return f"they were not rated by one rubric: {'; '.join(parts)}{hint if len(weighted) > 1 else ''}"


def _rated_instead(anchors: Iterable[AnchorRating]) -> str:
    rated = {f"{row.benchmark}, {row.dimension}, {row.rubric}" for row in anchors if row.rating is not None}
    return f" of this question; there are ratings of: {'; '.join(sorted(rated))}" if rated else ""


def _link(key: _Key, panels: Sequence[RatedPanel], cells: Mapping[str, Sequence[RatingCell]]) -> LinkedDimension:
    missing: dict[tuple[str, str], int] = {}
    warnings: list[str] = []
    ratings: dict[str, list[PanelRating]] = {}
    questions: dict[str, str] = {}
    for panel in panels:
        if len(cells[panel.name]) > 1:
            raise ValueError(f"the judges of {panel.name} were asked in {len(cells[panel.name])} ways")
        (cell,) = cells[panel.name]
        parts = cell.judging_parts  # of which the checksum of the question and the card must be the same in all panels
        questions[panel.name] = "|".join(f"{name}:{parts[name]}" for name in ("rubric", "card") if name in parts)
        own = [row for row in panel.anchors if _matches(row, key)]
        asked = [row for row in own if row.judge in cell.panel()]
        anchors = [row for row in asked if not row.judging or not cell.judging or row.judging == cell.judging]
        if asked and not anchors:
            raise ValueError(
                f"the judges of {panel.name} were asked about anchors in another way than in the suite: "
                f"{asked[0].judging}, and {cell.judging} in the suite"
            )
        for row in anchors:
            if row.rating is None:
                missing[panel.name, row.judge] = missing.get((panel.name, row.judge), 0) + 1
        given = [(row, row.rating) for row in anchors if row.rating is not None]
        if not given:
            raise ValueError(
                f"no judge of {panel.name} rated an anchor{_rated_instead(panel.anchors) if not own else ''}"
            )
        if others := sorted({row.judge for row in own} - set(cell.panel())):
            warnings.append(f"{listed(others)} rated anchors but no response in {panel.name}, and is left out")
        if without := sorted(set(cell.panel()) - {row.judge for row, _ in given}):
            warnings.append(f"in {panel.name} no anchor was rated by {listed(without)}")
        ratings[panel.name] = [
            *(PanelRating(row.anchor, row.judge, rating, item=row.anchor) for row, rating in given),
            *_responses(cell),
        ]
    if len({question for question in questions.values() if question}) > 1:
        raise ValueError(
            "judges were asked different questions: "
            + "; ".join(f"{name} {question or 'unknown'}" for name, question in questions.items())
        )
    linked = link_panels(ratings)
    return LinkedDimension(*key, missing, linked, (*linked.warnings, *warnings))


def _matches(row: AnchorRating, key: _Key) -> bool:
    group = row.benchmark if row.benchmark.startswith(PREFIX) else f"{PREFIX}{row.benchmark}"
    return key.benchmark in (group, row.benchmark) and row.dimension == key.dimension and row.rubric == key.rubric


def _responses(cell: RatingCell) -> Iterable[PanelRating]:
    labels = run_labels(cell.runs)
    for unit, row in zip(cell.units(), cell.table().tolist(), strict=True):
        for judge, rating in zip(cell.panel(), row, strict=True):
            if not math.isnan(rating):
                yield PanelRating("/".join(unit), judge, rating, labels[unit.run], unit.item)
