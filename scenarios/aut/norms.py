"""Norms of people's lists of uses, of the uses that Organisciak et al. 2023 released."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from helm_creativity.benchmark.sources import find_source
from helm_creativity.results.people_scores import MadeOf, read_rows, score_records
from helm_creativity.scenarios.aut.items import object_set


def people_lists(path: Path, studies: Sequence[str], objects: str) -> dict[tuple[str, str, str], list[dict[str, str]]]:
    """Rows of each list, by study, participant and object; names of participants are alike between studies."""
    names, lists = object_set(objects), defaultdict(list)
    for row in read_rows(path):
        if row["type"] == "uses" and row["prompt"] in names and (not studies or row["src"] in studies):
            lists[row["src"], row["participant"], row["prompt"]].append(row)
    return lists


def _lists(path: Path, stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """A person's mean over their lists, of those who have one; ``studies`` is theirs, all if there is none."""
    settings = dict(arguments)
    studies = tuple(filter(None, settings.pop("studies", "").split("+")))
    found = people_lists(path, studies, settings["protocol"])
    records = [{"object": key[2], "uses": [row["response"] for row in rows]} for key, rows in found.items()]
    each = defaultdict(list)
    for key, sample in zip(found, score_records("aut", records, **settings), strict=True):
        if (value := sample.value(stat)) is not None:
            each[key[:2]].append(value)
    return map(fmean, each.values())


RECIPES = {"lists": MadeOf("Organisciak et al. 2023", find_source("organisciak-ratings"), _lists)}
