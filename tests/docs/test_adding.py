"""The package of docs/adding-a-benchmark.md: taken from the page, installed, and run by the page's commands."""

import importlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
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
# Done by other means, or without end.
ELSEWHERE = ("pip install", "helm-server")


def lines_of(*endings):
    """Lines of the page's files that are not blank."""
    texts = [text for name, text in FILES.items() if name.endswith(endings)]
    return sum(bool(line.strip()) for text in texts for line in text.splitlines())


def commands_of(page):
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


COMMANDS = [line for line in commands_of(PAGE) if not line.startswith(ELSEWHERE)]
(CHECK,) = (line for line in COMMANDS if line.startswith("helm-creativity check blend"))
INSTALL = ("install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation")


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


def install(folder, site):
    """A project, as pip does without a network."""
    pip = [sys.executable, "-m", "pip", *INSTALL, "--target", site, folder]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def ran(project, tmp_path_factory):
    """What every command of the page printed; the checks are made beside the others, which follow one another."""
    folder = tmp_path_factory.mktemp("user")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    found = os.pathsep.join([str(project.site), *filter(None, [os.environ.get("PYTHONPATH")])])
    how = {"shell": True, "cwd": folder, "text": True, "env": {**os.environ, "PATH": path, "PYTHONPATH": found}}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    printed = {}
    with subprocess.Popen(CHECK, **pipes, **how) as checking:
        for command in (command for command in COMMANDS if command != CHECK):
            done = subprocess.run(command, check=False, **pipes, **how)
            assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
            printed[command] = done.stdout
            if command.startswith("helm-creativity new haiku"):
                install(folder / "haiku-benchmark", project.site)
        printed[CHECK], problems = checking.communicate(timeout=500)
    assert checking.returncode == 0, f"{printed[CHECK][-4000:]}\n{problems[-2000:]}"
    suite = folder / "benchmark_output/runs/blend"
    return SimpleNamespace(folder=folder, suite=suite, project=project.folder, printed=printed)


@pytest.fixture
def blend(project):
    """The benchmark in this process, with its run entry."""
    with outside.installed(project.site):
        register(find_entry("blend"))
        yield load_benchmark(find_entry("blend"))
    _REGISTERED_RUN_SPEC_FUNCTIONS.pop("creativity_blend")


def printed_by(ran, start):
    (found,) = (text for command, text in ran.printed.items() if command.startswith(start))
    return found


def test_the_page_says_how_many_lines_it_takes():
    """Of everything but the YAML, fewer than 60; blank ones aside, and said so."""
    code = lines_of(".toml", ".py", ".j2")
    assert code < 60
    assert f"It takes {code} lines of code" in PAGE
    assert f"and {lines_of('.yaml')} lines of YAML" in PAGE


def test_the_page_lists_its_files():
    """And shows each."""
    trees = re.findall(r"^```text\n(pyproject.toml.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert {line.split()[0] for tree in trees for line in tree.splitlines()} == set(FILES)


def test_ruff_has_nothing_to_say(project):
    """By this repository's rules, docstrings aside."""
    for command in (
        ["check", "--ignore", "D", "--config", "lint.isort.known-third-party=['helm_creativity']"],
        ["format", "--check"],
    ):
        settings = ["--config", ROOT / "pyproject.toml", "--config", "lint.isort.known-first-party=['blend']"]
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, *settings, project.folder],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_all_checks_pass(ran):
    """As the page says."""
    assert f"{len(CHECKS)} checks of 1 benchmark: nothing is wrong" in printed_by(ran, "helm-creativity check blend")


