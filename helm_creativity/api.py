"""The Python API: what the command line does, as functions that return small objects. Needs no HELM to score.

    >>> import helm_creativity as hc
    >>> hc.score("dat", ["arm, eyes, feet, hand, head, leg, body"], embedding="builtin")
    Scores(dat: 1 of 1 scored, mean 58.41)

Every result has a short ``repr``, ``records()`` (a list of plain dicts), ``to_polars()`` and ``to_pandas()``.
"""

from __future__ import annotations

import json
import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from helm_creativity.core.benchmark import comparable_key, parse_settings, provenance
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.names import PREFIX, find_name
from helm_creativity.core.registry import list_entries
from helm_creativity.core.rows import Row, UnusedRow, scored_rows
from helm_creativity.core.types import SampleScore
from helm_creativity.defaults import LOCAL_PATH, OUTPUT_PATH, RAW, SCORES, SUITE, THREADS
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.records import BadRow, Record
from helm_creativity.safe_text import counted, escaped, listed, module_logger, quoted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from helm_creativity.exams.card import ExamResult
    from helm_creativity.exams.types import ExamSet
    from helm_creativity.people.sample import PeopleSample
    from helm_creativity.psychometrics.linking import LinkedValue
    from helm_creativity.results.calibration import Calibration, RatingCell
    from helm_creativity.results.criterion_validity import CriterionValidity
    from helm_creativity.results.effects import FactorEffects, Pairs
    from helm_creativity.results.findings import Findings
    from helm_creativity.results.judge_bias import JudgeBias
    from helm_creativity.results.linked_panels import LinkedDimension
    from helm_creativity.results.people import PeopleScores
    from helm_creativity.results.runs import SuiteRuns
    from helm_creativity.results.study import AllItems, ScoreColumn, ScoreMatrix
    from helm_creativity.results.table_agreement import TableAgreement

logger = module_logger(__name__)

