"""The Python API: what the command line does, as functions that return small objects. Needs no HELM to score.

    >>> import helm_creativity as hc
    >>> hc.score("dat", ["arm, eyes, feet, hand, head, leg, body"], embedding="builtin")
    Scores(dat: 1 of 1 scored, mean 58.41)

Every result has a short ``repr``, ``records()`` (a list of plain dicts), ``to_polars()`` and ``to_pandas()``.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from helm_creativity.core.benchmark import comparable_key, parse_settings, provenance
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.registry import list_entries
from helm_creativity.core.rows import Row, UnusedRow, scored_rows
from helm_creativity.core.types import SampleScore
from helm_creativity.defaults import LEAST_SCORED, LOCAL_PATH, OUTPUT_PATH, RAW, SUITE, THREADS
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.records import BadRow, Record
from helm_creativity.safe_text import counted, escaped, module_logger, quoted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from helm_creativity.exams.card import ExamResult
    from helm_creativity.exams.types import ExamSet
    from helm_creativity.operations.running.outcome import FinishedRun
    from helm_creativity.people.sample import PeopleSample
    from helm_creativity.results.loading import LoadedSuite
    from helm_creativity.results.table import Tables

logger = module_logger(__name__)

__all__ = [
    "Benchmarks",
    "CheckReport",
    "Cost",
    "JudgeExams",
    "Scores",
    "audit_judges",
    "calibrate",
    "check",
    "compare_models",
    "examine_judges",
    "get_benchmark",
    "import_people",
    "judge_agreement",
    "link_suites",
    "list_benchmarks",
    "load_suite",
    "plan",
    "report",
    "run",
    "score",
]


def _warn(problems: Iterable[str]) -> None:
    for problem in problems:
        logger.warning("left out: %s", problem)


Columns: TypeAlias = Mapping[str, type]


class Result(ABC):
    """What all results can do. A notebook shows the first records as a table."""

    _columns: ClassVar[Columns] = {}
    """Columns, with their types, that a data frame of no records has."""

    @abstractmethod
    def records(self) -> list[dict[str, Any]]:
        """One plain dict per row; undefined values are None."""

    def _repr_html_(self) -> str:
        from helm_creativity.results.table import table_of

        return table_of(repr(self), self.records()).html()

    def to_polars(self) -> pl.DataFrame:
        """The records as a polars data frame."""
        from helm_creativity.results.table import frame_of

        return frame_of(self.records(), self._columns)

    def to_pandas(self) -> pd.DataFrame:
        """The records as a pandas data frame."""
        import pandas as pd

        records = self.records()
        return pd.DataFrame(records) if records else pd.DataFrame(columns=list(self._columns))


@dataclass(frozen=True, repr=False)
class Benchmarks(Result):
    """The benchmarks that are installed, ours and those of other packages."""

    entries: tuple[BenchmarkEntry, ...]

    def __iter__(self) -> Iterator[str]:
        return (entry.name for entry in self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return f"Benchmarks({', '.join(self)})"

    def records(self) -> list[dict[str, Any]]:
        """Name, title, domain, version of the card and protocols of each."""
        return [
            {
                "name": entry.name,
                "title": entry.card.title,
                "domain": entry.card.domain,
                "version": entry.card.version,
                "protocols": list(entry.card.protocols),
            }
            for entry in self.entries
        ]


def list_benchmarks() -> Benchmarks:
    """The benchmarks by name; nothing of them is imported.

    >>> "dat" in hc.list_benchmarks()
    True
    """
    return Benchmarks(list_entries())


@dataclass(frozen=True, repr=False)
class Scores(Result):
    """Scores of responses to one benchmark.

    Attributes:
        benchmark: its name.
        samples: the score of each response, in order; an ``UnusedRow`` in the place of one that cannot be used.
        rows: the responses as they were given, with their numbers.
        comparable: everything that must agree between two scores that are compared.
        provenance: what else made the scores: package version, card version, limits, what separated lists in texts.
    """

    benchmark: str
    samples: tuple[SampleScore | UnusedRow, ...]
    comparable: str
    provenance: Mapping[str, str]
    rows: tuple[Row, ...]

    _columns: ClassVar[Columns] = {"response": str, "score": float, "failure_reason": str, "comparable": str}

    def __len__(self) -> int:
        return len(self.samples)

    def __iter__(self) -> Iterator[SampleScore | UnusedRow]:
        return iter(self.samples)

    def __getitem__(self, place: int) -> SampleScore | UnusedRow:
        return self.samples[place]

    def __repr__(self) -> str:
        known = [score for score in self.scores if score is not None]
        mean = "no score" if self.mean is None else f"mean {self.mean:.2f}"
        unused = f", {counted(len(self.problems), 'row')} not used" if self.problems else ""
        return f"Scores({self.benchmark}: {len(known)} of {len(self)} scored, {mean}{unused})"

    @property
    def problems(self) -> Mapping[int, str]:
        """Why responses cannot be used, by their places in ``samples``; they have no score."""
        return {place: sample.problem for place, sample in enumerate(self.samples) if isinstance(sample, UnusedRow)}

    @property
    def scores(self) -> list[float | None]:
        """The main scores; None where a response has none, for the reason in ``samples``."""
        return [sample.score for sample in self.samples]

    @property
    def mean(self) -> float | None:
        """Mean over the responses that have a score; None where none has.

        The ``score`` of a run is another number where a benchmark weighs all prompts alike, however many responses each
        has, or adds what only several responses together show; the card says so.
        """
        known = [score for score in self.scores if score is not None]
        return sum(known) / len(known) if known else None

    def records(self) -> list[dict[str, Any]]:
        """What ``helm-creativity score`` writes of each response.

        That is what was given, score, failure reason, submetrics, details such as ``scored_words``, and the comparable
        settings; of one that cannot be used a ``problem``, too.
        """
        return scored_rows(self.rows, self.samples, self.comparable)


FILES_OF_ROWS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".parquet", ".xlsx")

Answers: TypeAlias = (
    "str | Path | Mapping[str, Any] | pl.DataFrame | pl.LazyFrame | pd.DataFrame | pa.Table | "
    "Iterable[str | Sequence[Any] | Mapping[str, Any]]"
)
"""Responses as ``score`` takes them."""


def score(
    name: str,
    answers: Answers,
    *,
    separator: str | None = None,
    jobs: int = 1,
    any_language: bool = False,
    **settings: object,
) -> Scores:
    """Scores responses that came from anywhere, people included.

    >>> words = "lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile"
    >>> hc.score("dat", [words], embedding="builtin").mean
    76.56309718177432

    A response that lacks a field, or has a wrong one, has no score; ``Scores.problems`` says what is wrong with it.

    Args:
        name: of the benchmark.
        answers: the responses: texts, lists of words or uses, or mappings with what the benchmark's responses need,
            ``response`` or ``words`` and the fields of the item, such as ``cue``; a data frame of Polars or pandas, or
            a table of PyArrow, with such columns; the ``Path`` of a CSV, Parquet or JSONL file; or a single text or
            mapping. ``helm-creativity score NAME --help`` lists the fields.
        separator: what separates lists in texts such as ``words`` and ``uses``, or ``tab``, ``line`` or ``space``.
            Where it is None, what each text has, or what nearly all texts have: a warning says so then, and
            ``Scores.provenance`` keeps it.
        jobs: processes that work on responses that take long; they give the scores that one would give. A program makes
            the call under ``if __name__ == "__main__":`` then.
        any_language: whether to score responses most of whose words have no vector, too, with a warning. Otherwise they
            are refused, unless they are few.
        settings: of the benchmark, such as ``protocol`` and ``embedding``; not those that say how a model is asked.

    Raises:
        BadArguments: for an unknown benchmark or setting.
        EmbeddingNotFound: for an embedding that is not on this machine; the message has the command that brings it.
        FileProblem: for a file that cannot be read.
    """
    from helm_creativity.core.given_lists import parse_separator
    from helm_creativity.operations.scoring import look_at_rows, score_answers

    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise BadArguments(f"jobs must be a whole number of 1 or more, got {quoted(jobs)}")
    if not isinstance(separator, (str, type(None))):
        raise BadArguments(f"separator must be a text, got {quoted(separator)}")
    benchmark = get_benchmark(name)
    chosen = parse_settings(benchmark, settings, asked=False)
    rows = tuple(_rows(answers, benchmark.row_type.list_field()))
    if benchmark.row_type.list_field() and len(rows) > 1 and all(map(_is_word, rows)):
        each = f"each of the {len(rows):,} texts is scored as a response, and each is one word"
        logger.warning("%s: %s; a list of words is [[...]]", benchmark.name, each)
    named = None if separator is None else parse_separator(separator)
    sign, notes = look_at_rows(benchmark, chosen, rows, named, any_language)
    for note in notes:
        logger.warning("%s: %s", benchmark.name, note)
    scored = score_answers(benchmark, chosen, settings, rows, sign, jobs)
    key = comparable_key(benchmark, chosen, asked=False)
    return Scores(benchmark.name, tuple(scored), key, provenance(benchmark, chosen, asked=False, separator=sign), rows)


def import_people(
    path: str | Path,
    benchmark: str,
    *,
    name: str = "",
    participant: str | None = None,
    item: str | None = None,
    response: Sequence[str] = (),
    ratings: Mapping[str, Sequence[str]] | None = None,
    licence: str = "",
    consent: str = "",
    local_path: str | Path = LOCAL_PATH,
    out: str | Path | None = None,
    replace: bool = False,
    separator: str | None = None,
    any_language: bool = False,
    only: Mapping[str, str] | None = None,
    ignore: Sequence[str] = (),
    scale: tuple[float, float] | None = None,
    gather: bool = False,
    **settings: object,
) -> PeopleSample:
    """A sample of people from a table of their responses, scored as those of models are.

    Args:
        path: of a ``.csv``, ``.xlsx``, ``.jsonl``, ``.json`` or ``.parquet`` file, or an export of Qualtrics, jsPsych
            or PsychoPy.
        benchmark: its name.
        name: of the study; that of the file where it is empty.
        participant: the column of participants; found by its name where it is None, as the other columns are.
        item: the column of items' ids.
        response: the column of responses, or those of their parts, such as words; ``ITEM=COLUMN`` where each item has
            its own. In columns, ``*`` stands for any text.
        ratings: columns of raters, by dimension.
        licence: of the responses.
        consent: what participants agreed to.
        local_path: as ``helm-run --local-path``, where judges are named.
        out: a folder into which the sample is written, for ``load_suite(people=[...])``.
        replace: whether to replace a sample of that name.
        separator: of lists in cells, as ``score`` takes it.
        any_language: whether to score responses most of whose words have no vector, too, as ``score`` takes it.
        only: what a row must have, by column; others are not read.
        ignore: columns that are not looked at.
        scale: the ends of the scale on which people rated; None is the benchmark's.
        gather: whether the rows of a participant and an item are one response, each a part of it.
        settings: of the benchmark, ``judges`` among them.

    Raises:
        BadArguments: for an unknown benchmark, setting or column, ratings whose scale is not known, or a table of which
            no row can be read.
        FileProblem: for a file that cannot be read or written.
    """
    from helm_creativity.people.importing import make_sample, read_table
    from helm_creativity.people.sample import write_sample

    if not isinstance(path, (str, Path)):
        raise BadArguments(f"path must be a path, got {quoted(path)}")
    table = read_table(
        Path(path),
        get_benchmark(benchmark),
        settings,
        participant=participant,
        item=item,
        response=response,
        ratings=ratings,
        local_path=Path(local_path),
        separator=separator,
        any_language=any_language,
        only=only,
        ignore=ignore,
        scale=scale,
        gather=gather,
    )
    for note in table.notes:
        logger.warning("%s: %s", path, note)
    sample = make_sample(table, name=name, licence=licence, consent=consent, local_path=Path(local_path))
    for line, reason in sample.left_out.items():
        logger.warning("%s: line %s is left out: %s", path, line, reason)
    if out is not None:
        write_sample(sample, Path(out), replace)
    return sample


def _rows(responses: Answers, list_field: str | None) -> Iterable[tuple[int, Record | BadRow]]:
    if isinstance(responses, Path):
        from helm_creativity.io.spreadsheet import rows_in_file

        return rows_in_file(responses, lambda note: logger.warning("%s: %s", responses, note))
    each: Iterable[object]
    if isinstance(responses, str) and responses.endswith(FILES_OF_ROWS) and Path(responses).is_file():
        raise BadArguments(f"{quoted(responses)} is a file: pass it as pathlib.Path, since a text is a response")
    if isinstance(responses, (str, Mapping)):
        each = [responses]
    elif isinstance(responses, (list, tuple)):
        each = responses
    else:
        from helm_creativity.io.frames import rows_of_frame

        if (found := rows_of_frame(responses)) is not None:
            each = found
        elif isinstance(responses, Iterable):
            each = responses
        else:
            raise BadArguments(
                f"expected responses (texts, lists of words, mappings, a frame or a Path), got {quoted(responses)}"
            )
    return enumerate((_row(response, list_field) for response in each), start=1)


def _json_value(value: Any) -> Any:  # noqa: ANN401 - whatever a frame holds
    """A value as JSON could hold it: arrays and series become lists, numbers of NumPy are Python's, and NA is None."""
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, Mapping):
        return {name: _json_value(part) for name, part in value.items()}
    if type(value).__name__ in ("NAType", "NaTType"):  # of pandas, which is not imported for it
        return None
    if getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M"):  # times, of which ``tolist`` makes numbers
        value = value.astype(str)
    for way in ("tolist", "to_list", "to_pylist", "as_py"):
        if hasattr(value, way):
            return _json_value(getattr(value, way)())
    if isinstance(value, (list, tuple)):
        return type(value)(map(_json_value, value)) if type(value) in (list, tuple) else [*map(_json_value, value)]
    return value


