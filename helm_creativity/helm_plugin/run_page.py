"""HELM's page of a run, with every response's own stats beside it.

HELM gives all responses to an item the same number, 0, and shows the stats of the item, which are means, under each.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from helm.common.general import write

PREDICTIONS, REQUESTS, STATS = "display_predictions.json", "display_requests.json", "per_instance_stats.json"
NUMBER = "train_trial_index"

Json = Mapping[str, Any]


def number_trials(folder: Path) -> None:
    """Numbers the responses of a run's page from 1 and gives each its own stats.

    Pages of runs that have no entry per response, as runs of older make or with several completions a request, stay as
    HELM made them.
    """
    if not all((folder / name).is_file() for name in (PREDICTIONS, REQUESTS, STATS)):
        return
    predictions, requests, entries = (
        json.loads((folder / name).read_text("utf-8")) for name in (PREDICTIONS, REQUESTS, STATS)
    )
    own = {
        (entry["instance_id"], entry[NUMBER]): {stat["name"]["name"]: stat["mean"] for stat in entry["stats"]}
        for entry in entries
    }
    responses: dict[str, list[int]] = defaultdict(list)
    for place, prediction in enumerate(predictions):
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
