"""One benchmark as one object: the class that a benchmark subclasses, then what commands and HELM's classes ask of it.

Knows nothing of HELM. A benchmark subclasses a task type (word lists, items with a key, one rated response) or this
class, in a module ``benchmark.py`` of its folder. One that is data has no such module: its card names the task type.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.comparability import NOT_ASKED, checksum_of_items, checksum_prompts
from helm_creativity.benchmark.follow_ups import (
    RESPONSE_TOKENS,
    AskJudges,
    Step,
    Steps,
    Trial,
    TypicalResponse,
    drive,
    prose,
)
from helm_creativity.benchmark.names import NEUTRAL, VERBALIZED, nearest
from helm_creativity.benchmark.prompts import Place, id_of_words, levels_of, render, template_variables, with_own
from helm_creativity.benchmark.registry import BenchmarkEntry, import_own
from helm_creativity.benchmark.rubrics import Rubric, checksum_of_rubrics
from helm_creativity.benchmark.settings import (
    Option,
    Requirement,
    Settings,
    chosen_prompts,
    hints,
    options,
    parse_value,
    unknown_name,
)
from helm_creativity.benchmark.types import Prompt
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.version import __version__

if TYPE_CHECKING:
    from helm_creativity.benchmark.protocols import Scorer
    from helm_creativity.benchmark.registry import BenchmarkEntry
    from helm_creativity.benchmark.rows.fields import Row
    from helm_creativity.benchmark.rows.lists import Separator
    from helm_creativity.benchmark.types import IdeaDetails, Item, Sample

S = TypeVar("S", bound=Settings)


class Benchmark(ABC, Generic[S]):
    """Subclass it, or one of the task types, implement ``items`` and ``scorer``, and name the class of rows.

    Attributes:
        settings_type: the settings that it takes.
        record: what a row of a user's file holds: a class in a module of the benchmark's package, as in
            ``rows:DatRow``, or in any, as in ``package.module:Class``. It is imported when a file is read.
        ideas: which details of a score hold the single ideas of a response; None where a response is one idea.
        compares_trials: whether ``follow_up`` compares a response with earlier ones to its item (``Trial.earlier``).
        trials_move_score: whether the number of responses to an item moves the score, as a percentile of means does.
        response_tokens: length of a usual response, for plans of cost and limits; None where it is unknown.
        follow_up_tokens: the same of the model's longest response to a follow-up; None where it is no longer.
        assumptions: what ``typical_responses`` rests on, in sentences for readers of a plan.
        extends: name of the benchmark from which a class without a card has all that it does not say itself; "" for the
            one whose class it subclasses.
        templates: of such a class: prompts, and questions to judges, by name, in the place of its parent's.
        changes: of such a class: what the card says otherwise than its parent's, by the keys of ``card.yaml``.
        adds: of such a class: what the card's lists hold beside what is its parent's, such as one more submetric.
    """

    settings_type: ClassVar[type[Settings]] = Settings
    record: ClassVar[str] = ""
    ideas: ClassVar[IdeaDetails | None] = None
    compares_trials: ClassVar[bool] = False
    trials_move_score: ClassVar[bool] = False
    response_tokens: ClassVar[int | None] = None
    follow_up_tokens: ClassVar[int | None] = None
    assumptions: ClassVar[tuple[str, ...]] = ()
    extends: ClassVar[str] = ""
    templates: ClassVar[Mapping[str, str]] = {}
    changes: ClassVar[Mapping[str, Any]] = {}
    adds: ClassVar[Mapping[str, Sequence[Any]]] = {}

    @abstractmethod
    def items(self, settings: S) -> Iterable[Item]:
        """What is asked: always all items, always in one order."""

    @abstractmethod
    def scorer(self, settings: S) -> Scorer:
        """What scores what ``follow_up`` returns. Called once for a run; embeddings are opened here."""

    def rubrics(self, settings: S) -> Sequence[Rubric]:
        """What judges are asked; none where no judge is needed."""
        return ()

    def turns(self, settings: S) -> Sequence[str]:
        """The templates of what the model is asked because of a response; none where it is asked once."""
        return ()

    def follow_up(self, trial: Trial, settings: S) -> Steps[Any]:
        """Parses a response, asks what is asked because of it, and returns what the scorer takes: here the sample.

        Written once, and run by several drivers: the same replies must give the same steps; see ``follow_ups``.
        """
        yield from ()
        return trial.sample

    def typical_responses(self, trial: Trial, settings: S, trials: int) -> Sequence[TypicalResponse]:
        """Responses with which plans of cost reckon: the usual one, then those because of which more is asked.

        As many for each of the ``trials`` responses to the item. One without text is reckoned with anyway.
        """
        return (TypicalResponse(prose(self.response_tokens or RESPONSE_TOKENS, trial.number)),)

    @property
    def reference(self) -> Any:  # noqa: ANN401
        """What a perfect response is, and how the baselines respond: the module ``baseline``; None without one.

        It has ``CEILING``, ``reference_response(fields) -> Sample`` and ``baseline_response(prompt, baseline)``.
        """
        return self.entry.module("baseline") if self.entry.has("baseline") else None

    def own_item(self, fields: Mapping[str, object], settings: S) -> Item | None:
        """An item of a user's own, made of what a record says of it; None where items are the benchmark's alone."""
        return None

    def requirements(self, settings: S, asked: bool) -> Iterable[Requirement]:
        """What the items or the scorer need beyond what the settings require by themselves; a subclass adds its own."""
        if asked and chosen_prompts(settings):
            yield ("prompts", "protocol"), lambda: list(all_prompts(self, settings))

    def why_not_verbalized(self, settings: S) -> str:
        """Why the model cannot be asked for several responses in one reply, of which one is scored; "" where it can."""
        if settings.says_instruction:
            return "the prompts of this protocol say the instruction themselves, and none says this; use prompts=own"
        if self.turns(settings):
            return "it asks the model further because of a response, which would stand among others in the conversation"
        return ""

    def compared(self, settings: S, asked: bool = True) -> dict[str, str]:
        """What must agree between two scores that are compared, by name; see ``comparability``."""
        parts = settings.compared(asked)
        asks = {"prompts": NOT_ASKED}
        if asked:
            before = settings.before_prompts
            inside = settings.instruction != NEUTRAL and before.name == NEUTRAL
            parts["instruction"] = f"{settings.instruction}/in the prompt" if inside else before.checksum or "none"
            items = checksum_of_items([item.fields for item in self.items(settings)])
            asks = {"prompts": checksum_prompts(all_prompts(self, settings)), "items": items}
        # A setting of one of these names, which chooses among sets, is shown with the checksum of what it chose.
        asks = {name: f"{parts.pop(name)}/{checksum}" if name in parts else checksum for name, checksum in asks.items()}
        rubric = {"rubric": checksum_of_rubrics(asked_rubrics(self, settings))} if settings.judged else {}
        return {"protocol": parts.pop("protocol"), **asks, **parts, **rubric}

    def __init__(self, entry: BenchmarkEntry, parent: Benchmark[Any] | None = None) -> None:
        """See ``benchmark.loading.load_benchmark``; ``parent`` is the benchmark that it extends."""
        self.entry, self.parent = entry, parent
        self.folder, self.package, self.name = entry.folder, entry.package, entry.name

    def __repr__(self) -> str:
        return f"<benchmark {self.name}: {self.card.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Made anew in another process, as the class of its settings may be made of a card."""
        return type(self), (self.entry, self.parent)

    @cached_property
    def card(self) -> Card:
        """What the benchmark says about itself."""
        return self.entry.card

    @property
    def options(self) -> Mapping[str, Option]:
        """The fields of its settings by name; the choices of ``protocol`` are the card's."""
        known = options(self.settings_type)
        return {**known, "protocol": replace(known["protocol"], choices=tuple(self.card.protocols), blank=False)}

    def settings(self, **values: object) -> S:
        """Settings from arguments of a run entry; see ``parse_settings``."""
        return cast("S", parse_settings(self, values))

    def render(self, prompt_id: str, settings: Settings | None = None, **variables: object) -> Prompt:
        """The benchmark's prompt of that name, in the words that the settings choose."""
        words = chosen_prompts(settings) if settings else ""
        return render(self.place, id_of_words(self.place, prompt_id, words), **variables)

    @cached_property
    def place(self) -> Place:
        """Where its templates are: its folder, or where it extends a benchmark several places."""
        if self.parent is None:
            return self.folder
        own = {} if type(self) is type(self.parent) else vars(type(self)).get("templates", {})
        folder = () if self.entry.is_file else (self.folder,)
        return (tuple(sorted(own.items())), *folder, *levels_of(self.parent.place))

    @cached_property
    def row_type(self) -> type[Row]:
        """The class that ``record`` names, imported; ``BadArguments`` where it names none."""
        if not self.record:
            raise BadArguments(f"{self.name} reads no files: its class must name a class of rows in record")
        module, _, name = self.record.partition(":")
        return cast("type[Row]", getattr(import_own(module) if "." in module else self.entry.module(module), name))


