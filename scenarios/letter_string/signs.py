"""Writes the strings of signs in a reply in letters, so that they are read as strings of letters are."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache

from helm_creativity.scenarios.letter_string.items import String

MARKS = "\"'`*_‘’“”„«»「」『』"
"""Quotes and emphasis."""

# Letters of a script that nobody can read: no reply is written in it.
_FIRST_LETTER = 0x10600
_REACH = 40
_HTML = re.compile(r"&(?:amp|lt|gt|quot|#39|#x27);")
_SPACES = re.compile(r"\\[ ,;:]")
_ESCAPES = re.compile(r"\\(?=[^\w\s]|_)")
_BRACKETS = re.compile(r"(?<=[\[［【])[^\[\]［］【】]{1,120}(?=[\]］】])")
_ENCLOSING = {"(": ")", "{": "}", "<": ">", **{mark: mark for mark in "\"'`*_~$"}}
_QUOTES = ("**", '"', "'", "`")
# Of signs some of which are spaced and some are not: an escape, or emphasis.
_DOUBTFUL = re.compile(r"\\|\*\*|__|~~|``")
_BULLETS = "-*+>#"
# Arrows, rules of tables, headings.
_NO_SIGNS = re.compile(r"[-=]{1,4}>|[|:-]{2,}|##+")
_NAMED = re.compile(rf"\b(?:answer|solution|result|output|string|sequence|it)[{MARKS}]{{0,3}}[ \t]{{1,9}}$")


def in_letters(text: str, alphabet: String, target: String) -> str:
    """The text with spaced letters for the strings in it, ``letters`` says which; signs of prose stay.

    What stands in square brackets is a string if it is signs only, and so is the whole reply. Elsewhere three or more
    signs are between spaces, between separators, each in quotes, or without anything between. Signs that may as well be
    marks around a string, or a part of one, stay.
    """
    text = _HTML.sub(lambda match: html.unescape(match[0]), text).strip()
    if "\\" not in alphabet:
        text = _ESCAPES.sub("", _SPACES.sub(" ", text))
    if _is_one_string(text) and (string := elements(text, alphabet)):
        return "" if _may_be_marked(string, target, True) else _spelt(string, alphabet)
    sign = f"[{re.escape(''.join(alphabet))}]"
    text = re.sub(rf"(?<=(?<!\S){sign} )\[({sign})\](?!\S)", r"\1", text)  # "& + = [/]"
    text = _BRACKETS.sub(lambda match: _spelt(elements(match[0], alphabet), alphabet) or match[0], text)
    return _rows(tuple(sorted(alphabet))).sub(lambda row: _row_in_letters(row, alphabet, target), text)


def letters(alphabet: String) -> String:
    """The letters that stand for the signs of an alphabet."""
    return tuple(chr(_FIRST_LETTER + place) for place in range(len(alphabet)))


def elements(content: str, alphabet: String) -> String:
    """The signs of what is a string or nothing: ``& + = /``, ``&, +, =, /``, ``"&" "+" "=" "/"`` or ``& +=/``."""
    content, tokens = content.strip(), content.split()
    if set(tokens) <= set(alphabet):
        return () if _may_be_separated(tokens) else tuple(tokens)
    row = _rows(tuple(sorted(alphabet))).fullmatch(content)
    if row and row["row"] == content and not row["close"]:
        return _signs(row, alphabet)
    if len(tokens) > 1:
        is_enclosed = min(len(tokens[0]), len(tokens[-1])) > 1 and _is_pair(content)
        if is_enclosed or any(_is_pair(token) for token in tokens if len(token) > 1) or _DOUBTFUL.search(content):
            return ()
    string = tuple(sign for sign in "".join(tokens) if sign in alphabet or sign not in MARKS)
    return string if set(string) <= set(alphabet) else ()


def _is_one_string(reply: str) -> bool:
    """Whether a reply of nothing but signs is one string, however they are spaced, and not arrows, rules or marks."""
    tokens = reply.split()
    if max(map(len, tokens), default=1) == 1:
        return True
    is_no_string = any(_NO_SIGNS.fullmatch(token) or len(token) > len(set(token)) == 1 for token in tokens)
    is_sentence = len(tokens) > 1 < len(tokens[-1]) and (reply[-1] in ".,;:?" or reply.endswith("!!"))
    return not (is_no_string or is_sentence or "\n" in reply or _is_pair(reply))


def _row_in_letters(row: re.Match[str], alphabet: String, target: String) -> str:
    start, end = row.span("row")
    before = row.string[max(row.start() - _REACH, 0) : row.start()].rpartition("\n")[2]
    behind = row.string[row.end() : row.end() + _REACH].partition("\n")[0]
    string = _signs(row, alphabet)
    if string[0] == "=" and not row["close"] and not row["opening"] and _NAMED.search(before):  # "Answer = & + = /"
        start, string = start + 1, string[1:]
    beside = (*before.split()[-1:], *behind.split()[:1])
    may_be_other = (
        any(_is_part(token, alphabet) or (row["close"] and token in alphabet and token != "=") for token in beside)
        or not _is_around(row["opening"], row["closing"], before, alphabet)
        or _may_be_marked(string, target, not before.strip())
        or _may_be_separated(string)
    )
    if row["close"]:
        is_in_prose = string[-1] in ".,;:?" and bool((before + behind).strip())
        may_be_other = may_be_other or len(set(string)) == 1 or is_in_prose or _is_pair(row["row"])
    if may_be_other:
        return row[0]
    return f"{row.string[row.start() : start]} {_spelt(string, alphabet)}{row.string[end : row.end()]}"


def _is_part(token: str, alphabet: String) -> bool:
    signs = token.strip(f"[](){{}}{MARKS}") or token
    is_signs = len(token) > 1 and set(signs) <= set(alphabet) and not _NO_SIGNS.fullmatch(token)
    return is_signs or token.isdigit() or token in {*"?_…$*"}


def _is_around(opening: str, closing: str, before: str, alphabet: String) -> bool:
    """Whether what stands close to a string's ends is no part of it: not in the alphabet, a stop, or a pair."""
    closing = re.sub("[.,;:!?]", "", closing)
    if set(alphabet).isdisjoint(opening + closing):
        return True
    if not opening:  # "**Answer: & + = /**"
        return before.count(closing) % 2 == 1
    pairs = re.findall(r"[({<\"'`*_~$](?=[({<\"'`*_~$]*$)", opening)
    return bool(pairs) and closing.startswith("".join(_ENCLOSING[mark] for mark in reversed(pairs)))


