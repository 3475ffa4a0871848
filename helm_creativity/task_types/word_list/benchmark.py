"""The task type of benchmarks whose responses are lists of words, scored under an embedding."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.files.yaml_files import build
from helm_creativity.benchmark.settings import Requirement, chosen, chosen_prompts
from helm_creativity.benchmark.types import Fields, IdeaDetails, Item, Prompt
from helm_creativity.lexicon.cues import read_words_file
from helm_creativity.task_types.declared import declared_settings
from helm_creativity.task_types.word_list.baseline import WordListReference
from helm_creativity.task_types.word_list.scorer import (
    GivenWordsScorer,
    LanguagesScorer,
    MeanDistanceScorer,
    WordListScorer,
)
from helm_creativity.task_types.word_list.settings import (
    AnyWordSettings,
    EmbeddingSettings,
    WordEmbeddingSettings,
    WordListSettings,
    WordTaskSettings,
)

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry
    from helm_creativity.benchmark.rows.fields import Row

__all__ = ["EmbeddingSettings", "WordEmbeddingSettings", "WordListBenchmark", "WordListSettings", "WordTaskSettings"]

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
    """What its card's ``task`` says; a subclass may make items or score them in another way."""

    settings_type: ClassVar[type[WordEmbeddingSettings]] = WordTaskSettings
    record = "helm_creativity.task_types.word_list.rows:WordsRow"
    ideas = IdeaDetails("scored_words")
    reference_type: ClassVar[type[WordListReference]] = WordListReference

    def __init__(self, entry: BenchmarkEntry, parent: Benchmark[Any] | None = None) -> None:
        super().__init__(entry, parent)
        self.task = task = build(WordTask, self.card.task, f"{self.name}/card.yaml, task")
        kind = type(self).settings_type
        if kind is WordTaskSettings and not task.dictionary:
            kind = AnyWordSettings
        if kind in (WordTaskSettings, AnyWordSettings) or task.options:
            kind = declared_settings(kind, self.name, task.options, protocols=self.card.words)
        elif not kind.protocols:
            kind.protocols = self.card.words
        self.settings_type = kind  # type: ignore[misc]
        self.response_tokens = task.response_tokens  # type: ignore[misc]

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
        choices = list(map(str, self.options[task.items].allowed))
        for value in chosen(getattr(settings, task.items), choices):
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

    def prompt(self, settings: E, fields: Fields) -> Prompt:
        """What is asked about an item."""
        return self.render(self.prompt_id(settings, fields), settings, **self.variables(settings, fields))

    def items(self, settings: E) -> Iterator[Item]:
        """Each prompt of the protocol, or one for each item; responses to one prompt are trials."""
        if self.task.item:
            for item_id, fields in self.item_fields(settings):
                yield Item(item_id, self.prompt(settings, fields), fields)
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
        if asked and self.task.given is not None:
            words = [word for _, fields in self.item_fields(settings) for word in fields["given"]]
            names = (self.task.items, self.task.given.draw, "embedding", "dictionary")
            yield names, lambda: self.scorer(settings).require_known(words, "given words")
        if asked and self.task.nouns:
            languages = [item_id for item_id, _ in self.item_fields(settings)]
            yield (
                ("embedding", self.task.items),
                lambda: self.reference.require_languages(settings.embedding, languages),
            )

    @cached_property
    def reference(self) -> Any:  # noqa: ANN401
        """The words that the card names, and how baselines choose theirs; or the module ``baseline`` of a folder."""
        return super().reference or self.reference_type(self)
