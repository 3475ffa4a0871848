"""Samples of people beside models: in which column each belongs, its mean and spread, and where models stand in it.

People are no language model: they have no rank, set no scale and are in no composite.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.card import Norm
from helm_creativity.benchmark.follow_ups import transcript_in
from helm_creativity.benchmark.names import SCORE
from helm_creativity.benchmark.norms import human_percentile
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.people.sample import PeopleSample, named
from helm_creativity.people.statistics import PersonStatistics, SampleStatistics
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.uncertainty import mean_interval
from helm_creativity.results.analyses import analysis
from helm_creativity.results.estimates import LEVEL
from helm_creativity.results.norms import differing_parts
from helm_creativity.results.numbers import (
    between,
    correlation,
    count,
    fixed,
    percent,
    reason_title,
)
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, Tables, or_undefined

TIE = 1e-12
"""Scores that lie no further apart are equal."""
NO_SAMPLES = "no sample of people was given"
NOBODY = "no participant has a score"
NOT_STATED = "not stated"


class PeopleScores(NamedTuple):
    """The scores of a sample of people in the stat of a column.

    ``values``, shape (n,), are the means of the participants who have one; ``stats`` have the names that runs have for
    them, None where undefined; ``other_items`` says how the items of people and of models differ, "" for not.
    """

    sample: PeopleSample
    values: Numbers
    stats: Mapping[str, float | None]
    lower_is_better: bool = False
    other_items: str = ""

    def title(self, *, alone: bool) -> str:
        """``people (n = 212)``, with the sample's name where others stand beside it; n have a score."""
        return f"people ({'' if alone else f'{self.sample.name}, '}n = {len(self.values):,})"

    def percentile(self, score: float) -> float | None:
        """Share of participants that a score surpasses, ties counting half; None where nobody has a value."""
        ahead = (score - self.values) * (-1.0 if self.lower_is_better else 1.0)
        return float(np.where(np.abs(ahead) <= TIE, 0.5, ahead > 0).mean()) if len(ahead) else None


def sample_scores(
    sample: PeopleSample, stat: str = SCORE, lower_is_better: bool = False, model_items: Collection[str] = ()
) -> PeopleScores:
    """The scores of a sample in a stat, beside models that responded to some items; sd is between participants."""
    values = np.array(list(sample.by_participant(stat).values()), dtype=np.float64)
    n, own, others = len(values), set(sample.items), set(model_items)
    sd = float(values.std(ddof=1)) if n > 1 else None
    interval = mean_interval(values, np.arange(n), LEVEL) if n > 1 else None
    low, high, _ = interval or (None, None, "")
    has = [response.value(stat) is not None for response in sample.responses]
    stats: dict[str, float | None] = {
        "score": float(values.mean()) if n else None,
        "score_se": None if sd is None else sd / sqrt(n),
        "low": low,
        "high": high,
        "sd": sd,
        "valid_rate": sum(has) / len(has) if has else 0.0,
        "num_instances": len(own),
        "num_answers": len(has),
    }
    counts = f"people responded to {len(own):,}, models to {len(others):,}, both to {len(own & others):,}"
    apart = f"{sample.name}: percentiles are not of the same items: {counts}" if others and own != others else ""
    return PeopleScores(sample, values, stats, lower_is_better, apart)


def people_in_columns(suite: Suite, problems: list[str] | None = None) -> dict[int, list[PeopleScores]]:
    """The samples of people of a suite by place of the column; a sample may belong in several.

    ``problems`` takes a line for each that belongs in none.
    """
    counts = Counter((sample.name, sample.benchmark) for sample in suite.people)
    if twice := [sample for sample in suite.people if counts[sample.name, sample.benchmark] > 1]:
        raise BadArguments(f"expected every sample of people once, got {named(twice)}; rename one or leave it out")
    found: dict[int, list[PeopleScores]] = defaultdict(list)
    for sample in suite.people:
        differences = []
        for place, column in enumerate(suite.columns):
            if column.group != sample.group:
                continue
            differences.append(differing_parts(sample.comparable, column.comparable))
            if not differences[-1]:
                responses = suite.responses(place)
                items = responses.items if responses else ()
                found[place].append(sample_scores(sample, column.stat, column.lower_is_better, items))
        if problems is not None and all(differences):
            nearest = min(differences, key=len, default={})
            parts = "; ".join(f"{name} (people {value}, models {other})" for name, (value, other) in nearest.items())
            why = f"no scores of models are comparable; the nearest differ in {parts}"
            why = why if differences else f"no run of these suites measures {sample.benchmark}"
            problems.append(f"people, {named([sample])}: {why}")
    return dict(sorted(found.items()))


