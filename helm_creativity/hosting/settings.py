"""Which runs of a benchmark may stand in one column: those that were measured alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from helm.benchmark.metrics.metric import MetricSpec
from helm.benchmark.presentation.summarize import Run

from helm_creativity.hosting.composite import BASELINES
from helm_creativity.hosting.instructions import NEUTRAL
from helm_creativity.hosting.metadata import SPLIT


class Setting(NamedTuple):
    """Everything that moves a score.

    Attributes:
        metric: class and arguments of the metric: signature, temperature, token limit, instruction.
        trials: answers to an item, where their number moves the score; otherwise None.
        items: how many items were asked, None where the run does not say.
    """

    metric: MetricSpec
    trials: int | None
    items: int | None

    @property
    def instruction(self) -> str:
        """What stood before every prompt, "" for nothing."""
        return str(self.metric.args.get("instruction") or "")

    def __str__(self) -> str:
        arguments = self.metric.args
        told = f"instruction {self.instruction or NEUTRAL}"
        asked = [f"{key} {arguments[key]:g}" for key in ("temperature", "max_tokens") if arguments.get(key) is not None]
        trials = [] if self.trials is None else [f"{self.trials} answers an item"]
        items = [] if self.items is None else ["1 item" if self.items == 1 else f"{self.items} items"]
        return ", ".join([str(arguments["signature"]), *asked, told, *trials, *items])


def setting_of(run: Run) -> Setting | None:
    """The setting of a run of ours; None for a run without a signature, as of another benchmark's."""
    metrics = run.run_spec.metric_specs
    if not metrics or not metrics[0].args.get("signature"):
        return None
    trials = run.run_spec.adapter_spec.num_trials if metrics[0].args.get("trials_count") else None
    items = _mean_of(run, "num_instances")
    return Setting(metrics[0], trials, None if items is None else round(items))


def _mean_of(run: Run, name: str) -> float | None:
    found: Iterator[float | None] = (
        stat.mean for stat in run.stats if stat.name.name == name and stat.name.split == SPLIT
    )
    return next(found, None)


def main_setting(runs: Iterable[Run], score: str) -> Setting | None:
    """The setting that stands for a benchmark where several are compared; reports choose their columns likewise.

    It has no instruction, most language models with a score, most models of any kind, most items, and among equals the
    first name. A setting that fewer than half as many language models have as the one that most have comes behind.

    Args:
        runs: of one benchmark.
        score: name of its main stat.

    Returns:
        None where no run has a setting.
    """
    models: dict[Setting, set[str]] = defaultdict(set)
    for run in runs:
        setting = setting_of(run)
        if setting is not None:
            models[setting].update([run.run_spec.adapter_spec.model] if _mean_of(run, score) is not None else [])
    languages = {one: sum(not model.startswith(BASELINES) for model in scored) for one, scored in models.items()}
    most = max(languages.values(), default=0)

    def order(one: Setting) -> tuple[bool, int, int, int, str]:
        aside = bool(one.instruction) or 2 * languages[one] < most
        return aside, -languages[one], -len(models[one]), -(one.items or 0), str(one)

    return min(models, key=order, default=None)
