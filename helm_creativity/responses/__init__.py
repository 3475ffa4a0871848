"""The text of an answer, read as a list of entries or as the reason why it cannot be scored."""

from helm_creativity.responses.answer import Answer, Unscored, unanswered
from helm_creativity.responses.lists import ListParse, headword, parse_list, too_long
from helm_creativity.responses.refusals import is_refusal
from helm_creativity.responses.thoughts import strip_thoughts
from helm_creativity.responses.words import olson_candidates

__all__ = [
    "Answer",
    "ListParse",
    "Unscored",
    "headword",
    "is_refusal",
    "olson_candidates",
    "parse_list",
    "strip_thoughts",
    "too_long",
    "unanswered",
]
