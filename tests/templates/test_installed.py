"""What ``new`` prints, done by hand in an environment of its own: pip builds the project, and it can be used there."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import helm_creativity
from helm_creativity.cli.new import next_commands
from helm_creativity.templates.rendering import NewBenchmark
from helm_creativity.templates.writing import write

pytestmark = pytest.mark.commands

PROGRAMS = {"pip": "pip", "helm-creativity": "helm_creativity", "helm-run": "helm.benchmark.run"}
"""Modules behind the commands: the scripts of the environment above would start its own Python."""
OFFLINE = re.compile(r"requirement setuptools\S* \(from versions: none\)")


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The interpreter of a new environment that finds all that this one finds."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True, symlinks=True)
    interpreter = folder / "bin/python"
    show = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.run([interpreter, "-c", show], capture_output=True, text=True, check=True).stdout.strip())
    lines = [str(Path(helm_creativity.__file__).parents[1])]
    lines += [f"import site; site.addsitedir({path!r})" for path in sys.path if Path(path).name == "site-packages"]
    (site / "above.pth").write_text("\n".join(lines) + "\n")
    return interpreter


def test_a_project_works_as_it_is_printed(python, tmp_path):
    """A benchmark that is data: without ``__init__.py``, of which an editable installation makes a special case."""
    wanted = NewBenchmark("limerick", "rated", ours=False)
    write(wanted, tmp_path / "project")
    user = tmp_path / "user"
    user.mkdir()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for command in next_commands(wanted, tmp_path / "project"):
        program, _, arguments = command.partition(" ")
        done = subprocess.run(
            f"{python} -m {PROGRAMS[program]} {arguments}",
            shell=True,
            cwd=user,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=400,
        )
        if program == "pip" and OFFLINE.search(done.stdout):
            pytest.skip("pip cannot reach an index, from which build isolation takes setuptools")
        assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"
        if program == "helm-creativity":
            assert "of 1 benchmark: nothing is wrong" in done.stdout
    assert len(list(user.glob("benchmark_output/runs/limerick/creativity_limerick*/stats.json"))) == 1
