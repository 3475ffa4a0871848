"""Samples of people beside models: in which column each belongs, its mean and spread, and where models stand in it.

People are no language model: they have no rank, set no scale and are in no composite unless that is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.names import SCORE
from helm_creativity.core.transcripts import transcript_in
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.people.responses import PersonResponse
from helm_creativity.people.sample import PeopleSample, named
from helm_creativity.psychometrics.uncertainty import MeanInterval, mean_interval
from helm_creativity.results.options import LEVEL, Options
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.study import ScoreMatrix

TIE = 1e-12
"""Scores that lie no further apart are equal."""
LEAST_SPREAD = 2
"""One participant has no spread."""
NOT_COMPARED = frozenset({"prompts"})
"""Parts of a sample's key that say how its responses were had, not how they were scored."""
ITEMS = "items"
"""Part of a key. ``own/120@sha256:...`` is a set by its name, with a checksum of what models were asked."""
NONE = "none"
"""In messages, for a part that one side lacks."""


class Participant(NamedTuple):
    """What one participant did."""

    name: str
    responses: int
    score: float | None
    failures: Mapping[str, int]


@dataclass(frozen=True)
class PeopleScores:
    """The scores of a sample of people in the stat of a column."""

    sample: PeopleSample
    stat: str = SCORE
    lower_is_better: bool = False
    model_items: frozenset[str] = frozenset()

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """Shape (n,): the mean of each participant who has one."""
        return np.array(list(self.sample.by_participant(self.stat).values()), dtype=np.float64)

    @property
    def n(self) -> int:
        """How many participants have a value."""
        return len(self.values)

    @property
    def mean(self) -> float | None:
        """Over participants, each of whom counts as much; None where none has a value."""
        return float(self.values.mean()) if self.n else None

    @property
    def sd(self) -> float | None:
        """Standard deviation between participants; None for fewer than two."""
        return float(self.values.std(ddof=1)) if self.n >= LEAST_SPREAD else None

    @property
    def se(self) -> float | None:
        """Standard error of the mean over participants, sd/√n; None for fewer than two."""
        return None if self.sd is None else float(self.sd / np.sqrt(self.n))

    @cached_property
    def interval(self) -> MeanInterval | None:
        """The 95 % interval of the mean over participants; None where nothing varies, and for fewer than two."""
        return mean_interval(self.values, np.arange(self.n), LEVEL) if self.n >= LEAST_SPREAD else None

    @property
    def low(self) -> float | None:
        """Its lower end."""
        return None if self.interval is None else self.interval.low

    @property
    def high(self) -> float | None:
        """Its upper end."""
        return None if self.interval is None else self.interval.high

    @property
    def scored(self) -> float:
        """Share of the responses that have a value."""
        responses = self.sample.responses
        return (
            sum(response.value(self.stat) is not None for response in responses) / len(responses) if responses else 0.0
        )

    @property
    def other_items(self) -> str:
        """How the items of people and of models differ, in a sentence; "" where they are the same or not known."""
        own = set(self.sample.items)
        if not self.model_items or own == self.model_items:
            return ""
        shared, n_own, n_other = len(own & self.model_items), len(own), len(self.model_items)
        which = "none of them" if not shared else "one of them" if shared == 1 else f"{shared:,} of them"
        return (
            f"{self.sample.name}: people responded to {n_own:,} and models to {n_other:,} items, and {which} in both; "
            "scores and percentiles are not of the same items"
        )

    def percentile(self, score: float) -> float | None:
        """Share of participants that a score surpasses: those below it, and half of those that have just this score.

        Where less is better, those above it are surpassed. None where no participant has a value.
        """
        if not self.n:
            return None
        ahead = (score - self.values) * (-1.0 if self.lower_is_better else 1.0)
        return float(((ahead > TIE).sum() + (np.abs(ahead) <= TIE).sum() / 2) / self.n)

    @property
    def participants(self) -> tuple[Participant, ...]:
        """Every participant, in the order of the sample."""
        means = self.sample.by_participant(self.stat)
        responses: dict[str, list[PersonResponse]] = {name: [] for name in self.sample.participants}
        for response in self.sample.responses:
            responses[response.participant].append(response)
        return tuple(
            Participant(
                name, len(some), means.get(name), Counter(filter(None, (response.failure_reason for response in some)))
            )
            for name, some in responses.items()
        )