def _is_word(row: tuple[int, Record | BadRow]) -> bool:
    _, record = row
    text = None if isinstance(record, BadRow) else record.get("response")
    return isinstance(text, str) and text.strip().isalpha()


def _row(response: object, list_field: str | None) -> Record | BadRow:
    if isinstance(response, str):
        return {"response": response}
    response = _json_value(response)
    if response is None or (isinstance(response, float) and math.isnan(response)):
        return {"response": None}  # missing, as an empty cell of a frame is
    if isinstance(response, Mapping):
        return dict(response)
    if list_field and isinstance(response, (list, tuple)):
        return {list_field: list(response)}
    expected = f"a text, {'a list, ' * bool(list_field)}or a mapping with the response and the fields of its item"
    return BadRow(f"expected {expected}, got {quoted(response)}", {})


def load_suite(
    *suites: str | Path,
    output_path: str | Path = OUTPUT_PATH,
    scores: str = RAW,
    people: Sequence[str | Path] = (),
    cards: Sequence[str | Path] = (),
    metrics: Mapping[str, str] | None = None,
    norms: bool = False,
    least_scored: float = LEAST_SCORED,
    draws: int = 1000,
    seed: int = 0,
) -> LoadedSuite:
    """Reads suites or releases of ``helm-run``.

    >>> hc.load_suite("demo")
    Suite(demo: 2 models, 18 columns, 36 runs)

    Args:
        suites: names of suites or releases, or their folders; at least one.
        output_path: ``helm-run``'s ``--output-path``.
        scores: of judged benchmarks: ``"raw"``, as judges gave them; ``"calibrated"``, without judges' severity; or
            ``"length_free"``, at equal length. Runs that cannot be corrected are left out, with a warning.
        people: folders with samples of people, as ``helm-creativity people import`` writes them.
        cards: folders of judges' cards; where ``examine_judges`` keeps them if left out.
        metrics: main stats of other packages' benchmarks, by run group.
        norms: whether scores of people that hold for the settings of a table stand below it.
        least_scored: share of scored responses from which a score counts.
        draws: number of draws of a bootstrap.
        seed: of all random numbers.

    Raises:
        BadArguments: when no suite is named, or one is no text, for other ``scores``, or when ``people`` is a path.
        FileProblem: when one is not there, or holds no run that can be read.
    """
    from helm_creativity.results.loading import read_suite

    if not suites:
        raise BadArguments("name at least one suite, as in load_suite('demo')")
    _require_texts("load_suite(*suites)", [str(suite) if isinstance(suite, Path) else suite for suite in suites])
    for name, folders in {"people": people, "cards": cards}.items():
        if isinstance(folders, (str, Path)):
            raise BadArguments(f"{name} must be a list of folders, got one alone: write [...]")
    settings: dict[str, Any] = {"least_scored": least_scored, "draws": draws, "seed": seed, "norms": norms}
    settings["card_folders"] = tuple(map(Path, cards))
    if people:
        from helm_creativity.people.sample import read_people

        settings["people"] = tuple(read_people(map(Path, people)))
    suite = read_suite([str(suite) for suite in suites], Path(output_path), scores=scores, metrics=metrics, **settings)
    _warn(suite.problems)
    return suite


