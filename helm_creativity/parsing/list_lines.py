"""The lines of a reply that holds a list, with their marks and depth, and which part of the reply holds the list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple, TypeVar

from helm_creativity.parsing.json_values import without_fences

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

# --- a model that goes on behind its list: asks itself the next question, explains
_LONGEST_LEAD = 300

_MARK = re.compile(
    r"[ \t>]*(?:[一二三四五六七八九十]{1,3}[、.]|[-*+•–·▪●]|[(\[#]?\d{1,5}[.):\]、]|[*_]{2}\d|\||[\[{\"'(])"
)
_ITS_NUMBER = re.compile(r"[ \t>]*[*_(\[#]{0,3}(\d{1,3})(?:[.):\]、]| (?=\S))")
_RULE = re.compile(r"[ \t]*([-*_=])[ \t]*(?:\1[ \t]*){2,}")
_MARK_OF_ROW = re.compile(r"[ \t>]*(?:[一二三四五六七八九十]{1,3}[、.]|\||[-*+•] |\d{1,3}[.)] )")
_SEPARATOR = re.compile(r"[,;،、؛|·•\t]|\s/\s|[-=]>|→")
_ROLE = re.compile(
    r"\W{0,5}(?:user|human|assistant|system|student|teacher|question|instruction|prompt|task|exercise|input|response"
    r"|participant|player|[QAP]\d?)\b(?: \d{1,2})?\W{0,4}(?:$|(?<=[:\]>]).*)",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")
_REPLACES = re.compile(
    r"\b(?:revis\w+|correct\w+|updat\w+|improve\w*|final\w*|instead|replac\w+|chang\w+|refin\w+|redo|reconsider\w*"
    r"|rethink\w*|wait|oops|sorry|mistake|on second thoughts?|start(?:ing)? (?:over|again)|try(?:ing)? again|only|no,"
    r"|let me (?:try|fix|redo)|disregard\w*|strike|chosen|submit|take (?:it|that|them) back|actual|rather|korrigiert\w*"
    r"|my (?:own |actual |real )?(?:answer|list|words|response|choices?)|endgültig\w*|corrig\w+|finale?|définitive)\b"
    r"|^\W*answer\W*$|最终|最終|修正|訂正|重新|改",
    re.IGNORECASE | re.MULTILINE,
)
_REPLACES_SURELY = re.compile(
    r"\b(?:revised|corrected|correct list|strike|updated|instead|replac\w+|disregard\w*|take (?:it|that|them) back)\b",
    re.IGNORECASE,
)
_ANOTHER_TASK = re.compile(
    r"\b(?:verbs?|adjectives?|adverbs?|names?|name|your|friend|another|more|bonus|next|participant|player|explanations?"
    r"|explain\w*|reason\w*|compar\w+|examples?|typical|left out|did not make|antonyms?|synonyms?"
    r"|please (?:write|list|name|enter|give|generate|provide))\b",
    re.IGNORECASE,
)
_PROVISIONAL = re.compile(
    r"\b(?:example|for instance|e\.g\.|drafts?|critiques?|revis(?:e|ion) \d|brainstorm\w*|candidates"
    r"|(?:first|second|1st) (?:attempt|try|draft|thoughts?)|attempt 1"
    r"|rejected|initial\w*|not allowed|avoid|do not use|don't use|too similar|instead of)\b",
    re.IGNORECASE,
)


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


def answered_part(body: str, expected: int, is_whole: Callable[[str], bool]) -> str:
    """The part of a reply that ends where its list does, or from where the list begins that replaces the first."""
    start = 0
    for place, lead in islice(_breaks(body, expected), 12):
        if place > 50_000:
            break
        if place <= start or not is_whole(body[start:place]):
            continue
        before, rest = body[start:place], body[place:]
        replaced = _REPLACES.search(lead) or _PROVISIONAL.search(_opening(before))
        goes_on = _ANOTHER_TASK.search(lead) and not _REPLACES_SURELY.search(lead)
        if not replaced or goes_on or not is_whole(rest):
            return before
        start = place
    return body[start:]


def _breaks(body: str, expected: int) -> Iterator[tuple[int, str]]:
    lines = list(_lines_and_sentences(body))
    entries = last = 0
    for number, (place, line) in enumerate(lines):
        if mark := _ITS_NUMBER.match(line):
            above, last = last, int(mark[1])
            if entries >= expected and last == 1 < above:
                yield place, ""
        several = len(_SEPARATOR.findall(line))
        if (
            entries >= expected
            and (several + 1 >= expected or line.strip() in ("[", "{"))
            and not _MARK_OF_ROW.match(line)
        ):
            yield place, line[: line.find(":") + 1]
        if _may_be_entry(line):
            entries += max(1, several + (several + 1 >= expected))
        elif line.strip():
            if entries + 1 >= expected:
                lead = [line]
                for _, following in lines[number + 1 :]:
                    if following.strip() and _may_be_entry(following):
                        lead.append(following[: following.find(":") + 1])
                        break
                    lead.append(following)
                yield place, "\n".join(lead)[:_LONGEST_LEAD]
            entries += several


def _lines_and_sentences(body: str) -> Iterator[tuple[int, str]]:
    place = 0
    for line in body.split("\n"):
        starts = [0, *(end.end() for end in _SENTENCES.finditer(line))] if not _MARK.match(line) else [0]
        for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
            yield place + start, line[start:end]
        place += len(line) + 1


def _may_be_entry(line: str) -> bool:
    words = line.split()
    if _ROLE.match(line) or _RULE.fullmatch(line) or line.rstrip(" *_").endswith((":", "?")):
        return False
    if line.lstrip().startswith("#"):
        return False
    return bool(_MARK.match(line)) or len(words) < 4 or len(_SEPARATOR.findall(line)) > len(words) / 4


def _opening(text: str) -> str:
    lines = text.split("\n")
    first = next((line for line in lines if line.strip() and _may_be_entry(line)), "")
    said = [line for line in lines if line.strip() and not _may_be_entry(line)]
    return "\n".join([*said[-3:], first[: first.find(":") + 1]])[-_LONGEST_LEAD:]
