"""A reply's list of entries, in JSON, as a Markdown list or table, a line each, or parted on one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from helm_creativity.parsing.json_values import JsonFound, json_in, strings_in
from helm_creativity.parsing.list_lines import ReplyLine, answered_part, pick, reply_lines
from helm_creativity.parsing.text import clean, enough, has_substance, is_clause, is_sentence, is_short
from helm_creativity.parsing.turns import own_turn

TOO_LONG_FACTOR = 10
"""A reply with more than this many times the entries asked is a runaway, not an answer."""

_KEYS = "word noun item text use name term concept idea entry value answer response"
ENTRY_KEYS = tuple(_KEYS.split())
"""Keys under which an object that is one entry of a list keeps its text, the most telling first."""

_REASONS = "reason explanation connection rationale justification description why because relation relationship link"
REASON_KEYS = tuple(f"{_REASONS} reasoning explain note comment detail how".split())
"""Keys under which it keeps its explanation."""

_FIELDS = """
abstract action activity animal animals architecture art artistic arts astronomy bathroom biology body business
camping clothing color concept concrete construction cooking country craft crafts creative culture decor decorative
design diy economics education educational emotion emotions entertainment fashion feeling finance fitness food fruit
fun functional furniture game games garden gardening geography geology health history hobby home household idea
improvement instrument kids kitchen language law literature mathematics medicine mind miscellaneous money music
mythology nature object objects occupation office organization other outdoor outdoors outside party person
philosophy physics place plant plants play politics practical profession psychology quality recreation religion
repair safety school science security self-defense shape society sound space sport sports storage survival
technology texture time tool tools travel vegetable vehicle weather workshop
"""
FIELDS = frozenset(_FIELDS.split())
"""Fields of life and kinds of things, as labels of entries and headings over them."""

ENTRY_HEAD = re.compile(
    r"(?:\d{1,3} )?(?:words?|nouns?|items?|entry|entries|terms?|answers?|uses?|ideas?|concepts?|mots?|noms?|wort"
    r"|wörter|nomen|palabras?|parol[ae]|palavras?|woord|woorden|slov[ao]|词|单词|名词|単語|名詞|言葉|단어|명사|كلمة)",
    re.IGNORECASE,
)
"""The head of a column of entries."""

SENTENCE = re.compile(r"(?<!\b[A-Z]\.)(?<!\b(?:St|Mt|Dr|Mr|Ms)\.)(?<!\bMrs\.)(?<!\betc\.)(?<=[.!?])\s+|(?<=[。])\s*")
"""What parts two sentences."""

# --- one entry
_QUOTES = "\"'`‘’‚‛“”„‟«»‹›「」『』《》"
_DOUBLE = _QUOTES.replace("'", "").replace("’", "")
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "【": "】"}
_EMOJI_RANGES = (range(0x2300, 0x2400), range(0x25A0, 0x2C00), range(0x1F000, 0x1FB00))
_EMOJI = " \ufffd\u200d\ufe0f\u20e3" + "".join(chr(code) for codes in _EMOJI_RANGES for code in codes)
_EMPHASIS = re.compile(r"\*\*|__|~~|`")
_STRUCK = re.compile(r"~~[^~]{1,200}~~")
_STARS = re.compile(r"(?<!\w)([*_])(?=\S)((?:(?!\1).)+)(?<=\S)\1(?!\w)")
_QUOTED_HEAD = re.compile(f"^[{_QUOTES}](?=\\S)([^{_QUOTES}]{{1,200}})[{_QUOTES}](?=\\s*[-:–—(=→])")
# A hyphen stands free, or it is part of the word; an en dash may lean to one side.
_EXPLANATION = re.compile(r"\s+(?:-{1,3}|=|[-=]>|→|//)\s+|\s+–\s*|\s*–\s+|\s*—\s*|\s*:\s*|\s*[(\[{]")
# What is unwrapped already: words of ASCII, with nothing between them that stands around entries.
_USUAL_ENTRY = re.compile(r"[A-Za-z0-9]+(?:(?:[-']|[,;:]? )[A-Za-z0-9]+)*")

# --- lists
_NUMBERED_KEY = re.compile(r"[^\W\d]{0,20}[ _#.-]{0,3}\d{1,5}\.?")
_PLACEHOLDER = re.compile(r"(?:word|noun|item|use|name|term|entry|example)[ _#-]?\d{1,3}|\.{3}", re.IGNORECASE)
_LABEL = re.compile(r"([^:]{1,50}?)(?::\s+|\s[-–—]\s)(?=\S)")
_ARTICLE = re.compile(r"(?:an?|the) \w", re.IGNORECASE)  # begins an explanation, not a word
_ARROW = re.compile("[-=]>|[→⇒⟶]")
_CHAT = re.compile(
    r"\W*(?:here|sure|certainly|of course|okay|ok|absolutely|great|below|hope|feel free|good luck|enjoy|done|thanks|"
    r"thank you|hier|voici|aquí|ecco|aqui|claro|natürlich|bien sûr|certo|gerne|natuurlijk|samozřejmě|jistě|بالتأكيد|네)"
    r"\b(?:\W*[.!,:]|.*\s)|(?:好的|好|可以|没问题|当然|当然可以|はい|もちろん)[。.!]",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.。](?:\s+|\Z)|。")
_SEPARATORS = [re.compile(sign) for sign in ("[;؛]", "[,、،]", "[・·•]", r"\s/\s|(?<=\w)/(?=\w)", r"\s?\|\s?")]
_SEPARATORS += [re.compile(sign) for sign in (r"\s(?:->|→|=>|>)\s", r"\s[—–]\s")]
_QUOTED_LIST = re.compile(r"([\"'])([^\"]{12,}?)\.?\1(?:\W{0,3}\Z|\s)")
_GLUED = re.compile(
    r"\A([^\n]{0,60}?[:!_\]>\"']\**)[ \t]*(?=\(?1[.)][ \t]?\S[^\n]*\n\s*\(?2[.)])"
    r"|\A(\W{0,4}(?:[\w']+ ){0,3}(?:answer|words|nouns|list|response"
    r"|uses)\**:\**)[ \t]*(?=[^\s,:\d][^\n:,]{0,40},?\n\s*\w)",
    re.IGNORECASE,
)
_ESCAPED_BREAK = re.compile(r"(?:\\{1,2}r)?\\{1,2}n")
_WORD = r"[A-Za-z]+(?:-[A-Za-z]+)*"
_USUAL_NUMBERS = re.compile(rf"1([.)]) {_WORD}(?:\n\d{{1,3}}\1 {_WORD})+")
_USUAL_BULLETS = re.compile(rf"([-*]) {_WORD}(?:\n\1 {_WORD})+")
_USUAL_WORDS = re.compile(rf"{_WORD}(?:(?:\n{_WORD})+|(, |; ){_WORD}(?:\1{_WORD})*\.?)")
_USUAL_INTRODUCTION = re.compile(r"\A[^\n]{1,150}:\n{1,2}(?=1[.)] |[-*] )")
_USUAL_CLOSING = re.compile(r"(?<=[A-Za-z])\n\n[A-Z][^\n:;,\d]{1,200}[.!]\Z")
_NO_WORD = re.compile(
    r"\b(?:etc|and|or|user|human|assistant|system|student|teacher|question|instruction|prompt|[a-z])\b", re.I
)
_CODE = re.compile(r"\A[('\"]*\(['\"]|\A\||[\[\]{}<>]")
_GOES_ON = (",", ";", "、", "،", "؛")
_COLON = re.compile(r":(?!\d|//)")
_LEAD = re.compile(
    r"[^,;:]{0,120}\b(?:words|nouns|list|answer|uses|ones|items|ideas)\b[^,;:]{0,60}?"
    r"(?:\b(?:are|is|include|includes|would be)\b|\s[-–—])\s+|i(?:'d| would)? (?:choose|chose|pick|go with|say)\s+",
    re.IGNORECASE,
)
_ANDS = "and|&|or|und|oder|y|et|ou|e|o|i|и|і|ve|και|و"
_LEADING_AND = re.compile(rf"\s*(?:{_ANDS}|en|of|ed|および|그리고)\s+|\s*(?:以及|そして|および|及び)", re.IGNORECASE)
_INNER_AND = re.compile(rf"\s+(?:{_ANDS})\s+", re.IGNORECASE)
# These are also words or parts of words, so they part two entries only where one is wanting.
_WANTED_AND = re.compile(_INNER_AND.pattern + r"|\s+(?:en|a|그리고)\s+|(?<=.)和(?=.)|\s+و(?=\w)", re.IGNORECASE)
# The comma behind a word stands inside its quotes, as Americans write it.
_COMMA_INSIDE = re.compile(rf"(?<=\w),([\"”’])(?=[ \t]{{1,9}}(?:(?:{_ANDS})[ \t]{{1,9}})?[\"“‘]\w)", re.IGNORECASE)
_COUNTED = re.compile(
    r"[^\w\n]{0,9}(?:total:? )?\d{1,3} (?:\w{1,20} ){0,2}(?:words|nouns|entries|items)(?: (?:in )?total)?\W{0,9}",
    re.IGNORECASE,
)
_BARE = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_COLUMNS = re.compile(r"^[ \t]{0,9}([^\W\d_]{1,40}(?:(?:\t|[ \t]{2,40})[^\W\d_]{1,40}){1,9})[ \t]{0,9}$", re.MULTILINE)
_SEMICOLON_WORDS, _STOPPED, _FEWEST, _SURE, _SHARE_OF_TEXT, _EXPLAINED = 25, 7, 3, 5, 3, 2


@dataclass(frozen=True)
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
    found: ListParse | None = None
    body = own_turn(text)
    usual = usual_list(body) or usual_list(_USUAL_CLOSING.sub("", _USUAL_INTRODUCTION.sub("", body, count=1)))
    if usual and (expected is None or len(usual.items) == expected):
        return usual
    if body.count("\\n") > body.count("\n") and not json_in(body).values:
        body = _ESCAPED_BREAK.sub("\n", body)
    body = _COMMA_INSIDE.sub(r"\1,", _GLUED.sub(lambda label: f"{label[0]}\n", body, count=1))
    if expected:
        asked = expected
        body = answered_part(body, asked, lambda part: any(len(items) >= asked for _, items in _readings(part, asked)))
    for form, items in _readings(body, expected):
        entries = tuple(item for item in map(unwrap, items) if item)
        if form != "separated":
            entries = _without_labels(entries)
        if len(entries) >= enough(expected):
            return ListParse(entries, form)
        found = found or (ListParse(entries, form) if entries else None)
    return found


@lru_cache(maxsize=4)  # a response is looked at twice: whether it refuses, and what it lists
def usual_list(body: str) -> ListParse | None:
    """A reply that is nothing but plain words in one of the usual forms, read at once; None for any other.

    What it reads is what the long way reads, and two words are the fewest.
    """
    first = body[:2]
    if first in ("1.", "1)"):
        if _USUAL_NUMBERS.fullmatch(body):
            numbers, words = zip(*(line.split(f"{first[1]} ", 1) for line in body.split("\n")), strict=True)
            if all(int(number) == place for place, number in enumerate(numbers, start=1)):
                return ListParse(words, "numbered")
    elif first in ("- ", "* "):
        if _USUAL_BULLETS.fullmatch(body):
            return ListParse(tuple(line[2:] for line in body.split("\n")), "bulleted")
    elif (usual := _USUAL_WORDS.fullmatch(body)) and not _NO_WORD.search(body):
        words = tuple(body.rstrip(".").split(usual[1] or "\n"))
        if len(words) >= _FEWEST or usual[1] is None:
            return ListParse(words, "separated" if usual[1] else "lines")
    return None


def too_long(n_items: int, asked: int) -> bool:
    """Whether a reply has more than ten times as many entries as were asked, so that it is no answer."""
    return n_items > TOO_LONG_FACTOR * asked


def unwrap(entry: str) -> str:
    """The entry without quotes, emphasis, brackets, emoji at the edges, punctuation at the end; explanations stay."""
    if _USUAL_ENTRY.fullmatch(entry):
        return entry
    entry = " ".join(clean(entry).split())
    kept = _STRUCK.sub("", entry)
    entry = kept if has_substance(kept) else entry
    entry = _QUOTED_HEAD.sub(r"\1", _STARS.sub(r"\2", _EMPHASIS.sub("", entry)))
    for _ in range(6):
        before = entry
        entry = _unquote(entry.strip(_EMOJI).rstrip(" .,;:!?…。、،؛؟।\\").lstrip(" .,;:\\") or entry)
        if entry == before:
            break
    return entry if has_substance(entry) else ""


def headword(entry: str) -> str:
    """The entry without an explanation: "Nebula - a cloud of gas", "Nebula: ...", "Nebula (space)" all give "Nebula".

    Hyphens inside words ("well-being", "cul-de-sac") and further words ("cul de sac") stay.
    """
    if entry.isascii() and entry.isalpha():
        return entry
    entry = unwrap(entry)
    explanation = _EXPLANATION.search(entry, 1)
    return (unwrap(entry[: explanation.start()]) or entry) if explanation else entry


def readable(found: JsonFound, body: str) -> list[Any]:
    """The values but for remarks in brackets, as they may stand there where nothing is in quotes."""
    values = []
    for value in found.values:
        quoted = not value.mended or any(sign in body[value.start : value.end] for sign in "\"'“”‘’")
        if quoted or all(is_short(text) and not is_clause(text) for text in strings_in(value.value)):
            values.append(value.value)
    return values


def _entry_text(element: Any) -> str:  # noqa: ANN401 - decoded JSON
    if not isinstance(element, dict):
        return element if isinstance(element, str) else ""
    strings = {key.strip().lower(): value for key, value in element.items() if isinstance(value, str)}
    if len(strings) == 1:
        return next(iter(strings.values()))
    return next((strings[key] for key in ENTRY_KEYS if key in strings), "")


def _unquote(entry: str) -> str:
    if len(entry) > 1 and _BRACKETS.get(entry[0]) == entry[-1] and entry[0] not in entry[1:]:
        return entry[1:-1].strip()
    if len(entry) > 1 and entry[0] in _QUOTES and entry[-1] in _QUOTES:
        return entry.strip(_QUOTES + " ")
    several = sum(map(entry.count, _DOUBLE)) > 1  # 'wall of "bricks"' ends in a quote of its own
    return entry.strip("* ") if several else entry.strip(_DOUBLE + "* ")


def _readings(body: str, expected: int | None) -> Iterator[tuple[str, Sequence[str]]]:
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


def _lists_in(value: Any) -> Iterator[list[str]]:  # noqa: ANN401 - decoded JSON
    pending = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):  # of "words" and "reasons" what tells comes last and wins
            children = [
                node[key] for key in sorted(node, key=lambda key: key.strip().lower().rstrip("s") in ENTRY_KEYS)
            ]
        else:
            children = node
        if isinstance(node, list) or (node and all(map(_NUMBERED_KEY.fullmatch, node))):
            yield _entries(children)
        pending.extend(child for child in reversed(children) if isinstance(child, (list, dict)))


def _entries(elements: list[Any]) -> list[str]:
    """The entries of one array; none where all are placeholders, as in an echo of the prompt."""
    items = [item for item in map(_entry_text, elements) if unwrap(item)]
    return [] if all(_PLACEHOLDER.fullmatch(item.strip()) for item in items) else items


def _marked_entries(lines: list[ReplyLine], kind: str, expected: int | None) -> list[str]:
    best: list[str] = []
    for depth in sorted({line.depth for line in lines if line.kind == kind}):
        groups: list[list[str]] = [[]]
        last = 0
        for line in lines:
            belongs = line.kind == kind and line.depth == depth
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
    rows = [line.text.split("\t") for line in lines if line.kind == "row"]
    columns = [list(column) for column in zip(*rows, strict=False)]
    if len(heads) != 1:
        return []
    named = [column for head, column in zip(heads[0], columns, strict=False) if ENTRY_HEAD.fullmatch(unwrap(head))]
    if len(named) != 1:
        named = [
            column
            for column in columns
            if all(is_short(cell, 2) for cell in column) and not all(map(str.isdigit, column))
        ]
    entries = [cell for column in named for cell in column if cell]
    fits = len(named) == 1 or _are_all(entries, expected)
    return entries if fits and not any("," in cell for cell in entries) else []


def _without_labels(entries: tuple[str, ...]) -> tuple[str, ...]:
    labels = [label for label in map(_LABEL.match, entries) if label and not _ARROW.search(label[1])]
    if len(entries) < _FEWEST or len(labels) < len(entries):
        return entries
    before, behind = [label[1] for label in labels], tuple(label.string[label.end() :] for label in labels)
    words = [headword(entry) for entry in behind]
    repeated = 2 * len(set(words)) <= len(entries)
    phrases = [
        2 * sum(not is_short(text, 1) or "の" in text or "的" in text for text in side) > len(entries)
        for side in (before, words)
    ]
    fields = [sum(text.lower() in FIELDS for text in side) * 3 >= len(entries) for side in (before, words)]
    if fields[0] > fields[1] and not phrases[1] and len(set(words)) > 1:
        return behind
    if repeated and phrases[0]:
        return ()  # a list of checks, each with a yes or no behind it
    explained = phrases[1] or sum(bool(_ARTICLE.match(text)) for text in words) >= _EXPLAINED
    if explained or repeated or fields[1] > fields[0] or not all(":" in label[0] for label in labels):
        return entries
    return behind if phrases[0] else ()


def _entries_on_lines(lines: list[ReplyLine], expected: int | None) -> list[str]:
    texts = [line.text if line.kind == "text" and not line.depth else "" for line in lines]
    stopped = 2 * sum(text.endswith((".", "。")) for text in texts) > len(texts)
    texts = [
        text.rstrip(".。") if stopped or above.endswith(_GOES_ON) else text for above, text in pairwise(["", *texts])
    ]
    best: list[str] = []
    for rule in (_is_entry, _is_explained):
        found = pick(_blocks(texts, rule), expected)
        if expected is not None and len(found) > expected:
            found = found[bool(ENTRY_HEAD.fullmatch(found[0])) :]
        best = max(best, found, key=len)
    return best if len(best) >= 2 else []


def _blocks(rows: list[str], belongs: Callable[[str], bool]) -> list[list[str]]:
    return [list(block) for fits, block in groupby(rows, key=lambda row: row != "" and belongs(row)) if fits]


def _is_entry(row: str) -> bool:
    entry = row.strip("*_` ").rstrip(",; ")
    # A last entry may carry the full stop of the list; more than a word with one is a sentence, in any script.
    stopped = entry.endswith((".", "。")) and (len(entry.split()) > 1 or (entry[-1] == "。" and len(entry) > _STOPPED))
    return not (stopped or entry.endswith(("!", "?")) or _SEPARATORS[1].search(entry)) and _is_short_word(row, entry)


def _is_explained(row: str) -> bool:
    word = headword(row)
    return len(word) + 2 < len(row.strip("*_`\"' ")) and _is_short_word(row, word)


def _is_short_word(row: str, word: str) -> bool:
    talk = (
        row.rstrip("*_`,; ").endswith(":")
        or row[:1] in "[{#|\\"
        or _COUNTED.fullmatch(row)
        or _CHAT.match(row.strip("*_` "))
    )
    return not talk and is_short(word) and not is_clause(word)


def _separated_entries(lines: list[ReplyLine], expected: int | None) -> list[str]:
    texts: list[str] = [""]
    for line in lines:
        if line.kind not in ("row", "head"):
            texts += [f"{texts.pop()} {line.text}" if texts[-1].endswith(_GOES_ON) else line.text]
    candidates = [_sentence_list(sentence, expected) for text in texts for sentence in SENTENCE.split(text)]
    best = pick(
        [
            entries
            for entries in (*map(_stopped, texts), *candidates)
            if len(entries) >= _FEWEST or len(entries) == expected
        ],
        expected,
    )
    sure = len(best) >= (_SURE if expected is None else enough(expected))
    return best if sure or _SHARE_OF_TEXT * sum(map(len, best)) >= sum(map(len, texts)) else []


def _stopped(text: str) -> list[str]:
    """The entries of a line with a full stop behind each of them, without sentences before and behind the list."""
    parts = [part for part in _STOP.split(text[text.find(":") + 1 :].strip()) if part]
    fits = [is_short(part, 2) and not is_clause(part) and not _CHAT.match(part) and "," not in part for part in parts]
    first, last = (fits.index(True), len(fits) - fits[::-1].index(True)) if any(fits) else (0, 0)
    return parts[first:last] if last - first > _FEWEST and all(fits[first:last]) else []


def _sentence_list(sentence: str, expected: int | None) -> list[str]:
    sentence = sentence.strip().strip("*_`")
    colon = max((match.end() for match in _COLON.finditer(sentence)), default=0)
    body = _unwrapped(sentence[colon:].strip() or sentence)
    lead = _LEAD.match(body)
    body = _unwrapped(body[lead.end() :]) if lead else body
    separator = next((pattern for pattern in _SEPARATORS if pattern.search(body)), None)
    if separator is None or _CODE.search(body):
        return []
    entries = _without_and([entry.strip() for entry in separator.split(body.rstrip(" .!。"))], expected)
    most = _SEMICOLON_WORDS if separator is _SEPARATORS[0] and len(entries) >= _FEWEST else 0
    fits = (len(entry.split()) <= most or (is_short(entry) and not is_clause(entry)) for entry in entries)
    return entries if all(fits) else []


def _unwrapped(text: str) -> str:
    quoted = _QUOTED_LIST.match(text)
    text = quoted[2] if quoted else text
    for opening, closing in (("(", ")"), ("{", "}"), ("<<", ">>"), ("<", ">"), ("|", "|")):
        bare = text.rstrip(" .")
        if bare.startswith(opening) and bare.endswith(closing) and opening not in bare[1:].strip("<|"):
            text = bare[len(opening) : -len(closing)]
    return text.strip()


def _without_and(entries: list[str], expected: int | None) -> list[str]:
    *others, last = [entry for entry in entries if entry and entry.lower().strip(". ") not in ("etc", "and so on")] or [
        ""
    ]
    if not others or _LEADING_AND.match(last):
        return [*others, _LEADING_AND.sub("", last, count=1)] if others else []
    pair = (_WANTED_AND if len(others) + 2 == expected else _INNER_AND).split(last, maxsplit=1)
    parted = len(pair) == 2 and len(others) + 1 != expected and all(len(entry.split()) == 1 for entry in others)
    return [*others, *pair] if parted else [*others, last]


def _spaced(text: str, expected: int | None) -> list[str]:
    columns = [word for row in _COLUMNS.findall(text) for word in row.split()]
    if _are_all(columns, expected):
        return columns
    words = text.split()
    fits = len(words) == expected and "\n" not in text.strip() and not is_sentence(words)
    return words if fits and all(map(_BARE.fullmatch, words)) else []


def _are_all(entries: list[str], expected: int | None) -> bool:
    return len(entries) == expected and 3 * sum(entry.lower() in FIELDS for entry in entries) < expected
