"""Benchmarks that were run under several levels of a factor, such as two temperatures, all other settings alike.

A factor is a setting of runs, a field of items, or what tells models apart:

* of a setting, each level is a column of the suite, and the columns agree in every other comparable setting;
* of a field of items, such as the letter that words begin with, each level is the items that have it;
* of pairs of models, each pair stands where a single model stands otherwise, and its two models are the levels;
* of a column of a user's file, such as reasoning effort, a family of models stands there, and its models are levels.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.comparability import INSTRUCTION
from helm_creativity.core.names import NEUTRAL, SCORE, VERBALIZED, meant
from helm_creativity.core.natural_order import natural_key
from helm_creativity.errors import BadArguments, FileProblem, NothingToSay
from helm_creativity.io.spreadsheet import number_in, records_in_file
from helm_creativity.psychometrics.tables import Numbers, ratio
from helm_creativity.results.comparable import ComparableGroup, MainMetric, cards, column_titles
from helm_creativity.results.runs import SPLIT, split_comparable_key
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
ORDER = (NEUTRAL, "effective", "creative", VERBALIZED)
"""Instructions, the one that others are compared with first."""
IN_PROMPT = "in the prompt"
"""Behind the name of an instruction that is part of the prompts instead of standing before them."""
PAIR_LEVELS = ("first", "second")
TABLES = (".csv", ".tsv", ".jsonl", ".parquet", ".xlsx")


class LevelScores(NamedTuple):
    """Scores of a benchmark under l levels of a factor, all other settings alike.

    ``names`` are n models, or pairs or families of them. ``scores``, shape (n, l), are NaN for baselines and where one
    is missing or does not count, and have their sign turned where less is better. ``cells``, shape (n, l, 2), has the
    row (-1 for none) and the column of each in the suite; it is None where a level is a part of the items.
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


_Alike = tuple[str, str, "int | None"]
"""Run group, other settings and number of items of columns that differ in the level alone."""


def words_of_setting(value: str) -> str:
    """The words of a setting without number of files and checksum: ``own/18@sha256:1f7c`` is ``own``."""
    return re.sub(r"(?:(?:^|/)\d+)?@.*$", "", value)


def levels_of_setting(suite: Suite, name: str) -> list[LevelScores]:
    """Every benchmark under the values of a setting, where at least two values were run and all else agrees."""
    varied, found = _varied_columns(suite, name), []
    titles, rows = _titles(varied), np.arange(len(suite.models))
    for key, places in varied.items():
        words = tuple(map(words_of_setting, places))
        levels = words if all(words) and len(set(words)) == len(words) else tuple(places)  # checksums alone differ
        columns = np.array(list(places.values()))
        scores = np.where(suite.pool[:, None], suite.oriented[:, columns], np.nan)
        cells = np.stack(np.broadcast_arrays(rows[:, None], columns[None, :]), axis=2)
        sign = suite.columns[columns[0]].sign
        found.append(LevelScores(key[0], titles[key], key[1], levels, suite.models, scores, sign, cells))
    return found


def varied_factors(suite: Suite) -> dict[str, list[str]]:
    """The levels of every setting under which some benchmark of a suite was run, all else alike."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for name, factor in FACTORS.items():
        for levels in _varied_columns(suite, name).values() if factor.setting else ():
            found[name] |= dict.fromkeys(words_of_setting(level) or level for level in levels)
    return {name: list(levels) for name, levels in found.items()}


def _varied_columns(suite: Suite, name: str) -> dict[_Alike, dict[str, int]]:
    """Places of columns by level, in the order of levels."""
    factor, alike = FACTORS[name], defaultdict[_Alike, dict[str, int]](dict)
    for place, column in enumerate(suite.columns):
        level = split_comparable_key(column.comparable).get(factor.setting)
        if factor.setting == INSTRUCTION:
            level = column.instruction.partition("/")[0] or NEUTRAL
        if level is not None and (not factor.unit or is_number(level)):
            alike[column.group, _other_settings(column, factor), column.items].setdefault(level, place)
    order = float if factor.unit else _text_order
    return {
        key: dict(sorted(some.items(), key=lambda at: order(at[0]))) for key, some in alike.items() if len(some) > 1
    }


def is_number(text: str) -> bool:
    """Whether a level is a finite number."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _text_order(level: str) -> tuple[int, Any]:
    return ORDER.index(level) if level in ORDER else len(ORDER), natural_key(level)


