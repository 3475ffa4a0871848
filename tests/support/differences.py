"""Many cases of one relation in one test, which names each of those that do not hold."""

from __future__ import annotations

from collections.abc import Iterable


def differences(found: Iterable[object], expected: Iterable[object]) -> list[tuple[object, object]]:
    """What was found beside what was expected, where they differ; there must be as many of both."""
    return [(one, other) for one, other in zip(found, expected, strict=True) if one != other]
