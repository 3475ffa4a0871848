"""A reply to "write down as many unusual uses of an object as you can", parted into distinct uses."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.json_values import json_in
from helm_creativity.parsing.list_lines import LONGEST, ReplyLine, reply_lines
from helm_creativity.parsing.lists import ENTRY_HEAD, ENTRY_KEYS, FIELDS, REASON_KEYS, SENTENCE, readable, unwrap
from helm_creativity.parsing.plausibility import PHRASES
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.text import clean, has_substance, is_clause, nfkc
from helm_creativity.parsing.turns import own_turn

_LABEL = re.compile(r"(?:use|usage|idea|way)[ \t]{0,3}#?\d{1,3}[ \t]{0,3}[:.)–-][ \t]{0,9}(?=\S)", re.IGNORECASE)
BLANK = re.compile(
    r"(?:use|item|idea|entry|example|your use)[ _#-]?(?:\d{1,3}|here)?|(?:and )?(?:etc|so on|so forth|more|others?)"
    r"|n/?a|none|nothing|null|idk|no idea|(?:i )?(?:don't|do not|dont) know|no|yes|ok|okay|sure|thanks|thank you",
    re.IGNORECASE,
)
_DRESS = re.compile(
    r"(?:(?:it|they|you|we|i|one|people|an? [\w-]+|the [\w-]+) )?(?:(?:can|could|may|might|would|will) )?(?:also )?"
    r"(?:(?:be )?(?:use|used|using|serve|serves|function|act|work)(?: (?:it|them|one|this))?(?: up)? )?as "
)
_ARTICLE = re.compile(r"\b(?:an?|the)\b(?=\s)")
FINAL = " .,;:!?…。\"'"
_LAST_AND = re.compile(r"[;,]\s{0,9}(?:and|or)\Z", re.IGNORECASE)


def tidy(entry: str) -> str:
    """A use without numbering, emphasis, quotes and final stop, its elaboration kept; "" for an empty entry.

    A placeholder ("use 1"), "etc." and what says that there is no use ("none", "idk") are nothing.
    """
    for _ in range(20):
        before, entry = entry, unwrap(entry)
        label = _LABEL.match(entry)
        entry = _LAST_AND.sub("", entry[label.end() :] if label else entry)
        if entry == before:
            break
    return "" if BLANK.fullmatch(entry) else entry


@lru_cache(maxsize=64)  # a use is looked at twice: whether a response repeats it, and whether it counts
def fold(use: str) -> str:
    """What two ways to write one use have in common.

    That of ``undressed``, without the -s of a plural at the end.
    """
    text = undressed(use)
    plural = len(text) > 2 and text.endswith("s")
    return text[:-1] if plural else text


def undressed(use: str) -> str:
    """A use in NFKC, case folded, without articles and final punctuation.

    "Use it as", "it can be used as", "as" and their like before it are left out, too.
    """
    text = " ".join(nfkc(use.casefold()).split()).rstrip(FINAL)
    dress = _DRESS.match(text)
    text = (text[dress.end() :] if dress else text) or text
    return " ".join(_ARTICLE.sub(" ", text).split()) or text


_TALK = re.compile(
    r"(?:what an? )?(?:great|good|fun|interesting|nice|excellent|cool|lovely) (?:question|one|challenge|task|prompt)"
    r"(?:[!.,:]|\W*$)"
    r"|(?:sure|certainly|of course|absolutely|okay|ok|great|alright|yes)(?:[!.,:]|\s*$|\s+(?:thing|here))"
    r"|here(?:'s|\s+(?:are|is|you go))|below (?:are|is|you)|the following|(?:in )?(?:conclusion|summary)\b|overall\b"
    r"|(?:these|those|all(?: of)? these|such) (?:are|were|uses?|ideas|examples|suggestions|creative|unusual)\b"
    r"|(?:this|the|my) (?:list|uses|possibilities|ideas|answer)\b|(?:the )?possibilities\b|the only limit"
    r"|let me (?:know|think|try|list|see)|feel free|(?:i )?hope (?:this|these|that|it|you|they)\b"
    r"|good luck(?:\W*$| (?:and|on|to|with)\b)"
    r"|there (?:are|is) (?:many|so many|numerous|countless|endless|lots|several|tons|plenty|no (?:limit|end)|a lot)\b"
    r"|that(?:'s| is| makes) (?:all|it|about|\w+ uses)|i (?:don't|do not|can't|cannot) (?:know|think)\b"
    r"|\(?\d{1,3} (?:uses|ideas)\b\W*\Z|imagine that someone gives\b|(?:please )?list (?:the|as many)"
    r"|voici|aquí (?:tienes|hay|están)|ecco\b|hier (?:sind|ist)\b|以下|希望|好的|当然|はい|もちろん|إليك|آمل",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"(?:would|do|does|did|have|has|can|could|is|are|what|which|how|why|want|need|shall)\b", re.I)
_LEAD = re.compile(
    r"[^:;\n]{0,150}\b(?:uses?|usages?|ideas|ways|list|answers?|here|following|purposes|examples?|utilisations|idées"
    r"|voici|usos|aquí|aqui|verwendung\w{0,9}|ideen|hier|usi|ecco)\b[^:;\n]{0,80}:[*_]{0,2}\s+(?=\S)"
    r"|\*\*[^*:;\n]{1,40}(?::\*\*|\*\*:)\s*(?=[^;\n]+;)|[^:;\n]{0,40}(?:用途|使い方|アイデア)[^:;\n]{0,20}:\s*(?=\S)",
    re.IGNORECASE,
)
TITLE = re.compile(
    r"(?:\W{0,4}(?:\d{1,3}|top|ten|some|many|list of|my|creative|unusual|alternative|uncommon|different|other)\b){0,4}"
    r"\W{0,3}(?:[\w-]+ ){0,2}(?:uses|ideas|ways)(?: (?:for|of|to use) [^.;]{1,60})?\W{0,4}",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"\W*(?:conclusion|summary|final thoughts|explanations?|reasoning|rationale|notes?|(?:bonus )?tips?"
    r"|safety(?: (?:first|notes?|tips?))?|disclaimer|remember|references?|tags?)\W*",
    re.IGNORECASE,
)
# A heading of what stands before the uses, and is none where another heading follows.
BEFORE_USES = re.compile(
    r"\W*(?:(?:materials|supplies)(?: (?:needed|required))?|(?:what )?you(?:['’]ll| will)? need"
    r"|(?:physical |key )?(?:properties|characteristics)(?: of [\w -]{1,40})?)\W*",
    re.IGNORECASE,
)
TELLS = re.compile(
    r"\W*(?:how(?: to| it works)?|why(?: it works)?|description|explanation|materials?|steps?|examples?|instructions?"
    r"|benefits?|details?|method|note|tips?|purpose|reason|what you need|what|where|when)\b[^:]{0,30}:",
    re.IGNORECASE,
)
# The label of what can only be said of the use above it.
EXPLAINS_ABOVE = re.compile(
    r"\W*(?:how|why|tip|benefit|reason|method|materials|steps|you(?:['’]ll)? need)[*_]{0,3}:", re.IGNORECASE
)
_COUNT = re.compile(r"\(\d+[^()]*\)")
_SMALL = ("and", "or", "the", "in", "for", "at", "of", "a", "an", "your", "on", "&", "use", "uses", "ideas", "projects")
_MORE_FIELDS = """
animal baking beach bedroom bizarre car cleaning cooking crafting emergencies emergency everyday exercise exotic funny
gifts gym hobbies household humor magic parties pet pets prank pranks romance romantic serious silly unusual weapon
weapons weird wild wildlife work
"""
_KNOWN_IN_NAMES = FIELDS.union(_MORE_FIELDS.split(), _SMALL)
_SHORTENED = re.compile(r"\b(?:e\.g|i\.e|vs|approx|incl|no|ca|esp|resp|max|min)\.\Z", re.IGNORECASE)


def is_no_use(title: str) -> bool:
    """Whether a heading is no use itself: talk, the name of the list, or the heading of remarks."""
    bare = title.strip("*_ ").rstrip(":")
    plain = title.endswith(":") and not title.startswith(("*", "_"))
    return plain or _is_talk(bare) or bool(CLOSING.fullmatch(bare) or TITLE.fullmatch(bare))


def is_field(title: str) -> bool:
    """Whether a title is made of the names of places and fields of life."""
    words = [word.lower() for word in re.split(r"[^\w&-]+", _COUNT.sub("", title)) if word]
    return 0 < len(words) <= 5 and all(word in _KNOWN_IN_NAMES for word in words)


def _is_talk(sentence: str) -> bool:
    text = sentence.strip(" \t*_`#>\"'“”()").replace("’", "'")
    if text.endswith(":") or not any(map(str.isalnum, text)) or BLANK.fullmatch(text.rstrip(FINAL)):
        return True
    return bool(_TALK.match(text)) or (text.endswith("?") and bool(_QUESTION.match(text)))


def without_talks(lines: list[str]) -> list[str]:
    """The lines below a use that tell of it."""
    return [line for line in lines if not _is_talk(line) or EXPLAINS_ABOVE.match(line)]


def sentences(text: str) -> list[str]:
    """The sentences of a line; what ends in an abbreviation or inside parentheses goes on."""
    found: list[str] = []
    for part in filter(None, map(str.strip, SENTENCE.split(text))):
        before = found[-1] if found else ""
        if _SHORTENED.search(before) or before.count("(") > before.count(")"):
            found[-1] = f"{before} {part}"
        else:
            found.append(part)
    return found


def without_talk(row: str) -> str:
    """The line without sentences of talk at its start and end; "" for an introduction, which ends in a colon."""
    found = sentences(row)
    kept = [i for i, sentence in enumerate(found) if not _is_talk(sentence)]
    return " ".join(found[kept[0] : kept[-1] + 1]) if kept else ""


def without_lead(row: str) -> str:
    """The line without "Uses for a brick:" before the uses; "" where remarks follow."""
    lead = _LEAD.match(row)
    if lead is None:
        return row
    return "" if CLOSING.fullmatch(lead[0]) else row[lead.end() :]


LIST_MARK = re.compile(r"[;؛|•\t\n]|^[-*+\[{]|(?:^|\s)\(?\d{1,2}[.):](?=\s)")
_FEW = 4
_BARS = re.compile(r"\s(?:[|/]|->|→)\s")
SEMICOLON = re.compile(r"[;؛](?![^()\n]{0,80}\))")  # one in parentheses belongs to its use
_INNER_MARK = re.compile(r"(?:\(?[a-z]\)|[(\[]?\d{1,3}[.)\]]|\*\*\d{1,3}[.)]\*\*)\s+(?=\S)", re.IGNORECASE)
_COMMA = re.compile(r"\s*[,،、]\s*|\s+[/|·•]\s+")
_AND = re.compile(r"^(?:and|or|&|und|oder|y|et|ou)\s+(?=\S)", re.IGNORECASE)
_POINTING = re.compile(r"(?:it|they|this|that|these|which|so|because|since|then|when|while|but|just)\b", re.I)
_HANGING = re.compile(
    r"(?:for|with|by|in|on|at|from|of|like|such|including|especially|if|when|which|that|so|then|while|because)\b", re.I
)
_CLAUSE = re.compile(
    r"\b(?:it|its|them|they|you|your|can|could|may|might|would|is|are|be|used|using|has|have|these|i)\b", re.IGNORECASE
)
_USE_AGAIN = re.compile(r"^use (?:(?:it|them|one) )?(?:as|to)\b", re.IGNORECASE)
_TITLED = re.compile(r"\W{0,4}[^\s:–—.!?]+(?:[ \t][^\s:–—.!?]+){0,6}(?:\W{0,3}:[*_\"”]{0,3}\s|\s*[–—]\s*|\s-{1,2}\s)")
_SAYS_USE = re.compile(r"(?:i|you|we|one)(?:['’]d| \w+) use (?:it|them|this|an? \w+|the \w+) (?:as|to|for)\b", re.I)
_LABELLED = re.compile(r"([^:–—]{1,40}?)(?::| [-–—]) (.+)")
_GOES_ON, _STOPS = (",", ";", "،", "؛", "、"), (".", "!", "?", "。", "!")
_MOST_IN_ROW, _MOST_WORDS, _MOST_ALONE, _MOST_LISTED = 40, 30, 12, 7


def unmarked_uses(texts: list[str]) -> list[str]:
    """The uses in lines that bear no marks: between semicolons, on lines of their own, between commas."""
    labelled = _without_field_names(texts)
    if labelled:
        parting = SEMICOLON if any(map(SEMICOLON.search, texts)) else _COMMA
        return [use for behind in labelled for use in parting.split(behind)]
    rows = [kept for row in _unbroken(texts) if (kept := without_talk(without_lead(row)))]
    rows = [_BARS.sub("; ", row) if len(_BARS.findall(row)) > 1 else row for row in rows]
    rows = rows[1:] if len(rows) > 1 and TITLE.fullmatch(rows[0]) else rows
    parted = [bool(SEMICOLON.search(row.strip("; "))) for row in rows]
    several = any(len(SEMICOLON.findall(row.strip("; "))) > 1 for row in rows)
    if any(parted) and (2 * sum(parted) >= len(rows) or (several and len(rows) < _MOST_LISTED)):
        pairs = [(row, semi) for row, semi in zip(rows, parted, strict=True) if semi or not row.endswith(_STOPS)]
        return [use for row, semi in pairs for use in (between_semicolons(row) if semi else [row])]
    if len(rows) < 2:
        return _uses_on_one_line(rows[0]) if rows else []
    listed = {row: parts for row in rows if len(parts := _between_commas(row)) > 2}
    sure = any(len(parts) > _FEW for parts in listed.values())
    if all(row in listed or (sure and is_remark(row)) for row in rows):
        return [part for row in rows for part in listed.get(row, [])]
    if 2 * sum(row.endswith(_STOPS) for row in rows) < len(rows):
        while rows and is_remark(rows[-1]):
            rows = rows[:-1]
        while rows and is_remark(rows[0]):
            rows = rows[1:]
    phrases = all(len(row.split()) <= _MOST_WORDS and (len(sentences(row)) == 1 or _is_titled(row)) for row in rows)
    return rows if phrases else []


def uses_behind_fields(texts: list[str]) -> list[str]:
    """The uses of lines each of which is a list behind the name of a field; [] where one may be a single use."""
    parted = [
        between_semicolons(behind) if SEMICOLON.search(behind) else _uses_on_one_line(behind)
        for behind in _without_field_names(texts)
    ]
    several = sum(len(uses) > 1 for uses in parted)
    return [use for uses in parted for use in uses] if all(parted) and 2 * several > len(parted) else []


def _without_field_names(texts: list[str]) -> list[str]:
    labelled = [_LABELLED.fullmatch(text.replace("**", "")) for text in texts]
    found = [label[2] for label in labelled if label and is_field(label[1])]
    return found if 1 < len(found) == len(texts) else []


def _unbroken(texts: list[str]) -> list[str]:
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


def between_semicolons(row: str) -> list[str]:
    """The parts of a line without the sentences around the list; a part that only goes on stays with the one before."""
    parts: list[str] = []
    pieces = [piece for piece in SEMICOLON.split(row) if piece.strip()]
    for i, piece in enumerate(pieces):
        found = sentences(piece)
        piece = found[-1] if i == 0 else found[0] if i + 1 == len(pieces) else piece.strip()
        piece = _INNER_MARK.sub("", _AND.sub("", piece, count=1), count=1) if piece[:1] != "*" else piece
        if parts and _POINTING.match(piece):
            parts[-1] += f"; {piece}"
        else:
            parts.append(piece)
    return parts


def _between_commas(row: str) -> list[str]:
    parts = [_AND.sub("", part, count=1) for part in _COMMA.split(row.rstrip(" .!。")) if part]
    parts = [part for part in parts if tidy(part)]
    if len(parts) < 2 or len(sentences(row)) > 1:
        return []
    *others, last = parts
    pair = re.split(r"\s+(?:and|or|&)\s+", last)
    if len(pair) == 2 and not re.search(r",\s*(?:and|or|&)\s", row) and all(" " not in other for other in others):
        parts = [*others, *pair]
    most = _MOST_LISTED if len(parts) > 2 else 2
    prose = any(len(part.split()) > most or _HANGING.match(part) for part in map(fold, parts))
    prose = prose or (len(parts) == 2 and parts[1].startswith(("as ", "to ")))
    clauses = (part for part in parts if _CLAUSE.search(part) or is_clause(part))
    return [] if prose or not all(map(_USE_AGAIN.match, clauses)) or _USE_AGAIN.fullmatch(parts[0]) else parts


def _uses_on_one_line(row: str) -> list[str]:
    if _COMMA.search(row):
        return _between_commas(row)
    short = len(sentences(row)) == 1 and len(row.split()) <= _MOST_ALONE
    return [row] if short and (_SAYS_USE.match(row) or not is_clause(row)) else []


def is_remark(row: str) -> bool:
    """Whether a line is a sentence, as it may stand before or behind phrases."""
    return row.endswith(_STOPS) and bool(_CLAUSE.search(row)) and not _is_titled(row)


def _is_titled(row: str) -> bool:
    first, *others = sentences(row)
    stopped = len(others) == 1 and len(first.split()) <= 4
    return bool(_TITLED.match(row)) or (stopped and not _CLAUSE.search(first) and not is_clause(first))


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
_MOST_DEPTH = 20


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
        rows = [row for row in value if isinstance(row, list) and len(row) == 2 and {*map(type, row)} == {str}]
        if _FEWEST_LINES <= len(rows) == len(value) and all(" " in reason for _, reason in rows):
            value = [f"{use.rstrip(' .:')}: {reason}" for use, reason in rows]
        for member in value if isinstance(value, list) else _members(value):
            yield from _in_json(member, depth + 1)


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
    flat = [line.text for line in lines if line.kind == "text"]
    if len(titled) < 2 or any(map(SEMICOLON.search, flat)) or any(is_field(section.title) for section in titled):
        return unmarked_uses(flat)
    return [_joined([section.title, *without_talks(section.body)]) for section in titled]


def _is_heading(text: str) -> bool:
    return bool(_BOLD_LINE.fullmatch(text)) or text.rstrip("*_ ").endswith(":")


def _row(cells: list[str], head: list[str]) -> list[str]:
    names = [unwrap(name) for name in head]
    if len(names) > 1 and all(is_field(name) and not ENTRY_HEAD.fullmatch(name) for name in names):
        return [cell for cell in cells if cell.strip()] or [""]
    grouped = len(names) > 1 and _key(names[-2]) in _GROUPS and ENTRY_HEAD.fullmatch(names[-1])
    if grouped and len(cells) == len(names):
        return (between_semicolons if SEMICOLON.search(cells[-1]) else _between_commas)(cells[-1]) or cells[-1:]
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
    if listed := uses_behind_fields([node.title for node in section.children if not node.children]):
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
    tells = any(TELLS.match(child.title) or _POINTS.search(child.title.partition(":")[0]) for child in below)
    return (
        len(nodes) > 1
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


# The whole of a label over ideas that the writer takes back. A use may begin with the same words ("Draft excluder"),
# and a heading may have them ("Less obvious uses"), so that only these wordings count.
_DRAFTS = (
    r"(?:brainstorm(?:ing|ed)?|scratch ?pad|drafts?|(?:first|rough) (?:thoughts|ideas|draft)"
    r"|rejected|discarded|excluded)"
    r"(?: (?:ideas?|uses|list|version|notes|\d))?(?: ?\([^()]{0,60}\))?"
)
_TAKEN_BACK = re.compile(
    rf"(?:step \d{{1,2}}\W{{1,3}})?(?:{_DRAFTS}|(?:not included|not chosen|ruled out|too common|too obvious)\b.{{0,60}}"
    r"|(?:[\w'’-]+,? ){0,8}?(?:i|were|are|and|therefore) (?:have |had |will |would )?(?:reject(?:ed)?|discard(?:ed)?"
    r"|exclud(?:e|ed)|left out|ruled out|not use|threw (?:\w+ )?out)\b.{0,40}"
    r"|(?:uses|ideas) that (?:don['’]t|do not) count\b.{0,60}"
    r"|(?:the )?(?:normal|usual|common|obvious|ordinary) uses (?:would be|are|to avoid)\b.{0,40})",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(?P<close>/?)(?P<name>\w[\w ]{0,30})>?")
_STEP = re.compile(r"(?:step|phase|stage) \d{1,2}\W{1,3}", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{2,6}|#x[0-9a-f]{2,5}|[a-z]{2,8});", re.IGNORECASE)
_FIRST_CIRCLED, _CIRCLED_INSIDE = re.compile("[①⑴]"), re.compile("(?<=\\S)(?=[②-⑳⑵-⒇])")
_FINAL_LABEL = re.compile(r"^\W{0,4}final\w*(?: \w{1,12}){0,2}\W{0,3}:[*_]{0,2}[ \t]*", re.IGNORECASE | re.MULTILINE)
# Another task that the model sets itself.
_NEXT_TASK = re.compile(
    r"(?:(?:now|next)\b.*\b(?:name|list|write|give|think)\b|(?:why|how) (?:these|they)\b|(?:new )?object:"
    r"|(?:user|human|question|q)\W{0,3}:)",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"\s*(?:[-*•+–·]|\(?\d{1,3}[.):]|\|)\s?(?![*_])\S|\s*\d{1,3}[.)] ")
# The usual form: three entries or more on a line each, perhaps announced, perhaps with a sentence behind them.
_WORDS = r"(?:[^\W\d_]|[ ,;:.!?()'’–—-])*"
_USE = rf"(?:\*\*[^\W\d_]{_WORDS}\*\*|[^\W\d_]){_WORDS}"
_USUAL = re.compile(
    r"(?P<title>[A-Z](?:[A-Za-z,'’!* ]|\d+ (?=[a-z])|(?<=[a-z])-(?=[a-z]))*:\n{1,2})?"
    rf"(?P<list>1(?P<stop>[.)]) {_USE}(?:\n{{1,2}}\d{{1,3}}(?P=stop) {_USE}){{2,}}"
    rf"|(?P<bullet>[-*•]) {{1,3}}{_USE}(?:\n{{1,2}}(?P=bullet) {{1,3}}{_USE}){{2,}})"
    r"(?P<closing>\n\n[A-Z][a-z'’]* [a-z](?:[^\W\d_]|[ ,'’-])*[.!?])?"
)


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


def hold_one_each(texts: Sequence[str]) -> bool:
    """Whether the responses of a file hold one use each, and ``parse_uses`` would take one of them for something else.

    Nearly all are single lines without list marks then.
    """
    single = [
        row
        for row in map(str.strip, texts)
        if len(row.split()) <= _MOST_IN_ROW and not LIST_MARK.search(row) and not _between_commas(row)
    ]
    return len(single) >= 0.9 * len(texts) and any(len(unmarked_uses([text])) != 1 for text in single)


def is_one_use(text: str) -> bool:
    """Whether a response of a file whose rows hold one use each is one: one line, however it is written."""
    own = own_turn(text)
    is_use = not LIST_MARK.search(own) and without_talk(tidy(own))
    return bool(is_use) and unanswered(Response(text), form=PHRASES) is None


def usual_uses(body: str) -> list[str] | None:
    """The uses of a reply in the usual form, read at once; None for any other.

    What it reads is what the long way reads.
    """
    usual = _USUAL.fullmatch(body) if len(body) <= LONGEST else None
    if usual is None:
        return None
    title, closing = (usual["title"] or "").strip(" *:\n"), (usual["closing"] or "").lstrip()
    if _TAKEN_BACK.fullmatch(title) or CLOSING.fullmatch(title) or _NEXT_TASK.match(closing) or ANOTHER.match(closing):
        return None
    uses = []
    for line in filter(None, usual["list"].split("\n")):
        whole = " ".join(line.partition(" ")[2].replace("**", "").split())
        use = whole.rstrip(" .,;:!?")
        taken_back = line.startswith("*") and (_NEXT_TASK.match(use) or _TAKEN_BACK.match(use))
        if (
            taken_back
            or EXPLAINS_ABOVE.match(whole)
            or whole.endswith(":")
            or use.endswith((" and", " or"))
            or BLANK.fullmatch(use)
        ):
            return None
        uses.append(use)
    return None if uses_behind_fields(uses) else uses


def read_long(body: str) -> list[str]:
    """The uses of a reply, repeated ones kept; of all of it where what it does not take back holds none."""
    parts = (_FINAL_LABEL.sub("", _answer_in(body)), body)
    return next((uses for part in parts if (uses := [use for use in map(tidy, uses_in(part)) if use])), [])


def _answer_in(body: str) -> str:
    """The reply without ideas that its writer takes back, and up to another task."""
    kept: list[str] = []
    dropping = False
    for line in body.split("\n"):
        step = _STEP.match(line.strip(" \t#>*_"))
        plain = line.strip(" \t#>*_")[step.end() if step else 0 :]
        label, colon, behind = plain.partition(":")
        entry = _ENTRY.match(line) is not None
        heads = not entry and not behind.strip(" *_") and (bool(colon) or plain != line.strip())
        if not entry and sum(map(has_substance, kept)) >= 3 and _NEXT_TASK.match(plain):
            break
        before = dropping
        tag = _TAG.fullmatch(plain)
        if tag and _TAKEN_BACK.fullmatch(tag["name"]):
            dropping = not tag["close"]
        elif heads or (dropping and not entry and plain.lower().split()[:1] == ["final"]):
            dropping = _TAKEN_BACK.fullmatch(label.strip(" *_")) is not None
        answers = step and before and not dropping
        inline = not entry and bool(behind) and re.fullmatch(_DRAFTS, label, re.IGNORECASE)
        if not dropping and not inline:
            kept.append(f"{plain}:" if answers else line)
    return "\n".join(kept).strip()
