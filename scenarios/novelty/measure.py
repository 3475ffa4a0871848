"""NoveltyBench: how many of k answers to a prompt are different, and what they are worth to a reader.

Classes (Zhang et al. 2025, section 3.2). Answers are taken in their order. Each is compared with one member of every
class so far, in the order of the classes; it joins the first one whose member is the same in substance, and otherwise
begins a class of its own. With c_i the class of answer i, u_i its value and p the patience of a reader, who asks for
another answer with probability p after each one::

    distinct_k = |{c_1, ..., c_k}|                                                                (eq. 1)
    utility_k  = (1 - p)/(1 - p^k) · Σ_{i<=k} p^(i-1) · 1[c_i differs from all c_j, j < i] · u_i  (eq. 2)

Units: distinct_k counts, 1 to k. utility_k has the units of u, 1 to 10 in the paper: it is a weighted mean of k values,
of which those of repetitions are 0. It is u_1·(1 - p)/(1 - p^k) where all answers are the same, and never more than the
largest u. With p = 0 it is u_1, with p = 1 the plain mean.

Where the authors' program differs from their text: they say that an answer is compared with a random member of a class;
their program takes its first one, as here, so that classes depend on nothing but the answers and their order. Its first
version wrote the largest c_i, counted from 0, as the number of classes, one too few.

Undefined is None: the classes where it is not known of two answers that had to be compared whether they are the same,
and the utility where an answer that begins a class has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Classes = Sequence[int | None]
"""Of n places, the class of the answer there, counted from 0 in the order of first members; None without an answer."""

PATIENCE = 0.8
"""Zhang et al. 2025, section 3.2."""


def class_of(heads: Sequence[int], answer: int, same: Callable[[int, int], bool | None]) -> int | None:
    """The class that an answer belongs to.

    Args:
        heads: first members of the classes so far.
        answer: the next one.
        same: whether a head and the answer are the same in substance; None where that is not known. Asked no more often
            than needed.

    Returns:
        The number of the class, ``len(heads)`` for a new one; None where ``same`` did not know.
    """
    for number, head in enumerate(heads):
        alike = same(head, answer)
        if alike is None:
            return None
        if alike:
            return number
    return len(heads)


def classes(n: int, same: Callable[[int, int], bool | None]) -> list[int] | None:
    """Shape (n,): the classes of n answers; None where ``same`` once did not know. See ``class_of``."""
    heads: list[int] = []
    found: list[int] = []
    for answer in range(n):
        number = class_of(heads, answer, same)
        if number is None:
            return None
        heads += [answer] if number == len(heads) else []
        found.append(number)
    return found


def begins(found: Classes) -> list[bool]:
    """Shape (n,): which answers are the first of their class."""
    return [one is not None and one not in found[:i] for i, one in enumerate(found)]


def distinct(found: Classes) -> int:
    """Number of different classes, eq. 1."""
    return sum(begins(found))


def utility(found: Classes, values: Sequence[float | None], patience: float = PATIENCE) -> float | None:
    """What answers in their order are worth to a reader, eq. 2.

    Args:
        found: shape (n,), n >= 1. A place without an answer has its weight, and nothing else.
        values: shape (n,): what each answer is worth by itself. Only those that begin a class count.
        patience: p, 0 to 1.

    Returns:
        The utility; None where an answer that begins a class has no value.

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
    """Share of the later answers that say the same as the first, 0 to 1; None for fewer than two answers."""
    there = [number for number in found if number is not None]
    return there[1:].count(there[0]) / (len(there) - 1) if len(there) > 1 else None
