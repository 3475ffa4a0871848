"""Suites as HELM writes them, from models whose creativity is known.

A model's standing in a benchmark, in standard deviations of models, is::

    domain   = loading · general + √(1 - loading²) · own part of the domain
    standing = within · domain + √(1 - within²) · own part of the benchmark + shift of its group

and an answer to an item ``standing + item + model by item + trial``, three independent normal parts with the standard
deviations of a ``Design``, plus the effect of the instruction. In unjudged benchmarks it is scored as it is, in their
units; in judged ones, divided by its standard deviation, it is what judges of known severity rate by the graded
response model. RAT's answers, too, get scores as of a continuous measure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from support.simulated_benchmarks import BENCHMARKS, BenchmarkEntry
from support.simulated_runs import DAMAGE, RATINGS, run_spec, write_run

BASELINES = {"creativity/greedy": 3.0, "creativity/random-nouns": -2.0}
"""Standing of our own baselines, the same everywhere."""


@dataclass(frozen=True)
class Design:
    """What is known beforehand; all standard deviations but those of models are of answers.

    Groups are by name, which stands before the slash in a model's name, judges by name of the deployment, with their
    severity in standard deviations of the answers, and instructions, "" for none, with their effect in those of models.
    """

    n_models: int = 12  # language models, in turn of the groups
    benchmarks: tuple[str, ...] = tuple(BENCHMARKS)[:6]  # of six domains
    n_items: int | Mapping[str, int] = 8  # of every benchmark, or by benchmark
    n_trials: int = 3
    loading: float = 0.8  # of every domain on the general factor
    within: float = 0.9  # of every benchmark on its domain
    item_sd: float = 0.5  # of items' difficulty, which all models share
    interaction_sd: float = 0.8  # of how an item suits a model
    trial_sd: float = 1.0  # between answers of one model to one item
    failures: float = 0.0  # probability that an answer has no score
    groups: Mapping[str, float] = field(default_factory=lambda: {"acorn": 0.0, "birch": 0.0, "cedar": 0.0})
    judges: Mapping[str, float] = field(default_factory=lambda: {"lab/kind": -0.6, "lab/fair": 0.0, "lab/stern": 0.6})
    discrimination: float = 2.5  # of every judge
    instructions: Mapping[str, float] = field(default_factory=lambda: {"": 0.0})
    effect_sd: float = 0.0  # of how an instruction suits a model
    baselines: bool = True  # whether ours were run too, without instructions

    def items_of(self, benchmark: str) -> int:
        """How many items a benchmark has."""
        return self.n_items if isinstance(self.n_items, int) else self.n_items[benchmark]

    @property
    def answer_sd(self) -> float:
        """Of answers, over models of one group, items and trials."""
        return math.sqrt(1 + self.item_sd**2 + self.interaction_sd**2 + self.trial_sd**2)


class Cell(NamedTuple):
    """A benchmark and an instruction."""

    benchmark: str
    instruction: str = ""


@dataclass(frozen=True)
class Truth:
    """What was simulated, and what the folders say."""

    design: Design
    models: tuple[str, ...]  # n names, baselines last
    standing: np.ndarray  # (n, m), in standard deviations of models
    answers: Mapping[Cell, np.ndarray]  # (n, k, t): scores as in the files, NaN where an answer has none
    runs: Mapping[tuple[str, str, str], str]  # name by (model, benchmark, instruction)
    damage: Mapping[str, str]  # what was done to runs, by name

    def scores(self, benchmark: str, instruction: str = "") -> np.ndarray:
        """Shape (n,): what ``score`` is in the runs' stats."""
        return np.nanmean(self.answers[Cell(benchmark, instruction)], axis=(1, 2))

    def split_half(self, benchmark: str) -> float:
        """Reliability of means over the items, as other items would be; of benchmarks without judges."""
        _, k, standing, interaction, error = self._variances(benchmark)
        return standing / (standing + (interaction + error) / k)

    def retest(self, benchmark: str) -> float:
        """Reliability of means over the same items, asked anew; of benchmarks without judges."""
        _, k, standing, interaction, error = self._variances(benchmark)
        return (standing + interaction / k) / (standing + (interaction + error) / k)

    def effect(self, benchmark: str, instruction: str) -> float:
        """Expected d_z of an instruction beside none; of benchmarks without judges."""
        one, k, _, _, error = self._variances(benchmark)
        difference = one.instructions[instruction] - one.instructions[""]
        return difference / math.sqrt(one.effect_sd**2 + 2 * error / k)

    def _variances(self, benchmark: str) -> tuple[Design, int, float, float, float]:
        """Design, number of items, and variances of standing among language models, interaction and means of trials."""
        one = self.design
        standing = self.standing[: one.n_models, one.benchmarks.index(benchmark)].var(ddof=1)
        return one, one.items_of(benchmark), float(standing), one.interaction_sd**2, one.trial_sd**2 / one.n_trials


