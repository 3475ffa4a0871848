"""The stats that every benchmark reports under the same names; ``common_stats.yaml`` says what they are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.types import BY_JUDGES, FailureReason

ADDRESSES_JUDGE = "addresses_judge_rate"
"""Of judged benchmarks: it flags responses, and moves no score."""
SHARED = "shared_rate"


@cache
def common_stats() -> Mapping[str, Any]:
    """Titles and descriptions: ``main``, ``rates`` by failure reason, ``addressing`` and ``clustered``."""
    found: Mapping[str, Any] = read_yaml(Path(__file__).with_suffix(".yaml"))
    return found


def card_reasons(card: Card) -> list[FailureReason]:
    """Why a response to this benchmark may have no score."""
    return [reason for reason in FailureReason if card.judged or reason not in BY_JUDGES]
