"""First versions of benchmarks, written into a folder of tests: all kinds, in both places."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from helm_creativity.templates.kinds import KINDS
from helm_creativity.templates.rendering import NewBenchmark
from helm_creativity.templates.writing import write

NAMES = {kind: f"my_{kind}" for kind in KINDS}


def checkout(folder: Path) -> Path:
    """The little of this repository that makes it one."""
    for name in ("scenarios", "run_specs"):
        (folder / name).mkdir(parents=True)
    (folder / "setup.cfg").write_text("[metadata]\nname = helm-creativity\nversion = attr: a.b\n")
    return folder


def write_here(folder: Path, names: Mapping[str, str]) -> Path:
    """A checkout with a benchmark of each kind."""
    top = checkout(folder)
    for kind, name in names.items():
        write(NewBenchmark(name, kind, ours=True), top)
    return top


def write_projects(folder: Path, names: Mapping[str, str]) -> Path:
    """A folder with a project of each kind."""
    for kind, name in names.items():
        write(NewBenchmark(name, kind, ours=False), folder / kind)
    return folder


def install_projects(projects: Path, site: Path) -> Path:
    """Lays projects out as an installer does, by what their ``pyproject.toml`` says."""
    for project in sorted(projects.iterdir()):
        text = (project / "pyproject.toml").read_text()
        name = text.partition('[project]\nname = "')[2].partition('"')[0]
        shutil.copytree(project / name, site / name)
        points = text.partition('[project.entry-points."helm_creativity.benchmarks"]\n')[2].partition("\n\n")[0]
        information = site / f"{name}-0.1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
        group = "[helm_creativity.benchmarks]"
        (information / "entry_points.txt").write_text(f"{group}\n{points}\n".replace('"', ""))
    return site


def tree(folder: Path) -> dict[str, str]:
    """All files below a folder with their texts; of folders that are empty the names."""
    return {
        path.relative_to(folder).as_posix(): path.read_text() if path.is_file() else ""
        for path in sorted(folder.rglob("*"))
        if path.is_file() or (path.is_dir() and not any(path.iterdir()))
    }
