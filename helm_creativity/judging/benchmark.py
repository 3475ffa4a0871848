"""The run entry of a judged benchmark, the scenario that numbers its items and the metric that keeps its judges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from helm.benchmark.run_spec import RunSpec

from helm_creativity.hosting import Arguments, Ask, CreativityScenario, ItemScenario, ResponseMetric
from helm_creativity.hosting.benchmark import (
    PROTOCOL,
    Choose,
    Make,
    card_to_register,
    checked,
    parameter,
    parts_of,
    promised_signature,
    registered,
    sampled,
)
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.judging.designs import SEED
from helm_creativity.judging.instruments import Instrument
from helm_creativity.judging.run_spec import judge_settings, judged_run_spec
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, NOBODY, JudgeSettings

_HOW = {"judge_temp": JUDGE_TEMPERATURE, "judge_max_tokens": JUDGE_TOKENS}
JUDGES = ("judges", "design", "seed", *_HOW, "weighted")


class JudgedScenario(ItemScenario):
    """One item for each entry of the room's file, with its place in it, by which designs seat judges in turn."""

    def asks(self) -> Iterator[Ask]:
        """The room's prompt for each item."""
        for number, ask in enumerate(super().asks()):
            yield Ask(ask.id, ask.prompt, {**ask.fields, "number": number})


class JudgedMetric(ResponseMetric):
    """A metric of ratings. ``panel`` says who gave them and how they were asked."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401
        panel = {name: settings.pop(name) for name in JUDGES if name in settings}
        super().__init__(**settings)
        self.panel = JudgeSettings.of(**panel) if panel else JudgeSettings(NOBODY)


def judged_benchmark(
    scenario: type[CreativityScenario],
    metric: type[JudgedMetric],
    annotator: type[JudgeAnnotator],
    *,
    trials: int = 1,
    temp: float = 1.0,
    design: str = "",
    without: Collection[str] = (),
    weighs: Sequence[Instrument] | None = None,
    asks: Sequence[str] = (),
) -> Callable[[Choose], Make]:
    """See ``hosting.benchmark``; the run entry also takes ``judges``, ``design``, ``seed`` and how judges are asked.

    Args:
        scenario: what is asked.
        metric: what scores.
        annotator: what asks the judges.
        trials: answers to an item.
        temp: temperature of the answers.
        design: the usual one; "" is ``all``.
        without: protocols that do without judges, too.
        weighs: what judges are asked, where ratings can be weighted by probabilities; with None there is no argument
            ``weighted``.
        asks: the benchmark's own arguments that the annotator needs, beside those of the judges.
    """
    card = card_to_register(scenario)
    weighted = {} if weighs is None else {"weighted": False}
    usual: dict[str, Any] = {"judges": "", "design": design, "seed": SEED, **_HOW, **weighted}

    def decorate(choose: Choose) -> Make:
        def run_spec(**given: object) -> RunSpec:
            with Arguments(card.group) as arguments:
                chosen, values = checked(arguments, run_spec, card, choose, given)
                panel = _panel(arguments, values, design, chosen.args[PROTOCOL] in without, weighs or ())
                signed = promised_signature(arguments, metric, {**chosen.args, **panel.args})
                sampling = sampled(arguments, values)
            judging = panel.named, panel.titles, panel.args
            parts = parts_of(card.group, chosen, sampling, signed, trials, judging)
            told: dict[str, Any] = {"annotator_args": {name: chosen.args[name] for name in asks}, "settings": panel}
            return judged_run_spec(scenario=scenario, metric=metric, annotator=annotator, **told, **parts)

        more = [parameter(name, default) for name, default in usual.items()]
        return registered(run_spec, choose, card, temp, more)

    return decorate


def _panel(
    arguments: Arguments, values: Mapping[str, Any], usual: str, optional: bool, instruments: Sequence[Instrument]
) -> JudgeSettings:
    """The judges, looked up. A design that was left out, or given as "", is the usual one, if there are judges."""
    judges, given = values["judges"], values["design"]
    design = (usual if judges else "") if given in ("", usual) else given
    how = values["seed"], values["judge_temp"], values["judge_max_tokens"], optional, values.get("weighted", False)
    return judge_settings(arguments, judges, design, *how, instruments)
