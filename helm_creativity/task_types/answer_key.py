"""The task type of items with a key: words are given, and one word is right, or one of several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.files.source_files import file_sha256
from helm_creativity.benchmark.files.yaml_files import build
from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.rows.cells import Cell
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.settings import Requirement, Settings, option
from helm_creativity.benchmark.sources import require_source
from helm_creativity.benchmark.types import Fields, Item, Response, Sample
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.lexicon.inflections import is_inflection
from helm_creativity.parsing.single import parse_word, same_word
from helm_creativity.safe_text import listed, module_logger, quoted
from helm_creativity.task_types.declared import declared_settings
from helm_creativity.task_types.response_scorer import ResponseGrade, ResponseScorer

if TYPE_CHECKING:
    from helm_creativity.benchmark.registry import BenchmarkEntry

logger = module_logger(__name__)


@dataclass(frozen=True)
class Problems:
    """A set of items in a table; columns are regular expressions of the names in its first row, in any case.

    Attributes:
        stems: the columns of the words that are given, or one for all, separated by signs.
        answer: the column of the word that is right, or of several, separated by signs.
        file: the table in the benchmark's folder; or else
        source: the name of a file that the card names, which must be fetched, and
        otherwise: what can be used without it.
        id: the column of an item's id, or its form: ``item%03d`` by the number of the item.
        rates: the columns of the percentage of people who solve an item, with their seconds as a group.
        corrections: by stems and answer as copies have them, with blanks between: a wrong word, and what is used.
    """

    stems: tuple[str, ...]
    answer: str
    file: str = ""
    source: str = ""
    otherwise: str = ""
    id: str = "id"
    rates: str = ""
    corrections: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class AnswerKeyTask:
    """What ``task`` of a card says.

    Attributes:
        sets: sets of items by their names, which the setting ``items`` chooses.
        options: settings beside those of every benchmark; see ``declared``.
        seconds: the time within which the share of people who solve an item makes its band.
        easy: the share above which an item is easy.
        hard: the share below which it is hard; otherwise it is of medium difficulty.
        response_tokens: length of a usual response.
    """

    sets: Mapping[str, Problems]
    options: Mapping[str, Mapping[str, Any]]
    seconds: int = 0
    easy: float = 1.0
    hard: float = 0.0
    response_tokens: int | None = None


@dataclass(frozen=True)
class AnswerKeySettings(Settings):
    """Settings of a benchmark with a key; the card says which sets of items there are."""

    items: str = option("", "set of items", named=True)


class KeyedProblem(NamedTuple):
    """Words that are given, those that are right, joined by |, and the share of people who solve it, by seconds."""

    id: str
    stems: tuple[str, ...]
    answer: str
    solve_rates: Mapping[int, float] = {}


def read_problems(spec: Problems, path: Path) -> tuple[KeyedProblem, ...]:
    """The items of a table; known errors of copies are corrected, and a warning names each."""
    rows = read_sheet(path)
    matches = {
        pattern: [found for name in rows[0] if (found := re.fullmatch(pattern, name, re.IGNORECASE))]
        for pattern in (*spec.stems, spec.answer, spec.rates)
    }
    if missing := [pattern for pattern, found in matches.items() if pattern and not found]:
        raise FileProblem(f"{path} has no column like {listed(missing)}; there are {listed(rows[0])}")
    answer = matches[spec.answer][0].string
    problems: list[KeyedProblem] = []
    for row in [row for row in rows if row[answer] is not None]:  # means and counts stand below the items
        stems = [word for pattern in spec.stems for word in _words(row[matches[pattern][0].string])]
        answers = _words(row[answer])
        used = {*stems, *answers}
        for wrong, right in (change for words, change in spec.corrections.items() if set(words.split()) == used):
            before = _shown(stems, answers)
            stems, answers = ([right if word == wrong else word for word in words] for words in (stems, answers))
            logger.warning("%s: read %r, a known error of copies; uses %r", path, before, _shown(stems, answers))
        name = spec.id % (len(problems) + 1) if "%" in spec.id else str(row[spec.id])
        solved = {int(rate[1]): float(row[rate.string] or 0) / 100 for rate in matches[spec.rates] if spec.rates}
        problems.append(KeyedProblem(name, tuple(stems), "|".join(answers), solved))
    return tuple(problems)


def _words(cell: Cell) -> list[str]:
    return [word.strip().lower() for word in re.split("[/,;|]", str(cell))]


def _shown(stems: list[str], answers: list[str]) -> str:
    return f"{'/'.join(stems)} {'/'.join(answers)}".replace("|", "/")


class AnswerKeyBenchmark(Benchmark[AnswerKeySettings]):
    """Accuracy in percent. It is its own ``reference``, unless its folder has a module ``baseline``."""

    settings_type: ClassVar[type[Settings]] = AnswerKeySettings
    record = "helm_creativity.task_types.word_list.rows:KeyRow"
    CEILING = 100.0

    def __init__(self, entry: BenchmarkEntry, parent: Benchmark[Any] | None = None) -> None:
        super().__init__(entry, parent)
        self.task = build(AnswerKeyTask, self.card.task, f"{self.name}/card.yaml, task")
        self.settings_type = declared_settings((AnswerKeySettings,), self.name, self.task.options)  # type: ignore[misc]
        self.response_tokens = self.task.response_tokens  # type: ignore[misc]

    def table(self, settings: AnswerKeySettings) -> Path:
        """The table of the items that the settings choose."""
        spec = self.task.sets[settings.items]
        if not spec.source:
            return self.entry.file(spec.file)
        return require_source(spec.source, f"the items {settings.items!r}", spec.otherwise)

    def problems(self, settings: AnswerKeySettings) -> tuple[KeyedProblem, ...]:
        """The items of that table."""
        return read_problems(self.task.sets[settings.items], self.table(settings))

    def band(self, problem: KeyedProblem) -> str | None:
        """Difficulty by the share of people who solve an item; None without norms."""
        rate = problem.solve_rates.get(self.task.seconds)
        if rate is None:
            return None
        return "easy" if rate > self.task.easy else "hard" if rate < self.task.hard else "medium"

    def items(self, settings: AnswerKeySettings) -> Iterator[Item]:
        """The prompt with the stems of every item."""
        for problem in self.problems(settings):
            prompt = self.render(settings.protocol, stems=problem.stems)
            fields = {"stems": list(problem.stems), "accepted": problem.answer, "band": self.band(problem)}
            yield Item(problem.id, prompt, fields)

    def requirements(self, settings: AnswerKeySettings, asked: bool) -> Iterator[Requirement]:
        """The items must be here."""
        yield from super().requirements(settings, asked)
        yield ("items",), lambda: self.problems(settings)

    def compared(self, settings: AnswerKeySettings, asked: bool = True) -> dict[str, str]:
        """Where nothing is asked, the items by the checksum of their file."""
        parts = super().compared(settings, asked)
        if not asked:
            parts["items"] += f"@sha256:{file_sha256(self.table(settings))[:12]}"
        return parts

    def scorer(self, settings: AnswerKeySettings) -> AnswerKeyScorer:
        """See ``AnswerKeyScorer``."""
        return AnswerKeyScorer(self, settings)

    @property
    def reference(self) -> Any:  # noqa: ANN401
        """The benchmark itself; or the module ``baseline`` of a folder."""
        return super().reference or self

    def reference_response(self, fields: Fields) -> Sample:
        """The key of the item, or the first of its alternatives."""
        return Sample(Response(str(fields["accepted"]).split("|")[0], "stop"), fields)

    def baseline_response(self, prompt: str, baseline: Baseline) -> str | None:
        """A noun, for the greedy baseline the noun nearest to all stems; None to any other prompt."""
        holes = [placeholder(f"stem{i}") for i in range(3)]
        matches = (match_prompt(self.place, protocol, prompt, stems=holes) for protocol in self.card.protocols)
        if (found := next(filter(None, matches), None)) is None:
            return None
        stems = list(found.values())
        return baseline.nearest(stems, 1, spelt=lambda noun: not any(is_inflection(noun, stem) for stem in stems))[0]


class AnswerKeyScorer(ResponseScorer[str]):
    """100 for the key of the item, 0 for another word.

    The key is a field of the sample (``accepted``), or is looked up by its ``stems`` or by its ``id``.
    """

    def __init__(self, benchmark: AnswerKeyBenchmark, settings: AnswerKeySettings) -> None:
        super().__init__(benchmark.card)
        self._benchmark, self._settings = benchmark, settings

    def parse(self, text: str, fields: Fields) -> str | None:
        """The one word of the response."""
        return parse_word(text)

    def grade(self, parsed: str | None, fields: Fields) -> ResponseGrade:
        """Accuracy, also of the item's band of difficulty."""
        accepted, band = self._key_and_band(fields)
        score = 0.0 if parsed is None else accuracy(parsed, accepted)
        return ResponseGrade(score, {f"accuracy_{band}": score} if band else {}, {"word": parsed, "accepted": accepted})

    def without_answer(self, fields: Fields) -> ResponseGrade:
        """Wrong."""
        return self.grade(None, fields)

    def details(self, fields: Fields) -> Mapping[str, Any]:
        """The key alone."""
        return self.grade(None, fields).details

    @cached_property
    def _problems(self) -> dict[object, KeyedProblem]:
        """By id, and by the set of stems."""
        problems = self._benchmark.problems(self._settings)
        return {key: problem for problem in problems for key in (problem.id, frozenset(problem.stems))}

    def _key_and_band(self, fields: Fields) -> tuple[str, str | None]:
        if "accepted" in fields:
            return str(fields["accepted"]), fields.get("band")
        by_id = "id" in fields and "stems" not in fields
        found = self._problems.get(fields["id"] if by_id else frozenset(fields["stems"]))
        if found is None:
            what = f"the id {quoted(fields['id'])}" if by_id else f"the stems {listed(sorted(fields['stems']))}"
            raise BadArguments(f"no item of {self._settings.items} has {what}; give its key in a field answer")
        return found.answer, self._benchmark.band(found)


def accuracy(word: str, accepted: str) -> float:
    """100 where the word is the key, or one of the alternatives that ``|`` joins in it, otherwise 0."""
    return 100.0 * same_word(word, accepted)
