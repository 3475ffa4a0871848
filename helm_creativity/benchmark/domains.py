"""The six domains of AGC-Bench, under which benchmarks enter means by domain; reasons stand in ``domains.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.yaml_files import read_yaml


@cache
def domain_assignments() -> Mapping[str, Any]:
    """What ``domains.yaml`` says: ``domains``, ``by_domain`` and ``by_benchmark``."""
    found: Mapping[str, Any] = read_yaml(Path(__file__).parent / "domains.yaml")
    return found


def composite_domain(benchmark: str, domain: str) -> str:
    """The domain under which a benchmark enters means by domain.

    Args:
        benchmark: name of its card.
        domain: that of its card.

    Returns:
        One of AGC-Bench's six where the authors assigned the benchmark, or where its domain is one of them or of ours,
        in small or capital letters; otherwise its own.
    """
    found = domain_assignments()
    assigned = found["by_benchmark"].get(benchmark) or found["by_domain"].get(domain.casefold())
    if assigned is not None:
        return str(assigned["domain"])
    return next((name for name in found["domains"] if name.casefold() == domain.casefold()), domain)
