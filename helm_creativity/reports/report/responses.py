"""Responses to read, below the leaderboard of their benchmark: which, how they are described, and what is left out."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.core.names import PREFIX
from helm_creativity.core.pooling import is_baseline
from helm_creativity.core.shown import Section
from helm_creativity.errors import BadArguments
from helm_creativity.reports.reasons import reason_title
from helm_creativity.reports.report.wording import listed
from helm_creativity.reports.response_page import (
    AsWritten,
    FoldedSection,
    FoldedText,
    folded_sections,
    own_page,
    printable,
    sections_of_each,
    shown_to_page,
)
from helm_creativity.results.chosen_responses import ChosenResponse, RunResponses, read_responses
from helm_creativity.results.findings import Findings
from helm_creativity.results.leaderboard import Leaderboard
from helm_creativity.results.numbers import fixed, score_decimals, typeset
from helm_creativity.results.options import Absent
from helm_creativity.safe_text import counted, quoted

if TYPE_CHECKING:
    from helm_creativity.results.runs import Run
    from helm_creativity.results.shown_sample import ShownResponse

FEW, ALL, NONE = "3", "all", "none"
CHOICES = (FEW, ALL, NONE)
"""Which responses: the best, a median and the worst; all; none."""
MOST_MODELS = 10
"""Whose responses a table has, unless all are asked for."""
OPEN, MOST, MOST_TOGETHER = 600, 8_000, 40_000
"""Characters of a text that stand open, that the page takes of it, and of all texts of a response."""


class ResponseView(NamedTuple):
    """A response: why it is there, which one it is, and what is known of it."""

    title: str
    which: AsWritten
    sections: list[FoldedSection]
    left_out: int


class ModelResponses(NamedTuple):
    """The responses of a model; ``key`` is the id of their place on the page."""

    key: str
    model: str
    baseline: bool
    facts: str
    responses: list[ResponseView]


class ResponsesView(NamedTuple):
    """The responses below a leaderboard."""

    models: list[ModelResponses]
    others: int
    command: str
    unread: Mapping[str, Sequence[str]]

    @property
    def unread_sentence(self) -> str:
        """Whose responses cannot be shown, and why; "" where all can."""
        parts = [f"those of {listed(models)} ({reason})" for reason, models in self.unread.items()]
        return f"Responses that cannot be shown: {'; '.join(parts)}." if parts else ""

    @property
    def links(self) -> Mapping[str, str]:
        """Where a model's responses are, by its name."""
        return {shown.model: shown.key for shown in self.models}


def check_choice(responses: str) -> None:
    """Refuses what names no choice of responses."""
    if responses not in CHOICES:
        raise BadArguments(f"expected responses to be one of {', '.join(CHOICES)}, got {quoted(responses)}")


def responses_view(leaderboard: Leaderboard, findings: Findings, place: int, key: str, every: bool) -> ResponsesView:
    """The responses of the column at ``place`` of the study. One run is in memory at a time."""
    column, study = leaderboard.column, findings.study
    decimals = score_decimals(study.scores[:, place].tolist(), study.errors[:, place].tolist())
    by_name = {run.name: run for run in findings.runs}
    numbers = {model: row for row, model in enumerate(study.models)}
    runs = [by_name.get(study.runs.get((numbers[row.model], place), "")) for row in leaderboard.rows]
    found = [run for run in runs if run is not None]
    models: list[ModelResponses] = []
    unread: dict[str, list[str]] = {}
    others = 0
    for run in found:
        if not every and len(models) == MOST_MODELS:
            others += 1
            continue
        responses = read_responses(run, column.stat, column.lower_is_better, every)
        if isinstance(responses, Absent):
            unread.setdefault(responses.reason, []).append(run.model)
        else:
            models.append(_model(run, responses, f"{key}-responses-{len(models) + 1}", decimals))
    command = ["helm-creativity", "show", "SUITE", "--benchmark", column.group.removeprefix(PREFIX)]
    return ResponsesView(models, others, shlex.join(command), unread)


def _model(run: Run, found: RunResponses, key: str, decimals: int) -> ModelResponses:
    to_items = f" to {counted(found.items, 'item')}" if found.items > 1 else ""
    unscored = found.total - found.scored
    facts = [f"{counted(found.total, 'response')}{to_items}", f"{found.different:,} different"]
    facts += [f"{unscored:,} without a score"] if unscored else []
    by_shown = zip(found.chosen, sections_of_each(chosen.shown for chosen in found.chosen), strict=True)
    views = [_response(chosen, sections, decimals) for chosen, (_, sections) in by_shown]
    return ModelResponses(key, run.model, is_baseline(run.model), ", ".join(facts), views)


def _response(chosen: ChosenResponse, sections: list[Section], decimals: int) -> ResponseView:
    shown = chosen.shown
    which = f"item {shown.saved.item}"
    if shown.trials[1:]:
        which += f", trial {shown.saved.trial} (of {len(shown.trials)} trials)"
    kept = list(_fitting(sections))
    parts = [*folded_sections(kept, OPEN, MOST), *_own_section(shown)]
    return ResponseView(_title(chosen, decimals), AsWritten(printable(which)), parts, len(sections) - len(kept))


def _title(chosen: ChosenResponse, decimals: int) -> str:
    label = " and ".join([", ".join(chosen.labels[:-1]), chosen.labels[-1]] if chosen.labels[1:] else chosen.labels)
    if chosen.score is not None:
        score = typeset(fixed(decimals)(chosen.score))
        return f"{label.capitalize()}: {score}" if label else f"Score {score}"
    why = chosen.shown.failure_reason
    return f"No score: {reason_title(why)}" if why else "No score"


def _fitting(sections: Sequence[Section]) -> Iterator[Section]:
    """The first sections, as many as have the texts that a page takes of one response."""
    room = MOST_TOGETHER
    for section in sections:
        texts = (section.text, *(text for row in section.rows for text in row))
        room -= sum(min(len(text), MOST) for text in texts)
        if room < 0:
            return
        yield section


def _own_section(shown: ShownResponse) -> Iterator[FoldedSection]:
    title = AsWritten("The benchmark’s own page")
    try:
        page = None if shown.unscored_because else own_page(shown.run)
        if page is not None:
            lines = printable(str(page.response_text(shown_to_page(shown))))
            yield FoldedSection(title, (), FoldedText(AsWritten(), AsWritten(lines[:MOST]), len(lines[MOST:])), True)
    except Exception as error:  # a page with a fault costs itself
        why = AsWritten(printable(f"{type(error).__name__}: {error}"))
        yield FoldedSection(title, ((AsWritten("left out"), FoldedText(why)),), FoldedText(AsWritten()))
