"""How far judges agree with people: in any table of ratings, and on responses that a benchmark has labels of.

The statistics of tables are those of ``exams.statistics``, as in a judge's exam.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from helm_creativity.core.given_lists import MISSING, is_missing_rating
from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.missing_codes import CodeWatch
from helm_creativity.errors import BadArguments
from helm_creativity.exams.statistics import (
    WITHIN,
    Agreement,
    ExamEstimate,
    RatedResponses,
    measure_agreement,
    names_for,
)
from helm_creativity.exams.types import ScaleKind, infer_scale_kind
from helm_creativity.io.sheets import folded_name, name_in
from helm_creativity.io.spreadsheet import number_in
from helm_creativity.judges.labelled import LabelledAnswer, LabelledSet
from helm_creativity.psychometrics import classification
from helm_creativity.psychometrics.tables import Numbers, ranges_apart
from helm_creativity.results.numbers import between, count, fixed
from helm_creativity.results.rating_tables import numbered_records
from helm_creativity.results.table import Column, Table, Tables, Undefined, or_undefined
from helm_creativity.safe_text import counted, listed, quoted

AUTOMATIC = "automatic"
KINDS = (AUTOMATIC, *(kind.value for kind in ScaleKind if kind is not ScaleKind.PAIRED))
TITLES = {
    "kappa": "Cohen's kappa",
    "weighted_kappa": "kappa with quadratic weights",
    "r": "Pearson's r",
    "rho": "Spearman's ρ",
    "r_within": "Pearson's r within items",
    "rho_within": "Spearman's ρ within items",
    "alpha": "Krippendorff's alpha of people and judge",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
    "bias": "bias (judge minus people)",
    "error": "mean absolute error",
    "rmse": "root mean square error",
    "rise": "mean rise",
}
NO_VALUE = "the judge or people gave one rating to everything, or nothing was rated"
NO_INTERVAL = "there are too few items to resample"
_WHY = {
    **dict.fromkeys(WITHIN, "no item has several responses that people and the judge rated differently"),
    "ceiling": "people do not agree with each other",
}
STATISTICS = (
    Column("title", "statistic", left=True),
    Column("value", "value", fixed(3)),
    Column("interval", "95 % over items", between(fixed(3)), of=("low", "high")),
)


def agreement_tables(
    table: Any,  # noqa: ANN401 - any data frame
    judges: Sequence[str],
    raters: Sequence[str],
    item: str = "",
    scale: str = AUTOMATIC,
) -> Tables:
    """Agreement of each judge's column with people's, a table per judge; ``item`` names what responses answer."""
    if scale not in KINDS:
        raise BadArguments(f"scale must be one of {', '.join(KINDS)}, got {quoted(scale)}")
    if not judges or not raters:
        raise BadArguments("name at least one column of a judge and one of a person")
    columns = (*judges, *raters)
    if twice := sorted({name for name in columns if columns.count(name) > 1}):
        raise BadArguments(f"a column is a judge's or a person's, and {listed(twice)} was named twice")
    records = list(numbered_records(table))
    for number, record in records:
        if missing := [name for name in (*columns, *filter(None, [item])) if name not in record]:
            raise BadArguments(f"row {number}: there is no column {quoted(missing[0])}; there are {listed(record)}")
    cells = [[_cell(record[name]) for name in columns] for _, record in records]
    kind, numbers, names = _numbers(cells, [number for number, _ in records], columns, scale)
    items = tuple(name_in(record[item]) if item else str(number) for number, record in records)
    classes = tuple(np.unique(numbers[~np.isnan(numbers)]).tolist())
    people = numbers[:, len(judges) :]
    of_classes = classes if kind in (ScaleKind.BINARY, ScaleKind.CLASSES) else ()
    found = []
    for judge, ratings in zip(judges, numbers.T, strict=False):
        agreement = measure_agreement(RatedResponses(kind, of_classes, people, ratings, items))
        lacking = int((np.isnan(ratings) & ~np.isnan(people).all(axis=1)).sum())
        facts = {"judge": judge, "n": agreement.n, "missing": lacking}
        rows = [{**facts, **row} for row in agreement_rows(kind, agreement)]
        compared, *divided = basis(agreement)
        lines = f"{counted(len(records), 'response')}, {compared}; without a rating by the judge: {lacking:,}", *divided
        notes = [*lines, f"scale: {kind.value}", *_unlike(ratings, people, names)]
        found.append(Table("agreement", STATISTICS, rows, judge, notes=notes))
    return Tables(found)


def agreement_rows(
    kind: ScaleKind, agreement: Agreement, length: Mapping[str, ExamEstimate] = MappingProxyType({})
) -> Iterator[dict[str, Any]]:
    """Each statistic with its interval, those that people's own agreement allows, and those of length."""
    main, titles = TITLES[names_for(kind)[0]], dict(TITLES)
    if agreement.raters > 1:
        titles |= {
            "people_alpha": "Krippendorff's alpha of people alone",
            "two_people": f"{main}, two people",
            "judge_and_one": f"{main}, judge and one person",
        }
        if kind in (ScaleKind.ORDINAL, ScaleKind.INTERVAL):
            titles["ceiling"] = "r of a judge without error"
    titles |= {f"length_{who}": f"r of length and ratings by {who}" for who in length}
    for name, estimate in {**agreement.estimates, **{f"length_{who}": r for who, r in length.items()}}.items():
        if name in titles:
            yield {"statistic": name, "title": titles[name], **ends(estimate, _WHY.get(name, NO_VALUE))}


