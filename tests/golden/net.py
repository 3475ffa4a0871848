"""What is kept: parts by name, each a function that makes it as JSON; how it is written, and how two are compared."""

from __future__ import annotations

import hashlib
import json
import math
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from golden import files, runs
from golden.extract import bias, board, calibration, effects, validity
from golden.suites import plain
from helm.benchmark import config_registry
from support.helm import registered_here

import helm_creativity as hc
from helm_creativity.results.suite import Suite

KEPT = Path(__file__).with_name("kept")
RESPONSES = Path(__file__).with_name("responses.json")
ENTRIES: list[str] = yaml.safe_load(Path(__file__).with_name("entries.yaml").read_text())
WHOLE = 10
"""Transcripts of each entry that are kept whole; of the others a checksum is kept."""
DIGITS = 9
"""Significant digits that are kept."""
CLOSE = 1e-5
"""Share by which two numbers that are equal may differ: embeddings are of single precision."""
ROUNDED, TINY = 1.5e-6, 2e-7
"""By how much numbers of six decimals may differ, and others: processors round the last of them to either side."""

Part = Callable[[Path], Any]
PARTS: dict[str, Part] = {}
"""By the name of the file that keeps it; each is called with the folder that holds the two suites."""


def benchmark_of(entry: str) -> str:
    """Its name."""
    return entry.partition(":")[0].removeprefix("creativity_")


def responses() -> dict[str, list[list[Any]]]:
    """Fixed responses (item, trial, text, finish reason) by the entry under which they are scored."""
    found: dict[str, list[list[Any]]] = json.loads(RESPONSES.read_text())
    return found


def _of_benchmark(name: str) -> None:
    PARTS[f"runs_{name}"] = lambda _: {entry: runs.described(entry) for entry in ENTRIES if benchmark_of(entry) == name}
    PARTS[f"scores_{name}"] = lambda _: {
        entry: _scored(entry, some) for entry, some in responses().items() if benchmark_of(entry) == name
    }


def _scored(entry: str, some: list[list[Any]]) -> dict[str, Any]:
    made = runs.scored(entry, some)
    whole = made.pop("transcripts")
    made["transcripts"] = [*whole[:WHOLE], *map(_checksum, whole[WHOLE:])]
    arguments = dict(argument.split("=") for argument in entry.partition(":")[2].split(",") if argument.count("=") == 1)
    how = {name: arguments[name] for name in ("protocol", "embedding") if name in arguments}
    fields = {instance.id: instance.extra_data or {} for instance in runs.instances(entry)}
    rows = [{**fields[item], "response": text, "finish_reason": reason} for item, _, text, reason in some]
    made["from_rows"] = [
        {name: value for name, value in row.items() if name not in ("comparable", "problem") and name not in given}
        for row, given in zip(plain(hc.score(benchmark_of(entry), rows, **how).records()), rows, strict=True)
    ]
    return made


def _checksum(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def plans(_: Path) -> dict[str, Any]:
    """Requests, judge calls and tokens of entries. HELM's own models, of which none is asked, are not read."""
    found = {}
    with registered_here(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(config_registry, "register_builtin_configs_from_helm_package", lambda: None)
        for entry in responses():
            cost = hc.plan(f"{entry},model={runs.MODEL}", max_eval_instances=20)
            found[entry] = {"asked": cost.records(), "problems": len(cost.problems)}
    return found


def leaderboards(folder: Path, suite: str) -> Any:
    """Every leaderboard of a suite, raw and corrected."""
    found = {scores: board.raw(_load(folder, suite, scores=scores)) for scores in ("raw", "calibrated", "length_free")}
    return {**found, "columns": board.columns(_load(folder, suite))}


def findings(folder: Path, suite: str) -> dict[str, Any]:
    """All that a report says of a suite beside its leaderboards."""
    loaded = _load(folder, suite)
    found: dict[str, Any] = {}
    for name in ("composite", "failures", "reliability", "trade_offs"):
        found[name] = board.nothing(getattr(board, name), loaded)
    for part in (effects, calibration, bias, validity):
        found |= part.extract(loaded)
    return dict(sorted(found.items()))


@lru_cache(maxsize=8)
def _load(folder: Path, suite: str, scores: str = "raw") -> Suite:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return hc.load_suite(suite, output_path=folder, scores=scores)


def tables(_: Path) -> dict[str, Any]:
    """What is made of files."""
    return {files.title(case): files.result(case) for case in files.CASES}


for _name in dict.fromkeys(map(benchmark_of, ENTRIES)):
    _of_benchmark(_name)
PARTS["plans"] = plans
for _suite in ("demo", "eight"):
    PARTS[f"leaderboards_{_suite}"] = lambda folder, suite=_suite: leaderboards(folder, suite)  # type: ignore[misc]
    PARTS[f"findings_{_suite}"] = lambda folder, suite=_suite: findings(folder, suite)  # type: ignore[misc]
PARTS["files"] = tables


def written(value: Any) -> str:
    """As it is kept: one line for each value at the second level, so that a difference can be read."""
    lines = []
    for name, part in value.items():
        if isinstance(part, dict):
            inner = ",\n".join(f"  {json.dumps(key)}: {_line(below)}" for key, below in part.items())
            lines.append(f" {json.dumps(name)}: {{\n{inner}\n }}")
        elif isinstance(part, list):
            lines.append(f" {json.dumps(name)}: [\n" + ",\n".join(f"  {_line(below)}" for below in part) + "\n ]")
        else:
            lines.append(f" {json.dumps(name)}: {_line(part)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(rounded(value), ensure_ascii=False)


def rounded(value: Any) -> Any:
    """Numbers with nine digits; a number that is not finite by its name, since JSON has none."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list) else value


def differences(kept: Any, made: Any, place: str = "") -> Iterator[str]:
    """Where two values differ, in words."""
    if isinstance(kept, dict) and isinstance(made, dict):
        for name in [*kept, *(name for name in made if name not in kept)]:
            if name not in kept or name not in made:
                yield f"{place}/{name}: {'new' if name not in kept else 'gone'}"
            else:
                yield from differences(kept[name], made[name], f"{place}/{name}")
    elif isinstance(kept, list) and isinstance(made, list) and len(kept) == len(made):
        for number, (before, after) in enumerate(zip(kept, made, strict=True)):
            yield from differences(before, after, f"{place}[{number}]")
    elif not _equal(kept, made):
        yield f"{place}: {_short(kept)} -> {_short(made)}"


def _equal(kept: object, made: object) -> bool:
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (kept, made))
    if numbers:
        last = ROUNDED if round(kept, 6) == kept else TINY  # type: ignore[call-overload]
        return math.isclose(kept, made, rel_tol=CLOSE, abs_tol=last)  # type: ignore[arg-type]
    return kept == made and type(kept) is type(made)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 200 else f"{text[:200]}..."
