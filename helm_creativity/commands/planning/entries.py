"""Run entries, made into run specs by HELM, and why it refuses others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.benchmark.names import meant, plain_name
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec


class Refused(NamedTuple):
    """What is not in a plan."""

    name: str
    why: str


UNKNOWN, UNKNOWN_MODEL = "Unknown run spec name", "Unknown model or no default model deployment found for model"
"""Begin what HELM says of a name that nobody registered, and of a model or deployment that it does not know."""
_MODEL = re.compile(r"([:,]model=)[^,]*")
LONGEST = 255
"""Bytes of the name of a folder, which file systems take."""
TOO_LONG = (
    "the run's folder would have a name of {} bytes, and file systems take 255: give the model a shorter name (vLLM: "
    "--served-model-name), or leave out arguments"
)


def error_text(error: Exception) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def lines_of(reasons: Iterable[tuple[str, str]]) -> list[str]:
    """Run entries or runs with what is to be said of each; what holds of several models or entries is said once."""
    alike: dict[tuple[str, str], dict[str, None]] = {}
    for name, why in reasons:
        shown = "" if why.startswith(UNKNOWN_MODEL) else _MODEL.sub("", name)
        alike.setdefault((shown, why), {})[name] = None
    lines = []
    for (shown, why), (first, *more) in alike.items():
        several = f"{shown} (for {len(more) + 1:,} models)" if shown else f"{first} and {len(more):,} more"
        lines.append(f"{several if more else first}: {why}")
    return lines


def register(local_path: Path) -> None:
    """Everything that ``helm-run`` registers before it reads entries: HELM's models, the user's, entry points."""
    from helm.benchmark.config_registry import (
        register_builtin_configs_from_helm_package,
        register_configs_from_directory,
    )
    from helm.benchmark.run import load_entry_point_plugins

    register_builtin_configs_from_helm_package()
    try:
        register_configs_from_directory(str(local_path))
    except Exception as error:
        raise FileProblem(f"cannot read the models in {local_path}: {error_text(error)}") from error
    load_entry_point_plugins()


def run_specs(entries: Sequence[str], max_eval_instances: int | None = None) -> tuple[list[RunSpec], list[Refused]]:
    """The runs that ``helm-run`` would make, in its order, and the entries that it would refuse."""
    from helm.benchmark.presentation.run_entry import RunEntry
    from helm.benchmark.run import run_entries_to_run_specs
    from helm.benchmark.runner import get_benchmark_output_path, set_benchmark_output_path

    if not entries:
        raise BadArguments("there is no run entry: name a set, a benchmark, a run entry or a file of run entries")
    found: list[RunSpec] = []
    refused: list[Refused] = []
    before = get_benchmark_output_path()
    with TemporaryDirectory() as folder:  # run spec functions of HELM may keep files in its output folder
        set_benchmark_output_path(folder)
        try:
            for text in entries:
                entry = RunEntry(description=text, priority=1, groups=None)
                try:
                    specs = run_entries_to_run_specs(run_entries=[entry], max_eval_instances=max_eval_instances)
                except Exception as error:  # HELM's own are of every kind
                    refused.append(Refused(text, _refusal(text.partition(":")[0], error)))
                    continue
                for spec in specs:
                    length = max(len(part.encode()) for part in spec.name.split("/"))
                    if length <= LONGEST:
                        found.append(spec)
                    else:
                        refused.append(Refused(spec.name, TOO_LONG.format(length)))
        finally:
            set_benchmark_output_path(before)
    return found, refused


def _refusal(name: str, error: Exception) -> str:
    """What HELM says of an entry, and what was meant."""
    from helm.benchmark.model_metadata_registry import get_all_models

    text = error_text(error)
    if text.startswith(UNKNOWN_MODEL):
        return f"{text}{meant(text.removeprefix(UNKNOWN_MODEL).strip(), get_all_models())}"
    if text.startswith(UNKNOWN):
        return f"{text}{meant(plain_name(name), (entry.name for entry in list_entries()))}"
    hint = "; a list is joined by +, such as judges=a/b+c/d" if text.startswith("Expected <key>=<value>") else ""
    return f"{text}{hint}"


def unknown_model(deployment: str) -> str:
    """What to say of a deployment that HELM does not know, but asks as others of its provider; "" for one it knows."""
    from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT
    from helm.benchmark.model_metadata_registry import get_all_models

    models = get_all_models()
    if deployment in models or deployment in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT:
        return ""
    return f"HELM knows no model {quoted(deployment)}{meant(deployment, models)}"
