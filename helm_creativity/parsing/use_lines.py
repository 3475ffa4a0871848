"""Uses without marks before them: between semicolons, on lines of their own, between commas, in prose."""

from __future__ import annotations

import re

from helm_creativity.parsing.plain import separated
from helm_creativity.parsing.text import is_clause
from helm_creativity.parsing.use_sentences import blank_talk, prose_uses, sentences
from helm_creativity.parsing.use_texts import explains, is_talk, tidy

_SEMICOLON = re.compile(r"[;؛](?![^()\n]{0,80}\))")  # one in parentheses belongs to its use
_INNER_MARK = re.compile(r"(?:\(?[a-z]\)|[(\[]?\d{1,3}[.)\]]|\*\*\d{1,3}[.)]\*\*)\s+(?=\S)", re.IGNORECASE)
_USE_AGAIN = re.compile(r"^(?:(?:you|i) (?:can|could) (?:also )?)?use (?:it|them|one|as|to)\b", re.IGNORECASE)
# What says nothing of a use: see ``use_texts.fold``.
_DRESS = re.compile(rf"(?:{_USE_AGAIN.pattern})?\s*(?:as\s+)?(?:(?:an?|the)\s+)?", re.IGNORECASE)
_SUBJECT_AGAIN = re.compile(r"^(?:you|we|i)(?:'d| can| could| would| might) ", re.IGNORECASE)
_COMMA = re.compile(r"\s*[,،、]\s*|\s+[/|]\s+")
_AND = re.compile(r"^(?:and|or|&|und|oder|y|et|ou)\s+(?=\S)", re.IGNORECASE)
_LEAD = re.compile(
    r"[^:;\n]{0,100}\b(?:uses?|usages?|ideas|ways|list|answers?|here|following|purposes|brainstorm"
    r"|utilisations|idées|voici|usos|aquí|aqui|verwendung\w{0,9}|ideen|hier|usi|utilizzi|ecco)\b[^:;\n]{0,80}:[*_]{0,2}\s+(?=\S)",
    re.IGNORECASE,
)
_INCLUDE = re.compile(
    r"[^,:;.\n]{0,80}\b(?:uses|ideas|ways|purposes)\b[^,:;.\n]{0,60}?\b(?:are|include|could be|would be|might be)\s+",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?:\W{0,4}(?:\d{1,3}|top|ten|some|many|list of|my|creative|unusual|alternative|uncommon|different|other)\b){0,4}"
    r"\W{0,3}(?:[\w-]+ ){0,2}(?:uses|ideas|ways)(?: (?:for|of|to use) [^.;]{1,60})?\W{0,4}",
    re.IGNORECASE,
)
_TITLED = re.compile(r"\W{0,4}[^\s:–—.!?]+(?:[ \t][^\s:–—.!?]+){0,6}(?:\W{0,3}:[*_\"”]{0,3}\s|\s*[–—]\s*|\s-{1,2}\s)")
_LOOSE = re.compile(r"\b(?:it|its|them|they|you|your|then|which|that|this|so|because|when|if|i)\b", re.IGNORECASE)
_HANGING = re.compile(r"(?:for|with|by|in|on|at|from|of|like|such|including|especially)\b", re.IGNORECASE)
_HANGING_PAIR = re.compile(rf"(?:as|to)\b|{_HANGING.pattern}", re.IGNORECASE)
_USING = re.compile(r"^use (?:it|them|one|(?:an?|the) \w+)$|\b(?:used|using|(?:can|could|might) be)\b", re.IGNORECASE)
_INNER = re.compile(r"[.!?]\s+[A-Z]")
_STOPS = (".", "!", "?", ":", ";", "。")
_WRAPPED = 60
_SHORT = 7
_PAIR = 3
_MANY = 3


def flat_uses(lines: list[str]) -> list[str]:
    """The uses in lines that bear no marks, in order; talk before, between and behind them is left out."""
    rows = _unwrapped([line.strip() for line in lines if line.strip()])
    rows = rows[1:] if len(rows) > 1 and _TITLE.fullmatch(rows[0]) else rows
    rows = [_without_lead(row) for row in rows]
    split = [(row, blank_talk(row)) for row in rows]
    split = [(row, kept) for row, kept in split if any(kept)]
    parted = [bool(_SEMICOLON.search(row.strip("; "))) for row, _ in split]
    # A semicolon in one of many lines belongs to its use.
    if any(parted) and (2 * sum(parted) >= len(split) or len(split) < _MANY):
        read = [_between_semicolons(row) if parted[i] else _line(kept) for i, (row, kept) in enumerate(split)]
    else:
        read = _all_commas(split) or [_line(kept) for _, kept in split]
    return [use for uses in read for use in uses]


