"""A reply's list of entries, in JSON, as a Markdown list or table, a line each, or parted on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from helm_creativity.parsing.grammar import ANY_CASE, read_patterns
from helm_creativity.parsing.json_values import JsonFound, json_in, strings_in
from helm_creativity.parsing.list_lines import ReplyLine, answered_part, pick, reply_lines
from helm_creativity.parsing.text import EMOJI, clean, enough, has_substance, is_clause, is_sentence, is_short
from helm_creativity.parsing.turns import own_turn

TOO_LONG_FACTOR = 10
"""A reply with more than this many times the entries asked is a runaway, not an answer."""

_RE, _WORDS = read_patterns("lists", ANY_CASE)
ENTRY_KEYS, REASON_KEYS = tuple(_WORDS["entry_keys"]), tuple(_WORDS["reason_keys"])
"""Keys under which an object that is one entry of a list keeps its text, the most telling first, and its reason."""
FIELDS = frozenset(_WORDS["fields"])
"""Fields of life and kinds of things, as labels of entries and headings over them."""
ENTRY_HEAD, SENTENCE = _RE["entry_head"], _RE["sentence"]
"""The head of a column of entries, and what parts two sentences."""

_QUOTES = "\"'`‘’‚‛“”„‟«»‹›「」『』《》"
_DOUBLE = _QUOTES.replace("'", "").replace("’", "")
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "【": "】"}
_GOES_ON = (",", ";", "、", "،", "؛")
_SEPARATORS = tuple(_RE[f"separator_{place}"] for place in range(1, 8))
_SEMICOLON_WORDS, _STOPPED, _FEWEST, _SURE, _SHARE_OF_TEXT, _EXPLAINED = 25, 7, 3, 5, 3, 2

# The usual replies, which are nothing but plain words, are read at once.
_USUAL_INTRODUCTION = re.compile(r"\A[^\n]{1,150}:\n{1,2}(?=1[.)] |[-*] )")
_USUAL_OPENING = re.compile(
    r"\A(?:(?:Sure|Certainly|Of course|Okay|Absolutely)[,!.]? )?(?:[Hh]ere|[Bb]elow|[Tt]hese|[Tt]he following) "
    r"(?!.*\b(?:can|could|help|offer|instead|rather|not?|cannot)\b)[^\n:'’?]{1,120}:\n{1,2}(?=1[.)] |[-*] )"
)
_USUAL_CLOSING = re.compile(r"(?<=[A-Za-z])\n\n[A-Z][^\n:;,\d]{1,200}[.!]\Z")
_USUAL_ENTRY = re.compile(r"[A-Za-z0-9]+(?:(?:[-']|[,;:]? )[A-Za-z0-9]+)*")
_NO_WORDS = {"etc", "and", "or", "user", "human", "assistant", "system", "student", "teacher", "question"}
_NO_WORDS |= {"instruction", "prompt"}


@dataclass(frozen=True, slots=True)
class ListParse:
    """A list read from a reply."""

    items: tuple[str, ...]
    form: str


def parse_list(text: str, expected: int | None = None) -> ListParse | None:
    """The list in a reply, with everything around it left out.

    The forms in order of trust: JSON, numbers, bullets, tables, lines, separators, bare words. The first with half of
    the entries asked (two, where `expected` is None) is the answer, else the first with any. A label before every
    entry ("Body: arm") is no part of it; an explanation behind it is (see ``headword``).
    """
    body = own_turn(text)
    usual = usual_list(body) or usual_list(_without_frame(body))
    if usual and (expected is None or len(usual.items) == expected):
        return usual
    if body.count("\\n") > body.count("\n") and not json_in(body).values:
        body = _RE["escaped_break"].sub("\n", body)
    body = _RE["comma_inside"].sub(r"\1,", _RE["glued"].sub(lambda label: f"{label[0]}\n", body, count=1))
    if expected:
        asked = expected
        body = answered_part(body, asked, lambda part: any(len(items) >= asked for _, items in _readings(part, asked)))
    found: ListParse | None = None
    for form, items in _readings(body, expected):
        entries = tuple(filter(None, map(unwrap, items)))
        entries = entries if form == "separated" else _without_labels(entries)
        if len(entries) >= enough(expected):
            return ListParse(entries, form)
        found = found or (ListParse(entries, form) if entries else None)
    return found


def is_usual_list(body: str) -> bool:
    """Whether a reply is nothing but a usual list, with no more before it than that it is one."""
    return bool(usual_list(body) or (_USUAL_OPENING.match(body) and usual_list(_without_frame(body))))


@lru_cache(maxsize=4)
def _without_frame(body: str) -> str:
    """A reply without the line that introduces a list, and the sentences behind it."""
    return _USUAL_CLOSING.sub("", _USUAL_INTRODUCTION.sub("", body, count=1))


@lru_cache(maxsize=4)  # a response is looked at twice: whether it refuses, and what it lists
def usual_list(body: str) -> ListParse | None:
    """A reply that is nothing but plain words in one of the usual forms, read at once; None for any other.

    What it reads is what the long way reads, and two words are the fewest.
    """
    if body[:2] in ("1.", "1)", "- ", "* "):
        words = [line.partition(" ")[2] for line in body.split("\n")]
        return _usual(
            words, "numbered" if body[0] == "1" else "bulleted", _marked(body[:2], len(words)) % (*words,), body
        )
    if body[:1] in ("[", "{"):
        return _usual_json(body) if body.count("[") == 1 and body.count(":") < 2 else None
    separator = "\n" if "\n" in body else "; " if "; " in body else ", "
    words = (body if separator == "\n" else body.removesuffix(".")).split(separator)
    found = _usual(words, "lines" if separator == "\n" else "separated")
    return found if found and (len(words) >= _FEWEST or separator == "\n") else None


@lru_cache(maxsize=64)
def _marked(mark: str, n: int) -> str:
    """A list of n words with places for these, whose first has this mark."""
    return "\n".join(f"{place}{mark[1]} %s" if mark[0] == "1" else f"{mark[0]} %s" for place in range(1, n + 1))


def _usual_json(body: str) -> ListParse | None:
    """One list of plain words, or an object with nothing else in it."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict) and len(value) == 1 and value.keys() <= {"words", "Words"}:
        (value,) = value.values()
    return _usual(value, "json") if isinstance(value, list) and all(type(word) is str for word in value) else None


