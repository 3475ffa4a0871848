"""A reply's one word, where one word was asked, and whether it is the word that counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from helm_creativity.responses.arrays import find_arrays
from helm_creativity.responses.containers import entry_text
from helm_creativity.responses.offered import (
    MARKS,
    REACH,
    SECTIONS,
    TALK,
    VAGUE,
    bare,
    line_words,
    one_word,
    told_words,
)
from helm_creativity.responses.turns import own_turn

_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)[^\n`]*$", re.MULTILINE)
_LINE_MARK = re.compile(r"\s*(?:(?:[-*+•>]|#{1,6}|\d{1,2}[.)])\s+)*")
_BOXED = re.compile(r"\\boxed\{\s{0,20}(?:\\text\w{0,5}\{)?(?P<word>[^{}\n]{1,80})\}")
_KEYS = ("answer", "solution", "word", "result", "response", "output")

_IS = r"(?:is|was|would be|must be|should be|could be|has to be|will be|might be|may be|seems to be|appears to be)"
_JOIN = rf"(?:\s{{0,20}}[:=→]|\s{{1,20}}[-–—]{{1,3}}(?=\s)|\s?—|\s{{1,20}}{_IS}\b(?:\s?:)?|[*_`\s]{{0,20}}\n)"
_BETWEEN = r"[*_`\"]{0,3}(?:\s[^.!?:\n]{1,80}?)??[*_`\"]{0,3}"
_ANSWER = re.compile(rf"\b(?:answer|solution){_BETWEEN}{_JOIN}|^[ \t>*_]*a:", re.IGNORECASE | re.MULTILINE)
_NAMES = r"(?<!compound )\b(?:word|link|connector|guess|response|result|output)"
_NAMED = re.compile(_NAMES + _BETWEEN + _JOIN, re.IGNORECASE)
_SAID = re.compile(
    r"(?:it['’]s|it is|that['’]s|that is|that would be|i think it['’]s|i(?:['’]d| would)? (?:say|guess|choose|go with))"
    r"[\s:]{1,20}",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?:(?:^|[.!?])\s{0,20}|(?<=\n))(?:(?:so|thus|therefore|hence)\b,?\s?)?(?:the (?:\w{1,20} )?(?:answer|word)\s)?"
    rf"(?P<word>[{MARKS}]{{0,3}}[^\W\d_][\w'’-]{{0,40}}[{MARKS}]{{0,3}})\s(?:"
    r"(?:is|would be) the (?:\w{1,20} ){0,3}(?:answer|word|solution|link)\b"
    r"|(?:can be|connects?|combines?|fits?|links?|works?|goes|completes?)\b[^.!?\n]{0,80}?\b(?:all|each|three)\b)",
    re.IGNORECASE,
)


def parse_word(text: str) -> str | None:
    """The one word that a reply gives as its answer.

    In order of trust: JSON that is the whole reply or names its answer; a reply that is nothing but the word; LaTeX's
    box; the last "answer:" or "the answer is"; a word first or last in the reply, on a line of its own or with an
    explanation behind it; the last "word:" or "the word that ... is"; a sentence that says of its subject that it is
    the word. The first form that is found decides.

    Returns:
        The word: NFKC, case folded, without article, quotes, emphasis and final punctuation; a hyphen or one space
        inside is kept. None if the reply gives no word, or several that are not one word and its compounds. Takes time
        linear in the length of the text.
    """
    body = own_turn(text)
    readings: tuple[Callable[[str], list[str] | None], ...] = (
        *(_structured, _whole, _boxed, _labelled),
        *(_alone, _named, _subject),
    )
    found = next((words for words in (read(body) for read in readings) if words is not None), [])
    return found[0] if len(found) == 1 else None


def same_word(given: str, accepted: str) -> bool:
    """Whether the word is the accepted one or one of several joined by ``|``; hyphens, spaces, case do not count."""
    word = bare(given)
    return bool(word) and word in {bare(one) for one in accepted.split("|")}


def _unfenced(body: str) -> str:
    """The text without the lines that open and close code."""
    return _FENCE.sub("", body).strip()


def _whole(body: str) -> list[str] | None:
    """The word that is all there is."""
    text = _unfenced(body)
    word = one_word(text) if len(text) <= REACH and "\n" not in text else ""
    return [word] if word else None


def _structured(body: str) -> list[str] | None:
    """The answer in JSON: under a telling key, or in brackets that are the whole reply; half a bracket is no answer."""
    if "{" not in body and "[" not in body:
        return None
    arrays = find_arrays(body)
    told = [texts for texts in map(_told, arrays.strict) if texts is not None]
    if told:
        return [word for text in told[-1] for word in told_words(text)]
    if arrays.half:
        return [] if _unfenced(body).startswith(("{", "[")) else None
    values = arrays.strict + arrays.loose
    if not values or _unfenced(arrays.rest):
        return None
    entries = values[-1] if isinstance(values[-1], list) else [values[-1]]
    return [word for entry in entries for word in told_words(entry_text(entry))]


def _told(value: object) -> list[str] | None:
    """The texts under the most telling key of an object, [] where it holds no text; None without such a key."""
    if not isinstance(value, tuple):
        return None
    keys = [(re.split(r"[\s_-]", key.strip().lower())[-1], inner) for key, inner in value]
    for name in _KEYS:
        for inner in (inner for key, inner in keys if key == name):
            texts = inner if isinstance(inner, list) else [inner]
            deeper = _told(inner)
            return deeper if deeper is not None else [text for text in texts if isinstance(text, str)]
    return None


def _boxed(body: str) -> list[str] | None:
    """The word in the last box."""
    boxes = _BOXED.findall(body)
    return told_words(boxes[-1]) if boxes else None


def _labelled(body: str) -> list[str] | None:
    """What stands behind the last label that has a word behind it; several words there are no answer."""
    return next((words for words in _behind(_ANSWER, body) if words), None)


def _named(body: str) -> list[str] | None:
    """The word behind the last weaker label; prose is full of those, so that only a single one counts."""
    return next((words for words in _behind(_NAMED, body) if len(words) == 1 and " " not in words[0]), None)


def _behind(label: re.Pattern[str], body: str) -> Iterator[list[str]]:
    """The words behind every such label, the last first; a verb can introduce a remark where a colon cannot."""
    text = _unfenced(body)
    for match in reversed(list(label.finditer(text))):
        refused = frozenset() if match[0].rstrip().endswith(":") else VAGUE
        yield told_words(text[match.end() : match.end() + REACH], refused)


def _alone(body: str) -> list[str] | None:
    """The word on the first line, else on the last; several where another line gives another one."""
    lines = [line for line in map(_without_mark, _unfenced(body).split("\n")) if line]
    if not lines:
        return None
    said = _SAID.match(lines[0])
    found = told_words(lines[0][said.end() :], VAGUE) if said else line_words(lines[0], TALK)
    rest = lines[1:]
    if not found:
        word = one_word(lines[-1])
        found, rest = [word] if word and word not in SECTIONS else [], lines[:-1]
    if len(found) != 1:
        return found or None
    others = [line for line in rest if bare(found[0]) not in bare(line)]
    return found + [word for line in others for word in line_words(line, SECTIONS)]


def _without_mark(row: str) -> str:
    """The line without bullet, number or heading mark, as far as a word can reach."""
    mark = _LINE_MARK.match(row)
    return row[mark.end() if mark else 0 :].strip()[:REACH]


def _subject(body: str) -> list[str] | None:
    """The subject of the last sentence that says of it that it is the word."""
    words = (one_word(match["word"]) for match in reversed(list(_SUBJECT.finditer(body))))
    return next(([word] for word in words if word and word not in SECTIONS), None)
