"""How far a newcomer has to walk: which of our modules the commonest operations enter, and how much there is in all.

A module is entered when one of its functions runs, not when it is imported; for ``--help`` imports count. Run it with
``python perf/walk.py``; ``python perf/walk.py --list`` names the modules.
"""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import click

import helm_creativity

PLACES = tuple(str(Path(path).resolve()) for path in helm_creativity.__path__)
ROOTS = (
    str(Path(helm_creativity.__file__).parent),
    *(f"{place}/{part}" for place in PLACES for part in ("scenarios", "run_specs")),
)


Walk = Mapping[str, set[str]]
"""Functions that run, by module."""


def modules_entered(operation: Callable[[], object]) -> Walk:
    """Our modules of which a function runs during ``operation``, in alphabetical order."""
    entered: dict[str, set[str]] = {}

    def note(frame: object, event: str, _: object) -> None:
        code = frame.f_code  # type: ignore[attr-defined]
        if (
            event == "call"
            and not code.co_name.startswith("<")  # a comprehension is a function in some versions of Python only
            and code.co_filename.startswith(ROOTS)
            and code.co_filename.endswith(".py")
        ):
            module = frame.f_globals.get("__name__", code.co_filename)  # type: ignore[attr-defined]
            entered.setdefault(module, set()).add(f"{code.co_firstlineno} {code.co_name}")

    sys.setprofile(note)
    try:
        operation()
    finally:
        sys.setprofile(None)
    return {module: entered[module] for module in sorted(entered)}


def returns(operation: Callable[[], object]) -> int:
    """How often ``operation`` leads back into one of our files that it was in before and had left.

    The file is that of the innermost running function of ours, comprehensions and generators included: a call leads
    into the file of what is called, and a return into that of the caller. Each change to a file that was entered
    before counts once.
    """
    running: list[str] = []
    walk: list[str] = []

    def note(frame: object, event: str, _: object) -> None:
        file = frame.f_code.co_filename  # type: ignore[attr-defined]
        if event not in ("call", "return") or not (file.startswith(ROOTS) and file.endswith(".py")):
            return
        if event == "call":
            running.append(file)
        elif running:
            running.pop()
        if running and walk[-1:] != running[-1:]:
            walk.append(running[-1])

    sys.setprofile(note)
    try:
        operation()
    finally:
        sys.setprofile(None)
    return len(walk) - len(set(walk))


def scoring_dat() -> Walk:
    """Scoring one DAT response, after what is imported has been imported."""
    from helm_creativity.api import score

    words = ["cat, law, sea, brick, idea, moth, jazz, fog, tax, oboe"]
    score("dat", words, embedding="builtin")
    return modules_entered(lambda: score("dat", words, embedding="builtin"))


def building_a_run_spec() -> Walk:
    """The run spec of one DAT run entry."""
    from helm.benchmark.run_spec import get_run_spec_function

    import helm_creativity.run_specs  # noqa: F401

    make = get_run_spec_function("creativity_dat")
    make(embedding="builtin")
    return modules_entered(lambda: make(embedding="builtin"))


def reply_to_read() -> Callable[[], object]:
    """Reads a judge's reply that gives a reason and then one rating, after what is imported has been imported."""
    from helm_creativity.benchmark.types import Response
    from helm_creativity.judges.readings import readings
    from helm_creativity.task_types.rated.rubric import CREATIVITY

    reply = Response("The moth is a familiar figure, and the club is not.\n\nScore: 31", "stop")
    readings(CREATIVITY, reply, ["a moth in a jazz club"])
    return lambda: readings(CREATIVITY, reply, ["a moth in a jazz club"])


def reading_a_judge() -> Walk:
    """Reading a judge's reply that gives a reason and then one rating."""
    return modules_entered(reply_to_read())


