"""``creativity_NAME``: opposites."""

from strangers.NAME.metric import OppositesMetric
from strangers.NAME.scenario import OppositesScenario
from strangers.NAME.scorer import SETS

from helm_creativity.hosting import Arguments, benchmark


@benchmark(OppositesScenario, OppositesMetric, temp=0.0)
def opposites(arguments: Arguments, items: str = "own"):
    """Opposites.

    Args:
        arguments: checks them.
        items: ``own`` or ``more``.
    """
    return {"items": arguments.one_of("items", items, SETS)}
