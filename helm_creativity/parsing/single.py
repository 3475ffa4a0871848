"""A reply's one word, where one word was asked, and whether it is the word that counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from helm_creativity.parsing.arrays import find_arrays
from helm_creativity.parsing.containers import entry_text
from helm_creativity.parsing.labels import ANSWER, CHOSEN, HERE, IN_ASIA, INTRODUCED, NAMED, UNFINISHED
from helm_creativity.parsing.leads import first_turn, in_shell, is_idle, summed, without_leads
from helm_creativity.parsing.offered import (
    MARKS,
    REACH,
    SECTIONS,
    TALK,
    VAGUE,
    answer_words,
    bare,
    line_words,
    one_word,
)
from helm_creativity.parsing.turns import own_turn

_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)[^\n`]*$", re.MULTILINE)
_LINE_MARK = re.compile(r"\s*(?:(?:[-*+•>]|#{1,6}|\d{1,2}[.)]|\(?[A-Da-d]\)|[B-D]\.)\s+)*")
_BOXED = re.compile(r"\\boxed\{\s{0,20}(?:\\text\w{0,5}\{)?(?P<word>[^{}\n]{1,80})\}")
_KEYS = ("answer", "solution", "word", "result", "response", "output")
_BEING = re.compile(r"(?:you are|you['’]re|i am|i['’]m) (?:an?|the) (?P<word>\S{1,40})", re.IGNORECASE)
_WRITERS = frozenset(
    {"ai", "assistant", "model", "bot", "chatbot", "robot", "machine", "program", "human", "person", "expert", "genius"}
)
_WEAK = VAGUE | {
    *("so", "another", "several", "many", "some", "both", "either", "something", "depends", "stuck", "words", "these"),
    *("using", "trying", "more", "first", "second", "last", "maybe"),
}
_ELSE = re.compile(r"(?:or|alternatively|another(?: one)?|also|alternative)\s?[:,]?\s", re.IGNORECASE)
_BLEND = re.compile(
    rf"(?P<word>[{MARKS}]{{0,3}}[^\W\d_][\w'’-]{{0,40}}[{MARKS}]{{0,3}})\s(?:blends|merges|fuses"
    r"|(?:is|would be) (?:an?|the) (?:\w{1,20} ){0,3}(?:blend|portmanteau|combination|mix|fusion)\b)",
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
    box; the last "answer:" or "the answer is", also in some other languages; the last "I'd go with" or "my pick:"; a
    word first or last in the reply, on a line of its own, with an explanation behind it, or as what others make
    ("smoke + fog = smog"); the last "word:" or "the word that ... is"; the last "here it is:"; a sentence that says of
    its subject that it is the word. The first form that is found decides.

    Talk before all of it ("Sure!") does not count, nor does a next question that a small model goes on with. Where one
    word describes another ("Colour: red") and either may be the answer, there is none.

    Returns:
        The word: NFKC, case folded, without article, quotes, emphasis and final punctuation; a hyphen or one space
        inside is kept. None if the reply gives no word, or several that are not one word and its compounds. Takes time
        linear in the length of the text.
    """
    body = without_leads(own_turn(text))
    if is_idle(body):
        return None
    first = first_turn(body)
    found = _read(first) if first and first != body else []
    found = found if len(found) == 1 else _read(body)
    return found[0] if len(found) == 1 else None


def _read(body: str) -> list[str]:
    """The words of the first form that is found."""
    readings: tuple[Callable[[str], list[str] | None], ...] = (
        *(_structured, _whole, _boxed, _labelled, _chosen),
        *(_alone, _named, _subject),
    )
    return next((words for words in (read(body) for read in readings) if words is not None), [])


def same_word(written: str, accepted: str) -> bool:
    """Whether the word is the accepted one or one of several joined by ``|``; hyphens, spaces, case do not count."""
    word = bare(written)
    return bool(word) and word in {bare(one) for one in accepted.split("|")}


def _unfenced(body: str) -> str:
    """The text without the lines that open and close code."""
    return _FENCE.sub("", body).strip()


def _whole(body: str) -> list[str] | None:
    """The word that is all there is."""
    text = _unfenced(body)
    text = in_shell(text) or text
    if UNFINISHED.search(text) or IN_ASIA.match(text):
        return None
    being = _BEING.fullmatch(text)
    if being and (word := one_word(being["word"])):
        return [] if word in _WRITERS else [word]
    word = one_word(text) if len(text) <= REACH and "\n" not in text else ""
    return [word] if word else None


