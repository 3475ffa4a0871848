"""A row of a file of ideas that were rated."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from helm_creativity.core.row_models import Ratings, ResponseText, Row, Text
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Sample
from helm_creativity.scenarios.live_idea_bench.benchmark import SCALE

Rated = Annotated[list[float], Ratings(SCALE)]


class LiveIdeaRow(Row):
    """A keyword and the ratings of an idea; the idea itself is read by judges alone."""

    keyword: Text
    originality: Rated
    feasibility: Rated
    clarity: Rated = Field(default_factory=list)
    response: ResponseText = Field("", description="for judges, who need no ratings")

    def sample(self, settings: Settings) -> Sample:
        """The ratings."""
        ratings = {"originality": self.originality, "feasibility": self.feasibility, "clarity": self.clarity}
        return Sample(None, {"keyword": self.keyword, "ratings": ratings})
