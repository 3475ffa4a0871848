"""Suites of repeated answers as HELM leaves them, and words at known angles."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from support import folders

GROUP = "creativity_hivemind"
ANGLES = {"north": 90, "east": 0, "northeast": 45, "west": 180, "south": 270}
"""Degrees by word."""


def write_angles(path: Path) -> Path:
    """A file of word vectors of length one at ``ANGLES``."""
    lines = [f"{word} {math.cos(math.radians(a)):.9f} {math.sin(math.radians(a)):.9f}\n" for word, a in ANGLES.items()]
    path.write_text("".join(lines))
    return path


def cosine(first: str, second: str) -> float:
    """Of two words of ``ANGLES``."""
    return math.cos(math.radians(ANGLES[first] - ANGLES[second]))


def state(prompt: str, trial: int, text: str, finish: str = "stop", extra: Mapping[str, Any] | None = None) -> Any:
    """One answered request in JSON."""
    known = {"prompt": prompt, "prompt_sha256": hashlib.sha256(prompt.encode()).hexdigest()}
    return folders.request_state(prompt, text, trial, prompt, finish=finish, extra=known if extra is None else extra)


def write_run(suite: Path, model: str, answers: Mapping[str, Sequence[str]], group: str = GROUP, **more: Any) -> Path:
    """A run whose answers are texts by prompt; one that begins with "!" was cut at the token limit."""
    states = [
        state(prompt, trial, text.removeprefix("!"), "length" if text.startswith("!") else "stop", more.get("extra"))
        for prompt, texts in answers.items()
        for trial, text in enumerate(texts)
    ]
    given = {"embedding": "compass", "signature": "hivemind|card:1-A", **more}
    given.pop("extra", None)
    folder = folders.write_run(suite, group, model, {"score": 1.0, "num_answers": float(len(states))}, **given)
    (folder / "scenario_state.json").write_text(json.dumps({"request_states": states}), "utf-8")
    return folder
