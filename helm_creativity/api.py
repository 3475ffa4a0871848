"""The Python API: what the command line does, as functions that return small objects. Needs no HELM to score.

    >>> import helm_creativity as hc
    >>> hc.score("dat", ["arm, eyes, feet, hand, head, leg, body"], embedding="builtin")
    Scores(dat: 1 of 1 scored, mean 58.41, random nouns 82.04)

Every result has a short ``repr``, ``records()`` (a list of plain dicts), ``to_polars()`` and ``to_pandas()``. What
cannot be is refused with ``BadArguments``, a file that cannot be read or written with ``FileProblem``, and where the
data say nothing ``NothingToSay`` says why.

Several functions have these arguments:

* ``judges``: HELM's names of their deployments, as a list or joined by ``+``.
* ``base_url``: of an OpenAI-compatible server, such as ``"http://localhost:8000/v1"``. Models and judges that it has
  are asked there, and added to HELM's files in ``local_path``. ``api_key_env`` is the environment variable that holds
  its key.
* ``local_path`` and ``output_path``: as ``helm-run`` has them: model registrations and HELM's cache; suites.
* ``threads``: requests at the same time.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar

from helm_creativity.benchmark.base import provenance
from helm_creativity.benchmark.loading import get_benchmark as get_benchmark
from helm_creativity.benchmark.names import PREFIX, did_you_mean
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.rows.scored import Row, UnusedRow, scored_rows
from helm_creativity.benchmark.types import SampleScore
from helm_creativity.defaults import LEAST_SCORED, LOCAL_PATH, OUTPUT_PATH, RAW, SUITE, THREADS
from helm_creativity.errors import BadArguments, CreativityError, FileProblem
from helm_creativity.results.table import Result
from helm_creativity.safe_text import counted, escaped, module_logger, quoted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from helm_creativity.benchmark.card import Norm
    from helm_creativity.commands.running.outcome import FinishedRun
    from helm_creativity.judges.evaluation.types import ExamSet
    from helm_creativity.people.sample import PeopleSample
    from helm_creativity.results.loading import LoadedSuite
    from helm_creativity.results.table import Tables

logger = module_logger(__name__)

Answers: TypeAlias = (
    "str | Path | Mapping[str, Any] | pl.DataFrame | pl.LazyFrame | pd.DataFrame | pa.Table | "
    "Iterable[str | Sequence[Any] | Mapping[str, Any]]"
)
"""Responses as ``score`` takes them."""
READING: tuple[str, ...] = ("participant", "item", "response", "ratings", "scale", "ignore", "only", "gather")
READING += ("separator", "any_language")
"""How ``import_people`` reads a table: arguments of ``people.importing.read_table``."""
Several: TypeAlias = "str | Path | Sequence[str | Path]"
"""Names or paths, or a single one."""
AnySuite: TypeAlias = "LoadedSuite | str | Path | Sequence[str | Path]"
"""A suite from ``load_suite``, or names or folders of suites."""
Given = ParamSpec("Given")
Returned = TypeVar("Returned")

# An option in a message; not in a value that is quoted, nor in a command, which goes on to the end of its sentence.
_OPTION = re.compile(r"helm-\w[^;:]*|(?<!\w)'[^'\n]*'|(?<![\w-])--([a-z][a-z-]*)(?: \(\w+= in Python\))?")
_CALLED_OTHERWISE = {"metric": "metrics", "model": "models", "num_threads": "threads", "rating": "ratings"}


def _public(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """Refuses an unknown argument with what looks like it, and lets errors name arguments, not options of commands."""
    called = signature(function)

    def in_python(option: re.Match[str]) -> str:
        name = (option[1] or "").replace("-", "_")
        name = _CALLED_OTHERWISE.get(name, name)
        if name not in called.parameters:
            return option[0]
        return f"{name}=True" if called.parameters[name].annotation == "bool" else f"{name}="

    @wraps(function)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Returned:
        try:
            known = [*called.parameters]
            if "settings" in known:
                named = called.bind_partial(*args, **kwargs).arguments
                benchmark: Any = named.get("benchmark", named.get("name"))
                known += [*get_benchmark(benchmark).options, *(READING if "table" in known else ())]
            if unknown := [name for name in kwargs if name not in known]:
                near = did_you_mean(unknown[0], known)
                raise BadArguments(f"{function.__name__} has no argument {quoted(unknown[0])}{near}")
            return function(*args, **kwargs)
        except CreativityError as error:
            error.args = tuple(_OPTION.sub(in_python, text) if isinstance(text, str) else text for text in error.args)
            raise

    return call


def _several(names: Any) -> list[Any]:  # noqa: ANN401 - names or paths, or a single one
    return [names] if isinstance(names, (str, Path)) else list(names)


class Benchmarks(tuple[str, ...], Result):
    """Names of the benchmarks that are installed, ours and those of other packages."""

    def __repr__(self) -> str:
        return f"Benchmarks({', '.join(self)})"

    def records(self) -> list[dict[str, Any]]:
        """Name, title, domain, version of the card and protocols of each."""
        cards = {name: find_entry(name).card for name in self}
        return [
            {"name": name, "title": card.title, "domain": card.domain, "version": card.version}
            | {"protocols": list(card.protocols)}
            for name, card in cards.items()
        ]


@dataclass(frozen=True, repr=False)
class Found(Result):
    """Rows, the line that sums them up, problems (true where there are none), and what else must be known."""

    line: str
    rows: Sequence[dict[str, Any]]
    problems: Sequence[str] = ()
    notes: Sequence[str] = ()

    def __repr__(self) -> str:
        return self.line

    def __bool__(self) -> bool:
        return not self.problems

    def records(self) -> list[dict[str, Any]]:
        """The rows."""
        return list(self.rows)


class Norms(tuple["Norm", ...], Result):
    """Norms of people for a benchmark, as its card has them."""

    def __repr__(self) -> str:
        return f"Norms({', '.join(f'{norm.stat} {norm.mean:g} ± {norm.sd:g} (n = {norm.n})' for norm in self)})"

    def records(self) -> list[dict[str, Any]]:
        """One per norm: the fields that a card has."""
        return [{field.name: getattr(norm, field.name) for field in fields(norm)} for norm in self]

    def yaml(self) -> str:
        """What stands in a card under ``norms``."""
        from helm_creativity.benchmark.norms import norms_yaml

        return norms_yaml(self)


@dataclass(frozen=True, repr=False)
class Scores(Result):
    """Scores of responses to one benchmark.

    Attributes:
        benchmark: its name.
        samples: the score of each response, in order; an ``UnusedRow`` in the place of one that cannot be used.
        comparable: everything that must agree between two scores that are compared.
        provenance: what else made the scores: package version, card version, limits, what separated lists in texts.
        rows: the responses as they were given, with their numbers.
        judged: whether judges rated them; the details of a score then have their ``ratings``.
    """

    benchmark: str
    samples: tuple[SampleScore | UnusedRow, ...]
    comparable: str
    provenance: Mapping[str, str]
    rows: Sequence[Row]
    judged: bool = False

    @property
    def fields(self) -> dict[str, type]:
        """Columns of a data frame of no responses."""
        return {"response": str, "score": float, "failure_reason": str, "comparable": str}

    def __len__(self) -> int:
        return len(self.samples)

    def __iter__(self) -> Iterator[SampleScore | UnusedRow]:
        return iter(self.samples)

    def __getitem__(self, place: int) -> SampleScore | UnusedRow:
        return self.samples[place]

    def __repr__(self) -> str:
        from helm_creativity.results.norms import baselines_beside

        mean = "no score" if self.mean is None else f"mean {self.mean:.2f}"
        unused = f", {counted(len(self.problems), 'row')} not used" if self.problems else ""
        scored = sum(score is not None for score in self.scores)
        beside = baselines_beside(f"{PREFIX}{self.benchmark}", self.comparable).get("random nouns") if scored else None
        nouns = "" if beside is None else f", random nouns {beside:.2f}"
        return f"Scores({self.benchmark}: {scored} of {len(self)} scored, {mean}{nouns}{unused})"

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
        return scored_rows(self.rows, self.samples, self.comparable, keeping=self.judged)


def list_benchmarks() -> Benchmarks:
    """The benchmarks by name; nothing of them is imported.

    >>> "dat" in hc.list_benchmarks()
    True
    """
    return Benchmarks(entry.name for entry in list_entries())


@_public
def score(
    name: str,
    answers: Answers,
    *,
    judges: str | Sequence[str] = "",
    separator: str | None = None,
    threads: int = THREADS,
    any_language: bool = False,
    local_path: str | Path = LOCAL_PATH,
    base_url: str | None = None,
    api_key_env: str | None = None,
    **settings: object,
) -> Scores:
    """Scores responses that came from anywhere, people included.

    >>> words = "lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile"
    >>> hc.score("dat", [words], embedding="builtin").mean
    76.56309718177432

    A response that lacks a field, or has a wrong one, has no score; ``Scores.problems`` says what is wrong with it. For
    an embedding that is not on this machine, ``EmbeddingNotFound`` has the command that brings it.

    Args:
        name: of the benchmark.
        answers: the responses: texts, lists of words or uses, or mappings with what the benchmark's responses need,
            ``response`` or ``words`` and the fields of the item, such as ``cue``; a data frame of Polars or pandas, or
            a table of PyArrow, with such columns; the ``Path`` of a CSV, Parquet or JSONL file; or a single text or
            mapping. ``helm-creativity score NAME --help`` lists the fields.
        judges: who rates the responses as in a run. Needs HELM. Every response then says its item, by ``id`` or by
            fields that only one item has. The same call again asks only for ratings that are missing.
        separator: what separates lists in texts such as ``words`` and ``uses``, or ``tab``, ``line`` or ``space``.
            Where it is None, what each text has, or what nearly all texts have: a warning says so then.
        any_language: whether to score responses most of whose words have no vector, too, with a warning. Otherwise they
            are refused, unless they are few.
        settings: of the benchmark, such as ``protocol`` and ``embedding``; without judges, not those that say how a
            model is asked.
    """
    from helm_creativity.benchmark.rows.lists import parse_separator
    from helm_creativity.benchmark.rows.scored import given_rows
    from helm_creativity.commands.scoring import Scoring

    benchmark = get_benchmark(name)
    rows = given_rows(answers, benchmark.row_type.list_field(), logger.warning)
    found = Scoring(
        benchmark=benchmark,
        values={**settings, "judges": "+".join(_several(judges))} if judges else settings,
        note=lambda note: logger.warning("%s: %s", benchmark.name, note),
        separator=None if separator is None else parse_separator(separator),
        any_language=any_language,
        threads=threads,
        local_path=Path(local_path),
        base_url=base_url,
        api_key_env=api_key_env,
    ).score(rows)
    assert found is not None
    its = provenance(benchmark, found.settings, asked=False, separator=found.separator)
    return Scores(benchmark.name, tuple(found.scores), found.key, its, rows, found.judged)


@_public
def import_people(
    table: Any,  # noqa: ANN401 - any data frame
    benchmark: str,
    *,
    name: str = "",
    licence: str = "",
    consent: str = "",
    out: str | Path | None = None,
    replace: bool = False,
    local_path: str | Path = LOCAL_PATH,
    base_url: str | None = None,
    api_key_env: str | None = None,
    **settings: Any,  # noqa: ANN401 - of ``read_table``, and of the benchmark
) -> PeopleSample:
    """A sample of people from a table of their responses, scored as those of models are.

    What was noticed, and which rows are left out, is logged.

    Args:
        table: a data frame, or the path of a .csv, .xlsx, .jsonl, .json or .parquet file, or of an export of Qualtrics,
            jsPsych or PsychoPy.
        benchmark: its name.
        name: of the study; that of the file where it is empty.
        licence: of the responses.
        consent: what participants agreed to.
        out: a folder into which the sample is written, for ``load_suite(people=[...])``.
        replace: whether to replace a sample of that name.
        settings: what columns hold, where their names do not say it: ``participant``, ``item`` and ``response`` (one or
            several; ``ITEM=COLUMN`` where each item has its own, and ``*`` stands for any text), ``ratings`` (columns
            of raters by dimension), ``scale`` (its ends), ``ignore``; which rows are read: ``only`` (what a row must
            have, by column) and ``gather`` (whether the rows of a participant and an item are parts of one response);
            ``separator`` and ``any_language`` as ``score`` takes them; and settings of the benchmark, ``judges`` among
            them.
    """
    from helm_creativity.benchmark.rows.scored import as_file
    from helm_creativity.commands.running.server import served_judges
    from helm_creativity.people.importing import make_sample, read_table
    from helm_creativity.people.sample import require_no_sample, write_sample

    reading = {key: settings.pop(key) for key in READING if key in settings}
    reading |= {key: _several(reading[key]) for key in ("response", "ignore") if key in reading}
    reading["ratings"] = {dimension: _several(its) for dimension, its in (reading.get("ratings") or {}).items()}
    local, judges = Path(local_path), "+".join(_several(settings.pop("judges", "")))
    with as_file(table) as path, served_judges(judges, base_url, api_key_env, local, logger.warning) as named:
        chosen = settings | ({"judges": named} if named else {})
        read = read_table(path, get_benchmark(benchmark), chosen, local_path=local, **reading)
        for note in read.notes:
            logger.warning("%s: %s", path.name, note)
        if out is not None and not replace:  # before judges are asked
            require_no_sample(read.wanted.benchmark.name, name or read.path.stem, Path(out))
        sample = make_sample(read, name=name, licence=licence, consent=consent, local_path=local)
    for line, reason in sample.left_out.items():
        logger.warning("%s: line %s is left out: %s", path.name, line, reason)
    if out is not None:
        write_sample(sample, Path(out), replace)
    return sample


@_public
def compute_norms(name: str, *, folders: Several = (), keep: bool = False, **settings: object) -> Norms:
    """Norms of people, computed from the responses or scores that authors released, as a card has them.

    Args:
        name: of the benchmark.
        folders: clones of the authors' repositories, or folders of clones, for files that are not fetched.
        keep: whether leaderboards and percentiles find them from now on (in ``HELM_CREATIVITY_HOME``).
        settings: of the benchmark, where they differ from those of the card's norms.
    """
    from helm_creativity.benchmark.norms import keep_norms
    from helm_creativity.commands.norms import compute_norms as compute

    benchmark, found = get_benchmark(name).name, compute(name, settings, tuple(map(Path, _several(folders))))
    if keep:
        keep_norms(benchmark, found)
    return Norms(found)


@_public
def load_suite(
    *suites: str | Path,
    output_path: str | Path = OUTPUT_PATH,
    scores: str = RAW,
    people: Several = (),
    metrics: Mapping[str, str] | None = None,
    least_scored: float = LEAST_SCORED,
    cards: Several = (),
    draws: int = 1000,
    seed: int = 0,
) -> LoadedSuite:
    """Reads suites or releases of ``helm-run``. What is left out is logged, and in ``problems``.

    >>> hc.load_suite("demo")
    Suite(demo: 2 models, 18 columns, 36 runs)

    Args:
        suites: names of suites or releases, or their folders; the newest suite if left out.
        scores: of judged benchmarks: ``"raw"``, as judges gave them; ``"calibrated"``, without judges' severity; or
            ``"length_free"``, at equal length. Runs that cannot be corrected are left out, with a warning.
        people: folders with samples of people, as ``import_people(out=...)`` writes them, and ``"norms"`` for published
            scores of people that hold for the settings of a table.
        metrics: main stats of other packages' benchmarks, by run group.
        least_scored: share of scored responses from which a score counts.
        cards: folders of judges' cards; where ``evaluate_judges`` keeps them if left out.
        draws: number of draws of a bootstrap.
        seed: of all random numbers.
    """
    from helm_creativity.commands.suites import load_suite as load

    return load(
        [*map(str, suites)],
        Path(output_path),
        scores=scores,
        people=[*map(str, _several(people))],
        metrics=metrics or {},
        least_scored=least_scored,
        tell=logger.warning,
        tell_notes=False,
        card_folders=tuple(map(Path, _several(cards))),
        draws=draws,
        seed=seed,
    )


@_public
def report(
    suite: AnySuite,
    out: str | Path = "report.html",
    title: str = "",
    *,
    figures: str | Path | None = None,
    responses: str = "best",
    options: Mapping[str, Mapping[str, Any]] | None = None,
    output_path: str | Path = OUTPUT_PATH,
) -> Path:
    """Writes the HTML report of a suite: one file that needs no other, whose path is returned.

    Args:
        suite: from ``load_suite``, which says which scores and people are shown; or names of suites.
        out: the file.
        title: of the page; the names of the suites if left out.
        figures: a folder into which every plot is written as PNG and PDF.
        responses: which responses are on the page: ``"best"`` for the best and the worst of each benchmark, ``"3"`` for
            the best, a median and the worst of each model and one without a score, ``"all"`` or ``"none"``.
        options: of analyses, by their names, as in ``{"groups": {"groups": "groups.csv"}}``.
    """
    from helm_creativity.benchmark.files.source_files import require_new_file, require_new_folder
    from helm_creativity.reports.page import write_report
    from helm_creativity.results.loading import LoadedSuite

    found = suite if isinstance(suite, LoadedSuite) else load_suite(*_several(suite), output_path=output_path)
    require_new_file(Path(out))
    if figures is not None:
        require_new_folder(figures := Path(figures))
    write_report(found, Path(out), figures, options=options or {}, title=title, responses=responses)
    return Path(out)


@_public
def judge_agreement(
    table: Any,  # noqa: ANN401 - any data frame
    judges: str | Sequence[str],
    raters: str | Sequence[str],
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
    """
    from helm_creativity.results.agreement import agreement_tables

    return agreement_tables(table, _several(judges), _several(raters), item, scale)


