"""Parallel Association Chain Evaluation.

Formula (Schapiro et al. 2026, eq. 4, after Qiu & Hu 2025), for a chain of L words with vectors w_1..w_L::

    PACE(C) = 1/(L-1) · Σ_{i=2..L} 1/(i-1) · Σ_{j<i} (1 - cos(w_i, w_j))

Every word is compared with all words before it, as in forward flow (Gray et al. 2019). A seed's score is the mean over
its three chains, a model's score the mean over seeds.

Units: cosine distance, not hundredths. 0 is one direction all along, 1 is words each unrelated to all others; the range
is 0 to 2. Models lie between about 0.65 and 0.76 (Schapiro et al. 2026, appendix B) or 0.69 and 0.83 (Qiu & Hu 2025). A
chain of fewer than two words has no score.

A chain is the seed, the associate of stage 1, then the results of stage 2, 20 words in all. The prompt of stage 2
begins its results with the associate, so that most responses repeat it: it counts once. Words without a vector are
dropped where they are looked up, and counted.

Where a program differs from its paper:

* Schapiro et al. 2026: eq. 4 is over the words of a chain; the program (``_parse_pace_stage2``) counts the repeated
associate as a word of its own, at distance 0 from itself, and then cuts the chain to 20 words, which lowers it by about
0.021.
* Qiu & Hu 2025: the paper reports FastText; the program loads GloVe, and gives a word without a vector the mean of all
vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

LONGEST = 20
"""Words of a whole chain, seed and associate included."""


def join_chain(seed: str, associate: str, results: Sequence[str]) -> tuple[str, ...]:
    """The words of one chain: seed, associate, then the results of stage 2, up to ``LONGEST`` words.

    A first result that repeats the seed is left out, and then a first result that repeats the associate, whatever its
    capitals. Later repetitions are words of the chain.
    """
    return (seed, associate, *without_first(associate, without_first(seed, results)))[:LONGEST]


def without_first(word: str, words: Sequence[str]) -> Sequence[str]:
    """The words behind ``word``, where they begin with it, whatever its capitals; otherwise all of them."""
    return words[1:] if words and words[0].strip().casefold() == word.strip().casefold() else words


def pace(vectors: NDArray[np.floating]) -> float:
    """PACE of one chain, 0 to 2.

    Args:
        vectors: shape (L, d), L >= 2, of length one, in the order of the chain, compared by dot product.
    """
    return float(pace_of_chains([range(len(vectors))], vectors)[0])


def pace_of_chains(chains: Sequence[Sequence[int]], vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    """PACE of m chains whose words are rows of one table.

    Args:
        chains: m lists of row numbers, each of length 2 or more; lengths may differ.
        vectors: shape (u, d): the u distinct words.

    Returns:
        Shape (m,). Sums of float32 move a score by less than 1e-6.
    """
    scores = np.empty(len(chains))
    for place, chain in enumerate(chains):
        x = vectors[list(chain)]
        n_before = np.arange(1, len(chain), dtype=x.dtype)
        similarity = np.einsum("id,id->i", x[1:], x[:-1].cumsum(axis=0)) / n_before
        scores[place] = 1.0 - similarity.sum(dtype=np.float64) / len(n_before)
    return scores


def type_token_ratio(seed: str, chains: Iterable[Sequence[str]]) -> float | None:
    """Distinct words of a seed's chains divided by all of them, as Qiu & Hu's program counts (``calculate_ttr``).

    All chains count together, without the seed at their head and without what is longer than a chain. Words are those
    of the responses as they are spelt: "Rock" is not "rock", and a word without a vector counts.

    Args:
        seed: the word from which all chains start.
        chains: the results of stage 2, which repeat the associate, or whole chains.

    Returns:
        From 1/n for n times the same to 1 if no word repeats. Chains that share words have less than each by itself.
        None without a word.
    """
    words = [word for chain in chains for word in without_first(seed, chain)[: LONGEST - 1]]
    return len(set(words)) / len(words) if words else None


def chain_type_token_ratio(words: Sequence[str]) -> float:
    """Distinct words of one chain divided by all of them, whatever their capitals; not the published ratio."""
    return len({word.casefold() for word in words}) / len(words)
