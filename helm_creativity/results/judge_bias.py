"""What the judges of a suite favour beside the worth of responses, and models' means at equal length.

Ratings on one dimension of one rubric, asked in one way, are one cell, as in ``calibration``.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.benchmark import Benchmark, settings_in_run
from helm_creativity.core.loading import load_benchmark
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.settings import Settings
from helm_creativity.errors import CreativityError, FileProblem
from helm_creativity.judges.drivers import replayed
from helm_creativity.psychometrics.group_comparison import holm
from helm_creativity.psychometrics.rating_bias import (
    NO_SPREAD,
    NOTHING_TO_COMPARE,
    ONE_CLUSTER,
    JudgeSlopes,
    WithinSlope,
    beyond_others,
    length_adjusted,
    length_slopes,
    order_effects,
    preference,
    severity_drift,
    standardised_ratings,
)
from helm_creativity.psychometrics.tables import Numbers, known_means
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.results.calibration import (
    JUDGED,
    RatedUnit,
    RatingCell,
    Table,
    judgings_apart,
    rating_cells,
    run_labels,
)
from helm_creativity.results.comparable import cards, find_benchmark
from helm_creativity.results.families import find_family, is_same_name
from helm_creativity.results.options import Absent, unknown_models
from helm_creativity.results.ratings import ratings_of_all, unit_name
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import saved_samples
from helm_creativity.safe_text import quoted
from helm_creativity.text.text import unspaced_letters

Truths = NDArray[np.bool_]

LENGTH, LENGTH_BEYOND = "length", "length, beyond other judges"
FAMILY, PANEL = "own family", "judges of the panel"
ORDER, ORDER_BEYOND = "order", "order, beyond other judges"
DRIFT = "drift"
KINDS = (LENGTH, LENGTH_BEYOND, FAMILY, PANEL, ORDER, ORDER_BEYOND, DRIFT)
"""What ratings may follow."""
POINTS, DEVIATIONS = "points", "sd"
ALL_JUDGES = "all judges"
"""In the place of a judge's name, where the effect is the same for all judges of a panel."""


class UnitFacts(NamedTuple):
    """What is known of a rated text beside its ratings."""

    words: float
    place: float
    order: float
    question: Hashable


class BiasEffect(NamedTuple):
    """One effect on the ratings of one judge in one cell."""

    kind: str
    judge: str
    unit: str
    slope: WithinSlope
    p_holm: float | None = None


class AdjustedModel(NamedTuple):
    """One model in one cell at the length of others."""

    name: str
    rated: int
    words: float
    raw: float
    raw_se: float | None
    adjusted: float | None
    adjusted_se: float | None


@dataclass(frozen=True)
class JudgeBias:
    """The audit of one cell."""

    cell: RatingCell
    title: str
    apart: str
    effects: tuple[BiasEffect, ...]
    models: tuple[AdjustedModel, ...]

    @property
    def dimension(self) -> str:
        """What was rated, and how where it was rated in several ways."""
        return f"{self.cell.dimension} ({self.apart})" if self.apart else self.cell.dimension


def audit_runs(
    runs: Iterable[Run], problems: list[str], families: Mapping[str, str] | None = None
) -> tuple[JudgeBias, ...] | Absent:
    """The audit of every dimension that judges rated."""
    judged = [run for run in runs if JUDGED in run.stats]
    cells = rating_cells(ratings_of_all(judged, problems))
    if not cells:
        return Absent("no judge gave a rating in these suites")
    used = {name for cell in cells for name in cell.runs}
    known = [*(run.model for run in judged), *(judge for cell in cells for judge in cell.panel())]
    problems += unknown_models(families or (), known, "the table of families", "no run is of or was rated by")
    facts: dict[RatedUnit, UnitFacts] = {}
    for run in judged:
        if run.name in used:
            facts |= read_unit_facts(run, problems)
    titles = {group: card.short_title for group, card in cards().items()}
    found = [
        audit(cell, facts, titles.get(cell.benchmark, cell.benchmark), apart, families or {})
        for cell, apart in zip(cells, judgings_apart(cells), strict=True)
    ]
    return tuple(_adjusted_for_number(found))


def read_unit_facts(run: Run, problems: list[str]) -> dict[RatedUnit, UnitFacts]:
    """Length, place and order of everything that judges rated in a run."""
    facts: dict[RatedUnit, UnitFacts] = {}
    try:
        for rated in rated_texts(run):
            question = (run.name, rated.unit.item, rated.trial)
            facts[rated.unit] = UnitFacts(count_words(rated.text), rated.place, float(rated.order), question)
    except (FileProblem, ValueError) as problem:
        problems.append(f"{run.name}: the lengths of the rated texts are unknown: {problem}")
    return facts


class RatedText(NamedTuple):
    """What a judge rated."""

    unit: RatedUnit
    trial: int
    order: int
    place: float
    prompt: str
    text: str