def test_the_leaderboard_is_the_printed_one(ran):
    """Both baselines with finite scores; below stands what makes them comparable."""
    (shown,) = re.findall(r"^```text\n(Blends\nmodel.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    printed = printed_by(ran, "helm-creativity leaderboard")
    key = "blend|protocol:plain|prompts:10@sha256:9eb5cf61d056|items:10@sha256:"
    assert printed.startswith(shown)
    assert "".join(printed.removeprefix(shown).split()).startswith(f"benchmark:blendcomparablesettings:{key}")
    runs, problems = read_suite(ran.suite)
    assert (problems, {run.model for run in runs}) == ([], set(MODELS))
    assert all(math.isfinite(run.stats[name]) for run in runs for name in ("score", "score_se", "overlap"))


def test_helms_pages_show_the_group(ran):
    """In the list, on its own page with both models, and under its domain."""
    listed = [cell.get("href") for table in read(ran, "groups.json") for row in table["rows"] for cell in row]
    assert {"?group=creativity_blend", "?group=domain_word_formation"} <= set(listed)
    table, failures = read(ran, "groups/creativity_blend.json")
    assert [cell["value"] for cell in table["header"]] == ["Model", "Score", "± SE", "Scored", "Overlap"]
    assert (table["title"], failures["title"]) == ("Scores", "Failure rates")
    assert [row[1]["value"] for row in table["rows"]] == [30, 30]
    assert {run["run_spec"]["groups"][0] for run in read(ran, "runs.json")} == {"creativity_blend"}


def read(ran, name):
    return json.loads((ran.suite / name).read_text("utf-8"))


def test_everything_else_takes_it_as_one_of_ours(ran):
    """Answers of people, plan, report and tables."""
    (scored,) = map(json.loads, printed_by(ran, "helm-creativity score").splitlines())
    assert (scored["score"], scored["overlap"]) == (100, 2)
    assert "creativity_blend:protocol=plain,temp=0,model=creativity_greedy" in printed_by(ran, "helm-creativity plan")
    assert "Blends" in (ran.folder / "report_blend.html").read_text("utf-8")
    assert sorted(path.name for path in (ran.folder / "tables_blend").iterdir())


@pytest.mark.parametrize(
    ("word", "first", "second", "letters"),
    [
        ("smog", "smoke", "fog", 1),  # smo|g: the o
        ("motel", "motor", "hotel", 2),  # mot|el: o and t
        ("alcoholiday", "alcohol", "holiday", 3),  # both in full
        ("brunch", "breakfast", "lunch", 0),  # br|unch: nothing in common
        ("smoke", "smoke", "fog", 0),  # all beginning
        ("hotel", "motor", "hotel", 0),  # all end
        ("lunch", "lunar", "lunch", 0),  # all end, and begins like the first
        ("smogx", "smoke", "fog", 0),
        ("", "smoke", "fog", 0),
    ],
)
def test_the_measure_is_what_the_page_says(blend, word, first, second, letters):
    """Letters that both words have in the blend."""
    assert blend.card.name == "blend"
    assert importlib.import_module("blend.benchmark").overlap(word, first, second) == letters


def test_the_measure_agrees_with_the_lengths_of_both_parts(blend):
    """With h letters like the beginning and t like the end, a word of n has h + t - n of both, if h, t < n."""
    overlap = importlib.import_module("blend.benchmark").overlap
    texts = st.text("ab", max_size=5)

    @given(texts, texts, texts)
    def agrees(word, first, second):
        n = len(word)
        head = max(i for i in range(n + 1) if first.startswith(word[:i]))
        tail = max(i for i in range(n + 1) if second.endswith(word[n - i :]))
        assert overlap(word, first, second) == (max(head + tail - n, 0) if head < n and tail < n else 0)

    agrees()


def test_a_wrong_run_entry_is_refused_as_printed(blend):
    """All that is wrong, at once."""
    with pytest.raises(BadArguments) as caught:
        get_run_spec_function("creativity_blend")(foo=2, temp=3)
    assert f"```text\n{caught.value}\n```" in PAGE


def test_a_setting_of_ones_own_is_in_the_name(blend, monkeypatch):
    """The page's second version of the settings."""
    (block,) = (
        block for block in re.findall(r"^```py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) if "least: int" in block
    )
    names = {**vars(importlib.import_module("blend.benchmark")), "option": option}
    exec(block, names)
    monkeypatch.setattr(type(blend), "settings_type", names["BlendSettings"])
    spec = run_spec(blend, {"least": 2})
    assert f"`{spec.name}`" in PAGE
    assert spec.metric_specs[0].args["least"] == spec.scenario_spec.args["least"] == 2
    assert "|least:2|" in spec.metric_specs[0].args["comparable"]


def test_the_copy_runs_at_once(ran):
    """It is data, so nothing is imported from it."""
    checked = printed_by(ran, "helm-creativity check haiku")
    assert f"{len(CHECKS) - 1} checks of 1 benchmark: nothing is wrong" in checked
    assert "complete" in printed_by(ran, "helm-creativity run haiku")


def test_the_page_shows_how_checks_are_tests(blend):
    """The block is a file of tests."""
    blocks = re.findall(r"^```py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (block,) = (block for block in blocks if "parametrize_with_checks" in block)
    names = {}
    exec(block, names)
    (mark,) = names["test_blend"].pytestmark
    assert len(mark.args[1]) == len(CHECKS)


def test_names_on_the_page_exist():
    """Classes and functions of this package."""
    parts = {path.stem for path in (ROOT / "helm_creativity").iterdir()} - {"commands"}
    found = re.findall(r"`([a-z_]+(?:\.[a-z_]+)*\.[A-Za-z_]+)", PAGE)
    named = [name for name in found if name.split(".")[0] in parts and not name.endswith(".py")]
    assert named
    for name in named:
        module, _, attribute = name.rpartition(".")
        place = f"helm_creativity.{module}"
        assert hasattr(importlib.import_module(place), attribute) or find_spec(f"{place}.{attribute}"), name


def test_benchmarks_on_the_page_exist():
    """Those that are named to be copied, and others of their kind."""
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", PAGE.split("## Words")[0], re.MULTILINE)
    examples = {name for like, cell in rows for name in (like, *re.findall(r"`(\w+)`", cell))}
    assert len(examples) > len(rows) >= 4
    assert examples <= {benchmark.name for benchmark in list_entries()}


def test_files_on_the_page_exist():
    """Those of this package that it names by their paths."""
    places = set(re.findall(r"`(helm_creativity/[^`]+)`", PAGE))
    assert places
    assert [place for place in places if not (ROOT / place).is_file()] == []


def test_what_no_prompt_shows_is_compared(blend, project, tmp_path):
    """As the page says of keys."""
    folder = shutil.copytree(project.folder / "blend", tmp_path / "blend")
    items = folder / "items/own.yaml"
    items.write_text(items.read_text("utf-8").replace("such_as: pengine", "such_as: pine"), "utf-8")
    before, after = (
        benchmark.compared(benchmark.settings())
        for benchmark in (blend, type(blend)(replace(blend.entry, folder=folder)))
    )
    assert before.keys() == after.keys()
    assert [name for name in before if before[name] != after[name]] == ["items"]


def test_pages_show_what_the_page_says(ran):
    """Of a card the title and the summary, and nowhere what is claimed."""
    card = load_card(ran.project / "blend")
    pages = read(ran, "schema.json")["run_groups"]
    (group,) = (page for page in pages if page["name"] == card.group)
    assert (group["display_name"], group["description"]) == (card.title, card.summary)
    assert card.measures not in json.dumps(pages)


def test_the_page_names_every_check():
    """And says how many there are."""
    assert f"makes {len(CHECKS)} checks" in PAGE
    assert [name for name in CHECKS if f"`{name}`" not in PAGE] == []


def test_the_page_points_at_places_that_exist():
    """Cards that tell more."""
    places = set(re.findall(r"`(scenarios/[^`]+)`", PAGE))
    assert len(places) >= 4
    assert [place for place in places if not (ROOT / place).is_file()] == []
