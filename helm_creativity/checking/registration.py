"""Run spec functions of rooms, found as ``helm-run`` finds them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points

from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
from helm.benchmark.run import load_entry_point_plugins
from helm.benchmark.run_spec import RunSpec, get_run_spec_function

from helm_creativity.checking.problem import Broken, told
from helm_creativity.rooms import Room

PLUGINS = "helm"
"""Entry points of this group name modules that register run spec functions."""
OUR_RUN_SPECS = "helm_creativity.run_specs"


@cache
def register_deployments() -> None:
    """Everything that HELM can ask, of which judges are chosen. It takes seconds."""
    register_builtin_configs_from_helm_package()


def modules_of(room: Room) -> list[str]:
    """Modules whose import registers the room's run spec function."""
    if room.ours:
        return [f"{OUR_RUN_SPECS}.{room.name}"]
    named = sorted({point.value.partition(":")[0] for point in entry_points(group=PLUGINS)})
    own = [module for module in named if module.startswith(f"{room.package}.") or module == room.package]
    project = room.package.partition(".")[0]
    return own or [module for module in named if module.partition(".")[0] == project]


def run_spec_function_of(room: Room) -> Callable[..., RunSpec]:
    """The function that HELM calls for the room's run entries.

    Raises:
        Broken: when none is registered under the card's group.
    """
    load_entry_point_plugins()
    function: Callable[..., RunSpec] | None = get_run_spec_function(room.card.group)
    if function is None:
        raise _unregistered(room)
    return function


def _unregistered(room: Room) -> Broken:
    """Why there is no run spec function."""
    modules = modules_of(room)
    for module in modules:
        try:
            importlib.import_module(module)
        except Exception as error:
            return Broken("name", f"{module} cannot be imported: {told(error)}", f"mend {module}")
    unknown = f"HELM knows no run spec {room.card.group!r}"
    if not modules:
        project = room.package.partition(".")[0]
        return Broken(
            "name",
            f"{unknown}: no entry point of the group {PLUGINS!r} names a module of {project}",
            f'add {project} = "MODULE" to [project.entry-points.{PLUGINS}] of pyproject.toml, the module whose import '
            "registers the run spec, and install the project again",
        )
    return Broken(
        "name",
        f"{unknown}, and {', '.join(modules)} can be imported",
        f"register it there: @benchmark(...) does, or @run_spec_function({room.card.group!r})",
    )
