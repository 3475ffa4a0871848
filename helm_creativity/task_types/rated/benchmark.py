"""The family of benchmarks whose responses judges rate: a card, prompts and items, no Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from helm_creativity.benchmark.card import OF_OWN_PROMPTS
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.files.yaml_files import read_items
from helm_creativity.benchmark.follow_ups import Pair, Steps, Trial, TypicalResponse, ask, prose, turn
from helm_creativity.benchmark.names import meant
from helm_creativity.benchmark.prompts import OWN, Place, find_template, template_variables
from helm_creativity.benchmark.rated_task import ItemTable, RatedQuestion, RatedTask
from helm_creativity.benchmark.ratings import MissingReason, Scale
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import PromptSettings, Requirement, chosen_prompts
from helm_creativity.benchmark.sources import require_source
from helm_creativity.benchmark.types import FailureReason, Fields, Item, Response
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import quoted
from helm_creativity.task_types.declared import declared_settings
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.task_types.rated.baseline import RatedReference
from helm_creativity.task_types.rated.reply import RatedPassage, read_reply
from helm_creativity.task_types.rated.rubric import CREATIVITY, ITEM, authors_items, authors_questions, says_no
from helm_creativity.task_types.rated.scorer import RatedResponse, RatedRunScorer, RatedScorer

if TYPE_CHECKING:
    from helm_creativity.benchmark.rows.fields import Row


@dataclass(frozen=True)
class RatedSettings(JudgedSettings):
    """Settings of a benchmark of open responses; three to each item (Beaty et al. 2026, appendix I), or the card's."""

    task: ClassVar[RatedTask] = RatedTask()

    @property
    def trials(self) -> int:
        """Responses to each item."""
        return self.task.trials

    def require_trials(self, trials: int) -> None:
        """Two responses to an item where two are compared."""
        for dimension in paired_dimensions(self.task):
            if trials < 2:
                raise BadArguments(
                    f"{dimension} compares two responses to an item, and is part of the score, and num_trials=1 asks "
                    f"for one: leave num_trials out ({self.trials}), or ask for 2 or more"
                )


@dataclass(frozen=True)
class WordedSettings(RatedSettings, PromptSettings):
    """Settings of one that has words of its own beside the authors'."""

    @property
    def says_instruction(self) -> bool:
        """As the prompts of AGC-Human do."""
        return self.task.authors is not None and self.prompts == "authors"


def paired_dimensions(task: RatedTask) -> list[str]:
    """What is rated of two responses to an item, under any protocol."""
    questions = [question for protocol in task.protocols.values() for question in protocol.rubrics]
    return list(dict.fromkeys(name for each in questions if len(each.rated) == 2 for name in each.dimensions))