@_public
def calibrate(
    ratings: Any,  # noqa: ANN401 - a suite, or any data frame
    raters: str | Sequence[str] = (),
    item: str = "",
) -> Tables:
    """Fits a graded response model to ratings: severity and consistency of raters, means of models without these.

    Args:
        ratings: from ``load_suite``; or the path of a .csv, .jsonl or .parquet file, a data frame, or mappings, with
            one row per rating and the columns ``judge``, ``item`` and ``rating``.
        raters: columns that hold the ratings of one rater each, for a table with one row per response; or
            ``"JUDGES=RATINGS"``, the columns of judges and ratings of a table with one row per rating.
        item: the table's column of items; "" for one named ``item`` or ``instance``.
    """
    from helm_creativity.results.calibration import calibration_tables
    from helm_creativity.results.loading import LoadedSuite
    from helm_creativity.results.rating_tables import ratings_of_table

    if isinstance(ratings, LoadedSuite):
        return ratings.analyse("calibration")
    return calibration_tables(ratings_of_table(ratings, _several(raters), item))


@_public
def evaluate_judges(
    judges: str | Sequence[str],
    sets: str | Path | ExamSet | Sequence[str | Path | ExamSet] = (),
    *,
    sample: int | None = None,
    base_url: str | None = None,
    api_key_env: str | None = None,
    local_path: str | Path = LOCAL_PATH,
    judge_temp: float = 0.0,
    judge_max_tokens: int = 4096,
    threads: int = THREADS,
    cards: str | Path | None = None,
) -> Found:
    """Asks judges about texts that people judged, and keeps a card of each. Needs HELM.

    A row is a judge, a set and a statistic, with its value and 95 % interval over items.

    Args:
        sets: names of sets, YAML files that describe one's own, or sets such as ``own_exam_set`` makes of a file; all
            whose files are here if left out.
        sample: number of responses of each set, spread over its items.
        judge_temp: temperature of the judges.
        judge_max_tokens: token limit of a reply.
        cards: folder of the cards; where the command keeps them if left out.
    """
    from helm_creativity.commands.running.server import served_judges
    from helm_creativity.judges.evaluation.card import cards_folder
    from helm_creativity.judges.evaluation.own_file import exam_sets
    from helm_creativity.judges.evaluation.taking import ExamOptions, examine_judges
    from helm_creativity.reports.judge_cards import result_line

    options = ExamOptions(judge_temp, judge_max_tokens, Path(local_path), threads, sample)
    panel, folder = "+".join(_several(judges)), cards_folder() if cards is None else Path(cards)
    with served_judges(panel, base_url, api_key_env, Path(local_path), logger.warning) as names:
        chosen = exam_sets(_several([sets] if hasattr(sets, "rubric") else sets), logger.warning)
        results = {each.card.judge: each.results for each in examine_judges(names, chosen, options, folder)}
    exams = [(judge, exam) for judge, several in results.items() for exam in several]
    rows = [
        {"judge": judge, "set": exam.set, "n": exam.agreement.n, "statistic": name, **estimate._asdict()}
        for judge, exam in exams
        for name, estimate in exam.agreement.estimates.items()
    ]
    return Found(f"JudgeExams({'; '.join(f'{judge}, {exam.set}: {result_line(exam)}' for judge, exam in exams)})", rows)


