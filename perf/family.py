"""Measures where the time of scoring goes: in the encoder, or outside it.

    python perf/family.py [--answers 1000] [--embedding NAME_OR_FOLDER]

Every benchmark over words scores 1,000 answers as models give them: text in the form that its prompt asks for, with
words drawn so that a few are common and many rare, as in real answers. The embedding's own work is timed inside the
run; all the rest (parsing, looking up, classes of words, distances) is outside. Each distinct text must be embedded
once.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest import mock

import numpy as np

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.protocols import Embedded, Embedding
from helm_creativity.benchmark.settings import options
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.embeddings import registry
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.lexicon.word_files import CUE_WORDS

Fields = dict[str, Any]
COMMON = 3000


class Timed:
    """An embedding that notes how long it works, and on what."""

    def __init__(self, embedding: Embedding) -> None:
        self._embedding = embedding
        self.seconds = 0.0
        self.texts: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the embedding has
        return getattr(self._embedding, name)

    def embed(self, texts: Sequence[str]) -> Embedded:
        """What the embedding gives."""
        self.texts.update(texts)
        start = time.perf_counter()
        found = self._embedding.embed(texts)
        self.seconds += time.perf_counter() - start
        return found


class Words:
    """Draws words as answers have them: the k-th most common with a probability in proportion to 1/k."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self._nouns = np.array(self._rng.permutation(builtin().nouns)[:COMMON])
        weights = 1 / np.arange(1, COMMON + 1)
        self._weights = weights / weights.sum()

    def draw(self, n: int, fits: Callable[[str], bool] = lambda word: True) -> list[str]:
        """``n`` different words."""
        drawn = self._rng.choice(self._nouns, size=COMMON, replace=False, p=self._weights)
        return [str(word) for word in drawn if fits(word)][:n]


def objects(words: Sequence[str]) -> str:
    """The form that PACE asks for."""
    return json.dumps({"results": [{"word": word, "reason": f"It goes with {word}."} for word in words]})


def answers(benchmark: str, n: int, words: Words) -> Iterator[Sample]:
    """``n`` answers of a benchmark."""
    for i in range(n):
        cue = CUE_WORDS[i % len(CUE_WORDS)]
        if benchmark == "hard_dat":
            letter = "abcdefghilmnoprstuw"[i % 19]
            given = words.draw(20, lambda word, letter=letter: word[0] != letter)
            fields: Fields = {"letter": letter, "given": given}
            yield Sample(Response("\n".join(words.draw(25, lambda word, letter=letter: word[0] == letter))), fields)
        elif benchmark == "pace":
            first, *chains = [words.draw(k) for k in (3, 20, 20, 20)]
            note = {"questions": 3, "failed": 0, "error": ""}
            for number, (associate, chain) in enumerate(zip(first, chains, strict=True), start=1):
                parts = {"associate": associate, "reply": objects(chain), "finish": "stop", "failed": False}
                note |= {f"chain_{number}_{key}": value for key, value in parts.items()}
            yield Sample(Response(objects(first)), {"seed": cue, "annotations": {"pace": note}})
        elif benchmark == "rat":
            yield Sample(Response(f"**{words.draw(1)[0].title()}**"), {"accepted": cue})
        else:
            anchors = list(find_anchors()[i % 30])
            fields = {"cdat": {"cue": cue}, "drat": {"anchors": anchors}, "sdat": {"language": "en"}}.get(benchmark, {})
            yield Sample(Response(json.dumps(words.draw(10))), fields)


def find_anchors() -> list[tuple[str, ...]]:
    """The DRAT's sets."""
    drat = get_benchmark("drat")
    return [tuple(item.fields["anchors"]) for item in drat.items(drat.settings_type(protocol="schapiro2026"))]


def measure(benchmark: str, n: int, name: str) -> tuple[float, Timed | None]:
    """Seconds of a whole run of ``n`` answers, and its embedding."""
    measured = get_benchmark(benchmark)
    takes = "embedding" in options(measured.settings_type)
    settings = parse_settings(measured, {"embedding": name} if takes else {}, asked=False)
    rows = list(answers(benchmark, n, Words()))
    (plain,) = registry.load_embeddings(name)
    plain.embed(["warm"])
    timed = Timed(plain)
    with mock.patch.object(registry, "_open", return_value=timed):
        start = time.perf_counter()
        sample_scores = measured.scorer(settings).score(rows)
        seconds = time.perf_counter() - start
    scored = sum(sample_score.score is not None for sample_score in sample_scores)
    assert scored >= 0.95 * n, f"{benchmark}: only {scored} of {n} answers were scored"
    twice = [text for text, count in timed.texts.items() if count > 1]
    assert not twice, f"{benchmark} embedded {twice[:3]} more than once"
    return seconds, timed if timed.texts else None


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--embedding", default="sbert-mpnet")
    arguments = parser.parse_args()
    name = arguments.embedding
    benchmarks = ("dat", "cdat", "drat", "hard_dat", "sdat", "pace", "rat")
    print(f"{arguments.answers:,} answers of each benchmark as text, under {registry.embedding_label(name)}\n")
    print("| benchmark | distinct texts | whole | in the encoder | outside | share outside |")
    print("|---|--:|--:|--:|--:|--:|")
    for benchmark in benchmarks:
        seconds, timed = measure(benchmark, arguments.answers, name)
        inside = timed.seconds if timed else 0.0
        texts, share = (f"{len(timed.texts):,}", f"{1 - inside / seconds:.1%}") if timed else ("-", "no encoder")
        outside = 1e3 * (seconds - inside)
        print(f"| {benchmark} | {texts} | {seconds:.2f} s | {inside:.2f} s | {outside:.0f} ms | {share} |")


if __name__ == "__main__":
    main()
