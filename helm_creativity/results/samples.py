"""The samples of a run, read from its folder: responses as its metric got them, and the scores of items and trials.

HELM writes one entry per item into ``per_instance_stats.json``. Where an item has several trials, this package's
metrics write one more entry for each: ``train_trial_index`` is 0 for the means over the trials, then 1 for the first
trial and so on. Where HELM draws several sets of training examples, the index counts these, from 0, and there is no
entry of means.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.follow_ups import Trial
from helm_creativity.core.instructions import Instruction
from helm_creativity.core.types import Response, Sample
from helm_creativity.errors import FileProblem
from helm_creativity.io.untrusted_files import UNREADABLE, damage, parse_json, read_bytes, read_json
from helm_creativity.psychometrics.tables import LARGEST, ratio
from helm_creativity.results.runs import SPLIT, ItemScores, Run
from helm_creativity.safe_text import kind_of, quoted
from helm_creativity.text.candidates import one_response
from helm_creativity.text.response import completed, in_run

if TYPE_CHECKING:
    import polars as pl

STATES = "scenario_state.json"
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
    def parts(self) -> tuple[str, str]:
        """What stands before the item's own prompt, "" for nothing, and that prompt; a cut prompt stays whole."""
        before = self.prompt.removesuffix(self.task).rstrip() if self.task else self.prompt
        return (before, self.task) if before != self.prompt.rstrip() else ("", self.prompt)

    @property
    def as_trial(self) -> Trial:
        """As the drivers of ``follow_up`` take it."""
        return Trial(self.row, self.task, self.item, self.trial)


def saved_samples(run: Run) -> list[SavedSample]:
    """The responses of a run in the order of its requests, as metrics get them.

    A request that was never made, as in a dry run, has none; one that brought no completion is one empty response.
    """
    path, asked = run.folder / STATES, Instruction(run.instruction).candidates
    try:
        return [
            sample
            for state in read_json(path)["request_states"]
            if state.get("result") is not None
            for sample in _read_samples(state, run.model, asked)
        ]
    except UNREADABLE as error:
        raise FileProblem(
            f"{run.name}: cannot read its responses from {path}: {damage(error)}; run it again"
        ) from error


def _read_samples(state: Mapping[str, Any], model: str, asked: int) -> list[SavedSample]:
    instance, result = state["instance"], state["result"]
    trial = int(state["request"].get("random") or 0)
    if not 0 <= trial < 1 << 53:
        raise ValueError("expected the number of a trial as the request's random")
    fields = {**(instance.get("extra_data") or {}), "trial": trial, "annotations": dict(state.get("annotations") or {})}
    completions = result["completions"] or [{}]
    item = str(instance["id"])
    is_cut = bool(state.get("prompt_truncated"))
    task = str((instance.get("input") or {}).get("text") or "")
    prompts = state["request"].get("prompt"), task
    written = (
        in_run(_response(result, completion), is_cut, (completion.get("thinking") or {}).get("text"), *prompts)
        for completion in completions
    )
    return [
        SavedSample(
            item,
            trial,
            Sample(response, fields),
            model,
            _prompt(state["request"]),
            "" if result["success"] else str(result.get("error") or ""),
            task,
        )
        for response in (one_response(found, asked, item, trial) for found in written)
    ]


def _prompt(request: Mapping[str, Any]) -> str:
    """A conversation has its turns one below the other."""
    turns = request.get("messages") or ()
    return "\n\n".join(f"{turn['role']}: {turn['content']}" for turn in turns) or str(request.get("prompt") or "")


def _response(result: Mapping[str, Any], completion: Mapping[str, Any]) -> Response:
    """One completion; HELM leaves out what is null."""
    text = completion.get("text") or ""
    if not isinstance(text, str):
        raise TypeError(f"expected a completion's text, got {quoted(text)}")
    return completed(text, completion.get("finish_reason"), result["success"], result.get("error"))


PER_INSTANCE = "per_instance_stats.json"


def item_scores(run: Run, stat: str, split: str) -> ItemScores:
    """One stat of a run, response by response where responses were kept, else item by item; corrected where it was."""
    import polars as pl

    if stat in run.corrected:
        return run.corrected[stat]
    entries = _single_responses(read_entries(run), run)
    name = pl.col("stats").struct.field("name")
    found = (
        entries.select("row", "stats")
        .explode("stats")
        .filter(
            name.struct.field("name") == stat,
            name.struct.field("split") == split,
            name.struct.field("perturbation").is_null(),
        )
        .select("row", pl.col("stats").struct.field("mean"))
    )
    sums, counts = np.zeros(len(entries)), np.zeros(len(entries))
    values = found["mean"].cast(pl.Float64).fill_null(np.nan).to_numpy()
    known = np.abs(values) <= LARGEST
    np.add.at(sums, found["row"].to_numpy()[known], values[known])
    np.add.at(counts, found["row"].to_numpy()[known], 1.0)
    return ItemScores(tuple(entries["instance_id"].to_list()), entries["trial"].to_numpy(), ratio(sums, counts))


