"""The page of printed and recomputed numbers: ``python tools/fidelity_page.py docs/fidelity.md --from FOLDER``.

FOLDER is of clones of the authors' repositories (OWNER/NAME, OWNER+NAME or NAME), or a clone; repeatable. The text
before the tables stays. The page is written only where no number is wrong and one at least was recomputed from authors'
files; otherwise the status is 1.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timezone
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from published.recompute import STATES, Checked, all_rows, as_number, check_row

from helm_creativity.benchmark.files.source_files import SourceFile
from helm_creativity.reports.tables import render
from helm_creativity.results.numbers import count, signed
from helm_creativity.results.table import Cell, Column, Table, Undefined
from helm_creativity.safe_text import counted

MORE, MOST = 2, 6
"""Decimals of a recomputed number beyond the printed ones, so that a reader sees how it rounds; and the most of all."""
SHOWN = 3
"""Files of a repository that are named."""
FOUND = re.compile(r"On [\d-]+ this package .*? wrong\.", re.DOTALL)
"""The sentence of the page's head that says what came out."""


def sources(files: Sequence[SourceFile]) -> str:
    """``owner/name@commit:path``; of many files of one repository the first ones and how many more."""
    texts = []
    for where, some in groupby(files, lambda file: f"{file.repository}@{file.commit[:12]}"):
        paths = [str(file.place) for file in some]
        more = f" and {len(paths) - SHOWN} more" if len(paths) > SHOWN else ""
        texts.append(f"{where}:{', '.join(paths[:SHOWN])}{more}")
    return "; ".join(texts) or "printed in the paper"


def table(checked: Sequence[Checked]) -> Table:
    """A row for each number; reasons and how many rows are in which state stand below."""
    left = ("what", "paper", "place", "state", "source")
    names = (*left[:3], "printed", "recomputed", "n", "difference", *left[3:])
    columns = [Column(name, name, left=name in left) for name in names]
    states = Counter(found.state for found in checked)
    notes = [f"{counted(len(checked), 'number')}: {', '.join(f'{states[state]} {state}' for state in STATES)}"]
    return Table("fidelity", columns, list(map(cells, checked)), notes=notes)


def cells(checked: Checked) -> tuple[object, ...]:
    """Of a row of the page."""
    row, number = checked.row, checked.number
    decimals = min(MOST, len(row.printed.partition(".")[2]) + MORE)
    none = Undefined(checked.why)
    found = (none, none, none)
    if number is not None:
        difference = Cell(number[0] - as_number(row.printed), format=signed(decimals))
        found = (
            Cell(number[0], format=lambda value: f"{value:.{decimals}f}"),
            Cell(number[1], format=count),
            difference,
        )
    why = f"it differs because {checked.why}" if checked.state == "differs" else ""
    return row.what, row.paper, row.where, row.printed, *found, Cell(checked.state, why=why), sources(row.files)


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=Path)
    parser.add_argument("--from", dest="folders", type=Path, action="append", default=[], metavar="FOLDER")
    chosen = parser.parse_args(arguments)
    checked = [check_row(row, chosen.folders) for row in all_rows()]
    wrong = [f"{found.row.subject}, {found.row.what}: {found.why}" for found in checked if found.state == "wrong"]
    if all(found.state == "absent" for found in checked if found.row.files):
        wrong.append("nothing was recomputed from authors' files: name a folder of clones of theirs with --from")
    print("\n".join(wrong), file=sys.stderr)
    if wrong:
        return 1
    states = Counter(found.state for found in checked)
    text = ", ".join(f"{states[state]} {state}" for state in STATES)
    date = datetime.now(timezone.utc).date()
    found = (
        f"On {date} this package recomputed {len(checked)} numbers that papers print, or that its own cards and pages"
    )
    found = f"{found} give for\npublished data: {text}."
    parts = [FOUND.sub(found, chosen.page.read_text("utf-8").partition("\n## ")[0])]
    for subject, some in groupby(checked, key=lambda found: found.row.subject):
        parts.append(f"## {subject}\n\n{render(table(list(some)), 'markdown')}\n")
    chosen.page.write_text("\n".join(parts), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
