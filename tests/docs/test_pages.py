"""What the pages say is what happens: every command in a block marked ``sh`` is run."""

import doctest
import inspect
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import parse_object_spec
from support import forked, helm
from support.server import ChatServer, reply
from support.words import GOOD

import helm_creativity as hc
import helm_creativity.run_specs
from helm_creativity import api
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands.planning.offline import offline
from helm_creativity.errors import BadArguments

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BENCHMARK_PAGES = sorted((ROOT / "docs/benchmarks").glob("*.md"))  # their Python examples: test_benchmark_pages
every_page = pytest.mark.parametrize("page", [*PAGES, *BENCHMARK_PAGES], ids=lambda page: page.name)
# Commands that need the network, or are run by other means; and a file that the commands of its page use.
NOT_RUN = "pip install|make |helm-server|fetch|model=openai/|--model openai/|--judge openai/|--mongo-uri|SlurmRunner"
NOT_RUN += r"|slurm/\*/logs|blend|haiku"
FILE = r"^\*\*`(\w+\.(?:py|yaml))`\*\*\n\n```\w+\n(.*?)^```"


def commands(page):
    """The commands of a page's ``sh`` blocks."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A user's folder, with answers to score."""
    folder = tmp_path_factory.mktemp("user")
    (folder / "answers.jsonl").write_text(json.dumps({"response": GOOD}) + "\n")
    return folder


def enter(line, folder):
    """Status and output of a command; only those that are more than a program and its arguments need a shell."""
    environment = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    program, *arguments = shlex.split(line, comments=True)
    if program in helm.PROGRAMS and not set("|<>;&$*?~`(){}").intersection(line) and not forked.COVERED:
        process = forked.Process(helm.PROGRAMS[program], arguments, folder, environment, apart=True)
        output, errors = process.communicate(timeout=600)
        return process.returncode, output, errors
    done = subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.commands
@every_page
def test_commands_work_as_printed(page, folder):
    """One after the other, in one folder, with the programs of this environment."""
    for name, text in re.findall(FILE, page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        (folder / name).write_text(text)
    example = yaml.safe_load((ROOT / "docs/prod_env/model_deployments.yaml").read_text())
    address = example["model_deployments"][0]["client_spec"]["args"]["base_url"]
    with ChatServer({"my-model": lambda call: reply(GOOD)}) as server:
        (folder / "prod_env").mkdir(exist_ok=True)
        for name in ("model_deployments.yaml", "model_metadata.yaml"):
            text = (ROOT / "docs/prod_env" / name).read_text()
            (folder / "prod_env" / name).write_text(text.replace(address, server.url))
        for line in commands(page):
            if re.search(NOT_RUN, line):
                continue
            status, output, errors = enter(line.replace(address, server.url), folder)
            assert status == 0, f"{line}\n{output[-2000:]}\n{errors[-2000:]}"


BLOCKS = [
    block
    for page in PAGES
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
]


@pytest.mark.commands
@pytest.mark.parametrize("block", BLOCKS)
def test_python_works_as_printed(block, tmp_path):
    process = forked.Process(block, [], tmp_path, dict(os.environ), apart=True)
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors[-2000:]
    assert output


def test_every_published_run_entry_is_one_that_exists():
    """Of all benchmarks, with arguments that they take; tests of sets plan the others."""
    entries = re.findall(r'description: "([^"]+)"', (ROOT / "run_specs/run_entries_published.conf").read_text("utf-8"))
    assert {entry.split(":")[0] for entry in entries} == {benchmark.card.group for benchmark in list_entries()}
    register_builtin_configs_from_helm_package()
    refused = []
    for entry in entries:
        try:
            with offline():  # as helm-run does for --models-to-run
                assert construct_run_specs(parse_object_spec(entry.replace("model=text", "model=simple/model1")))
        except BadArguments as error:
            refused.append(str(error))
    # What remains is a file that is not on this machine.
    assert not re.search("must be|no argument|unknown|does not know", "\n".join(refused))


@every_page
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert target.startswith("http") or (page.parent / target).exists(), target


def test_the_functions_named_on_the_site_are_all_of_them():
    """And their first example prints what is printed there."""
    text = (ROOT / "docs/api.md").read_text("utf-8")
    functions, results, errors = (
        {name.strip() for name in listed.split(",")} for listed in re.findall(r"members: \[(.*)\]", text)
    )
    known = {getattr(hc, name) for name in hc.__all__ if inspect.isfunction(getattr(hc, name))}
    assert functions == {found.__name__ for found in known if found.__module__ == api.__name__}
    assert results == {
        name for name, found in vars(api).items() if inspect.isclass(found) and issubclass(found, api.Result)
    }
    assert errors == {name for name in hc.__all__ if inspect.isclass(getattr(hc, name))}
    tests = [test for test in doctest.DocTestFinder(recurse=False).find(api) if test.examples]
    assert [doctest.DocTestRunner().run(test).failed for test in tests] == [0]


def test_pictures_are_small_and_shown():
    """A README loads on a telephone, too."""
    text = "".join(page.read_text("utf-8") for page in PAGES)
    pictures = sorted((ROOT / "docs/images").iterdir())
    assert pictures
    assert [each for each in pictures if each.stat().st_size >= 300_000 or f"images/{each.name})" not in text] == []
