"""How far a judge agrees with people: statistics that fit the scale, and what people's own agreement allows.

n responses belong to items, people's ratings are a table of responses by raters, and a judge rates each response once.
What a judge is compared with is the reference: the mean of people's ratings, or their majority where ratings are
classes; a tie has none. Intervals are bootstraps over whole items, since responses to one item resemble each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.judges.evaluation.types import ScaleKind
from helm_creativity.psychometrics.agreement import krippendorff_alpha
from helm_creativity.psychometrics.classification import (
    ClassAgreement,
    accuracy,
    balanced_accuracy,
    by_class,
    cohen_kappa,
)
from helm_creativity.psychometrics.reliability import stepped_up
from helm_creativity.psychometrics.tables import Numbers, key_codes, middle_95, rating_table, ratio
from helm_creativity.psychometrics.uncertainty import times_drawn
from helm_creativity.psychometrics.validity import Correlation, pearson, spearman

DRAWS = 1000
SEED = 42
THIRDS = ("short", "medium", "long")
"""The responses by length: three groups, as equal in size as equal lengths allow."""
OF_PEOPLE = ("people_alpha", "two_people", "judge_and_one", "ceiling")
"""Names of what people's own agreement allows."""

WITHIN = ("r_within", "rho_within")
"""Names of the statistics within items."""

_LEVELS = {
    ScaleKind.BINARY: "nominal",
    ScaleKind.CLASSES: "nominal",
    ScaleKind.ORDINAL: "ordinal",
    ScaleKind.INTERVAL: "interval",
}
_OF_CLASSES = frozenset({ScaleKind.BINARY, ScaleKind.CLASSES})


class ExamEstimate(NamedTuple):
    """A statistic with its 95 % interval over items."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class RatedResponses:
    """What people and one judge gave to n responses, NaN where missing; the k classes, where ratings are classes.

    Correlations within groups say whether a judge tells better from worse in each of them: items, unless named here.
    """

    kind: ScaleKind
    classes: tuple[float, ...]
    people: Numbers  # shape (n, raters)
    judge: Numbers  # shape (n,)
    items: tuple[str, ...]
    groups: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "people", rating_table(self.people))
        object.__setattr__(self, "groups", self.groups or self.items)

    def at(self, chosen: NDArray[np.intp]) -> RatedResponses:
        """Some of the responses, by place."""
        items, groups = (tuple(names[place] for place in chosen) for names in (self.items, self.groups))
        return RatedResponses(self.kind, self.classes, self.people[chosen], self.judge[chosen], items, groups)

    @property
    def reference(self) -> Numbers:
        """What people say together, see ``human_reference``."""
        return human_reference(self.people, self.kind)

    @property
    def compared(self) -> NDArray[np.intp]:
        """Places of the responses that the judge rated and for which there is a reference."""
        return np.flatnonzero(~(np.isnan(self.judge) | np.isnan(self.reference)))


@dataclass(frozen=True)
class Agreement:
    """A judge beside people."""

    n: int
    items: int
    tied: int
    raters: float
    values: Mapping[str, ExamEstimate]
    people_alpha: ExamEstimate
    two_people: ExamEstimate
    judge_and_one: ExamEstimate
    ceiling: ExamEstimate

    @property
    def estimates(self) -> dict[str, ExamEstimate]:
        """All of them by name: the statistics, then what people's own agreement allows."""
        return {**self.values, **{name: getattr(self, name) for name in OF_PEOPLE}}


