"""A reply to "write down as many unusual uses of an object as you can", parted into distinct uses.

``uses.yaml`` has what people and models write in and around their lists.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.grammar import read_patterns
from helm_creativity.parsing.json_values import json_in
from helm_creativity.parsing.list_lines import LONGEST, ReplyLine, reply_lines
from helm_creativity.parsing.lists import ENTRY_HEAD, ENTRY_KEYS, FIELDS, REASON_KEYS, SENTENCE, readable, unwrap
from helm_creativity.parsing.plausibility import PHRASES
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.text import clean, has_substance, is_clause, nfkc
from helm_creativity.parsing.turns import own_turn

_SAYS, _WORDS = read_patterns("uses")
_FIELDS = FIELDS | _WORDS["fields"]
_TITLE_KEYS = ("title", "purpose", "usage", "application", "function", "alternative")
_NO_USE_KEYS = frozenset((*_WORDS["labels"], *REASON_KEYS))
_FINAL = " .,;:!?…。\"'"
_GOES_ON, _STOPS = (",", ";", "،", "؛", "、"), (".", "!", "?", "。", "!")
_FEW, _MOST_LISTED, _MOST_ALONE, _MOST_WORDS, _MOST_IN_ROW, _MOST_DEPTH = 4, 7, 12, 30, 40, 20

_ARTICLE = re.compile(r"\b(?:an?|the)\b(?=\s)")
_LAST_AND = re.compile(r"[;,]\s{0,9}(?:and|or)\Z", re.IGNORECASE)
_AND = re.compile(r"^(?:and|or|&|und|oder|y|et|ou)\s+(?=\S)", re.IGNORECASE)
_COMMA = re.compile(r"\s*[,،、]\s*|\s+[/|·•]\s+")
_SEMICOLON = re.compile(r"[;؛](?![^()\n]{0,80}\))")  # one in parentheses belongs to its use
_BARS = re.compile(r"\s(?:[|/]|->|→)\s")
_LIST_MARK = re.compile(r"[;؛|•\t\n]|^[-*+\[{]|(?:^|\s)\(?\d{1,2}[.):](?=\s)")
_INNER_MARK = re.compile(r"(?:\(?[a-z]\)|[(\[]?\d{1,3}[.)\]]|\*\*\d{1,3}[.)]\*\*)\s+(?=\S)", re.IGNORECASE)
_ENTRY_MARK = re.compile(r"\s*(?:[-*•+–·]|\(?\d{1,3}[.):]|\|)\s?(?![*_])\S|\s*\d{1,3}[.)] ")
_TITLED = re.compile(r"\W{0,4}[^\s:–—.!?]+(?:[ \t][^\s:–—.!?]+){0,6}(?:\W{0,3}:[*_\"”]{0,3}\s|\s*[–—]\s*|\s-{1,2}\s)")
_LABELLED = re.compile(r"([^:–—]{1,40}?)(?::| [-–—]) (.+)")
_COUNT = re.compile(r"\(\d+[^()]*\)")
_BOLD_LINE = re.compile(
    r"(?:[^\w\s*]{1,4}[ \t]?)?(?:(?:\*\*|__)(?=\S)[^*\n]{1,200}(?:\*\*|__)|\*(?=\S)[^*\n]{1,60}\*):?"
)
_POINTS = re.compile(r"[^:]*\b(?:it|them)\b", re.IGNORECASE)
_ASCII_RULE = re.compile(r"^\+(?:[-=]+\+)+$", re.MULTILINE)
_ROW_BREAK = re.compile(r"<br ?/?>(?=[^\n]*\|[ \t]*$)", re.IGNORECASE | re.MULTILINE)
_TAG = re.compile(r"<(?P<close>/?)(?P<name>\w[\w ]{0,30})>?")
_ENTITY = re.compile(r"&(?:#\d{2,6}|#x[0-9a-f]{2,5}|[a-z]{2,8});", re.IGNORECASE)
_FIRST_CIRCLED, _CIRCLED_INSIDE = re.compile("[①⑴]"), re.compile("(?<=\\S)(?=[②-⑳⑵-⒇])")


@dataclass(frozen=True)
class UsesParse:
    """The uses in a reply, or why there are none. Exactly one of `uses` and `failure_reason` says something."""

    uses: tuple[str, ...]
    duplicates: int
    failure_reason: FailureReason | None


def parse_uses(answer: Response) -> UsesParse:
    """The distinct uses in a reply.

    Forms in order of trust: JSON, Markdown (numbers, bullets, tables, headings), semicolons, a line for each use,
    commas, one phrase. The outermost structure parts the uses. An explanation belongs to its use, and so do entries
    below an entry, unless that is a category: it ends with a colon or is the name of a place or field. Sentences of
    prose are no uses, and nothing is read of half an array. Two uses are the same where ``fold`` says so.
    """
    reason = unanswered(answer, None, PHRASES)
    if reason is not None:
        return UsesParse((), 0, reason)
    text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), answer.text)
    body = own_turn(_CIRCLED_INSIDE.sub("\n", text) if _FIRST_CIRCLED.search(text) else text)
    found = usual_uses(body) or read_long(body)
    distinct: dict[str, str] = {}
    for use in found:
        distinct.setdefault(fold(use), use)
    return UsesParse(tuple(distinct.values()), len(found) - len(distinct), None if found else FailureReason.UNPARSABLE)


def usual_uses(body: str) -> list[str] | None:
    """The uses of a reply in the usual form, read at once; None for any other.

    What it reads is what the long way reads.
    """
    usual = _SAYS["usual"].fullmatch(body) if len(body) <= LONGEST else None
    if usual is None or _SAYS["second_look"].search(body.replace("**", "")):
        return None
    lines = [" ".join(line.partition(" ")[2].split()) for line in usual["list"].replace("**", "").split("\n") if line]
    uses = [line.rstrip(" .,;:!?") for line in lines]
    odd = any(line[-1:] == ":" or use.endswith((" and", " or")) for line, use in zip(lines, uses, strict=True))
    return None if odd or _behind_fields(uses) else uses


def read_long(body: str) -> list[str]:
    """The uses of a reply, repeated ones kept; of all of it where what it does not take back holds none."""
    parts = (_SAYS["final_label"].sub("", _without_drafts(body)), body)
    return next((uses for part in parts if (uses := [use for use in map(tidy, _uses_in(part)) if use])), [])


def hold_one_each(texts: Sequence[str]) -> bool:
    """Whether the responses of a file hold one use each, and ``parse_uses`` would take one of them for something else.

    Nearly all are single lines without list marks then.
    """
    single = [
        row
        for row in map(str.strip, texts)
        if len(row.split()) <= _MOST_IN_ROW and not _LIST_MARK.search(row) and not _between_commas(row)
    ]
    return len(single) >= 0.9 * len(texts) and any(len(_unmarked([text])) != 1 for text in single)


def is_one_use(text: str) -> bool:
    """Whether a response of a file whose rows hold one use each is one: one line, however it is written."""
    own = own_turn(text)
    is_use = not _LIST_MARK.search(own) and _without_talk(tidy(own))
    return bool(is_use) and unanswered(Response(text), form=PHRASES) is None


# --- one use


def tidy(entry: str) -> str:
    """A use without numbering, emphasis, quotes and final stop, its elaboration kept; "" for an empty entry.

    A placeholder ("use 1"), "etc." and what says that there is no use ("none", "idk") are nothing.
    """
    for _ in range(20):
        before, entry = entry, unwrap(entry)
        entry = _LAST_AND.sub("", _SAYS["label"].sub("", entry))
        if entry == before:
            break
    return "" if _SAYS["blank"].fullmatch(entry) else entry


@lru_cache(maxsize=64)  # a use is looked at twice: whether a response repeats it, and whether it counts
def fold(use: str) -> str:
    """What two ways to write one use have in common.

    That of ``undressed``, without the -s of a plural at the end.
    """
    text = undressed(use)
    return text[:-1] if len(text) > 2 and text.endswith("s") else text


def undressed(use: str) -> str:
    """A use in NFKC, case folded, without articles and final punctuation.

    "Use it as", "it can be used as", "as" and their like before it are left out, too.
    """
    text = " ".join(nfkc(use.casefold()).split()).rstrip(_FINAL)
    text = _SAYS["dress"].sub("", text) or text
    return " ".join(_ARTICLE.sub(" ", text).split()) or text


def _sentences(text: str) -> list[str]:
    """The sentences of a line; what ends in an abbreviation or inside parentheses goes on."""
    found: list[str] = []
    for part in filter(None, map(str.strip, SENTENCE.split(text))):
        before = found[-1] if found else ""
        if _SAYS["shortened"].search(before) or before.count("(") > before.count(")"):
            found[-1] = f"{before} {part}"
        else:
            found.append(part)
    return found


# --- what is no use


def _is_talk(sentence: str) -> bool:
    text = sentence.strip(" \t*_`#>\"'“”()").replace("’", "'")
    if text.endswith(":") or not any(map(str.isalnum, text)) or _SAYS["blank"].fullmatch(text.rstrip(_FINAL)):
        return True
    return bool(_SAYS["talk"].match(text) or _SAYS["question"].match(text))


def _without_talk(row: str) -> str:
    """The line without sentences of talk at its start and end; "" for an introduction, which ends in a colon."""
    found = _sentences(row)
    kept = [i for i, sentence in enumerate(found) if not _is_talk(sentence)]
    return " ".join(found[kept[0] : kept[-1] + 1]) if kept else ""


def _is_no_use(title: str) -> bool:
    """Whether a heading is no use itself: talk, the name of the list, or the heading of remarks."""
    bare = title.strip("*_ ").rstrip(":")
    plain = title.endswith(":") and not title.startswith(("*", "_"))
    return plain or _is_talk(bare) or any(_SAYS[name].fullmatch(bare) for name in ("closing", "title"))


def _is_field(title: str) -> bool:
    """Whether a title is made of the names of places and fields of life."""
    words = [word.lower() for word in re.split(r"[^\w&-]+", _COUNT.sub("", title)) if word]
    return 0 < len(words) <= 5 and _FIELDS.issuperset(words)


def _is_titled(row: str) -> bool:
    first, *others = _sentences(row)
    named = len(others) == 1 and len(first.split()) <= 4 and not _SAYS["clause"].search(first) and not is_clause(first)
    return named or bool(_TITLED.match(row))


def _is_remark(row: str) -> bool:
    """Whether a line is a sentence, as it may stand before or behind phrases."""
    return row.endswith(_STOPS) and bool(_SAYS["clause"].search(row)) and not _is_titled(row)


def _without_drafts(body: str) -> str:
    """The reply without ideas that its writer takes back, and up to another task."""
    kept: list[str] = []
    dropping = False
    for line in body.split("\n"):
        plain = line.strip(" \t#>*_")
        step = _SAYS["step"].match(plain)
        plain = plain[step.end() :] if step else plain
        label, colon, behind = plain.partition(":")
        entry = _ENTRY_MARK.match(line) is not None
        if not entry and _SAYS["next_task"].match(plain) and sum(map(has_substance, kept)) >= 3:
            break
        heads = not entry and not behind.strip(" *_") and (colon or plain != line.strip())
        tag, before = _TAG.fullmatch(plain), dropping
        if tag and _SAYS["taken_back"].fullmatch(tag["name"]):
            dropping = not tag["close"]
        elif heads or (dropping and not entry and plain.lower().split()[:1] == ["final"]):
            dropping = _SAYS["taken_back"].fullmatch(label.strip(" *_")) is not None
        if not dropping and (entry or not behind or not _SAYS["drafts"].fullmatch(label)):
            kept.append(f"{plain}:" if step and before else line)
    return "\n".join(kept).strip()


# --- lines without marks


def _unmarked(texts: list[str]) -> list[str]:
    """The uses in lines that bear no marks: between semicolons, on lines of their own, between commas."""
    if behind_fields := _behind_fields(texts):
        return behind_fields
    rows = [kept for row in _unbroken(texts) if (kept := _without_talk(_without_lead(row)))]
    rows = [_BARS.sub("; ", row) if len(_BARS.findall(row)) > 1 else row for row in rows]
    rows = rows[1:] if len(rows) > 1 and _SAYS["title"].fullmatch(rows[0]) else rows
    semicolons = [len(_SEMICOLON.findall(row.strip("; "))) for row in rows]
    parted = sum(map(bool, semicolons))
    if parted and (2 * parted >= len(rows) or (max(semicolons) > 1 and len(rows) < _MOST_LISTED)):
        kept_rows = [(row, n) for row, n in zip(rows, semicolons, strict=True) if n or not row.endswith(_STOPS)]
        return [use for row, n in kept_rows for use in (_between_semicolons(row) if n else [row])]
    if len(rows) < 2:
        return _on_one_line(rows[0]) if rows else []
    listed = {row: parts for row in rows if len(parts := _between_commas(row)) > 2}
    sure = any(len(parts) > _FEW for parts in listed.values())
    if all(row in listed or (sure and _is_remark(row)) for row in rows):
        return [part for row in rows for part in listed.get(row, [])]
    if 2 * sum(row.endswith(_STOPS) for row in rows) < len(rows):
        phrases = [i for i, row in enumerate(rows) if not _is_remark(row)]
        rows = rows[phrases[0] : phrases[-1] + 1]
    read = all(len(row.split()) <= _MOST_WORDS and (len(_sentences(row)) == 1 or _is_titled(row)) for row in rows)
    return rows if read else []


def _without_lead(row: str) -> str:
    """The line without "Uses for a brick:" before the uses; "" where remarks follow."""
    lead = _SAYS["lead"].match(row)
    return row if lead is None else "" if _SAYS["closing"].fullmatch(lead[0]) else row[lead.end() :]


def _behind_fields(texts: list[str]) -> list[str]:
    """The uses of lines each of which is a list behind the name of a field; [] where one may be a single use."""
    labelled = [_LABELLED.fullmatch(text.replace("**", "")) for text in texts]
    behind = [label[2] for label in labelled if label and _is_field(label[1])]
    if len(texts) < 2 or len(behind) < len(texts):
        return []
    parted = [(_between_semicolons if _SEMICOLON.search(row) else _on_one_line)(row) for row in behind]
    several = sum(len(uses) > 1 for uses in parted)
    return [use for uses in parted for use in uses] if all(parted) and 2 * several > len(parted) else []


def _unbroken(texts: list[str]) -> list[str]:
    """The lines, joined where a list goes on behind the end of one."""
    if len(texts) > _FEW and 2 * sum(text.endswith(",") for text in texts) > len(texts):
        return [text.rstrip(",") for text in texts]
    rows: list[list[str]] = []
    for text in texts:
        before = rows[-1][-1] if rows else ""
        inside = text[:1].islower() and ";" in before and ";" in text and not before.endswith(_STOPS)
        if rows and (before.endswith(_GOES_ON) or text[:1] in _GOES_ON or inside):
            rows[-1].append(text)
        else:
            rows.append([text])
    return [" ".join(row) for row in rows]


def _between_semicolons(row: str) -> list[str]:
    """The parts of a line without the sentences around the list; a part that only goes on stays with the one before."""
    parts: list[str] = []
    pieces = [piece for piece in _SEMICOLON.split(row) if piece.strip()]
    for i, piece in enumerate(pieces):
        found = _sentences(piece)
        piece = found[-1] if i == 0 else found[0] if i + 1 == len(pieces) else piece.strip()
        piece = _INNER_MARK.sub("", _AND.sub("", piece, count=1), count=1) if piece[:1] != "*" else piece
        if parts and _SAYS["pointing"].match(piece):
            parts[-1] += f"; {piece}"
        else:
            parts.append(piece)
    return parts


def _between_commas(row: str) -> list[str]:
    parts = [_AND.sub("", part, count=1) for part in _COMMA.split(row.rstrip(" .!。")) if part]
    parts = [part for part in parts if tidy(part)]
    if len(parts) < 2 or len(_sentences(row)) > 1:
        return []
    *others, last = parts
    pair = re.split(r"\s+(?:and|or|&)\s+", last)
    if len(pair) == 2 and not re.search(r",\s*(?:and|or|&)\s", row) and all(" " not in other for other in others):
        parts = [*others, *pair]
    most = _MOST_LISTED if len(parts) > 2 else 2
    prose = any(len(part.split()) > most or _SAYS["hanging"].match(part) for part in map(fold, parts))
    prose = prose or (len(parts) == 2 and parts[1].startswith(("as ", "to ")))
    clauses = (part for part in parts if _SAYS["clause"].search(part) or is_clause(part))
    return [] if prose or not all(map(_SAYS["use_again"].match, clauses)) else parts


def _on_one_line(row: str) -> list[str]:
    if _COMMA.search(row):
        return _between_commas(row)
    short = len(_sentences(row)) == 1 and len(row.split()) <= _MOST_ALONE
    return [row] if short and (_SAYS["says_use"].match(row) or not is_clause(row)) else []


# --- JSON, tables, and lines with marks


def _uses_in(body: str) -> list[str]:
    """The uses as they stand in the text, repeated ones kept; nothing of half an array."""
    found = json_in(body)
    if found.half:
        return []
    values = readable(found, body)
    uses = [use for value in values for use in _in_json(value) if tidy(use)]
    if len(uses) == 1 and isinstance(values[0], dict):
        return _in_lines(reply_lines(clean(uses[0]))) or uses  # {"answer": "doorstop; paperweight"}
    text = _as_table(found.rest(body) if values else body)
    text = _ASCII_RULE.sub(lambda rule: rule[0].replace("+", "|").replace("=", "-"), text)
    text = clean(_ROW_BREAK.sub("; ", text))
    lines = reply_lines(_SAYS["heading"].sub(lambda head: f"## {next(filter(None, head.groups()))}", text))
    return uses if uses and sum(line.is_entry for line in lines) < len(uses) else _in_lines(lines)


def _in_json(value: Any, depth: int = 0) -> Iterator[str]:  # noqa: ANN401 - decoded JSON
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)) and depth < _MOST_DEPTH:
        members = _members(value) if isinstance(value, dict) else value
        pairs = [row for row in members if isinstance(row, list) and [*map(type, row)] == [str, str]]
        if 2 < len(pairs) == len(members) and all(" " in reason for _, reason in pairs):
            members = [f"{use.rstrip(' .:')}: {reason}" for use, reason in pairs]
        for member in members:
            yield from _in_json(member, depth + 1)


def _members(node: dict[str, Any]) -> list[Any]:
    """What an object holds: lists of uses, several uses, or one with its reasons."""
    keys = {key: _key(key) for key in node}
    containers = {keys[key]: value for key, value in node.items() if isinstance(value, (list, dict)) and value}
    strings = {key: value for key, value in node.items() if isinstance(value, str) and value.strip()}
    telling = [value for key, value in containers.items() if key in ENTRY_KEYS]
    use = next((strings[key] for name in (*ENTRY_KEYS, *_TITLE_KEYS) for key in strings if keys[key] == name), None)
    if telling:
        return telling
    if not strings or (containers and use is None):
        return list(containers.values())
    if all(key.strip(" .")[-1:].isdigit() for key in node):
        return list(strings.values())
    others = {key: value for key, value in strings.items() if keys[key] not in _NO_USE_KEYS}
    if use is None and len(others) != 1:
        return [f"{key}: {value}" for key, value in others.items()]
    reasons = [value for key, value in strings.items() if keys[key] in REASON_KEYS]
    return [": ".join([(use or next(iter(others.values()))).rstrip(" .:"), *reasons])]


def _key(key: str) -> str:
    """The spelling under which a key is known: "Unusual_Uses" is "use"."""
    name = re.sub(r"[\W_]+", " ", key).strip().lower()
    return re.sub(r"^(?:unusual|alternative|creative|alternate|possible) (?=\w)", "", name).removesuffix("s")


def _as_table(text: str) -> str:
    """The text as a table of Markdown, where tabs or commas make one below the names of its columns."""
    rows = text.split("\n")
    sign = "\t" if "\t" in rows[0] else ","
    names = [unwrap(name) for name in rows[0].split(sign)]
    named = all(ENTRY_HEAD.fullmatch(n) or _SAYS["graded"].fullmatch(n) or n.lower() in REASON_KEYS for n in names)
    if len(rows) < 3 or len(names) < 2 or not named or len({row.count(sign) for row in rows}) > 1:
        return text
    return "\n".join(["|".join(names), "|".join("---" for _ in names), *(row.replace(sign, "|") for row in rows[1:])])


def _uses_of_row(cells: list[str], head: list[str]) -> list[str]:
    """The uses of a table's row: the cell below the name of uses, with what explains it, or all, below fields."""
    names = [unwrap(name) for name in head]
    if len(names) > 1 and all(_is_field(name) and not ENTRY_HEAD.fullmatch(name) for name in names):
        return [cell for cell in cells if cell.strip()] or [""]
    grouped = len(names) > 1 and _key(names[-2]) in _WORDS["groups"] and ENTRY_HEAD.fullmatch(names[-1])
    if grouped and len(cells) == len(names):
        return (_between_semicolons if _SEMICOLON.search(cells[-1]) else _between_commas)(cells[-1]) or cells[-1:]
    use = next((i for i, name in enumerate(names) if ENTRY_HEAD.fullmatch(name)), 0)
    explained = [
        cell
        for cell, name in zip(cells[use + 1 :], [*names, *[""] * len(cells)][use + 1 :], strict=False)
        if cell.strip() and not _SAYS["grade"].fullmatch(cell.strip("#*_. ")) and not _SAYS["graded"].fullmatch(name)
    ]
    return [": ".join([*(cell for cell in cells[use : use + 1] if not cell.strip("#*. ").isdigit()), *explained])]