def _usual(words: Sequence[str], form: str, again: str = "", body: str = "") -> ListParse | None:
    """A list of words of ASCII letters and hyphens between them, none of which is a letter or one that may be no entry.

    Written ``again`` it is the reply.
    """
    letters = "".join(words)
    parts = words
    if "-" in letters:
        letters, parts = letters.replace("-", ""), [part for word in words for part in word.split("-")]
    plain = letters.isascii() and letters.isalpha() and len(words) > 1 and min(map(len, parts)) > 1
    return (
        ListParse(tuple(words), form)
        if plain and again == body and _NO_WORDS.isdisjoint(map(str.lower, parts))
        else None
    )


def too_long(n_items: int, asked: int) -> bool:
    """Whether a reply has more than ten times as many entries as were asked, so that it is no answer."""
    return n_items > TOO_LONG_FACTOR * asked


def unwrap(entry: str) -> str:
    """The entry without quotes, emphasis, brackets, emoji at the edges, punctuation at the end; explanations stay."""
    if _USUAL_ENTRY.fullmatch(entry):
        return entry
    entry = " ".join(clean(entry).split())
    kept = _RE["struck"].sub("", entry)
    entry = _RE["emphasis"].sub("", kept if has_substance(kept) else entry)
    entry, before = _RE["quoted_head"].sub(r"\1", _RE["stars"].sub(r"\2", entry)), ""
    for _ in range(6):
        if entry == before:
            break
        before = entry
        entry = entry.strip(EMOJI).rstrip(" .,;:!?…。、،؛؟।\\").lstrip(" .,;:\\") or entry
        around = entry[:1] + entry[-1:] if len(entry) > 1 else ""
        if around and _BRACKETS.get(around[0]) == around[1] and around[0] not in entry[1:]:
            entry = entry[1:-1].strip()
        elif around and around[0] in _QUOTES and around[1] in _QUOTES:
            entry = entry.strip(f"{_QUOTES} ")
        else:  # 'wall of "bricks"' ends in a quote of its own
            entry = entry.strip("* " if sum(map(entry.count, _DOUBLE)) > 1 else f"{_DOUBLE}* ")
    return entry if has_substance(entry) else ""


