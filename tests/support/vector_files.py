"""Small files of word vectors in each format, and how to read them."""

from __future__ import annotations

import numpy as np

from helm_creativity.embeddings.vector_files import open_source, read_vectors

WORDS = ["the", "café", ". . .", "1", "nan", "naïve\u00a0space", "\u2028"]
ROWS = np.array(
    [[0.5, -1, 2e-3], [1, 0, 0], [3, 4, 0], [-0.25, 8, 1e5], [1, 2, 3], [7, 7, 7], [0, 0, 1]], dtype=np.float32
)


def glove(words, rows):
    """GloVe's format."""
    return "".join(
        f"{word} {' '.join(repr(float(x)) for x in row)}\n" for word, row in zip(words, rows, strict=True)
    ).encode()


def word2vec(words, rows, ending=b"\n"):
    """word2vec's text format."""
    return f"{len(words)} {rows.shape[1]}\n".encode() + glove(words, rows).replace(b"\n", ending)


def binary(words, rows, separator=b"\n"):
    """word2vec's binary format."""
    records = [
        word.encode() + b" " + row.astype("<f4").tobytes() + separator for word, row in zip(words, rows, strict=True)
    ]
    return f"{len(words)} {rows.shape[1]}\n".encode() + b"".join(records)


def read(path, kind=None, member=None):
    """All words, vectors and positions of a file, with what it was taken for."""
    with open_source(path, member) as source:
        file = read_vectors(source, kind)
        blocks = list(file.blocks)
        words = [word for block in blocks for word in block.words]
        positions = np.concatenate([block.first + np.arange(len(block.words)) for block in blocks])
        return words, np.concatenate([block.vectors for block in blocks]), positions, file.format, source.sha256


def write(tmp_path, content, name="vectors.txt"):
    """Path of a new file."""
    path = tmp_path / name
    path.write_bytes(content)
    return path
