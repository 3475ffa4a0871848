"""HELM's scenario, made from a benchmark."""

from __future__ import annotations

from typing import Any

from helm.benchmark.scenarios.scenario import TEST_SPLIT, Input, Instance, Scenario, ScenarioMetadata

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.types import Item
from helm_creativity.helm.checks import prepare_run
from helm_creativity.helm.classes import OfBenchmark, scenario_metadata


class CreativityScenario(OfBenchmark, Scenario):
    """The items of a benchmark. HELM makes it by name, in whichever process needs it.

    Whatever tells runs apart is an argument, such as judges: HELM's pages average runs with equal ones.
    A subclass that has a benchmark of its own gives its name as ``benchmark_name``, and may override ``get_instances``.
    """

    def __init__(self, benchmark: str = "", **titles: Any) -> None:  # noqa: ANN401
        super().__init__()
        self.benchmark = self.find_benchmark(benchmark)
        card, known = self.benchmark.card, self.benchmark.options
        # A label stands for no value; prompts do not depend on what is shortened to one.
        values = {name: value for name, value in titles.items() if name not in known or not known[name].shortened}
        self.settings = parse_settings(self.benchmark, values, require=False)
        self.name = card.group
        self.description = card.summary
        self.tags = ["creativity", card.domain]

    def __post_init__(self) -> None:
        """HELM would write the path of this file, on this machine, into ``scenario.json``."""
        self.definition_path = f"{type(self).__module__}.{type(self).__qualname__}"

    def get_instances(self, output_path: str) -> list[Instance]:
        """HELM's instances: all in the test split, the prompt's id and checksum with each."""
        items = self.items()
        prepare_run(items)
        return [
            Instance(
                id=item.id,
                input=Input(text=item.prompt.text),
                references=[],
                split=TEST_SPLIT,
                extra_data={**item.fields, "prompt_id": item.prompt.id, "prompt_sha256": item.prompt.sha256},
            )
            for item in items
        ]

    def items(self) -> list[Item]:
        """All items, whatever part of them HELM draws: token limits are fitted to all of them."""
        return list(self.benchmark.items(self.settings))

    def get_metadata(self) -> ScenarioMetadata:
        """Made from the card."""
        return scenario_metadata(self.benchmark.card)