def headword(entry: str) -> str:
    """The entry without an explanation: "Nebula - a cloud of gas", "Nebula: ...", "Nebula (space)" all give "Nebula".

    Hyphens inside words ("well-being", "cul-de-sac") and further words ("cul de sac") stay.
    """
    if entry.isascii() and entry.isalpha():
        return entry
    entry = unwrap(entry)
    explanation = _RE["explanation"].search(entry, 1)
    return (unwrap(entry[: explanation.start()]) or entry) if explanation else entry


def readable(found: JsonFound, body: str) -> list[Any]:
    """The values but for remarks in brackets, as they may stand there where nothing is in quotes."""
    return [
        value.value
        for value in found.values
        if not value.mended
        or any(sign in body[value.start : value.end] for sign in "\"'“‘’”")
        or all(_is_phrase(text) for text in strings_in(value.value))
    ]


def _is_phrase(text: str, words: int = 4) -> bool:
    return is_short(text, words) and not is_clause(text)


def _readings(body: str, expected: int | None) -> Iterator[tuple[str, Sequence[str]]]:
    """What each reader of a form reads, in order of trust."""
    found = json_in(body)
    if found.half:
        return
    values = readable(found, body)
    # An echoed example comes first and the answer last.
    best = pick((items for value in values for items in _lists_in(value)), expected)
    yield "json", max(best, _entries(values), key=len)
    # One string in JSON may be a list itself: {"words": "cat, dog, tree"}.
    for text in (_entry_text(values[0]) if len(values) == 1 else "", found.rest(body)):
        lines = reply_lines(clean(text))
        yield "numbered", _marked_entries(lines, "number", expected)
        yield "bulleted", _marked_entries(lines, "bullet", expected)
        yield "table", _in_table(lines, expected)
        yield "spaced", _spaced(text, expected)
        yield "lines", _entries_on_lines(lines, expected)
        yield "separated", _separated_entries(lines, expected)


# --- JSON


def _lists_in(value: Any) -> Iterator[list[str]]:  # noqa: ANN401 - decoded JSON
    pending = [value]
    while pending:
        node = pending.pop()
        children = node
        if isinstance(node, dict):  # of "words" and "reasons" what tells comes last and wins
            children = [
                node[key] for key in sorted(node, key=lambda key: key.strip().lower().rstrip("s") in ENTRY_KEYS)
            ]
        if isinstance(node, list) or (node and all(map(_RE["numbered_key"].fullmatch, node))):
            yield _entries(children)
        pending.extend(child for child in reversed(children) if isinstance(child, (list, dict)))


def _entries(elements: list[Any]) -> list[str]:
    """The entries of one array; none where all are placeholders, as in an echo of the prompt."""
    items = [item for item in map(_entry_text, elements) if unwrap(item)]
    return [] if all(_RE["placeholder"].fullmatch(item.strip()) for item in items) else items


def _entry_text(element: Any) -> str:  # noqa: ANN401 - decoded JSON
    if not isinstance(element, dict):
        return element if isinstance(element, str) else ""
    strings = {key.strip().lower(): value for key, value in element.items() if isinstance(value, str)}
    if len(strings) == 1:
        return next(iter(strings.values()))
    return next((strings[key] for key in ENTRY_KEYS if key in strings), "")


# --- Marked lines and tables


def _marked_entries(lines: list[ReplyLine], kind: str, expected: int | None) -> list[str]:
    best: list[str] = []
    for depth in sorted({line.depth for line in lines if line.kind == kind}):
        groups: list[list[str]] = [[]]
        last = 0
        for line in lines:
            belongs = (line.kind, line.depth) == (kind, depth)
            restarts = belongs and (line.number < last or line.number == last == 1)
            if restarts or (kind == "bullet" and not line.depth):
                groups.append([])
            if belongs and line.text:
                groups[-1].append(line.text)
                last = line.number
        items = pick(groups, expected)
        if len(items) < enough(expected):
            items = [item for group in groups for item in group]
        # Where every entry ends in a colon, what stands below them are the entries.
        if len(items) > max(1, len(best)) and not all(item.rstrip("*_ ").endswith(":") for item in items):
            best = items
        if len(best) >= enough(expected):
            break
    return best


