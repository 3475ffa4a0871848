"""A row of a file of ideas that were rated."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from helm_creativity.benchmark.rows.fields import Ratings, ResponseText, Row, Text
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.scenarios.live_idea_bench.benchmark import SCALE

Rated = Annotated[list[float], Ratings(SCALE)]


class LiveIdeaRow(Row):
    """A keyword and the ratings of an idea, perhaps with the response, which must be one that judges would rate."""

    keyword: Text
    originality: Rated
    feasibility: Rated
    clarity: Rated = Field(default_factory=list)
    response: ResponseText = Field(
        "", description="judges need it and no ratings; beside ratings it must be no longer than they may rate"
    )

    def sample(self, settings: Settings) -> Sample:
        """The ratings of an empty response do not count, those of one of which nothing is known do."""
        ratings = {"originality": self.originality, "feasibility": self.feasibility, "clarity": self.clarity}
        response = Response(self.response) if isinstance(self.cell("response"), str) else None
        return Sample(response, {"keyword": self.keyword, "ratings": ratings})
