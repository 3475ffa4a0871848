"""How far the paths of a run lie from those of other runs: distinctiveness of Wadhwa et al. 2026, eq. 3.

For a path u of a response to a query and the population P of that query::

    ν(u) = min over v in P of d(u, v)          ν(U) = max over the measured paths u of a response

The population holds what the other runs answered to the same query, all that is structurally valid, factual or not and
however strong, as section 5 and Table 7 show it. Measured are the run's own valid and factual paths of a quality above
a bound. Two queries are the same if their targets are, whatever their ids. A path whose query has no population has no
ν: it is counted and in no mean. So is one that was not judged.

Of a run, with standard errors over queries (Table 2): average ν, over all measured paths of a query, then over queries;
largest ν, ν(U), over a query's responses, then over queries; average σ, the quality, as average ν.

Where the population is other runs, those of one model may share responses: ``iterative`` and ``resample`` begin with
the response of ``original``, so that all its paths are in the population, at 0.

Section 7.2 leaves out qualities of 3 and less. The average σ of Table 2, 3.60 to 3.82, can then not come out where
qualities are whole numbers, as there, since it would be 4 or more; appendix F keeps 3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.base import settings_in_run
from helm_creativity.benchmark.comparability import checksum_texts
from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.rows.records import check_ending
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.embeddings.registry import check_embeddings, load_embeddings, require_embeddings
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.judges.scoring import found_in
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.results.analyses import analysis
from helm_creativity.results.comparable import run_labels
from helm_creativity.results.numbers import count, fixed, positive
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, Undefined
from helm_creativity.results.tidy import ENDINGS, write_table
from helm_creativity.safe_text import counted
from helm_creativity.scenarios.create.benchmark import EMBEDDING
from helm_creativity.scenarios.create.paths import path_text, text_for_judges
from helm_creativity.scenarios.create.scoring import JudgedResponse, annealed, cosine_distances
from helm_creativity.scenarios.create.vectors import PathSpace

NAME = "create"
MAY_DIFFER = frozenset({"form", "responses", "prompts", "instruction", "temp", "embedding"})
"""How the paths came about, which is what is compared, and the vectors of each run's own score."""
JUDGING = frozenset({"judges", "design", "rubric", "judge_temp"})
"""Who rates what is factual and how specific: it selects the paths that are measured, and no path of a population."""
if TYPE_CHECKING:
    import polars as pl

MODELS, RUNS = "models", "runs"
"""Whose responses are the population: other models', or other runs', of the same model too."""
Embed = Callable[[Sequence[str]], Sequence[NDArray[np.float32]]]
"""For each embedding the vectors of n texts, shape (n, d)."""
NOTHING_MEASURED = "no path of it was measured"
ONE_QUERY = "one query was measured"
LEGEND = (
    "ν: distance, 0 to 1, from a path to the nearest that the population has for its query; max: of a response's paths",
    "σ: quality of a path, 1 to 5: its specificity as judged; avg, max: means over queries; se: their standard error",
)
COLUMNS = (
    Column("model", "model", left=True),
    Column("average", "avg ν", fixed(3)),
    Column("average_se", "± se", positive(3)),
    Column("largest", "max ν", fixed(3)),
    Column("largest_se", "± se", positive(3)),
    Column("quality", "avg σ", fixed(2)),
    Column("quality_se", "± se", positive(2)),
    Column("queries", "queries", count),
    Column("paths", "paths", count),
    Column("alone", "no population", count),
    Column("unjudged", "not judged", count),
)


PATHS = {
    **dict.fromkeys(("run", "model", "item"), "string"),
    "trial": "int64",
    "path": "string",
    **dict.fromkeys(("quality", "distinctiveness"), "double"),
    **dict.fromkeys(("nearest", "nearest_run"), "string"),
}
"""The columns of the file ``paths``, which has a row for each measured path, with Arrow's names of their types."""
FOUND = {**dict.fromkeys(("side", "run", "model", "query", "item"), str), "trial": int, "path": str, "text": str}
FOUND |= {"quality": float}
NEAREST = {"distinctiveness": float, "nearest": str, "nearest_run": str}
"""Columns of the structurally valid paths of all runs; those of one ``side`` are no population for one another."""


@dataclass(frozen=True)
class DistinctivenessOptions(DeclaredOptions):
    """What is compared with what."""

    population: str = option(
        MODELS, "whose paths: other models', or all other runs', of the same model too", choices=(MODELS, RUNS)
    )
    threshold: float = option(1.0, "share of a path's triples that must be facts", low=0, high=1)
    least_quality: float = option(3.0, "paths whose quality is above it are measured", low=0, high=100)
    embedding: str = option("", "of the paths (default: that of the runs)")
    paths: str = option("", "a file to write, one row per measured path: .parquet, .csv or .jsonl")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.paths:
            check_ending(Path(self.paths), ENDINGS, "paths")


