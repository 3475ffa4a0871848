"""All checks, in the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from helm_creativity.checking.problem import Finding
    from helm_creativity.checking.subject import Subject


class Check(NamedTuple):
    """One question to a room.

    Attributes:
        name: as the report and ``--only`` have it.
        says: what holds where nothing is found.
        find: what is wrong.
        runs_helm: whether HELM's runner is needed.
    """

    name: str
    says: str
    find: Callable[[Subject], Iterable[Finding]]
    runs_helm: bool = False


SAYS = {
    "card": "the card is complete, and says what the run spec does",
    "items": "the items are those of the card: their number, their prompts, their ids",
    "prompts": "every prompt is a file that says where it comes from, and is used",
    "name": "every argument that changes a result is in the run's name, and wrong ones are refused",
    "signature": "what moves a score is in its signature",
    "oracle": "a perfect answer to each item scores at the top",
    "empty": "an answer without text is unscored as empty",
    "refused": "a refusal is unscored as refused",
    "cut": "an answer cut at the token limit is unscored as truncated",
    "chatty": "thoughts, and words around an answer, leave its score as it is",
    "steady": "the same answers score the same again, in any order",
    "facets": "the card's facets are those that the scorer gives",
    "imports": "nothing heavy is loaded with the benchmark, and its scorer lives without HELM",
    "baselines": "the baselines answer the room's prompts and nobody else's, and so does its lexical judge",
    "pilot": "five items run through helm-run with both baselines, and every stat has a title",
    "page": "the pages of helm-summarize show the benchmark, both models and the score",
}
"""What each check makes sure of."""
WITH_HELM = ("pilot", "page")


def all_checks() -> tuple[Check, ...]:
    """The checks; this loads HELM, which the names alone do not."""
    from helm_creativity.checking import (
        cards,
        facets,
        imports,
        items,
        names,
        page,
        piloted,
        players,
        prompts,
        scores,
        signatures,
    )

    found = {
        "card": cards.find,
        "items": items.find,
        "prompts": prompts.find,
        "name": names.find,
        "signature": signatures.find,
        "oracle": scores.oracle,
        "empty": scores.empty,
        "refused": scores.refused,
        "cut": scores.cut,
        "chatty": scores.chatty,
        "steady": scores.steady,
        "facets": facets.find,
        "imports": imports.find,
        "baselines": players.find,
        "pilot": piloted.find,
        "page": page.find,
    }
    return tuple(Check(name, says, found[name], name in WITH_HELM) for name, says in SAYS.items())
