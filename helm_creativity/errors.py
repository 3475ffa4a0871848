"""Errors that a user can act on: the command line prints their message and exits with 2."""

from __future__ import annotations

from helm_creativity.safe_text import bounded


class CreativityError(Exception):
    """Base of this package's errors. The message says what was expected, what was found and what to do.

    It is bounded: what was found may be a file of any size.
    """

    def __init__(self, *args: object) -> None:
        super().__init__(*(bounded(argument) if isinstance(argument, str) else argument for argument in args))


class BadArguments(CreativityError, ValueError):
    """One or more arguments of a run entry or a command are wrong; the message lists all of them."""


class BadCard(CreativityError, ValueError):
    """A card is missing or wrong, or the class of a benchmark that its card names; the message lists all of it."""


class FileProblem(CreativityError):
    """A file is missing, truncated, or not the one that its checksum promises."""


class CacheProblem(CreativityError):
    """HELM's cache cannot be read or written. No model is at fault: it ends a run, and nothing is counted for it."""


class EmbeddingNotFound(CreativityError):
    """An embedding has a known name but is not on this machine; the message gives the command that brings it."""


class BrokenVectors(CreativityError, ValueError):
    """A file of word vectors cannot be read; the message names the file and the line."""


class MissingExtra(CreativityError, ImportError):
    """A library is not installed; the message has the command that installs it."""


class NothingToSay(CreativityError):
    """An analysis that these data do not allow; the message finishes the sentence "There is none because ..."."""
