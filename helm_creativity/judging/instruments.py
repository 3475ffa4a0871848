"""What a judge is asked: templates, dimensions, and how a reply is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from helm_creativity.judging.ratings import check_dimensions
from helm_creativity.judging.replies import Missing, Reading, Scale
from helm_creativity.responses import Answer
from helm_creativity.rooms import Prompt, render


class Question(NamedTuple):
    """What a judge reads.

    Attributes:
        system: the part before the question; "" where the instrument has none.
        user: the question.
        rated: the texts in it that are to be rated, which may say anything.
    """

    system: str
    user: str
    rated: tuple[str, ...] = ()


@dataclass(frozen=True)
class Instrument:
    """One question to judges.

    Attributes:
        name: as annotations show it.
        folder: the room whose templates it has.
        user: the template of the question.
        system: the template of the part before it, or "".
        dimensions: what is rated, as the reply names it.
        scale: numbers that are ratings; None where letters are.
        letters: ratings by letter, where the reply is a letter; then there is one dimension.
        rated: the templates' variables that hold what is rated. A judge that repeats them gives no rating by that.
    """

    name: str
    folder: Path
    user: str
    dimensions: tuple[str, ...]
    system: str = ""
    scale: Scale | None = None
    letters: Mapping[str, float] | None = None
    rated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.scale is None) == (self.letters is None):
            raise ValueError(f"instrument {self.name!r} must have a scale or letters")
        if self.letters is not None and len(self.dimensions) != 1:
            raise ValueError(f"instrument {self.name!r}: one letter is one dimension, got {self.dimensions}")
        check_dimensions(self.name, self.dimensions)

    def question(self, **variables: object) -> Question:
        """The question with the templates' variables filled in."""
        system = render(self.folder, self.system, **variables).text if self.system else ""
        user = render(self.folder, self.user, **variables).text
        return Question(system, user, tuple(str(variables[name]) for name in self.rated))

    def read(self, answer: Answer, rated: Sequence[str] = ()) -> dict[str, Reading]:
        """A rating, or the reason why there is none, for each dimension.

        Args:
            answer: the judge's reply.
            rated: what it is about; nothing that the reply repeats of it is a rating.
        """
        from helm_creativity.judging.replies import read_letter, read_score, read_scores

        if self.letters is not None:
            choice = read_letter(answer, "".join(self.letters), rated=rated)
            value = None if choice.letter is None else float(self.letters[choice.letter])
            return {self.dimensions[0]: Reading(value, choice.missing)}
        assert self.scale is not None
        if len(self.dimensions) == 1:
            return {self.dimensions[0]: read_score(answer, self.scale, self.dimensions[0], rated=rated)}
        return dict(read_scores(answer, self.dimensions, self.scale, rated=rated))

    def nothing(self, why: Missing) -> dict[str, Reading]:
        """No rating of any dimension, for one reason."""
        return {dimension: Reading(None, why) for dimension in self.dimensions}

    def forms(self, **variables: object) -> Sequence[Prompt]:
        """The templates with ``variables``, for a checksum of the instrument."""
        return [render(self.folder, name, **variables) for name in (self.system, self.user) if name]
