"""What the judges of a suite favour beside the worth of responses, and models' means at equal length.

The cells are those of ``calibration``, the regressions those of ``psychometrics.rating_bias``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from helm_creativity.benchmark.names import PREFIX
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics import rating_bias
from helm_creativity.psychometrics.group_comparison import holm
from helm_creativity.psychometrics.tables import known_means
from helm_creativity.results.analyses import analysis
from helm_creativity.results.calibration import RatedUnit, RatingCell, cells_of_suite
from helm_creativity.results.criteria import read_groups, unknown_models
from helm_creativity.results.families import find_family, is_same_name
from helm_creativity.results.numbers import between, correlation, count, fixed, p_value, positive, signed
from helm_creativity.results.rated_texts import LENGTH_PROBLEMS, RatedText, rated_texts
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Cell, Column, Plot, Table, Undefined, is_undefined, or_undefined

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
NO_REASONING, FEW_MODELS = "these runs kept no reasoning", "three models of different means and lengths are needed"
_COMPARED, _TEXTS = "no item has two responses that other judges rated too", "no question has two rated texts"
_RUNS = "no run has two responses that other judges rated too"
_WHY = {
    FAMILY: (_COMPARED, "no item has responses by its family and by others that a judge of a third family rated too"),
    PANEL: (_COMPARED, "no item has responses by judges and by other models"),
    ORDER: (_TEXTS, _TEXTS),
    DRIFT: (_RUNS, _RUNS),
}
"""What the first two of ``LENGTH_PROBLEMS`` mean in other effects."""
_WHERE = (Column("title", "benchmark", left=True), Column("dimension", "dimension", left=True))
_EFFECT, _JUDGE = Column("effect", "effect", left=True), Column("judge", "judge", left=True)
EFFECTS = (
    _EFFECT,
    *_WHERE,
    _JUDGE,
    Column("rated_by", "judge", data_only=True),
    Column("value", "value", signed(2), mark="main"),
    Column("interval", "95 % interval", between(signed(2)), of=("low", "high")),
    Column("correlation", "as r", correlation(2), in_text=False),
    Column("p", "p", p_value, rising=True),
    Column("p_holm", "p (Holm)", p_value, rising=True),
    Column("ratings", "ratings", count),
    Column("items", "items", count),
)
UNMEASURED = (
    _EFFECT,
    Column("reason", "not measured because", left=True),
    Column("where", "of", left=True, wrapped=True),
)
MODELS = (
    Column("model", "model", left=True),
    *_WHERE,
    Column("rated", "rated", count),
    Column("words", "words", fixed(0)),
    Column("raw", "raw mean", fixed(2)),
    Column("raw_se", "± se", positive(2)),
    Column("adjusted", "at equal length", fixed(2), mark="main"),
    Column("adjusted_se", "± se", positive(2)),
)
OF_LENGTH = (
    _JUDGE,
    *_WHERE,
    Column("words_within", "R² of words within models", correlation(), mark="main"),
    Column("words_between", "between models", correlation()),
    Column("reasoning_within", "R² of reasoning's words within models", correlation(), mark="main"),
    Column("reasoning_between", "between models", correlation()),
)


@dataclass(frozen=True)
class BiasOptions(DeclaredOptions):
    """What may be chosen."""

    families: str = option("", "file with the columns model and group: families of models and judges")


@analysis("judge_bias", title="What judges favour")
def judge_bias(suite: Suite, options: BiasOptions) -> Iterable[Table]:
    """What judges favour: length, their own family, the panel, places in a question, time; and means at equal length.

    How much of the variance of ratings the length of responses explains, and that of the reasoning before them.
    """
    cells, unread = cells_of_suite(suite)
    problems = [*unread]
    if not cells:
        raise NothingToSay("; ".join(["no judge gave a rating in these suites", *problems]))
    families = read_groups(options.families) if options.families else {}
    known = {name for cell in cells for name in (*cell.runs.values(), *cell.judges)}
    problems += unknown_models(families, known, "the table of families", "no run is of or was rated by")
    texts = rated_texts(suite.runs, cells, problems)
    rated = [_Rated(cell, texts, families) for cell in cells]
    rows = [row for each in rated for row in _effects(each)]
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
    if models := [row for each in rated for row in _models(each)]:
        yield Table("models", MODELS, models, "Models at equal length")
    if lengths := [row for each in rated for row in _explained(each)]:
        has_reasoning = any(row["reasoning_within"] != Undefined(NO_REASONING) for row in lengths)
        yield Table("length", OF_LENGTH if has_reasoning else OF_LENGTH[:-2], lengths, "Ratings and length")


class _Rated:
    """A cell, and what is known of its n units."""

    def __init__(self, cell: RatingCell, texts: Mapping[RatedUnit, RatedText], families: Mapping[str, str]) -> None:
        self.cell, self.table, self.items = cell, cell.table, cell.items
        known = [texts.get(unit, RatedText()) for unit in cell.units]
        self.questions = [(unit.run, unit.item, text.trial) for unit, text in zip(cell.units, known, strict=True)]
        numbers = np.array([(text.words, text.thoughts, text.place, text.order) for text in known])
        self.words, self.thoughts, self.places, self.order = numbers.T
        self.models = cell.models
        of = {name: families.get(name, find_family(name)) for name in {*self.models, *cell.judges}}
        self.has_family = np.array([of[judge] != "" for judge in cell.judges])
        own = [[of[judge] == of[model] for judge in cell.judges] for model in self.models]
        self.own = np.array(own, dtype=bool) & self.has_family
        same = np.array([[is_same_name(judge, model) for judge in cell.judges] for model in self.models], dtype=bool)
        self.members = same.any(axis=1, keepdims=True) & ~same
        self.length = rating_bias.length_slopes(self.table, self.words, self.items, self.models)
        about = {"benchmark": cell.benchmark.removeprefix(PREFIX), "rubric": cell.rubric, "judging": cell.judging}
        where = f"{cell.title}, {cell.full_dimension}"
        self.where = {"title": cell.title, "dimension": Cell(cell.dimension, cell.apart), **about, "_where": where}

    def with_all(
        self, slopes: rating_bias.JudgeSlopes, kind: str = LENGTH
    ) -> list[tuple[str, list[int], rating_bias.WithinSlope]]:
        """Each judge's name, its columns and slope; then those of all judges where the effect may be the same."""
        found = [(judge, [place], slopes.judges[place]) for place, judge in enumerate(self.cell.judges)]
        has_panel = kind in (LENGTH, FAMILY, ORDER) and len(found) > 1
        return [*found, (ALL_JUDGES, list(range(len(found))), slopes.panel)] if has_panel else found

    def why(self, slope: rating_bias.WithinSlope, kind: str, places: Sequence[int]) -> str:
        """Why some judges have no effect, as far as it shows before ratings are compared."""
        given, of = ~np.isnan(self.table), kind.partition(",")[0]
        seen = given[:, places].any(axis=1)
        own, alone = self.own[seen][:, places], not (given[seen].sum(axis=1) > 1).any()
        obstacles = {
            "it gave no rating": not seen.any(),
            "no other judge rated the same responses": alone and kind not in (LENGTH, ORDER),
            "the lengths of the rated texts are unknown": of == LENGTH and np.isnan(self.words[seen]).all(),
            "each question was about one text": of == ORDER and np.isnan(self.places[seen]).all(),
            "the order of the questions is unknown": of == DRIFT and np.isnan(self.order[seen]).all(),
            "its family is unknown": of == FAMILY and not self.has_family[places].any(),
            "no response is by its own family": of == FAMILY and not own.any(),
            "all responses are by its own family": of == FAMILY and own.all(),
            "no response is by another judge of the panel": of == PANEL and not self.members[seen][:, places].any(),
        }
        meant = {**LENGTH_PROBLEMS, **dict(zip(LENGTH_PROBLEMS, _WHY.get(of, ()), strict=False))}
        return next((why for why, holds in obstacles.items() if holds), meant.get(slope.problem, slope.problem))


