"""Anchor responses: fixed texts that every panel of judges rates, so that panels can be put on one scale.

A benchmark has them in its folder, as ``anchors.yaml``: which of its rubrics is asked, under which settings, and texts
with the item that they respond to and the level, 1 (poor) to 5 (excellent), that their author had in mind: of each
dimension where the rubric has several.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.benchmark.base import Benchmark, asked_rubrics, comparable_key, parse_settings
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.registry import find_entry, list_entries
from helm_creativity.benchmark.rows.records import BadRow, write_records, writing
from helm_creativity.benchmark.rows.tables import rows_in_file
from helm_creativity.benchmark.rubrics import WARNED, Question, Rubric
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import listed, quoted

if TYPE_CHECKING:
    from helm_creativity.judges.asking import Judges

FILE = "anchors.yaml"
RUN_FILE = "anchors.csv"
"""The table of ratings in the folder of a run with ``anchors=true``."""
THREADS = 4
"""Questions about anchors that a run has under way at once."""
JUDGING = ("judge_temp", "rubric", "card")
"""As in ``results.ratings``."""


@dataclass(frozen=True)
class Anchor:
    """One text."""

    id: str
    item: str
    levels: Mapping[str, int]
    text: str
    question: Question


@dataclass(frozen=True)
class AnchorSet:
    """The anchors of a benchmark."""

    benchmark: str
    rubric: Rubric
    judging: str
    anchors: tuple[Anchor, ...]

    @property
    def questions(self) -> list[Question]:
        """About each of them."""
        return [anchor.question for anchor in self.anchors]


class AnchorRating(NamedTuple):
    """One row of a table of anchors' ratings."""

    benchmark: str
    anchor: str
    item: str
    level: int
    judge: str
    rubric: str
    dimension: str
    rating: float | None
    missing: str
    date: str
    judging: str


REQUIRED = ("benchmark", "anchor", "level", "judge", "rubric", "dimension", "rating")
"""Columns without which a table says nothing."""


def list_anchored() -> list[str]:
    """Names of the benchmarks that have anchors."""
    return [entry.name for entry in list_entries() if entry.file(FILE).is_file()]


def load_anchors(name: str, judges: str, temperature: float = 0.0, **asked: Any) -> AnchorSet:  # noqa: ANN401 - further settings
    """The anchors of a benchmark, by its name in any form that ``find_entry`` knows."""
    entry = find_entry(name)
    require_anchored(entry.name)
    values = read_yaml(entry.file(FILE))
    benchmark = get_benchmark(entry.name)
    asked |= {**values["settings"], "judges": judges, "design": "all", "judge_temp": temperature}
    settings = parse_settings(benchmark, asked, require=False)
    (rubric,) = (rubric for rubric in asked_rubrics(benchmark, settings) if rubric.name == values["rubric"])
    rubric = replace(rubric, **settings.rubric_changes)
    items = {item.id: item for item in benchmark.items(settings)}
    variables = values.get("variables") or {}
    anchors = []
    for row in values["anchors"]:
        item, text, level = items.get(row["item"]), row["text"].strip(), row["level"]
        levels = level if isinstance(level, dict) else dict.fromkeys(rubric.dimensions[:1], level)
        if item is None or set(levels) != set(rubric.dimensions) or not {*levels.values()} <= {1, 2, 3, 4, 5}:
            raise BadArguments(
                f"anchor {row['id']} of {entry.name}: expected one of its items, and a level from 1 to 5 for each of "
                f"{listed(rubric.dimensions)}, got {quoted(row['item'])} and {quoted(level)}"
            )
        known = {"task": item.prompt.text, **item.fields, **variables.get(row["item"], {})}
        in_order = {dimension: levels[dimension] for dimension in rubric.dimensions}
        anchors.append(Anchor(row["id"], row["item"], in_order, text, rubric.question_about(text, known)))
    return AnchorSet(entry.name, rubric, _judging(benchmark, settings), tuple(anchors))


def require_anchored(name: str) -> None:
    """Refuses a benchmark without anchors."""
    if not find_entry(name).file(FILE).is_file():
        raise BadArguments(f"there are no anchors for {quoted(name)}; there are: {listed(list_anchored())}")


def _judging(benchmark: Benchmark[Any], settings: JudgedSettings) -> str:
    parts = dict(part.partition(":")[::2] for part in comparable_key(benchmark, settings).split("|")[1:])
    return "|".join(f"{part}:{parts[part]}" for part in JUDGING if part in parts)


def run_anchors(benchmark: Benchmark[Any], settings: JudgedSettings) -> AnchorSet:
    """The anchors that the judges of a run rate, with the question that they are asked about its responses."""
    how = {"delimiters": settings.delimiters, WARNED: settings.warned}
    found = load_anchors(benchmark.name, settings.judges, settings.judge_temp, **how)
    if found.judging != _judging(benchmark, settings):
        named = read_yaml(find_entry(benchmark.name).file(FILE))["settings"]
        known = parse_settings(benchmark, named, require=False).args  # without what its protocol does not take
        own = ", ".join(f"{name}={value}" for name, value in named.items() if name in known)
        raise BadArguments(
            f"anchors=true: the anchors of {benchmark.name} are rated by the question of {own}, and this run asks its "
            "judges another one: write these settings, or leave anchors out"
        )
    return found


