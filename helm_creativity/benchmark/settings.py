"""Settings of a benchmark: one frozen dataclass, from whose fields everything else is made.

A field is an argument of the run entry, an option of ``helm-creativity score``, a part of the run's name, a typed value
in scenario and metric, and (unless it says otherwise) a part of what makes two scores comparable::

    @dataclass(frozen=True)
    class BlendSettings(Settings):
        strict: bool = option(False, "whether both words must keep three letters")
"""

from __future__ import annotations

import dataclasses
import inspect
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, get_type_hints

from helm_creativity.benchmark.names import INSTRUCTIONS, NEUTRAL, meant
from helm_creativity.errors import BadArguments, BadCard
from helm_creativity.safe_text import quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.prompts import Instruction

F = TypeVar("F", bound=Callable[..., Any])

Requirement = tuple[tuple[str, ...], Callable[[], object]]
"""Names of fields, and a check that raises a ``CreativityError`` where their values cannot be used here."""

MAX_TOKENS = 4096
"""Enough for a reasoning model to think before it answers ten words; HELM's own default is 100."""

# HELM takes these for itself and never passes them on (run_expander.py, RUN_EXPANDERS).
RESERVED = frozenset(
    (  # noqa: SIM905
        "add_to_stop chatml data_augmentation eval_split follow_format_instructions format_prompt global_prefix "
        "increase_max_tokens increase_temperature instructions max_eval_instances max_train_instances model "
        "model_deployment newline num_output_tokens num_outputs num_prompt_tokens num_train_trials num_trials "
        "output_format_instructions process_output prompt stop temperature tokenizer"
    ).split()
)


@dataclass(frozen=True)
class Option:
    """What a field may be, and where it matters."""

    help: str  # one line, shown by the command line and by the documentation
    choices: Sequence[object] | Callable[[], Iterable[object]] | None = None  # allowed values, or what looks them up
    low: float | None = None  # the least number
    high: float | None = None  # the greatest number
    several: bool = False  # whether some of ``choices`` may be joined by ``+``, or ``all``
    label: Callable[[Any], str] | None = None  # the short form for names of runs, and for the titles of HELM's pages
    items: bool = False  # whether it names the items: HELM's scenario needs its value where a label would be shown
    named: bool = False  # whether a run's name shows it even where it is as usual
    titled: bool = True  # whether it tells runs apart on HELM's pages, which average runs with equal arguments
    compared: bool = True  # whether it moves a score; otherwise it is provenance, printed and never compared
    scoring: bool = True  # whether it matters for responses from a file, and is an option of ``helm-creativity score``
    blank: bool = False  # whether it may be "", for a value that ``Settings.defaults`` names

    @property
    def shortened(self) -> bool:
        """Whether the titles of HELM's pages show its label."""
        return self.label is not None and not self.items

    @property
    def allowed(self) -> tuple[object, ...]:
        """The allowed values, () where any value of the type is."""
        found = self.choices() if callable(self.choices) else self.choices
        return tuple(found or ())


def option(default: Any, help: str, **how: Any) -> Any:  # noqa: A002, ANN401 - as dataclasses.field
    """A field of ``Settings``; see ``Option`` for its attributes."""
    return dataclasses.field(default=default, metadata={"option": Option(help, **{"blank": default == "", **how})})


def temperature(default: float) -> Any:  # noqa: ANN401 - as dataclasses.field
    """The field ``temp`` of a benchmark whose responses have another usual temperature than 1."""
    return option(default, "temperature of the responses", low=0, high=2, named=True, titled=False, scoring=False)


_NOT_IN_SCORE = {"titled": False, "compared": False, "scoring": False}


@dataclass(frozen=True)
class DeclaredOptions:
    """A dataclass whose fields are made by ``option``, and whose values are checked."""

    def __post_init__(self) -> None:
        problems = []
        for name, field in options(type(self)).items():
            try:
                object.__setattr__(self, name, parse_value(name, field, hints(type(self))[name], getattr(self, name)))
            except BadArguments as error:
                problems.append(str(error))
        if problems:
            raise BadArguments("; ".join(problems))


FEW_SHOT = "few_shot"
"""The protocol of base models, whose prompt is examples and the beginning of one more."""


