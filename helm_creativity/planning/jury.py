"""Who judges which answer of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from helm_creativity.judging.designs import Panel
from helm_creativity.judging.settings import JudgeSettings
from helm_creativity.planning.amounts import Load
from helm_creativity.rooms.planned import CHARACTERS_A_TOKEN, Rating

if TYPE_CHECKING:
    from helm.benchmark.adaptation.request_state import RequestState
    from helm.benchmark.run_spec import RunSpec


@dataclass(frozen=True)
class Jury:
    """The judges of one model's answers.

    Attributes:
        panel: without the model itself; None for answers that nobody judges.
        max_tokens: of a reply.
    """

    panel: Panel | None
    max_tokens: int

    def seated(self, state: RequestState, rating: Rating) -> Sequence[str]:
        """The judges of an answer, or of the unit that ``rating`` is about."""
        from helm_creativity.judging.asking import unit_of

        return self.panel.raters(replace(unit_of(state), about=rating.about)) if self.panel else ()

    def load(self, rating: Rating, length: int | None) -> Load:
        """What one of them is sent and sends back."""
        return Load.of(rating.times, rating.characters / CHARACTERS_A_TOKEN, length or rating.reply, self.max_tokens)


def jury_of(spec: RunSpec, settings: Mapping[str, Any]) -> Jury:
    """The judges that an annotator asks.

    Args:
        spec: of the run, a model in it.
        settings: arguments of the annotator.

    Raises:
        BadArguments: when the model is one of the judges, and too few others are left.
    """
    from helm_creativity.judging.asking import eligible

    if "judges" not in settings:
        return Jury(None, 0)
    names = ("judges", "design", "seed", "judge_temp", "judge_max_tokens", "weighted")
    said = JudgeSettings.of(**{name: settings[name] for name in names if name in settings})
    adapter = spec.adapter_spec
    return Jury(eligible(said.panel, adapter.model, adapter.model_deployment), said.max_tokens)
