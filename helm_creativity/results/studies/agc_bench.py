"""The general factor of AGC-Bench, from the released means of 83 models in six domains."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from helm_creativity.core.claims import Claim, Difference, Recomputed, github_file
from helm_creativity.psychometrics.factor_analysis import one_factor, parallel_analysis, subsampled
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import Numbers

MATRIX = github_file(
    "rebeaty/agc-bench-public",
    "d0317cb75bed4ede0e30b4502d5342022dec652a",
    "analysis/per_domain_jrt.csv",
    "ef2b171583c534f580ac6a31f1694e0f8d9f502340608266aa43e61358ed97ca",
    "CC-BY-4.0",
)
STORY = "Story / Narrative"
SEED, SUBSAMPLE, DRAWS, RANDOM = 42, 60, 500, 1000
"""As their programs have them; the random numbers are others."""
OTHER_MATRIX = (
    "the released file of loadings (analysis/c_factor_loadings.csv) has the eigenvalue 4.893, of means that are not "
    "released; of those that are, {found} comes out, and what is printed without Story and in subsamples is of these"
)


class Domains(NamedTuple):
    """The released means.

    Attributes:
        names: of the domains.
        means: shape (83, 6).
    """

    names: tuple[str, ...]
    means: Numbers

    def without(self, name: str) -> Numbers:
        """The means in the other domains."""
        return self.means[:, [place for place, domain in enumerate(self.names) if domain != name]]


def read_domains(path: Path) -> Domains:
    """The file of the authors: a model in each row, a domain in each column but the first."""
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    return Domains(tuple(head[1:]), np.array([row[1:] for row in rows], dtype=np.float64))


def recompute(measure: Callable[[Domains], float], paths: Sequence[Path]) -> Recomputed:
    """A number, and of how many models."""
    domains = read_domains(paths[0])
    return Recomputed(measure(domains), len(domains.means))


def _alpha(means: Numbers) -> float:
    found = cronbach_alpha(means, standardised=True).value
    if found is None:
        raise ValueError("alpha is undefined")
    return found


def _subsample(domains: Domains, part: str) -> float:
    found = subsampled(domains.means, SUBSAMPLE, DRAWS, np.random.default_rng(SEED))
    if found is None or found.alpha is None:
        raise ValueError("no subsample has a factor")
    return {
        "eigenvalue": found.eigenvalue.mean,
        "low": found.eigenvalue.low,
        "high": found.eigenvalue.high,
        "alpha": found.alpha.mean,
        "share": 100 * found.share.mean,
    }[part]


def _noise(domains: Domains) -> float:
    found = parallel_analysis(domains.means, np.random.default_rng(SEED), RANDOM)
    return float(found.noise_95[0])


def _claim(
    what: str, place: str, printed: str, measure: Callable[[Domains], float], ours: str = "", because: str = ""
) -> Claim:
    differs = Difference(ours, because or OTHER_MATRIX.format(found=ours)) if ours else None
    return Claim(what, "Beaty et al. 2026", place, printed, partial(recompute, measure), (MATRIX,), 83, differs)


DRAWN = "500 other subsamples were drawn, whose mean eigenvalue has a standard error of .004"
FACTOR, ROBUST = "section 4.3", "appendix J"
CLAIMS: tuple[Claim, ...] = (
    _claim("first eigenvalue", FACTOR, "4.89", lambda given: one_factor(given.means).eigenvalues[0], "4.91"),
    _claim("second eigenvalue", FACTOR, "0.47", lambda given: one_factor(given.means).eigenvalues[1]),
    _claim(
        "variance of the first component, %", FACTOR, "81.5", lambda given: 100 * one_factor(given.means).share, "81.9"
    ),
    _claim("least loading", FACTOR, ".87", lambda given: one_factor(given.means).component_loadings.min(), ".88"),
    _claim("greatest loading", FACTOR, ".94", lambda given: one_factor(given.means).component_loadings.max(), ".95"),
    _claim("alpha of six domains", FACTOR, ".96", lambda given: _alpha(given.means)),
    _claim("95 % quantile of the first eigenvalue of noise", ROBUST, "1.53", _noise),
    _claim(
        "first eigenvalue without Story", ROBUST, "4.07", lambda given: one_factor(given.without(STORY)).eigenvalues[0]
    ),
    _claim("alpha without Story", ROBUST, ".94", lambda given: _alpha(given.without(STORY))),
    _claim("variance without Story, %", ROBUST, "81.4", lambda given: 100 * one_factor(given.without(STORY)).share),
    _claim(
        "mean first eigenvalue in subsamples of 60",
        ROBUST,
        "4.92",
        partial(_subsample, part="eigenvalue"),
        "4.91",
        DRAWN,
    ),
    _claim("2.5 % quantile of it", ROBUST, "4.74", partial(_subsample, part="low")),
    _claim("97.5 % quantile of it", ROBUST, "5.05", partial(_subsample, part="high")),
    _claim("mean alpha in subsamples of 60", ROBUST, ".96", partial(_subsample, part="alpha")),
    _claim("mean variance in subsamples of 60, %", ROBUST, "82.0", partial(_subsample, part="share"), "81.9", DRAWN),
)
