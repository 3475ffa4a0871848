"""Samples of people beside models: in which column each belongs, its mean and spread, and where models stand in it.

People are no language model: they have no rank, set no scale and are in no composite unless that is asked for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.core.card import Norm
from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.names import SCORE
from helm_creativity.core.norms import human_percentile
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.core.transcripts import transcript_in
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.people.sample import PeopleSample, named
from helm_creativity.people.statistics import PersonStatistics, RaterStatistics, SampleStatistics, Statistic
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.uncertainty import mean_interval
from helm_creativity.results.analyses import analysis
from helm_creativity.results.estimates import LEVEL
from helm_creativity.results.numbers import between, both_ends, correlation, count, fixed, percent, score_decimals
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.suite import ScoreColumn, Suite
from helm_creativity.results.table import Cell, Column, Table, Tables, or_undefined

TIE = 1e-12
"""Scores that lie no further apart are equal."""
NO_SAMPLES = "no sample of people was given"
NOBODY_SCORED = "no participant has a score"
NOT_STATED = "not stated"
"""In the place of a licence or a note on consent."""
REASONS: Mapping[str, str] = {"refusal": "refused", "truncation": "truncated"}
"""Words for reasons of failure whose own names do not say it."""


class PeopleScores(NamedTuple):
    """The scores of a sample of people in the stat of a column.

    Attributes:
        sample: who they are.
        values: shape (n,), the mean of each participant who has one; each counts as much.
        stats: by the names that runs have for them, None where undefined: score, the mean over participants, score_se,
            sd/√n, and the 95 % interval, low and high; valid_rate, the share of responses that have a value;
            num_instances, num_answers; and sd, between participants, of two or more.
        lower_is_better: the direction.
        other_items: how the items of people and of models differ, in a sentence; "" where they do not.
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
        """Share of participants that a score surpasses: those below it, and half of those that have just this score.

        Where less is better, those above it are surpassed. None where no participant has a value.
        """
        ahead = (score - self.values) * (-1.0 if self.lower_is_better else 1.0)
        surpassed = (ahead > TIE).sum() + (np.abs(ahead) <= TIE).sum() / 2
        return float(surpassed / len(ahead)) if len(ahead) else None

    @property
    def decimals(self) -> int:
        """Of its mean."""
        return score_decimals([self.stats["score"]], [self.stats["score_se"]])


def sample_scores(
    sample: PeopleSample, stat: str = SCORE, lower_is_better: bool = False, model_items: Collection[str] = ()
) -> PeopleScores:
    """The scores of a sample in a stat, beside models that responded to some items."""
    values = np.array(list(sample.by_participant(stat).values()), dtype=np.float64)
    n, own, others = len(values), set(sample.items), set(model_items)
    sd = float(values.std(ddof=1)) if n > 1 else None
    found = mean_interval(values, np.arange(n), LEVEL) if n > 1 else None
    has = [response.value(stat) is not None for response in sample.responses]
    stats: dict[str, float | None] = {
        "score": float(values.mean()) if n else None,
        "score_se": None if sd is None else sd / sqrt(n),
        "low": found.low if found else None,
        "high": found.high if found else None,
        "sd": sd,
        "valid_rate": sum(has) / len(has) if has else 0.0,
        "num_instances": len(own),
        "num_answers": len(has),
    }
    shared = {0: "none", 1: "one"}.get(len(own & others), f"{len(own & others):,}")
    apart = (
        f"{sample.name}: people responded to {len(own):,} and models to {len(others):,} items, and {shared} of them in "
        "both; scores and percentiles are not of the same items"
    )
    return PeopleScores(sample, values, stats, lower_is_better, apart if others and own != others else "")


def differing_parts(sample: PeopleSample, comparable: str) -> dict[str, tuple[str, str]]:
    """In what the comparable settings of a sample and of models differ: (people, models) by name of the part.

    A sample's prompts say how its responses were had, not how they were scored, and parts that only models have say how
    these were asked: neither is compared. An exception is the number of responses, which a key holds only where it
    moves the score, so that a mean over responses is another score. Of a named set of items, ``own/120@sha256:...``,
    the names must agree: the checksum of models is of what they were asked.
    """
    people, models = split_comparable_key(sample.comparable), split_comparable_key(comparable)
    found = {}
    for name in (*people, *({TRIALS} & models.keys())):
        own, other = people.get(name, "none"), models.get(name, "none")
        named_set, slash, _ = other.partition("/")
        same = own.partition("@")[0] == named_set if name == "items" and slash else own == other
        if name != "prompts" and not same:
            found[name] = own, other
    return found


