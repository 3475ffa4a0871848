"""Settings of benchmarks that are scored under an embedding, and perhaps a dictionary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from helm_creativity.benchmark.card import WordProtocol, WordRule
from helm_creativity.benchmark.settings import Requirement, Settings, option, options
from helm_creativity.embeddings.builtin import estimates_signature
from helm_creativity.embeddings.builtin import signature as table_signature
from helm_creativity.embeddings.registry import check_embeddings, embedding_label, is_embedding, require_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.lexicon import Dictionary, default_dictionary, dictionary_label, find_dictionary
from helm_creativity.safe_text import module_logger, quoted

logger = module_logger(__name__)


@dataclass(frozen=True)
class EmbeddingSettings(Settings):
    """Settings of a benchmark that is scored under an embedding."""

    embedding: str = option("", "a name, or names joined with + for an ensemble", label=embedding_label, named=True)

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The embedding must be here."""
        yield from super().requirements(asked)
        yield ("embedding",), lambda: require_embeddings(self.embedding)

    def compared(self, asked: bool = True) -> dict[str, str]:
        """The embedding with its checksum."""
        return {**super().compared(asked), "embedding": "+".join(check_embeddings(self.embedding))}


@dataclass(frozen=True)
class WordEmbeddingSettings(EmbeddingSettings):
    """Settings of a benchmark whose words may be estimated where the built-in table lacks them."""

    estimate: bool = option(
        "",
        "whether words that the built-in table lacks are estimated from their parts and letters; true by default under "
        "embedding=builtin",
    )

    protocols: ClassVar[Mapping[str, WordProtocol]] = {}
    """What the card says of words, by protocol."""

    @property
    def source(self) -> WordProtocol:
        """What the protocol's source says."""
        return self.protocols[self.protocol]

    @property
    def has_own_prompts(self) -> bool:
        """Not where a paper prints all prompts; see ``PromptSettings``."""
        return self.source.own_prompts

    @property
    def words(self) -> Dictionary | None:
        """The dictionary whose words count; None where all count that have a vector."""
        return None

    @property
    def rule(self) -> WordRule:
        """How many words are asked for and scored; where a setting asks for more, as many of them may be missing."""
        rule = self.source.rule
        more = getattr(self, "asked", rule.asked) - rule.asked
        return replace(rule, asked=rule.asked + more, minimum=rule.minimum + more, maximum=rule.maximum + more)

    @property
    def trials(self) -> int:
        """Responses to each item."""
        return self.source.trials

    def defaults(self) -> Mapping[str, object]:
        """The protocol's embedding."""
        return {**super().defaults(), "embedding": self.embedding or self.source.embedding}

    def __post_init__(self) -> None:
        super().__post_init__()
        if str(self.estimate) == "":
            # Behind ``defaults``, by which a subclass names the embedding.
            object.__setattr__(self, "estimate", self._has_table)

    @property
    def estimates(self) -> bool:
        """See ``estimate``; only the built-in table has estimates."""
        return self.estimate and self._has_table

    @property
    def _has_table(self) -> bool:
        return "builtin" in self.embedding.split("+")

    @property
    def args(self) -> dict[str, Any]:
        """With ``estimate`` only where it is not as usual under the embedding."""
        shown = {*super().args} - {"estimate"} | ({"estimate"} if self.estimate != self._has_table else set())
        return {name: getattr(self, name) for name in options(type(self)) if name in shown}

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The table must be there where it is to estimate."""
        yield from super().requirements(asked)
        yield ("estimate", "embedding"), self._require_table

    def _require_table(self) -> None:
        if self.estimate and not self._has_table:
            needed = "estimate=True needs embedding=builtin, alone or in an ensemble"
            raise BadArguments(f"{needed}, got embedding={quoted(self.embedding)}")

    def compared(self, asked: bool = True) -> dict[str, str]:
        """The table with what makes the estimates: another embedding, for norms too."""
        found = {name: value for name, value in super().compared(asked).items() if name != "estimate"}
        if not self.estimates:
            return found
        table, estimating = table_signature(), f"{table_signature()}/{estimates_signature()}"
        members = found["embedding"].split("+")
        return {**found, "embedding": "+".join(estimating if member == table else member for member in members)}


@dataclass(frozen=True)
class WordListSettings(WordEmbeddingSettings):
    """Settings of a benchmark that scores lists of words of a dictionary."""

    dictionary: str = option(
        "",
        "only its words count: olson2021, nakajima2026, wordnet, none, or a file with one word per line",
        label=dictionary_label,
        named=True,
    )

    @property
    def usual_dictionary(self) -> str:
        """The dictionary of this protocol and embedding, where none is named."""
        return default_dictionary(self.source.dictionary, self.embedding or self.source.embedding)

    def defaults(self) -> Mapping[str, object]:
        """With the dictionary of protocol and embedding."""
        return {**super().defaults(), "dictionary": self.usual_dictionary}

    @cached_property
    def words(self) -> Dictionary | None:
        """The dictionary, opened; None where all words count that have a vector."""
        return find_dictionary(self.dictionary)

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The dictionary must be here, too, unless it only follows from an embedding that does not exist."""
        yield from super().requirements(asked)
        if self.dictionary != self.source.dictionary or is_embedding(self.embedding):
            yield ("dictionary",), lambda: self.words
            yield ("protocol", "embedding", "dictionary"), self._warn_of_dictionary

    def _warn_of_dictionary(self) -> None:
        name, usual = self.words.signature.partition("@")[0] if self.words else "none", self.usual_dictionary
        if usual not in (self.dictionary, name):
            where = f"dictionary={self.dictionary} is not that of protocol {self.protocol} under {self.embedding}"
            same = "scores are comparable only with those under the same dictionary"
            logger.warning("%s, which is %s: %s; leave dictionary out for the usual one", where, usual, same)

    def compared(self, asked: bool = True) -> dict[str, str]:
        """The dictionary with its checksum."""
        return {**super().compared(asked), "dictionary": self.words.signature if self.words else "none"}
