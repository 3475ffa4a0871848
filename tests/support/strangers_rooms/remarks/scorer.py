"""Scores remarks: the mean of what judges give them."""

from pathlib import Path

from helm_creativity.rated import RatedRoom

ROOM = RatedRoom(Path(__file__).parent, "ask")
CARD = ROOM.card
