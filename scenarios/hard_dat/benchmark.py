"""HardDAT: which letters and words are given, and how responses are scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.rows import text_of, words_of
from helm_creativity.core.settings import Requirement, chosen, option
from helm_creativity.core.types import Item, Sample, SampleScore
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.errors import BadArguments
from helm_creativity.parsing.words import olson_candidates
from helm_creativity.scenarios.hard_dat.draws import GIVEN, LAST_DRAW, LETTERS, given_words
from helm_creativity.scenarios.hard_dat.measure import HardDatResult, hard_dat_of_lists
from helm_creativity.wordlists.benchmark import WordListBenchmark, WordListSettings, words_sample
from helm_creativity.wordlists.rules import WordProtocol, WordRule
from helm_creativity.wordlists.scorer import Measured, WordListScorer

PROTOCOLS = {
    # The report prints no minimum; seven is that of the DAT.
    "mctb2025": WordProtocol(WordRule(25, 7, 25), ("mctb2025",), "glove-840b+bert-layer6", "olson2021", trials=1),
}


@dataclass(frozen=True)
class HardDatSettings(WordListSettings):
    """Settings of HardDAT."""

    protocols = PROTOCOLS
    protocol: str = option("mctb2025", "how it is asked and scored; see the card", choices=PROTOCOLS, named=True)
    letters: str = option(
        "all", "initials of the words: all, or some joined by +", choices=LETTERS, several=True, scoring=False
    )
    draw: int = option(0, "which words are given; the embedding must know them", low=0, high=LAST_DRAW, scoring=False)

    @property
    def given(self) -> dict[str, tuple[str, ...]]:
        """Given words by letter."""
        return {letter: given_words(letter, self.draw) for letter in chosen(self.letters, LETTERS)}


class HardDat(WordListBenchmark[HardDatSettings]):
    """Mean distance of the new words of a response, to each other and to the given ones."""

    settings_type = HardDatSettings
    response_tokens = 60

    def items(self, settings: HardDatSettings) -> Iterator[Item]:
        """The protocol's prompt with every letter and the words given with it."""
        (prompt_id,) = settings.source.prompts
        numbers = {"n_words": settings.source.rule.asked, "n_given": GIVEN}
        for letter, words in settings.given.items():
            prompt = self.render(prompt_id, letter=letter, given=", ".join(words), **numbers)
            yield Item(f"{letter}-{settings.draw}", prompt, {"letter": letter, "given": list(words)})

    def scorer(self, settings: HardDatSettings) -> HardDatScorer:
        """See ``HardDatScorer``."""
        return HardDatScorer(self.card, settings, settings.source.rule)

    def requirements(self, settings: HardDatSettings, asked: bool) -> Iterator[Requirement]:
        """The given words must have vectors."""
        if asked:
            words = [word for some in settings.given.values() for word in some]
            yield (
                ("letters", "draw", "embedding", "dictionary"),
                lambda: self.scorer(settings).require_known(words, "given words"),
            )

    def sample_of(self, record: Mapping[str, Any], settings: HardDatSettings) -> Sample:
        """A sample from an object with ``letter``, ``given`` (list, or text with commas) and ``words`` or ``response``.

        Raises:
            BadArguments: when one is missing, or it is of the wrong kind.
        """
        letter = text_of(record, "letter").lower()
        if len(letter) != 1 or not letter.isascii() or not letter.isalpha():
            raise BadArguments(f"expected one letter from a to z in the field letter, got {record['letter']!r}")
        return words_sample(record, {"letter": letter, "given": _given(record.get("given"))})


def _given(value: object) -> list[str]:
    """Given words as they are looked up: trimmed, lower-case, each once."""
    given = list(dict.fromkeys(word.strip().lower() for word in words_of(value, "given") if word.strip()))
    if not given:
        raise BadArguments(f"given must have at least one word, got {value!r}")
    return given


def initial_of(word: str) -> str:
    """First letter of a word, ``""`` for what begins with none."""
    first = word.lstrip("- ")[:1]
    return first if first.isalpha() else ""


class HardDatScorer(WordListScorer[HardDatSettings]):
    """Given words, and words with another initial than the letter asked for, do not count as new words."""

    refusals = ("given", "letter")

    def refuse(self, sample: Sample, word: str) -> str | None:
        """``given`` for a given word, ``letter`` for one with another initial."""
        if word in sample.fields["given"]:
            return "given"
        return None if initial_of(word) == sample.fields["letter"] else "letter"

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The score, and its part among the new words and between new and given ones."""
        given = [sample.fields["given"] for sample in samples]
        self.require_known((word for words in given for word in words), "given words")

        def values(table: WordTable) -> NDArray[np.float64]:
            numbers = table.rows([*lists, *given])
            return hard_dat_of_lists(numbers[: len(lists)], numbers[len(lists) :], table.vectors)

        found = [HardDatResult(*three) for three in self.mean_over_embeddings(values).tolist()]
        return [
            Measured(one.score, {"novelty_within": one.novelty_within, "distance_to_given": one.distance_to_given})
            for one in found
        ]

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """See ``WordListScorer``; counts of the entries that break the rules of the task are added."""
        return [
            replace(score, submetrics={**score.submetrics, **self._counts(sample, score)})
            for sample, score in zip(samples, super().score(samples), strict=True)
        ]

    def _counts(self, sample: Sample, score: SampleScore) -> dict[str, float]:
        """Entries with another initial, known words or not, and those that had come before or are given words.

        No word is in two of the four lists, and those that are in none are new and have the right initial.
        """
        if score.submetrics["n_valid"] is None:
            return {}
        unknown, repeated, given, letter = (
            list(map(self._word, score.details[f"{name}_entries"]))
            for name in ("unknown", "repeated", "given", "letter")
        )
        initials = [initial_of(word) for word in (*unknown, *given, *letter)]
        again = sum(len(words) - len(set(words)) for words in (unknown, letter))
        return {
            "letter_violations": float(sum(initial not in ("", sample.fields["letter"]) for initial in initials)),
            "repeats": float(len(repeated) + len(given) + again),
        }

    def _word(self, entry: str) -> str:
        """The word that an entry was taken for, or how it is spelt."""
        return self.lexicon.word(entry) or (*olson_candidates(entry), entry.strip().lower())[0]
