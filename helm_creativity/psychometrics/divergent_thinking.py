"""What studies of divergent thinking make of a person's responses: top scores, originality without fluency, uniqueness.

A person's *fluency* is the number of responses. A score that adds something up for each response grows with fluency,
so studies report scores that do not, or that hold fluency constant (Hocevar 1979, J. Educational Psychology 71,
191-196, on fluency as a confounding factor).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.factor_analysis import mcdonald_omega
from helm_creativity.psychometrics.intraclass import IntraclassCorrelation, intraclass_correlation
from helm_creativity.psychometrics.reliability import CronbachAlpha, cronbach_alpha
from helm_creativity.psychometrics.tables import (
    Numbers,
    as_array,
    as_number,
    complete_rows,
    key_codes,
    rating_table,
    scaled,
    varies,
)

RARE = 0.05
"""Share of a sample below which a response is uncommon."""
MIN_PEOPLE = 3
"""A line goes through two points whatever they are."""
MIN_ITEMS = 3
"""Omega needs three variables."""
LONGEST = 1e100
"""Products of larger numbers overflow."""
BLOCK = 512
"""Rows whose similarities are held at once."""


class TopScore(NamedTuple):
    """The mean of a person's k most creative responses."""

    value: float | None  # in the unit of the scores; None where undefined
    n: int  # responses with a score
    problem: str = ""  # why there is none; "" otherwise


