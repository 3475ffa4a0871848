"""A row of a file of responses, and of ratings of their ideas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from helm_creativity.core.row_models import KeyedRow, RatingsOfEach, of_texts
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Sample
<< gap >>from << here >>.benchmark import DIMENSIONS, SCALE, read

OfIdeas = Annotated[Sequence[Sequence[float]], RatingsOfEach(SCALE)]


class << camel >>Row(KeyedRow):
    """A response to an item; perhaps, under each dimension, what people said of each of its ideas."""

    originality: OfIdeas = ()
    feasibility: OfIdeas = ()

    def sample(self, settings: Settings) -> Sample:
        """The response, with ratings of each idea that is read in it."""
        sample = super().sample(settings)
        ideas, _ = read(sample.response)
        ratings = {name: of_texts(getattr(self, name), len(ideas), name) for name in DIMENSIONS}
        return Sample(sample.response, {**sample.fields, "ratings": ratings})