def _other_settings(column: ScoreColumn, factor: Factor) -> str:
    parts, worded, left_out = split_comparable_key(column.comparable), set(factor.worded), set(factor.free)
    if factor.setting == INSTRUCTION and parts.get(INSTRUCTION, "").endswith(IN_PROMPT):
        worded.add("prompts")
    if factor.setting == "embedding" and parts.get("words", "").startswith("without@"):
        left_out.add("words")
    kept = {key: value for key, value in parts.items() if key not in (factor.setting, *left_out)}
    texts = [f"{key}:{words_of_setting(value) if key in worded else value}" for key, value in kept.items()]
    return "|".join([column.comparable.partition("|")[0], *texts])


def _titles(keys: Iterable[_Alike]) -> dict[_Alike, str]:
    """Titles name the settings in which the rows of a benchmark differ."""
    drafts: dict[str, dict[_Alike, ComparableGroup]] = defaultdict(dict)
    for group, comparable, items in keys:
        metric = MainMetric(SCORE, SPLIT, False, cards()[group].short_title if group in cards() else group)
        instruction = words_of_setting(split_comparable_key(comparable).get(INSTRUCTION, "")).replace("none", "")
        draft = ComparableGroup(group, metric, comparable, items, instruction, ("",), ())
        drafts[group][group, comparable, items] = draft
    titles = (zip(some, column_titles(list(some.values())), strict=True) for some in drafts.values())
    return {key: title for pairs in titles for key, title in pairs}


def levels_of_field(suite: Suite, name: str) -> list[LevelScores]:
    """Every benchmark under the values of a field of its items; a score is the mean over items that have the value.

    An item that several columns have counts as the first one has it.
    """
    factor, alike = FACTORS[name], defaultdict[_Alike, dict[str, dict[str, Numbers]]](lambda: defaultdict(dict))
    signs: dict[str, float] = {}
    for place, column in enumerate(suite.columns):
        values = _values_of_items(suite, place, factor.field) if column.ours else {}
        responses = suite.responses(place) if values else None
        if responses is None:
            continue
        signs.setdefault(column.group, column.sign)
        levels = alike[column.group, _other_settings(column, factor), None]
        counted = suite.pool & np.isfinite(suite.counted[:, place])
        for item, scores in zip(responses.items, responses.by_item.T, strict=True):
            if item in values:
                own = np.where(counted, scores, np.nan)
                before = levels[values[item]].get(item, own)
                levels[values[item]][item] = np.where(np.isnan(before), own, before)
    varied = {key: levels for key, levels in alike.items() if len(levels) > 1}
    titles, found = _titles(varied), []
    for key, by_level in varied.items():
        order, sign = tuple(sorted(by_level, key=_text_order)), signs[key[0]]
        tables = [np.stack(list(by_level[level].values())) for level in order]
        means = [ratio(np.nansum(table, axis=0), np.isfinite(table).sum(axis=0)) for table in tables]
        scores = sign * np.stack(means, axis=1)
        found.append(LevelScores(key[0], titles[key], key[1], order, suite.models, scores, sign))
    return found


def _values_of_items(suite: Suite, place: int, field: str) -> dict[str, str]:
    """By item, of the first model whose responses can be read."""
    rows = {name: row for (row, at), name in suite.run_names.items() if at == place}
    for run in sorted((run for run in suite.runs if run.name in rows), key=lambda run: rows[run.name]):
        try:
            samples = saved_samples(run)
        except FileProblem:
            continue
        return {sample.item: str(sample.row.fields[field]) for sample in samples if field in sample.row.fields}
    return {}


def language_models(suite: Suite) -> list[str]:
    """Names of the models of a suite that are no baselines."""
    return [model for model, pooled in zip(suite.models, suite.pool, strict=True) if pooled]


def levels_of_pairs(suite: Suite, pairs: str) -> tuple[list[LevelScores], list[str]]:
    """Every column with pairs of models in the place of models; and notes.

    ``pairs`` is with what the second name of each pair ends, such as ``-thinking``; or a file with the columns
    ``first`` and ``second``, or ``base`` and ``thinking``.
    """
    names, is_file = language_models(suite), Path(pairs).suffix.lower() in TABLES or Path(pairs).is_file()
    wanted = [(name.removesuffix(pairs), name) for name in names if name.endswith(pairs)]
    if is_file:
        wanted = [(row["first"], row["second"]) for row in _rows(Path(pairs), *PAIR_LEVELS)]
    lacking = {pair: [name for name in pair if name not in names] for pair in wanted}
    found = [pair for pair, unknown in lacking.items() if not unknown]
    if not found:
        first = list(dict.fromkeys(name for unknown in lacking.values() for name in unknown))
        what = f"no two models' names differ by {quoted(pairs)} at the end of one, and there is no such file"
        if is_file:
            guess = "".join(meant(name, names) for name in first[:1])
            what = f"no pair has two models of these suites; not among them: {listed(first) or 'none'}{guess}"
        raise BadArguments(f"pairs: {what}; there are {listed(names) or 'none'}")
    if twice := [name for name, n in Counter(name for pair in found for name in pair).items() if n > 1]:
        raise BadArguments(f"pairs: a model stands in one pair, which {listed(twice)} does not; name each model once")
    notes = [
        f"left out: {' and '.join(pair)}: not among the language models of these suites: {listed(unknown)}"
        for pair, unknown in lacking.items()
        if is_file and unknown
    ]
    notes.append(f"pairs, the first subtracted from the second: {'; '.join(map(' and '.join, found))}")
    rows = np.array([[suite.models.index(name) for name in pair] for pair in found])
    return _levels_of_models(suite, rows, PAIR_LEVELS, list(map(", ".join, found))), notes


