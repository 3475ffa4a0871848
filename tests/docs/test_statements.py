"""What pages state of this package is so: tables, trees, numbers and names, each held against its source."""

import configparser
import json
import re
from importlib.metadata import metadata
from pathlib import Path

import helm.config
import pytest
import yaml
from support import command
from support.tools import tool

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.embeddings.builtin import table
from helm_creativity.helm.clients.reachable import key_variables
from helm_creativity.reports.citations import software_entry
from helm_creativity.results.factor_levels import FACTORS, MODEL_PAIR, ORDER, PAIR_LEVELS

ROOT = Path(__file__).parents[2]


def text_of(page):
    return (ROOT / page).read_text("utf-8")


def rows_below(text):
    """The cells of the first table in a text, without its head."""
    lines = re.search(r"(^\|.*\n)+", text, re.MULTILINE)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_readme_names_every_benchmark_and_set():
    """Its benchmarks as ``make generated`` writes them; of sets the cost, as ``list sets`` has it."""
    readme = text_of("README.md")
    assert readme == tool("readme_table").with_table(readme, [entry.card for entry in list_entries()])
    listed = json.loads(command.run("list", "--format", "json").text)
    sets = next(table["rows"] for table in listed if table["rows"] and "judge_calls" in table["rows"][0])
    numbers = [
        [row[0].strip("`"), *(None if cell == "–" else int(cell.replace(",", "")) for cell in row[1:3])]
        for row in rows_below(readme[readme.index("| set |") :])
    ]
    assert numbers == [[found["set"], found["requests"], found["judge_calls"]] for found in sets]


def test_the_citation_file_agrees_with_the_metadata_and_the_readme():
    """In an entry of a type that every style knows; braces of their own keep name and title as they are."""
    citation, config = yaml.safe_load(text_of("CITATION.cff")), configparser.ConfigParser(interpolation=None)
    config.read(ROOT / "setup.cfg")
    own = config["metadata"]
    assert (citation["cff-version"], citation["type"], citation["license"]) == ("1.2.0", "software", own["license"])
    assert citation["title"] == f"{own['name']}: {own['description']}"
    assert citation["keywords"] == own["keywords"].split(", ")
    (bibtex,) = re.findall(r"^```bibtex\n(.*?)\n```", text_of("README.md"), re.MULTILINE | re.DOTALL)
    assert bibtex == software_entry()
    fields = dict(re.findall(r"^  (\w+) = \{(.*)\},$", bibtex, re.MULTILINE))
    assert fields == {
        "author": " and ".join(f"{{{author['name']}}}" for author in citation["authors"]),
        "title": f"{{{citation['title']}}}",
        "howpublished": f"Computer software, version {citation['version']}",
        "note": f"License: {citation['license']}",
    }
    numeral = {21: "Twenty-one", 29: "Twenty-nine"}[sum(entry.ours for entry in list_entries())]
    assert citation["abstract"].startswith(f"{numeral} benchmarks")
    assert numeral in text_of("README.md").split("##")[0]


def test_the_tree_in_contributing_names_every_folder_of_the_package_and_no_other():
    """A folder that comes, goes or moves is a line of the tree, indented below the one in which it lies."""
    tree = re.search(r"```\n(helm_creativity/.*?)```", text_of("CONTRIBUTING.md"), re.DOTALL)[1]
    folders, above = [], []
    for indent, name in (re.fullmatch(r"( *)([\w<>]+)/ +\S.*", line).groups() for line in tree.splitlines()):
        above = [*above[: len(indent) // 2], name]
        folders.append("/".join(above))
    packages = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "helm_creativity").rglob("*.py")}
    rest = {"scenarios", "scenarios/<name>", "run_specs", "tests", "docs", "perf", "tools"}
    assert sorted(folders) == sorted(packages | rest)
    assert all((ROOT / folder).is_dir() for folder in rest - {"scenarios/<name>"})


def test_the_table_in_contributing_names_every_file_of_the_benchmarks_and_no_other():
    """Who has seen one benchmark finds the same things in the next."""
    text = text_of("CONTRIBUTING.md")
    first = " ".join(row[0] for row in rows_below(text[text.index("\n| file |") :]))
    folders = [card.parent for card in (ROOT / "scenarios").glob("*/card.yaml")]
    there = {path.name + "/" * path.is_dir() for folder in folders for path in folder.iterdir()}
    assert set(re.findall(r"`([^`]+)`", first)) == there - {"__init__.py", "__pycache__/"}


