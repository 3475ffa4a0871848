"""Runs all measurements and writes their tables into ``perf/README.md``: ``make bench``."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BEGIN, END = "<!-- measured by `make bench` -->", "<!-- /measured -->"
PARTS = {
    "Rows": "rows.py",
    "Word vectors": "vectors.py",
    "Scoring": "scoring.py",
    "The benchmarks over words": "family.py",
    "Calibration of judges": "judge_calibration.py",
    "Stories": "stories.py",
    "Paths": "create.py",
    "Diversity of answers": "diversity.py",
    "Suites": "reading.py",
}


def measured() -> str:
    """All tables, each under the command that makes it."""
    sections = [f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}."]
    for title, script in PARTS.items():
        output = subprocess.run(
            [sys.executable, str(HERE / script)], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        sections.append(f"## {title}\n\n`python perf/{script}`\n\n{output.strip()}")
    return "\n\n".join(sections)


def main() -> None:
    """Rewrites the measured part of the page."""
    page = HERE / "README.md"
    head, begin, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, tail = rest.partition(END)
    assert begin, f"{page} lacks {BEGIN}"
    assert end, f"{page} lacks {END}"
    page.write_text(f"{head}{BEGIN}\n{measured()}\n{END}{tail}", "utf-8")


if __name__ == "__main__":
    main()
