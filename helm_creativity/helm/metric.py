"""HELM's metric, made from a benchmark: request states in, its scorer in the middle, HELM's stats out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.benchmark.metrics.metric import MetricInterface, MetricMetadata, MetricResult, PerInstanceStats
from helm.benchmark.metrics.metric_name import MetricName
from helm.benchmark.metrics.metric_service import MetricService
from helm.benchmark.metrics.statistic import Stat

from helm_creativity.benchmark.base import comparable_key, parse_settings
from helm_creativity.benchmark.card import card_reasons
from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.benchmark.types import SampleScore
from helm_creativity.errors import BadArguments
from helm_creativity.helm.checks import require_as_named, require_prompts
from helm_creativity.helm.classes import OfBenchmark, metric_metadata
from helm_creativity.helm.clients.responses import trials_in
from helm_creativity.helm.current_run import repeated_at_the_end
from helm_creativity.judges.missing_ratings import missing_ratings
from helm_creativity.judges.scoring import ScoredRun, score_trials
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing.judge_address import addresses_judge
from helm_creativity.results.run_stats import Observations, item_stats, run_stats
from helm_creativity.results.runs import SPLIT
from helm_creativity.safe_text import listed, module_logger

logger = module_logger(__name__)


class CreativityMetric(OfBenchmark, MetricInterface):
    """All trials and completions of an item are its samples; HELM's own ``Metric`` fails on ``num_trials``."""

    def __init__(
        self,
        benchmark: str = "",
        comparable: str = "",
        provenance: Mapping[str, str] | None = None,
        trials_count: bool = False,
        **settings: Any,  # noqa: ANN401
    ) -> None:
        self.benchmark = self.find_benchmark(benchmark)
        self.settings = parse_settings(self.benchmark, settings, require=False)
        self.comparable, self.provenance = comparable, provenance

    def get_metadata(self) -> list[MetricMetadata]:
        """The common stats and the card's submetrics."""
        return metric_metadata(self.benchmark.card)

    def evaluate(
        self, scenario_state: ScenarioState, metric_service: MetricService, eval_cache_path: str, parallelism: int
    ) -> MetricResult:
        """Scores all responses of the run in one batch: of any scenario and adapter, where it promises nothing."""
        if self.comparable:
            adapter = scenario_state.adapter_spec
            require_as_named(self.benchmark, self.settings, adapter)
            if (installed := comparable_key(self.benchmark, self.settings)) != self.comparable:
                raise ValueError(f"this run promises {self.comparable!r}, but what is installed is {installed!r}")
            require_prompts(self.benchmark, self.settings, adapter, scenario_state.request_states)
        with repeated_at_the_end():
            return self._result(scenario_state)

    def _result(self, scenario_state: ScenarioState) -> MetricResult:
        states = [state for state in scenario_state.request_states if state.result is not None]
        trials = [trial for state in states for trial in trials_in(state, self.settings.instruction)]
        run = score_trials(self.benchmark, self.settings, trials, self.benchmark.scorer(self.settings))
        card, adapter = self.benchmark.card, scenario_state.adapter_spec
        if not self.comparable:
            self._require_own_panel(run)
        for line in filter(None, [*_warnings(states, run), equal_responses(adapter, states)]):
            logger.warning("%s: %s", card.group, line)
        by_item: dict[str, list[tuple[int, SampleScore]]] = defaultdict(list)
        for trial, score in zip(trials, run.scores, strict=True):
            by_item[trial.item].append((trial.number, score))
        addressing = [addresses_judge(text) for text in map(_text, trials)] if card.judged else None
        items, seen = [trial.item for trial in trials], observations(adapter, trials)
        stats = run_stats(run.scores, items, run.of_run, card_reasons(card), seen, addressing)
        per_instance = [
            PerInstanceStats(item, None, number, _stats(values))
            for item, group in by_item.items()
            for number, values in enumerate(item_stats(group))
        ]
        return MetricResult(aggregated_stats=_stats(stats), per_instance_stats=per_instance)

    def _require_own_panel(self, run: ScoredRun) -> None:
        """Refuses ratings that the settings do not plan, as of an annotator with other judges or another design."""
        if not any(found.unplanned for found in run.replayed):
            return
        rated = sorted({reply.judge for found in run.replayed for reply in found.judge_replies})
        settings = self.settings
        panel = settings.panel if isinstance(settings, JudgedSettings) and settings.judged else None
        planned = "no judges" if panel is None else f"{listed(panel.judges)}, design {panel.design.text}"
        raise BadArguments(
            f"{self.benchmark.card.group}: the annotations have ratings by {listed(rated)}, and the settings of the "
            f"metric plan others ({planned}): give the annotator and the metric the same judges and design"
        )


