"""What every check starts from: the benchmark, the settings of its pilot, its items, its reference responses' module.

What cannot be made raises ``Broken`` wherever it is needed.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.baselines.models import LEXICAL_JUDGE
from helm_creativity.core.benchmark import Benchmark, parse_settings
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.loading import load_benchmark
from helm_creativity.core.settings import PromptSettings, Settings
from helm_creativity.core.types import Item
from helm_creativity.errors import BadCard, CreativityError
from helm_creativity.safe_text import listed
from helm_creativity.testing.problem import Broken, describe, place_in

USUAL = {"judges": LEXICAL_JUDGE, "embedding": "builtin"}
"""What a pilot's run entry says, where the benchmark has such a setting: all that runs offline without a model."""

WHOLE = "docs/adding-a-benchmark.md shows a whole card"
QUOTES = (
    "a text with a colon and a space in it, or with a mark of punctuation at its beginning, needs quotes around it, "
    "and lines that belong together have the same indentation, in spaces"
)
KEPT = 64
"""Benchmarks of which what was made is kept for the other checks."""


def load(entry: BenchmarkEntry) -> Benchmark[Any]:
    """A benchmark, made anew, so that nothing that it keeps hides what it reads."""
    try:
        assert entry.card
    except Exception as error:
        raise _unreadable(entry, error) from error
    try:
        loaded = load_benchmark(entry)
        made = type(loaded)(entry, loaded.parent)
    except BadCard as error:
        raise Broken("card", str(error), f"fix {_code(entry)}") from error
    except Exception as error:
        module = entry.package if entry.kind else f"{entry.package}.benchmark"
        what = f"{module} cannot be imported: {describe(error)}{place_in(entry.folder, error)}"
        raise Broken("imports", what, f"fix {_code(entry)}") from error
    if made.card.family and not made.card.template:
        what = f"the card's family is {made.card.family}, and it names no template"
        raise Broken("card", what, "write template: NAME, of prompts/NAME.j2")
    return made


def is_data(entry: BenchmarkEntry) -> bool:
    """Whether card, prompts and items make the benchmark, and no code of its own."""
    return entry.kind is None and not entry.has("benchmark")


def _code(entry: BenchmarkEntry) -> str:
    """The file that says how a benchmark works: the module of its class, or its card where data make it."""
    if entry.kind is not None:
        return Path(inspect.getfile(entry.kind)).name
    return "benchmark.py" if entry.owns("benchmark") else str(entry.folder / "card.yaml")


def _unreadable(entry: BenchmarkEntry, error: Exception) -> Broken:
    import yaml

    path, cause = entry.folder / "card.yaml", error.__cause__
    what, change = str(error), f"fix that in {path}; {WHOLE}"
    if not path.is_file():
        change = f"write {path}; {WHOLE}, and helm-creativity new copies one"
    elif isinstance(cause, yaml.MarkedYAMLError) and cause.problem_mark is not None:
        what = f"{entry.name}/card.yaml, line {cause.problem_mark.line + 1}, is not valid YAML: {cause.problem}"
        change = f"fix that line of {path}, or the line before it; {QUOTES}"
    elif " keys [" in what:
        change = (
            f"in {path}, correct the spelling of unknown keys or delete them, add what is missing, and fix the rest; "
            f"{WHOLE}"
        )
    elif not isinstance(error, BadCard):
        what = f"{entry.name}/card.yaml cannot be read: {describe(error)}"
    return Broken("card", what, change)


def reference_module(benchmark: Benchmark[Any]) -> Any:  # noqa: ANN401 - a module
    """The module with the reference responses and the baselines' responses."""
    try:
        reference = benchmark.reference
    except Exception as error:
        what = f"{benchmark.package}.reference cannot be imported: {describe(error)}"
        raise Broken("reference", what, fix_reference(benchmark)) from error
    if reference is None:
        raise Broken(
            "reference",
            f"there is no baseline.py in {benchmark.package}",
            "write baseline.py; it has CEILING and reference_response(fields) -> Sample, a perfect response to "
            "each item, and baseline_response(prompt, baseline) -> str | None, with which the baselines respond",
        )
    return reference


def fix_reference(benchmark: Benchmark[Any]) -> str:
    """What to do about a wrong reference response: which file to fix, or that it needs one of its own."""
    entry, parent = benchmark.entry, benchmark.parent
    if entry.owns("baseline"):
        return "fix baseline.py"
    if parent is None or type(benchmark).reference is not type(parent).reference:
        return f"fix reference in {_code(entry)}"
    where = f"baseline in {_code(entry)}" if entry.is_file else f"baseline.py in {entry.folder}"
    return f"write {where}, in place of what it inherits from {parent.name}"


def own_pilot(benchmark: Benchmark[Any]) -> Mapping[str, Any]:
    """What ``baseline.py`` says with which settings the benchmark runs offline; {} where it says nothing."""
    try:
        own = getattr(reference_module(benchmark), "PILOT", {})
    except Broken:
        return {}
    if not isinstance(own, Mapping):
        raise Broken("reference", f"PILOT must be settings by name, got {own!r}", 'write PILOT = {"name": "value"}')
    return own


def pilot_values(benchmark: Benchmark[Any], protocol: str = "") -> dict[str, Any]:
    """Arguments of the pilot's run entry, or of one of another protocol."""
    return {**usual_values(benchmark, protocol), **own_pilot(benchmark)}


