"""The lines of a reply that holds a list, with their marks and depth, and which part of the reply holds the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from helm_creativity.parsing.grammar import ANY_CASE, read_patterns
from helm_creativity.parsing.json_values import without_fences

if TYPE_CHECKING:
    import re

T = TypeVar("T")

LONGEST = 200_000
"""Characters of the longest text that is read; no answer is half as long."""

_RE = read_patterns("list_lines", ANY_CASE)[0]
_MARKS_FOR = {"item_tag": "\n- ", "break_tag": "\n", "tag": "", "run_into": "\n", "html_head": r"## \2\3"}
_FEWEST_INLINE, _CERTAIN_DIGITS, _LONGEST_LEAD = 3, 3, 300
_MOST_PLACES, _FARTHEST_PLACE = 12, 50_000  # where a list may end


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
    text = without_fences(text).replace("\N{KEYCAP TEN}", "10. ")
    for name, mark in _MARKS_FOR.items():
        text = _RE[name].sub(mark, text)
    if _RE["stuck"].search(text):
        text = _RE["stuck_number"].sub(r"\g<0>. ", text)
    if len(_RE["second_level"].findall(text)) > 1 and _RE["first_level"].search(text):
        text = _RE["second_level"].sub("   - ", text)
    text = _RE["quote"].sub("", _RE["boxed"].sub(r"\1", text)).strip("\n")
    sign = f" {text[:1]} "
    if text.count(sign) > 1 and (sign == " • " or (sign in (" - ", " * ") and "\n" not in text)):
        text = text.replace(sign, f"\n{sign[1:]}")
    text = _parted(text)
    rows = _RE["empty_mark"].sub(r"\1 ", text).expandtabs(4).split("\n")
    due = 1 if _RE["bare_pair"].search(text) else 0
    return list(_lines([(row.lstrip(), len(row) - len(row.lstrip())) for row in rows], due))


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


def _parted(text: str) -> str:
    """The text with a line for each entry of a list that is run together, "1. cat 2. dog 3. tree", or in columns."""
    found: list[tuple[int, int]] = []
    for mark in _RE["inline"].finditer(text):
        line = text.rfind("\n", 0, mark.start()) + 1
        if not text[line : line + 9].lstrip().startswith("|"):
            found.append((int(mark["number"] or mark["hash"] or mark["dash"]), mark.start()))
    numbers = [number for number, _ in found]
    columns = sorted(numbers) == list(range(1, len(numbers) + 1))
    starts: list[int] = []
    for number, place in found:
        if columns or number == len(starts) + 1:
            starts.append(place)
    inside = [place for place in starts if text[text.rfind("\n", 0, place) + 1 : place].strip(" \t>#*(-")]
    two = len(starts) == 2 and not starts[0] and text[: starts[1]].rstrip()[-1:] in (",", ";")
    if not two and (len(starts) < _FEWEST_INLINE or len(inside) < len(starts) // 2):
        return text
    end = next((place for number, place in found if number == 1 and place > starts[-1]), len(text))
    pieces = [text[start:stop].strip().rstrip(" ,;*|/-–") for start, stop in pairwise([*starts, end])]
    last = _RE["sentence_end"].split(pieces[-1], maxsplit=2)  # the first end is that of the number
    pieces[-1], stop, below = " ".join(last[:2]).partition("\n")
    if columns:
        pieces = [piece for _, piece in sorted(zip(numbers, pieces, strict=True))]
    lines = "\n".join([text[: starts[0]].rstrip("*"), *pieces])
    return f"{lines}{stop}{below}\n\n{''.join(last[2:])}{text[end:]}"


def _lines(rows: list[tuple[str, int]], due: int) -> Iterator[ReplyLine]:
    """The lines of rows, each with its indent; the number that is ``due`` needs no sign behind it."""
    columns: list[int] = []
    above, depth, under_number, numbered_at = "", 0, False, 0
    stripped_indent = _stripped_indent(rows)
    for (text, indent), (below, _) in pairwise([*rows, ("", 0)]):
        number = _RE["number"].match(text)
        number = number if number and _counts(number, text, due) else None
        mark = number or _RE["bullet"].match(text)
        if not text or _RE["table_rule"].fullmatch(text):
            above = above if above == "row" and text else ""
        elif "|" in text and (above == "row" or _RE["table_rule"].fullmatch(below)):
            cells = _RE["cell_end"].split(text.strip().removeprefix("|").removesuffix("|"))
            yield ReplyLine(
                "row" if above == "row" else "head", "\t".join(cell.strip().replace("\t", " ") for cell in cells), 1
            )
            above = "row"
        elif mark:
            # Under a number a bullet or letter explains, however little it is indented.
            at, stripped_indent = indent or stripped_indent, 0
            indent = at + (3 if not number and under_number and at >= numbered_at else 0)
            columns = [] if number and number["hashes"] else [column for column in columns if column <= indent]
            columns.append(indent + (3 if number else 2))
            above, depth = "number" if number else "bullet", len(columns)
            bold = number["bold"] or "" if number and not number["close"] else ""
            value = int(number["number"]) if number else 0
            yield ReplyLine(above, f"{bold}{text[mark.end() :]}".rstrip(), depth, value)
            if number:
                due, under_number, numbered_at = value + 1, not number["hashes"], at
        else:
            small = indent > 0 or text[0].islower()
            under_number = under_number and small
            goes_on = above == "text" or (above in ("number", "bullet") and small)
            above = "heading" if _RE["heading"].match(text) else "text"
            if not goes_on:
                columns = [column for column in columns if column <= indent and above == "text"]
                depth = len(columns)
            yield ReplyLine(above, text.strip("# ") if above == "heading" else text.rstrip(), depth, opens=not goes_on)


def _stripped_indent(rows: list[tuple[str, int]]) -> int:
    """The indent of all entries but the first, which lost its own where the text around the reply was stripped."""
    entries = [(text, indent) for text, indent in rows if _RE["bullet"].match(text) or _RE["number"].match(text)][:99]
    if len(entries) < _FEWEST_INLINE or entries[0] != rows[0] or min(indent for _, indent in entries[1:]) == 0:
        return 0
    follows = entries[0][0][0] + entries[1][0][0] in ("12", "--", "**", "••")
    return entries[1][1] if follows and not entries[0][0].rstrip("*_ ").endswith(":") else 0


def _counts(number: re.Match[str], text: str, due: int) -> bool:
    """Whether a figure at the start of a line is its number; where nothing but a space follows, only if it is due."""
    value = int(number["number"])
    if number["label"] and not text[number.end() :].strip():
        return False  # a label with a number and nothing behind it, "Draft 1:", is a heading
    if number["bare"] is not None:
        return not number["hashes"] and (number["open"] == "#" or (value == due and not number["label"]))
    return len(number["number"]) <= _CERTAIN_DIGITS or value == due


def answered_part(body: str, expected: int, is_whole: Callable[[str], bool]) -> str:
    """The part of a reply that ends where its list does, or from where the list begins that replaces the first."""
    start = 0
    for place, lead in islice(_breaks(body, expected), _MOST_PLACES):
        if place > _FARTHEST_PLACE:
            break
        if place <= start or not is_whole(body[start:place]):
            continue
        before = body[start:place]
        lines = [line for line in before.split("\n") if line.strip()]
        first = next(filter(_may_be_entry, lines), "")
        opening = [*[line for line in lines if not _may_be_entry(line)][-3:], first[: first.find(":") + 1]]
        replaced = _RE["replaces"].search(lead) or _RE["provisional"].search("\n".join(opening)[-_LONGEST_LEAD:])
        goes_on = _RE["another_task"].search(lead) and not _RE["replaces_surely"].search(lead)
        if not replaced or goes_on or not is_whole(body[place:]):
            return before
        start = place
    return body[start:]


def _breaks(body: str, expected: int) -> Iterator[tuple[int, str]]:
    """Where something else may begin behind as many entries as were asked, and what is said there."""
    parts = list(_lines_and_sentences(body))
    entries = last = 0
    for i, (place, line) in enumerate(parts):
        several = len(_RE["separator"].findall(line))
        is_list = several + 1 >= expected
        if mark := _RE["its_number"].match(line):
            above, last = last, int(mark[1])
            if entries >= expected and last == 1 < above:
                yield place, ""
        opens = is_list or line.strip() in ("[", "{")
        if entries >= expected and opens and not _RE["mark_of_row"].match(line):
            yield place, line[: line.find(":") + 1]
        if _may_be_entry(line):
            entries += max(1, several + is_list)
        elif line.strip():
            if entries + 1 >= expected:
                behind = ((start, text) for start, text in islice(parts, i + 1, None) if text.strip())
                end = next((start + text.find(":") + 1 for start, text in behind if _may_be_entry(text)), len(body))
                yield place, body[place : min(end, place + _LONGEST_LEAD)]
            entries += several


def _lines_and_sentences(body: str) -> Iterator[tuple[int, str]]:
    place = 0
    for line in body.split("\n"):
        starts = [0, *(end.end() for end in _RE["sentences"].finditer(line))] if not _RE["mark"].match(line) else [0]
        for start, end in pairwise([*starts, len(line)]):
            yield place + start, line[start:end]
        place += len(line) + 1


def _may_be_entry(line: str) -> bool:
    if _RE["role"].match(line) or _RE["rule"].fullmatch(line) or line.rstrip(" *_").endswith((":", "?")):
        return False
    words = len(line.split())
    marked = _RE["mark"].match(line) or words < 4 or len(_RE["separator"].findall(line)) > words / 4
    return bool(marked) and not line.lstrip().startswith("#")
