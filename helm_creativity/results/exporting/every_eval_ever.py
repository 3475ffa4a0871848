"""Suites in the schema of Every Eval Ever (github.com/evaleval/every_eval_ever), version 0.3.0.

A run is a file of JSON with a result per stat. If its responses are asked for, a file of JSON lines beside it has, as
the schema wants, one row for each stat of a response. Files lie where that project's data store expects them,
``data/<benchmark>/<developer>/<model>/<uuid>.json``, and their names follow from the runs, so that a second export
replaces the first.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.core.card import Bounds, Card
from helm_creativity.core.common_stats import StatDescription, describe_stats
from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.names import SCORE
from helm_creativity.core.pooling import is_baseline
from helm_creativity.errors import FileProblem
from helm_creativity.io.records import writing
from helm_creativity.io.untrusted_files import UNREADABLE, read_json
from helm_creativity.psychometrics.uncertainty import SHARE_UNITS
from helm_creativity.results.exporting.evaluator import UNKNOWN, Evaluator
from helm_creativity.results.exporting.intervals import (
    StatInterval,
    Uncertainty,
    find_uncertainty,
    leaderboard_intervals,
)
from helm_creativity.results.main_metrics import cards
from helm_creativity.results.options import LEVEL
from helm_creativity.results.ratings import list_ratings
from helm_creativity.results.samples import STATES, SavedSample, all_scores, of_answers, saved_samples
from helm_creativity.results.study import SE
from helm_creativity.results.suite import SPLIT, Run, SuiteRuns
from helm_creativity.results.tidy import Warn, whole_text

if TYPE_CHECKING:
    import polars as pl

VERSION = "0.3.0"
"""Of the schema."""
NO_DEVELOPER = "no-developer"
"""Where a model's name has none: the data store takes no unknown one."""
SCORED = "valid_rate"
LIBRARY, CARD = "helm-creativity", "card"
"""Names in a run's provenance."""

# What some file system takes in no name, and names that Windows keeps for itself. Names of models may have colons:
# the data store replaces them in folders alone.
_NO_NAME = re.compile(r'[<>"\\|?*/\x00-\x1f]')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[1-9]|lpt[1-9])(\..*)?")
_STORE = "data"

Json = dict[str, Any]


class Written(NamedTuple):
    """How much was written: runs, their results, standard errors among these, and rows of responses."""

    runs: int = 0
    results: int = 0
    errors: int = 0
    rows: int = 0


def write_every_eval_ever(found: SuiteRuns, folder: Path, evaluator: Evaluator, responses: bool, warn: Warn) -> Written:
    """Writes a file per run, and one of its responses where they are asked for.

    Args:
        found: the runs.
        folder: above ``data``.
        evaluator: who ran them.
        responses: whether to write prompts, responses and their scores.
        warn: gets a line for all that cannot be read.

    Raises:
        FileProblem: when a file cannot be written.
    """
    intervals = leaderboard_intervals(found, warn)
    total = Written()
    for run in found.runs:
        written = _write_run(RunExport(run, evaluator, intervals, warn), folder, responses)
        total = Written(*map(sum, zip(total, written, strict=True)))
    return total


def _write_run(export: RunExport, folder: Path, responses: bool) -> Written:
    aggregate, rows = export.aggregate(), 0
    path = folder / export.path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"cannot write into {path.parent}: {error.strerror or error}") from error
    if responses and (lines := export.lines()):
        samples = path.with_name(f"{path.stem}_samples.jsonl")
        _write(samples, "".join(f"{line}\n" for line in lines))
        rows = len(lines)
        aggregate["detailed_evaluation_results"] = {
            "format": "jsonl",
            "file_path": (export.path.parent / samples.name).as_posix(),
            "hash_algorithm": "sha256",
            "checksum": hashlib.sha256(samples.read_bytes()).hexdigest(),
            "total_rows": rows,
        }
    _write(path, json.dumps(aggregate, indent=2, allow_nan=False) + "\n")
    results = aggregate["evaluation_results"]
    errors = sum("standard_error" in result["score_details"].get("uncertainty", {}) for result in results)
    return Written(1, len(results), errors, rows)


def _write(path: Path, text: str) -> None:
    with writing(path) as out:
        out.write(text)


def _read(read: Callable[[Run], Any], run: Run, warn: Warn) -> Any:  # noqa: ANN401 - what ``read`` returns
    try:
        return read(run)
    except FileProblem as problem:
        warn(str(problem))
        return None