class RatedBenchmark(JudgedBenchmark[RatedSettings]):
    """The score is the mean of what judges rate: of a response as a whole from 10 to 50, or as the card says."""

    settings_type: ClassVar[type[RatedSettings]] = RatedSettings
    record = "helm_creativity.task_types.rated.rows:rated_row"

    def __init__(self, *how: Any) -> None:  # noqa: ANN401 - as Benchmark
        super().__init__(*how)
        task, kind = self.task, type(self).settings_type
        names = [f"{protocol.template}{OWN}" for protocol in task.protocols.values()]
        worded = task.authors or any(name.endswith(OF_OWN_PROMPTS) for name in task.protocols)
        if kind is RatedSettings and (worded or any(find_template(self.place, name) for name in names)):
            kind = WordedSettings
        options = {**task.options}
        if "choices" not in options.get("items", {"choices": ()}):
            options["items"] = {**options["items"], "label": items_label, "items": True}
        made = declared_settings((kind,), "rated", options, task=task, usual_design=task.design)
        vars(self).update(
            settings_type=made,
            response_tokens=task.response_tokens,
            assumptions=task.assumptions,
            compares_trials=bool(paired_dimensions(task)),
            trials_move_score=bool(task.run_score),
        )

    @property
    def task(self) -> RatedTask:
        """What the card says of the task."""
        return self.card.rated

    @cached_property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """The items of ``items/own.yaml``, in its order."""
        return read_items(self.entry.file("items/own.yaml"))

    def items(self, settings: RatedSettings) -> Iterator[Item]:
        """The authors', those of the chosen table, or those of ``items/own.yaml``; the first field is the id."""
        entries: Iterable[Mapping[str, Any]] = self.entries if not self.task.items else ()
        if self.task.authors is not None and settings.says_instruction:
            template = f"{self.task.authors.template}{settings.instruction_ending}"
            entries = [{"id": name, ITEM: text} for name, text in authors_items(self.task.authors)]
        elif self.task.items:
            template = self.task.protocols[self._protocol(settings)].template + self._ending(settings)
            entries = self.table(chosen(settings, "items"))
        else:
            template = self.card.template
        for number, entry in enumerate(entries):
            prompt = self.render(template.format(**entry), settings, **entry)
            yield Item(str(next(iter(entry.values()))), prompt, {**entry, "number": number})

    def table(self, name: str) -> list[dict[str, Any]]:
        """The fields of each item that a value of the setting ``items`` names."""
        known = self.task.items
        return self._read(known[name], name) if name in known else self._items_in_file(name)

    def _items_in_file(self, name: str) -> list[dict[str, Any]]:
        known, path = self.task.items, Path(name)
        first, *_ = columns = [*next(iter(known.values())).columns]
        if not path.is_file():
            expected = f"{', '.join(known)}, or a file with {' and '.join(columns)} of each item"
            raise BadArguments(f"items must be {expected}, got {quoted(name)}{meant(name, known)}")
        items = [{column: str(row.get(column) or "") for column in columns} for row in read_sheet(path)]
        if len({item[first] for item in items}) != max(1, len(items)) or not all(all(item.values()) for item in items):
            raise FileProblem(f"{path} must have items with {' and '.join(columns)}, and each {first} once")
        return items

    def table_path(self, table: ItemTable, name: str) -> Path:
        """The file of a table that a value of the setting ``items`` names."""
        if table.file:
            return self.entry.file(table.file)
        return require_source(table.source, f"the items {name!r}", f"the items {next(iter(self.task.items))}")

    def _read(self, table: ItemTable, name: str) -> list[dict[str, Any]]:
        path = self.table_path(table, name)
        if table.pattern:
            found = re.finditer(table.pattern, path.read_text("utf-8"))
            return [{"id": f"{name}-{number}", **item.groupdict()} for number, item in enumerate(found, 1)]
        sheet = read_sheet(path)
        rows = [{field: _cell(row, column) for field, column in table.columns.items()} for row in sheet]
        for joined in table.joined:
            by_id = {next(iter(row.values())): row for row in self._read(joined, name)}
            rows = [{**row, **by_id[next(iter(row.values()))]} for row in rows]
        return rows

    def requirements(self, settings: RatedSettings, asked: bool) -> Iterable[Requirement]:
        """The items must be here, where a model is asked or rows name them."""
        if self.task.items and (asked or self.options["items"].scoring):
            yield ("items",), lambda: self.table(chosen(settings, "items"))
        yield from super().requirements(settings, asked)

    def turns(self, settings: RatedSettings) -> Sequence[str]:
        """What is asked once after a refusal."""
        return (f"{self.task.again}{self._ending(settings)}",) if self.task.again else ()

    def _protocol(self, settings: RatedSettings) -> str:
        own = f"{settings.protocol}{OF_OWN_PROMPTS}"
        return own if chosen_prompts(settings) == "own" and own in self.task.protocols else settings.protocol

    def _ending(self, settings: RatedSettings) -> str:
        return self.task.forms[chosen(settings, "form")] if self.task.forms else ""

    def rubrics(self, settings: RatedSettings) -> Sequence[Rubric]:
        """The authors', those of the protocol, or: how creative is this response to that task?"""
        if settings.says_instruction:
            return self._authors_questions
        return self.rubrics_by_protocol[self._protocol(settings)] if self.task.protocols else (CREATIVITY,)

    @cached_property
    def _authors_questions(self) -> Sequence[Rubric]:
        return authors_questions(self.place)

    @cached_property
    def rubrics_by_protocol(self) -> Mapping[str, Sequence[Rubric]]:
        """Those that the card declares."""
        return {name: [*map(self._rubric, protocol.rubrics)] for name, protocol in self.task.protocols.items()}

    def _rubric(self, question: RatedQuestion) -> Rubric:
        scale = Scale(question.scale[0], question.scale[-1], between=question.between) if question.scale else None
        values = {name: getattr(question, name) for name in ("system", "each", "asks_json", "reply_tokens")}
        values |= {"shown" if question.each else "rated": question.rated, "test": bool(question.test)}
        choices: dict[str, Any] = {"letters": question.letters or None, "words": question.words or None}
        name = question.name or question.template
        return Rubric(name, self.place, question.template, question.dimensions, scale=scale, **choices, **values)

    def scorer(self, settings: RatedSettings) -> Any:  # noqa: ANN401 - a subclass may have another
        """See ``RatedScorer``."""
        of_one = {name for rubric in self.rubrics(settings) if rates_one(rubric) for name in rubric.dimensions}
        every = [*(self.rated_dimensions or of_one)]
        dimensions = [name for name in every if name in of_one]
        how = (self.card, dimensions, every, chosen(settings, "form") in self.task.reply.marked, self.conditions)
        if not self.task.run_score:
            return RatedScorer(*how)
        module, _, function = self.task.run_score.partition(":")
        return RatedRunScorer(getattr(self.entry.module(module), function), *how)

    @cached_property
    def conditions(self) -> frozenset[str]:
        """The dimensions that are conditions of the questions behind them."""
        questions = [question for protocol in self.task.protocols.values() for question in protocol.rubrics]
        return frozenset(name for each in questions if each.test == "condition" for name in each.dimensions)

    @property
    def rated_dimensions(self) -> dict[str, tuple[Scale, bool]]:
        """What is rated of one response under any protocol: its scale, and whether it is under all declared ones."""
        declared = self.rubrics_by_protocol
        several = [
            {name: _scale(rubric) for rubric in rubrics if rates_one(rubric) for name in rubric.dimensions}
            for rubrics in [*declared.values()] or [[CREATIVITY]]
        ]
        scales = {name: scale for rated in several for name, scale in rated.items() if scale is not None}
        return {
            name: (scale, bool(declared) and all(name in rated for rated in several)) for name, scale in scales.items()
        }

    @cached_property
    def row_type(self) -> type[Row]:
        """With the ratings that the card's protocols ask for."""
        if self.parent is not None and self.parent.card.rated == self.task:
            return self.parent.row_type
        if self.record != RatedBenchmark.record:
            return super().row_type
        from helm_creativity.task_types.rated.rows import rated_row

        item = next((column for table in self.task.items.values() for column in table.columns), "")
        names = " and ".join(self.rated_dimensions if len(self.rated_dimensions) < 4 else ["ratings"])
        return rated_row(item, self.rated_dimensions, self.task.response_help or f"or else {names}")

    def shown(self, prompt: str, fields: Fields, settings: RatedSettings) -> Mapping[str, Any]:
        """What questions to judges may show beside the response: the item, and as ``task`` the prompt.

        Of the authors' items it is their text, so that one question holds for all instructions, and for people.
        """
        # A row of a file without ratings has no judges either, and need not say what was asked.
        return {**fields, "task": fields.get(ITEM, "") if settings.says_instruction else prompt}

    def passage(self, response: Response, form: str, rated: bool = False) -> RatedPassage:
        """The rated text of a response; see ``read_reply``."""
        return read_reply(response, self.task.reply, form, rated)

    def follow_up(self, trial: Trial, settings: RatedSettings) -> Steps[RatedResponse]:
        """What judges say of a response, and of it and the one before it; none is asked where people rated it.

        A refused item is asked once more in other words; what cannot be rated is not sent to judges.
        """
        fields, response, form = trial.sample.fields, trial.sample.response, chosen(settings, "form")
        found, ratings = RatedResponse(fields, trial.number), fields.get("ratings")
        if response is not None or ratings is None:
            text = self.passage(response or Response(""), form, rated=ratings is not None)
            found = replace(found, **text._asdict())
        if ratings is not None:
            return replace(found, ratings=ratings)
        if self.task.again:
            found = replace(found, again=False)
            if found.failure_reason is FailureReason.REFUSED:
                again = yield from turn(*self.turns(settings), **_variables(self.place, self.turns(settings), fields))
                if again.error != MissingReason.NOT_ASKED:
                    found = replace(found, again=True, **self.passage(again.response, form)._asdict())
        return found if found.failure_reason is not None else (yield from self._judged(found, trial, settings))

    def _judged(self, found: RatedResponse, trial: Trial, settings: RatedSettings) -> Steps[RatedResponse]:
        before = {response.trial: response for response in trial.earlier if response is not None}.get(trial.number - 1)
        for rubric in self.rubrics(settings):
            templates = [name for name in (rubric.system, rubric.user) if name]
            variables = _variables(rubric.folder, templates, self.shown(trial.prompt, found.fields, settings))
            texts = rubric.shown if rubric.each else rubric.rated
            if rubric.each:  # a row without its item has none, and no judge is asked
                variables.setdefault(rubric.each, [])
            if len(texts) == 1:
                replies = yield from ask(rubric, **{**variables, texts[0]: found.text})
                values: dict[str, Sequence[float]] = {name: replies.values(name) for name in rubric.dimensions}
                if rubric.each:
                    (name,) = rubric.dimensions
                    means = map(mean_or_none, replies.each(name, len(variables[rubric.each])))
                    values = {name: [mean for mean in means if mean is not None]}
                if rates_one(rubric):
                    found = replace(found, ratings={**found.ratings, **values})
                    if {*rubric.dimensions} & self.conditions and says_no(values[rubric.dimensions[0]]):
                        return found
                elif says_no(values[rubric.dimensions[0]]):
                    return replace(found, failure_reason=FailureReason.OFF_TASK)
            elif before is not None and before.failure_reason is None:
                pair = dict(zip(texts, (before.text, found.text), strict=True))
                replies = yield from ask(rubric, "", Pair(before.trial, found.trial), **{**variables, **pair})
                found = replace(found, paired={name: mean_or_none(replies.values(name)) for name in rubric.dimensions})
        return found

    def typical_responses(self, trial: Trial, settings: RatedSettings, trials: int) -> Sequence[TypicalResponse]:
        """A text, marked where that is asked for."""
        mark = f"{self.task.reply.mark}: " if chosen(settings, "form") in self.task.reply.marked else ""
        return (TypicalResponse(f"{mark}{prose(self.task.response_tokens, trial.number)}"),)

    @cached_property
    def reference(self) -> Any:  # noqa: ANN401 - as Benchmark
        """The module ``baseline``, or a response that its judge rates as high as can be and the card's sentences."""
        return super().reference or RatedReference(self.place, self.card)