def names_for(kind: ScaleKind) -> tuple[str, ...]:
    """Names of the statistics that fit a scale; the first of them stands for the judge where there is room for one.

    * ``kappa``: Cohen's, on classes. ``weighted_kappa``: with quadratic weights, for any two numbers
      2·cov(x, y) / (var x + var y + (mean x - mean y)²), which is also Lin's concordance.
    * ``r`` and ``rho``: Pearson's and Spearman's correlation.
    * ``r_within`` and ``rho_within``: the same within items (``RatedResponses.groups``), see ``within_groups``: whether
      the judge tells better from worse among responses to the same item, whatever it makes of the items themselves.
    * ``accuracy`` and ``balanced_accuracy``: the share of equal classes, and its mean over people's classes.
    * ``alpha``: Krippendorff's, of people and the judge as one rater more, on the level of the scale.
    * ``bias``: the judge's mean less people's. ``error``: mean absolute difference. ``rmse``: root of the mean square.
    * ``rise``: the mean of a judge's ratings less that of its ratings of the control texts.
    """
    if kind is ScaleKind.CLASSES:
        return ("kappa", "accuracy", "balanced_accuracy", "alpha")
    if kind is ScaleKind.BINARY:
        return ("kappa", "accuracy", "balanced_accuracy", "alpha", "bias")
    if kind is ScaleKind.PAIRED:
        return ("rise", "r")
    return ("r", "rho", "r_within", "rho_within", "weighted_kappa", "alpha", "bias", "error", "rmse")


def human_reference(people: ArrayLike, kind: ScaleKind) -> Numbers:
    """What people say together of each response, shape (n,): their mean, or the class that most of them chose.

    ``people`` has the shape (n, raters), NaN where missing. NaN is returned for a response that nobody rated, and for
    classes of which two have as many votes.
    """
    table = rating_table(people)
    seen = ~np.isnan(table)
    if kind not in _OF_CLASSES:
        counts = seen.sum(axis=1)
        sums = np.where(seen, table, 0.0).sum(axis=1)
        return ratio(sums, counts)
    classes = np.unique(table[seen])
    if not len(classes):
        return np.full(len(table), np.nan)
    votes = np.stack([(table == kind).sum(axis=1) for kind in classes], axis=1)
    most = votes.max(axis=1)
    decided = (most > 0) & ((votes == most[:, None]).sum(axis=1) == 1)
    return np.asarray(np.where(decided, classes[votes.argmax(axis=1)], np.nan))


def measure_agreement(rated: RatedResponses, draws: int = DRAWS) -> Agreement:
    """All statistics that fit the scale, with intervals."""
    used = rated.at(rated.compared)
    target = used.reference
    votes = (~np.isnan(rated.people)).sum(axis=1) * ~np.isnan(rated.judge)
    several = rated.at(np.flatnonzero(votes > 1))
    two_people = _between_people(several)

    def estimate(statistic: _Statistic, responses: RatedResponses = used) -> ExamEstimate:
        return _estimate(statistic, responses.items, draws)

    return Agreement(
        n=len(target),
        items=len(set(used.items)),
        tied=int((votes > 0).sum()) - len(target),
        raters=float((~np.isnan(used.people)).sum(axis=1).mean()) if len(target) else 0.0,
        values={name: estimate(_statistic(name, used, target)) for name in names_for(rated.kind)},
        people_alpha=estimate(_alpha(several.people, rated.kind), several),
        two_people=estimate(two_people, several),
        judge_and_one=estimate(_judge_and_one(several), several),
        ceiling=estimate(_ceiling(several, two_people), several),
    )


def class_agreements(rated: RatedResponses) -> dict[float, ClassAgreement]:
    """Precision and recall of the judge by the class that most people chose, where ratings are classes."""
    used = rated.at(rated.compared)
    found = by_class(_matrix(used, used.reference)(np.arange(len(used.items))))
    return dict(zip(sorted(rated.classes), found, strict=True))


def main_estimate(rated: RatedResponses, name: str = "", draws: int = DRAWS) -> ExamEstimate:
    """One statistic, by name, of some responses; the first of ``names_for`` without a name."""
    used = rated.at(rated.compared)
    return _estimate(_statistic(name or names_for(rated.kind)[0], used, used.reference), used.items, draws)


def within_groups(x: ArrayLike, y: ArrayLike, groups: ArrayLike) -> float | None:
    """Pearson's correlation of deviations from the means of groups, over all groups together."""
    of_group = np.asarray(groups, dtype=np.intp)
    first, second = (_deviations(np.asarray(values, dtype=np.float64), of_group) for values in (x, y))
    spread = float((first**2).sum() * (second**2).sum())
    return float((first * second).sum()) / math.sqrt(spread) if spread > 0 else None


