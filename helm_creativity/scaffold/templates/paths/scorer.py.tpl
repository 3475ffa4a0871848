"""Scores paths: how many different ways there are among them."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.responses import Answer, parse_paths
from helm_creativity.responses.paths import PathsParse
from helm_creativity.rooms import AnswerScorer, Fields, Graded, ItemRoom
<< gap >>from << here >>.measure import ASKED, different, stops_of

ROOM = ItemRoom(Path(__file__).parent, "task")
CARD = ROOM.card


class << camel >>Scorer(AnswerScorer[PathsParse]):
    """See ``measure``."""

    def read(self, text: str, fields: Fields) -> PathsParse | None:
        """The paths of the answer."""
        found = parse_paths(Answer(text))
        return None if found.unscored else found

    def grade(self, said: PathsParse, fields: Fields) -> Graded:
        """How many ways are different, and what else can be counted."""
        start, end, paths = fields["start"], fields["end"], said.paths[:ASKED]
        ways = different(paths, start, end)
        facets = {
            "stated_paths": float(len(said.paths) + said.malformed),
            "valid_paths": float(sum(stops_of(path, start, end) is not None for path in paths)),
            "stops": sum(map(len, ways)) / len(ways) if ways else None,
        }
        return Graded(float(len(ways)), facets, {"ways": [" > ".join([start, *way, end]) for way in ways]})

    def details(self, fields: Fields) -> Fields:
        """No path was found."""
        return {"ways": []}


add_arguments, scorer_of, row_of = ROOM.command(lambda signature: << camel >>Scorer(CARD, signature))
