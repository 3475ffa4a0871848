"""What temperature and thinking do to one model's scores, from the scores that Green Code 2025 released."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from helm_creativity.core.claims import Claim, Recomputed, github_file
from helm_creativity.psychometrics.validity import pearson

ENSEMBLE = ("GloVe", "BERT_WordEmbeddings_L6")
"""Whose mean is a response's score."""
FILES = {
    "thinking_budget": (
        "results/DAT_1.1_effect_thinking_budget_unnormalized_results.json",
        "a6fb8cc6a914330f1fdb7ed9bbf5fe8cc1e03094d1c91b250b8d5b908dbe1f53",
    ),
    "temperature": (
        "results/DAT_1.1_effect_temperature_unnormalized.json",
        "2d19f24a0019e726cd3a34a7f2e49343973c0b3a34215713d50a564c9c723b81",
    ),
}


def correlation(setting: str, paths: Sequence[Path]) -> Recomputed:
    """Pearson's r of the scores with the place of the setting among those that were tried.

    Their program counts places (0 for the least budget, 12 for the greatest), not tokens: with tokens r is .216.
    """
    released: dict[str, Any] = json.loads(paths[0].read_text("utf-8"))
    found: list[tuple[float, float]] = []
    for name, scores in released.items():
        value = float(json.loads(name[name.index("{") :])[setting])
        members = zip(*(scores[member] for member in ENSEMBLE), strict=True)
        found += [(value, sum(each) / len(each)) for each in members]
    places = {value: place for place, value in enumerate(sorted({value for value, _ in found}))}
    r = pearson([places[value] for value, _ in found], [score for _, score in found])
    if r is None:
        raise ValueError("no correlation")
    return Recomputed(r.r, r.n)


def _claim(setting: str, printed: str, place: str, n: int) -> Claim:
    path, sha256 = FILES[setting]
    file = github_file("theGreen-Coder/MCTB", "2652cf343d5be9d95596e7b17df7518fc30e3ca6", path, sha256, "MIT")
    what = f"r of DAT (GloVe and BERT) with {setting}, gemini-2.5-flash"
    return Claim(what, "Green Code 2025", place, printed, partial(correlation, setting), (file,), n)


CLAIMS: tuple[Claim, ...] = (
    _claim("thinking_budget", ".287", "section on temperature and thinking budget", 650),
    _claim("temperature", "-.090", "their repository, plot_results.ipynb", 550),
)
