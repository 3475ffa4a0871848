"""Suites that different panels of judges rated, put on one scale by the judges' ratings of anchor responses.

The model is that of ``psychometrics.linking``: one graded response model for all panels.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from helm_creativity.core.names import PREFIX
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.exams.anchors import AnchorRating, read_anchors_of_runs
from helm_creativity.judges.drivers import WEIGHTED
from helm_creativity.psychometrics.linking import LinkedValue, PanelRating, link_panels
from helm_creativity.results.analyses import analysis
from helm_creativity.results.calibration import RatingCell, rating_cells, run_labels
from helm_creativity.results.loading import read_suite
from helm_creativity.results.numbers import between, count, fixed, positive, signed
from helm_creativity.results.ratings import RatingRow, ratings_of_all
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, Tables
from helm_creativity.safe_text import listed

LEGEND = (
    "Linked: the mean rating that the first panel would give to a model's responses. θ and severity are in standard "
    "deviations of the first panel's responses, around their mean. Standard errors are clustered by item and include "
    "that of the link."
)
STARRED = (
    "*: the judge never used some of the ratings that others used, so a part of this severity is an assumption: "
    "compare judges by the mean of all, the mean rating that a judge would give to the first panel's responses."
)


def _estimate(key: str, title: str, write: Callable[[int], Callable[[float], str]]) -> tuple[Column, Column]:
    interval = Column(f"{key}_interval", "95 % interval", between(write(2)), of=(f"{key}_low", f"{key}_high"))
    return Column(key, title, write(2)), interval


PANEL, JUDGE = Column("panel", "panel", left=True), Column("judge", "judge", left=True)
MODELS = (
    PANEL,
    Column("model", "model", left=True),
    Column("responses", "responses", count),
    Column("raw", "raw mean", fixed(2)),
    *_estimate("rating", "linked", fixed),
    Column("rating_se", "± se", positive(2)),
    *_estimate("theta", "θ", signed),
    Column("theta_se", "± se", positive(2)),
)
JUDGES = (
    PANEL,
    JUDGE,
    Column("ratings", "ratings", count),
    Column("missing_anchors", "anchors missing", count),
    *_estimate("mean_rating", "mean of all", fixed),
    *_estimate("severity", "severity", signed),
    Column("unused", "", lambda unused: "*" if unused else ""),
    Column("discrimination", "discrimination", fixed(2)),
)
LINKS = (
    PANEL,
    Column("anchors", "shared anchors", count),
    *_estimate("shift", "rates higher by", signed),
    Column("theta", "in SD", signed(2)),
    Column("theta_se", "± se", positive(2)),
)
DRIFT = (
    JUDGE,
    Column("before", "from", left=True),
    Column("after", "to", left=True),
    *_estimate("severity", "severity", signed),
    *_estimate("mean_rating", "mean of all", signed),
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
    names = [name for name in options.beside.split("+") if name]
    return link_suites([suite, *(read_suite([name], suite.output_path) for name in names)])


def link_suites(suites: Sequence[Suite]) -> Tables:
    """Two suites or more, whose runs have ratings of anchors by ``anchors=true``, on the scale of the first one."""
    names = [", ".join(suite.names) for suite in suites]
    if len(set(names)) < max(len(names), 2):
        got = listed(names) or "none"
        raise BadArguments(f"expected two different suites or more, got {got}: name the others (by the option beside)")
    problems: list[str] = []
    panels = []
    for name, suite in zip(names, suites, strict=True):
        anchors = read_anchors_of_runs([run.folder for run in suite.runs], problems)
        panels.append(RatedPanel(name, ratings_of_all(suite.runs, problems), anchors))
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
    for (benchmark, _, dimension), found in cells.items():
        try:
            if lacking := [panel.name for panel in panels if panel.name not in found]:
                like = [key for key in cells if key[::2] == (benchmark, dimension)]
                asked = {panel.name: [key[1] for key in like if panel.name in cells[key]] for panel in panels}
                raise ValueError(_apart(asked) if all(asked.values()) else f"there are no ratings in {listed(lacking)}")
            for panel in panels:
                if len(found[panel.name]) > 1:
                    raise ValueError(f"the judges of {panel.name} were asked in {len(found[panel.name])} ways")
            tables += _tables(panels, [found[panel.name][0] for panel in panels])
        except ValueError as problem:
            left_out[f"{benchmark}, {dimension}: not linked: {problem}"] = None
    if not tables:
        raise NothingToSay(f"no dimension could be linked: {'; '.join(left_out) or 'no suite has ratings'}")
    first, *others = tables
    return Tables([replace(first, notes=[*left_out, *first.notes]), *others])


def _apart(asked: Mapping[str, Sequence[str]]) -> str:
    parts = [f"{name} has {listed(rubrics)}" for name, rubrics in asked.items()]
    weighted = {rubric.endswith(WEIGHTED) for rubrics in asked.values() for rubric in rubrics}
    hint = "; weighted ratings are on another scale than unweighted ones, so use the same weighted= in all suites"
    return f"they were not rated by one rubric: {'; '.join(parts)}{hint if len(weighted) > 1 else ''}"


def _tables(panels: Sequence[RatedPanel], cells: Sequence[RatingCell]) -> Iterator[Table]:
    """One dimension, of which each panel has a cell; a ValueError says why it cannot be linked."""
    ratings: dict[str, list[PanelRating]] = {}
    questions: dict[str, str] = {}
    missing: Counter[tuple[str, str]] = Counter()
    warnings: list[str] = []
    for panel, cell in zip(panels, cells, strict=True):
        # The checksum of the question and the card must be the same in all panels.
        questions[panel.name] = "|".join(
            f"{name}:{part}" for name, part in cell.judging_parts.items() if name in ("rubric", "card")
        )
        judges = set(cell.panel())
        about = (cell.benchmark.removeprefix(PREFIX), cell.dimension, cell.rubric)
        own = [row for row in panel.anchors if _about(row) == about]
        asked = [row for row in own if row.judge in judges]
        anchors = [row for row in asked if not row.judging or not cell.judging or row.judging == cell.judging]
        if asked and not anchors:
            raise ValueError(
                f"the judges of {panel.name} were asked about anchors in another way than in the suite: "
                f"{asked[0].judging}, and {cell.judging} in the suite"
            )
        missing.update((panel.name, row.judge) for row in anchors if row.rating is None)
        given = [(row, row.rating) for row in anchors if row.rating is not None]
        if not given:
            rated = sorted({", ".join(_about(row)) for row in panel.anchors if row.rating is not None and not own})
            instead = f" of this question; there are ratings of: {'; '.join(rated)}" if rated else ""
            raise ValueError(f"no judge of {panel.name} rated an anchor{instead}")
        if others := sorted({row.judge for row in own} - judges):
            warnings.append(f"{listed(others)} rated anchors but no response in {panel.name}, and is left out")
        if without := sorted(judges - {row.judge for row, _ in given}):
            warnings.append(f"in {panel.name} no anchor was rated by {listed(without)}")
        ratings[panel.name] = [PanelRating(row.anchor, row.judge, value, item=row.anchor) for row, value in given]
        labels = run_labels(cell.runs)
        ratings[panel.name] += [
            PanelRating("/".join(unit), judge, rating, labels[unit.run], unit.item)
            for unit, row in zip(cell.units(), cell.table().tolist(), strict=True)
            for judge, rating in zip(cell.panel(), row, strict=True)
            if not math.isnan(rating)
        ]
    if len({question for question in questions.values() if question}) > 1:
        each = (f"{name} {question or 'unknown'}" for name, question in questions.items())
        raise ValueError(f"judges were asked different questions: {'; '.join(each)}")
    linked = link_panels(ratings)
    facts = {name: fact for name, fact in cells[0].facts.items() if name != "judging"} | {"reference": linked.reference}
    title = f"{cells[0].benchmark}, {cells[0].dimension}: models on the scale of {linked.reference}"
    notes = [*linked.warnings, *warnings, LEGEND]
    yield Table("linked models", MODELS, list(map(_row, linked.models)), title, facts, notes)
    spread = "" if linked.anchor_spread is None else f" The anchors' standard deviation is {linked.anchor_spread:.2f}."
    notes = [f"How much higher a panel rates the same responses than {linked.reference}.{spread}"]
    yield Table("links", LINKS, list(map(_row, linked.links)), "links", facts, notes)
    rows = [{**_row(judge), "missing_anchors": missing[judge.panel, judge.judge]} for judge in linked.judges]
    starred = [STARRED] if any(judge.unused for judge in linked.judges) else []
    yield Table("linked judges", JUDGES, rows, "judges", facts, starred)
    if linked.drifts:
        title = "change of judges from one panel to another"
        yield Table("drift", DRIFT, list(map(_row, linked.drifts)), title, facts)


def _about(row: AnchorRating) -> tuple[str, str, str]:
    return row.benchmark.removeprefix(PREFIX), row.dimension, row.rubric


def _row(estimates: object) -> dict[str, Any]:
    """Its fields; of an estimate its value, standard error and the ends of its interval."""
    row: dict[str, Any] = {}
    for name, value in vars(estimates).items():
        ends = value._asdict() if isinstance(value, LinkedValue) else {"value": value}
        row |= {name if part == "value" else f"{name}_{part}": number for part, number in ends.items()}
    return row
