"""Imports: nothing heavy is loaded with a benchmark, and its scorer lives without HELM."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.checking.imports import Imported
from helm_creativity.checking.running import verdicts

FIRST = "from pathlib import Path\n"


def begin(path, line, first=FIRST):
    """An edit that puts a line before another one."""
    return {path: (first, f"{line}\n{first}")}


FAULTS = {
    "heavy_scorer": Fault(
        begin("scorer.py", "import scipy.stats"),
        r"importing strangers.heavy_scorer.run_spec loads scipy: .*strangers.heavy_scorer.scorer -> scipy$",
        "import scipy inside the function of strangers.heavy_scorer.scorer that uses it",
    ),
    "heavy_helper": Fault(
        {"words.py": "from datasets import Dataset\n", **begin("baseline.py", "from .words import Dataset")},
        "heavy_helper.baseline loads datasets: .*baseline -> strangers.heavy_helper.words -> datasets$",
        "inside the function of strangers.heavy_helper.words",
    ),
    "heavy_part": Fault(
        {"words.py": "from datasets import Dataset\n", **begin("baseline.py", "from strangers.NAME import words")},
        "heavy_part.baseline loads datasets: .*baseline -> strangers.heavy_part.words -> datasets$",
        "inside the function of strangers.heavy_part.words",
    ),
    "helms_own": Fault(
        begin("scorer.py", "import tqdm"),
        "importing strangers.helms_own.(scorer|oracle) loads tqdm: strangers.helms_own.scorer -> tqdm$",
        "inside the function of strangers.helms_own.scorer",
    ),
    "heavy_function": Fault(
        begin(
            "baseline.py",
            "from helm_creativity.checking.heavy import HEAVY  # noqa\n\n\ndef load():\n"
            "    import importlib\n    return importlib.import_module('pandas')\n\n\nload()",
        ),
        "importing strangers.heavy_function.baseline loads pandas: strangers.heavy_function.baseline -> pandas$",
        "inside the function",
    ),
    "hosted": Fault(
        begin("scorer.py", "from helm_creativity.hosting import Ask"),
        "strangers.hosted.(scorer|oracle) imports HELM: strangers.hosted.scorer -> helm_creativity.hosting -> .*helm",
        "keep scorer, measure and oracle free of helm",
    ),
    "failing": Fault(
        begin("baseline.py", "import nothing_like_it"),
        "strangers.failing.baseline cannot be imported in a fresh interpreter: ModuleNotFoundError: No module named",
        "mend strangers.failing.baseline",
    ),
    "failing_alike": Fault(
        begin("scorer.py", "import nothing_like_it"),
        r"strangers.failing_alike.run_spec, (strangers.failing_alike.\w+, )+strangers.failing_alike.\w+ cannot be "
        "imported in a fresh interpreter: ModuleNotFoundError",
        "mend the one of them that the others import",
    ),
}


@pytest.fixture(scope="module")
def found(site):
    """What the check says of each benchmark, all of which one interpreter has imported."""
    rooms = [strangers.room(site, name) for name in ("good", *FAULTS)]
    return {one.room: one for one in verdicts(rooms, only=["imports"])}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_imported_too_early_is_told(name, found):
    """With the way that leads to it; that others were imported before hides nothing."""
    assert FAULTS[name].is_told("imports", list(found[name].problems)), found[name].problems


def test_good_imports_are_left_alone(found):
    """What HELM itself loads, it loads anyway."""
    assert found["good"].problems == ()


def test_ways_are_the_shortest_and_lead_through_packages():
    """a.b loads a; a loads c, which loads what is wanted; so does d, behind one more."""
    imported = Imported({"a.b": ["d"], "a": ["c"], "c": ["heavy"], "d": ["e"], "e": ["heavy"]}, {})
    assert imported.way("a.b", "heavy".__eq__) == ["a.b", "a", "c", "heavy"]
    assert imported.way("a.b", "heavy".__eq__, passing=["c"]) == ["a.b", "d", "e", "heavy"]
    assert imported.way("a.b", "heavy".__eq__, passing=["heavy"]) == []
    assert imported.way("e", "nothing".__eq__) == []
