"""One line of an answer in which paths are written as lines: its number, and the triples it consists of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from helm_creativity.parsing.path_brackets import BracketText
from helm_creativity.parsing.path_strings import QUOTES, tidy
from helm_creativity.parsing.triples import Triple

OPENS, CLOSES = "\x01", "\x02"
"""Lines of their own, where a path in tags begins and ends."""

_SIGN = re.compile(rf"[\[({{\])}},，{QUOTES}]")
_OPENING, _CLOSING = "([{", ")]}"
_BRACKETS_AND_COMMAS = "([{)]},，"
_QUOTED = {'"': '"', "“": "”", "„": "“”", "«": "»", "「": "」", "'": "'", "‘": "’"}
_BEFORE_A_PART = re.compile(r"[(\[{,，]\s{0,9}\Z")
_BEHIND_A_PART = re.compile(r"\s{0,9}[,，)\]}]")
_GAP = re.compile(r"(?:[\s,，;|&+*_`.→⟶➔➜⇒>=–—-]|\b(?:and|then)\b)*", re.IGNORECASE)
_ARROW = re.compile(r"[-—]{1,3}>|={1,3}>|[→⟶➔➜⇒]")
_ARROW_LAST = re.compile(r"(?:->|=>|[→⟶➔➜⇒])[\s*_`]{0,9}\Z")
_STEM = re.compile(r"-{2,3}|—|-(?=\[)|(?<=\])-")
_MARKER = re.compile(
    r"[\s>#*_`]{0,40}(?P<bullet>(?<!\S)[-•–+‣◦]\s{1,20})?[*_`#]{0,9}"
    r"(?:(?P<word>path|chain|connection|route)[\s_#]{0,4}(?P<word_number>\d{1,4})(?!\w)"
    r"|[\"“]?(?P<number>\d{1,3})[\"”]?[.):](?!\d)|[(\[](?P<boxed>\d{1,2})[)\]](?=\s))?",
    re.IGNORECASE,
)
_PATH_WORD = re.compile(r"\b(?:paths?|chains?|connections?|routes?|triples?|answer)\b|\d", re.IGNORECASE)
_EXAMPLE = re.compile(r"\b(?:examples?|e\.g|forms?|formats?|templates?|notes?)\b", re.IGNORECASE)
_PROSE_END = re.compile(r"[a-zß-ÿ]{2}[.?!:]\Z|[?:]\Z")
_MARKS = " \t*_`"
_LEAD, _NAME, _RELATION_WORDS = 80, 120, 8


@dataclass
class Row:
    """A line.

    Attributes:
        triples: those it holds, None in the place of a wrong one.
        number: that of its item.
        kind: "", "bullet", "number", "path" (a number behind the word, or a lead without one), or a sign that opens or
            closes a tag.
        arrows: whether names stand between arrows, without signs that tell relations from entities.
        joined: whether an arrow leads to it from the line before.
        leads_on: whether it ends with an arrow.
        open: whether it ends inside a triple.
        prose: whether it holds anything but triples; of an open line, whether it may as well be a remark.
    """

    triples: list[Triple | None] = field(default_factory=list)
    number: int | None = None
    kind: str = ""
    arrows: bool = False
    joined: bool = False
    leads_on: bool = False
    open: bool = False
    prose: bool = False


def row_of(line: str) -> Row | None:
    """One line; None if it is blank or a fence."""
    if line in (OPENS, CLOSES):
        return Row(kind=line)
    if not line.strip(_MARKS + "\r") or line.lstrip().startswith("```"):
        return None
    found = _MARKER.match(line)
    marker = found.groupdict() if found else {}
    number = marker.get("word_number") or marker.get("number") or marker.get("boxed")
    kind = "path" if marker.get("word") else "number" if number else "bullet" if marker.get("bullet") else ""
    rest = line[found.end() if found else 0 :].strip(_MARKS + "\r")
    rest = rest.lstrip(":.)–—" + _MARKS) if number else rest
    row = _of_triples(rest, bool(number)) or _of_arrows(rest) or Row(prose=not number or len(rest) > _LEAD)
    row.kind, row.number = kind or row.kind, int(number) if number else None
    row.prose |= not row.triples and any(sign in rest for sign in _OPENING)
    return row


def _of_triples(text: str, numbered: bool) -> Row | None:
    """A line of triples in brackets; None if it holds anything else, or nothing that could be one."""
    groups, gaps, is_open = _groups(text, quotes=True) or _groups(text, quotes=False) or ([], [text], False)
    lead = gaps[0].strip(_MARKS)
    named = bool(lead) and not _GAP.fullmatch(lead)
    if named and (not lead.endswith((":", "：")) or len(lead) > _LEAD or _EXAMPLE.search(lead)):
        return None
    if not groups or not all(map(_GAP.fullmatch, gaps[1:])):
        return None
    if named and not numbered and len(groups) < 2 and not _PATH_WORD.search(lead):
        return None
    if max(map(len, groups)) < 3 and not is_open:
        return None
    triples = [*map(_triple, groups[:-1]), None if is_open else _triple(groups[-1])]
    leads_on = bool(_ARROW_LAST.search(gaps[-1]))
    remark = max(map(len, groups)) < 3
    kind = "path" if named and not numbered else ""
    return Row(triples, kind=kind, joined=bool(_ARROW.match(lead)), leads_on=leads_on, open=is_open, prose=remark)


def _groups(text: str, quotes: bool) -> tuple[list[list[str]], list[str], bool] | None:
    """The parts of every outermost bracket, what stands between the brackets, and whether the last stays open.

    None if a quote is never closed.
    """
    signs = _signs(text, quotes)
    if signs is None:
        return None
    groups: list[list[str]] = []
    gaps: list[str] = []
    depth = at = 0
    for char, place in signs:
        if char in _OPENING:
            depth += 1
            if depth > 1:
                continue
            gaps.append(text[at:place])
            groups.append([])
        elif depth != 1:
            depth -= depth > 1 and char in _CLOSING
            continue
        else:
            depth -= char in _CLOSING
            groups[-1].append(text[at:place])
        at = place + 1
    if depth:
        groups[-1].append(text[at:])
    return groups, [*gaps, "" if depth else text[at:]], depth > 0


def _signs(text: str, quotes: bool) -> list[tuple[str, int]] | None:
    """Brackets and commas, without those in quotes if quotes count; None if a quote is never closed."""
    signs: list[tuple[str, int]] = []
    closing = ""
    for sign in _SIGN.finditer(text):
        char, place = sign[0], sign.start()
        if closing:
            if char in closing and (char not in "'’" or _BEHIND_A_PART.match(text, place + 1)):
                closing = ""
        elif char in _BRACKETS_AND_COMMAS:
            signs.append((char, place))
        elif quotes and char in _QUOTED:
            starts = char not in "'‘" or _BEFORE_A_PART.search(text, max(place - 10, 0), place)
            closing = _QUOTED[char] if starts else ""
    return None if closing else signs


def _triple(parts: list[str]) -> Triple | None:
    """The triple of three names, the second with a letter in it."""
    names = [_name(part) for part in parts]
    if len(names) != 3 or not all(names) or not any(map(str.isalpha, names[1])):
        return None
    return Triple(*names)


def _name(part: str) -> str:
    """A name without quotes around it, "" if the part is none."""
    name = tidy(part)
    if len(name) > 1 and name[0] in _QUOTED and name[-1] in _QUOTED[name[0]]:
        name = name[1:-1].strip()
    name = BracketText(name, "bare").name
    nested = name[:1] in ("(", "[", "{") and name[-1:] in (")", "]", "}") and "," in name
    return name if name.strip(" .…") and not nested else ""


def _of_arrows(text: str) -> Row | None:
    """A line of names between arrows; None if it is none, or might as well be a sentence."""
    parts = [part.strip(_MARKS) for part in _ARROW.split(text)]
    stems = [_STEM.split(part) for part in parts]
    drawn = any(len(stem) > 1 for stem in stems[:-1])
    is_open = len(parts) > 1 and not parts[-1]
    parts = parts[:-1] if is_open else parts
    names = [name for stem in stems for name in stem if name.strip()] if drawn else parts
    names = [_bare(name) for name in names]
    if len(parts) < (2 if drawn or is_open else 3) or _PROSE_END.search(text) or ":" in parts[0]:
        return None
    if not all(name and len(name) <= _NAME for name in names):
        return None
    if any(len(name.split()) > _RELATION_WORDS for name in names[1::2]) and not is_open:
        return None
    whole = len(names) % 2 == 1 and not is_open
    if drawn:
        whole = whole and all(len([s for s in stem if s.strip()]) == 2 for stem in stems[:-1]) and len(stems[-1]) == 1
    triples: list[Triple | None] = [Triple(*names[i : i + 3]) for i in range(0, len(names) - 2, 2)] if whole else [None]
    return Row(triples, arrows=not drawn, leads_on=is_open)


def _bare(part: str) -> str:
    """A name without the brackets around it."""
    name = part.strip()
    inner = name[1:-1] if name[:1] in ("(", "[") and name[-1:] in (")", "]") else ""
    return _name(inner if inner and not any(sign in inner for sign in "()[]") else name)
