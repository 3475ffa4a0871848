"""Finds the string that a reply gives as its answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from helm_creativity.parsing.text import clean
from helm_creativity.scenarios.letter_string.items import String
from helm_creativity.scenarios.letter_string.scoring import similarity

MARKS = "\"'`*_‘’“”„«»「」『』"
"""Quotes and emphasis."""

# Letters of a script that nobody can read: no reply is written in it.
_FIRST_LETTER = 0x10600
_ESCAPES = re.compile(r"\\(?=[^\w\n]|_)")
FENCE = re.compile(r"(?m)^[ \t]*(?:```\w*|~~~)[ \t]*$|^([^\w\s])\1{3,}[ \t]*$")
_ARROWS_OF_SIGNS = re.compile(r"(?<!\S)[-=]{1,4}>(?!\S)")
_BRACKETS = re.compile(r"(?<=[\[［【])[^\[\]［］【】]{2,120}(?=[\]］】])")
_QUOTED = re.compile(r"(?P<mark>\*\*|[\"'`])\S(?P=mark)(?:[,;]?\s+(?P=mark)\S(?P=mark))+")
_LISTED = re.compile(r"\S(?:[,;] \S)+")

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
    again = max((match.end() for match in _CORRECTED.finditer(body)), default=len(body))
    corrected = [candidate for candidate in found if candidate.start >= again]
    return _answer(body, corrected, shown, target) or _answer(body, found, shown, target)


def _read_signs(text: str, alphabet: String, example: Collection[String], target: String) -> String | None:
    head, bracket, _ = text[:_REACH].partition("]")
    if bracket and "[" not in head and (string := _signs(head, alphabet)) and len(string) <= LONGEST:
        return string
    letters = _letters(alphabet)
    *shown, last = (tuple(letters[alphabet.index(sign)] for sign in string) for string in (*example, target))
    found = read_string(_in_letters(text[-_MOST_READ:], alphabet, target), letters, shown, last)
    return found and tuple(alphabet[letters.index(letter)] for letter in found)


def _answer(body: str, found: Sequence[_Found], shown: Collection[String], target: String) -> String | None:
    became, kept, chain = list[_Found](), list[_Found](), list[_Found]()
    for candidate, following in zip(found, [*found[1:], None], strict=False):
        chain.append(candidate)
        if following and _STEP.fullmatch(body, candidate.end, following.start):
            continue  # of a change x → y → z only what the target becomes is an answer
        if len(chain) == 1:
            kept += [] if _behind(_DENIED, body, candidate) else chain
        elif any(step.string == target for step in chain[:-1]):
            became.append(candidate)
        chain = []
    left_open = {
        candidate
        for first, second in pairwise(candidate for candidate in kept if candidate.trust)
        if first.string != second.string and _OR.fullmatch(body, first.end, second.start)
        for candidate in (first, second)
    }
    new = [candidate for candidate in kept if candidate.string not in shown]
    unchanged = [candidate for candidate in kept if candidate.string == target]
    announced = [found for found in kept if found in (*new, *unchanged) and _behind(_ANNOUNCED, body, found)]
    by_trust = ([candidate for candidate in new if candidate.trust == trust] for trust in _TRUST)

    def is_alone(candidate: _Found) -> bool:
        before = candidate.trust and _behind(_BEFORE_ALONE, body, candidate)
        return bool(before and _BEHIND_ALONE.match(body, candidate.end))

    alone, unchanged_alone = (list(filter(is_alone, some)) for some in (new, unchanged))
    for group in filter(None, (announced[-1:], became[-1:], alone, *by_trust, unchanged_alone)):
        is_one = len({candidate.string for candidate in group}) == 1
        return group[0].string if is_one and left_open.isdisjoint(group) else None
    return None


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
        if string != alphabet and len(string) <= (LONGEST if is_bracketed else longest):
            yield _Found(string, *match.span(), _BRACKETED if is_bracketed else _PARTED)
    for match in _WORD.finditer(body):
        string, is_bracketed = tuple(match[0]), _is_bracketed(body, match)
        # A word is no other than a string if it has its letters, or half of it unchanged.
        is_like = len(string) > 3 and any(
            sorted(string) == sorted(other) or similarity(string, other) >= 50 for other in shown
        )
        if set(string) <= set(alphabet) and match[0] not in _NO_STRINGS and (is_like or is_bracketed):
            yield _Found(string, *match.span(), _UNLIKE if not is_like else _BRACKETED if is_bracketed else _LIKE)


def _is_bracketed(body: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    return bool(_OPENED.search(body[max(start - 9, 0) : start]) and _CLOSED.match(body, end))


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
    is_none = "".join(string) in _NO_STRINGS or string == alphabet
    return string if 1 <= len(string) <= LONGEST and set(string) <= set(alphabet) and not is_none else None


def _in_letters(text: str, alphabet: String, target: String) -> str:
    """The text with spaced letters for the strings of signs in it, ``_letters`` says which; signs of prose stay.

    A string is what stands in square brackets, if it is signs only. So is a whole reply, and what is three or more
    signs between spaces or commas, or each in quotes, unless it is longer than the target without going on from it:
    then its first or last sign may be a mark.
    """

    def spelt(content: str, is_sure: bool = False) -> str:
        string = _signs(content, alphabet)
        is_sure |= len(string) > 2 and (len(string) <= len(target) or string[: len(target)] == target)
        return " ".join(_letters(alphabet)[alphabet.index(sign)] for sign in string) if is_sure else ""

    text = FENCE.sub("", text.replace("&amp;", "&")).strip()
    text = text if "\\" in alphabet else _ESCAPES.sub("", text)
    if (whole := spelt(text)) and len(set(whole.split())) > 1:
        return whole
    text = _ARROWS_OF_SIGNS.sub("→", text)
    signs = {*alphabet, " "}
    text = _BRACKETS.sub(lambda row: spelt(row[0], is_sure=True) or ("" if signs.issuperset(row[0]) else row[0]), text)
    return _rows(alphabet).sub(lambda row: f" {spelt(row['row']) or row[0]} ", text)


def _letters(alphabet: String) -> String:
    """The letters that stand for the signs of an alphabet."""
    return tuple(chr(_FIRST_LETTER + place) for place in range(len(alphabet)))


def _signs(content: str, alphabet: String) -> String:
    """The signs of what is a string or nothing: ``& + = /``, ``&+=/``, ``&, +, =, /`` or ``"&" "+" "=" "/"``."""
    content = content.strip()
    if quoted := _QUOTED.fullmatch(content):
        string = tuple(re.findall(rf"{re.escape(quoted['mark'])}(\S){re.escape(quoted['mark'])}", content))
    else:
        tokens = content[::3] if _LISTED.fullmatch(content) else content.split()
        string = tuple("".join(tokens)) if len(tokens) == 1 or max(map(len, tokens), default=2) == 1 else ()
    return string if set(string) <= set(alphabet) else ()


@lru_cache(maxsize=8)
def _rows(alphabet: String) -> re.Pattern[str]:
    """Three or more signs, and what stands close to their ends."""
    sign = f"[{re.escape(''.join(alphabet))}]"
    quoted = rf"(?P<mark>[\"'`]){sign}(?P=mark)(?:[,;]?\s{{1,9}}(?P=mark){sign}(?P=mark)){{2,}}"
    row = rf"{quoted}|{sign}(?:, {sign}){{2,}}|{sign}(?:[ \t]{{1,9}}{sign}){{2,}}"
    opening = rf"(?<!\S)(?:[^\s{MARKS}]{{0,40}}?[\[({{<>:=［【（])??[{MARKS}$]{{0,9}}?"
    closing = rf"[\])}}>{MARKS}$.,;:!?。！？］】）]{{0,9}}(?:<\S{{0,40}})?(?!\S|[ \t][^\w\s]{{2,}}(?!\S))"
    return re.compile(f"{opening}(?P<row>{row}){closing}")
