"""Uses in JSON, tables, headings and lists with marks, and what stands below an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from helm_creativity.text.json_values import json_in
from helm_creativity.text.list_lines import ReplyLine, reply_lines
from helm_creativity.text.lists import ENTRY_HEAD, ENTRY_KEYS, REASON_KEYS, readable, unwrap
from helm_creativity.text.one_use import tidy
from helm_creativity.text.text import clean
from helm_creativity.text.use_phrases import (
    SEMICOLON,
    between_semicolons,
    is_remark,
    unmarked_uses,
    uses_behind_fields,
    uses_in_cell,
)
from helm_creativity.text.use_talk import (
    BEFORE_USES,
    CLOSING,
    EXPLAINS_ABOVE,
    TELLS,
    is_field,
    is_no_use,
    without_talks,
)

# A heading underlined, in brackets, between rules, behind a letter above numbers, or in a line right above entries.
_HEADINGS = re.compile(
    r"^(?P<a>[^\W\d_][^\n|:.!?]{0,40})\n(?:-{3,}|={3,})(?=\n{1,2}[ ]{0,9}(?:[-*•+]|\d{1,2}[.)]) )"
    r"|^\[(?P<b>[^\[\]\n]{1,40})\](?=\n[ ]{0,9}(?:[-*•+]|\d{1,2}[.)]) )"
    r"|^[-=]{2,5} ?(?P<c>[^\W_][^\n|]{0,40}?) ?[-=]{2,5}(?=\n{1,2}[ ]{0,9}(?:[-*•+]|\d{1,2}[.)]) )"
    r"|^(?:[A-H]|[IVX]{1,4})[.)] (?P<d>[^\n]{1,40})(?=\n[ ]{0,9}1[.)] )"
    r"|(?:\A|(?<=\n\n))(?P<e>[^\W\d_][\w '’&/-]{0,30})(?=\n[ ]{0,9}(?:[-*•+]|1[.)]) )"
    r"|^(?P<f>(?:category|theme)(?: \w)?: [\w '’&/-]{1,30})(?=\n{1,2}[ ]{0,9}(?:[-*•+]|\d{1,2}[.)]) )",
    re.MULTILINE | re.IGNORECASE,
)
_FEWEST_LINES = 3
_TITLES = ("title", "purpose", "usage", "application", "function", "alternative")
_GROUPS = ("category", "categorie", "theme", "area", "field", "room", "group", "place")
_LABELS = ("category", "object", "type", "id", "number", "difficulty", "material", "theme", "group", "kind")
ANOTHER = re.compile(r"\W*(?:another|also|one more|additionally|plus|bonus)\b", re.IGNORECASE)
_BOLD_LINE = re.compile(
    r"(?:[^\w\s*]{1,4}[ \t]?)?(?:(?:\*\*|__)(?=\S)[^*\n]{1,200}(?:\*\*|__)|\*(?=\S)[^*\n]{1,60}\*):?"
)
_ASCII_RULE = re.compile(r"^\+(?:[-=]+\+)+$", re.MULTILINE)
_ROW_BREAK = re.compile(r"<br ?/?>(?=[^\n]*\|[ \t]*$)", re.IGNORECASE | re.MULTILINE)
_POINTS = re.compile(r"\b(?:it|them)\b", re.IGNORECASE)
_GRADED = re.compile(
    r"(?:originali\w+|[ck]r[eé]ati[vw]i\w+|novelty|feasibility|usefulness|difficulty|rating|score|level|category|type|unusualness)"
    r"(?: ?\([^()]{0,20}\)| (?:score|rating|level))?",
    re.IGNORECASE,
)
_GRADE = re.compile(
    r"(?:very |quite |extremely )?(?:high|low|medium|moderate)|\d{1,3}(?:\.\d)?(?: ?(?:/|out of) ?\d{1,3})?|[★☆]+", re.I
)
_MOST_DEPTH, _MOST_IN_CATEGORY = 20, 3


def uses_in(body: str) -> list[str]:
    """The uses as they stand in the text, repeated ones kept; nothing of half an array."""
    found = json_in(body)
    if found.half:
        return []
    values = readable(found, body)
    uses = [use for value in values for use in _in_json(value) if tidy(use)]
    if len(uses) == 1 and isinstance(values[0], dict):
        return _uses_in_text(reply_lines(clean(uses[0]))) or uses  # {"answer": "doorstop; paperweight"}
    text = _as_table(found.rest(body) if values else body)
    text = _ASCII_RULE.sub(lambda rule: rule[0].replace("+", "|").replace("=", "-"), text)
    text = _ROW_BREAK.sub("; ", text)
    lines = reply_lines(_HEADINGS.sub(lambda head: f"## {next(filter(None, head.groups()))}", clean(text)))
    return uses if uses and sum(line.is_entry for line in lines) < len(uses) else _uses_in_text(lines)


def _as_table(text: str) -> str:
    """The text as a table of Markdown, where tabs or commas make one below the names of its columns."""
    rows = text.split("\n")
    sign = "\t" if "\t" in rows[0] else ","
    names = [unwrap(name) for name in rows[0].split(sign)]
    named = all(ENTRY_HEAD.fullmatch(name) or _GRADED.fullmatch(name) or name.lower() in REASON_KEYS for name in names)
    if len(rows) < _FEWEST_LINES or len(names) < 2 or not named or len({row.count(sign) for row in rows}) > 1:
        return text
    return "\n".join(["|".join(names), "|".join("---" for _ in names), *(row.replace(sign, "|") for row in rows[1:])])


def _in_json(value: Any, depth: int = 0) -> Iterator[str]:  # noqa: ANN401 - decoded JSON
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)) and depth < _MOST_DEPTH:
        pairs = isinstance(value, list) and len(value) >= _FEWEST_LINES and all(map(_is_pair, value))
        if pairs:
            value = [f"{use.rstrip(' .:')}: {reason}" for use, reason in value]
        for member in value if isinstance(value, list) else _members(value):
            yield from _in_json(member, depth + 1)


def _is_pair(value: Any) -> bool:  # noqa: ANN401 - decoded JSON
    return (
        isinstance(value, list) and len(value) == 2 and all(isinstance(text, str) for text in value) and " " in value[1]
    )


def _members(node: dict[str, Any]) -> list[Any]:
    keys = {key: _key(key) for key in node}
    containers = {keys[key]: value for key, value in node.items() if isinstance(value, (list, dict)) and value}
    strings = {key: value for key, value in node.items() if isinstance(value, str) and value.strip()}
    telling = [value for key, value in containers.items() if key in ENTRY_KEYS]
    use = next((strings[key] for name in (*ENTRY_KEYS, *_TITLES) for key in strings if keys[key] == name), None)
    if telling:
        return telling
    if not strings or (containers and use is None):
        return list(containers.values())
    if use is not None and len(strings) < 2:
        return [use]
    if all(key.strip(" .")[-1:].isdigit() for key in node):
        return list(strings.values())
    more = [value for key, value in strings.items() if keys[key] in REASON_KEYS]
    others = {key: value for key, value in strings.items() if keys[key] not in (*REASON_KEYS, *_LABELS)}
    if use is not None or len(others) == 1:
        return [": ".join([(use or next(iter(others.values()))).rstrip(" .:"), *more])]
    return [f"{key}: {value}" for key, value in others.items()]


def _key(key: str) -> str:
    """The spelling under which a key is known: "Unusual_Uses" is "use"."""
    name = re.sub(r"[\W_]+", " ", key).strip().lower()
    return re.sub(r"^(?:unusual|alternative|creative|alternate|possible) (?=\w)", "", name).removesuffix("s")


@dataclass
class _Node:
    """A heading or entry: its title, the text below it, and the entries below it."""

    title: str = ""
    depth: int = 0
    body: list[str] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)


def _uses_in_text(lines: list[ReplyLine]) -> list[str]:
    head = next((line.text.split("\t") for line in lines if line.kind == "head"), [])
    sections = [_Node()]
    open_nodes = sections[:]
    for line in lines:
        above = open_nodes[-1]
        beside = above.depth >= line.depth or (above.title and not above.depth and not is_no_use(above.title))
        if (
            line.kind == "bullet"
            and beside
            and EXPLAINS_ABOVE.match(line.text)
            and not EXPLAINS_ABOVE.match(above.title)
        ):
            open_nodes[-1].body.append(line.text)
        elif line.is_entry:
            while open_nodes[-1].depth >= line.depth:
                open_nodes.pop()
            titles = _row(line.text.split("\t"), head) if line.kind == "row" else [line.text]
            open_nodes[-1].children += [_Node(title, line.depth) for title in titles]
            open_nodes.append(open_nodes[-1].children[-1])
        elif line.kind == "heading" or (not line.depth and _is_heading(line.text)):
            sections.append(_Node(line.text))
            open_nodes = sections[-1:]
        elif line.kind == "text":
            open_nodes[-1 if line.depth else min(1, len(open_nodes) - 1)].body.append(line.text)
    if any(section.children for section in sections):
        listed = [row for row in sections[0].body if not sections[0].children and len(between_semicolons(row)) > 1]
        last = max(place for place, section in enumerate(sections) if section.children)
        kept = [*(part for part in sections[:last] if not BEFORE_USES.fullmatch(part.title)), *sections[last:]]
        return [*unmarked_uses(listed), *(use for section in kept for use in _uses_of_section(section))]
    titled = [section for section in sections[1:] if not is_no_use(section.title)]
    flat = _without_edges([line for line in lines if line.kind == "text"])
    if len(titled) < 2 or any(map(SEMICOLON.search, flat)) or any(is_field(section.title) for section in titled):
        return unmarked_uses(flat)
    return [_joined([section.title, *without_talks(section.body)]) for section in titled]


def _without_edges(lines: list[ReplyLine]) -> list[str]:
    rows, starts = [line.text for line in lines], [*(line.opens for line in lines), True]
    remarks = [
        opens and following and is_remark(row) for row, (opens, following) in zip(rows, pairwise(starts), strict=True)
    ]
    alone = sum(opens and following for opens, following in pairwise(starts))
    return rows if alone > 2 or alone == len(rows) else rows[remarks[0] : len(rows) - remarks[-1]]


def _is_heading(text: str) -> bool:
    return bool(_BOLD_LINE.fullmatch(text)) or text.rstrip("*_ ").endswith(":")


def _row(cells: list[str], head: list[str]) -> list[str]:
    names = [unwrap(name) for name in head]
    if len(names) > 1 and all(is_field(name) and not ENTRY_HEAD.fullmatch(name) for name in names):
        return [cell for cell in cells if cell.strip()] or [""]
    grouped = len(names) > 1 and _key(names[-2]) in _GROUPS and ENTRY_HEAD.fullmatch(names[-1])
    if grouped and len(cells) == len(names):
        return uses_in_cell(cells[-1])
    use = next((i for i, name in enumerate(head) if ENTRY_HEAD.fullmatch(unwrap(name))), 0)
    names = [*head, *[""] * len(cells)]
    explained = [
        cell
        for cell, name in zip(cells[use + 1 :], names[use + 1 :], strict=False)
        if cell.strip() and not _GRADE.fullmatch(cell.strip("#*_. ")) and not _GRADED.fullmatch(name.strip("*_ "))
    ]
    first = [cell for cell in cells[use : use + 1] if not cell.strip("#*. ").isdigit()]
    return [": ".join([*first, *explained])]


def _uses_of_section(section: _Node) -> Iterator[str]:
    if CLOSING.fullmatch(section.title):
        return
    listed = uses_behind_fields([node.title for node in section.children if not node.children])
    if listed and not any(node.children for node in section.children):
        yield from listed
        return
    if _are_categories(section.children):
        section.children = [child for node in section.children for child in node.children]
    explained = any(node.body for node in section.children[:-1])
    for node in section.children[:-1]:
        yield from _uses_of_entry(node)
    for node in section.children[-1:]:
        behind, node.body = ([], node.body) if explained else (node.body, [])
        yield from _uses_of_entry(node)
        yield from filter(ANOTHER.match, behind)


def _are_categories(nodes: list[_Node]) -> bool:
    below = [child for node in nodes for child in node.children]
    short = all(len(node.title.split()) <= _MOST_IN_CATEGORY and not node.body for node in nodes)
    tells = any(TELLS.match(child.title) or _POINTS.search(child.title.partition(":")[0]) for child in below)
    return (
        len(nodes) > 1
        and short
        and not tells
        and all(len(node.children) > 1 for node in nodes)
        and any(is_field(node.title) for node in nodes)
    )


def _uses_of_entry(node: _Node) -> Iterator[str]:
    title = node.title.strip('*_ \t"')
    colon = title.endswith(":")
    tells = any(TELLS.match(child.title) for child in node.children)
    if node.children and not tells and (is_field(title) or (colon and len(node.children) > 1)):
        for child in node.children:
            yield from _uses_of_entry(child)
        return
    body = without_talks(node.body)
    below = "; ".join(text for child in node.children for text in _texts(child))
    if title and not (colon and not body and not below):
        yield _joined([node.title, *body, below])


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
