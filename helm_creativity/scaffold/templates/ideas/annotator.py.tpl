"""Has the ideas in every answer rated."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.judging import Instrument, Question
from helm_creativity.judging.annotator import QuestionAnnotator
from helm_creativity.rooms import Row
<< gap >>from << here >>.ideas import ideas_of, questions


class << camel >>Annotator(QuestionAnnotator):
    """Each judge of an answer gets all its ideas at once, in one question for each dimension."""

    def questions(self, row: Row) -> Iterator[tuple[Instrument, Question]]:
        """The questions about one answer; none where there is no idea in it."""
        if ideas := ideas_of(row.answer):
            yield from questions(row.fields["problem"], ideas)
