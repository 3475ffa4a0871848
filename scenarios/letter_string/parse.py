"""Finds the string that a reply gives as its answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from helm_creativity.scenarios.letter_string.items import String
from helm_creativity.scenarios.letter_string.measure import similarity
from helm_creativity.text.text import clean

LONGEST = 12
"""Characters of an answer, twice as many as the longest right one has; what is longer is an alphabet."""

_MARKS = "\"'`*_‘’“”„«»「」『』"
_REACH = 120
# The answer stands at the end of a reply; one in a loop may be longer.
_MOST_READ = 20_000
_NO_STRINGS = frozenset(
    {"answer", "string", "result", "output", "stop", "end", "done", "inst", "none", "unknown", "null", "note"}
    | {"yes", "no", "ok", "okay", "sure", "sorry", "hmm", "hello", "thanks", "maybe", "perhaps", "certainly"}
)
_SPACES = re.compile(r"\\(?:[ ,;:!]|q?quad\b|(?:text|math)[a-z]*\b)")
_ESCAPES = re.compile(r"\\(?=[^\w\s])")
_ARROWS = re.compile(r"(?<![-=])[-=]{1,4}>|⇒")
_ONE_IN_BRACKETS = re.compile(r"(?<=(?<!\w)[a-z] )\[([a-z])\]")
_FENCE = re.compile(r"(?m)^[ \t]*(?:```\w*|~~~)[ \t]*$|^([^\w\s])\1{3,}[ \t]*$")
_GAP = (
    rf"[{_MARKS}]{{0,3}}(?:[ \t]{{0,9}}[,;·|]\s{{0,9}}(?:and\s{{1,3}})?|[ \t]{{1,9}}(?:and[ \t]{{1,3}})?|-)"
    rf"[{_MARKS}]{{0,3}}"
)
_WORD = re.compile(r"(?<!\w)[a-z]{2,12}(?!\w)")
_OPEN, _CLOSE = rf"[\s{_MARKS}\[({{$]{{0,20}}", rf"[\s{_MARKS}\])}}$]{{0,20}}"
_NAMED = re.compile(rf"\b(?:answer|solution|result|output|string|sequence|it)[{_MARKS}]{{0,3}}[ \t]{{1,9}}$")
_OPENED = re.compile(rf"[\[({{][\s{_MARKS}]{{0,9}}$")
_CLOSED = re.compile(rf"[\s{_MARKS}]{{0,9}}[\])}}]")
_BEFORE_ALONE = re.compile(rf"(?:^|\n)[ \t>#]{{0,9}}(?:\d[.)] )?{_OPEN}$")
_BEHIND_ALONE = re.compile(r"[\s\"'`*_‘’“”\])}$]{0,20}?[.!]?[\"'`*_\])}$ \t]{0,9}(?:\n|$)")
_ANNOUNCED = re.compile(
    r"\b(?:answer|solution|result|output|(?:missing|changed|new|final|resulting) (?:string|piece|part))\b"
    rf"[^.!?\n]{{0,80}}?(?:\b(?:is|be|becomes)\b|[:=→]){_OPEN}$|\bi choose{_OPEN}$"
)
_DENIED = re.compile(rf"\b(?:not|instead of|rather than){_OPEN}$")
_ASKED = re.compile(rf"{_CLOSE}\?")
_OR = re.compile(rf"{_CLOSE},?\s{{0,9}}or{_OPEN}")
_STAYS = re.compile(rf"{_CLOSE}\s(?:all\s)?(?:stays?|remains?|(?:is|are) (?:unchanged|kept)|does not change)")
_CORRECTED = re.compile(
    r"\b(?:wait|correction|on second thoughts?|let me correct|i made an? (?:mistake|error)"
    r"|actually,? (?:it|that|the (?:answer|result)))\b"
)
_BECOMES = (
    r"(?:→|\b(?:(?:would|will|should|must|thus|then|now)\s){0,2}(?:becomes?|turns? into|changes? (?:in)?to|gives)\b)"
)
_STEP = re.compile(rf"{_CLOSE},?{_BECOMES}{_OPEN}")
_LEADS_ON = re.compile(rf"{_CLOSE}{_BECOMES}")


_TABLE_ROW = re.compile(r"^[ \t]{0,9}\|.*\|[ \t]{0,9}$", re.MULTILINE)

_BRACKETED, _PARTED, _LIKE, _UNLIKE = 3, 2, 1, 0


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
    the reply denies, asks or takes back ("wait") is left out where there is another, and so are the strings of the
    question and of examples of the reply's own. Of two different strings with the same trust none is the answer. A
    reply that is one word, or characters and nothing else, is that string, however short.

    Args:
        text: the reply, without thoughts.
        alphabet: of the item; letters in lower case.
        example: the item's strings before and after their change, and
        target: the one to be changed, all of which a reply may repeat.

    Returns:
        Up to 12 characters; None if the reply gives no string, or several.
    """
    body = _plain(text[-_MOST_READ:])
    if whole := _whole(body, alphabet):
        return whole
    found = sorted(_strings(body, alphabet, {*example, target}), key=lambda candidate: candidate.start)
    again = max((match.end() for match in _CORRECTED.finditer(body)), default=0)
    shown = {*example, target}
    answer = (
        _answer(body, [candidate for candidate in found if candidate.start >= again], shown, target) if again else ()
    )
    return next(iter(answer or _answer(body, found, shown, target)), None)


