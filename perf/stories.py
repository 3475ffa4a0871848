"""Measures DSI of stories: one sum a story against the loop over pairs, and memory against the number of stories.

    python perf/stories.py [--stories 100] [--embedding bert:FOLDER] [--layers 5+6]

Both ways get the same stories and the same model in one run and must agree. The loop is the definition as one would
write it: one sentence at a time through transformers, all vectors kept, ``torch.nn.functional.cosine_similarity`` for
every pair, which is timed on some of the stories and taken in proportion. Without --embedding the model is that of
sbert-minilm: ``helm-creativity fetch sbert-minilm``. Stories are five sentences of words drawn at random.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import subprocess
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scoring import best

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.encoders import PUNCTUATION
from helm_creativity.embeddings.models import require_folder
from helm_creativity.embeddings.registry import embedding_label, find_embedding_spec
from helm_creativity.embeddings.specs import EncoderSpec
from helm_creativity.scenarios.story.scoring import lempel_ziv
from helm_creativity.task_types.semantic_integration import (
    IntegrationVectors,
    bare,
    dsi_of_sums,
    find_vectors,
    sentences,
)

LOOPED = 3
SENTENCES = (
    "In the town of {} a {} had been waiting for the {} since the last winter.",
    "Nobody knew why the {} on the hill would never speak of its {}.",
    "When the {} came down to the river, it carried a {}, a {} and an old promise.",
    "The {} asked it to stay, but the {} had already begun to sing about the {}.",
    "So they shared the {}, and the {} grew quiet until morning.",
)
PEAK = 1 if sys.platform == "darwin" else 1024
PROBE = (
    "import sys; sys.path.insert(0, {folder!r}); from stories import peak_over_baseline; "
    "print(peak_over_baseline({embedding!r}, {layers!r}, {n}))"
)


def make_stories(n: int) -> list[str]:
    """``n`` stories."""
    rng, nouns = np.random.default_rng(0), builtin().nouns
    holes = [sentence.count("{}") for sentence in SENTENCES]
    return [
        " ".join(
            sentence.format(*(nouns[i] for i in rng.integers(len(nouns), size=k)))
            for sentence, k in zip(SENTENCES, holes, strict=True)
        )
        for _ in range(n)
    ]


def each_vector(vectors: IntegrationVectors, stories: Sequence[str]) -> list[list[Any]]:
    """All vectors of each story, one sentence at a time."""
    import torch

    tokenizer, model = _loaded(vectors)
    left_out = {*tokenizer.all_special_tokens, *PUNCTUATION}
    found = []
    for story in stories:
        kept: list[Any] = []
        for sentence in sentences(story):
            tokens = tokenizer(bare(sentence), truncation=True, max_length=50, return_tensors="pt")
            with torch.inference_mode():
                states = model(**tokens, output_hidden_states=True).hidden_states
            pieces = tokenizer.convert_ids_to_tokens(tokens["input_ids"][0])
            kept += [states[k][0, i] for k in vectors.layers for i, p in enumerate(pieces) if p not in left_out]
        found.append(kept)
    return found


@lru_cache(maxsize=1)
def _loaded(vectors: IntegrationVectors) -> tuple[Any, Any]:
    from transformers import AutoModel, AutoTokenizer

    folder = require_folder(vectors._reference.source, vectors.embedding)
    return AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder).eval()


def pair_by_pair(kept: Sequence[Sequence[Any]]) -> list[float]:
    """DSI by the definition, from all vectors."""
    from torch.nn.functional import cosine_similarity

    found = []
    for story in kept:
        distances = [1 - float(cosine_similarity(a, b, dim=0)) for a, b in itertools.combinations(story, 2)]
        found.append(sum(distances) / len(distances))
    return found


def summed(kept: Sequence[NDArray[np.float32]]) -> NDArray[np.float64]:
    """The same from the sum of each story's unit vectors."""
    exact = [story.astype(np.float64) for story in kept]
    totals = [(story / np.linalg.norm(story, axis=1, keepdims=True)).sum(axis=0) for story in exact]
    return dsi_of_sums(np.array([len(story) for story in kept]), np.array(totals))