def _all_commas(split: list[tuple[str, list[str]]]) -> list[list[str]]:
    """The lists of phrases that the lines are, if all are such; a line in the company of others needs three."""
    read: list[list[str]] = []
    for row, kept in split:
        read.append(_between_commas(row, [sentence for sentence in kept if sentence]))
        if len(read[-1]) < (_PAIR if len(split) > 1 else 2):
            return []
    return read


def _unwrapped(rows: list[str]) -> list[str]:
    """The lines without breaks in the middle of a semicolon list, a comma list or a paragraph of prose."""
    prose = len(rows) > 1 and all(len(row) >= _WRAPPED for row in rows[:-1]) and any(map(_INNER.search, rows))
    joined: list[list[str]] = []
    for row in rows:
        if joined and _goes_on(joined[-1][-1], row, prose):
            joined[-1].append(row)
        else:
            joined.append([row])
    return [re.sub(r"(?<=\w-) (?=[a-z])", "", " ".join(parts)) if len(parts) > 1 else parts[0] for parts in joined]


def _goes_on(before: str, row: str, prose: bool) -> bool:
    """Whether a line is the rest of the line before it."""
    if before.endswith((",", ";", "،", "؛", "、")) or row[:1] in (";", ","):
        return True
    open_end = not before.endswith(_STOPS) and row[:1].islower()
    return open_end and (prose or (";" in before and ";" in row))


def _without_lead(row: str) -> str:
    """The line without "Uses for a brick:" before the uses, and without greetings before that."""
    lead = _LEAD.match(row)
    if lead and not _SEMICOLON.search(lead[0]):
        return row[lead.end() :]
    include = _INCLUDE.match(row)
    return row[include.end() :] if include and ("," in row or ";" in row) else row


def _between_semicolons(row: str) -> list[str]:
    """The parts of a line; a part that only goes on about the one before stays with it."""
    parts: list[list[str]] = []
    for piece in _SEMICOLON.split(row):
        piece = _AND.sub("", piece.strip(), count=1)
        mark = _INNER_MARK.match(piece)
        part = _without_talk(piece[mark.end() :] if mark else piece)
        if parts and part and explains(part):
            parts[-1].append(part)
        elif part:
            parts.append([part])
    return ["; ".join(part) for part in parts]


def _without_talk(part: str) -> str:
    """The part without sentences of talk behind or before the use."""
    found = sentences(part)
    return part if len(found) == 1 else " ".join(one for one in found if not is_talk(one))


def _between_commas(row: str, kept: list[str]) -> list[str]:
    """The entries of a line that is a list of short phrases between commas; [] where it is a sentence."""
    if not _COMMA.search(row):
        return []
    if len(kept) > 1:
        return separated(row, None) if all("," in one for one in kept) and _short_sentences(kept) else []
    parts = [part for part in _COMMA.split(kept[0].rstrip(" .!。")) if part]
    parts = [_AND.sub("", part, count=1) if i else part for i, part in enumerate(parts)]
    parts = [part for part in parts if tidy(part)]
    most = _SHORT if len(parts) > 2 else _PAIR
    bare = [_USE_AGAIN.sub("", part, count=1) for part in parts]
    short = all(len(_DRESS.sub("", part, count=1).split()) <= most for part in parts)
    short = short and not any(is_clause(part) or _LOOSE.search(part) for part in bare)
    if sum(bool(_USE_AGAIN.match(part)) for part in parts) > 1 or _same_start(parts):
        return parts
    if len(parts) < 2 or not short or _one_use(parts):
        return []
    *others, last = parts
    pair = re.split(r"\s+(?:and|or|&)\s+", last)
    lacks = "," in row and len(pair) == 2 and not re.search(r",\s*(?:and|or|&)\s", row)
    return [*others, *pair] if lacks and all(len(one.split()) == 1 for one in others) else parts


def _same_start(parts: list[str]) -> bool:
    """Whether the parts stand side by side: "I could ..., I would ...", "as a ..., as a ...", "to ..., to ..."."""
    if len(parts) < 2:
        return False
    first = _HANGING_PAIR.match(parts[0])
    return all(map(_SUBJECT_AGAIN.match, parts)) or (
        first is not None and all(part.lower().startswith(f"{first[0].lower()} ") for part in parts)
    )


def _one_use(parts: list[str]) -> bool:
    """Whether the parts are one phrase with commas in it, as its prepositions or the verb before them show."""
    hanging = _HANGING_PAIR if len(parts) == 2 else _HANGING
    return any(hanging.match(part) for part in parts[1:]) or bool(_USING.search(parts[0]))


def _short_sentences(found: list[str]) -> bool:
    """Whether no sentence is long enough to be prose."""
    return all(len(part.split()) <= _PAIR for one in found for part in one.split(","))


def _line(prose: list[str]) -> list[str]:
    """The use of a line, or those of its sentences where it is prose."""
    kept = [sentence for sentence in prose if sentence]
    return [" ".join(kept)] if len(kept) > 1 and _TITLED.match(kept[0]) else prose_uses(prose)
