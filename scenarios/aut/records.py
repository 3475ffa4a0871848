"""A row of a file of uses of objects."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field, PlainValidator

from helm_creativity.core.row_models import Holds, RatingsOfEach, ResponseText, Row, Text
from helm_creativity.core.rows import list_in
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.families.rated.records import WholeRatingsCell
from helm_creativity.safe_text import quoted


def _uses(value: object) -> str | list[str]:
    uses = list_in(value)
    if isinstance(uses, str):
        return uses
    if not isinstance(uses, (list, tuple)) or not all(isinstance(use, str) for use in uses):
        raise BadArguments(f"uses must be a list of texts, or text, got {quoted(value)}")
    return list(uses)


class AutRow(Row):
    """An object, its uses or a response that lists them, and what people said of each use and of all together."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("uses", "response"),)

    object: Text
    uses: Annotated[
        str | list[str],
        PlainValidator(_uses),
        Holds("a list of texts, also as JSON, or text that lists them", blank="", written=True),
    ] = ""
    response: ResponseText = ""
    originality: Annotated[list[list[float]], RatingsOfEach()] = Field(
        default_factory=list, description="on the protocol's scale"
    )
    creativity: WholeRatingsCell = Field(default_factory=list, description="of all uses together")

    def sample(self, settings: Settings) -> Sample:
        """The uses, or the text that lists them."""
        fields: dict[str, Any] = {"object": self.object.lower()}
        if "originality" in self.model_fields_set:
            fields["ratings"] = self.originality
        if self.creativity:
            fields["creativity"] = self.creativity
        if isinstance(self.uses, list):
            return Sample(None, {**fields, "uses": self.uses})
        return Sample(Response(self.uses if "uses" in self.model_fields_set else self.response), fields)
