"""A judge's own words: its reply in one spelling, without refusals and quotations, and whether it was truncated."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.grammar import GAP, PATTERNS
from helm_creativity.parsing.json_values import JsonFound, JsonValue, json_in
from helm_creativity.parsing.text import clean, nfkc
from helm_creativity.parsing.turns import own_turn, strip_thoughts

LONGEST = 50_000
"""Only this many characters at the end of a reply are read. No rating needs more; a reply in a loop may be longer."""

# Shared characters that make a quotation, without white space and quotes: about 25 as they are written.
_SHARED = 20
_MOST_MENDED = 20_000
_MOST_WORK = 2_000_000
# The usual normal form makes 72 of 7², and 71/2 of 7½. A keycap is a figure with two marks.
_FOOTNOTES = str.maketrans(
    {**dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹\ufe0f"), "\u20e3": ": ", "½": ".5", "¼": ".25", "¾": ".75", "🅰": "A", "🅱": "B"}
)
_JSON = ("{", "[{", "```")
_SIGNS = str.maketrans("−⁄∕", "-//")
_DOUBLE = str.maketrans(dict.fromkeys("“”„«»", '"'))
_SINGLE = str.maketrans(dict.fromkeys("‘’", "'"))
_DROPPED = frozenset(" \t\n\\\"'“”„‟‘’‚‛«»‹›*_`~")

_COMMAND = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|mathit|emph|large|Large) ?\{([^{}]{0,200})\}")
_FRACTION = re.compile(r"\\[dt]?frac ?\{([^{}]{1,20})\}\{([^{}]{1,20})\}")
_BOX = re.compile(r"\\f?boxed? ?\{([^{}]{0,80})\}")
_FORMULA = re.compile(r"\$([^\s$]{1,60}|[^$\n=]{1,60}=[^$\n=]{1,20})\$|\\[()\[\]]")
_ELEMENT = re.compile(r"</?(?:b|i|u|p|li|ul|ol|em|br|div|span|strong|code|sup|sub|h[1-6])\b[^<>]{0,60}>")
_EMPHASIS = re.compile(r"(?P<inner>(?<=\w)[*`~]+(?=\w))|[*`~]+|(?<![^\W_])_+|_+(?![^\W_])")
# What may be the beginning of a longer number or word: "1" of "10".
_OPEN_END = re.compile(r"(?<![\w.,/-])[\w.,/-]{1,200}\Z")
_VISIBLE = re.compile(r"[^\n]")
_FIGURES = re.compile(r"\d+")
_QUOTED = re.compile(r"\"([^\"\n]{6,300})\"(?!\s{0,5}[:=])|(?<!\w)'([^'\n]{6,300})'(?!\w|\s{0,5}[:=])")
_OPENS_STRING = re.compile(r"\{(?=\s{0,50}\\?[\"'])|\[(?=\s{0,50}[\"'{])")
_BOXED = re.compile(r"\[{2,4}[^\[\]{}\"']{0,80}\]{2,4}")
_STRUCK = re.compile(r"~~[^~\n]{1,80}~~")
_STARS = re.compile(r"(?<![\d★⭐☆])(?<!\d )([★⭐]{1,10})(☆{1,9})(?![★⭐☆]|[ \t]?\(?\d)")
# A run of shared characters without any of these can be no rating and no letter.
# What stands behind two numbers.
_BEHIND_NUMBERS = re.compile(r"(?<!\d)\d{1,3}[ \t]{0,3}[:=][^\n]{1,200}?(?<!\d)\d{1,3}[ \t]{0,3}[:=]")
_LINE = re.compile(r"[^\n]{3,1000}")
_BLOCK_QUOTE = re.compile(r"^[ \t]{0,3}>[ \t][^\n]*(?:\n[ \t]{0,3}>[^\n]*)*", re.MULTILINE)
_TELLS = re.compile(r"\d|(?<!\w)(?:[a-z]|two|three|four|five|six|seven|eight|nine|ten)(?!\w)", re.IGNORECASE)

_WORD_OR_NUMBER = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)?|\[\[|\$")
_TOP_BEHIND = re.compile(r"\A\s?(?:/|out of )\s?\d{1,4}|\A\s?</\w{1,20}>")
_VALUE = re.compile(r"\d+(?:[.,]\d+)?|[A-Z]|one|two|three|four|five|six|seven|eight|nine|ten")
_JOINTS = frozenset(["is", "are", "of", "at", "as", "a", "an", "the", "be", "out"])

Span = tuple[int, int]


@dataclass(frozen=True)
class Reply:
    """A judge's own words."""

    text: str
    truncated: bool
    ended: bool
    open_end: bool
    raw: str = ""

    @cached_property
    def refused(self) -> bool:
        """Whether it opens by declining the task."""
        from helm_creativity.parsing.refusals import is_refusal

        return is_refusal(self.text, prose=False)

    def place(self, span: Span) -> Span | None:
        """Where figures of the text stand in the reply as it arrived; None where that is not certain.

        The figures of both are counted off side by side. What differs between the two in other ways does not matter.
        """
        here, there = self._figures
        first, behind = bisect_left(here, span[0]), bisect_left(here, span[1])
        return (there[first][0], there[behind - 1][1]) if first < behind <= len(there) else None

    @cached_property
    def _figures(self) -> tuple[list[int], list[Span]]:
        own = strip_thoughts(self.raw)
        offset = self.raw.rfind(own)
        here = list(_FIGURES.finditer(self.text))
        sides = zip(here, _FIGURES.finditer(own), strict=False) if offset >= 0 and len(self.text) < LONGEST - 1 else ()
        same = takewhile(lambda side: side[0][0] == nfkc(side[1][0]), sides)
        return [figures.start() for figures in here], [
            (offset + there.start(), offset + there.end()) for _, there in same
        ]