def top_k(scores: ArrayLike, k: int = 2, chosen_by: ArrayLike | None = None) -> TopScore:
    """Top-k scoring: the mean score of the k most creative of one person's responses to an item.

    With ``chosen_by`` the person's own choice, such as 1 for the two that were picked and 0 for the others, it is top-2
    scoring as Silvia et al. (2008, Psychology of Aesthetics, Creativity, and the Arts 2, 68-85) have it: people pick
    their two most creative responses, and raters rate these. Without, the responses with the highest scores are
    taken; k = 1 is maximum scoring. Both leave the number of responses out of the score, and throw the other responses
    away, which lowers reliability (Forthmann, Karwowski and Beaty 2023, doi:10.1037/aca0000571; their model, in R's
    mtscr, keeps the others as auxiliary information and is not computed here). Note that the highest of many scores is
    higher by chance than the highest of few, so without a person's own choice the score is not free of fluency.

    Where several responses are equal in ``chosen_by`` and only some of them have a place among the k, each place gets
    the mean score of all of them, so that the order of responses does not matter.

    ``scores``: shape (n,); a response without a score is left out. ``k``: how many, at least 1. ``chosen_by``: shape
    (n,), higher for what is taken first, none missing where there is a score; the scores if None. ``value`` is None for
    fewer than k responses with a score. It is never the mean of fewer. Raises ValueError as ``as_array`` does, for k
    below 1, and for a ``chosen_by`` of another length or without a number for a response with a score.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    values = as_array(scores, "scores", "n")
    order = values if chosen_by is None else as_array(chosen_by, "chosen_by", "n")
    if order.shape != values.shape:
        raise ValueError(f"chosen_by must have shape {values.shape} as scores, got {order.shape}")
    known = ~np.isnan(values)
    values, order = values[known], order[known]
    if np.isnan(order).any():
        raise ValueError("chosen_by must be known for every response with a score, got NaN")
    n = len(values)
    if n < k:
        return TopScore(None, n, f"fewer than {k} responses with a score")
    border = np.sort(order)[n - k]
    above, tied = values[order > border], values[order == border]
    total = float(above.sum()) + (k - len(above)) * float(tied.mean())
    return TopScore(total / k, n)


class FluencyFree(NamedTuple):
    """Originality of people of the same fluency."""

    # of each person, in the unit of originality, in order; None for people without one of the two, and for all where
    # ``problem`` says why
    residuals: tuple[float | None, ...]
    # correlation of originality with fluency, -1 to 1; None as above, and where originality does not vary
    r: float | None
    n: int  # people with both
    problem: str = ""  # why there is no regression; "" otherwise


def fluency_residuals(originality: ArrayLike, fluency: ArrayLike) -> FluencyFree:
    """Residuals of originality after regression on fluency, by least squares with an intercept.

    With means m over the n people who have both, and f fluency, o originality::

        b = Σ (f - m_f)(o - m_o) / Σ (f - m_f)²,    residual = o - m_o - b·(f - m_f)

    Residuals sum to 0 and do not correlate with fluency in the sample. They are relative to it: a person's residual
    changes with the others.

    ``originality``: shape (n_people,), a mean or a sum over responses. ``fluency``: shape (n_people,). No regression
    for fewer than three people with both, and where fluency does not vary. Raises ValueError as ``as_array`` does, and
    for lengths that differ.
    """
    o, f = as_array(originality, "originality", "n_people"), as_array(fluency, "fluency", "n_people")
    if o.shape != f.shape:
        raise ValueError(f"fluency must have shape {o.shape} as originality, got {f.shape}")
    known = ~(np.isnan(o) | np.isnan(f))
    n = int(known.sum())
    problem = ""
    if n < MIN_PEOPLE:
        problem = f"fewer than {MIN_PEOPLE} people"
    elif not varies(f[known][:, None])[0]:
        problem = "fluency does not vary"
    if problem:
        return FluencyFree((None,) * len(o), None, n, problem)
    (x, _), (y, power) = scaled(f[known]), scaled(o[known])
    x, y = x - x.mean(), y - y.mean()
    slope = x @ y / (x @ x)
    residuals = np.full(len(o), np.nan)
    residuals[known] = np.ldexp(y - slope * x, power)
    spread = float(np.sqrt((x @ x) * (y @ y)))
    r = float(np.clip(x @ y / spread, -1, 1)) if varies(o[known][:, None])[0] else None
    return FluencyFree(tuple(None if np.isnan(v) else float(v) for v in residuals), r, n)


def ratio_score(total: float | None, fluency: int) -> float | None:
    """The ratio score: summed originality over fluency, which is the mean over responses.

    Hocevar and Michael (1979, Educational and Psychological Measurement 39, 917-921) call it the percentage formula.
    They find that it helps the discriminant validity of rated originality, and that alpha drops to near zero where
    originality is statistical rarity. Runco, Okuda and Thurston (1987, J. Psychoeducational Assessment 5, 149-156)
    find such ratios generally unreliable.

    ``total``: sum of originality over the responses; None or NaN where unknown. ``fluency``: number of these responses,
    at least 0. None without responses, or where the total is unknown. Raises ValueError for a fluency below 0, and for
    an infinite total.
    """
    if fluency < 0:
        raise ValueError(f"fluency must be at least 0, got {fluency}")
    known = as_number(total)
    if np.isinf(known):
        raise ValueError(f"total must be finite, got {known}")
    return None if np.isnan(known) or fluency == 0 else known / fluency


class Uniqueness(NamedTuple):
    """How many others of a sample gave a like response to the same item."""

    others: int  # other people with a like response
    n_people: int  # people who were asked
    value: float | None  # 1 - others / (n_people - 1), 0 to 1; 1 if nobody else gave it. None for a single person
    # whether fewer than 5 % of the people gave it, the person included. None for 20 people or fewer, as one person is 5
    # % of them
    uncommon: bool | None


def uniqueness(people: Sequence[Hashable], keys: Sequence[Hashable], n_people: int | None = None) -> list[Uniqueness]:
    """The uniqueness of each response to one item within the sample: 1 less the share of the others who gave it.

    Two responses are alike where their keys are equal, such as texts without case, articles and plural. A person counts
    once, however often they gave a response. ``uncommon`` is the classic rule (as in the "uncommon" score of Runco,
    Okuda and Thurston 1987: ideas given by less than 5 % of the sample). Both hold within this sample alone: the more
    people respond, the more likely it is that somebody else gives the same response.

    ``people``: who gave each of the m responses. ``keys``: of the m responses. ``n_people``: how many people were
    asked, with those who gave no response; those in ``people`` if None. Returns one for each response, in order. Raises
    ValueError for another number of keys, and for fewer people than responded.
    """
    if len(people) != len(keys):
        raise ValueError(f"expected a key for each of {len(people)} responses, got {len(keys)}")
    gave: dict[Hashable, set[Hashable]] = defaultdict(set)
    for person, key in zip(people, keys, strict=True):
        gave[key].add(person)
    n = _asked(len(set(people)), n_people)
    return [_uniqueness(len(gave[key]) - 1, n) for key in keys]


def uniqueness_by_similarity(
    people: Sequence[Hashable], vectors: ArrayLike, threshold: float, n_people: int | None = None
) -> list[Uniqueness]:
    """``uniqueness`` where responses are alike if their vectors' dot product is at least a threshold.

    Unlike equal keys, this is no equivalence: a may be like b and b like c without a like c. Each response is compared
    with all others by itself.

    ``people``: who gave each of the m responses. ``vectors``: shape (m, d), of length one where the dot product is to
    be a cosine. ``threshold``: similarity from which two responses are alike. ``n_people``: as ``uniqueness`` takes it.
    Returns one for each response, in order. Raises ValueError as ``as_array`` does, for another number of vectors, a
    vector that is missing or has a number beyond 1e100, a threshold that is not finite, and fewer people than
    responded.
    """
    x = as_array(vectors, "vectors", "m", "d")
    if len(x) != len(people):
        raise ValueError(f"expected a vector for each of {len(people)} responses, got {len(x)}")
    if np.isnan(x).any() or not np.isfinite(threshold):
        raise ValueError("vectors and threshold must be finite, got NaN or infinity")
    if (np.abs(x) > LONGEST).any():
        raise ValueError(f"vectors must have numbers of at most {LONGEST:g} in size, got {np.abs(x).max()}")
    who = key_codes(people)
    n = _asked(len(set(people)), n_people)
    found = []
    for start in range(0, len(x), BLOCK):
        alike = x[start : start + BLOCK] @ x.T >= threshold
        for place, row in enumerate(alike, start):
            found.append(_uniqueness(len({*who[row].tolist()} - {who[place]}), n))
    return found


def _asked(responded: int, n_people: int | None) -> int:
    if n_people is None:
        return responded
    if n_people < responded:
        raise ValueError(f"n_people must be at least {responded}, as many as responded, got {n_people}")
    return n_people


def has_uncommon(n_people: int) -> bool:
    """Whether one person is less than 5 % of the people, so that a response can be uncommon at all."""
    return n_people * RARE > 1


def _uniqueness(others: int, n: int) -> Uniqueness:
    value = None if n < 2 else 1 - others / (n - 1)
    return Uniqueness(others, n, value, (others + 1) / n < RARE if has_uncommon(n) else None)


class SampleReliability(NamedTuple):
    """Reliabilities of the scores of a sample. A value that is None has its reason in ``problems``, under its name."""

    alpha: CronbachAlpha | None  # Cronbach's alpha over items by people
    omega: float | None  # McDonald's omega (total, one factor) over items by people
    # ICC(2,k) of the mean of the raters: absolute agreement, raters a sample of all who could rate
    icc_2k: IntraclassCorrelation | None
    icc_3k: IntraclassCorrelation | None  # ICC(3,k): consistency, these raters
    problems: dict[str, str]  # why a value is None, by its name


def sample_reliability(scores: ArrayLike | None, ratings: ArrayLike | None) -> SampleReliability:
    """The reliability of people's scores over items, and of responses' ratings over raters.

    Alpha is ``cronbach_alpha`` with items in the place of judges, over people who have a score on every item. Omega is
    ``mcdonald_omega`` of the same people. The intraclass correlations are ``intraclass_correlation`` of the
    ratings, over responses that all raters rated.

    ``scores``: shape (n_people, n_items); None where there are no items to compare. ``ratings``: shape
    (n_responses, n_raters); None where there are no raters. Raises ValueError as ``as_array`` does.
    """
    problems: dict[str, str] = {}
    alpha, omega = _over_items(scores, problems)
    agreement, consistency = (
        _over_raters(ratings, kind, name, problems) for kind, name in (("2,k", "icc_2k"), ("3,k", "icc_3k"))
    )
    return SampleReliability(alpha, omega, agreement, consistency, problems)


def _over_items(scores: ArrayLike | None, problems: dict[str, str]) -> tuple[CronbachAlpha | None, float | None]:
    table: Numbers = as_array(scores, "scores", "n_people", "n_items") if scores is not None else np.empty((0, 0))
    rows = complete_rows(table)
    n, k = rows.shape
    if k < 2 or n < 2:
        reason = "fewer than two items" if k < 2 else "fewer than two people have a score on every item"
        problems |= {"alpha": reason, "omega": reason}
        return None, None
    found = cronbach_alpha(rows)
    alpha = None if found.value is None else found
    if alpha is None:
        problems["alpha"] = "people's sums over the items do not vary"
    if k < MIN_ITEMS or n <= k:
        problems["omega"] = f"omega needs {MIN_ITEMS} items, and more people than items"
        return alpha, None
    if not varies(rows).all():
        problems["omega"] = "on an item all people have the same score"
        return alpha, None
    omega = mcdonald_omega(rows)
    if omega is None:
        problems["omega"] = "one factor has no solution"
    return alpha, omega


def _over_raters(
    ratings: ArrayLike | None, kind: str, name: str, problems: dict[str, str]
) -> IntraclassCorrelation | None:
    table = rating_table(ratings) if ratings is not None else np.empty((0, 0))
    n, k = complete_rows(table).shape
    if k < 2 or n < 2:
        problems[name] = "fewer than two raters" if k < 2 else "fewer than two responses that all raters rated"
        return None
    found = intraclass_correlation(table, kind)
    if found.value is None:
        problems[name] = "ratings do not vary between responses"
        return None
    return found
