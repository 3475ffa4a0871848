"""Run entries as HELM takes them, expanded by HELM into run specs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.benchmark.names import PREFIX, find_name, meant, plain_name
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands.running.interface import Interface
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm.benchmark.presentation.run_entry import RunEntry
    from helm.benchmark.run_spec import RunSpec


@dataclass(frozen=True)
class HelmRunOptions:
    """Options of ``helm-run``, by their names, and where they are written."""

    run_entries: Sequence[str] = ()
    conf_paths: Sequence[str] = ()
    models_to_run: Sequence[str] = ()
    max_eval_instances: int | None = None
    local_path: str = str(LOCAL_PATH)
    interface: Interface = Interface.COMMAND_LINE


class Refused(NamedTuple):
    """What is not in a plan."""

    name: str
    why: str


UNKNOWN = "Unknown run spec name"
"""Begins what HELM says of a name that nobody registered."""

UNKNOWN_MODEL = "Unknown model or no default model deployment found for model"
"""Begins what HELM says of a model that it does not know, and of the model of a deployment that it does not know."""

_MODEL = re.compile(r"([:,]model=)[^,]*")
_ARGUMENT_BEHIND_BLANK = re.compile(r"[\s;]+(\w+)\s*=")


def error_text(error: Exception) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def lines_of(reasons: Iterable[tuple[str, str]]) -> list[str]:
    """Run entries or runs with what is to be said of each; what holds of several models is said once.

    So is what holds of a model, whatever it is asked.
    """
    alike: dict[tuple[str, str], dict[str, None]] = {}
    for name, why in reasons:
        without_model = "" if why.startswith(UNKNOWN_MODEL) else _MODEL.sub("", name)
        alike.setdefault((without_model, why), {})[name] = None
    lines = []
    for (without_model, why), names in alike.items():
        first, more = next(iter(names)), len(names) - 1
        several = f"{without_model} (for {more + 1:,} models)" if without_model else f"{first} and {more:,} more"
        lines.append(f"{several if more else first}: {why}")
    return lines


def register(wanted: HelmRunOptions) -> None:
    """Everything that ``helm-run`` registers before it reads entries: HELM's models, the user's, entry points."""
    from helm.benchmark.config_registry import (
        register_builtin_configs_from_helm_package,
        register_configs_from_directory,
    )
    from helm.benchmark.run import load_entry_point_plugins

    register_builtin_configs_from_helm_package()
    try:
        register_configs_from_directory(wanted.local_path)
    except Exception as error:
        raise FileProblem(f"cannot read the models in {wanted.local_path}: {error_text(error)}") from error
    load_entry_point_plugins()


def run_specs(wanted: HelmRunOptions) -> tuple[list[RunSpec], list[Refused]]:
    """The runs that ``helm-run`` would make, in its order, and the entries that it would refuse."""
    from helm.benchmark.run import run_entries_to_run_specs

    found: list[RunSpec] = []
    refused: list[Refused] = []
    with _output_apart():
        for entry in read_entries(wanted):
            try:
                specs = run_entries_to_run_specs(run_entries=[entry], max_eval_instances=wanted.max_eval_instances)
            except Exception as error:  # HELM's own are of every kind
                refused.append(Refused(entry.description, _refusal(entry.description, error)))
                continue
            for spec in specs:
                longest = max(len(part.encode()) for part in spec.name.split("/"))
                if longest <= 255:
                    found.append(spec)
                    continue
                why = f"the run's folder would have a name of {longest} bytes, and file systems take 255"
                how = "give the model a shorter name (vLLM: --served-model-name), or leave out arguments"
                refused.append(Refused(spec.name, f"{why}: {how}"))
    return found, refused


def read_entries(wanted: HelmRunOptions) -> list[RunEntry]:
    """All entries, those of files first, with names and models in full: one for each model."""
    from helm.benchmark.presentation.run_entry import RunEntry, read_run_entries

    entries: list[RunEntry] = []
    for path in wanted.conf_paths:
        if not Path(path).is_file():
            raise FileProblem(f"there is no file of run entries {path}")
        try:
            entries += read_run_entries([path]).entries
        except Exception as error:
            raise FileProblem(f"expected run entries in {path}: {error_text(error)}") from error
    entries += [RunEntry(description=entry, priority=1, groups=None) for entry in wanted.run_entries]
    if not entries:
        raise BadArguments("there is no run entry: name a set, a benchmark, a run entry or a file of run entries")
    return [replace(entry, description=text) for entry in entries for text in _in_full(entry.description, wanted)]


def _in_full(description: str, wanted: HelmRunOptions) -> list[str]:
    from helm.benchmark.run_spec import get_run_spec_function

    try:
        model = str(split_entry(description)[1].get("model", ""))
    except BadArguments:  # HELM will say what is wrong
        return [description]
    name, colon, arguments = description.partition(":")
    groups = [entry.group for entry in list_entries()]
    if name not in groups and (name.startswith(PREFIX) or get_run_spec_function(name) is None):
        description = f"{find_name(name, groups) or name}{colon}{arguments}"
    if "/" in model:
        return [description]
    if not wanted.models_to_run:  # HELM would expand it over every model that it knows, or over a group of them
        behind_blank = _ARGUMENT_BEHIND_BLANK.search(arguments or description)
        hint = f"; a comma alone, without a blank, separates arguments: ,{behind_blank[1]}=" if behind_blank else ""
        raise BadArguments(
            f"the run entry {quoted(description)} names no model in full, such as model=openai/gpt-4o-2024-11-20: "
            f"write it there, or name models with {wanted.interface.argument('models')}{hint}"
        )
    if not _MODEL.search(description):
        description += f"{',' if arguments else ':'}model="
    return [_MODEL.sub(rf"\g<1>{name}", description) for name in wanted.models_to_run]


def split_entry(description: str) -> tuple[str, dict[str, Any]]:
    """Name and arguments of an entry, as HELM reads them."""
    from helm.common.object_spec import parse_object_spec

    try:
        spec = parse_object_spec(description)
    except ValueError as error:
        pairs = pairwise(description.partition(":")[2].split(","))
        lists = [f"{first}+{second}" for first, second in pairs if "=" in first and second and "=" not in second]
        hint = f"; a list is joined by +: write {lists[0]}" if lists else ""
        raise BadArguments(
            f"expected a run entry, such as creativity_dat or creativity_aut:prompts=own: {error_text(error)}{hint}"
        ) from error
    return spec.class_name, spec.args


def _refusal(description: str, error: Exception) -> str:
    """What HELM says of an entry, and what was meant, or which arguments it may mean."""
    from helm.benchmark.model_metadata_registry import get_all_models
    from helm.benchmark.run_expander import RUN_EXPANDERS

    from helm_creativity.commands.running.sets import SETS

    text = error_text(error)
    if text.startswith(UNKNOWN_MODEL):
        return f"{text}{meant(text.removeprefix(UNKNOWN_MODEL).strip(), get_all_models())}"
    if text.startswith(UNKNOWN):
        name = description.partition(":")[0]
        if name in (known.name for known in SETS):
            return f"{text}; {name} is a set, which takes no arguments: name it alone, and its models beside it"
        return f"{text}{meant(plain_name(name), (entry.name for entry in list_entries()))}"
    if isinstance(error, CreativityError):
        return text
    try:
        name, arguments = split_entry(description)
    except BadArguments as unreadable:
        return str(unreadable)
    own = [f"{key}={value}" for key, value in arguments.items() if key in RUN_EXPANDERS and key != "model"]
    return f"{name}: {text} (arguments of HELM's own: {', '.join(own)}; leave out what is wrong)" if own else text


def unknown_model(deployment: str) -> str:
    """What to say of a deployment that HELM does not know, but asks as others of its provider; "" for one it knows."""
    from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT
    from helm.benchmark.model_metadata_registry import get_all_models

    models = get_all_models()
    if deployment in models or deployment in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT:
        return ""
    return f"HELM knows no model {quoted(deployment)}{meant(deployment, models)}"


@contextmanager
def _output_apart() -> Iterator[None]:
    """Run spec functions of HELM may keep files in its output folder: they get one that goes."""
    from tempfile import TemporaryDirectory

    from helm.benchmark.runner import get_benchmark_output_path, set_benchmark_output_path

    before = get_benchmark_output_path()
    with TemporaryDirectory() as folder:
        set_benchmark_output_path(folder)
        try:
            yield
        finally:
            set_benchmark_output_path(before)
