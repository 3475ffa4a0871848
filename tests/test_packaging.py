"""What is installed is what is in the repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.process import python

ROOT = Path(__file__).parents[1]
LEFT_OUT = {"__pycache__"}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel, built from a copy so that nothing is left behind in the checkout."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("helm_creativity", "scenarios", "run_specs"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
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


def files(folder):
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and not LEFT_OUT & set(path.relative_to(folder).parts)
    }


def test_the_wheel_holds_every_file_of_the_three_folders(installed):
    """A forgotten pattern would lose a prompt or a card."""
    expected = {f"helm_creativity/{name}" for name in files(ROOT / "helm_creativity")}
    expected |= {f"helm_creativity/scenarios/{name}" for name in files(ROOT / "scenarios")}
    expected |= {f"helm_creativity/run_specs/{name}" for name in files(ROOT / "run_specs")}
    assert {name for name in files(installed) if ".dist-info/" not in name} == expected
    assert "helm_creativity/py.typed" in expected


def test_the_wheel_is_small_enough(wheel):
    """The built-in table and its estimates are at most 22 MB, and all the rest together a seventh of it."""
    with zipfile.ZipFile(wheel) as archive:
        sizes = {entry.filename: entry.compress_size for entry in archive.infolist()}
    table = sum(size for name, size in sizes.items() if name.startswith("helm_creativity/embeddings/builtin/"))
    assert 20e6 < table < 22e6
    assert sum(sizes.values()) - table < table / 7


def test_licences_are_shipped(installed):
    """Ours, and the notices of WordNet and SCOWL with the table that is derived from them."""
    table = installed / "helm_creativity/embeddings/builtin"
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in (table / "LICENSE.wordnet").read_text()
    assert "Copyright 2000-2011 by Kevin Atkinson" in (table / "LICENSE.scowl").read_text()
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


def test_classes_survive_pickling():
    """HELM's runners send specs and objects between processes."""
    import pickle

    from helm_creativity.helm.scenario import CreativityScenario

    scenario = pickle.loads(pickle.dumps(CreativityScenario("dat", protocol="olson2021")))
    assert type(scenario) is CreativityScenario
    assert scenario.settings.protocol == "olson2021"


def test_the_version_is_one():
    """In the code, in the metadata and in the citation."""
    import importlib.metadata

    import yaml

    from helm_creativity import __version__

    assert importlib.metadata.version("helm-creativity") == __version__
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == __version__


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