def percentile_columns(
    people: Sequence[PeopleScores], norm: Norm | None, *, lower_is_better: bool = False
) -> list[tuple[Column, Callable[[float], float | None]]]:
    """A column for each sample and for the norm that has quantiles, with which share of people a score surpasses."""
    found: list[tuple[Column, Callable[[float], float | None]]] = []
    for person in people:
        whom = "people" if len(people) == 1 else person.sample.name
        key = f"percentile_in_{person.sample.folder_name}"
        found.append((Column(key, f"percentile in {whom}", percent()), person.percentile))
    if norm:
        sign = -1 if lower_is_better else 1
        quantiles = sorted(sign * value for value in norm.quantiles)
        column = Column("percentile_of_norm", "percentile of the norm" if people else "percentile of people", percent())
        found.append((column, lambda score: human_percentile(sign * score, quantiles) / 100))
    return found


def rating_count(sample: PeopleSample) -> int:
    """How many ratings by judges its responses have."""
    try:
        transcripts = [transcript_in(response.annotations) for response in sample.responses]
        replies = [reply for transcript in filter(None, transcripts) for reply in transcript.judge_replies]
    except ValueError as error:
        raise FileProblem(f"people, {named([sample])}: the ratings of a response: {error}") from error
    return sum(reading.value is not None for reply in replies for reading in reply.readings.values())


@dataclass(frozen=True)
class PeopleOptions(DeclaredOptions):
    """Of the analysis ``people``."""

    participants: bool = option(False, "add a table of every participant")


_SAMPLE = (Column("sample", "people", left=True), Column("title", "benchmark", left=True))
_PEOPLE = (
    *_SAMPLE,
    *(Column(name, name, count) for name in ("participants", "items", "responses", "ratings")),
    Column("scored", "scored", percent()),
    Column("mean", "mean", fixed(3), mark="main"),
    Column("interval", "95 % interval", between(fixed(3)), of=("low", "high")),
    Column("sd", "SD between participants", fixed(3)),
)
_PERCENTILES = (
    *_SAMPLE,
    Column("model", "model", left=True),
    Column("score", "score", fixed(3)),
    Column("percentile", "percentile", percent(), mark="main"),
)
_PARTICIPANTS = (
    *_SAMPLE,
    Column("participant", "participant", left=True),
    Column("responses", "responses", count),
    Column("score", "score", fixed(3)),
    Column("failures", "responses without a score", left=True),
)


