import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from helm_creativity.embeddings import convert as module
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.specs import WordVectorsSpec
from helm_creativity.embeddings.store import VectorStore, read_meta, stores
from helm_creativity.errors import BrokenVectors, FileProblem

# Lengths 5, 13 and 1, so that the unit vectors have short decimals; the fourth has no direction; the fifth came before.
SMALL = b"cat 3 4\ndog -5 12\n. . . 1 0\nnil 0 0\ncat 1 1\n"
UNITS = [[0.6, 0.8], [-5 / 13, 12 / 13], [1, 0]]


@pytest.fixture
def small(tmp_path):
    """A file with one word too often and one without direction."""
    path = tmp_path / "small.txt"
    path.write_bytes(SMALL)
    return path


def left_in(folder):
    """What is in a folder, hidden things too."""
    return sorted(path.name for path in folder.iterdir())


def python(code, *arguments, **environment):
    """A fresh process that runs the code."""
    root = str(Path(module.__file__).parents[2])
    variables = {**os.environ, "PYTHONPATH": root, **environment}
    return subprocess.Popen([sys.executable, "-c", code, *arguments], env=variables, stdout=-1, stderr=-1, text=True)


def test_a_store_holds_unit_rows_in_the_order_of_the_file(home, small):
    """Rows have length one, words are as written, and what was left out is counted."""
    store = VectorStore(convert(small, WordVectorsSpec(name="small", duplicates="first")))
    vectors, known = store.embed(["cat", "dog", ". . ."])
    np.testing.assert_allclose(vectors, UNITS, atol=1e-7)
    assert known.all()
    np.testing.assert_allclose(np.load(home / "embeddings" / "small" / "vectors.npy"), UNITS, atol=1e-7)
    assert (store.meta.words, store.meta.duplicates, store.meta.zero_vectors) == (3, 1, 1)
    assert not store.knows(["nil"]).any()


def test_a_duplicate_in_a_later_block_names_its_line(home, tmp_path, monkeypatch):
    """Lines are counted over the whole file, header included, and a word without direction is a first one too."""
    monkeypatch.setattr("helm_creativity.embeddings.vector_files.CHUNK", 8)
    monkeypatch.setattr("helm_creativity.embeddings.vector_files.HEAD", 8)
    path = tmp_path / "v"
    path.write_bytes(b"4 2\nzero 0 0\nb 1 2\nc 1 2\nzero 1 1\n")
    with pytest.raises(BrokenVectors, match="line 5: the word 'zero' comes a second time"):
        convert(path, WordVectorsSpec(name="v"))
    meta = read_meta(convert(path, WordVectorsSpec(name="v", duplicates="first")))
    assert (meta.words, meta.duplicates, meta.zero_vectors) == (2, 1, 1)


@pytest.mark.parametrize("word", [b"\xff", b"a\0b", b"\xed\xa0\x80"])
def test_a_word_that_cannot_be_typed_is_an_error_or_counted(home, tmp_path, word):
    """Bytes that are not UTF-8, encoded surrogates, null characters."""
    path = tmp_path / "v"
    path.write_bytes(b"a 1 2\n" + word + b" 0 0\nb 1 2\n")
    with pytest.raises(
        BrokenVectors, match=r"line 2: the word is not UTF-8 text without null characters: b'.*--unreadable skip"
    ):
        convert(path, WordVectorsSpec(name="v"))
    store = VectorStore(convert(path, WordVectorsSpec(name="v", unreadable="skip")))
    assert (store.meta.words, store.meta.unreadable, store.meta.zero_vectors) == (2, 1, 0)
    assert store.knows(["a", "b"]).all()


def test_numbers_of_any_finite_size_get_length_one(home, tmp_path):
    """Squares that overflow or vanish in float32 do not reach the rows."""
    path = tmp_path / "v"
    path.write_bytes(b"large 3e38 3e38\nsmall 1e-40 0\n")
    store = VectorStore(convert(path, WordVectorsSpec(name="v")))
    np.testing.assert_allclose(store.embed(["large", "small"]).vectors, [[0.5**0.5, 0.5**0.5], [1, 0]], rtol=1e-6)


def test_a_file_without_a_usable_vector_is_an_error(home, tmp_path):
    """An empty store would make every word unknown."""
    path = tmp_path / "v"
    path.write_bytes(b"nil 0 0\n")
    with pytest.raises(BrokenVectors, match="no usable vector"):
        convert(path, WordVectorsSpec(name="v"))
    assert left_in(stores()) == []


def test_a_file_with_another_checksum_is_refused(home, small):
    """Both digests are in the message, and nothing is left."""
    with pytest.raises(
        FileProblem, match=f"expected unpacked sha256 {'0' * 64}, got {hashlib.sha256(SMALL).hexdigest()}"
    ):
        convert(small, WordVectorsSpec(name="small", duplicates="first", unpacked_sha256="0" * 64))
    assert left_in(stores()) == []


def test_converting_again_is_harmless_and_another_file_is_refused(home, small, tmp_path):
    """A name belongs to one file."""
    first = convert(small, WordVectorsSpec(name="small", duplicates="first"))
    before = (first / "meta.json").stat().st_mtime_ns
    assert convert(small, WordVectorsSpec(name="small", duplicates="first")) == first
    assert (first / "meta.json").stat().st_mtime_ns == before
    other = tmp_path / "other.txt"
    other.write_bytes(b"a 1 2\n")
    with pytest.raises(FileProblem, match="already holds something else; choose another name"):
        convert(other, WordVectorsSpec(name="small"))
    assert left_in(stores()) == ["small"]
    assert VectorStore(first).knows(["cat"]).all()


