"""Short forms as a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helm_creativity.psychometrics.short_forms import RANDOM_DRAWS, ShortForm
from helm_creativity.reporting.numbers import between, count, fixed, percent
from helm_creativity.reporting.tables import Column, Table, or_undefined
from helm_creativity.results.options import Absent
from helm_creativity.results.short_forms import ColumnForm

FORMS = (
    Column("column", "benchmark", left=True),
    Column("items", "items", count),
    Column("chosen", "chosen", count, mark="main"),
    Column("share", "share of requests", percent(0)),
    Column("rho", "held-out ρ", fixed(3)),
    Column("interval", "95 % interval", between(fixed(3)), parts=("low", "high")),
    Column("random", "ρ of random items", fixed(3)),
    Column("fresh", "ρ of a new run", fixed(3)),
    Column("models", "models", count),
    Column("intercept", "intercept", fixed(3)),
    Column("slope", "slope", fixed(3)),
    Column("reached", "reached", data_only=True),
    Column("item_ids", "item ids", data_only=True),
    Column("entry", "run entry", left=True, data_only=True),
    Column("group", "group", left=True, data_only=True),
    Column("comparable", "settings", data_only=True),
)


def forms_table(found: Sequence[ColumnForm], target: float, folder: Path | None = None) -> Table:
    """One row per benchmark with a form; notes name the others, with the reason.

    Args:
        found: of all columns.
        target: ρ that the forms were to reach.
        folder: of the files that were written; without one, no run entry can name them.
    """
    rows = [_row(each, each.form, folder) for each in found if isinstance(each.form, ShortForm)]
    notes = _notes(found, target)
    if entries := [each.entry_in(folder) for each in found if folder is not None and each.is_shorter]:
        notes.append("\n".join(["run entries of the short forms:", *(f"  {entry}" for entry in entries)]))
    older = [folder / each.file for each in found if folder is not None and not each.is_shorter]
    notes += [f"{path} is of an earlier choice, and this one has no form for it" for path in older if path.exists()]
    return Table("short_forms", FORMS, rows, f"Short forms whose ρ reaches {target:g}", notes=notes)


def lacking_forms(found: Sequence[ColumnForm]) -> list[str]:
    """Why there is no form at all, a line for each column; [] where there is one."""
    if any(isinstance(each.form, ShortForm) for each in found):
        return []
    return [f"{each.column.title}: {each.form.reason}" for each in found if isinstance(each.form, Absent)] or [
        "no model has a score"
    ]


def _row(each: ColumnForm, form: ShortForm, folder: Path | None) -> tuple[Any, ...]:
    return (
        each.column.title,
        form.n_items,
        len(form.items),
        len(form.items) / form.n_items,
        form.rho,
        (form.low, form.high),
        form.random,
        or_undefined(form.fresh, "every item was asked once"),
        len(form.models),
        form.link.intercept,
        form.link.slope,
        str(form.reached).lower(),
        "+".join(form.items),
        each.entry_in(folder),
        each.column.group,
        each.column.comparable,
    )


def _notes(found: Sequence[ColumnForm], target: float) -> list[str]:
    notes = [
        "Held-out ρ: Spearman's ρ of short and full scores of models that had no part in the choice of items. Both "
        "scores hold the same responses to the items chosen. ρ of a new run: what is expected where these items are "
        f"asked anew. ρ of random items: mean over {RANDOM_DRAWS} draws of as many. Full score = intercept + slope · "
        "short score."
    ]
    for each in found:
        form, title = each.form, each.column.title
        if not isinstance(form, ShortForm):
            notes.append(f"left out: {title}: {form.reason}")
        elif not form.reached:
            notes.append(f"{title} needs all {form.n_items} items: no fewer reach {target:g}")
        else:
            lower = "reaches the target, too" if form.low >= target else f"does not reach {target:g}"
            notes.append(f"{title}: the lower end of the interval, {form.low:.3f}, {lower}")
            if not form.link.rises:
                notes.append(
                    f"{title}: its file has no link, as the slope is {form.link.slope:.3g}: models that are better on "
                    "the form are not better on all items, so that no score is put on the full form's scale"
                )
            if form.random >= form.rho:
                notes.append(f"{title}: as many random items do as well")
    return notes
