"""Suites that different panels of judges rated, put on one scale by the judges' ratings of anchor responses.

The model is that of ``psychometrics.linking``: one graded response model for all panels.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.names import PREFIX
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.judges.evaluation.anchors import AnchorRating, read_anchors_of_runs
from helm_creativity.psychometrics.linking import LinkedValue, PanelRating, link_panels
from helm_creativity.results.analyses import analysis
from helm_creativity.results.calibration import STARRED, UNUSED, RatingCell, rating_cells
from helm_creativity.results.columns import JUDGE, error, interval, numbers, texts
from helm_creativity.results.loading import read_suite
from helm_creativity.results.numbers import count, fixed, signed
from helm_creativity.results.ratings import RatingRow, ratings_of_all
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import MODEL, Column, Table, Tables
from helm_creativity.safe_text import listed

PANEL, TWO, SIGNED = texts("panel"), fixed(2), signed(2)
SEVERITY = (*numbers(SIGNED, "severity"), interval("severity", SIGNED))
MODELS = (
    *(*PANEL, MODEL, *numbers(count, "responses"), Column("raw", "raw mean", TWO)),
    *(Column("rating", "linked", TWO), interval("rating", TWO), error("rating")),
    *(Column("theta", "θ", SIGNED), interval("theta", SIGNED), error("theta")),
)
JUDGES = (
    *(*PANEL, JUDGE, *numbers(count, "ratings"), Column("missing_anchors", "anchors missing", count)),
    *(Column("mean_rating", "mean of all", TWO), interval("mean_rating", TWO)),
    *(*SEVERITY, UNUSED, *numbers(TWO, "discrimination")),
)
LINKS = (
    *(*PANEL, Column("anchors", "shared anchors", count), Column("shift", "rates higher by", SIGNED)),
    *(interval("shift", SIGNED), Column("theta", "in SD", SIGNED), error("theta")),
)
DRIFT = (
    *(JUDGE, Column("before", "from", left=True), Column("after", "to", left=True), *SEVERITY),
    *(Column("mean_rating", "mean of all", SIGNED), interval("mean_rating", SIGNED)),
)


@dataclass(frozen=True)
class LinkingOptions(DeclaredOptions):
    """Of ``linking``."""

    beside: str = option("", "names of the other suites, joined by +")


class RatedPanel(NamedTuple):
    """What one panel rated."""

    name: str
    ratings: Iterable[RatingRow]
    anchors: Sequence[AnchorRating]


@analysis("linking", title="Suites of different judges on one scale", in_report=False)
def linking(suite: Suite, options: LinkingOptions) -> Iterable[Table]:
    """Models of several suites on the scale of the first one's judges, and what changed in judges.

    The suites' runs have ratings of anchors by ``anchors=true`` in their run entries. One model is fitted to all
    ratings, so that judges need not be the same; a judge of two suites is two judges, and its change between them is a
    table of its own.
    """
    others = [read_suite([name], suite.output_path) for name in options.beside.split("+") if name]
    named = {", ".join(each.names): each.runs for each in (suite, *others)}
    if len(named) < max(len(others) + 1, 2):
        raise BadArguments(f"expected two different suites or more, got {listed(named)}: name others by beside")
    problems: list[str] = []
    anchors = {name: read_anchors_of_runs([run.folder for run in runs], problems) for name, runs in named.items()}
    panels = [RatedPanel(name, ratings_of_all(runs, problems), anchors[name]) for name, runs in named.items()]
    return link_rated_panels(panels, problems)


def link_rated_panels(panels: Sequence[RatedPanel], problems: Sequence[str] = ()) -> Tables:
    """Every dimension that all panels rated, linked: models, links, judges and drift of each.

    What is not linked, and why, is a note beside ``problems``; where nothing is, NothingToSay says so.
    """
    cells: dict[tuple[str, ...], dict[str, list[RatingCell]]] = defaultdict(lambda: defaultdict(list))
    for panel in panels:
        for cell in rating_cells(panel.ratings):
            cells[cell.key[:3]][panel.name].append(cell)
    tables: list[Table] = []
    left_out = dict.fromkeys(problems)
    for (benchmark, rubric, dimension), found in cells.items():
        try:
            for panel in panels:
                if len(ways := found[panel.name]) != 1:
                    asked = f"were asked in {len(ways)} ways" if ways else "gave none"
                    raise ValueError(f"expected ratings by the rubric {rubric}; the judges of {panel.name} {asked}")
            tables += _tables(panels, [found[panel.name][0] for panel in panels])
        except ValueError as problem:
            left_out[f"{benchmark}, {dimension}: not linked: {problem}"] = None
    if not tables:
        raise NothingToSay(f"no dimension could be linked: {'; '.join(left_out) or 'no suite has ratings'}")
    return Tables([replace(tables[0], notes=[*left_out, *tables[0].notes]), *tables[1:]])


def _tables(panels: Sequence[RatedPanel], cells: Sequence[RatingCell]) -> Iterator[Table]:
    """One dimension, of which each panel has a cell; a ValueError says why it cannot be linked."""
    ratings, questions, lost, warnings = {}, dict[str, str](), Counter[tuple[str, str]](), []
    for (name, _, all_anchors), cell in zip(panels, cells, strict=True):
        question = "|".join(f"{part}:{cell.judging_parts.get(part)}" for part in ("rubric", "card") if cell.judging)
        questions |= {question: name} if question else {}
        about = (cell.benchmark.removeprefix(PREFIX), cell.dimension, cell.rubric)
        anchors = [
            row
            for row in all_anchors
            if (row.benchmark.removeprefix(PREFIX), row.dimension, row.rubric) == about
            and row.judge in cell.judges
            and (not (cell.judging and row.judging) or row.judging == cell.judging)
        ]
        lost.update((name, row.judge) for row in anchors if row.rating is None)
        given = [PanelRating(row.anchor, row.judge, row.rating) for row in anchors if row.rating is not None]
        if not given:
            raise ValueError(f"no judge of {name} rated an anchor of this question, asked as in the suite")
        if without := sorted({*cell.judges} - {rating.judge for rating in given}):
            warnings.append(f"in {name} no anchor was rated by {listed(without)}")
        units = list(zip(cell.units, cell.labels, strict=True))
        for place, judge in np.argwhere(~np.isnan(cell.table)).tolist():
            (unit, label), rating = units[place], cell.table[place, judge].item()
            given.append(PanelRating("/".join(unit), cell.judges[judge], rating, label, unit.item))
        ratings[name] = given
    if len(questions) > 1:
        raise ValueError(f"judges were asked different questions: {'; '.join(questions)}")
    linked = link_panels(ratings)
    facts = {name: getattr(cells[0], name) for name in ("benchmark", "dimension", "rubric")}
    facts["reference"] = linked.reference
    title = f"{cells[0].benchmark}, {cells[0].dimension}: models on the scale of {linked.reference}"
    meaning = f"θ and severity are in standard deviations of the responses in {linked.reference}"
    notes = [*linked.warnings, *warnings, meaning]
    yield Table("linked models", MODELS, [*map(_row, linked.models)], title, facts, notes)
    notes = [f"How much higher a panel rates the same responses than {linked.reference}"]
    yield Table("links", LINKS, [*map(_row, linked.links)], "links", facts, notes)
    rows = [{**_row(judge), "missing_anchors": lost[judge["panel"], judge["judge"]]} for judge in linked.judges]
    starred = [STARRED] if any(judge["unused"] for judge in linked.judges) else []
    yield Table("linked judges", JUDGES, rows, "judges", facts, starred)
    if linked.drifts:
        yield Table("drift", DRIFT, [*map(_row, linked.drifts)], "change of judges from one panel to another", facts)


def _row(estimates: Mapping[str, Any]) -> dict[str, Any]:
    """The row; of an estimate its value, standard error and the ends of its interval."""
    row: dict[str, Any] = {}
    for name, value in estimates.items():
        ends = value._asdict() if isinstance(value, LinkedValue) else {"value": value}
        row |= {name if part == "value" else f"{name}_{part}": number for part, number in ends.items()}
    return row
