"""Fixtures that more than one part needs."""

import fcntl
import os
import pickle

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from support.clock import Clock
from support.suite import run_misbehaving

from helm_creativity.benchmark.files.source_files import home as users_home
from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.embeddings.store import VectorStore, read_meta
from helm_creativity.helm.clients import retries
from helm_creativity.judges.evaluation import statistics

# How long a case or its making takes is the machine's business, and it may be busy. A run of the tests tries what the
# last run tried, so that what fails was broken by the change; `make hunt`, nightly, looks for what no run has tried.
unhurried = settings(settings.get_profile("default"), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("hunt", unhurried, max_examples=1000, print_blob=True)
settings.register_profile("steady", unhurried, max_examples=40, derandomize=True, database=None)
settings.load_profile("steady")

USERS_HOME = users_home()
TOY_WORDS = [
    *("cat", "dog", "thimble", "top-hat", "culdesac", "river"),
    *("idea", "lamp", "golf", "violin", "paris", "tickets"),
]


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory):
    """A home of the tests' own, so that nothing of the user's is read or written."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HELM_CREATIVITY_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Servers that are down are each test's own, and waiting for them takes no time."""
    clock = Clock()
    monkeypatch.setattr(retries, "BREAKER", retries.Breaker(600, clock.now, clock.wait))
    return clock


@pytest.fixture
def few_draws(monkeypatch):
    """Intervals of a judge's agreement from 100 resamples, for tests in which their ends do not matter."""
    for estimate in (statistics.measure_agreement, statistics.main_estimate, statistics._estimate):
        defaults = tuple(100 if value == statistics.DRAWS else value for value in estimate.__defaults__)
        monkeypatch.setattr(estimate, "__defaults__", defaults)


@pytest.fixture(scope="session")
def toy(home, tmp_path_factory):
    """Twelve words at right angles as word vectors named ``toy``: every DAT score under it is 100."""
    path = tmp_path_factory.mktemp("toy") / "toy.txt"
    rows = np.eye(len(TOY_WORDS), dtype=int)
    path.write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in zip(TOY_WORDS, rows, strict=True)))
    fetch_embedding("toy", origin=path)
    return "toy"


@pytest.fixture(scope="session")
def suite(tmp_path_factory):
    """One suite in which every model misbehaves in its own way, run and summarised by HELM once for all processes."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    kept = shared / "suite.pickle"
    with (shared / "suite.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(run_misbehaving(tmp_path_factory.mktemp("suite"))))
    return pickle.loads(kept.read_bytes())


@pytest.fixture(scope="session")
def glove():
    """GloVe 840B, where the user who runs the tests has fetched it."""
    folder = USERS_HOME / "embeddings" / "glove-840b"
    if read_meta(folder) is None:
        pytest.skip("glove-840b is not on this machine: helm-creativity fetch glove-840b")
    return VectorStore(folder)
