"""Which row a run belongs to, and which of several runs counts there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helm_creativity.results.columns import Draft
from helm_creativity.results.runs import Run
from helm_creativity.rooms.signature import TRIALS
from helm_creativity.rooms.standing import answers_in, is_baseline

Cells = Mapping[int, Mapping[str, Run]]
"""Runs of a column by row and subject."""


class Rows(NamedTuple):
    """The models of a study.

    Attributes:
        names: in order, our baselines last.
        places: row of each model and deployment.
        notes: on models that were run through several deployments, a line each.
    """

    names: tuple[str, ...]
    places: Mapping[tuple[str, str], int]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, drafts: Sequence[Draft]) -> Rows:
        """One row a model; one a deployment where two deployments of a model have a score in the same place."""
        deployments: dict[str, set[str]] = defaultdict(set)
        claims: dict[tuple[int, str, str], set[str]] = defaultdict(set)
        for place, draft in enumerate(drafts):
            for subject, run in draft.members:
                deployments[run.model].add(_deployment(run))
                claims[place, subject, run.model].add(_deployment(run))
        apart = {model for (_, _, model), some in claims.items() if len(some) > 1}
        names = {
            (model, deployment): model if model not in apart or deployment == model else f"{model} ({deployment})"
            for model, some in deployments.items()
            for deployment in some
        }
        ordered = sorted(set(names.values()), key=lambda name: (is_baseline(name), name))
        places = {key: ordered.index(name) for key, name in names.items()}
        notes = [_note(model, some, model in apart) for model, some in sorted(deployments.items()) if len(some) > 1]
        return cls(tuple(ordered), places, tuple(notes))

    @property
    def language_models(self) -> list[int]:
        """Rows that are no baselines."""
        return [row for row, name in enumerate(self.names) if not is_baseline(name)]

    def __call__(self, run: Run) -> int:
        """The row of a run."""
        return self.places[run.model, _deployment(run)]


def _deployment(run: Run) -> str:
    """Where a run of older make does not name one, it is that of the model's name."""
    return run.deployment or run.model


def _note(model: str, deployments: set[str], apart: bool) -> str:
    names = ", ".join(sorted(deployments))
    if apart:
        return f"{model} was run through several deployments, and each has a row of its own: {names}"
    return (
        f"{model} was run through several deployments, never twice on one benchmark; its row has all of them: {names}"
    )


def cells_of(draft: Draft, rows: Rows, notes: list[str]) -> Cells:
    """The runs of a column by row and subject; of several runs of one cell, that with the most answers counts.

    Args:
        draft: the column.
        rows: of the study.
        notes: gets a line where several runs are of one cell, and one where models lack subjects.
    """
    cells: dict[int, dict[str, Run]] = defaultdict(dict)
    beaten: list[Run] = []
    for subject, run in draft.members:
        cell = cells[rows(run)]
        kept, *others = sorted(filter(None, (cell.get(subject), run)), key=_answers, reverse=True)
        cell[subject] = kept
        beaten += others
    if beaten:
        notes.append(
            f"{draft.group}: {len(beaten):,} runs have no place because another of the same model and settings has as "
            f"many answers or more: {_some([run.name for run in beaten])}"
        )
    if len(draft.subjects) > 1:
        notes.append(_on_subjects(draft, cells, rows))
    return dict(sorted(cells.items()))


def _answers(run: Run) -> tuple[float, str]:
    """Number of answers, then the name."""
    return answers_in(run.stats, run.settings.get(TRIALS, 1)), run.name


def _on_subjects(draft: Draft, cells: Cells, rows: Rows) -> str:
    said = f"{draft.group}: scores are means over {len(draft.subjects)} subjects"
    lacking = [rows.names[row] for row, cell in cells.items() if len(cell) < len(draft.subjects)]
    return f"{said}; models that lack one have no score: {_some(sorted(lacking))}" if lacking else said


def _some(names: Sequence[str], most: int = 5) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")
