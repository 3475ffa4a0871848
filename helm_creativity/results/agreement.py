"""How far judges agree with people in any table of ratings.

The statistics of tables are those of ``judges.evaluation.statistics``, as in a judge's exam.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from helm_creativity.benchmark.rows.cells import CodeWatch, folded_name, name_in
from helm_creativity.errors import BadArguments
from helm_creativity.judges.evaluation import statistics
from helm_creativity.judges.evaluation.statistics import Agreement, ExamEstimate
from helm_creativity.judges.evaluation.types import ScaleKind, infer_scale_kind
from helm_creativity.psychometrics.tables import Numbers, ranges_apart
from helm_creativity.results import rating_tables
from helm_creativity.results.columns import interval, numbers
from helm_creativity.results.numbers import count, fixed
from helm_creativity.results.rating_tables import numbered_records, require_columns
from helm_creativity.results.table import Column, Table, Tables, or_undefined
from helm_creativity.safe_text import counted, listed, quoted

KINDS = ("automatic", *(kind.value for kind in ScaleKind if kind is not ScaleKind.PAIRED))
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
_WHY = {
    **dict.fromkeys(statistics.WITHIN, "no item has several responses that people and the judge rated differently"),
    "ceiling": "people do not agree with each other",
}
STATISTICS = (
    Column("title", "statistic", left=True),
    *(*numbers(fixed(3), "value"), interval("", fixed(3), "95 % over items")),
)
BY_CLASS = (
    *(Column("class", "class of most people", left=True), Column("n", "responses", count)),
    *(*numbers(fixed(3), "precision", "recall"), Column("f1", "F1", fixed(3))),
)


def agreement_tables(
    table: Any,  # noqa: ANN401 - any data frame
    judges: Sequence[str],
    raters: Sequence[str],
    item: str = "",
    scale: str = "automatic",
) -> Tables:
    """Agreement of each judge's column with people's: a table per judge, and by class where ratings are classes.

    ``item`` names what responses answer.
    """
    if scale not in KINDS:
        raise BadArguments(f"scale must be one of {', '.join(KINDS)}, got {quoted(scale)}")
    columns = [*judges, *raters]
    if not judges or not raters or len({*columns}) < len(columns):
        raise BadArguments(f"name one column or more of judges and others of people, got {listed(columns) or 'none'}")
    cells: dict[int, list[Any]] = {}
    items = []
    for number, record in numbered_records(table):
        require_columns(number, record, [*columns, *filter(None, [item])])
        cells[number] = [rating_tables.value_in(record[name]) for name in columns]
        items.append(name_in(record[item]) if item else str(number))
    kind, ratings, names = _numbers(cells, columns, scale)
    of_classes = kind in (ScaleKind.BINARY, ScaleKind.CLASSES)
    classes = tuple(np.unique(ratings[~np.isnan(ratings)]).tolist()) if of_classes else ()
    people = ratings[:, len(judges) :]
    found = []
    for judge, own in zip(judges, ratings.T, strict=False):
        rated = statistics.RatedResponses(kind, classes, people, own, tuple(items))
        agreement = statistics.measure_agreement(rated)
        lacking = int((np.isnan(own) & ~np.isnan(people).all(axis=1)).sum())
        counts = {"judge": judge, "n": agreement.n, "missing": lacking}
        compared, *divided = basis(agreement)
        line = f"{counted(len(cells), 'response')}, {compared}; without a rating by the judge: {lacking:,}"
        notes = [line, *divided, f"scale: {kind.value}"]
        if others := {*own[~np.isnan(own)].tolist()} - {*people[~np.isnan(people)].tolist()} if names else ():
            notes.append(f"classes that no person names: {listed(names[int(place)] for place in sorted(others))}")
        elif not names and (apart := ranges_apart(own, people)):
            notes.append(f"the judge's ratings are from {apart[0]}, people's from {apart[1]}: are they on one scale?")
        rows = [{**counts, **row} for row in agreement_rows(kind, agreement)]
        found.append(Table("agreement", STATISTICS, rows, judge, notes=notes))
        if of_classes:
            by_class = [
                {"class": names[int(of)] if names else f"{of:g}", "n": rates.n}
                | {"precision": rates.precision, "recall": rates.recall, "f1": rates.f1}
                for of, rates in statistics.class_agreements(rated).items()
            ]
            found.append(Table("classes", BY_CLASS, by_class, f"{judge}, by class"))
    return Tables(found)


def agreement_rows(
    kind: ScaleKind, agreement: Agreement, length: Mapping[str, ExamEstimate] = MappingProxyType({})
) -> Iterator[dict[str, Any]]:
    """Each statistic with its interval, those that people's own agreement allows, and those of length."""
    main, titles = TITLES[statistics.names_for(kind)[0]], dict(TITLES)
    if agreement.raters > 1:
        titles |= {"people_alpha": "Krippendorff's alpha of people alone", "two_people": f"{main}, two people"}
        titles |= {"judge_and_one": f"{main}, judge and one person"}
        titles |= {"ceiling": "r of a judge without error"} if kind in (ScaleKind.ORDINAL, ScaleKind.INTERVAL) else {}
    titles |= {f"length_{who}": f"r of length and ratings by {who}" for who in length}
    for name, estimate in {**agreement.estimates, **{f"length_{who}": r for who, r in length.items()}}.items():
        if name in titles:
            yield {"statistic": name, "title": titles[name], **ends(estimate, name)}


