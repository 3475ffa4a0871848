"""Check: nothing heavy is loaded with a benchmark, and it lives without HELM."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from tempfile import TemporaryDirectory
from typing import Any

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.testing.problem import NotApplicable, Problem

HEAVY = frozenset(
    (
        *("datasets", "gensim", "marisa_trie", "matplotlib", "nltk", "openpyxl", "pandas", "polars", "pooch"),
        *("pyarrow", "pydantic", "scipy", "sentence_transformers", "torch", "tqdm", "transformers"),
    )
)
"""Libraries that are imported where they are used, and never when a benchmark is loaded."""
PARTS = ("benchmark", "scoring", "baseline")
"""Modules that are loaded with a benchmark."""
_LINE = re.compile(r"import time: +\d+ \| +\d+ \| ( *)(\S+)")


def environment() -> dict[str, str]:
    """For a process that must find every module that this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def import_chain(log: str, packages: Collection[str]) -> list[str]:
    """The first module of some packages in a log of ``python -X importtime``, behind those through which it came."""
    chain: list[str] = []
    depth = 0
    for line in log.splitlines():
        if not (found := _LINE.match(line)):
            continue
        if chain and len(found[1]) < depth:  # a module is printed behind all that it imports
            chain.insert(0, found[2])
            depth = len(found[1])
        elif not chain and found[2].partition(".")[0] in packages:
            chain, depth = [found[2]], len(found[1])
    return chain[: next((i for i, name in enumerate(chain, 1) if name.partition(".")[0] in packages), 0)]


def check_imports(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What the benchmark's modules load too early, in a new interpreter."""
    entry = benchmark.entry
    modules = [entry.package] if entry.kind else [f"{entry.package}.{part}" for part in PARTS if entry.owns(part)]
    if not modules:
        raise NotApplicable("it has no Python")
    command = [sys.executable, "-X", "importtime", "-c", f"import {', '.join(modules)}"]
    with TemporaryDirectory() as folder:
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment(), check=False)
    if done.returncode:
        what = f"{', '.join(modules)} cannot be imported in a new interpreter: {done.stderr.splitlines()[-1]}"
        yield Problem("imports", what, "fix what it reports")
    elif chain := import_chain(done.stderr, ["helm"]):
        change = "keep benchmark.py, scoring.py and baseline.py free of helm and helm_creativity.helm_plugin"
        yield Problem("imports", f"{' -> '.join(chain)}: the benchmark imports HELM", change)
    elif chain := import_chain(done.stderr, HEAVY):
        what = f"{' -> '.join(chain)}: the benchmark loads {chain[-1]}"
        yield Problem("imports", what, f"import {chain[-1]} inside the function that uses it")
