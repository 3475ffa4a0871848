"""Measures each speed that the project promises as a ratio, and writes the table of ``perf/README.md``: ``make bench``.

Both sides of a ratio compute the same in one run, and what they compute must agree. Times are of the processor, the
least of several calls.
"""

from __future__ import annotations

import gc
import itertools
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from plain import dat
from suite import write_suite

HERE = Path(__file__).parent
BEGIN, END = "<!-- measured by `make bench` -->", "<!-- /measured -->"
LISTS, RESPONSES = 100_000, 3_000
KB_OF_MAXRSS = 1024 if sys.platform == "darwin" else 1  # bytes on a Mac, kilobytes elsewhere
SPENT = """
import json, resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, capture_output=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""
DAT = "creativity_dat:embedding=builtin,num_trials={},model=creativity/random-nouns"
NOUNS = [
    "lamp",
    "law",
    "sea",
    "brick",
    "idea",
    "moth",
    "jazz",
    "fog",
    "tax",
    "oboe",
    "golf",
    "river",
    "tooth",
    "king",
    "cloud",
    "soup",
    "verb",
    "attic",
    "rust",
    "honey",
]
FIRST = "lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile"


class Ratio(NamedTuple):
    """A row: what is computed, in two ways, and the goal for ours over the other, where there is one."""

    what: str
    other: str
    other_costs: float
    ours: float
    unit: str
    goal: float | None = None


def least(work: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """Seconds of the processor of the fastest of several calls, and what the last returned."""
    seconds, found = [], None
    for _ in range(times):
        found = None
        gc.collect()
        start = time.process_time()
        found = work()
        seconds.append(time.process_time() - start)
    return min(seconds), found


def spent(command: Sequence[str], times: int = 3, **options: Any) -> tuple[float, float]:  # noqa: ANN401 - of ``run``
    """Seconds of the processor and peak memory in MB of a process, the least of several."""
    found = []
    for _ in range(times):
        ran = subprocess.run([sys.executable, "-c", SPENT, *command], check=True, capture_output=True, **options)
        found.append(json.loads(ran.stdout))
    seconds, memory = map(min, zip(*found, strict=True))
    return seconds, memory / KB_OF_MAXRSS / 1024


def lists_of_words() -> Iterator[Ratio]:
    """A file of lists through ``hc.score``, and through twenty lines."""
    import helm_creativity as hc
    from helm_creativity.embeddings.builtin import builtin

    forms: dict[str, tuple[float, Callable[[Sequence[str]], str]]] = {
        "words between commas": (1.5, ", ".join),
        "numbered lines, introduced": (
            2.5,
            lambda words: "Here are ten words:\n\n" + "\n".join(f"{n}. {word}" for n, word in enumerate(words, 1)),
        ),
        "JSON": (2.5, lambda words: json.dumps({"words": list(words)})),
    }
    chance, table = random.Random(1), builtin()
    lists = [chance.sample(table.nouns, 10) for _ in range(LISTS)]
    for name, (goal, write) in forms.items():
        texts = list(map(write, lists))
        plain, expected = least(lambda texts=texts: dat(texts, table, table.nouns))
        ours, found = least(lambda texts=texts: hc.score("dat", texts, embedding="builtin").scores)
        assert np.allclose(found, expected, atol=1e-4)
        what = f"score {LISTS:,} lists of ten words: {name}"
        yield Ratio(what, "`perf/plain.py`", 1e6 * plain / LISTS, 1e6 * ours / LISTS, "µs a list", goal)
    tracemalloc.start()
    kept = hc.score("dat", texts, embedding="builtin")
    full = tracemalloc.get_traced_memory()[0]
    del kept
    row = (full - tracemalloc.get_traced_memory()[0]) / LISTS
    tracemalloc.stop()
    text = sum(map(sys.getsizeof, texts)) / LISTS
    yield Ratio("memory of a scored list, all of its details at hand", "its text", text, row, "bytes", 500 / text)


def distances() -> Iterator[Ratio]:
    """The sums under the scores, and the loops that define them."""
    from scipy.spatial.distance import cosine

    from helm_creativity.baselines.nouns import load_nouns
    from helm_creativity.baselines.word_choosers import greedy_unrelated
    from helm_creativity.scenarios.create.scoring import annealed, greedy, path_distances
    from helm_creativity.scenarios.dat.scoring import dat_of_lists
    from helm_creativity.scenarios.hivemind.scoring import dissimilarities
    from helm_creativity.task_types.semantic_integration import dsi_of_lists

    rng = np.random.default_rng(0)
    unit = rng.normal(size=(5_000, 300)).astype(np.float32) + np.float32(0.1)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)

    def row(what: str, other: str, loop: Callable[[], Any], ours: Callable[[], Any], atol: float = 1e-3) -> Ratio:
        slow, expected = least(loop, 1)
        fast, found = least(ours, 5)
        np.testing.assert_allclose(found, expected, atol=atol)
        return Ratio(what, other, 1e3 * slow, 1e3 * fast, "ms")

    def mean_of_pairs(rows: Sequence[int]) -> float:
        return float(np.mean([cosine(unit[a], unit[b]) for a, b in itertools.combinations(rows, 2)]))

    sevens = [rng.choice(len(unit), 7, replace=False).tolist() for _ in range(500)]
    loop = "a loop of `scipy.spatial.distance.cosine`"
    yield row(
        "distances in 500 lists of 7 words",
        loop,
        lambda: [100 * mean_of_pairs(rows) for rows in sevens],
        lambda: dat_of_lists(sevens, unit),
    )
    stories = [rng.choice(len(unit), 100, replace=False).tolist() for _ in range(5)]
    yield row(
        "semantic integration of 5 stories of 100 words",
        loop,
        lambda: list(map(mean_of_pairs, stories)),
        lambda: dsi_of_lists(stories, unit),
    )

    def matrix(x: NDArray[np.float64]) -> float:
        return 100 * (1 - float((x @ x.T)[np.triu_indices(len(x), 1)].mean()))

    x = unit[:2_000].astype(np.float64)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    yield row(
        "diversity of 2,000 responses to a prompt",
        "the matrix of all similarities",
        lambda: matrix(x),
        lambda: float(dissimilarities(x).mean()),
    )
    nouns = load_nouns("builtin").vectors

    def anew() -> list[int]:
        chosen = [0]
        while len(chosen) < 10:
            means = (nouns @ nouns[chosen].T).mean(axis=1)
            means[chosen] = np.inf
            chosen.append(int(means.argmin()))
        return chosen

    yield row(
        f"ten nouns of {len(nouns):,} by greedy search",
        "means over all chosen ones, anew at each step",
        anew,
        lambda: greedy_unrelated(nouns, 10, 0),
    )
    paths = [unit[rng.choice(len(unit), 100, replace=False)] for _ in range(20)]
    quality = [rng.integers(1, 6, size=100).astype(np.float64) for _ in paths]

    def apart(vectors: NDArray[np.float32]) -> list[list[float]]:
        rows = vectors.astype(np.float64)
        return [[0.0 if a is b else float(annealed(1 - float(a @ b))) for b in rows] for a in rows]

    yield row(
        "distances of 100 paths, 20 queries",
        "pair by pair",
        lambda: list(map(apart, paths)),
        lambda: list(map(path_distances, paths)),
        1e-6,
    )
    between = list(map(path_distances, paths))

    def in_order(value: Sequence[float], distance: Sequence[Sequence[float]]) -> list[int]:
        left, order = list(range(len(value))), []
        while left:
            gains = [value[u] * min((distance[u][v] for v in order), default=1.0) for u in left]
            order.append(left.pop(gains.index(max(gains))))
        return order

    yield row(
        "greedy order of 100 paths, 20 queries",
        "equation 2 step by step",
        lambda: [in_order(q.tolist(), d.tolist()) for q, d in zip(quality, between, strict=True)],
        lambda: [greedy(q, d).order for q, d in zip(quality, between, strict=True)],
    )


def word_vectors() -> Iterator[Ratio]:
    """Opening word vectors that were converted once, and reading the text at every start."""
    from helm_creativity.embeddings.registry import fetch_embedding, load_embeddings

    rng, n, d = np.random.default_rng(2), 50_000, 100
    words = ["".join(parts) for parts in itertools.islice(itertools.product("bcdfglmnprst", "aeiou", repeat=3), n)]
    with tempfile.TemporaryDirectory() as folder:
        path, line = Path(folder, "vectors.txt"), " ".join(["%.5f"] * d)
        path.write_text("".join(f"{word} {line % tuple(rng.normal(size=d))}\n" for word in words), "utf-8")
        wanted = [words[place] for place in rng.choice(n, 1000, replace=False)]
        home, os.environ["HELM_CREATIVITY_HOME"] = os.environ.get("HELM_CREATIVITY_HOME"), folder
        try:
            fetch_embedding("bench", origin=path)

            def text() -> NDArray[np.float32]:
                found = {}
                for row in path.open(encoding="utf-8"):
                    word, *numbers = row.split(" ")
                    found[word] = np.asarray(numbers, np.float32)
                rows = np.stack([found[word] for word in wanted])
                return rows / np.linalg.norm(rows, axis=1, keepdims=True)

            def gensim() -> NDArray[np.float32]:
                from gensim.models import KeyedVectors

                vectors = KeyedVectors.load_word2vec_format(str(path), no_header=True)
                return np.stack([vectors.get_vector(word, norm=True) for word in wanted])

            ours, found = least(lambda: load_embeddings("bench")[0].embed(wanted).vectors, 1)
            what = f"open {n:,} word vectors and look 1,000 up"
            for name, other in (("reading the text", text), ("gensim's `KeyedVectors`", gensim)):
                costs, expected = least(other, 1)
                np.testing.assert_allclose(found, expected, atol=1e-4)
                yield Ratio(what, name, 1e3 * costs, 1e3 * ours, "ms")
        finally:
            os.environ.pop("HELM_CREATIVITY_HOME")
            os.environ.update({"HELM_CREATIVITY_HOME": home} if home else {})


def suites() -> Iterator[Ratio]:
    """Reading the scores of all items of a suite."""
    from helm_creativity.results.loading import read_suite

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "runs", "generated")
        runs = write_suite(place, 4, 18, 1000)

        def with_json() -> float:
            files = [json.loads(path.read_text("utf-8")) for path in place.glob("*/per_instance_stats.json")]
            stats = (stat for file in files for entry in file for stat in entry["stats"])
            return float(np.mean([stat["mean"] for stat in stats if stat["name"]["name"] == "score"]))

        def ours() -> float:
            suite = read_suite([str(place)], place)
            columns = (suite.responses(number) for number in range(len(suite.columns)))
            return float(np.mean([responses.by_item.mean() for responses in columns if responses is not None]))

        slow, expected = least(with_json, 1)
        fast, found = least(ours, 2)
        assert abs(found - expected) < 1e-6
        yield Ratio(f"scores of 1,000 items in {runs} runs", "Python's `json`", slow, fast, "s")


def starts() -> Iterator[Ratio]:
    """Starting, alone and within HELM."""
    score = f"import helm_creativity as hc; hc.score('dat', [{FIRST!r}], embedding='builtin')"
    (numpy_s, numpy_mb), (ours_s, ours_mb) = (
        spent([sys.executable, "-c", code]) for code in ("import numpy, scipy.stats", score)
    )
    yield Ratio("a first `hc.score` in a new process", "importing numpy and scipy.stats", numpy_s, ours_s, "s", 1.2)
    yield Ratio("its memory", "numpy and scipy.stats", numpy_mb, ours_mb, "MB")
    helm, _ = spent([sys.executable, "-c", "import helm.benchmark.run"])
    added, _ = spent([sys.executable, "-c", "import helm.benchmark.run, helm_creativity.run_specs"])
    yield Ratio("`helm-run`'s imports with our entry point", "without", helm, added, "s")
    with tempfile.TemporaryDirectory() as folder:
        entries = (
            "simple_mcqa:model=simple/model1",
            "creativity_dat:embedding=builtin,num_trials=5,model=creativity/random-nouns",
        )
        (_, theirs), (_, ours) = (spent([*helm_run(entry, folder)], 1, cwd=folder) for entry in entries)
        yield Ratio("memory of a run of DAT", "HELM's own `simple_mcqa`", theirs, ours, "MB", (theirs + 60) / theirs)


def helm_run(entry: str, folder: str) -> Sequence[str]:
    """The command for one run entry."""
    places = ["--output-path", folder, "--local-path", f"{folder}/prod_env"]
    code = "from helm.benchmark.run import main; main()"
    return [sys.executable, "-c", code, "--run-entries", entry, "--suite", "s", "-m", "10000", "-n", "1", *places]


TIMED = """
import json, sys, time
from helm.benchmark.run import main
from helm_creativity.helm.annotator import GuardAnnotator
from helm_creativity.helm.metric import CreativityMetric