def importing_help() -> Walk:
    """What ``helm-creativity --help`` imports, in a process of its own."""
    code = (
        "import json, sys\n"
        "from helm_creativity.commands import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(json.dumps(sorted(name for name in sys.modules if name.startswith('helm_creativity'))))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name: set() for name in json.loads(ran.stdout.splitlines()[-1])}


WALKS: dict[str, tuple[Callable[[], Walk], int]] = {
    "scoring one DAT response": (scoring_dat, 20),
    "building one run spec": (building_a_run_spec, 12),
    "reading one judge's reply": (reading_a_judge, 5),
    "helm-creativity --help (imports)": (importing_help, 20),
}
"""Each walk, and about how many modules it should enter."""


def entry_point_share(times: int = 5) -> float:
    """Time that our entry point adds to HELM's import, as a share of it: the least of several pairs of processes."""
    code = (
        "import time\n"
        "a = time.perf_counter()\nimport helm.benchmark.run\n"
        "b = time.perf_counter()\nimport helm_creativity.run_specs\n"
        "c = time.perf_counter()\nprint((c - b) / (b - a))"
    )
    shares = []
    for _ in range(times):
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        shares.append(float(ran.stdout.splitlines()[-1]))
    return min(shares)


def sources() -> Iterator[Path]:
    """All modules that are installed."""
    for root in ROOTS:
        yield from sorted(Path(root).rglob("*.py"))


def names_imported(folder: Path) -> set[str]:
    """Names of ours from outside a benchmark's folder that its modules import."""
    inside = f"helm_creativity.scenarios.{folder.name}"
    return {
        f"{node.module}.{alias.name}"
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("helm_creativity.")
        and not (node.module or "").startswith(inside)
        for alias in node.names
    }


def commands() -> dict[str, click.Command]:
    """Commands of ``helm-creativity`` by what is typed.

    Those of ``score``, one per benchmark, are left out: their options are the benchmarks' settings.
    """
    from helm_creativity.commands import cli

    found: dict[str, click.Command] = {}

    def walk(words: tuple[str, ...], command: click.Command) -> None:
        if words:
            found[" ".join(words)] = command
        if isinstance(command, click.Group) and words != ("score",):
            context = click.Context(command)
            for name in command.list_commands(context):
                if below := command.get_command(context, name):
                    walk((*words, name), below)

    walk((), cli)
    return found


def parameters(command: click.Command) -> list[str]:
    """The longest name of each option but ``--help``, and each argument by its name."""
    return [max(parameter.opts, key=len) for parameter in command.params]


def sizes() -> Iterator[tuple[str, int]]:
    """What there is to know: lines, names and methods."""
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.task_types.judged import JudgedBenchmark

    yield "lines of the product", sum(len(path.read_text("utf-8").splitlines()) for path in sources())
    for name in ("dat", "aut", "create"):
        (folder,) = {path.parent for path in sources() if path.parts[-3:] == ("scenarios", name, "scoring.py")}
        yield f"names of ours that {name} imports", len(names_imported(folder))
    known = commands()
    yield "commands of helm-creativity", sum(" " not in name for name in known)
    yield "commands inside its groups", sum(" " in name for name in known)
    yield "parameters of all commands", sum(len(parameters(command)) for command in known.values())
    distinct = {name for command in known.values() for name in parameters(command) if name.startswith("-")}
    yield "distinct options", len(distinct)
    for kind in (Benchmark, JudgedBenchmark):
        methods = [name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")]
        yield f"public methods of {kind.__name__}", len(methods)


def main() -> None:
    """Prints the walks and the sizes."""
    print("| walk | modules of ours | about | functions |")
    print("| --- | --- | --- | --- |")
    for name, (walk, about) in WALKS.items():
        found = walk()
        print(f"| {name} | {len(found)} | {about} | {sum(map(len, found.values())) or ''} |")
        if "--list" in sys.argv:
            print(*(f"    {module}" for module in found), sep="\n")
    print(f"\nReading the judge's reply leads back into a file that was left {returns(reply_to_read())} times.")
    print("\n| size | |\n| --- | --- |")
    for name, number in sizes():
        print(f"| {name} | {number:,} |")
    print(f"\nOur entry point adds {entry_point_share():.0%} of the time of HELM's own import.")


if __name__ == "__main__":
    main()
