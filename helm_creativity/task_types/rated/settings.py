"""The settings of a rated benchmark, made of what its card says."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from helm_creativity.benchmark.rated_task import RatedTask
from helm_creativity.benchmark.settings import PromptSettings, option
from helm_creativity.errors import BadArguments
from helm_creativity.judges.settings import JudgedSettings

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry


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


def paired_dimensions(task: RatedTask) -> list[str]:
    """What is rated of two responses to an item, under any protocol."""
    questions = [question for protocol in task.protocols.values() for question in protocol.rubrics]
    return list(dict.fromkeys(name for each in questions if len(each.rated) == 2 for name in each.dimensions))


def make_settings(entry: BenchmarkEntry, task: RatedTask) -> type[Any]:
    """The class of settings of a card that has ``items`` and ``forms`` to choose from, and words of two authors."""
    fields: list[tuple[str, Any, Any]] = []
    if task.items:
        fields.append(("items", str, _choice(tuple(task.items), task.items_help, named=True)))
    if task.forms:
        fields.append(("form", str, _choice(tuple(task.forms), task.form_help)))
    words = (PromptSettings,) if any(name.endswith("prompts=own") for name in task.protocols) else ()
    own = {"task": task, "usual_design": task.design, "__reduce__": lambda self: (_again, (entry, vars(self)))}
    return dataclasses.make_dataclass(
        "RatedSettings", fields, bases=(RatedSettings, *words), namespace=own, frozen=True
    )


def _choice(choices: tuple[str, ...], help_line: str, **how: Any) -> Any:  # noqa: ANN401 - as option
    return option(choices[0], help_line, choices=choices, scoring=False, **how)


def _again(entry: BenchmarkEntry, values: dict[str, Any]) -> Any:  # noqa: ANN401 - of a class made at run time
    """Settings in another process, whose class pickle would not find."""
    from helm_creativity.benchmark.loading import load_benchmark

    kind = load_benchmark(entry).settings_type
    return kind(**{field.name: values[field.name] for field in dataclasses.fields(kind)})
