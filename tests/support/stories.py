"""Stories for tests: one of five sentences for each of the printed sets of cue words."""

from pathlib import Path

import yaml

_ROWS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
STORIES = {tuple(row["cues"]): row["text"] for row in _ROWS}
