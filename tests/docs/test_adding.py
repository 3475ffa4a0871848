"""The package of docs/adding-a-benchmark.md: taken from the page, installed, and run by the page's commands."""

import importlib
import json
import math
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest
from helm.benchmark.run_spec import _REGISTERED_RUN_SPEC_FUNCTIONS, get_run_spec_function
from hypothesis import given
from hypothesis import strategies as st
from support import outside

from helm_creativity.benchmark.card import load_card
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.settings import option
from helm_creativity.errors import BadArguments
from helm_creativity.helm.run_spec import run_spec
from helm_creativity.results.runs import read_suite
from helm_creativity.run_specs import register
from helm_creativity.testing import CHECKS

pytestmark = pytest.mark.commands

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-benchmark.md").read_text("utf-8")
FILES = dict(re.findall(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
MODELS = ("creativity/greedy", "creativity/random-nouns")
ELSEWHERE = ("pip install", "helm-server")  # done by other means, or without end


def blocks(kind, words=""):
    """The blocks of the page of one kind with some words."""
    found = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return [block for block in found if words in block]


COMMANDS = [line for line in "".join(blocks("sh")).splitlines() if not line.startswith(ELSEWHERE)]
(CHECK,) = (line for line in COMMANDS if line.startswith("helm-creativity check blend"))


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The files as the page has them, and the package as pip leaves it after an earlier run: nothing is downloaded."""
    folder, site = tmp_path_factory.mktemp("stranger"), tmp_path_factory.mktemp("site")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for left in ("benchmark_output", "prod_env", "tables_blend"):
        (folder / left).mkdir()
    install(folder, site)
    return SimpleNamespace(folder=folder, site=site)


def module(*arguments):
    """Runs a module of Python, and returns nothing: it must succeed."""
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def install(folder, site):
    """A project, as pip does without a network."""
    module("pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", site, folder)


@pytest.fixture(scope="module")
def ran(project, tmp_path_factory):
    """What every command of the page printed; the checks are made beside the others, which follow one another."""
    folder = tmp_path_factory.mktemp("user")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    found = os.pathsep.join([str(project.site), *filter(None, [os.environ.get("PYTHONPATH")])])
    how = {"shell": True, "cwd": folder, "text": True, "env": {**os.environ, "PATH": path, "PYTHONPATH": found}}
    how |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    printed = {}
    with subprocess.Popen(CHECK, **how) as checking:
        for command in (command for command in COMMANDS if command != CHECK):
            done = subprocess.run(command, check=False, **how)
            assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
            printed[command] = done.stdout
            if command.startswith("helm-creativity new haiku"):
                install(folder / "haiku-benchmark", project.site)
        printed[CHECK], problems = checking.communicate(timeout=500)
    assert checking.returncode == 0, f"{printed[CHECK][-4000:]}\n{problems[-2000:]}"

    def printed_by(start):
        (text,) = (text for command, text in printed.items() if command.startswith(start))
        return text

    suite = folder / "benchmark_output/runs/blend"
    return SimpleNamespace(folder=folder, suite=suite, project=project.folder, printed_by=printed_by)


@pytest.fixture
def blend(project):
    """The benchmark in this process, with its run entry."""
    with outside.installed(project.site):
        register(find_entry("blend"))
        yield load_benchmark(find_entry("blend"))
    _REGISTERED_RUN_SPEC_FUNCTIONS.pop("creativity_blend")


def test_the_page_says_how_many_lines_it_takes_and_lists_its_files():
    """Of everything but the YAML, fewer than 60; blank ones aside, and said so."""
    code, data = (
        sum(bool(line.strip()) for name in FILES if name.endswith(ends) for line in FILES[name].splitlines())
        for ends in ((".toml", ".py", ".j2"), (".yaml",))
    )
    assert code < 60
    assert f"It takes {code} lines of code" in PAGE
    assert f"and {data} lines of YAML" in PAGE
    trees = "".join(block for block in blocks("text") if block.startswith("pyproject.toml"))
    assert {line.split()[0] for line in trees.splitlines()} == set(FILES)


def test_what_the_page_names_exists():
    """Files, benchmarks to be copied, classes and functions, and every check."""
    places = set(re.findall(r"`((?:helm_creativity|scenarios)/[^`]+)`", PAGE))
    assert len(places) >= 5
    assert [place for place in places if not (ROOT / place).is_file()] == []
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", PAGE.split("## Words")[0], re.MULTILINE)
    examples = {name for like, cell in rows for name in (like, *re.findall(r"`(\w+)`", cell))}
    assert len(examples) > len(rows) >= 4
    assert examples <= {benchmark.name for benchmark in list_entries()}
    parts = {path.stem for path in (ROOT / "helm_creativity").iterdir()} - {"commands"}
    found = re.findall(r"`(([a-z_]+)((?:\.[a-z_]+)*)\.([A-Za-z_]+))", PAGE)
    named = [(first + rest, last) for name, first, rest, last in found if first in parts and not name.endswith(".py")]
    assert named
    for place, last in named:
        place = f"helm_creativity.{place}"
        assert hasattr(importlib.import_module(place), last) or find_spec(f"{place}.{last}"), (place, last)
    assert f"makes {len(CHECKS)} checks" in PAGE
    assert [name for name in CHECKS if f"`{name}`" not in PAGE] == []


def test_ruff_has_nothing_to_say(project):
    """By this repository's rules, docstrings aside."""
    settings = ("--config", ROOT / "pyproject.toml", "--config", "lint.isort.known-first-party=['blend']")
    third = ("--ignore", "D", "--config", "lint.isort.known-third-party=['helm_creativity']")
    module("ruff", "check", *third, *settings, project.folder)
    module("ruff", "format", "--check", *settings, project.folder)


def test_the_leaderboard_is_the_printed_one(ran):
    """Both baselines with finite scores; below stands what makes them comparable."""
    (shown,) = blocks("text", "Blends\nmodel")
    printed = ran.printed_by("helm-creativity leaderboard")
    key = "blend|protocol:plain|prompts:10@sha256:9eb5cf61d056|items:10@sha256:"
    assert printed.startswith(shown)
    assert "".join(printed.removeprefix(shown).split()).startswith(f"benchmark:blendcomparablesettings:{key}")
    runs, problems = read_suite(ran.suite)
    assert (problems, {run.model for run in runs}) == ([], set(MODELS))
    assert all(math.isfinite(run.stats[name]) for run in runs for name in ("score", "score_se", "overlap"))


def read(ran, name):
    return json.loads((ran.suite / name).read_text("utf-8"))


def test_helms_pages_show_the_group(ran):
    """In the list, on its own page with both models, and under its domain; of a card the title and the summary."""
    listed = [cell.get("href") for table in read(ran, "groups.json") for row in table["rows"] for cell in row]
    assert {"?group=creativity_blend", "?group=domain_word_formation"} <= set(listed)
    table, failures = read(ran, "groups/creativity_blend.json")
    assert [cell["value"] for cell in table["header"]] == ["Model", "Score", "± SE", "Scored", "Overlap"]
    assert (table["title"], failures["title"]) == ("Scores", "Failure rates")
    assert [row[1]["value"] for row in table["rows"]] == [30, 30]
    assert {run["run_spec"]["groups"][0] for run in read(ran, "runs.json")} == {"creativity_blend"}
    card, pages = load_card(ran.project / "blend"), read(ran, "schema.json")["run_groups"]
    (group,) = (page for page in pages if page["name"] == card.group)
    assert (group["display_name"], group["description"]) == (card.title, card.summary)
    assert card.measures not in json.dumps(pages)


def test_everything_else_takes_it_as_one_of_ours(ran):
    """Checks, answers of people, plan, report and tables; and its copy, which is data, runs at once."""
    passed = "{} checks of 1 benchmark: nothing is wrong"
    assert passed.format(len(CHECKS)) in ran.printed_by("helm-creativity check blend")
    (scored,) = map(json.loads, ran.printed_by("helm-creativity score").splitlines())
    assert (scored["score"], scored["overlap"]) == (100, 2)
    plan = ran.printed_by("helm-creativity plan")
    assert "creativity_blend:protocol=plain,temp=0,model=creativity_greedy" in plan
    assert "Blends" in (ran.folder / "report_blend.html").read_text("utf-8")
    assert list((ran.folder / "tables_blend").iterdir())
    assert passed.format(len(CHECKS) - 1) in ran.printed_by("helm-creativity check haiku")
    assert "complete" in ran.printed_by("helm-creativity run haiku")


def test_the_measure_agrees_with_the_lengths_of_both_parts(blend):
    """With h letters like the beginning and t like the end, a word of n has h + t - n of both, if h, t < n."""
    overlap = importlib.import_module(f"{blend.card.name}.benchmark").overlap
    assert (overlap("smog", "smoke", "fog"), overlap("motel", "motor", "hotel")) == (1, 2)  # the o; o and t
    texts = st.text("ab", max_size=5)

    @given(texts, texts, texts)
    def agrees(word, first, second):
        n = len(word)
        head = max(i for i in range(n + 1) if first.startswith(word[:i]))
        tail = max(i for i in range(n + 1) if second.endswith(word[n - i :]))
        assert overlap(word, first, second) == (max(head + tail - n, 0) if head < n and tail < n else 0)

    agrees()


def test_a_wrong_run_entry_is_refused_as_printed_and_checks_are_tests(blend):
    """All that is wrong, at once; the block about checks is a file of tests."""
    with pytest.raises(BadArguments, match="creativity_blend") as caught:
        get_run_spec_function("creativity_blend")(foo=2, temp=3)
    assert f"{caught.value}\n" in blocks("text")
    names = {}
    exec(*blocks("py", "parametrize_with_checks"), names)
    (mark,) = names["test_blend"].pytestmark
    assert len(mark.args[1]) == len(CHECKS)


def test_a_setting_of_ones_own_is_in_the_name(blend, monkeypatch):
    """The page's second version of the settings."""
    (block,) = blocks("py", "least: int")
    names = {**vars(importlib.import_module("blend.benchmark")), "option": option}
    exec(block, names)
    monkeypatch.setattr(type(blend), "settings_type", names["BlendSettings"])
    spec = run_spec(blend, {"least": 2})
    assert f"`{spec.name}`" in PAGE
    assert spec.metric_specs[0].args["least"] == spec.scenario_spec.args["least"] == 2
    assert "|least:2|" in spec.metric_specs[0].args["comparable"]
