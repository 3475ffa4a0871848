"""What every check starts from: the benchmark, the settings of its pilot, its items, its reference responses' module.

What cannot be made raises ``Broken`` wherever it is needed.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

from helm_creativity.baselines.models import LEXICAL_JUDGE
from helm_creativity.benchmark.base import Benchmark, parse_settings
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import BenchmarkEntry
from helm_creativity.benchmark.settings import PromptSettings, Settings
from helm_creativity.benchmark.types import Item
from helm_creativity.errors import BadCard, CreativityError
from helm_creativity.testing.problem import Broken, breaking, describe, place_in

USUAL = {"judges": LEXICAL_JUDGE, "embedding": "builtin"}
"""What a pilot's run entry says, where the benchmark has such a setting: all that runs offline without a model."""
FIX_REFERENCE = "fix baseline.py, or give the class a reference of its own"
KEPT = 64
"""Benchmarks of which what was made is kept for the other checks."""


def load(entry: BenchmarkEntry) -> Benchmark[Any]:
    """A benchmark, made anew, so that nothing that it keeps hides what it reads."""
    try:
        card, loaded = entry.card, load_benchmark(entry)
        made = type(loaded)(entry, loaded.parent)
    except BadCard as error:
        where = f"{entry.package}, its class" if entry.kind else entry.folder / "card.yaml"
        change = f"write that in {where}; docs/adding-a-benchmark.md shows a whole card"
        raise Broken("card", str(error), change) from error
    except Exception as error:
        what = f"{entry.package} cannot be imported: {describe(error)}{place_in(entry.folder, error)}"
        raise Broken("imports", what, f"fix {entry.package}") from error
    if card.task_type and not (card.template or card.task or card.rated.protocols):
        what = f"the card's task type is {card.task_type}, and it names no template"
        raise Broken("card", what, "write template: NAME, of prompts/NAME.j2")
    return made


def reference_module(benchmark: Benchmark[Any]) -> Any:  # noqa: ANN401 - a module
    """The module with the reference responses and the baselines' responses."""
    with breaking("reference", f"{benchmark.package}.reference", FIX_REFERENCE):
        reference = benchmark.reference
    if reference is None:
        change = "write baseline.py with CEILING, reference_response(fields) and baseline_response(prompt, baseline)"
        raise Broken("reference", f"there is no baseline.py in {benchmark.package}", change)
    return reference


def pilot_values(benchmark: Benchmark[Any], protocol: str = "") -> dict[str, Any]:
    """Arguments of the pilot's run entry, or of one of another protocol; ``PILOT`` in ``baseline.py`` adds its own."""
    values = usual_values(benchmark, protocol)
    with suppress(Broken):
        values |= getattr(reference_module(benchmark), "PILOT", {})
    return values


def usual_values(benchmark: Benchmark[Any], protocol: str = "") -> dict[str, Any]:
    """``USUAL``, as far as the benchmark has such settings, and words that are on every machine."""
    values: dict[str, Any] = {name: value for name, value in USUAL.items() if name in benchmark.options}
    if issubclass(benchmark.settings_type, PromptSettings):
        named = {"protocol": protocol} if protocol else {}
        if parse_settings(benchmark, named, require=False).has_own_prompts:
            values["prompts"] = "own"
    return values


def run_entry(benchmark: Benchmark[Any]) -> str:
    """The run entry of the pilot."""
    values = ",".join(f"{name}={value}" for name, value in pilot_values(benchmark).items())
    return ":".join(filter(None, [benchmark.card.group, values]))


@lru_cache(maxsize=KEPT)
def pilot_settings(benchmark: Benchmark[Any]) -> Settings:
    """The settings of the pilot."""
    values = pilot_values(benchmark)
    try:
        found: Settings = parse_settings(benchmark, values)
    except Exception as error:
        with suppress(CreativityError):  # what they require may be the items, which then say what is wrong
            load_items(benchmark, parse_settings(benchmark, values, require=False))
        what = f"the run entry {run_entry(benchmark)} is refused: {describe(error)}"
        change = "fix the settings, or write PILOT = {...} in baseline.py, settings that need neither network nor model"
        raise _of_template(benchmark, error) or Broken("settings", what, change) from error
    return found


def default_settings(benchmark: Benchmark[Any]) -> Settings:
    """The settings of the run entry without arguments, but the usual ones. Nothing that they require is opened."""
    change = f"let {benchmark.settings_type.__name__} know each protocol that the card describes"
    with breaking("settings", f"the protocol {benchmark.card.default_protocol!r}", change):
        found: Settings = parse_settings(benchmark, usual_values(benchmark), require=False)
    return found


@lru_cache(maxsize=KEPT)
def load_items(benchmark: Benchmark[Any], settings: Settings) -> tuple[Item, ...]:
    """Everything that is asked under some settings."""
    change = f"fix items(settings) in {benchmark.package}, or items/own.yaml"
    try:
        found = tuple(benchmark.items(settings))
    except Exception as error:
        shown = ", ".join(f"{name}={value}" for name, value in settings.args.items())
        what = f"the items of {shown} cannot be created: {describe(error)}{place_in(benchmark.folder, error)}"
        raise _of_template(benchmark, error) or Broken("items", what, change) from error
    if not found:
        raise Broken("items", f"{benchmark.card.group} has no items", change)
    texts = {name for item in found for name, value in item.fields.items() if isinstance(value, str)}
    for item in found:
        if not item.prompt.text.strip():
            what = f"the prompt {item.prompt.id} is empty for the item {item.id}"
            raise Broken("prompts", what, "write what the model is asked")
        for name, value in item.fields.items():
            is_asked = isinstance(value, bool) and str(value) in item.prompt.text.split()
            if is_asked or (name in texts and not isinstance(value, (str, type(None)))):
                what = f"the field {name} of the item {item.id} is read as {value} ({type(value).__name__})"
                change = "put it in quotes: YAML reads yes, no, on, off, numbers and dates as something else"
                raise Broken("items", what, change)
    return found


def _of_template(benchmark: Benchmark[Any], error: Exception) -> Broken | None:
    """What an error says of a template."""
    import jinja2

    if isinstance(error, jinja2.TemplateError):
        what = f"a prompt of {benchmark.package} cannot be rendered: {describe(error)}"
        change = f"fix that template in prompts/ or {benchmark.package}; each item must have all fields it names"
        return Broken("prompts", what + place_in(benchmark.folder, error), change)
    return None