@analysis("distinctiveness", title="Distinctiveness of paths", in_report=False)
def distinctiveness(suite: Suite, options: DistinctivenessOptions) -> Iterable[Table]:
    """How far the paths of facts that a run of CREATE found lie from those that other models found."""
    import polars as pl

    runs = suite.runs_of(NAME)
    _require_others(runs, options.population, [])
    scored_under = sorted({str(run.settings.get("embedding") or EMBEDDING) for run in runs})
    if len(scored_under) > 1 and not options.embedding:
        raise BadArguments(
            f"the runs were scored under several embeddings ({', '.join(scored_under)}), and distances need one: name "
            "it by the option embedding"
        )
    embedding = options.embedding or scored_under[0]
    require_embeddings(embedding)
    notes, read, rows = list[str](), list[Run](), list[tuple[Any, ...]]()
    for run in sorted(runs, key=lambda run: (run.name, run.folder)):
        try:
            side = run.model if options.population == MODELS else str(run.folder)
            rows += [(side, str(run.folder), run.model, *found) for found in _valid_paths(run, options.threshold)]
            read.append(run)
        except FileProblem as error:
            notes.append(f"left out: {error}")
        except UNREADABLE as error:
            notes.append(f"left out: {run.name}: cannot read its responses: {damage(error)}")
    _require_others(read, options.population, notes)
    embeddings, found = load_embeddings(embedding), pl.DataFrame(rows, FOUND, orient="row")
    measured = measure(found, lambda texts: PathSpace(embeddings, texts).vectors(texts), options.least_quality)
    if options.paths:
        names = {str(run.folder): run.name for run in read}
        named = measured.with_columns(pl.col("run", "nearest_run").replace(names))
        write_table(named.select(*PATHS).iter_rows(), PATHS, Path(options.paths))
    differing = _values(read)
    for key, labels in differing.items():
        if len(labels) > 1:
            (common, most), *rest = sorted(labels.items(), key=lambda entry: (-len(entry[1]), entry[0]))
            judging = "avg σ is not comparable, and other judges chose which paths are measured"
            others = "; ".join(f"{value} in {', '.join(sorted(names))}" for value, names in rest)
            what = judging if key in JUDGING else "not comparable"
            notes.append(f"{what}: {key} is {common} in {counted(len(most), 'run')}, but {others}")
    if measured.is_empty():
        share = options.threshold
        facts = "all triples are facts" if share >= 1 else f"a share of {share:g} of the triples or more is facts"
        least = f"{options.least_quality:g} (option least_quality)"
        notes.append(f"no judged path of which {facts} has a quality above {least}; qualities are 1 to 5")
    table = [_row(run, label, found, measured) for run, label in zip(read, run_labels(read), strict=True)]
    table.sort(key=lambda row: (-row["average"] if row["paths"] else math.inf, row["model"]))
    compared = {
        "population": options.population,
        "threshold": f"{options.threshold:.12g}",
        "quality_above": f"{options.least_quality:.12g}",
        "embedding": "+".join(check_embeddings(embedding)),
        "runs": checksum_texts(run.name for run in read),
    }
    for name, values in differing.items():
        compared.setdefault(name, next(iter(values)) if len(values) == 1 else "several")
    comparable = "|".join([f"{NAME} distinctiveness", *(f"{name}:{value}" for name, value in compared.items())])
    facts_of_table = {"comparable_settings": comparable}
    yield Table("distinctiveness", COLUMNS, table, "Distinctiveness of paths", facts_of_table, [*notes, *LEGEND])


def _require_others(runs: Sequence[Run], population: str, left_out: Sequence[str]) -> None:
    models = {run.model for run in runs}
    if len(runs) < 2:
        why = f"these suites have {counted(len(runs), 'run')} of {NAME} that can be read; run another model"
    elif len(models) < 2 and population == MODELS:
        why = (
            f"all {len(runs)} runs of {NAME} are of one model, {models.pop()}; run another one, or compare its runs "
            "with the option population: runs"
        )
    else:
        return
    raise NothingToSay("; ".join([f"paths are held against those of others, and {why}", *left_out]))


def _valid_paths(run: Run, threshold: float) -> list[tuple[Any, ...]]:
    """Of each structurally valid path the query, item, trial, how it is shown, its text and its quality, if judged."""
    benchmark, found = get_benchmark(NAME), []
    settings = settings_in_run(benchmark, run.settings, compared=True)
    for sample in saved_samples(run):
        response: JudgedResponse = found_in(benchmark, settings, sample.row)
        of_response = "\0".join(response.target), sample.item, sample.trial
        for judged in filter(attrgetter("valid"), response.paths):
            shown = text_for_judges(judged.path), path_text(judged.path), judged.quality(threshold)
            found.append((*of_response, *shown))
    return found


