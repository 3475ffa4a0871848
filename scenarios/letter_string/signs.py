"""Writes the strings of signs in a reply in letters, so that they are read as strings of letters are."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from helm_creativity.scenarios.letter_string.items import String

MARKS = "\"'`*_‘’“”„«»「」『』"
"""Quotes and emphasis."""

# Letters of a script that nobody can read: no reply is written in it.
_FIRST_LETTER = 0x10600
_HTML = re.compile(r"&(?:amp|lt|gt|quot|#39|#x27);")
_ESCAPES = re.compile(r"\\(?=[^\w\s]|_)")
FENCE = re.compile(r"(?m)^[ \t]*(?:```\w*|~~~)[ \t]*$|^([^\w\s])\1{3,}[ \t]*$")
_ARROWS = re.compile(r"(?<!\S)[-=]{1,4}>(?!\S)")
_BRACKETS = re.compile(r"(?<=[\[［【])[^\[\]［］【】]{2,120}(?=[\]］】])")
_QUOTED = re.compile(r"(?P<mark>\*\*|[\"'`])\S(?P=mark)(?:[,;]?\s+(?P=mark)\S(?P=mark))+")
_LISTED = re.compile(r"\S(?:[,;] \S)+")
# Of signs some of which are spaced and some are not: an escape, or emphasis.
_DOUBTFUL = re.compile(r"\\|\*\*|__|~~|``")
_ENCLOSING = {"(": ")", "{": "}", "<": ">", **{mark: mark for mark in "\"'`*_~$"}}


def in_letters(text: str, alphabet: String, target: String) -> str:
    """The text with spaced letters for the strings in it, ``letters`` says which; signs of prose stay.

    What stands in square brackets is a string if it is signs only. So is a whole reply, and what is three or more
    signs between spaces or commas, or each in quotes, unless it is longer than the target without going on from it:
    then its first or last sign may be a mark.
    """

    def spelt(string: String) -> str:
        return " ".join(letters(alphabet)[alphabet.index(sign)] for sign in string)

    def row_in_letters(row: re.Match[str]) -> str:
        string = elements(row["row"], alphabet)
        before = row.string[max(row.start() - 40, 0) : row.start()].rpartition("\n")[2].split()
        behind = row.string[row.end() : row.end() + 40].partition("\n")[0].split()
        beside = [token for token in (*before[-1:], *behind[:1]) if len(token) > 1]
        is_part = any(set(token) <= {*alphabet, *MARKS, *"[](){}"} for token in beside)
        return row[0] if is_part or not _is_sure(string, target) else f" {spelt(string)} "

    text = FENCE.sub("", _HTML.sub(lambda match: html.unescape(match[0]), text)).strip()
    if "\\" not in alphabet:
        text = _ESCAPES.sub("", re.sub(r"\\[ ,;:]", " ", text))
    whole = elements(text, alphabet)
    if _is_sure(whole, target) and len(set(whole)) > 1:
        return spelt(whole)
    text = _BRACKETS.sub(lambda match: spelt(elements(match[0], alphabet)) or match[0], _ARROWS.sub("→", text))
    return _rows(tuple(sorted(alphabet))).sub(row_in_letters, text)


def letters(alphabet: String) -> String:
    """The letters that stand for the signs of an alphabet."""
    return tuple(chr(_FIRST_LETTER + place) for place in range(len(alphabet)))


def elements(content: str, alphabet: String) -> String:
    """The signs of what is a string or nothing: ``& + = /``, ``&, +, =, /``, ``"&" "+" "=" "/"`` or ``& +=/``."""
    content = content.strip()
    if quoted := _QUOTED.fullmatch(content):
        mark = re.escape(quoted["mark"])
        string = tuple(re.findall(rf"{mark}(\S){mark}", content))
        return string if set(string) <= set(alphabet) else ()
    content = content.strip("".join({*MARKS} - {*alphabet})).strip()
    tokens = content.split()
    if _LISTED.fullmatch(content):
        string = tuple(content[::3])
    else:
        string = tuple("".join(tokens))
        is_close = len(string) > len(tokens) > 1
        is_marked = is_close and (_DOUBTFUL.search(content) or _ENCLOSING.get(content[0]) == content[-1])
        may_be_separated = len(string) > 4 and set(string[1::2]) in ({","}, {";"}, {"|"})
        if is_marked or (not is_close and may_be_separated and string[1] not in string[::2]):
            return ()
    return string if set(string) <= set(alphabet) else ()


def _is_sure(string: String, target: String) -> bool:
    return len(string) > 2 and (len(string) <= len(target) or string[: len(target)] == target)


@lru_cache(maxsize=8)
def _rows(alphabet: String) -> re.Pattern[str]:
    """Three or more signs, and what stands close to their ends."""
    sign = f"[{re.escape(''.join(alphabet))}]"
    quoted = rf"(?P<mark>[\"'`]){sign}(?P=mark)(?:[,;]?\s{{1,9}}(?P=mark){sign}(?P=mark)){{2,}}"
    row = rf"{quoted}|{sign}(?:, {sign}){{2,}}|{sign}(?:[ \t]{{1,9}}{sign}){{2,}}"
    opening = rf"(?<!\S)(?:[^\s{MARKS}]{{0,40}}?[\[({{<>:=［【（])??[{MARKS}$~]{{0,9}}?"
    closing = rf"[\])}}>{MARKS}$~.,;:!?。！？］】）]{{0,9}}(?:<\S{{0,40}})?(?!\S)"
    return re.compile(f"{opening}(?P<row>{row}){closing}")
