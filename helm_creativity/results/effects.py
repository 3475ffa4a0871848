"""What a factor does to scores within models, how groups of models differ, and two models item by item.

The effect of a factor is the mean difference between two of its levels in standard deviations of the differences, d_z
(Beaty et al. 2026, AGC-Bench, section 4.5), with its interval by the noncentral t distribution. Of numbers, such as
temperatures, there is the mean slope of models, too, and of scores of items the shares of variance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from helm_creativity.core.comparability import INSTRUCTION, NOT_SENT, TEMPERATURE
from helm_creativity.core.names import PREFIX, SCORE, meant
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.io.sheets import name_in
from helm_creativity.psychometrics.composites import overall, standardised, z_scores
from helm_creativity.psychometrics.group_comparison import (
    MeanSlope,
    PairedEffect,
    compare_groups,
    holm,
    mean_slope,
    paired_effect,
)
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.variance_shares import SOURCES, VarianceShares, variance_shares
from helm_creativity.results import factor_levels as levels
from helm_creativity.results.analyses import analysis
from helm_creativity.results.factor_levels import FACTORS, MAX_TOKENS, MODEL_PAIR, TEMP, LevelScores
from helm_creativity.results.numbers import MINUS, between, count, fixed, p_value, percent, signed
from helm_creativity.results.runs import COMPARABLE, Run
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Plot, Row, Table, Undefined
from helm_creativity.safe_text import counted, listed, quoted

ALL = "All benchmarks"
OTHERS = "other levels"
MOST_PAIRED = 6
"""Levels up to which every two are compared; of more, each with the mean of the others."""
LEAST = 3
"""Models in a group that is compared."""
NESTED = "each level has items of its own"
TOO_LITTLE = "at least two models and two items with a score under every level, not all equal, are needed"
UNSAVED = "these runs kept no scores of single responses"
NO_MEAN = "the score is no mean over items; the difference is of their own part"
COMPONENTS = (
    "Variance components of the crossed design, by mean squares; residual holds the interaction of all three and what "
    "differs between responses. Left out: items without a score of some model under some level."
)
SHARES = {source.replace(" x ", "_by_"): source for source in SOURCES}


def _finer(write: Callable[[int], Callable[[float], str]]) -> Callable[[float], str]:
    """Two decimals, or four of numbers below 1."""
    return lambda value: write(4 if abs(value) < 1 else 2)(value)


def _both(key: str, write: Callable[[Any], str] = str, left: bool = False) -> Iterator[Column]:
    names = (key.format(which) for which in levels.PAIR_LEVELS)
    return (Column(name, name.replace("_", " "), write, left) for name in names)


TITLE = Column("title", "benchmark", left=True)
N, P, P_HOLM = Column("n", "n", count), Column("p", "p", p_value), Column("p_holm", "p (Holm)", p_value)
D_Z = Column("d_z", "d_z", signed(2), mark="main")
D_Z_INTERVAL = Column("d_z_interval", "95 % interval", between(fixed(2)), of=("d_z_low", "d_z_high"))
DIFFERENCE, MEANS = Column("difference", "difference", _finer(signed)), _both("mean_{}", _finer(fixed))
EFFECTS = (TITLE, *_both("{}", left=True), N, *MEANS, DIFFERENCE, D_Z, D_Z_INTERVAL, P, P_HOLM)
SLOPE = Column("slope", "slope", signed(3), mark="main")
SLOPE_INTERVAL = Column("slope_interval", "95 % interval", between(fixed(3)), of=("slope_low", "slope_high"))
SLOPES = (TITLE, N, SLOPE, SLOPE_INTERVAL, replace(D_Z, mark=""), P, Column("levels", "levels", left=True))
GROUPS = (
    *_both("{}", left=True),
    *_both("n_{}", count),
    *_both("median_{}", signed(2)),
    Column("u", "U", lambda u: fixed(1)(u).removesuffix(".0")),
    *(P, P_HOLM, Column("p_bonferroni", "p (Bonferroni)", p_value)),
    Column("rank_biserial", "rank-biserial r", signed(2), mark="main"),
    Column("interval", "95 % interval", between(fixed(2)), of=("low", "high")),
)
UNCOUNTED = Column("uncounted", "does not count because", left=True, below="(*) {}: {}")
CAUTION = Column("caution", "caution", left=True, below="(!) {}: {}")
COMPARED = (TITLE, Column("items", "items", count), DIFFERENCE, D_Z, D_Z_INTERVAL, P, P_HOLM, UNCOUNTED, CAUTION)


@dataclass(frozen=True)
class EffectOptions(DeclaredOptions):
    """What is varied."""

    by: str = option(INSTRUCTION, f"what is varied: {', '.join(FACTORS)}, or a column of the file of levels")
    pairs: str = option("", "for model-pair: how second names end, such as -thinking, or a file of first and second")
    levels: str = option("", "file with the columns model, the one that by names (such as effort), and maybe family")


@analysis("effects", title="Effects within models")
def effects(suite: Suite, options: EffectOptions) -> Iterator[Table]:
    """What a factor does to scores within models: paired differences, slopes, shares of variance.

    Every benchmark that was run under two or more levels of the factor, with all other comparable settings equal, is
    compared level by level.
    """
    by, unit = options.by, FACTORS[options.by].unit if options.by in FACTORS else 0.0
    suite, found, units, notes = _levels(suite, options)
    if options.levels:
        unit = float(all(map(levels.is_number, found[0].levels)))
    rows = effect_rows(found)
    slopes = [row for scores in found if unit and (row := _slope(scores, unit, own_levels=bool(options.levels)))]
    shares = [(scores, _shares(suite, scores)) for scores in found]
    if not rows and not slopes and all(isinstance(values, str) for _, values in shares):
        few = f"in no benchmark do two {units} have scores that count under two levels and differ in what the levels do"
        alone = f"there is one family, and {by} is no number of which its models have a slope; groups compares models"
        raise NothingToSay(alone if options.levels and len(found[0].names) == 1 else few)
    if suite.all_items:
        names = dict.fromkeys(suite.models[row] for row, _ in sorted(suite.all_items))
        notes.append(f"scores over all items take the place of means that lack more than 5 % of them: {listed(names)}")
    shown = {(row["title"], row["comparable"]) for row in (*rows, *slopes)}
    few = f"fewer than two {units} have scores that count under two levels, or all differences are equal"
    notes += [f"left out: {it.title}: {few}" for it in found if (it.title, it.comparable) not in shown]
    legend = [
        f"n: {units} with both scores. Difference: second {MINUS} first, positive where the second has better scores.",
        "d_z: mean difference in standard deviations of the differences, with its interval by the noncentral t "
        "distribution. p: paired t-test. Holm: adjusted for all rows of the benchmark.",
    ]
    if any(row["title"] == ALL for row in rows):
        mean = "of each benchmark the z-scores over both levels, their mean per model"
        legend.append(f"{ALL}: {mean}; only {units} with all of these benchmarks count.")
    plot = Plot("interval", "title", "d_z", "contrast", "d_z_low", "d_z_high", x_title=f"d_z of {by}")
    notes = [*legend, *dict.fromkeys(notes)]
    yield Table("effects", EFFECTS, rows, f"Effects of {by} within {units}", notes=notes, plot=plot)
    if slopes:
        how = "The mean over models with a score at every level of each model's own least-squares slope."
        if options.levels:
            how = "The mean over families of each one's own least-squares slope; of one family, that of its models."
        yield Table("slopes", SLOPES, slopes, f"Slope of scores per {unit:,g} of {by}", notes=[how])
    settings = {row["title"]: row["comparable"] for row in rows if row["comparable"]}
    lines = [f"comparable settings of {title} otherwise: {key}" for title, key in settings.items()]
    yield _shares_table(shares, by, units.partition(" ")[0], lines)


def _levels(suite: Suite, options: EffectOptions) -> tuple[Suite, list[LevelScores], str, list[str]]:
    """A suite as the factor needs it, its scores by level, within what these are compared, and notes."""
    by, pairs = options.by, options.pairs
    if by not in FACTORS and not options.levels:
        named = f"one of {listed(FACTORS)}, or a column of a file of levels"
        raise BadArguments(f"by must be {named}, got {quoted(by)}{meant(by, FACTORS)}")
    if pairs and (by != MODEL_PAIR or options.levels):
        raise BadArguments(f"pairs are for {MODEL_PAIR} alone, got them with {'levels' if options.levels else by}")
    if options.levels:
        found, notes = levels.levels_of_file(suite, Path(options.levels), by)
        units, lacking = "families", "no benchmark has scores that count of two models of one family"
    elif by == MODEL_PAIR:
        if not pairs:
            how = "what second names end with, such as -thinking, or a file with the columns first and second"
            raise BadArguments(f"{MODEL_PAIR} needs pairs: {how}")
        found, notes = levels.levels_of_pairs(suite, pairs)
        units, lacking = "pairs of models", "no benchmark has a score that counts of both models of a pair"
    else:
        whole, (suite, notes) = suite, _suite_by(suite, by)
        field = FACTORS[by].field
        found = (levels.levels_of_field if field else levels.levels_of_setting)(suite, by)
        units, lacking = "models", "" if found else _unvaried(whole, suite, by)
    if not found:
        raise NothingToSay(lacking)
    return suite, found, units, notes


def _unvaried(whole: Suite, suite: Suite, by: str) -> str:
    # With token limits in the key, levels that have limits of their own are not alike: the suite itself goes last.
    varied = {**levels.varied_factors(_suite_by(whole, MAX_TOKENS)[0]), **levels.varied_factors(suite)}
    others = "; ".join(f"{name} ({listed(some)})" for name, some in varied.items() if name != by)
    lacking = "has items of" if FACTORS[by].field else "was run under"
    varying = f"what varies: {others}" if others else "nothing else varies either"
    return f"no benchmark {lacking} two levels of {by}, all else alike; {varying}"


def _suite_by(suite: Suite, name: str) -> tuple[Suite, list[str]]:
    """With token limits in the comparable key, or without models that get no temperature, as a factor needs it."""

    def deaf(run: Run) -> bool:
        return run.provenance.get(TEMPERATURE) == NOT_SENT

    def with_token_limit(run: Run) -> Run:
        limit = run.settings.get(MAX_TOKENS)
        if limit is None or not run.has_comparable_key:
            return run
        key = f"{run.settings[COMPARABLE]}|{MAX_TOKENS}:{name_in(limit)}"
        return replace(run, settings={**run.settings, COMPARABLE: key})

    if suite.remade and name == MAX_TOKENS:
        return suite.remade(with_token_limit), []
    models = sorted({run.model for run in suite.runs if deaf(run)}) if name == TEMP else []
    if not suite.remade or not models:
        return suite, []
    if all(map(deaf, suite.runs)):
        raise NothingToSay("HELM's client sends the temperature to none of these models")
    note = f"left out: {listed(models)}: HELM's client does not send the temperature to them"
    return suite.remade(lambda run: None if deaf(run) else run), [note]


def effect_rows(every: Iterable[LevelScores]) -> list[dict[str, Any]]:
    """Paired differences between levels of a factor, for every benchmark, and over all benchmarks in z.

    Over all, a benchmark's scores under both levels are standardised together, and a model counts with the mean over
    its benchmarks. A benchmark under several other settings counts by the first of them, and one whose scores are all
    equal does not.
    """
    contrasts: dict[tuple[str, str], list[tuple[LevelScores, Numbers, Numbers]]] = defaultdict(list)
    for scores in every:
        for first, second, x, y in _contrasts(scores):
            contrasts[first, second].append((scores, x, y))
    rows: list[dict[str, Any]] = []
    for (first, second), some in contrasts.items():
        names = {"first": first, "second": second, "contrast": f"{second} {MINUS} {first}"}
        by_group: dict[str, Numbers] = {}
        for scores, x, y in some:
            rows += _effect({**_place(scores), "stat": SCORE, **names}, x, y, scores.sign)
            z = standardised(np.concatenate([x, y])[:, None])[:, 0]
            if np.isfinite(z).any():
                by_group.setdefault(scores.group, z)
        if len(by_group) > 1:
            x, y = np.split(np.mean(list(by_group.values()), axis=0), 2)
            rows += _effect({"title": ALL, "benchmark": None, "comparable": None, "stat": "z", **names}, x, y)
    by_benchmark: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_benchmark[row["title"], row["comparable"]].append(row)
    for some_rows in by_benchmark.values():
        _adjust(some_rows)
    return rows


def _adjust(rows: Sequence[dict[str, Any]]) -> None:
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]).tolist() if rows else (), strict=True):
        row["p_holm"] = adjusted


def _place(scores: LevelScores) -> dict[str, Any]:
    group = scores.group.removeprefix(PREFIX)
    return {"title": scores.title, "benchmark": group, "comparable": scores.comparable}


def _contrasts(found: LevelScores) -> Iterator[tuple[str, str, Numbers, Numbers]]:
    names, scores = found.levels, found.scores
    if len(names) <= MOST_PAIRED:
        yield from ((names[a], names[b], scores[:, a], scores[:, b]) for a, b in combinations(range(len(names)), 2))
        return
    for place, level in enumerate(names):
        yield OTHERS, level, np.delete(scores, place, axis=1).mean(axis=1), scores[:, place]


def _effect(row: dict[str, Any], x: Numbers, y: Numbers, sign: float = 1.0) -> list[dict[str, Any]]:
    effect, both = paired_effect(x, y), np.isfinite(x + y)
    means = zip(("mean_first", "mean_second"), (float(sign * side[both].mean()) for side in (x, y)), strict=True)
    return [{**row, **dict(means), **_named(effect, "d_z"), "difference": effect.mean_difference}] if effect else []


def _named(found: PairedEffect | MeanSlope, main: str) -> dict[str, Any]:
    values = found._asdict() | {f"{main}_low": found.low, f"{main}_high": found.high}
    return {name: value for name, value in values.items() if name not in ("low", "high", "mean_difference")}


def _slope(scores: LevelScores, unit: float, own_levels: bool) -> dict[str, Any] | None:
    """The mean slope; each family may have levels of its own, and of one there is the line through its models."""
    x, y = np.array(scores.levels, dtype=float) / unit, scores.scores
    if own_levels:
        known = [(x[there], own[there]) for own, there in zip(y, np.isfinite(y), strict=True)]
        slopes = [np.polyfit(*line, 1)[0] if len(set(line[0])) > 1 else np.nan for line in known]
        x, y = np.array([0.0, 1.0]), np.array([(0.0, slope) for slope in slopes])
    found = _line(*known[0]) if own_levels and len(known) == 1 else mean_slope(x, y)
    values = {"levels": ", ".join(dict.fromkeys(scores.levels)), "per": unit}
    return {**_place(scores), **values, **_named(found, "slope")} if found else None


def _line(x: Numbers, y: Numbers) -> MeanSlope | None:
    from scipy.special import stdtrit
    from scipy.stats import linregress

    df = len(x) - 2
    found = linregress(x, y) if df > 0 and np.ptp(x) else None
    if found is None or not found.stderr > 0:
        return None
    half = float(stdtrit(df, 0.975)) * found.stderr
    t = found.slope / found.stderr
    return MeanSlope(len(x), found.slope, found.slope - half, found.slope + half, np.nan, t, df, found.pvalue)


def _shares(suite: Suite, scores: LevelScores) -> VarianceShares | str:
    """Of the variance of scores of items, over models that have a score under every level; or why there are none."""
    if scores.cells is None:
        return NESTED
    cells = scores.cells[scores.complete]
    found = {place: suite.responses(place) for place in np.unique(cells[:, :, 1]).tolist()}
    responses = {place: read for place, read in found.items() if read is not None}
    if len(cells) < 2 or len(responses) < len(found):
        return TOO_LITTLE if len(cells) < 2 else UNSAVED
    items = {item: at for at, item in enumerate(dict.fromkeys(i for read in responses.values() for i in read.items))}
    table = np.full((len(cells), len(items), len(scores.levels)), np.nan)
    for unit, level in np.ndindex(len(cells), len(scores.levels)):
        row, place = cells[unit, level].tolist()
        table[unit, [items[item] for item in responses[place].items], level] = responses[place].by_item[row]
    readable = np.isfinite(table).any(axis=1).all(axis=1)  # a model whose file is damaged would cost all items
    return variance_shares(table[readable]) or (TOO_LITTLE if readable.all() else UNSAVED)


def _shares_table(
    found: Sequence[tuple[LevelScores, VarianceShares | str]], by: str, units: str, notes: Sequence[str]
) -> Table:
    titles = {source: source.replace("models", units).replace("factor", by).replace(" x ", "×") for source in SOURCES}
    rows: list[Row] = []
    cut, legend = [], list[str]()
    for scores, shares in found:
        if isinstance(shares, str):
            rows.append({**_place(scores), "items_n": Undefined(shares), "problem": shares})
            continue
        counts = {"models_n": shares.n_models, "items_n": shares.n_items, "items_left_out": shares.items_left_out}
        rows.append({**_place(scores), **counts, **dict(zip(SHARES, shares.shares, strict=True)), "problem": None})
        legend = [COMPONENTS]
        if shares.truncated:
            cut.append(f"{scores.title} ({', '.join(titles[source] for source in shares.truncated)})")
    if cut:
        legend.append(f"Estimated below 0 and counted as 0: {'; '.join(cut)}.")
    items = Column("items_n", "n items", count), Column("items_left_out", "left out", count)
    columns = (TITLE, *items, *(Column(key, titles[source], percent(), named=True) for key, source in SHARES.items()))
    return Table("shares", columns, rows, "Shares of variance of scores of items, in %", notes=[*legend, *notes])


@dataclass(frozen=True)
class GroupOptions(DeclaredOptions):
    """Which models are of one group."""

    groups: str = option("", "file with the columns model and group; without it groups are the models' makers")


@analysis("groups", title="Groups of models")
def groups(suite: Suite, options: GroupOptions) -> Iterator[Table]:
    """The composite between groups of models, every two, by the Mann-Whitney test."""
    titles = [suite.columns[place].title for place in suite.primary]
    found = z_scores(suite.oriented[:, suite.primary], titles, ~suite.baselines)
    if found.problem:
        raise NothingToSay(found.problem)
    named = {model: model.partition("/")[0] for model in levels.language_models(suite) if "/" in model}
    notes: list[str] = []
    if options.groups:
        rows, notes = levels.read_models(suite, Path(options.groups), "group")
        named = {model: row["group"] for model, row in rows.items()}
    composite = dict(zip(suite.models, overall(found.z).tolist(), strict=True))
    scored = sorted((-composite[model], model) for model in named if np.isfinite(composite[model]))
    sizes = Counter(named[model] for _, model in scored)
    kept = [model for _, model in scored if sizes[named[model]] >= LEAST]
    if len({named[model] for model in kept}) < 2:
        raise NothingToSay(f"fewer than two groups have {LEAST} models with a composite (--groups names groups)")
    if small := [f"{group} ({size})" for group, size in sorted(sizes.items()) if size < LEAST]:
        notes.append(f"groups of fewer than {LEAST} models with a composite are not compared: {', '.join(small)}")
    compared = compare_groups([composite[model] for model in kept], [named[model] for model in kept])
    plot = Plot("interval", "pair", "rank_biserial", low="low", high="high")
    made = [{**pair._asdict(), "pair": f"{pair.first} and {pair.second}"} for pair in compared]
    yield Table("groups", GROUPS, made, "Composite of groups of models", notes=notes, plot=plot)


@dataclass(frozen=True)
class CompareOptions(DeclaredOptions):
    """Which two models."""

    first: str = option("", "name of a model, or how it ends")
    second: str = option("", "name of another model")


@analysis("compare", title="Two models", in_report=False)
def compare(suite: Suite, options: CompareOptions) -> Iterator[Table]:
    """Two models over the items that both answered: paired differences, positive where the first is better.

    A difference is tested by Wilcoxon's signed-rank test where the scores of both models count.
    """
    if not (options.first and options.second):
        raise BadArguments(f"first and second must name two models; there are {listed(suite.models)}")
    first, second = suite.find_model(options.first), suite.find_model(options.second)
    if first == second:
        raise BadArguments(f"first and second must name two models, got {quoted(first)} twice")
    at = [suite.models.index(first), suite.models.index(second)]
    rows: list[dict[str, Any]] = []
    for place, column in enumerate(suite.columns):
        responses = suite.responses(place)
        of_first, of_second = responses.by_item[at] * column.sign if responses else np.full((2, 1), np.nan)
        items = int(np.isfinite(of_first - of_second).sum())
        if responses is None or not items:
            continue
        reasons = [f"{suite.models[row]}: {why}" for row in at if (why := suite.uncounted.get((row, place)))]
        effect = None if reasons else paired_effect(of_second, of_first)
        why = "the difference is the same on all items" if items > 1 else "at least two items are needed"
        why = "a score does not count" if reasons else why
        row = {"title": column.title, "benchmark": column.benchmark, "items": items, "p_holm": None}
        row |= {"difference": float(np.nanmean(of_first - of_second)), "uncounted": "; ".join(reasons)}
        row |= {"caution": "" if responses.are_means(suite.scores[:, place])[:, at].any(axis=0).all() else NO_MEAN}
        values = (effect.d_z, effect.low, effect.high, effect.wilcoxon_p) if effect else (Undefined(why),) * 4
        row |= zip(("d_z", "d_z_low", "d_z_high", "p"), values, strict=True)
        rows.append({**row, "untested": None if effect else why})
    if not rows:
        raise NothingToSay(f"{first} and {second} have no item of which both have a score")
    _adjust([row for row in rows if not row["untested"]])
    counting = [row["difference"] > 0 for row in rows if not row["uncounted"]]
    note = f"{first} is above {second} on {sum(counting)} of {counted(len(counting), 'column')} that count."
    names = {"first": first, "second": second}
    yield Table("compare", COMPARED, rows, f"{first} and {second}", names, [note])