def ends(estimate: ExamEstimate, why: str = NO_VALUE) -> dict[str, Any]:
    """A value and the ends of its interval, or why there are none."""
    reason = why if estimate.value is None else NO_INTERVAL
    return {name: or_undefined(value, reason) for name, value in estimate._asdict().items()}


def basis(agreement: Agreement, by_people: bool = True) -> list[str]:
    """On how many responses, items and people it rests, and which are left out."""
    people = f"; ratings by people per response: {agreement.raters:.3g}" if by_people else ""
    tied = f"people are divided on {counted(agreement.tied, 'response')}, left out"
    return [
        f"{agreement.n:,} compared, to {counted(agreement.items, 'item')}{people}",
        *([tied] * bool(agreement.tied)),
    ]


def _cell(value: object) -> object:
    """A number, a text, or None for a cell that is empty, which is NaN in a data frame, or says so, such as NA or -."""
    if isinstance(value, str):
        text = value.strip()
        if text in MISSING or not any(map(str.isalnum, text)):
            return None
        number = number_in(text)
        return text if number is None else number
    if isinstance(value, bool):
        return float(value)
    return None if value is None or value != value else value


def _numbers(
    cells: Sequence[Sequence[object]], lines: Sequence[int], columns: Sequence[str], scale: str
) -> tuple[ScaleKind, Numbers, Sequence[str]]:
    """The kind of scale, ratings of shape (rows, columns), and names of classes, by whose places these are numbered."""
    there = [value for row in cells for value in row if value is not None]
    if not there:
        raise BadArguments("the table has no ratings in these columns")
    has_names = all(isinstance(value, str) for value in there)
    if scale == ScaleKind.CLASSES.value or (has_names and scale == AUTOMATIC):
        names = sorted({folded_name(value) for value in there})
        table = [[np.nan if value is None else names.index(folded_name(value)) for value in row] for row in cells]
        return ScaleKind.CLASSES, np.array(table, dtype=np.float64), names
    watch = CodeWatch()
    numbers = np.full((len(cells), len(columns)), np.nan)
    places = ((place, at) for place in range(len(cells)) for at in range(len(columns)))
    for place, at in places:
        value = cells[place][at]
        # "none" may name a class; beside numbers it says that there is no rating.
        if value is None or (isinstance(value, str) and is_missing_rating(value)):
            continue
        where = f"row {lines[place]}"
        if not isinstance(value, (int, float, np.number)):
            raise BadArguments(
                f"{where}: expected a number in {columns[at]}, got {quoted(value)}; scale=classes takes names"
            )
        numbers[place, at] = value
        watch.see(where, float(value))
    if scale != ScaleKind.INTERVAL.value:
        watch.check("; scale=interval takes it as it is")
    if np.isinf(numbers).any():
        raise BadArguments("a rating is infinite")
    values = numbers[~np.isnan(numbers)].tolist()
    kind = infer_scale_kind(values, min(values), max(values)) if scale == AUTOMATIC else ScaleKind(scale)
    if kind is ScaleKind.BINARY and not set(values) <= {0.0, 1.0}:
        raise BadArguments(f"binary ratings are 0 and 1, got {sorted(set(values) - {0.0, 1.0})[0]:g}")
    return kind, numbers, ()


def _unlike(judge: Numbers, people: Numbers, names: Sequence[str]) -> Iterator[str]:
    if names:
        others = sorted({*judge[~np.isnan(judge)].tolist()} - {*people[~np.isnan(people)].tolist()})
        if others:
            yield f"classes that no person names: {listed(names[int(place)] for place in others)}"
    elif apart := ranges_apart(judge, people):
        yield f"the judge's ratings are from {apart[0]}, people's from {apart[1]}: are they on one scale?"


