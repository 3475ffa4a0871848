"""Who decides which responses are the same: judges, labels in a file of responses, or an embedding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from helm_creativity.benchmark.types import FailureReason
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.tables import key_codes
from helm_creativity.scenarios.novelty.scoring import classes
from helm_creativity.text.text import folded

JUDGES, LABELS = "judges", "labels"
LABEL = "class"
"""Field of records whose responses were sorted: equal labels are the same class."""


@dataclass(frozen=True)
class NoveltyResponse:
    """What is known of response ``number`` to a prompt.

    Attributes:
        item: the prompt, by its id where it has one.
        text: what is compared; None where there is nothing.
        label: its class, where a file has one.
        quality: ratings.
        member_of: its class by the judges, counted from 0; None where they do not decide, or made no comparison.
    """

    item: str
    number: int
    category: str
    text: str | None
    failure_reason: FailureReason | None
    label: str | None = None
    quality: tuple[float, ...] = ()
    member_of: int | None = None


def classes_by(decides: str, threshold: float, items: Sequence[Sequence[NoveltyResponse]]) -> list[list[int] | None]:
    """The classes of the responses to each item that count; None where one of them is unknown.

    Labels decide where all responses to an item have one. Otherwise the judges' votes do, or texts are the same that
    ``folded`` makes equal, or whose vectors have a cosine that reaches the threshold; what has no vector is like no
    other text.

    Args:
        decides: ``JUDGES``, ``LABELS`` or the name of an embedding, by which each distinct text is embedded once.
        threshold: not used without an embedding.
        items: the responses to each that count.
    """
    labels = [[response.label for response in item] for item in items]
    if decides == LABELS and any(None in of_item for of_item in labels):
        raise BadArguments(f"expected a field {LABEL} with every response, or an embedding that decides (--same)")
    texts = [[folded(response.text or "") for response in item] for item in items]
    unlabelled = [text for of_item, known in zip(texts, labels, strict=True) if None in known for text in of_item]
    same = None if decides in (JUDGES, LABELS) else _nearness(decides, threshold, unlabelled)
    found: list[list[int] | None] = []
    for item, known, of_item in zip(items, labels, texts, strict=True):
        if None not in known:
            found.append(key_codes(known).tolist())
        elif same:
            found.append(classes(of_item, same))
        else:
            numbers = [response.member_of for response in item if response.member_of is not None]
            found.append(numbers if len(numbers) == len(item) else None)
    return found


def _nearness(name: str, threshold: float, texts: Sequence[str]) -> Callable[[str, str], bool]:
    distinct = list(dict.fromkeys(texts))
    place = {text: i for i, text in enumerate(distinct)}
    (embedding,) = load_embeddings(name)
    vectors, known = WithPhrases(embedding).embed(distinct)

    def same(first: str, second: str) -> bool:
        i, j = place[first], place[second]
        return i == j or bool(known[i] and known[j] and float(np.dot(vectors[i], vectors[j])) >= threshold)

    return same