def _effects(rated: _Rated) -> Iterator[dict[str, Any]]:
    table, items, questions = rated.table, rated.items, rated.questions
    z, beyond = rating_bias.standardised_ratings(table), rating_bias.beyond_others(table)
    found = {
        LENGTH: rated.length,
        LENGTH_BEYOND: rating_bias.length_slopes(beyond, rated.words, items, rated.models),
        FAMILY: rating_bias.preference(table, rated.own, items),
        PANEL: rating_bias.preference(table, rated.members, items, apart=np.zeros(table.shape, dtype=bool)),
        ORDER: rating_bias.order_effects(z, rated.places, questions, items),
        ORDER_BEYOND: rating_bias.order_effects(beyond, rated.places, questions, items),
        DRIFT: rating_bias.severity_drift(table, rated.order, [unit.run for unit in rated.cell.units], items),
    }
    for kind, slopes in found.items():
        for judge, places, slope in rated.with_all(slopes, kind):
            why = rated.why(slope, kind, places) if slope.problem else ""
            numbers = {"value": slope.value, "low": slope.low, "high": slope.high, "p": slope.p}
            yield {
                "effect": kind,
                **rated.where,
                "judge": judge,
                "rated_by": f"{rated.where['_where']}: {judge}",
                **{name: or_undefined(number, why) for name, number in numbers.items()},
                "unit": "points per doubling" if kind == LENGTH else "sd",
                "se": slope.se,
                "correlation": slope.effect,
                "p_holm": None,
                "ratings": slope.n,
                "items": slope.clusters,
            }


