"""What is known of a public set of texts with human judgements before its files are here: its card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.files.yaml_files import build, read_yaml

EXAM_SETS = "helm_creativity.exams.sets"
"""The package whose folder holds the cards; nothing of it is imported."""


@dataclass(frozen=True)
class ExamCard:
    """A public set on which judges are examined."""

    name: str
    title: str
    texts: str
    raters: str
    scale: str
    licence: str
    citation: str
    requires: tuple[str, ...]
    files: tuple[SourceFile, ...] = ()
    benchmark: str = ""


@cache
def exam_cards() -> Mapping[str, ExamCard]:
    """The cards of all sets, by name."""
    spec = find_spec(EXAM_SETS)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    paths = [path for folder in folders for path in sorted(Path(folder).glob("*.yaml"))]
    return {path.stem: build(ExamCard, read_yaml(path), path.name) for path in paths}
