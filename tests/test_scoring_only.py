"""What requirements/scoring.txt installs is enough to score responses and to read suites."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from support.simulated import simulated_suite

ROOT = Path(__file__).parents[1]
LINES = (ROOT / "requirements/scoring.txt").read_text("utf-8").splitlines()
LISTED = {re.split("[<>=]", line)[0] for line in LINES if line and not line.startswith("#")}
# As if only these were installed: everything else that is in this environment is hidden from import and from find_spec.
ALONE = """
import sys
from importlib.abc import MetaPathFinder

class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hidden())
"""
MAIN = """
from helm_creativity.commands import main
sys.exit(main(sys.argv[1:]))
"""


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


HIDDEN = sorted(
    name
    for name, found in packages_distributions().items()
    if not {normal(each) for each in found} & {*LISTED, "helm-creativity", "setuptools"} and name != "helm_creativity"
)


def ended(code, *arguments, cwd):
    """A process that finds only what is listed."""
    return subprocess.run(
        [sys.executable, "-c", ALONE.format(hidden=set(HIDDEN)) + code, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_neither_helm_nor_torch_is_listed():
    assert {"helm", "torch", "datasets", "transformers", "pandas", "pyarrow"} <= set(HIDDEN)
    assert {"numpy", "polars", "yaml", "matplotlib"} & set(HIDDEN) == set()


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
def test_it_is_enough(arguments, tmp_path):
    simulated_suite(tmp_path / "benchmark_output/runs/s", 3, n_models=3, benchmarks=("dat", "rat"), n_items=4)
    words = "lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile"
    (tmp_path / "a.csv").write_text(f'item,response\nolson2021,"{words}"\n')
    done = ended(MAIN, *arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout or (tmp_path / arguments[-1]).stat().st_size


@pytest.mark.commands
def test_python_scores(tmp_path):
    code = """
import helm_creativity as hc
scores = hc.score("dat", ["lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile"], embedding="builtin")
print(scores.to_polars()["score"][0])
"""
    done = ended(code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    assert float(done.stdout) == pytest.approx(76.56, abs=0.01)


@pytest.mark.commands
def test_what_needs_helm_says_so_in_a_line(tmp_path):
    done = ended(MAIN, "plan", "creativity_dat:model=creativity/greedy", cwd=tmp_path)
    assert done.returncode == 2
    command = r"pip install 'crfm-helm\S+'"
    said = f"helm-creativity: this command needs helm, which is not installed; install it with: {command}\n"
    assert re.fullmatch(said, done.stderr)
