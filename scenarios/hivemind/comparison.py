"""How like the responses of different models to the same prompts are; ``scoring`` has the method and its source."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.core.comparability import TRIALS, checksum_texts
from helm_creativity.core.names import PREFIX
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.pooling import is_baseline, pooled_models
from helm_creativity.core.population import Candidate, Candidates
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.analyses import analysis
from helm_creativity.results.comparable import run_labels
from helm_creativity.results.numbers import between, count, fixed, percent
from helm_creativity.results.runs import Run
from helm_creativity.results.sample_store import SampleStore
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import Column, Plot, Table, or_undefined
from helm_creativity.safe_text import counted
from helm_creativity.scenarios.hivemind.scoring import Estimate, PromptSimilarity, prompt_similarity
from helm_creativity.scenarios.hivemind.scoring import homogeneity as summed
from helm_creativity.scenarios.hivemind.vectors import EMBEDDING, TextVectors, text_vectors
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
NO_PAIR = "no prompt has two responses to compare"
SHA = "prompt_sha256"
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
PAIRS = tuple(
    Column(key, key.replace("_", " "), data_only=True)
    for key in ["run", "model", "other_run", "other_model", "similarity", "low", "high", "identical", "prompts"]
)


@dataclass(frozen=True)
class HomogeneityOptions(DeclaredOptions):
    """Whose responses are compared, and how."""

    benchmark: str = option("", "whose responses (default: this benchmark's)")
    embedding: str = option("", "of the responses (default: that of this benchmark's runs, else its usual one)")
    baselines: bool = option(False, "whether baselines count in means over models too")


class ComparedRun(NamedTuple):
    """A run that could be read; ``way`` is how it was asked: runs of one have the same responses, however scored."""

    run: Run
    number: int
    prompts: frozenset[str]
    responses: int
    usable: int
    way: str


@analysis("homogeneity", title="Homogeneity of models", in_report=False)
def homogeneity(suite: Suite, options: HomogeneityOptions) -> Iterable[Table]:
    """How like the responses of different models to the same prompts are: the Artificial Hivemind's, or another's.

    The tables: the runs, those most like others first; means over them; their matrix; and pairs of runs.
    """
    runs, notes = suite.runs_of(options.benchmark or NAME), list[str]()
    vectors = text_vectors(options.embedding or _embedding(runs))
    unknown: Counter[int] = Counter()
    with SampleStore() as store:
        chosen = _runs_to_compare(_stored(runs, store, notes), notes)
        if len(chosen) < 2:
            why = f"two runs of {runs[0].group} or more with responses to the same prompts are needed, and these suites"
            more = f"have {len(chosen)}; run other models with the same arguments"
            raise NothingToSay("; ".join([f"{why} {more}", *notes]))
        models = [compared.run.model for compared in chosen]
        counts = np.ones(len(models), dtype=bool) if options.baselines else pooled_models(models)
        cells = _cells(store, chosen, vectors, unknown)
        measured = summed(cells, models, counts, suite.draws, suite.generator())
    if unknown:
        notes.append(f"left out: {counted(unknown.total(), 'response')} without any word that {vectors.name} knows")
    asked = sorted(chosen[0].prompts)
    parts = {
        "benchmark": runs[0].group,
        "prompts": checksum_texts(asked),
        "runs": checksum_texts(compared.run.name for compared in chosen),
        **vectors.signed,
        "baselines": "counted" if options.baselines else "not counted",
        "draws": suite.draws,
        "seed": suite.seed,
        "helm-creativity": __version__,
    }
    facts = {"benchmark": runs[0].group, "prompts_asked": len(asked), "embedding": vectors.signature}
    facts["comparable_settings"] = "|".join(["homogeneity", *(f"{name}:{value}" for name, value in parts.items())])
    rows = []
    for row, (label, compared) in enumerate(zip(run_labels([each.run for each in chosen]), chosen, strict=True)):
        others = measured.others[row]
        numbers = {
            **_ends("within", Estimate(*_cell(row, row, measured.similarity, measured.low, measured.high))),
            **_ends("to_others", others),
            "equal_within": finite_or_none(measured.identical[row, row]),
            "equal_to_others": finite_or_none(measured.identical_to_others[row]),
            "prompts": int(measured.prompts[row, row]),
            "answers": compared.responses,
            "used": compared.usable - unknown[row],
        }
        who = {"run": compared.run.name, "model": models[row], "baseline": is_baseline(models[row])}
        last = -math.inf if others.value is None else others.value
        rows.append({"label": label, **who, "counted": bool(counts[row]), **numbers, "_row": row, "_last": last})
    rows.sort(key=lambda row: -row["_last"])
    for number, each in enumerate(rows, start=1):
        each["label"] = f"{number}  {each['label']}"
    order = [each["_row"] for each in rows]
    notes += [] if len(order) <= MOST else [f"the matrix of {len(order)} runs is too wide; the table of pairs has all"]
    plot = Plot("interval", "label", "to_others", low="to_others_low", high="to_others_high")
    yield Table("runs", COLUMNS, rows, "Homogeneity of models", facts, [*notes, *LEGEND], plot=plot)
    who_counts = "all runs counted" if counts.all() else "baselines not counted"
    means = (
        Column("mean", f"mean over runs ({who_counts})", left=True),
        Column("value", "", fixed(3)),
        Column("interval", "95 %", between(fixed(3)), of=("low", "high")),
    )
    estimates = {
        "between models": measured.between,
        "within models": measured.within,
        "within minus between": measured.difference,
    }
    yield Table("means", means, [{"mean": name, **each._asdict()} for name, each in estimates.items()], "", facts)
    if len(order) <= MOST:
        yield _matrix(measured.similarity, order, facts)
    pairs = []
    for row, compared in enumerate(chosen):
        for column, other in enumerate(chosen[: row + 1]):
            names = (other.run.name, other.run.model, compared.run.name, compared.run.model)
            arrays = (measured.similarity, measured.low, measured.high, measured.identical)
            pairs.append((*names, *_cell(row, column, *arrays), int(measured.prompts[row, column])))
    yield Table("pairs", PAIRS, pairs, "Pairs of runs, and each with itself: what its own responses share", facts)


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


def _stored(runs: Sequence[Run], store: SampleStore, notes: list[str]) -> Iterator[ComparedRun]:
    """Keeps the responses of runs, one run after the other; notes say which cannot be read."""
    number = 0
    for run in runs:
        try:
            found = saved_samples(run)
        except FileProblem as problem:
            notes.append(f"left out: {problem}")
            continue
        if lacking := sum(SHA not in sample.row.fields for sample in found):
            notes.append(f"left out: {run.name}: {lacking:,} of {len(found):,} responses do not say what was asked")
            continue
        usable = 0
        for sample in found:
            text = written(sample.row.response, ANYTHING)  # as the benchmark has it
            usable += bool(text)
            candidates = (Candidate("", text, None),) if text else ()
            store.add(number, sample.item, sample.trial, Candidates((sample.row.fields[SHA],), candidates))
        prompts = frozenset(str(sample.row.fields[SHA]) for sample in found)
        adapter = {name: value for name, value in run.adapter.items() if name != TRIALS}
        way = json.dumps([adapter, sorted(prompts)], sort_keys=True, default=str)
        yield ComparedRun(run, number, prompts, len(found), usable, way)
        number += 1


def _runs_to_compare(found: Iterable[ComparedRun], notes: list[str]) -> list[ComparedRun]:
    """The runs that are compared, by model and name; notes say why each of the others is not.

    All were asked the same prompts: those of most language models, and among equals most prompts. Of several runs of a
    model with the same responses, as under two embeddings, that with the most responses counts.
    """
    read = sorted(found, key=lambda compared: (-compared.usable, compared.run.name))
    asked_of = {(compared.prompts, compared.run.model) for compared in read if compared.usable}
    votes = Counter(prompts for prompts, model in asked_of if not is_baseline(model))
    votes = votes or Counter(prompts for prompts, _ in asked_of)
    asked = max(votes, key=lambda prompts: (votes[prompts], len(prompts), sorted(prompts)), default=frozenset())
    kept: dict[str, ComparedRun] = {}
    for compared in read:
        shared = f"{len(compared.prompts & asked):,} of the {len(asked):,} here"
        if not compared.usable:
            why = f"none of its {compared.responses:,} responses can be used"
        elif compared.prompts != asked:
            why = f"asked {len(compared.prompts):,} prompts, {shared}"
        elif compared.way in kept:
            why = f"the same responses as {kept[compared.way].run.name}"
        else:
            kept[compared.way] = compared
            continue
        notes.append(f"left out: {compared.run.name}: {why}")
    return sorted(kept.values(), key=lambda compared: (natural_key(compared.run.model), compared.run.name))


def _cells(
    store: SampleStore, chosen: Sequence[ComparedRun], vectors: TextVectors, unknown: Counter[int]
) -> Iterator[PromptSimilarity]:
    """Of each prompt that the chosen runs were asked; ``unknown`` counts the responses without a vector by row."""
    row_of = {compared.number: row for row, compared in enumerate(chosen)}
    for (prompt,), entries in store.tasks():
        if prompt not in chosen[0].prompts:
            continue
        own = [entry for entry in entries if entry.run in row_of]
        responses = [(row_of[entry.run], candidate.text) for entry in own for candidate in entry.found]
        distinct = sorted({text for _, text in responses})
        known = compress(distinct, vectors.knows(distinct)) if distinct else ()
        texts = {text: place for place, text in enumerate(known)}
        times = np.zeros((len(row_of), len(texts)), dtype=np.int64)
        for row, text in responses:
            if text in texts:
                times[row, texts[text]] += 1
            else:
                unknown[row] += 1
        array = np.array(vectors.embed(list(texts)).vectors, np.float64) if texts else np.zeros((0, 1))
        yield prompt_similarity(times, array, [folded(text) for text in texts])


def _cell(row: int, column: int, *arrays: Numbers) -> list[float | None]:
    return [finite_or_none(array[row, column]) for array in arrays]


def _ends(key: str, estimate: Estimate) -> dict[str, Any]:
    return {key: or_undefined(estimate.value, NO_PAIR), f"{key}_low": estimate.low, f"{key}_high": estimate.high}


def _matrix(similarity: Numbers, order: Sequence[int], facts: Mapping[str, Any]) -> Table:
    numbers = [str(number) for number in range(1, len(order) + 1)]
    columns = (Column("run", "run", left=True), *(Column(number, number, fixed(3)) for number in numbers))
    rows = [
        {
            "run": number,
            **{other: finite_or_none(similarity[row, at]) for other, at in zip(numbers, order, strict=True)},
        }
        for number, row in zip(numbers, order, strict=True)
    ]
    title = "Similarity of runs to one another; on the diagonal, of two responses of one"
    return Table("matrix", columns, rows, title, facts, plot=Plot("heatmap", "run"))
