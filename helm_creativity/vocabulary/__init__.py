"""What the benchmarks that are scored over words share: reading lists, which words count, word classes, cue words."""

from helm_creativity.vocabulary.answers import Read, read_words
from helm_creativity.vocabulary.cues import CUE_WORDS
from helm_creativity.vocabulary.dictionaries import DICTIONARIES, default_dictionary, find_dictionary
from helm_creativity.vocabulary.room import WordRoom
from helm_creativity.vocabulary.rules import WordProtocol, WordRule
from helm_creativity.vocabulary.scorer import Measured, WordListScorer

__all__ = [
    "CUE_WORDS",
    "DICTIONARIES",
    "Measured",
    "Read",
    "WordListScorer",
    "WordProtocol",
    "WordRoom",
    "WordRule",
    "default_dictionary",
    "find_dictionary",
    "read_words",
]
