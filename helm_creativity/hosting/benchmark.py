"""The run entry of a benchmark, made from its classes and from a function that checks the arguments of its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helm.benchmark.annotation.annotator import Annotator, AnnotatorSpec
from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting.arguments import MAX_TOKENS, Arguments, Sampling, qualified_name
from helm_creativity.hosting.instructions import NEUTRAL
from helm_creativity.hosting.metric import ResponseMetric
from helm_creativity.hosting.run_spec import adapter, creativity_run_spec
from helm_creativity.hosting.scenario import CreativityScenario, card_of
from helm_creativity.rooms import BadCard, Card, find_rooms

PROTOCOL = "protocol"

Settings = Mapping[str, Any]
"""Checked arguments by name: plain values, which survive JSON."""


@dataclass(frozen=True)
class Chosen:
    """What a benchmark's own arguments come to.

    Attributes:
        args: what the metric needs, and the annotator where there is one.
        named: the same as run names and the titles of HELM's pages show it; None where nothing differs.
        trials: answers to an item; None for the benchmark's usual number.
        titled: the same as the scenario needs it, where the run's name leaves out what is as usual; None where it is as
            in the name.
    """

    args: Settings
    named: Settings | None = None
    trials: int | None = None
    titled: Settings | None = None

    @property
    def shown(self) -> Settings:
        """For the run's name."""
        return self.args if self.named is None else self.named

    @property
    def titles(self) -> Settings:
        """For the scenario."""
        return self.shown if self.titled is None else self.titled


Choose = Callable[..., "Settings | Chosen"]
Make = Callable[..., RunSpec]


def parameter(name: str, default: object) -> inspect.Parameter:
    """An argument of a run entry."""
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)


def benchmark(
    scenario: type[CreativityScenario],
    metric: type[ResponseMetric],
    *,
    trials: int = 1,
    temp: float = 1.0,
    annotator: type[Annotator] | None = None,
    asks: Sequence[str] = (),
) -> Callable[[Choose], Make]:
    """Registers a benchmark with HELM under the group of its card.

    The decorated function takes an ``Arguments`` and the benchmark's own arguments, all with defaults, and returns
    them, checked, by name: plain values, which survive JSON. They come to be arguments of scenario and metric and stand
    in the run's name. ``protocol``, ``temp``, ``max_tokens`` and ``instruction`` are every benchmark's, and checked
    here; a function that has a parameter ``protocol`` is told it::

        @benchmark(RatScenario, RatMetric, temp=0.0)
        def rat(arguments: Arguments, items: str = "own") -> Settings:
            return {"items": arguments.one_of("items", items, ITEMS)}

    Args:
        scenario: what is asked, made from the checked arguments.
        metric: what scores, made from the checked arguments; the run promises the signature of its scorer, which must
            therefore be cheap to make.
        trials: answers to an item.
        temp: temperature of the answers.
        annotator: what asks the model further questions, for a benchmark of several stages.
        asks: the arguments that the annotator needs.

    Returns:
        A decorator, which returns the run spec function.
    """
    card = card_to_register(scenario)

    def decorate(choose: Choose) -> Make:
        def run_spec(**given: object) -> RunSpec:
            with Arguments(card.group) as arguments:
                chosen, values = checked(arguments, run_spec, card, choose, given)
                signed = promised_signature(arguments, metric, chosen.args)
                sampling = sampled(arguments, values)
            parts = parts_of(card.group, chosen, sampling, signed, trials)
            told = {name: chosen.args[name] for name in asks}
            asking = [AnnotatorSpec(class_name=qualified_name(annotator), args=told)] if annotator else []
            return creativity_run_spec(scenario=scenario, metric=metric, annotators=asking, **parts)

        return registered(run_spec, choose, card, temp)

    return decorate


