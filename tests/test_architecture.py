"""Who may import whom, and what may be imported at load."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from helm_creativity.checking.heavy import HEAVY

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "helm_creativity": ROOT / "helm_creativity",
    "scenarios": ROOT / "scenarios",
    "run_specs": ROOT / "run_specs",
}
MODULES = sorted(path for folder in PACKAGES.values() for path in folder.rglob("*.py"))
# What each part may import of ours, beside errors and files.
MAY = {
    "responses": {"responses"},
    "psychometrics": {"psychometrics"},
    "embeddings": {"embeddings", "responses"},
    "__main__.py": {"cli"},
    "rooms": {"rooms", "responses", "scenarios"},
    "vocabulary": {"vocabulary", "embeddings", "responses", "rooms"},
    "baselines": {"baselines", "embeddings", "rooms"},
    "judging": {"judging", "hosting", "responses", "rooms"},
    "rated": {"rated", "judging", "hosting", "baselines", "responses", "rooms"},
    "hosting": {"hosting", "baselines", "embeddings", "rooms", "responses", "psychometrics", "vocabulary"},
    "results": {"results", "rooms", "psychometrics", "judging", "responses"},
    "planning": {"planning", "hosting", "judging", "rooms"},
    "checking": {"checking", "baselines", "hosting", "judging", "planning", "responses", "results", "rooms"},
    "scaffold": {"scaffold", "rooms"},
    "cli.py": {"results", "planning", "checking", "scaffold", "rooms", "embeddings", "psychometrics"},
    "scenarios": {
        "scenarios",
        "hosting",
        "baselines",
        "embeddings",
        "judging",
        "psychometrics",
        "rated",
        "responses",
        "rooms",
        "vocabulary",
    },
    "run_specs": {"run_specs", "scenarios", "hosting", "judging", "rated"},
}
# The parts of judging and rated that ask judges; the rest reads what they said.
ASKS = (
    "annotator.py",
    "asking.py",
    "benchmark.py",
    "deployments.py",
    "hosted.py",
    "outside.py",
    "probabilities.py",
    "run_spec.py",
)
HELM_FREE = (
    "responses",
    "embeddings",
    "vocabulary",
    "psychometrics",
    "rooms",
    "results",
    "cli.py",
    "errors.py",
    "files.py",
    "__init__.py",
)


def part_of(path):
    """The part of the house that a module belongs to."""
    first, *rest = path.relative_to(ROOT).parts
    return rest[0] if first == "helm_creativity" else first


def imports(tree, at_load):
    """Names of imported modules; with ``at_load`` only those that loading the module imports."""
    inside = {
        id(node) for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for node in ast.walk(function)
    }
    for test in ast.walk(tree):
        if isinstance(test, ast.If) and getattr(test.test, "id", "") == "TYPE_CHECKING":
            inside |= {id(node) for node in ast.walk(test)}
    for node in ast.walk(tree):
        if at_load and id(node) in inside:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@cache
def tree_of(path):
    return ast.parse(path.read_text("utf-8"))


@cache
def names(path, at_load=False):
    return frozenset(imports(tree_of(path), at_load))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_follow_the_house(path):
    """A part imports only the parts below it."""
    ours = {name.split(".")[1] for name in names(path) if name.startswith("helm_creativity.")} - {"errors", "files"}
    assert ours - MAY.get(part_of(path), set()) == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_helm_is_imported_only_where_it_must_be(path):
    """Measures, scorers and everything below them live without it."""
    asks = part_of(path) in ("judging", "rated") and path.name in ASKS
    pure = path.name in ("measure.py", "oracle.py", "protocols.py", "scorer.py")
    pure = pure or (part_of(path), path.name) == ("baselines", "players.py")
    free = not asks and (part_of(path) in (*HELM_FREE, "judging", "rated") or pure)
    uses = {name for name in names(path) if name == "helm" or name.startswith("helm.")}
    hosting = {name for name in names(path) if name.startswith("helm_creativity.hosting")}
    assert not (free and (uses or hosting))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_heavy_is_imported_at_load(path):
    """Heavy libraries are imported where they are used."""
    assert {name.split(".")[0] for name in names(path, at_load=True)} & HEAVY == set()


def test_nothing_below_imports_a_particular_benchmark():
    """Rooms are found by name."""
    for path in PACKAGES["helm_creativity"].rglob("*.py"):
        assert not {name for name in names(path) if name.startswith("helm_creativity.scenarios.")}, path


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_and_functions_fit_the_eye(path):
    """Under 300 lines a module and 50 a function."""
    assert path.read_text("utf-8").count("\n") <= 300
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, node.name
