"""The text of an answer, read as a list of entries or as the reason why it cannot be scored."""

from helm_creativity.responses.answer import Answer, Unscored, unanswered
from helm_creativity.responses.lists import ListParse, headword, parse_list, too_long
from helm_creativity.responses.pairs import Pair, parse_pairs
from helm_creativity.responses.refusals import is_refusal
from helm_creativity.responses.single import parse_word, same_word
from helm_creativity.responses.thoughts import strip_thoughts
from helm_creativity.responses.turns import as_written
from helm_creativity.responses.uses import UsesParse, parse_uses
from helm_creativity.responses.words import olson_candidates, word_candidates

__all__ = [
    "Answer",
    "ListParse",
    "Pair",
    "Unscored",
    "UsesParse",
    "as_written",
    "headword",
    "is_refusal",
    "olson_candidates",
    "parse_list",
    "parse_pairs",
    "parse_uses",
    "parse_word",
    "same_word",
    "strip_thoughts",
    "too_long",
    "unanswered",
    "word_candidates",
]
