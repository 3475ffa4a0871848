"""Check: nothing heavy is loaded with a benchmark, and it lives without HELM."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.testing.problem import Broken, Finding, NotApplicable, Problem

problem = partial(Problem, "imports")

HEAVY = frozenset(
    (
        *("datasets", "gensim", "marisa_trie", "matplotlib", "nltk", "openpyxl", "pandas", "polars", "pooch"),
        *("pyarrow", "pydantic", "scipy", "sentence_transformers", "torch", "tqdm", "transformers"),
    )
)
"""Libraries that are imported where they are used, and never when a benchmark is loaded."""

PARTS = ("benchmark", "scoring", "baseline")
"""Modules that are loaded with a benchmark."""


def environment() -> dict[str, str]:
    """For a process that must find every module that this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Imported:
    """Which module imported which in a fresh interpreter."""

    def __init__(self, imports: Mapping[str, Sequence[str]], failures: Mapping[str, str]) -> None:
        self._imports, self.failures = imports, failures

    def chain(self, start: str, wanted: Callable[[str], bool]) -> list[str]:
        """The shortest chain of imports from a module to one that is wanted; [] for none."""
        chains = deque([[start]])
        seen = {start}
        while chains:
            chain = chains.popleft()
            parts = chain[-1].split(".")
            packages = [".".join(parts[:n]) for n in range(1, len(parts))]
            for name in [*packages, *self._imports.get(chain[-1], ())]:
                if name in seen:
                    continue
                if wanted(name):
                    return [*chain, name]
                seen.add(name)
                chains.append([*chain, name])
        return []


def imported_by(modules: Sequence[str]) -> Imported:
    """What some modules import, in one fresh interpreter."""
    text = Path(__file__).with_name("recorder.py").read_text("utf-8")
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", text, *modules],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment(),
            check=False,
        )
    if done.returncode != 0:
        raise Broken("imports", f"a new interpreter fails: {done.stderr.strip()[-500:]}", "fix what it reports")
    found = json.loads(done.stdout.splitlines()[-1])
    return Imported(found["imports"], found["failures"])


def check_imports(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """What the benchmark's modules load too early, each import at fault once."""
    entry = benchmark.entry
    modules = [entry.package] if entry.kind else [f"{entry.package}.{part}" for part in PARTS if entry.owns(part)]
    if not modules:
        raise NotApplicable("it has no Python")
    imported = imported_by(modules)
    yield from _failing(modules, imported)
    seen: set[tuple[str, ...]] = set()
    for name in modules:
        if name in imported.failures:
            continue
        helm = imported.chain(name, lambda name: name.partition(".")[0] == "helm")
        heavy = [] if helm else imported.chain(name, HEAVY.__contains__)
        if helm and tuple(helm[-2:]) not in seen:
            yield problem(
                f"{name} imports HELM: {' -> '.join(helm)}",
                "keep benchmark.py, scoring.py and baseline.py free of helm and helm_creativity.helm_plugin: "
                "responses from a file are scored without HELM",
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
        change = f"fix {names[0]}" if len(names) == 1 else "fix the one that the others import"
        yield problem(f"{', '.join(names)} cannot be imported in a new interpreter: {why}", change)