def people_in_columns(suite: Suite, problems: list[str] | None = None) -> dict[int, list[PeopleScores]]:
    """The samples of people of a suite by place of the column.

    A sample may belong in several, whose models were asked in different ways. ``problems`` takes a line for each that
    belongs in none.
    """
    counts = Counter((sample.name, sample.benchmark) for sample in suite.people)
    if twice := [sample for sample in suite.people if counts[sample.name, sample.benchmark] > 1]:
        raise BadArguments(f"expected every sample of people once, got {named(twice)}; rename one or leave it out")
    found: dict[int, list[PeopleScores]] = defaultdict(list)
    for sample in suite.people:
        differences = {
            place: differing_parts(sample, column.comparable)
            for place, column in enumerate(suite.columns)
            if column.group == sample.group
        }
        for place in (place for place, parts in differences.items() if not parts):
            column, responses = suite.columns[place], suite.responses(place)
            items = responses.items if responses else ()
            found[place].append(sample_scores(sample, column.stat, column.lower_is_better, items))
        if problems is not None and all(differences.values()):
            nearest = min(differences.values(), key=len, default={})
            parts = "; ".join(f"{name} (people {value}, models {other})" for name, (value, other) in nearest.items())
            why = f"no scores of models are comparable; the nearest differ in {parts}"
            why = why if differences else f"no run of these suites measures {sample.benchmark}"
            problems.append(f"people, {named([sample])}: {why}")
    return dict(sorted(found.items()))


Percentile = Callable[[float], float | None]
"""Which share of people a score surpasses, 0 to 1."""


def percentile_columns(
    people: Sequence[PeopleScores], norm: Norm | None, *, lower_is_better: bool = False
) -> list[tuple[Column, Percentile]]:
    """A column for each sample, and one for the norm that has quantiles, with what gives a score its place there."""
    found: list[tuple[Column, Percentile]] = []
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
    ratings = 0
    for response in sample.responses:
        try:
            transcript = transcript_in(response.annotations)
            replies = transcript.judge_replies if transcript else []
        except ValueError as error:
            raise FileProblem(
                f"people, {named([sample])}: the ratings of participant {response.participant}, "
                f"item {response.item}: {error}"
            ) from error
        ratings += sum(reading.value is not None for reply in replies for reading in reply.readings.values())
    return ratings


@dataclass(frozen=True)
class PeopleOptions(DeclaredOptions):
    """Of the analysis ``people``."""

    participants: bool = option(False, "add a table of every participant")


