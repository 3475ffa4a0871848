"""What a factor does to scores within models, how groups of models differ, and two models item by item.

The effect of a factor is the mean difference between two of its levels in standard deviations of the differences, d_z
(Beaty et al. 2026, AGC-Bench, section 4.5), with its interval by the noncentral t distribution. Of numbers, such as
temperatures, there is the mean slope of models, too, and of scores of items the shares of variance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
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
from helm_creativity.psychometrics.group_comparison import compare_groups, holm, mean_slope, paired_effect
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.variance_shares import SOURCES, variance_shares
from helm_creativity.results.analyses import analysis
from helm_creativity.results.factor_levels import (
    FACTORS,
    MAX_TOKENS,
    MODEL_PAIR,
    TEMP,
    LevelScores,
    is_number,
    language_models,
    levels_of_field,
    levels_of_file,
    levels_of_pairs,
    levels_of_setting,
    read_models,
    varied_factors,
)
from helm_creativity.results.numbers import MINUS, between, count, fixed, p_value, percent, signed
from helm_creativity.results.runs import COMPARABLE, Run
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Cell, Column, Plot, Table, Undefined
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
SHARES = {source.replace(" x ", "_by_"): source for source in SOURCES}
NO_MEAN = "the score is no mean over items; the difference is of their own part"

TITLE = Column("title", "benchmark", left=True)
D_Z = (
    Column("d_z", "d_z", signed(2), mark="main"),
    Column("d_z_interval", "95 % interval", between(fixed(2)), of=("d_z_low", "d_z_high")),
)
P = (Column("p", "p", p_value), Column("p_holm", "p (Holm)", p_value))
EFFECTS = (
    TITLE,
    Column("first", "first", left=True),
    Column("second", "second", left=True),
    Column("n", "n", count),
    Column("mean_first", "mean first", fixed(2)),
    Column("mean_second", "mean second", fixed(2)),
    Column("difference", "difference", signed(2)),
    *D_Z,
    *P,
)
SLOPES = (
    TITLE,
    Column("n", "n", count),
    Column("slope", "slope", signed(3), mark="main"),
    Column("slope_interval", "95 % interval", between(fixed(3)), of=("slope_low", "slope_high")),
    Column("d_z", "d_z", signed(2)),
    Column("p", "p", p_value),
    Column("levels", "levels", left=True),
)
GROUPS = (
    Column("first", "first", left=True),
    Column("second", "second", left=True),
    Column("n_first", "n first", count),
    Column("n_second", "n second", count),
    Column("median_first", "median first", signed(2)),
    Column("median_second", "median second", signed(2)),
    Column("u", "U", lambda u: fixed(1)(u).removesuffix(".0")),
    *P,
    Column("p_bonferroni", "p (Bonferroni)", p_value),
    Column("rank_biserial", "rank-biserial r", signed(2), mark="main"),
    Column("interval", "95 % interval", between(fixed(2)), of=("low", "high")),
)
COMPARED = (
    TITLE,
    Column("items", "items", count),
    Column("difference", "difference", signed(2), mark="main"),
    *D_Z,
    *P,
    Column("uncounted", "does not count because", left=True, below="(*) {}: {}"),
    Column("caution", "caution", left=True, below="(!) {}: {}"),
    Column("untested", "not tested because", left=True, data_only=True),
)


@dataclass(frozen=True)
class EffectOptions(DeclaredOptions):
    """What is varied, and where it stands."""

    by: str = option(INSTRUCTION, f"what is varied: {', '.join(FACTORS)}, or a column of the file of levels")
    pairs: str = option(
        "",
        "for model-pair: how the second name of each pair ends, such as -thinking, or a file with the columns first "
        "and second (or base and thinking)",
    )
    levels: str = option(
        "", "file with the columns model, the one that by names, such as effort, and family, within which models differ"
    )


@analysis("effects", title="Effects within models")
def effects(suite: Suite, options: EffectOptions) -> Iterator[Table]:
    """What a factor does to scores within models: paired differences, slopes, shares of variance.

    Every benchmark that was run under two or more levels of the factor, with all other comparable settings equal, is
    compared level by level.
    """
    by = options.by
    suite, found, units, notes = _levels(suite, options)
    numbers = bool(found) and all(map(is_number, found[0].levels))
    unit = (1.0 if numbers else 0.0) if options.levels else FACTORS[by].unit
    rows = effect_rows(found)
    slopes = [row for scores in found if unit and (row := _slope(scores, unit, bool(options.levels)))]
    shares = [_shares(suite, scores) for scores in found]
    if not rows and not slopes and all(row["problem"] for row in shares):
        raise NothingToSay(
            f"in no benchmark do two {units} have scores that count under two levels and differ in what the levels do"
            if len(found[0].names) > 1
            else f"all models are of one family, and {by} is no number of which they have a slope (the analysis groups "
            "compares groups of models)"
        )
    if suite.all_items:
        names = dict.fromkeys(suite.models[row] for row, _ in sorted(suite.all_items))
        notes.append(f"scores over all items take the place of means that lack more than 5 % of them: {listed(names)}")
    shown = {(row["title"], row["comparable"]) for row in (*rows, *slopes)}
    lacking = [scores.title for scores in found if (scores.title, scores.comparable) not in shown]
    few = f"fewer than two {units} have scores that count under two levels, or all differences are equal"
    notes += [f"left out: {title}: {few}" for title in lacking]
    legend = [
        f"n: {units} with both scores. Difference: second {MINUS} first, positive where the second has better scores.",
        "d_z: mean difference in standard deviations of the differences, with its interval by the noncentral t "
        "distribution. p: paired t-test. Holm: adjusted for all rows of the benchmark.",
        f"{ALL}: of each benchmark the z-scores over both levels, their mean per model; only {units} with all of these "
        "benchmarks count.",
    ]
    legend = legend[: 3 if any(row["title"] == ALL for row in rows) else 2]
    plot = Plot("interval", "title", "d_z", "contrast", "d_z_low", "d_z_high", x_title=f"d_z of {by}")
    title = f"Effects of {by} within {units}"
    yield Table("effects", EFFECTS, rows, title, notes=[*legend, *dict.fromkeys(notes)], plot=plot)
    if slopes:
        how = "The mean over models with a score at every level of each model's own least-squares slope."
        if options.levels:
            how = (
                "The mean over families of each one's own least-squares slope; of one family, the slope of its models."
            )
        yield Table("slopes", SLOPES, slopes, f"Slope of scores per {unit:,g} of {by}", notes=[how])
    settings = {row["title"]: row["comparable"] for row in rows if row["comparable"]}
    settings = [f"comparable settings of {title} otherwise: {key}" for title, key in settings.items()]
    yield _shares_table(shares, by, units.partition(" ")[0], settings)


def _levels(suite: Suite, options: EffectOptions) -> tuple[Suite, list[LevelScores], str, list[str]]:
    """A suite as the factor needs it, its scores by level, what these are paired within, and notes."""
    by, pairs = options.by, options.pairs
    if pairs and (by != MODEL_PAIR or options.levels):
        raise BadArguments(f"pairs are for {MODEL_PAIR} alone, got them with {'levels' if options.levels else by}")
    if options.levels:
        found, notes = levels_of_file(suite, Path(options.levels), by)
        if not found:
            raise NothingToSay("no benchmark has scores that count of two models of one family")
        return suite, found, "families", notes
    if by == MODEL_PAIR:
        if not pairs:
            raise BadArguments(
                f"{MODEL_PAIR} needs pairs: what the second name of each pair ends with, such as -thinking, or a file "
                "with the columns first and second"
            )
        found, notes = levels_of_pairs(suite, pairs)
        if not found:
            raise NothingToSay("no benchmark has a score that counts of both models of a pair")
        return suite, found, "pairs of models", notes
    if by not in FACTORS:
        raise BadArguments(
            f"by must be one of {listed(FACTORS)}, or a column of a file of levels, got {quoted(by)}{meant(by, FACTORS)}"
        )
    made, notes = _suite_by(suite, by)
    found = levels_of_field(made, by) if FACTORS[by].field else levels_of_setting(made, by)
    if not found:
        # With token limits in the key, levels that have limits of their own are not alike: the suite itself goes last.
        varied = {**varied_factors(_suite_by(suite, MAX_TOKENS)[0]), **varied_factors(made)}
        others = "; ".join(f"{name} ({listed(levels)})" for name, levels in varied.items() if name != by)
        lacking = f"no benchmark was run under two levels of {by}, all else alike"
        if FACTORS[by].field:
            lacking = f"the items of no benchmark have several values of {by}"
        raise NothingToSay(f"{lacking}; {f'what varies: {others}' if others else 'nothing else varies either'}")
    return made, found, "models", notes


def _suite_by(suite: Suite, name: str) -> tuple[Suite, list[str]]:
    """With token limits in the comparable key, or without models that get no temperature, as a factor needs it."""
    deaf = {run.model for run in suite.runs if run.provenance.get(TEMPERATURE) == NOT_SENT}
    if suite.remade and name == MAX_TOKENS:
        return suite.remade(_with_token_limit), []
    if suite.remade and name == TEMP and deaf:
        if deaf == {run.model for run in suite.runs}:
            raise NothingToSay("HELM's client sends the temperature to none of these models")
        made = suite.remade(lambda run: None if run.provenance.get(TEMPERATURE) == NOT_SENT else run)
        return made, [f"left out: {listed(sorted(deaf))}: HELM's client does not send the temperature to them"]
    return suite, []


def _with_token_limit(run: Run) -> Run:
    limit = run.settings.get(MAX_TOKENS)
    if limit is None or not run.has_comparable_key:
        return run
    key = f"{run.settings[COMPARABLE]}|{MAX_TOKENS}:{name_in(limit)}"
    return replace(run, settings={**run.settings, COMPARABLE: key})


def effect_rows(every: Iterable[LevelScores]) -> list[dict[str, Any]]:
    """Paired differences between levels of a factor, for every benchmark, and over all benchmarks in z.

    Over all, a benchmark's scores under both levels are standardised together, and a model counts with the mean over
    its benchmarks. A benchmark under several other settings counts by the first of them, and one whose scores are all
    equal does not.
    """
    contrasts: dict[tuple[str, str], list[tuple[LevelScores, Numbers, Numbers]]] = defaultdict(list)
    for scores in every:
        levels, table = scores.levels, scores.scores
        if len(levels) <= MOST_PAIRED:
            for a, b in combinations(range(len(levels)), 2):
                contrasts[levels[a], levels[b]].append((scores, table[:, a], table[:, b]))
        else:
            for place, level in enumerate(levels):
                others = np.delete(table, place, axis=1).mean(axis=1)
                contrasts[OTHERS, level].append((scores, others, table[:, place]))
    rows: list[dict[str, Any]] = []
    for (first, second), some in contrasts.items():
        names = {"first": first, "second": second, "contrast": f"{second} {MINUS} {first}"}
        z_by_group: dict[str, Numbers] = {}
        for scores, x, y in some:
            place = {"title": scores.title, "benchmark": scores.group.removeprefix(PREFIX), "stat": SCORE}
            rows += _effect({**place, **names, "comparable": scores.comparable}, x, y, scores.sign)
            z = standardised(np.concatenate([x, y])[:, None])[:, 0]
            if np.isfinite(z).any():
                z_by_group.setdefault(scores.group, z)
        if len(z_by_group) > 1:
            x, y = np.split(np.mean(list(z_by_group.values()), axis=0), 2)
            rows += _effect({"title": ALL, "benchmark": None, "stat": "z", **names, "comparable": None}, x, y, 1.0)
    by_benchmark: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_benchmark[row["benchmark"], row["title"], row["comparable"]].append(row)
    for some_rows in by_benchmark.values():
        for row, adjusted in zip(some_rows, holm([row["p"] for row in some_rows]).tolist(), strict=True):
            row["p_holm"] = adjusted
    return rows


def _effect(row: dict[str, Any], x: Numbers, y: Numbers, sign: float) -> Iterator[dict[str, Any]]:
    if effect := paired_effect(x, y):
        both = np.isfinite(x + y)
        means = [float(sign * side[both].mean()) for side in (x, y)]
        values = dict(zip(("mean_first", "mean_second", "difference"), (*means, effect.mean_difference), strict=True))
        if row["title"] != ALL and max(map(abs, means)) < 1:
            write = {"difference": signed(4)}
            row |= {name: Cell(value, format=write.get(name, fixed(4))) for name, value in values.items()}
        else:
            row |= values
        row |= {"n": effect.n, "d_z": effect.d_z, "d_z_low": effect.low, "d_z_high": effect.high}
        yield row | {"t": effect.t, "df": effect.df, "p": effect.p, "wilcoxon_p": effect.wilcoxon_p}


def _slope(scores: LevelScores, unit: float, of_file: bool) -> dict[str, Any] | None:
    """Of families each may have levels of its own; of one there is the regression line of its models."""
    x, y = np.array(scores.levels, dtype=float) / unit, scores.scores
    if len(scores.names) == 1:
        values = _line(x, y[0])
    else:
        if of_file:
            slopes = [_own_slope(x, own) for own in y]
            x, y = np.array([0.0, 1.0]), np.column_stack([np.zeros(len(y)), slopes])
        found = mean_slope(x, y)
        names = ("n", "slope", "slope_low", "slope_high", "d_z", "t", "df", "p")
        values = dict(zip(names, found, strict=True)) if found else None
    if values is None:
        return None
    levels = ", ".join(dict.fromkeys(scores.levels))
    place = {"title": scores.title, "benchmark": scores.group.removeprefix(PREFIX), "comparable": scores.comparable}
    return {**place, "levels": levels, "per": unit, **values}


def _own_slope(x: Numbers, y: Numbers) -> float:
    known = np.isfinite(y)
    away = x[known] - x[known].mean() if known.any() else np.zeros(1)
    return float(y[known] @ away / (away @ away)) if away.any() else np.nan


def _line(x: Numbers, y: Numbers) -> dict[str, Any] | None:
    from scipy.special import stdtrit
    from scipy.stats import linregress

    x, y = x[np.isfinite(y)], y[np.isfinite(y)]
    if len(x) < 3 or np.ptp(x) == 0:
        return None
    found, df = linregress(x, y), len(x) - 2
    if not found.stderr > 0:
        return None
    half = float(stdtrit(df, 0.975)) * found.stderr
    ends = {"slope": found.slope, "slope_low": found.slope - half, "slope_high": found.slope + half}
    none = Undefined("there is one family")
    return {"n": len(x), **ends, "d_z": none, "t": found.slope / found.stderr, "df": df, "p": found.pvalue}


def _shares(suite: Suite, scores: LevelScores) -> dict[str, Any]:
    """Components of variance of a benchmark's scores of items, over models that have a score under every level."""
    found, problem = None, NESTED
    if scores.cells is not None:
        cells = scores.cells[scores.complete]
        responses = {place: suite.responses(place) for place in np.unique(cells[:, :, 1]).tolist()}
        problem = TOO_LITTLE if len(cells) < 2 else UNSAVED
        if len(cells) > 1 and all(responses.values()):
            items = {item: at for at, item in enumerate(dict.fromkeys(i for r in responses.values() for i in r.items))}
            table = np.full((len(cells), len(items), len(scores.levels)), np.nan)
            for unit, level in np.ndindex(len(cells), len(scores.levels)):
                row, place = cells[unit, level].tolist()
                table[unit, [items[item] for item in responses[place].items], level] = responses[place].by_item[row]
            readable = np.isfinite(table).any(axis=1).all(axis=1)  # a model whose file is damaged would cost all items
            found, problem = variance_shares(table[readable]), TOO_LITTLE if readable.all() else UNSAVED
    row = {"title": scores.title, "problem": None if found else problem, "comparable": scores.comparable}
    if not found:
        return {**row, "items_n": Undefined(problem)}
    counts = {"models_n": found.n_models, "items_n": found.n_items, "items_left_out": found.items_left_out}
    return {**row, **counts, **dict(zip(SHARES, found.shares, strict=True)), "_truncated": found.truncated}


