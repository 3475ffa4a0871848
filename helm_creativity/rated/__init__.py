"""What benchmarks share whose answer is one text that judges rate as a whole for its creativity.

Nothing here imports HELM but ``annotator``, ``hosted`` and ``run_spec``.
"""

from helm_creativity.rated.instrument import CREATIVITY, creativity_form
from helm_creativity.rated.room import RatedRoom
from helm_creativity.rated.scorer import RatedScorer

__all__ = ["CREATIVITY", "RatedRoom", "RatedScorer", "creativity_form"]
