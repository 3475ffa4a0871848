"""Annotations on HELM's page of a run: ratings in one line and their details in one field, no guard without a find.

The page gives every value of an annotation a head and a box of its own, such as ``ratings[0].reply_number``.
``scenario_state.json``, from which everything else is read, keeps the records.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from helm.common.general import write

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, SUMMARY, Transcript, replies_in, transcript_in
from helm_creativity.benchmark.ratings import JudgeReply
from helm_creativity.helm_plugin.annotator import GuardAnnotator
from helm_creativity.helm_plugin.run_page import PREDICTIONS

NOTHING_FOUND = {"repaired": "", "error": ""}
"""What the guard says of a result that it left as it was."""

Json = Mapping[str, Any]


def fold_annotations(folder: Path) -> None:
    """Writes the annotations on the page of a run as ``shown_annotations`` has them; a second time changes nothing."""
    path = folder / PREDICTIONS
    if not path.is_file():
        return
    predictions = json.loads(path.read_text("utf-8"))
    shown = [
        {**prediction, "annotations": shown_annotations(prediction["annotations"])}
        if prediction.get("annotations")
        else prediction
        for prediction in predictions
    ]
    if shown != predictions:
        write(str(path), json.dumps(shown, indent=2))


def shown_annotations(annotations: Json) -> dict[str, Any]:
    """Annotations by name: those with ratings as ``summary`` and ``details``, a guard's only if it changed a result."""
    return {
        name: _folded(name, annotation)
        for name, annotation in annotations.items()
        if not (name == GuardAnnotator.name and annotation == NOTHING_FOUND)
    }


def _folded(name: str, annotation: Any) -> Any:  # noqa: ANN401 - whatever an annotator returned
    if name != FOLLOW_UPS:
        return annotation
    try:
        transcript = transcript_in({name: annotation})
    except ValueError:
        return annotation
    return (
        {SUMMARY: annotation.get(SUMMARY, ""), "details": transcript_details(transcript)} if transcript else annotation
    )


def transcript_details(transcript: Transcript) -> str:
    """Everything behind the summary, for people: what was asked and arrived, then every reply with its ratings."""
    readings = [reading for reply in transcript.judge_replies for reading in reply.readings.values()]
    arrived = sum(reading.value is not None for reading in readings)
    lines = [f"{arrived} of {len(readings)} planned ratings arrived"] if readings else []
    if transcript.left_out:
        lines.append(f"judges left out as the model itself: {', '.join(transcript.left_out)}")
    if transcript.error:
        lines.append(f"error: {transcript.error}")
    for entry in transcript.steps:
        if "turn" in entry:
            lines.append(f"\nfurther request: {entry['turn']}")
            lines += [f"{title}: {entry[title]}" for title in ("reply", "error") if entry[title]]
        for reply in replies_in(entry):
            lines += _reply_lines(reply)
    return "\n".join(lines)


def _reply_lines(reply: JudgeReply) -> Iterator[str]:
    """What one judge wrote and how it reads; a reply about several texts stands before the first of them."""
    if reply.heads:
        yield f"\n{reply.judge} on {reply.rubric}"
    for title, text in (("reply", reply.reply), ("reply not taken", reply.other_reply), ("error", reply.error)):
        if text:
            yield f"{title}: {text}"
    for dimension, reading in reply.readings.items():
        about = f" of {reply.about}" if reply.about else ""
        value = f"missing ({reading.missing})" if reading.value is None else f"{reading.value:.6g}"
        yield f"{dimension}{about}: {value}"
