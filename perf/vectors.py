"""Measures word vectors: converting a GloVe file once, and opening the store against reading the text at every start.

    python perf/vectors.py [--words 400000] [--dimension 300]

Each measurement runs in a process of its own, so that its peak memory is its own. Times of opening are medians of
``REPEATS`` processes with the files in the page cache, as they are from the second start on.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

LOOKUPS = 1000
REPEATS = 5
BLOCK = 2000
FULL_SIZE = 2_196_017
"""Words of the official GloVe 840B file."""


def make_words(count: int) -> list[str]:
    """Pronounceable words, lengths spread as in real vocabularies (mean about 8 letters)."""
    rng = np.random.default_rng(1)
    syllables = [c + v + e for c in "bcdfghjklmnprstvwz" for v in "aeiou" for e in ("", "n", "r", "st")]
    words: dict[str, None] = {}
    while len(words) < count:
        lengths = rng.integers(2, 6, size=count)
        picks = rng.integers(0, len(syllables), size=(count, 5))
        for row, length in zip(picks.tolist(), lengths.tolist(), strict=True):
            words["".join(syllables[i] for i in row[:length])] = None
    return list(words)[:count]


def make_file(path: Path, words: list[str], dimension: int) -> None:
    """A file as GloVe writes them: five decimals."""
    rng = np.random.default_rng(2)
    line = " ".join(["%.5f"] * dimension)
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, len(words), BLOCK):
            block = words[start : start + BLOCK]
            rows = rng.normal(scale=0.4, size=(len(block), dimension)).tolist()
            file.writelines(f"{word} {line % tuple(row)}\n" for word, row in zip(block, rows, strict=True))


def make_binary(path: Path, dimension: int) -> None:
    """The same vectors in word2vec's binary format, beside the text."""
    with path.open(encoding="utf-8") as lines, path.with_suffix(".bin").open("wb") as file:
        words = sum(1 for _ in lines)
        lines.seek(0)
        file.write(f"{words} {dimension}\n".encode())
        for line in lines:
            word, _, numbers = line.partition(" ")
            file.write(word.encode() + b" " + np.array(numbers.split(), dtype="<f4").tobytes() + b"\n")


def status_mb(field: str) -> float:
    """A line of this process's status on Linux, in MB; the peak resident memory elsewhere."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    line = next(line for line in status.read_text("ascii").splitlines() if line.startswith(f"{field}:"))
    return int(line.split()[1]) / 1024


def peak_mb() -> float:
    """Peak resident memory; not ``ru_maxrss``, which on Linux includes that of the parent process."""
    return status_mb("VmHWM")


def private_mb() -> float:
    """Memory that is this process's own: without the pages of mapped files, which the system shares and may drop."""
    return status_mb("RssAnon")


def measure_convert(path: Path, wanted: list[str]) -> dict[str, Any]:
    """Converts the file into a store."""
    from helm_creativity.embeddings.convert import convert
    from helm_creativity.embeddings.specs import WordVectorsSpec

    before = peak_mb()
    start = time.perf_counter()
    convert(path, WordVectorsSpec(name="perf"))
    return {"seconds": time.perf_counter() - start, "beyond": peak_mb() - before}


def measure_store(path: Path, wanted: list[str]) -> dict[str, Any]:
    """Opens the store and looks the words up."""
    start = time.perf_counter()
    from helm_creativity.embeddings.store import VectorStore, stores

    imported = time.perf_counter()
    store = VectorStore(stores() / "perf")
    opened = time.perf_counter()
    vectors, known = store.embed(wanted)
    end = time.perf_counter()
    assert known.all()
    return {
        "import": imported - start,
        "open": opened - imported,
        "look up": end - opened,
        "seconds": end - start,
        "private": private_mb(),
        "check": float(vectors[0, 0]),
    }


def measure_text(path: Path, wanted: list[str]) -> dict[str, Any]:
    """What a short program does: reads all lines, keeps the unit vectors of the words of a dictionary."""
    dictionary = set(wanted)
    start = time.perf_counter()
    vectors = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            fields = line.split(" ")
            if fields[0] in dictionary:
                vector = np.asarray(fields[1:], dtype="float32")
                vectors[fields[0]] = vector / np.linalg.norm(vector)
    found = [vectors[word] for word in wanted]
    return {"seconds": time.perf_counter() - start, "private": private_mb(), "check": float(found[0][0])}


def measure_gensim(path: Path, wanted: list[str]) -> dict[str, Any]:
    """Reads the same text with gensim."""
    start = time.perf_counter()
    from gensim.models import KeyedVectors

    vectors = KeyedVectors.load_word2vec_format(str(path), no_header=True)
    found = np.stack([vectors.get_vector(word, norm=True) for word in wanted])
    return {"seconds": time.perf_counter() - start, "private": private_mb(), "check": float(found[0][0])}


def measure_gensim_map(path: Path, wanted: list[str]) -> dict[str, Any]:
    """Opens what gensim saved, with its vectors mapped into memory, and looks the words up."""
    start = time.perf_counter()
    from gensim.models import KeyedVectors

    vectors = KeyedVectors.load(str(path.with_suffix(".kv")), mmap="r")
    found = np.stack([vectors.get_vector(word) for word in wanted])
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return {"seconds": time.perf_counter() - start, "private": private_mb(), "check": float(found[0][0])}