class RunExport:
    """One run in the words of the schema, with the scores of its responses, and when it was made.

    Args:
        run: what is exported.
        evaluator: who ran it.
        intervals: see ``find_uncertainty``.
        warn: gets a line for all that cannot be read.
    """

    def __init__(
        self, run: Run, evaluator: Evaluator, intervals: Mapping[tuple[str, str], StatInterval], warn: Warn
    ) -> None:
        self._run, self._evaluator, self._intervals, self._warn = run, evaluator, intervals, warn
        self._card: Card | None = cards().get(run.group)
        described = describe_stats(self._card, run.comparable_parts) if self._card is not None else ()
        self._stats = {stat.name: stat for stat in described}
        self._scores: pl.DataFrame | None = _read(all_scores, run, warn)
        self._time = _time_of(run)
        self.id = f"{run.name.replace('/', '_')}/{run.model.replace('/', '_')}/{self._time or UNKNOWN}"

    @property
    def path(self) -> PurePosixPath:
        """Of its file, from the folder above ``data``."""
        parts = (_file_name(self._run.group or UNKNOWN), *self.model_id.split("/"))
        # The same for the same run, in the form of a random one, which the data store asks for.
        name = uuid.UUID(bytes=hashlib.sha256(self.id.encode()).digest()[:16], version=4)
        return PurePosixPath(_STORE, *(part.replace(":", "_") for part in parts), f"{name}.json")

    @property
    def model_id(self) -> str:
        """The model's name as developer and name, from which follow the folders of the data store."""
        named = self._run.model if "/" in self._run.model else f"{NO_DEVELOPER}/{self._run.model}"
        developer, _, name = named.partition("/")
        return f"{_file_name(developer)}/{_file_name(name)}"

    def aggregate(self) -> Json:
        """The file of the run, without responses."""
        run = self._run
        return {
            "schema_version": VERSION,
            "evaluation_id": self.id,
            **({"evaluation_timestamp": str(self._time)} if self._time else {}),
            "retrieved_timestamp": str(int(time.time())),
            "source_metadata": {
                "source_name": LIBRARY,
                "source_type": "evaluation_run",
                "source_organization_name": self._evaluator.organization,
                "evaluator_relationship": self._evaluator.relationship,
                "additional_details": _texts({"undefined": self._undefined()}),
            },
            "eval_library": {
                "name": LIBRARY if self._card is not None else "helm",
                "version": run.provenance.get(LIBRARY, UNKNOWN),
                "additional_details": _texts(
                    {
                        "run": run.name,
                        "comparable": run.settings.get("comparable"),
                        "card": run.provenance.get(CARD),
                        "provenance": run.provenance,
                        "scenario": run.scenario,
                        "arguments": dict(run.task),
                        "harness": "Stanford CRFM HELM",
                    }
                ),
            },
            "model_info": self._model(),
            "evaluation_results": [
                self._result(split, stat, uncertainty)
                for split in (SPLIT, *run.splits)
                for stat, uncertainty in find_uncertainty(run, split, self._scores, self._intervals)
                if not self._is_error(split, stat)
            ],
        }

    def _is_error(self, split: str, stat: str) -> bool:
        """Whether a stat is the standard error of another one, in whose result it stands."""
        of, error = stat[: -len(SE.format(""))], SE.format("")
        return stat.endswith(error) and of in self._run.of_split(split)

    def _undefined(self) -> dict[str, list[str]]:
        """Names of stats that the card has and the run has not, by the reason."""
        run, reasons = self._run, defaultdict[str, list[str]](list)
        known = {stat for split in (SPLIT, *run.splits) for stat in run.of_split(split)}
        rates = {name: run.stats.get(name) for name in self._stats if name.endswith("_rate") and name != SCORED}
        failures = ", ".join(f"{name} {rate:g}" for name, rate in rates.items() if rate)
        for name in dict.fromkeys((*run.undefined, *self._stats)):
            if name in run.undefined:
                reasons["no finite number, or too large"].append(name)
            elif name == SCORE and name not in known:
                reasons[f"no response has one: {failures}" if failures else "no response has one"].append(name)
            elif name not in known:
                reasons["undefined under these settings or for these responses"].append(name)
        return dict(reasons)

    def _model(self) -> Json:
        run = self._run
        developer, _, _ = self.model_id.partition("/")
        platform, _, _ = (run.deployment or run.model).rpartition("/")
        baseline = is_baseline(run.model)
        return {
            "name": run.model,
            "id": self.model_id,
            "developer": developer,
            **({"inference_platform": platform} if platform else {}),
            "additional_details": {
                "deployment_type": "self_deployed" if baseline else UNKNOWN,
                "model_availability": UNKNOWN,
                **_texts({"deployment": run.deployment, "baseline": baseline}),
            },
        }

    def _names(self, split: str, stat: str) -> Json:
        """What joins a result and the rows of its responses."""
        of_split = "" if split == SPLIT else f" ({split})"
        return {
            "evaluation_result_id": f"{split}/{stat}",
            "evaluation_name": f"{stat} on {self._run.group or self._run.name}{of_split}",
        }

    def _result(self, split: str, stat: str, uncertainty: Uncertainty) -> Json:
        run = self._run
        details: dict[str, Any] = {"split": split}
        count = run.of_split(split).get("num_answers")
        if uncertainty.n is not None and count is not None and count > uncertainty.n:
            details["responses_without_a_value"] = round(count) - uncertainty.n
        surely = _uncertainty(uncertainty)
        return {
            **self._names(split, stat),
            "source_data": self._data(),
            **({"evaluation_timestamp": str(self._time)} if self._time else {}),
            "metric_config": self._metric(stat),
            "score_details": {
                "score": run.of_split(split)[stat],
                **({"uncertainty": surely} if surely else {}),
                "details": _texts(details),
            },
            "generation_config": self._generation(),
        }

    def _metric(self, stat: str) -> Json:
        run, described = self._run, self._stats.get(stat, StatDescription(stat, stat, "", None, ()))
        directions = {None: "neither is better", True: "lower is better", False: "higher is better"}
        title = self._card.title if self._card is not None else run.group
        judging = {name: run.comparable_parts.get(name) for name in ("judges", "design", "judge_temp", "rubric")}
        return {
            "evaluation_description": f"{title}. {described.description}".strip(),
            "metric_id": f"{run.group or UNKNOWN}.{stat}",
            "metric_name": described.title,
            # The schema has no third value.
            "lower_is_better": bool(described.lower_is_better),
            **_bounds(described.bounds),
            "additional_details": _texts({"direction": directions[described.lower_is_better], **judging}),
        }

    def _data(self) -> Json:
        run, card = self._run, self._card
        name = run.comparable_parts.get("items", "").partition("/")[0]
        asked: Json = {"items": run.comparable_parts.get("items") or None, "number_of_items": run.items}
        if card is not None:
            items = next((items for items in card.items if items.name == name), None)
            asked |= {"summary": card.summary, "language": card.language}
            asked |= {"papers": [{"citation": paper.citation, "url": paper.url} for paper in card.papers]}
            asked |= {} if items is None else {"licence": items.licence, "source": items.source}
        return {
            "dataset_name": run.group or run.name,
            "source_type": "other",
            "additional_details": _texts(asked),
        }

    def _generation(self) -> Json:
        run = self._run
        limit = int(run.settings["max_tokens"])
        return {
            "generation_args": {
                "temperature": float(run.settings["temperature"]),
                **({"max_tokens": limit} if limit > 0 else {}),
            },
            "additional_details": _texts(
                {
                    "responses_per_item": int(run.settings.get(TRIALS) or 1),
                    "completions_per_request": int(run.adapter.get("num_outputs") or 1),
                    "instruction": run.instruction or "none",
                    "stop_sequences": run.adapter.get("stop_sequences") or [],
                }
            ),
        }

    def lines(self) -> list[str]:
        """The rows of the responses, a line of JSON each; none where they cannot be read."""
        samples: list[SavedSample] | None = _read(saved_samples, self._run, self._warn)
        if samples is None or self._scores is None:
            return []
        ratings = self._ratings()
        found = _by_response(self._run, samples)
        scores = self._scores.drop_nulls("value")
        units = _share_units(scores)
        scored = {
            (item, trial) for item, trial, stat in scores.select("item", "trial", "stat").iter_rows() if stat == SCORE
        }
        rows = []
        for item, trial, split, stat, value in scores.select("item", "trial", "split", "stat", "value").iter_rows():
            own = found.get((item, trial))
            if own is None:
                continue
            finish = dict.fromkeys(sample.row.response.finish_reason for sample in own if sample.row.response)
            judged = stat == SCORE or (stat == SCORED and (item, trial) not in scored)
            rows.append(
                json.dumps(
                    {
                        **self._names(split, stat),
                        **_response(own),
                        "schema_version": VERSION,
                        "evaluation_id": self.id,
                        "model_id": self.model_id,
                        "sample_id": item,
                        "evaluation": {"score": value, "is_correct": stat == SCORE and value == units.get(stat)},
                        "metadata": _texts(
                            {
                                "split": split,
                                "trial": trial,
                                "scored": (item, trial) in scored,
                                "is_correct": None
                                if units.get(stat)
                                else "not defined: the score is not right or wrong",
                                "finish_reason": ", ".join(finish),
                                "ratings": ratings.get((item, trial)) if judged else None,
                            }
                        ),
                    },
                    allow_nan=False,
                )
            )
        return rows

    def _ratings(self) -> dict[tuple[str, int | None], list[Json]]:
        ratings: dict[tuple[str, int | None], list[Json]] = defaultdict(list)
        rows, _ = _read(list_ratings, self._run, self._warn) or ((), ())
        for row in rows:
            trial = int(re.split("[+#]", row.trial)[0]) if of_answers(self._run) else None
            rating = {"rating": row.rating} if row.rating is not None else {"missing": row.reason}
            named = {"judge": row.judge, "dimension": row.dimension, "of": row.trial, "rubric": row.rubric}
            ratings[row.instance, trial].append({**named, **rating})
        return ratings