def _suite(suite: object) -> LoadedSuite:
    """A suite, or the one of a name."""
    from helm_creativity.results.loading import LoadedSuite

    if isinstance(suite, LoadedSuite):
        return suite
    if not isinstance(suite, (str, Path)):
        raise BadArguments(f"expected a suite's name, or what load_suite(...) returns, got {quoted(suite)}")
    return load_suite(suite)


def report(
    suite: LoadedSuite | str | Path,
    out: str | Path = "report.html",
    title: str = "",
    *,
    responses: str = "best",
    options: Mapping[str, Mapping[str, Any]] | None = None,
) -> Path:
    """Writes the HTML report of a suite: one file that needs no other.

    Args:
        suite: its name, or from ``load_suite``.
        out: the file.
        title: of the page; the names of the suites if left out.
        responses: which responses are on the page: ``"best"`` for the best and the worst of each benchmark, ``"3"`` for
            the best, a median and the worst of each model and one without a score, ``"all"`` or ``"none"``.
        options: of analyses, by their names, as in ``{"groups": {"groups": "groups.csv"}}``.

    Raises:
        BadArguments: for another choice of responses, or an unknown option.
    """
    from helm_creativity.io.files import require_new_file
    from helm_creativity.io.records import writing
    from helm_creativity.reports.page import render_report

    found = _suite(suite)
    require_new_file(Path(out))
    page = render_report(found, title=title, responses=responses, options=options)
    with writing(Path(out)) as file:
        file.write(page)
    return Path(out)


