"""How the code is laid out: who may import whom, what is named where, and how much of it there is."""

from __future__ import annotations

import ast
import graphlib
import re
import sys
from collections import Counter
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml
from support.tools import tool

from helm_creativity.testing.checks import HEAVY

ROOT = Path(__file__).parents[1]
PACKAGES = {name: ROOT / name for name in ("helm_creativity", "scenarios", "run_specs")}
MODULES = sorted(path for folder in PACKAGES.values() for path in folder.rglob("*.py"))
COMMANDS = ROOT / "helm_creativity" / "commands"
# What commands do; the others of its modules are the command line.
DOING = [path.name for path in COMMANDS.iterdir() if path.is_dir() or "import click" not in path.read_text("utf-8")]
# Each part may import what stands above it.
LAYERS = (
    ("version.py", "safe_text.py", "defaults.py"),
    ("errors.py",),
    ("extras.py", "masking.py"),
    ("psychometrics",),
    ("benchmark",),
    ("parsing",),
    ("embeddings",),
    ("lexicon",),
    ("helm/clients",),
    ("judges",),
    ("baselines",),
    ("task_types",),
    ("judges/evaluation", "people"),
    ("results",),
    ("reports",),
    ("helm",),
    tuple(f"commands/{name}" for name in DOING),
    ("testing",),
    ("api.py",),
    ("__init__.py",),
    ("commands",),
    ("__main__.py",),
)
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
# They stand beside the layers: benchmarks know nothing of commands, and nothing below knows a benchmark.
BESIDE = {"scenarios": LEVEL["reports"], "run_specs": LEVEL["helm"]}
# The modules of judges that ask them; the rest reads what they replied.
ASKS = ("asking.py", "deployments.py", "probabilities.py", "standalone.py")
BELOW_TEXT = {"helm_creativity.benchmark.types"}
# Of a benchmark's or a family's folder: its HELM classes.
CLASSES = "scenario.py"
HELM_FREE = (
    *("parsing", "embeddings", "lexicon", "psychometrics", "reports", "benchmark", "results", "judges", "scenarios"),
    *("people", "judges/evaluation", "commands", "api.py", "defaults.py", "errors.py", "extras.py", "masking.py"),
    *("safe_text.py", "__init__.py", "__main__.py"),
)


def part_of(path):
    """The part of the package that a module belongs to."""
    first, *rest = path.relative_to(ROOT).parts
    if first != "helm_creativity":
        return first
    inner = "/".join(rest[:2])
    return inner if inner in LEVEL else rest[0]


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


def name_of(path):
    """The name by which a module is imported."""
    parts = [*path.relative_to(ROOT).with_suffix("").parts]
    inside = parts if parts[0] == "helm_creativity" else ["helm_creativity", *parts]
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


NAMED = {name_of(path): path for path in MODULES}


@cache
def imported_modules(path):
    """Our modules whose names a module imports."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            within = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {within[name] if within[name] in NAMED else node.module for name in within}
    return found & NAMED.keys()


def shown(path):
    return str(path.relative_to(ROOT))


def test_imports_go_upwards_in_the_list():
    """A part imports itself and what stands above it, type hints and imports inside functions included."""
    offenders = {}
    for path in MODULES:
        part = part_of(path)
        highest = LEVEL["helm"] if path.name == CLASSES else BESIDE.get(part, LEVEL.get(part, -1))
        imported = {part_of(NAMED[name]) for name in imported_modules(path)} - {part, "__init__.py"}
        if below := {other for other in imported if other in BESIDE or LEVEL[other] > highest}:
            offenders[shown(path)] = below
    assert offenders == {}


def test_no_circle():
    """No module imports itself by way of others, type hints included."""
    graphlib.TopologicalSorter({name: imported_modules(path) - {name} for name, path in NAMED.items()}).prepare()


def is_of_rows(path):
    """Whether a module declares rows of files."""
    parts = ("scenarios", "task_types")
    return (path.parent.name, path.name) == ("rows", "fields.py") or (path.name == "rows.py" and part_of(path) in parts)


def is_free_of_helm(path):
    """Whether a module lives without HELM, as benchmarks and everything below them do."""
    free = part_of(path) in HELM_FREE or (part_of(path), path.name) == ("baselines", "word_choosers.py")
    asks = path.parent == PACKAGES["helm_creativity"] / "judges" and path.name in ASKS
    return free and path.name != CLASSES and not asks


def of_packages(names, *packages):
    """The names that are of some packages."""
    return {name for name in names if f"{name}.".startswith(tuple(f"{package}." for package in packages))}


def rows_of_files(path):
    """What would import pydantic, of all that a module imports."""
    return {
        name for name in names(path, at_load=True) if name.endswith(("rows.fields", "word_list.rows", "rated.rows"))
    }


def heavy(path):
    return {name.split(".")[0] for name in names(path, at_load=True)} & HEAVY - (
        {"pydantic"} if is_of_rows(path) else set()
    )


OURS = PACKAGES["helm_creativity"]
RULES = {
    "helm where it must be": lambda path: (
        is_free_of_helm(path) and of_packages(names(path), "helm", "helm_creativity.helm")
    ),
    "heavy libraries where they are used, but pydantic by rows": heavy,
    "rows by their names alone": lambda path: not is_of_rows(path) and rows_of_files(path),
    "readers know texts and responses alone": lambda path: (
        OURS / "parsing" in path.parents and of_packages(names(path), "helm_creativity.benchmark") - BELOW_TEXT
    ),
    "benchmarks are found by name": lambda path: (
        OURS in path.parents and of_packages(names(path), "helm_creativity.scenarios")
    ),
}
"""What breaks a rule about what is imported, by module."""


@pytest.mark.parametrize("rule", RULES)
def test_imports_keep_to_a_rule(rule):
    assert {shown(path): broken for path in MODULES if (broken := RULES[rule](path))} == {}


BENCHMARKS = sorted(path.parent.name for path in PACKAGES["scenarios"].glob("*/card.yaml"))
# No word of English, so that it means the benchmark wherever it stands in a name or a text of code.
COINED = re.compile("conditional dat|hivemind|(?<![a-z])(?:cdat|drat|sdat)|macgyver|live_?idea|hard_dat")
RUN_ENTRY = re.compile(rf"creativity_(?:{'|'.join(BENCHMARKS)})(?![a-z_])")
NAMES_A_BENCHMARK = {"commands/extending.py": {"metaphor"}, "judges/evaluation/sets/readers.py": {"ttcw"}}
"""By module: it is copied where nothing is named; a set for judges has the name of the benchmark with its tests."""


def benchmarks_named(path):
    """Our benchmarks in a module's code: texts that are a benchmark's name, run entries in texts, and coined names."""
    tree = tree_of(path)
    prose = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    yield from COINED.findall(path.stem)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield from [node.value] if node.value in BENCHMARKS else RUN_ENTRY.findall(node.value)
            yield from COINED.findall(node.value.lower())
        for name in ("id", "attr", "arg", "name", "module"):
            if isinstance(value := getattr(node, name, None), str):
                yield from COINED.findall(re.sub("(?<=[a-z])(?=[A-Z])", "_", value).lower())


def test_code_that_all_benchmarks_share_names_none_of_ours():
    """A stranger's benchmark gets what ours get."""
    found = {
        str(path.relative_to(PACKAGES["helm_creativity"])): named
        for path in sorted(PACKAGES["helm_creativity"].rglob("*.py"))
        if (named := set(benchmarks_named(path)))
    }
    assert found == NAMES_A_BENCHMARK


