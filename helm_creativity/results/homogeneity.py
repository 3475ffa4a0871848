"""How like the answers of different models to the same prompts are: homogeneity of Jiang et al. 2025, section 3.

For prompt k and the unit vectors x of the n_a answers of a, y of the n_b answers of b, with S_a = Σ x::

    s_k(a, b) = S_a·S_b / (n_a n_b)                  between two runs: mean over all pairs of one answer each
    s_k(a, a) = (|S_a|² - n_a) / (n_a (n_a - 1))     within one: mean over all pairs of two answers

A cell is the mean over the prompts that have it. No answer is paired with itself: in the paper's program it is, which
lifts the diagonal of its matrix by (1 - s)/n. A run's similarity to others is the mean of its cells with runs of other
models, and the mean between models that over all such pairs; baselines are in neither, but have a row.

Intervals: prompts are drawn with replacement, the same for all cells, since answers to one prompt are no independent
observations, nor are cells that share a run.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.pooling import is_baseline
from helm_creativity.core.population import Candidate, Candidates
from helm_creativity.errors import FileProblem
from helm_creativity.psychometrics.uncertainty import bootstrap_means, interval
from helm_creativity.results.sample_store import SampleStore, StoredSample
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import Run
from helm_creativity.text.response import written
from helm_creativity.text.text import folded

Numbers = NDArray[np.float64]


class PromptSimilarity(NamedTuple):
    """One prompt, r runs; NaN where a run has too few answers.

    Attributes:
        similarity: shape (r, r), symmetric, -1 to 1: mean cosine of the pairs of answers.
        identical: shape (r, r): share of the pairs that are one text, 0 to 1.
    """

    similarity: Numbers
    identical: Numbers


def prompt_similarity(
    times: NDArray[np.integer], vectors: NDArray[np.floating], keys: Sequence[Hashable]
) -> PromptSimilarity:
    """Similarities of the answers of r runs to one prompt.

    Args:
        times: shape (r, u): how often each run gave each of u different texts.
        vectors: shape (u, d), of any lengths but 0.
        keys: u keys, equal for texts that count as one.
    """
    x = np.asarray(vectors, dtype=np.float64)
    x = x / np.linalg.norm(x, axis=1, keepdims=True)
    found = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    is_key = np.zeros((len(keys), len(found)))
    is_key[np.arange(len(keys)), [found[key] for key in keys]] = 1.0
    return PromptSimilarity(_pairs(times @ x, times), _pairs(times @ is_key, times))


def _pairs(sums: Numbers, times: NDArray[np.integer]) -> Numbers:
    """Means over pairs from sums of vectors of length one, shape (r, d): no answer is paired with itself."""
    n = times.sum(axis=1).astype(np.float64)
    total, pairs = sums @ sums.T, np.outer(n, n)
    total[np.diag_indices(len(n))] -= n
    pairs[np.diag_indices(len(n))] -= n
    return np.divide(total, pairs, out=np.full_like(total, np.nan), where=pairs > 0)


class Estimate(NamedTuple):
    """A mean over prompts and its 95 % interval; None where there is none."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Homogeneity:
    """What r runs have in common.

    Attributes:
        similarity: shape (r, r): mean over prompts, NaN where no prompt has the cell.
        low: lower ends of its intervals.
        high: upper ends.
        identical: shape (r, r): share of equal pairs, mean over prompts.
        prompts: shape (r, r): how many prompts have the cell.
        others: of each of the r runs the similarity to runs of other models that count.
        identical_to_others: shape (r,): of each run the share of pairs with them that are equal.
        within: mean of the diagonal over the runs that count.
        between: mean over the pairs of runs of different models that count.
        difference: within minus between.
    """

    similarity: Numbers
    low: Numbers
    high: Numbers
    identical: Numbers
    prompts: NDArray[np.int64]
    others: tuple[Estimate, ...]
    identical_to_others: Numbers
    within: Estimate
    between: Estimate
    difference: Estimate


