"""How far a newcomer has to walk: which of our modules are entered by the commonest operations.

A module is entered when one of its functions runs, not when it is imported; for ``--help`` imports count. Run it with
``python perf/walk.py``; ``python perf/walk.py --list`` names the modules.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import helm_creativity

PLACES = tuple(str(Path(path).resolve()) for path in helm_creativity.__path__)
ROOTS = (
    str(Path(helm_creativity.__file__).parent),
    *(f"{place}/{part}" for place in PLACES for part in ("scenarios", "run_specs")),
)


def modules_entered(operation: Callable[[], object]) -> list[str]:
    """Our modules of which a function runs during ``operation``."""
    entered: set[str] = set()

    def note(frame: object, event: str, _: object) -> None:
        code = frame.f_code  # type: ignore[attr-defined]
        if (
            event == "call"
            and code.co_name != "<module>"
            and code.co_filename.startswith(ROOTS)
            and code.co_filename.endswith(".py")
        ):
            entered.add(frame.f_globals.get("__name__", code.co_filename))  # type: ignore[attr-defined]

    sys.setprofile(note)
    try:
        operation()
    finally:
        sys.setprofile(None)
    return sorted(entered)


def scoring_dat() -> list[str]:
    """Scoring one DAT response, after what is imported has been imported."""
    from helm_creativity.api import score

    words = ["cat, law, sea, brick, idea, moth, jazz, fog, tax, oboe"]
    score("dat", words, embedding="builtin")
    return modules_entered(lambda: score("dat", words, embedding="builtin"))


def building_a_run_spec() -> list[str]:
    """The run spec of one DAT run entry."""
    from helm.benchmark.run_spec import get_run_spec_function

    import helm_creativity.run_specs  # noqa: F401

    make = get_run_spec_function("creativity_dat")
    make(embedding="builtin")
    return modules_entered(lambda: make(embedding="builtin"))


def reading_a_judge() -> list[str]:
    """Reading a judge's reply with one rating."""
    from helm_creativity.core.types import Response
    from helm_creativity.families.rated.rubric import CREATIVITY
    from helm_creativity.judges.readings import readings

    reply = Response("Score: 31", "stop")
    readings(CREATIVITY, reply, ["a moth in a jazz club"])
    return modules_entered(lambda: readings(CREATIVITY, reply, ["a moth in a jazz club"]))


def importing_help() -> list[str]:
    """What ``helm-creativity --help`` imports, in a process of its own."""
    code = (
        "import json, sys\n"
        "from helm_creativity.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(json.dumps(sorted(name for name in sys.modules if name.startswith('helm_creativity'))))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: list[str] = json.loads(ran.stdout.splitlines()[-1])
    return found


WALKS: dict[str, tuple[Callable[[], list[str]], int]] = {
    "scoring one DAT response": (scoring_dat, 20),
    "building one run spec": (building_a_run_spec, 12),
    "reading one judge's reply": (reading_a_judge, 6),
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


def main() -> None:
    """Prints the walks."""
    print("| walk | modules of ours | about |")
    print("| --- | --- | --- |")
    for name, (walk, about) in WALKS.items():
        found = walk()
        print(f"| {name} | {len(found)} | {about} |")
        if "--list" in sys.argv:
            print(*(f"    {one}" for one in found), sep="\n")
    print(f"\nOur entry point adds {entry_point_share():.0%} of the time of HELM's own import.")


if __name__ == "__main__":
    main()
