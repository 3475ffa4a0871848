"""One benchmark as one object: its card, its settings, what is asked, how it is scored, what else it can do.

Knows nothing of HELM. ``helm_plugin`` makes HELM's scenario, metric and annotator from it; ``helm-creativity score``,
``plan`` and ``check`` use it as it is. A benchmark subclasses a task type (word lists, items with a key, one rated
response) or this class, in a module ``benchmark.py`` of its folder. A benchmark that is data has no such module: its
card names the task type.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.comparability import NOT_ASKED, checksum_of_items, checksum_prompts
from helm_creativity.benchmark.entries import import_own
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
from helm_creativity.benchmark.prompts import (
    Place,
    Prompt,
    id_of_words,
    levels_of,
    render,
    template_variables,
    with_own,
)
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
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.version import __version__

if TYPE_CHECKING:
    from helm_creativity.benchmark.entries import BenchmarkEntry
    from helm_creativity.benchmark.protocols import Scorer
    from helm_creativity.benchmark.rows.cells import Separator
    from helm_creativity.benchmark.rows.fields import Row
    from helm_creativity.benchmark.types import IdeaDetails, Item, Sample

S = TypeVar("S", bound=Settings)


class Benchmark(ABC, Generic[S]):
    """Subclass it, or one of the task types, implement ``items`` and ``scorer``, and name the class of rows.

    Attributes:
        extends: name of the benchmark from which a class without a card has all that it does not say itself; "" for the
            one whose class it subclasses.
        templates: of such a class: prompts, and questions to judges, by name, as in files ``prompts/NAME.j2``, in the
            place of its parent's.
        changes: of such a class: what the card says otherwise than its parent's, by the keys of ``card.yaml``.
        adds: of such a class: what the card's lists hold beside what is its parent's, such as one more submetric.
        record: what a row of a user's file holds: a class in a module of the benchmark's package, as in
            ``rows:DatRow``, or in any, as in ``package.module:Class``. It is imported when a file is read.
        settings_type: the settings that it takes.
        response_tokens: length of a usual response, for plans of cost and limits; None where it is unknown.
        follow_up_tokens: the same of the model's longest response to a follow-up; None where it is no longer.
        assumptions: what ``usual`` rests on, in sentences for readers of a plan.
        trials_move_score: whether the number of responses to an item moves the score, as a percentile of means does.
        compares_trials: whether ``follow_up`` compares a response with earlier ones to its item (``Trial.earlier``).
        ideas: which details of a score hold the single ideas of a response; None where a response is one idea.
        name: of folder, card and run entry.
    """

    settings_type: ClassVar[type[Settings]] = Settings
    extends: ClassVar[str] = ""
    templates: ClassVar[Mapping[str, str]] = {}
    changes: ClassVar[Mapping[str, Any]] = {}
    adds: ClassVar[Mapping[str, Sequence[Any]]] = {}
    record: ClassVar[str] = ""
    response_tokens: ClassVar[int | None] = None
    follow_up_tokens: ClassVar[int | None] = None
    assumptions: ClassVar[tuple[str, ...]] = ()
    trials_move_score: ClassVar[bool] = False
    compares_trials: ClassVar[bool] = False
    ideas: ClassVar[IdeaDetails | None] = None

    def __init__(self, entry: BenchmarkEntry, parent: Benchmark[Any] | None = None) -> None:
        """See ``benchmark.loading.load_benchmark``; ``parent`` is the benchmark that it extends."""
        self.entry, self.parent = entry, parent
        self.folder, self.package, self.name = entry.folder, entry.package, entry.name

    def __repr__(self) -> str:
        return f"<benchmark {self.name}: {self.card.title}>"

    @cached_property
    def card(self) -> Card:
        """What the benchmark says about itself."""
        return self.entry.card

    @cached_property
    def place(self) -> Place:
        """Where its templates are: its folder, or where it extends a benchmark several places."""
        if self.parent is None:
            return self.folder
        inherits_all = type(self) is type(self.parent)
        own = () if inherits_all else tuple(sorted(vars(type(self)).get("templates", {}).items()))
        folder = () if self.entry.is_file else (self.folder,)
        return (own, *folder, *levels_of(self.parent.place))

    @property
    def options(self) -> Mapping[str, Option]:
        """The fields of its settings by name; the choices of ``protocol`` are the card's."""
        known = options(self.settings_type)
        return {**known, "protocol": replace(known["protocol"], choices=tuple(self.card.protocols), blank=False)}

    def settings(self, **values: object) -> S:
        """Settings from arguments of a run entry; the protocol is the card's default one where none is named.

        Raises:
            BadArguments: naming everything that is wrong with them.
        """
        return cast("S", parse_settings(self, values))

    def requirements(self, settings: S, asked: bool) -> Iterable[Requirement]:
        """What the items or the scorer need beyond what the settings require by themselves; a subclass adds its own."""
        if asked and chosen_prompts(settings):
            yield ("prompts", "protocol"), lambda: list(all_prompts(self, settings))

    @abstractmethod
    def items(self, settings: S) -> Iterable[Item]:
        """What is asked: always all items, always in one order."""

    @abstractmethod
    def scorer(self, settings: S) -> Scorer:
        """What scores what ``follow_up`` returns. Called once for a run; embeddings are opened here."""

    @cached_property
    def row_type(self) -> type[Row]:
        """The class that ``record`` names, imported.

        Raises:
            BadArguments: when it names none.
        """
        if not self.record:
            raise BadArguments(f"{self.name} reads no files: its class must name a class of rows in record")
        place, _, name = self.record.partition(":")
        module = import_own(place) if "." in place else self.entry.module(place)
        return cast("type[Row]", getattr(module, name))

    def own_item(self, fields: Mapping[str, object], settings: S) -> Item | None:
        """An item of a user's own, made of what a record says of it; None where items are the benchmark's alone."""
        return None

    def rubrics(self, settings: S) -> Sequence[Rubric]:
        """What judges are asked; none where no judge is needed."""
        return ()

    def turns(self, settings: S) -> Sequence[str]:
        """The templates of what the model is asked because of a response; none where it is asked once."""
        return ()

    def why_not_verbalized(self, settings: S) -> str:
        """Why the model cannot be asked for several responses in one reply; "" where it can.

        A benchmark says more where one response out of several is not what it scores.
        """
        if settings.says_instruction:
            return "the prompts of this protocol say the instruction themselves, and none says this; use prompts=own"
        if self.turns(settings):
            return "it asks the model further because of a response, which would stand among others in the conversation"
        return ""

    def follow_up(self, trial: Trial, settings: S) -> Steps[Any]:
        """Parses a response, and asks what is asked because of it; see ``benchmark.follow_ups``.

        Written once, and run by several drivers: the same replies must give the same steps, whatever they are.

        Returns:
            What the scorer takes: here the sample itself.
        """
        yield from ()
        return trial.sample

    def render(self, prompt_id: str, settings: Settings | None = None, **variables: object) -> Prompt:
        """The benchmark's prompt of that name, in the words that the settings choose."""
        prompts = chosen_prompts(settings) if settings is not None else ""
        return render(self.place, id_of_words(self.place, prompt_id, prompts), **variables)

    def compared(self, settings: S, asked: bool = True) -> dict[str, str]:
        """What must agree between two scores that are compared, by name; see ``comparability``."""
        parts = settings.compared(asked)
        if not asked:
            return {"protocol": parts.pop("protocol"), "prompts": NOT_ASKED, **parts, **self._of_judges(settings)}
        inside = settings.instruction != NEUTRAL and settings.before_prompts.name == NEUTRAL
        parts["instruction"] = (
            f"{settings.instruction}/in the prompt" if inside else settings.before_prompts.checksum or "none"
        )
        asks = {
            "prompts": checksum_prompts(all_prompts(self, settings)),
            "items": checksum_of_items([item.fields for item in self.items(settings)]),
        }
        # A setting of one of these names, which chooses among sets, is shown with the checksum of what it chose.
        chosen = {name: f"{parts[name]}/{checksum}" if name in parts else checksum for name, checksum in asks.items()}
        parts = {"protocol": parts["protocol"], **chosen, **{k: v for k, v in parts.items() if k not in asks}}
        return {**parts, **self._of_judges(settings)}

    def _of_judges(self, settings: S) -> dict[str, str]:
        if not settings.judged:
            return {}
        return {"rubric": checksum_of_rubrics(asked_rubrics(self, settings))}

    def typical_responses(self, trial: Trial, settings: S, trials: int) -> Sequence[TypicalResponse]:
        """Responses with which plans of cost reckon: the usual one, then those because of which more is asked.

        Args:
            trial: the item, and which of the responses to it; the response in it does not count.
            settings: of the run.
            trials: responses to the item.

        Returns:
            As many for every trial. One without text is reckoned with anyway.
        """
        return (TypicalResponse(prose(self.response_tokens or RESPONSE_TOKENS, trial.number)),)

    @property
    def reference(self) -> Any:  # noqa: ANN401
        """What a perfect response is, and how the baselines respond: the module ``baseline``; None without one.

        It has ``CEILING``, ``reference_response(fields) -> Sample``, ``baseline_response(prompt, baseline)``, and what
        else ``check`` and the lexical judge look for.
        """
        return self.entry.module("baseline") if self.entry.has("baseline") else None


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
        asking = [name for name, field in known.items() if name in values and not field.scoring]
        problems += [
            f"{name} sets how a model or a judge is asked, but none is asked here: leave it out"
            + (", or have judges rate responses with `helm-creativity score --judges`" if name == "judges" else "")
            for name in asking
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
    requirements = (
        (
            *settings.requirements(asked),
            *benchmark.requirements(settings, asked),
            *(also(settings) if also else ()),
            *(_verbalized_requirements(benchmark, settings, known) if settings.instruction == VERBALIZED else ()),
        )
        if require
        else ()
    )
    lacking: CreativityError | None = None
    for fields, check in requirements:
        # What follows from a refused value, or stands in for one, is not worth a complaint of its own.
        if bad.isdisjoint(fields):
            try:
                check()
            except CreativityError as error:
                lacking = error
                problems += [str(error)] if str(error) not in problems else []
    if problems:
        raise BadArguments(f"{group}: " + "; ".join(problems)) from (lacking if len(problems) == 1 else None)
    return settings


def _verbalized_requirements(
    benchmark: Benchmark[Any], settings: Settings, known: Iterable[str]
) -> Iterator[Requirement]:
    def require() -> None:
        if why := benchmark.why_not_verbalized(settings):
            raise BadArguments(f"instruction={VERBALIZED} cannot be asked, leave it out: {why}")

    yield tuple(known), require


def settings_in_run(benchmark: Benchmark[Any], args: Mapping[str, Any], compared: bool = False) -> Any:  # noqa: ANN401
    """The settings of a run among the arguments of its metric or its annotator. Nothing that they require is opened.

    Args:
        benchmark: of the run.
        args: the arguments, and whatever stands beside them.
        compared: whether only those settings count that move a score, for scoring again what was asked.

    Raises:
        BadArguments: when the benchmark that is installed has no such settings.
    """
    known = benchmark.options
    values = {name: args[name] for name, field in known.items() if name in args and (field.compared or not compared)}
    return parse_settings(benchmark, values, require=False)


def sample_in_row(
    benchmark: Benchmark[S], record: Mapping[str, Any], settings: S, separator: Separator | None = None
) -> Sample:
    """The sample in one object of a user's file, as the benchmark's class of rows reads it.

    ``separator`` separates lists in its cells, if it is known.

    Raises:
        BadArguments: naming everything that is missing or of the wrong kind.
    """
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
    place, tagged = benchmark.place, settings.tags_rated
    if isinstance(place, Path) and not tagged:
        return None
    return lambda rubric: replace(rubric, folder=with_own(place, rubric.folder), tagged=rubric.tagged or tagged)


def comparable_key(benchmark: Benchmark[Any], settings: Settings, asked: bool = True) -> str:
    """Everything that must agree between two scores that are compared: ``name|key:value|...``.

    Args:
        benchmark: whose scores they are.
        settings: with which it was measured.
        asked: whether a model was asked; False for responses from a file.
    """
    parts = {**benchmark.compared(settings, asked), "card": benchmark.card.version.partition("-")[0]}
    return "|".join([benchmark.name, *(f"{key}:{value}" for key, value in parts.items())])


def provenance(
    benchmark: Benchmark[Any], settings: Settings, asked: bool = True, separator: Separator | None = None
) -> dict[str, str]:
    """What made a score and is not compared, by name; where no model was ``asked``, no limit of tokens counts.

    What separated lists in the cells of a file is among it: it says how the file was read, and the same lists have the
    same scores however they were separated.
    """
    read = {} if separator is None else {"separator": str(separator)}
    return {"helm-creativity": __version__, "card": benchmark.card.version, **settings.provenance(asked), **read}
