"""Scores answers: one rating of an answer as a whole, a judge.

What judges are asked is in helm_creativity/rated/prompts/creativity.j2; the kind ``ideas`` has questions of its own.
"""

from __future__ import annotations

from pathlib import Path

from helm_creativity.rated import RatedRoom

ROOM = RatedRoom(Path(__file__).parent, "task")
CARD = ROOM.card
add_arguments, scorer_of, row_of = ROOM.add_arguments, ROOM.scorer_of, ROOM.row_of
