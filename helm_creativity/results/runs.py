"""Suites and releases of HELM: where they are, and all their runs, each once. A damaged run is named, never fatal."""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.comparability import INSTRUCTION, TRIALS, key_of_run
from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.defaults import CALIBRATED, LENGTH_FREE
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.psychometrics.tables import LARGEST, SMALLEST
from helm_creativity.safe_text import counted, quoted

SPEC, STATS = "run_spec.json", "stats.json"
COMPARABLE, PROVENANCE = "comparable", "provenance"
"""Arguments of our metrics: the comparable settings in one line, and a dict of texts."""
CORRECTION = "scores"
"""Names the correction in the comparable key, so that corrected scores share a table with each other alone."""
RAW_SCORE = "raw_score"
"""Stat that keeps the raw score beside a corrected one."""
REFERENCE = "reference_judge"
"""Names the judge on whose scale scores are calibrated, in their provenance."""

MADE_OF = {
    CALIBRATED: "calibrated scores: each rating is the one that the reference judge gives at the θ of what was rated",
    LENGTH_FREE: "scores at equal length: what longer responses to an item add to ratings is taken out",
}
"""How corrected scores are made, for a note."""
SPLIT = "test"
RUNS, RELEASES = "runs", "releases"
NOT_RUNS = frozenset({"eval_cache", "groups"})
"""Folders that HELM puts beside the runs of a suite."""
NO_STATS = f"{STATS} is damaged, as there is nothing in it; run it again"


class ItemScores(NamedTuple):
    """One stat of one run: ids of r items, which response it is, from 0, and values, NaN for none; shape (r,) each."""

    items: tuple[str, ...]
    trials: NDArray[np.int64]
    values: NDArray[np.float64]


@dataclass(frozen=True)
class Run:
    """One run folder."""

    name: str
    group: str
    model: str
    settings: Mapping[str, Any]
    stats: Mapping[str, float]
    folder: Path = Path()
    deployment: str = ""
    groups: tuple[str, ...] = ()
    scenario: str = ""
    task: Mapping[str, Any] = field(default_factory=dict)
    adapter: Mapping[str, Any] = field(default_factory=dict)
    splits: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    undefined: tuple[str, ...] = ()
    corrected: Mapping[str, ItemScores] = field(default_factory=dict)
    suite: str = ""

    @property
    def has_comparable_key(self) -> bool:
        """Whether its metric says under which settings scores may be compared, as ours do."""
        return bool(self.settings.get(COMPARABLE))

    @property
    def comparable(self) -> str:
        """The comparable key: runs that agree in this line were measured alike."""
        return key_of_run(self.settings, self.settings.get(TRIALS, 1)) or "none"

    @property
    def comparable_parts(self) -> dict[str, str]:
        """The comparable key by setting, as the metric wrote it; empty where it wrote none."""
        return split_comparable_key(str(self.settings.get(COMPARABLE) or ""))

    @property
    def items(self) -> int | None:
        """How many items were asked, None where the run does not say."""
        return self.items_of(SPLIT)

    def items_of(self, split: str) -> int | None:
        """How many items of a split were asked, None where the run does not say."""
        found = self.of_split(split).get("num_instances")
        return round(found) if is_plausible(found) else None

    @property
    def instruction(self) -> str:
        """Name of the instruction before every prompt, "" for none."""
        text = self.settings.get(INSTRUCTION) or self.comparable_parts.get(INSTRUCTION) or ""
        return "" if text == "none" else str(text).partition("@")[0]

    @property
    def provenance(self) -> dict[str, str]:
        """How the score was made, where that does not keep it from being compared: texts by name."""
        named = {str(name): str(text) for name, text in (self.settings.get(PROVENANCE) or {}).items()}
        limits = {"max_tokens": f"{limit:.15g}"} if (limit := self.settings.get("max_tokens")) is not None else {}
        served = {} if self.deployment in ("", self.model) else {"model_deployment": self.deployment}
        return {**limits, **named, **served}

    def of_split(self, split: str) -> Mapping[str, float]:
        """Mean of every stat of a split."""
        return self.stats if split == SPLIT else self.splits.get(split, {})