def compare_models(suite: LoadedSuite | str | Path, first: str, second: str) -> Tables:
    """Compares two models over the items that both answered: paired differences, in the direction of the score.

    Args:
        suite: its name, or from ``load_suite``.
        first: name of a model in it, or how just one name ends: ``"gpt-4o"`` for ``"openai/gpt-4o"``.
        second: name of another.

    Raises:
        BadArguments: for a model that the suite does not have.
    """
    return _suite(suite).analyse("compare", first=first, second=second)


def judge_agreement(
    table: Any,  # noqa: ANN401 - any data frame
    judges: Sequence[str],
    raters: Sequence[str],
    item: str = "",
    scale: str = "automatic",
) -> Tables:
    """Agreement of judges with people in any table of ratings, by statistics that fit the scale.

    >>> rows = [{"gpt": 3, "ann": 2}, {"gpt": 1, "ann": 1}, {"gpt": 4, "ann": 5}]
    >>> hc.judge_agreement(rows, judges=["gpt"], raters=["ann"]).records()[0]["judge"]
    'gpt'

    Args:
        table: path of a .csv, .jsonl or .parquet file, a data frame, or mappings. A row is a response.
        judges: columns of judges.
        raters: columns of people.
        item: the column that says what a response answers; "" if each row is an item.
        scale: ``classes``, ``binary``, ``ordinal``, ``interval``, or ``automatic``, which looks at the ratings.

    Raises:
        BadArguments: for a missing column, or a rating that does not fit the scale.
        FileProblem: for a file that cannot be read.
    """
    from helm_creativity.results.agreement import agreement_tables

    return agreement_tables(table, judges, raters, item, scale)


