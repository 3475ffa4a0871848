"""Which items are asked, and from where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from helm_creativity.files import sha256_of
from helm_creativity.rooms import require_source
from helm_creativity.scenarios.rat.items import OWN, Item, bowden_items, own_items

PROMPT = "schapiro2026"
TRIALS = 1


def norms() -> Path:
    """The authors' sheet of norms.

    Raises:
        FileProblem: when it is not on this machine; the message gives the command that brings it.
    """
    return require_source("rat-norms", "the items 'bowden2003'", "the items own")


ITEMS: Mapping[str, Callable[[], tuple[Item, ...]]] = {"own": own_items, "bowden2003": lambda: bowden_items(norms())}


def items_signature(items: str) -> str:
    """Name and checksum of the file that the items are read from."""
    path = OWN if items == "own" else norms()
    return f"{items}@sha256:{sha256_of(path)[:12]}"