def parse_settings(
    benchmark: Benchmark[Any],
    values: Mapping[str, object],
    asked: bool = True,
    also: Callable[[Any], Iterable[Requirement]] | None = None,
    require: bool = True,
) -> Any:  # noqa: ANN401 - of the benchmark's own type
    """The settings of a benchmark; the protocol is the card's default one where none is named.

    Args:
        benchmark: whose settings they are.
        values: by name, as in a run entry.
        asked: whether a model is asked; False for responses from a file.
        also: further requirements, which depend on more than the settings, such as the judges.
        require: whether what they require must be here: files, embeddings, judges. Otherwise nothing is opened.

    Raises:
        BadArguments: for unknown names, values that are not allowed, and what is required and missing, all at once.
    """
    kind, known, group = benchmark.settings_type, benchmark.options, benchmark.card.group
    values = values if asked else {**kind.of_files, **values}
    unknown = sorted(values.keys() - known.keys())
    problems = [unknown_name(name, known) for name in unknown]
    if not asked:
        problems += [
            f"{name} sets how a model or a judge is asked, but none is asked here: leave it out"
            + (", or have judges rate responses with `helm-creativity score --judges`" if name == "judges" else "")
            for name, field in known.items()
            if name in values and not field.scoring
        ]
    good: dict[str, Any] = {"protocol": benchmark.card.default_protocol}
    bad = {meant for name in unknown for meant in nearest(name, known, 1)}
    for name, value in values.items():
        if name in known:
            try:
                good[name] = parse_value(name, known[name], hints(kind)[name], value)
            except BadArguments as error:
                problems.append(str(error))
                bad.add(name)
    try:
        settings = kind(**good)
    except CreativityError as error:
        raise BadArguments(f"{group}: " + "; ".join([*problems, str(error)])) from error
    requirements: list[Requirement] = []
    if require:
        requirements = [*settings.requirements(asked), *benchmark.requirements(settings, asked)]
        requirements += also(settings) if also else ()
        requirements.append((tuple(known), lambda: _require_one_response(benchmark, settings)))
    # What follows from a refused value, or stands in for one, is not worth a complaint of its own.
    lacking = list(_failing(check for fields, check in requirements if bad.isdisjoint(fields)))
    if problems := list(dict.fromkeys([*problems, *map(str, lacking)])):
        cause = lacking[-1] if lacking and len(problems) == 1 else None
        raise BadArguments(f"{group}: " + "; ".join(problems)) from cause
    return settings