def calibrate(
    ratings: LoadedSuite | Any,  # noqa: ANN401 - any data frame
    raters: Sequence[str] = (),
    item: str = "",
) -> Tables:
    """Fits a graded response model to judges' ratings, those of a suite or of any table.

    Args:
        ratings: from ``load_suite``; or the path of a .csv, .jsonl or .parquet file, a data frame, or mappings, with
            one row per rating and the columns ``judge``, ``item`` and ``rating``.
        raters: columns that hold the ratings of one rater each, for a table with one row per response.
        item: the table's column of items; "" for one named ``item`` or ``instance``.

    Raises:
        BadArguments: for a table that lacks a column, or has a rating that is no number.
        NothingToSay: when there are no ratings.
    """
    from helm_creativity.results.calibration import calibration_tables
    from helm_creativity.results.loading import LoadedSuite
    from helm_creativity.results.rating_tables import ratings_of_table

    if isinstance(ratings, LoadedSuite):
        return ratings.analyse("calibration")
    return calibration_tables(ratings_of_table(ratings, raters, item))


def audit_judges(suite: LoadedSuite | str | Path, families: str | Path = "") -> Tables:
    """Measures what judges favour: length, their own family, other judges of their panel, places in a question, time.

    Args:
        suite: its name, or from ``load_suite``.
        families: a file with the columns model and group: families of models and judges; those of others follow from
            their names.

    Raises:
        NothingToSay: when no judge rated anything.
    """
    return _suite(suite).analyse("judge_bias", families=str(families))


