"""Who stands where: a table per column, one of all columns, and the composite over the benchmarks.

The composite is that of Beaty et al. 2026 (AGC-Bench, section 3.4): the mean of a model's z-scores over benchmarks,
standardised over the language models; models that lack one have none (``psychometrics.composites``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.comparability import NOT_SENT, TEMPERATURE, is_baseline
from helm_creativity.benchmark.names import SCORE, natural_key
from helm_creativity.benchmark.types import FailureReason, rate_name
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.composites import by_domain, overall, z_scores
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.uncertainty import interval, rank_intervals
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.estimates import LEVEL
from helm_creativity.results.norms import (
    SHIPPED,
    SHIPPED_NOTE,
    ShippedBaseline,
    norm_text,
    norm_with_quantiles,
    norms_for,
    shipped_baselines,
)
from helm_creativity.results.numbers import (
    DASH,
    between,
    count,
    fixed,
    percent,
    score_decimals,
    shares_text,
    signed,
)
from helm_creativity.results.runs import CORRECTION, MADE_OF, RAW_SCORE, REFERENCE, split_comparable_key
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import (
    MODEL,
    Cell,
    Column,
    Plot,
    Table,
    Tables,
    Undefined,
    is_undefined,
    or_undefined,
)
from helm_creativity.safe_text import counted, listed

if TYPE_CHECKING:
    from helm_creativity.results.people import PeopleScores

RATES = {name.removesuffix("_rate"): name for name in map(rate_name, FailureReason)}
"""The stat that counts a reason for which responses have no score, by reason."""
COUNTS = (
    Column("valid_rate", "scored", percent()),
    Column("num_instances", "items", count),
    Column("num_answers", "responses", count),
    Column("judge_coverage", "judge coverage", percent()),
    Column("judges_left_out", "self-judging excluded", count),
)
AS_ZERO = "score_failures_as_zero"
BESIDE = (RAW_SCORE, AS_ZERO, *(column.key for column in COUNTS), "unknown_rate", "estimated_rate")
"""Stats that stand beside a score where runs have them."""
REMARKS = (
    Column("unscored", "failure reasons", left=True),
    Column("uncounted", "does not count because", left=True, below="(*) {} does not count: {}"),
    Column("caution", "caution", left=True, below="(!) {}: {}"),
)
FAR = 5.0
"""z beyond which baselines stand at the edge of the plot."""
TIE = 1e-12
"""Scores that lie no further apart are equal."""
OVERALL = "overall z"
SETTINGS = "comparable_settings"


def rank_models(
    suite: Suite, scores: Numbers, draws: Numbers, known: NDArray[np.bool_], uncounted: Mapping[int, str]
) -> tuple[list[dict[str, Any]], list[int]]:
    """Ranks by scores of which more is better, with the 95 % interval of each over draws; and rows in their order.

    Baselines, scores that do not count and a score alone have no rank. Shapes are (n,) and (draws, n); ``known`` says
    of whose error draws say anything.
    """
    n, ranked = len(scores), suite.pool & np.isfinite(scores)
    ranked[list(uncounted)] = False
    ranked &= ranked.sum() > 1
    drawn, ends = ranked & np.isfinite(draws).all(axis=0), np.full((2, n), np.nan)
    if drawn.sum() > 1 and known[drawn].any():
        ends[:, drawn] = rank_intervals(draws[:, drawn], LEVEL)
        ends[:, ~known] = np.nan
    ranks = np.where(ranked, 1 + (scores[ranked][None, :] > scores[:, None] + TIE).sum(axis=1), np.nan)
    names = ("rank", "rank_low", "rank_high")
    found: list[dict[str, Any]] = [
        {name: round(value) if math.isfinite(value) else None for name, value in zip(names, values, strict=True)}
        | {"_rank": "baseline" if baseline else "not ranked"}
        for baseline, *values in zip(suite.baselines, ranks.tolist(), *ends.tolist(), strict=True)
    ]
    values = (-np.nan_to_num(scores)).tolist()
    order = sorted(
        range(n),
        key=lambda row: (math.isnan(scores[row]), row in uncounted, values[row], natural_key(suite.models[row])),
    )
    return found, order


def _rank_columns(rows: Sequence[Mapping[str, Any]]) -> tuple[Column, Column]:
    """The interval of ranks is for data alone where each is one rank."""
    ends = Column(
        "ranks",
        "95 % ranks",
        lambda ends: f"{ends[0]}{DASH}{ends[1]}" if ends[0] < ends[1] else "",
        of=("rank_low", "rank_high"),
        data_only=all(row["rank_low"] == row["rank_high"] for row in rows),
    )
    return Column("rank", "rank", count, rising=True), ends


def leaderboard_tables(suite: Suite, places: Iterable[int], models: Callable[[str], bool] = lambda _: True) -> Tables:
    """A table per column with some or all models, below which stand people and shipped baselines."""
    people: Mapping[int, Sequence[PeopleScores]] = {}
    if suite.people:
        from helm_creativity.results.people import people_in_columns

        people = people_in_columns(suite)
    return Tables(_of_column(suite, place, models, people.get(place, ())) for place in places)


def column_decimals(suite: Suite, place: int) -> int:
    """Decimals of the scores of a column."""
    return score_decimals(suite.scores[:, place].tolist(), suite.errors[:, place].tolist())


def _of_column(suite: Suite, place: int, models: Callable[[str], bool], people: Sequence[PeopleScores]) -> Table:
    column = suite.columns[place]
    write = fixed(column_decimals(suite, place))
    norms = norms_for(column.group, column.comparable)
    norm = norm_with_quantiles(column.group, column.comparable, column.stat)
    rows = [row for row in model_rows(suite, place) if models(row["model"])]
    shipped = [_shipped_row(known) for known in _shipped(suite, place)]
    within = []
    if people or norm:
        from helm_creativity.results.people import percentile_columns

        within = percentile_columns(people, norm, lower_is_better=column.lower_is_better)
    failed = False
    for row in (*rows, *shipped):
        undefined, zero = isinstance(row["score"], Undefined), row.get(AS_ZERO)
        counts = not (row["uncounted"] or undefined)
        row |= {among.key: percentile(row["score"]) if counts else None for among, percentile in within}
        failed |= zero is not None and (undefined or round(zero - row["score"], 9) != 0)
    titles = [person.title(alone=len(people) == 1) for person in people]
    named = [
        {"model": title, **person.stats, "_rank": "people", "_mark": "people"}
        for title, person in zip(titles, people, strict=True)
    ]
    below = [*named, *shipped]
    filled = any(row["all_items_low"] is not None for row in rows)
    some = {key for row in (*rows, *below) for key, value in row.items() if value != "" and not is_undefined(value)}
    some = (some | {"interval", "score_se", "run"}) - ({AS_ZERO} if not failed else set())
    over_all = (
        Column("score_all_items", "score (all items)", write, mark="main"),
        Column("all_items_interval", "its 95 % interval", between(write), of=("over_all_low", "over_all_high")),
        Column("score_all_items_se", "± se (all items)", write, data_only=True),
        Column("cases", "worst to best case", between(write), of=("all_items_low", "all_items_high")),
    )
    optional = (
        Column("interval", "95 % interval", between(write), of=("low", "high")),
        COUNTS[0],
        *over_all[:1] * filled,
        Column(RAW_SCORE, "raw score", write),
        COUNTS[1],
        *(among for among, _ in within),
        *COUNTS[2:],
        Column(AS_ZERO, "score (failures = 0)", write),
        Column("score_se", "± se", write),
        *over_all[1:] * filled,
        *REMARKS,
        Column("run", "run", left=True, data_only=True),
    )
    columns = (
        MODEL,
        *_rank_columns(rows),
        Column("score", "score", write, mark="main", rising=column.lower_is_better),
        *(each for each in optional if each.key in some or each in over_all),
    )
    unset = [model for model, made in _made(suite, place).items() if made.get(TEMPERATURE) == NOT_SENT]
    notes = [f"Intervals: {suite.drawn(place).how}."]
    notes += ["A lower score is better."] * column.lower_is_better
    notes += [f"No temperature was sent to {listed(unset)}. The provider's default applies."] * bool(unset)
    notes += [*correction_notes(suite, place), *["Models are ordered by the score over all items."] * filled]
    if norm:
        surpassed = f"Percentile: the share of {norm.unit} with a lower score than the model. Ties count half."
        notes.append(f"{surpassed} {norm_text(norm)}")
    notes += [norm_text(each) for each in norms if suite.norms and each != norm]
    notes += [person.other_items for person in people if person.other_items]
    notes += [SHIPPED_NOTE] * bool(shipped)
    facts = {"benchmark": column.benchmark, "title": column.title, SETTINGS: column.comparable}
    scores = (person.stats["score"] for person in people)
    levels = [(title, score) for title, score in zip(titles, scores, strict=True) if score is not None]
    about = f"{column.title}: scores and intervals"
    plot = Plot("interval", "model", "score", low="low", high="high", caption=about, levels=levels)
    return Table("leaderboard", columns, rows, column.title, facts, notes, below, plot=plot)


def _made(suite: Suite, place: int) -> dict[str, dict[str, str]]:
    """Provenance of the runs of a column by model."""
    names = {suite.run_names[row, at]: suite.models[row] for row, at in suite.run_names if at == place}
    return {names[run.name]: run.provenance for run in suite.runs_in_columns if run.name in names}


def model_rows(suite: Suite, place: int) -> Iterator[dict[str, Any]]:
    """The models of a column, the best first; then scores that do not count, then models without a score."""
    column, scores = suite.columns[place], suite.over_all_items[:, place]
    own, ranking = suite.drawn(place), suite.drawn(place, ranking=True)
    reasons = {row: why for (row, at), why in suite.uncounted.items() if at == place}
    ranks, order = rank_models(suite, column.sign * scores, column.sign * ranking.values, ranking.known, reasons)
    cautions, made = suite.cautions(place), _made(suite, place)
    for row in order:
        model, cell, run = suite.models[row], suite.all_items.get((row, place)), suite.run_names.get((row, place), "")
        score, error = (finite_or_none(values[row, place]) for values in (suite.scores, suite.errors))
        if not run and score is None:
            continue
        stats = {name: finite_or_none(suite.stats[name][row, place]) for name in BESIDE if name in suite.stats}
        failures = {
            reason: float(suite.stats[name][row, place]) for reason, name in RATES.items() if name in suite.stats
        }
        adjusted = ranking if cell is not None and cell.score is not None else own
        none = "no response could be scored" if stats.get("valid_rate") == 0 else "no score in its run"
        yield {
            "model": model,
            **ranks[row],
            "score": Undefined(none) if score is None else score,
            "score_se": error,
            "low": finite_or_none(own.low[row]),
            "high": finite_or_none(own.high[row]),
            "score_all_items": cell.score if cell else finite_or_none(scores[row]),
            "score_all_items_se": cell.error if cell else error,
            "over_all_low": finite_or_none(adjusted.low[row]),
            "over_all_high": finite_or_none(adjusted.high[row]),
            "all_items_low": cell.low if cell else None,
            "all_items_high": cell.high if cell else None,
            **_whole(stats),
            "unscored": shares_text(failures),
            "uncounted": reasons.get(row, ""),
            "caution": cautions[row],
            "run": run,
            **made.get(model, {}),
        }


def _whole(stats: Mapping[str, float | None]) -> dict[str, float | int | None]:
    counts = ("num_", "judges_")
    return {name: round(n) if n is not None and name.startswith(counts) else n for name, n in stats.items()}


def _shipped(suite: Suite, place: int) -> tuple[ShippedBaseline, ...]:
    """Baselines that were run for this package under the same settings, where the suite has no run of them."""
    column = suite.columns[place]
    if column.stat != SCORE:
        return ()
    here = {model for row, model in enumerate(suite.models) if (row, place) in suite.run_names}
    return shipped_baselines(column.group, column.comparable, column.items, here)


def _shipped_row(known: ShippedBaseline) -> dict[str, Any]:
    stats = _whole({name: value for name, value in known.stats.items() if name in (*BESIDE, SCORE, "score_se")})
    ends = {"low": known.low, "high": known.high, "uncounted": known.uncounted}
    return {"model": f"{known.baseline} ({SHIPPED})", **stats, **ends, "_rank": "baseline", "_mark": "baseline"}


def correction_notes(suite: Suite, place: int) -> list[str]:
    """How the corrected scores of a column were made, and by which judge."""
    column = suite.columns[place]
    how = split_comparable_key(column.comparable).get(CORRECTION)
    return (
        []
        if how is None
        else [MADE_OF[how], *(f"Reference judge: {name}" for name in column.provenance.get(REFERENCE, {}))]
    )


@dataclass(frozen=True)
class CompositeScores:
    """z-scores of n models over m benchmarks, and their means; NaN where a model lacks what they are of."""

    places: list[int]  # of the columns that enter, one per benchmark
    z: Numbers  # shape (n, m), standardised over the pool, more is better
    domains: tuple[str, ...]  # AGC-Bench's six where a benchmark is of one of them
    by_domain: Numbers  # shape (n, d)
    scores: Numbers  # shape (n,), overall means, with the ends of their intervals
    low: Numbers
    high: Numbers
    ranks: list[dict[str, Any]]  # as ``rank_models`` gives them
    order: list[int]  # rows, the best model first
    left_out: tuple[str, ...]  # titles of the benchmarks without z-scores


def benchmark_z(suite: Suite, scores: Numbers | None = None) -> tuple[list[int], Numbers]:
    """Places of the benchmarks that have z-scores, and these, shape (n, m). Nothing is drawn; few files are read."""
    titles = [suite.columns[place].title for place in suite.primary]
    oriented = suite.oriented if scores is None else scores * suite.signs
    found = z_scores(oriented[:, suite.primary], titles, ~suite.baselines)
    if found.problem:
        raise NothingToSay(found.problem)
    return [suite.primary[place] for place in found.places], found.z


def compute_composite(suite: Suite) -> CompositeScores:
    """Mean of z over the primary columns that distinguish models, with the errors of all of them carried through."""
    places, z = benchmark_z(suite)
    names, means = by_domain(z, [suite.columns[place].mean_domain for place in places])
    drawn, known = _drawn(suite, places)
    scores = overall(z)
    low, high = np.full((2, len(scores)), np.nan)
    sure = np.isfinite(scores) & known & np.isfinite(drawn).any(axis=0)
    if sure.any():
        low[sure], high[sure] = interval(drawn[:, sure], LEVEL)
    left_out = tuple(suite.columns[place].title for place in suite.primary if place not in places)
    ranks, order = rank_models(suite, scores, drawn, known, {})
    return CompositeScores(places, z, names, means, scores, low, high, ranks, order, left_out)


def _drawn(suite: Suite, places: list[int]) -> tuple[Numbers, NDArray[np.bool_]]:
    """Around the mean of each draw, whose items may be harder, but in the observed standard deviations."""
    scores, draws = suite.counted[:, places], [suite.drawn(place, ranking=True) for place in places]
    own = scores[suite.pool]
    _, powers = np.frexp(np.nanmax(np.abs(own), axis=0))  # so that no sum overflows and no square vanishes
    values = np.where(np.isfinite(scores), np.stack([draw.values for draw in draws], axis=2), np.nan)
    drawn = np.ldexp(values, -powers) * suite.signs[places]
    around = drawn - np.nanmean(drawn[:, suite.pool], axis=1, keepdims=True)
    spread = np.nanstd(np.ldexp(own, -powers), axis=0, ddof=1)
    known = np.stack([draw.known for draw in draws], axis=1).all(axis=1)
    return np.asarray((around / spread).mean(axis=2)), np.asarray(known)


@analysis("composite", title="Overall ranking")
def composite(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """The mean of each model's z-scores over the benchmarks, with intervals and ranks, and its means by domain.

    z is a score's distance from the mean of the language models in their standard deviations; more is better. A model
    without a score that counts on one of the benchmarks has no overall score. Baselines have no rank and set no scale.
    """
    found, z_two = compute_composite(suite), signed(2)
    benchmarks = [
        Column(f"z_{column.key}", column.title, z_two, mark="z")
        for column in map(suite.columns.__getitem__, found.places)
    ]
    domains = [Column(f"domain_{name}", name, z_two) for name in found.domains]
    keys = ["low", "high", *(column.key for column in (*domains, *benchmarks))]
    parts = np.column_stack([found.low, found.high, found.by_domain, found.z])
    rows: list[dict[str, Any]] = []
    for row in sorted(found.order, key=lambda row: suite.baselines[row]):
        missing = listed(_lacking(suite, row, found.places))
        overall_z = or_undefined(finite_or_none(found.scores[row]), f"it lacks {missing}")
        own = dict(zip(keys, map(finite_or_none, parts[row]), strict=True))
        rows.append({"model": suite.models[row], **found.ranks[row], "overall": overall_z, **own, "missing": missing})
    mean = Column("overall", OVERALL, z_two, mark="main")
    yield Table(
        "heatmap",
        (MODEL, mean, *benchmarks),
        rows,
        "Models by benchmarks (z)",
        notes=list(_composite_notes(suite, found)),
        totals=_shipped_z(suite, found),
        plot=Plot("heatmap", "model", caption="z-scores of models by benchmarks"),
    )
    ends = Column("interval", "95 % interval", between(fixed(2)), of=("low", "high"))
    columns = (MODEL, *_rank_columns(rows), mean, ends, *(domains if len(domains) > 1 else ()))
    about = "Overall z of models with intervals"
    plot = Plot("interval", "model", "overall", low="low", high="high", caption=about, cap=FAR)
    yield Table("composite", columns, rows, "Overall ranking of models", plot=plot)


def _lacking(suite: Suite, row: int, places: Sequence[int]) -> Iterator[str]:
    for place in places:
        if (row, place) in suite.uncounted:
            yield f"{suite.columns[place].title} ({suite.uncounted[row, place]})"
        elif not math.isfinite(suite.scores[row, place]):
            yield suite.columns[place].title


def _shipped_z(suite: Suite, found: CompositeScores) -> list[dict[str, Any]]:
    """Shipped baselines, each with its z-scores: on the scale of the models, which they do not move."""
    rows: dict[str, dict[str, Any]] = {}
    for place, z in zip(found.places, found.z.T, strict=True):
        known = np.isfinite(z)
        # z is linear in the score, and a column of the composite has two scores that differ.
        scores = suite.over_all_items[known, place]
        ends = [np.argmin(scores), np.argmax(scores)]
        (first, last), (low, high) = scores[ends], z[known][ends]
        for shipped in _shipped(suite, place):
            name = f"{shipped.baseline} ({SHIPPED})"
            own = float(low + (high - low) / (last - first) * (shipped.score - first))
            cell = Undefined(f"it does not count: {shipped.uncounted}") if shipped.uncounted else own
            rows.setdefault(name, {"model": name, "_mark": "baseline"})[f"z_{suite.columns[place].key}"] = cell
    return [rows[name] for name in sorted(rows)]


def _composite_notes(suite: Suite, found: CompositeScores) -> Iterator[str]:
    pool = ~suite.baselines
    whole = int(np.isfinite(found.scores[pool]).sum())
    have = f"{counted(int(pool.sum()), 'language model')} {'has' if whole == 1 else 'have'}"
    yield f"{whole} of {have} scores on all benchmarks."
    if found.left_out:
        why = "The models do not differ there, or fewer than three have a score."
        yield f"Benchmarks without z-scores: {listed(found.left_out)}. {why}"
    if probes := [column.title for column in suite.columns if column.probe]:
        yield f"Not in the composite, because they do not measure creativity: {listed(dict.fromkeys(probes))}."
    adjusted = [
        f"{suite.models[row]} ({suite.columns[place].title})"
        for (row, place), cell in sorted(suite.all_items.items())
        if cell.score is not None and place in found.places and (row, place) not in suite.uncounted
    ]
    if adjusted:
        yield f"The score over all items is used for {listed(adjusted)}."
    for place in found.places:
        yield from (f"{suite.columns[place].title}: {note}" for note in correction_notes(suite, place)[1:])


def overview(suite: Suite, models: Callable[[str], bool] = lambda _: True) -> Table:
    """The score of each model on each benchmark, the best overall first, baselines last and shipped ones behind them.

    A benchmark stands there under the settings that represent it; columns under others are counted in a note. The rows
    are models, or benchmarks where there are more of these.
    """
    try:
        means = map(finite_or_none, overall(benchmark_z(suite)[1]))
        best = {model: mean for model, mean in zip(suite.models, means, strict=True) if mean is not None}
    except NothingToSay:
        best = {}
    columns = {place: column for place, column in enumerate(suite.columns) if "#" not in column.key}
    order = sorted(suite.models, key=lambda name: (is_baseline(name), -best.get(name, -math.inf), natural_key(name)))
    shown = list(filter(models, order))
    cells: dict[str, dict[str, Cell]] = {model: {} for model in shown}
    for place in columns:
        write, cautions = fixed(column_decimals(suite, place)), suite.cautions(place)
        for row, model in enumerate(suite.models):
            if model in cells and (row, place) in suite.run_names:
                score = finite_or_none(suite.over_all_items[row, place])
                careful = cautions[row] or (row, place) in suite.all_items
                mark = "*" if (row, place) in suite.uncounted else "!" if careful and score is not None else ""
                cells[model][str(place)] = Cell(score, mark, format=write)
        for known in _shipped(suite, place):
            name, mark = f"{known.baseline} ({SHIPPED})", "*" if known.uncounted else ""
            cells.setdefault(name, {})[str(place)] = Cell(known.score, mark, format=write)
    marks = {cell.note for model in shown for cell in cells[model].values()}
    mean_z = "the mean z-score over the benchmarks that measure creativity"
    notes = [f"{OVERALL}: {mean_z}. Only models with scores on all of them have one."] * bool(best)
    notes += ["(*) The score does not count. The benchmark's own table says why."] * ("*" in marks)
    notes += ["(!) There is a caution, or items lack a score. See the benchmark's own table."] * ("!" in marks)
    notes += [SHIPPED_NOTE] * (len(cells) > len(shown))
    notes += [f"{column.title}: {note}" for place, column in columns.items() for note in correction_notes(suite, place)]
    if others := [column.title for column in suite.columns if "#" in column.key]:
        notes.append(f"Also run under other settings, not shown here: {listed(others)}.")
    titles = {str(place): column.title for place, column in columns.items()}
    title, mean = "Scores of models by benchmark", [Column(OVERALL, OVERALL, signed(2), mark="main")] * bool(best)
    if len(shown) >= len(columns):
        rows = [{"model": name, OVERALL: best.get(name), **own} for name, own in cells.items()]
        shape = (MODEL, *mean, *(Column(key, name) for key, name in titles.items()))
        return Table("overview", shape, rows, title, notes=notes)
    heads = {name: name if name in shown else name.rpartition("/")[2].replace(SHIPPED, "shipped") for name in cells}
    shape = (Column("benchmark", "benchmark", left=True), *(Column(name, head) for name, head in heads.items()))
    rows = [{"benchmark": titles[key], **{name: own.get(key) for name, own in cells.items()}} for key in titles]
    totals = [{"benchmark": OVERALL, **{name: Cell(best.get(name), format=signed(2)) for name in cells}}] * bool(best)
    return Table("overview", shape, rows, title, notes=notes, totals=totals)
