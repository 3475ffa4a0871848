"""Artificial Hivemind: a response is scored by how unlike it is to the others to its prompt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.settings import Requirement, option
from helm_creativity.benchmark.types import FailureReason, Sample, SampleScore
from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.registry import embedding_label, load_embeddings, require_single
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.word_files import FUNCTION_WORDS, words_checksum
from helm_creativity.parsing.plausibility import ANYTHING
from helm_creativity.parsing.text import clean, folded
from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.scenarios.hivemind.scoring import between_prompts, binned, dissimilarities, equal_shares
from helm_creativity.task_types.items_in_file import KeyedBenchmark
from helm_creativity.task_types.semantic_integration import content_words
from helm_creativity.task_types.text import places_by, read_text, stats_by_item, undefined_submetrics
from helm_creativity.task_types.word_list.benchmark import EmbeddingSettings

EMBEDDING = "sbert-mpnet"
"""Where none is named: the package's encoder of English, from which the built-in table is made. It reads 384 pieces."""


class TextVectors:
    """A sentence encoder reads a text as it is, up to the end of its window. Any other embedding knows words.

    The vector of a text is then the sum of those of its content words that are known, as often as they occur. That is
    for trying things out without a download; no source scores so.
    """

    def __init__(self, name: str) -> None:
        (self._embedding,) = load_embeddings(name)
        self.name, self.signature = self._embedding.name, self._embedding.signature
        self._vectors: dict[str, Numbers | None] = {}

    @property
    def signed(self) -> dict[str, str]:
        """Everything about vectors that moves a score, by name."""
        reads_sentences = isinstance(self._embedding, SentenceEncoder)
        return {"embedding": self.signature, **({} if reads_sentences else {"words": f"without@{words_checksum()}"})}

    def embed(self, texts: Collection[str]) -> list[Numbers | None]:
        """The vector of each text, shape (d,), of any length but 0; None where it has none."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if isinstance(self._embedding, SentenceEncoder):
            vectors, there = self._embedding.embed(new)
            self._vectors |= {text: vectors[row] if there[row] else None for row, text in enumerate(new)}
            return [self._vectors[text] for text in texts]
        words = [_words(text) for text in new]
        row_of = {word: row for row, word in enumerate(sorted(set().union(*words)))}
        table = self._embedding.embed(list(row_of)).vectors
        for text, some in zip(new, words, strict=True):
            total = table[[row_of[word] for word in some]].sum(axis=0, dtype=np.float64)
            length = np.linalg.norm(total)
            self._vectors[text] = np.asarray(total / length, np.float32) if length else None
        return [self._vectors[text] for text in texts]

    def cut(self, texts: Sequence[str]) -> list[bool]:
        """Of which texts the end lies beyond the encoder's window, so that it does not count."""
        encoder = self._embedding
        return encoder.cut(texts).tolist() if isinstance(encoder, SentenceEncoder) else [False] * len(texts)


def _words(text: str) -> list[str]:
    return [word for word in content_words(clean(text), FUNCTION_WORDS) if len(word) > 1]


@dataclass(frozen=True)
class HivemindSettings(EmbeddingSettings):
    """Settings of the Artificial Hivemind."""

    trials = 10

    embedding: str = option(
        EMBEDDING,
        "of the responses, a single one: a sentence encoder, or builtin and the like for trying it out",
        label=embedding_label,
        named=True,
    )

    def require_trials(self, trials: int) -> None:
        """Two responses to a prompt, or there is nothing to compare."""
        if trials < 2:
            raise BadArguments(
                "responses to one prompt are compared with one another, and num_trials=1 asks for one: leave "
                f"num_trials out ({self.trials}), or ask for 2 or more"
            )

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """One embedding."""
        yield from super().requirements(asked)
        yield ("embedding",), lambda: require_single("embedding", self.embedding)

    def compared(self, asked: bool = True) -> dict[str, str]:
        """With the words that do not count under an embedding of words."""
        return {**super().compared(asked), **TextVectors(self.embedding).signed}


class Hivemind(KeyedBenchmark[HivemindSettings]):
    """Mean dissimilarity of the responses to one prompt."""

    settings_type = HivemindSettings
    record = "rows:HivemindRow"
    response_tokens = 60
    template = "open"

    def scorer(self, settings: HivemindSettings) -> HivemindScorer:
        """Opens the embedding; its model is loaded when the first response is embedded."""
        return HivemindScorer(self.card, TextVectors(settings.embedding))


class HivemindScorer:
    """See ``RunScorer``. Responses belong together that have one ``prompt``."""

    def __init__(self, card: Card, vectors: TextVectors) -> None:
        self._vectors, self._undefined = vectors, undefined_submetrics(card)

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """One score for each response; those without a reason but alone with their prompt have too few to compare."""
        found = [read_text(sample, ANYTHING) for sample in samples]
        kept = [text for text, reason in found if not reason]
        vectors = dict(zip(kept, self._vectors.embed(kept), strict=True))
        scores = [
            SampleScore(None, reason or FailureReason.TOO_FEW_VALID, self._undefined, {"scored_response": text})
            for text, reason in found
        ]
        for places in places_by(map(self.group, samples)).values():
            usable = {place: vectors[found[place][0]] for place in places if not found[place][1]}
            known = {place: vector for place, vector in usable.items() if vector is not None}
            if len(known) < 2:
                continue
            of_prompt = [found[place][0] for place in known]
            distances = dissimilarities(np.stack(list(known.values()))).tolist()
            equal, cut = equal_shares([folded(text) for text in of_prompt]), self._vectors.cut(of_prompt)
            for place, text, distance, identical, is_cut in zip(known, of_prompt, distances, equal, cut, strict=True):
                submetrics = {"identical_rate": identical, "cut_rate": is_cut, "words": len(text.split())}
                scores[place] = SampleScore(distance, None, submetrics, scores[place].details)
        return scores

    def group(self, sample: Sample) -> str:
        """See ``GroupScorer``: the prompt."""
        return str(sample.fields["prompt"])

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """The score, in which every prompt weighs the same, that of bins, and responses to different prompts."""
        means, zeros, vectors = list[float | None](), list[float | None](), []
        for places in places_by(map(self.group, samples)).values():
            scored = [scores[place] for place in places if scores[place].score is not None]
            total = fsum(score.score or 0 for score in scored)
            means.append(total / len(scored) if scored else None)
            zeros.append(total / len(places))
            found = self._vectors.embed([score.details["scored_response"] for score in scored])
            vectors += [np.stack([vector for vector in found if vector is not None])] if scored else []
        in_bins = binned([value for value in means if value is not None])
        return {**stats_by_item(means, zeros), "binned": in_bins, "between_prompts": between_prompts(vectors)}
