"""A story whose content words have nothing to do with each other: see ``vocabulary.oracle``."""

from __future__ import annotations

from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.vocabulary.oracle import UNRELATED

TOP = 0.968
"""Under the built-in table, for the least of seven sets of cue words; 1 is where all words are unrelated. The greedy
baseline has 0.84 at most in 280."""

STORY = (
    "Once there was the {}, and with it the {}, the {}, the {} and the {}. "
    "Then there was the {}, and with it the {}, the {}, the {} and the {}. "
    "After both of these there was the {}, and with it the {}, the {}, the {} and the {}. "
    "Before any of them there had been the {}, the {}, the {} and the {}. "
    "Now there is only the {}, the {}, the {} and the {}."
)
"""Beside the words that are filled in, words of grammar alone, which do not count."""


def oracle(fields: Fields) -> Row:
    """Five sentences with the three cue words and twenty nouns."""
    words = list(UNRELATED)
    for place, cue in zip((0, 5, 10), fields["cues"], strict=True):
        words.insert(place, cue)
    return Row(Answer(STORY.format(*words), "stop"), fields)
