"""HardDAT: which letters and words are given, and how responses are scored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.settings import Requirement, chosen, option
from helm_creativity.benchmark.types import FailureReason, Item, Sample, SampleScore
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.lexicon.lexicon import Lexicon
from helm_creativity.scenarios.hard_dat.items import GIVEN, LAST_DRAW, LETTERS, given_words
from helm_creativity.scenarios.hard_dat.scoring import hard_dat_of_lists
from helm_creativity.task_types.word_list.benchmark import WordListBenchmark, WordTaskSettings
from helm_creativity.task_types.word_list.scorer import Measured, WordListScorer, WordsRead, spellings
from helm_creativity.task_types.word_list.settings import CardWords
from helm_creativity.text.words import olson_candidates

LETTER = re.compile(r"\b[a-z]\b")
"""One letter, or several of which each is right: "either v or x or z", "v, x or z"."""
PROTOCOLS = CardWords(Path(__file__).parent)
SEPARATORS = {"authors": "\n", "own": ", "}
"""What stands between the given words in the prompts of either wording."""


@dataclass(frozen=True)
class HardDatSettings(WordTaskSettings):
    """Settings of HardDAT."""

    protocols = PROTOCOLS
    letters: str = option(
        "all", "initials of the words: all, or some joined by +", choices=LETTERS, several=True, scoring=False
    )
    items: int = option(
        0, "which draw of given words; the embedding must know them", low=0, high=LAST_DRAW, scoring=False
    )

    @property
    def given(self) -> dict[str, tuple[str, ...]]:
        """Given words by letter."""
        return {letter: given_words(letter, self.items) for letter in chosen(self.letters, LETTERS)}


class HardDat(WordListBenchmark[HardDatSettings]):
    """Mean distance of the new words of a response, to each other and to the given ones."""

    settings_type = HardDatSettings
    record = "rows:HardDatRow"
    response_tokens = 60

    def items(self, settings: HardDatSettings) -> Iterator[Item]:
        """The protocol's prompt with every letter and the words given with it."""
        (prompt_id,) = settings.source.prompts
        numbers = {"n_words": settings.rule.asked, "n_given": GIVEN}
        for letter, words in settings.given.items():
            given = SEPARATORS[settings.prompts].join(words)
            prompt = self.render(prompt_id, settings, letter=letter, given=given, **numbers)
            yield Item(f"{letter}-{settings.items}", prompt, {"letter": letter, "given": list(words)})

    def scorer(self, settings: HardDatSettings) -> HardDatScorer:
        """See ``HardDatScorer``."""
        return HardDatScorer(self.card, settings)

    def requirements(self, settings: HardDatSettings, asked: bool) -> Iterator[Requirement]:
        """The given words must have vectors."""
        yield from super().requirements(settings, asked)
        if asked:
            words = [word for given in settings.given.values() for word in given]
            yield (
                ("letters", "items", "embedding", "dictionary"),
                lambda: self.scorer(settings).require_known(words, "given words"),
            )


def first_letter(word: str) -> str:
    """First letter of a word, ``""`` for what begins with none."""
    first = word.lstrip("- ")[:1]
    return first if first.isalpha() else ""


class HardDatScorer(WordListScorer[HardDatSettings]):
    """Given words, and words with another initial than the letter asked for, do not count as new words.

    Given words need no dictionary. Those that an embedding lacks are in no distance; without any there is no score.
    """

    refusals = ("given", "letter")

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """See ``WordListScorer``; counts of the entries that break the rules of the task are added."""
        self._given.resolve(word for sample in samples for word in sample.fields["given"])
        return [
            replace(score, submetrics={**score.submetrics, **self._counts(sample, score)})
            for sample, score in zip(samples, super().score(samples), strict=True)
        ]

    def read(self, sample: Sample) -> WordsRead:
        """See ``WordListScorer``; too few words are valid where no given word is known."""
        read = super().read(sample)
        lacking = read.failure_reason is None and not self._known_given(sample)
        return read._replace(failure_reason=FailureReason.TOO_FEW_VALID) if lacking else read

    @cached_property
    def _given(self) -> Lexicon:
        return Lexicon([table.embedding for table in self.tables])

    def _known_given(self, sample: Sample) -> list[str]:
        words = map(self._given.word, sample.fields["given"])
        return list(dict.fromkeys(word for word in words if word is not None))

    def refuse(self, sample: Sample, word: str) -> str | None:
        """``given`` for a given word, with a vector or without; ``letter`` for one with another initial."""
        if word in spellings(tuple(sample.fields["given"])):
            return "given"
        return None if first_letter(word) in LETTER.findall(sample.fields["letter"]) else "letter"

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The score, and its part among the new words and between new and given ones."""
        given = [self._known_given(sample) for sample in samples]

        def values(table: WordTable) -> NDArray[np.float64]:
            numbers = table.rows([*lists, *given])
            return hard_dat_of_lists(numbers[: len(lists)], numbers[len(lists) :], table.vectors)

        found = []
        for sample, (score, within, between) in zip(samples, self.mean_over_embeddings(values).tolist(), strict=True):
            unknown = [word for word in sample.fields["given"] if self._given.word(word) is None]
            submetrics = {"novelty_within": within, "distance_to_given": between, "given_unknown": float(len(unknown))}
            found.append(Measured(score, submetrics, {"unknown_given": unknown}))
        return found

    def no_details(self) -> dict[str, list[str]]:
        """No given words of a response that was not scored."""
        return {"unknown_given": []}

    def _counts(self, sample: Sample, score: SampleScore) -> dict[str, float]:
        """No word is in two of the four lists; those in none are new and have the right initial."""
        if score.submetrics["n_valid"] is None:
            return {}
        unknown, repeated, given, letter = (
            list(map(self._parsed_word, score.details[f"{name}_entries"]))
            for name in ("unknown", "repeated", "given", "letter")
        )
        initials = [first_letter(word) for word in (*unknown, *given, *letter)]
        right = LETTER.findall(sample.fields["letter"])
        again = sum(len(words) - len(set(words)) for words in (unknown, letter))
        return {
            "letter_violations": float(sum(bool(initial) and initial not in right for initial in initials)),
            "repeats": float(len(repeated) + len(given) + again),
        }

    def _parsed_word(self, entry: str) -> str:
        return self.lexicon.word(entry) or (*olson_candidates(entry), entry.strip().lower())[0]
