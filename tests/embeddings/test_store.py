"""Files of word vectors become stores, and stores are looked up."""

import os
import re
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.process import HEAVY, python

from helm_creativity.embeddings import vector_files
from helm_creativity.embeddings.convert import ABANDONED_AFTER, convert
from helm_creativity.embeddings.specs import WordVectorsSpec
from helm_creativity.embeddings.store import VectorStore, read_meta, stores
from helm_creativity.errors import BrokenVectors, FileProblem

# Lengths 5, 13 and 1, so that the unit vectors have short decimals; the fourth has no direction; the fifth came before.
SMALL = b"cat 3 4\ndog -5 12\n. . . 1 0\nnil 0 0\ncat 1 1\n"
UNITS = {"cat": [0.6, 0.8], "dog": [-5 / 13, 12 / 13], ". . .": [1, 0]}
# Squares that overflow or vanish in float32, and words that cannot be typed.
EXTREME, ROOT = b"large 3e38 3e38\n\xff 0 0\na\0b 1 1\nsmall 1e-40 0\n", 0.5**0.5
FINE = "the 1 0 0\nnaïve 0 3 4\n".encode()


def store(tmp_path, content, name="v", **options):
    """The folder of a store of such a file."""
    path = tmp_path / f"{name}.txt"
    path.write_bytes(content)
    return convert(path, WordVectorsSpec(name=name, **options))


def left_in_stores():
    """What is there, hidden things too."""
    return sorted(path.name for path in stores().iterdir())


@pytest.mark.parametrize(
    ("content", "options", "units", "left_out"),
    [
        (SMALL, {"duplicates": "first"}, UNITS, [1, 1, 0]),
        (EXTREME, {"unreadable": "skip"}, {"large": [ROOT, ROOT], "small": [1, 0]}, [0, 0, 2]),
    ],
)
def test_a_store_holds_unit_rows_in_the_order_of_the_file(home, tmp_path, content, options, units, left_out):
    """Words are as written, and what was left out is counted."""
    found = VectorStore(store(tmp_path, content, **options))
    vectors, known = found.embed([*units, "nil"])
    np.testing.assert_allclose(vectors, [*units.values(), [0, 0]], rtol=1e-6, atol=1e-7)
    assert known.tolist() == [*[True] * len(units), False]
    np.testing.assert_array_equal(np.load(stores() / "v" / "vectors.npy"), vectors[:-1])
    assert found.meta.words == len(units)
    assert [found.meta.duplicates, found.meta.zero_vectors, found.meta.unreadable] == left_out


UNTYPED = r"line 2: the word is not UTF-8 text .*: b'.*--unreadable skip"


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (SMALL, {}, r"line 5: the word 'cat' comes a second time; .*--duplicates first"),
        (b"2 2\nzero 0 0\nzero 1 1\n", {}, "line 3: the word 'zero' comes a second time"),
        *((b"a 1 2\n" + word + b" 0 0\n", {}, UNTYPED) for word in (b"\xff", b"a\0b", b"\xed\xa0\x80")),
        (b"nil 0 0\n", {}, "no usable vector"),
        (b"a 1 2\n", {"unpacked_sha256": "0" * 64}, f"expected unpacked sha256 {'0' * 64}, got [0-9a-f]{{64}}"),
    ],
)
def test_a_file_that_is_refused_leaves_nothing(home, tmp_path, monkeypatch, content, options, message):
    monkeypatch.setattr(vector_files, "CHUNK", 8)
    monkeypatch.setattr(vector_files, "HEAD", 8)
    with pytest.raises((BrokenVectors, FileProblem), match=message):
        store(tmp_path, content, **options)
    assert left_in_stores() == []


