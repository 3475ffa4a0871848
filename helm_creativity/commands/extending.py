"""Commands for who adds a benchmark, or writes about one: new, check, cite."""

from __future__ import annotations

import builtins
import json
import keyword
import re
import shlex
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

import click

from helm_creativity.benchmark.names import PREFIX, SPELLED, SPELLING, find_name
from helm_creativity.commands.options import FILE, print_tables, say, tell
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import counted, listed, quoted
from helm_creativity.testing.problem import SAYS, WITH_HELM
from helm_creativity.version import __version__

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry
    from helm_creativity.results.table import Table
    from helm_creativity.testing import CheckResult

LONGEST = 40
"""Characters of a name: it stands in the names of runs, which are names of folders."""
RESERVED = ("all", PREFIX.strip("_"))
"""Names that mean something else to commands."""
LEFT_OUT = ("anchors.yaml", "judge.py", "fit.py", "weights.py")
"""Files about the shipped benchmark alone: rated responses, and what was trained on them, which a copy imports."""
_STAYING = "|".join(name.removesuffix(".py") for name in LEFT_OUT if name.endswith(".py"))
FOLDERS = ("items", "prompts", "templates")
DROPPED = ("norms", "norms_sought", "human_responses")
"""Keys of the card that hold for the shipped benchmark alone."""
PROJECT = Path(__file__).with_name("project")
"""The folder of templates for files beside the copy."""
_CHECKS = "\n".join(f"  {name:10} {says}" for name, says in SAYS.items())


@click.command()
@click.argument("name")
@click.option("--like", default="metaphor", show_default=True, metavar="BENCHMARK", help="The benchmark to copy.")
@click.option("--out", type=FILE, metavar="FOLDER", help="Folder of the project.  [default: NAME-benchmark]")
def new(name: str, like: str, out: Path | None) -> None:
    """Write a project with a benchmark of your own: a copy of a shipped one, under another name.

    It runs at once. NAME consists of lowercase letters, digits and _. The copy of metaphor, which judges rate, is data.
    """
    from helm_creativity.benchmark.loading import load_benchmark
    from helm_creativity.benchmark.registry import list_entries
    from helm_creativity.testing.loading import pilot_values

    shipped = {entry.name: entry for entry in list_entries() if entry.ours}
    found = find_name(like, shipped)
    if found is None:
        known = listed(shipped, len(shipped))
        raise BadArguments(f"there is no shipped benchmark {quoted(like)} to copy; there are: {known}")
    taken = {*(entry.name for entry in list_entries()), *RESERVED, *keyword.kwlist, *dir(builtins)}
    if not SPELLED.fullmatch(name) or len(name) > LONGEST or name in taken or find_spec(name) is not None:
        raise BadArguments(
            f"a benchmark cannot be called {quoted(name)}: expected {SPELLING}, at most {LONGEST} characters, and no "
            "name of a benchmark, of a package or of Python; choose another name"
        )
    values = [f"{key}={value}" for key, value in pilot_values(load_benchmark(shipped[found])).items()]
    entry = f"{PREFIX}{name}:{','.join([*values, 'model=creativity/greedy'])}"
    place = (out or Path(f"{name}-benchmark")).expanduser().absolute()
    commands = [
        f"pip install --no-deps --editable {shlex.quote(str(place))}",  # without --no-deps pip may replace torch
        f"helm-creativity check {name}",
        f"helm-run --run-entries {entry} --suite {name} --max-eval-instances 10",
    ]
    files = _project(name, shipped[found], commands)
    try:
        place.mkdir(parents=True)
        for path, text in files.items():
            (place / path).parent.mkdir(exist_ok=True, parents=True)
            (place / path).write_text(text, encoding="utf-8")
    except FileExistsError as error:
        raise FileProblem(f"nothing was written: there is {place} already; name another folder with --out") from error
    except OSError as error:
        raise FileProblem(f"cannot write {place}: {error.strerror or error}") from error
    lines = [f"Written in {place}:", *(f"  {path}" for path in files), "", "It runs as it is:"]
    say("\n".join([*lines, *(f"  {command}" for command in commands)]))


