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


class _RatedRow(Row):
    """A response, or the ratings of one, or both; a response that no rater rated is unjudged."""

    def sample(self, settings: Settings) -> Sample:
        """The ratings of an empty response do not count, those of one of which nothing is known do."""
        known = {name: getattr(self, name) for name in type(self).model_fields if name not in Row.model_fields}
        response = Response(known.pop("response")) if isinstance(self.cell("response"), str) else None
        ratings = {name: value for name, value in known.items() if isinstance(value, list)}
        item = {name: value for name, value in known.items() if name not in (*ratings, "response")}
        if any(ratings.values()):
            item["ratings"] = ratings
        elif response is None and not item:
            wanted = ", or ".join(["a field response", *(f"{name} with a rating" for name in ratings)])
            raise BadArguments(f"expected {wanted}, got {quoted(sorted(self.said))}")
        return Sample(response, item)


def rated_row(item: str, dimensions: Mapping[str, tuple[Scale, bool]], help_line: str) -> type[Row]:
    """The class of rows with what names an item, if anything does, and ratings by dimension.

    ``dimensions`` have their scale, and whether all rows have them.
    """
    response = {"response": (ResponseText, Field("", description=help_line))}
    fields: dict[str, Any] = {item: (Text, ...)} if item else {**response}
    for name, (scale, always) in dimensions.items():
        # Where rows name their items, they are tables of ratings, and may have no responses.
        needed = always and bool(item)
        fields[name] = (Annotated[list[float], Ratings(scale)], ... if needed else Field(default_factory=list))
    kind: type[Row] = create_model("RatedRow", __base__=_RatedRow, **{**fields, **response})
    return kind