def _structured(body: str) -> list[str] | None:
    """The answer in JSON: under a telling key, or in brackets that are the whole reply; half a bracket is no answer."""
    if "{" not in body and "[" not in body:
        return None
    arrays = find_arrays(body)
    named = [texts for texts in map(_answer_texts, arrays.strict) if texts is not None]
    if named:
        return [word for text in named[-1] for word in answer_words(text)]
    if arrays.half:
        return [] if _unfenced(body).startswith(("{", "[")) else None
    values = arrays.strict + arrays.loose
    if not values or _unfenced(arrays.rest):
        return None
    entries = values[-1] if isinstance(values[-1], list) else [values[-1]]
    return [word for entry in entries for word in answer_words(entry_text(entry))]


def _answer_texts(value: object) -> list[str] | None:
    """The texts under the most telling key of an object, [] where it holds no text; None without such a key."""
    if not isinstance(value, tuple):
        return None
    keys = [(re.split(r"[\s_-]", key.strip().lower())[-1], inner) for key, inner in value]
    for name in _KEYS:
        for inner in (inner for key, inner in keys if key == name):
            texts = inner if isinstance(inner, list) else [inner]
            deeper = _answer_texts(inner)
            return deeper if deeper is not None else [text for text in texts if isinstance(text, str)]
    return None


def _boxed(body: str) -> list[str] | None:
    """The word in the last box."""
    boxes = _BOXED.findall(body)
    return answer_words(boxes[-1]) if boxes else None


def _labelled(body: str) -> list[str] | None:
    """What stands behind the last label that has a word behind it; several words there are no answer."""
    return next((words for words in _behind(ANSWER, body) if words), None)


def _chosen(body: str) -> list[str] | None:
    """The word that the writer says to have chosen."""
    return _single(CHOSEN, body, _WEAK)


def _named(body: str) -> list[str] | None:
    """The word behind the last weaker label; prose is full of those, so that only a single one counts."""
    return _single(NAMED, body) or _single(HERE, body, _WEAK)


def _single(label: re.Pattern[str], body: str, refused: frozenset[str] = frozenset()) -> list[str] | None:
    """The word behind the last such label that has just one behind it, which is no answer where it is refused."""
    found = (words for words in _behind(label, body) if len(words) == 1 and " " not in words[0])
    return next((words for words in found if words[0] not in refused), None)


def _behind(label: re.Pattern[str], body: str) -> Iterator[list[str]]:
    """The words behind every such label, the last first; a verb can introduce a remark where a colon cannot."""
    text = _unfenced(body)
    for match in reversed(list(label.finditer(text))):
        refused = frozenset() if match[0].rstrip().endswith(":") else VAGUE
        behind = text[match.end() : match.end() + REACH]
        word = summed(behind.strip().split("\n")[0])
        yield [word] if word else answer_words(behind, refused)


def _alone(body: str) -> list[str] | None:
    """The word on the first line, else on the last; several where another line gives another one."""
    lines = [line for line in map(_without_mark, _unfenced(body).split("\n")) if line]
    if not lines:
        return None
    if concluded := _concluded(lines):
        return concluded
    found, rest = _first(lines[0]), lines[1:]
    if not found:
        last = without_leads(lines[-1])
        word = summed(last) or one_word(last)
        found, rest = [word] if word and word not in SECTIONS and not is_idle(last) else [], lines[:-1]
    if len(found) != 1:
        return found or None
    others = [line for line in rest if bare(found[0]) not in bare(line)]
    return found + [word for line in others for word in _others(line)]


def _others(line: str) -> list[str]:
    """The words that another line offers."""
    word = summed(line)
    return [word] if word else line_words(_ELSE.sub("", line), SECTIONS)


def _concluded(lines: list[str]) -> list[str]:
    """The word on the last line that all lines above have led to."""
    word = one_word(lines[-1]) if len(lines) > 2 else ""
    return [word] if word and all(bare(word) in bare(line) for line in lines) else []


def _first(line: str) -> list[str]:
    """The words that a reply begins with."""
    lead = INTRODUCED.match(line)
    if not lead:
        word = summed(line)
        return [word] if word else line_words(line, TALK)
    words = answer_words(line[lead.end() :].replace("?", ".", 1), _WEAK)
    return [] if lead["one"] and [word for word in words if " " in word] else words


def _without_mark(row: str) -> str:
    """The line without bullet, number or heading mark, as far as a word can reach."""
    mark = _LINE_MARK.match(row)
    return row[mark.end() if mark else 0 :].strip()[:REACH]


def _subject(body: str) -> list[str] | None:
    """The subject of the last sentence that says of it that it is the word."""
    opening = _BLEND.match(body)
    subjects = [*filter(None, [opening]), *_SUBJECT.finditer(body)]
    words = (one_word(match["word"]) for match in reversed(subjects))
    return next(([word] for word in words if word and word not in SECTIONS), None)
