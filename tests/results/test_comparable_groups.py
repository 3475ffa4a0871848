"""One place decides which runs stand in one table."""

import ast
from pathlib import Path

import pytest

import helm_creativity
from helm_creativity.results.comparable_groups import comparable_groups, served_model
from helm_creativity.results.runs import Run

PACKAGE = Path(helm_creativity.__file__).parent
DECIDES = "results/comparable_groups.py"
SHOW = {"results/runs.py", "results/tidy.py", "reports/response_page.py"}
"""Modules that make the key of a run or print it."""


def readers_of_keys():
    """The modules that read the comparable key of a run."""
    for root in (PACKAGE, PACKAGE.parent / "scenarios"):
        for path in root.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                of_run = isinstance(node, ast.Attribute) and node.attr == "comparable"
                if (of_run and ast.unparse(node.value).rpartition(".")[2] == "run") or (
                    isinstance(node, ast.Name) and node.id == "key_of_run"
                ):
                    yield path.relative_to(root).as_posix()


def run(name, model="x/a", comparable="dat|protocol:p|card:1", items=10, **stats):
    """A run of a benchmark."""
    settings = {"comparable": comparable, "temperature": 1.0, "max_tokens": 64}
    return Run(name, "creativity_dat", model, settings, {"score": 1.0, "num_instances": items, **stats})


def test_no_other_module_sorts_runs_by_their_keys():
    """A table of its own settings would be a second opinion."""
    other = set(readers_of_keys()) - SHOW - {DECIDES, "core/comparability.py"}
    assert other == set()


@pytest.mark.parametrize(
    ("without", "groups"),
    [
        ((), [["r9"], ["r10", "b"], ["q"]]),
        (("items",), [["r9", "r10", "b"], ["q"]]),
        (("protocol", "items"), [["r9", "r10", "b", "q"]]),
    ],
)
def test_runs_may_differ_in_what_is_named(without, groups):
    """Fewer items come first."""
    runs = [run("r9", items=9), run("r10"), run("b", "x/b"), run("q", comparable="dat|protocol:q|card:1")]
    found = comparable_groups("creativity_dat", runs, without=without)
    assert [[member.name for member in group.runs] for group in found] == groups


def test_of_several_runs_in_a_cell_the_one_with_the_most_responses_stands():
    """Among equals the last name."""
    (group,) = comparable_groups("g", [run("a", num_answers=30), run("b", num_answers=20), run("c", num_answers=30)])
    assert group.cells(served_model) == {("x/a", "x/a"): {"": group.runs[2]}}
    assert group.names == {"a", "b", "c"}