def simulated_suite(
    folder: Path, seed: int = 0, *, states: bool = True, damage: Sequence[str] = (), **settings: Any
) -> Truth:
    """Writes the runs of a suite.

    The latent parts of models are drawn so that they are uncorrelated with mean 0 and variance 1 in the sample itself,
    where there are more models than parts.

    Args:
        folder: of the suite, ``OUTPUT/runs/NAME``.
        seed: of all that is random.
        states: whether scenario_state.json is written, which holds answers and ratings.
        damage: kinds of ``DAMAGE``: one run of a language model, drawn by chance, suffers from each.
        settings: what is known beforehand: see ``Design``.
    """
    one = Design(**settings)
    rng = np.random.default_rng(seed)
    models, groups = _models(one)
    standing = _standing(one, [groups.get(model, "") for model in models], rng)
    answers, runs = {}, {}
    for place, name in enumerate(one.benchmarks):
        for cell, scores, ratings in _cells(one, name, standing[:, place], rng):
            answers[cell] = scores
            for row, model in enumerate(models[: one.n_models] if cell.instruction else models):
                spec = run_spec(BENCHMARKS[name], model, one.n_trials, cell.instruction, list(one.judges))
                write_run(folder, spec, scores[row], None if ratings is None else ratings[row], states)
                runs[(model, *cell)] = spec["name"]
    own = sorted(run for (model, *_), run in runs.items() if model not in BASELINES)
    harmed = dict(zip(rng.permutation(own)[: len(damage)].tolist(), damage, strict=True))
    for run, kind in harmed.items():
        DAMAGE[kind](folder / run)
    return Truth(one, models, standing, answers, runs, harmed)


def _models(one: Design) -> tuple[tuple[str, ...], dict[str, str]]:
    labs = list(one.groups)
    own = {f"{labs[i % len(labs)]}/model-{i + 1:03d}": labs[i % len(labs)] for i in range(one.n_models)}
    return (*own, *(BASELINES if one.baselines else ())), own


def _standing(one: Design, groups: Sequence[str], rng: np.random.Generator) -> np.ndarray:
    """Of models and baselines."""
    of = [BENCHMARKS[name].domain for name in one.benchmarks]
    names = tuple(dict.fromkeys(of))
    general, own, special = np.split(_uncorrelated(rng, one.n_models, 1 + len(names) + len(of)), [1, 1 + len(names)], 1)
    domains = one.loading * general + np.sqrt(1 - one.loading**2) * own
    standing = one.within * domains[:, [names.index(name) for name in of]] + np.sqrt(1 - one.within**2) * special
    standing = standing + np.array([one.groups[group] for group in groups if group])[:, None]
    extra = [[place] * len(of) for place in BASELINES.values()] if one.baselines else np.empty((0, len(of)))
    return np.vstack([standing, extra])


def _uncorrelated(rng: np.random.Generator, n: int, parts: int) -> np.ndarray:
    draws = rng.normal(size=(n, parts))
    if n <= parts:
        return draws
    q, r = np.linalg.qr(draws - draws.mean(axis=0))
    return q * np.sign(np.diag(r)) * np.sqrt(n - 1)


def _cells(one: Design, name: str, standing: np.ndarray, rng: np.random.Generator) -> Iterator[tuple[Cell, Any, Any]]:
    """Scores and ratings of a benchmark under each instruction; items, and how they suit a model, stay the same."""
    items = rng.normal(0, one.item_sd, one.items_of(name))
    fixed = standing[:, None] + items + rng.normal(0, one.interaction_sd, (len(standing), len(items)))
    for instruction, effect in one.instructions.items():
        shift = rng.normal(effect, one.effect_sd if instruction else 0.0, len(standing))
        noise = rng.normal(0, one.trial_sd, (*fixed.shape, one.n_trials))
        yield (
            Cell(name, instruction),
            *_scored(one, BENCHMARKS[name], (fixed + shift[:, None])[:, :, None] + noise, rng),
        )


def _scored(one: Design, benchmark: BenchmarkEntry, quality: np.ndarray, rng: np.random.Generator) -> tuple[Any, Any]:
    """Scores of answers, shape (n, k, t), and ratings (n, k, t, judges by name); None where there are no judges."""
    failed = rng.random(quality.shape) < one.failures
    if not benchmark.judged:
        return np.where(failed, np.nan, benchmark.mean + benchmark.sd * quality), None
    theta = quality[..., None] / one.answer_sd
    steps = np.linspace(-1.5, 1.5, len(RATINGS) - 1)
    ratings = np.empty((*quality.shape, len(one.judges)))
    for judge, name in enumerate(sorted(one.judges)):
        above = 1 / (1 + np.exp(-one.discrimination * (theta - one.judges[name] - steps)))
        ratings[..., judge] = np.array(RATINGS)[(rng.random((*quality.shape, 1)) < above).sum(axis=-1)]
    ratings[failed] = np.nan
    return ratings.mean(axis=-1), ratings
