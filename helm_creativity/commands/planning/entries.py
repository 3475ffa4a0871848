"""Run entries as HELM takes them, expanded by HELM into run specs."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise, starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.benchmark.names import PREFIX, find_name, meant, plain_name
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm.benchmark.presentation.run_entry import RunEntry
    from helm.benchmark.run_spec import RunSpec

GROUPS_OF_MODELS = frozenset(
    {
        "all",
        "code",
        "full_functionality_text",
        "instruction_following",
        "limited_functionality_text",
        "text",
        "text_code",
    }
)
"""What ``model=`` may say instead of a model where models are named beside it."""


@dataclass(frozen=True)
class HelmRunOptions:
    """The options of ``helm-run``, by their names."""

    run_entries: Sequence[str] = ()
    conf_paths: Sequence[str] = ()
    models_to_run: Sequence[str] | None = None
    groups_to_run: Sequence[str] | None = None
    priority: int | None = None
    max_eval_instances: int | None = None
    num_train_trials: int | None = None
    local_path: str = str(LOCAL_PATH)
    plugins: Sequence[str] = ()


class Refused(NamedTuple):
    """What is not in a plan."""

    name: str
    why: str


_OF_MODEL = re.compile(r"[:,]model=[^,]*")


def lines_of(reasons: Iterable[tuple[str, str]]) -> list[str]:
    """Run entries or runs with what is to be said of each; what holds of several models is said once.

    So is what holds of a model, whatever it is asked.
    """
    alike: dict[tuple[str, str], dict[str, None]] = {}
    for name, why in reasons:
        of_model = why.startswith(UNKNOWN_MODEL)
        alike.setdefault(("" if of_model else _OF_MODEL.sub("", name), why), {})[name] = None
    return [f"{_together(name, list(names))}: {why}" for (name, why), names in alike.items()]


def _together(without_model: str, names: Sequence[str]) -> str:
    """Entries or runs of which one thing is said; ``without_model`` is "" where they differ in more than the model."""
    if len(names) == 1:
        return names[0]
    return (
        f"{without_model} (for {len(names):,} models)" if without_model else f"{names[0]} and {len(names) - 1:,} more"
    )


def register(wanted: HelmRunOptions) -> None:
    """Everything that ``helm-run`` registers before it reads entries: HELM's models, the user's, plug-ins."""
    from helm.benchmark.config_registry import (
        register_builtin_configs_from_helm_package,
        register_configs_from_directory,
    )
    from helm.benchmark.run import import_user_plugins, load_entry_point_plugins

    register_builtin_configs_from_helm_package()
    try:
        register_configs_from_directory(wanted.local_path)
    except Exception as error:
        raise FileProblem(f"cannot read the models in {wanted.local_path}: {error_text(error)}") from error
    load_entry_point_plugins()
    try:
        import_user_plugins(wanted.plugins)
    except Exception as error:
        raise FileProblem(f"cannot load the plug-ins {', '.join(wanted.plugins)}: {error}") from error


def run_specs(wanted: HelmRunOptions) -> tuple[list[RunSpec], list[Refused]]:
    """The runs that ``helm-run`` would make, in its order, and the entries that it would refuse."""
    from helm.benchmark.run import run_entries_to_run_specs

    entries = read_entries(wanted)
    _require_models(wanted, entries)
    found: list[RunSpec] = []
    refused: list[Refused] = []
    with _discarded_output(), _without_line_about_metadata():
        for entry in entries:
            try:
                made = run_entries_to_run_specs(
                    run_entries=[entry],
                    max_eval_instances=wanted.max_eval_instances,
                    num_train_trials=wanted.num_train_trials,
                    models_to_run=_list(wanted.models_to_run),
                    groups_to_run=_list(wanted.groups_to_run),
                    priority=wanted.priority,
                )
                too_long = {spec.name: why for spec in made if (why := _name_problem(spec.name))}
                refused += starmap(Refused, too_long.items())
                found += [spec for spec in made if spec.name not in too_long]
            except Exception as error:  # HELM's own are of every kind
                refused.append(Refused(entry.description, _refusal(entry.description, error)))
    if not found and not refused:
        raise BadArguments(
            "there is nothing to plan: no entry has the chosen models, groups and priority "
            "(--models-to-run, --groups-to-run, --priority)"
        )
    return found, refused


LONGEST_FOLDER = 255
"""Bytes that file systems take as the name of a folder or file."""


def _name_problem(name: str) -> str:
    longest = max(len(part.encode()) for part in name.split("/"))
    if longest <= LONGEST_FOLDER:
        return ""
    return (
        f"the run's folder would have a name of {longest} bytes, and file systems take {LONGEST_FOLDER}: give the "
        "model a shorter name (vLLM: --served-model-name), or leave out arguments that are as usual"
    )


def error_text(error: Exception) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


UNKNOWN = "Unknown run spec name"
"""Begins what HELM says of a name that nobody registered."""

UNKNOWN_MODEL = "Unknown model or no default model deployment found for model"
"""Begins what HELM says of a model that it does not know, and of the model of a deployment that it does not know."""

NO_METADATA = "Could not find model metadata"
"""Begins what HELM logs of a model of a known provider that it asks all the same, in place of ``unknown_model``."""

NO_VALUE = "Expected <key>=<value>"
"""Begins what HELM says of an argument without a value."""

_INSTEAD = {
    "increase_temperature": "must be a number, got {!r}: leave it out, and write temp=",
    "increase_max_tokens": "must be a whole number, got {!r}: leave it out, and write max_tokens=",
    "instructions": "must be none or expert, got {!r}: leave it out, and write instruction=",
}
"""Arguments with values that HELM takes without a look, and what to write for a benchmark of this package."""


def _refusal(description: str, error: Exception) -> str:
    group = description.partition(":")[0]
    if error_text(error).startswith(NO_VALUE):
        return f"{error_text(error)}{_list_hint(description)}"
    if error_text(error).startswith(UNKNOWN_MODEL):
        from helm.benchmark.model_metadata_registry import get_all_models

        return f"{error_text(error)}{meant(error_text(error).removeprefix(UNKNOWN_MODEL).strip(), get_all_models())}"
    if error_text(error).startswith(UNKNOWN):
        return f"{error_text(error)}{_meant_benchmark(group)}"
    if isinstance(error, CreativityError) or (found := _argument_that_fails(description)) is None:
        return error_text(error)
    name, value = found
    group = split_entry(description)[0]
    if name in _INSTEAD and group.startswith("creativity_"):
        return f"{group}: {name} {_INSTEAD[name].format(value)}"
    words = error_text(error).replace("{self.value}", str(value))  # a slip in HELM
    return f"{group}: HELM cannot use {name}={value}: {words}; leave it out, or write a value that HELM knows"


def _meant_benchmark(name: str) -> str:
    return meant(plain_name(name), (entry.name for entry in list_entries()))


def _argument_that_fails(description: str) -> tuple[str, object] | None:
    """The first of HELM's own arguments that raises when it changes the entry's run spec."""
    from helm.benchmark.run_expander import RUN_EXPANDERS
    from helm.benchmark.run_spec import get_run_spec_function

    try:
        group, args = split_entry(description)
        make = get_run_spec_function(group)
        spec = make(**{name: value for name, value in args.items() if name not in RUN_EXPANDERS}) if make else None
    except Exception:
        return None
    for name, value in args.items():
        if spec is not None and name in RUN_EXPANDERS and name not in ("model", "model_deployment"):
            try:
                RUN_EXPANDERS[name](value).expand(spec)  # type: ignore[call-arg]
            except Exception:
                return name, value
    return None


def _list(names: Sequence[str] | None) -> list[str] | None:
    return list(names) if names else None


def read_entries(wanted: HelmRunOptions) -> list[RunEntry]:
    """All entries, those of files first."""
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
        raise BadArguments("there is no run entry: name some, or files with run entries with --conf-paths")
    return [replace(entry, description=_in_full(entry.description)) for entry in entries]


def _in_full(description: str) -> str:
    from helm.benchmark.run_spec import get_run_spec_function

    written, colon, arguments = description.partition(":")
    groups = [entry.group for entry in list_entries()]
    if written in groups or (not written.startswith(PREFIX) and get_run_spec_function(written) is not None):
        return description
    if group := find_name(written, groups):
        return f"{group}{colon}{arguments}"
    _refuse_set(written)
    return description


def _refuse_set(name: str) -> None:
    from helm_creativity.commands.running.sets import SETS

    if name in (known.name for known in SETS):
        raise BadArguments(
            f"{quoted(name)} is a set of helm-creativity run, and no run entry: `helm-creativity run {name} --model "
            "NAME --dry-run` prints its run entries"
        )


def split_entry(description: str) -> tuple[str, dict[str, Any]]:
    """Name and arguments of an entry, as HELM reads them."""
    from helm.common.object_spec import parse_object_spec

    try:
        spec = parse_object_spec(description)
    except ValueError as error:
        raise BadArguments(
            f"expected a run entry, such as creativity_dat or creativity_aut:prompts=own: {error_text(error)}"
            f"{_list_hint(description)}"
        ) from error
    return spec.class_name, spec.args


def _require_models(wanted: HelmRunOptions, entries: Sequence[RunEntry]) -> None:
    if wanted.models_to_run:
        for name in wanted.models_to_run:
            _require_model(name)
        return
    require_named_models(entries)
    models = [_named_model(entry.description) for entry in entries]
    open_groups = sorted({model for model in models if model in GROUPS_OF_MODELS})
    if open_groups:
        raise BadArguments(f"model={open_groups[0]} does not name a model: name models with --models-to-run")


def require_named_models(entries: Sequence[RunEntry]) -> None:
    """Refuses an entry without ``model=``, which HELM expands over every model that it knows.

    What HELM cannot read is left to it.
    """
    for entry in entries:
        if _named_model(entry.description) == "":
            _require_known(entry.description)
            raise BadArguments(
                f"the run entry {quoted(entry.description)} names no model, and HELM would run every model that it "
                "knows: write model=NAME in it, or model=text and --models-to-run (models= in Python)"
                f"{_blank_hint(entry.description)}"
            )


def _require_known(description: str) -> None:
    from helm.benchmark.run_spec import get_run_spec_function

    name = split_entry(description)[0]
    if name not in {entry.group for entry in list_entries()} and get_run_spec_function(name) is None:
        raise BadArguments(f"there is no run entry {quoted(name)}{_meant_benchmark(name)}")


_ARGUMENT_BEHIND_BLANK = re.compile(r"[\s;]+(\w+)\s*=")


def _blank_hint(description: str) -> str:
    found = _ARGUMENT_BEHIND_BLANK.search(description.partition(":")[2] or description)
    return f"; a comma alone, without a blank, separates arguments: ,{found[1]}=" if found else ""


def _list_hint(description: str) -> str:
    parts = description.partition(":")[2].split(",")
    for first, second in pairwise(parts):
        if "=" in first and second and "=" not in second:
            return f"; a list is joined by +: write {first}+{second}"
    return ""


def _require_model(name: str) -> None:
    from helm.benchmark.model_deployment_registry import get_model_deployment
    from helm.benchmark.model_metadata_registry import get_all_models

    if name in get_all_models():
        return
    try:
        get_model_deployment(name)
    except Exception as error:
        raise BadArguments(
            f"HELM knows no model or deployment {quoted(name)}: register it in model_deployments.yaml under "
            f"--local-path, or name one that it knows{meant(name, get_all_models())}"
        ) from error


def _named_model(description: str) -> str | None:
    """What an entry says of its model, "" if nothing; None for an entry that HELM cannot read."""
    try:
        model = split_entry(description)[1].get("model")
    except Exception:
        return None
    return "" if model is None else str(model)


def unknown_model(deployment: str) -> str:
    """What to say of a deployment that HELM does not know, but asks as others of its provider; "" for one it knows."""
    from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT
    from helm.benchmark.model_metadata_registry import get_all_models

    models = get_all_models()
    if deployment in models or deployment in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT:
        return ""
    return f"HELM knows no model {quoted(deployment)}{meant(deployment, models)}"


@contextmanager
def _without_line_about_metadata() -> Iterator[None]:
    logger = logging.getLogger("helm")

    def passes(record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(NO_METADATA)

    logger.addFilter(passes)
    try:
        yield
    finally:
        logger.removeFilter(passes)


@contextmanager
def _discarded_output() -> Iterator[None]:
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
