"""Which runs of a benchmark may stand in one column: those that were measured alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from helm.benchmark.presentation.summarize import Run

from helm_creativity.core.comparability import key_of_run
from helm_creativity.core.instructions import NEUTRAL
from helm_creativity.core.pooling import SettingsVariant, is_baseline, representative_first, response_count
from helm_creativity.helm_plugin.metadata import SPLIT


class Setting(NamedTuple):
    """Everything that moves a score.

    Attributes:
        comparable: the comparable key, as reports and tables have it.
        items: how many items were asked, None where the run does not say.
        instruction: what stood before every prompt, "" for nothing.
    """

    comparable: str
    items: int | None
    instruction: str

    def __str__(self) -> str:
        return self.comparable if self.items is None else f"{self.comparable}|items:{self.items}"


def run_setting(run: Run) -> Setting | None:
    """The setting of a run of ours; None for a run without a comparable key, as of another benchmark's."""
    metrics, adapter = run.run_spec.metric_specs, run.run_spec.adapter_spec
    key = key_of_run(metrics[0].args, adapter.num_trials) if metrics else ""
    if not key:
        return None
    items, instruction = run_mean(run, "num_instances"), metrics[0].args.get("instruction", NEUTRAL)
    return Setting(key, None if items is None else round(items), "" if instruction == NEUTRAL else instruction)


def counted(runs: Iterable[Run]) -> list[Run]:
    """Of several runs of one model and setting that with the most answers, as in reports; runs without a setting all.

    HELM would show the mean of a run and of the longer one that grew from it and holds the same answers.

    Args:
        runs: of one benchmark.
    """
    kept: dict[object, Run] = {}
    for run in runs:
        setting = run_setting(run)
        key = run.run_spec.name if setting is None else (setting, _served(run))
        kept[key] = max(kept.get(key, run), run, key=_answers)
    return list(kept.values())


def _served(run: Run) -> tuple[str, str]:
    return run.run_spec.adapter_spec.model, run.run_spec.adapter_spec.model_deployment


def _answers(run: Run) -> tuple[float, str]:
    """Number of answers, then the name."""
    stats = {name: mean for name in ("num_answers", "num_instances") if (mean := run_mean(run, name)) is not None}
    return response_count(stats, run.run_spec.adapter_spec.num_trials), run.run_spec.name


def run_mean(run: Run, name: str) -> float | None:
    """A stat of the test split, None where the run has none."""
    found: Iterator[float | None] = (
        stat.mean
        for stat in run.stats
        if stat.name.name == name and stat.name.split == SPLIT and stat.name.perturbation is None
    )
    return next(found, None)


def main_setting(runs: Iterable[Run], score: str) -> Setting | None:
    """The setting that stands for a benchmark where several are compared: that of reports, by ``representative_first``.

    Args:
        runs: of one benchmark.
        score: name of its main stat.

    Returns:
        None where no run has a setting.
    """
    scored: dict[Setting, list[str]] = defaultdict(list)
    for run in counted(runs):
        setting = run_setting(run)
        if setting is not None:
            model = run.run_spec.adapter_spec.model
            scored[setting] += [model] if run_mean(run, score) is not None else []
    settings = list(scored)
    places = representative_first([_way(setting, scored[setting]) for setting in settings])
    return settings[places[0]] if places else None


def _way(setting: Setting, scored: list[str]) -> SettingsVariant:
    languages = sum(not is_baseline(model) for model in scored)
    return SettingsVariant(bool(setting.instruction), languages, len(scored), setting.items, setting.comparable)