def _shares_table(rows: Sequence[dict[str, Any]], by: str, units: str, notes: Sequence[str]) -> Table:
    titles = {source: source.replace("models", units).replace("factor", by).replace(" x ", "×") for source in SOURCES}
    columns = [Column(key, titles[source], percent(), named=True) for key, source in SHARES.items()]
    cut = [
        f"{row['title']} ({', '.join(titles[source] for source in row['_truncated'])})"
        for row in rows
        if row.get("_truncated")
    ]
    legend = (
        "Variance components of the crossed design, by mean squares; residual holds the interaction of all three and "
        "what differs between responses. Left out: items without a score of some model under some level.",
        f"Estimated below 0 and counted as 0: {'; '.join(cut)}.",
    )
    shown = [] if all(row["problem"] for row in rows) else legend[: 1 + bool(cut)]
    items = (TITLE, Column("items_n", "n items", count), Column("items_left_out", "left out", count))
    return Table(
        "shares", (*items, *columns), rows, "Shares of variance of scores of items, in %", notes=[*shown, *notes]
    )


@dataclass(frozen=True)
class GroupOptions(DeclaredOptions):
    """Which models are of one group."""

    groups: str = option("", "file with the columns model and group; without it groups are the models' makers")


@analysis("groups", title="Groups of models")
def groups(suite: Suite, options: GroupOptions) -> Iterator[Table]:
    """The composite between groups of models, every two: the Mann-Whitney test.

    Groups are the models' makers, or those of a table.
    """
    titles = [suite.columns[place].title for place in suite.primary]
    found = z_scores(suite.oriented[:, suite.primary], titles, ~suite.baselines)
    if found.problem:
        raise NothingToSay(found.problem)
    composite = dict(zip(suite.models, overall(found.z).tolist(), strict=True))
    named, notes = {model: model.rpartition("/")[0].partition("/")[0] for model in language_models(suite)}, list[str]()
    if options.groups:
        rows, notes = read_models(suite, Path(options.groups), "group")
        named = {model: row["group"] for model, row in rows.items()}
    scored = [model for model in named if named[model] and np.isfinite(composite[model])]
    scored.sort(key=lambda model: (-composite[model], model))
    sizes = Counter(named[model] for model in scored)
    kept = [model for model in scored if sizes[named[model]] >= LEAST]
    if len({named[model] for model in kept}) < 2:
        raise NothingToSay(f"fewer than two groups have {LEAST} models with a composite (--groups names groups)")
    if small := [f"{group} ({size})" for group, size in sorted(sizes.items()) if size < LEAST]:
        notes.append(f"groups of fewer than {LEAST} models with a composite are not compared: {', '.join(small)}")
    compared = compare_groups([composite[model] for model in kept], [named[model] for model in kept])
    yield Table("groups", GROUPS, [pair._asdict() for pair in compared], "Composite of groups of models", notes=notes)


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
        raise BadArguments(
            f"two models are compared: name them with first and second; there are {listed(suite.models)}"
        )
    first, second = suite.find_model(options.first), suite.find_model(options.second)
    if first == second:
        raise BadArguments(f"two models are compared, got {quoted(first)} twice")
    at = [suite.models.index(first), suite.models.index(second)]
    rows: list[dict[str, Any]] = []
    for place, column in enumerate(suite.columns):
        responses = suite.responses(place)
        of_first, of_second = responses.by_item[at] * column.sign if responses else np.full((2, 1), np.nan)
        items = int(np.isfinite(of_first - of_second).sum())
        if responses is None or not items:
            continue
        uncounted = "; ".join(f"{suite.models[row]}: {why}" for row in at if (why := suite.uncounted.get((row, place))))
        effect = None if uncounted else paired_effect(of_second, of_first)
        untested = "the difference is the same on all items" if items > 1 else "at least two items are needed"
        untested = "a score does not count" if uncounted else untested
        tested = ("d_z", "d_z_low", "d_z_high", "p")
        values = (effect.d_z, effect.low, effect.high, effect.wilcoxon_p) if effect else (Undefined(untested),) * 4
        are_means = suite.item_table(place, responses).are_means[at].all()
        rows.append(
            {
                "benchmark": column.benchmark,
                "title": column.title,
                "items": items,
                "difference": float(np.nanmean(of_first - of_second)),
                "uncounted": uncounted,
                "caution": "" if are_means else NO_MEAN,
                "untested": None if effect else untested,
                **dict(zip(tested, values, strict=True)),
                "p_holm": None,
            }
        )
    if not rows:
        raise NothingToSay(f"{first} and {second} have no item of which both have a score")
    tests = [row for row in rows if not row["untested"]]
    for row, adjusted in zip(tests, holm([row["p"] for row in tests]).tolist() if tests else (), strict=True):
        row["p_holm"] = adjusted
    counting = [row["difference"] > 0 for row in rows if not row["uncounted"]]
    notes = [f"{first} is above {second} on {sum(counting)} of {counted(len(counting), 'column')} that count."]
    names = {"first": first, "second": second}
    yield Table("compare", COMPARED, rows, f"{first} {MINUS} {second}", names, notes)
