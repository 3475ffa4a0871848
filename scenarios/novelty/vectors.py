"""What decides whether two responses are the same in substance: labels in a file, judges, or vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from helm_creativity.core.types import FailureReason
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.scenarios.novelty.measure import classes
from helm_creativity.text.text import folded

Decide = Callable[["Responses"], "list[int] | None"]
"""The class of each response to an item that counts, in the order of first members; None where one is unknown."""

JUDGES, LABELS = "judges", "labels"
"""What decides which responses are the same, where it is no embedding; ``labels`` stand in a file of responses."""

LABEL = "class"
"""Field of records whose responses were sorted: equal labels are the same class."""


def about(head: int, trial: int) -> str:
    """As ``JudgeReply.about`` names the comparison of a response with the first member of a class, by their trials."""
    return f"{head}+{trial}"


def alike(votes: Sequence[float]) -> bool | None:
    """What judges decide: more than half of those with a rating must call two responses the same."""
    share = mean_or_none(votes)
    return None if share is None else share > 0.5


@dataclass(frozen=True)
class NoveltyResponse:
    """What is known of a response.

    Attributes:
        item: the prompt, by its id where it has one.
        number: which response to it, from 0.
        category: of the prompt.
        text: what is compared; None where there is nothing.
        failure_reason: why it cannot be scored, or None.
        label: its class, where a file has one.
        counts: whether judges were to rate it: the first k that can be scored.
        quality: ratings.
        member_of: its class by the judges, counted from 0; None where they do not decide, or made no comparison.
    """

    item: str
    number: int
    category: str
    text: str | None
    failure_reason: FailureReason | None
    label: str | None = None
    counts: bool = False
    quality: tuple[float, ...] = ()
    member_of: int | None = None


@dataclass(frozen=True)
class Responses:
    """All responses to one prompt, in the order of their trials.

    Attributes:
        responses: n of them.
        places: where those that count stand among them: the first k that can be scored, fewer where there are not k.
    """

    responses: Sequence[NoveltyResponse]
    places: Sequence[int]

    @property
    def counted(self) -> list[NoveltyResponse]:
        """The responses that count."""
        return [self.responses[place] for place in self.places]


def responses_of(responses: Sequence[NoveltyResponse], k: int) -> Responses:
    """The responses to one prompt, which are in the order of their trials."""
    places = [place for place, response in enumerate(responses) if response.failure_reason is None]
    return Responses(responses, places[:k])


def sameness(decides: str, threshold: float, items: Sequence[Responses]) -> list[Decide]:
    """For each item, what gives the classes of the responses that count.

    Labels decide where all of them have one. Otherwise texts that ``folded`` makes equal are the same, and of all
    others the judges' votes or the cosine of the vectors decide; what has no vector is like nothing else.

    Args:
        decides: ``JUDGES``, ``LABELS`` or the name of an embedding, by which each distinct text is embedded once.
        threshold: cosine from which responses are the same; not used without an embedding.
        items: the responses to each prompt.

    Raises:
        BadArguments: for responses without a label, where nothing else decides.
    """
    labelled = [all(response.label is not None for response in item.counted) for item in items]
    if decides == LABELS and not all(labelled):
        raise BadArguments(f"expected a field {LABEL} with every response, or an embedding that decides (--same)")
    pairs = zip(items, labelled, strict=True)
    open_ones = [_folded(response) for item, known in pairs if not known for response in item.counted]
    near = None if decides in (JUDGES, LABELS) else _near(decides, threshold, open_ones)
    return [_by_label if known else _by_judges if near is None else _by_text(near) for known in labelled]


def _folded(response: NoveltyResponse) -> str:
    return folded(response.text or "")


def _by_label(item: Responses) -> list[int] | None:
    labels = [response.label for response in item.counted]
    return classes(len(labels), lambda one, other: labels[one] == labels[other])


def _by_judges(item: Responses) -> list[int] | None:
    numbers = [response.member_of for response in item.counted]
    known = [number for number in numbers if number is not None]
    return known if len(known) == len(numbers) else None


def _by_text(near: Callable[[str, str], bool]) -> Decide:
    def found(item: Responses) -> list[int] | None:
        texts = [_folded(response) for response in item.counted]
        return classes(len(texts), lambda one, other: texts[one] == texts[other] or near(texts[one], texts[other]))

    return found


def _near(name: str, threshold: float, texts: Sequence[str]) -> Callable[[str, str], bool]:
    """Whether two of the texts have vectors whose cosine reaches the threshold."""
    distinct = list(dict.fromkeys(texts))
    place = {text: i for i, text in enumerate(distinct)}
    (embedding,) = load_embeddings(name)
    vectors, known = WithPhrases(embedding).embed(distinct)

    def near(one: str, other: str) -> bool:
        i, j = place[one], place[other]
        return bool(known[i] and known[j] and float(np.dot(vectors[i], vectors[j])) >= threshold)

    return near
