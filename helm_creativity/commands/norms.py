"""Norms by their recipes, computed under any settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.base import Benchmark, parse_settings
from helm_creativity.benchmark.card import QUANTILES, Norm
from helm_creativity.benchmark.files.source_files import SourceFile, file_sha256, find, using_copies
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry, find_entry, list_entries
from helm_creativity.benchmark.sources import find_source
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.human_responses import PEOPLE, RATINGS_FILE, load_human_responses
from helm_creativity.results.people_scores import MadeOf, table_scores
from helm_creativity.safe_text import listed

PART = "norms"
"""The module of a benchmark's folder that has the recipes of its norms."""
RELEASED = "released_ratings"
"""The recipe of every benchmark whose items people of AGC-Human responded to."""
DRAWS = "draws"
"""The argument that says how often units were drawn: all of them count for mean and quantiles, those of one for n."""
OF_RECIPE = ("protocol", "prompts")
"""Settings that a recipe says unless they are chosen; others are the benchmark's own defaults."""
PATTERNS = ("items", "prompts")
"""Settings of which a norm has a pattern, because they say how models are asked."""


def recipes_for(entry: BenchmarkEntry) -> Mapping[str, MadeOf]:
    """The recipes of a benchmark's norms, by name."""
    made = entry.card.recipes.items()
    found = {name: MadeOf(recipe.paper, recipe.file, partial(table_scores, entry, recipe)) for name, recipe in made}
    if entry.owns(PART):
        found |= getattr(entry.module(PART), "RECIPES", {})
    if RATINGS_FILE in entry.card.human_responses:

        def released(path: Path, stat: str, arguments: Mapping[str, str]) -> list[float]:
            some = (each for each in load_human_responses(path) if (each.benchmark, each.who) == (entry.name, PEOPLE))
            return [each.rating for each in some if each.rating is not None]

        found[RELEASED] = MadeOf("Beaty et al. 2026", find_source(RATINGS_FILE), released, scores_responses=False)
    return found


class Summary(NamedTuple):
    """What a norm says of scores."""

    n: int
    mean: float
    sd: float
    quantiles: tuple[float, ...]


def summarise(scores: Iterable[float], draws: int = 1) -> Summary:
    """What a norm says of scores, as many as ``draws`` times its n."""
    values = np.array(list(scores), dtype=np.float64)
    n = round(len(values) / draws)
    if n < 2:
        raise BadArguments(f"a norm needs two scores or more, got {n}")
    quantiles = np.percentile(values, np.linspace(0, 100, QUANTILES))
    return Summary(n, float(values.mean()), float(values.std(ddof=1)), tuple(map(float, quantiles)))


def compute_norms(name: str, values: Mapping[str, Any], folders: Sequence[Path] = ()) -> list[Norm]:
    """Norms of people, computed from their released responses; ``values`` are settings other than the card's."""
    entry = find_entry(name)
    recipes, benchmark = recipes_for(entry), get_benchmark(entry.name)
    wanted = [norm for norm in entry.card.norms if norm.recipe in recipes]
    if values:
        wanted = _under_settings([norm for norm in wanted if recipes[norm.recipe].scores_responses], benchmark, values)
    if not wanted:
        others = [other.name for other in list_entries() if recipes_for(other)]
        under = " under other settings" if values else ""
        raise BadArguments(f"{entry.name} has no recipe of norms{under}; there are recipes of {listed(others)}")
    return [compute_norm(benchmark, norm, recipes[norm.recipe], values, folders) for norm in wanted]


def _under_settings(norms: Sequence[Norm], benchmark: Benchmark[Any], values: Mapping[str, Any]) -> list[Norm]:
    """One norm for each recipe, stat and part of the people, without the settings that the card's norm has."""
    protocol = str(values.get("protocol", benchmark.card.default_protocol))
    of_protocol = [norm for norm in norms if norm.settings.get("protocol", protocol) == protocol]
    found: dict[tuple[Any, ...], Norm] = {}
    for norm in of_protocol or norms:
        people = {key: value for key, value in norm.arguments.items() if key not in benchmark.options}
        arguments = {key: value for key, value in norm.arguments.items() if key in people or key in OF_RECIPE}
        found.setdefault((norm.recipe, norm.stat, *sorted(people.items())), replace(norm, arguments=arguments))
    return list(found.values())


def compute_norm(
    benchmark: Benchmark[Any], norm: Norm, recipe: MadeOf, values: Mapping[str, Any], folders: Sequence[Path]
) -> Norm:
    """A norm of the card computed again; ``values`` replace settings among the norm's arguments."""
    path, where = find_file(recipe.file, folders), where_text(recipe.file)
    if path is None:
        raise FileProblem(f"a norm needs {where}: clone its repository, and name the folder with folders=")
    if recipe.file.sha256 and (digest := file_sha256(path)) != recipe.file.sha256:
        raise FileProblem(f"{path} is another file: expected sha256 {recipe.file.sha256}, got {digest}")
    arguments = {**norm.arguments} | {name: str(value) for name, value in values.items()}
    settings = {**norm.settings}
    if recipe.scores_responses:
        chosen = {name: value for name, value in arguments.items() if name in benchmark.options}
        compared = parse_settings(benchmark, chosen, asked=False).compared(asked=False)
        settings |= {key: compared[key] for key in settings if key in compared and key not in PATTERNS}
    with using_copies({recipe.file.sha256: path}):
        found = summarise(recipe.scores(path, norm.stat, arguments), int(arguments.get(DRAWS, 1)))
    decimals = 2 if found.sd >= 0.2 else 4
    quantiles = tuple(round(value, decimals) for value in found.quantiles)
    has_quantiles = norm.unit != "items" and len({*quantiles}) >= 3  # fewer have no percentiles worth the name
    return replace(
        norm,
        # A provisional norm says behind a semicolon of which part of the people it is.
        sample=norm.sample.partition(";")[0] if norm.provisional else norm.sample,
        n=found.n,
        mean=round(found.mean, decimals),
        sd=round(found.sd, decimals),
        settings=settings,
        arguments=arguments,
        source=norm.source if not values and not norm.provisional else f"{recipe.paper}; {where}",
        quantiles=quantiles if has_quantiles else (),
        provisional=False,
    )


def where_text(source: SourceFile) -> str:
    """``words.txt of owner/name at 0123456789ab``."""
    return f"{source.place} of {source.repository} at {source.commit[:12]}"


def find_file(source: SourceFile, folders: Sequence[Path] = ()) -> Path | None:
    """Where a file is; it may have another checksum.

    A folder is a clone of its repository, or has one as ``owner/name``, ``owner+name`` or ``name``.
    """
    owner, _, name = source.repository.partition("/")
    clones = (f"{owner}/{name}", f"{owner}+{name}", name, "")
    paths = (folder / clone / source.place for folder in folders for clone in clones)
    return next((path for path in paths if path.is_file()), None) or find(source)
