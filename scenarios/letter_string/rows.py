"""A row of a file of responses to letter-string analogies."""

from __future__ import annotations

from helm_creativity.benchmark.rows.fields import KeyedRow
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.letter_string.benchmark import STRINGS, string_in
from helm_creativity.scenarios.letter_string.items import ALPHABETS, KINDS


class LetterStringRow(KeyedRow):
    """A response, and the id of an item of seed 0 or an item's own fields."""

    def sample(self, settings: Settings) -> Sample:
        """The response to an item that can be."""
        sample = super().sample(settings)
        fields, wrong = sample.fields, list[str]()
        for name, known in (("kind", KINDS), ("alphabets", ALPHABETS)):
            if fields[name] not in known:
                wrong.append(f"{name} must be one of {', '.join(known)}, got {quoted(fields[name])}")
        alphabet = set(string_in(fields["alphabet"]))
        for name in STRINGS:
            string = string_in(fields[name])
            if len(string) < 3 or max(map(len, string)) > 1 or not alphabet.issuperset(string):
                such = "three or more characters of the alphabet, separated by spaces"
                wrong.append(f"{name} must be {such}, got {quoted(' '.join(string))}")
        if wrong:
            raise BadArguments("; ".join(wrong))
        return sample