@analysis("people", title="People beside models")
def people(suite: Suite, options: PeopleOptions) -> Iterator[Table]:
    """Samples of people in the columns whose settings are theirs, and the share of participants that a model surpasses.

    Ties count half. Percentiles are of the scores that count; people have no rank and are in no composite.
    """
    problems: list[str] = []
    found = people_in_columns(suite, problems)
    if not found:
        raise NothingToSay("; ".join(problems) or NO_SAMPLES)
    notes: dict[str, None] = {}
    rows, among, everyone = list[Any](), list[Any](), list[Any]()
    for place, person in ((place, person) for place, some in found.items() for person in some):
        sample, stats, column = person.sample, person.stats, suite.columns[place]
        where = {"sample": sample.name, "title": column.title}
        terms = {"licence": sample.licence or NOT_STATED, "consent": sample.consent or NOT_STATED}
        notes[f"{sample.name}: licence {terms['licence']}; consent: {terms['consent']}"] = None
        if person.other_items:
            notes[f"{column.title}: {person.other_items}"] = None
        lacking = "too few participants have a score, or all have the same" if len(person.values) else NOBODY
        values = {
            "participants": len(sample.participants),
            "items": stats["num_instances"],
            "responses": stats["num_answers"],
            "ratings": rating_count(sample),
            "scored": stats["valid_rate"],
            "mean": or_undefined(stats["score"], NOBODY),
            **{name: or_undefined(stats[name], lacking) for name in ("low", "high", "sd")},
        }
        rows.append({**where, "benchmark": sample.benchmark, **values, **terms})
        among += [
            {**where, "model": model, "score": score, "percentile": or_undefined(person.percentile(score), NOBODY)}
            for row, (model, score) in enumerate(zip(suite.models, suite.scores[:, place].tolist(), strict=True))
            if isfinite(score) and (row, place) not in suite.uncounted
        ]
        everyone += [{**where, **row} for row in _participants(sample, column.stat)]
    yield Table("people", _PEOPLE, rows, "Samples of people", notes=[*notes, *problems])
    if among:
        yield Table("percentiles", _PERCENTILES, among, "Models among people")
    if options.participants:
        yield Table("participants", _PARTICIPANTS, everyone, "Participants")


def _participants(sample: PeopleSample, stat: str) -> Iterator[dict[str, Any]]:
    means, reasons = sample.by_participant(stat), defaultdict[str, list[str]](list)
    for response in sample.responses:
        reasons[response.participant].append(response.failure_reason)
    for name, some in reasons.items():
        lost = Counter(filter(None, some))
        failures = ", ".join(f"{reason_title(why)} {n:,}" for why, n in lost.most_common())
        counts = {"responses": len(some), "failures": failures, "unscored": lost.total()}
        yield {"participant": name, "score": means.get(name), **counts}


_STATISTICS = (
    Column("name", "statistic", left=True),
    Column("n", "people", count),
    Column("mean", "mean", fixed(3), mark="main"),
    Column("sd", "SD", fixed(3)),
    Column("complete", "on all items", count),
    *(Column(name, f"{letter} over items", correlation()) for name, letter in (("alpha", "α"), ("omega", "ω"))),
    Column("r_fluency", "r with fluency", correlation()),
)
_RATERS = (
    Column("dimension", "dimension", left=True),
    Column("by", "rated by", left=True),
    Column("about", "ratings of", left=True),
    *(Column(name, name, count) for name in ("raters", "rated")),
    Column("complete", "by all raters", count),
    *(Column(f"icc_{k}", f"ICC({k[0]},k)", correlation()) for k in ("2k", "3k")),
)
_PERSONS = (
    Column("participant", "participant", left=True),
    Column("items", "items", count),
    *(Column(name, name, fixed(2)) for name in PersonStatistics._fields[2:]),
)


def statistics_tables(found: SampleStatistics, *, participants: bool = False) -> Tables:
    """What studies report of a sample: statistics, agreement of raters, and on request a row per participant."""
    facts = {"sample": found.name, "benchmark": found.benchmark, "embedding": found.embedding}
    facts |= {"scored_by": found.scored_by, "likeness": found.likeness}
    under = f" under {found.embedding}" if found.embedding else ""
    rows, raters = ([_with_reasons(row._asdict()) for row in some] for some in (found.statistics, found.raters))
    of_ideas = f"scores of ideas: {found.scored_by or 'none'}; top: mean of the {found.top} highest"
    title = f"{found.name} ({found.benchmark}{under}); {of_ideas}"
    tables = [Table("people_statistics", _STATISTICS, rows, title, facts)]
    tables += [Table("people_raters", _RATERS, raters, "Agreement of raters", facts)] if raters else []
    tables += [Table("people_participants", _PERSONS, found.people, "Participants", facts)] if participants else []
    return Tables(tables)


def _with_reasons(row: dict[str, Any]) -> dict[str, Any]:
    reasons = row.pop("problems")
    return {name: or_undefined(value, reasons.get(name, "")) for name, value in row.items()}
