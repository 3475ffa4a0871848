"""Base of all metrics: HELM's request states in, a room's scorer in the middle, HELM's stats out."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.metrics.metric import MetricInterface, MetricMetadata, MetricResult, PerInstanceStats
from helm.benchmark.metrics.metric_name import MetricName
from helm.benchmark.metrics.metric_service import MetricService
from helm.benchmark.metrics.statistic import Stat

from helm_creativity.hosting.aggregate import item_stats, run_stats
from helm_creativity.hosting.answers import rows_of
from helm_creativity.hosting.instructions import NEUTRAL, Instruction
from helm_creativity.hosting.metadata import SPLIT, metric_metadata, reasons_of
from helm_creativity.hosting.scenario import card_of
from helm_creativity.rooms import Outcome, RunScorer, Scorer

logger = logging.getLogger(__name__)


class ResponseMetric(MetricInterface):
    """Subclass in a room and implement ``scorer``. All trials and completions of an item are its answers.

    HELM's own ``Metric`` expects one answer an item and fails on ``num_trials``; ``MetricInterface`` leaves the
    grouping to us.
    """

    def __init__(
        self,
        signature: str = "",
        temperature: float | None = None,
        max_tokens: int | None = None,
        instruction: str = "",
        trials_count: bool = False,
        **settings: Any,  # noqa: ANN401
    ) -> None:
        """Keeps what ``run_spec.json`` says.

        Args:
            signature: everything that moves the score, as the run spec promised it.
            temperature: of the answers.
            max_tokens: of an answer.
            instruction: what stands before every prompt, by name and checksum.
            trials_count: whether the number of answers to an item moves the score, so that it is signed too.
            settings: arguments of the run entry, the protocol among them, by which a scorer is made.
        """
        self.settings = settings
        self.trials_count = trials_count
        self.card = card_of(type(self))
        self.signature = signature
        self.temperature, self.max_tokens, self.instruction = temperature, max_tokens, instruction

    @abstractmethod
    def scorer(self) -> Scorer:
        """The room's scorer. Called once a run: here, not in the constructor, embeddings are opened."""

    def get_metadata(self) -> list[MetricMetadata]:
        """The common stats and the card's facets."""
        return metric_metadata(self.card)

    def evaluate(
        self, scenario_state: ScenarioState, metric_service: MetricService, eval_cache_path: str, parallelism: int
    ) -> MetricResult:
        """Scores all answers of the run in one batch.

        Raises:
            ValueError: when the scorer that was opened is not the one that the run's signature promises, or the answers
                were asked for with another temperature or token limit than the run's name says.
        """
        self._check_adapter(scenario_state.adapter_spec)
        scorer = self.scorer()
        if self.signature and scorer.signature != self.signature:
            raise ValueError(f"this run promises {self.signature!r}, but what is installed is {scorer.signature!r}")
        states = [state for state in scenario_state.request_states if state.result is not None]
        if not states:
            logger.warning("%s: no request was answered, so there is no score", self.card.group)
        rows = [(state, row) for state in states for row in rows_of(state)]
        answers = [row for _, row in rows]
        outcomes = scorer.score(answers)
        of_run = scorer.of_run(answers, outcomes) if isinstance(scorer, RunScorer) and answers else {}
        items = [str(state.instance.id) for state, _ in rows]
        by_item: dict[str, list[tuple[int, Outcome]]] = defaultdict(list)
        for item, row, outcome in zip(items, answers, outcomes, strict=True):
            by_item[item].append((row.fields["trial"], outcome))
        return MetricResult(
            aggregated_stats=_stats(run_stats(outcomes, items, of_run, reasons_of(self.card))),
            per_instance_stats=[
                PerInstanceStats(item, None, number, _stats(values))
                for item, group in by_item.items()
                for number, values in enumerate(item_stats(group))
            ],
        )

    def _check_adapter(self, adapter: AdapterSpec) -> None:
        """HELM's own ``temperature=`` changes the requests, not the run's name: two settings would share a folder."""
        # HELM itself adds 0.0001 for models that cannot take a temperature of 0.
        if self.temperature is not None and abs(adapter.temperature - self.temperature) > 0.001:
            raise ValueError(
                f"asked at temperature {adapter.temperature:g} under a name that says {self.temperature:g}: "
                "use temp= instead of temperature= or increase_temperature="
            )
        if self.max_tokens is not None and adapter.max_tokens != self.max_tokens:
            raise ValueError(
                f"asked with {adapter.max_tokens} tokens under a name that says {self.max_tokens}: "
                "use max_tokens= instead of increase_max_tokens="
            )
        # A run spec of older make, or of one's own, promises nothing at all.
        if self.temperature is not None and Instruction.of(adapter.instructions).signed != self.instruction:
            raise ValueError(
                f"asked behind {adapter.instructions!r} under a name that says {self.instruction or NEUTRAL!r}: "
                "use instruction= instead of instructions="
            )


def _stats(values: Mapping[str, float | None]) -> list[Stat]:
    return [Stat(MetricName(name, split=SPLIT)).add(value) for name, value in values.items() if value is not None]