__all__ = [
    "Benchmarks",
    "Calibrations",
    "CheckReport",
    "Comparison",
    "Cost",
    "Effects",
    "FinishedRun",
    "JudgeAgreements",
    "JudgeAudit",
    "JudgeExams",
    "LinkedSuites",
    "LoadedSuite",
    "PeopleBeside",
    "Scores",
    "Validity",
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


def _in_columns(records: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Records that a data frame can hold: lists that have no one type in their column are JSON, as in CSV."""
    import polars as pl

    def fits(values: Sequence[object]) -> bool:
        try:
            return pl.Series(values).to_list() == [list(value) if type(value) is tuple else value for value in values]
        except (TypeError, pl.exceptions.PolarsError):
            return False

    names = dict.fromkeys(name for record in records for name in record)
    columns = {name: [record.get(name) for record in records] for name in names}
    texts = {
        name
        for name, values in columns.items()
        if any(isinstance(value, (list, tuple, dict)) for value in values) and not fits(values)
    }
    return [
        {name: _as_json(record.get(name)) if name in texts else record.get(name) for name in names}
        for record in records
    ]


def _as_json(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, tuple, dict)) else value


def _frame(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any]) -> pl.DataFrame:
    """A data frame of records, or of none with the columns that they would have; a column of None has its type, too."""
    import polars as pl

    if not rows:
        return pl.DataFrame(schema=columns)
    frame = pl.DataFrame(rows, infer_schema_length=None, strict=False)
    unknown = [name for name, kind in frame.schema.items() if kind == pl.Null and name in columns]
    return frame.with_columns(pl.col(name).cast(columns[name]) for name in unknown)


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
        from helm_creativity.reports.notebooks import records_html

        return records_html(repr(self), self.records())

    def to_polars(self) -> pl.DataFrame:
        """The records as a polars data frame."""
        return _frame(_in_columns(self.records()), self._columns)

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


@dataclass(frozen=True, repr=False)
class LoadedSuite(Result):
    """Runs of one or several suites of HELM, in tables of comparable scores.

    Attributes:
        names: of the suites.
        study: models by columns; a column is a benchmark under one comparable key.
        collected: the runs behind it.
        output_path: where the suites are.
        samples: of people, beside the models.
    """

    names: tuple[str, ...]
    study: ScoreMatrix
    collected: SuiteRuns
    output_path: Path
    samples: tuple[PeopleSample, ...] = ()

    _columns: ClassVar[Columns] = {
        **dict.fromkeys(("benchmark", "title", "model"), str),
        **dict.fromkeys(("score", "score_se"), float),
        "comparable": str,
    }

    def __repr__(self) -> str:
        counts = (
            counted(len(self.study.models), "model"),
            counted(len(self.study.columns), "column"),
            counted(len(self.collected.runs), "run"),
            *([f"{len(self.problems)} left out"] if self.problems else []),
        )
        return f"{type(self).__name__}({', '.join(self.names)}: {', '.join(counts)})"

    @property
    def problems(self) -> list[str]:
        """What could not be read, or is in no column, and why."""
        return list(self.study.problems)

    @property
    def models(self) -> list[str]:
        """Names of the models, our baselines last."""
        return list(self.study.models)

    @property
    def benchmarks(self) -> list[str]:
        """Titles of the columns."""
        return [column.title for column in self.study.columns]

    def records(self) -> list[dict[str, Any]]:
        """One record per model and column that has a score, with its standard error and comparable key."""
        found = []
        for place, column in enumerate(self.study.columns):
            for row, model in enumerate(self.study.models):
                value, error = float(self.study.scores[row, place]), float(self.study.errors[row, place])
                if (row, place) in self.study.runs or math.isfinite(value):
                    found.append(
                        {
                            "benchmark": column.group.removeprefix(PREFIX),
                            "title": column.title,
                            "model": model,
                            "score": value if math.isfinite(value) else None,
                            "score_se": error if math.isfinite(error) else None,
                            "comparable": column.comparable,
                        }
                    )
        return found

    def leaderboard(self, benchmark: str = "", least_scored: float = 0.5) -> pl.DataFrame:
        """Models by score, the best first, of one benchmark or of all; then scores that do not count.

        Args:
            benchmark: name or title.
            least_scored: share of scored responses from which a score counts. The column ``uncounted`` says why one
                does not, ``caution`` that one leaves out many words, repeats one text, lacks hard items, or is worse
                than that of random nouns. If a model has a score on fewer than 95 % of the items, ``score_all_items``
                is what its mean over all would be, and decides the order; the other columns of that kind have its
                standard error and its bounds.

        Raises:
            BadArguments: when the suite has no benchmark of that name or title, or for a share outside 0 to 1.
        """
        import polars as pl

        from helm_creativity.results.all_items import with_all_items
        from helm_creativity.results.cautions import column_cautions
        from helm_creativity.results.options import check_share
        from helm_creativity.results.study import with_uncounted

        check_share(least_scored)
        study = with_uncounted(with_all_items(self.study), least_scored)
        cells = {
            (column.title, model): (row, place)
            for place, column in enumerate(study.columns)
            for row, model in enumerate(study.models)
        }
        cautions = [column_cautions(study, place) for place in range(len(study.columns))]
        table = self.to_polars()
        order = [cells[cell] for cell in table.select("title", "model").iter_rows()]
        why = [study.uncounted.get(cell) for cell in order]
        shown = [cautions[place][row] or None for row, place in order]
        lacking = {(study.columns[place].title, study.models[row]): x for (row, place), x in study.all_items.items()}
        table = _beside_all_items(table, lacking) if lacking else table
        table = table.with_columns(
            pl.Series("uncounted", why, dtype=pl.String), pl.Series("caution", shown, dtype=pl.String)
        )
        name = find_name(benchmark, table["benchmark"].unique().to_list()) or benchmark
        chosen = table.filter((pl.col("benchmark") == name) | (pl.col("title") == benchmark))
        if benchmark and chosen.is_empty():
            names = ", ".join(sorted(set(table["benchmark"])))
            raise BadArguments(f"the suite has no benchmark {quoted(benchmark)}; it has {names}")
        chosen = chosen if benchmark else table
        aside = pl.col("uncounted").is_not_null()
        ranking = pl.coalesce("score_all_items", "score") if lacking else pl.col("score")
        less = [column.title for column in study.columns if column.lower_is_better]
        ranking = pl.when(pl.col("title").is_in(less)).then(ranking).otherwise(-ranking)
        return chosen.sort(["title", aside, ranking], nulls_last=True)

    def stats(self) -> pl.DataFrame:
        """A row per run and stat, with all that is known of the run: the tables runs and stats of docs/tables.md."""
        from helm_creativity.results.frames import stats_frame

        return stats_frame(self.collected)

    def scores(self) -> pl.LazyFrame:
        """A row per response and stat, those of people among them; files are read when the frame is collected.

        >>> suite.scores().filter(pl.col("stat") == "score").group_by("group", "item").agg(pl.col("value").mean())

        What cannot be read is logged and left out.
        """
        from helm_creativity.results.frames import scores_frame

        return scores_frame(self.collected, self.samples, lambda line: _warn([line]))

    def findings(self) -> Findings:
        """Composite, factors, reliability and everything else that the report shows."""
        from helm_creativity.results.findings import derive_findings
        from helm_creativity.results.options import Options

        return derive_findings(self.study, self.collected.runs, Options(people=self.samples))

    def effects(self, by: str, pairs: Pairs = "", least_scored: float = 0.5) -> Effects:
        """What a factor does to scores within models: every benchmark that was run under two or more of its levels.

        >>> suite.effects("instruction")
        Effects(instruction: neutral, creative; 4 effects)

        Args:
            by: ``temp``, ``model-pair``, ``prompt``, ``instruction``, ``letter``, ``language``, ``embedding``,
                ``form`` or ``max_tokens``.
            pairs: for ``model-pair``, how the second name of each pair ends, such as ``"-thinking"``; a file with the
                columns first and second, or base and thinking; or pairs of names.
            least_scored: share of scored responses from which a score counts.

        Raises:
            BadArguments: for another factor, one that no benchmark varies, or pairs that match nothing.
            FileProblem: for a file of pairs that cannot be read.
        """
        from helm_creativity.results.effects import factor_effects
        from helm_creativity.results.runs import find_suites

        suites = find_suites(self.names, self.output_path)
        return Effects(factor_effects(suites, self.collected, by, pairs, least_scored, logger.warning))

    def validity(
        self,
        criteria: str | Path | Any,  # noqa: ANN401 - any data frame
        covariates: Sequence[str] = (),
        curve: str = "",
        *,
        mean_z: bool = False,
    ) -> Validity:
        """What the scores say of criteria of your own, and what they add to covariates.

        >>> suite.validity("models.csv", covariates=["size"])
        Validity(2 criteria, 1 covariate, 18 columns)

        Args:
            criteria: path of a CSV file, a workbook or JSONL, a data frame, or mappings: a column ``model``, columns of
                numbers, and perhaps ``release_date``.
            covariates: names of columns that are controlled for; the other columns of numbers are criteria.
            curve: name of a column such as the step of checkpoints.
            mean_z: whether a test that was run under several embeddings has a column of mean z-scores, too.

        Raises:
            BadArguments: for a table without a column ``model``, or a name that is no column of numbers.
            FileProblem: for a file that cannot be read.
        """
        from helm_creativity.results.criterion_validity import criterion_validity

        if not isinstance(covariates, (list, tuple)) or not all(isinstance(name, str) for name in covariates):
            raise BadArguments(f"covariates must be a list of names, got {quoted(covariates)}: write [...]")
        if not isinstance(curve, str):
            raise BadArguments(f"curve must be the name of a column, or '' for none, got {quoted(curve)}")
        return Validity(criterion_validity(self.study, criteria, covariates, curve, mean_z=mean_z))

    def people(self) -> PeopleBeside:
        """The samples of people in the columns whose settings are theirs; what fits none is logged."""
        from helm_creativity.results.options import Options
        from helm_creativity.results.people import place_people

        problems: list[str] = []
        found = place_people(self.study, Options(people=self.samples), problems)
        _warn(problems)
        placed = [(self.study.columns[place], people) for place, samples in sorted(found.items()) for people in samples]
        return PeopleBeside(self.study, tuple(placed))


@dataclass(frozen=True, repr=False)
class FinishedRun(LoadedSuite):
    """The suite after ``run``, and what became of the runs of this call.

    Attributes:
        status: 0 where all runs and requests came to their end and each run of a language model has a score, else 1.
        failed_requests: how many have no response; the same call asks only for these.
        failed_ratings: how many judges did not give, as their requests failed; the same call asks only for these.
        runs_without_score: how many runs of a language model have no response with a score.
    """

    status: int = 0
    failed_requests: int = 0
    failed_ratings: int = 0
    runs_without_score: int = 0

    def __repr__(self) -> str:
        text = super().__repr__()
        if self.failed_requests:
            return f"{text[:-1]}; {counted(self.failed_requests, 'request')} failed)"
        if self.failed_ratings:
            return f"{text[:-1]}; {counted(self.failed_ratings, 'rating')} failed)"
        if self.runs_without_score:
            return f"{text[:-1]}; {counted(self.runs_without_score, 'run')} without a score)"
        return f"{text[:-1]}; not all runs ended)" if self.status else text


def _beside_all_items(table: pl.DataFrame, lacking: Mapping[tuple[str, str], AllItems]) -> pl.DataFrame:
    """The scores over all items, which are the scores themselves where a model lacks no more than 5 % of them."""
    import polars as pl

    cells = [lacking.get(cell) for cell in table.select("title", "model").iter_rows()]
    scores, errors = table["score"].to_list(), table["score_se"].to_list()
    columns = {
        "score_all_items": [cell.score if cell else own for cell, own in zip(cells, scores, strict=True)],
        "score_all_items_se": [cell.error if cell else own for cell, own in zip(cells, errors, strict=True)],
        "all_items_low": [cell.low if cell else None for cell in cells],
        "all_items_high": [cell.high if cell else None for cell in cells],
    }
    return table.with_columns(
        pl.Series(name, values, dtype=pl.Float64).fill_nan(None) for name, values in columns.items()
    )


@dataclass(frozen=True, repr=False)
class Effects(Result):
    """What a factor, such as temperature, does to scores within models.

    Attributes:
        found: effects, slopes, shares of variance and notes.
    """

    found: FactorEffects

    def __repr__(self) -> str:
        counts = counted(len(self.found.effects), "effect")
        return f"Effects({self.found.factor}: {listed(self.found.levels)}; {counts})"

    @property
    def notes(self) -> list[str]:
        """What was left out, a line each."""
        return list(self.found.notes)

    def records(self) -> list[dict[str, Any]]:
        """One record per benchmark and two levels, then those over all benchmarks.

        Number of models, means, difference (second minus first), d_z with its 95 % interval, t, df and p.
        """
        from helm_creativity.reports.effects import effect_record

        return list(map(effect_record, self.found.effects))

    def slopes(self) -> pl.DataFrame:
        """One row per benchmark, of numbers such as temperature: the slope of scores within models."""
        import polars as pl

        from helm_creativity.reports.effects import slope_record

        rows = list(map(slope_record, self.found.slopes))
        texts = {"benchmark": str, "title": str, "levels": pl.List(str)}
        numbers = {"per": float, "n": int, **dict.fromkeys(("slope", "slope_low", "slope_high", "d_z", "t"), float)}
        kinds = {**texts, **numbers, "df": int, "p": float, "comparable": str}
        return _frame(rows, kinds)

    def variance_shares(self) -> pl.DataFrame:
        """One row per benchmark: shares of the variance of scores of items, which add to 1, or why there are none."""
        from helm_creativity.psychometrics.variance_shares import SOURCES
        from helm_creativity.reports.effects import share_name, shares_record

        counts = dict.fromkeys(("models_n", "items_n", "items_left_out"), int)
        shares = dict.fromkeys(map(share_name, SOURCES), float)
        kinds = {"title": str, **counts, **shares, "problem": str, "comparable": str}
        return _frame(list(map(shares_record, self.found.shares)), kinds)


_CORRELATIONS = {f"{name}{end}": float for name in ("pearson", "spearman") for end in ("", "_low", "_high", "_p")}


@dataclass(frozen=True, repr=False)
class Validity(Result):
    """What scores say of a user's own criteria.

    Attributes:
        found: correlations, increments, trends and notes.
    """

    found: CriterionValidity

    def __repr__(self) -> str:
        columns = len(self.found.variables) - len(self.found.criteria) - len(self.found.covariates)
        counts = (
            counted(len(self.found.criteria), "criterion", "criteria"),
            counted(len(self.found.covariates), "covariate"),
            counted(columns, "column"),
        )
        return f"Validity({', '.join(counts)})"

    @property
    def notes(self) -> list[str]:
        """What was left out, a line each."""
        return list(self.found.notes)

    def records(self) -> list[dict[str, Any]]:
        """One record per criterion and column of the suite.

        n, Pearson's, Spearman's and the partial correlation with intervals and p, R² of the covariates and with the
        score, the difference with its bootstrap interval, F, df and p. ``problem`` says why a value is missing.
        """
        from helm_creativity.reports.criterion_validity import association_records, without_reasons

        return list(map(without_reasons, association_records(self.found)))

    def correlations(self) -> pl.DataFrame:
        """One row per two columns, of the suite or of the table."""
        from helm_creativity.reports.criterion_validity import pair_record, without_reasons

        rows = [without_reasons(pair_record(pair)) for pair in self.found.pairs]
        return _frame(rows, {"first": str, "second": str, "n": int, **_CORRELATIONS, "problem": str})

    def trends(self) -> pl.DataFrame:
        """One row per column of the suite, of its scores by release date, in years, and by step."""
        from helm_creativity.reports.criterion_validity import trend_record, without_reasons

        rows = [without_reasons(trend_record(trend)) for trend in self.found.trends]
        texts = {**dict.fromkeys(("by", "column", "benchmark", "comparable"), str), "n": int}
        slopes = dict.fromkeys(("slope", "slope_low", "slope_high"), float)
        return _frame(rows, {**texts, **slopes, **_CORRELATIONS, "problem": str})


@dataclass(frozen=True, repr=False)
class PeopleBeside(Result):
    """Samples of people beside the models of a suite. They have no rank and are in no composite.

    Attributes:
        study: the models.
        placed: each sample with the column that it stands in.
    """

    study: ScoreMatrix
    placed: tuple[tuple[ScoreColumn, PeopleScores], ...]

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{people.sample.name} in {column.title} (n = {people.n:,})" for column, people in self.placed
        )
        return f"PeopleBeside({shown or 'nobody'})"

    def records(self) -> list[dict[str, Any]]:
        """One record per sample and column: who they are, mean, 95 % interval and participants' standard deviation."""
        from helm_creativity.results.people import rating_count

        return [
            {
                "sample": people.sample.name,
                "benchmark": people.sample.benchmark,
                "title": column.title,
                "participants": len(people.sample.participants),
                "items": len(people.sample.items),
                "responses": len(people.sample.responses),
                "ratings": rating_count(people.sample),
                "mean": people.mean,
                "low": people.low,
                "high": people.high,
                "sd": people.sd,
                "licence": people.sample.licence,
                "consent": people.sample.consent,
            }
            for column, people in self.placed
        ]

    def participants(self) -> pl.DataFrame:
        """One row per sample, column and participant: responses, score, and how many responses have none."""
        import polars as pl

        rows = [
            (people.sample.name, column.title, who.name, who.responses, who.score, sum(who.failures.values()))
            for column, people in self.placed
            for who in people.participants
        ]
        kinds = {"sample": pl.String, "title": pl.String, "participant": pl.String}
        numbers = {"responses": pl.Int64, "score": pl.Float64, "failures": pl.Int64}
        return pl.DataFrame(rows, schema={**kinds, **numbers}, orient="row")

    def percentiles(self, least_scored: float = 0.5) -> pl.DataFrame:
        """One row per sample, column and model whose score counts: the share of participants that it surpasses.

        Args:
            least_scored: share of scored responses from which a score counts.
        """
        import polars as pl

        from helm_creativity.results.options import check_share
        from helm_creativity.results.study import with_uncounted

        check_share(least_scored)
        study = with_uncounted(self.study, least_scored)
        counted, places = study.counted, {column.key: place for place, column in enumerate(study.columns)}
        rows = [
            (people.sample.name, column.title, model, score, people.percentile(score))
            for column, people in self.placed
            for model, score in zip(study.models, counted[:, places[column.key]].tolist(), strict=True)
            if math.isfinite(score)
        ]
        kinds = {"sample": pl.String, "title": pl.String, "model": pl.String}
        numbers = {"score": pl.Float64, "percentile": pl.Float64}
        return pl.DataFrame(rows, schema={**kinds, **numbers}, orient="row")


def load_suite(
    path: str | Path = OUTPUT_PATH, *suites: str, people: Sequence[str | Path] = (), scores: str = RAW
) -> LoadedSuite:
    """Reads suites or releases of ``helm-run``.

    >>> hc.load_suite("benchmark_output", "demo")
    LoadedSuite(demo: 2 models, 18 columns, 36 runs)

    Args:
        path: ``helm-run``'s ``--output-path``.
        suites: names of suites or releases; at least one.
        people: folders with samples of people, as ``helm-creativity people import`` writes them.
        scores: of judged benchmarks: ``"raw"``, as judges gave them; ``"calibrated"``, without judges' severity; or
            ``"length_free"``, at equal length. Runs that cannot be corrected are left out, with a warning.

    Raises:
        BadArguments: when no suite is named, or one is no text, for other ``scores``, or when ``people`` is a path.
        FileProblem: when one is not there, or holds no run that can be read.
    """
    from helm_creativity.core.names import meant
    from helm_creativity.people.sample import read_people
    from helm_creativity.results.rescoring import corrected_suites
    from helm_creativity.results.runs import find_suites, read_suites
    from helm_creativity.results.study import build_score_matrix

    if not suites:
        raise BadArguments("name at least one suite, as in load_suite('benchmark_output', 'demo')")
    _require_texts("load_suite(path, *suites)", suites)
    if isinstance(people, (str, Path)):
        raise BadArguments("people must be a list of folders, got one alone: write [...]")
    if scores not in SCORES:
        raise BadArguments(f"scores must be one of {listed(SCORES)}, got {quoted(scores)}{meant(scores, SCORES)}")
    samples = tuple(read_people(map(Path, people)))
    found = find_suites(suites, Path(path))
    collected = corrected_suites(read_suites(found), scores)
    study = build_score_matrix(found, None, logger.warning, collected)
    if not study.columns:
        problems = "".join(f"\n  {problem}" for problem in study.problems)
        raise FileProblem(f"no run of {', '.join(suites)} can be read and put into a table{problems}")
    _warn(study.problems)
    return LoadedSuite(tuple(suites), study, collected, Path(path), samples)


@dataclass(frozen=True, repr=False)
class JudgeAgreements(Result):
    """How far each judge of a table agrees with people."""

    parts: tuple[TableAgreement, ...]

    def __iter__(self) -> Iterator[TableAgreement]:
        return iter(self.parts)

    def __repr__(self) -> str:
        return f"JudgeAgreements({counted(len(self.parts), 'judge')})"

    def records(self) -> list[dict[str, Any]]:
        """One record per judge and statistic, with the ends of its 95 % interval over items."""
        return [
            {
                "judge": part.judge,
                "statistic": name,
                "value": estimate.value,
                "low": estimate.low,
                "high": estimate.high,
                "n": part.agreement.n,
                "missing": part.missing,
            }
            for part in self.parts
            for name, estimate in part.agreement.estimates.items()
        ]


def judge_agreement(
    table: Any,  # noqa: ANN401 - any data frame
    judges: Sequence[str],
    raters: Sequence[str],
    item: str = "",
    scale: str = "automatic",
) -> JudgeAgreements:
    """Agreement of judges with people in any table of ratings, by statistics that fit the scale.

    >>> rows = [{"gpt": 3, "ann": 2}, {"gpt": 1, "ann": 1}, {"gpt": 4, "ann": 5}]
    >>> hc.judge_agreement(rows, judges=["gpt"], raters=["ann"])
    JudgeAgreements(1 judge)

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
    from helm_creativity.results.table_agreement import table_agreement

    return JudgeAgreements(tuple(table_agreement(table, judges, raters, item, scale)))


def _no_ratings(suite: LoadedSuite) -> FileProblem:
    return FileProblem(f"no run of the suite {', '.join(suite.names)} has ratings by judges")


def _cell_fields(cell: RatingCell) -> dict[str, str]:
    return {**cell.key._asdict(), "benchmark": cell.benchmark.removeprefix(PREFIX)}


@dataclass(frozen=True, repr=False)
class Calibrations(Result):
    """How severe and consistent the judges of a suite are, one calibration per benchmark, rubric and dimension."""

    parts: tuple[Calibration, ...]

    def __iter__(self) -> Iterator[Calibration]:
        return iter(self.parts)

    def __repr__(self) -> str:
        judges = {judge.name for part in self.parts for judge in part.judges}
        return f"Calibrations({counted(len(self.parts), 'dimension')}, {counted(len(judges), 'judge')})"

    def records(self) -> list[dict[str, Any]]:
        """One record per dimension and judge: severity, discrimination, standard errors, missing ratings."""
        return [
            {
                **_cell_fields(part.cell),
                "judge": judge.name,
                "asked": judge.asked,
                "missing": judge.missing,
                "mean": judge.mean,
                "severity": judge.severity,
                "severity_se": judge.severity_se,
                "discrimination": judge.discrimination,
                "discrimination_se": judge.discrimination_se,
            }
            for part in self.parts
            for judge in part.judges
        ]


def calibrate(
    ratings: LoadedSuite | Any,  # noqa: ANN401 - any data frame
    raters: Sequence[str] = (),
    item: str = "",
) -> Calibrations:
    """Fits a graded response model to judges' ratings, those of a suite or of any table.

    >>> hc.calibrate([{"item": "brick", "a": 3, "b": 4}, {"item": "rope", "a": 1, "b": 2}], raters=["a", "b"])
    Calibrations(1 dimension, 2 judges)

    Args:
        ratings: from ``load_suite``; or the path of a .csv, .jsonl or .parquet file, a data frame, or mappings, with
            one row per rating and the columns ``judge``, ``item`` and ``rating``.
        raters: columns that hold the ratings of one rater each, for a table with one row per response.
        item: the table's column of items; "" for one named ``item`` or ``instance``.

    Raises:
        BadArguments: for a table that lacks a column, or has a rating that is no number.
        FileProblem: when there are no ratings.
    """
    from helm_creativity.results.calibration import calibrate as fit
    from helm_creativity.results.calibration import rating_cells
    from helm_creativity.results.rating_tables import ratings_of_table
    from helm_creativity.results.ratings import ratings_of_all

    problems: list[str] = []
    if isinstance(ratings, LoadedSuite):
        cells = rating_cells(ratings_of_all(ratings.collected.runs, problems))
    else:
        cells = rating_cells(ratings_of_table(ratings, raters, item))
    _warn(problems)
    if not cells:
        raise _no_ratings(ratings) if isinstance(ratings, LoadedSuite) else FileProblem("the table has no ratings")
    return Calibrations(tuple(map(fit, cells)))


@dataclass(frozen=True, repr=False)
class JudgeAudit(Result):
    """What the judges of a suite favour beside worth, one audit per benchmark, rubric and dimension."""

    parts: tuple[JudgeBias, ...]

    def __iter__(self) -> Iterator[JudgeBias]:
        return iter(self.parts)

    def __repr__(self) -> str:
        judges = {judge for part in self.parts for judge in part.cell.panel()}
        return f"JudgeAudit({counted(len(self.parts), 'dimension')}, {counted(len(judges), 'judge')})"

    def records(self) -> list[dict[str, Any]]:
        """One record per dimension, effect and judge: value, unit, interval, p, Holm's p, and why one is missing."""
        return [
            {
                **_cell_fields(part.cell),
                "effect": effect.kind,
                "judge": effect.judge,
                "value": effect.slope.value,
                "unit": effect.unit,
                "se": effect.slope.se,
                "low": effect.slope.low,
                "high": effect.slope.high,
                "correlation": effect.slope.effect,
                "p": effect.slope.p,
                "p_holm": effect.p_holm,
                "ratings": effect.slope.n,
                "items": effect.slope.clusters,
                "problem": effect.slope.problem,
            }
            for part in self.parts
            for effect in part.effects
        ]

    def models(self) -> pl.DataFrame:
        """One row per dimension and model: words, mean rating raw and at equal length, with standard errors."""
        rows = [{**_cell_fields(part.cell), **model._asdict()} for part in self.parts for model in part.models]
        texts = dict.fromkeys(("benchmark", "rubric", "dimension", "judging", "name"), str)
        numbers = dict.fromkeys(("words", "raw", "raw_se", "adjusted", "adjusted_se"), float)
        return _frame(rows, {**texts, "rated": int, **numbers})


def audit_judges(suite: LoadedSuite, families: Mapping[str, str] | None = None) -> JudgeAudit:
    """Measures what judges favour: length, their own family, other judges of their panel, places in a question, time.

    >>> hc.audit_judges(hc.load_suite("benchmark_output", "judged"))
    JudgeAudit(1 dimension, 2 judges)

    Args:
        suite: from ``load_suite``.
        families: of models and judges, by name; those of others follow from their names.

    Raises:
        FileProblem: when no judge rated anything.
    """
    from helm_creativity.results.judge_bias import audit_runs
    from helm_creativity.results.options import Absent

    _loaded(suite)
    problems: list[str] = []
    found = audit_runs(suite.collected.runs, problems, families)
    _warn(problems)
    if isinstance(found, Absent):
        raise _no_ratings(suite)
    return JudgeAudit(found)


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
class LinkedSuites(Result):
    """Suites of different judges on the scale of the first one, a part per benchmark, rubric and dimension."""

    parts: tuple[LinkedDimension, ...]

    def __iter__(self) -> Iterator[LinkedDimension]:
        return iter(self.parts)

    def __repr__(self) -> str:
        models = {(model.panel, model.model) for part in self.parts for model in part.linked.models}
        warned = sum(len(part.warnings) for part in self.parts)
        return (
            f"LinkedSuites({counted(len(self.parts), 'dimension')}, {counted(len(models), 'model')}, "
            f"{counted(warned, 'warning')})"
        )

    def records(self) -> list[dict[str, Any]]:
        """One record per dimension and model: raw and linked mean, θ, standard errors and intervals."""
        return [
            {
                "benchmark": part.benchmark.removeprefix(PREFIX),
                "rubric": part.rubric,
                "dimension": part.dimension,
                "suite": model.panel,
                "model": model.model,
                "responses": model.responses,
                "raw": model.raw,
                **_with_bounds("linked", model.rating),
                **_with_bounds("theta", model.theta),
            }
            for part in self.parts
            for model in part.linked.models
        ]


def _with_bounds(name: str, value: LinkedValue) -> dict[str, float]:
    return {name if part == "value" else f"{name}_{part}": number for part, number in value._asdict().items()}


def link_suites(suites: Sequence[LoadedSuite]) -> LinkedSuites:
    """Puts suites that different judges rated on the scale of the first one's judges.

    Args:
        suites: two or more, whose runs have ratings of anchors by ``anchors=true``.

    Raises:
        BadArguments: for fewer than two suites, or one suite twice.
        FileProblem: when no dimension can be linked.
    """
    from helm_creativity.results.linked_panels import link_rated_panels, rated_panel

    problems: list[str] = []
    panels = []
    for suite in suites:
        _loaded(suite)
        panels.append(rated_panel(", ".join(suite.names), suite.collected.runs, problems))
    if len({panel.name for panel in panels}) < max(len(panels), 2):
        raise BadArguments(
            f"two different suites or more are linked, got {listed([panel.name for panel in panels]) or 'none'}"
        )
    found = link_rated_panels(panels, problems)
    _warn(problems)
    if not found:
        raise FileProblem("no dimension could be linked: " + (problems[-1] if problems else "no suite has ratings"))
    for part in found:
        for warning in part.warnings:
            logger.warning("%s, %s: %s", part.benchmark, part.dimension, warning)
    return LinkedSuites(tuple(found))


@dataclass(frozen=True, repr=False)
class Comparison(Result):
    """Two models compared, item by item.

    Attributes:
        first: name of a model.
        second: name of the other.
        rows: one record per column in which both have scores of items.
    """

    first: str
    second: str
    rows: tuple[Mapping[str, Any], ...] = field(default=())

    _columns: ClassVar[Columns] = {
        **dict.fromkeys(("benchmark", "title"), str),
        "items": int,
        "difference": float,
        **dict.fromkeys(("uncounted", "caution", "untested"), str),
        **dict.fromkeys(("d_z", "d_z_low", "d_z_high", "p", "p_holm"), float),
    }

    def __repr__(self) -> str:
        counting = [row for row in self.rows if not row["uncounted"]]
        better = sum(row["difference"] > 0 for row in counting)
        return f"Comparison({self.first} above {self.second} on {better} of {counted(len(counting), 'column')})"

    def records(self) -> list[dict[str, Any]]:
        """Benchmark, items, difference (positive where the first is better), d_z with interval, p and Holm's p.

        ``uncounted`` is why a model's score does not count, ``caution`` that the difference is not that of the scores,
        and ``untested`` why there is no test.
        """
        return [dict(row) for row in self.rows]


_NO_MEAN = "the score is no mean over items; the difference is of their own part"
_UNTESTED = ("at least two items are needed", "the difference is the same on all items")


def compare_models(suite: LoadedSuite, first: str, second: str, least_scored: float = 0.5) -> Comparison:
    """Compares two models over the items that both answered: paired differences, in the direction of the score.

    A difference is tested where the scores of both models count.

    Args:
        suite: from ``load_suite``.
        first: name of a model in it.
        second: name of another.
        least_scored: share of scored responses below which a score does not count.

    Raises:
        BadArguments: for a model that the suite does not have, or a share outside 0 to 1.
    """
    import numpy as np

    from helm_creativity.psychometrics.group_comparison import holm, paired_effect
    from helm_creativity.results.all_items import item_table
    from helm_creativity.results.options import check_share
    from helm_creativity.results.study import with_uncounted

    _loaded(suite)
    check_share(least_scored)
    study = with_uncounted(suite.study, least_scored)
    if first == second:
        raise BadArguments(f"two models are compared, got {quoted(first)} twice")
    if unknown := [model for model in (first, second) if model not in study.models]:
        raise BadArguments(f"the suite has no model {quoted(unknown[0])}; it has: {', '.join(study.models)}")
    places = [study.models.index(model) for model in (first, second)]
    rows: list[dict[str, Any]] = []
    for place, column in enumerate(study.columns):
        responses = study.answers_of(place)
        if responses is None:
            continue
        table = item_table(study.scores[:, place], responses, column.items, study.pool)
        of_first, of_second = table.by_item[places]
        known = np.isfinite(of_first - of_second)
        if not known.any():
            continue
        uncounted = "; ".join(
            f"{study.models[row]}: {study.uncounted[row, place]}" for row in places if (row, place) in study.uncounted
        )
        sign = -1.0 if column.lower_is_better else 1.0
        effect = None if uncounted else paired_effect(sign * of_second, sign * of_first)
        untested = "a score does not count" if uncounted else _UNTESTED[int(known.sum() > 1)]
        rows.append(
            {
                "benchmark": column.group.removeprefix(PREFIX),
                "title": column.title,
                "items": int(known.sum()),
                "difference": float(np.mean(sign * (of_first - of_second)[known])),
                "uncounted": uncounted or None,
                "caution": None if table.are_means[places].all() else _NO_MEAN,
                "untested": None if effect else untested,
                "d_z": effect.d_z if effect else None,
                "d_z_low": effect.low if effect else None,
                "d_z_high": effect.high if effect else None,
                "p": effect.wilcoxon_p if effect else None,
                "p_holm": None,
            }
        )
    tested = [row for row in rows if row["p"] is not None]
    adjusted: list[float] = list(holm([row["p"] for row in tested])) if tested else []
    for row, value in zip(tested, adjusted, strict=True):
        row["p_holm"] = float(value)
    return Comparison(first, second, tuple(rows))


def report(
    suite: LoadedSuite,
    out: str | Path,
    title: str = "",
    least_scored: float = 0.5,
    *,
    norms: bool = False,
    cards: Sequence[str | Path] = (),
    responses: str = "3",
) -> Path:
    """Writes the HTML report of a suite: one file that needs no other.

    Args:
        suite: from ``load_suite``.
        out: the file.
        title: of the page; the names of the suites if left out.
        least_scored: share of scored responses below which a score is marked and neither ranked nor in a composite.
        norms: whether to show scores of people that hold for the settings of a table.
        cards: folders of judges' cards; where ``examine_judges`` keeps them if left out.
        responses: which responses are on the page: ``"3"`` for the best, a median and the worst of each model and one
            without a score, ``"all"`` or ``"none"``.

    Raises:
        BadArguments: for a share outside 0 to 1, or another choice of responses.
    """
    from helm_creativity.exams.card import read_cards
    from helm_creativity.io.files import require_new_file
    from helm_creativity.io.records import writing
    from helm_creativity.reports.report.figures import draw_figures
    from helm_creativity.reports.report.page import render_report
    from helm_creativity.results.findings import derive_findings
    from helm_creativity.results.options import Options

    _loaded(suite)
    name = title or ", ".join(suite.names)
    options = Options(
        title=name,
        least_scored=least_scored,
        norms=norms,
        people=suite.samples,
        cards=read_cards([Path(card) for card in cards]),
    )
    require_new_file(Path(out))
    findings = derive_findings(suite.study, suite.collected.runs, options)
    with writing(Path(out)) as file:
        file.write(render_report(findings, draw_figures(findings), responses=responses))
    return Path(out)


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
    from helm_creativity.operations.running.interface import Interface
    from helm_creativity.operations.running.launch import Launch
    from helm_creativity.operations.running.outcome import outcome
    from helm_creativity.results.run_status import suite_status
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
    loaded = load_suite(launch.output_path, suite)
    found = suite_status(find_suites([suite], launch.output_path))
    became = outcome(launch, found, {planned_run.name for planned_run in planned.runs})
    for line in became.lines:
        tell(line)
    return FinishedRun(
        **vars(loaded),
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


def _loaded(suite: object) -> None:
    if not isinstance(suite, LoadedSuite):
        raise BadArguments(f"expected a suite as load_suite(...) returns it, got {quoted(suite)}")


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
