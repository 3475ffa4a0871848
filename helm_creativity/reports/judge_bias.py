"""What judges favour, as tables: effects on each judge's ratings, and models at equal length."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from helm_creativity.reports.calibration import cell_facts
from helm_creativity.results.judge_bias import (
    ALL_JUDGES,
    DRIFT,
    FAMILY,
    LENGTH,
    LENGTH_BEYOND,
    ORDER,
    ORDER_BEYOND,
    PANEL,
    POINTS,
    BiasEffect,
    JudgeBias,
)
from helm_creativity.results.numbers import (
    between,
    both_ends,
    correlation,
    count,
    fixed,
    in_brackets,
    p_value,
    positive,
    signed,
)
from helm_creativity.results.table import Column, Table, or_undefined
from helm_creativity.safe_text import counted

MEANINGS = {
    LENGTH: "change of a rating, in points, when a response has twice as many words, for the same item and model",
    LENGTH_BEYOND: "the same in standard deviations, beyond the other judges' ratings of the same responses",
    FAMILY: "how much higher a judge rates responses by models of its own family than other responses, beyond the "
    "same difference in the other judges' ratings",
    PANEL: "the same for responses by the other judges of the panel",
    ORDER: "rating of the last text of a question minus that of the first; texts are in the order of the response, and "
    "later ones may be better",
    ORDER_BEYOND: "the same, beyond the other judges' ratings of the same texts",
    DRIFT: "change from the beginning of a run to its end, beyond the other judges' ratings; below 0: became stricter",
}
"""What each effect is."""
LEGEND = (
    "Effects of length are in points of the rubric's scale, all others in standard deviations of a judge's ratings. "
    "95 % intervals and p-values are cluster-robust, by item; Holm's p is adjusted over all judges and dimensions of "
    'one effect. A longer response may be a better one; the rows "beyond other judges" show what only some judges '
    "favour."
)
ADJUSTED = (
    "At equal length: the mean rating, adjusted to the usual length of responses to the same item by the slope of all "
    "judges; its standard error includes that of the slope."
)
EFFECTS = (
    Column("effect", "effect", left=True),
    Column("judge", "judge", left=True),
    Column("unit", "", data_only=True),
    Column("value", "value", signed(2), mark="main"),
    Column("interval", "95 % interval", between(signed(2)), parts=("low", "high")),
    Column("correlation", "as r", correlation(2), in_text=False),
    Column("p", "p", p_value, rising=True),
    Column("p_holm", "p, Holm", p_value, rising=True),
    Column("ratings", "ratings", count),
    Column("items", "items", count),
)
MODELS = (
    Column("model", "model", left=True),
    Column("rated", "rated", count),
    Column("words", "words", fixed(0)),
    Column("raw", "raw mean", fixed(2)),
    Column("raw_se", "± se", positive(2)),
    Column("adjusted", "at equal length", fixed(2), mark="main"),
    Column("adjusted_se", "± se", positive(2)),
)


def bias_tables(found: Sequence[JudgeBias]) -> list[Table]:
    """Two tables for each dimension that was rated, and what their numbers mean."""
    tables = [table for audit in found for table in _tables(audit)]
    explained = [f"{kind}: {meaning}" for kind, meaning in meanings(found)]
    return [*tables, Table("legend", notes=[*explained, LEGEND, ADJUSTED])]


def meanings(found: Sequence[JudgeBias]) -> list[tuple[str, str]]:
    """Each effect that a judge has, and what it is."""
    kinds = {effect.kind for audit in found for effect in shown(audit)}
    return [(kind, meaning) for kind, meaning in MEANINGS.items() if kind in kinds]


def _tables(audit: JudgeBias) -> Iterator[Table]:
    cell = audit.cell
    facts = cell_facts(cell)
    judges, models = counted(len(cell.panel()), "judge"), counted(len(set(cell.runs.values())), "model")
    title = f"{audit.title}: {audit.dimension}{f', asked as {cell.rubric}' if cell.rubric else ''}\n{judges}, {models}"
    rows = [effect_row(effect) for effect in shown(audit)]
    notes = [f"not measured: {'; '.join(kinds)} ({reason})" for reason, kinds in absent(audit).items()]
    yield Table("effects", EFFECTS, rows, title, facts, notes)
    if audit.models:
        yield Table("models", MODELS, list(model_rows(audit)), facts=facts)


def shown(audit: JudgeBias) -> list[BiasEffect]:
    """The effects without those that no judge has."""
    gone = {kind for kinds in absent(audit).values() for kind in kinds}
    return [effect for effect in audit.effects if effect.kind not in gone]


def absent(audit: JudgeBias) -> dict[str, list[str]]:
    """Effects that no judge has, by the reason why."""
    found: dict[str, list[str]] = {}
    for kind, of_kind in groupby(audit.effects, key=lambda effect: effect.kind):
        slopes = [effect.slope for effect in of_kind]
        if all(slope.value is None for slope in slopes):
            found.setdefault("; ".join(dict.fromkeys(slope.problem for slope in slopes)), []).append(kind)
    return found


def length_lines(audits: Iterable[JudgeBias], runs: Collection[str]) -> Iterator[str]:
    """How ratings of some runs change with the length of responses, a line for each dimension.

    The slope is that of all judges where there is one, else of each judge; a dimension without a slope has no line.
    """
    for audit in audits:
        found = [effect for effect in audit.effects if effect.kind == LENGTH and effect.slope.value is not None]
        if found and not audit.cell.runs.keys().isdisjoint(runs):
            together = [effect for effect in found if effect.judge == ALL_JUDGES] or found
            yield f"{audit.dimension}: {'; '.join(map(_slope_text, together))}"


def _slope_text(effect: BiasEffect) -> str:
    slope, write = effect.slope, signed(2)
    value = "" if slope.value is None else f" {write(slope.value)}"
    return f"{effect.judge}{value}{in_brackets(slope.low, slope.high, write)}"


def effect_row(effect: BiasEffect) -> tuple[Any, ...]:
    """A row under ``EFFECTS``."""
    slope = effect.slope
    return (
        effect.kind,
        effect.judge,
        "points per doubling" if effect.unit == POINTS else effect.unit,
        or_undefined(slope.value, slope.problem),
        or_undefined(both_ends(slope.low, slope.high), slope.problem),
        slope.effect,
        or_undefined(slope.p, slope.problem),
        effect.p_holm,
        slope.n,
        slope.clusters,
    )


def model_rows(audit: JudgeBias) -> Iterator[tuple[Any, ...]]:
    """The rows of the models of a dimension under ``MODELS``."""
    why = next(effect.slope.problem for effect in reversed(audit.effects) if effect.kind == LENGTH)
    for model in audit.models:
        adjusted = or_undefined(model.adjusted, why)
        yield model.name, model.rated, model.words, model.raw, model.raw_se, adjusted, model.adjusted_se
