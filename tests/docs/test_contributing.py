"""The tree in CONTRIBUTING names the folders that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
pytestmark = pytest.mark.skipif(not (ROOT / "scenarios").is_dir(), reason="needs a checkout")


def named_folders(tree):
    """The folders that a tree of lines names, each with all that it stands below."""
    folders, above = [], {}
    for line in tree.splitlines():
        indent, name, about = re.fullmatch(r"( *)([\w<>]+)/ +(\S.*)", line).groups()
        depth = len(indent) // 2
        above = {level: folder for level, folder in above.items() if level < depth} | {depth: name}
        folders.append("/".join(above[level] for level in range(depth + 1)))
        assert about
    return folders


def packages(folder):
    """The folders with modules in a folder, and itself."""
    modules = (path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.py"))
    return {path.parent.as_posix() for path in modules}


def test_the_tree_names_every_folder_of_the_package_and_no_other():
    """A folder that comes, goes or moves is a line of the tree."""
    folders = named_folders(re.search(r"```\n(helm_creativity/.*?)```", TEXT, re.DOTALL)[1])
    assert len(folders) == len(set(folders))
    assert {folder for folder in folders if folder.startswith("helm_creativity")} == packages("helm_creativity")
    rest = {folder for folder in folders if not folder.startswith("helm_creativity")}
    assert rest == {"scenarios", "scenarios/<name>", "run_specs", "tests", "docs", "perf", "tools"}
    assert all((ROOT / folder).is_dir() for folder in rest if "<" not in folder)


def test_the_table_names_every_file_of_the_benchmarks_and_no_other():
    """Who has seen one benchmark finds the same things in the next."""
    table = re.search(r"\| file \|.*?\n\n", TEXT, re.DOTALL)[0].strip()
    first_cells = " ".join(line.split("|")[1] for line in table.splitlines()[2:])
    there = {
        path.name + "/" * path.is_dir()
        for benchmark in (ROOT / "scenarios").iterdir()
        if (benchmark / "card.yaml").exists()
        for path in benchmark.iterdir()
        if path.name not in ("__init__.py", "__pycache__")
    }
    assert set(re.findall(r"`([^`]+)`", first_cells)) == there
