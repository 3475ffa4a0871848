"""A library that may be absent is named with the command that installs it."""

import ast
import configparser
import importlib.metadata
import re
import sys
from pathlib import Path

import pytest

from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.errors import MissingExtra
from helm_creativity.extras import require, requirement

ROOT = Path(__file__).parents[1]
MAY_BE_ABSENT = ("openpyxl", "sentence_transformers")
UNLISTED = {"pytest", "pydantic_core"}
"""What only authors of benchmarks run, and what is released with pydantic for it alone."""


@pytest.fixture
def without_libraries(monkeypatch):
    """An environment in which none of these libraries is installed."""
    import importlib.util

    found = importlib.util.find_spec
    monkeypatch.setattr("helm_creativity.extras.find_spec", lambda name: None if name in MAY_BE_ABSENT else found(name))
    for name in MAY_BE_ABSENT:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize(
    ("library", "expected"),
    [
        ("openpyxl", "openpyxl>=3.1"),
        ("sentence_transformers", "sentence-transformers>=6.0"),
        ("helm", r"crfm-helm\S+"),
        ("yaml", "pyyaml>=6"),
        ("torch", r"torch>=[\d.]+"),
        ("antigravity", None),
    ],
)
def test_requirements_are_those_of_the_metadata(library, expected):
    """Otherwise a message would install a version that does not work."""
    found = requirement(library)
    assert found is None if expected is None else re.fullmatch(expected, found.lower())


def test_what_is_imported_is_listed():
    """Whatever brings it along today may cease to do so tomorrow."""
    config = configparser.ConfigParser(interpolation=None)
    config.read(ROOT / "setup.cfg")
    extras = [config["options.extras_require"][name] for name in ("workbooks",)]
    lines = [line for part in (config["options"]["install_requires"], *extras) for line in part.split()]
    listed = {re.split(r"[\[<>=!]", line)[0].lower().replace("_", "-") for line in lines}
    distributions = importlib.metadata.packages_distributions()
    for folder in ("helm_creativity", "scenarios", "run_specs"):
        for path in (ROOT / folder).rglob("*.py"):
            for name in imported(path) - sys.stdlib_module_names - {"helm_creativity"} - UNLISTED:
                found = {distribution.lower().replace("_", "-") for distribution in distributions.get(name, ())}
                assert found & listed, f"{path.relative_to(ROOT)} imports {name}, which setup.cfg does not list"


def imported(path):
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("library", MAY_BE_ABSENT)
def test_a_missing_library_is_named_with_its_requirement(library, request):
    require(library, "this test")
    request.getfixturevalue("without_libraries")
    with pytest.raises(
        MissingExtra, match=rf"this test needs {library}.*pip install '{requirement(library)}'"
    ) as caught:
        require(library, "this test")
    assert isinstance(caught.value, ImportError)


@pytest.mark.usefixtures("without_libraries")
def test_a_workbook_is_refused_and_a_csv_is_read(tmp_path):
    (tmp_path / "norms.xlsx").write_bytes(b"PK\x03\x04")
    (tmp_path / "norms.csv").write_text("word\nlamp\n")
    with pytest.raises(MissingExtra, match=r"norms\.xlsx needs openpyxl.*pip install 'openpyxl>=3\.1'"):
        read_sheet(tmp_path / "norms.xlsx")
    assert read_sheet(tmp_path / "norms.csv") == [{"word": "lamp"}]


def test_nothing_installs_the_package_by_a_name_that_no_index_has():
    """Neither a message nor a page: a checkout is installed by its path."""
    folders = ("helm_creativity", "scenarios", "run_specs", "docs", "perf", "tools")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md", ".j2")]
    files += [path for path in ROOT.iterdir() if path.suffix == ".md"]
    texts = {path: path.read_text("utf-8") for path in files}
    assert sum("pip install" in text for text in texts.values()) > 5
    by_name = re.compile(r"pip install[^\n`]*?[ '\"]helm[-_]creativity\b")
    assert not [str(path) for path, text in texts.items() if by_name.search(text)]
