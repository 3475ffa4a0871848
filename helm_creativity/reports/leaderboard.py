"""The leaderboard of suites: one table per benchmark, comparable settings and number of items."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from helm_creativity.core.comparability import NOT_SENT, TEMPERATURE, TRIALS
from helm_creativity.core.names import SCORE
from helm_creativity.core.natural_order import natural_key
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.people.sample import PeopleSample
from helm_creativity.psychometrics.agreement import spearman_pairs
from helm_creativity.psychometrics.composites import LEAST_SCORED
from helm_creativity.reports.across import tables_below_leaderboard
from helm_creativity.reports.norms import norm_text, percentile_note
from helm_creativity.reports.people import (
    Within,
    beside_score,
    participants_table,
    people_table,
    percentiles,
    row_title,
    within_people,
)
from helm_creativity.reports.reasons import shares_text
from helm_creativity.results.all_items import CASES, HOW
from helm_creativity.results.comparable import (
    ComparableGroup,
    all_comparable_groups,
    arguments_apart,
    column_titles,
)
from helm_creativity.results.norms import norm_with_quantiles, norms_for
from helm_creativity.results.numbers import correlation, count, fixed, percent, score_decimals
from helm_creativity.results.options import check_share
from helm_creativity.results.people import PeopleScores, placed
from helm_creativity.results.rescoring import CORRECTION, MADE_OF, RAW_SCORE, REFERENCE
from helm_creativity.results.runs import SPLIT, Run
from helm_creativity.results.samples import item_scores
from helm_creativity.results.shipped_baselines import (
    SHIPPED,
    SHIPPED_NOTE,
    ShippedBaseline,
    shipped_baselines,
)
from helm_creativity.results.standing import standings
from helm_creativity.results.study import AllItems, ScoreColumn
from helm_creativity.results.submetrics import RATES
from helm_creativity.results.table import Column, Table, Undefined
from helm_creativity.safe_text import counted, listed

SETTINGS = "comparable_settings"
NOTHING_SCORED = "no response could be scored"
_JUDGED = (
    Column("judge_coverage", "judge coverage", percent()),
    Column("judges_left_out", "self-judging excluded", count),
)
_ALL_ITEMS = (
    ("score_all_items", "score (all items)"),
    ("score_all_items_se", "± se (all items)"),
    ("all_items_low", "worst case"),
    ("all_items_high", "best case"),
)
_UNSCORED = Column("unscored", "failure reasons", left=True)
_UNCOUNTED = Column("uncounted", "does not count because", left=True, below="(*) {} does not count: {}")
_CAUTION = Column("caution", "caution", left=True, below="(!) {}: {}")


def leaderboard(
    runs: Iterable[Run],
    shown: Callable[[str], str] = str,
    least_scored: float = LEAST_SCORED,
    *,
    norms: bool = False,
    people: Sequence[PeopleSample] = (),
    participants: bool = False,
    problems: list[str] | None = None,
) -> list[Table]:
    """One table per benchmark, comparable settings and number of items, the best score first.

    The title of a table is its benchmark, with what sets it apart from the benchmark's other tables.

    Scores that do not count stand below the others, with the reason, and models without a score last. A score that
    leaves out many words, is worse than that of random nouns, or whose responses repeat one text, has a caution. People
    stand below all models, and below them the shipped baselines that the suites lack.
    """
    check_share(least_scored)
    all_runs, others = list[Run](), list[Run]()
    for run in runs:
        (all_runs if run.has_comparable_key or "score" in run.stats else others).append(run)
    if others and not all_runs:
        raise BadArguments(
            f"there is no creativity benchmark here: {_other_runs(others)}; run one in this suite, or name another "
            "suite"
        )
    groups = all_comparable_groups(all_runs)
    problems = [] if problems is None else problems
    beside = placed(
        people,
        {place: (alike.group, alike.comparable) for place, alike in enumerate(groups)},
        problems,
    )
    tables: list[Table] = []
    keys = Counter((alike.group, alike.comparable) for alike in groups)
    titles = [
        title for _, alike in groupby(groups, key=lambda alike: alike.group) for title in column_titles(list(alike))
    ]
    for place, (alike, title) in enumerate(zip(groups, titles, strict=True)):
        several = keys[alike.group, alike.comparable] > 1
        key = shown(alike.comparable) + (f"|items:{alike.items or 'unknown'}" if several else "")
        notes = [norm_text(norm) for norm in norms_for(alike.group, alike.comparable)] if norms else []
        items = _model_items(alike) if place in beside else frozenset()
        of_people = [PeopleScores(sample, model_items=items) for sample in beside.get(place, ())]
        table = _table(alike, key, title, least_scored, notes, of_people, problems)
        tables.append(table)
        if of_people:
            tables.append(people_table(of_people, _decimals(alike.runs), f"{table.title}: people", table.facts))
        if of_people and participants:
            named = f"{table.title}: participants"
            tables.append(participants_table(of_people, _decimals(alike.runs), named, table.facts))
    for table in tables_below_leaderboard(all_runs):
        settings = {SETTINGS: shown(table.facts[SETTINGS])} if SETTINGS in table.facts else {}
        tables.append(replace(table, facts={**table.facts, **settings}))
    return [*tables, *([Table("notes", notes=[f"not shown: {_other_runs(others)}"])] if others else [])]


def _model_items(alike: ComparableGroup) -> frozenset[str]:
    """Ids of the items of the models of a table; none where no file of item scores can be read, which is said once."""
    for run in alike.runs:
        with contextlib.suppress(FileProblem):
            return frozenset(item_scores(run, SCORE, SPLIT).items)
    return frozenset()


def _other_runs(runs: Sequence[Run]) -> str:
    counts = Counter(run.group or run.scenario or "unknown scenario" for run in runs)
    which = listed(f"{group} ({count:,})" for group, count in sorted(counts.items()))
    models = sorted({run.model for run in runs}, key=natural_key)
    return f"{counted(len(runs), 'run')} of {counted(len(counts), 'other scenario')}, {which}, by {listed(models)}"


def _decimals(runs: Sequence[Run]) -> int:
    return score_decimals([run.stats.get("score") for run in runs], [run.stats.get("score_se") for run in runs])


def _table(
    alike: ComparableGroup,
    key: str,
    title: str,
    least_scored: float,
    norms: Sequence[str],
    people: Sequence[PeopleScores],
    problems: list[str],
) -> Table:
    runs = alike.runs
    decimals = _decimals(runs)
    placed_runs = sorted(
        standings(alike, runs, problems.append, least_scored),
        key=lambda standing: (
            standing.score is None,
            standing.uncounted != "",
            -(standing.score or 0.0),
            natural_key(standing.run.model),
        ),
    )
    ranked = [standing.run for standing in placed_runs]
    lacking = {standing.run.name: standing.all_items for standing in placed_runs if standing.all_items}
    corrected = [run for run in ranked if run.corrected]
    judged = _JUDGED if any("judge_coverage" in run.stats for run in runs) else ()
    further = list(_ALL_ITEMS) if lacking else []
    further += [(RAW_SCORE, "raw score")] if corrected else []
    stats = (
        Column("score", "score", fixed(decimals)),
        Column("score_se", "± se", fixed(decimals)),
        *(Column(key, title, fixed(decimals)) for key, title in further),
        Column("score_failures_as_zero", "score (failures = 0)", fixed(decimals)),
        Column("valid_rate", "scored", percent()),
        Column("num_instances", "items", count),
        Column("num_answers", "responses", count),
        *judged,
    )
    unscored = [shares_text({reason: run.stats.get(name, 0.0) for reason, name in RATES.items()}) for run in ranked]
    uncounted = [standing.uncounted for standing in placed_runs]
    cautions = [standing.caution for standing in placed_runs]
    explained = {_UNSCORED: unscored, _UNCOUNTED: uncounted, _CAUTION: cautions}
    shipped = shipped_baselines(alike.group, alike.comparable, alike.items, {run.model for run in runs})
    below_rows = {_UNCOUNTED: [baseline.uncounted for baseline in shipped]}
    explained = {column: texts for column, texts in explained.items() if any(texts) or any(below_rows.get(column, []))}
    norm = norm_with_quantiles(alike.group, alike.comparable)
    within = within_people(people, norm)
    made = [_provenance(run) for run in ranked]
    names = tuple(dict.fromkeys(name for provenance in made for name in provenance))
    differences = [_difference(run, ranked) for run in ranked]
    repeated = [Column("differs_in", "differs in", left=True)] if any(differences) else []
    rows = [
        (
            run.model,
            *([difference] if repeated else []),
            *_cells(_stats(run, lacking.get(run.name)), stats),
            *(texts[place] for texts in explained.values()),
            *percentiles(within, run.stats.get("score"), uncounted[place]),
            run.name,
            [how.get(name, "") for name in names],
        )
        for place, (run, how, difference) in enumerate(zip(ranked, made, differences, strict=True))
    ]
    columns = (
        Column("model", "model", left=True),
        *repeated,
        *stats,
        *explained,
        *(among.column for among in within),
        Column("run", "run", left=True, in_text=False),
        Column("provenance", "provenance", partial(_pairs, names), left=True, parts=names, in_text=False),
    )
    over_all = [f"ordered by the score over all items: {HOW}", f"worst and best case: {CASES}"] if lacking else []
    placing = [percentile_note(norm), *(text for text in norms if text != norm_text(norm))] if norm else norms
    unset = dict.fromkeys(run.model for run in ranked if run.provenance.get(TEMPERATURE) == NOT_SENT)
    notes = [
        *[f"no temperature was sent to {', '.join(unset)}: the provider's default applies"] * bool(unset),
        *filter(None, [correction_note(corrected)]),
        *over_all,
        *placing,
        *([SHIPPED_NOTE] if shipped else []),
    ]
    below: list[dict[str, Any]] = [
        {"model": row_title(person, len(people) == 1), "score": person.mean, "score_se": person.se}
        | beside_score(person)
        for person in people
    ]
    below += [_shipped_values(baseline, within) for baseline in shipped]
    totals = [_cells(values, columns) for values in below]
    return Table("leaderboard", columns, rows, title, {"benchmark": alike.group, SETTINGS: key}, notes, totals)


def correction_note(runs: Sequence[Run]) -> str:
    """How corrected scores of one table were made, with what ``correction_facts`` says; "" without a run."""
    return ". ".join([MADE_OF[runs[0].comparable_parts[CORRECTION]], *correction_facts(runs)]) if runs else ""


def correction_facts(runs: Sequence[Run]) -> list[str]:
    """The reference judge of one table's corrected scores, and how models' order agrees with that of raw scores."""
    judges = dict.fromkeys(run.provenance[REFERENCE] for run in runs if REFERENCE in run.provenance)
    pairs = [(run.stats[RAW_SCORE], run.stats["score"]) for run in runs if {RAW_SCORE, "score"} <= run.stats.keys()]
    return [*(f"Reference judge: {judge}" for judge in judges), *raw_order(pairs)]


def reference_lines(columns: Iterable[ScoreColumn]) -> list[str]:
    """The reference judge of each column of calibrated scores."""
    judges = {column.title: column.provenance[REFERENCE] for column in columns if REFERENCE in column.provenance}
    return [f"reference judge of {title}: {', '.join(names)}" for title, names in judges.items()]


def raw_order(pairs: Sequence[tuple[float, float]], what: str = "scores") -> list[str]:
    """How the order of models by corrected numbers agrees with that by raw ones; [] where nothing can be said."""
    rho = spearman_pairs(pairs)[0].rho if len(pairs) > 1 else None
    over = f"over {counted(len(pairs), 'model')}"
    return [] if rho is None else [f"Spearman's ρ with raw {what}: {correlation(3)(rho)} {over}"]


def _shipped_values(baseline: ShippedBaseline, within: Sequence[Within]) -> dict[str, Any]:
    standing = percentiles(within, baseline.score, baseline.uncounted)
    named = {"model": f"{baseline.baseline} ({SHIPPED})", "uncounted": baseline.uncounted}
    shares = {among.column.key: share for among, share in zip(within, standing, strict=True)}
    stats = {name: _whole(name, value) for name, value in baseline.stats.items()}
    return {**stats, **named, **shares}


def _cells(values: Mapping[str, Any], columns: Sequence[Column]) -> tuple[Any, ...]:
    return tuple(values.get(column.key, "" if column.left and not column.parts else None) for column in columns)


def _provenance(run: Run) -> dict[str, str]:
    """How a score was made, where that does not keep it from being compared."""
    return {**run.provenance, TRIALS: str(run.settings.get(TRIALS, 1))}


def _difference(run: Run, runs: Sequence[Run]) -> str:
    others = [other for other in runs if other.model == run.model]
    in_name = arguments_apart([run.name, *(other.name for other in others)])[0]
    own, made = _made(run), [_made(other) for other in others]
    apart = [name for name in own if any(other.get(name) != own[name] for other in made)]
    return ", ".join(
        [
            *(f"{name}={own[name]}" for name in apart if own[name]),
            *(argument for argument in in_name if argument.partition("=")[0] not in own),
        ]
    )


def _made(run: Run) -> dict[str, str]:
    """Everything beside its arguments by which a reader can tell runs of one model apart: deployment and provenance."""
    return {**_provenance(run), "model_deployment": run.deployment}


def _pairs(names: Sequence[str], texts: Sequence[str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in zip(names, texts, strict=True) if text)


def _stats(run: Run, known: AllItems | None) -> dict[str, Any]:
    found: dict[str, Any] = {name: _whole(name, value) for name, value in run.stats.items()}
    score, error = run.stats.get("score"), run.stats.get("score_se")
    if score is None and run.stats.get("valid_rate") == 0:
        found["score"] = Undefined(NOTHING_SCORED)
    if known is None:
        found |= {"score_all_items": score, "score_all_items_se": error}
    else:
        found |= {"score_all_items": known.score, "score_all_items_se": known.error}
        found |= {"all_items_low": known.low, "all_items_high": known.high}
    return found


def _whole(name: str, value: float) -> float | int:
    return round(value) if name.startswith(("num_", "judges_")) else value
