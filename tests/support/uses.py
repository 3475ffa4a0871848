"""A question about several uses at once, as judges get it."""

from pathlib import Path

from helm_creativity.judges.replies import Scale
from helm_creativity.judges.rubrics import Rubric

RATE = Rubric("uses", Path(__file__).parent / "uses", "rate", ("originality",), scale=Scale(1, 5), each="uses")
