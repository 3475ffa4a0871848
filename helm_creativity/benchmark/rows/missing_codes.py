"""Numbers such as 99 that stand for a missing rating in tables that do not say on which scale people rated."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from helm_creativity.benchmark.rows.cells import NEGATIVE_CODE, POSITIVE_CODE
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted

_CODE = re.compile(rf"{POSITIVE_CODE}|{NEGATIVE_CODE}")
LONGEST_SCALE = 10
"""A scale of 0 to 100 shows some rating between this one and 99."""


@dataclass
class CodeWatch:
    """Sees the ratings of one scale, and refuses a code among ratings of which none is above 10 or negative.

    Nothing is refused where all other ratings are the same, as little is known of the scale then.
    """

    _low: float = math.inf
    _high: float = -math.inf
    _codes: list[tuple[str, float]] = field(default_factory=list)

    def see(self, where: str, rating: float) -> None:
        """Takes one more rating, which stands in the row that ``where`` names."""
        if _CODE.fullmatch(f"{rating:g}"):
            self._codes.append((where, rating))
        else:
            self._low, self._high = min(self._low, rating), max(self._high, rating)

    def check(self, hint: str = "") -> None:
        """Ends it; ``hint`` says what else can be done if the number is a rating."""
        if self._codes and 0 <= self._low < self._high <= LONGEST_SCALE:
            (where, code), *more = self._codes
            others = f", as in {counted(len(more), 'more cell')}" if more else ""
            raise BadArguments(
                f"{where}: the rating {code:g} is out of the range of all others, {self._low:g} to {self._high:g}"
                f"{others}; leave the cell empty if it says that there is none{hint}"
            )
