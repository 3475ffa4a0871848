"""Artificial Hivemind: a response is scored by how unlike it is to the others to its prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from math import fsum

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.settings import Requirement, option
from helm_creativity.benchmark.types import FailureReason, Response, Sample, SampleScore
from helm_creativity.embeddings.registry import embedding_label, require_single
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.psychometrics.uncertainty import standard_error
from helm_creativity.scenarios.hivemind.scoring import between_prompts, dissimilarities, equal_shares
from helm_creativity.scenarios.hivemind.vectors import TextVectors
from helm_creativity.task_types.items_in_file import KeyedBenchmark
from helm_creativity.task_types.word_list.benchmark import EmbeddingSettings
from helm_creativity.text.plausibility import ANYTHING
from helm_creativity.text.response import unanswered
from helm_creativity.text.text import folded
from helm_creativity.text.turns import as_written

EMBEDDING = "sbert-mpnet"
"""Where none is named: the package's encoder of English, from which the built-in table is made. It reads 384 pieces."""


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
    """See ``RunScorer``. Responses belong together that have one ``prompt``; each distinct text is embedded once."""

    def __init__(self, card: Card, texts: TextVectors) -> None:
        self._texts = texts
        self._table = WordTable(texts)
        self._undefined = {submetric.name: None for submetric in card.submetrics if submetric.of == "answer"}

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """One score for each response; those without a reason but alone with their prompt have too few to compare."""
        texts = [_text(sample) for sample in samples]
        reasons = [unanswered(sample.response or Response(""), form=ANYTHING) for sample in samples]
        known = [not reason and bool(there) for reason, there in zip(reasons, self._texts.knows(texts), strict=True)]
        scores = [
            SampleScore(None, reason or FailureReason.TOO_FEW_VALID, self._undefined, {"scored_response": text})
            for reason, text in zip(reasons, texts, strict=True)
        ]
        prompts = [places for places in _by_prompt(samples, known) if len(places) > 1]
        rows = self._table.rows([[texts[place] for place in places] for places in prompts])  # all in one batch
        for places, vectors in zip(prompts, rows, strict=True):
            of_prompt = [texts[place] for place in places]
            distances = dissimilarities(self._table.vectors[vectors]).tolist()
            equal = equal_shares([folded(text) for text in of_prompt])
            cut = self._texts.cut(of_prompt).astype(float).tolist()
            for place, text, *numbers in zip(places, of_prompt, distances, equal, cut, strict=True):
                submetrics = {"identical_rate": numbers[1], "cut_rate": numbers[2], "words": float(len(text.split()))}
                scores[place] = SampleScore(numbers[0], None, submetrics, {"scored_response": text})
        return scores

    def group(self, sample: Sample) -> str:
        """See ``GroupScorer``: the prompt."""
        return str(sample.fields["prompt"])

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """The score, in which every prompt weighs the same, and where responses to different prompts lie."""
        means, zeros = [], []
        for places in _by_prompt(samples, [True] * len(samples)):
            scored = [score for place in places if (score := scores[place].score) is not None]
            means += [fsum(scored) / len(scored)] if scored else []
            zeros.append(fsum(scored) / len(places))
        compared = _by_prompt(samples, [score.score is not None for score in scores])
        rows = self._table.rows([[_text(samples[place]) for place in places] for places in compared])
        return {
            "score": mean_or_none(means),
            "score_se": standard_error(means, range(len(means))),
            "score_failures_as_zero": mean_or_none(zeros),
            "between_prompts": between_prompts([self._table.vectors[of_prompt] for of_prompt in rows]),
        }


def _by_prompt(samples: Sequence[Sample], wanted: Sequence[bool]) -> list[list[int]]:
    """The places of the wanted samples of each prompt."""
    found: dict[str, list[int]] = {}
    for place in compress(range(len(samples)), wanted):
        found.setdefault(str(samples[place].fields["prompt"]), []).append(place)
    return list(found.values())


def _text(sample: Sample) -> str:
    return as_written(sample.response.text) if sample.response else ""
