"""Refusals, recognised by how a response opens and never by a phrase somewhere in it.

A refusal is what the writer cannot or will not do, at the start of the response or behind courtesies and apologies
alone. ``refusals.yaml`` has the phrases of twelve languages.
"""

from __future__ import annotations

import re

from helm_creativity.parsing.grammar import plain_apostrophes, read_patterns
from helm_creativity.parsing.json_values import json_in, strings_in
from helm_creativity.parsing.lists import is_usual_list, parse_list
from helm_creativity.parsing.text import enough, unspaced_letters
from helm_creativity.parsing.turns import own_turn

_PHRASES, _ = read_patterns("refusals")
_HEAD, _SHORT, _LONGEST_JSON = 400, 250, 600
_OWN_LIST, _SURE_LIST = 3, 5
_ANNOUNCED_LIST = re.compile(r"[:\n][\W\d]*\Z")
_PARTS = re.compile(r"[,;\n]")
_EMPHASIS = re.compile(r"\*\*|__|`")
_SENTENCE_END = re.compile(r"[.!?:。]\s|[:。]|\n|(?=(?<!\w)1[.)])")
_WORD_START = re.compile(r"(?<![a-zà-ÿ0-9'])(?=[^\s,])")


def is_refusal(text: str, expected: int | None = None, *, prose: bool = True) -> bool:
    """Whether the response declines the task, and nothing that could be scored follows.

    The first sentence or two say, in one of twelve languages, that the writer cannot or will not; or a short response
    says anywhere that it declines. It is a response all the same where a list of the writer's own follows: one behind
    the sentence or colon that ends the refusal, with half of the `expected` entries (three, where `expected` is None),
    and not offered as other help ("I can help with: ..."); where the sentence goes on with "but" and something else
    than help; where somebody in a story says it; where it turns down an invitation or an offer; and where sentences
    follow that say nothing of the task. An apology alone is no refusal.
    """
    own = own_turn(text)
    if is_usual_list(own):
        return False
    if own.startswith("{") and len(own) <= _LONGEST_JSON:
        strings = [string for value in json_in(own).values for string in strings_in(value.value)]
        own = strings[0] if len(strings) == 1 else own
    own = _PHRASES["wrapping"].sub("", own, count=1)
    body = _EMPHASIS.sub("", own)
    if own.startswith(("[", "{", *"0123456789")) or _PHRASES["spoken"].match(plain_apostrophes(body.lstrip())):
        return False  # no sentence in any language begins with a bracket
    body = body.lstrip(" \t\n\"'`*_#>“‘«")
    plain = plain_apostrophes(body.lower())
    end = _refusal_end(plain[:_HEAD])
    if end is None and len(plain) <= _SHORT and (declines := _PHRASES["declines"].search(plain)):
        end = declines.end() if len(_PARTS.findall(plain[: declines.start()])) <= 2 else None
    if end is None or _PHRASES["own_inability"].match(plain):
        return False
    if prose and expected is None and (_goes_on(plain, end) or _turns_down(plain[:_HEAD], end)):
        return False
    return not _own_list_follows(body, end, expected)


def _refusal_end(head: str) -> int | None:
    """Where the first inability ends that can be reached over courtesies and apologies, or None."""
    reached = {0}
    for start in range(len(head) + 1):  # every position is looked at once, so that no opening takes long
        if start not in reached:
            continue
        if match := _PHRASES["inability"].match(head, start):
            return match.end()
        for opening in ("closed", "open"):
            if match := _PHRASES[opening].match(head, start):
                words = _WORD_START.finditer(head, match.start("rest"), match.end("rest"))
                reached |= {match.end(), *(word.start() for word in words)}
    return None


def _goes_on(plain: str, end: int) -> bool:
    """Whether something follows, behind "but" or in further sentences, that says nothing of the task."""
    of_task = _PHRASES["task_verb"].search(plain, max(0, end - 60), end + 14)
    follows = ((_PHRASES["contrast"].match(plain, end), 3), (_SENTENCE_END.search(plain, end), 12 if of_task else 6))
    for place, fewest in follows:
        rest = plain[place.end() :] if place else ""
        long = len(rest.split()) >= fewest or unspaced_letters(rest) >= fewest
        if long and not _PHRASES["of_the_task"].search(rest) and not _PHRASES["offer"].search(plain, end):
            return True
    return False


def _turns_down(head: str, end: int) -> bool:
    """Whether the words that decline, which end at ``end``, turn down an invitation, an offer or a favour."""
    declined = any(match.start() < end <= match.end() for match in _PHRASES["turned_down"].finditer(head))
    return declined and not _PHRASES["of_a_model"].search(head)


def _own_list_follows(body: str, start: int, expected: int | None) -> bool:
    end = _SENTENCE_END.search(body, start)
    parsed = parse_list(body[end.end() :], expected) if end else None
    if end is None or parsed is None or len(parsed.items) < (_OWN_LIST if expected is None else enough(expected)):
        return False
    if len(parsed.items) == expected:
        return True
    before_list = body[start : max(body.find(parsed.items[0], end.end()), end.end())]
    if expected is None and len(parsed.items) < _SURE_LIST and not _ANNOUNCED_LIST.search(before_list):
        return False
    return not _PHRASES["offer"].search(plain_apostrophes(before_list.lower()))
