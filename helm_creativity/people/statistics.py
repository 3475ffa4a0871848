"""What studies of divergent thinking report of a sample of people; the formulas are in ``psychometrics``.

Each person has a value on each item that they responded to, and their score is the mean over these items. An item to
which someone did not respond is missing; an empty response has fluency 0.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.follow_ups import transcript_in
from helm_creativity.benchmark.rows.cells import folded_name
from helm_creativity.embeddings.builtin import builtin, lemmas
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.lexicon.word_files import FUNCTION_WORDS
from helm_creativity.parsing.uses import undressed
from helm_creativity.people.responses import THRESHOLD, PersonIdea, PersonResponse
from helm_creativity.psychometrics.divergent_thinking import (
    FluencyFree,
    SampleReliability,
    Uniqueness,
    fluency_residuals,
    has_uncommon,
    ratio_score,
    sample_reliability,
    top_k,
    uniqueness,
    uniqueness_by_similarity,
)
from helm_creativity.safe_text import counted, quoted
from helm_creativity.task_types.semantic_integration import embed_texts

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

NO_IDEA_SCORES = "ideas have no scores of their own here"
FEW_PEOPLE = "needs more than 20 people on an item"

_WORD = re.compile(r"[^\W_]+")
_IDEA = "each idea"
_WHOLE = "the whole"
_VALUES = ("mean", "sd", "complete", "alpha", "omega", "r_fluency")


class PersonStatistics(NamedTuple):
    """The statistics of one person. What is undefined is None."""

    participant: str
    items: int
    fluency: float
    originality: float | None
    top: float | None
    maximum: float | None
    residual: float | None
    ratio: float | None
    uniqueness: float | None
    uncommon: float | None
    score: float | None


class Statistic(NamedTuple):
    """One statistic over the people of a sample. What is undefined is None, for the reason in ``problems``."""

    name: str
    n: int
    mean: float | None
    sd: float | None
    complete: int | None
    alpha: float | None
    omega: float | None
    r_fluency: float | None
    problems: Mapping[str, str]


class RaterStatistics(NamedTuple):
    """How well raters agree on one dimension."""

    dimension: str
    about: str
    raters: int
    rated: int
    complete: int
    icc_2k: float | None
    icc_3k: float | None
    problems: Mapping[str, str]


@dataclass(frozen=True)
class SampleStatistics:
    """What studies report of a sample."""

    name: str
    benchmark: str
    top: int
    likeness: str
    people: tuple[PersonStatistics, ...]
    statistics: tuple[Statistic, ...]
    raters: tuple[RaterStatistics, ...]

    def __repr__(self) -> str:
        return f"SampleStatistics({self.name} ({self.benchmark}): {counted(len(self.people), 'participant')})"

    def __getitem__(self, name: str) -> Statistic:
        """The statistic of a name, such as ``top``."""
        return next(statistic for statistic in self.statistics if statistic.name == name)

    def records(self) -> list[dict[str, Any]]:
        """One plain dict per statistic; ``people`` and ``raters`` have the others."""
        return [{**statistic._asdict(), "problems": dict(statistic.problems)} for statistic in self.statistics]

    def to_polars(self) -> pl.DataFrame:
        """A row per participant, as a polars data frame."""
        import polars as pl

        kinds = {**dict.fromkeys(PersonStatistics._fields, float), "participant": str, "items": int}
        return pl.DataFrame([person._asdict() for person in self.people], schema=kinds)

    def to_pandas(self) -> pd.DataFrame:
        """A row per participant, as a pandas data frame."""
        import pandas as pd

        return pd.DataFrame(list(self.people), columns=PersonStatistics._fields)


_Cell = Mapping[str, float | None]
"""What one person wrote to one item, by the name of the attribute of ``PersonStatistics`` that is the mean of these."""


def like_text(text: str) -> str:
    """What the texts of like ideas have in common: ``The Door-stops!`` is ``door stop``.

    Case, punctuation, articles and "use it as" are left out (``text.uses.undressed``), and words are singular as far
    as WordNet has a noun without the ending of a plural.
    """
    return " ".join(map(_singular, _WORD.findall(undressed(text))))


@lru_cache(maxsize=10_000)
def _singular(word: str) -> str:
    """Without endings of plurals, also of a word that is a noun as it is: "stops", a game at cards, is "stop"."""
    nouns = builtin()
    shorter = next((lemma for lemma in lemmas(word) if nouns.lemma(lemma) == lemma), None)
    return _singular(shorter) if shorter else nouns.lemma(word) or word


def sample_statistics(
    name: str,
    benchmark: str,
    responses: Sequence[PersonResponse],
    *,
    top: int = 2,
    embedding: str = "",
    threshold: float = THRESHOLD,
) -> SampleStatistics:
    """The statistics of a sample; see ``PeopleSample.statistics`` for the arguments and what is raised."""
    if isinstance(top, bool) or not isinstance(top, int) or top < 1:
        raise BadArguments(f"top must be a whole number of 1 or more, got {quoted(top)}")
    if not 0 < threshold <= 1:
        raise BadArguments(f"threshold must be above 0 and at most 1, got {quoted(threshold)}")
    written: dict[tuple[str, str], list[PersonIdea]] = defaultdict(list)
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for response in responses:
        key = (response.participant, response.item)
        known = {folded_name(idea.text) for idea in written[key]}  # in other responses of the person to the item
        written[key] += [idea for idea in response.listed_ideas if folded_name(idea.text) not in known]
        scores[key] += () if response.score is None else (response.score,)
    unique = _uniqueness(written, _likeness(embedding, threshold))
    asked = Counter(item for _, item in written)
    cells = {
        key: _cell(ideas, unique[key], top, scores[key], has_uncommon(asked[key[1]])) for key, ideas in written.items()
    }
    people = _people(list(dict.fromkeys(person for person, _ in written)), cells, written)
    return SampleStatistics(
        name,
        benchmark,
        top,
        f"similarity under {embedding} of at least {threshold:g}" if embedding else "text",
        people,
        tuple(_statistic(field, people, responses, cells) for field in PersonStatistics._fields[2:]),
        tuple(_raters(responses)),
    )


_Written = Mapping[tuple[str, str], Sequence[PersonIdea]]
_Alike = Callable[[Sequence[str], Sequence[str], int], list[Uniqueness | None]]


def _likeness(embedding: str, threshold: float) -> _Alike:
    """A function of an item's people, their ideas' texts, and how many were asked; it gives each idea's uniqueness."""
    if not embedding:
        return lambda people, texts, n: [*uniqueness(people, list(map(like_text, texts)), n)]
    opened = load_embeddings(embedding)
    if len(opened) > 1:
        raise BadArguments(f"embedding must be a single one here, got {quoted(embedding)}")

    def by_vectors(people: Sequence[str], texts: Sequence[str], n: int) -> list[Uniqueness | None]:
        vectors, known = embed_texts(opened[0], texts, _words)
        found = uniqueness_by_similarity(people, vectors, threshold, n)
        return [its if there else None for its, there in zip(found, known, strict=True)]

    return by_vectors


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in FUNCTION_WORDS]


