"""Why responses have no score, in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from helm_creativity.results.numbers import percent

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "refusal": "refused",
        "truncation": "truncated",
    }
)
"""Words for the reasons whose own names, without underscores, do not say it."""


def reason_title(reason: str) -> str:
    """A reason, for people."""
    return REASONS.get(reason, reason.replace("_", " "))


def shares_text(shares: Mapping[str, float]) -> str:
    """The reasons that occur with their shares, the most frequent first: "truncated 12%, empty 3%"; "" for none."""
    found = sorted(
        ((share, reason) for reason, share in shares.items() if share > 0),
        key=lambda share_of_reason: -share_of_reason[0],
    )
    return ", ".join(f"{reason_title(reason)} {percent()(share)}" for share, reason in found)
