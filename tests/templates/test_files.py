"""Which files come out, and what they say of themselves."""

import re
import shutil

import pytest
import yaml
from support.scaffolds import NAMES, tree

from helm_creativity.core.card import FIRST_VERSION, load_card
from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.prompts import render
from helm_creativity.io.yaml_files import read_items
from helm_creativity.templates.kinds import KINDS

DATA = ["card.yaml", "items/own.yaml", "prompts/task.j2"]
CODE = ["__init__.py", "benchmark.py", *DATA, "reference.py"]
BENCHMARKS = {
    "rated": DATA,
    "keyed": CODE,
    "words": [*CODE, "records.py"],
    "ideas": [*CODE, "records.py", "prompts/feasibility.j2", "prompts/originality.j2"],
    "paths": [*CODE, "measure.py"],
}


def test_there_are_five_kinds():
    """Those of the lists above."""
    assert set(KINDS) == set(BENCHMARKS)


def test_a_benchmark_of_this_repository_is_a_folder(repository):
    """And no other file."""
    files = {f"scenarios/{NAMES[kind]}/{file}" for kind, files in BENCHMARKS.items() for file in files}
    assert set(tree(repository)) == {"setup.cfg", "run_specs", *files}


@pytest.mark.parametrize("kind", BENCHMARKS)
def test_a_project_is_a_package_and_its_metadata(projects, kind):
    """The same folder."""
    assert set(tree(projects / kind)) == {
        *("pyproject.toml", "card.schema.json"),
        *(f"{NAMES[kind]}/{file}" for file in BENCHMARKS[kind]),
    }


def unplaced(text, name):
    """The lines of a file without what tells both places apart, in any order: imports are sorted by full names."""
    text = text.replace(f"helm_creativity.scenarios.{name}", name).replace(
        "$schema=../../helm_creativity/core/", "$schema=../"
    )
    return sorted(
        line for line in text.replace("{# Written for this package:", f"{{# Written for {name}:").split("\n") if line
    )


@pytest.mark.parametrize("kind", BENCHMARKS)
def test_both_places_get_the_same(projects, repository, kind):
    """But for import paths and the head of prompts."""
    name = NAMES[kind]
    for file, text in tree(projects / kind / name).items():
        other = f"scenarios/{name}/{file}"
        assert unplaced(text, name) == unplaced((repository / other).read_text(), name), file


@pytest.mark.parametrize("kind", BENCHMARKS)
def test_prompts_say_where_they_are_from(projects, repository, kind):
    """In the words that each place asks for."""
    name = NAMES[kind]
    for folder, whose in ((projects / kind / name, name), (repository / "scenarios" / name, "this package")):
        for path in (folder / "prompts").iterdir():
            assert path.read_text().startswith(f"{{# Written for {whose}: ")


def items_of(folder):
    """Items and prompts of a first version."""
    entries = read_items(folder / "items" / "own.yaml")
    return entries, checksum_prompts(render(folder, "task", **entry) for entry in entries)


@pytest.mark.parametrize("kind", BENCHMARKS)
def test_the_card_is_true(projects, kind):
    """It counts the items, knows their prompts, and says that it is a first version."""
    folder = projects / kind / NAMES[kind]
    card, (entries, checksum) = load_card(folder), items_of(folder)
    (items,) = card.items
    assert card.name == NAMES[kind]
    assert 5 <= items.count == len(entries) <= 8
    assert checksum == f"{items.count}@sha256:{items.checksum}"
    assert (card.version, card.is_first_version) == ("1-A", True)
    assert card.deviations[0].startswith(FIRST_VERSION)
    assert card.papers


@pytest.mark.parametrize("kind", BENCHMARKS)
def test_the_entry_point_leads_to_what_is_there(projects, kind):
    """One, to the benchmark; data of the package are installed with it."""
    name = NAMES[kind]
    text = (projects / kind / "pyproject.toml").read_text()
    assert re.findall(r"^\[project\.entry-points\..*\]$", text, re.MULTILINE) == [
        '[project.entry-points."helm_creativity.benchmarks"]'
    ]
    assert f'helm_creativity.benchmarks"]\n{name} = "{name}"\n' in text
    assert f'[tool.setuptools]\npackages = ["{name}"]\n' in text
    patterns = yaml.safe_load(text.partition(f"[tool.setuptools.package-data]\n{name} = ")[2])
    package = projects / kind / name
    data = {path for pattern in patterns for path in package.glob(pattern)}
    assert data == {path for path in package.rglob("*") if path.is_file() and path.suffix != ".py"}


def test_words_of_yaml_need_quotes(projects, tmp_path):
    """As the items of the keyed kind say: an unquoted "no" is none."""
    benchmark = shutil.copytree(projects / "keyed" / NAMES["keyed"], tmp_path / NAMES["keyed"])
    items = benchmark / "items/own.yaml"
    items.write_text(items.read_text().replace("answer: hole", "answer: no"))
    assert items_of(benchmark)[0][0]["answer"] is False