@_public
def plan(
    *names: str,
    models: str | Sequence[str] = (),
    judges: str | Sequence[str] = "",
    max_eval_instances: int | None = None,
) -> Found:
    """Counts what benchmarks would ask, as ``helm-creativity plan`` does, without asking. Needs HELM.

    A row is a deployment as model or judge, with its calls (least, usual, most) and tokens read and written;
    ``problems`` are entries that are not counted, and ``notes`` what is not counted of the others.

    Args:
        names: sets such as ``"core"``, benchmarks, run entries, which may name a model, and files of them (``.conf``).
        models: HELM's names; without any, requests are counted as for a baseline.
        judges: for all benchmarks that use judges.
        max_eval_instances: as ``helm-run -m``.
    """
    from helm_creativity.commands.planning.counting import make_plan
    from helm_creativity.commands.running.sets import in_full

    tested = _several(models) if models else []
    entries = in_full(names, tested, "+".join(_several(judges)), logger.warning)
    found = make_plan(entries, max_eval_instances=max_eval_instances)
    rows: list[dict[str, Any]] = [
        {"deployment": deployment, "role": role}
        | {"calls_least": load.least, "calls": load.typical, "calls_most": load.most}
        | {"tokens_read": load.prompt, "tokens_written": load.completion}
        for (deployment, role), load in found.asked.items()
    ]
    problems = [f"{entry.name}: {entry.why}" for entry in found.refused]
    left_out = f", {len(problems)} left out" if problems else ""
    line = f"{counted(sum(row['calls'] for row in rows), 'call')} to {counted(len(rows), 'deployment')}{left_out}"
    return Found(f"Cost({line})", rows, problems, [f"{run.name}: {note}" for run in found.runs for note in run.notes])


