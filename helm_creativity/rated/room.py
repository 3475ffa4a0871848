"""A room whose items are a file and whose answers are rated as a whole: what is asked, and how it is signed."""

from __future__ import annotations

import argparse
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.judging import JudgeSettings
from helm_creativity.judging.given import given_ratings
from helm_creativity.rated.instrument import CREATIVITY, creativity_form
from helm_creativity.rated.scorer import RatedScorer
from helm_creativity.responses import Answer
from helm_creativity.rooms import ItemRoom, Row, checksum_of


class RatedRoom(ItemRoom):
    """One benchmark of open answers."""

    def run_signature(self, protocol: str, judges: JudgeSettings) -> str:
        """Everything that moves the score of a run."""
        return self.signed(protocol, **judges.signed(checksum_of(creativity_form())))

    def scorer_of(self, arguments: argparse.Namespace) -> RatedScorer:
        """The scorer for the command line."""
        return RatedScorer(self.card.group, self.not_asked(arguments, judges="given"))

    def row_of(self, record: dict[str, Any]) -> Row:
        """A row from an object with ``creativity``, a rating or one a rater, or the ``response`` itself, or both.

        A response that nobody rated is unjudged.

        Raises:
            BadArguments: when a rating is wrong, the response is no text, or neither is there.
        """
        response = record.get("response")
        if response is not None and not isinstance(response, str):
            raise BadArguments(f"expected response as a text, got {response!r}")
        cell = record.get("creativity")
        if response is not None and (cell is None or (isinstance(cell, str) and not cell.strip())):
            return Row(Answer(response))
        assert CREATIVITY.scale is not None
        ratings = given_ratings(record, "creativity", CREATIVITY.scale)
        return Row(None if response is None else Answer(response), {"ratings": ratings})
