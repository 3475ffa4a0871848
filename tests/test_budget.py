"""No part has more lines of Python than its budget, which only falls."""

from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
BUDGET = yaml.safe_load((ROOT / "tests" / "budget.yaml").read_text("utf-8"))


def lines_of(place):
    """Of a file, or of all Python below a folder."""
    path = ROOT / place
    files = [path] if path.is_file() else path.rglob("*.py")
    return sum(file.read_text("utf-8").count("\n") for file in files)


@pytest.mark.parametrize("part", BUDGET)
def test_a_part_keeps_to_its_budget(part):
    lines = sum(map(lines_of, BUDGET[part]["of"]))
    assert lines <= BUDGET[part]["lines"], f"{part}: a change that needs more takes it from another part's budget"


def test_every_module_is_in_one_part():
    counted = [file for part in BUDGET.values() for place in part["of"] for file in (ROOT / place).rglob("*.py")]
    counted += [ROOT / place for part in BUDGET.values() for place in part["of"] if (ROOT / place).is_file()]
    modules = [
        file
        for folder in ("helm_creativity", "scenarios", "run_specs", "tests")
        for file in (ROOT / folder).rglob("*.py")
    ]
    assert sorted(counted) == sorted(modules)
