"""A file of one's own as a set: a table with prompts, responses, and people's ratings in one column or in several."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rows.cells import Cell, CodeWatch, is_missing_rating, number_in
from helm_creativity.benchmark.rows.tables import Row, Spreadsheet, read_spreadsheet, require_different_heads
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.judges.evaluation.sets import fetched_exam_sets, list_exam_sets, load_exam_set, set_rubric
from helm_creativity.judges.evaluation.types import ExamResponse, ExamScale, ExamSet, ScaleKind, infer_scale_kind
from helm_creativity.safe_text import listed, quoted

DEFAULT_QUESTION = "Rate how creative the response is."
NO_PROMPT, NO_RESPONSE, NO_RATING = "without a prompt", "without a response", "without a rating"


def own_exam_set(
    path: Path,
    *,
    prompt: str = "prompt",
    response: str = "response",
    raters: Sequence[str] = ("rating",),
    item: str = "",
    source: str = "",
    scale: tuple[float, float] | None = None,
    question: str = DEFAULT_QUESTION,
    licence: str = "",
) -> ExamSet:
    """The set in a table of one response per row, in any form that ``read_spreadsheet`` reads."""
    if not raters:
        raise BadArguments("there is no column of ratings; name one per rater")
    if twice := sorted({rater for rater in raters if list(raters).count(rater) > 1}):
        raise BadArguments(f"expected every rater once, got duplicate columns: {listed(twice)}")
    table = _table(path)
    named = [prompt, response, *raters, *filter(None, (item, source))]
    if missing := [name for name in named if name not in table.columns]:
        raise BadArguments(
            f"{path} has no column {listed(map(quoted, missing))}; its columns are: {listed(table.columns)}"
        )
    skipped = Counter({NO_RESPONSE: 0, NO_RATING: 0})
    rated = list(_rated(table.rows, (prompt, response), raters, skipped))
    values = [value for _, ratings in rated for value in ratings.values()]
    if scale is None:
        watch = CodeWatch()
        for (line, _), ratings in rated:
            for value in ratings.values():
                watch.see(f"{path}, line {line}", value)
        watch.check("; name the lowest and highest rating that people could give if it is one")
    found = _infer_scale(values, scale, path)
    low, high = f"{found.low:g}", f"{found.high:g}"
    whole = found.kind is not ScaleKind.INTERVAL
    rubric = set_rubric(
        "own",
        {"dimensions": ["rating"], "rated": ["response"], "asks_json": True},
        Scale(found.low, found.high, 1.0 if whole else 0.01),
    )
    responses = []
    for (line, row), ratings in rated:
        if outside := [value for value in ratings.values() if not found.low <= value <= found.high]:
            raise BadArguments(f"{path}, line {line}: the rating {outside[0]:g} is not on the scale {low} to {high}")
        task, text = _text(row[prompt]), _text(row[response])
        asked = rubric.question(question=question, task=task, response=text, low=low, high=high, whole=whole)
        cluster, author = _text(row[item or prompt]), _text(row[source]) if source else ""
        responses.append(ExamResponse(f"line {line}", cluster, text, asked, ratings, author))
    notes = _notes(found, scale, raters, len(rated) - len({(row[prompt], row[response]) for (_, row), _ in rated}))
    title = f"{path.name}, a file of one's own"
    return ExamSet(path.stem, title, licence, "", found, rubric, tuple(responses), skipped, notes)


def _table(path: Path) -> Spreadsheet:
    """The table; a column without a name may hold the numbers of the rows, and a prompt may be merged cells."""
    table = read_spreadsheet(path, lenient=True)
    require_different_heads(table, path)
    if table.note_of_names:
        raise BadArguments(f"{path}: {table.note_of_names}")
    if table.problems:
        line, problem = min(table.problems)
        raise BadArguments(f"{path}, line {line}: {problem}")
    return table


def _rated(
    rows: Iterable[Row], texts: tuple[str, str], raters: Sequence[str], skipped: Counter[str]
) -> Iterator[tuple[Row, Mapping[str, float]]]:
    prompt, response = texts
    for line, row in rows:
        # No number stands for a missing rating, since the file's own scale may hold it.
        there = [rater for rater in raters if number_in(row[rater]) is not None or not is_missing_rating(row[rater])]
        ratings = {rater: _rating(row[rater], rater, line) for rater in there}
        if row[response] is None:
            skipped[NO_RESPONSE] += 1
        elif row[prompt] is None:
            skipped[NO_PROMPT] += 1
        elif not ratings:
            skipped[NO_RATING] += 1
        else:
            yield (line, row), ratings


def _rating(cell: Cell, rater: str, line: int) -> float:
    value = None if isinstance(cell, bool) else number_in(cell)
    if value is None:
        raise BadArguments(
            f"line {line}: expected a number as {quoted(rater)}, found {quoted(cell)}; leave the cell empty for none"
        )
    return value


def _infer_scale(values: Sequence[float], scale: tuple[float, float] | None, path: Path) -> ExamScale:
    if not values:
        raise BadArguments(f"{path}: no row has a prompt, a response and a rating")
    low, high = scale or (min(values), max(values))
    if not -math.inf < low < high < math.inf:
        raise BadArguments(
            f"{path}: a scale goes from its lowest to its highest rating, got {low:g} to {high:g}; "
            "name the lowest and highest rating that people could give"
        )
    return ExamScale(infer_scale_kind(values, low, high), low, high)


def _notes(
    scale: ExamScale, given: tuple[float, float] | None, raters: Sequence[str], repeated: int
) -> tuple[str, ...]:
    notes = []
    if given is None:
        notes.append(f"the scale, {scale.low:g} to {scale.high:g}, is the range of the ratings in the file")
    if len(raters) == 1:
        notes.append("one rating of each response, so people's own agreement sets no ceiling")
    if repeated:
        notes.append(f"rows that repeat another row's prompt and response, each counted: {repeated}")
    return tuple(notes)


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def exam_sets(wanted: Sequence[str | Path | ExamSet], tell: Callable[[str], None]) -> list[ExamSet]:
    """Sets by name, YAML files that describe one's own, and sets; all that are fetched where none is named."""
    if not wanted:
        wanted = fetched_exam_sets()
        for card in list_exam_sets():
            if card.name not in wanted:
                tell(f"left out: {card.name}; get it with `helm-creativity fetch {card.name}`")
    found = []
    for each in wanted:
        if isinstance(each, ExamSet):
            found.append(each)
        else:
            found.append(_described(Path(each)) if Path(each).suffix in (".yaml", ".yml") else load_exam_set(str(each)))
    return found


def _described(path: Path) -> ExamSet:
    described = read_yaml(path)
    if not isinstance(described, dict) or not isinstance(described.get("file"), str):
        raise FileProblem(f"{path} does not describe a set: expected keys such as file, response and raters")
    values = dict(described)
    table = path.parent / values.pop("file")
    try:
        return own_exam_set(table, **values)
    except TypeError as error:
        raise BadArguments(f"{path}: {error}") from error
