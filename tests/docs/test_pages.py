"""What the pages say is what happens: every command in a block marked ``sh`` is run."""

from __future__ import annotations

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
from support import command, forked, helm
from support.server import ChatServer, reply
from support.tools import tool
from support.words import GOOD

import helm_creativity as hc
import helm_creativity.run_specs
from helm_creativity import api
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands.planning.offline import offline
from helm_creativity.embeddings.builtin import table
from helm_creativity.errors import BadArguments

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
# Their Python examples run in test_benchmark_pages.
BENCHMARK_PAGES = sorted((ROOT / "docs/benchmarks").glob("*.md"))
# Commands that need the network, or are run by other means.
NOT_RUN = (
    "pip install",
    "make ",
    "helm-server",
    "fetch",
    "fetch",
    "model=openai/",
    "--model openai/",
    "--judge openai/",
    "--mongo-uri",
    "SlurmRunner",
    "slurm/*/logs",
    "blend",
    "haiku",
)

# A file that the commands of its page use.
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
@pytest.mark.parametrize("page", [*PAGES, *BENCHMARK_PAGES], ids=lambda page: page.name)
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
            if any(part in line for part in NOT_RUN):
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
    """Each block in a process of its own."""
    process = forked.Process(block, [], tmp_path, dict(os.environ), apart=True)
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors[-2000:]
    assert output


def problems_of(entry):
    """What is wrong with a run entry on this machine."""
    try:
        assert construct_run_specs(parse_object_spec(entry)), entry
    except BadArguments as error:
        return str(error).split("; ")
    return []


WORDS = ("cdat", "dat", "drat", "hard_dat", "pace", "rat", "sdat")


@pytest.mark.parametrize("name", ["vocabulary", "published"])
def test_every_run_entry_is_one_that_exists(name):
    """All benchmarks, or all over words, with arguments that they take."""
    text = (ROOT / f"run_specs/run_entries_{name}.conf").read_text("utf-8")
    entries = re.findall(r'description: "([^"]+)"', text)
    meant = {benchmark.card.group for benchmark in list_entries() if name == "published" or benchmark.name in WORDS}
    assert {entry.split(":")[0] for entry in entries} == meant
    # As helm-run does for --models-to-run.
    entries = [entry.replace("model=text", "model=simple/model1") for entry in entries]
    register_builtin_configs_from_helm_package()
    with offline():
        missing = [problem for entry in entries for problem in problems_of(entry)]
    assert not [message for message in missing if re.search("must be|no argument|unknown|does not know", message)]
    assert name == "published" or not missing


def test_the_readme_names_every_benchmark():
    """Otherwise: ``make generated``."""
    text = (ROOT / "README.md").read_text("utf-8")
    assert text == tool("readme_table").with_table(text, [benchmark.card for benchmark in list_entries()])


def test_the_readme_names_every_set_with_its_cost():
    """As ``list sets`` does."""
    lines = (ROOT / "README.md").read_text("utf-8").partition("| set |")[2].partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip(" `").replace("–", "-") for cell in line.strip("|").split("|")] for line in lines]
    listed = json.loads(command.run("list", "--format", "json").text)
    sets = next(table["rows"] for table in listed if table["rows"] and "judge_calls" in table["rows"][0])
    assert [row[0] for row in rows] == [found["set"] for found in sets]
    for row, found in zip(rows, sets, strict=True):
        numbers = [None if cell == "-" else int(cell.replace(",", "")) for cell in row[1:3]]
        assert numbers == [found["requests"], found["judge_calls"]]


@pytest.mark.parametrize(("page", "example"), [("models.md", "model_deployments"), ("scale.md", "runner_config")])
def test_an_example_is_the_one_on_the_page(page, example):
    """Copied by hand, so compared."""
    block = re.search(r"```yaml\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)
    assert block
    assert yaml.safe_load(block.group(1)) == yaml.safe_load((ROOT / f"docs/prod_env/{example}.yaml").read_text())


def test_the_printed_fidelity_is_the_measured_one():
    """Numbers on a page go stale."""
    text = (ROOT / "docs/embeddings.md").read_text("utf-8").partition("## The built-in table")[2]
    measured = {
        tuple(cell.strip() for cell in line.strip("|").split("|"))
        for line in (ROOT / "perf/fidelity.md").read_text("utf-8").splitlines()
        if line.startswith("|")
    }
    (people,) = (row for row in measured if row[0] == "people, study 2")
    (models,) = (row for row in measured if row[0].startswith("models"))
    (others,) = (row for row in measured if row[0] == "the others")
    for label, row in {"DAT, people (Olson et al. 2021, study 2)": people, "DAT, models (MCTB)": models}.items():
        assert f"| {label} | {row[1]} | {row[3]} | {row[5]} points | {row[6]} |" in text
    assert f"| the same, responses whose words all have rows | | | {people[7]} points | {people[8]} |" in text
    assert f"half of the seeds | {others[1]} | {others[2]} | {others[4]} | {others[3]} |" in text
    assert f"rows for {table()['texts']:,} texts: WordNet's {table()['nouns']:,}\n" in text


def test_the_printed_norms_of_the_dat_are_those_of_its_card():
    """Of all norms with quantiles, in the order of the card."""
    norms = [norm for norm in get_benchmark("dat").card.norms if norm.quantiles]
    shown = [(norm.mean, norm.sd, *(norm.quantiles[percent] for percent in (5, 50, 95, 99))) for norm in norms]
    text = (ROOT / "docs/what-scores-mean.md").read_text("utf-8").partition("| 5th percentile |")[2]
    rows = re.findall(r"^\| [^-|][^|]* \|(.*)\|$", text.partition("\n\n")[0], re.MULTILINE)
    assert [tuple(map(float, row.split("|"))) for row in rows] == shown


@pytest.mark.parametrize("page", [*PAGES, *BENCHMARK_PAGES], ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    """Within the repository."""
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
    pictures = sorted((ROOT / "docs/images").iterdir())
    assert pictures
    for picture in pictures:
        assert picture.stat().st_size < 300_000
        assert any(f"images/{picture.name})" in page.read_text("utf-8") for page in PAGES), picture.name