def _warnings(states: Sequence[RequestState], run: ScoredRun) -> Iterator[str]:
    yield from missing_ratings(run.replayed)
    total, scores = len(states), run.scores
    results = [(state.result, state.request.num_completions) for state in states if state.result]
    if errors := [str(result.error) for result, _ in results if not result.success]:
        yield f"{len(errors)} of {total} requests failed; the first: {errors[0]}"
    lacking = [asked - len(result.completions) for result, asked in results if result.success]
    if few := [number for number in lacking if number > 0]:
        yield (
            f"{len(few)} of {total} requests brought fewer responses than num_outputs asks for, and {sum(few)} have no "
            "score, as the server did not send them: ask for num_trials instead"
        )
    if all(score.score is None for score in scores):
        reasons = Counter(str(score.failure_reason) for score in scores)
        counted = ", ".join(f"{reason} {n}" for reason, n in reasons.most_common()) or "no request was answered"
        yield f"none of {len(scores)} responses has a score ({counted})"


def _stats(values: Mapping[str, float | None]) -> list[Stat]:
    return [Stat(_metric_name(name)).add(value) for name, value in values.items() if value is not None]


@lru_cache(maxsize=4096)
def _metric_name(name: str) -> MetricName:
    return MetricName(name, split=SPLIT)


LEAST_CHARACTERS = 40
"""Shortest response that is looked at: two that are shorter, such as the solution of a riddle, may well be equal."""


def observations(adapter: AdapterSpec, trials: Sequence[Trial]) -> Observations:
    """Which responses are one observation: those of an item whose text is the same.

    At temperature 0 and from our baselines a text that is written again is no news, however short it is, and there is
    no rate. At a temperature above 0 it is a copy only where it has 40 characters or more: a model that is sure of a
    solution writes it again every time, but a whole list or story comes a second time from a fixed seed or a cache. The
    rate is over these long responses, and None where no item has two of them.

    A text of 40 characters or more that responds to several items is shared, at any temperature: it cannot be about the
    prompt. Some of our baselines heed no prompt, and are left out.
    """
    sampled, is_model = _sampled(adapter), not is_baseline(adapter.model)
    texts = [_text(trial).strip() for trial in trials]
    looked_at = [not sampled or len(text) >= LEAST_CHARACTERS for text in texts]
    items_with: defaultdict[str, set[str]] = defaultdict(set)
    for trial, text in zip(trials, texts, strict=True):
        items_with[text].add(trial.item)
    shared = tuple(is_model and len(text) >= LEAST_CHARACTERS and len(items_with[text]) > 1 for text in texts)
    pairs = [(trial.item, text) for trial, text in zip(trials, texts, strict=True)]
    keys = tuple(pair if looked else place for place, (pair, looked) in enumerate(zip(pairs, looked_at, strict=True)))
    compared = [pair for pair, looked in zip(pairs, looked_at, strict=True) if looked]
    later = len(compared) - len({item for item, _ in compared})
    rate = (len(compared) - len(set(compared))) / later if sampled and later else None
    return Observations(keys, rate, shared)


def _text(trial: Trial) -> str:
    return trial.sample.response.text if trial.sample.response else ""


def _sampled(adapter: AdapterSpec) -> bool:
    """Whether responses to a prompt are drawn anew each time; some of our baselines write the same."""
    return adapter.temperature > 0 and not is_baseline(adapter.model)


def equal_responses(adapter: AdapterSpec, states: Sequence[RequestState]) -> str | None:
    """A warning, where at a temperature above 0 all responses to at least half of the prompts are the same text.

    Looked at are prompts with two responses of 40 characters or more. Our own baselines are left out.
    """
    if not _sampled(adapter):
        return None
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for trial in (trial for state in states for trial in trials_in(state)):
        if len(text := _text(trial).strip()) >= LEAST_CHARACTERS:
            texts[trial.item].append(text)
    several = [responses for responses in texts.values() if len(responses) > 1]
    equal = [len(responses) for responses in several if len(set(responses)) == 1]
    if not equal or 2 * len(equal) < len(several):
        return None
    count = f"all {equal[0]}" if len(set(equal)) == 1 else f"all {min(equal)} to {max(equal)}"
    return (
        f"for {len(equal)} of {len(several)} prompts {count} responses are equal, at temperature "
        f"{adapter.temperature:g}: the usual cause is a fixed seed on the server, or a caching proxy. Such trials "
        "count as one response: remove the cause and run again under another --suite, with an empty cache"
    )
