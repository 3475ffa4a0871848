"""Benchmarks of other people: a project with good ones, and as many with one fault each as a test wants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from helm.benchmark.run_spec import _REGISTERED_RUN_SPEC_FUNCTIONS as REGISTERED
from support import outside

import helm_creativity.run_specs  # noqa: F401 - what is registered afterwards is not ours
from helm_creativity.benchmark.comparability import checksum_prompts
from helm_creativity.benchmark.registry import BenchmarkEntry
from helm_creativity.benchmark.types import Prompt
from helm_creativity.testing import CheckResult, Problem
from helm_creativity.testing.runner import check_entries

PROJECT = "strangers"
BENCHMARKS = Path(__file__).with_name("strangers_benchmarks")
"""Files of benchmarks called NAME: ``opposites``, with a key, ``remarks``, rated by judges, and as data
``thoughts`` and ``verdicts``."""

OPPOSITES = 'Task NAME: what is the opposite of "{}"? Answer with one word.'
CHECKSUMS = {
    "@OWN": (OPPOSITES, "hot high empty dark war day"),
    "@MORE": (OPPOSITES, "wet old"),
    "@REMARKS": ("Task NAME: say something about {}.", "rain snow"),
    "@VERDICTS": (
        'Task NAME: which word means {} Reply with its letter, and below it "Probability: P", '
        "where P says from 0 to 1 how sure you are.",
        "cold?_A._chilly_B._wide_C._late big?_A._early_B._large_C._loud fast?_A._green_B._deep_C._quick "
        "sad?_A._narrow_B._unhappy_C._dry",
    ),
    "@THOUGHTS": ("Task NAME: what do you think of {}?", "rain snow"),
}
"""What the cards say instead of a checksum, which depends on the name: the prompt and its words."""

Edit = str | tuple[str, ...] | None
Edits = Mapping[str, Edit]


def files_of(name: str, edits: Edits, kind: str = "opposites") -> dict[str, str]:
    """The files of a benchmark called ``name``.

    ``edits`` has by file its text, None to leave it out, or what in it is replaced, by what, what else, and by what.
    """
    top = BENCHMARKS / kind
    found = [path for path in sorted(top.rglob("*")) if path.suffix in (".py", ".yaml", ".j2")]
    files = {str(path.relative_to(top)): path.read_text("utf-8") for path in found}
    for path, edit in edits.items():
        if isinstance(edit, tuple):
            for old, new in zip(edit[::2], edit[1::2], strict=True):
                assert old in files[path], f"{old!r} is not in {path} of {name}"
                files[path] = files[path].replace(old, new)
        elif edit is None:
            del files[path]
        else:
            files[path] = edit
    for mark, (prompt, words) in CHECKSUMS.items():
        asked = [Prompt("", prompt.replace("NAME", name).format(word.replace("_", " "))) for word in words.split()]
        files["card.yaml"] = files["card.yaml"].replace(mark, checksum_prompts(asked).rpartition(":")[2])
    return {f"{PROJECT}/{name}/{path}": text.replace("NAME", name) for path, text in files.items()}


@contextmanager
def installed(site: Path) -> Iterator[Path]:
    """Inside, the project in ``site`` is installed, and its run entries are registered with HELM."""
    before = set(REGISTERED)
    with outside.installed(site):
        yield site
    for name in set(REGISTERED) - before:
        del REGISTERED[name]


class Fault(NamedTuple):
    """A good benchmark of a kind that edits gave one fault, which a check finds so many times, in words like these."""

    check: str
    edits: Edits
    what: str
    times: int = 1
    kind: str = "opposites"

    def is_reported(self, problems: Sequence[Problem]) -> bool:
        """Whether these problems, no more and no less, are reported by this check in these words."""
        return [problem.check for problem in problems] == [self.check] * self.times and all(
            re.search(self.what, problem.what) for problem in problems
        )


class Other(NamedTuple):
    """A benchmark that is edited, and is no fault: see ``Fault``."""

    edits: Edits
    kind: str = "opposites"


def with_benchmarks(site: Path, benchmarks: Mapping[str, Fault | Other]) -> Path:
    """A project with three good benchmarks, ``good``, ``judged`` and ``data``, and others that are edited, by name."""
    good = {"good": Other({}), "judged": Other({}, "remarks"), "data": Other({}, "thoughts")}
    files = {
        place: text
        for name, benchmark in {**good, **benchmarks}.items()
        for place, text in files_of(name, benchmark.edits, benchmark.kind).items()
    }
    outside.install(site, PROJECT, {f"{PROJECT}/__init__.py": "", **files}, PROJECT)
    return site


def entry(site: Path, name: str) -> BenchmarkEntry:
    """A benchmark of the project, found or not."""
    return BenchmarkEntry(name, f"{PROJECT}.{name}", site / PROJECT / name)


def results(site: Path, name: str, *only: str) -> list[CheckResult]:
    """What some checks find in one benchmark of the project; all but those that need HELM where none is named."""
    return list(check_entries([entry(site, name)], only, with_pilot=bool(only)))


def result(site: Path, name: str, check: str) -> CheckResult:
    """What one check finds in one benchmark of the project."""
    (found,) = results(site, name, check)
    return found
