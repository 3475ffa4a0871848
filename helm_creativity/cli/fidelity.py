"""``helm-creativity fidelity``: printed numbers against those that this package recomputes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from helm_creativity.cli.options import clones_option, print_tables, table_options, tell


@click.command(short_help="recompute what papers print, from the files of their authors")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@clones_option(
    "A folder of clones of the authors' repositories (OWNER/NAME, OWNER+NAME or NAME), or a clone; repeatable."
)
@table_options
def fidelity(names: Sequence[str], folders: Sequence[Path], as_: str, out: Path | None) -> None:
    """Recompute what papers print, and compare.

    NAME is a benchmark, a set on which judges are examined, or a study; without one, all. Files are looked for in
    --from, then among those that items fetch has brought. The exit status is 1 if a row is wrong, or nothing
    could be recomputed from authors' files.
    """
    from helm_creativity.operations.fidelity.checking import check_claims
    from helm_creativity.operations.fidelity.tables import fidelity_table

    checked = check_claims(names, folders)
    print_tables(fidelity_table(checked), as_, out)
    of_files = {checked_claim.state for checked_claim in checked if any(file.url for file in checked_claim.claim.files)}
    if nothing := of_files == {"absent"}:
        tell(
            "helm-creativity: nothing was recomputed from authors' files: name a folder of clones of theirs with --from"
        )
    click.get_current_context().exit(1 if nothing or any(claim.state == "wrong" for claim in checked) else 0)