def _models(rated: _Rated) -> list[dict[str, Any]]:
    """Every model with ratings of known length, the best first; the errors at equal length include the slope's."""
    slope, means = rated.length.panel, known_means(rated.table)
    more = means - rating_bias.length_adjusted(means, rated.words, rated.items, 1.0)  # doublings beyond the usual ones
    adjusted = means - (slope.value or 0.0) * more
    columns = {"raw": means, "adjusted": adjusted, "_more": more, "_words": np.log(rated.words)}
    rows = [rated.where | row for row in rated.cell.mean_rows(columns) if row["rated"]]
    for row in rows:
        row["words"] = math.exp(row["_words"])
        if slope.value is None:
            row["adjusted"] = Undefined(rated.why(slope, LENGTH, range(len(rated.cell.judges))))
        known = slope.se is not None and row["adjusted_se"] is not None
        row["adjusted_se"] = math.hypot(row["adjusted_se"], row["_more"] * slope.se) if known else None
    return rows


def _explained(rated: _Rated) -> Iterator[dict[str, Any]]:
    """A row per judge for which a share of variance is known, and for all judges where these are several."""
    lengths = {"words": (rated.words, rated.length)}
    if not np.isnan(rated.thoughts).all():
        slopes = rating_bias.length_slopes(rated.table, rated.thoughts, rated.items, rated.models)
        lengths["reasoning"] = rated.thoughts, slopes
    shares: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, (words, slopes) in lengths.items():
        for judge, places, slope in rated.with_all(slopes):
            ratings = known_means(rated.table[:, places])
            share = rating_bias.length_share_between(ratings, words, rated.items, rated.models)
            within = None if slope.effect is None else slope.effect**2
            shares[judge][f"{name}_within"] = or_undefined(within, LENGTH_PROBLEMS.get(slope.problem, slope.problem))
            shares[judge][f"{name}_between"] = or_undefined(share, FEW_MODELS)
    for judge, found in shares.items():
        if not all(map(is_undefined, found.values())):
            unknown = dict.fromkeys(("reasoning_within", "reasoning_between"), Undefined(NO_REASONING))
            yield {"judge": judge, **rated.where, **unknown, **found}