@dataclass
class _Node:
    """A heading or entry: its title, the text below it, and the entries below it."""

    title: str = ""
    depth: int = 0
    body: list[str] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)

    @property
    def explanations(self) -> list[str]:
        return [line for line in self.body if not _is_talk(line) or _SAYS["explains_above"].match(line)]


def _in_lines(lines: list[ReplyLine]) -> list[str]:
    sections = _sections(lines)
    if any(section.children for section in sections):
        first = sections[0]
        listed = [row for row in first.body if not first.children and len(_between_semicolons(row)) > 1]
        last = max(place for place, section in enumerate(sections) if section.children)
        kept = [part for i, part in enumerate(sections) if i >= last or not _SAYS["before_uses"].fullmatch(part.title)]
        return [*_unmarked(listed), *(use for section in kept for use in _uses_of_section(section))]
    titled = [section for section in sections[1:] if not _is_no_use(section.title)]
    flat = [line.text for line in lines if line.kind == "text"]
    if len(titled) < 2 or any(map(_SEMICOLON.search, flat)) or any(_is_field(section.title) for section in titled):
        return _unmarked(flat)
    return [_joined([section.title, *section.explanations]) for section in titled]


def _sections(lines: list[ReplyLine]) -> list[_Node]:
    """The headings with the entries below them; the first has what stands above all headings."""
    head = next((line.text.split("\t") for line in lines if line.kind == "head"), [])
    sections = [_Node()]
    path = sections[:]
    for line in lines:
        above = path[-1]
        beside = above.depth >= line.depth or (above.title and not above.depth and not _is_no_use(above.title))
        explains = beside and line.kind == "bullet" and _SAYS["explains_above"].match(line.text)
        bold = _BOLD_LINE.fullmatch(line.text) or line.text.rstrip("*_ ").endswith(":")
        if explains and not _SAYS["explains_above"].match(above.title):
            above.body.append(line.text)
        elif line.is_entry:
            while path[-1].depth >= line.depth:
                path.pop()
            titles = _uses_of_row(line.text.split("\t"), head) if line.kind == "row" else [line.text]
            path[-1].children += [_Node(title, line.depth) for title in titles]
            path.append(path[-1].children[-1])
        elif line.kind == "heading" or (not line.depth and bold):
            sections.append(_Node(line.text))
            path = sections[-1:]
        elif line.kind == "text":
            path[-1 if line.depth else min(1, len(path) - 1)].body.append(line.text)
    return sections


