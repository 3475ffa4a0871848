"""Uses in lines that bear no marks: between semicolons, on lines of their own, between commas."""

from __future__ import annotations

import re

from helm_creativity.text.one_use import fold, tidy
from helm_creativity.text.text import is_clause
from helm_creativity.text.use_talk import TITLE, is_field, sentences, without_lead, without_talk

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
_MOST_WORDS, _MOST_ALONE, _MOST_LISTED = 30, 12, 7
_MOST_IN_ROW, _MOST_SENTENCES = 40, 2


def is_single(text: str) -> bool:
    """Whether a text is one line that may be one use: no list mark, no list between commas, no paragraph of prose."""
    row = text.strip()
    short = len(row.split()) <= _MOST_IN_ROW and len(sentences(row)) <= _MOST_SENTENCES
    return short and not LIST_MARK.search(row) and not _between_commas(row)


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
    return rows if all(map(_is_phrase, rows)) else []


def uses_behind_fields(texts: list[str]) -> list[str]:
    """The uses of lines each of which is a list behind the name of a field; [] where one may be a single use."""
    parted = [
        between_semicolons(behind) if SEMICOLON.search(behind) else _between_commas(behind) or _uses_on_one_line(behind)
        for behind in _without_field_names(texts)
    ]
    several = sum(len(uses) > 1 for uses in parted)
    return [use for uses in parted for use in uses] if all(parted) and 2 * several > len(parted) else []


def uses_in_cell(cell: str) -> list[str]:
    """The uses of a cell of a table that may hold several."""
    return (between_semicolons(cell) if SEMICOLON.search(cell) else _between_commas(cell)) or [cell]


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


def _is_phrase(row: str) -> bool:
    return len(row.split()) <= _MOST_WORDS and (len(sentences(row)) == 1 or _is_titled(row))


def _is_titled(row: str) -> bool:
    first, *others = sentences(row)
    stopped = len(others) == 1 and first.endswith(".") and len(first.split()) <= 4
    return bool(_TITLED.match(row)) or (stopped and not _CLAUSE.search(first) and not is_clause(first))