def link_suites(*suites: LoadedSuite | str | Path) -> Tables:
    """Puts suites that different judges rated on the scale of the first one's judges.

    Args:
        suites: two or more, whose runs have ratings of anchors by ``anchors=true``.

    Raises:
        BadArguments: for fewer than two suites, or one suite twice.
        NothingToSay: when no dimension can be linked.
    """
    from helm_creativity.results.linking import link_suites as link

    return link([_suite(suite) for suite in suites])


@dataclass(frozen=True, repr=False)
class JudgeExams(Result):
    """How far judges agree with people on the sets that they were examined on.

    Attributes:
        results: of each judge, one per set.
    """

    results: Mapping[str, tuple[ExamResult, ...]]

    def __repr__(self) -> str:
        from helm_creativity.reports.judge_cards import result_line

        lines = [f"{judge}, {exam.set}: {result_line(exam)}" for judge, exams in self.results.items() for exam in exams]
        return f"JudgeExams({'; '.join(lines)})"

    def records(self) -> list[dict[str, Any]]:
        """One record per judge, set and statistic: its value and 95 % interval over items."""
        return [
            {
                "judge": judge,
                "set": result.set,
                "n": result.agreement.n,
                "statistic": name,
                **estimate._asdict(),
            }
            for judge, results in self.results.items()
            for result in results
            for name, estimate in result.agreement.estimates.items()
        ]


def examine_judges(
    judges: str,
    sets: Sequence[str | ExamSet] = (),
    *,
    cards: str | Path | None = None,
    **options: Any,  # noqa: ANN401 - of ExamOptions
) -> JudgeExams:
    """Asks judges about texts that people judged, and keeps a card of each. Needs HELM.

    Args:
        judges: HELM's names of their deployments, joined by ``+``.
        sets: names of sets, or sets such as ``own_exam_set`` makes of a file; all whose files are here if left out.
        cards: folder of the cards; where the command keeps them if left out.
        options: ``sample``, ``seed``, ``temperature``, ``max_tokens``, ``local_path`` and ``threads`` of
            ``exams.taking.ExamOptions``.

    Raises:
        BadArguments: for a judge or a set that does not exist, or an option that cannot be.
        FileProblem: for a set that is not fetched.
    """
    from helm_creativity.exams.card import cards_folder
    from helm_creativity.exams.sets import fetched_exam_sets, load_exam_set
    from helm_creativity.exams.taking import ExamOptions
    from helm_creativity.exams.taking import examine_judges as examine

    _require_list("sets", sets)
    known = {field.name for field in fields(ExamOptions)}
    if unknown := options.keys() - known:
        raise BadArguments(f"there is no option {quoted(min(unknown))}; there are: {', '.join(sorted(known))}")
    exams = [
        load_exam_set(exam_set) if isinstance(exam_set, str) else exam_set for exam_set in sets or fetched_exam_sets()
    ]
    folder = cards_folder() if cards is None else Path(cards)
    found = examine(judges, exams, ExamOptions(**options), folder)
    return JudgeExams({judge_card.card.judge: judge_card.results for judge_card in found})


def _require_list(name: str, value: object) -> None:
    if isinstance(value, str):
        raise BadArguments(f"{name} must be a list of names, got the text {quoted(value)}")


def _require_texts(call: str, values: Sequence[object]) -> None:
    if wrong := [value for value in values if not isinstance(value, str)]:
        raise BadArguments(f"{call} takes texts, each an argument of its own, got {quoted(wrong[0])}")


