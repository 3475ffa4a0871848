"""The lines of a reply that holds a list: entries behind numbers and bullets, rows of tables, headings, plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from helm_creativity.text.json_values import without_fences

T = TypeVar("T")

LONGEST = 200_000
"""Characters of the longest text that is read; no answer is half as long."""

_ITEM_TAG, _TAG = re.compile(r"<li>", re.IGNORECASE), re.compile(r"</?[a-z]{1,12}>", re.IGNORECASE)
_BREAK_TAG = re.compile(r"<br ?/?>|</(?:p|div|li)>", re.IGNORECASE)
_QUOTE = re.compile(r"^[ \t]{0,9}(?:>[ \t]?){1,9}", re.MULTILINE)
_NUMBER = re.compile(
    r"(?P<hashes>\#{1,6}[ \t]+)?(?:[-*+•–·][ \t]+)?(?P<bold>\*\*|__)?"
    r"(?P<label>[^\W\d_]{1,12}\.?[ \t]{1,2}|word)?(?P<open>[(\[#]?)(?P<number>\d{1,5})"
    r"(?:[ \t]?\\?[.):\]、]+(?!\d)|/(?=[ \t])|\ufe0f?\u20e3|[ \t]?[-–—=](?=[ \t])|(?P<bare>(?=[ \t])|[-–](?=[^\W\d])))"
    r"(?P<close>\*\*|__)?[ \t]*"
)
_BULLET = re.compile(
    r"(?:(?:[*+○◦‣⁃](?=[ \t])|[-–—•·▪●■►➤➢→✓✔✅☐・](?![-–—*]|\d))[ \t]*(?:\[[ xX]?\][ \t]+)?(?=\S)"
    r"|[一二三四五六七八九十]{1,3}[、.](?=\S)|\*{0,2}(?:[a-zA-Z][.)]|[ivxIVX]{2,5}[.)]|\([a-zA-Z]\))[ \t]+(?=\S)"
    r"(?!.{0,300};[ \t](?:and[ \t])?\*{0,2}\(?[b-zB-Z][.)]))"
)
_TABLE_RULE = re.compile(r"(?=.*\|)[|:\- \t]*---?[|:\- \t]*|\|[ \t]*:?-:?[ \t]*\|[|:\- \t]*")
_CELL_END = re.compile(r"(?<!\\)\|")
_EMPTY_MARK = re.compile(r"^([ \t]{0,99}(?:\(?\d{1,4}[.):、]|[-*•]))[ \t]*\n(?=[ \t]*[^\s\d#>*•-])", re.MULTILINE)
_INLINE = re.compile(
    r"(?<![^\s,;|*])(?:(?:use|usage|idea|way|word|item|entry|number|step)[ \t]{1,3})?"
    r"(?:[(\[#]?(?P<number>\d{1,4})(?:[.):\]、]+|\ufe0f?\u20e3)(?!\d)|\#(?P<hash>\d{1,3})(?=\s)"
    r"|(?P<dash>\d{1,3})[ \t]?[-–](?=\s))",
    re.IGNORECASE,
)
_SECOND_LEVEL = re.compile(
    r"^[ \t]*\d{1,2}(?:[.-]\d{1,2}(?:\.\d{1,2})?[.):]?|[a-z][.):])[ \t]+(?=[*_]{0,2}[^\W\d])", re.MULTILINE
)
_FIRST_LEVEL = re.compile(r"^[ \t]*(?:[#*]{1,4} ?)?1[.)]?[ \t]+\S", re.MULTILINE)
_HTML_HEAD = re.compile(r"<h([1-6])>([^<\n]*)</h\1>|^={2,4} ([^=\n]+) ={2,4}$", re.MULTILINE | re.IGNORECASE)
_BOXED = re.compile(r"\$?\\boxed\{(?:\\text\{)?([^{}\n]*)\}{1,2}\$?")
_HEADING = re.compile(r"\#{1,6}[ \t]")
_BARE_PAIR = re.compile(r"^[ \t]*[1١۱][ \t-](?=\S).*\n(?:.*\n){0,2}[ \t]*[2٢۲][ \t-](?=\S)", re.MULTILINE)
# A list whose numbers stand at the words, "1cat\n2dog\n3tree", where "1st" and "3D" are words.
_STUCK = re.compile(
    r"^1(?!st\b)[^\W\d_][^\n]*\n\s*2(?!nd\b|d\b)[^\W\d_][^\n]*\n\s*3(?!rd\b|d\b)[^\W\d_]", re.MULTILINE | re.I
)
_STUCK_NUMBER = re.compile(r"^\d{1,3}(?=[^\W\d_])", re.MULTILINE)
# The first entry of a list, behind thoughts without a mark: "I will pick common words.1. cat\n2. dog".
_RUN_INTO = re.compile(r"(?<=[^\W\d]|[.!?:)])(?:\*\*)?(?=1[.)][ \t]{1,3}\S[^\n]{0,80}\n2[.)][ \t]{1,3}\S)")
_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+")
_FEWEST_INLINE, _CERTAIN_DIGITS = 3, 3


class ReplyLine(NamedTuple):
    """One line of a reply, without its mark."""

    kind: str
    text: str
    depth: int = 0
    number: int = 0
    opens: bool = False

    @property
    def is_entry(self) -> bool:
        """Whether a mark makes the line an entry."""
        return self.kind in ("number", "bullet", "row")


def reply_lines(text: str) -> list[ReplyLine]:
    """The lines of a text, without fences and rules; none of a text of more than ``LONGEST`` characters."""
    if len(text) > LONGEST:
        return []
    text = _BREAK_TAG.sub("\n", _ITEM_TAG.sub("\n- ", without_fences(text)))
    text = _TAG.sub("", text).replace("\N{KEYCAP TEN}", "10. ")
    text = _RUN_INTO.sub("\n", text)
    text = _STUCK_NUMBER.sub(r"\g<0>. ", text) if _STUCK.search(text) else text
    text = _HTML_HEAD.sub(lambda head: f"## {head[2] or head[3]}", text)
    if len(_SECOND_LEVEL.findall(text)) > 1 and _FIRST_LEVEL.search(text):
        text = _SECOND_LEVEL.sub("   - ", text)
    text = _parted(_bullets_parted(_QUOTE.sub("", _BOXED.sub(r"\1", text)).strip("\n")))
    return list(_lines(_EMPTY_MARK.sub(r"\1 ", text).expandtabs(4).split("\n"), 1 if _BARE_PAIR.search(text) else 0))


def pick(groups: Iterable[Sequence[T]], expected: int | None) -> list[T]:
    """The last list with at least `expected` entries; or all, if only together they have as many; or the last longest.

    The last, because an example that is echoed comes first and a revised attempt comes later. Together, because some
    replies are parted by headings or into lines, and number every part anew.
    """
    lists = [list(group) for group in groups]
    complete = [entries for entries in lists if expected is not None and len(entries) >= expected]
    if complete:
        return complete[-1]
    together = [entry for entries in lists for entry in entries]
    return together if len(together) == expected else max(reversed(lists), key=len, default=[])


def _lines(rows: list[str], due: int) -> Iterator[ReplyLine]:
    columns: list[int] = []
    above, depth = "", 0
    under_number, numbered_at = False, 0
    marks = [(row.lstrip(), len(row) - len(row.lstrip())) for row in rows]
    stripped_indent = _stripped_indent(marks)
    for (text, indent), (below, _) in pairwise([*marks, ("", 0)]):
        number = _NUMBER.match(text)
        # A label with a number and nothing behind it, "Draft 1:", is a heading.
        heads = number and number["label"] and not text[number.end() :].strip()
        number = number if number and not heads and _counts(number, due) else None
        bullet = None if number else _BULLET.match(text)
        if not text or _TABLE_RULE.fullmatch(text):
            above = above if above == "row" and text else ""
        elif "|" in text and (above == "row" or _TABLE_RULE.fullmatch(below)):
            yield ReplyLine("row" if above == "row" else "head", _cells(text), 1)
            above = "row"
        elif number or bullet:
            # Under a number a bullet or letter explains, however little it is indented.
            at = indent or stripped_indent
            indent = at + (3 if bullet and under_number and at >= numbered_at else 0)
            stripped_indent = 0
            mark = number or bullet
            columns = [] if number and number["hashes"] else [column for column in columns if column <= indent]
            columns.append(indent + (3 if number else 2))
            above, depth = "number" if number else "bullet", len(columns)
            bold = number["bold"] or "" if number and not number["close"] else ""
            value = int(number["number"]) if number else 0
            yield ReplyLine(above, (bold + text[mark.end() if mark else 0 :]).rstrip(), depth, value)
            if number:
                due, under_number, numbered_at = value + 1, not number["hashes"], at
        else:
            under_number = under_number and (indent > 0 or text[0].islower())
            heading = _HEADING.match(text)
            goes_on = above == "text" or (above in ("number", "bullet") and (indent > 0 or text[0].islower()))
            if not goes_on:
                columns = [column for column in columns if column <= indent and not heading]
                depth = len(columns)
            above = "heading" if heading else "text"
            yield ReplyLine(above, text.strip("# ") if heading else text.rstrip(), depth, opens=not goes_on)


def _stripped_indent(marks: list[tuple[str, int]]) -> int:
    """The indent of all entries but the first, which lost its own where the text around the reply was stripped."""
    entries = [(text, indent) for text, indent in marks if _BULLET.match(text) or _NUMBER.match(text)][:99]
    if len(entries) < _FEWEST_INLINE or entries[0] != marks[0] or min(indent for _, indent in entries[1:]) == 0:
        return 0
    follows = entries[0][0][0] + entries[1][0][0] in ("12", "--", "**", "••")
    return entries[1][1] if follows and not entries[0][0].rstrip("*_ ").endswith(":") else 0


def _cells(row: str) -> str:
    row = row.strip().removeprefix("|").removesuffix("|")
    return "\t".join(cell.strip().replace("\t", " ") for cell in _CELL_END.split(row))


def _counts(number: re.Match[str], due: int) -> bool:
    """Whether a figure at the start of a line is its number; where nothing but a space follows, only if it is due."""
    value = int(number["number"])
    if number["bare"] is not None:
        return not number["hashes"] and (number["open"] == "#" or (value == due and not number["label"]))
    return len(number["number"]) <= _CERTAIN_DIGITS or value == due


def _bullets_parted(text: str) -> str:
    sign = f" {text[:1]} "
    return (
        text.replace(sign, "\n" + sign[1:])
        if sign in (" • ", " - ", " * ") and text.count(sign) > 1 and (sign == " • " or "\n" not in text)
        else text
    )


def _parted(text: str) -> str:
    """The text with a line for each entry of a list that is run together, "1. cat 2. dog 3. tree", or in columns."""
    numbered: list[tuple[int, re.Match[str]]] = []
    for mark in _INLINE.finditer(text):
        line = text.rfind("\n", 0, mark.start()) + 1
        if not text[line : line + 9].lstrip().startswith("|"):
            numbered.append((int(mark["number"] or mark["hash"] or mark["dash"]), mark))
    numbers = [number for number, _ in numbered]
    columns = sorted(numbers) == list(range(1, len(numbers) + 1))
    marks: list[re.Match[str]] = []
    for number, mark in numbered:
        if columns or number == len(marks) + 1:
            marks.append(mark)
    inside = [mark for mark in marks if text[text.rfind("\n", 0, mark.start()) + 1 : mark.start()].strip(" \t>#*(-")]
    two = len(marks) == 2 and not marks[0].start() and text[: marks[1].start()].rstrip()[-1:] in (",", ";")
    if not two and (len(marks) < _FEWEST_INLINE or len(inside) < len(marks) // 2):
        return text
    behind = (mark.start() for number, mark in numbered if number == 1 and mark.start() > marks[-1].start())
    end = next(behind, len(text))
    ends = [*(mark.start() for mark in marks[1:]), end]
    pieces = [text[mark.start() : end].strip().rstrip(" ,;*|/-–") for mark, end in zip(marks, ends, strict=True)]
    last = _SENTENCE_END.split(pieces[-1], maxsplit=2)  # the first end is that of the number
    pieces[-1], stop, below = " ".join(last[:2]).partition("\n")
    if columns:
        pieces = [piece for _, piece in sorted(zip(numbers, pieces, strict=True))]
    return (
        "\n".join([text[: marks[0].start()].rstrip("*"), *pieces])
        + stop
        + below
        + "\n\n"
        + "".join(last[2:])
        + text[end:]
    )
