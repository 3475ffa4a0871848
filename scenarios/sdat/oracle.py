"""The best answer to the S-DAT that is known under the built-in table, which knows English only.

In other languages the ten are of the room's table of nouns, whose words are those of one concept in all of them. What
they score depends on the encoder; ``TOP`` holds for English under the built-in table.
"""

from __future__ import annotations

from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.sdat.protocols import nouns
from helm_creativity.vocabulary.oracle import UNRELATED

TOP = 101.16
"""What the ten English words score, above every answer of the greedy baseline (86.47 in 200), whose nouns are few."""

PILOT = {"languages": "en"}

EVERYDAY = frozenset({"abacus", "honey", "hope", "idea", "printer", "radio", "spinach", "tax", "thermometer", "train"})
"""Those of the room's 238 nouns that lie farthest apart in English, 86.52: a search from each found none better."""


def oracle(fields: Fields) -> Row:
    """Ten unrelated nouns in the language of the item, one a line."""
    language = fields["language"]
    everyday = [noun.words[language] for noun in nouns() if noun.words["en"] in EVERYDAY]
    return Row(Answer("\n".join(UNRELATED[:10] if language == "en" else everyday), "stop"), fields)