@dataclass(frozen=True, repr=False)
class Cost(Result):
    """What run entries would ask of each deployment, before any model is asked.

    Attributes:
        rows: one per deployment and role.
        problems: entries that are not counted, and why.
        notes: what is not counted of the others, such as follow-up questions of an annotator that is not known.
    """

    rows: tuple[Mapping[str, Any], ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        calls = sum(row["calls"] for row in self.rows)
        left_out = f", {len(self.problems)} left out" if self.problems else ""
        return f"Cost({counted(calls, 'call')} to {counted(len(self.rows), 'deployment')}{left_out})"

    def records(self) -> list[dict[str, Any]]:
        """Deployment, role (model or judge), calls (least, usual, most), tokens read and written."""
        return [dict(row) for row in self.rows]


def plan(*entries: str, models: Sequence[str] = (), max_eval_instances: int | None = None) -> Cost:
    """Counts what run entries would ask, without asking. Needs HELM.

    Args:
        entries: as ``helm-run --run-entries`` takes them: ``"creativity_dat:model=openai/gpt-4o-2024-11-20"``.
        models: as ``--models-to-run``, for entries with ``model=text``.
        max_eval_instances: as ``helm-run -m``.

    Raises:
        BadArguments: when there is nothing to plan, an entry is no text, or models are unknown or not named.
    """
    _require_texts("plan(*entries)", entries)
    _require_list("models", models)
    if max_eval_instances is not None and max_eval_instances < 1:
        raise BadArguments(f"max_eval_instances must be 1 or more, got {max_eval_instances}")
    from helm_creativity.operations.planning.counting import make_plan
    from helm_creativity.operations.planning.entries import HelmRunOptions

    wanted = HelmRunOptions(
        run_entries=tuple(entries), models_to_run=tuple(models) or None, max_eval_instances=max_eval_instances
    )
    found = make_plan(wanted)
    rows = tuple(
        {
            "deployment": asked.deployment,
            "role": asked.role,
            "calls_least": asked.load.calls.least,
            "calls": asked.load.calls.typical,
            "calls_most": asked.load.calls.most,
            "tokens_read": asked.load.prompt,
            "tokens_written": asked.load.completion,
        }
        for asked in found.asked
    )
    problems = [f"{entry.name}: {entry.why}" for entry in found.refused]
    notes = [f"{run.name}: {note}" for run in found.runs for note in run.notes]
    return Cost(rows, tuple(problems), tuple(notes))


def run(
    names: str | Sequence[str],
    models: str | Sequence[str],
    *,
    suite: str = SUITE,
    base_url: str | None = None,
    api_key_env: str | None = None,
    judges: str | Sequence[str] = "",
    reasoning: bool = False,
    max_tokens: int | None = None,
    threads: int = THREADS,
    output_path: str | Path = OUTPUT_PATH,
    local_path: str | Path = LOCAL_PATH,
) -> FinishedRun:
    """Runs benchmarks on models through HELM, as ``helm-creativity run`` does, and reads the suite. Needs HELM.

    >>> hc.run("rat:max_eval_instances=5", "creativity/greedy", suite="first")
    FinishedRun(first: 1 model, 1 column, 1 run)

    Where requests or whole runs failed, or a language model has a score in none of the runs, the suite has what came
    and the result's ``status`` is 1; ``failed_requests``, ``failed_ratings`` and ``runs_without_score`` count them.

    Progress is printed on stderr, and HELM's own output goes to a file beside the suites. Responses are kept in HELM's
    cache: the same call continues a run that was stopped, or asks only for what is missing.

    Args:
        names: sets such as ``"core"``, benchmarks, and run entries without a model.
        models: HELM's names, or those by which the server at ``base_url`` knows them.
        suite: in which the runs are; runs that are there already stay.
        base_url: of an OpenAI-compatible server with the models, such as ``"http://localhost:8000/v1"``. The models are
            added to HELM's files in ``local_path``. It is asked for the judges that it lists, too.
        api_key_env: the environment variable that holds the server's key.
        judges: names of judges, as a list or joined by ``+``, for all benchmarks that use judges.
        reasoning: whether the models reason before they respond: 16,384 tokens for each response.
        max_tokens: token limit of a response; set by each benchmark where it is None.
        threads: requests at the same time.
        output_path: as ``helm-run --output-path``.
        local_path: as ``helm-run --local-path``.

    Raises:
        BadArguments: for an unknown name or setting, or a model or judge that cannot be asked; nothing is run then.
        FileProblem: for files that are to be fetched first, and files of HELM's that cannot be read or written; nothing
            is run then. Also where ``helm-run`` ends before its runs, and where no run has results.
        KeyboardInterrupt: where it is stopped; the same call continues.
    """
    from helm_creativity.operations.run_status import suite_status
    from helm_creativity.operations.running.interface import Interface
    from helm_creativity.operations.running.launch import Launch
    from helm_creativity.operations.running.outcome import FinishedRun, outcome
    from helm_creativity.results.runs import find_suites

    def tell(line: str) -> None:
        sys.stderr.write(f"{escaped(line)}\n")

    limits = {"threads": threads} | ({} if max_tokens is None else {"max_tokens": max_tokens})
    for name, limit in limits.items():
        if isinstance(limit, bool) or not isinstance(limit, int):
            raise BadArguments(f"{name} must be a whole number, got {quoted(limit)}")
    for name, text in {"suite": suite, "base_url": base_url, "api_key_env": api_key_env}.items():
        if not isinstance(text, str) and (name == "suite" or text is not None):
            raise BadArguments(f"{name} must be a text, got {quoted(text)}")
    for name, path in {"output_path": output_path, "local_path": local_path}.items():
        if not isinstance(path, (str, Path)):
            raise BadArguments(f"{name} must be a path, got {quoted(path)}")
    launch = Launch(
        names=_names("names", names),
        models=_names("models", models),
        suite=suite,
        base_url=base_url,
        api_key_env=api_key_env,
        judges="+".join(_names("judges", judges)) if judges else "",
        reasoning=reasoning,
        max_tokens=max_tokens,
        threads=threads,
        output_path=Path(output_path),
        local_path=Path(local_path),
        interface=Interface.PYTHON,
    )
    key = launch.key()
    entries = launch.run_entries(key, tell, write=True)
    with launch.sent_key(key):
        planned = launch.plan(entries)
        status = launch.start(entries, planned, tell)
    if not launch.has_results():
        raise FileProblem(f"no run of {suite} has results; the output of helm-run is in {launch.log}")
    launch.summarize(tell)
    loaded = load_suite(suite, output_path=launch.output_path)
    found = suite_status(find_suites([suite], launch.output_path))
    became = outcome(launch, found, {planned_run.name for planned_run in planned.runs})
    for line in became.lines:
        tell(line)
    return FinishedRun(
        **{field.name: getattr(loaded, field.name) for field in fields(loaded)},
        status=status | became.status,
        failed_requests=became.failed_requests,
        failed_ratings=became.failed_ratings,
        runs_without_score=len(became.without_score),
    )


def _names(argument: str, value: object) -> list[str]:
    several: list[object] = list(value) if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    if wrong := [name for name in several if not isinstance(name, str)]:
        raise BadArguments(f"{argument} must be a name or a list of names, got {quoted(wrong[0])}")
    return list(map(str, several))


@dataclass(frozen=True, repr=False)
class CheckReport(Result):
    """What ``check`` found."""

    name: str
    problems: tuple[Mapping[str, str], ...]

    def __repr__(self) -> str:
        found = counted(len(self.problems), "problem") if self.problems else "nothing is wrong"
        return f"CheckReport({self.name}: {found})"

    def __bool__(self) -> bool:
        return not self.problems

    def records(self) -> list[dict[str, Any]]:
        """Check, what is wrong and what to change."""
        return [dict(problem) for problem in self.problems]


def check(name: str, pilot: bool = True) -> CheckReport:
    """Checks a benchmark against its card: items, prompts, settings, scorer, baselines. Needs HELM.

    Args:
        name: of the benchmark.
        pilot: whether it is also run through HELM, with two baselines; this takes about ten seconds.
    """
    from helm_creativity.conformance import check as run_checks

    checks = run_checks(name, pilot=pilot)
    problems = [problem for check in checks for problem in check.problems]
    return CheckReport(
        checks[0].benchmark,
        tuple({"check": problem.check, "problem": problem.what, "change": problem.change} for problem in problems),
    )
