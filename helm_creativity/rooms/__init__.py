"""Rooms: one folder a benchmark, found by name, with its card, its prompts and its scorer. Knows nothing of HELM."""

from helm_creativity.rooms.card import Card, Facet, load_card
from helm_creativity.rooms.find import Room, find_room, find_rooms
from helm_creativity.rooms.prompts import Prompt, render
from helm_creativity.rooms.scoring import Outcome, Row, Scorer

__all__ = [
    "Card",
    "Facet",
    "Outcome",
    "Prompt",
    "Room",
    "Row",
    "Scorer",
    "find_room",
    "find_rooms",
    "load_card",
    "render",
]
