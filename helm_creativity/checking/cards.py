"""Check: the card is complete, and says what the run spec does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from helm_creativity.checking.problem import Finding, Problem, Remark
from helm_creativity.checking.subject import Subject
from helm_creativity.rooms import Card

problem = partial(Problem, "card")

TEXTS = ("title", "short_title", "domain", "summary", "claims", "does_not_claim", "language")
UNFILLED = re.compile(
    r"\A\s*\Z|\A<.*>\Z|\.\.\.\Z|\b(?:to be (?:done|written|filled in)|to-?do|tbd|fixme|lorem ipsum|fill (?:this )?in"
    r"|replace (?:this|me)|placeholder|change me|describe (?:it )?here)\b",
    re.IGNORECASE,
)
"""What a text says that nobody has written yet."""

YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
SHA256 = re.compile(r"[0-9a-f]{64}")


def find(subject: Subject) -> Iterator[Finding]:
    """What the card lacks, or says wrongly."""
    card = subject.card
    if subject.room.name != card.name:
        yield problem(
            f"the card's name is {card.name}, its folder's {subject.room.name}",
            f"name both alike: name: {subject.room.name} in card.yaml, say",
        )
    if card.is_first_version:
        yield Remark("its deviations call it a first version, which stands for nothing yet: take that out when it does")
    yield from _texts(card)
    yield from _papers(card)
    yield from _people(card)
    yield from _files(card)
    yield from _default(subject)


def _texts(card: Card) -> Iterator[Finding]:
    """Texts that are empty, or still those of a template."""
    said = {name: str(getattr(card, name) or "") for name in TEXTS}
    said |= {f"protocols, {name}": str(text or "") for name, text in card.protocols.items()}
    said |= {f"deviations[{i}]": str(text or "") for i, text in enumerate(card.deviations)}
    for facet in card.facets:
        said |= {f"facets, {facet.name}, {part}": str(getattr(facet, part) or "") for part in ("title", "description")}
    for name, text in said.items():
        if UNFILLED.search(text):
            yield problem(f"card.yaml, {name}: {text!r} says nothing", f"write {name} out")
    if not card.deviations:
        yield problem(
            "card.yaml has no deviations: no instrument is built exactly as its paper prints it",
            "list every place where numbers can differ from the source's: reading, items, temperature, reasons",
        )


def _papers(card: Card) -> Iterator[Finding]:
    if not card.papers:
        yield problem(
            "card.yaml names no paper", "name under papers what the benchmark follows: citation, url and places"
        )
    for paper in card.papers:
        for part in ("citation", "url", "places"):
            if UNFILLED.search(str(getattr(paper, part) or "")):
                yield problem(
                    f"card.yaml, the paper {paper.citation!r} has no {part}",
                    f"write {part}: authors, year and title; an address; the sections and equations that define it",
                )
        if not YEAR.search(paper.citation):
            yield problem(
                f"card.yaml, the citation {paper.citation!r} has no year", "cite as: Authors Year, Title, Journal"
            )


def _people(card: Card) -> Iterator[Finding]:
    """Baselines of people that say neither whose they are nor for what they hold."""
    for one in card.human_baselines:
        for part in ("sample", "holds_for", "source"):
            if UNFILLED.search(str(getattr(one, part) or "")):
                yield problem(
                    f"card.yaml, human_baselines: a mean of {one.mean} has no {part}",
                    f"write {part}: numbers of people hold for one protocol and one sample, from one page of a paper",
                )
        if one.n < 1 or one.sd < 0:
            yield problem(
                f"card.yaml, human_baselines: n must be 1 or more and sd 0 or more, got {one.n} and {one.sd}",
                "copy them anew from the source",
            )


def _files(card: Card) -> Iterator[Finding]:
    """Files of others without what tells that they are the right ones, and may be used."""
    for file in card.files:
        if not SHA256.fullmatch(str(file.sha256)):
            yield problem(
                f"card.yaml, the file {file.name} has no SHA-256 of 64 hex digits: {file.sha256!r}",
                "write sha256: what sha256sum prints of the file",
            )
        if not file.bytes:
            yield problem(f"card.yaml, the file {file.name} has no size", "write bytes: its size")
        for part in ("licence", "citation"):
            if UNFILLED.search(str(getattr(file, part) or "")):
                yield problem(
                    f"card.yaml, the file {file.name} has no {part}",
                    f"write {part}; a file without a licence says licence: none stated",
                )


def _default(subject: Subject) -> Iterator[Finding]:
    card, protocol = subject.card, subject.parameters.get("protocol")
    if protocol is None:
        if len(card.protocols) > 1:
            names = ", ".join(card.protocols)
            yield problem(
                f"the card has several protocols ({names}), and run entries have no argument protocol",
                "give the run spec function one; @benchmark does",
            )
    elif protocol.default != card.default_protocol:
        yield problem(
            f"the card's default_protocol is {card.default_protocol}, that of run entries {protocol.default}",
            "take CARD.default_protocol as the argument's default; @benchmark does",
        )