def _uniqueness(written: _Written, alike: _Alike) -> dict[tuple[str, str], list[Uniqueness | None]]:
    """The uniqueness of each idea, item by item; people whose response to an item has no idea are among the others."""
    found: dict[tuple[str, str], list[Uniqueness | None]] = {key: [] for key in written}
    for item in dict.fromkeys(item for _, item in written):
        keys = [key for key in written if key[1] == item]
        ideas = [(key, idea.text) for key in keys for idea in written[key]]
        each = alike([person for (person, _), _ in ideas], [text for _, text in ideas], len(keys))
        for (key, _), its in zip(ideas, each, strict=True):
            found[key].append(its)
    return found


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _cell(
    ideas: Sequence[PersonIdea],
    unique: Sequence[Uniqueness | None],
    top: int,
    scores: Sequence[float],
    counts_uncommon: bool,
) -> _Cell:
    each = [np.nan if idea.score is None else idea.score for idea in ideas]
    rare = [None if found is None else found.uncommon for found in unique]
    return {
        "fluency": float(len(ideas)),
        "originality": _mean([idea.score for idea in ideas]),
        "top": top_k(each, top).value,
        "maximum": top_k(each, 1).value,
        "uniqueness": _mean([None if found is None else found.value for found in unique]),
        "uncommon": float(sum(map(bool, rare))) if counts_uncommon and None not in rare else None,
        "score": _mean(scores),
    }


def _people(
    participants: Sequence[str], cells: Mapping[tuple[str, str], _Cell], written: _Written
) -> tuple[PersonStatistics, ...]:
    by_person: dict[str, list[_Cell]] = defaultdict(list)
    scored: dict[str, list[float]] = defaultdict(list)
    for (person, item), cell in cells.items():
        by_person[person].append(cell)
        scored[person] += [idea.score for idea in written[person, item] if idea.score is not None]

    def means(name: str) -> list[float | None]:
        return [_mean([cell[name] for cell in by_person[person]]) for person in participants]

    fluency, originality = means("fluency"), means("originality")
    others = {
        "residual": _residuals(originality, fluency).residuals,
        "ratio": [
            ratio_score(sum(scored[person]) if scored[person] else None, len(scored[person])) for person in participants
        ],
        **{name: means(name) for name in ("top", "maximum", "uniqueness", "uncommon", "score")},
    }
    return tuple(
        PersonStatistics(
            person,
            len(by_person[person]),
            fluency[place] or 0.0,
            originality[place],
            **{name: values[place] for name, values in others.items()},
        )
        for place, person in enumerate(participants)
    )