@dataclass(frozen=True)
class Settings(DeclaredOptions):
    """What every benchmark takes. A benchmark subclasses it and adds fields of its own.

    ``benchmark.base.parse_settings`` makes them: it knows the card, which lists the protocols and the default one.
    Fields that are "" take the value that ``defaults`` names, mostly the protocol's own.
    """

    of_files: ClassVar[Mapping[str, object]] = MappingProxyType({})  # usual values where responses come from a file

    protocol: str = option("", "how items are asked and scored; the card describes each protocol", named=True)
    temp: float = temperature(1.0)
    max_tokens: int = option(
        MAX_TOKENS, "token limit of a response, reasoning included", low=16, high=1_000_000, **_NOT_IN_SCORE
    )
    instruction: str = option(
        NEUTRAL,
        "instruction before every prompt: none, be creative, be effective, or five responses of which one is drawn",
        choices=INSTRUCTIONS,
        scoring=False,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, value in self.defaults().items():
            if getattr(self, name) == "":
                object.__setattr__(self, name, value)

    def defaults(self) -> Mapping[str, object]:
        """Values of fields that were left out and follow from others, such as the protocol's embedding."""
        return {}

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """What must be here before a request is paid for: files, embeddings, items. A subclass adds its own.

        Where no model is ``asked``, responses come from a file, and need no judges.
        """
        yield from ()

    def require_trials(self, trials: int) -> None:
        """Refuses so few responses to each item that no score can come of them, with ``BadArguments``."""

    @property
    def trials(self) -> int:
        """Responses to each item, unless the user says ``num_trials=``."""
        return 1

    @property
    def stop_sequences(self) -> list[str]:
        """Where a response ends: a base model goes on with a few-shot prompt behind the line that it was to write."""
        return ["\n"] if self.protocol == FEW_SHOT else []

    @property
    def needs_judges(self) -> bool:
        """Whether only ratings, by judges or people, make the score."""
        return False

    @property
    def judged(self) -> bool:
        """Whether judges are asked."""
        return False

    @property
    def rubric_changes(self) -> Mapping[str, Any]:
        """Fields of a ``Rubric`` that differ from the benchmark's own."""
        return {}

    @property
    def says_instruction(self) -> bool:
        """Whether the prompts themselves ask to be creative or effective, so that nothing stands before them."""
        return False

    @property
    def instruction_ending(self) -> str:
        """Ends the names of templates that say the instruction, such as ``_creative``."""
        return f"_{self.instruction}" if self.says_instruction and self.instruction != NEUTRAL else ""

    @property
    def before_prompts(self) -> Instruction:
        """What stands before every prompt."""
        from helm_creativity.benchmark.prompts import Instruction

        return Instruction() if self.says_instruction else Instruction(self.instruction)

    @property
    def token_limit(self) -> int:
        """Tokens of a reply: ``max_tokens`` for each of the responses that it holds."""
        return self.max_tokens * self.before_prompts.candidates

    @property
    def fields(self) -> Mapping[str, Option]:
        """The options that mean something under the others, by name."""
        return options(type(self))

    @property
    def args(self) -> dict[str, Any]:
        """Arguments that make these settings again: what is always shown, and what differs from the protocol's own."""
        values, usual = vars(self), vars(type(self)(protocol=self.protocol))
        return {name: values[name] for name, field in self.fields.items() if field.named or values[name] != usual[name]}

    @property
    def name_parts(self) -> dict[str, str]:
        """The same in the short form for names of runs."""
        return {name: label(self.fields[name], value) for name, value in self.args.items()}

    @property
    def titles(self) -> dict[str, Any]:
        """Those of ``args`` that tell runs apart on HELM's pages, in their short form unless they name the items."""
        shown = [(name, self.fields[name], value) for name, value in self.args.items()]
        return {name: label(field, value) if field.shortened else value for name, field, value in shown if field.titled}

    def compared(self, asked: bool = True) -> dict[str, str]:
        """What makes two scores comparable; ``asked`` is False where responses are from a file."""
        return self._labels(asked, compared=True)

    def provenance(self, asked: bool = True) -> dict[str, str]:
        """What is printed beside a score and never compared, such as token limits; see ``compared`` for ``asked``."""
        return {**self._labels(asked, compared=False), **({"max_tokens": str(self.token_limit)} if asked else {})}

    def _labels(self, asked: bool, compared: bool) -> dict[str, str]:
        return {
            name: label(field, getattr(self, name))
            for name, field in self.fields.items()
            if field.compared is compared and (asked or field.scoring)
        }


@dataclass(frozen=True)
class PromptSettings(Settings):
    """Settings of a benchmark that has words of its own beside those of its protocols' authors."""

    prompts: str = option(
        "authors",
        "wording of the prompts: the authors', or own (this package's)",
        choices=("authors", "own"),
        named=True,
        scoring=False,
    )

    @property
    def has_own_prompts(self) -> bool:
        """Whether the protocol can be asked in words of this package; no, where a paper prints all of them."""
        return True

    @property
    def fields(self) -> Mapping[str, Option]:
        """Without a choice of words where there is none."""
        return {name: field for name, field in super().fields.items() if name != "prompts" or self.has_own_prompts}

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """There must be words of this package, where these are asked for."""
        yield from super().requirements(asked)
        yield ("prompts",), self._require_own

    def _require_own(self) -> None:
        if self.prompts == "own" and not self.has_own_prompts:
            where = f"protocol {self.protocol} is asked in the words that its paper prints"
            raise BadArguments(f"prompts=own: {where}; leave prompts out")


def chosen_prompts(settings: Settings) -> str:
    """Whose words the settings choose, ``authors`` or ``own``; "" where the benchmark has no choice."""
    return settings.prompts if isinstance(settings, PromptSettings) else ""


def _cached(function: F) -> F:
    """As ``cache``, by whose types no class has a hash."""
    return cast("F", cache(function))


@_cached
def options(cls: Any) -> Mapping[str, Option]:  # noqa: ANN401
    """The fields of a class of options; of settings the protocol, the benchmark's own, its task type's, every one's."""
    for kind in reversed([kind for kind in cls.__mro__ if dataclasses.is_dataclass(kind)]):
        _check_fields(kind)
    fields = {field.name: field.metadata["option"] for field in dataclasses.fields(cls)}
    inherited = {
        field.name for base in cls.__bases__ if dataclasses.is_dataclass(base) for field in dataclasses.fields(base)
    }
    shared = ("instruction", "temp", "max_tokens")
    own = [name for name in fields if name not in inherited]
    of_type = [name for name in fields if name not in (*own, "protocol", *shared)]
    return {name: fields[name] for name in ("protocol", *own, *of_type, *shared) if name in fields}


def _check_fields(kind: Any) -> None:  # noqa: ANN401
    """Refuses what a class declares and ``dataclass`` passes over, so that the inherited value would count."""
    own, annotated = vars(kind), inspect.get_annotations(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    declared = {name for name, hint in annotated.items() if "ClassVar" not in str(hint)}
    declared |= {name for name, value in own.items() if name in fields or isinstance(value, dataclasses.Field)}
    if declared and "__dataclass_fields__" not in own:
        names = ", ".join(sorted(declared))
        raise BadCard(f"{kind.__name__} is no dataclass and declares {names}: write @dataclass(frozen=True) above it")
    for name in sorted(declared):
        if name not in annotated or "option" not in fields[name].metadata:
            raise BadCard(f"{name} of {kind.__name__} is no option: write {name}: TYPE = option(...)")


@_cached
def hints(cls: Any) -> Mapping[str, Any]:  # noqa: ANN401
    """Types of the fields by name."""
    return get_type_hints(cls)


def label(field: Option, value: object) -> str:
    """A value in its short form."""
    if field.label is not None:
        return field.label(value)
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def unknown_name(name: str, known: Collection[str]) -> str:
    """Says that there is no such argument, and which was probably meant."""
    return f"there is no argument {quoted(name)}{meant(name, known)}; there are {', '.join(known)}"


def parse_value(name: str, field: Option, kind: Any, value: object) -> Any:  # noqa: ANN401
    """``value`` as its field has it. HELM turns ``7`` into a number before it arrives, and leaves ``true`` a text."""
    text, allowed = str(value), field.allowed
    if text == "" and field.blank and not field.several and kind not in (int, float):
        return ""
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise BadArguments(f"{name} must be true or false, got {quoted(value)}")
        return text.lower() == "true"
    if kind in (int, float):
        return _number(name, field, kind, value)
    if not text and not allowed:
        raise BadArguments(f"{name} must not be empty")
    names = [str(choice) for choice in allowed]
    if field.several:
        return _joined_choices(name, names, text or ("all" if field.blank else ""))
    if names and text not in names:
        raise BadArguments(f"{name} must be one of {', '.join(names)}, got {quoted(value)}{meant(text, names)}")
    return text


def _number(name: str, field: Option, kind: Any, value: Any) -> Any:  # noqa: ANN401
    low, high = (-math.inf if field.low is None else field.low), (math.inf if field.high is None else field.high)
    expected = f"{'a whole number' if kind is int else 'a number'} from {low:.12g} to {high:.12g}"
    if field.allowed:
        expected = f"one of {', '.join(map(str, field.allowed))}"
    fits = isinstance(value, (int, kind)) and not isinstance(value, bool)
    if not fits or not (value in field.allowed if field.allowed else low <= value <= high):
        raise BadArguments(f"{name} must be {expected}, got {quoted(value)}")
    return kind(value) + 0  # no -0


def _joined_choices(name: str, allowed: Sequence[str], text: str) -> str:
    parts = allowed if text == "all" else text.split("+")
    unknown = [part for part in parts if part not in allowed]
    if unknown or len(set(parts)) < len(parts):
        wrong = quoted(unknown[0]) if unknown else f"a duplicate in {quoted(text)}"
        raise BadArguments(f"{name} must be all, or some of {', '.join(allowed)} joined by +, got {wrong}")
    return "all" if len(parts) == len(allowed) else "+".join(part for part in allowed if part in parts)


def chosen(field_value: str, choices: Sequence[str]) -> tuple[str, ...]:
    """The choices that a field of ``several`` names."""
    return tuple(choices) if field_value == "all" else tuple(field_value.split("+"))
