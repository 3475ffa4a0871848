"""Benchmarks that were run under several levels of a factor, such as two temperatures, all other settings alike.

A factor is a setting of runs, a field of items, or a pair of models:

* of a setting, each level is a column of the study, and the columns agree in every other comparable setting;
* of a field of items, such as the letter that words begin with, each level is the items that have it;
* of pairs of models, each pair stands where a single model stands otherwise, and its two models are the levels.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.comparability import INSTRUCTION, NOT_SENT, TEMPERATURE
from helm_creativity.core.instructions import NEUTRAL, VERBALIZED
from helm_creativity.core.names import SCORE
from helm_creativity.core.natural_order import natural_key
from helm_creativity.errors import FileProblem
from helm_creativity.io.sheets import name_in
from helm_creativity.psychometrics.tables import Numbers, ratio
from helm_creativity.psychometrics.variance_shares import VarianceShares, variance_shares
from helm_creativity.results.comparable import ComparableGroup, MainMetric, cards, column_titles
from helm_creativity.results.model_pairs import ModelPair
from helm_creativity.results.options import Absent
from helm_creativity.results.runs import COMPARABLE, SPLIT, Run, split_comparable_key
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.study import UNSAVED, ScoreColumn, ScoreMatrix, TrialScores
from helm_creativity.safe_text import listed


class Factor(NamedTuple):
    """What is varied within models."""

    setting: str = ""
    worded: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    field: str = ""
    unit: float = 0.0


TEMP, MODEL_PAIR, MAX_TOKENS = "temp", "model-pair", "max_tokens"
FACTORS: Mapping[str, Factor] = {
    TEMP: Factor("temp", unit=1),
    MODEL_PAIR: Factor(),
    "prompt": Factor("prompts"),
    INSTRUCTION: Factor(INSTRUCTION),
    "letter": Factor(worded=("prompts", "items"), free=("letters",), field="letter"),
    "language": Factor(worded=("prompts",), free=("items",), field="language"),
    "embedding": Factor("embedding", free=("sentences", "stop_words")),
    "form": Factor("form", worded=("prompts",)),
    MAX_TOKENS: Factor(MAX_TOKENS, unit=1000),
}
"""By name."""
ORDER = (NEUTRAL, "effective", "creative", VERBALIZED)
"""Instructions, the one that others are compared with first."""
IN_PROMPT = "in the prompt"
"""Behind the name of an instruction that is part of the prompts instead of standing before them."""


@dataclass(frozen=True)
class LevelScores:
    """Scores of a benchmark under several levels of a factor, all other settings alike.

    Attributes:
        group: run group.
        title: for people.
        comparable: the comparable settings that the levels share.
        levels: l names, in order.
        names: n models, or pairs of models.
        scores: shape (n, l), more is better, NaN for baselines and where a score is missing or does not count.
        sign: -1 where less is better and scores have their sign turned, otherwise 1.
        cells: shape (n, l, 2), row and column of the study that hold each score; None where a level is a part of the
            items.
    """

    group: str
    title: str
    comparable: str
    levels: tuple[str, ...]
    names: tuple[str, ...]
    scores: Numbers
    sign: float = 1.0
    cells: NDArray[np.int64] | None = None

    @property
    def complete(self) -> NDArray[np.bool_]:
        """Shape (n,): which have a score under every level."""
        return np.asarray(np.isfinite(self.scores).all(axis=1))


def words_of_setting(value: str) -> str:
    """The words of a setting without number of files and checksum: ``own/18@sha256:1f7c`` is ``own``."""
    return re.sub(r"(?:(?:^|/)\d+)?@.*$", "", value)


def levels_of_setting(study: ScoreMatrix, name: str) -> list[LevelScores]:
    """Every benchmark under the values of a setting, where at least two values were run and all else agrees."""
    factor = FACTORS[name]
    alike: dict[_Alike, dict[str, int]] = defaultdict(dict)
    for place, column in enumerate(study.columns):
        level = _level(column, factor)
        if level is not None:
            alike[_Alike(column.group, _other_settings(column, factor), column.items)].setdefault(level, place)
    varied = {key: places for key, places in alike.items() if len(places) > 1}
    titles = _titles(list(varied))
    return [_of_columns(study, factor, key, places, titles[key]) for key, places in varied.items()]


class _Alike(NamedTuple):
    group: str
    comparable: str
    items: int | None


def _level(column: ScoreColumn, factor: Factor) -> str | None:
    if factor.setting == INSTRUCTION:
        return column.instruction.partition("/")[0] or NEUTRAL
    value = split_comparable_key(column.comparable).get(factor.setting)
    return None if value is None or (factor.unit and not _is_number(value)) else value


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _other_settings(column: ScoreColumn, factor: Factor) -> str:
    name, *_ = column.comparable.split("|")
    parts = split_comparable_key(column.comparable)
    worded = set(factor.worded)
    if factor.setting == INSTRUCTION and parts.get(INSTRUCTION, "").endswith(IN_PROMPT):
        worded.add("prompts")
    left_out = {factor.setting, *factor.free}
    if factor.setting == "embedding" and parts.get("words", "").startswith("without@"):
        left_out.add("words")
    kept = {
        key: words_of_setting(value) if key in worded else value for key, value in parts.items() if key not in left_out
    }
    return "|".join([name, *(f"{key}:{value}" for key, value in kept.items())])


def _titles(keys: Sequence[_Alike]) -> dict[_Alike, str]:
    by_group: dict[str, list[_Alike]] = defaultdict(list)
    for key in keys:
        by_group[key.group].append(key)
    found: dict[_Alike, str] = {}
    for group, some in by_group.items():
        metric = MainMetric(SCORE, SPLIT, False, cards()[group].short_title if group in cards() else group)
        drafts = [
            ComparableGroup(
                group,
                metric,
                key.comparable,
                key.items,
                words_of_setting(split_comparable_key(key.comparable).get(INSTRUCTION, "")).replace("none", ""),
                ("",),
                (),
            )
            for key in some
        ]
        found.update(zip(some, column_titles(drafts), strict=True))
    return found


def _of_columns(study: ScoreMatrix, factor: Factor, key: _Alike, places: Mapping[str, int], title: str) -> LevelScores:
    ordered = sorted(places, key=lambda level: _order(level, factor.unit > 0))
    columns = np.array([places[level] for level in ordered])
    rows = np.arange(len(study.models))
    cells = np.stack(np.broadcast_arrays(rows[:, None], columns[None, :]), axis=2)
    scores = np.where(study.pool[:, None], study.oriented[:, columns], np.nan)
    words = [words_of_setting(level) for level in ordered]
    names = words if all(words) and len(set(words)) == len(words) else ordered  # else only checksums tell them apart
    sign = float(study.signs[columns[0]])
    return LevelScores(
        key.group, title, key.comparable, tuple(names), study.models, scores, sign, cells.astype(np.int64)
    )


def _order(level: str, is_number: bool) -> tuple[float, object]:
    """Numbers by size, instructions from the neutral one, texts as people sort them."""
    if is_number:
        return float(level), ""
    return (ORDER.index(level) if level in ORDER else len(ORDER)), natural_key(level)


def levels_of_field(study: ScoreMatrix, name: str, runs: Iterable[Run]) -> list[LevelScores]:
    """Every benchmark under the values of a field of its items; a score is the mean over items that have the value."""
    factor = FACTORS[name]
    by_name = {run.name: run for run in runs}
    alike: dict[_Alike, list[tuple[int, dict[str, str]]]] = defaultdict(list)
    for place, column in enumerate(study.columns):
        values = _field_of_items(study, place, factor.field, by_name) if column.ours else {}
        if values:
            alike[_Alike(column.group, _other_settings(column, factor), None)].append((place, values))
    tables = {key: _means_by_level(study, some) for key, some in alike.items()}
    varied = {key: means for key, means in tables.items() if len(means) > 1}
    titles = _titles(list(varied))
    found = []
    for key, means in varied.items():
        ordered = sorted(means, key=lambda level: _order(level, is_number=False))
        sign = float(study.signs[alike[key][0][0]])
        scores = sign * np.stack([means[level] for level in ordered], axis=1)
        found.append(LevelScores(key.group, titles[key], key.comparable, tuple(ordered), study.models, scores, sign))
    return found


def _field_of_items(study: ScoreMatrix, place: int, field: str, runs: Mapping[str, Run]) -> dict[str, str]:
    for row in range(len(study.models)):
        run = runs.get(study.runs.get((row, place), ""))
        if run is None:
            continue
        try:
            samples = saved_samples(run)
        except FileProblem:
            continue
        return {sample.item: str(sample.row.fields[field]) for sample in samples if field in sample.row.fields}
    return {}


def _means_by_level(study: ScoreMatrix, some: Sequence[tuple[int, Mapping[str, str]]]) -> dict[str, Numbers]:
    """Shape (n,) by level: means over its items. An item that several columns have counts as the first one has it."""
    of_items: dict[str, dict[str, Numbers]] = defaultdict(dict)
    for place, values in some:
        responses = study.answers_of(place)
        counted = study.pool & np.isfinite(study.counted[:, place])
        for item, scores in zip(responses.items, responses.by_item.T, strict=True) if responses else ():
            if item in values:
                before = of_items[values[item]].get(item, np.full(len(study.models), np.nan))
                own = np.where(counted, scores, np.nan)
                of_items[values[item]][item] = np.where(np.isnan(before), own, before)
    tables = {level: np.stack(list(items.values())) for level, items in of_items.items()}
    return {level: ratio(np.nansum(table, axis=0), np.isfinite(table).sum(axis=0)) for level, table in tables.items()}


PAIR_LEVELS = ("first", "second")


def levels_of_pairs(study: ScoreMatrix, pairs: Sequence[ModelPair]) -> list[LevelScores]:
    """Every column, with pairs of models in the place of models."""
    rows = np.array([[study.models.index(name) for name in pair] for pair in pairs])
    names = tuple(f"{first}, {second}" for first, second in pairs)
    found = []
    for place, column in enumerate(study.columns):
        scores = study.oriented[:, place][rows]
        if np.isfinite(scores).all(axis=1).any():
            cells = np.stack([rows, np.full_like(rows, place)], axis=2)
            sign = float(study.signs[place])
            found.append(
                LevelScores(column.group, column.title, column.comparable, PAIR_LEVELS, names, scores, sign, cells)
            )
    return found


def runs_by_factor(runs: Sequence[Run], name: str, notes: list[str]) -> tuple[Run, ...]:
    """The runs as a factor needs them: token limits in the comparable key, no model that gets no temperature."""
    if name == MAX_TOKENS:
        return tuple(map(_with_token_limit, runs))
    if name == TEMP:
        deaf = [run for run in runs if run.provenance.get(TEMPERATURE) == NOT_SENT]
        if deaf:
            models = listed(sorted({run.model for run in deaf}))
            notes.append(f"left out: {models}: HELM's client does not send the temperature to them")
        return tuple(run for run in runs if run not in deaf) if deaf else tuple(runs)
    return tuple(runs)


def _with_token_limit(run: Run) -> Run:
    limit = run.settings.get(MAX_TOKENS)
    if limit is None or not run.has_comparable_key:
        return run
    key = f"{run.settings[COMPARABLE]}|{MAX_TOKENS}:{name_in(limit)}"
    return replace(run, settings={**run.settings, COMPARABLE: key})


def varied_factors(study: ScoreMatrix) -> dict[str, list[str]]:
    """The levels of every factor of settings under which some benchmark of a study was run, all else alike."""
    found = {}
    for name, factor in FACTORS.items():
        if factor.setting:
            levels = [level for scores in levels_of_setting(study, name) for level in scores.levels]
            if levels:
                found[name] = list(dict.fromkeys(levels))
    return found


class ItemShares(NamedTuple):
    """Components of variance of a benchmark's scores of items."""

    column: str
    comparable: str
    levels: tuple[str, ...]
    shares: VarianceShares | Absent


