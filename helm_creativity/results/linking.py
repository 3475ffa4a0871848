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
SHIFTS = (*numbers(SIGNED, "severity"), interval("severity", SIGNED))
MODELS = (
    *(*PANEL, MODEL, *numbers(count, "responses"), Column("raw", "raw mean", TWO)),
    *(Column("rating", "linked", TWO), interval("rating", TWO), error("rating")),
    *(Column("theta", "θ", SIGNED), interval("theta", SIGNED), error("theta")),
)
JUDGES = (
    *(*PANEL, JUDGE, *numbers(count, "ratings"), Column("missing_anchors", "anchors missing", count)),
    *(Column("mean_rating", "mean of all", TWO), interval("mean_rating", TWO)),
    *(*SHIFTS, UNUSED, *numbers(TWO, "discrimination")),
)
LINKS = (
    *(*PANEL, Column("anchors", "shared anchors", count), Column("shift", "rates higher by", SIGNED)),
    *(interval("shift", SIGNED), Column("theta", "in SD", SIGNED), error("theta")),
)
DRIFT = (
    *(JUDGE, Column("before", "from", left=True), Column("after", "to", left=True), *SHIFTS),
    *(Column("mean_rating", "mean of all", SIGNED), interval("mean_rating", SIGNED)),
)
QUESTION = ("rubric", "card")
"""The parts of a comparable key in which the judges of all panels must agree."""


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
    names = filter(None, options.beside.split("+"))
    return link_suites([suite, *(read_suite([name], suite.output_path) for name in names)])


def link_suites(suites: Sequence[Suite]) -> Tables:
    """Two suites or more, whose runs have ratings of anchors by ``anchors=true``, on the scale of the first one."""
    named = {", ".join(suite.names): suite.runs for suite in suites}
    if len(named) < max(len(suites), 2):
        got = listed(named) or "none"
        raise BadArguments(f"expected two different suites or more, got {got}: name the others (by the option beside)")
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
            if lacking := [panel.name for panel in panels if panel.name not in found]:
                raise ValueError(f"there are no ratings by the rubric {rubric} in {listed(lacking)}")
            if several := [name for name, own in found.items() if len(own) > 1]:
                raise ValueError(f"the judges of {several[0]} were asked in {len(found[several[0]])} ways")
            tables += _tables(panels, [found[panel.name][0] for panel in panels])
        except ValueError as problem:
            left_out[f"{benchmark}, {dimension}: not linked: {problem}"] = None
    if not tables:
        raise NothingToSay(f"no dimension could be linked: {'; '.join(left_out) or 'no suite has ratings'}")
    return Tables([replace(tables[0], notes=[*left_out, *tables[0].notes]), *tables[1:]])


def _tables(panels: Sequence[RatedPanel], cells: Sequence[RatingCell]) -> Iterator[Table]:
    """One dimension, of which each panel has a cell; a ValueError says why it cannot be linked."""
    ratings, questions, lost, warnings = {}, {}, Counter[tuple[str, str]](), []
    for (name, _, all_anchors), cell in zip(panels, cells, strict=True):
        questions[name] = "|".join(f"{part}:{value}" for part, value in cell.judging_parts.items() if part in QUESTION)
        about = (cell.benchmark.removeprefix(PREFIX), cell.dimension, cell.rubric)
        own = [row for row in all_anchors if (row.benchmark.removeprefix(PREFIX), row.dimension, row.rubric) == about]
        asked = [row for row in own if row.judge in cell.judges]
        anchors = [row for row in asked if row.judging in ("", cell.judging) or not cell.judging]
        if asked and not anchors:
            ways = f"{asked[0].judging}, and {cell.judging} in the suite"
            raise ValueError(f"the judges of {name} were asked about anchors in another way than in the suite: {ways}")
        lost.update((name, row.judge) for row in anchors if row.rating is None)
        given = [PanelRating(row.anchor, row.judge, row.rating) for row in anchors if row.rating is not None]
        if not given:
            raise ValueError(f"no judge of {name} rated an anchor of this question")
        if without := sorted({*cell.judges} - {rating.judge for rating in given}):
            warnings.append(f"in {name} no anchor was rated by {listed(without)}")
        units = list(zip(cell.units, cell.labels, strict=True))
        for place, judge in np.argwhere(~np.isnan(cell.table)).tolist():
            (unit, label), rating = units[place], cell.table[place, judge].item()
            given.append(PanelRating("/".join(unit), cell.judges[judge], rating, label, unit.item))
        ratings[name] = given
    if len(set(filter(None, questions.values()))) > 1:
        each = (f"{name} {question or 'unknown'}" for name, question in questions.items())
        raise ValueError(f"judges were asked different questions: {'; '.join(each)}")
    linked = link_panels(ratings)
    facts = {name: getattr(cells[0], name) for name in ("benchmark", "dimension", "rubric")}
    facts["reference"] = linked.reference
    title = f"{cells[0].benchmark}, {cells[0].dimension}: models on the scale of {linked.reference}"
    meaning = f"θ and severity are in standard deviations of the responses in {linked.reference}"
    yield Table(
        "linked models", MODELS, [*map(_row, linked.models)], title, facts, [*linked.warnings, *warnings, meaning]
    )
    spread = "" if linked.anchor_spread is None else f"; the anchors' standard deviation is {linked.anchor_spread:.2f}"
    notes = [f"How much higher a panel rates the same responses than {linked.reference}{spread}"]
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