def test_no_two_public_classes_share_a_name():
    """A name says which class is meant, whatever module a reader is in."""
    classes = [node.name for path in MODULES for node in tree_of(path).body if isinstance(node, ast.ClassDef)]
    assert [name for name, n in Counter(classes).items() if n > 1 and not name.startswith("_")] == []


def test_loops_of_tests_and_tools_say_what_they_run_over():
    """As in the packages; ``for one, other in pairs`` may stand where the two are alike."""
    found = [
        f"{path}:{node.target.lineno}"
        for folder in ("tests", "perf", "tools")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "for one in" in path.read_text("utf-8")  # to parse few of them
        for node in ast.walk(tree_of(path))
        if isinstance(node, (ast.For, ast.comprehension)) and getattr(node.target, "id", "") == "one"
    ]
    assert found == []


def test_no_module_beside_the_package_hides_an_installed_one():
    """Tests have these folders in front of what is installed, such as the package ``coverage``."""
    installed = packages_distributions().keys() | sys.stdlib_module_names
    assert [p for folder in ("tests", "perf", "tools") for p in (ROOT / folder).iterdir() if p.stem in installed] == []


def test_the_folders_of_a_run_stand_in_one_place():
    """A command and a function that looked elsewhere would not find each other's runs."""
    found = {
        path.name
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in ("prod_env", "benchmark_output")
    }
    assert found == {"defaults.py"}


def test_intervals_are_written_in_one_form():
    """In messages, tables and pages as in the documentation."""
    files = [path for folder in PACKAGES.values() for path in folder.rglob("*") if path.suffix in (".py", ".j2")]
    assert any("95 % interval" in path.read_text("utf-8") for path in files)
    assert [str(path) for path in files if "95%" in path.read_text("utf-8")] == []


BUDGET = yaml.safe_load((ROOT / "tests" / "budget.yaml").read_text("utf-8"))


def modules_in(place):
    """A file, or all Python below a folder."""
    return [ROOT / place] if place.endswith(".py") else [*(ROOT / place).rglob("*.py")]


@pytest.mark.parametrize("part", BUDGET)
def test_a_part_keeps_to_its_budget(part):
    """No part has more lines of Python than its budget, which only falls."""
    lines = sum(path.read_text("utf-8").count("\n") for place in BUDGET[part]["of"] for path in modules_in(place))
    assert lines <= BUDGET[part]["lines"], f"{part}: a change that needs more takes it from another part's budget"


def test_every_module_is_in_one_part():
    counted = [path for part in BUDGET.values() for place in part["of"] for path in modules_in(place)]
    assert sorted(counted) == sorted([*MODULES, *modules_in("tests")])


walk = tool("walk", ROOT / "perf")
MOST = {
    "scoring one DAT response": 36,
    "building one run spec": 17,
    "reading one judge's reply": 5,
    "helm-creativity --help (imports)": 20,
}
"""Modules of ours, at most, that a newcomer has to step through; see ``perf/walk.py``."""


@pytest.mark.parametrize("name", walk.WALKS)
def test_a_walk_enters_few_modules(name):
    entered = walk.WALKS[name][0]()
    assert entered, "nothing of ours was entered: the walk does not measure what it should"
    assert len(entered) <= MOST[name], "\n".join(entered)


def test_reading_a_reply_seldom_leads_back_into_a_file_that_was_left():
    """None can be fewer than the files behind the first, as each call ends in a return."""
    files = len(walk.reading_a_judge())
    assert files - 1 <= walk.returns(walk.reply_to_read()) <= 10


def test_the_entry_point_is_cheap():
    """Every ``helm-run`` on the machine loads it: at most a quarter of the time of HELM's own import."""
    assert walk.entry_point_share(times=3) <= 0.25
