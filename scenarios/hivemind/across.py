"""How like the responses of different models to the same prompts are: measured over suites, and as tables."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.comparability import TRIALS, checksum_texts
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.pooling import is_baseline, pooled_models
from helm_creativity.core.population import Candidate, Candidates
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.records import check_ending
from helm_creativity.results.calibration import run_labels
from helm_creativity.results.numbers import between, count, fixed, percent
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import SampleStore, StoredSample, saved_samples
from helm_creativity.results.table import Column, Table, Undefined
from helm_creativity.results.tidy import ENDINGS, write_table
from helm_creativity.scenarios.hivemind.measure import (
    Estimate,
    Homogeneity,
    PromptSimilarity,
    homogeneity,
    prompt_similarity,
)
from helm_creativity.scenarios.hivemind.vectors import EMBEDDING, text_vectors
from helm_creativity.text.plausibility import ANYTHING
from helm_creativity.text.response import written
from helm_creativity.text.text import folded
from helm_creativity.version import __version__

BENCHMARK = "hivemind"
MOST = 25
"""Runs whose matrix fits a screen."""
LEGEND = (
    "cosine similarity of the pairs of answers to the same prompt, mean over prompts; within: of two of one run;\n"
    "to others: of an answer and one of another model; equal: share of the pairs that are the same text"
)
COLUMNS = {
    **dict.fromkeys(("run", "model", "other_run", "other_model"), "string"),
    **dict.fromkeys(("similarity", "low", "high", "identical"), "double"),
    "prompts": "int64",
}
"""Of the rows about pairs: Arrow's names of the columns' types."""
NO_PAIR = "no prompt has two answers to compare"
_RUNS = (
    Column("label", "", left=True),
    Column("model", "", data_only=True),
    Column("baseline", "", data_only=True),
    Column("counted", "", data_only=True),
    Column("within", "within", fixed(3)),
    Column("within_interval", "95 %", between(fixed(3)), parts=("low", "high")),
    Column("to_others", "to others", fixed(3)),
    Column("to_others_interval", "95 %", between(fixed(3)), parts=("low", "high")),
    Column("equal_within", "equal within", percent(1)),
    Column("equal_to_others", "equal to others", percent(1)),
    Column("prompts", "prompts", count),
    Column("answers", "answers", count),
    Column("used", "used", count),
)
SHA = "prompt_sha256"
Tell = Callable[[str], None]


@dataclass(frozen=True)
class ComparedRun:
    """A run that could be read."""

    run: Run
    number: int
    prompts: frozenset[str]
    answers: int
    usable: int

    @property
    def way(self) -> str:
        """How it was asked: runs of one way have the same responses, however these are scored."""
        adapter = {name: value for name, value in self.run.adapter.items() if name != TRIALS}
        return json.dumps([adapter, sorted(self.prompts)], sort_keys=True, default=str)


def store_responses(runs: Sequence[Run], gathered: SampleStore, warn: Tell) -> list[ComparedRun]:
    """Gathers the responses of all runs, one run after the other; ``warn`` gets a line for each that cannot be read."""
    read: list[ComparedRun] = []
    for run in runs:
        try:
            found = saved_samples(run)
        except FileProblem as problem:
            warn(f"left out: {problem}")
            continue
        if lacking := sum(SHA not in sample.row.fields for sample in found):
            warn(f"left out: {run.name}: {lacking:,} of {len(found):,} answers do not say what was asked")
            continue
        texts = [written(sample.row.response, ANYTHING) for sample in found]  # as the benchmark has it
        for sample, text in zip(found, texts, strict=True):
            candidates = (Candidate("", text, None),) if text else ()
            gathered.add(len(read), sample.item, sample.trial, Candidates((sample.row.fields[SHA],), candidates))
        prompts = frozenset(str(sample.row.fields[SHA]) for sample in found)
        read.append(ComparedRun(run, len(read), prompts, len(found), sum(map(bool, texts))))
    return read


def runs_to_compare(read: Sequence[ComparedRun], warn: Tell) -> list[ComparedRun]:
    """The runs that are compared, by model and name; ``warn`` takes a line for each of the others.

    All were asked the same prompts: those of most language models, and among equals most prompts. Of several runs of a
    model with the same responses, as under two embeddings, that with the most responses counts.
    """
    asked_of = {(compared.prompts, compared.run.model) for compared in read if compared.usable}
    votes = Counter(prompts for prompts, model in asked_of if not is_baseline(model))
    votes = votes or Counter(prompts for prompts, _ in asked_of)
    if not votes:
        return []
    asked = max(votes, key=lambda prompts: (votes[prompts], len(prompts), sorted(prompts)))
    kept: dict[str, ComparedRun] = {}
    for compared in sorted(read, key=lambda compared: (-compared.usable, compared.run.name)):
        if not compared.usable:
            warn(f"left out: {compared.run.name}: none of its {compared.answers:,} answers can be used")
        elif compared.prompts != asked:
            shared = len(compared.prompts & asked)
            warn(
                f"left out: {compared.run.name}: asked {len(compared.prompts):,} prompts, {shared:,} of the "
                f"{len(asked):,} here"
            )
        elif compared.way in kept:
            warn(f"left out: {compared.run.name}: the same answers as {kept[compared.way].run.name}")
        else:
            kept[compared.way] = compared
    return sorted(kept.values(), key=lambda compared: (natural_key(compared.run.model), compared.run.name))


@dataclass
class Similarities:
    """The cells of each prompt; every distinct text is embedded once.

    Memory is that of the responses to one prompt, and of the vectors of texts that several prompts have.
    """

    vectors: Any
    unknown: Counter[int] = field(default_factory=Counter)
    _kept: dict[str, NDArray[np.float32]] = field(default_factory=dict)

    def cells(self, gathered: SampleStore, chosen: Sequence[ComparedRun]) -> Iterator[PromptSimilarity]:
        """Of each prompt that the chosen runs were asked; their cells are in the order of the runs."""
        row_of = {compared.number: row for row, compared in enumerate(chosen)}
        again = gathered.shared()
        for (prompt,), entries in gathered.tasks():
            if prompt in chosen[0].prompts:
                yield self._of_prompt([entry for entry in entries if entry.run in row_of], row_of, again)

    def _of_prompt(
        self, entries: Sequence[StoredSample], row_of: dict[int, int], again: frozenset[int]
    ) -> PromptSimilarity:
        responses = [(row_of[entry.run], candidate.text) for entry in entries for candidate in entry.found]
        distinct = sorted({text for _, text in responses})
        known = self.vectors.knows(distinct) if distinct else []
        texts = {text: place for place, text in enumerate(t for t, k in zip(distinct, known, strict=True) if k)}
        times = np.zeros((len(row_of), len(texts)), dtype=np.int64)
        for row, text in responses:
            if text in texts:
                times[row, texts[text]] += 1
            else:
                self.unknown[row] += 1
        return prompt_similarity(times, self._embedded(list(texts), again), [folded(text) for text in texts])

    def _embedded(self, texts: Sequence[str], again: frozenset[int]) -> NDArray[np.float32]:
        """Shape (u, d)."""
        new = [text for text in texts if text not in self._kept]
        found = dict(zip(new, self.vectors.embed(new).vectors if new else (), strict=True))
        # Copies, since a row would keep the array of its whole prompt.
        self._kept |= {text: vector.copy() for text, vector in found.items() if hash(text) in again}
        rows = [found[text] if text in found else self._kept[text] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.vectors.dimension)


class MeasuredHomogeneity(NamedTuple):
    """What was measured, and of what."""

    runs: Sequence[ComparedRun]
    counted: Sequence[bool]
    measured: Homogeneity
    about: Mapping[str, Any]
    key: str


@dataclass(frozen=True)
class HomogeneitySettings(DeclaredOptions):
    """Whose responses are compared, and how."""

    benchmark: str = option("", "whose answers (default: this benchmark's)")
    embedding: str = option("", "of the answers (default: that of this benchmark's runs, else its usual one)")
    baselines: bool = option(False, "whether baselines count in means over models too")
    draws: int = option(1000, "of the bootstrap over prompts", low=100, high=1_000_000)
    seed: int = option(0, "of the bootstrap", low=0, high=2**31 - 1)
    pairs: str = option("", "a file to write, one row per pair of runs: .parquet, .csv or .jsonl")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pairs:
            check_ending(Path(self.pairs), ENDINGS, "pairs")


settings_type = HomogeneitySettings


def compare_runs(runs: Sequence[Run], settings: HomogeneitySettings, tell: Tell) -> list[Table]:
    """Compares runs of one benchmark that answered the same prompts; see ``reports.across``.

    The tables: the runs, those most like others first; means over them; and the matrix.
    """
    found = measure_homogeneity(runs, settings, tell)
    if settings.pairs:
        write_table(pairs(found), COLUMNS, Path(settings.pairs))
    order = sorted(range(len(found.runs)), key=lambda row: (-_last(found.measured.others[row]), row))
    names = run_labels({compared.run.folder.name: compared.run.model for compared in found.runs})
    labels = [names[compared.run.folder.name] for compared in found.runs]
    facts = {**found.about, "comparable_settings": found.key}
    rows = [(f"{number}  {labels[row]}", *_line(found, row)) for number, row in enumerate(order, start=1)]
    tables = [Table("runs", _RUNS, rows, "", facts, [LEGEND]), _means(found, facts)]
    if len(order) <= MOST:
        return [*tables, _matrix(found.measured, order, facts)]
    return [*tables, Table("notes", notes=[f"the matrix of {len(order)} runs is too wide to print; --pairs writes it"])]


def measure_homogeneity(runs: Sequence[Run], settings: HomogeneitySettings, tell: Tell) -> MeasuredHomogeneity:
    """See ``compare_runs``."""
    group = runs[0].group
    name = settings.embedding or _embedding(settings.benchmark in ("", BENCHMARK), runs)
    vectors = text_vectors(name)
    with SampleStore() as gathered:
        chosen = runs_to_compare(store_responses(runs, gathered, tell), tell)
        if len(chosen) < 2:
            raise BadArguments(
                f"expected two runs of {group} or more with answers to the same prompts in these suites, got "
                f"{len(chosen)}; run other models with the same arguments"
            )
        models = [compared.run.model for compared in chosen]
        counted = np.ones(len(models), dtype=bool) if settings.baselines else pooled_models(models)
        similarities = Similarities(vectors)
        rng = np.random.default_rng(settings.seed)
        measured = homogeneity(similarities.cells(gathered, chosen), models, counted, settings.draws, rng)
    if unknown := similarities.unknown.total():
        tell(f"left out: {unknown:,} answers without any word that {name} knows")
        chosen = [replace(run, usable=run.usable - similarities.unknown[row]) for row, run in enumerate(chosen)]
    about = {"benchmark": group, "prompts_asked": len(chosen[0].prompts), "embedding": vectors.signature}
    parts = {
        "benchmark": group,
        "prompts": checksum_texts(sorted(chosen[0].prompts)),
        "runs": checksum_texts(compared.run.name for compared in chosen),
        **vectors.signed,
        "baselines": "counted" if settings.baselines else "not counted",
        "draws": settings.draws,
        "seed": settings.seed,
        "helm-creativity": __version__,
    }
    key = "|".join(["homogeneity", *(f"{name}:{value}" for name, value in parts.items())])
    return MeasuredHomogeneity(chosen, counted.tolist(), measured, about, key)


def _embedding(own: bool, runs: Sequence[Run]) -> str:
    names = sorted({str(run.settings["embedding"]) for run in runs if run.settings.get("embedding")})
    if not own or not names:
        return EMBEDDING
    if len(names) > 1:
        raise BadArguments(
            f"the runs were scored under several embeddings ({', '.join(names)}), and similarities need one: name it "
            "with --embedding"
        )
    return names[0]


def _last(estimate: Estimate) -> float:
    return -math.inf if estimate.value is None else estimate.value


def _line(found: MeasuredHomogeneity, row: int) -> tuple[Any, ...]:
    measured, run = found.measured, found.runs[row]
    others = measured.others[row]
    return (
        run.run.model,
        is_baseline(run.run.model),
        bool(found.counted[row]),
        _or_missing(_or_none(measured.similarity[row, row])),
        (_or_none(measured.low[row, row]), _or_none(measured.high[row, row])),
        _or_missing(others.value),
        (others.low, others.high),
        _or_none(measured.identical[row, row]),
        _or_none(measured.identical_to_others[row]),
        int(measured.prompts[row, row]),
        run.answers,
        run.usable,
    )


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _or_missing(value: float | None) -> float | Undefined:
    return Undefined(NO_PAIR) if value is None else value


def _means(found: MeasuredHomogeneity, facts: Mapping[str, Any]) -> Table:
    measured = found.measured
    who = "baselines not counted" if any(not is_counted for is_counted in found.counted) else "all runs counted"
    columns = (
        Column("mean", f"mean over runs ({who})", left=True),
        Column("value", "", fixed(3)),
        Column("interval", "95 %", between(fixed(3)), parts=("low", "high")),
    )
    rows = [
        (title, estimate.value, (estimate.low, estimate.high))
        for title, estimate in (
            ("between models", measured.between),
            ("within models", measured.within),
            ("within minus between", measured.difference),
        )
    ]
    return Table("means", columns, rows, "", facts)


def _matrix(measured: Homogeneity, order: Sequence[int], facts: Mapping[str, Any]) -> Table:
    numbers = [str(number) for number in range(1, len(order) + 1)]
    write = fixed(3)
    columns = (
        Column("run", "", left=True),
        *(Column(number, number, lambda cell: cell if isinstance(cell, str) else write(cell)) for number in numbers),
    )
    rows = []
    for place, row in enumerate(order):
        some = [_or_none(measured.similarity[row, other]) for other in order[: place + 1]]
        rows.append((numbers[place], *some, *[""] * (len(order) - place - 1)))
    return Table("matrix", columns, rows, "", facts)


def pairs(found: MeasuredHomogeneity) -> Iterator[tuple[Any, ...]]:
    """A row of ``COLUMNS`` for each pair of runs, and for each run with itself: what its own responses share."""
    measured = found.measured
    for row, run in enumerate(found.runs):
        for column, other in enumerate(found.runs[: row + 1]):
            place = row, column
            numbers = (measured.similarity, measured.low, measured.high, measured.identical)
            values = (_or_none(array[place]) for array in numbers)
            names = (other.run.name, other.run.model, run.run.name, run.run.model)
            yield (*names, *values, int(measured.prompts[place]))