def rated_texts(run: Run) -> Iterator[RatedText]:
    """What judges rated in a run, once for each judge and question."""
    samples = saved_samples(run)
    known = replayed(*benchmark_of_run(run), [sample.as_trial for sample in samples])
    for order, (sample, response) in enumerate(zip(samples, known, strict=True)):
        for reply in response.judge_replies:
            unit = RatedUnit(run.name, sample.item, unit_name(str(sample.trial), reply.about))
            text = response.rated.get(reply.about, "")
            yield RatedText(unit, sample.trial, order, reply.place or math.nan, sample.task, text)


def benchmark_of_run(run: Run) -> tuple[Benchmark[Any], Settings]:
    """The benchmark of a run, under the settings of the run."""
    entry = find_benchmark(run.group)
    if entry is None:
        raise FileProblem(f"there is no benchmark {quoted(run.group)} here")
    try:
        benchmark = load_benchmark(entry)
        if not benchmark.card.judged:
            raise FileProblem(f"no judge rates responses to {run.group}")
        return benchmark, settings_in_run(benchmark, run.settings, compared=True)
    except (CreativityError, TypeError, ValueError) as error:
        raise FileProblem(str(error)) from error


def count_words(text: str) -> float:
    """How many words a text has; each letter counts in a script without spaces between words; NaN for none."""
    return float(len(text.split()) + unspaced_letters(text)) or math.nan


def audit(
    cell: RatingCell,
    facts: Mapping[RatedUnit, UnitFacts],
    title: str = "",
    apart: str = "",
    families: Mapping[str, str] = MappingProxyType({}),
) -> JudgeBias:
    """The audit of one cell."""
    rated = _rated(cell, facts, families)
    table, items, models = rated.table, rated.items, rated.models
    z, beyond = standardised_ratings(table), beyond_others(table)
    nobody = np.zeros(table.shape, dtype=bool)
    length = length_slopes(table, rated.words, items, models)
    found = {
        LENGTH: length,
        LENGTH_BEYOND: length_slopes(beyond, rated.words, items, models),
        FAMILY: preference(table, rated.own, items),
        PANEL: preference(table, rated.members, items, apart=nobody),
        ORDER: order_effects(z, rated.places, rated.questions, items),
        ORDER_BEYOND: order_effects(beyond, rated.places, rated.questions, items),
        DRIFT: severity_drift(table, rated.order, rated.runs, items),
    }
    effects = [
        BiasEffect(kind, judge, POINTS if kind == LENGTH else DEVIATIONS, _worded(slope, kind, place, rated))
        for kind, slopes in found.items()
        for place, judge, slope in _by_judge(kind, rated.judges, slopes)
    ]
    return JudgeBias(cell, title or cell.benchmark, apart, tuple(effects), tuple(_models(cell, rated, length.panel)))


def _by_judge(kind: str, judges: Sequence[str], slopes: JudgeSlopes) -> Iterator[tuple[slice, str, WithinSlope]]:
    """Which columns an effect is about, whose they are, and the effect; that of all judges where they are several."""
    for place, (judge, slope) in enumerate(zip(judges, slopes.judges, strict=True)):
        yield slice(place, place + 1), judge, slope
    if kind in (LENGTH, FAMILY, ORDER) and len(judges) > 1:
        yield slice(None), ALL_JUDGES, slopes.panel


class _Rated(NamedTuple):
    """The ratings of a cell, shape (n_units, n_judges), and what is known of its n units."""

    table: Table
    judges: list[str]
    items: list[str]
    models: list[str]
    runs: list[str]
    questions: list[Hashable]
    words: Numbers
    places: Numbers
    order: Numbers
    own: Truths
    members: Truths
    families: list[str]


def _rated(cell: RatingCell, facts: Mapping[RatedUnit, UnitFacts], families: Mapping[str, str]) -> _Rated:
    units, judges = cell.units(), cell.panel()
    known = [facts.get(unit, UnitFacts(math.nan, math.nan, math.nan, unit)) for unit in units]
    models = [cell.runs[unit.run] for unit in units]
    of = {name: families.get(name, find_family(name)) for name in {*models, *judges}}
    own = [[of[judge] != "" and of[judge] == of[model] for judge in judges] for model in models]
    same = [[is_same_name(judge, model) for judge in judges] for model in models]
    members = [[any(among) and not own_name for own_name in among] for among in same]
    return _Rated(
        table=cell.table(),
        judges=judges,
        items=[unit.item for unit in units],
        models=models,
        runs=[unit.run for unit in units],
        questions=[facts.question for facts in known],
        words=np.array([facts.words for facts in known]),
        places=np.array([facts.place for facts in known]),
        order=np.array([facts.order for facts in known]),
        own=np.array(own, dtype=bool),
        members=np.array(members, dtype=bool),
        families=[of[judge] for judge in judges],
    )