def _row(run: Run, label: str, found: pl.DataFrame, measured: pl.DataFrame) -> dict[str, Any]:
    """Means over queries with their standard errors, and counts of paths."""
    import polars as pl

    own = measured.filter(pl.col("run") == str(run.folder))
    placed = own.drop_nulls("distinctiveness")
    largest = placed.group_by("query", "item", "trial", maintain_order=True).agg(pl.col("distinctiveness").max())
    rated = own.join(placed, on="query", how="semi", maintain_order="left")
    columns = {
        "average": (placed, "distinctiveness"),
        "largest": (largest, "distinctiveness"),
        "quality": (rated, "quality"),
    }
    means = {
        name: frame.group_by("query", maintain_order=True).agg(pl.col(column).mean())[column].to_list()
        for name, (frame, column) in columns.items()
    }
    row: dict[str, Any] = {"model": label}
    for name, values in means.items():
        row[name] = math.fsum(values) / len(values) if values else Undefined(NOTHING_MEASURED)
        error = standard_error(values, range(len(values))) if values else None
        row[f"{name}_se"] = Undefined(ONE_QUERY) if values and error is None else error
    row |= {"queries": len(means["average"]), "paths": len(placed), "alone": len(own) - len(placed)}
    unjudged = found.filter(pl.col("run") == str(run.folder), pl.col("quality").is_null())
    return {**row, "unjudged": len(unjudged), "run": run.name}


def measure(found: pl.DataFrame, embed: Embed, least_quality: float) -> pl.DataFrame:
    """The paths of ``FOUND`` whose quality is above the least, with ν, the nearest path of the others, and its run."""
    import polars as pl

    frames = [pl.DataFrame(schema={**FOUND, **NEAREST})]
    for _, of_query in found.sort("query", maintain_order=True).group_by("query", maintain_order=True):
        own = of_query.filter(pl.col("quality") > least_quality)
        near = _nearest_of_others(of_query, own, embed)
        placed = [near.get(key, (None, "", "")) for key in own.select("side", "text").iter_rows()]
        frames.append(own.hstack(pl.DataFrame(placed, NEAREST, orient="row")))
    return pl.concat(frames)


def _nearest_of_others(
    of_query: pl.DataFrame, own: pl.DataFrame, embed: Embed
) -> dict[tuple[str, str], tuple[float, str, str]]:
    """By side and text of what is measured of a query: how far the nearest of the others' is, what, and of which run.

    A text without a population is not there.
    """
    owners: dict[str, dict[str, tuple[str, str]]] = {}
    for side, text, shown, run in of_query.select("side", "text", "path", "run").iter_rows():
        owners.setdefault(text, {}).setdefault(side, (shown, run))
    texts = sorted(owners)
    found: dict[tuple[str, str], tuple[float, str, str]] = {}
    arrays: list[NDArray[np.float64]] = []
    for (side,), measured in own.group_by("side", maintain_order=True):
        among = np.array([bool(owners[text].keys() - {side}) for text in texts])
        if among.any():
            arrays = arrays or [np.array(vectors, np.float64) for vectors in embed(texts)]
            places = [texts.index(text) for text in measured["text"].unique(maintain_order=True)]
            for own_place, (place, distance) in zip(places, nearest(arrays, places, among), strict=True):
                other = next(owner for whose, owner in owners[texts[place]].items() if whose != side)
                found[side, texts[own_place]] = (distance, *other)
    return found


def nearest(
    arrays: Sequence[NDArray[np.float64]], places: Sequence[int], among: NDArray[np.bool_]
) -> Iterator[tuple[int, float]]:
    """For each of m texts the nearest of others, and its distance; of several at the least that of the nearest vector.

    Distances are those of the paper under every protocol, g of eq. 9, the mean over an ensemble of embeddings: of each
    there is an array of shape (n, d). ``among``, shape (n,), says which of the n texts count, one or more.
    """
    raw = np.stack([cosine_distances(vectors[places] @ vectors.T) for vectors in arrays])
    # The same text is at 0 from itself whatever rounding, or an embedding whose rows are short, makes of it.
    raw[:, np.arange(len(places)), places] = 0.0
    distances = np.where(among, annealed(raw).mean(axis=0), np.inf)
    least = distances.min(axis=1)
    closest = np.where(distances == least[:, None], raw.mean(axis=0), np.inf).argmin(axis=1)
    return zip(closest.tolist(), least.tolist(), strict=True)


def _values(runs: Sequence[Run]) -> dict[str, dict[str, list[str]]]:
    """For each part of the comparable keys that may not differ: its values, each with the labels of its runs."""
    found: dict[str, dict[str, list[str]]] = {}
    for key in dict.fromkeys(key for run in runs for key in run.comparable_parts if key not in MAY_DIFFER):
        for label, run in zip(run_labels(runs), runs, strict=True):
            found.setdefault(key, {}).setdefault(run.comparable_parts.get(key, "not named"), []).append(label)
    return found
