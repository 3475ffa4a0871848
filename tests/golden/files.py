"""What ``score`` and ``people import`` make of files as people's tools write them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from golden.suites import plain

import helm_creativity as hc

FOLDER = Path(__file__).with_name("files")
CASES: list[dict[str, Any]] = yaml.safe_load((FOLDER / "files.yaml").read_text())


def title(case: Mapping[str, Any]) -> str:
    """Of a case, for people."""
    kind = "score" if "score" in case else "people"
    return f"{kind} {case[kind]} {case['file']}"


def result(case: Mapping[str, Any]) -> Any:
    """Scores of the rows, or the responses of the sample and why rows are left out; or the words of the refusal."""
    how = {name: value for name, value in case.items() if name not in ("file", "score", "people")}
    path = FOLDER / case["file"]
    try:
        if "score" in case:
            return [_short(row) for row in plain(hc.score(case["score"], path, **how).records())]
        if "scale" in how:
            how["scale"] = tuple(how["scale"])
        sample = hc.import_people(path, case["people"], **how)
    except hc.errors.CreativityError as error:
        return {"refused": type(error).__name__}
    rows = [_short(plain(response)) for response in sample.responses]
    return {"participants": list(sample.participants), "responses": rows, "left_out": sorted(sample.left_out)}


def _short(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value not in (None, "", [], {}) and name != "problem"}
