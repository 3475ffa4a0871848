"""People and models of AGC-Human on one scale: their scores over the five tasks, alphas, percentiles among people.

The paper (Beaty et al. 2026) defines the score of AGC-Human in section 3.6: novelty (divergent semantic integration,
Johnson et al. 2023) and diversity of each response under embedding models, which it does not name, without length, as
z within task and item. Appendix I calls it the CrPO panel, without surprise. An author's score is the mean over
responses. Appendix L prints alpha over the five tasks, .64
for models and .42 for people. The authors' program (``scripts/cap_human_vs_llm_generality.py``, agc-bench-public
@ d0317cb7) standardises each task within the group of those who have all five, and tests the difference by bootstrap.

The released file of responses has neither novelty nor diversity. ``panel`` computes both from the texts. Without it the
one component is the rating of AGC-Judge, a different measure: the paper's correlates with it at .53 (appendix L).

The paper does not define diversity. In the program of CrPO (Ismayilzada et al. 2025, creative-preference-optimization
@ 68b3eb92, ``compute_inverse_homogenization``) it is the mean cosine distance of a response's embedding from those of
the other responses to the prompt, under jina-embeddings-v3. Here the others are those of other authors::

    diversity(i) = 1/m · Σ_j (1 - x_i·x_j)    over the m responses j by others to the same item of the same task
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.families.semantic_integration import find_vectors
from helm_creativity.psychometrics.common_scale import AlphaDifference, alpha_difference, common_scale, diversity
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers, complete_rows
from helm_creativity.results.human_responses import MODELS, PEOPLE, HumanResponses, ReleasedResponse

Components = Callable[[Sequence[ReleasedResponse]], ArrayLike]
"""The k numbers that a response's score is made of, for n responses: shape (n, k), NaN where missing."""


class AuthorScore(NamedTuple):
    """A person's or a model's place on the scale."""

    who: str
    author: str
    tasks: int
    score: float
    percentile: float | None


class GroupAlpha(NamedTuple):
    """How far the tasks go together among people, or among models."""

    who: str
    n: int
    tasks: int
    alpha: float | None


class CommonScale(NamedTuple):
    """People and models on one scale."""

    authors: tuple[AuthorScore, ...]
    alphas: tuple[GroupAlpha, GroupAlpha]
    difference: AlphaDifference | None
    missing: tuple[int, ...] = ()


def rating(responses: Sequence[ReleasedResponse]) -> Numbers:
    """The released rating, as the only component."""
    return np.array([[np.nan if response.rating is None else response.rating] for response in responses])


def panel(embedding: str) -> Components:
    """The components of the paper: novelty and diversity of responses under an embedding."""
    vectors = find_vectors(embedding)
    vectors.require()

    def components(responses: Sequence[ReleasedResponse]) -> Numbers:
        texts = [response.text for response in responses]
        dsi = [np.nan if value is None else value for value in vectors.dsi(texts)]
        embedded, known = vectors.embed(texts)
        embedded[~np.array(known, dtype=bool)] = np.nan
        cells = [(response.benchmark, response.number) for response in responses]
        authors = [(response.who, response.author) for response in responses]
        return np.column_stack([dsi, diversity(embedded, cells, authors)])

    return components


def common_scale_of_release(released: HumanResponses, components: Components = rating) -> CommonScale:
    """People and models of a release on one scale."""
    responses = released.responses
    cells = [(response.benchmark, response.number) for response in responses]
    lengths = [len(response.text.split()) for response in responses]
    table = np.asarray(components(responses), dtype=np.float64)
    scores = common_scale(table, lengths, cells)
    by_task: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for response, score in zip(responses, scores, strict=True):
        if not np.isnan(score):
            by_task[response.who, response.author][response.benchmark].append(float(score))
    tasks = sorted({response.benchmark for response in responses})
    means = {who: np.mean([score for task in found.values() for score in task]) for who, found in by_task.items()}
    people = np.array([mean for (who, _), mean in means.items() if who == PEOPLE])
    authors = [
        AuthorScore(*key, len(by_task[key]), float(mean), _percentile(float(mean), people))
        for key, mean in means.items()
    ]

    def alpha(group: str) -> GroupAlpha:
        rows = [
            [np.mean(found[task]) if task in found else np.nan for task in tasks]
            for (who, _), found in by_task.items()
            if who == group
        ]
        complete = complete_rows(np.array(rows, dtype=np.float64).reshape(-1, len(tasks)))
        value = cronbach_alpha(complete, standardised=True).value if len(complete) > 1 else None
        return GroupAlpha(group, len(complete), len(tasks), value)

    alphas = alpha(PEOPLE), alpha(MODELS)
    of_people, of_models = alphas
    difference = None
    if of_people.alpha is not None and of_models.alpha is not None:
        difference = alpha_difference(of_models.alpha, of_models.n, of_people.alpha, of_people.n, len(tasks))
    ordered = tuple(sorted(authors, key=lambda author: (-author.score, author.author)))
    return CommonScale(ordered, alphas, difference, tuple(np.isnan(table).sum(axis=0).tolist()))


def _percentile(score: float, people: Numbers) -> float | None:
    if not len(people):
        return None
    return float(100 * (np.mean(people < score) + np.mean(people == score) / 2))
