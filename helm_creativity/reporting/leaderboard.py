"""The leaderboard of suites: one table per benchmark, comparable settings and number of items."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from helm_creativity.core.comparability import NOT_SENT, TEMPERATURE, TRIALS
from helm_creativity.core.pooling import is_baseline
from helm_creativity.people.sample import PeopleSample
from helm_creativity.psychometrics.composites import DECIDING, LEAST_SCORED, score_caution, uncounted
from helm_creativity.psychometrics.group_comparison import GATE_ALPHA
from helm_creativity.reporting.norms import norm_text
from helm_creativity.reporting.people import (
    beside_score,
    participants_table,
    people_table,
    percentile_columns,
    row_title,
)
from helm_creativity.reporting.reasons import shares_text
from helm_creativity.reporting.tables import Column, Table, Undefined, count, counted, fixed, percent
from helm_creativity.results.gate import Gate, gate_stat, gates, untested
from helm_creativity.results.norms import norms_for
from helm_creativity.results.options import check_share
from helm_creativity.results.people import PeopleScores, people_scores, placed
from helm_creativity.results.submetrics import RATES
from helm_creativity.results.suite import Run, split_by_items

SETTINGS = "comparable_settings"
NOTHING_SCORED = "no response could be scored"
NEVER_PASSED = "no temperature passes the gate"
_JUDGED = (
    Column("judge_coverage", "judge coverage", percent()),
    Column("judges_left_out", "self-judging excluded", count),
)
_UNSCORED = Column("unscored", "no score because", left=True)
_UNCOUNTED = Column("uncounted", "does not count because", left=True)
_CAUTION = Column("caution", "caution", left=True)
_GATE = (
    Column("model", "model", left=True),
    Column("novelty", "novelty where passed", fixed(2)),
    Column("temperature", "temperature", "{:g}".format),
    Column("adjusted_p", "adjusted p", "{:.2g}".format),
    Column("passes", "passes", lambda passes: "yes" if passes else "no"),
)


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

    Scores that do not count stand below the others, with the reason, and models without a score last. A score that
    leaves out many words, or whose responses repeat one text, has a caution. People stand below all models.

    Args:
        runs: of one or several suites.
        shown: how the comparable settings are printed; see ``short_key``.
        least_scored: share of scored responses from which a score counts.
        norms: whether the notes of a table give the norms of people that hold for its settings.
        people: samples, each of which stands in the tables whose settings are its own.
        participants: whether to have a table of the participants of every sample, too.
        problems: gets a line for every sample that stands in no table.

    Raises:
        BadArguments: for a p-value of the gate that is none, a floor that is no share, or a sample that is given twice.
        FileProblem: for ratings of a sample that cannot be read.
    """
    check_share(least_scored)
    all_runs = list(runs)
    groups = split_by_items(all_runs, lambda run: (run.group, run.comparable))
    beside = placed(people, {place: place[0] for place in groups}, [] if problems is None else problems)
    tables: list[Table] = []
    for place, alike in sorted(groups.items(), key=lambda item: item[0][0]):
        (group, key), items = place
        title = f"{group} ({_items(alike[0])})" if items else group
        notes = [norm_text(norm) for norm in norms_for(group, key)] if norms else []
        of_people = people_scores(beside.get(place, ()))
        table = _table(group, shown(key) + items, alike, title, least_scored, notes, of_people)
        tables += [table, *_people_tables(table, of_people, _decimals(alike), participants)]
    tables += _gate_tables(gates(all_runs), shown)
    lacking = [f"no test for the gate: {run.name}" for run in untested(all_runs)]
    return [*tables, *([Table("notes", notes=lacking)] if lacking else [])]


def _people_tables(table: Table, people: Sequence[PeopleScores], decimals: int, participants: bool) -> Iterator[Table]:
    """Who stands beside the models of a table."""
    if people:
        yield people_table(people, decimals, f"{table.title}: people", table.facts)
    if people and participants:
        yield participants_table(people, decimals, f"{table.title}: participants", table.facts)


def _items(run: Run) -> str:
    return "unknown number of items" if run.items is None else counted(run.items, "item")


def _decimals(runs: Iterable[Run]) -> int:
    return 2 if any(abs(run.stats.get("score", 0.0)) > 2 for run in runs) else 4