def own_reply(answer: Response) -> Reply:
    """The judge's own words in one spelling, in time linear in the length of the answer."""
    raw = answer.text if answer.text.isascii() else answer.text.translate(_FOOTNOTES)
    body = own_turn(raw)
    if len(body) > LONGEST:
        end = body[-LONGEST:]
        body = end.partition("\n")[2] or f"{GAP} {end.partition(' ')[2]}"
    truncated = answer.finish_reason == "length"
    open_end = raw[-1:] == body[-1:] and bool(_OPEN_END.search(raw))
    text = _without_markup(_OPEN_END.sub("", body) if truncated and open_end else body).strip()
    return Reply(_upright(text), truncated, answer.finish_reason in {"stop", "endoftext"}, open_end, answer.text)


def unasked(answer: Response) -> MissingReason | None:
    """Why there is nothing to read, whatever text arrived: the content filter, or a failed request."""
    if answer.finish_reason == "content_filter":
        return MissingReason.REFUSED
    return MissingReason.FAILED if answer.failed else None


def unfound(reply: Reply) -> MissingReason:
    """Why nothing was found in a reply that was read."""
    if reply.truncated:
        return MissingReason.TRUNCATED
    if not reply.text:
        return MissingReason.EMPTY
    return MissingReason.REFUSED if reply.refused else MissingReason.UNPARSABLE


class OwnWords(NamedTuple):
    """What of a reply is read."""

    reply: Reply
    text: str
    values: tuple[JsonValue, ...]
    half: bool
    repeats: bool

    @property
    def missing(self) -> MissingReason:
        """Why something was not found."""
        if self.repeats and not self.reply.truncated:
            return MissingReason.AMBIGUOUS
        return MissingReason.TRUNCATED if self.half else unfound(self.reply)


def own_words(
    answer: Response, rated: Sequence[str], *, numbers: bool = True, numbered: bool = False
) -> OwnWords | MissingReason:
    """What of a reply is read, or why nothing is, in time linear in its length and that of the rated texts.

    No word of a rated text may become its own rating. Texts are compared without regard to case, white space, quotes,
    backslashes and emphasis.
    """
    if reason := unasked(answer):
        return reason
    reply = own_reply(answer)
    text = reply.text
    found = json_in(text) if "{" in text or "[" in text else JsonFound((), half=False)
    everything = tuple(value for value in found.values if not _is_prose(value, text))
    values, half = everything[:200], found.half
    if found.opens is not None and _OPENS_STRING.match(text, found.opens):
        everything += (JsonValue(_half_value(reply, found.opens), found.opens, len(text), mended=True),)
        values += everything[-1:]
    if len(text) >= 20 and not text.startswith(("{", "[")) and reply.refused:
        start = _behind_refusal(text, values)
        text = _blanked(text[:start]) + text[start:]
        values = tuple(value for value in values if value.start >= start)
    before = text, values
    blocks = _block_quotes(text)
    if others := _spellings(tuple(rated)):
        whole = text.strip("` \n").removeprefix("json").strip()
        values = tuple(
            value
            for value in values
            if (written := reply.text[value.start : value.end]) == whole or not _repeats(written, others)
        )
        if numbered:
            text = _without(text, _numbered_lines(text, others))
        else:
            quotes = [match.span() for match in _QUOTED.finditer(text) if _repeats(match[0], others)]
            shared = _shared(text, others)
            text = _without(text, [span for span in shared if not numbers or _TELLS.search(text[slice(*span)])])
            text = _without(text, quotes)
            text = _without(text, _quoted_values(text, rated))
    text = _without(text, blocks)
    values = tuple(value for value in values if not any(start <= value.start < end for start, end in blocks))
    repeats = before != (text, values)
    text = _without(text, [(value.start, value.end) for value in everything])
    return OwnWords(reply, text, values, half and not reply.ended, repeats)