def peak_over_baseline(embedding: str, layers: str, n: int) -> float:
    """MB that scoring ``n`` stories needs beyond a process that has scored one block of them."""
    vectors, stories = find_vectors(embedding, layers), make_stories(n)
    vectors.dsi(stories[:64])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    vectors.dsi(stories)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * PEAK / 1e6


def measure_speed(vectors: IntegrationVectors, n: int) -> None:
    """Both ways, on the same stories; the part that is not the encoder's also on the same vectors."""
    stories = make_stories(n)
    vectors.dsi(stories[:2])
    each_vector(vectors, stories[:1])
    looped = min(LOOPED, n)
    alone, kept = best(lambda: each_vector(vectors, stories), 3)
    slow, expected = best(lambda: pair_by_pair(kept[:looped]), 1)
    arrays = [np.stack([vector.numpy() for vector in story]) for story in kept]
    sums, from_sums = best(lambda: summed(arrays), 3)
    fast, found = best(lambda: vectors.dsi(stories), 3)
    assert np.allclose(from_sums, found, atol=1e-6), "the two ways of encoding disagree"
    assert np.allclose(found[:looped], expected, atol=1e-5), "the two ways of comparing disagree"
    loop = slow * n / looped
    pieces = sum(map(len, arrays)) / n
    print(f"| {n:,} stories of five sentences, {pieces:.0f} vectors each | the loop | `dsi` | faster by |")
    print("|---|--:|--:|--:|")
    print(f"| mean over all pairs of vectors ({looped} stories in proportion) | {loop:.1f} s | ", end="")
    print(f"{1e3 * sums:.0f} ms | {loop / sums:,.0f} |")
    print(
        f"| sentences through the encoder, one at a time or in batches | {alone:.1f} s | {fast - sums:.1f} s | ", end=""
    )
    print(f"{alone / (fast - sums):.1f} |")
    print(f"| both | {alone + loop:.1f} s | {fast:.1f} s | {(alone + loop) / fast:.0f} |")
    assert loop / sums >= 30, f"expected sums to be at least 30 times faster than pairs, got {loop / sums:.1f}"


def measure_memory(embedding: str, layers: str) -> None:
    """Each number of stories in a process of its own."""
    print("\n| stories | memory beyond a process that has scored 64 |")
    print("|--:|--:|")
    for n in (100, 1000):
        probe = PROBE.format(folder=sys.path[0], embedding=embedding, layers=layers, n=n)
        output = subprocess.run([sys.executable, "-c", probe], check=True, stdout=subprocess.PIPE, text=True).stdout
        print(f"| {n:,} | {float(output.split()[-1]):.0f} MB |")


def measure_complexity() -> None:
    """Lempel-Ziv complexity of a million characters: of random ones and of stories."""
    rng = np.random.default_rng(1)
    letters = "".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz "), size=1_000_000).tolist())
    stories = " ".join(make_stories(2000))[:1_000_000]
    print("\n| Lempel-Ziv complexity of a million characters | time | complexity |")
    print("|---|--:|--:|")
    texts = {
        "drawn at random": letters,
        "of stories": stories + stories[: 1_000_000 - len(stories)],
        "`ab` repeated": "ab" * 500_000,
    }
    for name, text in texts.items():
        seconds, value = best(lambda text=text: lempel_ziv(text), 1)  # type: ignore[misc]
        print(f"| {name} | {seconds:.1f} s | {value:.4f} |")


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stories", type=int, default=100)
    parser.add_argument("--embedding", default="")
    parser.add_argument("--layers", default="5+6")
    arguments = parser.parse_args()
    name = arguments.embedding
    if not name:
        small = find_embedding_spec("sbert-minilm")
        assert isinstance(small, EncoderSpec)
        name = f"bert:{require_folder(small.model, small.name)}"
    vectors = find_vectors(name, arguments.layers)
    vectors.require()
    print(f"Under {embedding_label(vectors.embedding)}, layers {'+'.join(map(str, vectors.layers))}\n")
    measure_speed(vectors, arguments.stories)
    measure_memory(name, arguments.layers)
    measure_complexity()


if __name__ == "__main__":
    main()
