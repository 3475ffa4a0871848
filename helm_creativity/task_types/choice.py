"""The family of benchmarks whose response is one of the choices of its item: a letter, or a label."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.settings import Settings, temperature
from helm_creativity.benchmark.types import Fields, Prompt, Response, Sample
from helm_creativity.errors import FileProblem
from helm_creativity.judges.replies.letters import read_letter
from helm_creativity.judges.replies.words import read_word
from helm_creativity.safe_text import listed, quoted
from helm_creativity.task_types.items_in_file import Entry, KeyedBenchmark
from helm_creativity.task_types.response_scorer import ResponseGrade, ResponseScorer

_DENIES = re.compile(r"(?:\b(?:not|cannot|never|nor|than|instead of)|n't)( be)?\W+((an?|the)\W+)?$", re.IGNORECASE)


@dataclass(frozen=True)
class ChoiceSettings(Settings):
    """Settings of a benchmark of choices."""

    temp: float = temperature(0.0)


class ChoiceScorer(ResponseScorer[str]):
    """See ``Scorer``: 100 for the key of the item, 0 for another choice; the mean is the accuracy in percent.

    No choice, and two, are wrong and counted as unparsable; a refusal and a truncated response have no score.
    """

    def parse(self, text: str, fields: Fields) -> str | None:
        """The choice; None without one choice."""
        labels = [str(label) for label in fields["choices"]]
        values = {label: float(place) for place, label in enumerate(labels)}
        if all(re.fullmatch("[A-Z]", label) for label in labels):
            found = read_letter(Response(text, "stop"), values, rated=())
        else:
            articles = re.compile(rf"\b(?:an?|the)\s+(?=(?:{'|'.join(map(re.escape, labels))})\b)", re.IGNORECASE)
            found = read_word(Response(articles.sub("", text), "stop"), values, rated=())
            named = {*_named(text, labels)}
            if found.value is None and len(named) == 1:
                return named.pop()
        return None if found.value is None else labels[int(found.value)]

    def grade(self, parsed: str | None, fields: Fields) -> ResponseGrade:
        """Right or wrong."""
        key = str(fields["answer"])
        return ResponseGrade(100.0 * (parsed == key), {}, {"choice": parsed, "answer": key})

    def without_answer(self, fields: Fields) -> ResponseGrade:
        """Wrong."""
        return self.grade(None, fields)

    def details(self, fields: Fields) -> Mapping[str, Any]:
        """The key alone."""
        return {"choice": None, "answer": str(fields["answer"])}


def _named(text: str, labels: Sequence[str]) -> Iterator[str]:
    """The labels that a text has and does not deny: "easy is to simple as sad is to unhappy"."""
    for label in labels:
        for match in re.finditer(rf"(?<!\w){re.escape(label)}(?!\w)", text, re.IGNORECASE):
            if not _DENIES.search(text[: match.start()]):
                yield label


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

    def reference_response(self, fields: Fields) -> Sample:
        """The key."""
        return Sample(Response(str(fields["answer"]), "stop"), fields)

    def baseline_response(self, prompt: str, baseline: Baseline) -> str | None:
        """The choice that the letters of a noun draw, which is a guess; None to any other prompt."""
        entry = self._benchmark.entry_in(prompt)
        if entry is None:
            return None
        (noun,) = baseline.unrelated(1)
        drawn = zlib.crc32(f"{noun} {entry['id']}".encode()) % len(entry["choices"])
        return str(entry["choices"][drawn])