def rate_anchors(judges: Judges, found: AnchorSet) -> list[AnchorRating]:
    """Ratings of anchors by every judge of a run's panel; a missing one has a row, too.

    The model under test is asked as well where it is on the panel, since none of the anchors is its own.
    """
    day, rows = date.today().isoformat(), list[AnchorRating]()
    with ThreadPoolExecutor(THREADS) as pool:
        for judge in judges.settings.panel.judges:
            say = partial(judges.say, judge, found.rubric)
            replies = pool.map(say, found.questions)
            for anchor, (reply,) in zip(found.anchors, replies, strict=True):
                readings = reply.readings
                ordered = (
                    readings.values() if found.rubric.each else [readings[name] for name in found.rubric.dimensions]
                )
                for (dimension, level), reading in zip(anchor.levels.items(), ordered, strict=True):
                    rows.append(
                        AnchorRating(
                            found.benchmark, anchor.id, anchor.item, level, judge, reply.rubric, dimension,
                            None if reading.value is None else float(reading.value), str(reading.missing or ""), day,
                            found.judging,
                        )
                    )  # fmt: skip
    return rows


def write_anchor_ratings(rows: Iterable[AnchorRating], path: Path) -> None:
    """Writes a table, as CSV."""
    with writing(path) as out:
        write_records((row._asdict() for row in rows), out, as_csv=True)


def read_anchor_ratings(path: Path, problems: list[str]) -> list[AnchorRating]:
    """The rows of a table of anchors' ratings."""
    found: dict[tuple[str, ...], AnchorRating] = {}
    scales: dict[tuple[str, str], Scale | None] = {}
    for number, record in rows_in_file(path):
        try:
            row = _read(record.problem if isinstance(record, BadRow) else record)
            asked = row.benchmark, row.rubric
            if asked not in scales:
                scales[asked] = _scale(*asked)
            scale = scales[asked]
            if scale is not None and row.rating is not None and not scale.low <= row.rating <= scale.high:
                raise BadArguments(f"expected a rating from {scale.low:g} to {scale.high:g}, got {row.rating:g}")
            key = _key(row)
            if key in found:
                raise BadArguments(f"{quoted(row.judge)} rates {quoted(row.anchor)} twice")
        except BadArguments as problem:
            problems.append(f"{path}, line {number}: {problem}")
            continue
        found[key] = row
    if not found:
        raise BadArguments(f"{path} has no rating of an anchor: expected the columns {', '.join(REQUIRED)}")
    return list(found.values())


def read_anchors_of_runs(folders: Iterable[Path], problems: list[str]) -> list[AnchorRating]:
    """The ratings of anchors that runs with ``anchors=true`` keep in their folders, each once.

    Several runs of one panel have the same replies, from HELM's cache. Where one of them lacks a rating that another
    has, this one counts; of two that differ, the first one counts and the other has a line.
    """
    found: dict[tuple[str, ...], AnchorRating] = {}
    for path in (folder / RUN_FILE for folder in folders):
        for row in read_anchor_ratings(path, problems) if path.is_file() else ():
            earlier = found.setdefault(_key(row), row)
            if earlier.rating is None:
                found[_key(row)] = row
            elif row.rating not in (None, earlier.rating):
                problems.append(
                    f"{path}: {quoted(row.judge)} rates {quoted(row.anchor)} {row.rating:g}, and in another run of the "
                    f"suite {earlier.rating:g}"
                )
    return list(found.values())


def _key(row: AnchorRating) -> tuple[str, ...]:
    return row.benchmark, row.anchor, row.judge, row.rubric, row.dimension, row.judging


def _read(record: str | Mapping[str, Any]) -> AnchorRating:
    if isinstance(record, str):
        raise BadArguments(record)
    values = {name: record.get(name) for name in AnchorRating._fields}
    texts = {name: "" if value is None else str(value).strip() for name, value in values.items()}
    if lacking := [name for name in REQUIRED if name not in record or not (texts[name] or name == "rating")]:
        raise BadArguments(f"expected a value of {', '.join(lacking)}")
    rating, level = texts.pop("rating"), texts.pop("level")
    return AnchorRating(
        **texts, rating=_number(rating, "rating") if rating else None, level=int(_number(level, "level"))
    )


def _scale(benchmark: str, rubric: str) -> Scale | None:
    try:
        known = load_anchors(benchmark, "").rubric
    except CreativityError:
        return None
    return known.scale if rubric == known.name else None


def _number(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadArguments(f"expected a number as the {name}, got {quoted(text)}")
    return value