def _deviations(values: Numbers, groups: NDArray[np.intp]) -> Numbers:
    """Values less the mean of their group; exactly 0 in a constant group, in which rounding would leave something."""
    counts = np.bincount(groups)
    means = np.bincount(groups, values) / np.maximum(counts, 1)
    apart = values - means[groups]
    return np.asarray(np.where(np.abs(apart) > 1e-12 * np.abs(values).max(initial=0), apart, 0.0))


def _ranks_within(values: Numbers, groups: NDArray[np.intp]) -> Numbers:
    """Divided by the size of the group: else the ranks of a large one would spread wider and count for more."""
    from scipy.stats import rankdata

    found = np.empty(len(values))
    for group in range(int(groups.max(initial=-1)) + 1):
        members = np.flatnonzero(groups == group)
        found[members] = rankdata(values[members]) / len(members)
    return found


def length_correlations(rated: RatedResponses, words: Sequence[float]) -> dict[str, ExamEstimate]:
    """Correlation of length with people's ratings and with the judge's, by "people" and "judge".

    What a judge gives for length beyond what people give is no agreement with them.
    """
    if rated.kind in (ScaleKind.CLASSES, ScaleKind.PAIRED):
        return {}
    used, length = rated.at(rated.compared), np.asarray(words, dtype=np.float64)[rated.compared]
    found = {"people": used.reference, "judge": used.judge}
    return {name: _estimate(_correlated(length, ratings), used.items) for name, ratings in found.items()}


def length_thirds(lengths: Sequence[float]) -> list[str]:
    """Which of ``THIRDS`` each response is in; equal lengths are in the same third."""
    if not lengths:
        return []
    first, second = np.quantile(lengths, [1 / 3, 2 / 3], method="lower")
    return [THIRDS[int(length > first) + int(length > second)] for length in lengths]


_Statistic = Callable[[NDArray[np.intp]], float | None]
"""Of the responses at some places, which may come several times; None where it is undefined."""


def _estimate(statistic: _Statistic, items: Sequence[str], draws: int = DRAWS) -> ExamEstimate:
    value = statistic(np.arange(len(items))) if items else None
    n = len(set(items))
    if value is None or n < 2:
        return ExamEstimate(value)
    rng = np.random.default_rng(SEED)
    of_response = key_codes(items)
    everything = np.arange(len(items))
    found = []
    for _ in range(draws):
        times = times_drawn(rng, 1, n)[0].astype(np.intp)
        resampled = statistic(np.repeat(everything, times[of_response]))
        if resampled is not None:
            found.append(resampled)
    return ExamEstimate(value, *(middle_95(found, draws) or ()))


def _statistic(name: str, used: RatedResponses, target: Numbers) -> _Statistic:
    judge = used.judge
    if name == "alpha":
        return _alpha(np.column_stack([used.people, judge]), used.kind)
    if name in WITHIN:
        groups = np.unique(used.groups, return_inverse=True)[1] if used.groups else np.empty(0, dtype=np.intp)
        ranked = name == "rho_within"
        x, y = (_ranks_within(values, groups) if ranked else values for values in (target, judge))
        return lambda places: within_groups(x[places], y[places], groups[places])
    if name in _OF_MATRICES:
        of_matrix, matrix = _OF_MATRICES[name], _matrix(used, target)
        return lambda places: of_matrix(matrix(places))
    of_numbers = _OF_NUMBERS[name]
    return lambda places: of_numbers(target[places], judge[places]) if len(places) else None


def _matrix(used: RatedResponses, target: Numbers) -> Callable[[NDArray[np.intp]], NDArray[np.intp]]:
    """The confusion matrix of some responses, people's classes in rows."""
    k = len(used.classes)
    cells = _codes(target, used) * k + _codes(used.judge, used)
    return lambda places: np.bincount(cells[places], minlength=k * k).reshape(k, k)


def _codes(values: Numbers, rated: RatedResponses) -> NDArray[np.intp]:
    return np.asarray(np.searchsorted(sorted(rated.classes), values))