def card_to_register(scenario: type[CreativityScenario]) -> Card:
    """The card beside a scenario.

    Raises:
        BadCard: when another benchmark has its name. HELM would take whichever comes first, and forget the other.
    """
    card = card_of(scenario)
    taken = next((room for room in find_rooms() if room.name == card.name), None)
    if taken is not None and taken.folder.resolve() != Path(inspect.getfile(scenario)).resolve().parent:
        raise BadCard(
            f"{qualified_name(scenario)} cannot be registered as {card.group}: {taken.package} has that name; "
            "give card and package another one"
        )
    return card


def registered(run_spec: Make, choose: Choose, card: Card, temp: float, more: Sequence[inspect.Parameter] = ()) -> Make:
    """Gives a run spec function the name, text and arguments of ``choose`` and those of every benchmark.

    Args:
        run_spec: takes keyword arguments.
        choose: the benchmark's own function; its first parameter is the ``Arguments``.
        card: of the benchmark.
        temp: the usual temperature.
        more: arguments between the benchmark's own and those of sampling.
    """
    own = [one for one in list(inspect.signature(choose).parameters.values())[1:] if one.name != PROTOCOL]
    sampling = (parameter("temp", temp), parameter("max_tokens", MAX_TOKENS), parameter("instruction", NEUTRAL))
    parameters = (parameter(PROTOCOL, card.default_protocol), *own, *more, *sampling)
    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(run_spec, name, getattr(choose, name))
    run_spec.__signature__ = inspect.Signature(parameters, return_annotation=RunSpec)  # type: ignore[attr-defined]
    function: Make = run_spec_function(card.group)(run_spec)
    return function


def checked(
    arguments: Arguments, run_spec: Make, card: Card, choose: Choose, given: Mapping[str, Any]
) -> tuple[Chosen, Mapping[str, Any]]:
    """The protocol and the benchmark's own arguments, checked; and all arguments as they came or are by default."""
    parameters = inspect.signature(run_spec).parameters
    arguments.none_of(sorted(given.keys() - parameters.keys()), run_spec)
    values = {name: given.get(name, one.default) for name, one in parameters.items()}
    protocol = arguments.one_of(PROTOCOL, values[PROTOCOL], card.protocols)
    own = list(inspect.signature(choose).parameters)[1:]
    found = choose(arguments, **{name: protocol if name == PROTOCOL else values[name] for name in own})
    chosen = found if isinstance(found, Chosen) else Chosen(found)
    args, named, titled = ({PROTOCOL: protocol, **one} for one in (chosen.args, chosen.shown, chosen.titles))
    return Chosen(args, named, chosen.trials, titled), values


def sampled(arguments: Arguments, values: Mapping[str, Any]) -> Sampling:
    """How answers are drawn, checked."""
    return arguments.sampling(values["temp"], values["max_tokens"], values["instruction"])


def promised_signature(arguments: Arguments, metric: type[ResponseMetric], args: Settings) -> str:
    """The signature of the scorer that these arguments make: what is missing on this machine is told, too."""
    wrong = arguments.refused
    try:
        return arguments.check(lambda: metric(**args).scorer().signature, "")
    except Exception:
        # What stands in for arguments that were refused may make no scorer at all, which is nobody's fault.
        if wrong:
            return ""
        raise


def parts_of(
    group: str,
    chosen: Chosen,
    sampling: Sampling,
    signed: str,
    trials: int,
    judging: tuple[Settings, Settings, Settings] = ({}, {}, {}),
) -> dict[str, Any]:
    """Arguments for ``creativity_run_spec`` but for the classes.

    Args:
        group: of the card.
        chosen: the benchmark's own settings, with the protocol.
        sampling: how answers are drawn.
        signed: what the scorer's signature will be.
        trials: answers to an item where ``chosen`` does not say.
        judging: what the judges' settings add to the name, to the titles and to the metric's arguments.
    """
    named, titled, told = judging
    return {
        "group": group,
        "named": {**chosen.shown, **named, **sampling.named},
        "scenario_args": {**chosen.titles, **titled},
        "metric_args": {**chosen.args, **told, "signature": signed},
        "adapter_spec": adapter(sampling, trials if chosen.trials is None else chosen.trials),
    }
