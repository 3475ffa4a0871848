"""Judges that fail for a while in the middle of a run: their ratings must come, or the log says how to get them."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support import helm, seeded_client
from support.fault_matrix import CANDIDATE, HONEST, HOST, RunFolder
from support.faults import FaultServer
from support.server import Answer, failure

JUDGES = ("first", "second", "third")
ITEMS, TRIALS = 60, 3
BEFORE = 200
"""Questions to judges that are answered before the outage."""
LAST_LINES = 20
"""Of a log, among which the warnings must be."""
FAILS, REFUSES = "answers 500", "refuses connections"


class FailingServer(FaultServer):
    """The honest server, out of order for some seconds after ``BEFORE`` questions to judges."""

    def __init__(self, how: str, seconds: float, delay: float) -> None:
        super().__init__({}, (HONEST[CANDIDATE], *JUDGES), delay)
        self._how, self._seconds, self._end = how, seconds, 0.0
        self._judged = 0

    def answer(self, body: dict[str, Any]) -> Answer:
        """See ``ChatServer``."""
        if body["model"] in JUDGES:
            with self._lock:
                self._judged += 1
                begins = self._judged == BEFORE
                self._end = time.monotonic() + self._seconds if begins else self._end
            if begins and self._how == REFUSES:
                threading.Thread(target=self._pause, daemon=True).start()
        if self._how == FAILS and time.monotonic() < self._end:
            return failure(500)
        return super().answer(body)

    def _pause(self) -> None:
        self.refuse()
        time.sleep(self._seconds)
        self.listen()


@dataclass(frozen=True)
class Outage:
    """What an outage left.

    Attributes:
        planned: ratings that were to come.
        came: ratings that did.
        came_later: those that were there after the same command had run again.
        missing_by_judge: what the first run lacked.
        last_lines: of its log.
        wall: seconds that it took.
    """

    planned: int
    came: int
    came_later: int
    missing_by_judge: dict[str, int]
    last_lines: str
    wall: float

    @property
    def is_warned(self) -> bool:
        """Whether the last lines name every judge that lacks ratings, how many, and the command that asks again."""
        lines = self.last_lines.replace(",", "").splitlines()
        asks_again = any("helm-run" in line for line in lines)
        return asks_again and all(
            any(judge in line and str(missing) in line for line in lines)
            for judge, missing in self.missing_by_judge.items()
        )

    @property
    def is_well(self) -> bool:
        """Whether at least 99 in 100 ratings came, or else the log says so; and the rest came with the next run."""
        return (self.came >= 0.99 * self.planned or self.is_warned) and self.came_later == self.planned


def outage(folder: Path, how: str, seconds: float, threads: int, delay: float = 0.02) -> Outage:
    """Runs LiveIdeaBench with three judges, all of which fail for so long at once, and runs it again."""
    with FailingServer(how, seconds, delay) as server:
        names = {name: name for name in (HONEST[CANDIDATE], *JUDGES)}
        helm.deployments(folder, server.url, names, HOST, seeded_client.TOLERANT, timeout=60)
        judges = "+".join(f"{HOST}/{judge}" for judge in JUDGES)
        entry = f"creativity_live_idea_bench:prompts=own,judges={judges},design=all,num_trials={TRIALS}"
        arguments = ["--run-entries", f"{entry},model={HOST}/{HONEST[CANDIDATE]}", "--suite", "s", "-m", str(ITEMS)]
        arguments += ["-n", str(threads), "--output-path", folder, "--local-path", folder / "prod_env"]
        began = time.monotonic()
        log = _run(folder / "log.txt", arguments)
        wall = time.monotonic() - began
        planned, missing = _ratings(folder)
        last_lines = "\n".join(log.splitlines()[-LAST_LINES:])
        _run(folder / "again.txt", arguments)
        later = planned - sum(_ratings(folder)[1].values())
    assert not server.strangers, server.strangers[:3]
    return Outage(planned, planned - sum(missing.values()), later, missing, last_lines, wall)


def _run(path: Path, arguments: list[Any]) -> str:
    with path.open("w") as log:
        status = helm.start("helm-run", *arguments, log=log).wait()
    text = path.read_text("utf-8", "replace")
    assert status == 0, text[-3000:]
    return text


def _ratings(folder: Path) -> tuple[int, dict[str, int]]:
    """Ratings that were planned, and how many are missing by judge."""
    (path,) = (folder / "runs" / "s").glob("creativity_*/run_spec.json")
    records = [record for response in RunFolder(path.parent).responses.values() for record in response.records]
    missing: dict[str, int] = {}
    for record in records:
        if record["value"] is None:
            missing[record["judge"]] = missing.get(record["judge"], 0) + 1
    return len(records), missing
