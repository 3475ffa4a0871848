"""Reference responses of word lists, and how the baselines respond: with nouns."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.source_files import home
from helm_creativity.benchmark.prompts import id_of_words, match_prompt, placeholder, render
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.lexicon.cues import read_words_file

# fmt: off
UNRELATED = (
    "associableness", "guidebook", "hurrah", "hypervitaminosis", "population", "sceneshifter", "weatherstripping",
    "ellipticity", "dockworker", "latchstring", "tracheobronchitis", "milliammeter", "haw", "phylogenesis",
    "ambassadorship", "might", "pipefitting", "lipectomy", "unboundedness", "seismograph",
)
# fmt: on
"""Twenty of WordNet's 41,466 nouns. In hundredths of the mean distance between two of them in the built-in table:

The first 7 are 101.77 apart, the first 10 99.71, and all of them 97.83. The first 7 came of 819 searches from nouns
drawn at random: the greedy one of Schapiro et al. 2026, Algorithm 1, then one word after the other exchanged for the
best noun in its place until no exchange helps; two of the searches ended with these 7 and none with a better list. The
first 10 and all 20 were found by adding words to these in the same way. Other lists of 10 come to 100.15. It is not
proven that no list is better. The limit of any list under any vectors of length one is 100·n/(n-1): 116.7 for 7 words,
111.1 for 10.
"""


class WordListReference:
    """See ``Benchmark.reference``; a benchmark whose baselines choose words in another way overrides ``choose``."""

    def __init__(self, benchmark: Any) -> None:  # noqa: ANN401 - a ``WordListBenchmark``
        self.benchmark, self.task = benchmark, benchmark.task
        self.CEILING, self.PILOT = self.task.ceiling, self.task.pilot

    @cached_property
    def _words(self) -> Mapping[str, Sequence[str]]:
        lines = read_words_file(self.benchmark.entry.file(self.task.reference)) if self.task.reference else ()
        return {name: words.split(", ") for name, _, words in (line.partition(": ") for line in lines)}

    def reference_response(self, fields: Fields) -> Sample:
        """The words that the card's file has for the item, or ten unrelated nouns."""
        item = fields.get(self.task.item, "")
        words = self._words[item if isinstance(item, str) else ", ".join(item)] if self._words else UNRELATED[:10]
        return Sample(Response(self.written(words, self.benchmark.card.default_protocol), "stop"), fields)

    def written(self, words: Sequence[str], protocol: str) -> str:
        """A response in the form that the protocol asks for."""
        return json.dumps(words) if protocol in self.task.json else "\n".join(words)

    def baseline_response(self, prompt: str, baseline: Baseline) -> str | None:
        """Nouns in the form that each prompt asks for, None to any other prompt."""
        for name, protocol, variables in _asked(self.benchmark, home()):
            found = match_prompt(self.benchmark.place, name, prompt, **variables)
            if found is not None:
                return self.written(self.choose({**variables, **found}, baseline), protocol)
        return None

    def choose(self, found: Mapping[str, Any], baseline: Baseline) -> list[str]:
        """As many nouns as a prompt asks for, with the right initial, unlike those given, in the right language."""
        if self.task.nouns:
            words = {row["en"]: row[found["language"]] for row in self.nouns if row[found["constraint"]] == "1"}
            return [words[noun] for noun in baseline.unrelated(found["n_words"], spelt=words.__contains__)]
        if self.task.given is None:
            return baseline.unrelated(found["n_words"])
        given = [] if isinstance(found["given"], list) else re.split("\n|, ", found["given"])
        letter = found["letter"]
        return baseline.unrelated(found["n_words"], spelt=lambda word: word.startswith(letter), unlike=given)

    def holes(self) -> Iterator[Fields]:
        """Fields of items with placeholders for what a prompt holds, such that each prompt is made of one of them."""
        if self.task.own_prompt:  # the words depend on the item
            yield from ({self.task.item: value} for value in self.benchmark.options[self.task.items].allowed)
        elif self.task.given is not None:
            yield {self.task.item: placeholder(self.task.item), "given": [placeholder("given", lines=True)]}
        else:
            yield {}

    @cached_property
    def nouns(self) -> list[dict[str, str]]:
        """The card's table: a noun by language, and by constraint 1 where it obeys it."""
        with self.benchmark.entry.file(self.task.nouns).open(encoding="utf-8", newline="") as file:
            return [{"none": "1", **row} for row in csv.DictReader(file)]

    def require_languages(self, embedding: str, languages: Sequence[str]) -> None:
        """Makes sure that word vectors have words of every language: of each, at least half of the table's nouns.

        A sentence encoder gives a vector to any text, and passes whatever languages it was made for.
        """
        total = len(self.nouns)
        for vectors in load_embeddings(embedding):
            known = {name: int(vectors.knows([row[name].lower() for row in self.nouns]).sum()) for name in languages}
            if lacking := [f"{name} ({n} of {total} common nouns)" for name, n in known.items() if 2 * n < total]:
                raise BadArguments(
                    f"{vectors.name} does not know the languages {', '.join(lacking)}; choose others by items="
                )


@lru_cache(maxsize=64)
def _asked(benchmark: Any, _words_in: Path) -> list[tuple[str, str, dict[str, Any]]]:  # noqa: ANN401
    """Template, protocol and variables of everything that a benchmark may ask, in words that are on this machine."""
    declared = {name: how["choices"] for name, how in benchmark.task.options.items() if "choices" in how}
    some = {name: choices for name, choices in declared.items() if name != benchmark.task.items}
    found: dict[tuple[str, str], tuple[str, str, dict[str, Any]]] = {}
    for protocol, prompts, fields in product(benchmark.card.words, ("authors", "own"), benchmark.reference.holes()):
        for values in product(*some.values()):
            chosen = dict(zip(some, values, strict=True))
            settings = benchmark.settings_type(protocol=protocol, prompts=prompts, **chosen)
            variables = benchmark.variables(settings, fields)
            names = [benchmark.prompt_id(settings, fields)] if benchmark.task.item else settings.source.prompts
            for name in (id_of_words(benchmark.place, name, prompts) for name in names):
                try:
                    text = render(benchmark.place, name, **variables).text
                except FileProblem:
                    continue
                found.setdefault((protocol, text), (name, protocol, variables))
    return list(found.values())
