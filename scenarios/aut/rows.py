"""A row of a file of uses of objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, ClassVar, cast

from pydantic import Field

from helm_creativity.benchmark.rows.cells import is_missing
from helm_creativity.benchmark.rows.columns import list_columns
from helm_creativity.benchmark.rows.fields import ListedResponse, RatingsOfEach, ResponseText, Row, Text
from helm_creativity.benchmark.rows.lists import Separator
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.parsing.uses import hold_one_each, is_one_use
from helm_creativity.scenarios.aut.benchmark import RUBRICS, AutSettings
from helm_creativity.scenarios.aut.items import object_name
from helm_creativity.task_types.rated.rows import WholeRatingsCell


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

    @classmethod
    def usual_separator(cls, records: Sequence[Mapping[str, Any]]) -> Separator | None:
        """That of ``uses``; the end of a line where each response is one use."""
        found = super().usual_separator(records)
        texts = [text for record in records if (text := cls._response_alone(list_columns(record)))]
        return Separator("\n", found=True) if found is None and hold_one_each(texts) else found

    @classmethod
    def cells_by_column(cls, record: Mapping[str, Any], separator: Separator | None = None) -> dict[str, list[Any]]:
        """A response that is one use is a list of one."""
        columns = super().cells_by_column(record)
        text = cls._response_alone(columns) if separator and separator.sign == "\n" else ""
        return {**columns, "uses": [[text]]} if text and is_one_use(text) else columns

    @classmethod
    def _response_alone(cls, columns: Mapping[str, Sequence[Any]]) -> str:
        cells = {name: columns[column][0] for column, name in cls.response_columns().items() if columns.get(column)}
        text = "" if not is_missing(cells.get("uses")) else cells.get("response")
        return text if isinstance(text, str) and not is_missing(text) else ""

    def sample(self, settings: Settings) -> Sample:
        """The uses, or the response that lists them."""
        fields: dict[str, Any] = {"object": object_name(self.object)}
        if self.creativity:
            fields["creativity"] = self.creativity
        if "uses" in self.model_fields_set:
            fields["uses"] = self.uses
        sample = Sample(None if "uses" in fields else Response(self.response), fields)
        if "originality" in self.model_fields_set:
            fields["ratings"] = self._ratings(sample, cast("AutSettings", settings))
        return sample

    def _ratings(self, sample: Sample, settings: AutSettings) -> list[list[float]]:
        """Those of each use that is listed; a missing last one counts where the response lists as many uses."""
        uses, is_list = settings.read(sample), sample.response is None
        if uses.failure_reason is not None:
            return []
        ratings = self.ratings_of_listed("originality", "uses") if is_list else self.ratings_to_the_end("originality")
        ratings = ratings if len(ratings) == uses.n_listed else self.originality
        if len(ratings) != uses.n_listed:
            each = "a rating for the one use" if uses.n_listed == 1 else f"a rating for each of {uses.n_listed} uses"
            listed = "a list in the place of a rating holds those of several raters, and null is none: [[4, 5], null]"
            parsed = "where a response lists them, repeated ones are left out: write them into a field uses"
            raise BadArguments(f"expected {each}, got {len(ratings)}; {listed if is_list else parsed}")
        scale = RUBRICS[settings.source["originality"]].scale
        assert scale is not None
        if off := [value for value in chain.from_iterable(ratings) if not scale.low <= value <= scale.high]:
            hint = "; prompts=own takes those from 1 to 5" if settings.source["program"] else ""
            span = f"from {scale.low:g} to {scale.high:g}"
            raise BadArguments(f"expected ratings of originality {span}, got {off[0]:g}{hint}")
        return ratings