def _correlated(x: Numbers, y: Numbers) -> _Statistic:
    return lambda places: _r(pearson(x[places], y[places]))


def _alpha(table: Numbers, kind: ScaleKind) -> _Statistic:
    return lambda places: krippendorff_alpha(table[places], _LEVELS[kind])


def _kappa(matrix: ArrayLike) -> float | None:
    return cohen_kappa(matrix).value


def _r(found: Correlation | None) -> float | None:
    return None if found is None else found.r


def _concordance(x: Numbers, y: Numbers) -> float | None:
    """Kappa with quadratic weights of two lists of numbers; None where all of both are one number."""
    apart = float(x.var() + y.var() + (x.mean() - y.mean()) ** 2)
    return 2 * float(((x - x.mean()) * (y - y.mean())).mean()) / apart if apart > 0 else None


_OF_MATRICES: Mapping[str, Callable[[ArrayLike], float | None]] = {
    "kappa": _kappa,
    "accuracy": accuracy,
    "balanced_accuracy": balanced_accuracy,
}
"""Of a confusion matrix, people's classes in rows."""
_OF_NUMBERS: Mapping[str, Callable[[Numbers, Numbers], float | None]] = {
    "r": lambda x, y: _r(pearson(x, y)),
    "rho": lambda x, y: _r(spearman(x, y)),
    "weighted_kappa": _concordance,
    "bias": lambda x, y: float((y - x).mean()),
    "rise": lambda x, y: float((y - x).mean()),
    "error": lambda x, y: float(np.abs(y - x).mean()),
    "rmse": lambda x, y: math.sqrt(float(((y - x) ** 2).mean())),
}
"""Of people's ratings and the judge's."""


def _between_people(several: RatedResponses) -> _Statistic:
    """The first statistic between all ordered pairs of raters of a response, every response counting once."""
    seen = ~np.isnan(several.people)
    responses, first, second = np.nonzero(seen[:, :, None] & seen[:, None, :] & ~np.eye(seen.shape[1], dtype=bool))
    sizes = seen.sum(axis=1)
    weights = 1 / (sizes * (sizes - 1))[responses]
    return _of_pairs(several, responses, several.people[responses, first], several.people[responses, second], weights)


def _judge_and_one(several: RatedResponses) -> _Statistic:
    """The first statistic between the judge and every rater of a response, every response counting once."""
    seen = ~np.isnan(several.people)
    responses, raters = np.nonzero(seen)
    weights = 1 / seen.sum(axis=1)[responses]
    return _of_pairs(several, responses, several.people[responses, raters], several.judge[responses], weights)


def _of_pairs(
    rated: RatedResponses, responses: NDArray[np.intp], x: Numbers, y: Numbers, weights: Numbers
) -> _Statistic:
    n, k = len(rated.items), len(rated.classes)
    cells = _codes(x, rated) * k + _codes(y, rated)

    def statistic(places: NDArray[np.intp]) -> float | None:
        w = weights * np.bincount(places, minlength=n)[responses]
        if not w.any():
            return None
        if not k:
            return _weighted_r(x, y, w)
        return _kappa(np.bincount(cells, w, minlength=k * k).reshape(k, k))

    return statistic


def _weighted_r(x: Numbers, y: Numbers, weights: Numbers) -> float | None:
    covariance = np.cov(x, y, aweights=weights, ddof=0)
    spread = float(covariance[0, 0] * covariance[1, 1])
    return float(covariance[0, 1]) / math.sqrt(spread) if spread > 0 else None


def _ceiling(several: RatedResponses, two_people: _Statistic) -> _Statistic:
    """The root of the reliability of people's mean, by Spearman and Brown from the correlation of two of them."""
    sizes = (~np.isnan(several.people)).sum(axis=1)

    def statistic(places: NDArray[np.intp]) -> float | None:
        r = None if several.classes else two_people(places)
        if r is None or r <= 0:
            return None
        return math.sqrt(float(stepped_up(r, 1 / float((1 / sizes[places]).mean()))))

    return statistic
