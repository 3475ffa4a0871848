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
from typing import TypeVar

T = TypeVar("T")

Classes = Sequence[int | None]
"""Of n places, the class of the response there, counted from 0 in the order of first members; None without one."""

PATIENCE = 0.8
"""Zhang et al. 2025, section 3.2."""


def classes(responses: Sequence[T], same: Callable[[T, T], bool]) -> list[int]:
    """Shape (n,): the classes of n responses.

    Args:
        responses: in their order.
        same: whether the first member of a class and a later response are the same in substance. Asked no more often
            than needed.
    """
    heads: list[T] = []
    found: list[int] = []
    for response in responses:
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
    """
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