def _block_quotes(text: str) -> list[Span]:
    return [
        block.span()
        for block in _BLOCK_QUOTE.finditer(text)
        if text[max(0, block.start() - 80) : block.start()].rstrip()[-1:] == ":"
        or (re.search(r"\w", text[block.end() :]) and re.search(r"\d", _BLOCK_QUOTE.sub("", text)))
    ]


def _numbered_lines(text: str, others: set[str]) -> list[Span]:
    lines = [match for match in _LINE.finditer(text) if _BEHIND_NUMBERS.search(match[0])]
    found = [match.span() for match in lines if _repeats(match[0].lstrip("> "), others)]
    return found if "".join(text[slice(*span)] for span in found).strip() != text.strip() else []  # else its own


def _quoted_values(text: str, rated: Sequence[str]) -> list[Span]:
    """Where a number or a capital stands behind the very word behind which a rated text has it: "score of 50"."""
    mine = list(words_and_values(text))
    alone = f" {' '.join(word for word, _ in mine)} "
    theirs = map(_words_of_rated, rated)
    quoted = {pair for words, pairs in theirs if alone not in words for pair in pairs}  # else it is the reply's own
    if not quoted:
        return []
    found = [
        (start, end)
        for (word, (start, _)), (value, (_, end)) in pairwise(mine)
        if (word, value) in quoted
        and not (word[0].isdigit() and PATTERNS["labelled"].search(text, max(0, start - 40), start))
    ]
    return found[:-1] if found and closes(text, *found[-1]) else found


# Each judge of a panel, and each dimension, is asked about the same texts.
@lru_cache(maxsize=256)
def _words_of_rated(text: str) -> tuple[str, frozenset[tuple[str, str]]]:
    """The words of a rated text, one space apart, and its numbers and capitals with the word before each."""
    words = [word for word, _ in words_and_values(_without_markup(clean(text.translate(_FOOTNOTES))))]
    # Of two letters side by side, as in "A > B", neither is the other's label.
    pairs = ((word, value) for word, value in pairwise(words) if _VALUE.fullmatch(value) and not word.isupper())
    return f" {' '.join(words)} ", frozenset(pairs)


def closes(text: str, start: int, end: int) -> bool:
    """Whether what a rated text has, too, ends the reply as a line or sentence of its own, and nothing announces it."""
    before, behind = text[:start].rstrip(" \t*_#`"), text[end:]
    return (
        bool(before)
        and before[-1] in "\n.!?"
        and not before.rstrip().endswith(":")
        and not re.search(r"\w", _TOP_BEHIND.sub("", behind))
    )


def words_and_values(text: str) -> Iterator[tuple[str, Span]]:
    """The words and numbers of a text but for those that join a label and its number, with their places."""
    for match in _WORD_OR_NUMBER.finditer(text):
        word = match[0] if len(match[0]) == 1 else match[0].lower()
        if word not in _JOINTS:
            yield word, match.span()


@lru_cache(maxsize=64)
def _spellings(rated: tuple[str, ...]) -> set[str]:
    long = [clean(text.translate(_FOOTNOTES)) for text in rated if len(text.strip()) >= 8]
    return {folded for text in long for folded in (_folded(text), _folded(_without_markup(text))) if folded}


def _repeats(written: str, others: set[str]) -> bool:
    return any(_folded(written) in other for other in others)