def _project(name: str, like: BenchmarkEntry, commands: Sequence[str]) -> dict[str, str]:
    """The texts of a project's files by their paths."""
    from helm_creativity.benchmark.card import card_schema

    paths = [path for path in like.folder.glob("*.*") if path.name not in LEFT_OUT]
    paths += [path for folder in FOLDERS for path in (like.folder / folder).glob("*")]
    texts = {path.relative_to(like.folder).as_posix(): path.read_text("utf-8") for path in paths if path.is_file()}
    stem = re.search(r"^class (\w+)Scenario\(", texts["scenario.py"], re.MULTILINE)
    title = name.replace("_", " ").capitalize()
    for path, text in texts.items():
        if not path.endswith(".py"):
            texts[path] = text.replace("this package", "helm-creativity")
            continue
        if stem:  # DatScenario, DatSettings and Dat begin so
            new_stem = "".join(part.capitalize() for part in name.split("_"))
            text = re.sub(rf"\b{stem[1]}(?=[A-Z]|\b)", new_stem, text)
        text = re.sub(rf"\b{re.escape(like.package)}\b(?!\.(?:{_STAYING})\b)", name, text)
        text = re.sub(r'^@analysis\("', rf"\g<0>{name}_", text, flags=re.MULTILINE)
        texts[path] = re.sub(rf'(= |get_benchmark\()"{like.name}"', rf'\1"{name}"', text)
    texts["card.yaml"] = _card(texts["card.yaml"], name, title, f"{like.name} of helm-creativity {__version__}")
    filled = {"name": name, "title": title, "like": like.name, "version": __version__}
    filled["commands"] = "\n".join(["pip install --no-deps --editable .", *commands[1:]])
    ends = {"card.schema.json": card_schema()}
    for path, template in (("pyproject.toml", "pyproject.txt"), ("README.md", "readme.txt")):
        ends[path] = Template((PROJECT / template).read_text("utf-8")).substitute(filled)
    return {f"{name}/{path}": texts[path] for path in sorted(texts)} | ends


def _card(text: str, name: str, title: str, origin: str) -> str:
    """The card under its new name, as version 1-A, without what holds for the shipped one alone."""
    new_values = {"name": name, "version": "1-A", "title": json.dumps(title), "short_title": json.dumps(title)}
    first = f"deviations:\n  - Copied from {origin}. What follows was written for that benchmark.\n"
    found = ["# yaml-language-server: $schema=../card.schema.json\n"]
    for part in re.split(r"^(?=\w+:)", text, flags=re.MULTILINE)[1:]:
        key = part.partition(":")[0]
        if key not in DROPPED:
            found.append(f"{key}: {new_values[key]}\n" if key in new_values else part.replace("deviations:\n", first))
    return "".join([*found, f"norms_sought: for {origin}, whose norms do not hold for a copy\n"])


@click.command(epilog=f"\b\nThe checks:\n{_CHECKS}")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--no-pilot", is_flag=True, help=f"Skip the checks that start HELM: {' and '.join(WITH_HELM)}.")
@click.option(
    "--only", multiple=True, type=click.Choice(list(SAYS)), metavar="CHECK", help="Run only this check; repeatable."
)
def check(names: Sequence[str], no_pilot: bool, only: Sequence[str]) -> None:
    """Check benchmarks, those of other packages too, and name for each problem what to change.

    NAME is a benchmark, or all. The exit status is 1 if there is a problem.
    """
    from helm_creativity.testing import check as run_checks

    found = run_checks(names, only, not no_pilot, tell)
    print_tables(check_tables(found))
    click.get_current_context().exit(1 if any(result.problems for result in found) else 0)


def check_tables(found: Sequence[CheckResult]) -> list[Table]:
    """One row per benchmark and check, then every problem with what to change, then how many there are."""
    from helm_creativity.results.table import Column, Table

    columns = [Column(name, name, left=True, wrapped=name == "result") for name in ("benchmark", "check", "result")]
    rows, lines = [], []
    for result in found:
        said = f"not ok: {counted(len(result.problems), 'problem')}" if result.problems else "ok"
        said += f" ({'; '.join(result.remarks)})" if result.remarks else ""
        rows.append((result.benchmark, result.check, f"left out: {result.skipped}" if result.skipped else said))
        for problem in result.problems:
            lines += [f"{result.benchmark}, {problem.check}: {problem.what}", f"  change: {problem.change}"]
    made, benchmarks = sum(not result.skipped for result in found), len({result.benchmark for result in found})
    wrong = counted(len(lines) // 2, "problem") if lines else "nothing is wrong"
    summary = Table("summary", notes=[f"{counted(made, 'check')} of {counted(benchmarks, 'benchmark')}: {wrong}"])
    return [Table("checks", columns, rows), *([Table("problems", notes=lines)] if lines else ()), summary]


@click.command()
@click.argument("benchmarks", nargs=-1, metavar="[BENCHMARK]...")
def cite(benchmarks: Sequence[str]) -> None:
    """Print BibTeX for helm-creativity and the papers that benchmarks follow; without BENCHMARK, for all of them."""
    from helm_creativity.benchmark.registry import find_entry, list_entries
    from helm_creativity.benchmark.rows.records import writing
    from helm_creativity.reports.citations import bibliography

    cards = [find_entry(name).card for name in dict.fromkeys(benchmarks)]
    with writing(None) as file:
        file.write(bibliography(cards or [entry.card for entry in list_entries() if entry.ours]))
