"""What the names of runs say: ``group:key=value,...``, with the usual values that a long name leaves out."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.settings import Settings
from helm_creativity.errors import CreativityError
from helm_creativity.results.main_metrics import cards
from helm_creativity.results.runs import Run

_DEPLOYMENT = re.compile(r",model_deployment=[^,]*")


def arguments(run: str) -> dict[str, str]:
    """The arguments in a run's name by key; one without a value has the value ""."""
    parts = run.partition(":")[2]
    return dict(part.partition("=")[::2] for part in parts.split(",")) if parts else {}


def run_labels(runs: Sequence[Run]) -> list[str]:
    """What stands for each run: its model, and where a model has several runs what makes them different."""
    of_model: dict[str, list[str]] = defaultdict(list)
    for run in runs:
        of_model[run.model].append(run.folder.name)
    apart = {model: iter(arguments_apart(names)) for model, names in of_model.items()}
    parts = (", ".join(next(apart[run.model])) for run in runs)
    return [f"{run.model} ({part})" if part else run.model for run, part in zip(runs, parts, strict=True)]


def arguments_apart(runs: Sequence[str]) -> list[list[str]]:
    """For each run the parts of its name that are not so in all the others.

    A value that a long name leaves out because it is usual is as if it were written, and so are the names of judges.
    """
    written = [arguments(run) for run in runs]
    keys = {key for own in written for key in own}
    values: dict[str, set[str | None]] = {key: set() for key in keys}
    for run, own in zip(runs, written, strict=True):
        lacks = "protocol" in own and keys - own.keys()
        usual = _usual(run.partition(":")[0], own["protocol"]) if lacks else {}
        for key in keys:
            value = own.get(key, usual.get(key))
            panel = re.fullmatch(r".*-([0-9a-f]{8})", value) if key == "judges" and value else None
            values[key].add(panel[1] if panel else value)
    return [
        [f"{key}={value}" if value else key for key, value in own.items() if len(values[key]) > 1] for own in written
    ]


@cache
def _usual(group: str, protocol: str) -> Mapping[str, str]:
    """What the arguments of a protocol are where an entry says nothing of them; empty for another's benchmark."""
    if group not in cards():
        return {}
    try:
        usual: Settings = get_benchmark(group).settings_type(protocol=protocol)
        return usual.name_parts
    except CreativityError:  # the run is of another version, or the benchmark cannot be imported
        return {}


def distinct_settings(names: Iterable[str]) -> dict[str, str]:
    """What tells runs of one benchmark apart beside their models, by the run's name: parts of the name.

    The deployment is such a part where a model has several.
    """
    of_group: dict[str, list[str]] = {}
    for name in names:
        of_group.setdefault(name.partition(":")[0], []).append(name)
    found = {}
    for runs in of_group.values():
        short = [_DEPLOYMENT.sub("", name) for name in runs]
        apart = arguments_apart(short if len(set(short)) == len(runs) else runs)
        for name, own in zip(runs, apart, strict=True):
            found[name] = ", ".join(part for part in own if not part.startswith("model="))
    return found
