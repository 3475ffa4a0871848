"""The statistics of samples of people as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from helm_creativity.people.statistics import PersonStatistics, SampleStatistics, Statistic
from helm_creativity.results.numbers import correlation, count, fixed, score_decimals
from helm_creativity.results.table import Cell, Column, Table, or_undefined

_NAMES = {
    "fluency": "fluency: ideas for an item",
    "originality": "originality: mean score of the ideas",
    "top": "top-{top}: mean of the {top} highest scores",
    "maximum": "maximum: the highest score",
    "residual": "originality, residual from fluency",
    "ratio": "ratio: summed scores over fluency",
    "uniqueness": "uniqueness: 1 - share of the others",
    "uncommon": "uncommon ideas for an item (below 5 %)",
    "score": "score of the benchmark",
}
_STATISTICS = (
    Column("statistic", "statistic", left=True, data_only=True),
    Column("about", "what studies report", left=True),
    Column("n", "people", count),
    Column("mean", "mean", fixed(2), mark="main"),
    Column("sd", "SD", fixed(2)),
    Column("complete", "on all items", count),
    Column("alpha", "α over items", correlation()),
    Column("omega", "ω over items", correlation()),
    Column("r_fluency", "r with fluency", correlation()),
)
_RATERS = (
    Column("dimension", "dimension", left=True),
    Column("about", "ratings of", left=True),
    Column("raters", "raters", count),
    Column("rated", "rated", count),
    Column("complete", "by all raters", count),
    Column("icc_2k", "ICC(2,k)", correlation()),
    Column("icc_3k", "ICC(3,k)", correlation()),
)
_LEAST_DECIMALS = 2
_NOTES = (
    "A person's value is the mean over the items that they responded to; residual and ratio are over all items.",
    "An item for which a person has fewer scored ideas than a top score needs is left out of it.",
    "α and ω are of the people who have a value on all items.",
    "Without a person's own choice, top scores and the maximum rise with fluency by chance.",
)


def statistics_tables(statistics: SampleStatistics, participants: bool = False) -> list[Table]:
    """What studies report of a sample: statistics, agreement of raters, and on request a row per participant."""
    facts = {"sample": statistics.name, "benchmark": statistics.benchmark, "likeness": statistics.likeness}
    found = [
        Table(
            "people_statistics",
            _STATISTICS,
            [_row(row, statistics.top) for row in statistics.statistics],
            f"What studies report: {statistics.name} ({statistics.benchmark})",
            facts,
            _NOTES,
        )
    ]
    if statistics.raters:
        rows = [
            (row.dimension, row.about, row.raters, row.rated, row.complete, *_values(row._asdict(), _RATERS[5:]))
            for row in statistics.raters
        ]
        title = "Agreement of raters; ICC(3,k) is Cronbach's alpha over raters"
        found.append(Table("people_raters", _RATERS, rows, title, facts))
    if participants:
        found.append(_participants(statistics, facts))
    return found


def _row(row: Statistic, top: int) -> tuple[object, ...]:
    """Mean and SD have the decimals that the standard error gives, at least two."""
    places = fixed(max(_LEAST_DECIMALS, score_decimals([row.mean], [row.sd and row.sd / sqrt(row.n)])))
    mean, sd, *others = _values(row._asdict(), _STATISTICS[3:])
    cells = (Cell(mean, format=places), Cell(sd, format=places))
    return row.name, _NAMES[row.name].format(top=top), row.n, *cells, *others


def _values(row: Mapping[str, object], columns: Sequence[Column]) -> Iterator[object]:
    problems = row["problems"]
    assert isinstance(problems, Mapping)
    for column in columns:
        yield or_undefined(row[column.key], problems.get(column.key, ""))


def _participants(statistics: SampleStatistics, facts: Mapping[str, object]) -> Table:
    names = PersonStatistics._fields[2:]
    columns = [
        Column("participant", "participant", left=True),
        Column("items", "items", count),
        *(Column(name, f"top-{statistics.top}" if name == "top" else name, fixed(2)) for name in names),
    ]
    return Table("people_participants", columns, list(statistics.people), "Participants", facts)
