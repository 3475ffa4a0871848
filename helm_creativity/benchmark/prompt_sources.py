"""Where the words of a template come from: it says so in its first comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.benchmark.sources import find_sources

HEAD = re.compile(r"\A\{#-?\s*(?P<kind>Source|Fetched|Written for [^:]+): (?P<text>.+?)\s*-?#\}", re.DOTALL)
_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class PromptSource:
    """What the head of a template says."""

    id: str
    kind: str
    source: str

    @property
    def file(self) -> SourceFile | None:
        """The file that has the words; None where they are shipped, or no card names it."""
        return find_sources().get(self.source.split(",")[0]) if self.kind == "Fetched" else None


def list_prompt_sources(folder: Path) -> Iterator[PromptSource]:
    """The templates of a benchmark in the order of their names."""
    for path in sorted((folder / "prompts").glob("*.j2")):
        yield read_prompt_source(path)


def shared_prompts() -> Iterator[PromptSource]:
    """The templates that several benchmarks share: instructions, and rubrics of a task type."""
    for folder in sorted(_PACKAGE.glob("*/*/prompts")):
        if folder.parent.parent.name not in ("scenarios", "exams"):
            yield from list_prompt_sources(folder.parent)


def exam_prompts() -> Iterator[PromptSource]:
    """The questions about texts of public sets, and of files of one's own."""
    yield from list_prompt_sources(_PACKAGE / "exams" / "sets")


def read_prompt_source(path: Path) -> PromptSource:
    """What a template says of itself."""
    head = HEAD.match(path.read_text("utf-8"))
    kind, text = (head["kind"], " ".join(head["text"].split())) if head else ("", "")
    return PromptSource(path.stem, kind, text)
