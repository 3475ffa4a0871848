import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helm_creativity.benchmark.protocols import Embedding
from helm_creativity.embeddings import store as module
from helm_creativity.embeddings.convert import convert
from helm_creativity.embeddings.specs import WordVectorsSpec
from helm_creativity.embeddings.store import VectorStore, stores
from helm_creativity.errors import FileProblem

CONTENT = b"The 1 0 0\nthe 0 1 0\nnaive 0 0 2\nna\xc3\xafve 0 3 4\n"


@pytest.fixture
def folder(home, tmp_path):
    """A store of four words."""
    path = tmp_path / "v.txt"
    path.write_bytes(CONTENT)
    return convert(path, WordVectorsSpec(name="v"))


def test_words_are_looked_up_exactly_as_written(folder):
    """Case and accents count; order and repetition of the question are kept."""
    store: Embedding = VectorStore(folder)
    vectors, known = store.embed(["naïve", "THE", "the", "The", "naive", "the"])
    expected = [[0, 0.6, 0.8], [0, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]]
    np.testing.assert_allclose(vectors, expected, atol=1e-7)
    assert vectors.dtype == np.float32
    assert known.tolist() == [True, False, True, True, True, True]
    assert known.dtype == bool
    assert (store.name, store.dimension) == ("v", 3)


@pytest.mark.parametrize(
    "text", ["", " ", "th", "the ", "thee", "the\0", "the\0x", "\0", "\ud800", "the\udcff", "na\u0131ve"]
)
def test_texts_that_are_no_words_of_the_file_are_unknown(folder, text):
    """Prefixes, null characters and lone surrogates included: a model's answer may hold anything."""
    store = VectorStore(folder)
    assert store.knows([text]).tolist() == [False]
    vectors, known = store.embed(["the", text])
    assert known.tolist() == [True, False]
    np.testing.assert_array_equal(vectors[1], [0, 0, 0])


def test_the_arrays_stay_on_the_disk(folder):
    """Vectors and rows are views of mapped files."""
    store = VectorStore(folder)
    for array in (store._vectors, store._rows):
        assert isinstance(array.base, np.memmap) or isinstance(getattr(array.base, "obj", None), np.memmap)


@pytest.mark.parametrize("size", [0, 40, -1])
@pytest.mark.parametrize("part", ["vectors.npy", "rows.npy", "words.marisa"])
def test_a_store_with_a_missing_or_damaged_part_is_refused(folder, part, size):
    """It says to fetch it again, whatever is wrong."""
    (folder / part).write_bytes((folder / part).read_bytes()[:size])
    with pytest.raises(FileProblem, match=r"is damaged .*remove it and fetch"):
        VectorStore(folder)
    (folder / part).unlink()
    with pytest.raises(FileProblem, match=r"is damaged .*remove it and fetch"):
        VectorStore(folder)


def test_opening_and_looking_up_imports_nothing_heavy(folder):
    """A process that only reads word vectors never pays for torch, gensim, pandas or scipy."""
    code = (
        "import sys\n"
        "from helm_creativity.embeddings.registry import check_embeddings, embedding_label, load_embeddings\n"
        "assert load_embeddings('v')[0].knows(['the']).all()\n"
        "check_embeddings('v+bert-layer6+sbert-mpnet'), embedding_label('v+sbert-mpnet')\n"
        "heavy = {'torch', 'gensim', 'pandas', 'scipy', 'sentence_transformers', 'transformers', 'helm', 'pooch'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(module.__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


words = st.lists(
    st.text(st.characters(exclude_characters="\n \r\0", exclude_categories=["Cs"]), min_size=1, max_size=8),
    min_size=1,
    max_size=30,
    unique=True,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
@given(words, st.lists(st.text(max_size=8), max_size=10), st.integers(0, 2**32 - 1))
def test_a_store_answers_as_a_dictionary_would(home, tmp_path, keys, questions, seed):
    """For any words, those of the file have their unit vector and all other texts are unknown."""
    rows = np.random.default_rng(seed).normal(size=(len(keys), 3))
    path = tmp_path / "any"
    lines = [f"{key} {' '.join(map(repr, row))}\n" for key, row in zip(keys, rows.tolist(), strict=True)]
    path.write_text(f"{len(keys)} 3\n{''.join(lines)}", "utf-8", newline="")
    store = VectorStore(
        convert(path, WordVectorsSpec(name="any", folder=f"any-{len(list(stores().glob('*')))}", format="word2vec"))
    )
    expected = {key: row / np.linalg.norm(row) for key, row in zip(keys, rows, strict=True)}
    texts = [*questions, *keys]
    vectors, known = store.embed(texts)
    assert known.tolist() == [text in expected for text in texts]
    np.testing.assert_allclose(vectors, [expected.get(text, np.zeros(3)) for text in texts], atol=1e-6)
