"""Replies to an instruction that asks for several responses with their probabilities, and what is read in them."""

import json
from pathlib import Path

FILE = Path(__file__).parents[1] / "corpora/verbalized.jsonl"
_ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
READ = {
    row["note"]: (row["text"], [entry if isinstance(entry, str) else tuple(entry) for entry in row["candidates"]])
    for row in _ROWS
    if row["candidates"] is not None
}
NONE = {row["note"]: row["text"] for row in _ROWS if row["candidates"] is None}
