"""Deliberate mistakes in what makes a score and a table, each of which the tests named beside it must notice.

``make mutants`` copies the tree, makes one mistake at a time, runs the tests of that mistake, and prints which
survived. A text that is not found exactly once is a mistake of this list, and counts as one that survived.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("helm_creativity", "scenarios", "run_specs", "tests", "tools", "perf", "docs")
NO_TESTS_FAILED = 0
TESTS_FAILED = 1


class Mutant(NamedTuple):
    """One mistake.

    Attributes:
        path: of the file.
        old: what stands in it, exactly once.
        new: what stands there instead.
        tests: files that are run, of which one must fail.
    """

    path: str
    old: str
    new: str
    tests: str


PSY, RES, CORE, JUDGES = (f"helm_creativity/{part}" for part in ("psychometrics", "results", "core", "judges"))
ROWS, SETTINGS = "tests/results/test_ranks.py", "tests/benchmark/test_settings.py"
SIMILARITY, AGREEMENT = "tests/embeddings/test_similarity.py", "tests/psychometrics/test_agreement.py"
INTRACLASS, RELIABILITY = "tests/psychometrics/test_intraclass.py", "tests/psychometrics/test_reliability.py"
COMPOSITES, DESIGNS = "tests/psychometrics/test_composites.py", "tests/judges/test_designs.py"
PEOPLE, KEYS = "tests/results/test_people.py", "tests/benchmark/test_comparability.py"

MUTANTS = (
    # Measures.
    Mutant(
        "helm_creativity/embeddings/similarity.py",
        'squares = np.einsum("...nd,...nd->...", x, x, dtype=np.float64)',
        "squares = 0.0",
        SIMILARITY,
    ),
    Mutant(
        "helm_creativity/embeddings/similarity.py",
        "total = x.sum(axis=-2, dtype=np.float64)",
        "total = x.mean(axis=-2, dtype=np.float64)",
        SIMILARITY,
    ),
    Mutant(
        "helm_creativity/task_types/word_list/scoring.py",
        "100 * mean_pairwise_distance(",
        "mean_pairwise_distance(",
        "tests/scenarios/dat/test_scoring.py",
    ),
    Mutant(f"{CORE}/norms.py", "(left + right - 1) / last", "(left + right) / last", "tests/scenarios/dat"),
    Mutant(
        "scenarios/cdat/scoring.py",
        "/ (len(different) - 1))",
        "/ len(different))",
        "tests/scenarios/cdat/test_scoring.py",
    ),
    Mutant(
        "scenarios/cdat/scoring.py",
        "100 * mean_similarities(",
        "mean_similarities(",
        "tests/scenarios/cdat/test_scoring.py",
    ),
    Mutant(
        "scenarios/hivemind/scoring.py",
        "(times[response] - 1) / (n - 1)",
        "times[response] / n",
        "tests/scenarios/hivemind",
    ),
    Mutant(
        "scenarios/pace/scoring.py",
        "len(set(words)) / len(words) if",
        "1 / len(words) if",
        "tests/scenarios/pace/test_scoring.py",
    ),
    Mutant(
        "scenarios/macgyver/scoring.py",
        "math.fsum(RIGHT if name",
        "math.fsum(WRONG if name",
        "tests/scenarios/macgyver/test_scoring.py",
    ),
    Mutant("scenarios/drat/scoring.py", 'method="linear"', 'method="lower"', "tests/scenarios/drat/test_scoring.py"),
    # Statistics.
    Mutant(f"{PSY}/agreement.py", "(float(counts.sum()) - 1)", "float(counts.sum())", AGREEMENT),
    Mutant(f"{PSY}/agreement.py", "np.cumsum(counts) - counts / 2", "np.cumsum(counts)", AGREEMENT),
    Mutant(f"{PSY}/agreement.py", "(sizes**2 - equal) / (sizes - 1)", "(sizes**2 - equal) / sizes", AGREEMENT),
    Mutant(f"{PSY}/agreement.py", "2 * ndtr(-abs(z))", "ndtr(-abs(z))", AGREEMENT),
    Mutant(f"{PSY}/agreement.py", "differences / scale, ddof=1)", "differences / scale)", AGREEMENT),
    Mutant(
        f"{PSY}/intraclass.py",
        "(self.judges + (self.n - 1) * self.error) / self.n",
        "(self.judges + self.n * self.error) / self.n",
        INTRACLASS,
    ),
    Mutant(f"{PSY}/intraclass.py", "e / ((n - 1) * (k - 1)), n, k", "e / (n * (k - 1)), n, k", INTRACLASS),
    Mutant(f"{PSY}/reliability.py", "float(k / (k - 1) * (1 - np.trace", "float((1 - np.trace", RELIABILITY),
    Mutant(
        f"{PSY}/reliability.py",
        "lengthened * r / (1 + (lengthened - 1) *",
        "lengthened * r / (1 + lengthened *",
        RELIABILITY,
    ),
    Mutant(f"{PSY}/reliability.py", "(ms_models - ms_both) / (k * t)", "ms_models / (k * t)", RELIABILITY),
    Mutant(
        f"{PSY}/composites.py",
        "np.sqrt(squares / np.maximum(n - 1, 1))",
        "np.sqrt(squares / np.maximum(n, 1))",
        COMPOSITES,
    ),
    Mutant(f"{PSY}/composites.py", "& (n >= least)", "& (n > least)", COMPOSITES),
    # Settings.
    Mutant(f"{CORE}/settings.py", '"+".join(part for part in allowed if part in parts)', '"+".join(parts)', SETTINGS),
    Mutant(f"{CORE}/settings.py", '"all" if len(parts) == len(allowed) else ', "", SETTINGS),
    Mutant(f"{CORE}/settings.py", "not low <= value <= high:", "not low <= value < high:", SETTINGS),
    Mutant(
        f"{CORE}/settings.py",
        "if field.named or getattr(self, name) != getattr(usual, name)",
        "if field.named",
        SETTINGS,
    ),
    Mutant(
        f"{CORE}/settings.py", "if not field.compared and (asked or field.scoring)", "if not field.compared", SETTINGS
    ),
    Mutant(
        f"{CORE}/settings.py",
        "            if field.compared and (asked or field.scoring)",
        "            if asked or field.scoring",
        SETTINGS,
    ),
    # What is comparable.
    Mutant(f"{CORE}/comparability.py", "''.join(found)", "''.join(sorted(found))", KEYS),
    Mutant(f"{CORE}/comparability.py", 'if args.get("trials_count") else ""', 'if args else ""', KEYS),
    Mutant(f"{CORE}/comparability.py", "{hashlib.sha256(fields.encode()).hexdigest()[:12]}", "", KEYS),
    # Judges.
    Mutant(f"{JUDGES}/designs.py", "turns[(place + unit.trial) % len(turns)]", "turns[place % len(turns)]", DESIGNS),
    Mutant(f"{JUDGES}/designs.py", "chosen[: design.seats]", "chosen", DESIGNS),
    Mutant(
        f"{JUDGES}/designs.py", "_hash(design.seed, unit.item, unit.trial,", "_hash(unit.item, unit.trial,", DESIGNS
    ),
    Mutant(f"{JUDGES}/designs.py", "if judge not in excluded)", "if True)", DESIGNS),
    Mutant(
        f"{JUDGES}/weighting.py",
        "for number, weight in weights.items()) / share",
        "for number, weight in weights.items())",
        "tests/judges/test_weighting.py",
    ),
    Mutant(
        f"{JUDGES}/replies/scores.py",
        "return ParsedRating(None, MissingReason.OUT_OF_RANGE)",
        "return ParsedRating(value)",
        "tests/judges/test_replies.py",
    ),
    # Results.
    Mutant(f"{RES}/leaderboard.py", "TIE = 1e-12", "TIE = 0.1", ROWS),
    Mutant(f"{RES}/leaderboard.py", "TIE = 1e-12", "TIE = 0.0", ROWS),
    Mutant(f"{RES}/leaderboard.py", "rank_models(suite, column.sign * scores,", "rank_models(suite, scores,", ROWS),
    Mutant(f"{RES}/leaderboard.py", "ranked[list(uncounted)] = False", "ranked[[]] = False", ROWS),
    Mutant(f"{RES}/people.py", "std(ddof=1)", "std()", PEOPLE),
    Mutant(f"{RES}/people.py", "(np.abs(ahead) <= TIE).sum() / 2", "0", PEOPLE),
    Mutant(
        f"{RES}/numbers.py",
        "{write(ends[0])} to {write(ends[1])}",
        "{write(ends[1])} to {write(ends[0])}",
        "tests/reports/test_tables.py",
    ),
)


def copy_tree(to: Path) -> None:
    """What the tests read; no build, and no data of a run."""
    for name in COPIED:
        shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy2(path, to / path.name)


def survives(mutant: Mutant, tree: Path, seconds: float) -> str:
    """Why the mutant counts as one that survived; "" where a test failed, as one must."""
    path = tree / mutant.path
    text = path.read_text("utf-8")
    if (times := text.count(mutant.old)) != 1:
        return f"the old text is found {times} times"
    path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    try:
        ended = run_tests(mutant.tests, tree, seconds)
    finally:
        path.write_text(text, "utf-8")
    return "" if ended == TESTS_FAILED else "no test failed" if ended == NO_TESTS_FAILED else f"pytest: {ended}"


def run_tests(tests: str, tree: Path, seconds: float) -> int | str:
    """How pytest ended, after the first test that failed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests.split()]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}
    try:
        return subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=seconds).returncode
    except subprocess.TimeoutExpired:
        return f"more than {seconds:g} seconds"


def main(arguments: list[str] | None = None) -> int:
    """Prints what became of each mistake; 1 where one survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--of", default="", help="only mistakes in files whose path holds this")
    parser.add_argument("--seconds", type=float, default=600, help="after which the tests of one mutant are ended")
    given = parser.parse_args(arguments)
    chosen, survivors = [mutant for mutant in MUTANTS if given.of in mutant.path], 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        copy_tree(tree)
        for tests in dict.fromkeys(mutant.tests for mutant in chosen):
            if (ended := run_tests(tests, tree, given.seconds)) != NO_TESTS_FAILED:
                print(f"{tests}: pytest ends with {ended} where there is no mistake", flush=True)
                return 1
        for mutant in chosen:
            why = survives(mutant, tree, given.seconds)
            survivors += bool(why)
            outcome = f"SURVIVED, {why}" if why else "noticed"
            print(f"{mutant.path}: {mutant.old!r} -> {mutant.new!r}: {outcome}; {mutant.tests}", flush=True)
    print(f"{len(chosen)} mutants, {survivors} survived")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