def _in_table(lines: list[ReplyLine], expected: int | None) -> list[str]:
    """Several columns are one list where they have as many entries together as were asked."""
    heads = [line.text.split("\t") for line in lines if line.kind == "head"]
    columns = list(zip(*(line.text.split("\t") for line in lines if line.kind == "row"), strict=False))
    if len(heads) != 1:
        return []
    named = [column for head, column in zip(heads[0], columns, strict=False) if ENTRY_HEAD.fullmatch(unwrap(head))]
    if len(named) != 1:
        short = [column for column in columns if all(is_short(cell, 2) for cell in column)]
        named = [column for column in short if not all(map(str.isdigit, column))]
    entries = [cell for column in named for cell in column if cell]
    fits = len(named) == 1 or _are_all(entries, expected)
    return entries if fits and not any("," in cell for cell in entries) else []


def _without_labels(entries: tuple[str, ...]) -> tuple[str, ...]:
    """The entries without the field before each ("Body: arm"); none where all are checks with a yes or no behind."""
    labels = [label for label in map(_RE["label"].match, entries) if label and not _RE["arrow"].search(label[1])]
    if len(entries) < _FEWEST or len(labels) < len(entries):
        return entries
    before, behind = [label[1] for label in labels], tuple(label.string[label.end() :] for label in labels)
    words = [headword(entry) for entry in behind]
    repeated = 2 * len(set(words)) <= len(entries)
    phrases_before, phrases_behind = (
        2 * sum(not is_short(text, 1) or "の" in text or "的" in text for text in side) > len(entries)
        for side in (before, words)
    )
    fields_before, fields_behind = (
        sum(text.lower() in FIELDS for text in side) * 3 >= len(entries) for side in (before, words)
    )
    if fields_before > fields_behind and not phrases_behind and len(set(words)) > 1:
        return behind
    if repeated and phrases_before:
        return ()
    explained = phrases_behind or sum(bool(_RE["article"].match(text)) for text in words) >= _EXPLAINED
    if explained or repeated or fields_behind > fields_before or not all(":" in label[0] for label in labels):
        return entries
    return behind if phrases_before else ()


# --- A line each


def _entries_on_lines(lines: list[ReplyLine], expected: int | None) -> list[str]:
    texts = [line.text if line.kind == "text" and not line.depth else "" for line in lines]
    stopped = 2 * sum(text.endswith((".", "。")) for text in texts) > len(texts)
    texts = [
        text.rstrip(".。") if stopped or above.endswith(_GOES_ON) else text for above, text in pairwise(["", *texts])
    ]
    best: list[str] = []
    for rule in (_is_entry, _is_explained):
        blocks = groupby(texts, key=lambda row: row != "" and rule(row))
        found = pick([list(block) for fits, block in blocks if fits], expected)
        if expected is not None and len(found) > expected:
            found = found[bool(ENTRY_HEAD.fullmatch(found[0])) :]
        best = max(best, found, key=len)
    return best if len(best) >= 2 else []


def _is_entry(row: str) -> bool:
    entry = row.strip("*_` ").rstrip(",; ")
    # A last entry may carry the full stop of the list; more than a word with one is a sentence, in any script.
    stopped = entry.endswith((".", "。")) and (len(entry.split()) > 1 or (entry[-1] == "。" and len(entry) > _STOPPED))
    return not (stopped or entry.endswith(("!", "?")) or _SEPARATORS[1].search(entry)) and _is_short_word(row, entry)


def _is_explained(row: str) -> bool:
    word = headword(row)
    return len(word) + 2 < len(row.strip("*_`\"' ")) and _is_short_word(row, word)


def _is_short_word(row: str, word: str) -> bool:
    if row.rstrip("*_`,; ").endswith(":") or row[:1] in "[{#|\\" or _RE["counted"].fullmatch(row):
        return False
    return _is_phrase(word) and not _RE["chat"].match(row.strip("*_` "))


