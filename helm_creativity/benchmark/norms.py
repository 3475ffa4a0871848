"""Norms that are known of a benchmark: those of its card, and those that a user has computed and kept."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.card import Card, Norm
from helm_creativity.benchmark.files.source_files import home, writing_to
from helm_creativity.benchmark.files.yaml_files import build, read_named
from helm_creativity.errors import BadCard, FileProblem
from helm_creativity.safe_text import module_logger, quoted

logger = module_logger(__name__)

IN_LINE = 15
"""Quantiles in a line of YAML."""


def kept_path(name: str) -> Path:
    """Where the norms of a benchmark are kept that a user has computed."""
    return home() / "norms" / f"{name}.yaml"


def _kept(name: str) -> tuple[Norm, ...]:
    path = kept_path(name)
    if not path.is_file():
        return ()
    found = read_named(path, str(path))
    norms = found.get("norms") if isinstance(found, dict) else None
    if not isinstance(norms, list):
        raise FileProblem(f"{path} must have a list of norms, got {quoted(found)}")
    try:
        return tuple(build(Norm, norm, f"{path}, norms[{number}]") for number, norm in enumerate(norms))
    except BadCard as error:
        raise FileProblem(str(error)) from error


def known_norms(card: Card) -> tuple[Norm, ...]:
    """Those of the card, then kept ones that it lacks; a kept one replaces a provisional one of the same settings.

    A file of kept norms that cannot be read costs a warning and itself.
    """
    try:
        kept = {_what(norm): norm for norm in _kept(card.name)}
    except FileProblem as problem:
        logger.warning("norms that were kept are left out: %s", problem)
        kept = {}
    own = [kept.pop(_what(norm)) if norm.provisional and _what(norm) in kept else norm for norm in card.norms]
    shipped = {_what(norm) for norm in own}
    return (*own, *(norm for what, norm in kept.items() if what not in shipped))


def _what(norm: Norm) -> tuple[Any, ...]:
    return norm.recipe, norm.stat, *sorted(norm.settings.items())


def keep_norms(name: str, norms: Sequence[Norm]) -> Path:
    """Writes norms beside those that were kept; one of the same recipe, stat and settings replaces the earlier one."""
    from helm_creativity.benchmark.rows.records import writing

    path = kept_path(name)
    try:
        kept = _kept(name)
    except FileProblem as problem:
        raise FileProblem(f"{problem}; correct or remove this file, in which norms are kept, first") from problem
    found = {_what(norm): norm for norm in (*kept, *norms)}
    with writing_to(path.parent), writing(path) as file:
        file.write(norms_yaml(tuple(found.values())))
    return path


def norms_yaml(norms: Sequence[Norm]) -> str:
    """Norms as a card has them, under the key ``norms``; what is as usual is left out."""
    return "norms:\n" + "".join(map(_norm_yaml, norms))


def _norm_yaml(norm: Norm) -> str:
    import yaml

    usual = asdict(Norm(norm.sample, norm.n, norm.mean, norm.sd, norm.source, {}))
    values = {
        name: value
        for name, value in asdict(norm).items()
        if name in ("sample", "n", "mean", "sd", "source", "settings") or value != usual[name]
    }
    quantiles = values.pop("quantiles", ())
    lines = yaml.safe_dump(values, sort_keys=False, width=110, allow_unicode=True).splitlines()
    if quantiles:
        decimals = max(len(repr(value).partition(".")[2]) for value in quantiles)
        shown = [f"{value:.{decimals}f}" for value in quantiles]
        rows = [", ".join(shown[start : start + IN_LINE]) for start in range(0, len(shown), IN_LINE)]
        lines += ["quantiles:", "  [", *f"    {',|    '.join(rows)}".split("|"), "  ]"]
    return "".join(f"{'    ' if place else '  - '}{line}\n" for place, line in enumerate(lines))


def human_percentile(score: float, quantiles: Sequence[float]) -> float:
    """Share of people, in percent, whose scores ``score`` exceeds; of people with just this score, half of them."""
    # As np.interp does with the percentiles of the quantiles, without their array for each of many scores.
    last, left, right = len(quantiles) - 1, bisect_left(quantiles, score), bisect_right(quantiles, score)
    if left < right:
        return 50 * (left + right - 1) / last
    if not 0 < left <= last:
        return 100.0 if left else 0.0
    low, high = quantiles[left - 1], quantiles[left]
    return 100 * (left - 1 + (score - low) / (high - low)) / last
