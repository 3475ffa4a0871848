"""Joins the shards of a run: HELM's runner makes the whole run from the responses and ratings of its shards."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import dacite
from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.executor import ExecutionSpec
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.runner import Runner, set_benchmark_output_path
from helm.common.authentication import Authentication
from helm.common.codec import from_json
from helm.common.general import asdict_without_nones
from helm.common.request import RequestResult

from helm_creativity.clients.request_states import trial_number
from helm_creativity.core.shards import SHARD, Shard
from helm_creativity.errors import FileProblem
from helm_creativity.exams.anchors import RUN_FILE, read_anchors_of_runs, write_anchor_ratings
from helm_creativity.helm_plugin.sharding import whole_spec
from helm_creativity.io.untrusted_files import damage
from helm_creativity.safe_text import counted

SPEC, STATE = "run_spec.json", "scenario_state.json"

Recorded = Mapping[str, Any]
"""A request state, as HELM writes it."""


class ShardRun(NamedTuple):
    """A run of one shard.

    Attributes:
        folder: where it lies.
        shard: which.
        whole: the run spec of the whole run.
    """

    folder: Path
    shard: Shard
    whole: RunSpec


def shard_run_in(folder: Path) -> ShardRun | None:
    """The shard whose run lies in a folder; None for another run, and for a folder without a finished one.

    Raises:
        FileProblem: when the file that says what was run cannot be read.
    """
    try:
        spec = from_json((folder / SPEC).read_text("utf-8"), RunSpec)
        found = whole_spec(spec)
    except FileNotFoundError:
        return None
    except Exception as error:  # HELM's reader has many
        raise FileProblem(f"cannot read {folder / SPEC}: {damage(error)}") from error
    return None if found is None else ShardRun(folder, *found)


def by_run(shards: Iterable[ShardRun]) -> dict[str, list[ShardRun]]:
    """The shards of each whole run in their order, by its name."""
    runs: dict[str, list[ShardRun]] = defaultdict(list)
    for shard in sorted(shards, key=lambda shard: (shard.shard.of, shard.shard.index)):
        runs[shard.whole.name].append(shard)
    return dict(runs)


def merge_shards(shards: Sequence[ShardRun], suite: str, output_path: Path, local_path: Path) -> Path:
    """Makes the whole run of all its shards, as ``helm-run`` writes it; returns its folder.

    Args:
        shards: of one run.
        suite: where it goes.
        output_path: as of ``helm-run``.
        local_path: likewise; models must be registered.

    Raises:
        FileProblem: when shards are missing or twice, differ in more than their items, or cannot be read.
        Exception: whatever HELM or a scorer raises; the run in one piece would fail with it, too.
    """
    _require_all(shards)
    spec = _common_spec(shards)
    set_benchmark_output_path(str(output_path))
    runner = MergingRunner(_recorded(shards), suite, output_path, local_path)
    runner.run_one(spec)
    whole = output_path / "runs" / suite / spec.name
    if anchors := read_anchors_of_runs([shard.folder for shard in shards], []):
        write_anchor_ratings(anchors, whole / RUN_FILE)
    return whole


def _require_all(shards: Sequence[ShardRun]) -> None:
    """Raises ``FileProblem`` unless each shard is there, once."""
    of = shards[0].shard.of
    if other := next((shard for shard in shards if shard.shard.of != of), None):
        raise FileProblem(
            f"{shards[0].folder} is of {of} shards and {other.folder} of {other.shard.of}: name the suites of one split"
        )
    folders: dict[Shard, Path] = {}
    for shard in shards:
        if (before := folders.setdefault(shard.shard, shard.folder)) != shard.folder:
            raise FileProblem(
                f"there are two runs of the shard {shard.shard}, {before} and {shard.folder}: name one suite"
            )
    if missing := [f"{SHARD}={shard}" for shard in (Shard(index, of) for index in range(of)) if shard not in folders]:
        raise FileProblem(f"no finished run of {', '.join(missing)}: run it, or name the suite that has it")


def _common_spec(shards: Sequence[ShardRun]) -> RunSpec:
    first, *others = shards
    for other in others:
        if other.whole != first.whole:
            what = ", ".join(_differences(asdict(first.whole), asdict(other.whole)))
            raise FileProblem(
                f"the shards {first.shard} and {other.shard} were run with different settings: they differ in {what}"
            )
    return first.whole


def _differences(value: Any, other: Any, place: str = "") -> Iterator[str]:  # noqa: ANN401
    """Where two values differ: ``metric_specs.0.args.provenance.card: '1-0' and '1-1'``."""
    if isinstance(value, list) and isinstance(other, list):
        value, other = dict(enumerate(value)), dict(enumerate(other))
    if isinstance(value, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*value, *other]):
            yield from _differences(value.get(key), other.get(key), f"{place}.{key}" if place else str(key))
    elif value != other:
        yield f"{place}: {value!r} and {other!r}"


def _recorded(shards: Sequence[ShardRun]) -> dict[tuple[str, str], Recorded]:
    """All request states of the shards, by item and trial."""
    found: dict[tuple[str, str], Recorded] = {}
    for shard in shards:
        path = shard.folder / STATE
        try:
            for state in json.loads(path.read_text("utf-8"))["request_states"]:
                key = str(state["instance"]["id"]), str(state["request"].get("random", 0))
                if key in found:
                    raise FileProblem(f"{path}: the item {key[0]} is in it twice, or in another shard too")
                found[key] = state
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise FileProblem(
                f"cannot read {path}: {damage(error)}; the shard was not finished: run it again"
            ) from error
    return found


class MergingRunner(Runner):
    """HELM's runner, in which recorded responses and annotations take the place of asking.

    Attributes:
        asks: whether judges can be reached is not looked at; see ``current_run``.
    """

    asks = False

    def __init__(
        self, recorded: dict[tuple[str, str], Recorded], suite: str, output_path: Path, local_path: Path
    ) -> None:
        spec = ExecutionSpec(url=None, auth=Authentication(""), local_path=str(local_path), parallelism=1)
        super().__init__(
            execution_spec=spec,
            output_path=str(output_path),
            suite=suite,
            skip_instances=False,
            cache_instances=False,
            cache_instances_only=False,
            skip_completed_runs=False,
            exit_on_error=True,
        )
        self.executor.execute = partial(with_recorded_answers, recorded)
        self.annotator_executor.execute = lambda scenario_state: scenario_state


def with_recorded_answers(recorded: Mapping[tuple[str, str], Recorded], scenario_state: ScenarioState) -> ScenarioState:
    """The requests of the whole run with the responses and annotations of its shards.

    Raises:
        FileProblem: when a request has none, was another one in its shard, or is no part of the run.
    """
    left = dict(recorded)
    states = []
    for state in scenario_state.request_states:
        key = str(state.instance.id), str(trial_number(state))
        if key not in left:
            raise FileProblem(f"the item {key[0]} (trial {key[1]}) is in no shard: the shards were run on other items")
        states.append(_answered(state, left.pop(key)))
    if left:
        item, trial = next(iter(left))
        raise FileProblem(
            f"{counted(len(left), 'response matches', 'responses match')} no request of the run, such as "
            f"{item} (trial {trial})"
        )
    return replace(scenario_state, request_states=states)


def _answered(state: RequestState, recorded: Recorded) -> RequestState:
    """A request with its recorded response, which must be to the same request."""
    asked = {name: value for name, value in recorded.items() if name not in ("result", "annotations")}
    expected = json.loads(json.dumps(asdict_without_nones(state)))
    if differences := list(_differences(expected, asked)):
        raise FileProblem(
            f"the item {state.instance.id} differs from that of its shard (here and there): {differences[0]}; merge "
            "with the items and the version of helm-creativity that the shards were run with"
        )
    # Numbers as HELM wrote them: a whole one in the place of a float stays whole.
    unchecked = dacite.Config(check_types=False)
    return replace(
        state,
        result=dacite.from_dict(RequestResult, recorded["result"], unchecked),
        annotations=recorded.get("annotations"),
    )
