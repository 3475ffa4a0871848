"""A row of a file of word lists, each of which belongs to an item."""

from __future__ import annotations

from typing import Annotated, Any

from helm_creativity.core.row_models import Holds
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Sample
from helm_creativity.errors import BadArguments
from helm_creativity.families.word_lists.records import WordsRow
from helm_creativity.safe_text import quoted


class << camel >>Row(WordsRow):
    """Words, or a response that lists them, and the item that asked for them."""

    id: Annotated[Any, Holds("the id of an item")]

    def sample(self, settings: Settings) -> Sample:
        """The words or the response, with the fields of the item."""
        by_id = {str(item["id"]): item for item in self.benchmark.entries}
        if str(self.id) not in by_id:
            ids = ", ".join(by_id)
            raise BadArguments(f"expected the id of an item, which is one of {ids}, got {quoted(self.id)}")
        sample = super().sample(settings)
        return Sample(sample.response, {**sample.fields, **by_id[str(self.id)]})
