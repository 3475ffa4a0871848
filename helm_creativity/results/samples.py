"""The samples of a run, read from its folder: responses as its metric got them, and the scores of items and trials.

HELM writes one entry per item into ``per_instance_stats.json``. Where an item has several trials, this package's
metrics write one more entry for each: ``train_trial_index`` is 0 for the means over the trials, then 1 for the first
trial and so on. Where HELM draws several sets of training examples, the index counts these, from 0, and there is no
entry of means.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from helm_creativity.benchmark.comparability import TRIALS
from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage, parse_json, read_bytes, read_json
from helm_creativity.errors import FileProblem
from helm_creativity.psychometrics.tables import LARGEST
from helm_creativity.results.runs import SPLIT, ItemScores, Run
from helm_creativity.safe_text import counted, quoted

if TYPE_CHECKING:
    import polars as pl

    from helm_creativity.benchmark.follow_ups import Trial
    from helm_creativity.benchmark.types import Sample

STATES, PER_INSTANCE = "scenario_state.json", "per_instance_stats.json"
THREADS = 4
Wanted = TypeVar("Wanted")
Found = TypeVar("Found")


class SavedSample(NamedTuple):
    """One response."""

    item: str
    trial: int
    row: Sample
    model: str
    prompt: str = ""
    error: str = ""
    task: str = ""

    @property
    def text(self) -> str:
        """What the model wrote; "" for nothing."""
        return self.row.response.text if self.row.response else ""

    @property
    def parts(self) -> tuple[str, str]:
        """What stands before the item's own prompt, "" for nothing, and that prompt; a cut prompt stays whole."""
        before = self.prompt.removesuffix(self.task).rstrip() if self.task else self.prompt
        return (before, self.task) if before != self.prompt.rstrip() else ("", self.prompt)

    @property
    def as_trial(self) -> Trial:
        """As the drivers of ``follow_up`` take it."""
        from helm_creativity.benchmark.follow_ups import Trial

        return Trial(self.row, self.task, self.item, self.trial)


def saved_samples(run: Run) -> list[SavedSample]:
    """The responses of a run in the order of its requests, as metrics get them.

    A request that was never made, as in a dry run, has none; one that brought no completion is one empty response.
    """
    from helm_creativity.benchmark.prompts import Instruction

    path, asked = run.folder / STATES, Instruction(run.instruction).candidates
    try:
        states = (state for state in read_json(path)["request_states"] if state.get("result") is not None)
        return [sample for state in states for sample in _of_request(state, run.model, asked)]
    except UNREADABLE as error:
        why = f"cannot read its responses from {path}: {damage(error)}"
        raise FileProblem(f"{run.name}: {why}; run it again") from error


def _of_request(state: Mapping[str, Any], model: str, asked: int) -> Iterator[SavedSample]:
    from helm_creativity.benchmark.types import Sample
    from helm_creativity.parsing.candidates import one_response
    from helm_creativity.parsing.response import completed, in_run

    instance, request, result = state["instance"], state["request"], state["result"]
    item, trial = str(instance["id"]), int(request.get("random") or 0)
    if not 0 <= trial < 1 << 53:
        raise ValueError("expected the number of a trial as the request's random")
    annotations = dict(state.get("annotations") or {})
    fields = {**(instance.get("extra_data") or {}), "trial": trial, "annotations": annotations}
    task = str((instance.get("input") or {}).get("text") or "")
    turns = "\n\n".join(f"{turn['role']}: {turn['content']}" for turn in request.get("messages") or ())
    prompt, reason = request.get("prompt"), result.get("error")
    error = "" if result["success"] else str(reason or "")
    for completion in result["completions"] or [{}]:  # HELM leaves out what is null
        text = completion.get("text") or ""
        if not isinstance(text, str):
            raise TypeError(f"expected a completion's text, got {quoted(text)}")
        response = completed(text, completion.get("finish_reason"), result["success"], reason)
        thinking = (completion.get("thinking") or {}).get("text")
        response = in_run(response, bool(state.get("prompt_truncated")), thinking, prompt, task)
        sample = Sample(one_response(response, asked, item, trial), fields)
        yield SavedSample(item, trial, sample, model, turns or str(prompt or ""), error, task)


def item_scores(run: Run, stat: str, split: str) -> ItemScores:
    """One stat of a run, response by response where responses were kept, else item by item; corrected where it was."""
    import polars as pl

    if stat in run.corrected:
        return run.corrected[stat]
    name, mean = pl.element().struct.field("name").struct, pl.element().struct.field("mean")
    wanted = (name.field("name") == stat) & (name.field("split") == split) & name.field("perturbation").is_null()
    values = pl.col("stats").list.eval(mean.filter(wanted & (mean.abs() <= LARGEST))).list.mean()
    found = _single_responses(run).select("item", "trial", values.fill_null(np.nan).alias("value"))
    return ItemScores(tuple(found["item"]), found["trial"].to_numpy(), found["value"].to_numpy())


