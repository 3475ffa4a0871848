"""Why responses have no score, in words."""

from __future__ import annotations

from collections.abc import Mapping

from helm_creativity.results.numbers import percent

_WORDS = {"refusal": "refused", "truncation": "truncated"}


def reason_title(reason: str) -> str:
    """A reason, for people: without underscores, or in words where its name does not say it."""
    return _WORDS.get(reason, reason.replace("_", " "))


def shares_text(shares: Mapping[str, float]) -> str:
    """The reasons that occur with their shares, the most frequent first: "truncated 12%, empty 3%"; "" for none."""
    found = sorted(((reason, share) for reason, share in shares.items() if share > 0), key=lambda pair: -pair[1])
    return ", ".join(f"{reason_title(reason)} {percent()(share)}" for reason, share in found)