# --- In one line


def _separated_entries(lines: list[ReplyLine], expected: int | None) -> list[str]:
    texts: list[str] = [""]
    for line in lines:
        if line.kind not in ("row", "head"):
            texts += [f"{texts.pop()} {line.text}" if texts[-1].endswith(_GOES_ON) else line.text]
    sentences = (_sentence_list(sentence, expected) for text in texts for sentence in SENTENCE.split(text))
    found = [*map(_between_stops, texts), *sentences]
    best = pick([entries for entries in found if len(entries) >= _FEWEST or len(entries) == expected], expected)
    sure = len(best) >= (_SURE if expected is None else enough(expected))
    return best if sure or _SHARE_OF_TEXT * sum(map(len, best)) >= sum(map(len, texts)) else []


def _between_stops(text: str) -> list[str]:
    """The entries of a line with a full stop behind each of them, without sentences before and behind the list."""
    parts = [part for part in _RE["full_stop"].split(text[text.find(":") + 1 :].strip()) if part]
    fits = [_is_phrase(part, 2) and not _RE["chat"].match(part) and "," not in part for part in parts]
    first, last = (fits.index(True), len(fits) - fits[::-1].index(True)) if any(fits) else (0, 0)
    return parts[first:last] if last - first > _FEWEST and all(fits[first:last]) else []


def _sentence_list(sentence: str, expected: int | None) -> list[str]:
    """The entries between the signs of a sentence, behind its colon or the words that lead to them."""
    sentence = sentence.strip().strip("*_`")
    colon = max((match.end() for match in _RE["colon"].finditer(sentence)), default=0)
    body = _unwrapped(sentence[colon:].strip() or sentence)
    lead = _RE["lead"].match(body)
    body = _unwrapped(body[lead.end() :]) if lead else body
    separator = next((pattern for pattern in _SEPARATORS if pattern.search(body)), None)
    if separator is None or _RE["code"].search(body):
        return []
    entries = _without_and([entry.strip() for entry in separator.split(body.rstrip(" .!。"))], expected)
    most = _SEMICOLON_WORDS if separator is _SEPARATORS[0] and len(entries) >= _FEWEST else 0
    return entries if all(len(entry.split()) <= most or _is_phrase(entry) for entry in entries) else []


def _unwrapped(text: str) -> str:
    quoted = _RE["quoted_list"].match(text)
    text = quoted[2] if quoted else text
    for opening, closing in (("(", ")"), ("{", "}"), ("<<", ">>"), ("<", ">"), ("|", "|")):
        bare = text.rstrip(" .")
        if bare.startswith(opening) and bare.endswith(closing) and opening not in bare[1:].strip("<|"):
            text = bare[len(opening) : -len(closing)]
    return text.strip()


def _without_and(entries: list[str], expected: int | None) -> list[str]:
    """The entries without "and" before the last, or with the last parted where it stands within."""
    entries = [entry for entry in entries if entry and entry.lower().strip(". ") not in ("etc", "and so on")]
    if len(entries) < 2:
        return []
    *others, last = entries
    if _RE["leading_and"].match(last):
        return [*others, _RE["leading_and"].sub("", last, count=1)]
    pair = _RE["wanted_and" if len(others) + 2 == expected else "inner_and"].split(last, maxsplit=1)
    parted = len(pair) == 2 and len(others) + 1 != expected and all(len(entry.split()) == 1 for entry in others)
    return [*others, *pair] if parted else entries


# --- Bare words


def _spaced(text: str, expected: int | None) -> list[str]:
    columns = [word for row in _RE["columns"].findall(text) for word in row.split()]
    if _are_all(columns, expected):
        return columns
    words = text.split()
    fits = len(words) == expected and "\n" not in text.strip() and not is_sentence(words)
    return words if fits and all(map(_RE["bare"].fullmatch, words)) else []


def _are_all(entries: list[str], expected: int | None) -> bool:
    return len(entries) == expected and 3 * sum(entry.lower() in FIELDS for entry in entries) < expected
