"""The question to judges: how creative is this response to that task?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from helm_creativity.core import Prompt
from helm_creativity.judges import Rubric, Scale

CREATIVITY = Rubric(
    "creativity",
    Path(__file__).parent,
    "creativity",
    ("creativity",),
    scale=Scale(10, 50),
    rated=("response",),
)
"""One whole number from 10 to 50 for a response as a whole (Beaty et al. 2026, appendix L).

Its variables are ``task``, the prompt as the model got it but for an instruction before it, and ``response``.
"""


def creativity_form() -> Sequence[Prompt]:
    """The question, for a checksum of what judges are asked."""
    return CREATIVITY.forms(task="TASK", response="RESPONSE")
