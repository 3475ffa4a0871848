"""``helm-creativity new``: a benchmark of one's own, copied from a shipped one."""

from __future__ import annotations

import builtins
import json
import keyword
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from helm_creativity.benchmark.names import PREFIX, SPELLED, SPELLING, find_name
from helm_creativity.commands.options import FILE, say
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import listed, quoted
from helm_creativity.version import __version__

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry

LONGEST = 40
"""Characters of a name: it stands in the names of runs, which are names of folders."""
RESERVED = ("all", PREFIX.strip("_"))
"""Names that mean something else to commands."""
LEFT_OUT = ("anchors.yaml", "judge.py")
"""Files about the shipped benchmark alone: rated responses, printed scores, a judge that was trained on them."""
FOLDERS = ("items", "prompts", "templates")
DROPPED = ("norms", "norms_sought", "human_responses")
"""Keys of the card that hold for the shipped benchmark alone."""

PROJECT = """\
[build-system]
requires = ["setuptools>=64"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}-benchmark"
version = "1"
dependencies = ["helm-creativity"]

[project.entry-points."helm_creativity.benchmarks"]
{name} = "{name}"

[tool.setuptools]
packages = ["{name}"]
package-data = {{{name} = ["*.yaml", "*/*"]}}
"""
README = """\
# {title}

A creativity benchmark for HELM. Its files are a copy of `{like}` of helm-creativity {version}.

```sh
{commands}
```

Put items, prompts and measure of your own in the place of the copied ones, and describe them in `{name}/card.yaml`.
"""


@click.command()
@click.argument("name")
@click.option("--like", default="metaphor", show_default=True, metavar="BENCHMARK", help="The benchmark to copy.")
@click.option("--out", type=FILE, metavar="FOLDER", help="Folder of the project.  [default: NAME-benchmark]")
def new(name: str, like: str, out: Path | None) -> None:
    """Write a project with a benchmark of your own: a copy of a shipped one, under another name.

    It runs at once. NAME consists of lowercase letters, digits and _. The copy of metaphor, which judges rate, is data.
    """
    from helm_creativity.benchmark.registry import list_entries

    shipped = {entry.name: entry for entry in list_entries() if entry.ours}
    found = find_name(like, shipped)
    if found is None:
        raise BadArguments(
            f"there is no shipped benchmark {quoted(like)} to copy; there are: {listed(shipped, len(shipped))}"
        )
    wrong = ""
    if not SPELLED.fullmatch(name) or len(name) > LONGEST:
        wrong = f"expected {SPELLING}, at most {LONGEST} characters"
    elif name in (entry.name for entry in list_entries()):
        wrong = "there is already a benchmark of that name"
    elif keyword.iskeyword(name) or hasattr(builtins, name) or name in RESERVED:
        wrong = "the name is reserved"
    elif find_spec(name) is not None:
        wrong = "there is already a package of that name"
    if wrong:
        raise BadArguments(f"a benchmark cannot be called {quoted(name)}: {wrong}; choose another name")
    place = (out or Path(f"{name}-benchmark")).expanduser().absolute()
    files = _project(name, shipped[found])
    _write(place, files)
    say("\n".join([f"Written in {place}:", *(f"  {path}" for path in files), "", "It runs as it is:"]))
    say("\n".join(f"  {command}" for command in _next_commands(name, shipped[found], str(place))))


def _project(name: str, like: BenchmarkEntry) -> dict[str, str]:
    """The texts of a project's files by their paths."""
    from helm_creativity.benchmark.card import card_schema

    paths = [path for path in sorted(like.folder.glob("*.*")) if path.name not in LEFT_OUT]
    paths += [path for folder in FOLDERS for path in sorted((like.folder / folder).glob("*"))]
    texts = {path.relative_to(like.folder).as_posix(): path.read_text("utf-8") for path in paths if path.is_file()}
    code = {path: text for path, text in texts.items() if path.endswith(".py")}
    if stem := re.search(r"^class (\w+)Scenario\(", code.get("scenario.py", ""), re.MULTILINE):
        new_stem = "".join(part.capitalize() for part in name.split("_"))  # DatScenario, DatSettings and Dat begin so
        if taken := next(
            filter(None, (re.search(rf"\b{new_stem}(?=[A-Z(])\w*", text) for text in code.values())), None
        ):
            raise BadArguments(
                f"a benchmark cannot be called {quoted(name)}: the copy has a class {taken[0]} already; choose another "
                "name"
            )
        code = {path: re.sub(rf"\b{stem[1]}(?=[A-Z]|\b)", new_stem, text) for path, text in code.items()}
    for path, text in code.items():
        text = re.sub(rf"\b{re.escape(like.package)}\b", name, text)
        text = re.sub(r'^@analysis\("', rf"\g<0>{name}_", text, flags=re.MULTILINE)
        texts[path] = re.sub(rf'(= |get_benchmark\()"{like.name}"', rf'\1"{name}"', text)
    title, commands = name.replace("_", " ").capitalize(), "\n".join(_next_commands(name, like, "."))
    texts |= {path: text.replace("this package", "helm-creativity") for path, text in texts.items() if path not in code}
    texts["card.yaml"] = "".join(_card_parts(texts["card.yaml"], name, title, like))
    readme = README.format(name=name, title=title, like=like.name, version=__version__, commands=commands)
    ends = {"pyproject.toml": PROJECT.format(name=name), "README.md": readme, "card.schema.json": card_schema()}
    return {f"{name}/{path}": text for path, text in texts.items()} | ends


def _card_parts(text: str, name: str, title: str, like: BenchmarkEntry) -> Iterator[str]:
    """The card, key by key: under its new name, as version 1-A, without what holds for the shipped one alone."""
    origin = f"{like.name} of helm-creativity {__version__}"
    said = {"name": name, "version": "1-A", "title": json.dumps(title), "short_title": json.dumps(title)}
    first = f"deviations:\n  - Copied from {origin}. What follows was written for that benchmark.\n"
    for part in re.split(r"^(?=\w+:)", text, flags=re.MULTILINE):
        key = part.partition(":")[0]
        if key.startswith("#"):
            yield "# yaml-language-server: $schema=../card.schema.json\n"
        elif key in said:
            yield f"{key}: {said[key]}\n"
        elif key not in DROPPED:
            yield part.replace("deviations:\n", first) if key == "deviations" else part
    yield f"norms_sought: for {origin}, whose norms do not hold for a copy\n"


def _next_commands(name: str, like: BenchmarkEntry, place: str) -> list[str]:
    from helm_creativity.benchmark.loading import load_benchmark
    from helm_creativity.testing.loading import pilot_values

    values = [f"{key}={value}" for key, value in pilot_values(load_benchmark(like)).items()]
    entry = f"{PREFIX}{name}:{','.join([*values, 'model=creativity/greedy'])}"
    return [
        f"pip install --no-deps --editable {shlex.quote(place)}",  # without --no-deps pip may replace torch
        f"helm-creativity check {name}",
        f"helm-run --run-entries {entry} --suite {name} --max-eval-instances 10",
    ]


def _write(place: Path, files: dict[str, str]) -> None:
    """Writes a project: all of it or nothing, and never over anything."""
    if os.path.lexists(place):
        raise FileProblem(f"nothing was written: there is {place} already; name another folder with --out")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent, prefix=".new-") as draft:
            for path, text in files.items():
                target = Path(draft, "project", path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
            Path(draft, "project").rename(place)
    except OSError as error:
        raise FileProblem(f"cannot write {place}: {error.strerror or error}; nothing was kept") from error
