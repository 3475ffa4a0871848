"""Pages print what their commands give, and notebooks show what running them on the demo gives."""

import base64
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from support import helm, outside
from support.suite import BASELINES

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.results.runs import read_suite

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))
# As Jupyter writes the outputs anew, from the root of the repository and after `make demo`.
WRITE = "run: jupyter nbconvert --to notebook --execute --inplace docs/python.ipynb docs/tutorials/*.ipynb"
every_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """What `make demo` runs, or has run just now, as the variable DEMO says."""
    folder = tmp_path_factory.mktemp("demo") / "benchmark_output"
    if "DEMO" in os.environ:
        folder.symlink_to(ROOT / os.environ["DEMO"])
        return folder
    arguments = ["--conf-paths", ROOT / "run_specs/run_entries_demo.conf", "--suite", "demo", "-m", "1000"]
    arguments += ["--models-to-run", *BASELINES, "--output-path", folder, "--local-path", folder / "prod_env"]
    folder.mkdir()
    helm.finish(helm.start("helm-run", *arguments))
    return folder


def demo_rows(runs):
    """Score and standard error of both baselines, a row a benchmark."""
    models = sorted(BASELINES)
    yield from (f"| run entry | `{models[0]}` | `{models[1]}` |", "| --- | --: | --: |")
    stats = {(run.group, run.model): run.stats for run in runs}
    for group in sorted({run.group for run in runs}):
        decimals = 4 if group in ("creativity_aut", "creativity_pace", "creativity_story") else 2
        pairs = [[f"{stats[group, model][name]:.{decimals}f}" for name in ("score", "score_se")] for model in models]
        yield f"| `{group}` | {' | '.join(map(' ± '.join, pairs))} |"


@pytest.mark.commands
def test_the_demo_comes_out_as_printed(demo):
    """The baselines are seeded, so the scores are the same everywhere."""
    runs, problems = read_suite(demo / "runs" / "demo")
    assert problems == []
    assert {run.group for run in runs} == {benchmark.card.group for benchmark in list_entries()}
    page = (ROOT / "docs/what-scores-mean.md").read_text("utf-8").splitlines()
    assert page[page.index("<!-- demo -->") + 1 : page.index("<!-- /demo -->")] == list(demo_rows(runs))


LOUD = "for number in $(seq 3000); do echo line $number; done"


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
@pytest.mark.parametrize(("failing", "status"), [("", 0), ("helm-run", 3), ("helm-summarize", 4)])
def test_make_demo_prints_little(failing, status, tmp_path):
    """Programs in place of HELM's print 3000 lines. These go to a file, whose end is shown if one fails."""
    programs = tmp_path / "venv/bin"
    programs.mkdir(parents=True)
    for name in ("helm-run", "helm-summarize", "helm-creativity"):
        loud = f"{LOUD}\necho the end of {name} >&2" if name != "helm-creativity" else 'echo "ours: $1"'
        (programs / name).write_text(f"#!/bin/sh\n{loud}\nexit {status if name == failing else 0}\n", "utf-8")
        (programs / name).chmod(0o755)
    base, output = tmp_path / "venv/.base", tmp_path / "output"
    command = ["make", "-o", base, "demo", f"VENV={tmp_path / 'venv'}", f"OUTPUT={output}", "SUITE=tried"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    lines, log = done.stdout.splitlines(), output / "tried.log"
    assert "The demo runs two baselines" in lines[0]
    assert str(log) in lines[1]
    assert len(lines) < 150
    written = log.read_text("utf-8").splitlines()
    assert written[:3000] == [f"line {number}" for number in range(1, 3001)]
    if failing:
        assert f"Error {status}" in done.stderr
        assert f"failed with exit status {status}" in done.stdout
        assert lines[-2:] == [f"the end of {failing}", f"All output is in {log}"]
        assert "ours: report" not in lines
    else:
        assert done.returncode == 0
        assert {"ours: leaderboard", "ours: report"} <= set(lines)
        assert "ours: schema" in written


def cells_of(notebook, kind):
    return [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == kind]


def texts(cell):
    return "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")


def images(cell):
    shown = (output["data"]["image/png"] for output in cell["outputs"] if output["output_type"] == "display_data")
    return list(map(base64.b64decode, shown))


@every_notebook
def test_a_notebook_is_short_and_every_cell_has_its_outputs(notebook):
    """In order, from one run, small, with no path of the machine that made them; its links lead to files."""
    cells = cells_of(notebook, "code")
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1)), WRITE
    for cell in cells:
        kinds = {(output["output_type"], output.get("name")) for output in cell["outputs"]}
        assert kinds <= {("stream", "stdout"), ("display_data", None)}
        assert len(texts(cell)) < 2000
        assert len(images(cell)) <= 1
        assert all(image.startswith(b"\x89PNG") and len(image) < 60_000 for image in images(cell))
        assert not re.search(r"(?<![\w.])/\w|site-packages", texts(cell) + "".join(cell["source"]))
    assert notebook.stat().st_size < 70_000
    prose = cells_of(notebook, "markdown")
    assert len(prose) + len(cells) <= 15
    targets = re.findall(r"\]\(([^)#]+)", "\n".join("".join(cell["source"]) for cell in prose))
    assert [target for target in targets if not (notebook.parent / target).exists()] == []


@pytest.mark.commands
@every_notebook
def test_a_notebook_shows_what_running_it_gives(notebook, request, tmp_path, monkeypatch):
    """Texts are compared as they are; of plots, which versions of matplotlib draw differently, only the number.

    Benchmarks that a notebook installs into a temporary folder are forgotten behind it.
    """
    import matplotlib.pyplot as plt

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    root = tmp_path
    if "../benchmark_output" in notebook.read_text("utf-8"):
        root = request.getfixturevalue("demo").parent
    folder = root / notebook.relative_to(ROOT).parent
    folder.mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(folder)
    plt.switch_backend("agg")
    monkeypatch.setenv("COLUMNS", "100")
    names: dict[str, object] = {}
    with outside.installed(tmp_path):
        for cell in cells_of(notebook, "code"):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("".join(cell["source"]), str(notebook), "exec"), names)
            assert texts(cell) == printed.getvalue(), WRITE
            assert len(images(cell)) == len(plt.get_fignums()), WRITE
            plt.close("all")