FACTOR_ROWS = {
    row[0].strip("`"): row[1:] for row in rows_below(text_of("docs/effects.md").partition("\n## Factors\n")[2])
}
BESIDE = {
    "prompts": "prompts",
    "items": "items",
    "letters": "the choice of letters",
    "sentences": "how it finds sentences",
    "stop_words": "list of words that do not count",
}
"""What the page on effects calls a setting that may differ beside a factor."""


def test_the_table_of_factors_has_each_once_with_its_levels():
    assert sorted(FACTOR_ROWS) == sorted(FACTORS)
    assert FACTOR_ROWS["instruction"][0] == ", ".join(ORDER)
    assert FACTOR_ROWS[MODEL_PAIR][0] == "two models: " + ", ".join(f"`{level}`" for level in PAIR_LEVELS)


@pytest.mark.parametrize("name", FACTORS)
def test_a_row_names_what_may_differ_beside_the_factor(name):
    beside = FACTOR_ROWS[name][1]
    settings = {*FACTORS[name].worded, *FACTORS[name].free}
    assert {setting for setting, words in BESIDE.items() if words in beside} == settings
    assert (beside == "nothing") == (not settings and name != MODEL_PAIR)


KEYS = rows_below(text_of("docs/models.md").split("<!-- keys -->\n")[1])


@pytest.fixture(scope="module")
def hosts():
    """Those of the deployments that HELM itself brings."""
    text = (Path(helm.config.__path__[0]) / "model_deployments.yaml").read_text("utf-8")
    return {each["name"].split("/")[0] for each in yaml.load(text, yaml.CSafeLoader)["model_deployments"]}


@pytest.mark.parametrize("row", KEYS, ids=lambda row: row[0])
def test_a_row_of_keys_is_what_helm_does(row, hosts):
    """Its extras, its deployments, and where a key is looked for."""
    deployments, install, credentials, variables = row
    assert set(re.findall(r"crfm-helm\[(\w+)\]", install)) <= {*metadata("crfm-helm").get_all("Provides-Extra")}
    named = re.match(r"`(\w+)/", deployments)
    if named is None:
        assert deployments == "an OpenAI-compatible server of your own"
        return
    host = named[1]
    assert host in hosts
    assert set(re.findall(r"`(\w+)`", credentials)) <= {f"{host}{part}" for part in ("ApiKey", "ProjectId", "Location")}
    assert set(re.findall(r"`(\w+_(?:KEY|TOKEN))`", variables)) <= set(key_variables(host))


@pytest.mark.parametrize(("page", "example"), [("models.md", "model_deployments"), ("scale.md", "runner_config")])
def test_an_example_is_the_one_on_the_page(page, example):
    block = re.search(r"```yaml\n(.*?)```", text_of(f"docs/{page}"), re.DOTALL)[1]
    assert yaml.safe_load(block) == yaml.safe_load(text_of(f"docs/prod_env/{example}.yaml"))


def test_the_printed_fidelity_is_the_measured_one():
    text = text_of("docs/embeddings.md").partition("## The built-in table")[2]
    lines = [line for line in text_of("perf/fidelity.md").splitlines() if line.startswith("|")]
    measured = {cells[0]: cells for cells in ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)}
    people, others = measured["people, study 2"], measured["the others"]
    (models,) = (row for label, row in measured.items() if label.startswith("models"))
    for label, row in {"DAT, people (Olson et al. 2021, study 2)": people, "DAT, models (MCTB)": models}.items():
        assert f"| {label} | {row[1]} | {row[3]} | {row[5]} points | {row[6]} |" in text
    assert f"| the same, responses whose words all have rows | | | {people[7]} points | {people[8]} |" in text
    assert f"half of the seeds | {others[1]} | {others[2]} | {others[4]} | {others[3]} |" in text
    assert f"rows for {table()['texts']:,} texts: WordNet's {table()['nouns']:,}\n" in text


def test_the_printed_norms_of_the_dat_are_those_of_its_card():
    """Of all norms with quantiles, in the order of the card."""
    norms = [norm for norm in get_benchmark("dat").card.norms if norm.quantiles]
    text = text_of("docs/what-scores-mean.md").partition("| 5th percentile |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| [^-|][^|]* \|(.*)\|$", text, re.MULTILINE)
    assert [[*map(float, row.split("|"))] for row in rows] == [
        [norm.mean, norm.sd, *(norm.quantiles[percent] for percent in (5, 50, 95, 99))] for norm in norms
    ]
