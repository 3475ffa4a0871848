"""Writes the strings of signs in a reply as strings of letters, so that they are read as those are."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from helm_creativity.scenarios.letter_string.items import String

MARKS = "\"'`*_‘’“”„«»「」『』"
"""Quotes and emphasis."""

# Letters of a script that nobody can read: no reply is written in it.
_FIRST_LETTER = 0x10600
_HTML = re.compile(r"&(?:amp|lt|gt|quot|#39|#x27);")
_SPACES = re.compile(r"\\[ ,;:]")
_LATEX_SPACES = {r"\,", r"\;", r"\:"}
_ESCAPES = re.compile(r"\\(?=[^\w\s]|_)")
_BRACKETS = re.compile(r"(?<=[\[［【])[^\[\]［］【】]{1,120}(?=[\]］】])")
_TOKEN = re.compile(r"\S+")
_OPENING = re.compile(rf"[\[({{<{MARKS}$]*")
_BEFORE = re.compile(rf"(?:\S*[\[({{<>:=［【（])?[{MARKS}$]*")
_BEHIND = re.compile(rf"[\])}}>{MARKS}$.,;:!?。！？］】）]*(?:<\S*)?")
# Arrows, rules of tables, headings.
_NO_SIGNS = re.compile(r"[-=]{1,4}>|[|:-]+|##+")
_RUN = re.compile(r"[fb]o+[lb]|oo+[lb]|[fb]oo+|ooo+|[^o]")
_NAMED = re.compile(rf"\b(?:answer|solution|result|output|string|sequence|it)[{MARKS}]{{0,3}}[ \t]{{1,9}}$")
_ENCLOSING = {"(": ")", "[": "]", "{": "}", "<": ">", **{mark: mark for mark in "\"'`*_$"}}
_STOPS = ".,;:!?"
_QUOTES = ("**", '"', "'", "`")


def in_letters(text: str, alphabet: String) -> str:
    """The text with spaced letters for the strings in it, ``letters`` says which; signs of prose stay.

    What stands in square brackets is a string if it is signs only. Elsewhere three or more are that stand alone between
    spaces, between commas, or each in quotes; without spaces they are where nothing encloses them that the alphabet
    has too. Signs some of which are spaced and some are not are a string if they are the whole reply.
    """
    text = _HTML.sub(lambda match: html.unescape(match[0]), text)
    if string := _whole(text.strip(), alphabet):
        return _spelt(string, alphabet)
    text = _BRACKETS.sub(lambda match: _spelt(elements(match[0], alphabet), alphabet) or match[0], text)
    if "\\" in text and "\\" not in alphabet:
        text = _ESCAPES.sub("", _SPACES.sub(" ", text))
        text = _BRACKETS.sub(lambda match: _spelt(elements(match[0], alphabet), alphabet) or match[0], text)
    text = _rows(tuple(sorted(alphabet))).sub(lambda match: _spelt(_listed(match[0], alphabet), alphabet), text)
    return "\n".join(_line(line, alphabet) for line in text.split("\n"))


def letters(alphabet: String) -> String:
    """The letters that stand for the signs of an alphabet."""
    return tuple(chr(_FIRST_LETTER + place) for place in range(len(alphabet)))


def elements(content: str, alphabet: String) -> String:
    """The signs of what is a string or nothing, as it stands in brackets; () for nothing."""
    content = content.strip()
    tokens = content.split()
    if string := _spaced(tokens, alphabet) or _listed(content, alphabet):
        return string
    if len(tokens) > 1 and any("\\" in token for token in tokens if len(token) > 1):
        return _unescaped(tokens, alphabet)
    for mark in ("**", "__", *"\"'`*_") if len(tokens) > 2 else ():
        is_marked = len(tokens[0]) == len(tokens[-1]) == len(mark) + 1 and content.startswith(mark)
        inner = content[len(mark) :].removesuffix(mark).split()
        if is_marked and content.endswith(mark) and (string := _spaced(inner, alphabet)):
            return string
    string = tuple(symbol for symbol in content if symbol in alphabet or symbol not in MARKS + " \t\n")
    return string if set(string) <= set(alphabet) else ()


def _whole(text: str, alphabet: String) -> String:
    """The signs of a reply that is nothing else, as people type them: ``& +=/``; () where some may mean more."""
    tokens = text.split()
    if string := _spaced(tokens, alphabet) or _listed(text, alphabet):
        return string
    is_enclosed = bool(tokens) and min(len(tokens[0]), len(tokens[-1])) > 1 and _ENCLOSING.get(text[0]) == text[-1]
    if len(tokens) < 2 or "\n" in text or is_enclosed or not set("".join(tokens)) <= set(alphabet):
        return ()
    is_other = any(_NO_SIGNS.fullmatch(token) or len(token) > len(set(token)) == 1 for token in tokens)
    ends = len(tokens[-1]) > 1 and (text[-1] in ".,;:?" or text.endswith("!!"))
    return () if is_other or ends else tuple("".join(tokens))


def _spaced(tokens: Sequence[str], alphabet: String) -> String:
    return tuple(tokens) if set(tokens) <= set(alphabet) else ()


def _unescaped(tokens: Sequence[str], alphabet: String) -> String:
    r"""The signs of a spaced string with backslashes before some; those in ``! \, % \, &`` are spaces."""
    if len(tokens) > 4 and set(tokens[1::2]) <= _LATEX_SPACES and _LATEX_SPACES.isdisjoint(tokens[::2]):
        tokens = tokens[::2]
    return _spaced([_ESCAPES.sub("", token) if len(token) == 2 else token for token in tokens], alphabet)


def _listed(content: str, alphabet: String) -> String:
    """The signs of what is between separators, or each in quotes."""
    if not _rows(tuple(sorted(alphabet))).fullmatch(content):
        return ()
    for mark in map(re.escape, _QUOTES):
        if re.fullmatch(rf"(?:{mark}\S{mark}[\s,;]*)+", content):
            return tuple(re.findall(rf"{mark}(\S){mark}[\s,;]*", content))
    every_third = tuple(content[::3])
    if set(content[1::3]) in ({","}, {";"}) and set(content[2::3]) == {" "} and set(every_third) <= set(alphabet):
        return every_third
    return tuple(symbol for symbol in content.replace("and", "") if symbol in alphabet)


def _spelt(string: String, alphabet: String) -> str:
    return " ".join(letters(alphabet)[alphabet.index(symbol)] for symbol in string)


def _line(line: str, alphabet: String) -> str:
    """A line with letters for the signs that stand alone between spaces, or without any."""
    tokens = list(_TOKEN.finditer(line))
    kinds = "".join(_kind(token[0], alphabet) for token in tokens)
    written, end = [], 0
    for match in _RUN.finditer(kinds):
        first, last = tokens[match.start()], tokens[match.end() - 1]
        if first is last:
            start, string = _compact(first[0], alphabet, ends_a_sentence=len(tokens) > 1)
            start += first.start()
            stop = start + len(string)
        else:
            start, stop = first.end() - 1, last.start() + 1
            string = tuple(line[start:stop].split())
            beside = kinds[max(match.start() - 1, 0) : match.start()] + kinds[match.end() : match.end() + 1]
            if "g" in beside or not _is_apart(first[0][:-1], last[0][1:], alphabet):
                string = ()
            elif string[0] == "=" and _NAMED.search(line[max(start - 40, 0) : start]):  # "Answer = & + = /"
                start, string = start + 1, string[1:]
        if string:
            written += [line[end:start], _spelt(string, alphabet)]
            end = stop
    return "".join([*written, line[end:]])


def _kind(token: str, alphabet: String) -> str:
    """o: one sign; f, l or b: one, with what opens before it, closes behind it, or both; g: several; x: else."""
    if token in alphabet:
        return "o"
    if _NO_SIGNS.fullmatch(token):
        return "x"
    is_of_signs = set(token) <= set(alphabet)
    opening = _OPENING if is_of_signs else _BEFORE
    is_first = token[-1] in alphabet and opening.fullmatch(token, 0, len(token) - 1)
    is_last = token[0] in alphabet and _BEHIND.fullmatch(token, 1)
    if is_first or is_last:
        return "b" if is_first and is_last else "f" if is_first else "l"
    return "g" if is_of_signs else "x"


def _is_apart(before: str, behind: str, alphabet: String) -> bool:
    """Whether what opens and closes is no part of the string: not in the alphabet, stops, or a pair."""
    mates = [_ENCLOSING[symbol] for symbol in takewhile(_ENCLOSING.__contains__, reversed(before))]
    closing = [symbol for symbol in behind if symbol not in _STOPS]
    if set(alphabet).isdisjoint({*before, *closing}):
        return True
    return bool(mates) and closing[: len(mates)] == mates


def _compact(token: str, alphabet: String, ends_a_sentence: bool) -> tuple[int, String]:
    """Where the signs of a string without spaces begin, and they; () if some may enclose it or end a sentence."""
    match = _enclosed(tuple(sorted(alphabet))).fullmatch(token)
    if match is None or _NO_SIGNS.fullmatch(match[1]) or len(set(match[1])) == 1:
        return 0, ()
    is_part_of_prose = ends_a_sentence and match[1][-1] in ".,;:?"
    if is_part_of_prose or _ENCLOSING.get(match[1][0]) == match[1][-1]:
        return 0, ()
    return match.start(1), tuple(match[1])


@lru_cache(maxsize=8)
def _enclosed(alphabet: String) -> re.Pattern[str]:
    """Three to twelve signs, with what is not in the alphabet around them."""
    opening, marks, closing = (
        re.escape("".join(symbol for symbol in symbols if symbol not in alphabet))
        for symbols in ("\\[({<>:=", MARKS + "$", "\\])}>.,;:!?" + MARKS + "$")
    )
    sign = f"[{re.escape(''.join(alphabet))}]"
    return re.compile(rf"(?:\S*[{opening}])?[{marks}]*({sign}{{3,12}})[{closing}]*(?:<\S*)?")


@lru_cache(maxsize=8)
def _rows(alphabet: String) -> re.Pattern[str]:
    """Three or more signs between separators, or each in quotes."""
    sign = f"[{re.escape(''.join(alphabet))}]"
    separators = "".join(separator for separator in ",;|·-" if separator not in alphabet)
    gap = r"[ \t]{1,9}and[ \t]{1,9}"
    if separators:
        gap = rf"(?:[ \t]{{0,9}}[{re.escape(separators)}]\s{{0,9}}(?:and[ \t]{{1,9}})?|{gap})"
    # A separator that the alphabet has too stands close to the sign before it.
    rows = [f"{sign}(?:{separator} {sign}){{2,}}" for separator in ",;"] + [f"{sign}(?:{gap}{sign}){{2,}}"]
    for mark in map(re.escape, _QUOTES):
        rows.insert(0, rf"{mark}{sign}{mark}(?:[ \t]{{0,9}}[,;]?\s{{0,9}}{mark}{sign}{mark}){{2,}}")
    before, behind = rf"(?<![^\s\[({{:>={MARKS}$])", rf"(?=[\])}}{MARKS}$.,;:!?]{{0,9}}(?:\s|\Z|[<(]))"
    return re.compile(f"{before}(?:{'|'.join(rows)}){behind}")
