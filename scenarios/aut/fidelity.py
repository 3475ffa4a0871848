"""People's lists of uses: how many uses they have, and how original people found them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from helm_creativity.core.claims import Claim, Recomputed, claims_about
from helm_creativity.core.registry import find_source
from helm_creativity.core.types import SampleScore
from helm_creativity.results.program_texts import asked_prompts, count_in_program, program_texts, prompts_claim
from helm_creativity.results.recomputing import mean_or_sd, read_rows, score_records
from helm_creativity.scenarios.aut.items import object_names, object_set

RATINGS = find_source("organisciak-ratings")
PROGRAM = find_source("mctb2025-aut")
ADDED = "' ' + self.addition_specs if self.addition_specs else ''"
"""What the program may append to a prompt."""
Person = tuple[str, str]
"""Study and participant, whose names are alike between studies."""
List = tuple[str, str, str]
"""Study, participant and object."""


def _texts(path: Path, added: str) -> list[str]:
    """The program's texts about each of its objects."""
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


def _scored(records: Sequence[Mapping[str, Any]], protocol: str) -> Iterator[SampleScore]:
    # Under the words of its authors a protocol wants as many uses as they ask for, and people had no such number.
    own = {"prompts": "own"} if protocol == "mctb2025" else {}
    return score_records("aut", records, protocol=protocol, embedding="builtin", **own)


@cache
def _fluency(path: Path, protocol: str, studies: tuple[str, ...]) -> dict[Person, float]:
    """The mean number of uses of each person's lists; who has no use that counts is left out."""
    lists = _lists(path, studies, protocol)
    records = [{"object": key[2], "uses": [row["response"] for row in rows]} for key, rows in lists.items()]
    each = defaultdict(list)
    for key, sample in zip(lists, _scored(records, protocol), strict=True):
        found = sample.submetrics["fluency"]
        if found is not None:
            each[key[:2]].append(found)
    return {person: sum(found) / len(found) for person, found in each.items()}


def fluency(protocol: str, studies: tuple[str, ...], paths: Sequence[Path], what: str) -> Recomputed:
    """Of people's mean number of uses."""
    return mean_or_sd(_fluency(paths[0], protocol, studies).values(), what)


def originality(paths: Sequence[Path], what: str) -> Recomputed:
    """Of people's mean over their lists of the mean rating of a list's uses."""
    counted = _fluency(paths[0], "mctb2025", ())
    each = defaultdict(list)
    for key, rows in _lists(paths[0], (), "mctb2025").items():
        if key[:2] in counted:
            each[key[:2]].append(sum(float(row["target"]) for row in rows) / len(rows))
    return mean_or_sd((sum(found) / len(found) for found in each.values()), what)


PAPER = "Organisciak et al. 2023"
CLAIMS: tuple[Claim, ...] = (
    prompts_claim("Green Code 2025", "objects whose prompt is in their words", "8", prompts, [PROGRAM]),
    prompts_claim("Green Code 2025", "prompts in their words, form=varied", "40", varied, [PROGRAM]),
    *claims_about(
        [RATINGS],
        PAPER,
        "card, norms",
        originality,
        [("mean rated originality of people's uses", "1.88"), ("sd of that originality", "0.45")],
        1674,
    ),
    *claims_about(
        [RATINGS],
        PAPER,
        "card, norms",
        partial(fluency, "mctb2025", ()),
        [("mean number of people's uses", "7.44"), ("sd of that number", "4.11")],
        1674,
    ),
    *claims_about(
        [RATINGS],
        "Dumas, Organisciak and Doherty 2020",
        "card, norms",
        partial(fluency, "wenger2025", ("dod20",)),
        [("mean number of people's uses, four objects", "6.04"), ("sd of that number, four objects", "2.10")],
        92,
    ),
)
