"""A row of a file of uses of objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

from pydantic import Field

from helm_creativity.core.row_models import ListedResponse, RatingsOfEach, ResponseText, Row, Text
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Response, Sample
from helm_creativity.families.rated.records import WholeRatingsCell
from helm_creativity.scenarios.aut.items import object_name

if TYPE_CHECKING:
    from helm_creativity.scenarios.aut.benchmark import AutSettings


class AutRow(Row):
    """An object, its uses or a response that lists them, and what people said of each use and of all together."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("uses", "response"),)

    object: Text
    uses: ListedResponse = Field(default_factory=list)
    response: ResponseText = ""
    originality: Annotated[list[list[float]], RatingsOfEach()] = Field(
        default_factory=list, description="on the protocol's scale"
    )
    creativity: WholeRatingsCell = Field(default_factory=list, description="of all uses together")

    def sample(self, settings: Settings) -> Sample:
        """The uses, or the response that lists them."""
        fields: dict[str, Any] = {"object": object_name(self.object)}
        if self.creativity:
            fields["creativity"] = self.creativity
        if "uses" in self.model_fields_set:
            fields["uses"] = self.uses
        sample = Sample(None if "uses" in fields else Response(self.response), fields)
        if "originality" in self.model_fields_set:
            fields["ratings"] = self._ratings(sample, settings)
        return sample

    def _ratings(self, sample: Sample, settings: Settings) -> list[list[float]]:
        """The ratings of each use; a missing last one counts where the response lists as many uses."""
        if sample.response is None:
            return self.ratings_of_listed("originality", "uses")
        ended = self.ratings_to_the_end("originality")
        is_whole = ended is not self.originality and cast("AutSettings", settings).read(sample).n_listed == len(ended)
        return ended if is_whole else self.originality