def split_comparable_key(key: str) -> dict[str, str]:
    """The settings of a comparable key, ``name|setting:value|...``, by name."""
    return {name: value for name, _, value in (part.partition(":") for part in key.split("|")[1:])}


def judges_in_key(key: str) -> tuple[str, ...]:
    """Names of the judges that rated under a comparable key; none where nobody did, or ratings came from a file."""
    names = split_comparable_key(key).get("judges", "")
    return tuple(names.split("+")) if "/" in names else ()


def without_settings(key: str, *names: str) -> str:
    """A comparable key without some of its settings."""
    return "|".join(part for part in key.split("|") if part.partition(":")[0] not in names)


def read_run(folder: Path) -> Run:
    """The run in ``folder``."""
    name = STATS
    try:
        stats = read_json(folder / STATS)
        name = SPEC
        return run_from(read_json(folder / SPEC), stats, folder)
    except FileNotFoundError as error:
        raise FileProblem(
            f"{folder.name}: the run is not finished, there is no {name}; run it again unless it still runs"
        ) from error
    except UNREADABLE as error:
        raise FileProblem(f"{folder.name}: cannot read {name}: {damage(error)}; run it again") from error


def run_from(spec: Mapping[str, Any], stats: Sequence[Mapping[str, Any]], folder: Path) -> Run:
    """The run that a run spec and its stats describe, as HELM writes both into ``folder``."""
    means, undefined = _means(stats)
    args = spec["metric_specs"][0].get("args", {}) if spec["metric_specs"] else {}
    scenario, adapter = spec.get("scenario_spec") or {}, spec["adapter_spec"]
    if wrong := [f"a name, got {quoted(name)}" for name in (spec["name"], adapter["model"]) if type(name) is not str]:
        raise TypeError(f"expected {wrong[0]}")
    settings = {**{key: adapter[key] for key in ("temperature", "max_tokens")}, TRIALS: adapter.get(TRIALS, 1)}
    counts = {key: adapter.get(key) or 1 for key in ("num_train_trials", "num_outputs")}
    if wrong := [f"{key}={quoted(value)}" for key, value in {**settings, **counts}.items() if not is_plausible(value)]:
        raise TypeError(f"expected numbers, got {', '.join(wrong)}")
    groups = tuple(map(sys.intern, spec["groups"]))
    return Run(
        name=spec["name"],
        group=groups[0] if groups else "",
        model=sys.intern(adapter["model"]),
        settings={**args, **settings},
        stats=means.pop(SPLIT, {}),
        folder=folder,
        deployment=sys.intern(adapter.get("model_deployment") or ""),
        groups=groups,
        scenario=sys.intern(scenario.get("class_name") or ""),
        task=dict(scenario.get("args") or {}),
        adapter=adapter,
        splits=means,
        undefined=undefined,
        suite=folder.parent.name,
    )


def is_plausible(value: object) -> TypeGuard[float]:
    """Whether a value is a number that is not too large to count anything."""
    return isinstance(value, (int, float)) and abs(value) < 1 << 53


def _means(stats: Sequence[Mapping[str, Any]]) -> tuple[dict[str, dict[str, float]], tuple[str, ...]]:
    """By split and stat, and names of stats whose mean no statistic can use; what is as close to 0 as nothing is 0.

    As on HELM's pages, parts of a split count by their number of values, and perturbed items do not.
    """
    parts: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for stat in stats:
        name = stat["name"]
        if "perturbation" not in name and "mean" in stat and name.get("split"):
            key = sys.intern(name["split"]), sys.intern(name["name"])
            parts[key].append((float(stat.get("count", 1)) or 1.0, float(stat["mean"])))
    means: dict[str, dict[str, float]] = defaultdict(dict)
    undefined = set()
    for (split, stat_name), some in parts.items():
        mean = sum(n * part for n, part in some) / sum(n for n, _ in some)
        if abs(mean) <= LARGEST:
            means[split][stat_name] = mean if abs(mean) >= SMALLEST else 0.0
        else:
            undefined.add(stat_name)
    return dict(means), tuple(sorted(undefined))


