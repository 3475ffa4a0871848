"""Which files come out, and what they say of themselves."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from support.scaffolds import NAMES, tree

import helm_creativity
from helm_creativity.rated import creativity_form
from helm_creativity.rooms import ItemRoom, load_card
from helm_creativity.rooms.card import FIRST_VERSION
from helm_creativity.scaffold.kinds import KINDS

ROOMS = {
    "words": [
        "__init__.py",
        "baseline.py",
        "card.yaml",
        "items/own.yaml",
        "metric.py",
        "oracle.py",
        "plan.py",
        "prompts/task.j2",
        "scenario.py",
        "scorer.py",
    ],
    "ideas": [
        "__init__.py",
        "annotator.py",
        "baseline.py",
        "card.yaml",
        "ideas.py",
        "items/own.yaml",
        "metric.py",
        "oracle.py",
        "plan.py",
        "prompts/feasibility.j2",
        "prompts/originality.j2",
        "prompts/task.j2",
        "scenario.py",
        "scorer.py",
    ],
    "judged": [
        "__init__.py",
        "baseline.py",
        "card.yaml",
        "items/own.yaml",
        "metric.py",
        "oracle.py",
        "prompts/task.j2",
        "scenario.py",
        "scorer.py",
    ],
    "paths": [
        "__init__.py",
        "baseline.py",
        "card.yaml",
        "items/own.yaml",
        "measure.py",
        "metric.py",
        "oracle.py",
        "plan.py",
        "prompts/task.j2",
        "scenario.py",
        "scorer.py",
    ],
    "exact": [
        "__init__.py",
        "baseline.py",
        "card.yaml",
        "items/own.yaml",
        "metric.py",
        "oracle.py",
        "plan.py",
        "prompts/task.j2",
        "scenario.py",
        "scorer.py",
    ],
}


def test_there_are_five_kinds():
    """Those of the lists above."""
    assert set(KINDS) == set(ROOMS)


def test_a_room_of_this_repository_is_a_folder_and_a_module(repository):
    """And no other file."""
    expected = {"setup.cfg", *(f"run_specs/{name}.py" for name in NAMES.values())}
    expected |= {f"scenarios/{NAMES[kind]}/{file}" for kind, files in ROOMS.items() for file in files}
    assert set(tree(repository)) == expected


@pytest.mark.parametrize("kind", ROOMS)
def test_a_project_is_a_package_and_its_metadata(projects, kind):
    """The run spec is a module of the package."""
    package = [f"{NAMES[kind]}/{file}" for file in (*ROOMS[kind], "run_spec.py")]
    assert set(tree(projects / kind)) == {"pyproject.toml", *package}


def unplaced(text, name):
    """The lines of a file without what tells both places apart, in any order: imports are sorted by full names."""
    text = text.replace(f"helm_creativity.scenarios.{name}", name)
    return sorted(
        line for line in text.replace("{# Written for this package:", f"{{# Written for {name}:").split("\n") if line
    )


@pytest.mark.parametrize("kind", ROOMS)
def test_both_places_get_the_same(projects, repository, kind):
    """But for import paths and the head of prompts."""
    name = NAMES[kind]
    for file, text in tree(projects / kind / name).items():
        other = f"run_specs/{name}.py" if file == "run_spec.py" else f"scenarios/{name}/{file}"
        assert unplaced(text, name) == unplaced((repository / other).read_text(), name), file


@pytest.mark.parametrize("kind", ROOMS)
def test_prompts_say_where_they_are_from(projects, repository, kind):
    """In the words that each place asks for."""
    name = NAMES[kind]
    for folder, whose in ((projects / kind / name, name), (repository / "scenarios" / name, "this package")):
        for path in (folder / "prompts").iterdir():
            assert path.read_text().startswith(f"{{# Written for {whose}: ")


@pytest.mark.parametrize("kind", ROOMS)
def test_the_card_is_true(projects, kind):
    """It counts the items, knows their prompts, and says that it is a first version."""
    folder = projects / kind / NAMES[kind]
    card, room = load_card(folder), ItemRoom(folder, "task")
    (items,) = card.items
    assert card.name == NAMES[kind]
    assert 5 <= items.count == len(room.items) <= 8
    assert room.prompts == f"{items.count}@sha256:{items.checksum}"
    assert (card.version, card.is_first_version) == ("1-A", True)
    assert card.deviations[0].startswith(FIRST_VERSION)
    assert card.papers


@pytest.mark.parametrize("kind", ROOMS)
def test_the_entry_points_lead_to_what_is_there(projects, kind):
    """HELM's to the module that registers, ours to the room; data of the package are installed with it."""
    name = NAMES[kind]
    text = (projects / kind / "pyproject.toml").read_text()
    assert f'[project.entry-points.helm]\n{name} = "{name}.run_spec"\n' in text
    assert f'[project.entry-points."helm_creativity.rooms"]\n{name} = "{name}"\n' in text
    assert f'[tool.setuptools]\npackages = ["{name}"]\n' in text
    patterns = yaml.safe_load(text.partition(f"[tool.setuptools.package-data]\n{name} = ")[2])
    package = projects / kind / name
    data = {path for pattern in patterns for path in package.glob(pattern)}
    assert data == {path for path in package.rglob("*") if path.is_file() and path.suffix != ".py"}


def test_the_judged_kind_says_where_its_question_is(projects):
    """In the file of this package from which judges get it."""
    text = (projects / "judged" / NAMES["judged"] / "scorer.py").read_text()
    (place,) = re.findall(r"helm_creativity/(\S+\.j2)", text)
    (asked,) = creativity_form()
    question = (Path(helm_creativity.__file__).parent / place).read_text().partition("#}\n")[2]
    assert question.partition("{{")[0] in asked.text


def test_words_of_yaml_need_quotes(projects, tmp_path):
    """As the items of the exact kind say: an unquoted "no" is none."""
    room = shutil.copytree(projects / "exact" / NAMES["exact"], tmp_path / NAMES["exact"])
    items = room / "items/own.yaml"
    items.write_text(items.read_text().replace("answer: hole", "answer: no"))
    assert ItemRoom(room, "task").items[0]["answer"] is False
