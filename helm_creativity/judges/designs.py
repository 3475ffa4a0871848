"""Who rates what: a panel of judges, and the design that seats some or all of them on each unit."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import comb

from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.trained_judges import judges_asked
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted, quoted

SEED = 42
"""Seed of the published design (AGC-Bench, appendix H.1)."""

MOST_SUBSETS = 100_000
_DESIGN = re.compile(r"(?P<kind>planned_missing|draw)=?(?P<seats>[1-9]\d?)")


@dataclass(frozen=True)
class Unit:
    """What is rated: one response, or a pair of responses, to one item."""

    item: str
    number: int | None = None
    trial: int = 0
    about: str = ""


@dataclass(frozen=True)
class Design:
    """How many judges rate a unit, and how they are chosen."""

    kind: str = "all"
    seats: int = 0
    seed: int = SEED

    @property
    def text(self) -> str:
        """As ``parse_design`` reads it: ``draw=3``, without the seed."""
        return f"{self.kind}={self.seats}" if self.seats else self.kind

    @property
    def label(self) -> str:
        """As run names and signatures show it: ``all``, ``draw3``, ``planned_missing2``, then a seed of one's own."""
        seats = str(self.seats) if self.seats else ""
        return f"{self.kind}{seats}" + (f"@{self.seed}" if self.seats and self.seed != SEED else "")


def parse_design(text: object, seed: int = SEED) -> Design:
    """``all``, ``planned_missing=M`` or ``draw=M``; the sign may be left out, as run names do."""
    if text == "all":
        return Design()  # nothing is drawn, so that a seed would only give one thing two names
    match = _DESIGN.fullmatch(str(text))
    if match is None:
        raise BadArguments(f"design must be all, planned_missing=M or draw=M with M from 1 to 99, got {quoted(text)}")
    return Design(match["kind"], int(match["seats"]), seed)


@dataclass(frozen=True)
class Panel:
    """Judges, by the names of their deployments, and their design."""

    judges: tuple[str, ...]
    design: Design

    def __post_init__(self) -> None:
        if len(set(self.judges)) < len(self.judges):
            raise BadArguments(f"duplicate judge: {'+'.join(self.judges)}")
        if len(self.judges) < max(self.design.seats, 1):
            raise BadArguments(
                f"design {self.design.label} needs at least {counted(max(self.design.seats, 1), 'judge')}, "
                f"got {len(self.judges)}{': ' if self.judges else ''}{'+'.join(self.judges)}"
                f"{'; name more, or choose design=all' if self.judges else ''}"
            )
        if self.design.kind == "planned_missing" and comb(len(self.judges), self.design.seats) > MOST_SUBSETS:
            raise BadArguments(
                f"design {self.design.label} of {len(self.judges)} judges has over {MOST_SUBSETS:,} turns: use draw"
            )

    @property
    def seats(self) -> int:
        """Judges a unit."""
        return self.design.seats or len(self.judges)

    def without(self, excluded: Collection[str]) -> Panel:
        """The panel for a model that some judges must not rate."""
        return replace(self, judges=tuple(judge for judge in self.judges if judge not in excluded))

    def asked(self, unit: Unit, rubric: Rubric) -> tuple[str, ...]:
        """The judges who are asked a question about a unit, in the order of the panel.

        A judge that was not trained for the question leaves its seat empty (``trained_judges.judges_asked``).
        """
        return judges_asked(self.raters(unit), rubric)

    def raters(self, unit: Unit) -> tuple[str, ...]:
        """The judges of a unit, in the order of the panel.

        They depend on seed, item and trial alone: every model's responses to an item go to the same judges as far as
        the panel allows, so that models are compared under equal severity. A draw without a judge is the draw with it,
        that judge's seat given to another.
        """
        design = self.design
        if design.kind == "all":
            return self.judges
        if design.kind == "planned_missing":
            turns = _turns(self.judges, design.seats, design.seed)
            place = _hash(design.seed, unit.item, unit.about) if unit.number is None else unit.number
            return turns[(place + unit.trial) % len(turns)]
        chosen = sorted(self.judges, key=lambda judge: _hash(design.seed, unit.item, unit.trial, unit.about, judge))
        return tuple(judge for judge in self.judges if judge in chosen[: design.seats])


@lru_cache(maxsize=64)
def _turns(judges: Sequence[str], seats: int, seed: int) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(combinations(judges, seats), key=lambda subset: _hash(seed, *subset)))


def _hash(*parts: object) -> int:
    """A number that is the same on every machine."""
    return int.from_bytes(
        hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "surrogatepass")).digest()[:8], "big"
    )


_SEPARATOR = re.compile(r"\s*[,;]\s*")
"""What people write between names, and no run entry can hold."""


def parse_judges(text: object) -> tuple[str, ...]:
    """Names of deployments joined by ``+``, in alphabetical order: who is named first makes no difference."""
    names = tuple(part.strip() for part in text.split("+")) if isinstance(text, str) else ()
    if not names or not all(names):
        raise BadArguments(
            "judges must name one or more deployments joined by +, such as openai/gpt-4o-2024-11-20, or "
            "creativity/lexical-judge, which needs no model and is only for testing the pipeline; got "
            f"{quoted(text)}"
        )
    if separated := next((name for name in names if _SEPARATOR.search(name)), None):
        joined = "+".join(filter(None, _SEPARATOR.split("+".join(names))))
        raise BadArguments(f"judges are joined by +, got {quoted(separated)}: write {joined}")
    return tuple(sorted(names))


def short_names(judges: Sequence[str], shortest: bool = False) -> str:
    """A panel as run names show it: the last parts of its names, or their number, and a checksum of the whole names."""
    ends = "+".join(judge.rsplit("/", 1)[-1] for judge in judges)
    label = f"{len(judges)}judges" if shortest or len(ends.encode()) > 31 else ends
    return f"{label}-{hashlib.sha256('+'.join(judges).encode()).hexdigest()[:8]}"
