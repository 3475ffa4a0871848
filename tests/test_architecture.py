"""Who may import whom, and what may be imported at load."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from helm_creativity.conformance.imports import HEAVY

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "helm_creativity": ROOT / "helm_creativity",
    "scenarios": ROOT / "scenarios",
    "run_specs": ROOT / "run_specs",
}
MODULES = sorted(path for folder in PACKAGES.values() for path in folder.rglob("*.py"))
# What each part may import of ours, beside errors, files and what is read of them.
MAY = {
    "parsing": {"parsing", "core"},  # core.types alone, see below
    "psychometrics": {"psychometrics"},
    "people": {"people", "core", "judges"},
    "exams": {"exams", "core", "judges", "psychometrics"},
    "analysis": {"analysis", "core", "exams", "judges", "parsing", "people", "psychometrics"},
    "reporting": {"reporting", "analysis", "core", "exams", "judges", "people", "psychometrics"},
    "embeddings": {"embeddings", "core", "parsing"},
    "core": {"core", "judges", "parsing", "scenarios"},
    "wordlists": {"wordlists", "core", "embeddings", "parsing"},
    "baselines": {"baselines", "core", "embeddings"},
    "judges": {"judges", "baselines", "core", "helm_plugin", "parsing"},
    "helm_plugin": {"helm_plugin", "core", "judges", "parsing", "psychometrics"},
    "planning": {"planning", "core", "helm_plugin", "judges", "reporting"},
    "merging.py": {"core", "helm_plugin"},
    "forgetting": {"forgetting", "analysis", "core", "helm_plugin", "judges", "parsing", "planning"},
    "conformance": {"conformance", "analysis", "baselines", "core", "helm_plugin", "judges", "planning"},
    "templates": {"templates", "core"},
    "__main__.py": {"cli"},
    "__init__.py": {"api"},
    "api.py": {"analysis", "conformance", "core", "exams", "people", "planning", "psychometrics", "reporting"},
    "cli": {
        "cli",
        "analysis",
        "conformance",
        "core",
        "embeddings",
        "exams",
        "forgetting",
        "judges",
        "merging",
        "people",
        "planning",
        "reporting",
        "templates",
    },
    "scenarios": {
        "scenarios",
        "baselines",
        "core",
        "embeddings",
        "judges",
        "parsing",
        "psychometrics",
        "reporting",
        "wordlists",
    },
    "run_specs": {"run_specs", "core", "helm_plugin"},
}
# The modules of judges that ask them; the rest reads what they replied.
ASKS = ("asking.py", "deployments.py", "file_exchange.py", "outside.py", "probabilities.py")
TYPES = {"helm_creativity.core.types"}
HELM_FREE = (
    "parsing",
    "embeddings",
    "wordlists",
    "psychometrics",
    "reporting",
    "core",
    "analysis",
    "judges",
    "scenarios",
    "templates",
    "people",
    "exams",
    "cli",
    "api.py",
    "errors.py",
    "extras.py",
    "files.py",
    "masking.py",
    "safe_text.py",
    "untrusted_files.py",
    "__init__.py",
    "__main__.py",
)


def part_of(path):
    """The part of the package that a module belongs to."""
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
def test_imports_go_downwards(path):
    """A part imports only the parts below it."""
    ours = {name.split(".")[1] for name in names(path) if name.startswith("helm_creativity.")} - {
        "errors",
        "extras",
        "files",
        "masking",
        "safe_text",
        "untrusted_files",
    }
    assert ours - MAY.get(part_of(path), set()) == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_helm_is_imported_only_where_it_must_be(path):
    """Benchmarks and everything below them live without it."""
    asks = path in {PACKAGES["helm_creativity"] / "judges" / name for name in ASKS}
    free = not asks and (part_of(path) in HELM_FREE or (part_of(path), path.name) == ("baselines", "word_choosers.py"))
    uses = {name for name in names(path) if name == "helm" or name.startswith("helm.")}
    plugin = {name for name in names(path) if name.startswith("helm_creativity.helm_plugin")}
    assert not (free and (uses or plugin))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_heavy_is_imported_at_load(path):
    """Heavy libraries are imported where they are used; rows of files are models, which are imported as a whole."""
    models = {"pydantic"} if is_of_rows(path) else set()
    assert {name.split(".")[0] for name in names(path, at_load=True)} & HEAVY <= models


def is_of_rows(path):
    """Whether a module declares rows of files."""
    return path.name == "row_models.py" or (path.name == "records.py" and part_of(path) in ("scenarios", "wordlists"))


def test_rows_are_imported_by_their_names_alone():
    """Otherwise whatever imports a benchmark would import pydantic."""
    for path in MODULES:
        rows = [name for name in names(path, at_load=True) if name.endswith((".row_models", "wordlists.records"))]
        assert is_of_rows(path) or rows == [], path


def test_parsing_knows_the_types_of_the_core_alone():
    """What is parsed is a response; everything else in the core stands above it."""
    for path in (PACKAGES["helm_creativity"] / "parsing").rglob("*.py"):
        assert {name for name in names(path) if name.startswith("helm_creativity.core")} <= TYPES, path


def test_nothing_below_imports_a_particular_benchmark():
    """Benchmarks are found by name."""
    for path in PACKAGES["helm_creativity"].rglob("*.py"):
        assert not {name for name in names(path) if name.startswith("helm_creativity.scenarios.")}, path


def test_no_two_public_classes_share_a_name():
    """A name says which class is meant, whatever module a reader is in."""
    places = {}
    for path in MODULES:
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}
