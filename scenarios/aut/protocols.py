"""How alternate uses are asked for, and which of the scores is the main one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from helm_creativity.judging import Instrument, Scale
from helm_creativity.rated import CREATIVITY, creativity_form
from helm_creativity.rooms import Prompt, checksum_of

HERE = Path(__file__).parent

SEMANTIC, JUDGED, WHOLE = "semantic_originality", "judged_originality", "creativity"
"""Stats that may be the main score."""

CATEGORIES = Instrument("categories", HERE, "categories", ("flexibility",), each="uses", groups=True)


def _originality(name: str, scale: Scale) -> Instrument:
    """The question about the originality of each use; ratings on different scales bear different names."""
    return Instrument(name, HERE, name, ("originality",), scale=scale, each="uses")


TENTHS = _originality("originality_tenths", Scale(1, 5, 0.1))
ONE_TO_FIVE = _originality("originality_1to5", Scale(1, 5))
"""In place of tenths where ratings are weighted: a mean of whole numbers by their probabilities has decimals anyway."""
TEN_TO_FIFTY = _originality("originality_10to50", Scale(10, 50))


@dataclass(frozen=True)
class Protocol:
    """One way of giving and scoring the task. Its prompt has its name.

    Attributes:
        score: the stat that is the main score.
        objects: name of the set of objects.
        embedding: whose vectors the semantic stats are made of.
        trials: answers an object.
        originality: the judges' question about single uses.
        limit: how many uses the prompt names as the most; those behind do not count. None: it names no number.
    """

    score: str
    objects: str
    embedding: str
    trials: int
    originality: Instrument
    limit: int | None = None

    @property
    def judges_optional(self) -> bool:
        """Whether there is a score without judges."""
        return self.score == SEMANTIC

    @property
    def rates_whole(self) -> bool:
        """Whether judges also rate an answer as a whole."""
        return self.score == WHOLE

    def of_each_use(self, weighted: bool) -> Instrument:
        """The question about single uses; see ``ONE_TO_FIVE``."""
        return ONE_TO_FIVE if weighted and self.originality is TENTHS else self.originality

    @property
    def scale(self) -> Scale:
        """That of the originality of a use."""
        assert self.originality.scale is not None
        return self.originality.scale


PROTOCOLS = {
    "wenger2025": Protocol(SEMANTIC, "wenger2025", "glove-840b", 10, TENTHS, limit=10),
    "mctb2025": Protocol(JUDGED, "mctb2025", "builtin", 3, TENTHS),
    "agc2026": Protocol(WHOLE, "all", "builtin", 3, TEN_TO_FIFTY),
}


def instruments_of(protocol: Protocol, weighted: bool) -> str:
    """Number and checksum of what judges are asked."""
    about_uses = {"phrase": "OBJECT", "uses": ["FIRST", "SECOND"]}
    forms: list[Prompt] = [*protocol.of_each_use(weighted).forms(**about_uses), *CATEGORIES.forms(**about_uses)]
    return checksum_of([*forms, *(creativity_form() if protocol.rates_whole else ())])


__all__ = ["CATEGORIES", "CREATIVITY", "HERE", "JUDGED", "PROTOCOLS", "SEMANTIC", "WHOLE", "Protocol", "instruments_of"]
