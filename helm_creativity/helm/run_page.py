"""HELM's page of a run: every response's own stats beside it, ratings in one line and their details in one field.

HELM numbers all responses to an item 0, shows the item's means under each, and gives every value of an annotation a box
of its own. ``scenario_state.json``, from which all else is read, keeps the records.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from helm.common.general import write

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, SUMMARY, Transcript, replies_in, transcript_in
from helm_creativity.helm.annotator import GuardAnnotator

PREDICTIONS, REQUESTS, STATS = "display_predictions.json", "display_requests.json", "per_instance_stats.json"
NUMBER = "train_trial_index"
NOTHING_FOUND = {"repaired": "", "error": ""}
"""What the guard says of a result that it left as it was."""

Json = Mapping[str, Any]


def number_trials(folder: Path) -> None:
    """Numbers the responses of a run's page from 1 and gives each its own stats.

    Pages of runs that have no entry per response, as with several completions a request, stay as HELM made them.
    """
    predictions, requests, entries = (_read(folder / name) for name in (PREDICTIONS, REQUESTS, STATS))
    own = {
        (entry["instance_id"], entry[NUMBER]): {stat["name"]["name"]: stat["mean"] for stat in entry["stats"]}
        for entry in entries
    }
    responses: dict[str, list[int]] = defaultdict(list)
    for place, prediction in enumerate(predictions if requests else []):
        responses[prediction["instance_id"]].append(place)
    shown = list(predictions)
    for item, places in responses.items():
        order = sorted(places, key=lambda place: int(requests[place]["request"].get("random") or 0))
        if (item, len(order)) in own and (item, len(order) + 1) not in own:
            for number, place in enumerate(order, start=1):
                known = own[item, number]  # without what is undefined for the response
                stats = {name: known[name] for name in predictions[place]["stats"] if name in known}
                shown[place] = {**predictions[place], NUMBER: number, "stats": stats}
    if shown != predictions:
        write(str(folder / PREDICTIONS), json.dumps(shown, indent=2))


def fold_annotations(folder: Path) -> None:
    """Writes the annotations on the page of a run as ``shown_annotations`` has them; a second time changes nothing."""
    predictions = _read(folder / PREDICTIONS)
    shown = [dict(prediction) for prediction in predictions]
    for prediction in shown:
        if annotations := prediction.get("annotations"):
            prediction["annotations"] = shown_annotations(annotations)
    if shown != predictions:
        write(str(folder / PREDICTIONS), json.dumps(shown, indent=2))


def _read(path: Path) -> list[Any]:
    found: list[Any] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return found


def shown_annotations(annotations: Json) -> dict[str, Any]:
    """Annotations by name: those with ratings as ``summary`` and ``details``, a guard's only if it changed a result."""
    shown = {
        name: annotation
        for name, annotation in annotations.items()
        if not (name == GuardAnnotator.name and annotation == NOTHING_FOUND)
    }
    try:
        transcript = transcript_in(shown)
    except ValueError:  # not one of ours
        return shown
    if transcript and FOLLOW_UPS in shown:
        summary = shown[FOLLOW_UPS].get(SUMMARY, "")
        shown[FOLLOW_UPS] = {SUMMARY: summary, "details": "\n".join(_transcript_lines(transcript))}
    return shown


def _transcript_lines(transcript: Transcript) -> Iterator[str]:
    """Everything behind the summary, for people: what was asked and arrived, then every reply with its ratings."""
    readings = [reading for reply in transcript.judge_replies for reading in reply.readings.values()]
    if readings:
        arrived = sum(reading.value is not None for reading in readings)
        yield f"{arrived} of {len(readings)} planned ratings arrived"
    if transcript.left_out:
        yield f"judges left out as the model itself: {', '.join(transcript.left_out)}"
    if transcript.error:
        yield f"error: {transcript.error}"
    for entry in transcript.steps:
        if "turn" in entry:
            yield f"\nfurther request: {entry['turn']}"
            yield from (f"{title}: {entry[title]}" for title in ("reply", "error") if entry[title])
        for reply in replies_in(entry):
            if reply.heads:  # a reply about several texts stands before the first of them
                yield f"\n{reply.judge} on {reply.rubric}"
            texts = {"reply": reply.reply, "reply not taken": reply.other_reply, "error": reply.error}
            yield from (f"{title}: {text}" for title, text in texts.items() if text)
            for dimension, reading in reply.readings.items():
                about = f" of {reply.about}" if reply.about else ""
                value = f"missing ({reading.missing})" if reading.value is None else f"{reading.value:.6g}"
                yield f"{dimension}{about}: {value}"
