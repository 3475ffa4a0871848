"""How many responses of which tasks there are, and how many repeat another one of their study."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.registry import find_source
from helm_creativity.exams.sets import load_exam_set, organisciak
from helm_creativity.exams.sets.tables import fetched_rows


def people(paths: Sequence[Path]) -> Recomputed:
    """How many different participants of a study there are."""
    return Recomputed.counted(
        len({(row["src"], row["participant"]) for _, row in fetched_rows(organisciak.FILE, ("src", "participant"))})
    )


def rows(task: str, paths: Sequence[Path]) -> Recomputed:
    """How many rows of the file are about a task; "" for all."""
    return Recomputed.counted(sum(task in ("", row["type"]) for _, row in fetched_rows(organisciak.FILE, ("type",))))


def responses(task: str, paths: Sequence[Path]) -> Recomputed:
    """How many responses to a task judges are asked about; "" for all."""
    return Recomputed.counted(
        sum(task in ("", response.fields["task"]) for response in load_exam_set("organisciak").responses)
    )


def repeated(paths: Sequence[Path]) -> Recomputed:
    """How many rows repeat a response."""
    return Recomputed.counted(load_exam_set("organisciak").skipped[organisciak.REPEATED])


_claim = partial(
    Claim,
    paper="Organisciak et al. 2023",
    place="docs/judges.md, from their released ratings",
    files=(find_source(organisciak.FILE),),
)
CLAIMS: tuple[Claim, ...] = (
    _claim("people", printed="1,677", recompute=people),
    _claim("rows", printed="33,112", recompute=partial(rows, "")),
    _claim("rows of uses", printed="25,047", recompute=partial(rows, "uses")),
    _claim("rows of instances", printed="4,867", recompute=partial(rows, "instances")),
    _claim("rows of consequences", printed="3,198", recompute=partial(rows, "consequences")),
    _claim("rows that repeat a response of their study", printed="7,842", recompute=repeated),
    _claim("responses", printed="25,270", recompute=partial(responses, "")),
    _claim("different uses", printed="19,076", recompute=partial(responses, "uses")),
    _claim("different instances", printed="3,157", recompute=partial(responses, "instances")),
    _claim("different consequences", printed="3,037", recompute=partial(responses, "consequences")),
)
