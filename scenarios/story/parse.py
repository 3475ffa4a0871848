"""From a response to the story in it, its sentences, its content words, and the cue words among them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.families.semantic_integration import sentences
from helm_creativity.text.plausibility import PROSE, implausible
from helm_creativity.text.response import unanswered
from helm_creativity.text.texts import text_alone
from helm_creativity.text.turns import as_written
from helm_creativity.words.inflections import inflected_forms

if TYPE_CHECKING:
    pass

IRREGULAR = {"send": frozenset({"sent"}), "sing": frozenset({"sang", "sung"})}
"""Forms of the protocols' cue words that no rule makes."""

_WORD = re.compile(r"[^\W\d_]+")


def split_words(text: str) -> list[str]:
    """Sequences of letters in small letters, in order; hyphens and apostrophes divide them."""
    return _WORD.findall(text.casefold())


def is_cue(word: str, cue: str) -> bool:
    """Whether a word of a story is the cue word or a form of it (``sent`` of ``send``); both in small letters.

    Regular forms are those of ``words.inflections.inflected_forms``, irregular plurals WordNet's; other irregular forms
    are known of the protocols' own cue words only. Derivations (``payable`` of ``payment``) are other words.
    """
    return word in _forms_among({word}, cue)


def _forms_among(words: Set[str], cue: str) -> Iterator[str]:
    """Those of the words that are forms of the cue word, the regular ones first."""
    yield from words & inflected_forms(cue)
    yield from words & IRREGULAR.get(cue, frozenset())
    yield from (word for word in words if word.startswith(cue[:1]) and builtin().lemma(word) == cue)


def cue_coverage(text: str, cues: Sequence[str]) -> float | None:
    """Share of the cue words that a text contains, 0 to 1; of a cue of several words all must stand in a row.

    None without cues.
    """
    if not cues:
        return None
    words = split_words(text)
    distinct = set(words)
    return sum(_contains(words, distinct, split_words(cue)) for cue in cues) / len(cues)


def tells(text: str, cues: Sequence[str]) -> bool:
    """Whether a text has all the cue words, and has them elsewhere than in a list of them.

    A list of the cue words, as in "a story about gloom, payment and exist", names them and tells nothing. False without
    cues.
    """
    words = [word for word in split_words(text) if word not in ("and", "or")]
    listed = sorted(word for cue in cues for word in split_words(cue))
    elsewhere: list[str] = []
    n, start = len(listed), 0
    while start < len(words):
        if len(cues) > 1 and sorted(words[start : start + n]) == listed:
            start += n
        else:
            elsewhere.append(words[start])
            start += 1
    return cue_coverage(" ".join(elsewhere), cues) == 1


def _contains(words: Sequence[str], distinct: Set[str], cue: Sequence[str]) -> bool:
    if len(cue) == 1:
        return any(_forms_among(distinct, cue[0]))
    forms = [set(_forms_among(distinct, part)) for part in cue]
    rows = zip(*(words[k:] for k in range(len(cue))), strict=False)
    return any(all(map(set.__contains__, forms, row)) for row in rows)


LEAST_SENTENCES = 3
"""Fewest sentences of a story that opens as refusals do."""

FORM = replace(PROSE, least=4)
"""Three words are the cue words. Of stories to this prompt the shortest of 236 by people has 26 words, that of 3,573 by
models 16; but a famous one has six."""

TITLES = frozenset({"Mr.", "Mrs.", "Ms.", "Dr.", "Prof.", "St.", "Capt.", "Sgt.", "Lt.", "Col.", "Gen.", "Rev."})
"""What is no sentence, though a full stop and a capital letter follow."""

_NUMBERED = re.compile(r"[ \t]*(?:sentence[ \t]+)?(?P<number>\d{1,2})[.):][ \t]+(?=\S)", re.IGNORECASE)
_EDGE = re.compile(r"(?<!\w)_+|_+(?!\w)|\*+|`+")
_LETTER = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class Story:
    """What a response tells."""

    text: str
    failure_reason: FailureReason | None = None


def read_story(response: Response, cues: Sequence[str] = ()) -> Story:
    """The story in a response: the writer's own turn, without reasoning.

    What stands around the story is no part of it, see ``text_alone``. Emphasis (``**``, ``_``) goes, and so do the
    numbers of lines that are numbered from 1.

    A refusal in words is a story whose narrator opens like one ("I can't sleep, said the stamp"), if it has
    three sentences at least and tells of all cue words, see ``tells``. What a content filter stopped is
    none. A text that is no story of anybody's, or has fewer than four words, is implausible.
    """
    text = _unmarked(text_alone(as_written(response.text)))
    reason = unanswered(response)
    if reason is FailureReason.REFUSED and response.finish_reason != "content_filter" and _is_story(text, cues):
        reason = None
    return Story(text, reason or _without_story(text))


def story_from_file(text: str) -> Story:
    """A story that a person wrote as such: whatever it begins with is no refusal."""
    story = read_story(Response(text, "stop")).text
    return Story(story, _without_story(story))


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


def _without_story(text: str) -> FailureReason | None:
    if not text:
        return FailureReason.EMPTY
    return FailureReason.IMPLAUSIBLE if implausible(text, FORM) else None


def _is_story(text: str, cues: Sequence[str]) -> bool:
    return count_sentences(sentences(text)) >= LEAST_SENTENCES and tells(text, cues)


def _unmarked(text: str) -> str:
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    numbers = [_NUMBERED.match(line) for line in filled]
    found = [int(match["number"]) for match in numbers if match]
    if len(found) > 1 and found == list(range(1, len(filled) + 1)):
        lines = [_NUMBERED.sub("", line, count=1) for line in filled]
    text = "\n".join(lines)
    return (_EDGE.sub("", text) if any(mark in text for mark in "_*`") else text).strip()
