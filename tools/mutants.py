"""How strong the tests are: mistakes drawn at random over all packages, and how many of them are noticed.

``make mutants`` runs the tests once and notes which of them enter which line. A mistake is drawn by its seed: first a
package, then a place in one of its functions (a comparison, an operator, a number, a condition). It is made in a copy
of the tree, and the tests that enter its line, those first that enter the fewest lines, are run until one fails. A
line that no test enters counts as a mistake that survived. Before them stands how many lines of each package the
tests of all benchmarks, the golden files and the corpora enter by themselves.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("helm_creativity", "scenarios", "run_specs", "tests", "tools", "perf", "docs", "requirements")
FILES = ("setup.cfg", "pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")
MARKS = "not commands and not nightly and not browser and not encoders and not slurm"
MOST_TESTS, SECONDS = 40, 300
"""Tests that are run for one mistake, and for how long: what hangs is noticed."""
FIRST = ("tests/contract/", "tests/golden/", "tests/corpora/")
"""The tests that say most with the fewest lines."""
COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}


class Mutant(NamedTuple):
    """A mistake: the bytes of a file from ``start`` to ``end`` are ``new``."""

    path: str
    line: int
    start: int
    end: int
    old: str
    new: str


def mutants_of(path: Path) -> Iterator[Mutant]:
    """All mistakes that can be made in the functions of a module."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    seen = set()
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for node in (inner for statement in function.body for inner in ast.walk(statement)):
            if (new := mistaken(node)) is None or node in seen:
                continue
            seen.add(node)
            start, end = (starts[row - 1] + column for row, column in places(node))
            old = source[start:end].decode()
            yield Mutant(str(path.relative_to(ROOT)), node.lineno, start, end, old, f"({new})")


def places(node: ast.expr) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where a node begins and ends: lines from 1, columns in bytes."""
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def mistaken(node: ast.AST) -> str | None:
    """The source of a node with a mistake; None where none is made of its kind."""
    match node:
        case ast.Compare(left, [operator, *others], right) if type(operator) in COMPARED:
            return ast.unparse(ast.Compare(left, [COMPARED[type(operator)](), *others], right))
        case ast.BinOp(left, operator, right) if type(operator) in COMPUTED and not is_text(left, right):
            return ast.unparse(ast.BinOp(left, COMPUTED[type(operator)](), right))
        case ast.BoolOp(ast.And(), values):
            return ast.unparse(ast.BoolOp(ast.Or(), values))
        case ast.BoolOp(ast.Or(), values):
            return ast.unparse(ast.BoolOp(ast.And(), values))
        case ast.UnaryOp(ast.Not(), operand):
            return ast.unparse(operand)
        case ast.IfExp(test, body, otherwise):
            return ast.unparse(ast.IfExp(test, otherwise, body))
        case ast.Constant(bool() as value):
            return str(not value)
        case ast.Constant(int() | float() as value):
            return repr(value + 1)
    return None


def is_text(*nodes: ast.AST) -> bool:
    """Whether one of some operands is a text or a list, which cannot be subtracted."""
    return any(isinstance(node, (ast.JoinedStr, ast.List, ast.Tuple)) or is_string(node) for node in nodes)


def is_string(node: ast.AST) -> bool:
    """Whether a node is a text."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def package_of(path: Path) -> str:
    """The package in which a module lies: ``helm_creativity/judges``, ``scenarios/dat``."""
    return "/".join(path.relative_to(ROOT).parts[:2])


def drawn(n: int, seed: int) -> list[Mutant]:
    """So many mistakes, spread over the packages."""
    by_package: dict[str, list[Mutant]] = defaultdict(list)
    for folder in ("helm_creativity", "scenarios"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            by_package[package_of(path)] += mutants_of(path)
    chance = random.Random(seed)
    packages = [name for name, its in sorted(by_package.items()) if its]
    return [chance.choice(by_package[chance.choice(packages)]) for _ in range(n)]


class Entered:
    """Which tests enter which lines, from the data of coverage.py."""

    def __init__(self, path: Path) -> None:
        self._data = CoverageData(path)
        self._data.read()
        self._extent = Counter[str]()
        for file in self._data.measured_files():
            for contexts in self._data.contexts_by_lineno(file).values():
                self._extent.update(contexts)

    def tests(self, mutant: Mutant) -> list[str]:
        """Ids of the tests that enter its line; those that enter the fewest lines first."""
        contexts = self._data.contexts_by_lineno(str(ROOT / mutant.path)).get(mutant.line, [])
        ordered = sorted(filter(None, contexts), key=lambda context: (self._extent[context], context))
        return list(dict.fromkeys(context.rpartition("|")[0] for context in ordered))

    def shares(self, folders: tuple[str, ...]) -> dict[str, tuple[int, int]]:
        """By package: how many lines tests in some folders enter, and how many any test enters."""
        found: dict[str, tuple[int, int]] = {}
        for file in sorted(name for name in self._data.measured_files() if name.endswith(".py")):
            of_tests = [its for its in self._data.contexts_by_lineno(file).values() if any(its)]
            entered = sum(any(context.startswith(folders) for context in its) for its in of_tests)
            package = package_of(Path(file))
            before = found.get(package, (0, 0))
            found[package] = (before[0] + entered, before[1] + len(of_tests))
        return found


def is_noticed(mutant: Mutant, tests: list[str], tree: Path) -> bool:
    """Whether one of the tests fails or hangs in a copy of the tree because a mistake is made in it."""
    path = tree / mutant.path
    source = path.read_bytes()
    while tests:
        path.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.end :])
        try:
            failed = failing(tests, tree)
        finally:
            path.write_bytes(source)
        if failed != [] and failing(failed or tests, tree) == []:
            return True
        tests = [test for test in tests if test not in (failed or tests)]  # these fail in any copy
    return False


def failing(tests: list[str], tree: Path) -> list[str] | None:
    """The first of some tests that fails, or the file that cannot be imported; None where they take too long."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    try:
        done = subprocess.run(command, cwd=tree, env=environment, text=True, timeout=SECONDS, check=False, **output)
    except subprocess.TimeoutExpired:
        return None
    found: list[str] = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return found or ([] if done.returncode == 0 else tests)


def main() -> int:
    """Prints what became of each mistake, and how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=60, help="number of mistakes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--entered", type=Path, help="data of an earlier run of the tests (default: run them)")
    given = parser.parse_args()
    data = given.entered or ROOT / ".coverage"
    if given.entered is None:
        cover = ["--cov=helm_creativity", "--cov=scenarios", "--cov-context=test", "--cov-report=", "--no-cov-on-fail"]
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-m", MARKS, *cover]
        subprocess.run(command, cwd=ROOT, check=True)
    entered, noticed = Entered(data), 0
    for package, (some, of_any) in entered.shares(FIRST).items():
        print(f"{package}: {some} of {of_any} lines that tests enter", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        for name in COPIED:
            shutil.copytree(ROOT / name, tree / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy2(ROOT / name, tree / name)
        for mutant in drawn(given.n, given.seed):
            tests = entered.tests(mutant)
            found = bool(tests) and is_noticed(mutant, tests[:MOST_TESTS], tree)
            noticed += found
            outcome = "noticed" if found else f"SURVIVED ({len(tests)} tests enter its line)"
            print(f"{mutant.path}:{mutant.line}: {mutant.old} -> {mutant.new}: {outcome}", flush=True)
    print(f"{noticed} of {given.n} mistakes were noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
