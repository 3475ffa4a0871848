"""Who judges which answer of a run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from helm_creativity.core.planned import CHARACTERS_A_TOKEN, PlannedTurn, Rating
from helm_creativity.judges.designs import Panel, Unit
from helm_creativity.planning.amounts import Load

if TYPE_CHECKING:
    from helm.benchmark.adaptation.request_state import RequestState
    from helm.benchmark.run_spec import RunSpec


@dataclass(frozen=True)
class PlannedPanel:
    """The judges of one model's answers.

    Attributes:
        panel: without the model itself; None for answers that no judge rates.
        max_tokens: of a reply.
    """

    panel: Panel | None
    max_tokens: int

    def seated(self, state: RequestState, rating: Rating) -> Sequence[str]:
        """The judges of an answer, or of the unit that ``rating`` is about."""
        from helm_creativity.clients.samples import trial_of

        number = (state.instance.extra_data or {}).get("number")
        unit = Unit(str(state.instance.id), number, trial_of(state), rating.about)
        return self.panel.raters(unit) if self.panel else ()

    def load(self, judge: str, rating: Rating, length: int | None) -> Load:
        """What one of them is sent and sends back."""
        return load_of(judge, rating, length, self.max_tokens)


def load_of(deployment: str, asked: PlannedTurn | Rating, length: int | None, limit: int) -> Load:
    """What a question to a model or a judge takes, the reply to which has ``limit`` tokens or as many as fit."""
    from helm_creativity.clients.windows import limit_for, window_of

    prompt, window = asked.characters / CHARACTERS_A_TOKEN, window_of(deployment)
    fitting = limit if window is None else max(limit_for(window, limit, math.ceil(prompt)), 0)
    return Load.of(asked.times, prompt, length or asked.reply, fitting)


def planned_panel(spec: RunSpec, settings: Mapping[str, Any]) -> PlannedPanel:
    """The judges that an annotator asks.

    Args:
        spec: of the run, a model in it.
        settings: arguments of the annotator.

    Raises:
        BadArguments: when the model is one of the judges, and too few others are left.
    """
    from helm_creativity.helm_plugin.annotator import CreativityAnnotator
    from helm_creativity.judges.asking import eligible
    from helm_creativity.judges.settings import JudgedSettings

    if "judges" not in settings:
        return PlannedPanel(None, 0)
    found = CreativityAnnotator.settings_of(settings)
    assert isinstance(found, JudgedSettings)
    model, deployment = spec.adapter_spec.model, spec.adapter_spec.model_deployment
    return PlannedPanel(eligible(found.panel, model, deployment), found.judge_max_tokens)
