"""The example of ``docs/example``: ``python tools/example_suite.py benchmark_output SUITE docs/example``.

Writes the responses of a suite, its leaderboard and its report, from which the page's table and picture are.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import Run, find_suites, read_suites

COMMAND = (sys.executable, "-m", "helm_creativity")


def entry_of_run(run: Run) -> str:
    """The run entry without its model."""
    name, _, arguments = run.name.partition(":")
    kept = [argument for argument in arguments.split(",") if not argument.startswith("model=")]
    return f"{name}:{','.join(kept)}"


def responses(runs: list[Run]) -> Iterator[dict[str, object]]:
    """A record per response."""
    for run in sorted(runs, key=lambda run: run.name):
        for sample in saved_samples(run):
            assert sample.row.response is not None
            yield {
                "entry": entry_of_run(run),
                "model": run.model,
                "item": sample.item,
                "trial": sample.trial,
                "finish_reason": sample.row.response.finish_reason,
                "response": sample.row.response.text,
            }


def main(output_path: Path, suite: str, out: Path) -> None:
    """Writes the files."""
    out.mkdir(parents=True, exist_ok=True)
    runs = read_suites(find_suites([suite], output_path)).runs
    with (out / "responses.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(record, ensure_ascii=False)}\n" for record in responses(list(runs)))
    where = (suite, "--output-path", str(output_path))
    for name, more in {"leaderboard": ["--signatures", "short"], "report": ["--title", "Two small models"]}.items():
        ending = "csv" if name == "leaderboard" else "html"
        subprocess.run([*COMMAND, name, *where, *more, "--out", str(out / f"{name}.{ending}")], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
