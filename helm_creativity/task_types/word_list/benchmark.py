"""The task type of benchmarks whose responses are lists of words, scored under an embedding."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.files.source_files import home
from helm_creativity.benchmark.files.yaml_files import build
from helm_creativity.benchmark.prompts import id_of_words, match_prompt, placeholder, render
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.settings import PromptSettings, Requirement, chosen, chosen_prompts
from helm_creativity.benchmark.types import Fields, IdeaDetails, Item, Response, Sample
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.lexicon.word_files import UNRELATED, read_words_file
from helm_creativity.task_types.declared import declared_settings
from helm_creativity.task_types.word_list.scorer import (
    GivenWordsScorer,
    LanguagesScorer,
    MeanDistanceScorer,
    WordListScorer,
)
from helm_creativity.task_types.word_list.settings import EmbeddingSettings, WordEmbeddingSettings, WordListSettings

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry
    from helm_creativity.benchmark.rows.fields import Row

__all__ = ["EmbeddingSettings", "WordEmbeddingSettings", "WordListBenchmark", "WordListSettings"]

E = TypeVar("E", bound=WordEmbeddingSettings)

SCORES: Mapping[str, type[WordListScorer[Any]]] = {
    "mean_distance": MeanDistanceScorer,
    "mean_distance_by_language": LanguagesScorer,
    "mean_distance_with_given_words": GivenWordsScorer,
}


@dataclass(frozen=True)
class GivenWords:
    """Words that a prompt gives: drawn without replacement from a file, those with the item's letter left out.

    They are drawn in the order of their SHA-256 with draw and letter; numpy's own draws may change between versions.
    """

    file: str
    number: int
    draw: str
    """The setting with the number of the draw."""


@dataclass(frozen=True)
class WordTask:
    """What ``task`` of a card says.

    Attributes:
        score: one of ``SCORES``.
        options: settings beside those of the task type; see ``declared``.
        dictionary: whether a dictionary is a setting.
        item: the field of an item that names it; "" where each prompt of a protocol is an item.
        items: the setting that chooses the values of this field; each is an item.
        given: words that the prompts give, if any.
        own_prompt: name of the template of an item in words of this package, where it is not the protocol's.
        row: beside the words, what a row of a user's file holds; see ``rows.words_row``.
        response_tokens: length of a usual response.
        ceiling: what the reference responses reach under the built-in table.
        reference: a file with the words of a reference response to each item, as in ``de: Haus, Hund``.
        nouns: a table of the nouns that baselines choose from, by language, 1 where one obeys a constraint.
        pilot: settings of the run with which ``check`` begins.
        json: the protocols whose prompts ask for a JSON array; the others ask for one word per line.
    """

    score: str = "mean_distance"
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    dictionary: bool = True
    item: str = ""
    items: str = ""
    given: GivenWords | None = None
    own_prompt: str = ""
    row: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    response_tokens: int | None = None
    ceiling: float = 100.0
    reference: str = ""
    nouns: str = ""
    pilot: Mapping[str, Any] = field(default_factory=dict)
    json: tuple[str, ...] = ()


class WordListBenchmark(Benchmark[E]):
    """What its card's ``task`` says; a subclass may make items, score them or choose words in another way.

    It is its own ``reference``, unless its folder has a module ``baseline``.
    """

    settings_type: ClassVar[type[WordEmbeddingSettings]] = WordListSettings
    record = "helm_creativity.task_types.word_list.rows:WordsRow"
    ideas = IdeaDetails("scored_words")

    def __init__(self, entry: BenchmarkEntry, parent: Benchmark[Any] | None = None) -> None:
        super().__init__(entry, parent)
        self.task = task = build(WordTask, self.card.task, f"{self.name}/card.yaml, task")
        kind = type(self).settings_type
        if kind is WordListSettings:
            kinds = (kind if task.dictionary else WordEmbeddingSettings, PromptSettings)
            kind = declared_settings(kinds, self.name, task.options, protocols=self.card.words)
        elif not kind.protocols:
            kind.protocols = self.card.words
        self.settings_type = kind  # type: ignore[misc]
        self.response_tokens = task.response_tokens  # type: ignore[misc]
        self.CEILING, self.PILOT = task.ceiling, task.pilot

    @cached_property
    def row_type(self) -> type[Row]:
        """With the fields that the card declares."""
        if self.record != WordListBenchmark.record:
            return super().row_type
        from helm_creativity.task_types.word_list.rows import words_row

        return words_row(self.task.row, {name: how.get("choices", ()) for name, how in self.task.options.items()})

    def item_fields(self, settings: E) -> Iterator[tuple[str, dict[str, Any]]]:
        """Id and fields of each item, where a prompt of a protocol is asked about several."""
        task = self.task
        for value in chosen(getattr(settings, task.items), list(map(str, self.options[task.items].allowed))):
            if task.given is None:
                yield value, {task.item: value}
            else:
                draw = getattr(settings, task.given.draw)
                yield f"{value}-{draw}", {task.item: value, "given": self.given_words(value, draw)}

    def given_words(self, letter: str, draw: int) -> list[str]:
        """See ``GivenWords``."""
        assert self.task.given is not None
        words = (word for word in read_words_file(self.entry.file(self.task.given.file)) if not word.startswith(letter))
        drawn = sorted(words, key=lambda word: hashlib.sha256(f"{draw} {letter} {word}".encode()).digest())
        return drawn[: self.task.given.number]

    def prompt_id(self, settings: E, fields: Fields) -> str:
        """The template of an item."""
        own = self.task.own_prompt if chosen_prompts(settings) == "own" else ""
        return own.format(**fields) if own else settings.source.prompts[0]

    def variables(self, settings: E, fields: Fields) -> dict[str, Any]:
        """What the templates may use: the fields of the item, the settings of the card, numbers of words."""
        chosen_options = {name: getattr(settings, name) for name in self.task.options}
        numbers = {"n_words": settings.rule.asked, "n_given": self.task.given.number if self.task.given else 0}
        return {**chosen_options, **numbers, **fields}

    def items(self, settings: E) -> Iterator[Item]:
        """Each prompt of the protocol, or one for each item; responses to one prompt are trials."""
        if self.task.item:
            for item_id, fields in self.item_fields(settings):
                name, variables = self.prompt_id(settings, fields), self.variables(settings, fields)
                yield Item(item_id, self.render(name, settings, **variables), fields)
            return
        asked = settings.rule.asked
        for prompt_id in settings.source.prompts:
            yield Item(prompt_id, self.render(prompt_id, settings, n_words=asked), {"asked": asked})

    def scorer(self, settings: E) -> WordListScorer[E]:
        """The card's."""
        scorer = SCORES[self.task.score](self.card, settings)
        obeying = self.entry.file(f"items/{getattr(settings, 'constraint', '')}.txt")
        if isinstance(scorer, LanguagesScorer) and obeying.is_file():
            scorer.obeying = frozenset(read_words_file(obeying))
        return scorer

    def requirements(self, settings: E, asked: bool) -> Iterator[Requirement]:
        """Given words must have vectors, and an embedding must know the languages that are asked."""
        yield from super().requirements(settings, asked)
        task = self.task
        if asked and task.given is not None:
            words = [word for _, fields in self.item_fields(settings) for word in fields["given"]]
            names = (task.items, task.given.draw, "embedding", "dictionary")
            yield names, lambda: self.scorer(settings).require_known(words, "given words")
        if asked and task.nouns:
            languages = [item_id for item_id, _ in self.item_fields(settings)]
            yield ("embedding", task.items), lambda: self.require_languages(settings.embedding, languages)

    def require_languages(self, embedding: str, languages: Sequence[str]) -> None:
        """Word vectors must have at least half of the table's nouns of each language; an encoder has any text."""
        total = len(self.nouns)
        for vectors in load_embeddings(embedding):
            known = {name: int(vectors.knows([row[name].lower() for row in self.nouns]).sum()) for name in languages}
            if lacking := [f"{name} ({n} of {total} common nouns)" for name, n in known.items() if 2 * n < total]:
                raise BadArguments(
                    f"{vectors.name} does not know the languages {', '.join(lacking)}; choose others by items="
                )

    @cached_property
    def nouns(self) -> list[dict[str, str]]:
        """The card's table: a noun by language, and by constraint 1 where it obeys it."""
        with self.entry.file(self.task.nouns).open(encoding="utf-8", newline="") as file:
            return [{"none": "1", **row} for row in csv.DictReader(file)]

    @property
    def reference(self) -> Any:  # noqa: ANN401
        """The benchmark itself; or the module ``baseline`` of a folder."""
        return super().reference or self

    @cached_property
    def _reference_words(self) -> Mapping[str, Sequence[str]]:
        lines = read_words_file(self.entry.file(self.task.reference)) if self.task.reference else ()
        return {name: words.split(", ") for name, _, words in (line.partition(": ") for line in lines)}

    def reference_response(self, fields: Fields) -> Sample:
        """The words that the card's file has for the item, or ten unrelated nouns."""
        item = fields.get(self.task.item, "")
        name = item if isinstance(item, str) else ", ".join(item)
        words = self._reference_words[name] if self.task.reference else UNRELATED[:10]
        return Sample(Response(self._written(words, self.card.default_protocol), "stop"), fields)

    def baseline_response(self, prompt: str, baseline: Baseline) -> str | None:
        """Nouns in the form that each prompt asks for, None to any other prompt."""
        asked = _asked_in(self, prompt, home())
        return asked and self._written(self.choose(asked[1], baseline), asked[0])

    def _written(self, words: Sequence[str], protocol: str) -> str:
        return json.dumps(words) if protocol in self.task.json else "\n".join(words)

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
            yield from ({self.task.item: value} for value in self.options[self.task.items].allowed)
        elif self.task.given is not None:
            yield {self.task.item: placeholder(self.task.item), "given": [placeholder("given", lines=True)]}
        else:
            yield {self.task.item: placeholder(self.task.item)} if self.task.item else {}


