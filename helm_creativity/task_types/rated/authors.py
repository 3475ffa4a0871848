"""The family of rated benchmarks that are asked as AGC-Human was (Beaty et al. 2026): the authors' items and words.

Such a benchmark has ``items/authors.yaml``, which names a list in a file of the authors; templates ``NAME``,
``NAME_creative`` and ``NAME_effective`` with the prompts of the three instructions, whose variable is ``item``; and
``creativity`` and ``validity`` with the questions to judges. With ``prompts=own`` it is an ordinary rated benchmark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from helm_creativity.benchmark.files.yaml_files import build, read_yaml
from helm_creativity.benchmark.prompts import id_of_words
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import PromptSettings
from helm_creativity.benchmark.sources import authors_list
from helm_creativity.benchmark.types import Fields, Item, Prompt
from helm_creativity.task_types.items_in_file import Entry
from helm_creativity.task_types.rated.benchmark import RatedBenchmark
from helm_creativity.task_types.rated.rubric import OWN_QUESTIONS, WholeQuestions, authors_questions
from helm_creativity.task_types.rated.settings import RatedSettings

ITEM = "item"
"""The field of an authors' item, and the variable of their prompts."""


@dataclass(frozen=True)
class AuthorsItems:
    """Items in a file of the authors."""

    file: str
    constant: str
    numbers: Sequence[int]
    template: str

    def read(self) -> Iterator[tuple[int, str]]:
        """Number and text of each item."""
        texts = authors_list(self.file, self.constant)
        return ((number, texts[number]) for number in self.numbers)


def read_authors_items(folder: Path) -> AuthorsItems:
    """What ``items/authors.yaml`` of a benchmark's folder says."""
    path = folder / "items" / "authors.yaml"
    return build(AuthorsItems, read_yaml(path), f"{folder.name}/items/{path.name}")


def item_id(number: int) -> str:
    """The id of an authors' item, as people's responses name it, too."""
    return f"agc-human-{number}"


@dataclass(frozen=True)
class AuthorsRatedSettings(RatedSettings, PromptSettings):
    """Settings of a rated benchmark that has the authors' items and words beside those of this package."""

    @property
    def says_instruction(self) -> bool:
        """As the authors' prompts do."""
        return self.prompts == "authors"


class AuthorsRatedBenchmark(RatedBenchmark):
    """A rated benchmark with the authors' items, prompts and questions; ``prompts=own`` asks those of this package."""

    settings_type = AuthorsRatedSettings

    @cached_property
    def authors_items(self) -> AuthorsItems:
        """Where the authors' items are."""
        return read_authors_items(self.entry.file("items/authors.yaml").parents[1])

    @cached_property
    def _questions(self) -> WholeQuestions:
        return authors_questions(self.place)

    def prompt(self, entry: Entry) -> Prompt:
        """This package's prompt for an item of its own."""
        name = self.card.template.format(**entry)
        return self.render(id_of_words(self.place, name, "own"), **entry)

    def items(self, settings: RatedSettings) -> Iterator[Item]:
        """The authors' items, or this package's, each with the prompt that belongs to it."""
        if not settings.says_instruction:
            yield from super().items(settings)
            return
        template = f"{self.authors_items.template}{settings.instruction_ending}"
        for place, (number, text) in enumerate(self.authors_items.read()):
            fields = {"id": item_id(number), ITEM: text, "number": place}
            yield Item(item_id(number), self.render(template, item=text), fields)

    def rubrics(self, settings: RatedSettings) -> Sequence[Rubric]:
        """The authors' question about this task, behind their question whether a response is an attempt at it."""
        return (self._questions if settings.says_instruction else OWN_QUESTIONS).rubrics

    def judged_task(self, prompt: str, fields: Fields, settings: RatedSettings) -> str:
        """The item without the words around it, so that one question holds for all instructions, and for people."""
        return str(fields[ITEM]) if settings.says_instruction else prompt