def usual_values(benchmark: Benchmark[Any], protocol: str = "") -> dict[str, Any]:
    """``USUAL``, as far as the benchmark has such settings, and words that are on every machine."""
    known = benchmark.options
    values: dict[str, Any] = {name: value for name, value in USUAL.items() if name in known}
    if issubclass(benchmark.settings_type, PromptSettings):
        named = {"protocol": protocol} if protocol else {}
        if parse_settings(benchmark, named, require=False).has_own_prompts:
            values["prompts"] = "own"
    return values


def run_entry(benchmark: Benchmark[Any]) -> str:
    """The run entry of the pilot: offline and without a model; ``PILOT`` in ``baseline.py`` adds what it needs."""
    values = pilot_values(benchmark)
    return ":".join(
        [benchmark.card.group, *([",".join(f"{name}={value}" for name, value in values.items())] if values else [])]
    )


@lru_cache(maxsize=KEPT)
def pilot_settings(benchmark: Benchmark[Any]) -> Settings:
    """The settings of the pilot."""
    try:
        found: Settings = parse_settings(benchmark, pilot_values(benchmark))
    except Broken:
        raise
    except Exception as error:
        raise (
            _of_template(benchmark, error)
            or _of_items(benchmark, error)
            or _of_making_items(benchmark, error)
            or Broken(
                "settings",
                f"the run entry {run_entry(benchmark)} is refused: {describe(error)}",
                "set PILOT: Mapping[str, str] in baseline.py to settings with which the benchmark runs offline, or "
                "fix the settings"
                if benchmark.entry.owns("baseline")
                else f"fix what it reports in {_code(benchmark.entry)}, or write baseline.py with PILOT: Mapping[str, "
                "str], settings with which the benchmark runs offline",
            )
        ) from error
    return found


def default_settings(benchmark: Benchmark[Any]) -> Settings:
    """The settings of the run entry without arguments, but the usual ones. Nothing that they require is opened."""
    card = benchmark.card
    try:
        found: Settings = parse_settings(benchmark, usual_values(benchmark), require=False)
    except Exception as error:
        what = f"there are no settings for the card's default protocol {card.default_protocol!r}: {describe(error)}"
        change = f"let {benchmark.settings_type.__name__} know each protocol that the card describes"
        raise Broken("settings", what, change) from error
    return found


@lru_cache(maxsize=KEPT)
def load_items(benchmark: Benchmark[Any], settings: Settings) -> tuple[Item, ...]:
    """Everything that is asked under some settings."""
    try:
        found = tuple(benchmark.items(settings))
    except Exception as error:
        shown = ", ".join(f"{name}={value}" for name, value in settings.args.items())
        what = f"the items of {shown} cannot be created: {describe(error)}{place_in(benchmark.folder, error)}"
        change = f"fix items(settings) in {_code(benchmark.entry)}, or what it reads"
        if is_data(benchmark.entry):
            change = "fix items/own.yaml, or what card.yaml says of items and template"
        raise (
            _of_template(benchmark, error) or _of_items(benchmark, error) or Broken("items", what, change)
        ) from error
    if not found:
        change = "write the first one into items/own.yaml"
        if not is_data(benchmark.entry):
            change = "make items(settings) return at least one Item"
        raise Broken("items", f"{benchmark.card.group} has no items", change)
    if blank := next((item for item in found if not item.prompt.text.strip()), None):
        what = f"the prompt {blank.prompt.id} is empty for the item {blank.id}"
        raise Broken("prompts", what, "write what the model is asked")
    return found


def _of_items(benchmark: Benchmark[Any], error: Exception) -> Broken | None:
    if f"{benchmark.folder.name}/items/own.yaml" not in str(error):
        return None
    change = "fix items/own.yaml"
    if not (benchmark.folder / "items" / "own.yaml").is_file():
        change = "write items/own.yaml: a list of mappings, each with an id and the fields that the template uses"
    return Broken("items", f"the items cannot be read: {describe(error)}", change)


def _of_making_items(benchmark: Benchmark[Any], error: Exception) -> Broken | None:
    if isinstance(error, CreativityError):
        return None
    try:
        load_items(benchmark, parse_settings(benchmark, pilot_values(benchmark), require=False))
    except Broken as broken:
        return broken
    except Exception:
        return None
    return None


def _of_template(benchmark: Benchmark[Any], error: Exception) -> Broken | None:
    import jinja2

    if isinstance(error, jinja2.TemplateNotFound):
        what = f"prompts/{error.name} is rendered, and {benchmark.package} has no such file"
        files = [] if benchmark.entry.is_file else sorted((benchmark.folder / "prompts").glob("*.j2"))
        others = f", or name one that there is: {listed([path.stem for path in files])}" if files else ""
        return Broken("prompts", what, f"write prompts/{error.name}{others}")
    if isinstance(error, jinja2.TemplateSyntaxError):
        where, name = f"prompts/{error.name}, line {error.lineno},", str(error.name).removesuffix(".j2")
        if benchmark.entry.is_file and name in type(benchmark).templates:
            where = f"line {error.lineno} of templates[{name!r}] in {_code(benchmark.entry)}"
        return Broken("prompts", f"{where} is not a valid Jinja2 template: {error.message}", "fix that line")
    if isinstance(error, jinja2.TemplateError):
        where = place_in(benchmark.folder, error, ".j2")
        what = f"a prompt of {benchmark.package} cannot be rendered: {describe(error)}{where}"
        change = "give every item that uses it a field of that name, or use fields that all of them have"
        return Broken("prompts", what, change)
    return None