def homogeneity(
    cells: Iterable[PromptSimilarity],
    models: Sequence[str],
    counts: NDArray[np.bool_],
    draws: int,
    rng: np.random.Generator,
) -> Homogeneity:
    """Sums up the cells of all prompts.

    Args:
        cells: of k prompts, k >= 1.
        models: names of the models of the r runs: two runs of one model are no pair of models.
        counts: shape (r,): which runs count in means over runs.
        draws: of the bootstrap.
        rng: source of its random numbers.
    """
    similar, identical = (np.stack(part) for part in zip(*cells, strict=True))
    r = len(models)
    rows, columns = np.tril_indices(r)
    drawn = np.empty((draws, r, r))
    drawn[:, rows, columns] = bootstrap_means(similar[:, rows, columns].T, draws, rng)
    drawn[:, columns, rows] = drawn[:, rows, columns]
    mean, equal = _means(similar), _means(identical)
    low, high = (one.reshape(r, r) for one in interval(drawn.reshape(draws, -1)))
    names = np.array(models)
    pairs = (names[:, None] != names) & counts
    own, between = np.diag(counts), np.tril(pairs & counts[:, None])
    return Homogeneity(
        similarity=mean,
        low=low,
        high=high,
        identical=equal,
        prompts=np.isfinite(similar).sum(axis=0),
        others=tuple(_estimate(mean[row, some], drawn[:, row, some]) for row, some in enumerate(pairs)),
        identical_to_others=np.array([_mean(equal[row, some]) for row, some in enumerate(pairs)]),
        within=_estimate(mean[own], drawn[:, own]),
        between=_estimate(mean[between], drawn[:, between]),
        difference=_difference(mean, drawn, own, between),
    )


def _difference(mean: Numbers, drawn: Numbers, own: NDArray[np.bool_], between: NDArray[np.bool_]) -> Estimate:
    """Both sides over the same draws of prompts."""
    value = np.array([_mean(mean[own]) - _mean(mean[between])])
    return _estimate(value, (_row_means(drawn[:, own]) - _row_means(drawn[:, between]))[:, None])


def _estimate(values: Numbers, drawn: Numbers) -> Estimate:
    """The mean of m values, and the interval of the mean of their draws, shape (draws, m)."""
    value = _mean(values)
    if np.isnan(value):
        return Estimate(None, None, None)
    low, high = interval(_row_means(drawn)[:, None])
    return Estimate(value, float(low[0]), float(high[0]))


def _means(of_prompts: Numbers) -> Numbers:
    """Means over the prompts that have a cell, shape (r, r)."""
    known = np.isfinite(of_prompts)
    sums, n = np.where(known, of_prompts, 0.0).sum(axis=0), known.sum(axis=0)
    return np.asarray(np.divide(sums, n, out=np.full(sums.shape, np.nan), where=n > 0))


def _mean(values: Numbers) -> float:
    return float(_row_means(values[None])[0])


def _row_means(values: Numbers) -> Numbers:
    """Means of the known values of each row, NaN where there is none."""
    known = np.isfinite(values)
    sums, n = np.where(known, values, 0.0).sum(axis=1), known.sum(axis=1)
    return np.asarray(np.divide(sums, n, out=np.full(len(values), np.nan), where=n > 0))


Warn = Callable[[str], None]
SHA = "prompt_sha256"


@dataclass(frozen=True)
class ComparedRun:
    """A run that could be read.

    Attributes:
        run: it.
        number: under which its answers are gathered.
        prompts: checksums of what it was asked.
        answers: how many it has, and
        usable: how many of them are answers.
    """

    run: Run
    number: int
    prompts: frozenset[str]
    answers: int
    usable: int

    @property
    def way(self) -> str:
        """How it was asked: runs of one way have the same answers, however these are scored."""
        adapter = {name: value for name, value in self.run.adapter.items() if name != TRIALS}
        return json.dumps([adapter, sorted(self.prompts)], sort_keys=True, default=str)


