"""Files of word vectors become stores, and stores are looked up."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.process import python as fresh

from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings import convert as module
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.specs import WordVectorsSpec
from helm_creativity.embeddings.store import VectorStore, read_meta, stores
from helm_creativity.errors import BrokenVectors, FileProblem

# Lengths 5, 13 and 1, so that the unit vectors have short decimals; the fourth has no direction; the fifth came before.
SMALL = b"cat 3 4\ndog -5 12\n. . . 1 0\nnil 0 0\ncat 1 1\n"
UNITS = [[0.6, 0.8], [-5 / 13, 12 / 13], [1, 0]]
CONTENT = b"The 1 0 0\nthe 0 1 0\nnaive 0 0 2\nna\xc3\xafve 0 3 4\n"


def spec(name="v", **options):
    return WordVectorsSpec(name=name, **options)


@pytest.fixture
def small(tmp_path):
    """A file with one word too often and one without direction."""
    path = tmp_path / "small.txt"
    path.write_bytes(SMALL)
    return path


@pytest.fixture
def folder(home, tmp_path):
    """A store of four words."""
    path = tmp_path / "v.txt"
    path.write_bytes(CONTENT)
    return convert(path, spec())


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
    store = VectorStore(convert(small, spec("small", duplicates="first")))
    vectors, known = store.embed(["cat", "dog", ". . .", "nil"])
    np.testing.assert_allclose(vectors, [*UNITS, [0, 0]], atol=1e-7)
    assert known.tolist() == [True, True, True, False]
    np.testing.assert_allclose(np.load(home / "embeddings" / "small" / "vectors.npy"), UNITS, atol=1e-7)
    assert (store.meta.words, store.meta.duplicates, store.meta.zero_vectors) == (3, 1, 1)


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (SMALL, {}, r"line 5: the word 'cat' comes a second time; .*--duplicates first"),
        (b"2 2\nzero 0 0\nzero 1 1\n", {}, "line 3: the word 'zero' comes a second time"),
        *(
            (b"a 1 2\n" + word + b" 0 0\n", {}, r"line 2: the word is not UTF-8 text .*: b'.*--unreadable skip")
            for word in (b"\xff", b"a\0b", b"\xed\xa0\x80")
        ),
        (b"nil 0 0\n", {}, "no usable vector"),
        (b"a 1 2\n", {"unpacked_sha256": "0" * 64}, f"expected unpacked sha256 {'0' * 64}, got [0-9a-f]{{64}}"),
    ],
)
def test_a_file_that_is_refused_leaves_nothing(home, tmp_path, monkeypatch, content, options, message):
    monkeypatch.setattr("helm_creativity.embeddings.vector_files.CHUNK", 8)
    monkeypatch.setattr("helm_creativity.embeddings.vector_files.HEAD", 8)
    path = tmp_path / "v"
    path.write_bytes(content)
    with pytest.raises((BrokenVectors, FileProblem), match=message):
        convert(path, spec(**options))
    assert left_in(stores()) == []


def test_words_that_cannot_be_typed_are_left_out_where_the_spec_says_so(home, tmp_path):
    """And counted; numbers of any finite size, whose squares overflow or vanish in float32, get length one."""
    path = tmp_path / "v"
    path.write_bytes(b"large 3e38 3e38\n\xff 0 0\na\0b 1 1\nsmall 1e-40 0\n")
    store = VectorStore(convert(path, spec(unreadable="skip")))
    assert (store.meta.words, store.meta.unreadable, store.meta.zero_vectors) == (2, 2, 0)
    np.testing.assert_allclose(store.embed(["large", "small"]).vectors, [[0.5**0.5, 0.5**0.5], [1, 0]], rtol=1e-6)


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
    processes = [python(CONVERT, str(big)) for _ in range(3)]
    said = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], said
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
    path = tmp_path / "fine.txt"
    path.write_bytes(b"a 1 2\nb 2 1\n")
    process = python(KILL_ITSELF + CONVERT, str(path))
    process.communicate()
    assert process.returncode == -9
    (hidden,) = left_in(stores())
    assert hidden.startswith(".big-")
    assert read_meta(stores() / "big") is None
    convert(path, spec("big"))
    assert VectorStore(stores() / "big").knows(["a", "b"]).all()
    assert hidden in left_in(stores()), "it may belong to a process that is still at work"


def test_what_a_killed_conversion_left_is_removed_after_a_day(home, small):
    old, young = stores() / ".small-old", stores() / ".small-young"
    for folder in (old, young):
        folder.mkdir(parents=True)
        (folder / "vectors.npy").write_bytes(b"x")
    past = time.time() - module.ABANDONED_AFTER - 60
    for path in (old / "vectors.npy", old, young):
        os.utime(path, (past, past))
    convert(small, spec("small", duplicates="first"))
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


def test_meta_of_another_version_is_not_misread(home, small):
    folder = convert(small, spec("small", duplicates="first"))
    found = json.loads((folder / "meta.json").read_text("utf-8"))
    (folder / "meta.json").write_text(json.dumps({**found, "layout": 2}))
    with pytest.raises(FileProblem, match="expected layout 1, got 2; remove the folder and fetch"):
        VectorStore(folder)
    (folder / "meta.json").write_text("{")
    with pytest.raises(FileProblem, match="cannot read the store"):
        read_meta(folder)


@pytest.mark.parametrize(
    "text", ["", " ", "th", "the ", "thee", "the\0", "the\0x", "\0", "\ud800", "the\udcff", "na\u0131ve"]
)
def test_texts_that_are_no_words_of_the_file_are_unknown(folder, text):
    """Prefixes, null characters and lone surrogates included: a model's answer may hold anything."""
    store: Embedding = VectorStore(folder)
    assert store.knows([text]).tolist() == [False]
    vectors, known = store.embed(["the", text])
    assert known.tolist() == [True, False]
    np.testing.assert_array_equal(vectors[1], [0, 0, 0])


