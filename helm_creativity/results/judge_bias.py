"""What the judges of a suite favour beside the worth of responses, and models' means at equal length.

The cells are those of ``calibration``, the regressions those of ``psychometrics.rating_bias``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.names import PREFIX
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics import rating_bias
from helm_creativity.psychometrics.group_comparison import holm
from helm_creativity.psychometrics.tables import Numbers, known_means
from helm_creativity.results.analyses import analysis
from helm_creativity.results.calibration import RatedUnit, RatingCell, cells_of_suite
from helm_creativity.results.columns import JUDGE, TITLE, error, interval, numbers, texts
from helm_creativity.results.criteria import read_groups
from helm_creativity.results.families import find_family, is_same_name
from helm_creativity.results.numbers import correlation, count, fixed, p_value, signed
from helm_creativity.results.rated_texts import LENGTH_PROBLEMS, RatedText, rated_texts
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import MODEL, Cell, Column, Plot, Table, Undefined, is_undefined, or_undefined
from helm_creativity.safe_text import listed, quoted

LENGTH, FAMILY, PANEL, ORDER, DRIFT = "length", "own family", "judges of the panel", "order", "drift"
LENGTH_BEYOND, ORDER_BEYOND = f"{LENGTH}, beyond other judges", f"{ORDER}, beyond other judges"
KINDS = (LENGTH, LENGTH_BEYOND, FAMILY, PANEL, ORDER, ORDER_BEYOND, DRIFT)
"""What ratings may follow; docs/judges.md says what each is."""
ALL_JUDGES = "all judges"
"""In the place of a judge's name, where the effect is the same for all judges of a panel."""
LEGEND = (
    "Effects of length are in points of the scale per doubling of words, all others in standard deviations of a "
    'judge\'s ratings. The rows "beyond other judges" leave out what a response is worth to all judges.'
)
_WHY = {
    FAMILY: "no item has responses by its family and by others that a judge of a third family rated too",
    PANEL: "no item has responses by judges and by other models",
    ORDER: "no question has two rated texts",
    DRIFT: "no run has two responses that other judges rated too",
}
"""What the first two of ``LENGTH_PROBLEMS`` mean in other effects."""
WHERE = (TITLE, *texts("dimension"))
EFFECTS = (
    *(*texts("effect"), *WHERE, JUDGE, Column("rated_by", "judge", data_only=True)),
    *(Column("value", "value", signed(2), mark="main"), interval("", signed(2))),
    *(Column("correlation", "as r", correlation(2), in_text=False), Column("p", "p", p_value, rising=True)),
    *(Column("p_holm", "p (Holm)", p_value, rising=True), *numbers(count, "ratings", "items")),
)
UNMEASURED = (
    *(*texts("effect"), Column("reason", "not measured because", left=True)),
    Column("where", "of", left=True, wrapped=True),
)
MODELS = (
    *(MODEL, *WHERE, *numbers(count, "rated"), *numbers(fixed(0), "words")),
    *(Column("raw", "raw mean", fixed(2)), error("raw")),
    *(Column("adjusted", "at equal length", fixed(2), mark="main"), error("adjusted")),
)


@dataclass(frozen=True)
class BiasOptions(DeclaredOptions):
    """What may be chosen."""

    families: str = option("", "file with the columns model and group: families of models and judges")


@analysis("judge_bias", title="What judges favour")
def judge_bias(suite: Suite, options: BiasOptions) -> Iterable[Table]:
    """What judges favour: length, their own family, the panel, places in a question, time; and means at equal length.

    An effect that is measured nowhere in a dimension is in a table of its own, with the reason.
    """
    cells, unread = cells_of_suite(suite)
    if not cells:
        raise NothingToSay("; ".join(["no judge gave a rating in these suites", *unread]))
    problems, families = [*unread], read_groups(options.families) if options.families else {}
    known = {name for cell in cells for name in (*cell.runs.values(), *cell.judges)}
    if unknown := [quoted(name) for name in families if name not in known]:
        problems.append(f"the table of families names models that no run is of or was rated by: {listed(unknown)}")
    found = rated_texts(suite.runs, cells, problems)
    of_cells = [_of_cell(cell, found, families) for cell in cells]
    rows = [row for effects, _ in of_cells for row in effects]
    for kind in KINDS:
        tested = [row for row in rows if row["effect"] == kind and row["judge"] != ALL_JUDGES]
        tested = [row for row in tested if not is_undefined(row["p"])]
        for row, p in zip(tested, holm([row["p"] for row in tested]).tolist() if tested else (), strict=True):
            row["p_holm"] = p
    measured = {(row["effect"], row["_where"]) for row in rows if not is_undefined(row["value"])}
    lacking: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        if (row["effect"], row["_where"]) not in measured:
            lacking[row["effect"], row["value"].reason].append(row)
    if not measured:
        raise NothingToSay("; ".join(f"{kind}: {reason}" for kind, reason in lacking))
    effects = [row for row in rows if (row["effect"], row["_where"]) in measured]
    notes = [*(f"left out: {problem}" for problem in problems), LEGEND]
    plot = Plot("interval", "rated_by", "value", "effect", "low", "high")
    yield Table("effects", EFFECTS, effects, "What judges favour", notes=notes, plot=plot)
    unmeasured = [
        {"effect": kind, "reason": why, "where": "; ".join(dict.fromkeys(row["_where"] for row in some)), "_rows": some}
        for (kind, why), some in lacking.items()
    ]
    yield Table("unmeasured", UNMEASURED, unmeasured)
    if models := [row for _, own in of_cells for row in own]:
        yield Table("models", MODELS, models, "Models at equal length")