def _single_responses(entries: pl.DataFrame, run: Run) -> pl.DataFrame:
    """Single responses instead of their means where both are there, numbered from 0 in ``trial``."""
    import polars as pl

    index = pl.col("train_trial_index")
    if not of_answers(run):
        kept = entries.with_columns(trial=index)
    else:
        kept = entries.filter((index > 0) | (index.max().over("instance_id") == 0)).with_columns(
            trial=(index - 1).clip(lower_bound=0)
        )
    return kept.drop("row").with_row_index("row")


def of_answers(run: Run) -> bool:
    """Whether trials are responses to one prompt, not draws of training examples."""
    return int(run.adapter.get("num_train_trials") or 1) <= 1


def all_scores(run: Run) -> pl.DataFrame:
    """Every stat of every unperturbed item of a run."""
    import polars as pl

    stat = pl.col("stats").struct
    name, value = stat.field("name").struct, stat.field("mean")
    alone = not of_answers(run) or int(run.settings.get(TRIALS) or 1) * int(run.adapter.get("num_outputs") or 1) <= 1
    found = (
        _single_responses(read_entries(run), run)
        .explode("stats")
        .filter(name.field("name").is_not_null(), name.field("perturbation").is_null())
        .select(
            run=pl.lit(run.name),
            item="instance_id",
            trial=pl.when(pl.lit(alone) | (pl.col("train_trial_index") > 0)).then("trial"),
            split=name.field("split"),
            stat=name.field("name"),
            value=pl.when(value.is_finite()).then(value),
        )
    )
    if not run.corrected:
        return found
    corrected = pl.concat([_corrected_scores(run.name, stat, scores) for stat, scores in run.corrected.items()])
    return pl.concat([found.filter(~pl.col("stat").is_in(list(run.corrected))), corrected.cast(found.schema)])


def _corrected_scores(name: str, stat: str, scores: ItemScores) -> pl.DataFrame:
    import polars as pl

    frame = pl.DataFrame({"run": name, "item": list(scores.items), "trial": scores.trials, "value": scores.values})
    named = frame.with_columns(split=pl.lit(SPLIT), stat=pl.lit(stat), value=pl.col("value").fill_nan(None))
    return named.select("run", "item", "trial", "split", "stat", "value")


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


def read_entries(run: Run) -> pl.DataFrame:
    """All entries of unperturbed items."""
    import polars as pl

    path = run.folder / PER_INSTANCE
    try:
        entries = _parsed(path)
        if entries["instance_id"].null_count() or entries["train_trial_index"].null_count():
            raise ValueError("expected instance_id and train_trial_index in every entry")
    except (*UNREADABLE, pl.exceptions.PolarsError) as error:
        raise FileProblem(
            f"{run.name}: cannot read the scores of its items from {path.name}: {damage(error)}; run it again"
        ) from error
    return entries.filter(pl.col("perturbation").is_null()).drop("perturbation").with_row_index("row")


def _parsed(path: Path) -> pl.DataFrame:
    """The file as a table. Python writes NaN and infinities into JSON, which only Python reads."""
    import polars as pl

    content = read_bytes(path)
    try:
        return pl.read_json(content, schema=_schema())
    except pl.exceptions.PolarsError:
        return pl.DataFrame(list(_schema_entries(parse_json(content))), schema=_schema())


def _schema() -> dict[str, Any]:
    import polars as pl

    perturbation = pl.Struct({"name": pl.String})
    name = pl.Struct({"name": pl.String, "split": pl.String, "perturbation": perturbation})
    return {
        "instance_id": pl.String,
        "train_trial_index": pl.Int64,
        "perturbation": perturbation,
        "stats": pl.List(pl.Struct({"name": name, "mean": pl.Float64})),
    }


def _schema_entries(entries: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - whatever JSON holds
    if not isinstance(entries, list):
        raise TypeError(f"expected a list, got {kind_of(entries)}")
    for entry in entries:
        stats = [{"name": _stat_name(stat["name"]), "mean": stat.get("mean")} for stat in entry["stats"]]
        stats = [{**stat, "mean": None if stat["mean"] is None else float(stat["mean"])} for stat in stats]
        yield {
            "instance_id": str(entry["instance_id"]),
            "train_trial_index": int(entry["train_trial_index"]),
            "perturbation": _perturbation(entry),
            "stats": stats,
        }


def _stat_name(name: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": name["name"], "split": name.get("split"), "perturbation": _perturbation(name)}


def _perturbation(of: Mapping[str, Any]) -> dict[str, Any] | None:
    found = of.get("perturbation")
    return None if found is None else {"name": found.get("name")}
