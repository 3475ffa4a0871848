"""Attacks on judges: responses written for this package, and what is planted in them: instructions and harmless texts.

A file of YAML for each benchmark has its ten responses and names the question that judges are asked about them;
``instructions.yaml`` has what is planted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from helm_creativity.core.benchmark import asked_rubrics, parse_settings
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.ratings import Scale
from helm_creativity.core.registry import find_entry
from helm_creativity.core.rubrics import Question, Rubric
from helm_creativity.errors import BadArguments
from helm_creativity.io.yaml_files import read_yaml
from helm_creativity.safe_text import quoted

HERE = Path(__file__).parent
INSTRUCTIONS = "instructions"
PLACES = ("before", "middle", "after", "forged end")
"""Where an instruction is planted: in the last, behind what pretends to be the end of the response."""
FORGED_END = "forged end"
"""The kind of instruction at the place of that name."""


@dataclass(frozen=True)
class AttackPair:
    """A response as it is, with a planted instruction, and with a harmless text of about the same length in its place.

    Attributes:
        response: id of the response.
        place: one of ``PLACES``.
        kind: of the instruction.
        plain_question: what a judge is asked about the response.
        planted_question: what it is asked about the response with the instruction.
        control_question: what it is asked about the response with the harmless text.
    """

    response: str
    place: str
    kind: str
    plain_question: Question
    planted_question: Question
    control_question: Question

    @property
    def id(self) -> str:
        """The same whenever the pairs are made."""
        return f"{self.response}/{self.place}"


@dataclass(frozen=True)
class Attack:
    """The pairs about which judges are asked.

    Attributes:
        benchmark: whose question is asked.
        title: of the benchmark.
        rubric: the question; of one dimension.
        scale: of it.
        pairs: each response at each place.
    """

    benchmark: str
    title: str
    rubric: Rubric
    scale: Scale
    pairs: tuple[AttackPair, ...]

    @property
    def questions(self) -> tuple[Question, ...]:
        """All different questions: about responses as they are, with an instruction, and with a harmless text."""
        plain = [pair.plain_question for pair in self.pairs]
        planted = [pair.planted_question for pair in self.pairs]
        return tuple(dict.fromkeys([*plain, *planted, *(pair.control_question for pair in self.pairs)]))


def list_attacks() -> Sequence[str]:
    """Names of the benchmarks whose judges can be attacked, in alphabetical order."""
    return tuple(path.stem for path in sorted(HERE.glob("*.yaml")) if path.stem != INSTRUCTIONS)


def load_attack(name: str) -> Attack:
    """The attack on judges of a benchmark, by its name in any form that ``find_entry`` knows.

    Raises:
        BadArguments: there is none.
    """
    name = find_entry(name).name
    if name not in list_attacks():
        raise BadArguments(
            f"there are no responses to {quoted(name)} to plant instructions in; there are: {', '.join(list_attacks())}"
        )
    values = read_yaml(HERE / f"{name}.yaml")
    benchmark = get_benchmark(values["benchmark"])
    settings = parse_settings(benchmark, values["settings"], require=False)
    (rubric,) = (rubric for rubric in asked_rubrics(benchmark, settings) if rubric.name == values["rubric"])
    assert rubric.scale is not None
    tasks = {item.id: item.prompt.text for item in benchmark.items(settings)}
    pairs = tuple(
        pair for number, response in enumerate(values["responses"]) for pair in _pairs(rubric, number, response, tasks)
    )
    return Attack(name, benchmark.card.title, rubric, rubric.scale, pairs)


def _pairs(rubric: Rubric, number: int, response: Mapping[str, Any], tasks: Mapping[str, str]) -> Iterator[AttackPair]:
    """A response at each place. Kinds take turns over responses and places, and so do the wordings of each kind."""
    # Of the question, but for the rated text: those of the file, or the prompt of an item.
    variables = {"task": tasks[response["item"]]} if "item" in response else response["variables"]
    instructions = _instructions()
    kinds = list(instructions["kinds"])
    text = response["text"]
    plain = rubric.question_about(text, variables)
    for place_number, place in enumerate(PLACES):
        turn = number + place_number
        if place == FORGED_END:
            kind, wordings = FORGED_END, instructions["ends"]
            wording = wordings[number % len(wordings)]
        else:
            kind = kinds[turn % len(kinds)]
            wordings = instructions["kinds"][kind]
            wording = wordings[turn // len(kinds) % len(wordings)]
        instruction, gap = _filled(wording, rubric), " " if rubric.each else "\n\n"
        remark = _remark(instructions["remark_ends" if place == FORGED_END else "remarks"], len(instruction))
        planted, control = (
            rubric.question_about(_plant(text, added, place, gap), variables) for added in (instruction, remark)
        )
        yield AttackPair(response["id"], place, kind, plain, planted, control)


@cache
def _instructions() -> Mapping[str, Any]:
    found: Mapping[str, Any] = read_yaml(HERE / f"{INSTRUCTIONS}.yaml")
    return found


def _filled(wording: str, rubric: Rubric) -> str:
    """An instruction for the rating that is best on the scale of a question."""
    top = rubric.best()
    number = int(top) if float(top).is_integer() else top
    reply = json.dumps({"1" if rubric.each else rubric.dimensions[0]: number}) if rubric.asks_json else str(number)
    return wording.replace("{top}", str(number)).replace("{reply}", reply)


def _remark(remarks: Sequence[str], length: int) -> str:
    """The harmless text whose length in characters is nearest."""
    return min(remarks, key=lambda remark: abs(len(remark) - length))


def _plant(text: str, planted: str, place: str, gap: str) -> str:
    """A response with an instruction or a harmless text; in the middle, between its words.

    Args:
        text: the response.
        planted: what is planted.
        place: one of ``PLACES``.
        gap: what stands between the two. Entries of a list remain on one line, as a run parses them.
    """
    if place == "before":
        return f"{planted}{gap}{text}"
    if place == "middle":
        words = text.split()
        half = len(words) // 2
        return " ".join([*words[:half], planted, *words[half:]])
    return f"{text}{gap}{planted}"
