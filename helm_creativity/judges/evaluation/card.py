"""A judge's card: what its exams found, as a file that reports read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from urllib.parse import quote

from helm_creativity.benchmark.files.source_files import home
from helm_creativity.benchmark.files.untrusted_files import damage, read_json
from helm_creativity.benchmark.files.yaml_files import build
from helm_creativity.benchmark.registry import list_places
from helm_creativity.benchmark.rows.records import writing
from helm_creativity.errors import BadCard, FileProblem
from helm_creativity.judges.evaluation.statistics import Agreement, ExamEstimate
from helm_creativity.judges.evaluation.types import ScaleKind
from helm_creativity.safe_text import kind_of
from helm_creativity.version import __version__

FORMAT = 1
"""Of the file; another number is refused."""


@dataclass(frozen=True)
class GroupAgreement:
    """Agreement on some of the responses: those of a source, or a third by length."""

    name: str
    n: int
    main: ExamEstimate
    bias: ExamEstimate | None


@dataclass(frozen=True)
class ExamResult:
    """What the exam of one judge on one set found."""

    set: str
    title: str
    licence: str
    citation: str
    kind: ScaleKind
    low: float
    high: float
    taken: str
    temperature: float
    max_tokens: int
    questions: str
    labels: str
    available: int
    sample: str
    missing: Mapping[str, int]
    error: str
    agreement: Agreement
    length: Mapping[str, ExamEstimate]
    by_source: tuple[GroupAgreement, ...]
    by_length: tuple[GroupAgreement, ...]
    ratings: Mapping[str, float | None]
    notes: tuple[str, ...] = ()

    @property
    def rated(self) -> int:
        """How many responses the judge rated."""
        return sum(rating is not None for rating in self.ratings.values())

    @property
    def main(self) -> tuple[str, ExamEstimate]:
        """The statistic that stands for the judge, and its name."""
        name, estimate = next(iter(self.agreement.values.items()))
        return name, estimate


@dataclass(frozen=True)
class JudgeCard:
    """What is known of a judge."""

    judge: str
    results: tuple[ExamResult, ...]
    package: str = field(default=__version__)

    def with_results(self, results: Sequence[ExamResult]) -> JudgeCard:
        """The card with new results in the place of older ones on the same set."""
        of_set = {result.set: result for result in (*self.results, *results)}
        return replace(self, results=tuple(of_set[name] for name in sorted(of_set)), package=__version__)


def cards_folder() -> Path:
    """Where cards are kept unless a command says otherwise."""
    return home() / "judge-cards"


def card_path(folder: Path, judge: str, ending: str = "json") -> Path:
    """Where a judge's card lies in a folder; two judges never share a file."""
    return folder / f"{quote(judge, safe='').replace('%2F', '__')}.{ending}"


def write_card(card: JudgeCard, path: Path) -> None:
    """Writes a card as JSON."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"cannot write {path}: {error.strerror or error}") from error
    with writing(path) as out:
        out.write(json.dumps({"format": FORMAT, **asdict(card)}, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


_ANEW = "move the file away and examine the judge again"


def read_card(path: Path) -> JudgeCard:
    """A card that ``write_card`` wrote."""
    try:
        values = read_json(path)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {path}, expected a judge's card: {damage(error)}; {_ANEW}") from error
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        found = values.get("format") if isinstance(values, dict) else kind_of(values)
        raise FileProblem(f"{path}: expected a judge's card of format {FORMAT}, got {found}; {_ANEW}")
    try:
        return build(JudgeCard, {name: value for name, value in values.items() if name != "format"}, str(path))
    except BadCard as error:
        raise FileProblem(f"expected a judge's card: {error}; {_ANEW}") from error


def read_cards(folders: Sequence[Path] = ()) -> dict[str, JudgeCard]:
    """All cards in folders, by judge; of a judge that has several, the one of the last folder.

    Those of judges that benchmarks bring are among them.
    """
    for folder in folders:
        if not folder.is_dir():
            raise FileProblem(
                f"expected a folder with judges' cards, got {folder}; helm-creativity judges evaluate writes them"
            )
    shipped = [place.folder / "judges" for place in list_places()]
    folders = [*shipped, *(folders or [cards_folder()])]
    found = [read_card(path) for folder in folders for path in sorted(folder.glob("*.json"))]
    return {card.judge: card for card in found}