SEED = 42
"""Of the bootstrap over clusters of labelled responses."""
NO_KAPPA = "no response was rated, or people and judge put all of them into one class"
LABELS = (
    Column("classes", "classes", left=True),
    Column("n", "n", count),
    Column("accuracy", "accuracy", fixed(3)),
    Column("balanced_accuracy", "balanced accuracy", fixed(3)),
    Column("kappa", "Cohen's kappa", fixed(3)),
    Column("kappa_se", "± se", fixed(3)),
    Column("interval", "95 % over items", between(fixed(3)), of=("low", "high")),
)


def sample_of(answers: Sequence[LabelledAnswer], size: int | None, seed: int) -> list[LabelledAnswer]:
    """A random sample without replacement, in the order of the responses; all where ``size`` is None or larger."""
    if size is not None and size < 1:
        raise BadArguments(f"a sample must have 1 response or more, got {size}")
    if size is None or size >= len(answers):
        return list(answers)
    return [answers[i] for i in sorted(random.Random(seed).sample(range(len(answers)), size))]


def rating_in(judge_reply: JudgeReply) -> tuple[float | None, str]:
    """The judge's rating, or why there is none."""
    (reading,) = judge_reply.readings.values()
    return reading.value, str(reading.missing or "")


def label_tables(
    answers: LabelledSet,
    asked: Sequence[LabelledAnswer],
    judge_replies: Sequence[JudgeReply],
    header: Mapping[str, str],
) -> Tables:
    """What the numbers rest on, the agreement, and one confusion matrix for all classes and one for right or wrong.

    Responses that the judge did not rate are left out.
    """
    values = [rating_in(judge_reply) for judge_reply in judge_replies]
    missing = Counter(reason for value, reason in values if value is None)
    left_out = "; ".join(f"{n:,} {reason}" for reason, n in answers.skipped.items() if n)
    reasons = ", ".join(f"{reason} {n:,}" for reason, n in sorted(missing.items()))
    error = next((judge_reply.error for judge_reply in judge_replies if judge_reply.error), "")
    lines = [
        *(f"{name}: {value}" for name, value in header.items()),
        f"responses: {len(asked):,} of {len(answers.answers):,} labelled, to "
        f"{len({label.cluster for label in asked}):,} items{f' (left out: {left_out})' if left_out else ''}",
        f"ratings: {len(values) - missing.total():,}, missing: {missing.total():,}{f' ({reasons})' if reasons else ''}",
        *([f"first error: {error}"] if error else []),
        *(f"note: {note}" for note in answers.notes),
    ]
    rated = [(answer, value) for answer, (value, _) in zip(asked, values, strict=True) if value is not None]
    clusters = [answer.cluster for answer, _ in rated]
    right = {value: "right" if value in answers.right else "wrong" for value in answers.classes}
    classes = {"all classes": answers.classes, "right or wrong": right}
    rows, matrices, notes = [], [], []
    for title, names in classes.items():
        labels = tuple(answers.classes.values()) if names is answers.classes else ("right", "wrong")
        people, judge = [names[answer.rating] for answer, _ in rated], [names[value] for _, value in rated]
        matrix = classification.confusion_matrix(people, judge, labels)
        kappa, rng = classification.cohen_kappa(matrix), np.random.default_rng(SEED)
        found = classification.bootstrap_kappa(people, judge, labels, clusters, rng)
        why = NO_KAPPA if kappa.value is None else NO_INTERVAL
        row = {"classes": title, "n": int(matrix.sum()), "accuracy": classification.accuracy(matrix)}
        row |= {"balanced_accuracy": classification.balanced_accuracy(matrix), "kappa": or_undefined(kappa.value, why)}
        low, high = (found.low, found.high) if found else (Undefined(why), Undefined(why))
        rows.append({**row, "kappa_se": kappa.se, "low": low, "high": high})
        if found:
            notes = [f"intervals: {found.draws:,} resamples, seed {SEED}"]
        columns = Column("people", "people \\ judge", left=True), *(Column(label, label, count) for label in labels)
        cells = [(label, *counts) for label, counts in zip(labels, matrix.tolist(), strict=True)]
        matrices.append(Table(title.replace(" ", "_"), columns, cells, title))
    return Tables([Table("about", notes=lines), Table("agreement", LABELS, rows, notes=notes), *matrices])
