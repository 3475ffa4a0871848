"""What is installed: what is in the repository, with all that it imports, or with a command for what may be absent."""

from __future__ import annotations

import ast
import configparser
import importlib.util
import os
import pickle
import re
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from support.process import python
from support.simulated import simulated_suite

import helm_creativity
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.errors import MissingExtra
from helm_creativity.extras import require, requirement
from helm_creativity.helm.scenario import CreativityScenario

ROOT = Path(__file__).parents[1]
FOLDERS = ("helm_creativity", "scenarios", "run_specs")
MAY_BE_ABSENT = ("openpyxl", "sentence_transformers")
UNLISTED = {"pytest", "pydantic_core"}
"""What only authors of benchmarks run, and what is released with pydantic for it alone."""
LISTED = set(re.findall(r"^[\w-]+", (ROOT / "requirements/scoring.txt").read_text("utf-8"), re.MULTILINE))
"""Enough to score responses and to read suites."""


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


OWNERS = {name: {normal(each) for each in found} for name, found in metadata.packages_distributions().items()}
HIDDEN = sorted(
    name
    for name, found in OWNERS.items()
    if not found & {*LISTED, "helm-creativity", "setuptools"} and name != "helm_creativity"
)
# As if only these were installed: everything else that is in this environment is hidden from import and from find_spec.
ALONE = """
import sys
from importlib.abc import MetaPathFinder

class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hidden())
from helm_creativity.commands import main
sys.exit(main(sys.argv[1:]))
"""


