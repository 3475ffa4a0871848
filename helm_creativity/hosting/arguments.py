"""Arguments of run entries: checked all at once, before a request is paid for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.hosting.instructions import INSTRUCTIONS, NEUTRAL, Instruction

T = TypeVar("T")

# HELM takes these for itself and never passes them on (run_expander.py, RUN_EXPANDERS).
RESERVED = frozenset(
    {
        "add_to_stop",
        "chatml",
        "data_augmentation",
        "eval_split",
        "follow_format_instructions",
        "format_prompt",
        "global_prefix",
        "increase_max_tokens",
        "increase_temperature",
        "instructions",
        "max_eval_instances",
        "max_train_instances",
        "model",
        "model_deployment",
        "newline",
        "num_output_tokens",
        "num_outputs",
        "num_prompt_tokens",
        "num_train_trials",
        "num_trials",
        "output_format_instructions",
        "process_output",
        "prompt",
        "stop",
        "temperature",
        "tokenizer",
    }
)


# Enough for a reasoning model to think before it answers ten words; HELM's own default is 100.
MAX_TOKENS = 4096


@dataclass(frozen=True)
class Sampling:
    """How answers are asked for and drawn; the run's name shows what is not as usual, and the temperature always."""

    temperature: float
    max_tokens: int
    instruction: Instruction = field(default_factory=Instruction)

    @property
    def named(self) -> dict[str, str]:
        """Arguments for the run's name."""
        told = {} if self.instruction.name == NEUTRAL else {"instruction": self.instruction.name}
        limit = {} if self.max_tokens == MAX_TOKENS else {"max_tokens": str(self.max_tokens)}
        return {**told, "temp": f"{self.temperature:.12g}", **limit}


@dataclass(frozen=True)
class Legal:
    """What an argument may be, as far as ``Arguments`` are asked to check it.

    Attributes:
        choices: the values that it may have; () for a number.
        joined: whether it may have several of them, joined by ``+``, or ``all``.
        low: the least number, None for no number.
        high: the greatest.
        whole: whether only whole numbers do.
    """

    choices: tuple[object, ...] = ()
    joined: bool = False
    low: float | None = None
    high: float | None = None
    whole: bool = False


_LEARNT: ContextVar[dict[str, Legal] | None] = ContextVar("learnt", default=None)


@contextmanager
def learning() -> Iterator[dict[str, Legal]]:
    """Inside, what run spec functions have checked is noted by the names of the arguments, legal or not."""
    learnt: dict[str, Legal] = {}
    token = _LEARNT.set(learnt)
    try:
        yield learnt
    finally:
        _LEARNT.reset(token)


def _note(name: str, legal: Legal) -> None:
    learnt = _LEARNT.get()
    if learnt is not None:
        learnt[name] = legal


def qualified_name(cls: type) -> str:
    """What HELM needs to import ``cls`` by name. A rename then fails when we are imported, not when a run starts."""
    return f"{cls.__module__}.{cls.__qualname__}"


class Arguments:
    """Collects what is wrong with the arguments of one run entry; used as a context, it raises all of it at the end."""

    def __init__(self, run_spec: str) -> None:
        self._run_spec = run_spec
        self._problems: list[str] = []

    def __enter__(self) -> Arguments:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self._problems:
            raise BadArguments(f"{self._run_spec}: " + "; ".join(self._problems))

    @property
    def refused(self) -> bool:
        """Whether anything was wrong so far."""
        return bool(self._problems)

    def one_of(self, name: str, value: object, allowed: Iterable[T]) -> T:
        """``value``, which must be one of ``allowed``."""
        choices = list(allowed)
        _note(name, Legal(tuple(choices)))
        found = next((choice for choice in choices if choice == value and type(choice) is type(value)), None)
        if found is None:
            self._problems.append(f"{name} must be one of {', '.join(map(str, choices))}, got {value!r}")
            return choices[0]
        return found

    def number(self, name: str, value: object, low: float, high: float) -> float:
        """``value``, which must be a number from ``low`` to ``high``."""
        _note(name, Legal(low=low, high=high))
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            self._problems.append(f"{name} must be a number from {low:g} to {high:g}, got {value!r}")
            return low
        return float(value) + 0.0  # no -0

    def whole(self, name: str, value: object, low: int, high: int) -> int:
        """``value``, which must be a whole number from ``low`` to ``high``."""
        _note(name, Legal(low=low, high=high, whole=True))
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self._problems.append(f"{name} must be a whole number from {low} to {high}, got {value!r}")
            return low
        return value

    def several_of(self, name: str, value: object, allowed: Sequence[str]) -> tuple[str, ...]:
        """``value`` split at ``+``: different names, each one of ``allowed``; ``all`` is all of them."""
        _note(name, Legal(tuple(allowed), joined=True))
        if value == "all":
            return tuple(allowed)
        parts = tuple(str(value).split("+"))
        unknown = [part for part in parts if part not in allowed]
        if unknown or len(set(parts)) < len(parts):
            wrong = f"{unknown[0]!r}" if unknown else f"one twice in {value!r}"
            self._problems.append(f"{name} must be all, or some of {', '.join(allowed)} joined by +, got {wrong}")
            return ()
        return parts

    def sampling(self, temp: object, max_tokens: object, instruction: object = NEUTRAL) -> Sampling:
        """Temperature, 0 to 2, token limit of an answer, thoughts included, and what is told before the prompt."""
        return Sampling(
            self.number("temp", temp, 0, 2),
            self.whole("max_tokens", max_tokens, 16, 1_000_000),
            Instruction(self.one_of("instruction", str(instruction), INSTRUCTIONS)),
        )

    def none_of(self, unknown: Iterable[str], run_spec: Callable[..., object]) -> None:
        """Refuses arguments that the run spec function does not have."""
        parameters = inspect.signature(run_spec).parameters.values()
        known = [one.name for one in parameters if one.kind is not inspect.Parameter.VAR_KEYWORD]
        for name in unknown:
            self._problems.append(f"there is no argument {name!r}; there are {', '.join(known)}")

    def check(self, look_up: Callable[[], T], otherwise: T) -> T:
        """What ``look_up`` returns; the message of a ``CreativityError`` that it raises is kept for the end, once."""
        try:
            return look_up()
        except CreativityError as error:
            if str(error) not in self._problems:
                self._problems.append(str(error))
            return otherwise

    def usable(self, value: T, require: Callable[[T], object], instead: T) -> T:
        """An argument that names something which must be here before a request is paid for.

        Args:
            value: the argument.
            require: looks it up; raises a ``CreativityError`` if it cannot be used.
            instead: something that is always here.

        Returns:
            ``value``, or ``instead`` once that was refused, so that all else is still checked.
        """

        def looked_up() -> T:
            require(value)
            return value

        return self.check(looked_up, instead)
