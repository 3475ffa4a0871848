"""Check: nothing heavy is loaded with a benchmark, and its scorer lives without HELM."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from helm_creativity.checking.heavy import HEAVY
from helm_creativity.checking.problem import Broken, Finding, Problem
from helm_creativity.checking.registration import modules_of

if TYPE_CHECKING:
    from helm_creativity.checking.subject import Subject

problem = partial(Problem, "imports")

PARTS = ("scenario", "metric", "annotator", "scorer", "measure", "baseline", "plan", "oracle")
WITHOUT_HELM = ("scorer", "measure", "oracle")
HELM = "helm.benchmark.run"
"""What every ``helm-run`` imports, and all that comes with it."""


def environment() -> dict[str, str]:
    """For a process that must find every module that this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Imported:
    """Who imported whom in a fresh interpreter.

    Attributes:
        failures: why modules could not be imported, by name.
    """

    def __init__(self, imports: Mapping[str, Sequence[str]], failures: Mapping[str, str]) -> None:
        self._imports, self.failures = imports, failures

    def way(self, start: str, wanted: Callable[[str], bool], passing: Collection[str] = ()) -> list[str]:
        """The shortest chain of imports from a module to one that is wanted; [] for none.

        Args:
            start: the module.
            wanted: whether a module ends the chain.
            passing: modules that no chain leads through or to.
        """
        chains = deque([[start]])
        seen = {start, *passing}
        while chains:
            chain = chains.popleft()
            for name in [*_packages(chain[-1]), *self._imports.get(chain[-1], ())]:
                if name in seen:
                    continue
                if wanted(name):
                    return [*chain, name]
                seen.add(name)
                chains.append([*chain, name])
        return []

    @cached_property
    def helms(self) -> frozenset[str]:
        """All that comes with HELM, paid for by every ``helm-run``."""
        seen, left = {HELM}, [HELM]
        while left:
            name = left.pop()
            further = {*_packages(name), *self._imports.get(name, ())} - seen
            seen |= further
            left += further
        return frozenset(seen)


def _packages(name: str) -> list[str]:
    """The packages that a module is in, which are loaded before it."""
    parts = name.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts))]


def imported_by(subjects: Sequence[Subject]) -> Imported:
    """What the modules of some rooms import, in one fresh interpreter."""
    modules = [HELM, *(name for subject in subjects for name in _modules(subject))]
    text = Path(__file__).with_name("recorder.py").read_text("utf-8")
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", text, *dict.fromkeys(modules)],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment(),
            check=False,
        )
    if done.returncode != 0:
        raise Broken("imports", f"a fresh interpreter fails: {done.stderr.strip()[-500:]}", "mend what it says")
    found = json.loads(done.stdout.splitlines()[-1])
    return Imported(found["imports"], found["failures"])


def _modules(subject: Subject) -> list[str]:
    """The room's modules that are loaded with it."""
    room = subject.room
    return [*modules_of(room), *(f"{room.package}.{part}" for part in PARTS if room.has(part))]


def find(subject: Subject) -> Iterator[Finding]:
    """What the room's modules load too early, each import at fault once."""
    assert subject.card
    imported = subject.house.imported
    yield from _failing(_modules(subject), imported)
    seen: set[tuple[str, ...]] = set()
    for name in _modules(subject):
        if name in imported.failures:
            continue
        alone = name.removeprefix(f"{subject.room.package}.") in WITHOUT_HELM
        helm = imported.way(name, _is_helm) if alone else []
        heavy = imported.way(name, HEAVY.__contains__, () if alone and not helm else imported.helms)
        if helm and tuple(helm[-2:]) not in seen:
            yield problem(
                f"{name} imports HELM: {' -> '.join(helm)}",
                "keep scorer, measure and oracle free of helm and helm_creativity.hosting: people's answers are scored "
                "without it",
            )
        if heavy and tuple(heavy[-2:]) not in seen:
            yield problem(
                f"importing {name} loads {heavy[-1]}: {' -> '.join(heavy)}",
                f"import {heavy[-1]} inside the function of {heavy[-2]} that uses it",
            )
        seen |= {tuple(chain[-2:]) for chain in (helm, heavy)}


def _failing(modules: Sequence[str], imported: Imported) -> Iterator[Finding]:
    """Modules that cannot be imported; those that fail alike are one problem, since they import one another."""
    alike: dict[str, list[str]] = {}
    for name in modules:
        if name in imported.failures:
            alike.setdefault(imported.failures[name], []).append(name)
    for why, names in alike.items():
        change = f"mend {names[0]}" if len(names) == 1 else "mend the one of them that the others import"
        yield problem(f"{', '.join(names)} cannot be imported in a fresh interpreter: {why}", change)


def _is_helm(module: str) -> bool:
    return module.partition(".")[0] == "helm"