def measure_binary(path: Path, wanted: list[str]) -> dict[str, Any]:
    """Reads word2vec's binary format block by block, as a conversion does."""
    from helm_creativity.embeddings.vector_files import open_source, read_vectors

    before, start = peak_mb(), time.perf_counter()
    with open_source(path.with_suffix(".bin")) as source:
        first = next(iter(read_vectors(source, "word2vec-bin").blocks)).vectors[0, 0]
    with open_source(path.with_suffix(".bin")) as source:
        words = sum(len(block.words) for block in read_vectors(source, "word2vec-bin").blocks)
    return {"seconds": time.perf_counter() - start, "beyond": peak_mb() - before, "check": [words, float(first)]}


def measure_gensim_binary(path: Path, wanted: list[str]) -> dict[str, Any]:
    """Reads the same binary file with gensim, and saves it in gensim's own form."""
    from gensim.models import KeyedVectors

    before, start = peak_mb(), time.perf_counter()
    vectors = KeyedVectors.load_word2vec_format(str(path.with_suffix(".bin")), binary=True)
    seconds, beyond = time.perf_counter() - start, peak_mb() - before
    vectors.save(str(path.with_suffix(".kv")))
    return {"seconds": seconds, "beyond": beyond, "check": [len(vectors), float(vectors.vectors[0, 0])]}


MEASURES: dict[str, Callable[[Path, list[str]], dict[str, Any]]] = {
    "convert": measure_convert,
    "store": measure_store,
    "text": measure_text,
    "gensim": measure_gensim,
    "gensim map": measure_gensim_map,
    "binary": measure_binary,
    "gensim binary": measure_gensim_binary,
}


def in_process(kind: str, path: Path, wanted: Path) -> dict[str, Any]:
    """Runs one measure in a fresh process and adds that process's peak memory."""
    command = [sys.executable, __file__, "--measure", kind, "--file", str(path), "--wanted", str(wanted)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return dict(json.loads(output.splitlines()[-1]))


def compare(words: int, dimension: int) -> None:
    """Makes the file, measures, prints the table."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HELM_CREATIVITY_HOME"] = folder
        root = str(Path(__file__).resolve().parents[1])
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        path, wanted = Path(folder) / "vectors.txt", Path(folder) / "wanted.json"
        vocabulary = make_words(words)
        make_file(path, vocabulary, dimension)
        picks = np.random.default_rng(3).choice(words, min(LOOKUPS, words), replace=False)
        wanted.write_text(json.dumps([vocabulary[i] for i in picks]), "utf-8")
        convert = in_process("convert", path, wanted)
        stores = [in_process("store", path, wanted) for _ in range(REPEATS)]
        make_binary(path, dimension)
        once = {"ours": in_process("binary", path, wanted), "gensim": in_process("gensim binary", path, wanted)}
        starts = {
            "text into a dictionary": in_process("text", path, wanted),
            "gensim KeyedVectors, text": in_process("gensim", path, wanted),
            "gensim KeyedVectors, its own file mapped": in_process("gensim map", path, wanted),
        }
        report(words, dimension, path.stat().st_size, convert, stores, starts, once)


def report(
    words: int,
    dimension: int,
    size: int,
    convert: dict[str, Any],
    stores: list[dict[str, Any]],
    starts: dict[str, dict[str, Any]],
    once: dict[str, dict[str, Any]],
) -> None:
    """Prints the findings as Markdown."""
    for way in starts.values():
        assert abs(way["check"] - stores[0]["check"]) < 1e-6, "the ways of reading disagree"
    assert once["ours"]["check"] == once["gensim"]["check"], "the ways of reading disagree"
    median = {key: statistics.median(store[key] for store in stores) for key in stores[0]}
    full = convert["beyond"] * FULL_SIZE / words
    print(f"{words:,} words, {dimension} numbers each, {size / 1e9:.2f} GB of text; {os.cpu_count()} cores\n")
    print(f"| once | time | peak memory | of it beyond the imports | in proportion for {FULL_SIZE:,} words, at most |")
    print("|---|--:|--:|--:|--:|")
    cells = (
        f"{convert['seconds']:.1f} s",
        *(f"{value:.0f} MB" for value in (convert["peak"], convert["beyond"], full)),
    )
    print(f"| convert | {' | '.join(cells)} |")
    print("\n| word2vec's binary format, read once | time | ratio | peak memory beyond the imports |")
    print("|---|--:|--:|--:|")
    for name, way in once.items():
        ratio = way["seconds"] / once["ours"]["seconds"]
        print(f"| {name} | {way['seconds']:.1f} s | {ratio:.1f} | {way['beyond']:.0f} MB |")
    print(f"\n| at every start: open, look {LOOKUPS:,} words up | time | store is faster by | memory of its own |")
    print("|---|--:|--:|--:|")
    print(f"| store | {median['seconds'] * 1e3:.1f} ms | 1 | {median['private']:.0f} MB |")
    for name, way in starts.items():
        print(
            f"| {name} | {way['seconds']:.2f} s | {way['seconds'] / median['seconds']:,.0f} | {way['private']:.0f} MB |"
        )
    parts = ", ".join(f"{key} {median[key] * 1e3:.1f} ms" for key in ("import", "open", "look up"))
    print(f"\nOf the store's time: {parts} (numpy is imported before the clock starts, in every row).")


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=400_000)
    parser.add_argument("--dimension", type=int, default=300)
    parser.add_argument("--measure", choices=MEASURES, help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--wanted", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure is None:
        compare(arguments.words, arguments.dimension)
        return
    wanted = json.loads(arguments.wanted.read_text("utf-8"))
    result = MEASURES[arguments.measure](arguments.file, wanted)
    print(json.dumps(result | {"peak": peak_mb()}))


if __name__ == "__main__":
    main()