@pytest.mark.parametrize("size", [0, 40, -1])
@pytest.mark.parametrize("part", ["vectors.npy", "rows.npy", "words.marisa"])
def test_a_store_with_a_missing_or_damaged_part_is_refused(folder, part, size):
    (folder / part).write_bytes((folder / part).read_bytes()[:size])
    with pytest.raises(FileProblem, match=r"is damaged .*remove it and fetch"):
        VectorStore(folder)
    (folder / part).unlink()
    with pytest.raises(FileProblem, match=r"is damaged .*remove it and fetch"):
        VectorStore(folder)


def test_opening_and_looking_up_imports_nothing_heavy(folder):
    """A process that only reads word vectors never pays for torch, gensim, pandas or scipy."""
    code = (
        "import json, sys\n"
        "from helm_creativity.embeddings.registry import check_embeddings, embedding_label, load_embeddings\n"
        "assert load_embeddings('v')[0].knows(['the']).all()\n"
        "check_embeddings('v+bert-layer6+sbert-mpnet'), embedding_label('v+sbert-mpnet')\n"
        "heavy = {'torch', 'gensim', 'pandas', 'scipy', 'sentence_transformers', 'transformers', 'helm', 'pooch'}\n"
        "print(json.dumps(sorted(heavy & set(sys.modules))))\n"
    )
    assert fresh(code) == []


characters = st.characters(exclude_characters="\n \r\0", exclude_categories=["Cs"])
words = st.lists(st.text(characters, min_size=1, max_size=8), min_size=1, max_size=30, unique=True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
@given(words, st.lists(st.text(max_size=8), max_size=10), st.integers(0, 2**32 - 1))
def test_a_store_answers_as_a_dictionary_would(home, tmp_path, keys, questions, seed):
    """For any words, those of the file have their unit vector and all other texts are unknown."""
    rows = np.random.default_rng(seed).normal(size=(len(keys), 3))
    path = tmp_path / "any"
    lines = [f"{key} {' '.join(map(repr, row))}\n" for key, row in zip(keys, rows.tolist(), strict=True)]
    path.write_text(f"{len(keys)} 3\n{''.join(lines)}", "utf-8", newline="")
    store = VectorStore(convert(path, spec("any", folder=f"any-{len(list(stores().glob('*')))}", format="word2vec")))
    expected = {key: row / np.linalg.norm(row) for key, row in zip(keys, rows, strict=True)}
    texts = [*questions, *keys]
    vectors, known = store.embed(texts)
    assert known.tolist() == [text in expected for text in texts]
    np.testing.assert_allclose(vectors, [expected.get(text, np.zeros(3)) for text in texts], atol=1e-6)


def test_converting_again_is_harmless_and_another_file_is_refused(home, small, tmp_path):
    """A name belongs to one file."""
    first = convert(small, spec("small", duplicates="first"))
    before = (first / "meta.json").stat().st_mtime_ns
    assert convert(small, spec("small", duplicates="first")) == first
    assert (first / "meta.json").stat().st_mtime_ns == before
    other = tmp_path / "other.txt"
    other.write_bytes(b"a 1 2\n")
    with pytest.raises(FileProblem, match="already holds something else; choose another name"):
        convert(other, spec("small"))
    assert left_in(stores()) == ["small"]
    assert VectorStore(first).knows(["cat"]).all()
