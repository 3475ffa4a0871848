"""How LiveIdeaBench is given and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from helm_creativity.errors import FileProblem
from helm_creativity.judging import Instrument, Scale
from helm_creativity.rooms import require_source
from helm_creativity.scenarios.live_idea_bench.keywords import Keyword, read_official, read_own
from helm_creativity.scenarios.live_idea_bench.measure import LETTERS

HERE = Path(__file__).parent
SCALE = Scale(1, 10, between=True)


@dataclass(frozen=True)
class Protocol:
    """What is asked of each keyword, and what judges rate.

    Attributes:
        critic: the judges' question about one idea.
        design: judges an idea.
        temperature: of the ideas; the paper prints none.
        trials: ideas a keyword.
    """

    critic: Instrument
    design: str = "draw=3"
    temperature: float = 1.0
    trials: int = 2

    @property
    def dimensions(self) -> tuple[str, ...]:
        """What is rated of one idea."""
        return self.critic.dimensions


FLUENCY = Instrument("fluency", HERE, "fluency", ("fluency",), letters=LETTERS, rated=("idea_a", "idea_b"))

PROTOCOLS = {
    "ruan2024": Protocol(
        Instrument(
            "critic", HERE, "critic_user", ("originality", "feasibility"), "critic_system", SCALE, rated=("idea",)
        )
    ),
    "ruan2026": Protocol(
        Instrument(
            "critic5",
            HERE,
            "critic5_user",
            ("originality", "feasibility", "clarity"),
            "critic5_system",
            SCALE,
            rated=("idea",),
        )
    ),
}

FORMS = {"plain": "idea", "reasoning": "idea_reasoning"}
"""The prompt of each form of the idea; ``reasoning`` asks for a mark before it."""

FALLBACKS = {"plain": "fallback", "reasoning": "fallback_reasoning"}
"""What is asked once after a refusal."""


@cache
def official() -> tuple[Keyword, ...]:
    """The 1,180 keywords of the authors' files.

    Raises:
        FileProblem: when they are not on this machine; the message gives the commands that bring them.
    """
    needed_by = ("the keywords 'official'", "the keywords own")
    paths, missing = [], []
    for name in ("liveideabench-keywords", "liveideabench-categories"):
        try:
            paths.append(require_source(name, *needed_by))
        except FileProblem as problem:
            missing.append(str(problem))
    if missing:
        raise FileProblem("; ".join(missing))
    return read_official(*paths)


KEYWORDS: Mapping[str, Callable[[], tuple[Keyword, ...]]] = {"own": read_own, "official": official}