def _shared(text: str, others: set[str]) -> list[Span]:
    places = [place for place, character in enumerate(text) if character not in _DROPPED]
    own, runs = _folded(text), range(len(places) - _SHARED + 1)
    mine = {own[at : at + _SHARED] for at in runs}
    theirs = {
        run for other in others for at in range(len(other) - _SHARED + 1) if (run := other[at : at + _SHARED]) in mine
    }
    found = [(at, at + _SHARED) for at in runs if own[at : at + _SHARED] in theirs]
    found += [match.span() for short in others if len(short) < _SHARED for match in re.finditer(re.escape(short), own)]
    merged: list[Span] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            start, end = merged[-1][0], max(end, merged.pop()[1])
        merged.append((start, end))
    return [_whole_words(text, places[start], places[end - 1] + 1) for start, end in merged]


def _whole_words(text: str, start: int, end: int) -> Span:
    while start < end and start and text[start - 1].isalnum() and text[start].isalnum():
        start += 1
    while start < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end -= 1
    return start, end


def _without(text: str, spans: Sequence[Span]) -> str:
    """The text, as long as it was, with gaps in some places, in their order; two may overlap."""
    pieces, position = [], 0
    for start, end in spans:
        start = max(start, position)
        pieces += [text[position:start], _blanked(text[start:end])]
        position = end
    return "".join([*pieces, text[position:]])


def _is_prose(value: JsonValue, text: str) -> bool:
    written = text[value.start : value.end]
    return bool(_BOXED.fullmatch(written)) or (value.mended and "\n" in written and not {"'", '"'} & set(written))


def _blanked(text: str) -> str:
    return _VISIBLE.sub(GAP, text)


def _half_value(reply: Reply, start: int) -> Any:  # noqa: ANN401 - decoded JSON
    written = reply.text[start:]
    if reply.truncated or (reply.open_end and not reply.ended):
        written = written[: max(written.rfind(","), written.rfind("\n"), 0)]
    written += '"' * (written.count('"') % 2)
    if len(written) > _MOST_MENDED or len(written) * (written.count('"') + written.count("'")) > _MOST_WORK:
        return None
    import json_repair

    try:
        values = json_in(json_repair.repair_json(written, ensure_ascii=False)).values
    except RecursionError:
        return None
    return values[0].value if values else None


def _behind_refusal(text: str, values: Sequence[JsonValue]) -> int:
    for stop in PATTERNS["declines_to"].finditer(text):
        if not any(value.start < stop.end() <= value.end for value in values):
            return stop.end()
    return len(text)


def _folded(text: str) -> str:
    return "".join(
        character if len(character) == 1 else character[0]
        for character in (character.lower() for character in text if character not in _DROPPED)
    )


def plain_text(text: str) -> str:
    """A text in the spelling of replies."""
    return _without_markup(clean(text)).strip()


def _without_markup(body: str) -> str:
    if "\\" in body and not body.startswith(_JSON):
        body = _BOX.sub(r"[[\1]]", _FRACTION.sub(r"\1/\2", _COMMAND.sub(r"\1", body)))
    if ("$" in body or "\\" in body) and not body.startswith(_JSON):
        body = _FORMULA.sub(lambda match: match[1] or " ", body)
    if "<" in body:
        body = PATTERNS["number_and_score"].sub(r"\n\1: ", body)
        body = _ELEMENT.sub(" ", PATTERNS["numbered_tag"].sub(lambda tag: f"{tag[2]}: " if tag[2] else "", body))
    body = _STRUCK.sub(" ", body) if "~~" in body else body
    return _EMPHASIS.sub(lambda match: " " if match["inner"] else "", _straight(body.translate(_SIGNS)))


def _upright(body: str) -> str:
    if "☆" in body:
        body = _STARS.sub(lambda stars: f"{len(stars[1])}/{len(stars[1] + stars[2])}", body)
    return PATTERNS["one_row"].sub(_upright_lines, body) if "|" in body else body


def _upright_lines(table: re.Match[str]) -> str:
    names, numbers = (row.strip().strip("|").split("|") for row in table.groups())
    if len(names) != len(numbers):
        return table[0]
    return "\n".join(f"{name.strip()}: {number.strip()}" for name, number in zip(names, numbers, strict=True))


def _straight(body: str) -> str:
    if body.isascii():
        return body
    body = body if '"' in body else body.translate(_DOUBLE)
    return body if "'" in body else body.translate(_SINGLE)
