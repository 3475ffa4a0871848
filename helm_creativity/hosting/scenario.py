"""Base of all scenarios: a room says what to ask, this class says it to HELM."""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from helm.benchmark.scenarios.scenario import TEST_SPLIT, Input, Instance, Scenario, ScenarioMetadata

from helm_creativity.hosting.metadata import scenario_metadata
from helm_creativity.rooms import Card, Prompt, load_card


@dataclass(frozen=True)
class Ask:
    """One item: the prompt, and what the scorer must know of it (``fields``). ``id`` is stable across versions."""

    id: str
    prompt: Prompt
    fields: Mapping[str, Any] = field(default_factory=dict)


def card_of(cls: type) -> Card:
    """The card beside the module that defines ``cls``."""
    return load_card(Path(inspect.getfile(cls)).parent)


class CreativityScenario(Scenario):
    """Subclass in a room and implement ``asks``. Constructors must stay free of I/O beyond the card.

    HELM's pages average the runs of one scenario with equal arguments. So whatever else tells runs apart is an argument
    too, though nothing is asked by it: ``titles``, which a subclass hands on, such as judges or an instruction.
    """

    def __init__(self, **titles: Any) -> None:  # noqa: ANN401
        super().__init__()
        self.titles = titles
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
        return Path(inspect.getfile(type(self))).parent

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