def _by_response(run: Run, samples: Iterable[SavedSample]) -> dict[tuple[str, int | None], list[SavedSample]]:
    """Completions by item and trial, and all of an item under None, for stats that are means over its responses."""
    found: dict[tuple[str, int | None], list[SavedSample]] = defaultdict(list)
    for sample in samples:
        found[sample.item, None].append(sample)
        if of_answers(run):
            found[sample.item, sample.trial].append(sample)
    return found


def _response(completions: Sequence[SavedSample]) -> Json:
    first = completions[0]
    asked = {"raw": whole_text(first.task or first.prompt), "reference": list[str]()}
    hashed = json.dumps(asked, sort_keys=True, separators=(",", ":"))
    texts = [whole_text(sample.row.response.completion) if sample.row.response else "" for sample in completions]
    errors = [sample.error for sample in completions if sample.error]
    return {
        "sample_hash": hashlib.sha256(hashed.encode()).hexdigest(),
        "interaction_type": "single_turn",
        "input": {**asked, "formatted": whole_text(first.prompt)},
        "output": {"raw": texts},
        "answer_attribution": [],
        **({"error": whole_text(errors[0])} if errors else {}),
    }


def _share_units(scores: pl.DataFrame) -> dict[str, float]:
    """What a right response has, of stats that are right or wrong: 1, or 100 as a percentage."""
    units = {}
    for (stat,), rows in scores.partition_by("stat", as_dict=True).items():
        values = set(rows["value"].to_list())
        if (most := max(values)) in SHARE_UNITS and values <= {0.0, most}:
            units[str(stat)] = most
    return units


