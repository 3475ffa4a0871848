"""Finds the string that a reply gives as its answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from helm_creativity.parsing.offered import MARKS, one_word
from helm_creativity.parsing.text import clean
from helm_creativity.scenarios.letter_string.measure import similarity
from helm_creativity.scenarios.letter_string.rules import String

LONGEST = 12
"""Characters of an answer, twice as many as the longest right one has; what is longer is an alphabet."""

_SPACES = re.compile(r"\\(?:[ ,;:!]|q?quad\b|(?:text|math)[a-z]*\b)")
_PLACEHOLDERS = frozenset({"answer", "string", "result", "output", "stop", "end", "done", "inst", "none", "unknown"})
_ESCAPES = re.compile(r"\\(?=[^\w\s])")
_ARROWS = re.compile(r"(?<![-=])[-=]{1,4}>|⇒")
_GAP = rf"[{MARKS}]*(?:[ \t]*[,;·|]\s*(?:and\s+)?|[ \t]+|-)[{MARKS}]*"
_AND = re.compile(r"\band\b")
_ONE_IN_BRACKETS = re.compile(r"(?<=(?<!\w)[a-z] )\[([a-z])\]")
_WORD = re.compile(r"(?<!\w)[a-z]{2,12}(?!\w)")
_CALLED_OUT = re.compile(r"(\S(?:\s+\S){2,})!+")
# Signs at a string's front that belong to what stands before it: "Sure! & + =", "answer = & + =", "## & + =".
_NOT_ITS_OWN = (
    (re.compile(r"\w\Z"), re.compile(r"[!=](?=[^\s!=])|[^\w\s]+\s+")),
    (
        re.compile(rf"\b(?:answer|solution|result|output|string|sequence|it)[{MARKS}]*[ \t]+\Z"),
        re.compile(rf"==?[\s{MARKS}]+"),
    ),
    (re.compile(r"(?:^|\n)[ \t]*\Z"), re.compile(r"#{2,6}[ \t]+")),
)
_OPEN, _CLOSE = rf"[\s{MARKS}\[({{]*", rf"[\s{MARKS}\])}}]*"
_OPENED = re.compile(rf"[\[({{][\s{MARKS}]*$")
_CLOSED = re.compile(rf"[\s{MARKS}]*[\])}}]")
_ANNOUNCED = re.compile(
    r"\b(?:answer|solution|result|output|(?:missing|changed|new|final) (?:string|piece|part))\b"
    rf"[^.!?\n]{{0,80}}?(?:\b(?:is|be|becomes)\b|[:=→]){_OPEN}$"
)
_DENIED = re.compile(rf"\b(?:not|instead of|rather than){_OPEN}$")
_ASKED = re.compile(rf"{_CLOSE}\?")
_CORRECTED = re.compile(
    r"\b(?:wait|correction|on second thoughts?|let me correct|i made an? (?:mistake|error)"
    r"|actually,? (?:it|that|the (?:answer|result)))\b"
)
_LINK = re.compile(r"→|\b(?:becomes?|so|and)\b")
_OR = re.compile(rf"{_CLOSE},?\s*or{_OPEN}")
_BECOMES = (
    r"(?:→|\b(?:(?:would|will|should|must|thus|then|now)\s){0,2}(?:becomes?|turns? into|changes? (?:in)?to|gives)\b)"
)
_STEP = re.compile(rf"{_CLOSE}{_BECOMES}{_OPEN}")
_IT_BECOMES = re.compile(rf"\b(?:it|(?:the|this|our) (?:target |new )?string)\s{_BECOMES}{_OPEN}$")
_STAYS = re.compile(rf"{_CLOSE}\s(?:all\s)?(?:stay|remain|are unchanged|are kept)")
_CHOICES = re.compile(r"[\s\W]*(?:\b(?:[a-d]|\d{1,2})[.):][\s\W]*)?")
_REACH = 120
# An exclamation mark may be a symbol.
_SENTENCE_END = re.compile(r"[.?\n]")

_BRACKETED, _PARTED, _LIKE, _UNLIKE = 3, 2, 1, 0


class _Found(NamedTuple):
    """A string in a reply: its characters, where it begins and ends, and how sure it is that it is one.

    ``trust`` is highest in brackets, then where characters are separated, then for a word that is like a string of the
    analogy. Another word in brackets may be a heading, or a sign that a model ends with.
    """

    string: String
    start: int
    end: int
    trust: int


def read_string(text: str, alphabet: String, example: Collection[String], target: String) -> String | None:
    """The string that a reply gives as its answer.

    A string is three or more characters of the alphabet, separated by spaces, commas or hyphens; a word that is like a
    string of the analogy; or, where there is nothing else, any word in brackets. In order of trust: what stands behind
    the last "the answer is" or "answer:", if it is not the example's; the string that the reply begins with, be it
    behind a copy of the question; what the target becomes; the last one in brackets; the last one. What the reply
    denies ("not"), asks, or takes back ("wait") counts only where there is no other string, and so do those that
    repeat the question: then the target was copied. Of two strings with "or" between them, or of several that are
    numbered and nothing else, none is the answer. A reply that is one word, or characters and nothing else, is that
    string, however short.

    Args:
        text: the reply, without thoughts.
        alphabet: of the item; letters in lower case.
        example: the item's strings before and after their change, and
        target: the one to be changed, all of which a reply may repeat.

    Returns:
        Up to 12 characters; None if the reply gives no string.
    """
    shown = {*example, target}
    body = _plain(text)
    found = _meant(body, sorted(_strings(body, alphabet, shown), key=lambda one: one.start), target, shown)
    if not found:
        return _whole(body, alphabet)
    if _are_choices(body, found):
        return None
    answer = _announced(body, found, example, shown) or _offered(body, found, target, shown) or found[-1]
    return None if any(one.string != answer.string and _is_or(body, one, answer) for one in found) else answer.string


def _announced(
    body: str, found: Sequence[_Found], example: Collection[String], shown: Collection[String]
) -> _Found | None:
    """What is announced as the answer; where that is the target, what the same sentence makes of it."""
    announced = [i for i, one in enumerate(found) if one.string not in example and _is_announced(body, one)]
    if not announced:
        return None
    first, *rest = found[announced[-1] :]
    sentence = (one for one in rest if not _SENTENCE_END.search(body, first.end, one.start))
    return next((one for one in (first, *sentence) if one.string not in shown), first)


def _offered(body: str, found: Sequence[_Found], target: String, shown: Collection[String]) -> _Found | None:
    """What does not repeat the question: the first if the reply begins with it, what the target becomes, or the last.

    A reply that begins with a change of another string than the target gives an example of its own.
    """
    own = _most_trusted([one for one in found if one.string not in shown])
    if own and _begins(body, found, own[0]):
        last = _last_step(body, own)
        if last is own[0] or found[0] is not own[0]:
            return last
    return _became(body, found, target, shown) or max(own, key=lambda one: (one.trust, one.start), default=None)


def _became(body: str, found: Sequence[_Found], target: String, shown: Collection[String]) -> _Found | None:
    """What the target becomes, or "it" where no other string was spoken of; the last step of the change."""
    changes = [
        i
        for i, one in enumerate(found)
        if one.string not in shown
        and (
            (i and found[i - 1].string == target and _STEP.fullmatch(body, found[i - 1].end, one.start))
            or (not (i and found[i - 1].string not in shown) and _stands_behind(_IT_BECOMES, body, one))
        )
    ]
    return _last_step(body, found[changes[-1] :]) if changes else None


def _plain(text: str) -> str:
    """Lower case and one kind of arrow, without what LaTeX, Markdown and HTML write before signs."""
    body = _ESCAPES.sub("", _SPACES.sub(" ", clean(text))).replace("&amp;", "&")
    return _ONE_IN_BRACKETS.sub(r"\1", _ARROWS.sub("→", body).casefold())


def _meant(body: str, found: Sequence[_Found], target: String, shown: Collection[String]) -> Sequence[_Found]:
    """Without what the reply denies, asks or takes back, where a string is left that does not repeat the question."""
    kept = [one for one in found if not (_stands_behind(_DENIED, body, one) or _is_aside(body, one, target))]
    if all(one.string in shown for one in kept):
        kept = list(found)
    again = max((match.end() for match in _CORRECTED.finditer(body)), default=0)
    later = [one for one in kept if one.start >= again]
    examples = {
        each
        for one, other in pairwise(later)
        if {one.string, other.string}.isdisjoint(shown) and _STEP.fullmatch(body, one.end, other.start)
        for each in (one, other)
    }
    new = (one for one in later if one.string not in shown and one not in examples)
    is_new = any(one.trust == _BRACKETED or _is_announced(body, one) for one in new)
    return later if is_new else kept


def _is_aside(body: str, one: _Found, target: String) -> bool:
    """Whether it is asked, or is a part of a string that stays by the reply."""
    return bool(_ASKED.match(body, one.end) or (len(one.string) < len(target) and _STAYS.match(body, one.end)))


def _are_choices(body: str, found: Sequence[_Found]) -> bool:
    """Whether a reply is several strings with a number or letter before each, and nothing else."""
    ends = [0, *(one.end for one in found)]
    gaps = [body[end : one.start] for end, one in zip(ends, found, strict=False)]
    marked = all(re.search(r"\w", gap) and _CHOICES.fullmatch(gap) for gap in gaps)
    return len({one.string for one in found}) > 1 and marked and not re.search(r"\w", body[ends[-1] :])


def _most_trusted(own: Sequence[_Found]) -> list[_Found]:
    """Words only where no characters are separated, and words that are like nothing only where there is no other."""
    least = min(max((one.trust for one in own), default=0), _PARTED)
    return [one for one in own if one.trust >= least]


def _begins(body: str, found: Sequence[_Found], first: _Found) -> bool:
    """Whether nothing but strings, arrows and the like stands before it."""
    place, between = 0, []
    for one in found:
        if one.start < first.start:
            between.append(body[place : one.start])
            place = one.end
    between.append(body[place : first.start])
    return not re.search(r"\w", _LINK.sub(" ", " ".join(between)))


def _last_step(body: str, own: Sequence[_Found]) -> _Found:
    """The end of the chain of changes, x → y → z, that the first string begins."""
    last = own[0]
    for one in own[1:]:
        if not _STEP.fullmatch(body, last.end, one.start):
            break
        last = one
    return last


def _is_or(body: str, one: _Found, other: _Found) -> bool:
    """Whether a reply leaves open which of two neighbours it means."""
    first, second = sorted((one, other), key=lambda each: each.start)
    return bool(_OR.fullmatch(body, first.end, second.start))


def _is_announced(body: str, one: _Found) -> bool:
    return _stands_behind(_ANNOUNCED, body, one)


def _stands_behind(words: re.Pattern[str], body: str, one: _Found) -> bool:
    return bool(words.search(body[max(one.start - _REACH, 0) : one.start]))


def _strings(body: str, alphabet: String, shown: Collection[String]) -> Iterator[_Found]:
    """All strings of a reply."""
    for match in _in_a_row("".join(sorted(alphabet))).finditer(body):
        start, end = match.span()
        is_bracketed = _is_bracketed(body, start, end)
        start = start if is_bracketed else _own_start(body, start, end)
        if not is_bracketed and (call := _CALLED_OUT.fullmatch(body, start, end)):
            end = call.end(1)
        string = tuple(one for one in _AND.sub("", body[start:end]) if one in alphabet)
        # A line of one sign is a rule, or opens code.
        if string != alphabet and 2 < len(string) <= LONGEST and (is_bracketed or len(set(string)) > 1):
            yield _Found(string, start, end, _BRACKETED if is_bracketed else _PARTED)
    if not alphabet[0].isalpha():
        return
    like = {word for word in set(_WORD.findall(body)) if any(_is_like(word, one) for one in shown)}
    for match in _WORD.finditer(body):
        word, is_bracketed = match[0], _is_bracketed(body, *match.span())
        if is_bracketed and (word in like or word not in _PLACEHOLDERS):
            yield _Found(tuple(word), *match.span(), _BRACKETED if word in like else _UNLIKE)
        elif not is_bracketed and word in like and len(word) > 3:
            yield _Found(tuple(word), *match.span(), _LIKE)


def _own_start(body: str, start: int, end: int) -> int:
    """Where a string begins, behind signs that belong to the words or the line before it."""
    for before, sign in _NOT_ITS_OWN:
        if before.search(body[max(start - _REACH, 0) : start]) and (extra := sign.match(body, start, end)):
            return extra.end()
    return start


def _is_bracketed(body: str, start: int, end: int) -> bool:
    return bool(_OPENED.search(body[max(start - 9, 0) : start]) and _CLOSED.match(body, end))


def _is_like(word: str, string: String) -> bool:
    """Whether a word is no other than a string: of the same letters, or half of it unchanged."""
    return sorted(word) == sorted(string) or similarity(word, string) >= 50


@lru_cache(maxsize=8)
def _in_a_row(alphabet: str) -> re.Pattern[str]:
    """Three or more characters; letters must be separated, otherwise every word would be a string."""
    one = f"[{re.escape(alphabet)}]"
    if alphabet.isalpha():
        return re.compile(rf"(?<![^\W_]){one}(?:{_GAP}{one}){{2,}}(?![^\W_])")
    return re.compile(rf"{one}(?:(?:{_GAP})?{one}){{2,}}")


def _whole(body: str, alphabet: String) -> String | None:
    """A word that is the whole reply, or characters that are."""
    parts = re.sub(rf"[\[\](){{}}.,;{MARKS}-]", " ", body).split()
    alone = not alphabet[0].isalpha() or max(map(len, parts), default=0) == 1
    string = tuple("".join(parts) if alone else one_word(body))
    is_none = "".join(string) in _PLACEHOLDERS or string == alphabet or (len(string) > 1 and len(set(string)) == 1)
    return string if 1 <= len(string) <= LONGEST and set(string) <= set(alphabet) and not is_none else None
