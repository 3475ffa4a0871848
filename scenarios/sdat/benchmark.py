"""Synthetic Divergent Association Task: the DAT in twelve languages.

Formula (Haase et al. 2025, as used in the report of the Multimodal Creative Thinking Benchmark 2025): that of
``task_types.word_list.scoring``, of the valid words of a response under a multilingual encoder. At least five of ten
words must be valid, and 20 of 25, as in the authors' program.

Words are cleaned as for the DAT, in any script (``helm_creativity.text.words.word_candidates``): one character is a
word only where a script writes words with one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from helm_creativity.benchmark.card import WordRule
from helm_creativity.benchmark.settings import PromptSettings, Requirement, chosen, option
from helm_creativity.benchmark.types import Item, Sample, SampleScore
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.sdat.items import CONSTRAINTS, DECIDED, LANGUAGES, obeying_nouns, require_languages
from helm_creativity.task_types.word_list.benchmark import WordEmbeddingSettings, WordListBenchmark
from helm_creativity.task_types.word_list.scorer import MeanDistanceScorer, Measured
from helm_creativity.task_types.word_list.settings import CardWords
from helm_creativity.text.words import word_candidates

ASKED = (10, 25)


@dataclass(frozen=True)
class SdatSettings(WordEmbeddingSettings, PromptSettings):
    """Settings of the S-DAT."""

    protocols = CardWords(Path(__file__).parent)
    items: str = option(
        "all",
        "codes of languages joined by +, or all",
        choices=tuple(LANGUAGES),
        several=True,
        named=True,
        scoring=False,
    )
    asked: int = option(ASKED[0], "number of words that the prompt asks for", choices=ASKED, named=True)
    constraint: str = option("none", "what the words must be", choices=CONSTRAINTS, named=True)

    @property
    def rule(self) -> WordRule:
        """As many words may be missing of 25 as of ten."""
        usual = self.source.rule
        return WordRule(self.asked, self.asked - usual.asked + usual.minimum, self.asked)

    @property
    def codes(self) -> tuple[str, ...]:
        """The languages by their codes."""
        return chosen(self.items, tuple(LANGUAGES))


def wording(language: str, prompts: str) -> tuple[str, dict[str, str]]:
    """The template of a language, and its variables beside the number of words and the constraint."""
    return (f"{language}_own", {}) if prompts == "own" else ("mctb2025", {"language": LANGUAGES[language]})


def obeying_rate(words: Sequence[str], language: str, constraint: str) -> float | None:
    """Share of English words, or their singulars, that obey a constraint; None where WordNet cannot say it."""
    if language != "en" or constraint not in DECIDED:
        return None
    obeying = obeying_nouns(constraint)
    return mean(word in obeying or builtin().lemma(word) in obeying for word in words)


class Sdat(WordListBenchmark[SdatSettings]):
    """Mean distance between the words of a response, whatever its language."""

    settings_type = SdatSettings
    response_tokens = 40
    record = "rows:SdatRow"

    def items(self, settings: SdatSettings) -> Iterator[Item]:
        """The prompt in every language."""
        for language in settings.codes:
            prompt_id, variables = wording(language, settings.prompts)
            prompt = self.render(prompt_id, None, n_words=settings.asked, constraint=settings.constraint, **variables)
            yield Item(language, prompt, {"language": language})

    def scorer(self, settings: SdatSettings) -> SdatScorer:
        """See ``SdatScorer``."""
        return SdatScorer(self.card, settings, word_candidates)

    def requirements(self, settings: SdatSettings, asked: bool) -> Iterator[Requirement]:
        """The embedding must know the languages that are asked."""
        yield from super().requirements(settings, asked)
        if asked:
            yield ("embedding", "items"), lambda: require_languages(settings.embedding, settings.codes)


class SdatScorer(MeanDistanceScorer[SdatSettings]):
    """The mean over scored responses is the score; every language has a submetric of its own."""

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """See ``WordListScorer``; ``BadArguments`` for languages that the built-in table does not know."""
        others = sorted({sample.fields["language"] for sample in samples} - {"en"})
        if self.lemmatises and others:
            raise BadArguments(f"the built-in table knows English only, got {', '.join(others)}")
        return super().score(samples)

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """The mean of the languages' means, if every language that was asked has one."""
        by_language: dict[str, list[float]] = {str(sample.fields["language"]): [] for sample in samples}
        for sample, score in zip(samples, scores, strict=True):
            if score.score is not None:
                by_language[sample.fields["language"]].append(score.score)
        return {"mean_of_languages": mean(map(mean, by_language.values())) if all(by_language.values()) else None}

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The distance, also under the name of the response's language, and how far it keeps to the constraint."""
        found = []
        for sample, words, measured in zip(samples, lists, super().measure(samples, lists), strict=True):
            language = sample.fields["language"]
            obeying = obeying_rate(words, language, self.settings.constraint)
            found.append(Measured(measured.score, {f"score_{language}": measured.score, "obeying_rate": obeying}))
        return found