def _answer(body: str, found: Sequence[_Found], shown: Collection[String], target: String) -> tuple[String, ...]:
    """The one answer among the strings; () if there is none, or several."""
    became, singles = _chains(body, found, target)
    kept = [
        candidate
        for candidate in singles
        if not _behind(_DENIED, body, candidate)
        and not (len(candidate.string) < len(target) and _STAYS.match(body, candidate.end))
        and not (candidate.string == target and _LEADS_ON.match(body, candidate.end))
    ]
    kept = [candidate for candidate in kept if not _ASKED.match(body, candidate.end)] or kept
    new = [candidate for candidate in kept if candidate.string not in shown]
    announced = [
        candidate
        for candidate in kept
        if (candidate.string == target or candidate in new) and _behind(_ANNOUNCED, body, candidate)
    ]
    alone = [candidate for candidate in new if candidate.trust and _is_alone(body, candidate)]
    by_trust = [
        [candidate for candidate in new if candidate.trust == trust] for trust in (_BRACKETED, _PARTED, _LIKE, _UNLIKE)
    ]
    unchanged = [
        candidate
        for candidate in kept
        if candidate.string == target and (_is_alone(body, candidate) or _STAYS.match(body, candidate.end))
    ]
    if announced:
        last = announced[-1]
        either = [candidate for candidate in new if candidate.string != last.string and _is_or(body, candidate, last)]
        return () if either else (last.string,)
    for group in (became[-1:], alone, *by_trust, unchanged):
        if group:
            strings = {candidate.string for candidate in group}
            return (group[0].string,) if len(strings) == 1 else ()
    return ()


def _chains(body: str, found: Sequence[_Found], target: String) -> tuple[list[_Found], list[_Found]]:
    """What the target becomes, and the strings that are no part of a change x → y → z."""
    became: list[_Found] = []
    singles: list[_Found] = []
    chain: list[_Found] = []
    for place, candidate in enumerate(found, start=1):
        chain.append(candidate)
        following = found[place] if place < len(found) else None
        if following and _STEP.fullmatch(body, candidate.end, following.start):
            continue
        if len(chain) == 1:
            singles.append(candidate)
        elif target in [step.string for step in chain[:-1]]:
            became.append(candidate)
        chain = []
    return became, singles


def _plain(text: str) -> str:
    """Lower case and one kind of arrow, without what LaTeX, Markdown and HTML write before signs."""
    body = _ESCAPES.sub("", _SPACES.sub(" ", clean(text))).replace("&amp;", "&")
    body = _TABLE_ROW.sub(_cells, _ARROWS.sub("→", body).casefold())
    return _FENCE.sub("", _ONE_IN_BRACKETS.sub(r"\1", body)).strip()


