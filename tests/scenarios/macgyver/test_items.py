"""The problems of this package: their fields agree with their text, and no reference uses what is not there."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
import yaml

import helm_creativity.scenarios.macgyver as benchmark

ITEMS = Path(benchmark.__file__).with_name("items")
FIELDS = (
    ["id", "setting", "problem", "tools", "constraint", "solvable"],
    ["reference", "uses", "unconventional", "reason"],
)
LIST = re.compile(r"\. Tools available: ([^.]+)\. (.+) (How do you [^.?]+, using only these items\?)\Z")
COUNTED = re.compile(r"\A(?:an?|some|one|two|three|four|five|six|eight|ten) ")

PROBLEMS = yaml.safe_load((ITEMS / "own.yaml").read_text("utf-8"))
HOUSEHOLD = [
    line for line in (ITEMS / "household.txt").read_text("utf-8").splitlines() if line and not line.startswith("#")
]
SOLVED = [item for item in PROBLEMS if item["solvable"]]


def by_id(items):
    return pytest.mark.parametrize("item", items, ids=[item["id"] for item in items])


def count_steps(item):
    return " ".join(item["reference"])


@cache
def pattern(name):
    """A name in whole words, singular or as its plural may be spelled."""
    endings = {name, f"{name}s", f"{name}es"}
    if name.endswith("y"):
        endings.add(f"{name[:-1]}ies")
    if name.endswith(("f", "fe")):
        endings.add(f"{name.rstrip('e')[:-1]}ves")
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(endings)))})\b")


def says(text, name):
    """Whether a text has the name, whatever their cases."""
    return pattern(name.lower()).search(text.lower()) is not None


def foreign(steps, given):
    """Household objects in the steps that are not given."""
    return [name for name in HOUSEHOLD if says(steps, name) and not says(given, name)]


def words_of(text):
    return set(re.findall(r"[a-z]{4,}", text.lower()))


@by_id(PROBLEMS)
def test_fields_are_there_in_order_and_of_the_right_type(item):
    """No field is missing or extra, texts have no white space to trim, and solvable is true or false."""
    assert list(item) == FIELDS[0] + FIELDS[1]
    assert type(item["solvable"]) is bool
    texts = [item[name] for name in ("problem", "constraint", "unconventional", "reason") if item[name] is not None]
    for text in [*texts, *item["tools"], *item["reference"], *item["uses"]]:
        assert type(text) is str
        assert text == " ".join(text.split()) != ""
    assert all(text.endswith((".", "?")) for text in [*texts, *item["reference"]])


@by_id(PROBLEMS)
def test_the_problem_lists_its_tools_and_its_constraint(item):
    """The sentence of tools, taken apart, gives the tools in order; between it and the question is the constraint."""
    listed, constraint, _ = LIST.search(item["problem"]).groups()
    *firsts, last = listed.split(", ")
    assert last.startswith("and ")
    entries = [*firsts, last.removeprefix("and ")]
    assert all(COUNTED.match(entry) for entry in entries)
    assert [COUNTED.sub("", entry) for entry in entries] == item["tools"]
    assert constraint == item["constraint"]


@by_id(SOLVED)
def test_a_solution_names_what_it_uses_and_leaves_something_over(item):
    """The steps name exactly the used tools, by their full names; at least one other tool lies there to distract."""
    named = [tool for tool in item["tools"] if tool in count_steps(item)]
    assert item["uses"] == named
    assert 1 <= len(named) < len(item["tools"])


@by_id(SOLVED)
def test_a_solution_uses_nothing_that_is_not_there(item):
    """Every household object in the steps stands in the problem."""
    assert foreign(count_steps(item), " ".join([item["problem"], *item["tools"]])) == []


def test_no_two_problems_are_alike():
    """Of the longer words of two problems, the standing ones aside, fewer than a quarter are shared."""
    standing = words_of("Tools available: How do you, using only these items? There")
    bags = {item["id"]: words_of(item["problem"]) - standing for item in PROBLEMS}
    shares = {(a, b): len(bags[a] & bags[b]) / len(bags[a] | bags[b]) for a, b in combinations(bags, 2)}
    assert {pair: share for pair, share in shares.items() if share >= 0.25} == {}
    questions = [item["problem"].rpartition(" How do you ")[2] for item in PROBLEMS]
    assert len(set(questions)) == len(PROBLEMS)
