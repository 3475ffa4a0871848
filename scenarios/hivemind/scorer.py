"""Scores the answers of a run together: an answer's score is how unlike it is to the others of its prompt."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from math import fsum
from pathlib import Path
from typing import Any

from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.psychometrics import standard_error
from helm_creativity.responses import Answer, Unscored, as_written, unanswered
from helm_creativity.responses.folding import folded
from helm_creativity.rooms import ItemRoom, Outcome, Row
from helm_creativity.scenarios.hivemind.measure import between_prompts, dissimilarities, equal_shares
from helm_creativity.scenarios.hivemind.texts import TextVectors, text_vectors
from helm_creativity.vocabulary.command import add_embedding

ROOM = ItemRoom(Path(__file__).parent, "open")
CARD = ROOM.card
FACETS = tuple(facet.name for facet in CARD.facets if facet.of == "answer")


class HivemindScorer:
    """See ``RunScorer``. Answers belong together that have one ``prompt``; each distinct text is embedded once.

    Args:
        texts: the vectors of answers.
        signature: everything that moves the score.
    """

    def __init__(self, texts: TextVectors, signature: str) -> None:
        self._texts, self.signature = texts, signature
        self._table = WordTable(texts)

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each answer; those without a reason but alone with their prompt have too few to compare."""
        texts = [_text(row) for row in rows]
        reasons = [unanswered(row.answer or Answer("")) for row in rows]
        known = [not reason and bool(there) for reason, there in zip(reasons, self._texts.knows(texts), strict=True)]
        outcomes = [
            Outcome(None, reason or Unscored.TOO_FEW_VALID, dict.fromkeys(FACETS), {"scored_response": text})
            for reason, text in zip(reasons, texts, strict=True)
        ]
        prompts = [places for places in self._places(rows, known) if len(places) > 1]
        compared = [texts[place] for places in prompts for place in places]
        self._table.rows([compared])  # all in one batch
        cut = dict(zip(compared, self._texts.cut(compared).tolist(), strict=True))
        for places in prompts:
            for place, outcome in zip(places, self._of_prompt([texts[place] for place in places], cut), strict=True):
                outcomes[place] = outcome
        return outcomes

    def group(self, row: Row) -> str:
        """See ``GroupScorer``: the prompt."""
        return str(row.fields["prompt"])

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """The score, in which every prompt weighs the same, and where answers to different prompts lie."""
        asked = self._places(rows, [True] * len(rows))
        scored = [[score for place in places if (score := outcomes[place].score) is not None] for places in asked]
        means = [fsum(scores) / len(scores) for scores in scored if scores]
        zeros = [fsum(scores) / len(places) for scores, places in zip(scored, asked, strict=True)]
        compared = self._places(rows, [outcome.score is not None for outcome in outcomes])
        lists = self._table.rows([[_text(rows[place]) for place in places] for places in compared])
        return {
            "score": fsum(means) / len(means) if means else None,
            "score_se": standard_error(means, range(len(means))),
            "score_failures_as_zero": fsum(zeros) / len(zeros) if zeros else None,
            "between_prompts": between_prompts([self._table.vectors[one] for one in lists]),
        }

    def _places(self, rows: Sequence[Row], wanted: Sequence[bool]) -> list[list[int]]:
        """Places of the wanted rows of each prompt that has any."""
        found: dict[str, list[int]] = {}
        for place, (row, is_wanted) in enumerate(zip(rows, wanted, strict=True)):
            if is_wanted:
                found.setdefault(self.group(row), []).append(place)
        return list(found.values())

    def _of_prompt(self, texts: Sequence[str], cut: Mapping[str, bool]) -> list[Outcome]:
        """The outcomes of two answers or more to one prompt; ``cut`` says which texts are longer than what is read."""
        (places,) = self._table.rows([texts])
        scores = dissimilarities(self._table.vectors[places]).tolist()
        equal = equal_shares([folded(text) for text in texts])
        return [
            Outcome(
                score,
                None,
                {"identical_rate": share, "cut_rate": float(cut[text]), "words": float(len(text.split()))},
                {"scored_response": text},
            )
            for score, share, text in zip(scores, equal, texts, strict=True)
        ]


def _text(row: Row) -> str:
    return as_written(row.answer.text) if row.answer else ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score hivemind`` takes beside files."""
    ROOM.add_arguments(parser)
    add_embedding(parser)


def scorer_of(arguments: argparse.Namespace) -> HivemindScorer:
    """The scorer for the command line."""
    texts = text_vectors(arguments.embedding)
    return HivemindScorer(texts, ROOM.not_asked(arguments, **texts.signed))


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``response`` and the ``id`` of a prompt, or any ``prompt`` in words.

    Raises:
        BadArguments: when there is no response, or neither an id that is known nor a prompt.
    """
    return ROOM.row_of(record if record.get("prompt") is None else {"category": None, **record})