@lru_cache(maxsize=256)  # a prompt has several trials
def _asked_in(benchmark: WordListBenchmark[Any], prompt: str, words_in: Path) -> tuple[str, dict[str, Any]] | None:
    """Protocol and variables of what a prompt asks; None where this benchmark asks it nowhere."""
    for name, protocol, variables in _asked(benchmark, words_in):
        found = match_prompt(benchmark.place, name, prompt, **variables)
        if found is not None:
            return protocol, {**variables, **found}
    return None


@lru_cache(maxsize=64)
def _asked(benchmark: WordListBenchmark[Any], _words_in: Path) -> list[tuple[str, str, dict[str, Any]]]:
    """Template, protocol and variables of everything that a benchmark may ask, in words that are on this machine."""
    task = benchmark.task
    some = {name: how["choices"] for name, how in task.options.items() if "choices" in how and name != task.items}
    found: dict[tuple[str, str], tuple[str, str, dict[str, Any]]] = {}
    for protocol, prompts, fields in product(benchmark.card.words, ("authors", "own"), benchmark.holes()):
        for values in product(*some.values()):
            chosen_options = dict(zip(some, values, strict=True))
            settings = benchmark.settings_type(protocol=protocol, prompts=prompts, **chosen_options)  # type: ignore[call-arg]
            variables = benchmark.variables(settings, fields)
            names = [benchmark.prompt_id(settings, fields)] if task.item else settings.source.prompts
            for name in (id_of_words(benchmark.place, name, prompts) for name in names):
                try:
                    text = render(benchmark.place, name, **variables).text
                except FileProblem:
                    continue
                found.setdefault((protocol, text), (name, protocol, variables))
    return list(found.values())