Rows = list[dict[str, Any]]
Flags = NDArray[np.bool_]


def _of_cell(
    cell: RatingCell, texts_of: Mapping[RatedUnit, RatedText], families: Mapping[str, str]
) -> tuple[Rows, Rows]:
    """Effects by kind and judge; and every model with ratings of known length, the best first."""
    table, items, names, given = cell.table, cell.items, cell.judges, ~np.isnan(cell.table)
    known = [texts_of.get(unit, RatedText()) for unit in cell.units]
    questions = [(unit.run, unit.item, text.trial) for unit, text in zip(cell.units, known, strict=True)]
    words, places, order = np.array([(text.words, text.place, text.order) for text in known]).T
    of = {name: families.get(name, find_family(name)) for name in {*cell.models, *names}}
    has_family = np.array([of[judge] != "" for judge in names])
    own = np.array([[of[judge] == of[model] for judge in names] for model in cell.models], dtype=bool) & has_family
    same = np.array([[is_same_name(judge, model) for judge in names] for model in cell.models], dtype=bool)
    members = same.any(axis=1, keepdims=True) & ~same
    z, beyond = rating_bias.standardised_ratings(table), rating_bias.beyond_others(table)
    found = {
        LENGTH: rating_bias.length_slopes(table, words, items, cell.models),
        LENGTH_BEYOND: rating_bias.length_slopes(beyond, words, items, cell.models),
        FAMILY: rating_bias.preference(table, own, items),
        PANEL: rating_bias.preference(table, members, items, apart=np.zeros(table.shape, dtype=bool)),
        ORDER: rating_bias.order_effects(z, places, questions, items),
        ORDER_BEYOND: rating_bias.order_effects(beyond, places, questions, items),
        DRIFT: rating_bias.severity_drift(table, order, [unit.run for unit in cell.units], items),
    }

    where: dict[str, Any] = {"title": cell.title, "dimension": Cell(cell.dimension, cell.apart), "rubric": cell.rubric}
    where |= {"benchmark": cell.benchmark.removeprefix(PREFIX), "judging": cell.judging}
    where["_where"] = f"{cell.title}, {cell.full_dimension}"
    effects, everyone = [], list(range(len(names)))
    for kind, slopes in found.items():
        one_by_one = [(judge, [place], slopes.judges[place]) for place, judge in enumerate(names)]
        has_panel = kind in (LENGTH, FAMILY, ORDER) and len(names) > 1
        for judge, at, slope in [*one_by_one, *[(ALL_JUDGES, everyone, slopes.panel)] * has_panel]:
            seen = given[:, at].any(axis=1)
            reason = _reason(slope, kind, given[seen], words[seen], places[seen], members[seen][:, at])
            row = {"effect": kind, **where, "judge": judge, "rated_by": f"{where['_where']}: {judge}", "p_holm": None}
            row |= {name: or_undefined(getattr(slope, name), reason) for name in ("value", "low", "high", "p")}
            row |= {"unit": "points per doubling" if kind == LENGTH else "sd", "se": slope.se}
            effects.append({**row, "correlation": slope.effect, "ratings": slope.n, "items": slope.clusters})
    slope, means = found[LENGTH].panel, known_means(table)
    more = means - rating_bias.length_adjusted(means, words, items, 1.0)  # doublings beyond the usual ones
    adjusted = means - (slope.value or 0.0) * more
    columns = {"raw": means, "adjusted": adjusted, "_more": more, "_words": np.log(words)}
    models = [{**where, **row} for row in cell.mean_rows(columns) if row["rated"]]
    for row in models:
        row["words"] = math.exp(row["_words"])
        if slope.value is None:
            row["adjusted"] = Undefined(_reason(slope, LENGTH, given, words, places, members))
        # The error at equal length includes that of the slope.
        known_errors = slope.se is not None and row["adjusted_se"] is not None
        row["adjusted_se"] = math.hypot(row["adjusted_se"], row["_more"] * slope.se) if known_errors else None
    return effects, models


def _reason(
    slope: rating_bias.WithinSlope, kind: str, given: Flags, words: Numbers, places: Numbers, members: Flags
) -> str:
    """Why some judges have no effect, from what is known of the units that they rated; "" where they have one."""
    of_kind = kind.partition(",")[0]
    obstacles = {
        "no other judge rated the same responses": kind not in (LENGTH, ORDER) and not (given.sum(axis=1) > 1).any(),
        "the lengths of the rated texts are unknown": of_kind == LENGTH and np.isnan(words).all(),
        "each question was about one text": of_kind == ORDER and np.isnan(places).all(),
        "no response is by another judge of the panel": of_kind == PANEL and not members.any(),
    }
    if found := next((why for why, holds in obstacles.items() if holds and slope.problem), ""):
        return found
    if of_kind in _WHY and slope.problem in (rating_bias.NOTHING_TO_COMPARE, rating_bias.NO_SPREAD):
        return _WHY[of_kind]
    return LENGTH_PROBLEMS.get(slope.problem, slope.problem)
