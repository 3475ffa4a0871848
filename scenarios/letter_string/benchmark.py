"""Letter-string analogies: right or wrong, and how wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from helm_creativity.benchmark.settings import Settings, chosen, option, temperature
from helm_creativity.benchmark.types import Fields, Item, Sample, SampleScore
from helm_creativity.scenarios.letter_string.items import (
    ALPHABETS,
    LAST_SEED,
    PERMUTED,
    STANDARD,
    USUAL,
    String,
    as_in_the_example,
    changed,
    draw_analogies,
)
from helm_creativity.scenarios.letter_string.parse import read_string
from helm_creativity.scenarios.letter_string.scoring import RIGHT, WRONG, counterfactual_gap, positions, similarity
from helm_creativity.task_types.items_in_file import Entry, KeyedBenchmark
from helm_creativity.task_types.response_scorer import ResponseGrade, ResponseScorer

STRINGS = ("alphabet", "before", "after", "target", "answer")


@dataclass(frozen=True)
class LetterStringSettings(Settings):
    """Settings of letter-string analogies."""

    items: str = option(
        "all",
        f"all 500 items, or those of some alphabets, joined by +: {', '.join(ALPHABETS)}",
        choices=ALPHABETS,
        several=True,
        named=True,
        scoring=False,
    )
    seed: int = option(0, "what the items are made from", low=0, high=LAST_SEED, named=True, scoring=False)
    temp: float = temperature(0.0)


class LetterString(KeyedBenchmark[LetterStringSettings]):
    """Accuracy in percent. No file holds the items: they are made from the seed."""

    settings_type = LetterStringSettings
    record = "rows:LetterStringRow"
    response_tokens = 8
    template = "analogy"

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """All 500 items of seed 0, which objects of a user's file may name by their ids."""
        return [analogy._asdict() for analogy in draw_analogies(0)]

    def items(self, settings: LetterStringSettings) -> Iterator[Item]:
        """The analogies of the chosen alphabets and seed."""
        alphabets = chosen(settings.items, ALPHABETS)
        for analogy in draw_analogies(settings.seed):
            if analogy.alphabets in alphabets:
                entry = analogy._asdict()
                yield Item(analogy.id, self.prompt(entry), entry)

    def scorer(self, settings: LetterStringSettings) -> LetterStringScorer:
        """See ``LetterStringScorer``."""
        return LetterStringScorer(self.card)


class LetterStringScorer(ResponseScorer[String]):
    """See ``RunScorer``."""

    def parse(self, text: str, fields: Fields) -> String | None:
        """The string of the response."""
        alphabet, *example, target = (string_in(fields[name]) for name in STRINGS[:4])
        return read_string(text, alphabet, example, target)

    def grade(self, parsed: String, fields: Fields) -> ResponseGrade:
        """100 for the right string and 0 for another."""
        before, after, target, right = (string_in(fields[name]) for name in STRINGS[1:])
        usual = changed(fields["kind"], target, USUAL) if fields["alphabets"].startswith(PERMUTED) else None
        score = RIGHT if parsed == right else WRONG
        submetrics = {
            **_accuracies(score, fields),
            "similarity": similarity(parsed, right),
            "positions": positions(parsed, right),
            "usual_alphabet_rate": None if usual in (None, right) else float(parsed == usual),
            "literal_rate": float(parsed == as_in_the_example(before, after, target)),
            "unchanged_rate": float(parsed == target),
        }
        return ResponseGrade(score, submetrics, {"string": " ".join(parsed), "answer": fields["answer"]})

    def without_answer(self, fields: Fields) -> ResponseGrade:
        """Wrong. How near a string is to the right one is not defined without a string."""
        return ResponseGrade(WRONG, _accuracies(WRONG, fields), self.details(fields))

    def details(self, fields: Fields) -> Mapping[str, Any]:
        """What would have been right."""
        return {"string": None, "answer": fields["answer"]}

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """What an order that was never learnt costs."""
        sides = dict[str, list[float]]()
        for sample, score in zip(samples, scores, strict=True):
            if score.score is not None:
                sides.setdefault(str(sample.fields["alphabets"]).rstrip("0123456789"), []).append(score.score)
        return {"counterfactual_gap": counterfactual_gap(sides.get(STANDARD, ()), sides.get(PERMUTED, ()))}


def _accuracies(score: float, fields: Fields) -> dict[str, float | None]:
    permuted = score if fields["alphabets"].startswith(PERMUTED) else None
    by_name = {f"accuracy_{fields[name]}": score for name in ("kind", "alphabets")}
    return {**by_name, "accuracy_permuted": permuted}


def string_in(text: object) -> String:
    """The characters of a string as items hold it; letters in lower case."""
    return tuple(str(text).casefold().split())
