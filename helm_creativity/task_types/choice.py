"""The family of benchmarks whose response is one of the choices of its item: a letter, or a label."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.settings import Settings, temperature
from helm_creativity.benchmark.types import Fields, Prompt, Response, Sample, SampleScore
from helm_creativity.errors import FileProblem
from helm_creativity.judges.replies.letters import read_letter
from helm_creativity.judges.replies.words import read_word
from helm_creativity.parsing.probabilities import in_one_unit, marks, read
from helm_creativity.safe_text import listed, quoted
from helm_creativity.task_types.items_in_file import Entry, KeyedBenchmark
from helm_creativity.task_types.response_scorer import ResponseGrade, ResponseScorer

BINS = 10
_CONFIDENCE = re.compile(r"\bconfidence\b", re.IGNORECASE)
_SIGNS_OF_JSON = re.compile(r"[\"{}]")
_DENIES = re.compile(r"(?:\b(?:not|cannot|never|nor|than|instead of)|n't)( be)?\W+((an?|the)\W+)?$", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;]\s")


@dataclass(frozen=True)
class ChoiceSettings(Settings):
    """Settings of a benchmark of choices."""

    temp: float = temperature(0.0)


class Choice(NamedTuple):
    """What a response chooses, and how probable it says that this is right: 0 to 1, None where it does not say."""

    label: str
    probability: float | None


def brier_score(probability: float, is_right: bool) -> float:
    """Squared distance of a stated probability from what came: 1 for right, 0 for wrong.

    Formula: ``(p - y)²``, from 0 to 1; less is better, and 0.25 is that of p = 0.5 throughout. Source: Brier 1950,
    Verification of forecasts expressed in terms of probability, equation 2, of which this is the half: two classes,
    right and wrong, whose squared distances are equal.
    """
    return (probability - is_right) ** 2


def expected_calibration_error(probabilities: Sequence[float], right: Sequence[bool]) -> float | None:
    """How far stated probabilities lie from the shares that are right, on average.

    Formula, for n responses in ten bins B_m = ((m - 1)/10, m/10], 0 in the first::

        ECE = Σ_m |B_m| / n · |share right in B_m - mean probability in B_m|

    From 0 to 1; less is better. It is 0, too, where every probability is the accuracy, and grows with small n. None
    without a response. Source: Guo, Pleiss, Sun and Weinberger 2017, On Calibration of Modern Neural Networks,
    equations 3 and 5, after Naeini, Cooper and Hauskrecht 2015; they use 15 bins or 10.
    """
    distances = [0.0] * BINS
    for probability, is_right in zip(probabilities, right, strict=True):
        # Rounded, as 0.7 · 10 is a little above 7.
        distances[max(0, -int(-round(probability * BINS, 9) // 1) - 1)] += is_right - probability
    return sum(map(abs, distances)) / len(right) if right else None


class ChoiceScorer(ResponseScorer[Choice]):
    """See ``RunScorer``: 100 for the key of the item, 0 for another choice; the mean is the accuracy in percent.

    No choice, and two, are wrong and counted as unparsable; a refusal and a truncated response have no score. Where the
    card says that a probability is asked for, ``brier`` is of each response that states one, ``stated_rate`` their
    share, and ``calibration_error`` that of the run.
    """

    def __init__(self, card: Card) -> None:
        super().__init__(card)
        self._calibrated = {"brier", "stated_rate"} if card.confidence else set()

    def parse(self, text: str, fields: Fields) -> Choice | None:
        """The choice and its probability; None without one choice."""
        labels = [str(label) for label in fields["choices"]]
        values = {label: float(place) for place, label in enumerate(labels)}
        if all(re.fullmatch("[A-Z]", label) for label in labels):
            found = read_letter(Response(text, "stop"), values, rated=())
        else:
            articles = re.compile(rf"\b(?:an?|the)\s+(?=(?:{'|'.join(map(re.escape, labels))})\b)", re.IGNORECASE)
            found = read_word(Response(articles.sub("", text), "stop"), values, rated=())
            named = {*_named(text, labels)}
            if found.value is None and len(named) == 1:
                return Choice(named.pop(), stated_probability(text))
        return None if found.value is None else Choice(labels[int(found.value)], stated_probability(text))

    def grade(self, parsed: Choice | None, fields: Fields) -> ResponseGrade:
        """Right or wrong, and how well that was known."""
        key, label, probability = str(fields["answer"]), parsed and parsed.label, parsed and parsed.probability
        stats = {
            "brier": None if probability is None else brier_score(probability, label == key),
            "stated_rate": float(probability is not None),
        }
        submetrics = {name: value for name, value in stats.items() if name in self._calibrated}
        details = {"choice": label, "answer": key, "probability": probability}
        return ResponseGrade(100.0 * (label == key), submetrics, details)

    def without_answer(self, fields: Fields) -> ResponseGrade:
        """Wrong."""
        return self.grade(None, fields)

    def details(self, fields: Fields) -> Mapping[str, Any]:
        """The key alone."""
        return {"choice": None, "answer": str(fields["answer"]), "probability": None}

    def score_run(self, found: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """The calibration of the responses that state a probability."""
        stated = [score for score in scores if score.score is not None and score.details["probability"] is not None]
        right = [score.score == RightChoice.CEILING for score in stated]
        error = expected_calibration_error([score.details["probability"] for score in stated], right)
        return {"calibration_error": error} if self._calibrated else {}


def _named(text: str, labels: Sequence[str]) -> Iterator[str]:
    """The labels that a text has and does not deny: "easy is to simple as sad is to unhappy"."""
    for label in labels:
        for match in re.finditer(rf"(?<!\w){re.escape(label)}(?!\w)", text, re.IGNORECASE):
            if not _DENIES.search(text[: match.start()]):
                yield label


def stated_probability(text: str) -> float | None:
    """The probability or confidence that stands behind its name: "Confidence: 80 %"; None for none, or for two."""
    lines = _BETWEEN.sub("\n", _SIGNS_OF_JSON.sub("", _CONFIDENCE.sub("probability", text)))
    stated = {value for mark in marks(lines) for value in in_one_unit([read(mark)])}
    return stated.pop() if len(stated) == 1 else None


class ChoiceBenchmark(KeyedBenchmark[ChoiceSettings]):
    """Items with ``choices``, a list of letters or labels, and ``answer``, the right one; accuracy in percent."""

    settings_type = ChoiceSettings
    response_tokens = 3

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The items; the key of each must be one of its choices, or every response would be wrong."""
        found = super().entries
        for entry in found:
            choices = [str(label) for label in entry.get("choices", ())]
            if any(isinstance(label, bool) for label in entry.get("choices", ())):
                raise FileProblem(
                    f"{self.name}: item {quoted(entry['id'])}: YAML takes yes and no for others: quote them"
                )
            if str(entry.get("answer")) not in choices:
                raise FileProblem(
                    f"{self.name}: item {quoted(entry['id'])} must have choices, a list, and answer, one of them, "
                    f"got choices {listed(choices)} and answer {quoted(entry.get('answer'))}"
                )
        return found

    def prompt(self, entry: Entry) -> Prompt:
        """The card's template, which may use every field of the item."""
        return self.render(self.card.template.format(**entry), **entry)

    def entry_in(self, prompt: str) -> Entry | None:
        """The item that a prompt asks, also where words stand behind it: the template is a whole question."""
        found = [text for text in self._by_prompt if text in prompt]
        return self._by_prompt[max(found, key=len)] if found else None

    def scorer(self, settings: ChoiceSettings) -> ChoiceScorer:
        """See ``ChoiceScorer``."""
        return ChoiceScorer(self.card)

    @cached_property
    def reference(self) -> RightChoice:
        """The right choice, and the baselines'."""
        return RightChoice(self)


class RightChoice:
    """See ``Benchmark.reference``."""

    CEILING = 100.0

    def __init__(self, benchmark: ChoiceBenchmark) -> None:
        self._benchmark = benchmark
        self._behind = "\nProbability: 1" if benchmark.card.confidence else ""

    def reference_response(self, fields: Fields) -> Sample:
        """The key, with certainty where a probability is asked for."""
        return Sample(Response(f"{fields['answer']}{self._behind}", "stop"), fields)

    def baseline_response(self, prompt: str, baseline: Baseline) -> str | None:
        """The choice that the letters of a noun draw, which is a guess; None to any other prompt."""
        entry = self._benchmark.entry_in(prompt)
        if entry is None:
            return None
        (noun,) = baseline.unrelated(1)
        drawn = zlib.crc32(f"{noun} {entry['id']}".encode()) % len(entry["choices"])
        return f"{entry['choices'][drawn]}{self._behind}"
