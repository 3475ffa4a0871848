"""A small judged benchmark, a plug-in of HELM: several uses in one answer, rated one by one and sorted into groups."""

from __future__ import annotations

import logging
from pathlib import Path

from helm.benchmark.metrics.metric import MetricInterface, MetricResult
from helm.benchmark.metrics.metric_name import MetricName
from helm.benchmark.metrics.statistic import Stat
from helm.benchmark.run_spec import run_spec_function
from helm.benchmark.scenarios.scenario import TEST_SPLIT, Input, Instance, Scenario

from helm_creativity.hosting import Arguments, Sampling, adapter
from helm_creativity.hosting.answers import rows_of
from helm_creativity.judging import (
    Instrument,
    Judgement,
    JudgeSettings,
    Scale,
    complaints,
    judgement_in,
    panel_stats,
    require_weightable,
)
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.judging.run_spec import judge_settings, judged_run_spec

HERE = Path(__file__).parent / "uses_room"
GROUP = "trial_uses"
RATE = Instrument("uses", HERE, "rate", ("originality",), scale=Scale(1, 5), each="uses")
SORT = Instrument("kinds", HERE, "sort", ("flexibility",), each="uses", groups=True)
logger = logging.getLogger(__name__)


class UsesScenario(Scenario):
    """Two objects."""

    name = GROUP
    description = "Uses."
    tags: list[str] = []  # noqa: RUF012 - HELM's form

    def __init__(self, **titles: str) -> None:
        super().__init__()

    def get_instances(self, output_path: str) -> list[Instance]:
        return [
            Instance(Input(text=f"Uses of a {one}?"), [], TEST_SPLIT, id=one, extra_data={"number": number})
            for number, one in enumerate(["brick", "rope"])
        ]


class UsesAnnotator(JudgeAnnotator):
    """Both questions about the lines of an answer."""

    def judge(self, state):
        (row,) = rows_of(state)
        uses = row.answer.text.splitlines()
        verdicts = self.judges.ask(RATE, RATE.question(uses=uses), state)
        verdicts += self.judges.ask(SORT, SORT.question(uses=uses), state)
        return Judgement(verdicts, len(verdicts))


class UsesMetric(MetricInterface):
    """The mean rating, and what the judges did."""

    def __init__(self, temperature: float, max_tokens: int, **panel) -> None:
        self.settings = JudgeSettings.of(**panel)

    def evaluate(self, scenario_state, metric_service, eval_cache_path, parallelism):
        found = [judgement_in(state.annotations) for state in scenario_state.request_states]
        judgements = [one for one in found if one]
        for line in complaints(judgements):
            logger.warning("%s: %s", GROUP, line)
        ratings = [value for one in judgements for about in one.abouts for value in one.values("originality", about)]
        stats = {**panel_stats(judgements), "judged": float(self.settings.asked)}
        stats |= {"score": sum(ratings) / len(ratings)} if ratings else {}
        named = {name: value for name, value in stats.items() if value is not None}
        return MetricResult([Stat(MetricName(name, split=TEST_SPLIT)).add(value) for name, value in named.items()], [])


@run_spec_function(GROUP)
def get_uses_run_spec(judges: str = "", design: str = "", weighted: bool = False):
    """With or without judges."""
    with Arguments(GROUP) as arguments:
        panel = judge_settings(arguments, judges, design, 42, 0.0, 4096, optional=True, weighted=weighted)
        if panel.weighted:
            arguments.check(lambda: require_weightable([RATE, SORT]), None)
    return judged_run_spec(
        group=GROUP,
        named={"protocol": "trial", **panel.named},
        scenario=UsesScenario,
        scenario_args=panel.titles,
        metric=UsesMetric,
        metric_args=panel.args,
        adapter_spec=adapter(Sampling(1.0, 100), 1),
        annotator=UsesAnnotator,
        settings=panel,
    )
