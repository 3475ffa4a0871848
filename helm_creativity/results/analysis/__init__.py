"""From a study to what a report says of it: every statistic, or why there is none."""

from __future__ import annotations

from helm_creativity.results.analysis.findings_of import findings_of
from helm_creativity.results.analysis.options import Options

__all__ = ["Options", "findings_of"]
