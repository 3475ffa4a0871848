"""A row of a file of responses to prompts, several to each."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, PlainValidator

from helm_creativity.benchmark.rows.cells import folded_name
from helm_creativity.benchmark.rows.fields import Holds, Ratings, RawText, ResponseText, Row
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.scenarios.novelty.benchmark import LABEL, SCALE


class NoveltyRow(Row):
    """A response to a prompt, its class and its ratings; responses to a prompt count in the order of the file."""

    prompt: RawText
    response: ResponseText
    class_: Annotated[
        str,
        PlainValidator(folded_name),
        Holds("a name or number that the response shares with those that are the same"),
    ] = ""
    quality: Annotated[list[float], Ratings(SCALE)] = Field(default_factory=list)

    def sample(self, settings: Settings) -> Sample:
        """The response, with what is known of it."""
        fields: dict[str, Any] = {"prompt": self.prompt}
        if self.class_:
            fields[LABEL] = self.class_
        if self.quality:
            fields["ratings"] = {"quality": self.quality}
        return Sample(Response(self.response), fields)
