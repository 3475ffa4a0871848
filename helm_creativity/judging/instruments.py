"""What a judge is asked: templates, dimensions, and how a reply is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from helm_creativity.judging.ratings import check_dimensions
from helm_creativity.judging.replies import Missing, Reading, Scale, read_letter, read_score, read_scores
from helm_creativity.responses import Answer
from helm_creativity.rooms import Prompt, render


class Question(NamedTuple):
    """What a judge reads. ``system`` is "" where the instrument has no such part."""

    system: str
    user: str


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
    """

    name: str
    folder: Path
    user: str
    dimensions: tuple[str, ...]
    system: str = ""
    scale: Scale | None = None
    letters: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        if (self.scale is None) == (self.letters is None):
            raise ValueError(f"instrument {self.name!r} must have a scale or letters")
        if self.letters is not None and len(self.dimensions) != 1:
            raise ValueError(f"instrument {self.name!r}: one letter is one dimension, got {self.dimensions}")
        check_dimensions(self.name, self.dimensions)

    def question(self, **variables: object) -> Question:
        """The question with the templates' variables filled in."""
        system = render(self.folder, self.system, **variables).text if self.system else ""
        return Question(system, render(self.folder, self.user, **variables).text)

    def read(self, answer: Answer) -> dict[str, Reading]:
        """A rating, or the reason why there is none, for each dimension."""
        if self.letters is not None:
            choice = read_letter(answer, "".join(self.letters))
            value = None if choice.letter is None else float(self.letters[choice.letter])
            return {self.dimensions[0]: Reading(value, choice.missing)}
        assert self.scale is not None
        if len(self.dimensions) == 1:
            return {self.dimensions[0]: read_score(answer, self.scale, self.dimensions[0])}
        return dict(read_scores(answer, self.dimensions, self.scale))

    def nothing(self, why: Missing) -> dict[str, Reading]:
        """No rating of any dimension, for one reason."""
        return {dimension: Reading(None, why) for dimension in self.dimensions}

    def forms(self, **variables: object) -> Sequence[Prompt]:
        """The templates with ``variables``, for a checksum of the instrument."""
        return [render(self.folder, name, **variables) for name in (self.system, self.user) if name]
