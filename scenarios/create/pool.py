"""The paths of one item, from one answer or from several that are pooled."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from helm_creativity import responses
from helm_creativity.judging.ratings import ANNOTATOR
from helm_creativity.responses import Answer, Unscored, answer_in, fields_of
from helm_creativity.responses.triples import Path
from helm_creativity.rooms import Row
from helm_creativity.scenarios.create.protocols import Protocol
from helm_creativity.scenarios.create.structure import Fault, Target
from helm_creativity.scenarios.create.texts import shown

ASKED_MORE = "more"
"""In an annotation: how many further answers were asked for."""

CONVERSATION = "conversation"
"""In an annotation: whether a second turn was sent as one, or as one text with the first."""

JUDGED_PATHS = "judged_paths"
"""In an annotation: the fingerprint of the paths that judges were asked about."""


@dataclass(frozen=True)
class Pool:
    """What a model answered to one query.

    Attributes:
        paths: as stated, in order, answer after answer.
        faults: of each path; () where its structure is valid.
        malformed: entries that are no paths.
        cut: answers that break off, at the token limit or inside a bracket.
        reasons: of each answer, the first one first; None where it could be read.
        probabilities: what the answers say of each path, None where they say nothing.
    """

    paths: tuple[Path, ...] = ()
    faults: tuple[tuple[Fault, ...], ...] = ()
    malformed: int = 0
    cut: int = 0
    reasons: tuple[Unscored | None, ...] = ()
    probabilities: tuple[float | None, ...] = ()

    @property
    def unscored(self) -> Unscored | None:
        """Why there is no score, or None.

        FAILED where a server did not bring one of the answers, since fewer answers are worth less and a rerun asks for
        it again; otherwise the reason of the first one, if none could be read.
        """
        if Unscored.FAILED in self.reasons:
            return Unscored.FAILED
        return self.reasons[0] if self.reasons and all(self.reasons) else None

    @property
    def fingerprint(self) -> str:
        """12 hex digits that say which valid paths there are, and where: judges speak of them by their place."""
        texts = (f"{place} {shown(self.paths[place])}" for place in self.valid)
        return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]

    @property
    def valid(self) -> tuple[int, ...]:
        """Places of the paths whose structure is valid. Judges are asked about these alone."""
        return tuple(place for place, faults in enumerate(self.faults) if not faults)


def target_of(fields: Mapping[str, Any]) -> Target:
    """From where to where the paths of a row must lead."""
    return Target(str(fields["entity_a"]), str(fields["rel_b"]), str(fields["entity_b"]))


def pool_of(answers: Sequence[Answer], target: Target, protocol: Protocol) -> Pool:
    """The paths of all answers together, each of which is read by itself."""
    parses = [responses.parse_paths(answer) for answer in answers]
    paths = tuple(path for parse in parses for path in parse.paths)
    return Pool(
        paths,
        tuple(protocol.faults(paths, target)),
        sum(parse.malformed for parse in parses),
        sum(parse.cut for parse in parses),
        tuple(parse.unscored for parse in parses),
        tuple(probability for parse in parses for probability in parse.probabilities),
    )


def pool_of_row(row: Row, protocol: Protocol) -> Pool:
    """The paths of a row: those given with it, or those in its answers."""
    target = target_of(row.fields)
    if "paths" in row.fields:
        paths = tuple(row.fields["paths"])
        return Pool(paths, tuple(protocol.faults(paths, target)))
    return pool_of([row.answer or Answer(""), *further_answers(row)], target, protocol)


def flat_answer(number: int, answer: Answer, error: str) -> dict[str, Any]:
    """A further answer, the ``number``-th from 1, as fields of an annotation."""
    head = f"{ASKED_MORE}_{number}"
    return {**fields_of(answer, head), f"{head}_error": error}


def further_answers(row: Row) -> Iterator[Answer]:
    """The further answers in a row's annotation, in order."""
    note = row.fields.get("annotations", {}).get(ANNOTATOR)
    told = note if isinstance(note, Mapping) else {}  # as it is written: to read what judges said takes far longer
    for number in range(1, int(told.get(ASKED_MORE, 0)) + 1):
        yield answer_in(told, f"{ASKED_MORE}_{number}")
