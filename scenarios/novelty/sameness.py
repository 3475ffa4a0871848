"""Who says whether two answers are the same in substance: labels in a file, judges, or vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.judging.given import judgement_of_row, mean_or_none
from helm_creativity.responses import Answer, Unscored, unanswered, written
from helm_creativity.responses.folding import folded
from helm_creativity.rooms import Row
from helm_creativity.scenarios.novelty.protocols import GIVEN, Way

Same = Callable[[int, int], "bool | None"]
"""Whether two answers, by their places among those of an item that count, are the same; None where nobody knows."""

LABEL = "class"
"""Field of rows whose answers somebody has sorted: equal labels are the same class."""

MEMBER_OF = "member_of"
"""Detail of an outcome: the class, counted from 0 in the order of first members."""


def about(head: int, trial: int) -> str:
    """As ``Verdict.about`` names the comparison of an answer with the first member of a class, by their trials."""
    return f"{head}+{trial}"


def alike(votes: Sequence[float]) -> bool | None:
    """What judges decide: more than half of those who answered must call two answers the same."""
    share = mean_or_none(votes)
    return None if share is None else share > 0.5


@dataclass(frozen=True)
class Item:
    """All answers to one prompt, in the order of their trials.

    Attributes:
        rows: the n answers.
        reasons: why each of them is none, or None.
        places: where those that count stand among them: the first k that are answers, fewer where there are not k.
    """

    rows: Sequence[Row]
    reasons: Sequence[Unscored | None]
    places: Sequence[int]

    @property
    def counted(self) -> list[Row]:
        """The answers that count."""
        return [self.rows[place] for place in self.places]


def item_of(rows: Sequence[Row], k: int) -> Item:
    """The item of these answers, which are in the order of their trials."""
    reasons = [unanswered(row.answer or Answer("")) for row in rows]
    places = [place for place, reason in enumerate(reasons) if reason is None]
    return Item(rows, reasons, places[:k])


def sameness(way: Way, items: Sequence[Item]) -> list[Same]:
    """For each item, whether two of the answers that count are the same.

    Labels decide where all of them have one. Otherwise texts that ``folded`` makes equal are the same, and of all
    others the judges' votes or the cosine of the vectors decide; what has no vector is like nothing else.

    Args:
        way: see ``Way``; each distinct text is embedded once.
        items: see ``Item``.

    Raises:
        BadArguments: for answers without a label, where nobody else decides.
    """
    texts = [[folded(written(row.answer) or "") for row in item.counted] for item in items]
    labelled = [all(row.fields.get(LABEL) is not None for row in item.counted) for item in items]
    if way.same == GIVEN and not all(labelled):
        raise BadArguments(f"expected a field {LABEL} with every answer, or an embedding that decides (--same)")
    open_ones = [text for some, known in zip(texts, labelled, strict=True) if not known for text in some]
    near = _near(way, open_ones) if way.embedding else None
    return [
        _by_label(item) if known else _by_text(some, _by_judges(item) if near is None else _by_vectors(some, near))
        for item, some, known in zip(items, texts, labelled, strict=True)
    ]


def _by_label(item: Item) -> Same:
    labels = [row.fields.get(LABEL) for row in item.counted]
    return lambda one, other: bool(labels[one] == labels[other])


def _by_text(texts: Sequence[str], otherwise: Same) -> Same:
    return lambda one, other: True if texts[one] == texts[other] else otherwise(one, other)


def _by_judges(item: Item) -> Same:
    """By the votes, which may stand in any answer's annotation, one that does not count included."""
    trials = [row.fields.get("trial", place) for place, row in zip(item.places, item.counted, strict=True)]
    judgements = [judgement_of_row(row) for row in item.rows]

    def same(one: int, other: int) -> bool | None:
        pair = about(trials[one], trials[other])
        return alike([vote for judgement in judgements for vote in judgement.values("same", pair)])

    return same


def _by_vectors(texts: Sequence[str], near: Callable[[str, str], bool]) -> Same:
    return lambda one, other: near(texts[one], texts[other])


def _near(way: Way, texts: Sequence[str]) -> Callable[[str, str], bool]:
    """Whether two of the texts have vectors whose cosine reaches the threshold."""
    distinct = list(dict.fromkeys(texts))
    place = {text: i for i, text in enumerate(distinct)}
    (embedding,) = load_embeddings(way.embedding)
    vectors, known = WithPhrases(embedding).embed(distinct)

    def near(one: str, other: str) -> bool:
        i, j = place[one], place[other]
        return bool(known[i] and known[j] and float(np.dot(vectors[i], vectors[j])) >= way.threshold)

    return near
