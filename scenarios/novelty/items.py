"""The prompts: those of this package, the authors' curated or real ones, or those of a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.comparability import checksum_prompts
from helm_creativity.benchmark.files.yaml_files import read_items
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.rows.tables import records_in_file
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import quoted

HERE = Path(__file__).parent
PROMPT = "ask"
CATEGORIES = ("randomness", "factual_knowledge", "creative_writing", "subjectivity")

HUB = "yimingzhang/novelty-bench"
"""The authors' data set on the Hugging Face Hub, with the splits of Zhang et al. 2025, section 3.1."""

_OFFICIAL = re.compile(r"(curated|wildchat)(?:@([0-9a-fA-F]{7,40}))?")

Items = tuple[Mapping[str, Any], ...]


def read_prompts(name: object) -> Items:
    """The prompts of that name, each with ``id``, ``category`` ("" where there is none) and ``prompt``."""
    if name == "own":
        return tuple(read_items(HERE / "items" / "own.yaml"))
    if official := _OFFICIAL.fullmatch(str(name)):
        return _official(official[1], official[2])
    path = _prompts_file(name)
    try:
        return _checked(records_in_file(path), str(path))
    except BadArguments as error:
        raise FileProblem(f"{path}, {error}") from error


def prompts_label(name: object) -> str:
    """What stands for the prompts in names of runs: of a file its stem, ``@`` and eight digits of its checksum."""
    if official := _OFFICIAL.fullmatch(str(name)):
        return f"{official[1]}@{official[2][:7].lower()}" if official[2] else official[1]
    if name == "own":
        return "own"
    stem = re.sub(r"[^\w.-]+", "_", _prompts_file(name).stem)[:40]
    return f"{stem}@{checksum_in(read_prompts(name)).rpartition(':')[2][:8]}"


def checksum_in(items: Iterable[Mapping[str, Any]]) -> str:
    """Number and checksum of prompts, as they are asked."""
    return checksum_prompts(render(HERE, PROMPT, **item) for item in items)


@lru_cache(maxsize=4)
def _official(split: str, commit: str | None) -> Items:
    import datasets

    name = f"{HUB}@{commit}" if commit else HUB
    try:
        rows = list(map(dict, datasets.load_dataset(HUB, split=split, revision=commit)))
    except Exception as error:  # of the network, of the Hub, of the library's cache, of files: all mean the same here
        raise FileProblem(
            f"cannot load the split {split} of {name} with the library datasets: {type(error).__name__}: {error}. If "
            f"this machine has no network, save the split as {split}.jsonl on another one, and give that file's path"
        ) from error
    return _checked(enumerate(rows, start=1), name)


def _prompts_file(name: object) -> Path:
    path = Path(os.path.expanduser(str(name)))
    if path.suffix.lower() not in (".jsonl", ".csv") or not path.is_file():
        allowed = "own, curated, wildchat, either of these with @COMMIT, or a file that ends in .jsonl or .csv"
        raise BadArguments(f"items must be {allowed}, got {quoted(name)}, which is none that is there")
    return path


def _checked(rows: Iterable[tuple[int, Mapping[str, Any]]], where: str) -> Items:
    items: dict[str, Mapping[str, Any]] = {}
    for number, row in rows:
        prompt, id_ = row.get("prompt"), str(row.get("id") or number)
        if not isinstance(prompt, str) or not prompt.strip():
            raise FileProblem(f"{where}, row {number}: expected a text in the field prompt, got {quoted(prompt)}")
        if id_ in items:
            raise FileProblem(f"{where}, row {number}: expected ids that differ, got {quoted(id_)} again")
        items[id_] = {"id": id_, "category": str(row.get("category") or ""), "prompt": prompt}
    if not items:
        raise FileProblem(f"{where}: expected a prompt in every row, found no row")
    return tuple(items.values())