_WHY: Mapping[str, Mapping[str, str]] = {
    LENGTH: {
        NOTHING_TO_COMPARE: "no item has two rated responses",
        NO_SPREAD: "all lengths are equal within items and models",
    },
    FAMILY: {
        NOTHING_TO_COMPARE: "no item has two responses that other judges rated too",
        NO_SPREAD: "no item has responses by its family and by others that a judge of a third family rated too",
    },
    PANEL: {
        NOTHING_TO_COMPARE: "no item has two responses that other judges rated too",
        NO_SPREAD: "no item has responses by judges and by other models",
    },
    ORDER: {
        NOTHING_TO_COMPARE: "no question has two rated texts",
        NO_SPREAD: "no question has two rated texts",
    },
    DRIFT: {
        NOTHING_TO_COMPARE: "no run has two responses that other judges rated too",
        NO_SPREAD: "no run has two responses that other judges rated too",
    },
}
"""What a problem of a slope means in an effect."""


def slope_problem(problem: str, kind: str) -> str:
    """What a problem of a slope means in an effect of a kind."""
    meant = {ONE_CLUSTER: "without one of the items there is nothing to compare", **_WHY[kind.partition(",")[0]]}
    return meant.get(problem, problem)


def _worded(slope: WithinSlope, kind: str, place: slice, rated: _Rated) -> WithinSlope:
    if not slope.problem:
        return slope
    return slope._replace(problem=_obstacle(kind, place, rated) or slope_problem(slope.problem, kind))


def _obstacle(kind: str, place: slice, rated: _Rated) -> str:
    """What keeps ratings of some judges from an effect, as far as it shows before they are compared; "" if nothing."""
    table = rated.table[:, place]
    seen = ~np.isnan(table).all(axis=1)
    if not seen.any():
        return "it gave no rating"
    if kind != LENGTH and kind != ORDER and not ((~np.isnan(rated.table)).sum(axis=1) > 1)[seen].any():
        return "no other judge rated the same responses"
    if kind in (LENGTH, LENGTH_BEYOND) and np.isnan(rated.words[seen]).all():
        return "the lengths of the rated texts are unknown"
    if kind in (ORDER, ORDER_BEYOND) and np.isnan(rated.places[seen]).all():
        return "each question was about one text"
    if kind == DRIFT and np.isnan(rated.order[seen]).all():
        return "the order of the questions is unknown"
    if kind == FAMILY and not any(rated.families[place]):
        return "its family is unknown"
    if kind == FAMILY and not rated.own[seen, place].any():
        return "no response is by its own family"
    if kind == FAMILY and rated.own[seen, place].all():
        return "all responses are by its own family"
    if kind == PANEL and not rated.members[seen, place].any():
        return "no response is by another judge of the panel"
    return ""


def _models(cell: RatingCell, rated: _Rated, slope: WithinSlope) -> list[AdjustedModel]:
    """Every model with ratings of known length, the best first."""
    means = known_means(rated.table)
    more = means - length_adjusted(means, rated.words, rated.items, 1.0)
    labels = run_labels(cell.runs)
    names = np.array([labels[run] for run in rated.runs])
    known = ~np.isnan(more)
    models = [_model(str(name), known & (names == name), rated, means, more, slope) for name in np.unique(names[known])]
    return sorted(models, key=lambda model: (-model.raw, natural_key(model.name)))


def _model(
    name: str, chosen: Truths, rated: _Rated, means: Numbers, more: Numbers, slope: WithinSlope
) -> AdjustedModel:
    """One model from its units; ``more`` are doublings of words beyond the usual length of each item."""
    items = [item for item, is_chosen in zip(rated.items, chosen.tolist(), strict=True) if is_chosen]
    raw, longer = means[chosen], more[chosen]
    words = float(np.exp(np.log(rated.words[chosen]).mean()))
    model = AdjustedModel(name, len(items), words, float(raw.mean()), standard_error(raw.tolist(), items), None, None)
    if slope.value is None:
        return model
    adjusted = raw - slope.value * longer
    se = standard_error(adjusted.tolist(), items)
    both = None if se is None or slope.se is None else math.hypot(se, float(longer.mean()) * slope.se)
    return model._replace(adjusted=float(adjusted.mean()), adjusted_se=both)


def _adjusted_for_number(found: Sequence[JudgeBias]) -> Iterator[JudgeBias]:
    """The audits with Holm's p over the judges and cells of each kind."""
    p: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for bias in found:
        for effect in filter(_is_tested, bias.effects):
            p[effect.kind].append(effect.slope.p or 0.0)
    adjusted = {kind: iter(holm(values).tolist() if values else []) for kind, values in p.items()}
    for bias in found:
        effects = [
            effect._replace(p_holm=next(adjusted[effect.kind])) if _is_tested(effect) else effect
            for effect in bias.effects
        ]
        yield replace(bias, effects=tuple(effects))


def _is_tested(effect: BiasEffect) -> bool:
    return effect.judge != ALL_JUDGES and effect.slope.p is not None