def _is_pair(text: str) -> bool:
    return _ENCLOSING.get(text[0]) == text[-1]


def _may_be_marked(string: String, target: String, begins_line: bool) -> bool:
    """Whether a string may be one with marks around it, or with a bullet before it.

    It may if it is longer than the target and not because something was added to that.
    """
    is_longer = len(string) > len(target) and string[: len(target)] != target
    return is_longer and ((begins_line and string[0] in _BULLETS) or _is_pair("".join(string)))


def _may_be_separated(signs: Sequence[str]) -> bool:
    """Whether every second sign may be a separator: ``& , + , =``."""
    return len(signs) > 4 and set(signs[1::2]) in ({","}, {";"}, {"|"}) and signs[1] not in signs[::2]


def _spelt(string: String, alphabet: String) -> str:
    return " ".join(letters(alphabet)[alphabet.index(sign)] for sign in string)


def _signs(row: re.Match[str], alphabet: String) -> String:
    if row["quoted"]:
        mark = re.escape(next(mark for mark in _QUOTES if row["quoted"].startswith(mark)))
        return tuple(re.findall(rf"{mark}(\S){mark}", row["quoted"]))
    if row["commas"]:
        return tuple(row["commas"][::3])
    return tuple(sign for sign in row["row"].replace("and", "") if sign in alphabet)


@lru_cache(maxsize=8)
def _rows(alphabet: String) -> re.Pattern[str]:
    """Three or more signs, and what stands close to their ends; close ones twelve at most."""
    sign, mark, separator = (
        f"[{re.escape(''.join(signs))}]" if signs else "(?!)"
        for signs in (alphabet, sorted({*MARKS} - {*alphabet}), sorted({*",;|·-"} - {*alphabet}))
    )
    sign = rf"(?![-=]{{1,4}}>){sign}"
    marked, blank = f"{mark}{{0,3}}{sign}{mark}{{0,3}}", r"[ \t]{1,9}"
    quoted = "|".join(
        rf"{quote}{sign}{quote}(?:[ \t]{{0,9}}[,;]?\s{{0,9}}{quote}{sign}{quote}){{2,}}"
        for quote in map(re.escape, _QUOTES)
    )
    lists = (
        rf"(?P<quoted>{quoted})",
        # A comma that the alphabet has too stands close to the sign before it.
        rf"(?P<commas>{sign}(?:, {sign}){{2,}}|{sign}(?:; {sign}){{2,}})",
        rf"{marked}(?:(?:[ \t]{{0,9}}{separator}\s{{0,9}}(?:and[ \t]{{1,9}})?|{blank}and{blank}){marked}){{2,}}",
        rf"{marked}(?:{blank}{marked}){{2,}}",
        rf"(?P<close>{sign}{{3,12}})(?!\S{{0,9}}[ \t]+{sign}(?!\S))",
    )
    opening = rf"(?<!\S)(?P<opening>(?:[^\s{MARKS}]{{0,{_REACH}}}?[\[({{<>:=［【（])??[{MARKS}$~]{{0,9}}?)"
    closing = rf"(?P<closing>[\])}}>{MARKS}$~.,;:!?。！？］】）]{{0,9}})(?:<\S{{0,{_REACH}}})?(?!\S)"
    return re.compile(f"{opening}(?P<row>{'|'.join(lists)}){closing}")
