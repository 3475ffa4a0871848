"""The anchor responses that the judges of a run rate beside the model's."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from helm_creativity.errors import CacheProblem
from helm_creativity.helm_plugin.current_run import current_run
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.masking import without_secrets
from helm_creativity.safe_text import module_logger

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.settings import Settings
    from helm_creativity.judges.asking import Judges

logger = module_logger(__name__)


class AnchorsOfRun:
    """Has the panel of a run rate the anchors once, and keeps the ratings in the run's folder.

    Make one where ``current_run`` finds the run. Outside of HELM's runner, and without ``anchors=true``, nothing is
    asked.
    """

    def __init__(self, benchmark: Benchmark[Any], settings: Settings, judges: Judges | None) -> None:
        run = current_run() if isinstance(settings, JudgedSettings) and settings.anchors else None
        self._folder = Path(run.runner._get_run_path(run.spec)) if run else None
        self._benchmark, self._settings, self._judges = benchmark, settings, judges
        self._due = Lock()

    def rate_once(self) -> None:
        """The thread that comes first asks, and the others go on with the responses."""
        if self._folder is None or self._judges is None or not self._due.acquire(blocking=False):
            return
        try:
            self._rate(self._folder, self._judges)
        except CacheProblem:
            raise
        except Exception as error:
            why = without_secrets(f"{type(error).__name__}: {error}")
            logger.warning("%s: there are no ratings of anchors: %s", self._benchmark.card.group, why)

    def _rate(self, folder: Path, judges: Judges) -> None:
        from helm_creativity.exams.anchors import RUN_FILE, rate_anchors, run_anchors, write_anchor_ratings

        assert isinstance(self._settings, JudgedSettings)
        rows = rate_anchors(judges, run_anchors(self._benchmark, self._settings))
        write_anchor_ratings(rows, folder / RUN_FILE)
        planned = Counter(row.judge for row in rows)
        missing = Counter((row.judge, row.missing) for row in rows if row.rating is None)
        for (judge, reason), number in missing.items():
            logger.warning(
                "%s: %s: %d of %d ratings of anchors are missing (%s)",
                self._benchmark.card.group, judge, number, planned[judge], reason,
            )  # fmt: skip