def _uses_of_section(section: _Node) -> Iterator[str]:
    nodes = section.children
    if not nodes or _SAYS["closing"].fullmatch(section.title):
        return
    if listed := _behind_fields([node.title for node in nodes if not node.children]):
        yield from listed
        return
    below = [child for node in nodes for child in node.children]
    tells = any(_SAYS["tells"].match(child.title) or _POINTS.match(child.title) for child in below)
    fields = len(nodes) > 1 and any(_is_field(node.title) for node in nodes)
    if fields and not tells and all(len(node.children) > 1 for node in nodes):
        nodes = below
    behind: list[str] = []
    if not any(node.body for node in nodes[:-1]):  # then text below the last entry stands behind the list
        behind, nodes[-1].body = nodes[-1].body, []
    for node in nodes:
        yield from _uses_of_entry(node)
    yield from filter(_SAYS["another"].match, behind)


def _uses_of_entry(node: _Node) -> Iterator[str]:
    title = node.title.strip('*_ \t"')
    colon = title.endswith(":")
    tells = any(_SAYS["tells"].match(child.title) for child in node.children)
    if node.children and not tells and (_is_field(title) or (colon and len(node.children) > 1)):
        for child in node.children:
            yield from _uses_of_entry(child)
    elif title and not (colon and not node.explanations and not node.children):
        below = "; ".join(text for child in node.children for text in _texts(child))
        yield _joined([node.title, *node.explanations, below])


def _texts(node: _Node) -> Iterator[str]:
    yield " ".join([node.title, *node.body]).rstrip(" .")
    for child in node.children:
        yield from _texts(child)


def _joined(lines: list[str]) -> str:
    lines = [line for line in lines if line.strip()]
    pieces = lines[:1]
    for before, line in pairwise(lines):
        ends = before.rstrip('*_ "”')[-1:] in tuple(".!?:,;—–-") or line[:1].islower()
        pieces.append(f" {line}" if ends else f": {line}")
    return "".join(pieces)