def _residuals(values: Sequence[float | None], fluency: Sequence[float | None]) -> FluencyFree:
    return fluency_residuals(_numbers(values), _numbers(fluency))


def _numbers(values: Sequence[float | None]) -> list[float]:
    return [np.nan if value is None else value for value in values]


def _statistic(
    name: str,
    people: Sequence[PersonStatistics],
    responses: Sequence[PersonResponse],
    cells: Mapping[tuple[str, str], _Cell],
) -> Statistic:
    values = [getattr(person, name) for person in people]
    known = [value for value in values if value is not None]
    problems: dict[str, str] = {}
    if not known:
        why = _why_none(name, responses)
        return Statistic(name, 0, None, None, None, None, None, None, dict.fromkeys(_VALUES, why))
    if len(known) < 2:
        problems["sd"] = "needs two people"
    complete, alpha, omega = _over_items(name, cells, problems)
    regression = _residuals(values, [person.fluency for person in people])
    r = regression.r if name not in ("fluency", "residual") else None
    if name in ("fluency", "residual"):
        problems["r_fluency"] = "it is fluency itself" if name == "fluency" else "it is 0 by definition"
    elif r is None:
        problems["r_fluency"] = regression.problem or "the statistic does not vary"
    sd = stdev(known) if len(known) > 1 else None
    mean = 0.0 if name == "residual" else fmean(known)  # but for rounding
    return Statistic(name, len(known), mean, sd, complete, alpha, omega, r, problems)


def _why_none(name: str, responses: Sequence[PersonResponse]) -> str:
    if name == "uncommon":
        return FEW_PEOPLE
    if name == "score":
        return "no response has a score"
    if name == "residual":
        return "needs three people with scored ideas whose fluency varies"
    if name == "top" and any(idea.score is not None for response in responses for idea in response.listed_ideas):
        return "nobody has as many scored ideas for an item"
    return NO_IDEA_SCORES if name != "uniqueness" else "needs two people on an item"


def _over_items(
    name: str, cells: Mapping[tuple[str, str], _Cell], problems: dict[str, str]
) -> tuple[int | None, float | None, float | None]:
    if name in ("residual", "ratio"):
        problems |= dict.fromkeys(("complete", "alpha", "omega"), "it is computed over all items together")
        return None, None, None
    rows = {person: row for row, person in enumerate(dict.fromkeys(person for person, _ in cells))}
    columns = {item: column for column, item in enumerate(dict.fromkeys(item for _, item in cells))}
    table = np.full((len(rows), len(columns)), np.nan)
    for (person, item), cell in cells.items():
        value = cell[name]
        table[rows[person], columns[item]] = np.nan if value is None else value
    found = sample_reliability(table, None)
    problems |= {name: why for name, why in found.problems.items() if name in ("alpha", "omega")}
    complete = int((~np.isnan(table)).all(axis=1).sum())
    return complete, None if found.alpha is None else found.alpha.value, found.omega


def _raters(responses: Sequence[PersonResponse]) -> list[RaterStatistics]:
    tables: dict[tuple[str, str], list[Mapping[Any, float]]] = defaultdict(list)
    for response in responses:
        judged = _judged(response)
        for (dimension, _, about), ratings in judged.items():
            tables[dimension, _IDEA if about else _WHOLE].append(ratings)
        if judged:
            continue
        for dimension, numbers in response.ratings.items():
            tables[dimension, _WHOLE].append(dict(enumerate(numbers)))
        for idea in response.listed_ideas:
            if idea.ratings:
                tables["ideas", _IDEA].append(dict(enumerate(idea.ratings)))
    return [_agreement(dimension, about, rows) for (dimension, about), rows in tables.items()]


def _judged(response: PersonResponse) -> dict[tuple[str, str, str], dict[str, float]]:
    try:
        transcript = transcript_in(response.annotations)
        replies = transcript.judge_replies if transcript else []
    except ValueError as error:
        where = f"participant {response.participant}, item {response.item}"
        raise FileProblem(f"the ratings of {where}: {error}") from error
    found: dict[tuple[str, str, str], dict[str, float]] = defaultdict(dict)
    for reply in replies:
        for dimension, reading in reply.readings.items():
            if reading.value is not None and not reply.counts:
                found[dimension, reply.rubric, reply.about][reply.judge] = reading.value
    return found


def _agreement(dimension: str, about: str, rows: Sequence[Mapping[Any, float]]) -> RaterStatistics:
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = np.array([[row.get(name, np.nan) for name in names] for row in rows])
    complete = int((~np.isnan(table)).all(axis=1).sum())
    found: SampleReliability = sample_reliability(None, table)
    problems = {name: why for name, why in found.problems.items() if name.startswith("icc")}
    icc_2k, icc_3k = (None if icc is None else icc.value for icc in (found.icc_2k, found.icc_3k))
    return RaterStatistics(dimension, about, len(names), len(rows), complete, icc_2k, icc_3k, problems)
