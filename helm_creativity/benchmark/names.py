"""Names that all benchmarks share, and names as users write them: which was meant, or probably meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from helm_creativity.safe_text import MOST_NAMES, listed, quoted

PREFIX = "creativity_"
"""Begins the names of our run entries, HELM's scenarios and run groups."""
SCORE = "score"
"""The stat that every benchmark has."""
NEUTRAL, VERBALIZED = "neutral", "verbalized"
INSTRUCTIONS = (NEUTRAL, "creative", "effective", VERBALIZED)
"""Names of the instructions that may stand before a prompt; the neutral one is none at all."""
SPELLED = re.compile(r"[a-z](?:_?[a-z0-9])*")
SPELLING = "lowercase letters, digits and single _, a letter first"
"""Names that a benchmark, its folder and its entry point may have, and the same in words."""
LOCAL = "local"
"""First part of the names of models behind a server of one's own; that of a deployment has a checksum, too."""


def without_address(names: str) -> str:
    """Names of deployments without the checksums of their servers' addresses."""
    return re.sub(rf"\b{LOCAL}-[0-9a-f]{{6}}/", f"{LOCAL}/", names)


def plain_name(name: str) -> str:
    """A benchmark's name without the prefix, in small letters, with ``_`` for ``-`` and blanks."""
    return name.strip().casefold().replace("-", "_").replace(" ", "_").removeprefix(PREFIX)


def find_name(name: str, names: Iterable[str]) -> str | None:
    """The one of the benchmarks' names that is meant, however it is written; None where there is none."""
    known = list(names)
    return name if name in known else {plain_name(other): other for other in known}.get(plain_name(name))


def nearest(name: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Names that hold an unknown one, or else look like it, the best first."""
    known = {other.casefold(): other for other in names}
    wanted = name[:80].casefold().removeprefix(PREFIX)
    within = sorted((other for other in known if len(wanted) > 1 and wanted in other), key=len)
    return [known[other] for other in within or difflib.get_close_matches(wanted, list(known), most)][:most]


def meant(name: str, names: Iterable[str], most: int = 1) -> str:
    """Finishes a message about an unknown name: "; did you mean 'report'?", or "" where nothing looks like it."""
    close = nearest(name, names, most)
    return f"; did you mean {' or '.join(map(quoted, close))}?" if close else ""


def did_you_mean(name: str, names: Iterable[str], most: int = MOST_NAMES) -> str:
    """As ``meant``; where nothing looks like the name, those that there are, ``most`` at most."""
    known = list(names)
    return meant(name, known, 3) or (f"; there are: {listed(known, most)}" if known else "; there is none")


_NUMBER = re.compile(r"([0-9]+)")


def natural_key(name: str) -> tuple[tuple[int | str, ...], str]:
    """What names are sorted by: their numbers by value, what stands between them as text.

    Texts and numbers alternate, so that they are never compared with one another. Names that differ in zeros alone
    (``a1``, ``a01``) keep the order of their text.
    """
    parts = _NUMBER.split(name)
    return tuple(int(part) if place % 2 else part for place, part in enumerate(parts)), name


def helm_classes(package: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a benchmark's folder, whose classes for HELM are in its module ``scenario``.

    Who imports the folder alone imports no HELM.
    """

    def load(name: str) -> Any:  # noqa: ANN401 - whatever the module defines
        if not name.endswith(("Scenario", "Metric")):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.scenario"), name)

    return load
