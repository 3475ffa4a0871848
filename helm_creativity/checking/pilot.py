"""A small run of all checked rooms through HELM: ``helm-run`` with both baselines, then ``helm-summarize``."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from helm_creativity.checking.imports import environment
from helm_creativity.checking.problem import Broken
from helm_creativity.hosting.arguments import qualified_name
from helm_creativity.hosting.summarizer import CreativitySummarizer
from helm_creativity.results.runs import Run, read_suite
from helm_creativity.results.schema import schema_yaml

if TYPE_CHECKING:
    from helm_creativity.checking.subject import Subject

MODELS = ("creativity/random-nouns", "creativity/greedy")
ITEMS = 5
RUN, SUMMARIZE = "helm.benchmark.run", "helm.benchmark.presentation.summarize"
SUITE = "pilot"
THREADS = 4


class Pilot:
    """See module. It has a folder of its own, which goes with it.

    Args:
        subjects: the rooms; those whose run entry is refused are left out, since HELM would end for one of them.
    """

    def __init__(self, subjects: Sequence[Subject]) -> None:
        self._subjects = [subject for subject in subjects if _is_taken(subject)]
        self._folder = TemporaryDirectory(prefix="helm-creativity-check-", ignore_cleanup_errors=True)
        self.suite = Path(self._folder.name) / "runs" / SUITE
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts ``helm-run``, so that it runs while other checks are made."""
        entries = [_with_models(subject.entry) for subject in self._subjects]
        said = ["--suite", SUITE, "--max-eval-instances", ITEMS, "--num-threads", THREADS, "--output-path", "."]
        if entries:
            self._running = self._begun(RUN, "--run-entries", *entries, "--models-to-run", *MODELS, *said)

    def stop(self) -> None:
        """Ends what still runs, and takes the folder away."""
        if self._running is not None and self._running.poll() is None:
            self._running.kill()
            self._running.wait()
        self._folder.cleanup()

    @cached_property
    def log(self) -> str:
        """What ``helm-run`` said, at its end."""
        if self._running is None:
            self.start()
        return self._said(RUN, self._running)

    @cached_property
    def runs(self) -> list[Run]:
        """The runs that have stats."""
        assert self.log
        return read_suite(self.suite)[0] if self.suite.is_dir() else []

    def run_of(self, subject: Subject, model: str) -> Run | None:
        """The run of a room by a model; None where HELM left no stats of it."""
        return next((run for run in self.runs if run.name == _run_name(subject, model)), None)

    def why(self, subject: Subject, model: str) -> str:
        """HELM's last words about a run that left no stats."""
        _, _, behind = self.log.partition(f"Error when running {_run_name(subject, model)}:\n")
        trace = re.split(r"^\d{4}-\d\d-\d\d ", behind, maxsplit=1, flags=re.MULTILINE)[0]
        return " ".join((trace or self.log).strip().splitlines()[-1].split())

    @cached_property
    def pages(self) -> str:
        """What ``helm-summarize`` said; the pages are then in the suite's folder."""
        groups = {run.group for run in self.runs}
        cards = [subject.card for subject in self._subjects if subject.card.group in groups]
        stats = {group: {name for run in self.runs if run.group == group for name in run.stats} for group in groups}
        schema = Path(self._folder.name) / "schema.yaml"
        schema.write_text(schema_yaml(cards, stats), "utf-8")
        said = ["--schema-path", schema.name, "--output-path", ".", "--suite", SUITE]
        how = ["--summarizer-class-name", qualified_name(CreativitySummarizer)]
        return self._said(SUMMARIZE, self._begun(SUMMARIZE, *said, *how))

    def _begun(self, program: str, *arguments: object) -> subprocess.Popen[bytes]:
        """One of HELM's programs, begun; what it says goes to a file."""
        with self._log(program).open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", program, *map(str, arguments)],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._folder.name,
                env={**environment(), "HF_HUB_OFFLINE": "1"},
            )

    def _said(self, program: str, running: subprocess.Popen[bytes] | None) -> str:
        """What a program said, at its end. Its failures show in what it left behind."""
        if running is None:
            return "there is no run entry to be run"
        status = running.wait()
        return f"{self._log(program).read_text('utf-8', 'replace').rstrip()}\nexit status {status}"

    def _log(self, program: str) -> Path:
        return Path(self._folder.name) / f"{program}.log"


def _is_taken(subject: Subject) -> bool:
    try:
        return bool(subject.spec)
    except Broken:
        return False


def _run_name(subject: Subject, model: str) -> str:
    """HELM's name of a run."""
    name = subject.spec.name
    return f"{name}{',' if ':' in name else ':'}model={model.replace('/', '_')}"


def _with_models(entry: str) -> str:
    return f"{entry}{',' if ':' in entry else ':'}model=text"
