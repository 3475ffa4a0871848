"""What is written is clean by the rules of this repository, whatever the name is."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.process import HEAVY, python
from support.scaffolds import NAMES, write_here, write_projects

from helm_creativity.templates.kinds import KINDS
from helm_creativity.templates.names import LONGEST, OURS

pytestmark = pytest.mark.commands

ROOT = Path(__file__).parents[2]
SHORT = {kind: kind[0] + "0" for kind in KINDS}
LONG = {kind: kind + "_" + "w" * (LONGEST - len(kind) - 1) for kind in KINDS}


def run(command, folder, **environment):
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("names", [SHORT, NAMES, LONG], ids=["short", "usual", "long"])
def test_ruff_finds_nothing(tmp_path, names):
    """In a benchmark of ours by our rules; in a project by the same, this package being one of others."""
    here, projects = write_here(tmp_path / "here", names), write_projects(tmp_path / "projects", names)
    rules = f'extend = "{ROOT / "pyproject.toml"}"\n'
    (here / "ruff.toml").write_text(rules)
    sources = ", ".join(f'"{kind}"' for kind in names)
    others = '[lint.isort]\nknown-first-party = []\nknown-third-party = ["helm_creativity"]\n'
    (projects / "ruff.toml").write_text(f"{rules}src = [{sources}]\n{others}")
    for folder in (here, projects):
        run(["ruff", "check", "--no-cache", "."], folder)
        run(["ruff", "format", "--check", "--no-cache", "."], folder)


def test_mypy_finds_nothing(projects, repository, tmp_path):
    """Strictly, in one run, in which this package is found as it is installed."""
    package = tmp_path / "helm_creativity"
    package.mkdir()
    for path in (ROOT / "helm_creativity").iterdir():
        (package / path.name).symlink_to(path)
    (package / "scenarios").mkdir()
    (package / "scenarios" / "__init__.py").touch()
    (package / "run_specs").symlink_to(ROOT / "run_specs")
    (package / "scenarios" / "create").symlink_to(ROOT / "scenarios" / "create")  # its paths are imported
    for path in (repository / "scenarios").iterdir():
        (package / "scenarios" / path.name).symlink_to(path)
    wanted = []
    for kind, name in NAMES.items():
        if (projects / kind / name / "benchmark.py").is_file():
            (tmp_path / name).symlink_to(projects / kind / name)
            wanted += ["-p", name, "-p", f"helm_creativity.scenarios.{name}"]
    options = ["--config-file", ROOT / "setup.cfg", "--cache-dir", os.devnull, "--follow-imports", "silent"]
    run(["mypy", *options, *wanted], tmp_path, MYPYPATH=str(tmp_path))


def test_a_benchmark_loads_nothing_heavy_and_no_helm(site):
    """None of its modules does, but for rows, which are imported when a file is read."""
    found = [path for name in NAMES.values() for path in sorted((site / name).glob("*.py"))]
    parts = [path for path in found if path.stem != "records"]
    modules = [f"{path.parent.name}.{path.stem}".removesuffix(".__init__") for path in parts]
    assert len(modules) >= 3 * (len(NAMES) - 1)
    code = (
        f"import importlib, json, sys; sys.path.append({str(site)!r})\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    )
    assert set(python(code)) & {*HEAVY, "helm"} == set()


def test_nothing_heavy_is_imported_at_load(site):
    """By no module at all; functions may."""
    for path in site.rglob("*.py"):
        nodes = ast.parse(path.read_text()).body
        found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        found |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
        assert {name.partition(".")[0] for name in found} & {*HEAVY, "helm"} == set(), path


def test_benchmarks_of_this_repository_import_what_they_may(repository):
    """Families and what they stand on, what messages are made of, and never what touches HELM."""
    messages = {"errors", "safe_text"}
    allowed = {"scenarios", "baselines", "core", "embeddings", "families", "io", "judges", "text", "words", *messages}
    for path in (repository / "scenarios").rglob("*.py"):
        assert parts_of(path) <= allowed, path


def parts_of(path):
    """Parts of this package that a module imports."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    return {node.module.split(".")[1] for node in nodes if node.module.startswith("helm_creativity.")}


def test_no_class_of_a_benchmark_hides_what_it_is_made_from(repository):
    """Names that would are refused: they are those of the classes that are imported."""
    hiding = set()
    for path in repository.rglob("*.py"):
        nodes = ast.parse(path.read_text()).body
        imported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
        for end in ("Benchmark", "Scorer", "Settings"):
            hiding |= {snake(name.removesuffix(end)) for name in imported if name.endswith(end) and name != end}
    assert hiding <= OURS
    assert {"keyed", "judged", "response", "word_list"} <= hiding


def snake(name):
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")
