"""Linked panels as tables: models, judges, links, drift and warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from helm_creativity.psychometrics.linking import LinkedValue
from helm_creativity.results.linked_panels import LinkedDimension
from helm_creativity.results.numbers import between, count, fixed, positive, signed
from helm_creativity.results.table import Column, Table

LEGEND = (
    "Linked: the mean rating that the first panel would give to a model's responses. θ and severity are in standard "
    "deviations of the first panel's responses, around their mean. Standard errors are clustered by item and include "
    "that of the link."
)
STARRED = (
    "*: the judge never used some of the ratings that others used, so a part of this severity is an assumption: "
    "compare judges by the mean of all, the mean rating that a judge would give to the first panel's responses."
)
_MODELS = (
    Column("panel", "panel", left=True),
    Column("model", "model", left=True),
    Column("responses", "responses", count),
    Column("raw", "raw mean", fixed(2)),
    Column("linked", "linked", fixed(2)),
    Column("linked_se", "± se", positive(2)),
    Column("linked_interval", "95 % interval", between(fixed(2)), parts=("low", "high")),
    Column("theta", "θ", signed(2)),
    Column("theta_se", "± se", positive(2)),
    Column("theta_interval", "95 % interval", between(signed(2)), parts=("low", "high")),
)
_JUDGES = (
    Column("panel", "panel", left=True),
    Column("judge", "judge", left=True),
    Column("ratings", "ratings", count),
    Column("missing_anchors", "anchors missing", count),
    Column("mean_of_all", "mean of all", fixed(2)),
    Column("mean_of_all_interval", "95 % interval", between(fixed(2)), parts=("low", "high")),
    Column("severity", "severity", signed(2)),
    Column("assumed", "", lambda assumed: "*" if assumed else ""),
    Column("severity_interval", "95 % interval", between(signed(2)), parts=("low", "high")),
    Column("discrimination", "discrimination", fixed(2)),
)
_LINKS = (
    Column("panel", "panel", left=True),
    Column("anchors", "shared anchors", count),
    Column("shift", "rates higher by", signed(2)),
    Column("shift_interval", "95 % interval", between(signed(2)), parts=("low", "high")),
    Column("shift_theta", "in SD", signed(2)),
    Column("link_se", "± se", positive(2)),
)
_DRIFT = (
    Column("judge", "judge", left=True),
    Column("before", "from", left=True),
    Column("after", "to", left=True),
    Column("severity", "severity", signed(2)),
    Column("severity_interval", "95 % interval", between(signed(2)), parts=("low", "high")),
    Column("mean_of_all", "mean of all", signed(2)),
    Column("mean_of_all_interval", "95 % interval", between(signed(2)), parts=("low", "high")),
)


def link_tables(found: Iterable[LinkedDimension]) -> list[Table]:
    """The tables of all dimensions; [] without any."""
    return [table for dimension in found for table in _tables(dimension)]


def _tables(found: LinkedDimension) -> Iterator[Table]:
    linked = found.linked
    facts = {"benchmark": found.benchmark, "dimension": found.dimension, "rubric": found.rubric}
    facts["reference"] = linked.reference
    title = f"{found.benchmark}, {found.dimension}: models on the scale of {linked.reference}"
    spread = "" if linked.anchor_spread is None else f" The anchors' standard deviation is {linked.anchor_spread:.2f}."
    models = [
        (model.panel, model.model, model.responses, model.raw, *_ends(model.rating), *_ends(model.theta))
        for model in linked.models
    ]
    yield Table("linked models", _MODELS, models, title, facts, [*found.warnings, LEGEND])
    links = [
        (link.panel, link.anchors, link.shift.value, _interval(link.shift), link.theta.value, link.theta.se)
        for link in linked.links
    ]
    notes = [f"How much higher a panel rates the same responses than {linked.reference}.{spread}"]
    yield Table("links", _LINKS, links, "links", facts, notes)
    judges = [
        (
            judge.panel,
            judge.judge,
            judge.ratings,
            found.missing.get((judge.panel, judge.judge), 0),
            judge.mean_rating.value,
            _interval(judge.mean_rating),
            judge.severity.value,
            bool(judge.unused),
            _interval(judge.severity),
            judge.discrimination.value,
        )
        for judge in linked.judges
    ]
    starred = [STARRED] if any(judge.unused for judge in linked.judges) else []
    yield Table("linked judges", _JUDGES, judges, "judges", facts, starred)
    if linked.drifts:
        drifts = [
            (
                drift.judge,
                drift.before,
                drift.after,
                drift.severity.value,
                _interval(drift.severity),
                drift.mean_rating.value,
                _interval(drift.mean_rating),
            )
            for drift in linked.drifts
        ]
        yield Table("drift", _DRIFT, drifts, "change of judges from one panel to another", facts)


def _ends(value: LinkedValue) -> tuple[float, float, tuple[float, float]]:
    return value.value, value.se, _interval(value)


def _interval(value: LinkedValue) -> tuple[float, float]:
    return value.low, value.high