spent = []
def timed(cls, name):
    work = getattr(cls, name)
    def wrapped(*arguments):
        start = time.thread_time()
        found = work(*arguments)
        spent.append(time.thread_time() - start)
        return found
    setattr(cls, name, wrapped)
timed(GuardAnnotator, "annotate")
timed(CreativityMetric, "evaluate")
start = time.perf_counter()
main()
print(json.dumps([time.perf_counter() - start, sum(spent)]))
"""


class Model(BaseHTTPRequestHandler):
    """A language model of OpenAI's interface that lists ten common nouns at once."""

    def do_POST(self) -> None:
        """A completion."""
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": "\n".join(random.sample(NOUNS, 10))}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        body = json.dumps(
            {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": choices}
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


DEPLOYMENT = """
model_deployments:
  - name: bench/model
    model_name: bench/model
    client_spec:
      class_name: helm.clients.vllm_client.VLLMChatClient
      args: {{base_url: "{}", vllm_model_name: m}}
"""
METADATA = """
models:
  - {name: bench/model, display_name: m, description: m, creator_organization_name: bench, access: open,
     release_date: 2026-01-01, tags: [TEXT_MODEL_TAG]}
"""


def shares() -> Iterator[Ratio]:
    """What metric and annotator take of a run's time on a model that replies at once; no real one is faster."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "prod_env").mkdir()
        url = f"http://127.0.0.1:{server.server_port}/v1"
        Path(folder, "prod_env", "model_deployments.yaml").write_text(DEPLOYMENT.format(url), "utf-8")
        Path(folder, "prod_env", "model_metadata.yaml").write_text(METADATA, "utf-8")
        entry = DAT.format(RESPONSES).replace("creativity/random-nouns", "bench/model")
        command = [TIMED if "main()" in part else part for part in helm_run(entry, folder)]
        output = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder).stdout
    server.shutdown()
    whole, ours = json.loads(output.splitlines()[-1])
    what = f"metric and annotator of {RESPONSES:,} DAT responses"
    yield Ratio(what, "the whole `helm-run`", whole, ours, "s", 0.15)


def shown(row: Ratio) -> str:
    """A row of the table; a ratio below a tenth is also said the other way round."""
    ratio = row.ours / row.other_costs
    value = f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.4f} ({1 / ratio:,.0f} times less)"
    goal = "" if row.goal is None else f"{row.goal:.2f}"
    cells = (row.what, row.other, f"{row.other_costs:,.3g} {row.unit}", f"{row.ours:,.3g} {row.unit}", value, goal)
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Rewrites the measured part of the page."""
    page = HERE / "README.md"
    head, begin, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, tail = rest.partition(END)
    assert begin, f"{page} lacks {BEGIN}"
    assert end, f"{page} lacks {END}"
    lines = [
        f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}.\n",
        "| what | beside | it takes | ours takes | ours / it | goal |",
        "|---|---|--:|--:|--:|--:|",
    ]
    print(*lines, sep="\n")
    for part in (lists_of_words, distances, word_vectors, suites, starts, shares):
        for row in part():
            lines.append(shown(row))
            print(lines[-1], flush=True)
    page.write_text(f"{head}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{tail}", "utf-8")


if __name__ == "__main__":
    main()
