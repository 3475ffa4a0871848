"""The S-DAT: how it is asked in twelve languages, and how responses are scored, in all languages at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from helm_creativity.core.card import Card
from helm_creativity.core.settings import PromptSettings, Requirement, chosen, option
from helm_creativity.core.types import Item, Sample, SampleScore
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.errors import BadArguments
from helm_creativity.families.word_lists.benchmark import WordEmbeddingSettings, WordListBenchmark
from helm_creativity.families.word_lists.rules import WordRule
from helm_creativity.families.word_lists.scorer import Measured, WordListScorer
from helm_creativity.scenarios.sdat.items import CONSTRAINTS, DECIDED, LANGUAGES, obeying_nouns, require_languages
from helm_creativity.scenarios.sdat.scoring import sdat_of_lists
from helm_creativity.text.words import word_candidates

ASKED = (10, 25)
MAY_LACK = 5
"""Words of those asked for that may be missing, as in the authors' program: five of ten must be there, 20 of 25."""
EMBEDDING = "granite-278m"
TRIALS = 25


@dataclass(frozen=True)
class SdatSettings(WordEmbeddingSettings, PromptSettings):
    """Settings of the S-DAT."""

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

    def defaults(self) -> Mapping[str, object]:
        """The multilingual encoder of the source."""
        return {**super().defaults(), "embedding": EMBEDDING}

    @property
    def trials(self) -> int:
        """Responses to each prompt."""
        return TRIALS

    @property
    def rule(self) -> WordRule:
        """The valid words are scored up to the number asked for, if no more than five are missing."""
        return WordRule(self.asked, self.asked - MAY_LACK, self.asked)

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
        return SdatScorer(self.card, settings)

    def requirements(self, settings: SdatSettings, asked: bool) -> Iterator[Requirement]:
        """The embedding must know the languages that are asked."""
        yield from super().requirements(settings, asked)
        if asked:
            yield ("embedding", "items"), lambda: require_languages(settings.embedding, settings.codes)


class SdatScorer(WordListScorer[SdatSettings]):
    """The mean over scored responses is the score; every language has a submetric of its own."""

    def __init__(self, card: Card, settings: SdatSettings) -> None:
        super().__init__(card, settings, settings.rule, candidates=word_candidates)

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
        means = [mean(values) for values in by_language.values() if values]
        return {"mean_of_languages": mean(means) if len(means) == len(by_language) else None}

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The distance, also under the name of the response's language, and how far it keeps to the constraint."""
        scores = self.mean_over_embeddings(lambda table: sdat_of_lists(table.rows(lists), table.vectors))
        return [
            Measured(
                score,
                {
                    f"score_{sample.fields['language']}": score,
                    "obeying_rate": obeying_rate(words, sample.fields["language"], self.settings.constraint),
                },
            )
            for sample, words, score in zip(samples, lists, scores.tolist(), strict=True)
        ]