@_public
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

    Progress is printed on stderr, and HELM's own output goes to a file beside the suites. Responses are kept in HELM's
    cache: the same call continues a run that was stopped, or asks only for what is missing. Where requests or whole
    runs failed, or a language model has a score in none of the runs, the suite has what came and its ``status`` is 1;
    ``failed_requests``, ``failed_ratings`` and ``runs_without_score`` count them.

    Args:
        names: sets such as ``"core"``, benchmarks, and run entries without a model.
        models: HELM's names, or those by which the server at ``base_url`` knows them.
        suite: in which the runs are; runs that are there already stay.
        judges: for all benchmarks that use judges.
        reasoning: whether the models reason before they respond: 16,384 tokens for each response.
        max_tokens: token limit of a response; set by each benchmark where it is None.
    """
    from helm_creativity.commands.running.launch import Launch
    from helm_creativity.commands.running.outcome import FinishedRun

    def tell(line: str) -> None:
        sys.stderr.write(f"{escaped(line)}\n")

    launch = Launch(
        names=_several(names),
        models=_several(models),
        suite=suite,
        base_url=base_url,
        api_key_env=api_key_env,
        judges="+".join(_several(judges)),
        reasoning=reasoning,
        max_tokens=max_tokens,
        threads=threads,
        output_path=Path(output_path),
        local_path=Path(local_path),
    )
    made = launch.make(tell, lambda _: None)
    if made is None:
        raise FileProblem(f"no run of {suite} has results; the output of helm-run is in {launch.log}")
    became, lines, _ = made
    loaded = load_suite(suite, output_path=launch.output_path)
    for line in lines:
        tell(line)
    return FinishedRun(
        **{**{field.name: getattr(loaded, field.name) for field in fields(loaded) if field.init}, **became}
    )


@_public
def check(name: str | Sequence[str], pilot: bool = True) -> Found:
    """Checks benchmarks against their cards: items, prompts, settings, scorer, baselines. Needs HELM.

    The result is true where nothing is wrong. A row is a problem: benchmark, check, what is wrong and what to change.

    Args:
        name: of a benchmark, or of several; ``"all"`` for all.
        pilot: whether they are also run through HELM, with two baselines; this takes about ten seconds for each.
    """
    from helm_creativity.testing import check as run_checks

    checks = run_checks(name, pilot=pilot)
    rows = [
        {"benchmark": done.benchmark, "check": done.check, "problem": problem.what, "change": problem.change}
        for done in checks
        for problem in done.problems
    ]
    found = counted(len(rows), "problem") if rows else "nothing is wrong"
    names = ", ".join(dict.fromkeys(done.benchmark for done in checks))
    return Found(f"CheckReport({names}: {found})", rows, [f"{row['benchmark']}: {row['problem']}" for row in rows])