def store_responses(runs: Sequence[Run], gathered: SampleStore, warn: Warn) -> list[ComparedRun]:
    """Gathers the answers of all runs, one run after the other; ``warn`` gets a line for each that cannot be read."""
    read: list[ComparedRun] = []
    for run in runs:
        try:
            found = saved_samples(run)
        except FileProblem as problem:
            warn(f"left out: {problem}")
            continue
        if lacking := sum(SHA not in one.row.fields for one in found):
            warn(f"left out: {run.name}: {lacking:,} of {len(found):,} answers do not say what was asked")
            continue
        texts = [written(one.row.response) for one in found]
        for one, text in zip(found, texts, strict=True):
            some = (Candidate("", text, None),) if text else ()
            gathered.add(len(read), one.item, one.trial, Candidates((one.row.fields[SHA],), some))
        prompts = frozenset(str(one.row.fields[SHA]) for one in found)
        read.append(ComparedRun(run, len(read), prompts, len(found), sum(map(bool, texts))))
    return read


def runs_to_compare(read: Sequence[ComparedRun], warn: Warn) -> list[ComparedRun]:
    """The runs that are compared, by model and name; ``warn`` takes a line for each of the others.

    All were asked the same prompts: those of most language models, and among equals most prompts. Of several runs of a
    model with the same answers, as under two embeddings, that with the most answers counts.
    """
    asked_of = {(one.prompts, one.run.model) for one in read if one.usable}
    votes = Counter(prompts for prompts, model in asked_of if not is_baseline(model))
    votes = votes or Counter(prompts for prompts, _ in asked_of)
    if not votes:
        return []
    asked = max(votes, key=lambda prompts: (votes[prompts], len(prompts), sorted(prompts)))
    kept: dict[str, ComparedRun] = {}
    for one in sorted(read, key=lambda one: (-one.usable, one.run.name)):
        if not one.usable:
            warn(f"left out: {one.run.name}: none of its {one.answers:,} answers can be used")
        elif one.prompts != asked:
            shared = len(one.prompts & asked)
            warn(f"left out: {one.run.name}: asked {len(one.prompts):,} prompts, {shared:,} of the {len(asked):,} here")
        elif one.way in kept:
            warn(f"left out: {one.run.name}: the same answers as {kept[one.way].run.name}")
        else:
            kept[one.way] = one
    return sorted(kept.values(), key=lambda one: (one.run.model, one.run.name))


@dataclass
class Similarities:
    """The cells of each prompt; every distinct text is embedded once.

    Memory is that of the answers to one prompt, and of the vectors of texts that several prompts have.

    Attributes:
        vectors: where they are from.
        unknown: answers without a vector, so far.
    """

    vectors: Any
    unknown: int = 0
    _kept: dict[str, NDArray[np.float32]] = field(default_factory=dict)

    def cells(self, gathered: SampleStore, chosen: Sequence[ComparedRun]) -> Iterator[PromptSimilarity]:
        """Of each prompt that the chosen runs were asked; their cells are in the order of the runs."""
        row_of = {one.number: row for row, one in enumerate(chosen)}
        again = gathered.shared()
        for (prompt,), entries in gathered.tasks():
            if prompt in chosen[0].prompts:
                yield self._of_prompt([one for one in entries if one.run in row_of], row_of, again)

    def _of_prompt(
        self, entries: Sequence[StoredSample], row_of: dict[int, int], again: frozenset[int]
    ) -> PromptSimilarity:
        answers = [(row_of[entry.run], one.text) for entry in entries for one in entry.found]
        distinct = sorted({text for _, text in answers})
        known = self.vectors.knows(distinct) if distinct else []
        texts = {text: place for place, text in enumerate(t for t, k in zip(distinct, known, strict=True) if k)}
        times = np.zeros((len(row_of), len(texts)), dtype=np.int64)
        for row, text in answers:
            if text in texts:
                times[row, texts[text]] += 1
            else:
                self.unknown += 1
        return prompt_similarity(times, self._embedded(list(texts), again), [folded(text) for text in texts])

    def _embedded(self, texts: Sequence[str], again: frozenset[int]) -> NDArray[np.float32]:
        """Shape (u, d): vectors of u different texts."""
        new = [text for text in texts if text not in self._kept]
        found = dict(zip(new, self.vectors.embed(new).vectors if new else (), strict=True))
        # Copies, since a row would keep the array of its whole prompt.
        self._kept |= {text: vector.copy() for text, vector in found.items() if hash(text) in again}
        rows = [found[text] if text in found else self._kept[text] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.vectors.dimension)
