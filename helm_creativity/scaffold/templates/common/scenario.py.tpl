"""<< title >> as a HELM scenario."""

from __future__ import annotations

from helm_creativity.<< kind.scenario_module >> import << kind.scenario >>
<< gap >>from << here >>.scorer import ROOM


class << camel >>Scenario(<< kind.scenario >>):
    """<< kind.toy[0]|upper >><< kind.toy[1:] >>."""

    room = ROOM
