"""The example of ``docs/example``: ``python tools/example_suite.py benchmark_output SUITE docs/example``.

Writes the responses of a suite, its leaderboard and its report, and the leaderboard into the page beside the folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from readme_table import between

import helm_creativity as hc
from helm_creativity.results.runs import Run, find_suites, read_suites
from helm_creativity.results.samples import saved_samples

BEGIN, END = "<!-- leaderboard -->", "<!-- /leaderboard -->"
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
    subprocess.run([*COMMAND, "leaderboard", *where, "--out", str(out / "leaderboard.csv")], check=True)
    hc.report(suite, out / "report.html", "Two small models", output_path=output_path)
    printed = subprocess.run([*COMMAND, "leaderboard", *where], check=True, capture_output=True, text=True).stdout
    page = out.with_suffix(".md")
    table = f"```text\n{printed.rstrip()}\n```"
    page.write_text(between(page.read_text("utf-8"), BEGIN, END, table), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
