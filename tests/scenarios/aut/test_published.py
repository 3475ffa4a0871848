"""The example that a paper prints, under the vectors of this package's choice."""

import pytest

from helm_creativity.scenarios.aut.scoring import distances
from helm_creativity.scenarios.aut.vectors import UseSpace

pytestmark = pytest.mark.glove
TABLE_18 = (
    "Reading; Doorstop; Paperweight; Coaster; Gift; Kindling; Art canvas; Pressing flowers; Prop for photos; "
    "Shelf divider"
)


def test_the_example_of_table_18(glove):
    """Wadhwa et al. 2026 print .83 and neither which GloVe it is nor how phrases got vectors, so only about that."""
    uses = TABLE_18.split("; ")
    space = UseSpace(glove, ["book", *uses])
    assert all(space.knows(use) for use in uses)
    assert distances(space.vectors(["book"])[0], space.vectors(uses)).mean() == pytest.approx(0.83, abs=0.15)
