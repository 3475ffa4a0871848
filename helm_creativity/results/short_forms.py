"""Short forms of the benchmarks of a suite: which items are enough, and the run entries that ask them alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from helm_creativity.core.benchmark import settings_in_run
from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.settings import SHORT, label
from helm_creativity.core.settings import options as known_options
from helm_creativity.core.short_forms import BENCHMARK, INTERCEPT, ITEMS, LINK, SLOPE
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.io.files import cannot_write
from helm_creativity.io.records import writing
from helm_creativity.psychometrics.short_forms import LEAST_ITEMS, LEAST_MODELS, ShortForm, short_form
from helm_creativity.results.all_items import item_table
from helm_creativity.results.options import Absent, Options
from helm_creativity.results.study import UNSAVED, ScoreColumn, ScoreMatrix, TrialScores, with_uncounted
from helm_creativity.results.suite import Run

PURPOSE = 11
NO_MEAN = Absent("its score is not the mean over its items, so that the mean over some of them does not stand for it")
EQUAL = Absent("the models' scores do not differ")


@dataclass(frozen=True)
class ColumnForm:
    """The short form of one column.

    Attributes:
        column: which.
        form: the short form, or why there is none.
        entry: of the runs that it was chosen from, as a run entry without ``short`` and the model; "" without a form.
        benchmark: its name.
    """

    column: ScoreColumn
    form: ShortForm | Absent
    entry: str = ""
    benchmark: str = ""

    @property
    def file(self) -> str:
        """Name of the file of the form."""
        return f"{self.column.key.removeprefix('creativity_').replace('#', '-')}.yaml"

    @property
    def is_shorter(self) -> bool:
        """Whether there is a form with fewer than all items."""
        return isinstance(self.form, ShortForm) and self.form.reached

    def entry_in(self, folder: Path | None) -> str:
        """The run entry of the form whose file lies in a folder; of all items where these are needed, or without one.

        ``model=text`` stands for the models that helm-run's --models-to-run names.
        """
        short = [f"{SHORT}={folder / self.file}"] if folder is not None and self.is_shorter else []
        return ",".join([self.entry, *short, "model=text"])


def shorten_study(study: ScoreMatrix, runs: Sequence[Run], target: float, options: Options) -> list[ColumnForm]:
    """Short forms of all columns, or why there is none.

    Args:
        study: scores of models; only those of language models that count are used.
        runs: behind the study.
        target: ρ of held-out models that a form must reach.
        options: the seed and the number of draws.
    """
    study = with_uncounted(study, options.least_scored)
    by_name = {run.name: run for run in runs}
    return [_of_column(study, place, by_name, target, options) for place in range(len(study.columns))]


def _of_column(study: ScoreMatrix, place: int, runs: Mapping[str, Run], target: float, options: Options) -> ColumnForm:
    column = study.columns[place]
    if not column.ours:
        return ColumnForm(column, Absent("it is no benchmark of this package's kind"))
    if column.items is not None and column.items < LEAST_ITEMS:
        return ColumnForm(column, _few_items(column.items))
    responses = study.answers_of(place)
    if responses is None:
        return ColumnForm(column, UNSAVED)
    form = _form(study, place, responses, target, options)
    if isinstance(form, Absent):
        return ColumnForm(column, form)
    run = runs[next(name for (_, at), name in study.runs.items() if at == place)]
    try:
        return ColumnForm(column, form, _entry(run), str(run.settings[BENCHMARK]))
    except CreativityError as error:
        return ColumnForm(column, Absent(f"the settings of its runs are not those of this version: {error}"))


def _few_items(count: int) -> Absent:
    items = "one item" if count == 1 else f"{count} items"
    return Absent(f"it has {items}, and at least {LEAST_ITEMS} are needed")


def _form(
    study: ScoreMatrix, place: int, responses: TrialScores, target: float, options: Options
) -> ShortForm | Absent:
    column = study.columns[place]
    rows = study.pool & ~study.baselines & np.isfinite(study.counted[:, place])
    table = item_table(study.scores[:, place], responses, column.items, study.pool)
    with_items = rows & np.isfinite(table.by_item).any(axis=1)
    if not table.are_means[with_items].all():
        return NO_MEAN
    if (count := int(with_items.sum())) < LEAST_MODELS:
        return Absent(f"{count} language models have a score that counts, and at least {LEAST_MODELS} are needed")
    scores = responses.scores[with_items]
    if (items := int(np.isfinite(scores).any(axis=(0, 2)).sum())) < LEAST_ITEMS:
        return _few_items(items)
    models = [model for model, used in zip(study.models, with_items, strict=True) if used]
    rng = options.generator(PURPOSE, place)
    return short_form(scores, models, responses.items, rng, target, options.draws) or EQUAL


def _entry(run: Run) -> str:
    """The run entry of a run, without its model."""
    benchmark = get_benchmark(str(run.settings[BENCHMARK]))
    settings = settings_in_run(benchmark, run.settings)
    known = known_options(type(settings))
    values: dict[str, Any] = {name: value for name, value in settings.args.items() if name != SHORT}
    parts = [f"{name}={value if known[name].label else label(known[name], value)}" for name, value in values.items()]
    if run.settings.get(TRIALS, 1) != settings.trials:
        parts.append(f"{TRIALS}={run.settings[TRIALS]}")
    return f"{benchmark.card.group}:" + ",".join(parts)


_CUTS = re.compile("[,=]")
"""Where HELM cuts a run entry."""


def require_enterable(folder: Path) -> None:
    """Refuses a folder whose files no run entry can name.

    Raises:
        BadArguments: where its path holds a comma or an equals sign.
    """
    if _CUTS.search(str(folder)):
        raise BadArguments(f"--forms: a run entry cannot name a path with a comma or an equals sign, got {folder}")


def write_forms(found: Sequence[ColumnForm], folder: Path, target: float, suites: Sequence[str]) -> None:
    """Writes a file for each form that is shorter than its benchmark.

    Args:
        found: of all columns.
        folder: gets the files, and is made where there is none.
        target: that they were to reach.
        suites: names of those that they were chosen from.

    Raises:
        FileProblem: when a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error
    for each in found:
        if isinstance(each.form, ShortForm) and each.is_shorter:
            _write(each, each.form, folder / each.file, target, suites)


def _write(found: ColumnForm, form: ShortForm, path: Path, target: float, suites: Sequence[str]) -> None:
    import yaml

    values = {
        BENCHMARK: found.benchmark,
        ITEMS: list(form.items),
        "items_of_full_form": form.n_items,
        **({LINK: {INTERCEPT: form.link.intercept, SLOPE: form.link.slope}} if form.link.rises else {}),
        "target": target,
        "held_out": {"rho": form.rho, "low": form.low, "high": form.high},
        "random_items": {"rho": form.random},
        **({} if form.fresh is None else {"new_run": {"rho": form.fresh}}),
        "models": list(form.models),
        "suites": list(suites),
        "stat": found.column.stat,
        "comparable": found.column.comparable,
    }
    with writing(path) as file:
        yaml.safe_dump(values, file, sort_keys=False, allow_unicode=True, width=120)
