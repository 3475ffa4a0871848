"""Rooms: one folder a benchmark, found by name, with its card, its prompts and its scorer. Knows nothing of HELM."""

from helm_creativity.rooms.answer_scorer import AnswerScorer, Graded
from helm_creativity.rooms.card import BadCard, Card, Facet, load_card
from helm_creativity.rooms.find import Room, apart, find_room, find_rooms, find_source, ours_first, rooms_to_check
from helm_creativity.rooms.item_room import ItemRoom
from helm_creativity.rooms.prompts import Prompt, hole, render, unrender
from helm_creativity.rooms.scoring import Fields, GroupScorer, Outcome, Row, RunScorer, Scorer
from helm_creativity.rooms.signature import NOT_ASKED, checksum_of, signature
from helm_creativity.rooms.sources import require_source
from helm_creativity.rooms.yaml_files import read_yaml

__all__ = [
    "NOT_ASKED",
    "AnswerScorer",
    "BadCard",
    "Card",
    "Facet",
    "Fields",
    "Graded",
    "GroupScorer",
    "ItemRoom",
    "Outcome",
    "Prompt",
    "Room",
    "Row",
    "RunScorer",
    "Scorer",
    "apart",
    "checksum_of",
    "find_room",
    "find_rooms",
    "find_source",
    "hole",
    "load_card",
    "ours_first",
    "read_yaml",
    "render",
    "require_source",
    "rooms_to_check",
    "signature",
    "unrender",
]