def _table(
    group: str,
    key: str,
    runs: Sequence[Run],
    title: str,
    least_scored: float,
    norms: Sequence[str],
    people: Sequence[PeopleScores],
) -> Table:
    decimals = _decimals(runs)
    why = dict(zip((run.name for run in runs), _uncounted(runs, least_scored), strict=True))
    ranked = sorted(
        runs,
        key=lambda run: ("score" not in run.stats, why[run.name] != "", -run.stats.get("score", 0.0), run.model),
    )
    judged = _JUDGED if any("judge_coverage" in run.stats for run in runs) else ()
    stats = (
        Column("score", "score", fixed(decimals)),
        Column("score_se", "± se", fixed(decimals)),
        Column("score_failures_as_zero", "score (failures = 0)", fixed(decimals)),
        Column("valid_rate", "scored", percent()),
        Column("num_instances", "items", count),
        Column("num_answers", "responses", count),
        *judged,
    )
    unscored = [shares_text({reason: run.stats.get(name, 0.0) for reason, name in RATES.items()}) for run in ranked]
    uncounted = [why[run.name] for run in ranked]
    cautions = [score_caution(run.stats) for run in ranked]
    explained = {_UNSCORED: unscored, _UNCOUNTED: uncounted, _CAUTION: cautions}
    explained = {column: texts for column, texts in explained.items() if any(texts)}
    made = [_provenance(run) for run in ranked]
    names = tuple(dict.fromkeys(name for provenance in made for name in provenance))
    differences = [_difference(run, ranked) for run in ranked]
    repeated = [Column("differs_in", "differs in", left=True)] if any(differences) else []
    rows = [
        (
            run.model,
            *([difference] if repeated else []),
            *(_stat(run, column.key) for column in stats),
            *(texts[place] for texts in explained.values()),
            *(_percentile(run, person, why[run.name]) for person in people),
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
        *percentile_columns(people),
        Column("run", "run", left=True, in_text=False),
        Column("provenance", "provenance", partial(_pairs, names), left=True, parts=names, in_text=False),
    )
    notes = [*_notes(ranked), *norms]
    below = [_people_row(person, columns, alone=len(people) == 1) for person in people]
    return Table("leaderboard", columns, rows, title, {"benchmark": group, SETTINGS: key}, notes, below)


def _percentile(run: Run, people: PeopleScores, uncounted: str) -> float | None:
    """Where the score of a run stands within a sample; nowhere without a score that counts."""
    score = None if uncounted else run.stats.get("score")
    return None if score is None else people.percentile(score)


def _people_row(people: PeopleScores, columns: Sequence[Column], *, alone: bool) -> tuple[Any, ...]:
    """A sample under the columns of models, of which it has some."""
    named = {"model": row_title(people, alone), "score": people.mean, "score_se": people.se}
    values = {**named, **beside_score(people)}
    return tuple(values.get(column.key, "" if column.left and not column.parts else None) for column in columns)


def _notes(runs: Sequence[Run]) -> list[str]:
    """What of the provenance a reader of the scores must know."""
    models = dict.fromkeys(run.model for run in runs if run.provenance.get(TEMPERATURE) == NOT_SENT)
    return [f"no temperature was sent to {', '.join(models)}: the provider's own applies"] if models else []


def _uncounted(runs: Sequence[Run], least_scored: float) -> tuple[str, ...]:
    """Why the scores of some runs do not count, "" for those that do or that are none."""
    stats = {name: [run.stats.get(name, math.nan) for run in runs] for name in DECIDING}
    gated = any(gate_stat(run.group) in run.stats for run in runs)
    reasons = uncounted(stats, [is_baseline(run.model) for run in runs], least_scored, gated=gated)
    return tuple(why if "score" in run.stats else "" for run, why in zip(runs, reasons, strict=True))


def _provenance(run: Run) -> dict[str, str]:
    """How a score was made, where that does not keep it from being compared."""
    return {**run.provenance, TRIALS: str(run.settings.get(TRIALS, 1))}


def _difference(run: Run, runs: Sequence[Run]) -> str:
    """What sets a run apart from others of its model; "" where it is the only one."""
    own, others = _made(run), [_made(other) for other in runs if other.model == run.model]
    names = [name for name in own if any(other.get(name) != own[name] for other in others)]
    return _pairs(names, [own[name] for name in names])


def _made(run: Run) -> dict[str, str]:
    """Everything by which a reader can tell runs of one model apart: their arguments, deployment and provenance."""
    provenance = _provenance(run)
    arguments = dict(part.partition("=")[::2] for part in run.name.partition(":")[2].split(","))
    return {**provenance, "deployment": run.deployment, **arguments, **provenance}


def _pairs(names: Sequence[str], texts: Sequence[str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in zip(names, texts, strict=True) if text)


def _stat(run: Run, name: str) -> float | int | Undefined | None:
    value = run.stats.get(name)
    if value is None:
        return Undefined(NOTHING_SCORED) if name == "score" and run.stats.get("valid_rate") == 0 else None
    return round(value) if name.startswith(("num_", "judges_")) else value


def _gate_tables(found: Iterable[Gate], shown: Callable[[str], str]) -> Iterator[Table]:
    for (group, settings), family in groupby(found, key=lambda gate: (gate.group, gate.settings)):
        rows: list[tuple[Any, ...]] = []
        for gate in family:
            novelty = Undefined(NEVER_PASSED) if gate.score is None else gate.score
            rows += [(gate.model, novelty, t, p, gate.passed[t]) for t, p in gate.adjusted.items()]
        title = f"{group}: gate, Benjamini-Hochberg over the models of a temperature, α = {GATE_ALPHA:g}"
        yield Table("gate", _GATE, rows, title, {"benchmark": group, SETTINGS: shown(settings)})