def differing_parts(sample: PeopleSample, comparable: str) -> dict[str, tuple[str, str]]:
    """In what the comparable settings of a sample and of models differ: (people, models) by name of the part.

    Parts that only models have say how they were asked, and are not compared. An exception is the number of responses,
    which a key holds only where it moves the score, so that a mean over responses is another score.
    """
    models = split_comparable_key(comparable)
    people = {
        name: value for name, value in split_comparable_key(sample.comparable).items() if name not in NOT_COMPARED
    }
    pairs = {name: (value, models.get(name, NONE)) for name, value in people.items()}
    if TRIALS in models:
        pairs.setdefault(TRIALS, (NONE, models[TRIALS]))
    return {name: (value, other) for name, (value, other) in pairs.items() if not _agree(name, value, other)}


def _agree(name: str, people: str, models: str) -> bool:
    """Whether a part is the same. Of a named set of items the names must agree: their checksums are of other things."""
    named_set, slash, _ = models.partition("/")
    return people.partition("@")[0] == named_set if name == ITEMS and slash else people == models


Place = TypeVar("Place", bound=Hashable)


def placed(
    samples: Sequence[PeopleSample], columns: Mapping[Place, tuple[str, str]], problems: list[str]
) -> dict[Place, list[PeopleSample]]:
    """The samples of each column; a sample may belong in several, whose models were asked in different ways."""
    counts = Counter((sample.name, sample.benchmark) for sample in samples)
    if twice := [sample for sample in samples if counts[sample.name, sample.benchmark] > 1]:
        raise BadArguments(f"expected every sample of people once, got {named(twice)}; rename one or leave it out")
    found: dict[Place, list[PeopleSample]] = {}
    for sample in samples:
        differences = {
            place: differing_parts(sample, comparable)
            for place, (group, comparable) in columns.items()
            if group == sample.group
        }
        for place in (place for place, parts in differences.items() if not parts):
            found.setdefault(place, []).append(sample)
        if all(differences.values()):
            problems.append(_why_unplaced(sample, differences.values()))
    return found


def _why_unplaced(sample: PeopleSample, differences: Iterable[Mapping[str, tuple[str, str]]]) -> str:
    nearest = min(differences, key=len, default=None)
    about = f"people, {named([sample])}"
    if nearest is None:
        return f"{about}: no run of these suites measures {sample.benchmark}"
    parts = "; ".join(f"{name} (people {value}, models {other})" for name, (value, other) in nearest.items())
    return f"{about}: no scores of models are comparable; the nearest differ in {parts}"


def place_people(
    study: ScoreMatrix,
    options: Options,
    problems: list[str],
    items: Mapping[int, Iterable[str]] = MappingProxyType({}),
) -> dict[int, tuple[PeopleScores, ...]]:
    """The samples of people beside the models of a study, by place of the column."""
    settings = {place: (column.group, column.comparable) for place, column in enumerate(study.columns)}
    found = {}
    for place, samples in placed(options.people, settings, problems).items():
        column, own = study.columns[place], frozenset(items.get(place, ()))
        found[place] = tuple(PeopleScores(sample, column.stat, column.lower_is_better, own) for sample in samples)
    return found


def rating_count(sample: PeopleSample) -> int:
    """How many ratings by judges its responses have."""
    count = 0
    for response in sample.responses:
        try:
            transcript = transcript_in(response.annotations)
            replies = transcript.judge_replies if transcript else []
        except ValueError as error:
            raise FileProblem(
                f"people, {named([sample])}: the ratings of participant {response.participant}, "
                f"item {response.item}: {error}"
            ) from error
        count += sum(reading.value is not None for reply in replies for reading in reply.readings.values())
    return count
