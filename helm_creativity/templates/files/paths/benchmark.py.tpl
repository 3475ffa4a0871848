"""<< title >>: << kind.example >>."""

from __future__ import annotations

from helm_creativity.core.keyed import KeyedBenchmark
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Fields, Response
from helm_creativity.families.response_scorer import ResponseGrade, ResponseScorer
from helm_creativity.scenarios.create.parse import PathsParse, parse_paths
<< gap >>from << here >>.measure import ASKED, different, find_stops


class << camel >>Benchmark(KeyedBenchmark[Settings]):
    """<< kind.score >>."""

    template = "task"
    response_tokens = 200

    def scorer(self, settings: Settings) -> << camel >>Scorer:
        """See ``<< camel >>Scorer``."""
        return << camel >>Scorer(self.card)


class << camel >>Scorer(ResponseScorer[PathsParse]):
    """See ``measure``."""

    def parse(self, text: str, fields: Fields) -> PathsParse | None:
        """The paths of the response."""
        found = parse_paths(Response(text))
        return None if found.failure_reason else found

    def grade(self, parsed: PathsParse, fields: Fields) -> ResponseGrade:
        """How many ways are different, and what else can be counted."""
        start, end, paths = fields["start"], fields["end"], parsed.paths[:ASKED]
        ways = different(paths, start, end)
        submetrics = {
            "stated_paths": float(len(parsed.paths) + parsed.malformed),
            "valid_paths": float(sum(find_stops(path, start, end) is not None for path in paths)),
            "stops": sum(map(len, ways)) / len(ways) if ways else None,
        }
        return ResponseGrade(float(len(ways)), submetrics, {"ways": [" > ".join([start, *way, end]) for way in ways]})

    def details(self, fields: Fields) -> Fields:
        """No path was found."""
        return {"ways": []}