def ends(estimate: ExamEstimate, name: str = "") -> dict[str, Any]:
    """A statistic's value and the ends of its interval, or why there are none."""
    why = _WHY.get(name, "the judge or people gave one rating to everything, or nothing was rated")
    reason = why if estimate.value is None else "there are too few items to resample"
    return {part: or_undefined(value, reason) for part, value in estimate._asdict().items()}


def basis(agreement: Agreement, by_people: bool = True) -> list[str]:
    """On how many responses, items and people it rests, and which are left out."""
    people = f"; ratings by people per response: {agreement.raters:.3g}" if by_people else ""
    tied = [f"people are divided on {counted(agreement.tied, 'response')}, left out"] if agreement.tied else []
    return [f"{agreement.n:,} compared, to {counted(agreement.items, 'item')}{people}", *tied]


def _numbers(
    cells: Mapping[int, Sequence[Any]], columns: Sequence[str], scale: str
) -> tuple[ScaleKind, Numbers, Sequence[str]]:
    """The kind of scale, ratings of shape (rows, columns), and names of classes, by whose places these are numbered."""
    there = [value for row in cells.values() for value in row if value is not None]
    if not there:
        raise BadArguments("the table has no ratings in these columns")
    if scale == "classes" or (scale == "automatic" and all(isinstance(value, str) for value in there)):
        names = sorted({folded_name(value) for value in there})
        places = {name: float(place) for place, name in enumerate(names)}
        rows = [[np.nan if value is None else places[folded_name(value)] for value in row] for row in cells.values()]
        return ScaleKind.CLASSES, np.array(rows), names
    watch, given = CodeWatch(), []
    for line, row in cells.items():
        for name, value in zip(columns, row, strict=True):  # "none" is a class, or beside numbers no rating
            rating = rating_tables.rating_in(
                value, f"row {line}: expected a number in {name} (scale=classes takes names)"
            )
            given.append(np.nan if rating is None else rating)
            if rating is not None:
                watch.see(f"row {line}", rating)
    if scale != "interval":
        watch.check("; scale=interval takes it as it is")
    values = [value for value in given if value == value]
    kind = infer_scale_kind(values, min(values), max(values)) if scale == "automatic" else ScaleKind(scale)
    if kind is ScaleKind.BINARY and not set(values) <= {0.0, 1.0}:
        raise BadArguments(f"binary ratings are 0 and 1, got {sorted(set(values) - {0.0, 1.0})[0]:g}")
    return kind, np.array(given).reshape(-1, len(columns)), ()
