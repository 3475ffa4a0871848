"""A row of a file of responses that were rated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, create_model

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rows.fields import Ratings, ResponseText, Row, Text
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
            return Sample(response, {"ratings": {"creativity": self.creativity}})
        if response is None:
            raise BadArguments(
                f"expected a field response, or creativity with a rating, got {quoted(sorted(self.said))}"
            )
        return Sample(response)


class _RowOfItem(Row):
    def sample(self, settings: Settings) -> Sample:
        """As of ``RatedRow``, with what names the item."""
        given = type(self).model_fields.keys() - Row.model_fields.keys() - {"response"}
        values = {name: getattr(self, name) for name in type(self).model_fields if name in given}
        ratings = {name: value for name, value in values.items() if isinstance(value, list)}
        item = {name: value for name, value in values.items() if name not in ratings}
        response = Response(self.response) if isinstance(self.cell("response"), str) else None  # type: ignore[attr-defined]
        return Sample(response, {**item, "ratings": ratings})


def row_of_item(item: str, dimensions: Mapping[str, tuple[Scale, bool]], help_line: str) -> type[Row]:
    """The class of rows with what names an item, and ratings by dimension: their scale, and whether all have them."""
    ratings: dict[str, Any] = {
        name: (Annotated[list[float], Ratings(scale)], ... if always else Field(default_factory=list))
        for name, (scale, always) in dimensions.items()
    }
    response = (ResponseText, Field("", description=help_line))
    fields: dict[str, Any] = {item: (Text, ...), **ratings, "response": response}
    kind: type[Row] = create_model("RatedRow", __base__=_RowOfItem, **fields)
    return kind