def all_scores(run: Run) -> pl.DataFrame:
    """Every stat of every unperturbed item of a run."""
    import polars as pl

    name, value = pl.col("stats").struct.field("name").struct, pl.col("stats").struct.field("mean")
    alone = not _of_responses(run) or (run.settings.get(TRIALS) or 1) * (run.adapter.get("num_outputs") or 1) <= 1
    found = (
        _single_responses(run)
        .explode("stats")
        .filter(name.field("name").is_not_null(), name.field("perturbation").is_null())
        .select(
            "item",
            trial=pl.when(pl.lit(alone) | (pl.col("index") > 0)).then("trial"),
            split=name.field("split"),
            stat=name.field("name"),
            value=pl.when(value.is_finite()).then(value),
        )
    )
    fixed = [
        pl.DataFrame(scores._asdict()).select(
            pl.col("items").alias("item"),
            pl.col("trials").alias("trial"),
            split=pl.lit(SPLIT),
            stat=pl.lit(stat),
            value=pl.col("values").fill_nan(None),
        )
        for stat, scores in run.corrected.items()
    ]
    raw = found.filter(~pl.col("stat").is_in(list(run.corrected)))
    return pl.concat([raw, *fixed], how="vertical_relaxed").select(pl.lit(run.name).alias("run"), pl.all())


def read_each(
    read: Callable[[Wanted], Found], wanted: Sequence[Wanted], warn: Callable[[str], None]
) -> Iterator[tuple[Wanted, Found]]:
    """What can be read of files, several at a time, in order."""

    def attempt(want: Wanted) -> Found | FileProblem:
        try:
            return read(want)
        except FileProblem as problem:
            return problem

    with ThreadPoolExecutor(min(THREADS, os.cpu_count() or 1)) as threads:
        for want, found in zip(wanted, threads.map(attempt, wanted), strict=True):
            if isinstance(found, FileProblem):
                warn(str(found))
            else:
                yield want, found


def _of_responses(run: Run) -> bool:
    """Whether trials are responses to one prompt, not draws of training examples."""
    return (run.adapter.get("num_train_trials") or 1) <= 1


def _single_responses(run: Run) -> pl.DataFrame:
    """Entries of unperturbed items: of single responses, not of their means where both are there; ``trial`` from 0."""
    import polars as pl

    perturbation = pl.Struct({"name": pl.String})
    name = pl.Struct({"name": pl.String, "split": pl.String, "perturbation": perturbation})
    schema: dict[str, Any] = {
        "instance_id": pl.String,
        "train_trial_index": pl.Int64,
        "perturbation": perturbation,
        "stats": pl.List(pl.Struct({"name": name, "mean": pl.Float64})),
    }
    try:
        content = read_bytes(run.folder / PER_INSTANCE)
        try:
            entries = pl.read_json(content, schema=schema)
        except pl.exceptions.PolarsError:  # Python writes NaN and infinities into JSON, which only Python reads
            entries = pl.read_json(json.dumps(_finite(parse_json(content))).encode(), schema=schema)
        if entries["instance_id"].null_count() or entries["train_trial_index"].null_count():
            raise ValueError("expected instance_id and train_trial_index in every entry")
    except (*UNREADABLE, pl.exceptions.PolarsError) as error:
        of_polars = isinstance(error, pl.exceptions.PolarsError)
        why = "it does not hold what it should" if of_polars else damage(error)
        raise FileProblem(
            f"{run.name}: cannot read the scores of its items from {PER_INSTANCE}: {why}; run it again"
        ) from error
    entries = entries.filter(pl.col("perturbation").is_null()).rename(
        {"instance_id": "item", "train_trial_index": "index"}
    )
    if not _of_responses(run) or not (entries["index"] > 0).any():
        return entries.with_columns(trial="index")
    single = (pl.col("index") > 0) | (pl.col("index").max().over("item") == 0)
    return entries.filter(single).with_columns(trial=(pl.col("index") - 1).clip(lower_bound=0))


def _finite(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def cached_days(states: Iterable[Mapping[str, Any]]) -> list[str]:
    """The day in UTC of each response that came from the cache; "an unknown day" where HELM did not keep it."""
    results = [state.get("result") or {} for state in states]
    times = [result.get("request_datetime") for result in results if result.get("cached")]
    return [
        "an unknown day" if time is None else f"{datetime.fromtimestamp(time, timezone.utc):%Y-%m-%d}" for time in times
    ]


def days_text(days: Collection[str]) -> str:
    """The first and the last of some days, "2026-06-03 to 2026-06-05", or the only one; "" for none."""
    return " to ".join(dict.fromkeys([min(days), max(days)])) if days else ""


def cache_notes(runs: Iterable[Run]) -> Iterator[str]:
    """A line for each model and deployment of which responses came from the cache; files may be missing or damaged."""
    found = defaultdict[tuple[str, str], list[str]](list)
    for run in runs:
        with suppress(*UNREADABLE):
            text = read_bytes(run.folder / STATES)
            if b'"cached": true' in text:  # as HELM writes it: most files need not be parsed
                found[run.model, run.deployment] += cached_days(parse_json(text)["request_states"])
    for (model, deployment), days in found.items():
        name = model if deployment in ("", model) else f"{model} ({deployment})"
        if days:
            yield f"{name}: {counted(len(days), 'response')} from HELM's cache, of {days_text(days)}"
