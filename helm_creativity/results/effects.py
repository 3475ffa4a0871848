"""What a factor does to scores within models, how groups, two models or two composites differ.

The effect of a factor is the mean difference between two of its levels in standard deviations of the differences, d_z
(Beaty et al. 2026, AGC-Bench, section 4.5), with its interval by the noncentral t distribution. Of numbers, such as
temperatures, there is the mean slope of models, too, and of scores of items the shares of variance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np

from helm_creativity.benchmark.comparability import INSTRUCTION, NOT_SENT, TEMPERATURE
from helm_creativity.benchmark.names import SCORE, did_you_mean
from helm_creativity.benchmark.rows.cells import name_in, number_in
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.psychometrics.composites import LEAST_MODELS, overall, standardised, z_scores
from helm_creativity.psychometrics.group_comparison import compare_groups, holm, mean_slope, paired_effect
from helm_creativity.psychometrics.tables import Numbers, ranks_from_top
from helm_creativity.psychometrics.validity import spearman
from helm_creativity.psychometrics.variance_shares import SOURCES, VarianceShares, variance_shares
from helm_creativity.results import factor_levels
from helm_creativity.results.analyses import analysis
from helm_creativity.results.columns import P_HOLM, TITLE, N, P, interval, numbers, texts
from helm_creativity.results.criteria import GROUP, model_rows
from helm_creativity.results.factor_levels import FACTORS, MAX_TOKENS, MODEL_PAIR, TEMP, LevelScores
from helm_creativity.results.numbers import MINUS, correlation, count, fixed, p_value, percent, signed
from helm_creativity.results.runs import COMPARABLE, Run
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import MODEL, Column, Plot, Table, Undefined
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
SHARES = [source.replace(" x ", "_by_") for source in SOURCES]
D_Z = Column("d_z", "d_z", signed(2), mark="main"), interval("d_z", fixed(2))
TESTED = (*D_Z, P, P_HOLM, *numbers(signed(3), "difference"))
EFFECTS = (TITLE, *texts("first", "second"), N, *TESTED, *numbers(fixed(3), "mean_first", "mean_second"))
SLOPES = (
    *(TITLE, N, Column("slope", "slope", signed(3), mark="main"), interval("slope", fixed(3))),
    *(*numbers(signed(2), "d_z"), P, *texts("levels")),
)
GROUPS = (
    *(*texts("first", "second"), *numbers(count, "n_first", "n_second")),
    *(Column("rank_biserial", "rank-biserial r", signed(2), mark="main"), interval("", fixed(2)), P, P_HOLM),
    *(Column("p_bonferroni", "p (Bonferroni)", p_value), Column("u", "U", fixed(1))),
    *numbers(signed(2), "median_first", "median_second"),
)
UNCOUNTED = Column("uncounted", "does not count because", left=True, below="(*) {}: {}")
CAUTION = Column("caution", "caution", left=True, below="(!) {}: {}")
COMPARED = (TITLE, *numbers(count, "items"), *TESTED, UNCOUNTED, CAUTION)
SHIFTS = (
    *(MODEL, *numbers(signed(2), "first_z"), Column("first_rank", "rank", count)),
    *(*numbers(signed(2), "second_z"), Column("second_rank", "rank", count)),
    Column("shift", "shift", signed(0), mark="main"),
)


@dataclass(frozen=True)
class EffectOptions(DeclaredOptions):
    """What is varied."""

    by: str = option(INSTRUCTION, f"what is varied: {', '.join(FACTORS)}, or a column of the file of levels")
    pairs: str = option("", "for model-pair: how second names end, such as -thinking")
    levels: str = option("", "file with the columns model, the one that by names (such as effort), and family")


@analysis("effects", title="Effects within models")
def effects(suite: Suite, options: EffectOptions) -> Iterator[Table]:
    """What a factor does to scores within models: paired differences, slopes, shares of variance.

    Every benchmark that was run under two or more levels of the factor, with all other comparable settings equal, is
    compared level by level.
    """
    if suite.remade and options.by == MAX_TOKENS:
        suite = suite.remade(_with_token_limit)
    by, (found, units, notes) = options.by, _levels(suite, options)
    is_number = all(number_in(level) is not None for scores in found for level in scores.levels)
    unit = float(is_number) if options.levels else FACTORS[by].unit
    rows = effect_rows(found)
    slopes = [
        {**scores.place, **_ends("slope", slope._asdict()), "levels": ", ".join(scores.levels), "per": unit}
        for scores in found
        if unit and (slope := mean_slope(np.array(scores.levels, dtype=float) / unit, scores.scores))
    ]
    shares = [(scores, _shares(suite, scores)) for scores in found]
    if not rows and not slopes and all(isinstance(values, str) for _, values in shares):
        few = f"in no benchmark do two {units} have scores that count, and differ, under two levels of {by}"
        raise NothingToSay("; ".join([*notes, f"{few}, all else alike; by names another factor"]))
    if suite.all_items:
        names = listed(dict.fromkeys(suite.models[row] for row, _ in sorted(suite.all_items)))
        notes.append(f"The score over all items is used where more than 5 % of the items lack a score: {names}.")
    shown = {(row["title"], row["comparable"]) for row in (*rows, *slopes)}
    few = f"fewer than two {units} have scores that count under two levels, or all differences are equal"
    notes += [f"left out: {it.title}: {few}" for it in found if (it.title, it.comparable) not in shown]
    plot = Plot("interval", "title", "d_z", "contrast", "d_z_low", "d_z_high", x_title=f"d_z of {by}")
    yield Table("effects", EFFECTS, rows, f"Effects of {by} within {units}", notes=[*dict.fromkeys(notes)], plot=plot)
    if slopes:
        yield Table("slopes", SLOPES, slopes, f"Mean slope of scores per {unit:,g} of {by}")
    yield _shares_table(shares, by, units.partition(" ")[0])


def _levels(suite: Suite, options: EffectOptions) -> tuple[list[LevelScores], str, list[str]]:
    """Scores by level, within what these are compared, and notes."""
    by = options.by
    if options.levels:
        found, notes = factor_levels.levels_of_file(suite, Path(options.levels), by)
        return found, "families", notes
    if by not in FACTORS or bool(options.pairs) != (by == MODEL_PAIR):
        what = f"a factor, or a column of a file of levels; pairs is for {MODEL_PAIR}, which needs it"
        raise BadArguments(f"by must be {what}; got {quoted(by)}{did_you_mean(by, FACTORS)}")
    if by == MODEL_PAIR:
        found, notes = factor_levels.levels_of_pairs(suite, options.pairs)
        return found, "pairs of models", notes
    found = (factor_levels.levels_of_field if FACTORS[by].field else factor_levels.levels_of_setting)(suite, by)
    unsent = {run.name for run in suite.runs if by == TEMP and run.provenance.get(TEMPERATURE) == NOT_SENT}
    rows = sorted({row for (row, _), name in suite.run_names.items() if name in unsent})
    for scores in found:
        scores.scores[rows] = np.nan
    names = listed(suite.models[row] for row in rows)
    return found, "models", [f"left out: {names}: HELM's client does not send the temperature to them"] * bool(rows)


def _with_token_limit(run: Run) -> Run:
    if MAX_TOKENS not in run.settings or not run.has_comparable_key:
        return run
    key = f"{run.settings[COMPARABLE]}|{MAX_TOKENS}:{name_in(run.settings[MAX_TOKENS])}"
    return replace(run, settings={**run.settings, COMPARABLE: key})


def effect_rows(every: Iterable[LevelScores]) -> list[dict[str, Any]]:
    """Paired differences between levels of a factor, for every benchmark, and over all benchmarks in z.

    Over all, a benchmark's scores under both levels are standardised together, and a model counts with the mean over
    its benchmarks. A benchmark under several other settings counts by the first of them, and one whose scores are all
    equal does not.
    """
    contrasts: dict[tuple[str, str], list[tuple[LevelScores, Numbers, Numbers]]] = defaultdict(list)
    for scores in every:
        by_level = list(zip(scores.levels, scores.scores.T, strict=True))
        if len(by_level) <= MOST_PAIRED:
            for (first, x), (second, y) in combinations(by_level, 2):
                contrasts[first, second].append((scores, x, y))
        else:
            for at, (level, y) in enumerate(by_level):
                contrasts[OTHERS, level].append((scores, np.delete(scores.scores, at, axis=1).mean(axis=1), y))
    rows: list[dict[str, Any]] = []
    for (first, second), some in contrasts.items():
        names = {"first": first, "second": second, "contrast": f"{second} {MINUS} {first}"}
        by_group: dict[str, Numbers] = {}
        for scores, x, y in some:
            rows += _effect({**scores.place, "stat": SCORE, **names}, x, y, scores.sign)
            z = standardised(np.concatenate([x, y])[:, None])[:, 0]
            if np.isfinite(z).any():
                by_group.setdefault(scores.group, z)
        if len(by_group) > 1:
            x, y = np.split(np.mean(list(by_group.values()), axis=0), 2)
            rows += _effect({"title": ALL, "benchmark": None, "comparable": None, "stat": "z", **names}, x, y)
    for place in {(row["title"], row["comparable"]) for row in rows}:
        _adjust([row for row in rows if (row["title"], row["comparable"]) == place])
    return rows


def _adjust(rows: Sequence[dict[str, Any]]) -> None:
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]).tolist() if rows else (), strict=True):
        row["p_holm"] = adjusted


def _effect(row: dict[str, Any], x: Numbers, y: Numbers, sign: float = 1.0) -> list[dict[str, Any]]:
    effect, both = paired_effect(x, y), np.isfinite(x + y)
    if effect is None:
        return []
    means = {"mean_first": float(sign * x[both].mean()), "mean_second": float(sign * y[both].mean())}
    found = {name: value for name, value in effect._asdict().items() if name != "mean_difference"}
    return [{**row, **means, "difference": effect.mean_difference, **_ends("d_z", found)}]


def _ends(main: str, found: dict[str, Any]) -> dict[str, Any]:
    return {f"{main}_{name}" if name in ("low", "high") else name: value for name, value in found.items()}


def _shares(suite: Suite, scores: LevelScores) -> VarianceShares | str:
    """Of the variance of scores of items, over models that have a score under every level; or why there are none."""
    if scores.cells is None:
        return NESTED
    cells = scores.cells[np.isfinite(scores.scores).all(axis=1)]
    if len(cells) < 2:
        return TOO_LITTLE
    found = {place: suite.responses(place) for place in np.unique(cells[:, :, 1]).tolist()}
    saved = {place: dict(zip(own.items, own.by_item.T, strict=True)) for place, own in found.items() if own}
    if len(saved) < len(found):
        return UNSAVED
    items, missing = dict.fromkeys(chain(*saved.values())), np.full(len(suite.models), np.nan)
    by_column = {place: np.stack([own.get(item, missing) for item in items]) for place, own in saved.items()}
    table = np.array([[by_column[place][:, row] for row, place in unit] for unit in cells.tolist()]).swapaxes(1, 2)
    readable = np.isfinite(table).any(axis=1).all(axis=1)  # a model whose file is damaged would cost all items
    return variance_shares(table[readable]) or (TOO_LITTLE if readable.all() else UNSAVED)


def _shares_table(found: Sequence[tuple[LevelScores, VarianceShares | str]], by: str, units: str) -> Table:
    titles = [source.replace("models", units).replace("factor", by).replace(" x ", "×") for source in SOURCES]
    rows = []
    for scores, shares in found:
        row = {**scores.place, "problem": shares if isinstance(shares, str) else None}
        if isinstance(shares, str):
            row["items_n"] = Undefined(shares)
        else:
            row |= {"models_n": shares.n_models, "items_n": shares.n_items, "items_left_out": shares.items_left_out}
            row |= zip(SHARES, shares.shares, strict=True)
        rows.append(row)
    of_variance = (Column(key, title, percent()) for key, title in zip(SHARES, titles, strict=True))
    columns = (TITLE, *of_variance, Column("items_n", "number of items", count), *numbers(count, "items_left_out"))
    return Table("shares", columns, rows, "Shares of variance of scores of items, in %")


@dataclass(frozen=True)
class GroupOptions(DeclaredOptions):
    """Which models are of one group."""

    groups: str = option("", "file with the columns model and group; without it groups are the models' makers")


@analysis("groups", title="Groups of models")
def groups(suite: Suite, options: GroupOptions) -> Iterator[Table]:
    """The composite between groups of models, every two, by the Mann-Whitney test."""
    found = z_scores(suite.oriented[:, suite.primary], [suite.benchmarks[at] for at in suite.primary], ~suite.baselines)
    if found.problem:
        raise NothingToSay(found.problem)
    models, notes = np.array(suite.models)[suite.pool].tolist(), list[str]()
    named = {model: model.partition("/")[0] for model in models if "/" in model}
    if options.groups:
        rows, notes = model_rows(options.groups, models, [GROUP])
        named = {model: str(row[GROUP]).strip() for model, (_, row) in rows.items()}
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

    first: str = option("", "name of a model, or how just one name ends")
    second: str = option("", "name of another model")


@analysis("compare", title="Two models", in_report=False)
def compare(suite: Suite, options: CompareOptions) -> Iterator[Table]:
    """Two models over the items that both answered: paired differences, positive where the first is better.

    A difference is tested by Wilcoxon's signed-rank test where the scores of both models count.
    """
    if not (options.first and options.second):
        raise BadArguments(f"expected two models, first and second; there are {listed(suite.models)}")
    first, second = suite.find_model(options.first), suite.find_model(options.second)
    if first == second:
        raise BadArguments(f"expected two models, first and second, got {quoted(first)} twice")
    at = [suite.models.index(first), suite.models.index(second)]
    rows: list[dict[str, Any]] = []
    for place, column in enumerate(suite.columns):
        responses = suite.responses(place)
        x, y = responses.by_item[at] * column.sign if responses else np.full((2, 1), np.nan)
        if responses is None or not (items := int(np.isfinite(x - y).sum())):
            continue
        reasons = [
            f"{suite.models[own]}: {suite.uncounted[own, place]}" for own in at if (own, place) in suite.uncounted
        ]
        row: dict[str, Any] = {"title": column.title, "benchmark": column.benchmark, "items": items, "p_holm": None}
        row |= {"difference": float(np.nanmean(x - y)), "uncounted": "; ".join(reasons), "untested": None}
        row["caution"] = "" if responses.are_means(suite.scores[:, place])[:, at].any(axis=0).all() else NO_MEAN
        if not reasons and (effect := paired_effect(y, x)):
            row |= {"d_z": effect.d_z, "d_z_low": effect.low, "d_z_high": effect.high, "p": effect.wilcoxon_p}
        else:
            same = "the difference is the same on all items" if items > 1 else "at least two items are needed"
            row["untested"] = "a score does not count" if reasons else same
            row |= dict.fromkeys(("d_z", "d_z_low", "d_z_high", "p"), Undefined(row["untested"]))
        rows.append(row)
    if not rows:
        raise NothingToSay(f"{first} and {second} have no item of which both have a score")
    _adjust([row for row in rows if not row["untested"]])
    counting = [row["difference"] > 0 for row in rows if not row["uncounted"]]
    note = f"{first} is above {second} on {sum(counting)} of {counted(len(counting), 'column')} that count. "
    note += "d_z has the interval; p: Wilcoxon's signed-rank test over items."
    names = {"first": first, "second": second}
    yield Table("compare", COMPARED, rows, f"{first} and {second}", names, [note])


@dataclass(frozen=True)
class ShiftOptions(DeclaredOptions):
    """Of which columns the second composite is."""

    second: str = option("", "benchmarks or titles, joined by +; the first composite is of the other main columns")


@analysis("rank_shifts", title="Ranks under two composites", in_report=False)
def rank_shifts(suite: Suite, options: ShiftOptions) -> Iterator[Table]:
    """Each model's place under two composites, over the models that have both; the largest rise first.

    A composite is the mean of z-scores over its columns, as in the overall ranking (Beaty et al. 2026, appendix L).
    """
    if not options.second:
        raise BadArguments("expected the columns of the second composite, such as dat+rat")
    second = [suite.find_columns(name.strip())[0] for name in options.second.split("+")]
    first = [place for place in suite.primary if place not in second]
    z = standardised(suite.oriented, suite.pool, LEAST_MODELS)
    first, second = ([place for place in some if np.isfinite(z[:, place]).any()] for some in (first, second))
    scores = np.stack([overall(z[:, some]) for some in (first, second)])
    rows = np.flatnonzero(np.isfinite(scores).all(axis=0) & suite.pool)
    found = spearman(*scores[:, rows]) if len(rows) > 2 else None
    if found is None:
        raise NothingToSay(f"{len(rows)} models have both composites: expected at least 4 that differ in both")
    ranks = ranks_from_top(scores[:, rows]).above + 1
    values = {"first_z": scores[0, rows], "first_rank": ranks[0], "second_z": scores[1, rows], "second_rank": ranks[1]}
    values["shift"] = ranks[0] - ranks[1]
    made = [
        {"model": suite.models[rows[at]], **{key: some[at].item() for key, some in values.items()}}
        for at in np.argsort(-values["shift"], kind="stable")
    ]
    facts = {"first": listed(suite.columns[at].title for at in first)}
    facts |= {"second": listed(suite.columns[at].title for at in second)}
    facts |= {"spearman": f"{correlation(2)(found.r)} over {len(rows)} models"}
    note = "Ranks are among the models that have both composites. A positive shift is a gain of places in the second."
    plot = Plot("scatter", "model", "first_z", "second_z", caption="Models under two composites")
    yield Table("rank_shifts", SHIFTS, made, "Ranks under two composites", facts, [note], plot=plot)
