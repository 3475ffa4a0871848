"""Scores lists of uses, a run at a time: every distinct use is embedded once."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.embeddings.registry import (
    check_embeddings,
    load_embeddings,
    require_embeddings,
)
from helm_creativity.errors import BadArguments
from helm_creativity.judging import Judgement, JudgeSettings, complaints, panel_stats
from helm_creativity.judging.given import judgement_of_row, mean_or_none
from helm_creativity.judging.ratings import place_name
from helm_creativity.responses import Unscored
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, checksum_of, load_card, render, signature
from helm_creativity.scenarios.aut.given import row_of
from helm_creativity.scenarios.aut.measure import (
    THRESHOLD,
    distances,
    judged_originality,
    semantic_flexibility,
)
from helm_creativity.scenarios.aut.objects import object_sets
from helm_creativity.scenarios.aut.protocols import HERE, PROTOCOLS, SEMANTIC, Protocol, instruments_of
from helm_creativity.scenarios.aut.space import UseSpace
from helm_creativity.scenarios.aut.uses import Uses, read_uses
from helm_creativity.scenarios.aut.words import content_words, stop_words_checksum
from helm_creativity.vocabulary.command import add_embedding

__all__ = [
    "CARD",
    "AutScorer",
    "add_arguments",
    "require_vectors",
    "row_of",
    "run_signature",
    "scorer_of",
]

logger = logging.getLogger(__name__)

CARD = load_card(HERE)


def prompts_of(protocol: str, objects: str) -> str:
    """Number and checksum of the prompts with every object."""
    return checksum_of(render(HERE, protocol, phrase=thing.phrase) for thing in object_sets()[objects])


def _signature(protocol: str, embedding: str, **asked: str) -> str:
    vectors = {
        "embedding": "+".join(check_embeddings(embedding)),
        "stop_words": stop_words_checksum(),
        "threshold": f"{THRESHOLD:g}",
    }
    return signature(CARD, protocol=protocol, **asked, **vectors)


def run_signature(protocol: str, objects: str, embedding: str, judges: JudgeSettings) -> str:
    """Everything that moves the scores of a run."""
    asked = {"objects": objects, "prompts": prompts_of(protocol, objects)}
    instruments = instruments_of(PROTOCOLS[protocol], judges.weighted)
    return _signature(protocol, embedding, **asked, **judges.signed(instruments))


def given_signature(protocol: str, embedding: str) -> str:
    """Everything that moves the scores of uses from a file, rated by whomever."""
    return _signature(protocol, embedding, prompts=NOT_ASKED, judges="given")


def require_vectors(objects: str, embedding: str) -> bool:
    """Makes sure, before a request is paid for, that the embedding is here and has vectors for the objects.

    Raises:
        CreativityError: naming what is missing.
    """
    require_embeddings(embedding)
    names = [thing.name for thing in object_sets()[objects]]
    for one in load_embeddings(embedding):
        _require_known(UseSpace(one, names), names)
    return True


def _require_known(space: UseSpace, names: Sequence[str]) -> None:
    unknown = [name for name in dict.fromkeys(names) if not space.knows(name)]
    if unknown:
        raise BadArguments(f"{space.name} has no vector for the object {', '.join(map(repr, unknown[:5]))}")


class Semantic(NamedTuple):
    """What vectors say of one answer.

    Attributes:
        originality: 0 to 2, or None without an object or a use that has a vector.
        flexibility: number of clusters of the uses with a vector, or None without one.
        distances: of each use to the object, None where one of the two has no vector.
        n_unknown: how many uses have no vector.
    """

    originality: float | None
    flexibility: float | None
    distances: tuple[float | None, ...]
    n_unknown: int


class AutScorer:
    """See ``RunScorer``. In an ensemble semantic numbers are the members' means over the uses that all of them know."""

    def __init__(self, protocol: str, embedding: str, signature: str = "") -> None:
        self._protocol: Protocol = PROTOCOLS[protocol]
        self._embeddings = load_embeddings(embedding)
        self.signature = signature or given_signature(protocol, embedding)

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each answer.

        Raises:
            BadArguments: for an object without a vector where the score depends on it, or given ratings that are none.
        """
        found = [read_uses(row, self._protocol.limit) for row in rows]
        names = [str(row.fields["object"]) for row in rows]
        texts = dict.fromkeys([*names, *(use for one in found for use in one.scored)])
        spaces = [UseSpace(embedding, texts) for embedding in self._embeddings]
        if self._protocol.score == SEMANTIC:
            for space in spaces:
                _require_known(space, names)
        return [
            self._outcome(row, uses, semantic_of(spaces, name, uses.scored), missing_words(spaces, uses.scored))
            for row, uses, name in zip(rows, found, names, strict=True)
        ]

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """What the judges did."""
        judgements = [judgement_of_row(row) for row in rows]
        for complaint in complaints(judgements):
            logger.warning("%s: %s", CARD.group, complaint)
        return panel_stats(judgements)

    def _outcome(self, row: Row, uses: Uses, semantic: Semantic, missing: Sequence[str]) -> Outcome:
        facets: dict[str, float | None] = {facet.name: None for facet in CARD.facets if facet.of == "answer"}
        details: dict[str, Any] = {"scored_uses": list(uses.scored), "invalid_uses": list(uses.invalid)}
        details |= {"use_distances": list(semantic.distances), "use_ratings": [], "words_without_vector": list(missing)}
        if uses.unscored is not None:
            return Outcome(None, uses.unscored, facets, details)
        judgement = judgement_of_row(row)
        ratings = self._ratings(row, uses, judgement)
        details["use_ratings"] = ratings
        words = [len(content_words(use)) for use in uses.scored]
        judged = {
            "judged_originality": judged_originality(ratings),
            "flexibility": mean_or_none(judgement.values("flexibility")),
            "creativity": mean_or_none(row.fields.get("creativity") or judgement.values("creativity")),
        }
        told: dict[str, float | None] = {
            **facets,
            **judged,
            "semantic_originality": semantic.originality,
            "semantic_flexibility": semantic.flexibility,
            "fluency": float(len(uses.scored)),
            "elaboration": mean_or_none(words),
            "repeated_uses": float(uses.repeated),
            "surplus_uses": float(uses.surplus),
            "uses_without_vector": float(semantic.n_unknown),
        }
        score = told[self._protocol.score]
        return Outcome(score, self._why_not(score), told, details)

    def _why_not(self, score: float | None) -> Unscored | None:
        """Why an answer with uses has no score: no use has a vector, or nobody rated it."""
        if score is not None:
            return None
        return Unscored.TOO_FEW_VALID if self._protocol.score == SEMANTIC else Unscored.UNJUDGED

    def _ratings(self, row: Row, uses: Uses, judgement: Judgement) -> list[list[float]]:
        """Of each use that counts the ratings that came: from ``fields["ratings"]`` where given."""
        given = row.fields.get("ratings")
        if given is None:
            return [judgement.values("originality", place_name(i)) for i in range(1, len(uses.scored) + 1)]
        if len(given) != uses.n_given:
            raise BadArguments(
                f"expected a rating for each of {uses.n_given} uses, got {len(given)}; where uses are a text, repeated "
                "ones are left out: give them as a list"
            )
        scale = self._protocol.scale
        off = [value for one in given for value in one if not scale.low <= value <= scale.high]
        if off:
            raise BadArguments(f"expected ratings of originality from {scale.low:g} to {scale.high:g}, got {off[0]:g}")
        return [list(given[place]) for place in uses.places]


def semantic_of(spaces: Sequence[UseSpace], thing: str, uses: Sequence[str]) -> Semantic:
    """What one or several embeddings say of an answer."""
    known = [use for use in uses if all(space.knows(use) for space in spaces)]
    vectors = [space.vectors(known) for space in spaces]
    clusters = mean_or_none([float(count) for some in vectors if (count := semantic_flexibility(some)) is not None])
    each: dict[str, float] = {}
    if known and all(space.knows(thing) for space in spaces):
        of_space = [distances(space.vectors([thing])[0], some) for space, some in zip(spaces, vectors, strict=True)]
        each = dict(zip(known, np.mean(of_space, axis=0).tolist(), strict=True))
    told = tuple(each.get(use) for use in uses)
    return Semantic(mean_or_none(list(each.values())), clusters, told, sum(use not in known for use in uses))


def missing_words(spaces: Sequence[UseSpace], uses: Sequence[str]) -> list[str]:
    """The words of the uses that some embedding does not know, each once."""
    return list(dict.fromkeys(word for use in uses for space in spaces for word in space.unknown_words(use)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score aut`` takes beside files."""
    add_embedding(parser)
    parser.add_argument("--protocol", choices=list(PROTOCOLS), default=CARD.default_protocol)


def scorer_of(arguments: argparse.Namespace) -> AutScorer:
    """The scorer for the command line."""
    require_embeddings(arguments.embedding)
    return AutScorer(arguments.protocol, arguments.embedding)