def levels_of_file(suite: Suite, path: Path, by: str) -> tuple[list[LevelScores], list[str]]:
    """Every column with families of models in the place of models; and notes.

    The levels are the values of the column ``by``: numbers by their size, words in the order of the file. Families are
    those of its column ``family``. Without it all models are one family, in which several may have one level.
    """
    rows, notes = read_models(suite, path, by)
    numbers = [number_in(row[by]) for row in rows.values()]
    texts = [row[by] for row in rows.values()] if None in numbers else [f"{number:.12g}" for number in numbers]
    levels = sorted(set(texts), key=texts.index if None in numbers else float)
    if len(levels) < 2:
        raise NothingToSay(f"{path.name} has fewer than two values of {by} for language models of these suites")
    families = list(dict.fromkeys(row.get("family", "") for row in rows.values()))
    if "" in families and len(families) > 1:
        beside = quoted(families[0] or families[1])
        raise BadArguments(f"{path}: expected a family for each model or for none, got a blank one beside {beside}")
    if len(families) == 1:
        every = np.array([[suite.models.index(model) for model in rows]])
        return _levels_of_models(suite, every, texts, families), notes
    table = np.full((len(families), len(levels)), -1)
    for (model, row), text in zip(rows.items(), texts, strict=True):
        cell = families.index(row.get("family", "")), levels.index(text)
        if table[cell] >= 0:
            both = f"{suite.models[table[cell]]} and {model} of the family {quoted(row.get('family', ''))}"
            raise BadArguments(f"{path}: {both} have one {by}, {text}; a family has one model at each level")
        table[cell] = suite.models.index(model)
    return _levels_of_models(suite, table, levels, families), notes


def _levels_of_models(
    suite: Suite, rows: NDArray[np.int64], levels: Sequence[str], names: Sequence[str]
) -> list[LevelScores]:
    """Of rows, shape (n, l), -1 for no model."""
    found = []
    for place, (column, scores) in enumerate(zip(suite.columns, suite.oriented.T, strict=True)):
        table = np.where(rows >= 0, scores[rows], np.nan)
        if (np.isfinite(table).sum(axis=1) > 1).any():
            key = column.group, column.title, column.comparable, tuple(levels), tuple(names)
            found.append(LevelScores(*key, table, column.sign, np.stack([rows, np.full_like(rows, place)], axis=2)))
    return found


def read_models(suite: Suite, path: Path, column: str) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Rows of a user's table with the columns ``model`` and another, by language model of a suite; and notes."""
    table, names = _rows(path, "model", column), language_models(suite)
    rows = {row["model"]: row for row in table}
    if twice := [model for model, n in Counter(row["model"] for row in table).items() if n > 1]:
        raise BadArguments(f"{path}: {twice[0]} stands there a second time; name each model once")
    unknown = [quoted(model) + meant(model, set(names) - rows.keys()) for model in rows if model not in names]
    notes = (
        [f"{path.name} names models that are no language models of these suites: {listed(unknown)}"] if unknown else []
    )
    return {model: row for model, row in rows.items() if model in names}, notes


def _rows(path: Path, *columns: str) -> list[dict[str, str]]:
    rows = []
    for number, record in records_in_file(path):
        row = {name: "" if cell is None else str(cell).strip() for name, cell in record.items()}
        if columns == PAIR_LEVELS and not row.keys() & {*columns}:
            row |= {"first": row.get("base", ""), "second": row.get("thinking", "")}
        if lacking := [name for name in columns if not row.get(name)]:
            there = listed(map(quoted, record)) or "none"
            expected = f"expected a value in the columns {' and '.join(columns)}, got none in {lacking[0]}"
            raise BadArguments(f"{path}, line {number}: {expected}; the columns are {there}")
        rows.append(row)
    return rows
