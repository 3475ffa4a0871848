"""Imports: nothing heavy is loaded with a benchmark, and it lives without HELM."""

import pytest
from support import strangers
from support.strangers import Fault

FIRST = {"benchmark.py": "from dataclasses import dataclass\n", "baseline.py": "from pathlib import Path\n"}


def begin(path, line, what, **others):
    """A module that begins with a line."""
    edits = {path: (FIRST[path], f"{line}\n{FIRST[path]}")}
    return Fault("imports", {**edits, **{name.replace("__", "."): text for name, text in others.items()}}, what)


FAULTS = {
    "heavy": begin(
        "benchmark.py",
        "import scipy.stats",
        "^to import strangers.heavy.benchmark, .* imports scipy$",
    ),
    "heavy_helper": begin(
        "baseline.py",
        "from .words import Dataset",
        "^to import strangers.heavy_helper.benchmark, .* imports datasets$",
        words__py="from datasets import Dataset\n",
    ),
    "hosted": begin(
        "benchmark.py",
        "from helm_creativity.helm.scenario import CreativityScenario",
        "^to import strangers.hosted.benchmark, .* imports helm$",
    ),
    "failing": begin(
        "baseline.py",
        "import nothing_like_it",
        "strangers.failing.baseline cannot be imported in a new interpreter: ModuleNotFoundError: No module named",
    ),
    "not_loaded": begin(
        "benchmark.py",
        "import nothing_like_it",
        r"strangers.not_loaded cannot be imported: ModuleNotFoundError: .* \(benchmark.py, line \d+\)",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_imported_too_early_is_reported(name, report):
    """With the chain that leads to it."""
    assert FAULTS[name].is_reported(found := report(name)), found


@pytest.mark.parametrize(("name", "skipped"), [("good", ""), ("judged", ""), ("data", "it has no Python")])
def test_good_imports_are_left_alone(name, skipped, site):
    """A benchmark that is data imports nothing."""
    found = strangers.result(site, name, "imports")
    assert (found.problems, found.skipped) == ((), skipped)
