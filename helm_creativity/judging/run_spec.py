"""Run specs of judged benchmarks: the judges' arguments, checked before any request is made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from helm.benchmark.annotation.annotator import AnnotatorSpec
from helm.benchmark.run_spec import RunSpec

from helm_creativity.errors import BadArguments
from helm_creativity.hosting import Arguments, creativity_run_spec, qualified_name
from helm_creativity.judging.asking import eligible
from helm_creativity.judging.deployments import require_apart, require_judge
from helm_creativity.judging.designs import SEED, Design, Panel, parse_design, parse_judges, short_names
from helm_creativity.judging.instruments import Instrument
from helm_creativity.judging.probabilities import require_probabilities
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, NOBODY, JudgeSettings
from helm_creativity.judging.weighting import require_weightable


def judge_settings(
    arguments: Arguments,
    judges: object,
    design: object,
    seed: object,
    temp: object,
    max_tokens: object,
    optional: bool = False,
    weighted: object = False,
    instruments: Iterable[Instrument] = (),
) -> JudgeSettings:
    """Checks the judges' arguments and looks every deployment up.

    Args:
        arguments: where what is wrong is collected.
        judges: names of deployments joined by ``+``.
        design: see ``parse_design``; "" is ``all``.
        seed: of the design.
        temp: temperature of the judges.
        max_tokens: limit for a reply of theirs.
        optional: whether ``judges`` may be "", for a run that is not judged; all else must then be as usual.
        weighted: whether ratings are weighted by probabilities, which takes judges whose clients can ask for them,
        instruments: and ratings that can be: those of the benchmark.
    """
    weigh = arguments.one_of("weighted", str(weighted).lower(), ("false", "true")) == "true"  # HELM leaves it a text
    whole = arguments.whole("seed", seed, 0, 2**31 - 1)
    temperature = arguments.number("judge_temp", temp, 0, 2)
    limit = arguments.whole("judge_max_tokens", max_tokens, 16, 1_000_000)
    if optional and judges == "":
        arguments.check(partial(_require_nothing, design, whole, temperature, limit, weigh), None)
        return JudgeSettings(NOBODY)
    none: tuple[str, ...] = ()
    names = arguments.check(lambda: parse_judges(judges), none)
    for name in names:
        known = arguments.check(partial(require_judge, name), None)
        if weigh and known:
            arguments.check(partial(require_probabilities, name), None)
    if weigh:
        arguments.check(partial(require_weightable, instruments), None)
    arguments.check(partial(require_apart, names), None)
    chosen = arguments.check(lambda: parse_design(design or "all", whole), Design())
    panel = arguments.check(lambda: Panel(names, chosen), None) if names else None
    return JudgeSettings(panel or NOBODY, temperature, limit, weigh)


def _require_nothing(design: object, seed: int, temp: float, max_tokens: int, weighted: bool) -> None:
    """Refuses what only judges have where there are none.

    Raises:
        BadArguments: naming every such argument.
    """
    usual = {
        "design": design == "",
        "seed": seed == SEED,
        "judge_temp": temp == JUDGE_TEMPERATURE,
        "judge_max_tokens": max_tokens == JUDGE_TOKENS,
        "weighted": not weighted,
    }
    without = [name for name, as_usual in usual.items() if not as_usual]
    if without:
        raise BadArguments(
            f"{', '.join(without)} given without judges: name them with judges=, or leave {', '.join(without)} out"
        )


@dataclass(frozen=True)
class JudgedRunSpec(RunSpec):
    """A run spec that refuses a model whose own deployments leave too few judges, and several answers a request.

    HELM fills in the model after a run spec function has returned, each time in a copy of the run spec.
    """

    def __post_init__(self) -> None:
        super().__post_init__()  # type: ignore[no-untyped-call]
        adapter = self.adapter_spec
        if adapter.num_outputs != 1:
            raise BadArguments(f"{self.name}: one answer a request is judged; use num_trials= instead of num_outputs=")
        if not (adapter.model and adapter.model_deployment):
            return
        for annotator in self.annotators or ():
            if "judges" not in annotator.args:
                continue
            names, design = annotator.args["judges"], annotator.args["design"]
            try:
                panel = Panel(parse_judges(names), parse_design(design, annotator.args["seed"]))
                eligible(panel, adapter.model, adapter.model_deployment)
            except BadArguments as error:
                raise BadArguments(f"{self.name}: a model never judges itself, and without it {error}") from error


def judged_run_spec(
    *,
    annotator: type,
    settings: JudgeSettings,
    annotator_args: dict[str, Any] | None = None,
    **parts: Any,  # noqa: ANN401
) -> RunSpec:
    """A run spec with judges; where the settings have none, a plain one, whose model and outputs are nobody's business.

    Args:
        annotator: class of the room's ``JudgeAnnotator``; not used without judges.
        settings: from ``judge_settings``.
        annotator_args: further arguments of the annotator.
        parts: everything else, see ``creativity_run_spec``.
    """
    if not settings.asked:
        return creativity_run_spec(**parts)
    args = {**settings.args, **(annotator_args or {})}
    asking = [AnnotatorSpec(class_name=qualified_name(annotator), args=args)]
    try:
        spec = creativity_run_spec(annotators=asking, **parts)
    except BadArguments:  # a name too long for a folder, of which the judges' own are the longest part
        parts["named"] = {**parts["named"], "judges": short_names(settings.panel.judges, shortest=True)}
        spec = creativity_run_spec(annotators=asking, **parts)
    return JudgedRunSpec(**vars(spec))
