"""A question about several uses at once, as judges get it."""

from pathlib import Path

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric

RATE = Rubric("uses", Path(__file__).parent / "uses", "rate", ("originality",), scale=Scale(1, 5), each="uses")