def _failing(checks: Iterable[Callable[[], object]]) -> Iterator[CreativityError]:
    for check in checks:
        try:
            check()
        except CreativityError as error:
            yield error


def _require_one_response(benchmark: Benchmark[Any], settings: Settings) -> None:
    if settings.instruction == VERBALIZED and (why := benchmark.why_not_verbalized(settings)):
        raise BadArguments(f"instruction={VERBALIZED} cannot be asked, leave it out: {why}")


def settings_in_run(benchmark: Benchmark[Any], args: Mapping[str, Any], compared: bool = False) -> Any:  # noqa: ANN401
    """The settings of a run among the arguments of its metric or annotator; nothing that they require is opened.

    With ``compared`` only those count that move a score, for scoring again what was asked.
    """
    known = benchmark.options
    values = {name: args[name] for name, field in known.items() if name in args and (field.compared or not compared)}
    return parse_settings(benchmark, values, require=False)


def sample_in_row(
    benchmark: Benchmark[S], record: Mapping[str, Any], settings: S, separator: Separator | None = None
) -> Sample:
    """The sample in one object of a user's file; ``separator`` separates lists in its cells, if it is known."""
    return benchmark.row_type.read(record, benchmark, separator).sample(settings)


def all_prompts(benchmark: Benchmark[S], settings: S) -> Iterator[Prompt]:
    """Every prompt that the model reads, for a checksum: those of the items, then the forms of further turns."""
    yield from (item.prompt for item in benchmark.items(settings))
    place = benchmark.place
    for name in benchmark.turns(settings):
        variables = template_variables(place, id_of_words(place, name, chosen_prompts(settings)))
        yield benchmark.render(name, settings, **{variable: variable.upper() for variable in variables})


