"""A row of a file of opposites."""

from helm_creativity.benchmark.rows.fields import ResponseText, Row, Text
from helm_creativity.benchmark.types import Response, Sample


class OppositesRow(Row):
    """A word and a response."""

    word: Text
    response: ResponseText

    def sample(self, settings):
        """The response, with the right one."""
        return Sample(Response(self.response), {"opposite": self.benchmark.opposites(settings)[self.word]})
