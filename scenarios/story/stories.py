"""From a response to the story in it: without titles, remarks and other things around it, in plain sentences."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.text import has_substance
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.story.content_words import tells

LONGEST_TITLE = 12
"""Most words of a title that is marked as one."""
LONGEST_BARE_TITLE = 8
"""Most words of a title that is a line of its own and nothing more."""
LONGEST_LEAD_IN = 30
"""Most words of a line that announces the story."""
LEAST_SENTENCES = 3
"""Fewest sentences of a story that opens as refusals do."""

TITLES = frozenset({"Mr.", "Mrs.", "Ms.", "Dr.", "Prof.", "St.", "Capt.", "Sgt.", "Lt.", "Col.", "Gen.", "Rev."})
"""What is no sentence, though a full stop and a capital letter follow."""

_MARKED = re.compile(
    r"[ \t]*(?:#{1,6}[ \t]+\S.*|(?P<mark>\*{1,3}|_{1,2})(?!\s)[^*_]+(?<!\s)(?P=mark)|[*_#\s]*title[*_]*\s*:.*)[ \t]*",
    re.IGNORECASE,
)
_HERE = r"here(?: is| are|'s)"
_ANSWERS = re.compile(
    rf"(?:(?:sure|certainly|of course|absolutely|gladly|okay|ok|great)(?: thing)?[!.,]\s*)+{_HERE}\b.*"
    rf"|{_HERE} (?:my|your|the|an?) [^.!?]*\b(?:answer|response|attempt|version|take|tale|text)\b.*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"[ \t]*(?:sentence[ \t]+)?(?P<number>\d{1,2})[.):][ \t]+(?=\S)", re.IGNORECASE)
_EDGE = re.compile(r"(?<!\w)_+|_+(?!\w)|\*+|`+")
_LETTER = re.compile(r"[^\W_]")
_PUNCTUATION = str.maketrans("", "", string.punctuation)

RULE = re.compile(r"[ \t]*(?:[-*_=~][ \t]*){3,}")

_EDGES = " \t*_`"
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_TELLS_ON = re.compile(r"[.!?…][\"'”’]?.$", re.DOTALL)
_ABOUT = re.compile(r":|\b(?:words|stor(?:y|ies)|sentences|prompt)\b", re.IGNORECASE)
_COUNT = re.compile(
    r"(?:(?:total|approximate|final)[ ])?(?:words?|sentences?|characters?)"
    r"(?:[ ](?:count|used|included)[*_ ]*:.*|[*_ ]*:[*_ ]*(?:about |approximately |~)?\d.*)"
    r"|(?:(?:about|approximately|~)[ ]?)?\d+[ ](?:words|sentences|characters)\.?",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?:please )?let me know (?:if|whether|what|when) you\b.*"
    r"|(?:please )?feel free to (?:ask|let me know)\b.*"
    r"|(?:i )?hope (?:you|this|it|that)\b.*\bstor(?:y|ies)\b.*"
    r"|(?:would you like|do you want|if you(?:'d| would) like|shall i|should i)\b"
    r".*\b(?:stor(?:y|ies)|versions?|rewrit\w+|revis\w+|adjust\w*|me to (?:write|change|make|add|try|continue))\b.*",
    re.IGNORECASE,
)
"""What assistants write when they have responded; a person in a story who says it in a line of its own has quotes."""


@dataclass(frozen=True)
class Story:
    """What a response tells.

    Attributes:
        text: the story.
        failure_reason: why it is not measured, or None.
    """

    text: str
    failure_reason: FailureReason | None = None


def read_story(response: Response, cues: Sequence[str] = ()) -> Story:
    """The story in a response: the writer's own turn, without reasoning.

    What stands before the story is no part of it, if a story follows: a line that announces it and ends with a colon
    ("Here is a story with all three words:", "Sure! Here is my answer:"), rules (``---``), and one title: a line that
    is a heading, is emphasised as a whole or begins with "Title:", of 12 words at most and no sentence; or a bare line
    of 8 words at most that ends without a punctuation mark, has a blank line behind it and does not go on there in
    small letters. Emphasis (``**``, ``_``) goes, and so do the numbers of lines that are numbered from 1. For what
    stands behind the story see ``without_remarks``.

    A refusal in words is a story whose narrator opens like one ("I can't sleep, said the stamp"), if it has
    three sentences at least and tells of all cue words, see ``content_words.tells``. What a content filter stopped is
    none.

    Args:
        response: as it arrived.
        cues: the words that the story was to contain; without them a refusal is one.
    """
    text = _plain(without_remarks(_without_head(as_written(response.text).split("\n"))))
    reason = unanswered(response)
    if reason is FailureReason.REFUSED and response.finish_reason != "content_filter" and _is_story(text, cues):
        return Story(text)
    return Story(text, reason)


def story_from_file(text: str) -> Story:
    """A story that a person wrote as such: whatever it begins with is no refusal."""
    story = read_story(Response(text, "stop")).text
    return Story(story, None if story else FailureReason.EMPTY)


def sentences(text: str) -> list[str]:
    """The sentences by the Punkt algorithm (Kiss & Strunk 2006) as NLTK has it, without any trained abbreviations.

    So the authors of DSI divide stories. "Dr. Smith" is then two sentences, and so are a question in quotes and "he
    asked"; see ``count_sentences``.
    """
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    return [str(one) for one in PunktSentenceTokenizer().tokenize(text)]


def count_sentences(parts: Sequence[str]) -> int:
    """How many sentences a reader would count in the parts that ``sentences`` returns.

    A part that begins with a small letter goes on with the one before it, and so does one behind a title such as
    "Dr."; a part without letters and figures is none.
    """
    count, goes_on = 0, False
    for part in parts:
        first = _LETTER.search(part)
        if first is None:
            continue
        count += not (goes_on or (count and first[0].islower()))
        goes_on = part.split()[-1].lstrip("\"'“‘(") in TITLES
    return count


def bare(sentence: str) -> str:
    """The sentence without ASCII punctuation, as DSI encodes it: "well-being" is "wellbeing", "don't" is "dont"."""
    return sentence.translate(_PUNCTUATION)


def _is_story(text: str, cues: Sequence[str]) -> bool:
    return count_sentences(sentences(text)) >= LEAST_SENTENCES and tells(text, cues)


def _without_head(lines: Sequence[str]) -> Sequence[str]:
    """The lines behind title, announcement and rules; all of them where nothing would be left."""
    last = max((i for i, line in enumerate(lines) if has_substance(line)), default=0)
    titled = False
    for i in range(last):
        if lines[i].strip() and not RULE.fullmatch(lines[i]) and not _announces(lines[i]):
            if titled or not (_is_marked(lines[i]) or _is_bare_title(lines, i)):
                return lines[i:]
            titled = True
    return lines[last:]


def _announces(line: str) -> bool:
    """Whether a line with a colon at its end speaks of the story or opens as responses do."""
    plain = line.strip(" \t*_").replace("’", "'")
    if not plain.endswith(":") or len(plain.split()) > LONGEST_LEAD_IN:
        return False
    return "story" in plain.casefold() or _ANSWERS.fullmatch(plain[:-1]) is not None


def _is_marked(line: str) -> bool:
    marked = _MARKED.fullmatch(line) is not None
    return marked and len(line.split()) <= LONGEST_TITLE and not line.rstrip(" \t*_").endswith((".", "…"))


def _is_bare_title(lines: Sequence[str], i: int) -> bool:
    """Whether a line before the last with substance is a title by its looks alone."""
    line = lines[i].strip()
    if lines[i + 1].strip() or len(line.split()) > LONGEST_BARE_TITLE or not line[-1].isalnum():
        return False
    behind = next(one for one in lines[i + 1 :] if one.strip())
    return not behind.lstrip()[0].islower()


def _plain(lines: Sequence[str]) -> str:
    """The lines without emphasis and without their numbers, where they are numbered from 1."""
    filled = [line for line in lines if line.strip()]
    numbers = [_NUMBERED.match(line) for line in filled]
    found = [int(one["number"]) for one in numbers if one]
    if len(found) > 1 and found == list(range(1, len(filled) + 1)):
        lines = [_NUMBERED.sub("", line, count=1) for line in filled]
    return _EDGE.sub("", "\n".join(lines)).strip()


def without_remarks(lines: Sequence[str]) -> Sequence[str]:
    """The lines up to where the story ends; all of them where nothing would be left.

    No part of it is what stands below a rule, if that is shorter in words than what stands above: a scene behind a
    rule differs from a remark by nothing else. Nor are last lines that count or list words ("Word count: 85") or offer
    something ("Let me know if you would like more."), and a last paragraph in brackets, unless it is a sentence that is
    not about words, sentences, prompt or story.
    """
    first = next((i for i, line in enumerate(lines) if has_substance(line)), len(lines))
    end = _before_counts(lines, first, len(lines))
    return lines[: _before_counts(lines, first, _above_rule(lines[:end]))]


def _above_rule(lines: Sequence[str]) -> int:
    """The first rule with more words above than below, or the number of lines."""
    words = [0 if RULE.fullmatch(line) else sum(map(has_substance, line.split())) for line in lines]
    above, total = 0, sum(words)
    for i, line in enumerate(lines):
        if above > total - above and RULE.fullmatch(line):
            return i
        above += words[i]
    return len(lines)


def _before_counts(lines: Sequence[str], first: int, end: int) -> int:
    """Where the lines end without counts, offers, brackets, rules and blank lines behind line number ``first``."""
    while end > first + 1:
        last = lines[end - 1]
        if not last.strip() or RULE.fullmatch(last) or _is_remark(last.strip(_EDGES)):
            end -= 1
            continue
        start = _paragraph(lines, end)
        if start <= first or not _is_aside("\n".join(lines[start:end])):
            break
        end = start
    return end


def _is_remark(line: str) -> bool:
    return _COUNT.fullmatch(line) is not None or _OFFER.fullmatch(line.replace("’", "'")) is not None


def _paragraph(lines: Sequence[str], end: int) -> int:
    """Where the paragraph begins that ends before line ``end``; a line in brackets is one by itself."""
    if _is_aside(lines[end - 1]):
        return end - 1
    return next((i for i in range(end - 1, 0, -1) if not lines[i - 1].strip()), 0)


def _is_aside(text: str) -> bool:
    bare = text.strip(_EDGES)
    if not _BRACKETED.fullmatch(bare):
        return False
    return not _TELLS_ON.search(bare) or _ABOUT.search(bare) is not None
