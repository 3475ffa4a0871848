"""NoveltyBench: how many of k responses to a prompt are different, and what they are worth to a reader.

Classes (Zhang et al. 2025, section 3.2). Responses are taken in their order. Each is compared with one member of every
class so far, in the order of the classes; it joins the first one whose member is the same in substance, and otherwise
begins a class of its own. With c_i the class of response i, u_i its value and p the patience of a reader, who asks for
another response with probability p after each one::

    distinct_k = |{c_1, ..., c_k}|                                                                (eq. 1)
    utility_k  = (1 - p)/(1 - p^k) · Σ_{i<=k} p^(i-1) · 1[c_i differs from all c_j, j < i] · u_i  (eq. 2)

Units: distinct_k counts, 1 to k. utility_k has the units of u, 1 to 10 in the paper: it is a weighted mean of k values,
of which those of repetitions are 0. It is u_1·(1 - p)/(1 - p^k) where all responses are the same, and never more than
the largest u. With p = 0 it is u_1, with p = 1 the plain mean.

Where the authors' program differs from their text: they say that a response is compared with a random member of a
class; their program takes its first one, as here, so that classes depend on nothing but the responses and their order.
Its first version wrote the largest c_i, counted from 0, as the number of classes, one too few.

Undefined is None: the classes where it is not known of two responses that had to be compared whether they are the same,
and the utility where a response that begins a class has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from helm_creativity.core.types import FailureReason
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.scenarios.novelty.vectors import nearness
from helm_creativity.text.text import folded

Classes = Sequence[int | None]
"""Of n places, the class of the response there, counted from 0 in the order of first members; None without one."""

PATIENCE = 0.8
"""Zhang et al. 2025, section 3.2."""


def classes(n: int, same: Callable[[int, int], bool]) -> list[int]:
    """Shape (n,): the classes of n responses.

    Args:
        n: how many.
        same: whether the first member of a class and a later response are the same in substance. Asked no more often
            than needed.
    """
    heads: list[int] = []
    found: list[int] = []
    for response in range(n):
        number = next((number for number, head in enumerate(heads) if same(head, response)), len(heads))
        if number == len(heads):
            heads.append(response)
        found.append(number)
    return found


def begins(found: Classes) -> list[bool]:
    """Shape (n,): which responses are the first of their class."""
    return [number is not None and number not in found[:i] for i, number in enumerate(found)]


def distinct(found: Classes) -> int:
    """Number of different classes, eq. 1."""
    return sum(begins(found))


def utility(found: Classes, values: Sequence[float | None], patience: float = PATIENCE) -> float | None:
    """What responses in their order are worth to a reader, eq. 2.

    Args:
        found: shape (n,), n >= 1. A place without a response has its weight, and nothing else.
        values: shape (n,): what each response is worth by itself. Only those that begin a class count.
        patience: p, 0 to 1.

    Returns:
        The utility; None where a response that begins a class has no value.

    Raises:
        ValueError: for lengths that differ, no place at all, or a patience that is none.
    """
    if len(found) != len(values) or not found:
        raise ValueError(f"expected as many values as classes, and one at least, got {len(values)} and {len(found)}")
    if not 0 <= patience <= 1:
        raise ValueError(f"patience must be from 0 to 1, got {patience}")
    weights = [patience**i for i in range(len(found))]
    total = 0.0
    for weight, value, new in zip(weights, values, begins(found), strict=True):
        if new and value is None:
            return None
        total += weight * value if new and value is not None else 0.0
    return total / sum(weights)


def first_repeated(found: Classes) -> float | None:
    """Share of the later responses that say the same as the first, 0 to 1; None for fewer than two responses."""
    there = [number for number in found if number is not None]
    return there[1:].count(there[0]) / (len(there) - 1) if len(there) > 1 else None


Decide = Callable[["Responses"], "list[int] | None"]
"""The class of each response to an item that counts, in the order of first members; None where one is unknown."""

JUDGES, LABELS = "judges", "labels"
"""What decides which responses are the same, where it is no embedding; ``labels`` stand in a file of responses."""

LABEL = "class"
"""Field of records whose responses were sorted: equal labels are the same class."""


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


def counted_responses(responses: Sequence[NoveltyResponse], k: int) -> Responses:
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
    near = None if decides in (JUDGES, LABELS) else nearness(decides, threshold, open_ones)
    return [_by_label if known else _by_judges if near is None else _by_text(near) for known in labelled]


def _folded(response: NoveltyResponse) -> str:
    return folded(response.text or "")


def _by_label(item: Responses) -> list[int]:
    labels = [response.label for response in item.counted]
    return classes(len(labels), lambda i, j: labels[i] == labels[j])


def _by_judges(item: Responses) -> list[int] | None:
    numbers = [response.member_of for response in item.counted]
    known = [number for number in numbers if number is not None]
    return known if len(known) == len(numbers) else None


def _by_text(near: Callable[[str, str], bool]) -> Decide:
    def found(item: Responses) -> list[int]:
        texts = [_folded(response) for response in item.counted]
        return classes(len(texts), lambda i, j: texts[i] == texts[j] or near(texts[i], texts[j]))

    return found
