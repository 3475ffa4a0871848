"""Scores of short forms on the scale of the full form, by the links that the forms' files hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from helm_creativity.core.comparability import short_key
from helm_creativity.core.names import PREFIX
from helm_creativity.core.settings import SHORT
from helm_creativity.core.short_forms import FormLink, form_label, read_form, read_link
from helm_creativity.errors import FileProblem
from helm_creativity.results.comparable_groups import other_settings
from helm_creativity.results.run_names import arguments
from helm_creativity.results.suite import Run
from helm_creativity.safe_text import listed

OF_ITEMS = ("items", "prompts")
"""Settings whose checksums cannot be those of the full form; what stands before these must be."""


class LinkedForms(NamedTuple):
    """The links of the runs of a table.

    Attributes:
        links: by name of the run; runs of no short form, and those whose form has no link that holds, have none.
        notes: what the links are, and why runs of short forms have none; a line each.
    """

    links: dict[str, FormLink]
    notes: tuple[str, ...]


def links_of_runs(runs: Iterable[Run]) -> LinkedForms:
    """The links of comparable runs to the full forms of their benchmarks.

    A link holds for a run of the form's items whose other comparable settings are those of the full form's runs.
    """
    links: dict[str, FormLink] = {}
    notes: dict[str, None] = {}
    for run in runs:
        if not (path := str(run.settings.get(SHORT) or "")):
            continue
        try:
            link = _link(run, path)
        except FileProblem as problem:
            notes[f"not on the full form's scale: {problem}"] = None
            continue
        links[run.name] = link
        notes[_note(path, link)] = None
    return LinkedForms(links, tuple(notes))


def _link(run: Run, path: str) -> FormLink:
    """The link of a run.

    Raises:
        FileProblem: says why there is none.
    """
    link = read_link(path)
    if link is None:
        raise FileProblem(f"the short form {path} has no link")
    name, _ = read_form(path)
    benchmark = run.group.removeprefix(PREFIX)
    for other in (name.removeprefix(PREFIX), link.comparable.partition("|")[0]):
        if other != benchmark:
            raise FileProblem(f"the link of {path} is of {other}, and the run of {benchmark}")
    if (label := form_label(path)) != _label_in_name(run):
        raise FileProblem(f"the items of {path} are now others ({label}) than those of the run ({_label_in_name(run)})")
    if names := other_settings(run, link.comparable, OF_ITEMS):
        raise FileProblem(f"the link of {path} is of runs with other comparable settings: {listed(names)}")
    return link


def _label_in_name(run: Run) -> str:
    return arguments(run.name).get(SHORT, "")


def _note(path: str, link: FormLink) -> str:
    line = f"{link.intercept:.4g} + {link.slope:.4g} · score"
    return (
        f"full form's scale: {line}, the link of {path}, to scores of "
        f"{short_key(link.comparable)}. Errors and intervals are those of the score on that scale: the file has no "
        "error of the link, which would widen them"
    )
