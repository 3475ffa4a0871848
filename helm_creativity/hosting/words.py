"""Arguments that the run entries of several benchmarks share: embedding and dictionary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helm_creativity.embeddings.registry import embedding_label, is_embedding, require_embeddings
from helm_creativity.hosting.arguments import Arguments
from helm_creativity.hosting.benchmark import Chosen, Settings
from helm_creativity.vocabulary import DICTIONARIES, default_dictionary, find_dictionary

STAND_IN, NO_DICTIONARY = "builtin", "none"
"""What takes the place of an embedding or dictionary that was refused, so that all else is still checked: both are
always here."""


@dataclass(frozen=True)
class VectorSettings:
    """Which vectors score.

    Attributes:
        embedding: name, as the user gave it or the protocol has it.
        usable: whether that can be used on this machine; otherwise others stand in for it.
    """

    embedding: str
    usable: bool

    @property
    def named(self) -> dict[str, str]:
        """In the short form that run names and titles of HELM's pages show."""
        return {"embedding": embedding_label(self.embedding)}

    @property
    def args(self) -> dict[str, str]:
        """As a metric needs it."""
        return {"embedding": self.embedding}

    def chosen(self, own: Settings | None = None, named: Settings | None = None, trials: int | None = None) -> Chosen:
        """What a benchmark returns: its own arguments, if it has any, and these behind them.

        Args:
            own: as the metric needs them.
            named: as the run's name shows them, where that differs.
            trials: see ``Chosen``.
        """
        shown = own if named is None else named
        return Chosen({**(own or {}), **self.args}, {**(shown or {}), **self.named}, trials)


@dataclass(frozen=True)
class WordSettings(VectorSettings):
    """Which vectors score, and whose words count.

    Attributes:
        dictionary: name; only what can be opened here is usable.
    """

    dictionary: str = NO_DICTIONARY

    @property
    def named(self) -> dict[str, str]:
        """Both in the short form that run names and titles of HELM's pages show."""
        return {**super().named, "dictionary": self.dictionary}

    @property
    def args(self) -> dict[str, str]:
        """Both as a metric needs them."""
        return {**super().args, "dictionary": self.dictionary}


def vector_settings(
    arguments: Arguments, embedding: object, default: str = "", also: Callable[[str], object] | None = None
) -> VectorSettings:
    """Checks an embedding; ``""`` is the default. It must be here before a request is paid for.

    Args:
        arguments: where it is told what is wrong.
        embedding: a name, or names joined with ``+``.
        default: the protocol's own, if there is one.
        also: raises a ``CreativityError`` where the benchmark needs more of it, such as vectors of its items.
    """

    def require(name: str) -> None:
        require_embeddings(name)
        if also is not None:
            also(name)

    name = default if embedding == "" else str(embedding)
    found = arguments.usable(name, require, "")
    return VectorSettings(found or STAND_IN, bool(found))


def word_settings(
    arguments: Arguments, embedding: object, dictionary: object, default_embedding: str, protocols_dictionary: str
) -> WordSettings:
    """Checks both arguments; ``""`` is the protocol's own. Both must be here before a request is paid for."""
    name = default_embedding if embedding == "" else str(embedding)
    vectors = vector_settings(arguments, name)
    default = default_dictionary(protocols_dictionary, name)
    chosen = arguments.one_of("dictionary", default if dictionary == "" else dictionary, DICTIONARIES)
    # The dictionary that would follow from a wrong name, or stand in for one, is not worth a complaint of its own.
    known = is_embedding(name) and (dictionary == "" or dictionary in DICTIONARIES)
    found = known and arguments.usable(chosen, find_dictionary, "") == chosen
    return WordSettings(name, True, chosen) if vectors.usable and found else WordSettings(STAND_IN, False)
