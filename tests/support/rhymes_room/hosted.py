"""Rhymes in HELM."""

from __future__ import annotations

from helm.benchmark.run_spec import _REGISTERED_RUN_SPEC_FUNCTIONS
from support.rhymes_room.scorer import ROOM, RhymeScorer

from helm_creativity.hosting import ItemScenario, ResponseMetric


def forget():
    """Makes room for another run spec function of the same name, which HELM refuses."""
    _REGISTERED_RUN_SPEC_FUNCTIONS.pop(ROOM.card.group, None)


class RhymeScenario(ItemScenario):
    """Two items."""

    room = ROOM


class RhymeMetric(ResponseMetric):
    """Share of rhymes, in percent."""

    def scorer(self):
        return RhymeScorer(ROOM.card, ROOM.signed(**self.settings))