def _variables(place: Place, templates: Sequence[str], fields: Mapping[str, object]) -> dict[str, Any]:
    names = {name for template in templates for name in template_variables(place, template)}
    return {name: value for name, value in fields.items() if name in names}


def _cell(row: Mapping[str, Any], column: str) -> str:
    """What a row has in a column, or in several with what stands between them; of several texts, all of them."""
    if "{" in column:
        return column.format(**row)
    texts = row[column]
    if isinstance(texts, Mapping):
        texts = list(texts.values())
    return "\n\n".join(f"{i}. {text}" for i, text in enumerate(texts, 1)) if isinstance(texts, list) else str(texts)


def items_label(items: str) -> str:
    """What stands for items in names of runs: of a file its stem, ``@`` and a checksum."""
    path = Path(items)
    of_file = path.suffix and path.is_file()
    return re.sub(r"[^\w.@-]", "-", f"{path.stem}@{file_sha256(path)[:12]}") if of_file else items


def rates_one(rubric: Rubric) -> bool:
    """Whether what judges say is a dimension of one response, and not of two, or whether it is an attempt."""
    return (bool(rubric.each) or len(rubric.rated) == 1) and (rubric.words is None or rubric.test)


def _scale(rubric: Rubric) -> Scale | None:
    """That of a dimension; the mean over a list may lie between two ratings, and a test is no or yes."""
    if rubric.each and rubric.scale is not None:
        return replace(rubric.scale, between=True)
    return Scale(0, 1) if rubric.test else rubric.scale


def chosen(settings: RatedSettings, name: str) -> str:
    """The value of a setting that only some cards have."""
    return str(getattr(settings, name, ""))