characters = st.characters(exclude_characters="\n \r\0", exclude_categories=["Cs"])
words = st.lists(st.text(characters, min_size=1, max_size=8), min_size=1, max_size=30, unique=True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(words, st.lists(st.text(max_size=8), max_size=10), st.integers(0, 2**32 - 1))
def test_a_store_answers_as_a_dictionary_would(home, tmp_path, keys, questions, seed):
    """For any words, those of the file have their unit vector and all other texts are unknown."""
    rows = np.random.default_rng(seed).normal(size=(len(keys), 3))
    lines = [f"{key} {' '.join(map(repr, row))}\n" for key, row in zip(keys, rows.tolist(), strict=True)]
    content = f"{len(keys)} 3\n{''.join(lines)}".encode()
    folder = f"any-{len(list(stores().glob('*')))}"
    expected = {key: row / np.linalg.norm(row) for key, row in zip(keys, rows, strict=True)}
    texts = [*questions, *keys]
    vectors, known = VectorStore(store(tmp_path, content, folder=folder, format="word2vec")).embed(texts)
    assert known.tolist() == [text in expected for text in texts]
    np.testing.assert_allclose(vectors, [expected.get(text, np.zeros(3)) for text in texts], atol=1e-6)


def test_texts_that_are_no_words_of_the_file_are_unknown(home, tmp_path):
    """Prefixes, null characters and lone surrogates included: a model's answer may hold anything."""
    found = VectorStore(store(tmp_path, FINE))
    texts = ["the", "", " ", "th", "the ", "thee", "the\0", "the\0x", "\0", "\ud800", "the\udcff", "na\u0131ve"]
    vectors, known = found.embed(texts)
    assert known.tolist() == found.knows(texts).tolist() == [True] + [False] * 11
    assert not vectors[1:].any()


CHANGED = [
    *((part, slice(n), "is damaged") for part in ("vectors.npy", "rows.npy", "words.marisa") for n in (0, 40, -1)),
    ("meta.json", slice(1), "cannot read the store"),
    ("meta.json", (b'"layout": 1', b'"layout": 2'), "expected layout 1, got 2"),
]


@pytest.mark.parametrize(("part", "change", "message"), CHANGED)
def test_a_store_with_a_damaged_or_missing_part_is_refused(home, tmp_path, part, change, message):
    """So is one of another version, which must not be misread."""
    folder = store(tmp_path, FINE)
    content = (folder / part).read_bytes()
    (folder / part).write_bytes(content[change] if isinstance(change, slice) else content.replace(*change))
    with pytest.raises(FileProblem, match=rf"{message}.*; remove (it|the folder) and fetch"):
        VectorStore(folder)
    (folder / part).unlink()
    with pytest.raises(FileProblem, match=r"is damaged .*remove it and fetch|no store of word vectors"):
        VectorStore(folder)


def test_converting_again_is_harmless_and_another_file_is_refused(home, tmp_path):
    """A name belongs to one file."""
    folder = store(tmp_path, FINE)
    before = (folder / "meta.json").stat().st_mtime_ns
    assert store(tmp_path, FINE) == folder
    assert (folder / "meta.json").stat().st_mtime_ns == before
    with pytest.raises(FileProblem, match="already holds something else; choose another name"):
        store(tmp_path, b"a 1 2\n")
    assert left_in_stores() == ["v"]
    assert VectorStore(folder).knows(["the"]).all()


CONVERT = """
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.specs import WordVectorsSpec
convert(Path(sys.argv[1]), WordVectorsSpec(name="v"))
"""
FULL = "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))"
KILLED = "os.rename = lambda *_: os.kill(os.getpid(), signal.SIGKILL)"


def converting(path, before=""):
    """A process that converts a file."""
    code = f"import os, resource, signal, sys\nfrom pathlib import Path\n{before}\n{CONVERT}"
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", code, path], env=variables, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def big(tmp_path):
    """A file that takes a moment, and its rows."""
    rows = np.random.default_rng(6).integers(-9, 10, size=(20_000, 21))
    rows[:, 0] = 1
    path = tmp_path / "big.txt"
    path.write_text("".join(f"w{i} {' '.join(map(str, row))}\n" for i, row in enumerate(rows.tolist())))
    return path, rows


def test_processes_that_convert_the_same_file_at_once_leave_one_good_store(home, big):
    path, rows = big
    processes = [converting(path) for _ in range(3)]
    errors = [process.communicate()[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], errors
    assert left_in_stores() == ["v"]
    vectors, known = VectorStore(stores() / "v").embed([f"w{i}" for i in range(20_000)])
    assert known.all()
    np.testing.assert_allclose(vectors, rows / np.linalg.norm(rows, axis=1, keepdims=True), atol=1e-6)


def test_a_full_disk_is_a_clear_error_and_leaves_nothing(home, big):
    """The limit on the size of a file stands for the disk: the system refuses the write in the same way."""
    process = converting(big[0], FULL)
    _, errors = process.communicate()
    assert process.returncode == 1
    assert re.search(rf"FileProblem: cannot write into {re.escape(str(stores()))}: ", errors)
    assert left_in_stores() == []


def test_a_killed_conversion_leaves_nothing_that_looks_finished(home, tmp_path):
    """What it left is removed after a day without a write."""
    (tmp_path / "v.txt").write_bytes(FINE)
    process = converting(tmp_path / "v.txt", KILLED)
    process.communicate()
    assert process.returncode == -9
    (hidden,) = left_in_stores()
    assert hidden.startswith(".v-")
    assert read_meta(stores() / "v") is None
    past = time.time() - ABANDONED_AFTER - 60
    os.utime(stores() / hidden, (past, past))
    assert VectorStore(store(tmp_path, FINE)).knows(["the", "naïve"]).all()
    assert left_in_stores() == [hidden, "v"], "it may belong to a process that is still at work"
    for part in (stores() / hidden).iterdir():
        os.utime(part, (past, past))
    store(tmp_path, FINE)
    assert left_in_stores() == ["v"]


def test_looking_words_up_imports_nothing_heavy(home, tmp_path):
    """A process that only reads word vectors never pays for torch, gensim, pandas or scipy."""
    store(tmp_path, FINE)
    used = "load_embeddings('v')[0].knows(['the']), check_embeddings('v+bert-layer6'), embedding_label('sbert-mpnet')"
    code = f"from helm_creativity.embeddings.registry import *\n{used}\nimport json, sys\n"
    assert not ({*HEAVY, "helm"} - {"marisa_trie"}).intersection(python(f"{code}print(json.dumps([*sys.modules]))"))