def ended(*arguments, cwd):
    """The command in a process that finds only what is listed."""
    return subprocess.run(
        [sys.executable, "-c", ALONE.format(hidden=set(HIDDEN)), *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.commands
@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "dat", "--embedding", "builtin", "a.csv", "--out", "s.csv"),
        ("leaderboard", "s"),
        ("leaderboard", "s", "--out", "board.html"),
        ("report", "s", "--responses", "none"),
        ("status", "s"),
        ("people", "import", "a.csv", "--benchmark", "dat", "--embedding", "builtin", "--name", "p", "--dry-run"),
        ("cite", "dat"),
        ("list", "files"),
    ],
    ids=" ".join,
)
def test_what_is_listed_for_scoring_is_enough(arguments, tmp_path):
    assert {"helm", "torch", "datasets", "transformers", "pandas", "pyarrow"} <= set(HIDDEN)
    assert {"numpy", "polars", "yaml", "matplotlib"} & set(HIDDEN) == set()
    simulated_suite(tmp_path / "benchmark_output/runs/s", 3, n_models=3, benchmarks=("dat", "rat"), n_items=4)
    words = "lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile"
    (tmp_path / "a.csv").write_text(f'item,response\nolson2021,"{words}"\n')
    done = ended(*arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout or (tmp_path / arguments[-1]).stat().st_size


@pytest.mark.commands
def test_what_needs_helm_says_so_in_a_line(tmp_path):
    done = ended("plan", "creativity_dat:model=creativity/greedy", cwd=tmp_path)
    assert done.returncode == 2
    command = r"pip install 'crfm-helm\S+'"
    said = f"helm-creativity: this command needs helm, which is not installed; install it with: {command}\n"
    assert re.fullmatch(said, done.stderr)


@pytest.fixture
def without_libraries(monkeypatch):
    """An environment in which none of these libraries is installed."""
    found = importlib.util.find_spec
    monkeypatch.setattr("helm_creativity.extras.find_spec", lambda name: None if name in MAY_BE_ABSENT else found(name))
    for name in MAY_BE_ABSENT:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize(
    ("library", "expected"),
    [
        ("openpyxl", "openpyxl>=3.1"),
        ("sentence_transformers", "sentence-transformers>=6.0"),
        ("helm", r"crfm-helm\S+"),
        ("yaml", "pyyaml>=6"),
        ("torch", r"torch>=[\d.]+"),
        ("antigravity", None),
    ],
)
def test_requirements_are_those_of_the_metadata(library, expected):
    """Otherwise a message would install a version that does not work."""
    found = requirement(library)
    assert found is None if expected is None else re.fullmatch(expected, found.lower())


def test_what_is_imported_is_listed():
    """Whatever brings it along today may cease to do so tomorrow."""
    config = configparser.ConfigParser(interpolation=None)
    config.read(ROOT / "setup.cfg")
    parts = (config["options"]["install_requires"], config["options.extras_require"]["workbooks"])
    listed = {normal(re.split(r"[\[<>=!]", line)[0]) for part in parts for line in part.split()}
    known = sys.stdlib_module_names | UNLISTED | {"helm_creativity"}
    missing = {
        (str(path.relative_to(ROOT)), name)
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for name in imported(path) - known
        if not OWNERS.get(name, set()) & listed
    }
    assert missing == set()


def imported(path):
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("library", MAY_BE_ABSENT)
def test_a_missing_library_is_named_with_its_requirement(library, request):
    require(library, "this test")
    request.getfixturevalue("without_libraries")
    with pytest.raises(
        MissingExtra, match=rf"this test needs {library}.*pip install '{requirement(library)}'"
    ) as caught:
        require(library, "this test")
    assert isinstance(caught.value, ImportError)


@pytest.mark.usefixtures("without_libraries")
def test_a_workbook_is_refused_and_a_csv_is_read(tmp_path):
    (tmp_path / "norms.xlsx").write_bytes(b"PK\x03\x04")
    (tmp_path / "norms.csv").write_text("word\nlamp\n")
    with pytest.raises(MissingExtra, match=r"norms\.xlsx needs openpyxl.*pip install 'openpyxl>=3\.1'"):
        read_sheet(tmp_path / "norms.xlsx")
    assert read_sheet(tmp_path / "norms.csv") == [{"word": "lamp"}]


def test_nothing_installs_the_package_by_a_name_that_no_index_has():
    """Neither a message nor a page: a checkout is installed by its path."""
    folders = ("helm_creativity", "scenarios", "run_specs", "docs", "perf", "tools")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md", ".j2")]
    files += [path for path in ROOT.iterdir() if path.suffix == ".md"]
    texts = {path: path.read_text("utf-8") for path in files}
    assert sum("pip install" in text for text in texts.values()) > 5
    by_name = re.compile(r"pip install[^\n`]*?[ '\"]helm[-_]creativity\b")
    assert not [str(path) for path, text in texts.items() if by_name.search(text)]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel, built from a copy so that nothing is left behind in the checkout."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", out]
    done = subprocess.run([*map(str, command), str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """The wheel as an installer lays it out."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def files(folder, within=""):
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {f"{within}{path}" for path in found if "__pycache__" not in path.parts}


def test_the_wheel_holds_every_file_of_the_three_folders(installed):
    """A forgotten pattern would lose a prompt or a card."""
    inner = {"helm_creativity": "", **{name: f"{name}/" for name in FOLDERS[1:]}}
    expected = set().union(*(files(ROOT / name, f"helm_creativity/{place}") for name, place in inner.items()))
    assert {name for name in files(installed) if ".dist-info/" not in name} == expected
    assert "helm_creativity/py.typed" in expected


def test_the_wheel_is_small_enough_and_has_its_licences(wheel, installed):
    """The built-in table and its estimates are at most 22 MB, and all the rest together a sixth of it."""
    with zipfile.ZipFile(wheel) as archive:
        sizes = {entry.filename: entry.compress_size for entry in archive.infolist()}
    table = sum(size for name, size in sizes.items() if name.startswith("helm_creativity/embeddings/builtin/"))
    assert 20e6 < table < 22e6
    assert sum(sizes.values()) - table < table / 6
    folder = installed / "helm_creativity/embeddings/builtin"
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in (folder / "LICENSE.wordnet").read_text()
    assert "Copyright 2000-2011 by Kevin Atkinson" in (folder / "LICENSE.scowl").read_text()
    assert list(installed.glob("*.dist-info/licenses/LICENSE"))


def test_an_installed_copy_works_outside_and_inside_a_checkout(installed, tmp_path):
    """In a checkout ``helm_creativity/`` shadows the installed one and has no ``scenarios`` in it."""
    code = (
        "import json, sys; sys.path.append({path!r})\n"
        "import helm_creativity.scenarios.dat.scoring as dat\n"
        "print(json.dumps(dat.__file__))"
    )
    alone = "import sys; sys.meta_path[:] = [finder for finder in sys.meta_path if 'editable' not in repr(finder)]; "
    assert str(installed) in python(alone + code.format(path=str(installed)), cwd=tmp_path)
    assert str(ROOT) in python(alone + code.format(path=str(installed)), cwd=ROOT)


def test_scenarios_survive_pickling():
    """HELM's runners send specs and objects between processes."""
    scenario = pickle.loads(pickle.dumps(CreativityScenario("dat", protocol="olson2021")))
    assert (type(scenario), scenario.settings.protocol) == (CreativityScenario, "olson2021")


def test_the_version_is_one():
    """In the code, in the metadata and in the citation."""
    version = helm_creativity.__version__
    assert metadata.version("helm-creativity") == version
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == version


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
@pytest.mark.parametrize(
    ("wheel", "system", "arguments", "asked"),
    [
        (True, "Linux", [], "torch-9+cpu-cp000-cp000-any.whl"),
        (False, "Linux", [], "torch torchvision --index-url https://download.pytorch.org/whl/cpu"),
        (False, "Darwin", [], ""),
        (False, "Linux", ["TORCH=torch==9"], "torch==9"),
        (True, "Linux", ["TORCH="], ""),
    ],
    ids=["wheel", "index", "no Linux", "named", "pip's choice"],
)
@pytest.mark.parametrize("reached", [True, False])
def test_make_takes_the_cpu_build_of_torch(wheel, system, arguments, asked, reached, tmp_path):
    """Where PyTorch's index cannot be reached pip chooses; what a user names must be there."""
    (tmp_path / ".venv/bin").mkdir(parents=True)
    failing = "" if reached else 'case "$*" in install*torch*) exit 1;; esac'
    for name, lines in {
        ".venv/bin/python": "",
        ".venv/bin/pip": f'echo "pip $*"\n{failing}',
        "uname": f"echo {system}",
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{lines}\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    if wheel:
        (tmp_path / "torch-9+cpu-cp000-cp000-any.whl").touch()
    command = ["make", "--silent", "--file", ROOT / "Makefile", ".venv/.torch", "TAG=cp000", *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "TORCH"))}
    environment |= {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PIP_FIND_LINKS": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    installs = [line for line in done.stdout.splitlines() if line.startswith("pip install")]
    assert len(installs) == bool(asked)
    assert all(asked in line for line in installs)
    assert (done.returncode == 0) == (reached or not asked or "--index-url" in asked)
