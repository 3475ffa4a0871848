"""A row of a file of responses that were rated as a whole."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from helm_creativity.benchmark.rows.fields import Ratings, ResponseText, Row
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.task_types.rated.rubric import CREATIVITY

assert CREATIVITY.scale is not None
WholeRatingsCell = Annotated[list[float], Ratings(CREATIVITY.scale)]
"""What people said of a response as a whole."""


class RatedRow(Row):
    """A response, or the ratings of one, or both; a response that no rater rated is unjudged."""

    response: ResponseText = Field("", description="or else creativity")
    creativity: WholeRatingsCell = Field(default_factory=list)

    def sample(self, settings: Settings) -> Sample:
        """The ratings of an empty response do not count, those of one of which nothing is known do."""
        response = Response(self.response) if isinstance(self.cell("response"), str) else None
        if self.creativity:
            return Sample(response, {"ratings": self.creativity})
        if response is None:
            raise BadArguments(
                f"expected a field response, or creativity with a rating, got {quoted(sorted(self.said))}"
            )
        return Sample(response)
