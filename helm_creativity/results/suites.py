"""Any number of suites and releases of HELM: where they are, and all their runs, each once."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.runs import SPEC, Run, read_suite, run_folders

RUNS, RELEASES, SUMMARY = "runs", "releases", "summary.json"
UNANSWERED = "no request was answered, as in a dry run; run it again"


class Suite(NamedTuple):
    """A suite of HELM.

    Attributes:
        name: of its folder, or that folder with the ones above it where suites in several places have one name.
        folder: of its runs.
        release: folder of the release that named it, None where it was named itself.
    """

    name: str
    folder: Path
    release: Path | None = None

    @property
    def pages(self) -> tuple[Path, ...]:
        """Folders that may hold what helm-summarize wrote for it."""
        return (self.folder,) if self.release is None else (self.release, self.folder)


@dataclass(frozen=True)
class Collected:
    """The runs of several suites.

    Attributes:
        runs: each once, by name.
        suites: name of the suite of each of ``runs``.
        problems: what was left out, a line each.
        notes: what a reader must know of runs that are in several places, a line each.
    """

    runs: tuple[Run, ...]
    suites: tuple[str, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]


def find_suites(names: Sequence[str], output_path: Path) -> list[Suite]:
    """Suites by name or by folder, in the order in which they are named; a release stands for its suites.

    Args:
        names: of suites in ``output_path/runs`` and of releases in ``output_path/releases``, or folders of either.
        output_path: of helm-run.

    Returns:
        Every suite once: where it is named twice, as by ``latest`` too, the later place counts.

    Raises:
        BadArguments: for a name of both a suite and a release, an empty one, or a folder that holds no runs itself.
        FileProblem: where there is none of that name, or a release or a folder above it cannot be read.
    """
    found: dict[Path, Suite] = {}
    for name in names:
        for suite in _reached(name, output_path):
            found.pop(suite.folder, None)
            found[suite.folder] = suite
    return _told_apart(list(found.values()))


def _reached(name: str, output_path: Path) -> list[Suite]:
    """The suites of a name, with ``/`` at its end or not: where no such folder is here, it is a name all the same."""
    if not name:
        raise BadArguments("expected the name or the folder of a suite, got ''")
    try:
        return _suites_of(name if Path(name).is_dir() else name.rstrip(os.sep), output_path)
    except OSError as error:
        raise FileProblem(f"cannot look for the suite {name!r} in {error.filename}: {error.strerror}") from error


def _suites_of(name: str, output_path: Path) -> list[Suite]:
    suite, release = output_path / RUNS / name, output_path / RELEASES / name
    if _is_path(name) or not (suite.is_dir() or release.is_dir()):
        return _in_folder(Path(name), name, output_path)
    if suite.is_dir() and release.is_dir():
        raise BadArguments(f"{name!r} is a suite and a release; name one by its folder: {suite} or {release}")
    return _released(release) if release.is_dir() else [_suite(suite)]


def _is_path(name: str) -> bool:
    return os.sep in name or name in (os.curdir, os.pardir)


def _suite(folder: Path, release: Path | None = None) -> Suite:
    resolved = folder.resolve()
    return Suite(resolved.name, resolved, release)


def _in_folder(folder: Path, name: str, output_path: Path) -> list[Suite]:
    """The suites of a folder that was named itself."""
    if not folder.is_dir():
        there = _names_in(output_path / RUNS) + _names_in(output_path / RELEASES)
        here = f"there are {', '.join(there)}" if there else "there is none"
        raise FileProblem(
            f"there is no suite or release {name!r} in {output_path}: {here}; helm-run makes a suite with --suite NAME "
            "--output-path PATH"
        )
    if (folder / SPEC).is_file():
        raise BadArguments(f"{folder} is a single run; name the folder above it, which is a suite")
    if folder.resolve().parent.name == RELEASES:
        return _released(folder.resolve())
    within = folder / RUNS if (folder / RUNS).is_dir() else folder
    if not any((one / SPEC).is_file() for one in run_folders(within)):
        suites = [one.name for one in run_folders(within) if any((two / SPEC).is_file() for two in run_folders(one))]
        if suites:
            raise BadArguments(f"{within} is a folder of suites; name some of them: {', '.join(suites)}")
    return [_suite(folder)]


def _names_in(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir() if one.is_dir()) if folder.is_dir() else []


def _released(release: Path) -> list[Suite]:
    """The suites of a release."""
    path = release / SUMMARY
    what = f"which suites are in the release {release.name!r}"
    try:
        summary = json.loads(path.read_text("utf-8"))
        names = [str(name) for name in summary.get("suites") or [summary["suite"]]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FileProblem(
            f"cannot read {what} from {path}: {type(error).__name__}: {error}; "
            "helm-summarize --release NAME --suites ... writes it"
        ) from error
    folders = [release.parent.parent / RUNS / name for name in names]
    if lost := [str(folder) for folder in folders if not folder.is_dir()]:
        raise FileProblem(f"the release {release.name!r} names suites that are not there: {', '.join(lost)}")
    return [_suite(folder, release) for folder in folders]


def _told_apart(suites: Sequence[Suite]) -> list[Suite]:
    """Suites of one name get that of as many folders above as tell them apart."""
    named = [suite.name for suite in suites]
    depth = dict.fromkeys(named, 1)
    for name in depth:
        same = [suite.folder.parts for suite in suites if suite.name == name]
        while len({parts[-depth[name] :] for parts in same}) < len(same):
            depth[name] += 1
    return [suite._replace(name="/".join(suite.folder.parts[-depth[suite.name] :])) for suite in suites]


def read_suites(suites: Sequence[Suite]) -> Collected:
    """All runs of several suites. A run that is in two of them counts as it is in the later one.

    Raises:
        FileProblem: when a suite cannot be read at all or holds no run.
    """
    kept: dict[str, tuple[Run, str]] = {}
    problems: list[str] = []
    beaten: dict[tuple[str, str], int] = defaultdict(int)
    for suite in suites:
        runs, damaged = read_suite(suite.folder)
        problems += [f"{suite.name}: {line}" for line in damaged]
        for run in runs:
            before, at = kept.get(run.name, (None, suite.name))
            if not _answered(run):
                problems.append(f"{suite.name}: {run.folder.name}: {UNANSWERED}")
                continue
            if before is None or at != suite.name or not _at_home(before):
                kept[run.name] = run, suite.name
            if before is not None:
                beaten[at, suite.name] += 1
    ordered = sorted(kept.values(), key=lambda pair: pair[0].name)
    return Collected(
        tuple(run for run, _ in ordered),
        tuple(name for _, name in ordered),
        (*problems, *(_undefined(run, name) for run, name in ordered if run.undefined)),
        tuple(_beaten(lost, won, count) for (lost, won), count in beaten.items()),
    )


def _answered(run: Run) -> bool:
    """Whether the models were asked: HELM's dry run leaves stats of requests alone, which belong to no split."""
    known = any((run.stats, *run.splits.values(), run.undefined))
    return known and run.stats.get("num_answers", 1.0) > 0


def _at_home(run: Run) -> bool:
    """Whether a run lies in the folder that HELM makes for it, not in a copy."""
    return run.folder.name == run.name.replace("/", "_")


def _undefined(run: Run, suite: str) -> str:
    return f"{suite}: {run.folder.name}: stats that are no finite number: {', '.join(run.undefined)}"


def _beaten(lost: str, won: str, count: int) -> str:
    one = count == 1
    if lost == won:
        return f"{count:,} {'run is' if one else 'runs are'} twice in the suite {won!r}, in folders of other names"
    what = f"{'run is' if one else 'runs are'} in the suites {lost!r} and {won!r}"
    which = "that counts" if one else "those count"
    return f"{count:,} {what}; {which} which the suite named later has, {won!r}"
