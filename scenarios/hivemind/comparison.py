"""How like the responses of different models to the same prompts are; ``scoring`` has the method and its source."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from helm_creativity.benchmark.comparability import TRIALS, checksum_texts, is_baseline, pooled_models
from helm_creativity.benchmark.names import PREFIX, natural_key
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.embeddings.registry import require_single
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.parsing.plausibility import ANYTHING
from helm_creativity.parsing.response import written
from helm_creativity.parsing.text import folded
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.results.analyses import analysis
from helm_creativity.results.comparable import run_labels
from helm_creativity.results.numbers import between, count, fixed, percent
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import Column, Plot, Table
from helm_creativity.safe_text import counted
from helm_creativity.scenarios.hivemind.benchmark import EMBEDDING, TextVectors
from helm_creativity.scenarios.hivemind.scoring import homogeneity as summed
from helm_creativity.scenarios.hivemind.scoring import prompt_similarity
from helm_creativity.version import __version__

Texts = dict[str, list[str]]
"""Of a run, the texts that can be compared, by prompt."""

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


@analysis("homogeneity", title="Homogeneity of models", in_report=False)
def homogeneity(suite: Suite, options: HomogeneityOptions) -> Iterator[Table]:
    """How like the responses of different models to the same prompts are: the Artificial Hivemind's, or another's.

    The tables: the runs, those most like others first; means over them; their matrix; and pairs of runs.
    """
    every, notes = suite.runs_of(options.benchmark or NAME), list[str]()
    group = every[0].group
    embedding = options.embedding or _usual_embedding(every)
    require_single("embedding", embedding)
    vectors = TextVectors(embedding)
    compared = _runs_to_compare(every, notes)
    if len(compared) < 2:
        why = f"two runs of {group} or more with responses to the same prompts are needed, and these suites"
        more = f"have {len(compared)}; run other models with the same arguments"
        raise NothingToSay("; ".join([f"{why} {more}", *notes]))
    runs, texts, n_responses = zip(*compared, strict=True)
    models, prompts = [run.model for run in runs], sorted(texts[0])
    counts = np.ones(len(models), dtype=bool) if options.baselines else pooled_models(models)
    cells, used = zip(*(_cell([of_run[prompt] for of_run in texts], vectors) for prompt in prompts), strict=True)
    found = summed(cells, models, counts, suite.draws, suite.generator())
    n_used = np.sum(used, axis=0).tolist()
    if unknown := sum(len(some) for of_run in texts for some in of_run.values()) - sum(n_used):
        notes.append(f"left out: {counted(unknown, 'response')} without any word that {vectors.name} knows")
    parts = {
        "benchmark": group,
        "prompts": checksum_texts(prompts),
        "runs": checksum_texts(run.name for run in runs),
        **vectors.signed,
        "baselines": "counted" if options.baselines else "not counted",
        "draws": suite.draws,
        "seed": suite.seed,
        "helm-creativity": __version__,
    }
    facts = {
        "benchmark": group,
        "prompts_asked": len(prompts),
        "embedding": vectors.signature,
        "comparable_settings": "|".join(["homogeneity", *(f"{name}:{value}" for name, value in parts.items())]),
    }
    order = np.argsort(-np.nan_to_num(found["others"][:, 0], nan=-np.inf), kind="stable").tolist()
    labels = run_labels(runs)
    rows = [
        {
            "label": f"{number}  {labels[row]}",
            "run": runs[row].name,
            "model": models[row],
            "baseline": is_baseline(models[row]),
            "counted": bool(counts[row]),
            **_with_ends("within", found["similarity"][row, row], "within_"),
            **_with_ends("to_others", found["others"][row], "to_others_"),
            "equal_within": finite_or_none(found["identical"][row, row]),
            "equal_to_others": finite_or_none(found["identical_to_others"][row]),
            "prompts": int(found["prompts"][row, row]),
            "answers": n_responses[row],
            "used": n_used[row],
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
    names = {"between": "between models", "within": "within models", "difference": "within minus between"}
    rows = [{"mean": name, **_with_ends("value", found[key])} for key, name in names.items()]
    yield Table("means", columns, rows, "", facts)
    if len(order) <= MOST:
        numbers = [str(number) for number in range(1, len(order) + 1)]
        of_matrix = (Column("run", "run", left=True), *(Column(number, number, fixed(3)) for number in numbers))
        values = found["similarity"][np.ix_(order, order)][..., 0].tolist()
        matrix = [(number, *map(finite_or_none, row)) for number, row in zip(numbers, values, strict=True)]
        title = "Similarity of runs to one another; on the diagonal, of two responses of one"
        yield Table("matrix", of_matrix, matrix, title, facts, plot=Plot("heatmap", "run"))
    pairs = [
        {
            "run": runs[column].name,
            "model": models[column],
            "other_run": runs[row].name,
            "other_model": models[row],
            **_with_ends("similarity", found["similarity"][row, column]),
            "identical": finite_or_none(found["identical"][row, column]),
            "prompts": int(found["prompts"][row, column]),
        }
        for row in range(len(runs))
        for column in range(row + 1)
    ]
    yield Table("pairs", (), pairs, "Pairs of runs, and each with itself: what its own responses share", facts)


def _usual_embedding(runs: Sequence[Run]) -> str:
    names = sorted({str(run.settings["embedding"]) for run in runs if run.settings.get("embedding")})
    if runs[0].group != f"{PREFIX}{NAME}" or not names:
        return EMBEDDING
    if len(names) > 1:
        raise BadArguments(
            f"the runs were scored under several embeddings ({', '.join(names)}), and similarities need one: name it "
            "by the option embedding"
        )
    return names[0]


def _runs_to_compare(runs: Sequence[Run], notes: list[str]) -> list[tuple[Run, Texts, int]]:
    """The runs that are compared, by model and name, the texts of each, and how many responses it has.

    All were asked the same prompts: those of most language models, and among equals most prompts. Of several runs of a
    model with the same responses, as under two embeddings, that with the most responses counts. Notes say why each of
    the others is left out.
    """
    read: list[tuple[int, Run, Texts, int]] = []
    for run in runs:
        try:
            found = saved_samples(run)
        except FileProblem as problem:
            notes.append(f"left out: {problem}")
            continue
        texts: Texts = {}
        for sample in found:
            text = written(sample.row.response, ANYTHING)  # as the benchmark has it
            texts.setdefault(sample.row.fields.get("prompt_sha256", ""), []).extend([text] if text else [])
        if "" in texts:
            notes.append(f"left out: {run.name}: not all of its responses say what was asked")
        else:
            read.append((sum(map(len, texts.values())), run, texts, len(found)))
    asked_of = {(frozenset(texts), run.model) for usable, run, texts, _ in read if usable}
    votes = Counter(prompts for prompts, model in asked_of if not is_baseline(model))
    votes = votes or Counter(prompts for prompts, _ in asked_of)
    asked = max(votes, key=lambda prompts: (votes[prompts], len(prompts), sorted(prompts)), default=frozenset())
    kept: dict[str, tuple[Run, Texts, int]] = {}
    for usable, run, texts, n_responses in sorted(read, key=lambda found: (-found[0], found[1].name)):
        adapter = {name: value for name, value in run.adapter.items() if name != TRIALS}
        how_asked = json.dumps(adapter, sort_keys=True, default=str)
        if not usable:
            why = f"none of its {n_responses:,} responses can be used"
        elif texts.keys() != asked:
            why = f"asked {len(texts):,} prompts, {len(asked & texts.keys()):,} of the {len(asked):,} here"
        elif how_asked in kept:
            why = f"the same responses as {kept[how_asked][0].name}"
        else:
            kept[how_asked] = run, texts, n_responses
            continue
        notes.append(f"left out: {run.name}: {why}")
    return sorted(kept.values(), key=lambda found: (natural_key(found[0].model), found[0].name))


def _cell(texts: Sequence[Sequence[str]], vectors: TextVectors) -> tuple[tuple[Numbers, Numbers], list[int]]:
    """What the responses of the runs to one prompt have in common, and how many of each run have a vector."""
    distinct = sorted({text for of_run in texts for text in of_run})
    known = {text: vector for text, vector in zip(distinct, vectors.embed(distinct), strict=True) if vector is not None}
    times = np.array([[of_run.count(text) for text in known] for of_run in texts], dtype=np.int64)
    rows = np.stack(list(known.values())) if known else np.zeros((0, 1))
    return prompt_similarity(times, rows, [folded(text) for text in known]), times.sum(axis=1).tolist()


def _with_ends(key: str, mean: Numbers, before: str = "") -> dict[str, Any]:
    value, low, high = map(finite_or_none, mean.tolist())
    return {key: value, f"{before}low": low, f"{before}high": high}