def asks_more(benchmark: Benchmark[Any], settings: Settings) -> bool:
    """Whether anything is asked because of a response: further turns of the model, or judges."""
    return settings.judged or bool(benchmark.turns(settings))


def asked_rubrics(benchmark: Benchmark[S], settings: S) -> Sequence[Rubric]:
    """What judges are asked: in the words of a benchmark that extends another, and with tags where they are wanted."""
    rubrics, change = benchmark.rubrics(settings), _change_of_rubrics(benchmark, settings)
    return rubrics if change is None else tuple(map(change, rubrics))


def drive_follow_up(benchmark: Benchmark[S], trial: Trial, settings: S, answer: Callable[[Step], Any]) -> Any:  # noqa: ANN401
    """Runs ``follow_up`` to its end, with the questions of ``asked_rubrics``; every driver runs this."""
    change = _change_of_rubrics(benchmark, settings)

    def as_asked(step: Step) -> Any:  # noqa: ANN401
        return answer(replace(step, rubric=change(step.rubric)) if change and isinstance(step, AskJudges) else step)

    return drive(benchmark.follow_up(trial, settings), as_asked)


def _change_of_rubrics(benchmark: Benchmark[Any], settings: Settings) -> Callable[[Rubric], Rubric] | None:
    place, changes = benchmark.place, settings.rubric_changes
    if isinstance(place, Path) and not changes:
        return None
    return lambda rubric: replace(rubric, folder=with_own(place, rubric.folder), **changes)


def comparable_key(benchmark: Benchmark[Any], settings: Settings, asked: bool = True) -> str:
    """Everything that must agree between two scores that are compared, ``name|key:value|...``; see ``compared``."""
    parts = {**benchmark.compared(settings, asked), "card": benchmark.card.version.partition("-")[0]}
    return "|".join([benchmark.name, *(f"{key}:{value}" for key, value in parts.items())])


def provenance(
    benchmark: Benchmark[Any], settings: Settings, asked: bool = True, separator: Separator | None = None
) -> dict[str, str]:
    """What made a score and is not compared, by name, such as what separated lists in the cells of a file."""
    read = {} if separator is None else {"separator": str(separator)}
    return {"helm-creativity": __version__, "card": benchmark.card.version, **settings.provenance(asked), **read}


def settings_near(benchmark: Benchmark[Any], protocol: str) -> Iterator[Settings]:
    """The usual settings of a protocol in each of its wordings, and those that differ from them by one choice."""
    types = hints(benchmark.settings_type)
    choices = {
        name: (True, False) if types[name] is bool else field.allowed
        for name, field in benchmark.options.items()
        if name != "protocol"
    }
    wordings: list[dict[str, object]] = [{"prompts": words} for words in choices.pop("prompts", ())] or [{}]
    changes: list[dict[str, object]] = [{}, *({name: value} for name, values in choices.items() for value in values)]
    for values in [{"protocol": protocol, **wording, **change} for wording in wordings for change in changes]:
        with suppress(BadArguments, FileProblem):
            yield parse_settings(benchmark, values, require=False)


@lru_cache(maxsize=64)
def every_rubric(benchmark: Benchmark[Any]) -> tuple[Rubric, ...]:
    """What judges may be asked in any protocol, each question once."""
    found: dict[tuple[Any, ...], Rubric] = {}
    for settings in [near for protocol in benchmark.card.protocols for near in settings_near(benchmark, protocol)]:
        for rubric in asked_rubrics(benchmark, settings):
            found.setdefault((rubric.name, rubric.folder, rubric.system, rubric.user), rubric)
    return tuple(found.values())