def read_suite(folder: Path) -> tuple[list[Run], list[str]]:
    """All runs of a suite, and one line for each folder that cannot be read."""
    runs, problems = [], []
    for path in run_folders(folder):
        try:
            runs.append(read_run(path))
        except FileProblem as problem:
            problems.append(str(problem))
    if not runs and not problems:
        raise holds_no_run(folder)
    return runs, problems


def holds_no_run(folder: Path) -> FileProblem:
    """What to say of a folder that was named as a suite and holds no run."""
    return FileProblem(f"{folder} holds no run: name a suite, or the folder of one")


def run_folders(folder: Path) -> list[Path]:
    """The folders of a suite's runs, by name.

    Where a run made one of the folders, all others count too: they may be damaged. Where none did, there is none.
    """
    folders = _folders(folder)
    return folders if any("model=" in path.name or (path / SPEC).is_file() for path in folders) else []


def _folders(folder: Path) -> list[Path]:
    try:
        return [path for path in sorted(folder.iterdir()) if path.is_dir() and path.name not in NOT_RUNS]
    except OSError as error:
        raise FileProblem(f"cannot read the suite in {folder}: {error.strerror or error}") from error


class SuiteFolder(NamedTuple):
    """A suite of HELM."""

    name: str
    folder: Path
    release: Path | None = None

    @property
    def pages(self) -> tuple[Path, ...]:
        """Folders that may hold what helm-summarize wrote for it."""
        return (self.folder,) if self.release is None else (self.release, self.folder)


@dataclass(frozen=True)
class SuiteRuns:
    """The runs of several suites."""

    runs: tuple[Run, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]


def find_suites(names: Sequence[str], output_path: Path) -> list[SuiteFolder]:
    """Suites by name or by folder, in the order in which they are named; a release stands for its suites."""
    found: dict[Path, SuiteFolder] = {}
    for name in names:
        if not name:
            raise BadArguments("expected the name or the folder of a suite, got ''")
        try:
            named = _suites_named(name if Path(name).is_dir() else name.rstrip(os.sep), output_path)
        except OSError as error:
            where = f"{quoted(name)} in {error.filename}: {error.strerror}"
            raise FileProblem(f"cannot look for the suite {where}") from error
        for suite in named:
            found.pop(suite.folder, None)
            found[suite.folder] = suite
    suites = []
    for suite in found.values():  # of several with one name, each has as many folders before it as that needs
        alike = [folder.parts for folder in found if folder.name == suite.name]
        depth = next(n for n in count(1) if len({parts[-n:] for parts in alike}) == len(alike))
        suites.append(suite._replace(name="/".join(suite.folder.parts[-depth:])))
    return suites


def newest_suite(output_path: Path) -> str:
    """The suite below a folder of which a run was written last."""
    runs = output_path / RUNS
    written = [
        (max(run.stat().st_mtime for run in _folders(suite)), suite.name)
        for suite in (_folders(runs) if runs.is_dir() else ())
        if any((run / SPEC).is_file() for run in _folders(suite))
    ]
    if not written:
        raise FileProblem(
            f"there is no suite in {output_path.absolute()}: helm-creativity run or helm-run makes one; another folder "
            "is named by --output-path, another suite by its name"
        )
    return max(written)[1]


