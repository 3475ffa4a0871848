"""How like the responses of different models to the same prompts are; ``scoring`` has the method and its source."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.benchmark.comparability import TRIALS, checksum_texts
from helm_creativity.benchmark.names import PREFIX
from helm_creativity.benchmark.natural_order import natural_key
from helm_creativity.benchmark.pooling import is_baseline, pooled_models
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.embeddings.registry import require_single
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.analyses import analysis
from helm_creativity.results.comparable import run_labels
from helm_creativity.results.numbers import between, count, fixed, percent
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import Column, Plot, Table
from helm_creativity.safe_text import counted
from helm_creativity.scenarios.hivemind.benchmark import EMBEDDING
from helm_creativity.scenarios.hivemind.scoring import homogeneity as summed
from helm_creativity.scenarios.hivemind.scoring import prompt_similarity
from helm_creativity.scenarios.hivemind.vectors import TextVectors
from helm_creativity.text.plausibility import ANYTHING
from helm_creativity.text.response import written
from helm_creativity.text.text import folded
from helm_creativity.version import __version__

NAME = "hivemind"
MOST = 25
"""Runs whose matrix fits a screen."""
LEGEND = (
    "cosine similarity of the pairs of responses to the same prompt, mean over prompts; within: of two of one run;",
    "to others: of a response and one of another model; equal: share of the pairs that are the same text",
)
COLUMNS = (
    Column("label", "run", left=True),
    *(Column(key, key, data_only=True) for key in ("run", "model", "baseline", "counted")),
    Column("within", "within", fixed(3)),
    Column("within_interval", "95 %", between(fixed(3)), of=("within_low", "within_high")),
    Column("to_others", "to others", fixed(3)),
    Column("to_others_interval", "95 %", between(fixed(3)), of=("to_others_low", "to_others_high")),
    Column("equal_within", "equal within", percent(1)),
    Column("equal_to_others", "equal to others", percent(1)),
    Column("prompts", "prompts", count),
    Column("answers", "responses", count),
    Column("used", "used", count),
)


@dataclass(frozen=True)
class HomogeneityOptions(DeclaredOptions):
    """Whose responses are compared, and how."""

    benchmark: str = option("", "whose responses (default: this benchmark's)")
    embedding: str = option("", "of the responses (default: that of this benchmark's runs, else its usual one)")
    baselines: bool = option(False, "whether baselines count in means over models too")


class ComparedRun(NamedTuple):
    """A run that could be read: the texts that can be compared, by prompt, and the number of all its responses."""

    run: Run
    texts: Mapping[str, Sequence[str]]
    responses: int

    @property
    def usable(self) -> int:
        """How many texts."""
        return sum(map(len, self.texts.values()))


@analysis("homogeneity", title="Homogeneity of models", in_report=False)
def homogeneity(suite: Suite, options: HomogeneityOptions) -> Iterator[Table]:
    """How like the responses of different models to the same prompts are: the Artificial Hivemind's, or another's.

    The tables: the runs, those most like others first; means over them; their matrix; and pairs of runs.
    """
    runs, notes = suite.runs_of(options.benchmark or NAME), list[str]()
    embedding = options.embedding or _embedding(runs)
    require_single("embedding", embedding)
    vectors = TextVectors(embedding)
    chosen = _runs_to_compare(list(_read(runs, notes)), notes)
    if len(chosen) < 2:
        why = f"two runs of {runs[0].group} or more with responses to the same prompts are needed, and these suites"
        more = f"have {len(chosen)}; run other models with the same arguments"
        raise NothingToSay("; ".join([f"{why} {more}", *notes]))
    models = [compared.run.model for compared in chosen]
    counts = np.ones(len(models), dtype=bool) if options.baselines else pooled_models(models)
    unknown: Counter[int] = Counter()
    found = summed(_cells(chosen, vectors, unknown), models, counts, suite.draws, suite.generator())
    if unknown.total():
        notes.append(f"left out: {counted(unknown.total(), 'response')} without any word that {vectors.name} knows")
    parts = {
        "benchmark": runs[0].group,
        "prompts": checksum_texts(sorted(chosen[0].texts)),
        "runs": checksum_texts(compared.run.name for compared in chosen),
        **vectors.signed,
        "baselines": "counted" if options.baselines else "not counted",
        "draws": suite.draws,
        "seed": suite.seed,
        "helm-creativity": __version__,
    }
    facts = {
        "benchmark": runs[0].group,
        "prompts_asked": len(chosen[0].texts),
        "embedding": vectors.signature,
        "comparable_settings": "|".join(["homogeneity", *(f"{name}:{value}" for name, value in parts.items())]),
    }
    order = np.argsort(-np.nan_to_num(found.others[:, 0], nan=-np.inf), kind="stable").tolist()
    labels = run_labels([compared.run for compared in chosen])
    rows = [
        {
            "label": f"{number}  {labels[row]}",
            "run": chosen[row].run.name,
            "model": models[row],
            "baseline": is_baseline(models[row]),
            "counted": bool(counts[row]),
            **_with_ends("within", found.similarity[row, row], "within_"),
            **_with_ends("to_others", found.others[row], "to_others_"),
            "equal_within": finite_or_none(found.identical[row, row]),
            "equal_to_others": finite_or_none(found.identical_to_others[row]),
            "prompts": int(found.prompts[row, row]),
            "answers": chosen[row].responses,
            "used": chosen[row].usable - unknown[row],
        }
        for number, row in enumerate(order, start=1)
    ]
    notes += [] if len(order) <= MOST else [f"the matrix of {len(order)} runs is too wide; the table of pairs has all"]
    plot = Plot("interval", "label", "to_others", low="to_others_low", high="to_others_high")
    yield Table("runs", COLUMNS, rows, "Homogeneity of models", facts, [*notes, *LEGEND], plot=plot)
    who_counts = "all runs counted" if counts.all() else "baselines not counted"
    columns = (
        Column("mean", f"mean over runs ({who_counts})", left=True),
        Column("value", "", fixed(3)),
        Column("interval", "95 %", between(fixed(3)), of=("low", "high")),
    )
    means = {"between models": found.between, "within models": found.within, "within minus between": found.difference}
    rows = [{"mean": name, **_with_ends("value", mean)} for name, mean in means.items()]
    yield Table("means", columns, rows, "", facts)
    if len(order) <= MOST:
        numbers = [str(number) for number in range(1, len(order) + 1)]
        of_matrix = (Column("run", "run", left=True), *(Column(number, number, fixed(3)) for number in numbers))
        cells = [map(finite_or_none, found.similarity[row, order, 0].tolist()) for row in order]
        matrix = [(number, *of_run) for number, of_run in zip(numbers, cells, strict=True)]
        title = "Similarity of runs to one another; on the diagonal, of two responses of one"
        yield Table("matrix", of_matrix, matrix, title, facts, plot=Plot("heatmap", "run"))
    pairs = [
        {
            "run": chosen[column].run.name,
            "model": models[column],
            "other_run": chosen[row].run.name,
            "other_model": models[row],
            **_with_ends("similarity", found.similarity[row, column]),
            "identical": finite_or_none(found.identical[row, column]),
            "prompts": int(found.prompts[row, column]),
        }
        for row in range(len(chosen))
        for column in range(row + 1)
    ]
    yield Table("pairs", (), pairs, "Pairs of runs, and each with itself: what its own responses share", facts)


def _embedding(runs: Sequence[Run]) -> str:
    names = sorted({str(run.settings["embedding"]) for run in runs if run.settings.get("embedding")})
    if runs[0].group != f"{PREFIX}{NAME}" or not names:
        return EMBEDDING
    if len(names) > 1:
        raise BadArguments(
            f"the runs were scored under several embeddings ({', '.join(names)}), and similarities need one: name it "
            "by the option embedding"
        )
    return names[0]


def _read(runs: Sequence[Run], notes: list[str]) -> Iterator[ComparedRun]:
    """The responses of runs; notes say which cannot be read."""
    for run in runs:
        try:
            found = saved_samples(run)
        except FileProblem as problem:
            notes.append(f"left out: {problem}")
            continue
        if lacking := sum("prompt_sha256" not in sample.row.fields for sample in found):
            notes.append(f"left out: {run.name}: {lacking:,} of {len(found):,} responses do not say what was asked")
            continue
        texts: dict[str, list[str]] = {}
        for sample in found:
            text = written(sample.row.response, ANYTHING)  # as the benchmark has it
            texts.setdefault(sample.row.fields["prompt_sha256"], []).extend([text] if text else [])
        yield ComparedRun(run, texts, len(found))


def _runs_to_compare(read: Sequence[ComparedRun], notes: list[str]) -> list[ComparedRun]:
    """The runs that are compared, by model and name; notes say why each of the others is not.

    All were asked the same prompts: those of most language models, and among equals most prompts. Of several runs of a
    model with the same responses, as under two embeddings, that with the most responses counts.
    """
    asked_of = {(frozenset(compared.texts), compared.run.model) for compared in read if compared.usable}
    votes = Counter(prompts for prompts, model in asked_of if not is_baseline(model))
    votes = votes or Counter(prompts for prompts, _ in asked_of)
    asked = max(votes, key=lambda prompts: (votes[prompts], len(prompts), sorted(prompts)), default=frozenset())
    kept: dict[str, ComparedRun] = {}
    for compared in sorted(read, key=lambda compared: (-compared.usable, compared.run.name)):
        adapter = {name: value for name, value in compared.run.adapter.items() if name != TRIALS}
        how_asked = json.dumps(adapter, sort_keys=True, default=str)
        if not compared.usable:
            why = f"none of its {compared.responses:,} responses can be used"
        elif compared.texts.keys() != asked:
            shared = f"{len(asked & compared.texts.keys()):,} of the {len(asked):,} here"
            why = f"asked {len(compared.texts):,} prompts, {shared}"
        elif how_asked in kept:
            why = f"the same responses as {kept[how_asked].run.name}"
        else:
            kept[how_asked] = compared
            continue
        notes.append(f"left out: {compared.run.name}: {why}")
    return sorted(kept.values(), key=lambda compared: (natural_key(compared.run.model), compared.run.name))


def _cells(
    chosen: Sequence[ComparedRun], vectors: TextVectors, unknown: Counter[int]
) -> Iterator[tuple[Numbers, Numbers]]:
    """Of each prompt that the chosen runs were asked; ``unknown`` counts the responses without a vector by row."""
    for prompt in sorted(chosen[0].texts):
        distinct = sorted({text for compared in chosen for text in compared.texts[prompt]})
        texts = list(compress(distinct, vectors.knows(distinct)))
        times = np.zeros((len(chosen), len(texts)), dtype=np.int64)
        for row, compared in enumerate(chosen):
            given = Counter(compared.texts[prompt])
            times[row] = [given[text] for text in texts]
            unknown[row] += given.total() - int(times[row].sum())
        yield prompt_similarity(times, vectors.embed(texts).vectors, [folded(text) for text in texts])


def _with_ends(key: str, mean: Numbers, before: str = "") -> dict[str, Any]:
    value, low, high = map(finite_or_none, mean.tolist())
    return {key: value, f"{before}low": low, f"{before}high": high}