_SAMPLE = (Column("sample", "people", left=True), Column("title", "benchmark", left=True))
_PEOPLE = (
    *_SAMPLE,
    *(Column(name, name, count) for name in ("participants", "items", "responses", "ratings")),
    Column("scored", "scored", percent()),
    Column("mean", "mean", fixed(2), mark="main"),
    Column("interval", "95 % interval", between(fixed(2)), of=("low", "high")),
    Column("sd", "SD between participants", fixed(2)),
    *(Column(name, name, left=True, in_text=False) for name in ("licence", "consent")),
)
_PARTICIPANTS = (
    *_SAMPLE,
    Column("participant", "participant", left=True),
    Column("responses", "responses", count),
    Column("score", "score", fixed(2)),
    Column("failures", "responses without a score", left=True),
)
_PERCENTILES = (
    *_SAMPLE,
    Column("model", "model", left=True),
    Column("score", "score", fixed(2)),
    Column("percentile", "percentile", percent(), mark="main"),
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
    placed = [(place, suite.columns[place], person) for place, some in found.items() for person in some]
    notes = dict.fromkeys(
        f"{sample.name}: licence {sample.licence or NOT_STATED}; consent: {sample.consent or NOT_STATED}"
        for sample in (person.sample for _, _, person in placed)
    )
    others = [f"{column.title}: {person.other_items}" for _, column, person in placed if person.other_items]
    rows = [_people_row(column, person) for _, column, person in placed]
    yield Table("people", _PEOPLE, rows, "Samples of people", notes=[*notes, *others, *problems])
    among: list[dict[str, Any]] = []
    for place, column, person in placed:
        name, scores = {"sample": person.sample.name, "title": column.title}, suite.scores[:, place].tolist()
        write = fixed(score_decimals(scores, suite.errors[:, place].tolist()))
        for row, (model, score) in enumerate(zip(suite.models, scores, strict=True)):
            if isfinite(score) and (row, place) not in suite.uncounted:
                share = or_undefined(person.percentile(score), NOBODY_SCORED)
                among.append({**name, "model": model, "score": Cell(score, format=write), "percentile": share})
    if among:
        note = "percentile: the share of participants that a model surpasses; ties count half."
        yield Table("percentiles", _PERCENTILES, among, "Models among people", notes=[note])
    if options.participants:
        everyone = [row for _, column, person in placed for row in _participants(column, person)]
        yield Table("participants", _PARTICIPANTS, everyone, "Participants")


def _people_row(column: ScoreColumn, person: PeopleScores) -> dict[str, Any]:
    sample, stats, value = person.sample, person.stats, fixed(person.decimals)
    few = NOBODY_SCORED if stats["score"] is None else "at least two participants are needed"
    lacking = few if stats["sd"] is None else "all participants have the same score"
    return {
        "sample": sample.name,
        "title": column.title,
        "benchmark": sample.benchmark,
        "participants": len(sample.participants),
        "items": stats["num_instances"],
        "responses": stats["num_answers"],
        "ratings": rating_count(sample),
        "scored": stats["valid_rate"],
        "mean": Cell(or_undefined(stats["score"], NOBODY_SCORED), format=value),
        "interval": Cell(or_undefined(both_ends(stats["low"], stats["high"]), lacking), format=between(value)),
        "sd": Cell(or_undefined(stats["sd"], lacking), format=value),
        "licence": sample.licence or NOT_STATED,
        "consent": sample.consent or NOT_STATED,
    }


def _participants(column: ScoreColumn, person: PeopleScores) -> Iterator[dict[str, Any]]:
    """The most frequent reason of failure first: ``truncated 2, empty 1``."""
    value, means = fixed(person.decimals), person.sample.by_participant(column.stat)
    reasons: dict[str, list[str]] = defaultdict(list)
    for response in person.sample.responses:
        reasons[response.participant].append(response.failure_reason)
    for name, some in reasons.items():
        lost = Counter(filter(None, some)).most_common()
        yield {
            "sample": person.sample.name,
            "title": column.title,
            "participant": name,
            "responses": len(some),
            "score": Cell(means.get(name), format=value),
            "failures": ", ".join(f"{REASONS.get(why, why.replace('_', ' '))} {n:,}" for why, n in lost),
            "unscored": sum(n for _, n in lost),
        }


_NAMES = {
    "fluency": "fluency: ideas for an item",
    "originality": "originality: mean score of the ideas",
    "top": "top-{top}: mean of the {top} highest scores",
    "maximum": "maximum: the highest score",
    "residual": "originality, residual from fluency",
    "ratio": "ratio: summed scores over fluency",
    "uniqueness": "uniqueness: 1 - share of the others",
    "uncommon": "uncommon ideas for an item (below 5 %)",
    "score": "score of the benchmark",
}
_STATISTICS = (
    Column("statistic", "statistic", left=True, data_only=True),
    Column("about", "what studies report", left=True),
    Column("n", "people", count),
    Column("mean", "mean", fixed(2), mark="main"),
    Column("sd", "SD", fixed(2)),
    Column("complete", "on all items", count),
    Column("alpha", "α over items", correlation()),
    Column("omega", "ω over items", correlation()),
    Column("r_fluency", "r with fluency", correlation()),
)
_RATERS = (
    *(Column(name, title, left=True) for name, title in (("dimension", "dimension"), ("about", "ratings of"))),
    *(Column(name, name, count) for name in ("raters", "rated")),
    Column("complete", "by all raters", count),
    *(Column(f"icc_{k}", f"ICC({k[0]},k)", correlation()) for k in ("2k", "3k")),
)
_NOTES = (
    "A person's value is the mean over the items that they responded to; residual and ratio are over all items.",
    "An item for which a person has fewer scored ideas than a top score needs is left out of it.",
    "α and ω are of the people who have a value on all items.",
    "Without a person's own choice, top scores and the maximum rise with fluency by chance.",
)


def statistics_tables(found: SampleStatistics, *, participants: bool = False) -> Tables:
    """What studies report of a sample: statistics, agreement of raters, and on request a row per participant."""
    facts = {"sample": found.name, "benchmark": found.benchmark, "likeness": found.likeness}
    rows = []
    for statistic in found.statistics:
        row = _with_problems(statistic)
        row |= {"statistic": row.pop("name"), "about": _NAMES[statistic.name].format(top=found.top)}
        error = statistic.sd and statistic.sd / sqrt(statistic.n)
        value = fixed(max(2, score_decimals([statistic.mean], [error])))
        rows.append(row | {name: Cell(row[name], format=value) for name in ("mean", "sd")})
    title = f"What studies report: {found.name} ({found.benchmark})"
    tables = [Table("people_statistics", _STATISTICS, rows, title, facts, _NOTES)]
    if found.raters:
        title = "Agreement of raters; ICC(3,k) is Cronbach's alpha over raters"
        tables.append(Table("people_raters", _RATERS, list(map(_with_problems, found.raters)), title, facts))
    if participants:
        named_columns = {name: f"top-{found.top}" if name == "top" else name for name in PersonStatistics._fields[2:]}
        columns = [Column("participant", "participant", left=True), Column("items", "items", count)]
        columns += [Column(name, title, fixed(2)) for name, title in named_columns.items()]
        tables.append(Table("people_participants", columns, list(found.people), "Participants", facts))
    return Tables(tables)


def _with_problems(found: Statistic | RaterStatistics) -> dict[str, Any]:
    row = found._asdict()
    problems = row.pop("problems")
    return {name: or_undefined(value, problems.get(name, "")) for name, value in row.items()}
