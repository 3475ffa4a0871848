"""Base of all scenarios: a room says what to ask, this class says it to HELM."""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from helm.benchmark.scenarios.scenario import TEST_SPLIT, Input, Instance, Scenario, ScenarioMetadata

from helm_creativity.hosting.metadata import scenario_metadata
from helm_creativity.rooms import BadCard, Card, ItemRoom, Prompt, load_card, render


@dataclass(frozen=True)
class Ask:
    """One item: the prompt, and what the scorer must know of it (``fields``). ``id`` is stable across versions."""

    id: str
    prompt: Prompt
    fields: Mapping[str, Any] = field(default_factory=dict)


@cache
def folder_of(cls: type) -> Path:
    """The room's folder: where the module of ``cls`` stands beside a card, or that of the nearest class above it.

    Raises:
        BadCard: when there is no card beside any of them.
    """
    ours = [one for one in cls.__mro__ if one.__module__ != "builtins" and not one.__module__.startswith("helm.")]
    folders = [Path(inspect.getfile(one)).parent for one in ours]
    found = next((folder for folder in folders if (folder / "card.yaml").is_file()), None)
    if found is None:
        raise BadCard(f"{cls.__module__}.{cls.__qualname__} needs a card.yaml beside its module: {folders[0].name}/")
    return found


def card_of(cls: type) -> Card:
    """The card of the room that ``cls`` belongs to; see ``folder_of``."""
    return load_card(folder_of(cls))


class CreativityScenario(Scenario):
    """Subclass in a room and implement ``asks``. Constructors must stay free of I/O beyond the card.

    HELM's pages average the runs of one scenario with equal arguments. So whatever else tells runs apart is an argument
    too, though nothing is asked by it, such as judges or an instruction. All are kept in ``settings``.
    """

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401
        super().__init__()
        self.settings = settings
        self.card = card_of(type(self))
        self.name = self.card.group
        self.description = self.card.summary
        self.tags = ["creativity", self.card.domain]

    def __post_init__(self) -> None:
        """HELM would write the path of this file, on this machine, into ``scenario.json``."""
        self.definition_path = f"{type(self).__module__}.{type(self).__qualname__}"

    @property
    def folder(self) -> Path:
        """The room's folder, where its prompts and items are."""
        return folder_of(type(self))

    def render(self, prompt_id: str, **variables: object) -> Prompt:
        """The room's prompt of that name."""
        return render(self.folder, prompt_id, **variables)

    @abstractmethod
    def asks(self) -> Iterable[Ask]:
        """The items, always all of them and always in one order."""

    def get_instances(self, output_path: str) -> list[Instance]:
        """HELM's instances: all in the test split, the prompt's id and checksum with each."""
        return [
            Instance(
                id=ask.id,
                input=Input(text=ask.prompt.text),
                references=[],
                split=TEST_SPLIT,
                extra_data={**ask.fields, "prompt_id": ask.prompt.id, "prompt_sha256": ask.prompt.sha256},
            )
            for ask in self.asks()
        ]

    def get_metadata(self) -> ScenarioMetadata:
        """Made from the card."""
        return scenario_metadata(self.card)


class ItemScenario(CreativityScenario):
    """One item for each entry of the room's file, with all its fields."""

    room: ClassVar[ItemRoom]

    def asks(self) -> Iterator[Ask]:
        """The room's prompt for each item."""
        for item in self.room.items:
            yield Ask(str(item["id"]), self.room.prompt(item), item)
