"""Sets of texts with human judgements, or with texts to compare them with: a card (YAML) and a module for each.

A set without a module is the labelled responses of the benchmark that its card names.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from helm_creativity.benchmark.files.source_files import find
from helm_creativity.benchmark.names import did_you_mean
from helm_creativity.benchmark.sources import ExamCard, exam_cards, find_source
from helm_creativity.errors import BadArguments
from helm_creativity.exams.types import ExamSet
from helm_creativity.safe_text import quoted


def list_exam_sets() -> Sequence[ExamCard]:
    """The cards of all sets, in alphabetical order."""
    return tuple(exam_cards().values())


def fetched_exam_sets() -> Sequence[str]:
    """Names of the sets whose files are all on this machine, in alphabetical order."""
    return tuple(
        card.name for card in list_exam_sets() if all(find(find_source(name)) is not None for name in card.requires)
    )


def load_exam_set(name: str) -> ExamSet:
    """The set of that name, read from the files that were fetched."""
    cards = exam_cards()
    if name not in cards:
        raise BadArguments(f"there is no set {quoted(name)} to examine judges on{did_you_mean(name, cards)}")
    module = name if find_spec(f"{__name__}.{name}") else "labelled"
    loaded: ExamSet = import_module(f"{__name__}.{module}").load(cards[name])
    return loaded
