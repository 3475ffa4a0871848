"""Makes what estimates words that the built-in table lacks, from the table's own words and vectors and SCOWL.

    python tools/builtin_estimates.py --scowl FOLDER

Debian's package ``scowl`` 2020.12.07-2 puts the lists into /usr/share/dict/scowl. They only say which words are
frequent. ``embeddings/builtin/estimates.py`` says what an estimate is; the files here are

* ``ngrams.npy``, ``directions.npy``: a ridge regression from hashed n-grams of letters to vectors, of low rank;
* ``triples.npy``: how likely each letter is behind two others, by which words are told from nonsense;
* ``frequent.npy``: which texts of the table are frequent enough to be parts of compounds;
* ``estimates.json``: the weights of compounds, and how well words are estimated that are left out of the fit.

A seventh of the words is left out, the weights and the figures come from it, and then the map is fitted to all words.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from builtin_table import INPUTS, TABLE
from numpy.typing import NDArray
from table_words import COMMON, read_scowl, scowl_digest

from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.builtin.estimates import (
    BUCKETS,
    ESTIMATE_FILES,
    LEAST_PART,
    NgramMap,
    letter_codes,
    ngram_places,
    split_compound,
    word_behind_letter,
)
from helm_creativity.embeddings.phrases import phrase_vector
from helm_creativity.embeddings.similarity import mean_pairwise_distance

Floats = NDArray[np.float32]

NAME = "ngrams2-16384x64"
RANK = 64
RIDGE = 3.0
FREQUENT = 50
"""Largest size of SCOWL of a part of a compound."""
RARE = 60
"""Least size of SCOWL of the words by which the map is measured: the words that the table lacks are rare."""
LEFT_OUT = 7
LISTS = 3000
_SMOOTHING = 0.05


def features(words: Sequence[str]) -> Any:  # noqa: ANN401 - scipy has no types
    """Sparse shape (n, BUCKETS + 1): n-grams by their places, scaled to length one, and a constant."""
    from scipy import sparse

    places = [ngram_places(word) for word in words]
    lengths = [len(found) for found in places]
    values = np.concatenate([*(np.full(n, n**-0.5) for n in lengths), np.ones(len(words))]).astype(np.float32)
    rows = np.concatenate([np.repeat(np.arange(len(words)), lengths), np.arange(len(words))])
    columns = np.concatenate([*places, np.full(len(words), BUCKETS)])
    return sparse.csr_matrix((values, (rows, columns)), shape=(len(words), BUCKETS + 1))


def fit(words: Sequence[str], vectors: Floats, moments: NDArray[np.float64]) -> tuple[NgramMap, dict[str, Any]]:
    """The map from n-grams to vectors, and the arrays that are written.

    Of the fitted vectors those directions are kept that products with frequent words depend on most.

    Args:
        words: n words.
        vectors: shape (n, d).
        moments: shape (d, d): second moments of the frequent words.
    """
    from scipy import linalg

    x = features(words)
    gram = (x.T @ x).toarray()
    gram[np.arange(BUCKETS), np.arange(BUCKETS)] += RIDGE
    weights = linalg.cho_solve(linalg.cho_factor(gram, lower=True, overwrite_a=True), x.T @ vectors)
    sizes, turn = np.linalg.eigh(moments)
    scales = np.sqrt(np.maximum(sizes, 1e-9))
    fitted = (x[:, :BUCKETS] @ weights[:BUCKETS]) @ (turn * scales)
    _, axes = np.linalg.eigh(fitted.T @ fitted)
    axes = axes[:, ::-1][:, :RANK]
    codes = weights[:BUCKETS] @ (turn * scales) @ axes
    steps = np.quantile(np.abs(codes), 0.9995, axis=0) / 127
    back = axes.T @ (turn / scales).T
    arrays = {
        "ngrams": np.clip(np.round(codes / steps), -127, 127).astype(np.int8),
        "directions": np.concatenate([back * steps[:, None], weights[BUCKETS:]]).astype(np.float32),
    }
    return NgramMap(arrays["ngrams"], arrays["directions"]), arrays


def triples(words: Sequence[str]) -> NDArray[np.uint8]:
    """Shape (27, 27, 27): sixteenths of a nat by which each letter surprises behind the two before it."""
    counts = np.zeros((27, 27, 27))
    for word in words:
        codes = letter_codes(word)
        np.add.at(counts, (codes[:-2], codes[1:-1], codes[2:]), 1)
    shares = (counts + _SMOOTHING) / (counts.sum(axis=2, keepdims=True) + 27 * _SMOOTHING)
    return np.round(np.minimum(-np.log(shares) * 16, 255)).astype(np.uint8)


def compound_weights(parts: Floats, ngrams: Floats, full: Floats, mean: Floats, moments: Any) -> list[float]:  # noqa: ANN401
    """Weights of the phrase of the parts, of the n-grams and of the mean word, by least squares in the products."""
    columns = [parts, ngrams, np.broadcast_to(mean, full.shape)]
    left = [[float(np.einsum("nd,nd->", a @ moments, b)) for b in columns] for a in columns]
    right = [float(np.einsum("nd,nd->", a @ moments, full)) for a in columns]
    return [round(float(weight), 3) for weight in np.linalg.solve(left, right)]


def measured(full: Floats, estimates: Floats, frequent: Floats) -> dict[str, float]:
    """Scores of lists of seven words, six of them frequent, with the estimate in place of the vector of the seventh.

    ``next`` is how a list is scored without estimates: one more frequent word counts instead.
    """
    from scipy.stats import spearmanr

    rng = np.random.default_rng(0)
    which = rng.integers(len(full), size=LISTS)
    others = frequent[np.stack([rng.choice(len(frequent), 7, replace=False) for _ in range(LISTS)])]

    def scores(last: Floats) -> NDArray[np.float64]:
        return 100 * mean_pairwise_distance(np.concatenate([others[:, :6], last[:, None]], axis=1))

    there, here, without = scores(full[which]), scores(estimates[which]), scores(others[:, 6])
    return {
        "words": len(full),
        "spearman": round(float(spearmanr(there, here).statistic), 4),
        "mean_absolute_error": round(float(np.abs(there - here).mean()), 3),
        "mean_error": round(float((here - there).mean()), 3),
        "spearman_next": round(float(spearmanr(there, without).statistic), 4),
        "mean_absolute_error_next": round(float(np.abs(there - without).mean()), 3),
        "mean_error_next": round(float((without - there).mean()), 3),
    }


def build(scowl: Path, out: Path) -> dict[str, Any]:
    """Writes the files into ``out`` and returns what ``estimates.json`` says.

    Raises:
        ValueError: the lists are not the ones that the shipped files were made from.
    """
    if scowl_digest(scowl) != INPUTS["scowl"]:
        raise ValueError(f"{scowl} does not have the lists of SCOWL 2020.12.07")
    texts, vectors = builtin().texts, builtin().embed(builtin().texts).vectors
    place = {text: i for i, text in enumerate(texts)}
    frequent = read_scowl(scowl, FREQUENT, "words")
    parts = frozenset(text for text in texts if text in frequent)
    common = read_scowl(scowl, COMMON, "words")
    nouns = set(builtin().nouns)
    # Lists are mostly of nouns, to which nouns are nearer than to other words.
    usual = vectors[[i for i, text in enumerate(texts) if text in common and text in nouns]]
    moments = usual.astype(np.float64).T @ usual / len(usual)
    single = [i for i, text in enumerate(texts) if text.isascii() and text.isalpha() and len(text) >= LEAST_PART]
    out_of = np.random.default_rng(0).integers(LEFT_OUT, size=len(single)) == 0
    fitted, left = np.array(single)[~out_of], np.array(single)[out_of]
    trial, _ = fit([texts[i] for i in fitted], vectors[fitted], moments)
    mean = trial.mean

    hyphenated = {i: split_compound(text, parts, nouns) for i, text in enumerate(texts) if text.count("-") == 1}
    joined = {i: split_compound(texts[i], parts, nouns) for i in left.tolist()}
    kinds: dict[str, tuple[list[int], list[tuple[str, ...]]]] = {}
    for name, splits in (("hyphenated", hyphenated), ("joined", joined)):
        found = {i: split for i, split in splits.items() if split is not None and nouns.issuperset(split)}
        found = {i: split for i, split in found.items() if "-" in texts[i] or texts[i] in nouns}
        kinds[name] = (list(found), list(found.values()))
    behind = {i: word for i, text in enumerate(texts) if (word := word_behind_letter(text)) in place}
    kinds["letter"] = (list(behind), [(word,) for word in behind.values()])
    weights: dict[str, list[float]] = {}
    figures: dict[str, dict[str, float]] = {}
    for name, (rows, parts_of_each) in kinds.items():
        pairs = [phrase_vector(vectors[[place[part] for part in split]]) for split in parts_of_each]
        phrases = np.array([pair if pair is not None else mean for pair in pairs], dtype=np.float32)
        ngrams = trial([texts[i] for i in rows])
        weights[name] = compound_weights(phrases, ngrams, vectors[rows], mean, moments)
        a, b, c = weights[name]
        figures[name] = measured(vectors[rows], a * phrases + b * ngrams + c * mean, usual)
    small = read_scowl(scowl, RARE - 1, "words")
    rare = np.array([i for i in left.tolist() if texts[i] not in small and joined[i] is None])
    figures["rare"] = measured(vectors[rare], trial([texts[i] for i in rare]), usual)

    _, arrays = fit([texts[i] for i in single], vectors[single], moments)
    arrays["triples"] = triples([texts[i] for i in single])
    arrays["frequent"] = np.packbits(np.array([text in parts for text in texts]))
    for name, array in arrays.items():
        np.save(out / f"{name}.npy", array)
    digest = hashlib.sha256("".join(file_sha256(out / name) for name in ESTIMATE_FILES).encode())
    digest.update(json.dumps(weights, sort_keys=True).encode())
    facts = {"name": NAME, "sha256": digest.hexdigest(), "weights": weights, "left_out": figures}
    (out / "estimates.json").write_text(json.dumps(facts, indent=2) + "\n", "utf-8")
    return facts


def main() -> None:
    """Entry point of the module."""
    parser = argparse.ArgumentParser(description="Make the estimates of the built-in embedding table.")
    parser.add_argument("--scowl", type=Path, required=True, help="folder with the files of SCOWL 2020.12.07")
    parser.add_argument("--out", type=Path, default=TABLE, help="where to write them (default: in place)")
    arguments = parser.parse_args()
    print(json.dumps(build(arguments.scowl, arguments.out), indent=2))


if __name__ == "__main__":
    main()
