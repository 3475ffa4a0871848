"""The family of benchmarks whose responses judges rate: a card, prompts and items, no Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from helm_creativity.benchmark.card import OF_OWN_PROMPTS
from helm_creativity.benchmark.follow_ups import Pair, Steps, Trial, TypicalResponse, ask, prose, turn
from helm_creativity.benchmark.prompts import template_variables
from helm_creativity.benchmark.rated_task import ItemTable, RatedQuestion, RatedTask
from helm_creativity.benchmark.ratings import MissingReason, Scale
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import Requirement, chosen_prompts
from helm_creativity.benchmark.sources import require_source
from helm_creativity.benchmark.types import FailureReason, Fields, Item, Prompt, Response
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.task_types.items_in_file import Entry, KeyedBenchmark
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.task_types.rated.baseline import RatedReference
from helm_creativity.task_types.rated.reply import read_reply
from helm_creativity.task_types.rated.rubric import OWN_QUESTIONS, is_off_task
from helm_creativity.task_types.rated.scorer import RatedResponse, RatedRunScorer, RatedScorer
from helm_creativity.task_types.rated.settings import RatedSettings, make_settings, paired_dimensions

if TYPE_CHECKING:
    from helm_creativity.benchmark.rows.fields import Row


class RatedBenchmark(JudgedBenchmark[RatedSettings], KeyedBenchmark[RatedSettings]):
    """The score is the mean of what judges rate: of a response as a whole from 10 to 50, or as the card says."""

    settings_type: ClassVar[type[RatedSettings]] = RatedSettings
    record = "helm_creativity.task_types.rated.rows:RatedRow"
    numbered = True

    def __init__(self, *how: Any) -> None:  # noqa: ANN401 - as Benchmark
        super().__init__(*how)
        task, own = self.task, vars(self)
        if task.protocols:
            same = self.parent if self.parent is not None and self.parent.card.rated == task else None
            own["settings_type"] = same.settings_type if same else make_settings(self.entry, task)
        own.update(response_tokens=task.response_tokens, assumptions=task.assumptions)
        own.update(compares_trials=bool(paired_dimensions(task)), trials_move_score=bool(task.run_score))

    @property
    def task(self) -> RatedTask:
        """What the card says of the task."""
        return self.card.rated

    def prompt(self, entry: Entry) -> Prompt:
        """The card's template, which may use every field of the item."""
        return self.render(self.card.template.format(**entry), **entry)

    def items(self, settings: RatedSettings) -> Iterator[Item]:
        """Those of ``items/own.yaml``, or of the chosen table."""
        if not self.task.items:
            yield from super().items(settings)
            return
        template = self.task.protocols[self._protocol(settings)].template + self._ending(settings)
        for number, fields in enumerate(self.table(_chosen(settings, "items"))):
            yield Item(next(iter(fields.values())), self.render(template, **fields), {**fields, "number": number})

    def table(self, name: str) -> list[dict[str, Any]]:
        """The fields of each item that a value of the setting ``items`` names."""
        return self._read(self.task.items[name], f"the items {name!r}")

    def _read(self, table: ItemTable, what: str) -> list[dict[str, Any]]:
        path = self.entry.file(table.file) if table.file else require_source(table.source, what, "the items own")
        rows = [{field: str(row[column]) for field, column in table.columns.items()} for row in read_sheet(path)]
        for joined in table.joined:
            by_id = {next(iter(row.values())): row for row in self._read(joined, what)}
            rows = [{**row, **by_id[next(iter(row.values()))]} for row in rows]
        return rows

    def requirements(self, settings: RatedSettings, asked: bool) -> Iterable[Requirement]:
        """The items must be here."""
        if asked and self.task.items:
            yield ("items",), lambda: self.table(_chosen(settings, "items"))
        yield from super().requirements(settings, asked)

    def turns(self, settings: RatedSettings) -> Sequence[str]:
        """What is asked once after a refusal."""
        return (f"{self.task.again}{self._ending(settings)}",) if self.task.again else ()

    def _protocol(self, settings: RatedSettings) -> str:
        own = f"{settings.protocol}{OF_OWN_PROMPTS}"
        return own if chosen_prompts(settings) == "own" and own in self.task.protocols else settings.protocol

    def _ending(self, settings: RatedSettings) -> str:
        return self.task.forms[_chosen(settings, "form")] if self.task.forms else ""

    def rubrics(self, settings: RatedSettings) -> Sequence[Rubric]:
        """Those of the protocol, or: how creative is this response to that task?"""
        return self._rubrics[self._protocol(settings)] if self.task.protocols else OWN_QUESTIONS.rubrics

    @cached_property
    def _rubrics(self) -> Mapping[str, Sequence[Rubric]]:
        return {name: [*map(self._rubric, protocol.rubrics)] for name, protocol in self.task.protocols.items()}

    def _rubric(self, question: RatedQuestion) -> Rubric:
        scale = Scale(question.scale[0], question.scale[-1], between=question.between) if question.scale else None
        values = {name: getattr(question, name) for name in ("system", "rated", "asks_json", "reply_tokens")}
        choices: dict[str, Any] = {"letters": question.letters or None, "words": question.words or None}
        name = question.name or question.template
        return Rubric(name, self.place, question.template, question.dimensions, scale=scale, **choices, **values)

    def scorer(self, settings: RatedSettings) -> RatedScorer:
        """See ``RatedScorer``."""
        of_one = {
            dimension
            for rubric in self.rubrics(settings)
            if len(rubric.rated) == 1 and rubric.words is None
            for dimension in rubric.dimensions
        }
        every = dict.fromkeys([*(self.rated_dimensions or of_one)])
        dimensions = [name for name in every if name in of_one]
        how = (self.card, dimensions, every, _chosen(settings, "form") in self.task.reply.marked)
        if not self.task.run_score:
            return RatedScorer(*how)
        module, _, function = self.task.run_score.partition(":")
        return RatedRunScorer(getattr(self.entry.module(module), function), *how)

    @property
    def rated_dimensions(self) -> dict[str, tuple[Scale, bool]]:
        """What is rated of one response under any protocol: its scale, and whether it is under all."""
        several = [
            {name: rubric.scale for rubric in rubrics if len(rubric.rated) == 1 for name in rubric.dimensions}
            for rubrics in self._rubrics.values()
        ]
        scales = {name: scale for rated in several for name, scale in rated.items() if scale is not None}
        return {name: (scale, all(name in rated for rated in several)) for name, scale in scales.items()}

    @cached_property
    def row_type(self) -> type[Row]:
        """With the ratings that the card's protocols ask for."""
        if self.parent is not None and self.parent.card.rated == self.task:
            return self.parent.row_type
        if not self.task.items:
            return super().row_type
        from helm_creativity.task_types.rated.rows import row_of_item

        item = next(iter(next(iter(self.task.items.values())).columns))
        return row_of_item(item, self.rated_dimensions, self.task.response_help)

    def judged_task(self, prompt: str, fields: Fields, settings: RatedSettings) -> str:
        """The task as judges read it: the prompt."""
        return prompt

    def follow_up(self, trial: Trial, settings: RatedSettings) -> Steps[RatedResponse]:
        """What judges say of a response, and of it and the one before it; none is asked where people rated it.

        A refused item is asked once more in other words; what cannot be rated is not sent to judges.
        """
        fields, response, form = trial.sample.fields, trial.sample.response, _chosen(settings, "form")
        found, ratings = RatedResponse(fields, trial.number), fields.get("ratings")
        if response is not None or ratings is None:
            text = read_reply(response or Response(""), self.task.reply, form, rated=ratings is not None)
            found = replace(found, **text._asdict())
        if ratings is not None:
            return replace(found, ratings=ratings)
        if self.task.again:
            found = replace(found, again=False)
            if found.failure_reason is FailureReason.REFUSED:
                again = yield from turn(*self.turns(settings), **self._variables(self.turns(settings), fields))
                if again.error != MissingReason.NOT_ASKED:
                    text = read_reply(again.response, self.task.reply, form)
                    found = replace(found, again=True, **text._asdict())
        return found if found.failure_reason is not None else (yield from self._judged(found, trial, settings))

    def _judged(self, found: RatedResponse, trial: Trial, settings: RatedSettings) -> Steps[RatedResponse]:
        earlier = {response.trial: response for response in trial.earlier if response is not None}
        before = earlier.get(trial.number - 1)
        for rubric in self.rubrics(settings):
            templates = [name for name in (rubric.system, rubric.user) if name]
            # A row of a file without ratings has no judges either, and need not say what was asked.
            task = self.judged_task(trial.prompt, found.fields, settings) if settings.judged else ""
            variables = self._variables(templates, {**found.fields, "task": task})
            if len(rubric.rated) == 1:
                replies = yield from ask(rubric, **{**variables, rubric.rated[0]: found.text})
                values = {name: replies.values(name) for name in rubric.dimensions}
                if rubric.words is None:
                    found = replace(found, ratings={**found.ratings, **values})
                elif is_off_task(values[rubric.dimensions[0]]):
                    return replace(found, failure_reason=FailureReason.OFF_TASK)
            elif before is not None and before.failure_reason is None:
                texts = dict(zip(rubric.rated, (before.text, found.text), strict=True))
                replies = yield from ask(rubric, "", Pair(before.trial, found.trial), **{**variables, **texts})
                found = replace(found, paired={name: mean_or_none(replies.values(name)) for name in rubric.dimensions})
        return found

    def _variables(self, templates: Sequence[str], fields: Mapping[str, object]) -> dict[str, Any]:
        names = {name for template in templates for name in template_variables(self.place, template)}
        return {name: value for name, value in fields.items() if name in names}

    def typical_responses(self, trial: Trial, settings: RatedSettings, trials: int) -> Sequence[TypicalResponse]:
        """A text, marked where that is asked for."""
        text, marked = (
            prose(self.task.response_tokens, trial.number),
            _chosen(settings, "form") in self.task.reply.marked,
        )
        return (TypicalResponse(f"{self.task.reply.mark}: {text}" if marked else text),)

    @cached_property
    def reference(self) -> RatedReference:
        """A response that its judge rates as high as can be, and the card's sentences."""
        return RatedReference(self.place, self.card)


def _chosen(settings: RatedSettings, name: str) -> str:
    """The value of a setting that only some cards have."""
    return str(getattr(settings, name, ""))