def _suites_named(name: str, output_path: Path) -> list[SuiteFolder]:
    kinds = [output_path / RUNS, output_path / RELEASES]
    is_path = os.sep in name or name in (os.curdir, os.pardir)
    there = [] if is_path else [kind / name for kind in kinds if (kind / name).is_dir()]
    if len(there) > 1:
        raise BadArguments(f"{quoted(name)} is a suite and a release; name one by its folder: {there[0]} or {there[1]}")
    folder = there[0] if there else Path(name)
    if not folder.is_dir():
        names = [path.name for kind in kinds if kind.is_dir() for path in sorted(kind.iterdir()) if path.is_dir()]
        here = f"there are {', '.join(names)}" if names else "there is none"
        if not output_path.is_dir():
            here += f", as there is no folder {output_path.absolute()}: name another by --output-path"
        make = "helm-run makes a suite with --suite NAME --output-path PATH"
        raise FileProblem(f"there is no suite or release {quoted(name)} in {output_path}: {here}; {make}")
    if (folder / SPEC).is_file():
        raise BadArguments(f"{folder} is a single run; name the folder above it, which is a suite")
    if folder.resolve().parent.name == RELEASES:
        return _released(folder.resolve())
    within = folder / RUNS if (folder / RUNS).is_dir() else folder
    if not any((path / SPEC).is_file() for path in _folders(within)):
        suites = [path.name for path in _folders(within) if any((run / SPEC).is_file() for run in _folders(path))]
        if suites:
            raise BadArguments(f"{within} is a folder of suites; name some of them: {', '.join(suites)}")
    return [SuiteFolder(folder.resolve().name, folder.resolve())]


def _released(release: Path) -> list[SuiteFolder]:
    path, of_release = release / "summary.json", f"the release {quoted(release.name)}"
    try:
        summary = read_json(path)
        names = [str(name) for name in summary.get("suites") or [summary["suite"]]]
    except UNREADABLE as error:
        writes = "helm-summarize --release NAME --suites ... writes it"
        raise FileProblem(
            f"cannot read which suites are in {of_release} from {path}: {damage(error)}; {writes}"
        ) from error
    folders = [release.parent.parent / RUNS / name for name in names]
    if lost := [str(folder) for folder in folders if not folder.is_dir()]:
        raise FileProblem(f"{of_release} names suites that are not there: {', '.join(lost)}")
    return [SuiteFolder(folder.resolve().name, folder.resolve(), release) for folder in folders]


def read_suites(suites: Sequence[SuiteFolder]) -> SuiteRuns:
    """All runs of several suites. A run that is in two of them counts as it is in the later one."""
    kept: dict[str, Run] = {}
    problems: list[str] = []
    beaten: Counter[tuple[str, str]] = Counter()
    for suite in suites:
        runs, damaged = read_suite(suite.folder)
        problems += [f"{suite.name}: {line}" for line in damaged]
        for run in (replace(run, suite=suite.name) for run in runs):
            # HELM's dry run leaves stats of requests alone, which belong to no split.
            known = any((run.stats, *run.splits.values(), run.undefined))
            if not known or run.stats.get("num_answers", 1.0) <= 0:
                why = NO_STATS if holds_no_stats(run) else "no request was answered, as in a dry run; run it again"
                problems.append(f"{suite.name}: {run.folder.name}: {why}")
                continue
            before = kept.setdefault(run.name, run)
            if before is not run:
                beaten[before.suite, suite.name] += 1
                if before.suite != suite.name or before.folder.name != before.name.replace("/", "_"):
                    kept[run.name] = run
    ordered = tuple(kept[name] for name in sorted(kept))
    for run in ordered:
        if run.undefined:
            stats = f"stats that are no finite number, or beyond {LARGEST:g}: {', '.join(run.undefined)}"
            problems.append(f"{run.suite}: {run.folder.name}: {stats}")
    notes = []
    for (lost, won), n in beaten.items():
        of_one = f"twice in the suite {quoted(won)}, in folders of other names"
        of_two = f"in the suites {quoted(lost)} and {quoted(won)}; the suite named later counts, {quoted(won)}"
        notes.append(f"{counted(n, 'run is', 'runs are')} {of_one if lost == won else of_two}")
    return SuiteRuns(ordered, tuple(problems), tuple(notes))


def holds_no_stats(run: Run) -> bool:
    """Whether the stats of a run were lost: even a dry run has those of its requests."""
    return not read_json(run.folder / STATS)
