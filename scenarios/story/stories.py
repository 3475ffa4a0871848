"""From an answer to the story in it: without titles, remarks and other things around it, in plain sentences."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass

from helm_creativity.responses import Answer, Unscored, as_written, unanswered
from helm_creativity.responses.text import has_substance
from helm_creativity.scenarios.story.content_words import tells
from helm_creativity.scenarios.story.remarks import RULE, without_remarks

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


@dataclass(frozen=True)
class Story:
    """What an answer tells.

    Attributes:
        text: the story.
        unscored: why it is not measured, or None.
    """

    text: str
    unscored: Unscored | None = None


def read_story(answer: Answer, cues: Sequence[str] = ()) -> Story:
    """The story that an answer gives: the writer's own turn, without thoughts.

    What stands before the story is no part of it, if a story follows: a line that announces it and ends with a colon
    ("Here is a story with all three words:", "Sure! Here is my answer:"), rules (``---``), and one title: a line that
    is a heading, is emphasised as a whole or begins with "Title:", of 12 words at most and no sentence; or a bare line
    of 8 words at most that ends without a punctuation mark, has a blank line behind it and does not go on there in
    small letters. Emphasis (``**``, ``_``) goes, and so do the numbers of lines that are numbered from 1. For what
    stands behind the story see ``remarks.without_remarks``.

    A refusal in words is a story told by somebody who opens like one ("I can't sleep, said the stamp"), if it has
    three sentences at least and tells of all cue words, see ``content_words.tells``. What a content filter stopped is
    none.

    Args:
        answer: as it arrived.
        cues: the words that the story was to contain; without them a refusal is one.
    """
    text = _plain(without_remarks(_without_head(as_written(answer.text).split("\n"))))
    reason = unanswered(answer)
    if reason is Unscored.REFUSED and answer.finish_reason != "content_filter" and _is_told(text, cues):
        return Story(text)
    return Story(text, reason)


def given_story(text: str) -> Story:
    """A story that came as such, as a person wrote it: whatever it begins with is no refusal."""
    told = read_story(Answer(text, "stop")).text
    return Story(told, None if told else Unscored.EMPTY)


def sentences(text: str) -> list[str]:
    """The sentences by the Punkt algorithm (Kiss & Strunk 2006) as NLTK has it, without any trained abbreviations.

    So the authors of DSI cut stories. "Dr. Smith" is then cut in two, and so is a question in quotes from "he asked";
    see ``count_sentences``.
    """
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    return [str(one) for one in PunktSentenceTokenizer().tokenize(text)]


def count_sentences(parts: Sequence[str]) -> int:
    """How many sentences a reader would count in what ``sentences`` gave.

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


def _is_told(text: str, cues: Sequence[str]) -> bool:
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
    """Whether a line with a colon at its end speaks of the story or opens as answers do."""
    said = line.strip(" \t*_").replace("’", "'")
    if not said.endswith(":") or len(said.split()) > LONGEST_LEAD_IN:
        return False
    return "story" in said.casefold() or _ANSWERS.fullmatch(said[:-1]) is not None


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
    told = [line for line in lines if line.strip()]
    numbers = [_NUMBERED.match(line) for line in told]
    found = [int(one["number"]) for one in numbers if one]
    if len(found) > 1 and found == list(range(1, len(told) + 1)):
        lines = [_NUMBERED.sub("", line, count=1) for line in told]
    return _EDGE.sub("", "\n".join(lines)).strip()
