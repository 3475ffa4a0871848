"""People's lists of uses: how many uses they have, and how original people found them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.core.claims import Claim, Recipe, Recomputed
from helm_creativity.core.registry import find_source
from helm_creativity.results.program_texts import asked_prompts, count_in_program, program_texts, prompts_claim
from helm_creativity.results.recomputing import read_rows, score_records
from helm_creativity.scenarios.aut.items import object_names, object_set

RATINGS = find_source("organisciak-ratings")
PROGRAM = find_source("mctb2025-aut")
ADDED = "' ' + self.addition_specs if self.addition_specs else ''"
"""What the program may append to a prompt."""
List = tuple[str, str, str]
"""Study, participant and object; names of participants are alike between studies."""


def _texts(path: Path, added: str) -> list[str]:
    names = [object_names(thing.phrase) for thing in object_set("mctb2025")]
    varying = [
        {"self.n_uses": "10", "object_name": name["thing"], "object_name.upper()": name["capitals"], ADDED: added}
        for name in names
    ]
    return [text for values in varying for text in program_texts(path, values)]


def prompts(paths: Sequence[Path]) -> Recomputed:
    """Of the usual form, for each object."""
    return count_in_program(asked_prompts("aut", protocol="mctb2025"), _texts(paths[0], ""))


def varied(paths: Sequence[Path]) -> Recomputed:
    """Of the five forms of the released runs, for each object, with the sentence against common uses behind them."""
    (sentence,) = (text for text in program_texts(paths[0], {}) if text.startswith(" Avoid typical"))
    asked = asked_prompts("aut", protocol="mctb2025", form="varied")
    return count_in_program(asked, _texts(paths[0], f" {sentence}"))


def _lists(path: Path, studies: Sequence[str], objects: str) -> dict[List, list[dict[str, str]]]:
    names = {thing.name for thing in object_set(objects)}
    lists = defaultdict(list)
    for row in read_rows(path):
        if row["type"] == "uses" and row["prompt"] in names and (not studies or row["src"] in studies):
            lists[row["src"], row["participant"], row["prompt"]].append(row)
    return lists


def lists(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """A person's mean over their lists, of those who have one; ``studies`` is theirs, all if there is none."""
    settings = dict(arguments)
    studies = tuple(filter(None, settings.pop("studies", "").split("+")))
    found = _lists(paths[0], studies, settings["protocol"])
    records = [{"object": key[2], "uses": [row["response"] for row in rows]} for key, rows in found.items()]
    each = defaultdict(list)
    for key, sample in zip(found, score_records("aut", records, **settings), strict=True):
        value = sample.value(stat)
        if value is not None:
            each[key[:2]].append(value)
    return ((sum(values) / len(values)) for values in each.values())


def ratings(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """A person's mean over their lists of the mean rating of a list's uses, of those who have a use that counts."""
    found = _lists(paths[0], (), "mctb2025")
    records = [{"object": key[2], "uses": [row["response"] for row in rows]} for key, rows in found.items()]
    samples = score_records("aut", records, protocol="mctb2025", prompts="own", embedding="builtin")
    counted = {key[:2] for key, sample in zip(found, samples, strict=True) if sample.submetrics["fluency"] is not None}
    each = defaultdict(list)
    for key, rows in found.items():
        if key[:2] in counted:
            each[key[:2]].append(sum(float(row["target"]) for row in rows) / len(rows))
    return ((sum(values) / len(values)) for values in each.values())


PAPER = "Organisciak et al. 2023"
RECIPES: Mapping[str, Recipe] = {
    "lists": Recipe(PAPER, (RATINGS,), lists, scores_responses=True),
    "ratings": Recipe(PAPER, (RATINGS,), ratings),
}
CLAIMS: tuple[Claim, ...] = (
    prompts_claim("Green Code 2025", "objects whose prompt is in their words", "8", prompts, [PROGRAM]),
    prompts_claim("Green Code 2025", "prompts in their words, form=varied", "40", varied, [PROGRAM]),
)
