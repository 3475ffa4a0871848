"""Benchmarks that were run under several levels of a factor, such as two temperatures, all other settings alike.

Levels are values of a setting, each a column of the suite; values of a field of items, such as the letter that words
begin with; the two models of a pair; or the models of a family that have values in a user's file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.comparability import INSTRUCTION
from helm_creativity.benchmark.names import NEUTRAL, PREFIX, VERBALIZED, natural_key
from helm_creativity.benchmark.rows.cells import number_in
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.psychometrics.tables import Numbers, ratio
from helm_creativity.results.columns import differences
from helm_creativity.results.comparable import cards
from helm_creativity.results.criteria import model_rows
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import ScoreColumn, Suite
from helm_creativity.safe_text import listed, quoted


class Factor(NamedTuple):
    """A setting or a field of items; beside it ``worded`` settings may differ in checksums, ``free`` ones wholly."""

    setting: str = ""
    worded: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    field: str = ""
    unit: float = 0.0  # of slopes, where levels are numbers


TEMP, MODEL_PAIR, MAX_TOKENS, EMBEDDING = "temp", "model-pair", "max_tokens", "embedding"
FACTORS: Mapping[str, Factor] = {
    TEMP: Factor("temp", unit=1),
    MODEL_PAIR: Factor(),
    "prompt": Factor("prompts"),
    INSTRUCTION: Factor(INSTRUCTION),
    "letter": Factor(worded=("prompts", "items"), free=("letters",), field="letter"),
    "language": Factor(worded=("prompts",), free=("items",), field="language"),
    EMBEDDING: Factor(EMBEDDING, free=("sentences", "stop_words")),
    "form": Factor("form", worded=("prompts",)),
    MAX_TOKENS: Factor(MAX_TOKENS, unit=1000),
}
ORDER = (NEUTRAL, "effective", "creative", VERBALIZED)
"""Instructions, the one that others are compared with first."""
PAIR_LEVELS = ("first", "second")
Places = NDArray[np.int64]


class LevelScores(NamedTuple):
    """Scores of a benchmark under l levels of a factor, all other settings alike.

    ``scores`` of n models, or pairs or families of them, shape (n, l), are NaN for baselines and where one is missing
    or does not count, and have their sign turned where less is better. ``cells``, shape (n, l, 2), has the row (-1 for
    none) and the column of each in the suite; it is None where a level is a part of the items.
    """

    group: str
    title: str
    comparable: str
    levels: tuple[str, ...]
    scores: Numbers
    sign: float = 1.0
    cells: Places | None = None

    @property
    def place(self) -> dict[str, Any]:
        """What a row of a table begins with."""
        return {"title": self.title, "benchmark": self.group.removeprefix(PREFIX), "comparable": self.comparable}


_Alike = tuple[str, str, "int | None"]
"""Run group, other settings and number of items of columns that differ in the level alone."""


def levels_of_setting(suite: Suite, name: str) -> list[LevelScores]:
    """Every benchmark under the values of a setting, where at least two values were run and all else agrees."""
    varied, found = _varied_columns(suite, name), []
    titles = _titles(varied)
    rows = np.where(suite.pool, np.arange(len(suite.models)), -1)[:, None]
    for key, places in varied.items():
        words = tuple(map(_words_of, places))
        levels = words if all(words) and len(set(words)) == len(words) else tuple(places)  # checksums alone differ
        columns = np.array([list(places.values())])
        found.append(_level_scores(suite, (key[0], titles[key], key[1]), levels, rows, columns))
    return found


def levels_of_field(suite: Suite, name: str) -> list[LevelScores]:
    """Every benchmark under the values of a field of its items; a score is the mean over items that have the value.

    An item that several columns have counts as the first one has it.
    """
    alike = defaultdict[_Alike, dict[str, dict[str, Numbers]]](lambda: defaultdict(dict))
    signs = {column.group: column.sign for column in reversed(suite.columns)}
    for place, column in enumerate(suite.columns):
        values = _field_of_items(suite, place, FACTORS[name].field) if column.ours else {}
        if not values or (responses := suite.responses(place)) is None:
            continue
        counted = suite.pool & np.isfinite(suite.counted[:, place])
        by_item = dict(zip(responses.items, np.where(counted[:, None], responses.by_item, np.nan).T, strict=True))
        levels = alike[column.group, _other_settings(column, FACTORS[name]), None]
        for item in filter(values.__contains__, by_item):
            before = levels[values[item]].get(item, by_item[item])
            levels[values[item]][item] = np.where(np.isnan(before), by_item[item], before)
    varied, found = {key: levels for key, levels in alike.items() if len(levels) > 1}, []
    for (group, comparable, _), title in _titles(varied).items():
        by_level = varied[group, comparable, None]
        order = tuple(sorted(by_level, key=natural_key))
        tables = [np.stack(list(by_level[level].values())) for level in order]
        means = [ratio(np.nansum(table, axis=0), np.isfinite(table).sum(axis=0)) for table in tables]
        scores = signs[group] * np.stack(means, axis=1)
        found.append(LevelScores(group, title, comparable, order, scores, signs[group]))
    return found


def levels_of_pairs(suite: Suite, ending: str) -> tuple[list[LevelScores], list[str]]:
    """Every column with pairs of models, such as ``a`` and ``a-thinking``, in the place of models; and a note."""
    models = np.array(suite.models)[suite.pool].tolist()
    pairs = [(model, model + ending) for model in models if model + ending in models]
    if not pairs:
        what = f"no two models' names differ by {quoted(ending)} at the end of one"
        raise BadArguments(f"pairs: {what}; there are {listed(models) or 'none'}")
    note = f"pairs, the first subtracted from the second: {'; '.join(map(' and '.join, pairs))}"
    rows = np.array([[suite.models.index(model) for model in pair] for pair in pairs])
    return _levels_of_models(suite, rows, PAIR_LEVELS), [note]


def levels_of_file(suite: Suite, path: Path, by: str) -> tuple[list[LevelScores], list[str]]:
    """Every column with families of models, of the column ``family``, in the place of models; and notes.

    The levels are the values of the column ``by``: numbers by their size, words in the order of the file.
    """
    found, notes = model_rows(path, np.array(suite.models)[suite.pool].tolist(), [by, "family"])
    levels, families = ([str(row[name]).strip() for _, row in found.values()] for name in (by, "family"))
    numbers = [number for number in map(number_in, levels) if number is not None]
    if is_numeric := len(numbers) == len(levels):
        levels = [f"{number:.12g}" for number in numbers]
    order, units = sorted(set(levels), key=float if is_numeric else levels.index), list(dict.fromkeys(families))
    if len(order) < 2:
        few = f"{path.name} has fewer than two values of {by} for language models of these suites"
        raise NothingToSay("; ".join([few, *notes]))
    if len({*zip(families, levels, strict=True)}) < len(levels):
        raise BadArguments(f"{path}: expected one model of a family at each level of {by}")
    rows = np.full((len(units), len(order)), -1)
    rows[list(map(units.index, families)), list(map(order.index, levels))] = list(map(suite.models.index, found))
    return _levels_of_models(suite, rows, order), notes


def _levels_of_models(suite: Suite, rows: Places, levels: Sequence[str]) -> list[LevelScores]:
    every = (
        _level_scores(suite, (it.group, it.title, it.comparable), levels, rows, np.full_like(rows, place))
        for place, it in enumerate(suite.columns)
    )
    return [found for found in every if (np.isfinite(found.scores).sum(axis=1) > 1).any()]


def _level_scores(
    suite: Suite, named: tuple[str, str, str], levels: Iterable[str], rows: Places, columns: Places
) -> LevelScores:
    """The scores in rows, -1 for none, and columns of a suite, which are broadcast to shape (n, l)."""
    scores = np.where(rows >= 0, suite.oriented[rows, columns], np.nan)
    cells = np.stack(np.broadcast_arrays(rows, columns), axis=2)
    return LevelScores(*named, tuple(levels), scores, suite.columns[columns.flat[0]].sign, cells)


def _varied_columns(suite: Suite, name: str) -> dict[_Alike, dict[str, int]]:
    """Places of columns by level, in the order of levels."""
    factor, alike = FACTORS[name], defaultdict[_Alike, dict[str, int]](dict)
    for place, column in enumerate(suite.columns):
        level = split_comparable_key(column.comparable).get(factor.setting)
        if factor.setting == INSTRUCTION:
            level = column.instruction.partition("/")[0] or NEUTRAL
        if level is not None and (not factor.unit or number_in(level) is not None):
            alike[column.group, _other_settings(column, factor), column.items].setdefault(level, place)
    ranks = {level: rank for rank, level in enumerate(ORDER)}
    order = float if factor.unit else lambda level: (ranks.get(level, len(ranks)), natural_key(level))
    return {
        key: {level: some[level] for level in sorted(some, key=order)} for key, some in alike.items() if len(some) > 1
    }


def _other_settings(column: ScoreColumn, factor: Factor) -> str:
    parts, worded, left_out = split_comparable_key(column.comparable), factor.worded, (factor.setting, *factor.free)
    if factor.setting == INSTRUCTION and parts.get(INSTRUCTION, "").endswith("in the prompt"):
        worded = ("prompts",)
    if factor.setting == EMBEDDING and parts.get("words", "").startswith("without@"):
        left_out += ("words",)
    kept = {key: value for key, value in parts.items() if key not in left_out}
    texts = [f"{key}:{_words_of(value) if key in worded else value}" for key, value in kept.items()]
    return "|".join([column.comparable.partition("|")[0], *texts])


def _words_of(value: str) -> str:
    return re.sub(r"(?:(?:^|/)\d+)?@.*$", "", value)  # own/18@sha256:1f7c is own


def _titles(keys: Iterable[_Alike]) -> dict[_Alike, str]:
    """Titles name the settings in which the rows of a benchmark differ."""
    titles, every = dict[_Alike, str](), list(keys)
    for group in dict.fromkeys(key[0] for key in every):
        alike = [key for key in every if key[0] == group]
        name = cards()[group].short_title if group in cards() else group
        apart = differences([{**split_comparable_key(comparable), "items": items} for _, comparable, items in alike])
        titles |= {key: f"{name} ({text})" if text else name for key, text in zip(alike, apart, strict=True)}
    return titles


def _field_of_items(suite: Suite, place: int, field: str) -> dict[str, str]:
    """By item, of the first model whose responses can be read."""
    runs = {run.name: run for run in suite.runs}
    for _, name in sorted((row, name) for (row, at), name in suite.run_names.items() if at == place and name in runs):
        with suppress(FileProblem):
            samples = saved_samples(runs[name])
            return {sample.item: str(sample.row.fields[field]) for sample in samples if field in sample.row.fields}
    return {}
