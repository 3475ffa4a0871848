"""The page of printed and recomputed numbers: ``python tools/fidelity_page.py docs/fidelity.md --from FOLDER``.

The folders are as ``helm-creativity fidelity --from`` takes them. The page is written only where no number is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timezone
from itertools import groupby
from pathlib import Path

from helm_creativity.operations.fidelity.checking import STATES, CheckedClaim, check_claims
from helm_creativity.operations.fidelity.tables import fidelity_table
from helm_creativity.reporting.tables import render

HEAD = """# Printed and recomputed numbers

On {date} this package recomputed {n} numbers that papers print, or that its own cards and pages give for published
data: {states}.

* `equal`: the recomputed value, rounded to the printed digits, is the printed number.
* `differs`: it is not. The reason stands below the table, and the value that comes out is a part of the claim. If
  another value comes out, the row is wrong.
* `absent`: a file or an embedding was not on the machine.
* `wrong`: another value comes out, or a file is not the one of which the claim is. This page has no such row.

Every file has a commit and a checksum. The files are not part of this package. To recompute the numbers, clone the
repositories of the column `source` into a folder:

```bash
helm-creativity fidelity --from FOLDER
helm-creativity fidelity dat ttcw --from FOLDER --format json
```

`helm-creativity items fetch` brings some of the files, and these are found without `--from`. In Python,
`hc.fidelity("dat", "FOLDER").to_pandas()` gives the same table. The exit status is 1 if a row is wrong, or
nothing could be recomputed from authors' files.

A benchmark of your own can have such rows: write a module `fidelity.py` beside its card, with a list `CLAIMS` of
`helm_creativity.core.claims.Claim`. A claim has the printed number as a text, the files of which it is recomputed
(`github_file`), and a function from the files to a value and n. A norm of the card with a recipe has such rows by
itself: see [how norms are computed](what-scores-mean.md#computing-norms). `make fidelity FROM=FOLDER` writes this page.
"""


def page(checked: Sequence[CheckedClaim], date: str) -> str:
    """The page, with a table for each benchmark and set."""
    counted = Counter(claim.state for claim in checked)
    states = ", ".join(f"{counted[state]} {state}" for state in STATES)
    parts = [HEAD.format(date=date, n=len(checked), states=states)]
    for subject, claims in groupby(checked, key=lambda claim: claim.subject):
        table = fidelity_table(list(claims))
        columns = [replace(column, data_only=column.data_only or column.key == "benchmark") for column in table.columns]
        table = replace(table, columns=columns)
        parts.append(f"## {subject}\n\n{render(table, 'markdown')}\n")
    return "\n".join(parts)


def main() -> int:
    """Writes the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=Path)
    parser.add_argument("--from", dest="folders", type=Path, action="append", default=[], metavar="FOLDER")
    chosen = parser.parse_args()
    checked = check_claims((), chosen.folders)
    wrong = [claim for claim in checked if claim.state == "wrong"]
    for claim in wrong:
        print(f"{claim.subject}, {claim.claim.what}: {claim.why}", file=sys.stderr)
    if not wrong:
        chosen.page.write_text(page(checked, datetime.now(timezone.utc).date().isoformat()), "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