def _uncertainty(known: Uncertainty) -> Json:
    found: Json = {}
    if known.error is not None:
        found["standard_error"] = {"value": known.error, "method": "cluster-robust over items"}
    if known.interval is not None:
        found["confidence_interval"] = {
            "lower": known.interval.low,
            "upper": known.interval.high,
            "confidence_level": LEVEL,
            "method": known.interval.method,
        }
    if known.sd is not None:
        found["standard_deviation"] = known.sd
    if known.n is not None:
        found["num_samples"] = known.n
    return found


def _bounds(bounds: Bounds) -> Json:
    """Bounds where they are known; the schema has words for infinity, which JSON lacks."""
    if not bounds:
        return {}
    low, high = bounds
    return {
        "score_type": "continuous",
        "min_score": "-Infinity" if low is None else low,
        "max_score": "Infinity" if high is None else high,
    }


def _texts(values: Mapping[str, Any]) -> dict[str, str]:
    """Further details, which the schema wants as texts; what is None, empty or unknown is left out."""
    known = {name: value for name, value in values.items() if value is not None and value not in ("", {})}
    return {
        name: value if isinstance(value, str) else json.dumps(value, sort_keys=True, allow_nan=False)
        for name, value in known.items()
    }


def _time_of(run: Run) -> int | None:
    """When the first response came, in seconds since 1970; None where the run does not say."""
    try:
        states = read_json(run.folder / STATES)["request_states"]
        times = [(state.get("result") or {}).get("request_datetime") for state in states]
        known = [int(time) for time in times if isinstance(time, (int, float)) and math.isfinite(time)]
    except UNREADABLE:
        return None
    return min(known, default=None)


def _file_name(text: str) -> str:
    """A name that every file system takes, but for colons."""
    name = _NO_NAME.sub("_", text).rstrip(". ") or "_"
    return f"_{name}" if _RESERVED.fullmatch(name.replace(":", "_")) or name == _STORE else name