CONVERT = """
import sys
from pathlib import Path
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.specs import WordVectorsSpec
print(convert(Path(sys.argv[1]), WordVectorsSpec(name="big")))
"""


@pytest.fixture
def big(tmp_path):
    """A file that takes a moment."""
    rng = np.random.default_rng(6)
    path = tmp_path / "big.txt"
    rows = rng.integers(-9, 10, size=(20_000, 20))
    path.write_text("".join(f"w{i} 1 {' '.join(map(str, row))}\n" for i, row in enumerate(rows.tolist())))
    return path


def test_processes_that_convert_the_same_file_at_once_leave_one_good_store(home, big):
    """All succeed, one store remains, and it is complete."""
    processes = [python(CONVERT, str(big)) for _ in range(3)]
    sample_scores = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], sample_scores
    assert left_in(stores()) == ["big"]
    store = VectorStore(stores() / "big")
    vectors, known = store.embed([f"w{i}" for i in range(20_000)])
    assert known.all()
    rows = np.loadtxt(big, usecols=range(1, 22), dtype=np.float32)
    np.testing.assert_allclose(vectors, rows / np.linalg.norm(rows, axis=1, keepdims=True), atol=1e-6)


KILL_ITSELF = """
import os, signal
import helm_creativity.embeddings.convert as module
def die(*arguments): os.kill(os.getpid(), signal.SIGKILL)
module._publish = die
"""


def test_a_killed_conversion_leaves_nothing_that_looks_finished(home, small, tmp_path):
    """Even when it dies one step before the end; and the next one works."""
    path = tmp_path / "fine.txt"
    path.write_bytes(b"a 1 2\nb 2 1\n")
    process = python(KILL_ITSELF + CONVERT, str(path))
    process.communicate()
    assert process.returncode == -9
    (hidden,) = left_in(stores())
    assert hidden.startswith(".big-")
    assert read_meta(stores() / "big") is None
    convert(path, WordVectorsSpec(name="big"))
    assert VectorStore(stores() / "big").knows(["a", "b"]).all()
    assert hidden in left_in(stores()), "it may belong to a process that is still at work"


def test_what_a_killed_conversion_left_is_removed_after_a_day(home, small):
    """Unless something in it is younger."""
    old, young = stores() / ".small-old", stores() / ".small-young"
    for folder in (old, young):
        folder.mkdir(parents=True)
        (folder / "vectors.npy").write_bytes(b"x")
    past = time.time() - module.ABANDONED_AFTER - 60
    for path in (old / "vectors.npy", old, young):
        os.utime(path, (past, past))
    convert(small, WordVectorsSpec(name="small", duplicates="first"))
    assert left_in(stores()) == [".small-young", "small"]


@pytest.mark.skipif(not sys.platform.startswith(("linux", "darwin")), reason="limits of the POSIX kind")
def test_a_full_disk_is_a_clear_error_and_leaves_nothing(home, big):
    """The limit on the size of a file stands for the disk: the system refuses the write in the same way."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n"
    process = python(limit + CONVERT, str(big))
    _, errors = process.communicate()
    assert process.returncode == 1
    assert re.search(rf"FileProblem: no space left in {re.escape(str(stores()))} .*HELM_CREATIVITY_HOME", errors)
    assert left_in(stores()) == []


def test_conversion_streams(home, big):
    """Peak memory does not grow with the numbers in the file."""
    measure = """
import tracemalloc, sys
from pathlib import Path
import numpy as np
from helm_creativity.embeddings import vector_files
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.specs import WordVectorsSpec
vector_files.CHUNK = vector_files.HEAD = 1 << 16
import tqdm, marisa_trie
words, dimension = int(sys.argv[2]), 200
with open(sys.argv[1], "w") as file:
    numbers = " ".join(["0.12345"] * dimension)
    file.writelines(f"w{i} {numbers}\\n" for i in range(words))
tracemalloc.start()
convert(Path(sys.argv[1]), WordVectorsSpec(name=f"streams{words}"))
print(tracemalloc.get_traced_memory()[1])
"""
    peaks = []
    for words in (2_000, 10_000):
        process = python(measure, str(big), str(words))
        output, errors = process.communicate()
        assert process.returncode == 0, errors
        peaks.append(int(output))
    # 8,000 more words: their keys, about 150 bytes each, but not their 200 numbers of 4 bytes each.
    assert peaks[1] - peaks[0] < 8_000 * 300


def test_meta_of_another_version_is_not_misread(home, small):
    """A store of a later layout is refused, and so is a broken description."""
    folder = convert(small, WordVectorsSpec(name="small", duplicates="first"))
    found = json.loads((folder / "meta.json").read_text("utf-8"))
    (folder / "meta.json").write_text(json.dumps({**found, "layout": 2}))
    with pytest.raises(FileProblem, match="expected layout 1, got 2; remove the folder and fetch"):
        VectorStore(folder)
    (folder / "meta.json").write_text("{")
    with pytest.raises(FileProblem, match="cannot read the store"):
        read_meta(folder)
