"""The Divergent Association Task: its card says what is asked and which words are scored."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from helm_creativity.task_types.word_list.benchmark import WordListBenchmark, WordTaskSettings
from helm_creativity.task_types.word_list.settings import CardWords

PROTOCOLS = CardWords(Path(__file__).parent)


@dataclass(frozen=True)
class DatSettings(WordTaskSettings):
    """Settings of the DAT."""

    protocols = PROTOCOLS


class Dat(WordListBenchmark[DatSettings]):
    """Mean distance between the words of a response, 0 to 100 and beyond."""

    settings_type = DatSettings
    response_tokens = 30
