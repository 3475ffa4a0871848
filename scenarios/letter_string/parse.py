"""Finds the string that a reply gives as its answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from helm_creativity.scenarios.letter_string.items import String
from helm_creativity.scenarios.letter_string.scoring import similarity
from helm_creativity.scenarios.letter_string.signs import FENCE, MARKS, elements, in_letters, letters
from helm_creativity.text.text import clean

LONGEST = 12
"""Characters of an answer, twice as many as the longest right one has; what is longer is an alphabet."""

_REACH = 120
# The answer stands at the end of a reply; one in a loop may be longer.
_MOST_READ = 20_000
_NO_STRINGS = frozenset(
    {"answer", "string", "result", "output", "stop", "end", "done", "inst", "none", "unknown", "null", "note"}
    | {"yes", "no", "ok", "okay", "sure", "sorry", "hmm", "hello", "thanks", "maybe", "perhaps", "certainly"}
)
_SPACES = re.compile(r"\\(?:[ ,;:!]|q?quad\b|(?:text|math)[a-z]*\b)")
_ARROWS = re.compile(r"(?<![-=])[-=]{1,4}>|⇒")
_ONE_IN_BRACKETS = re.compile(r"(?<=(?<!\w)[a-z] )\[([a-z])\]")
_GAP = (
    rf"[{MARKS}]{{0,3}}(?:[ \t]{{0,9}}[,;·|]\s{{0,9}}(?:and\s{{1,3}})?|[ \t]{{1,9}}(?:and[ \t]{{1,3}})?|-)"
    rf"[{MARKS}]{{0,3}}"
)
_WORD = re.compile(r"(?<!\w)[a-z]{2,12}(?!\w)")
_OPEN, _CLOSE = rf"[\s{MARKS}\[({{$]{{0,20}}", rf"[\s{MARKS}\])}}$]{{0,20}}"
_OPENED = re.compile(rf"[\[({{][\s{MARKS}]{{0,9}}$")
_CLOSED = re.compile(rf"[\s{MARKS}]{{0,9}}[\])}}]")
_BEFORE_ALONE = re.compile(rf"(?:^|\n)[ \t>#]{{0,9}}(?:\d[.)] )?{_OPEN}$")
_BEHIND_ALONE = re.compile(r"[\s\"'`*_‘’“”\])}$]{0,20}?[.!]?[\"'`*_\])}$ \t]{0,9}(?:\n|$)")
_ANNOUNCED = re.compile(
    r"\b(?:answer|solution|result|output|(?:missing|changed|new|final|resulting) (?:string|piece|part))\b"
    rf"[^.!?\n]{{0,80}}?(?:\b(?:is|be|becomes)\b|[:=→]){_OPEN}$|\bi choose{_OPEN}$"
    rf"|\b(?:final(?:ly)?|corrected|correction|revised)\b[:=→]?{_OPEN}$"
)
_DENIED = re.compile(rf"\b(?:not|instead of|rather than){_OPEN}$")
_OR = re.compile(rf"{_CLOSE}(?:\s\([^()\n]{{0,{_REACH}}}\))?,?\s{{0,9}}or{_OPEN}")
_CORRECTED = re.compile(
    r"\b(?:wait|correction|on second thoughts?|let me correct|i made an? (?:mistake|error)"
    r"|actually,? (?:it|that|the (?:answer|result)))\b"
)
_STEP = re.compile(
    rf"{_CLOSE},?(?:→|\b(?:(?:would|will|should|must|thus|then|now)\s){{0,2}}"
    rf"(?:becomes?|turns? into|changes? (?:in)?to|gives)\b){_OPEN}"
)

_TRUST = _BRACKETED, _PARTED, _LIKE, _UNLIKE = 3, 2, 1, 0


class _Found(NamedTuple):
    """A string in a reply: its characters, where it begins and ends, and how sure it is that it is one."""

    string: String
    start: int
    end: int
    trust: int


def read_string(text: str, alphabet: String, example: Collection[String], target: String) -> String | None:
    """The string that a reply gives as its answer.

    A string is three or more characters of the alphabet, in brackets or separated by spaces, commas or hyphens, or a
    word that is like a string of the analogy. In order of trust: what stands behind the last "the answer is" or
    "answer:"; what the target becomes; the one that stands alone on a line; the one in brackets; the one there is. What
    the reply denies or takes back ("wait") is left out, and so are the strings of the question and of examples of the
    reply's own. Of two different strings with the same trust none is the answer. A reply that is one word, or
    characters and nothing else, is that string, however short. So is what stands before the first "]" if that is all of
    one string: Lewis and Mitchell's program (plotting.ipynb, cited in the card) cuts all responses of models there, so
    that a model that goes on with analogies of its own has answered.
    """
    if not all(map(str.isalpha, alphabet)):
        return _read_signs(text.casefold(), alphabet, example, target)
    head, bracket, _ = text[:_REACH].partition("]")
    if bracket and (whole := _whole(_without_markup(head), alphabet, is_closed=True)):
        return whole
    body = _without_markup(text[-_MOST_READ:])
    if whole := _whole(body, alphabet):
        return whole
    shown = {*example, target}
    found = sorted(_strings(body, alphabet, shown, len(target) + 2), key=lambda candidate: candidate.start)
    again = max((match.end() for match in _CORRECTED.finditer(body)), default=0)
    corrected = [candidate for candidate in found if candidate.start >= again] if again else []
    return _answer(body, corrected, shown, target) or _answer(body, found, shown, target)


def _read_signs(text: str, alphabet: String, example: Collection[String], target: String) -> String | None:
    head, bracket, _ = text[:_REACH].partition("]")
    if bracket and "[" not in head and (string := elements(head, alphabet)) and len(string) <= LONGEST:
        return string
    names = dict(zip(alphabet, letters(alphabet), strict=True))
    strings = [tuple(names[symbol] for symbol in string) for string in (*example, target)]
    found = read_string(in_letters(text[-_MOST_READ:], alphabet, target), letters(alphabet), strings[:-1], strings[-1])
    return found and tuple(alphabet[letters(alphabet).index(letter)] for letter in found)


def _answer(body: str, found: Sequence[_Found], shown: Collection[String], target: String) -> String | None:
    became, singles = _chains(body, found, target)
    kept = [candidate for candidate in singles if not _behind(_DENIED, body, candidate)]
    left_open = {
        candidate
        for first, second in pairwise(candidate for candidate in kept if candidate.trust)
        if first.string != second.string and _OR.fullmatch(body, first.end, second.start)
        for candidate in (first, second)
    }
    new = [candidate for candidate in kept if candidate.string not in shown]
    answers = [candidate for candidate in kept if candidate.string == target or candidate in new]
    announced = [candidate for candidate in answers if _behind(_ANNOUNCED, body, candidate)]
    lines = [
        candidate
        for candidate in answers
        if candidate.trust and _behind(_BEFORE_ALONE, body, candidate) and _BEHIND_ALONE.match(body, candidate.end)
    ]
    alone = [candidate for candidate in lines if candidate in new]
    unchanged = [candidate for candidate in lines if candidate.string == target]
    by_trust = ([candidate for candidate in new if candidate.trust == trust] for trust in _TRUST)
    for group in (announced[-1:], became[-1:], alone, *by_trust, unchanged):
        if group:
            is_one = len({candidate.string for candidate in group}) == 1
            return group[0].string if is_one and left_open.isdisjoint(group) else None
    return None


def _chains(body: str, found: Sequence[_Found], target: String) -> tuple[list[_Found], list[_Found]]:
    """What the target becomes, and the strings that are no part of a change x → y → z."""
    became: list[_Found] = []
    singles: list[_Found] = []
    chain: list[_Found] = []
    for candidate, following in zip(found, [*found[1:], None], strict=False):
        chain.append(candidate)
        if following and _STEP.fullmatch(body, candidate.end, following.start):
            continue
        if len(chain) == 1:
            singles.append(candidate)
        elif target in [step.string for step in chain[:-1]]:
            became.append(candidate)
        chain = []
    return became, singles


def _without_markup(text: str) -> str:
    body = _ARROWS.sub("→", _SPACES.sub(" ", clean(text)).replace("&amp;", "&")).casefold()
    return FENCE.sub("", _ONE_IN_BRACKETS.sub(r"\1", body)).strip()


def _behind(words: re.Pattern[str], body: str, candidate: _Found) -> bool:
    return words.search(body[max(candidate.start - _REACH, 0) : candidate.start]) is not None


def _strings(body: str, alphabet: String, shown: Collection[String], longest: int) -> Iterator[_Found]:
    """``longest``: characters of a string that is not in brackets."""
    for match in _in_a_row("".join(sorted(alphabet))).finditer(body):
        string = tuple(symbol for symbol in match[0].replace("and", "") if symbol in alphabet)
        is_bracketed = _is_bracketed(body, match)
        most = LONGEST if is_bracketed else longest
        # A line of one character is a rule.
        if string != alphabet and len(string) <= most and (is_bracketed or len(set(string)) > 1):
            yield _Found(string, *match.span(), _BRACKETED if is_bracketed else _PARTED)
    for match in _WORD.finditer(body):
        string, is_bracketed = tuple(match[0]), _is_bracketed(body, match)
        is_like = len(string) > 3 and any(_is_like(match[0], string_shown) for string_shown in shown)
        if set(string) <= set(alphabet) and match[0] not in _NO_STRINGS and (is_like or is_bracketed):
            yield _Found(string, *match.span(), _UNLIKE if not is_like else _BRACKETED if is_bracketed else _LIKE)


def _is_bracketed(body: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    return bool(_OPENED.search(body[max(start - 9, 0) : start]) and _CLOSED.match(body, end))


def _is_like(word: str, string: String) -> bool:
    """Whether a word is no other than a string: of the same letters, or half of it unchanged."""
    return sorted(word) == sorted(string) or similarity(word, string) >= 50


@lru_cache(maxsize=8)
def _in_a_row(alphabet: str) -> re.Pattern[str]:
    """Three or more letters, which must be separated, otherwise every word would be a string."""
    character = f"[{re.escape(alphabet)}]"
    return re.compile(rf"(?<![^\W_]){character}(?:{_GAP}{character}){{2,}}(?![^\W_]|[ \t,]{{1,3}}\d)")


def _whole(body: str, alphabet: String, is_closed: bool = False) -> String | None:
    """A word that is the whole reply, or characters that are; what a closing bracket ends may be one of them only."""
    inner = body.strip(f" \n.,;[](){{}}{MARKS}-") if len(body) < _REACH and not (is_closed and "[" in body) else ""
    parts = re.sub(rf"[.,;|{MARKS}-]", " ", inner).split()
    alone = len(parts) == 1 or max(map(len, parts), default=0) == 1
    string = tuple("".join(parts)) if alone else ()
    is_rule = len(string) > 1 and len(set(string)) == 1 and not is_closed
    is_none = "".join(string) in _NO_STRINGS or string == alphabet or is_rule
    return string if 1 <= len(string) <= LONGEST and set(string) <= set(alphabet) and not is_none else None