def _cells(row: re.Match[str]) -> str:
    """The cells of a table's row on lines of their own, unless each is one character of a string."""
    cells = [cell.strip() for cell in row[0].strip(" \t|").split("|")]
    return "\n".join(cells) if max(map(len, cells)) > 1 else row[0]


def _is_alone(body: str, candidate: _Found) -> bool:
    """Whether nothing else stands on its line."""
    return _behind(_BEFORE_ALONE, body, candidate) and _BEHIND_ALONE.match(body, candidate.end) is not None


def _is_or(body: str, first: _Found, second: _Found) -> bool:
    """Whether a reply leaves open which of two neighbours it means."""
    first, second = sorted((first, second), key=lambda candidate: candidate.start)
    return bool(_OR.fullmatch(body, first.end, second.start))


def _behind(words: re.Pattern[str], body: str, candidate: _Found) -> bool:
    return words.search(body[max(candidate.start - _REACH, 0) : candidate.start]) is not None


def _strings(body: str, alphabet: String, shown: Collection[String]) -> Iterator[_Found]:
    """All strings of a reply."""
    for match in _in_a_row("".join(sorted(alphabet))).finditer(body):
        string = tuple(symbol for symbol in match[0].replace("and", "") if symbol in alphabet)
        is_bracketed = _is_bracketed(body, match)
        # "Answer = & + = /"
        before = body[max(match.start() - _REACH, 0) : match.start()]
        if string[0] == "=" and not is_bracketed and _NAMED.search(before):
            string = string[1:]
        # A line of one sign is a rule, or opens code.
        if string != alphabet and 2 < len(string) <= LONGEST and (is_bracketed or len(set(string)) > 1):
            yield _Found(string, *match.span(), _BRACKETED if is_bracketed else _PARTED)
    for match in _WORD.finditer(body) if alphabet[0].isalpha() else ():
        string, is_bracketed = tuple(match[0]), _is_bracketed(body, match)
        is_like = len(string) > 3 and any(_is_like(match[0], string_shown) for string_shown in shown)
        if not set(string) <= set(alphabet) or match[0] in _NO_STRINGS or not (is_like or is_bracketed):
            continue
        yield _Found(string, *match.span(), _UNLIKE if not is_like else _BRACKETED if is_bracketed else _LIKE)


def _is_bracketed(body: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    return bool(_OPENED.search(body[max(start - 9, 0) : start]) and _CLOSED.match(body, end))


def _is_like(word: str, string: String) -> bool:
    """Whether a word is no other than a string: of the same letters, or half of it unchanged."""
    return sorted(word) == sorted(string) or similarity(word, string) >= 50


@lru_cache(maxsize=8)
def _in_a_row(alphabet: str) -> re.Pattern[str]:
    """Three or more characters; letters must be separated, otherwise every word would be a string.

    Signs too, but where nothing else stands on the line or in the brackets.
    """
    character = f"[{re.escape(alphabet)}]"
    row = f"{character}(?:{_GAP}{character}){{2,}}"
    if alphabet.isalpha():
        return re.compile(rf"(?<![^\W_]){row}(?![^\W_])")
    bracketed = rf"(?<=[\[({{]){character}(?:[\s,]{{0,3}}{character}){{2,}}(?=[\])}}])"
    end = rf"(?=[!?]{{0,3}}(?:[\s{_MARKS}\[\](){{}}.,;:→]|\Z))"
    return re.compile(rf"{bracketed}|(?<![^\s{_MARKS}\[({{])(?:{row}|{character}{{3,12}}){end}")


def _whole(body: str, alphabet: String) -> String | None:
    """A word that is the whole reply, or characters that are."""
    inner = body.strip(f" \n.,;[](){{}}{_MARKS}-") or body if len(body) < _REACH else ""
    parts = re.sub(rf"[.,;|{_MARKS}-]", " ", inner).split()
    alone = len(parts) == 1 or max(map(len, parts), default=0) == 1
    string = tuple("".join(parts)) if alone else ()
    is_none = "".join(string) in _NO_STRINGS or string == alphabet or (len(string) > 1 and len(set(string)) == 1)
    return string if 1 <= len(string) <= LONGEST and set(string) <= set(alphabet) and not is_none else None
