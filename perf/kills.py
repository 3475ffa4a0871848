"""``helm-run`` killed at random moments and begun again: the results must be those of the undisturbed run."""

from __future__ import annotations

import random
import shutil
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support import helm, seeded_client
from support.fault_matrix import CANDIDATE, HONEST, HOST, JUDGE, RunFolder, entry, ratings_of, turns_of
from support.faults import FaultServer
from support.server import Answer

BENCHMARKS = ("pace", "aut", "live_idea_bench", "novelty")
"""One that asks the model again, and three that ask judges: about parts of responses, pairs of them, groups of them."""
FOLLOW_UP = "follow-up"
ITEMS = 6


@dataclass
class Kills:
    """What came of them.

    Attributes:
        phases: kills by what was asked last.
        runs: that were completed after kills.
        differing: what differs from the undisturbed run, in words.
        repeated: answers that were paid for more than once.
        allowed: one for each thread and kill.
    """

    phases: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    differing: list[str] = field(default_factory=list)
    repeated: int = 0
    allowed: int = 0


class KillingServer(FaultServer):
    """The honest server, which knows what was asked last."""

    def __init__(self, delay: float) -> None:
        super().__init__({}, HONEST.values(), delay)
        self.first_prompts: set[str] = set()
        self.last = ""

    @property
    def served(self) -> int:
        """All requests."""
        return sum(self.calls.values())

    def answer(self, body: dict[str, Any]) -> Answer:
        """See ``ChatServer``."""
        text = "\n".join(message["content"] for message in body["messages"])
        self.last = JUDGE if body["model"] == HONEST[JUDGE] else CANDIDATE
        if self.last == CANDIDATE and self.first_prompts and text not in self.first_prompts:
            self.last = FOLLOW_UP
        return super().answer(body)

    def times_all(self) -> Counter[tuple[str, str]]:
        """How often each request came, by model and digest."""
        return Counter({(name, key): times for name in HONEST.values() for key, times in self.times(name).items()})


def kill_runs(folder: Path, kills: int, *, threads: int = 4, seed: int = 0, delay: float = 0.02) -> Kills:
    """Kills a run again and again until it is completed, then the next one, until there were so many kills."""
    rng, found = random.Random(seed), Kills()
    with KillingServer(delay) as server:
        undisturbed = folder / "undisturbed"
        assert _begin(undisturbed, server, threads).wait() == 0, (undisturbed / "log.txt").read_text()[-3000:]
        expected = _runs(undisturbed)
        server.first_prompts = {response.prompt for run in expected.values() for response in run.responses.values()}
        n_requests = server.served
        while sum(found.phases.values()) < kills:
            place, before = folder / f"run-{found.runs}", server.times_all()
            in_this = _kill_until_done(place, server, rng, kills, n_requests, threads, found)
            now = server.times_all()
            found.repeated += sum(now[key] - before[key] - 1 for key in now if now[key] > before[key])
            found.allowed += in_this * threads
            found.differing += [f"{place.name} {difference}" for difference in differences(expected, _runs(place))]
            found.runs += 1
            shutil.rmtree(place)
    assert not server.strangers, server.strangers[:3]
    return found


def _kill_until_done(
    place: Path, server: KillingServer, rng: random.Random, kills: int, n_requests: int, threads: int, found: Kills
) -> int:
    """Kills one run until it is completed or there were enough kills; returns how many there were."""
    in_this = 0
    while True:
        process = _begin(place, server, threads)
        wanted = server.served + rng.randint(1, max(2, n_requests // 6))
        last = sum(found.phases.values()) >= kills
        while process.poll() is None and (last or server.served < wanted):
            time.sleep(0.005)
        if process.poll() is None:
            time.sleep(rng.uniform(0, 0.1))
            process.kill()
        if process.wait() == 0:
            return in_this
        found.phases[server.last] += 1
        in_this += 1


def _begin(place: Path, server: KillingServer, threads: int) -> Any:  # noqa: ANN401 - of one of two kinds
    """All benchmarks in one ``helm-run``."""
    names = {name: name for name in HONEST.values()}
    helm.deployments(place, server.url, names, HOST, seeded_client.TOLERANT, timeout=60)
    candidate, judge = (f"{HOST}/{HONEST[side]}" for side in (CANDIDATE, JUDGE))
    arguments = ["--run-entries", *(entry(benchmark, candidate, judge) for benchmark in BENCHMARKS), "--suite", "s"]
    arguments += ["-m", str(ITEMS), "-n", str(threads), "--output-path", place, "--local-path", place / "prod_env"]
    with (place / "log.txt").open("a") as log:
        return helm.start("helm-run", *arguments, log=log)


def _runs(place: Path) -> dict[str, RunFolder]:
    found = [RunFolder(path.parent) for path in (place / "runs" / "s").glob("creativity_*/run_spec.json")]
    return {run.names[0]: run for run in found}


def differences(expected: dict[str, RunFolder], found: dict[str, RunFolder]) -> list[str]:
    """What differs between two sets of runs: stats, responses, further turns, ratings."""
    differing = [f"{name}: no run" for name in expected.keys() - found.keys()]
    for name in expected.keys() & found.keys():
        one, other = expected[name], found[name]
        parts = {
            "stats": (one.stats, other.stats),
            "stats of responses": tuple({k: v.stats for k, v in run.responses.items()} for run in (one, other)),
            "responses": tuple({k: v.text for k, v in run.responses.items()} for run in (one, other)),
            "further turns": tuple({k: turns_of(v) for k, v in run.responses.items()} for run in (one, other)),
            "ratings": tuple({item: ratings_of(run, item) for item in run.items} for run in (one, other)),
        }
        differing += [f"{name}: {part}" for part, (ours, theirs) in parts.items() if ours != theirs]
    return differing
