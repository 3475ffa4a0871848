"""Benchmarks of other people: a project with good ones, and as many with one fault each as a test wants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from helm.benchmark.run_spec import _REGISTERED_RUN_SPEC_FUNCTIONS as REGISTERED
from support import outside

import helm_creativity.run_specs  # noqa: F401 - what is registered afterwards is not ours
from helm_creativity.checking import Problem
from helm_creativity.checking.running import Verdict, verdicts
from helm_creativity.rooms import Prompt, Room, checksum_of

PROJECT = "strangers"
ROOMS = Path(__file__).with_name("strangers_rooms")
"""Files of benchmarks called NAME: ``opposites``, which have a key, and ``remarks``, which judges rate."""

OPPOSITES = 'Task NAME: what is the opposite of "{}"? Answer with one word.'
CHECKSUMS = {
    "@OWN": (OPPOSITES, "hot high empty dark war day"),
    "@MORE": (OPPOSITES, "wet old"),
    "@REMARKS": ("Task NAME: say something about {}.", "rain snow"),
}
"""What the cards say instead of a checksum, which depends on the name: the prompt and its words."""

Edit = str | tuple[str, ...] | None
Edits = Mapping[str, Edit]


def files_of(name: str, edits: Edits, kind: str = "opposites") -> dict[str, str]:
    """The files of a benchmark.

    Args:
        name: of the benchmark.
        edits: by file: its text, None to leave it out, or what in it is replaced, by what, what else, and by what.
        kind: which one.
    """
    top = ROOMS / kind
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
        asked = [Prompt("", prompt.replace("NAME", name).format(word)) for word in words.split()]
        files["card.yaml"] = files["card.yaml"].replace(mark, checksum_of(asked).rpartition(":")[2])
    return {f"{PROJECT}/{name}/{path}": text.replace("NAME", name) for path, text in files.items()}


def project(site: Path, files: Mapping[str, str]) -> Path:
    """A project of these files; every module of run specs is an entry point for HELM of its own."""
    outside.install(site, PROJECT, {f"{PROJECT}/__init__.py": "", **files}, PROJECT)
    modules = [place[:-3].replace("/", ".") for place in files if place.endswith("/run_spec.py")]
    points = "".join(f"{module.split('.')[1]} = {module}\n" for module in modules)
    with (site / f"{PROJECT}-1.dist-info" / "entry_points.txt").open("a") as file:
        file.write(f"[helm]\n{points}")
    return site


@contextmanager
def installed(site: Path) -> Iterator[Path]:
    """Inside, the project in ``site`` is installed, and its run specs can be registered."""
    before = set(REGISTERED)
    with outside.installed(site):
        yield site
    for name in set(REGISTERED) - before:
        if name.startswith("creativity_"):
            del REGISTERED[name]


class Fault(NamedTuple):
    """A benchmark with one fault.

    Attributes:
        edits: what makes it one of a good benchmark.
        what: a regular expression for what a check says of it.
        change: and for what is to be changed.
        times: how many problems are of its kind.
    """

    edits: Edits
    what: str
    change: str
    times: int = 1

    def is_told(self, check: str, problems: list[Problem]) -> bool:
        """Whether these problems, no more and no less, are told by this check in these words."""
        return [problem.check for problem in problems] == [check] * self.times and all(
            re.search(self.what, problem.what) and re.search(self.change, problem.change) for problem in problems
        )


def with_rooms(site: Path, rooms: Mapping[str, Edits], kind: str = "opposites") -> Path:
    """A project with a good benchmark, ``good``, and others that are edited, by name."""
    edited = {"good": {}, **rooms}
    return project(site, {place: text for name in edited for place, text in files_of(name, edited[name], kind).items()})


def room(site: Path, name: str) -> Room:
    """A benchmark of the project, found or not."""
    return Room(name, f"{PROJECT}.{name}", site / PROJECT / name)


def verdict(site: Path, name: str, check: str) -> Verdict:
    """What one check says of one benchmark of the project."""
    (found,) = verdicts([room(site, name)], only=[check])
    return found


def problems(site: Path, name: str, check: str) -> list[Problem]:
    """What one check finds wrong with one benchmark of the project."""
    return list(verdict(site, name, check).problems)
