"""What studies of divergent thinking report of a sample of people; the formulas are in ``psychometrics``.

Each person has a value on each item that they responded to, and their score is the mean over these items. An item to
which someone did not respond is missing; an empty response has fluency 0.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
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
    Uniqueness,
    fluency_residuals,
    has_uncommon,
    ratio_score,
    sample_reliability,
    top_k,
    uniqueness,
    uniqueness_by_similarity,
)
from helm_creativity.safe_text import quoted
from helm_creativity.task_types.semantic_integration import embed_texts

if TYPE_CHECKING:
    import polars as pl

NO_IDEA_SCORES = "ideas have no scores of their own here"
_LACKING = {
    "uncommon": "needs more than 20 people on an item",
    "score": "no response has a score",
    "top": f"nobody has as many scored ideas for an item, or {NO_IDEA_SCORES}",
    "residual": "needs three people with scored ideas whose fluency varies",
    "uniqueness": "needs two people on an item",
}

_WORD = re.compile(r"[^\W_]+")
_IDEA = "each idea"
_WHOLE = "the whole"


class PersonStatistics(NamedTuple):
    """The statistics of one person. What is undefined is None."""

    participant: str
    items: int
    fluency: float
    average: float | None
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
    mean: float | None = None
    sd: float | None = None
    complete: int | None = None
    alpha: float | None = None
    omega: float | None = None
    r_fluency: float | None = None
    problems: Mapping[str, str] = {}


class RaterStatistics(NamedTuple):
    """How well raters, people or the judges that are named, agree on one dimension."""

    by: str
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
    """What studies report of a sample that a benchmark scored, under an embedding unless that is "".

    ``scored_by`` says whose the scores of ideas are, "" where they have none.
    """

    name: str
    benchmark: str
    embedding: str
    scored_by: str
    top: int
    likeness: str
    people: tuple[PersonStatistics, ...]
    statistics: tuple[Statistic, ...]
    raters: tuple[RaterStatistics, ...]

    def __getitem__(self, name: str) -> Statistic:
        """The statistic of a name, such as ``top``."""
        return next(statistic for statistic in self.statistics if statistic.name == name)

    def to_polars(self) -> pl.DataFrame:
        """A row per participant, as a polars data frame."""
        import polars as pl

        kinds = {**dict.fromkeys(PersonStatistics._fields, float), "participant": str, "items": int}
        return pl.DataFrame([person._asdict() for person in self.people], schema=kinds)


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
    scored_under: str = "",
) -> SampleStatistics:
    """The statistics of a sample; ``top`` is how many ideas are in the top score.

    Ideas are alike by their texts, or by a similarity of ``threshold`` under an ``embedding``. Those that nobody rated
    were scored under the embedding ``scored_under``.
    """
    if top < 1:
        raise BadArguments(f"top must be a whole number of 1 or more, got {quoted(top)}")
    if not 0 < threshold <= 1:
        raise BadArguments(f"threshold must be above 0 and at most 1, got {quoted(threshold)}")
    written: dict[tuple[str, str], list[PersonIdea]] = defaultdict(list)
    scores: dict[tuple[str, str], list[float | None]] = defaultdict(list)
    for response in responses:
        key = (response.participant, response.item)
        known = {folded_name(idea.text) for idea in written[key]}  # in other responses of the person to the item
        written[key] += [idea for idea in response.listed_ideas if folded_name(idea.text) not in known]
        scores[key].append(response.score)
    unique = _uniqueness(written, embedding, threshold)
    people, items = Counter(person for person, _ in written), Counter(item for _, item in written)
    cells = {}
    for key, ideas in written.items():
        each = [idea.score for idea in ideas]
        uncommon = [None if found is None else found.uncommon for found in unique[key]]
        cells[key] = {
            "fluency": float(len(ideas)),
            "average": _mean(each),
            "top": top_k(_numbers(each), top).value,
            "maximum": top_k(_numbers(each), 1).value,
            "uniqueness": _mean([None if found is None else found.value for found in unique[key]]),
            "uncommon": float(sum(map(bool, uncommon)))
            if has_uncommon(items[key[1]]) and None not in uncommon
            else None,
            "score": _mean(scores[key]),
        }
    # A table of people and items of each value; the value of a person is the mean over items.
    tables = {
        value: [
            [cells[person, item][value] if (person, item) in cells else None for item in items] for person in people
        ]
        for value in ("fluency", "average", "top", "maximum", "uniqueness", "uncommon", "score")
    }
    values = {value: [*map(_mean, table)] for value, table in tables.items()}
    values["residual"] = [*fluency_residuals(_numbers(values["average"]), _numbers(values["fluency"])).residuals]
    scored: dict[str, list[float]] = {person: [] for person in people}
    for (person, _), ideas in written.items():
        scored[person] += [idea.score for idea in ideas if idea.score is not None]
    values["ratio"] = [ratio_score(sum(its) if its else None, len(its)) for its in scored.values()]
    names, raters = PersonStatistics._fields[2:], _raters(responses)
    listed = any(response.ideas is not None for response in responses)
    by = ", ".join(dict.fromkeys(its.by for its in raters if its.about == _IDEA or not listed))
    scored_by = f"ratings by {by}" if by else f"the score of {benchmark}"
    if listed and scored_under and not by:
        scored_by = f"semantic distance under {scored_under}"
    return SampleStatistics(
        name,
        benchmark,
        scored_under,
        scored_by if any(scored.values()) else "",
        top,
        f"similarity under {embedding} of at least {threshold:g}" if embedding else "text",
        tuple(map(PersonStatistics._make, zip(people, people.values(), *map(values.get, names), strict=True))),
        tuple(_statistic(name, values[name], values["fluency"], tables.get(name)) for name in names),
        tuple(raters),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _numbers(values: Sequence[float | None]) -> list[float]:
    return [np.nan if value is None else value for value in values]


def _uniqueness(
    written: Mapping[tuple[str, str], Sequence[PersonIdea]], embedding: str, threshold: float
) -> dict[tuple[str, str], list[Uniqueness | None]]:
    """The uniqueness of each idea, item by item; people whose response to an item has no idea are among the others."""
    opened = load_embeddings(embedding) if embedding else ()
    if len(opened) > 1:
        raise BadArguments(f"embedding must be a single one here, got {quoted(embedding)}")
    found: dict[tuple[str, str], list[Uniqueness | None]] = {key: [] for key in written}
    for item in dict.fromkeys(item for _, item in written):
        keys = [key for key in written if key[1] == item]
        ideas = [(key, idea.text) for key in keys for idea in written[key]]
        people, texts = [person for (person, _), _ in ideas], [text for _, text in ideas]
        if opened:
            vectors, known = embed_texts(opened[0], texts, _words)
            similar = uniqueness_by_similarity(people, vectors, threshold, len(keys))
            each = [its if there else None for its, there in zip(similar, known, strict=True)]
        else:
            each = [*uniqueness(people, [*map(like_text, texts)], len(keys))]
        for (key, _), its in zip(ideas, each, strict=True):
            found[key].append(its)
    return found


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in FUNCTION_WORDS]


def _statistic(
    name: str,
    values: Sequence[float | None],
    fluency: Sequence[float | None],
    table: Sequence[Sequence[float | None]] | None,
) -> Statistic:
    """A statistic over people, of a table of people and items if it has one."""
    known = [value for value in values if value is not None]
    if not known:
        return Statistic(name, 0, problems=dict.fromkeys(Statistic._fields[2:-1], _LACKING.get(name, NO_IDEA_SCORES)))
    problems = {} if len(known) > 1 else {"sd": "needs two people"}
    complete, alpha, omega, r = None, None, None, None
    if table is None:
        problems |= dict.fromkeys(("complete", "alpha", "omega"), "it is computed over all items together")
    else:
        over_items = sample_reliability(np.array([*map(_numbers, table)]), None)
        problems |= {key: why for key, why in over_items.problems.items() if key in ("alpha", "omega")}
        complete = sum(None not in row for row in table)
        alpha, omega = over_items.alpha.value if over_items.alpha else None, over_items.omega
    if name in ("fluency", "residual"):
        problems["r_fluency"] = "it is fluency itself" if name == "fluency" else "it is 0 by definition"
    else:
        regression = fluency_residuals(_numbers(values), _numbers(fluency))
        r = regression.r
        problems |= {} if r is not None else {"r_fluency": regression.problem or "the statistic does not vary"}
    mean = 0.0 if name == "residual" else fmean(known)  # but for rounding
    sd = stdev(known) if len(known) > 1 else None
    return Statistic(name, len(known), mean, sd, complete, alpha, omega, r, problems)


def _raters(responses: Sequence[PersonResponse]) -> list[RaterStatistics]:
    """How well judges agree on each of their dimensions, and people; where judges rate, ideas hold their ratings."""
    tables: dict[tuple[bool, str, str], list[Mapping[Any, float]]] = defaultdict(list)
    for response in responses:
        judged = _judged(response)
        for (dimension, _, about), its in judged.items():
            tables[True, dimension, _IDEA if about else _WHOLE].append(its)
        of_ideas = () if judged else response.listed_ideas
        people = [(dimension, _WHOLE, its) for dimension, its in response.ratings.items()]
        for dimension, about, ratings in (*people, *(("ideas", _IDEA, idea.ratings) for idea in of_ideas)):
            if ratings:
                tables[False, dimension, about].append(dict(enumerate(ratings)))
    found = []
    for (by_judges, dimension, about), rows in tables.items():
        names = list(dict.fromkeys(name for row in rows for name in row))
        table = np.array([[row.get(name, np.nan) for name in names] for row in rows])
        complete = int((~np.isnan(table)).all(axis=1).sum())
        agreement = sample_reliability(None, table)
        problems = {name: why for name, why in agreement.problems.items() if name.startswith("icc")}
        icc_2k, icc_3k = (None if icc is None else icc.value for icc in (agreement.icc_2k, agreement.icc_3k))
        by = ", ".join(names) if by_judges else "people"
        found.append(RaterStatistics(by, dimension, about, len(names), len(rows), complete, icc_2k, icc_3k, problems))
    return found


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
