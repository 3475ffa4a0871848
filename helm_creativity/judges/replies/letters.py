"""The letter of a reply: "B", "(B)", "B. Similar", "Answer: B", "It is **B**"; not the "A" of "A similar idea"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from helm_creativity.core.types import Response
from helm_creativity.judges.replies.declined import behind_refusal
from helm_creativity.judges.replies.quotes import without_quotes
from helm_creativity.judges.replies.text import Reply, reply_of, unasked, unfound
from helm_creativity.judges.replies.types import Choice, Missing

_ANSWER = (
    r"(?:(?:answer|choice|verdict|conclusion|selection|decision|judge?ment|classification|antwort|réponse|respuesta"
    r"|risposta|resposta|odpověď)(?![A-Za-zÀ-ÿ])|ответ|答案|回答|答え|選択|选择|选项|選項|选|選|정답|답|الإجابة)"
)
_CHOOSE = (
    r"(?:(?:i|i'd|i'll|we) (?:would |will )?(?:choose|select|pick|say|think|go with|answer|opt for)"
    r"|it'?s|it is|it would be|that's)(?![A-Za-z])"
)
_LINK = (
    r"[\"')\]]{0,3}[ \t]{0,3}(?:is|would be|should be|must be|seems to be|es|est|ist|è|é|是|为|為|は|[:=>–—-])?"
    r"[ \t]{0,3}:?\s{0,4}(?:(?:the|clearly|definitely|most likely|probably|likely|therefore|simply|either) )?"
    r"(?:(?:option|choice|letter|answer|category)[ \t]{0,2}:?[ \t]{0,2})?[\"'(\[{<]{0,3}[ \t]{0,2}(?=[A-Za-z])"
)
_FINAL = re.compile(
    rf"\[\[[ \t]{{0,3}}(?=[A-Za-z])|(?<![A-Za-z])(?:final|overall|correct|best) {_ANSWER}{_LINK}", re.IGNORECASE
)
_CORRECTED = re.compile(
    r"\b(?:wait|actually|correction|scratch that|on (?:second thoughts?|reflection)|no)\b[ \t]{0,2}[,:;.…–—-]{0,3}"
    r"\s{1,3}(?:(?:no|actually|it'?s|it is|i'd say|the answer is|rather|make that)[, \t]{1,3}){0,3}"
    r"[\"'(\[]{0,2}(?=[A-Z](?![ \t][a-z]))",
    re.IGNORECASE,
)
_LABEL = re.compile(rf"(?<![A-Za-zÀ-ÿ])(?:{_ANSWER}|{_CHOOSE}){_LINK}", re.IGNORECASE)
_IS_ANSWER = re.compile(
    r"[\"')\]]{0,3}[ \t]{1,3}(?:is|seems|would be)[ \t]{1,3}(?:the )?(?:most |best )?"
    r"(?:answer|choice|option|correct|right|appropriate|fitting|suitable|accurate)\b",
    re.IGNORECASE,
)
_MARKS = r"[ \t\"'(\[{<>#•\-]{0,8}"
_LINE = re.compile(rf"(?m)^{_MARKS}(?=[A-Za-z])")
_LINE_END = re.compile(r"[\"')\]}>.!:。]{0,5}[ \t]{0,5}(?:\n|\Z)")
_ITEM_END = re.compile(r"[\"'}>]{0,3}(?:[.):\]]|[ \t]{0,2}[-–—])")
_WEAK = re.compile(
    r"(?<=[(\[\"])(?=[A-Z][)\]\"])|(?<![A-Za-z])option[ \t]{1,3}[\"'(\[]{0,3}(?=[A-Za-z])"
    r"|\b(?:is|are)[ \t]{1,3}(?=[A-Z][.!)]?\s{0,3}\Z)"
    r"|(?::|\b(?:so|hence|thus|therefore),?)[ \t]{1,3}(?=[A-Z][.!)]?[ \t]{0,3}$)|(?<=[.!?])[ \t]{1,3}(?=[A-Z]\.?\Z)",
    re.IGNORECASE | re.MULTILINE,
)
_STANDS_ALONE = re.compile(r"(?![A-Za-zÀ-ÿ\d+#&^_])(?!'[A-Za-z])(?![-–][A-Za-z\d])(?!/(?![A-Za-z]\b))(?!\.[A-Za-z]\.)")
# What must follow a letter that is also a word, or is a small one.
_ENDS = re.compile(
    r"[\"')\]}>]{0,3}[ \t]{0,3}"
    r"(?:$|[^A-Za-zÀ-ÿ\d \t]|(?:because|since|as|for|due|given|but|with|is the|is correct|here)\b)"
)
_OR = re.compile(
    r"[\"')\]}]{0,3}[ \t]{0,2}(?:/|,|&|or\b|and\b)[ \t]{0,2}(?:or |and )?(?:option )?[\"'(\[{]{0,2}(?=[A-Za-z])"
)
_WORDS = "AI"


class Letter(NamedTuple):
    """A letter that was found.

    Attributes:
        letters: the letter in upper case; two, if another one is offered beside it ("A or B").
        start: where it stands in the reply.
        end: where it ends.
    """

    letters: str
    start: int
    end: int


def read_letter(answer: Response, letters: str, *, rated: Sequence[str] = ()) -> Choice:
    """The letter that a reply chooses.

    In this order: a final one ("Final answer: B", a box); one behind "answer" and its like, or before "is the answer";
    one alone on a line; one at the head of the reply or of a line; one in brackets or quotes, behind "option", or at
    the end of a line behind a colon, "so" or a sentence. Where the first of these forms that occurs has two different
    letters, the reply is ambiguous, except that of several final ones the last counts. The letters as a question lists
    them ("A/B/C/D") are no choice. A small letter needs punctuation or the end of a line behind it, and so does one
    that is a word ("A").

    Of a truncated reply counts only what stands behind a label, alone on a line, or at the head, and not
    the very last letter, which may be the beginning of a word.

    Args:
        answer: the judge's reply.
        letters: the letters offered, such as "ABCD".
        rated: the texts that are being compared; what the reply repeats of them is not read.

    Returns:
        The letter, or why it is missing: AMBIGUOUS where the only one may be a quotation.

    Raises:
        ValueError: if the letters are not two or more different capitals from A to Z.
    """
    if len(set(letters)) != len(letters) or not re.fullmatch("[A-Z]{2,}", letters):
        raise ValueError(f"letters must be two or more different capitals from A to Z, got {letters!r}")
    if reason := unasked(answer):
        return Choice(None, reason)
    whole = reply_of(answer)
    reply = behind_refusal(without_quotes(whole, rated))
    choice = _read(reply, letters)
    if choice is None and reply is not whole and not reply.truncated and _read(behind_refusal(whole), letters):
        return Choice(None, Missing.AMBIGUOUS)
    return choice or Choice(None, unfound(reply))


def _read(reply: Reply, letters: str) -> Choice | None:
    """The letter by the surest form that the reply has; None if it has no form of a letter."""
    listed = rf"(?<![A-Za-z]){'(?:[ ,/|]{1,3}(?:or |and )?)'.join(letters)}(?![A-Za-z])"
    reply = replace(reply, text=re.sub(listed, "\n", reply.text, flags=re.IGNORECASE))
    if corrected := _whole(_behind(_CORRECTED, reply.text, letters), reply):
        return _choice(corrected[-1:])
    forms: list[Callable[[str, str], Iterator[Letter]]] = [_labelled, _alone, _heads]
    if not (reply.truncated or reply.refused):
        forms.append(_weak)
    if final := _whole(_behind(_FINAL, reply.text, letters), reply):
        return _choice(final[-1:])
    for form in forms:
        if found := _whole(form(reply.text, letters), reply):
            return _choice(found)
    return None


def _choice(found: list[Letter]) -> Choice:
    """The letter that all agree on."""
    letters = {letter for one in found for letter in one.letters}
    return Choice(letters.pop()) if len(letters) == 1 else Choice(None, Missing.AMBIGUOUS)


def _whole(found: Iterator[Letter], reply: Reply) -> list[Letter]:
    """The letters that cannot be the beginning of a longer word."""
    return [one for one in found if not (reply.truncated and reply.unfinished(one.end))]


def _letter_at(text: str, position: int, letters: str) -> Letter | None:
    """The letter that stands at the position for itself, with the one offered beside it."""
    if not _stands_alone(text, position, letters):
        return None
    one = text[position]
    beside = _OR.match(text, position + 1)
    if beside and _stands_alone(text, beside.end(), letters) and one.isupper() == text[beside.end()].isupper():
        return Letter((one + text[beside.end()]).upper(), position, beside.end() + 1)
    if (one.islower() or one in _WORDS) and not _ENDS.match(text, position + 1):
        return None
    return Letter(one.upper(), position, position + 1)


def _stands_alone(text: str, position: int, letters: str) -> bool:
    """Whether one of the letters stands at the position and is not the beginning of a word."""
    one = text[position : position + 1]
    return one.isascii() and one.isalpha() and one.upper() in letters and bool(_STANDS_ALONE.match(text, position + 1))


def _behind(pattern: re.Pattern[str], text: str, letters: str) -> Iterator[Letter]:
    """Letters right behind what the pattern finds."""
    for match in pattern.finditer(text):
        if letter := _letter_at(text, match.end(), letters):
            yield letter


def _labelled(text: str, letters: str) -> Iterator[Letter]:
    """Letters behind a label, and those before "is the answer" and its like."""
    yield from _behind(_LABEL, text, letters)
    for match in re.finditer(rf"(?<![A-Za-z\d'-])[{letters}](?![A-Za-z\d])", text):
        if _IS_ANSWER.match(text, match.end()):
            yield Letter(match[0], match.start(), match.end())


def _alone(text: str, letters: str) -> Iterator[Letter]:
    """Letters that are a whole line."""
    return (one for one in _behind(_LINE, text, letters) if _LINE_END.match(text, one.end))


def _heads(text: str, letters: str) -> Iterator[Letter]:
    """The letter at the head of the reply; those at the head of a line with a dot, bracket, colon or dash behind."""
    for one in _behind(_LINE, text, letters):
        if not text[: one.start].strip(" \t\n\"'([{<>#•-") or _ITEM_END.match(text, one.end):
            yield one


def _weak(text: str, letters: str) -> Iterator[Letter]:
    """Letters that stand out of the prose."""
    return (one for one in _behind(_WEAK, text, letters) if text[one.start].isupper())
