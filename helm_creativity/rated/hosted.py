"""Rooms of open answers as HELM scenarios and metrics: a subclass names its room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from helm_creativity.hosting import Ask, CreativityScenario, ResponseMetric
from helm_creativity.judging import JudgeSettings
from helm_creativity.rated.room import RatedRoom
from helm_creativity.rated.scorer import RatedScorer


class RatedScenario(CreativityScenario):
    """One item for each entry of the room's file. Panel and design keep apart what HELM's pages must not average."""

    room: ClassVar[RatedRoom]

    def __init__(self, protocol: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol = protocol

    def asks(self) -> Iterator[Ask]:
        """The room's prompt for each item."""
        for number, item in enumerate(self.room.items):
            yield Ask(item["id"], self.room.prompt(item), {**item, "number": number})


class RatedMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    room: ClassVar[RatedRoom]

    def __init__(
        self,
        protocol: str,
        judges: str,
        design: str,
        seed: int,
        judge_temp: float,
        judge_max_tokens: int,
        weighted: bool = False,
        **promised: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**promised)
        self._protocol = protocol
        self._settings = JudgeSettings.of(judges, design, seed, judge_temp, judge_max_tokens, weighted)

    def scorer(self) -> RatedScorer:
        """Reads items and prompts, for the signature."""
        return RatedScorer(self.card.group, self.room.run_signature(self._protocol, self._settings))
