"""What a run entry asks."""

from __future__ import annotations

from tempfile import TemporaryDirectory

from helm.benchmark.run_spec import RunSpec
from helm.benchmark.scenarios.scenario import Instance, create_scenario

from helm_creativity.checking.problem import Broken, place_in, told
from helm_creativity.rooms import Room


def instances_of(spec: RunSpec, room: Room) -> list[Instance]:
    """All items of a run spec's scenario.

    Raises:
        Broken: when they cannot be made. Templates are the business of the check of prompts, all else of that of items.
    """
    where = f"{spec.scenario_spec.class_name} with {spec.scenario_spec.args}"
    try:
        with TemporaryDirectory() as folder:
            found: list[Instance] = create_scenario(spec.scenario_spec).get_instances(folder)
    except Exception as error:
        what = f"the items of {where} cannot be made: {told(error)}"
        raise by_template(error, room) or Broken(
            "items", what, "mend the scenario's asks(), or what it reads"
        ) from error
    if not found:
        raise Broken("items", f"{where} asks nothing", "let asks() give one Ask or more")
    return found


def by_items(error: Exception, room: Room) -> Broken | None:
    """What is wrong with the room's file of items, where an error names it."""
    if f"{room.folder.name}/items/own.yaml" not in str(error):
        return None
    return Broken("items", f"the items cannot be read: {told(error)}", "mend items/own.yaml")


def by_template(error: Exception, room: Room) -> Broken | None:
    """What is wrong with a template of the room, where an error is about one."""
    import jinja2

    if isinstance(error, jinja2.TemplateNotFound):
        what = f"prompts/{error.name} is rendered, which {room.package} has not"
        return Broken("prompts", what, f"write prompts/{error.name}, or name one that is there")
    if isinstance(error, jinja2.TemplateSyntaxError):
        what = f"prompts/{error.name}, line {error.lineno}, is no Jinja2 template: {error.message}"
        return Broken("prompts", what, "mend that line")
    if isinstance(error, jinja2.TemplateError):
        what = f"a prompt of {room.package} cannot be rendered: {told(error)}{place_in(room, error, '.j2')}"
        change = "give every item that is asked by it a field of that name, or use those that all of them have"
        return Broken("prompts", what, change)
    return None
