"""A text that was asked for, such as a story or an idea, without what stands around it in a reply."""

from __future__ import annotations

import re
from collections.abc import Sequence

from helm_creativity.parsing.grammar import ANY_CASE, read_patterns
from helm_creativity.parsing.json_values import json_in, strings_in, without_fences
from helm_creativity.parsing.text import EMOJI, has_substance

_PATTERNS = read_patterns("texts", ANY_CASE)[0]
_LONGEST_TITLE = 12  # words, of a title that is marked as one, and of a string in JSON that is no text
_LONGEST_BARE_TITLE = 8  # of a title that is a line of its own and nothing more
_LONGEST_LEAD_IN, _LONGEST_LINE = 30, 400  # words of a line that announces the text, and characters
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“"}


def text_alone(text: str) -> str:
    """The text that was asked for.

    No part of it is, where something is left without it:

    * the code fence, the block quote, the quotes, the tags (``<story>``) or the JSON object that is the whole reply; of
      an object the one string that is no title;
    * before the text: a line that announces it ("Here is a story with all three words:"), a paragraph that says no more
      than that it will come ("Okay, I'll give it a try."), rules (``---``), its label
      ("Story:", "**Idea:**"), and one title: a line of 12 words at most that is a heading, is emphasised as a whole or
      begins with "Title:", and is no sentence; or a bare line of 8 words at most that ends without a punctuation mark,
      has a blank line behind it and does not go on there in small letters;
    * behind it: lines that count or list words ("Word count: 85"), offer something ("Let me know if you would like
      more.") or tell of the story ("The story explores themes of ..."); rules; a last paragraph in brackets, unless it
      is a sentence that is not about words, sentences, prompt or text; and all from a paragraph on that discusses it
      ("**Reflection:** ...") or asks for another. Whatever else stands below a rule is part of the text: the rule is a
      scene break.

    Everything else keeps its spelling. Takes time linear in the length of the text.
    """
    text = text.strip()
    lines, bare = text.split("\n"), without_fences(text).strip()
    if bare and bare.count("\n") + 3 <= len(lines) and lines[0][:3] == lines[-1].strip():
        text = bare
    tagged = list(_PATTERNS["tagged"].finditer(text)) if "</" in text else []
    if len(tagged) == 1 and has_substance(tagged[0]["text"]):
        text = tagged[0]["text"].strip()
    below = _without_head(_in_json(text).strip().split("\n"))
    text = "\n".join(_without_remarks(_before_discussion(below))).strip()
    label = _PATTERNS["label"].match(text)
    rest = text[label.end() :].strip() if label else ""
    return _in_quotes(rest if has_substance(rest) else text)


def _in_quotes(text: str) -> str:
    lines = text.split("\n")
    if all(line.startswith(">") for line in lines if line.strip()):
        text = "\n".join(line.lstrip(">").removeprefix(" ") for line in lines).strip()
    inner, closes = text[1:-1], _QUOTES.get(text[:1])
    whole = closes is not None and text[-1:] == closes and text[0] not in inner and closes not in inner
    return inner.strip() if whole and has_substance(inner) else text


def _in_json(text: str) -> str:
    """The string of the object that is the whole reply, but for lines around it that announce or offer."""
    found = json_in(text) if "{" in text else None
    if found is None or found.half or len(found.values) != 1:
        return text
    if not all(_announces(line) or _is_remark(line) for line in found.rest(text).split("\n") if line.strip()):
        return text
    value, start, end, mended = found.values[0]
    if mended:  # a string with quotes that are not escaped is mended to a part of it
        written = _PATTERNS["object"].fullmatch(text, start, end)
        if written is None or _PATTERNS["next_key"].search(written["text"]):
            return text
        return re.sub(r"\\([\"'])", r"\1", written["text"].replace("\\n", "\n"))
    strings = [string for string in strings_in(value) if has_substance(string)]
    if len(strings) > 1:
        ends = _PATTERNS["sentence_end"]
        strings = [string for string in strings if ends.search(string) or len(string.split()) > _LONGEST_TITLE]
    return strings[0] if len(strings) == 1 else text


def _without_head(lines: Sequence[str]) -> Sequence[str]:
    last = max((i for i, line in enumerate(lines) if has_substance(line)), default=0)
    titled = False
    for i, line in enumerate(lines[:last]):
        alone = not lines[i + 1].strip() and (i == 0 or not lines[i - 1].strip())
        opens = alone and len(line) <= _LONGEST_LINE and _PATTERNS["opens"].fullmatch(_plain(line))
        if line.strip() and not (_PATTERNS["rule"].fullmatch(line) or _announces(line) or opens):
            if titled or not _is_title(line, lines[i + 1 :]):
                return lines[i:]
            titled = True
    return lines[last:]


def _plain(line: str) -> str:
    return line.strip(EMOJI).strip(" \t*_#").replace("’", "'")


def _announces(line: str) -> bool:
    plain = _plain(line)
    if _PATTERNS["label"].fullmatch(plain):
        return True
    short = len(plain) <= _LONGEST_LINE and len(plain.split()) <= _LONGEST_LEAD_IN
    return short and _PATTERNS["announces"].fullmatch(plain) is not None


def _is_title(line: str, below: Sequence[str]) -> bool:
    line = line.strip(EMOJI)
    if _PATTERNS["marked"].fullmatch(line) and not line.rstrip(" \t*_").endswith((".", "…")):
        return len(line.split()) <= _LONGEST_TITLE
    line = line.strip('"“”')
    following = next((text for text in below if text.strip()), "").lstrip()
    bare = line[-1:].isalnum() and len(line.split()) <= _LONGEST_BARE_TITLE
    return bare and not below[0].strip() and not following[:1].islower()


def _before_discussion(lines: Sequence[str]) -> Sequence[str]:
    told = False
    for i, line in enumerate(lines):
        if told and not lines[i - 1].strip() and _PATTERNS["discussion"].fullmatch(line):
            return lines[:i]
        if _PATTERNS["part"].match(line) and not _PATTERNS["label"].match(line):
            break  # a text in parts with a label each
        told = told or has_substance(line)
    return lines


def _without_remarks(lines: Sequence[str]) -> Sequence[str]:
    first = next((i for i, line in enumerate(lines) if has_substance(line)), len(lines))
    end = len(lines)
    while end > first + 1:
        last = lines[end - 1]
        start = end - 1
        if last.strip() and not _PATTERNS["rule"].fullmatch(last) and not _is_remark(last):
            while start and lines[start - 1].strip() and not _is_aside(last):  # a line in brackets is a paragraph
                start -= 1
            if start <= first or not _is_aside("\n".join(lines[start:end])):
                break
        end = start
    return lines[:end]


def _is_remark(line: str) -> bool:
    return _PATTERNS["remark"].fullmatch(line.strip(" \t*_`").replace("’", "'")) is not None


def _is_aside(text: str) -> bool:
    bare = text.strip(" \t*_`")
    if not _PATTERNS["bracketed"].fullmatch(bare):
        return False
    return not _PATTERNS["tells_on"].search(bare) or _PATTERNS["about"].search(bare) is not None
