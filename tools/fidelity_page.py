"""Printed and recomputed numbers: ``python tools/fidelity_page.py docs/fidelity.md --from FOLDER``.

FOLDER is of clones of the authors' repositories (OWNER/NAME, OWNER+NAME or NAME), or a clone; repeatable. Every number
goes into a CSV file beside the page, and the page counts them between its marks. Both are written only where no number
is wrong and one at least was recomputed from authors' files; otherwise the status is 1.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from published.recompute import STATES, Checked, all_rows, as_number, check_row
from readme_table import between

from helm_creativity.results.numbers import signed

MORE, MOST = 2, 6
"""Decimals of a recomputed number beyond the printed ones, so that a reader sees how it rounds; and the most of all."""
START, END = "<!-- numbers: made by `make fidelity` -->", "<!-- /numbers -->"


def record(checked: Checked) -> dict[str, str]:
    """Of a row of the CSV file."""
    row, numbers = checked.row, {"recomputed": "", "n": "", "difference": ""}
    if checked.number is not None:
        value, n = checked.number
        decimals = min(MOST, len(row.printed.partition(".")[2]) + MORE)
        difference = signed(decimals)(value - as_number(row.printed))
        numbers = {"recomputed": f"{value:.{decimals}f}", "n": str(n), "difference": difference}
    files = groupby(row.files, lambda file: f"{file.repository}@{file.commit[:12]}")
    parts = [f"{where}:{', '.join(str(file.place) for file in some)}" for where, some in files]
    source = "; ".join(parts) or "printed in the paper"
    names = {"what": row.what, "paper": row.paper, "place": row.where, "printed": row.printed}
    ending = {"state": checked.state, "source": source, "benchmark": row.subject, "reason": checked.why}
    return {**names, **numbers, **ending}


def page(text: str, records: Sequence[Mapping[str, str]]) -> str:
    """The page with what the CSV file says: counts by benchmark and paper, and why numbers are not equal."""
    sources: defaultdict[tuple[str, str], list[Mapping[str, str]]] = defaultdict(list)
    reasons: defaultdict[str, list[Mapping[str, str]]] = defaultdict(list)
    for row in records:
        sources[row["benchmark"], row["paper"]].append(row)
        if row["reason"]:
            reasons[re.sub(r"[\d.]+", "", row["reason"])].append(row)
    totals = Counter(row["state"] for row in records)
    lines = [f"{len(records)} numbers: {', '.join(f'{totals[state]} {state}' for state in STATES)}.", ""]
    lines += ["| benchmark | paper | equal | differs | absent | largest difference |"]
    lines += ["| --- | --- | --: | --: | --: | :-- |"]
    for (benchmark, paper), some in sources.items():
        states = [row["state"] for row in some]
        differing = (row for row in some if row["state"] == "differs")
        most = max(differing, key=lambda row: abs(as_number(row["difference"])), default=None)
        cells = [benchmark, paper, *(states.count(state) or "" for state in STATES[:3])]
        lines.append(f"| {' | '.join(map(str, cells))} | {most['difference'] + ', ' + most['what'] if most else ''} |")
    lines += ["", "| numbers | of | why they differ, or are absent |", "| --: | --- | --- |"]
    for some in reasons.values():
        words = zip(*(row["reason"].split() for row in some), strict=True)
        reason = " ".join(same[0] if len(set(same)) == 1 else "…" for same in words)
        lines.append(f"| {len(some)} | {', '.join(dict.fromkeys(row['benchmark'] for row in some))} | {reason} |")
    return between(text, START, END, "\n".join(lines))


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the page and the CSV file."""
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
    records = list(map(record, checked))
    with chosen.page.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(records[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
    chosen.page.write_text(page(chosen.page.read_text("utf-8"), records), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
