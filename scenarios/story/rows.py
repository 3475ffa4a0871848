"""A row of a file of short stories."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from helm_creativity.benchmark.rows.fields import Holds, RawText, ResponseText, Row, Texts
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.task_types.rated.rows import WholeRatingsCell


class StoryRow(Row):
    """A story, or the response of a model, perhaps with the cue words and with ratings."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("story", "response"),)

    story: Annotated[RawText, Holds("a story as it was written", blank="", written=True)] = ""
    response: ResponseText = ""
    cues: Texts = Field(default_factory=list, description="that the story was to have")
    creativity: WholeRatingsCell = Field(default_factory=list)

    def sample(self, settings: Settings) -> Sample:
        """A story is scored as it is; a response is first parsed."""
        fields: dict[str, Any] = {}
        if "cues" in self.model_fields_set:
            fields["cues"] = [cue.strip() for cue in self.cues if cue.strip()]
        if self.creativity:
            fields["ratings"] = self.creativity
        if "story" in self.model_fields_set:
            return Sample(None, {**fields, "story": self.story})
        return Sample(Response(self.response), fields)