NESTED = Absent("each level has items of its own")
TOO_LITTLE = Absent("at least two models and two items with a score under every level, not all equal, are needed")


def item_shares(study: ScoreMatrix, found: Iterable[LevelScores]) -> Iterator[ItemShares]:
    """Components of variance of every benchmark, over models that have a score under every level."""
    for of_levels in found:
        shares = _shares(study, of_levels)
        yield ItemShares(of_levels.title, of_levels.comparable, of_levels.levels, shares)


def _shares(study: ScoreMatrix, found: LevelScores) -> VarianceShares | Absent:
    if found.cells is None:
        return NESTED
    cells = found.cells[found.complete]
    if len(cells) < 2:
        return TOO_LITTLE
    responses: dict[int, TrialScores] = {}
    for place in np.unique(cells[:, :, 1]).tolist():
        read = study.answers_of(place)
        if read is None:
            return UNSAVED
        responses[place] = read
    items = {item: number for number, item in enumerate(dict.fromkeys(i for r in responses.values() for i in r.items))}
    means = {place: read.by_item for place, read in responses.items()}
    table = np.full((len(cells), len(items), len(found.levels)), np.nan)
    for unit, level in np.ndindex(table.shape[0], table.shape[2]):
        row, place = cells[unit, level].tolist()
        table[unit, [items[item] for item in responses[place].items], level] = means[place][row]
    readable = np.isfinite(table).any(axis=1).all(axis=1)  # a model whose file is damaged would cost all items
    return variance_shares(table[readable]) or (TOO_LITTLE if readable.all() else UNSAVED)
