"""Parts of a run's items, chosen by hash: several machines share a run, and none needs to know what the others do."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

SHARD = "shard"
"""Name in a run entry, and in the arguments of a shard's scenario and metric."""

MOST = 1000
_SHARD = re.compile(r"(\d{1,4})of(\d{1,4})")


@dataclass(frozen=True)
class Shard:
    """One of several parts of the items of a run. An item is in exactly one of them, with all its trials.

    Attributes:
        index: which, from 0.
        of: how many there are.

    Raises:
        BadArguments: when there is no such part.
    """

    index: int
    of: int

    def __post_init__(self) -> None:
        if not 1 <= self.of <= MOST:
            raise BadArguments(f"there can be 1 to {MOST} shards, got {self.of}")
        if not 0 <= self.index < self.of:
            raise BadArguments(f"the shards of {self.of} have the numbers 0 to {self.of - 1}, got {self.index}")

    def __str__(self) -> str:
        return f"{self.index}of{self.of}"

    def holds(self, item: str) -> bool:
        """Whether the item of that id is in it, which is the same on every machine."""
        digest = hashlib.sha256(item.encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest[:8], "big") % self.of == self.index


def parse_shard(text: object) -> Shard:
    """``0of4``, as a run entry has it.

    Raises:
        BadArguments: for anything else.
    """
    match = _SHARD.fullmatch(str(text))
    if match is None:
        raise BadArguments(f"{SHARD} must be like 0of4, the first of four, got {quoted(text)}")
    return Shard(int(match[1]), int(match[2]))
